//! What an operation tells about the nodes it looks at.

/// A node of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A slot, a bucket, a day, a vector of slots or a step.
    Cell(u32),
    /// An entry of a list of reservations.
    Entry(u32),
    /// A node of a tree.
    Inner(u32),
}

/// Is told of each node that is looked at. Calls are static: whoever does not want to know passes `()`, and the calls vanish.
pub trait Visits {
    /// Whether anybody listens: a store whose nodes are another's need not be looked through for nobody.
    const LISTENS: bool = true;

    /// A node is looked at.
    fn visit(&mut self, place: Place);
}

impl Visits for () {
    const LISTENS: bool = false;

    #[inline(always)]
    fn visit(&mut self, _: Place) {}
}

/// The number of nodes visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count(pub u64);

impl Visits for Count {
    #[inline(always)]
    fn visit(&mut self, _: Place) {
        self.0 += 1;
    }
}

impl Visits for Vec<Place> {
    fn visit(&mut self, place: Place) {
        self.push(place);
    }
}
