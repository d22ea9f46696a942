//! Where saved work lies: texts under keys, with limited room. The browser's storage is one; tests have one in memory.

/// Texts under keys, with limited room.
pub trait Shelf {
    /// All keys, also those of others.
    fn keys(&self) -> Vec<String>;
    /// The text under a key.
    fn get(&self, key: &str) -> Option<String>;
    /// Puts a text under a key in place of what is there. `false` if there is no room; then nothing has changed.
    fn put(&self, key: &str, text: &str) -> bool;
    /// Takes a text away.
    fn remove(&self, key: &str);
}

/// A part of a piece of work. Each has a key of its own, so that what seldom changes is seldom written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The work itself.
    Work,
    /// What can be undone.
    Steps,
    /// What it began with.
    Origin,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 3] = [Self::Work, Self::Steps, Self::Origin];

    /// How its keys begin. It never changes: what is stored is found by it.
    fn prefix(self) -> &'static str {
        match self {
            Self::Work => "bookahead.work.",
            Self::Steps => "bookahead.steps.",
            Self::Origin => "bookahead.origin.",
        }
    }

    /// The key of this part of the work with this name.
    pub fn key(self, id: &str) -> String {
        format!("{}{id}", self.prefix())
    }

    /// The name of the work whose part has this key.
    pub fn id(self, key: &str) -> Option<&str> {
        key.strip_prefix(self.prefix())
    }
}

/// The names of all pieces of work on a shelf that have this part.
pub fn ids(shelf: &impl Shelf, part: Part) -> Vec<String> {
    shelf.keys().iter().filter_map(|key| part.id(key).map(str::to_string)).collect()
}

/// Texts of one piece of work that were taken off the shelf, by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken(Vec<(String, String)>);

/// Takes all of a piece of work off the shelf.
pub fn take(shelf: &impl Shelf, id: &str) -> Taken {
    take_keys(shelf, Part::ALL.map(|part| part.key(id)))
}

fn take_keys(shelf: &impl Shelf, keys: impl IntoIterator<Item = String>) -> Taken {
    let taken = keys.into_iter().filter_map(|key| {
        let text = shelf.get(&key)?;
        shelf.remove(&key);
        Some((key, text))
    });
    Taken(taken.collect())
}

impl Taken {
    /// Puts it back where it was. `false` if there is no room for the work itself.
    pub fn put_back(&self, shelf: &impl Shelf) -> bool {
        // Without its history or its origin work is still work.
        let put: Vec<bool> = self.0.iter().map(|(key, text)| shelf.put(key, text)).collect();
        put.first().is_none_or(|put| *put)
    }
}

/// Room a text takes, as browsers count it: UTF-16 units of key and text.
fn room(key: &str, text: &str) -> usize {
    key.encode_utf16().count() + text.encode_utf16().count()
}

/// There is no room, and nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// Puts a text under a key. Without room for it, the first of `may_go` go (each a list of keys), no more than make room for certain. Tells how
/// many went.
///
/// # Errors
/// All of them together would not make room; then none has gone.
pub fn put_making_room(shelf: &impl Shelf, key: &str, text: &str, may_go: &[Vec<String>]) -> Result<usize, Full> {
    if shelf.put(key, text) {
        return Ok(0);
    }
    let before = shelf.get(key).map_or(0, |text| room(key, &text));
    // What is free besides is not known: browsers do not tell.
    let needed = room(key, text).saturating_sub(before);
    let freed = may_go.iter().scan(0, |freed, keys| {
        *freed += keys.iter().filter_map(|key| Some(room(key, &shelf.get(key)?))).sum::<usize>();
        Some(*freed)
    });
    let count = freed.take_while(|freed| *freed < needed).count() + 1;
    if count > may_go.len() {
        return Err(Full);
    }
    let taken = take_keys(shelf, may_go[..count].iter().flatten().cloned());
    if shelf.put(key, text) {
        return Ok(count);
    }
    // A browser that counts in another way: all goes back into the room it had.
    taken.put_back(shelf);
    Err(Full)
}
