//! Whatever is saved, opened, closed and evicted on a full shelf: nothing alive is lost, and a failed save changes nothing.

use super::*;
use crate::formats::link::{Shared, encode};
use crate::formats::saved::{SavedStep, SavedWork};
use crate::state::EXAMPLES;
use proptest::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// A shelf in memory with room for so many characters.
struct Memory {
    texts: RefCell<BTreeMap<String, String>>,
    room: Cell<usize>,
}

impl Memory {
    fn with_room(room: usize) -> Self {
        Self { texts: RefCell::default(), room: Cell::new(room) }
    }

    fn used(&self) -> usize {
        self.texts.borrow().iter().map(|(key, text)| key.len() + text.len()).sum()
    }
}

impl Shelf for Memory {
    fn keys(&self) -> Vec<String> {
        self.texts.borrow().keys().cloned().collect()
    }

    fn get(&self, key: &str) -> Option<String> {
        self.texts.borrow().get(key).cloned()
    }

    fn put(&self, key: &str, text: &str) -> bool {
        let before = self.get(key).map_or(0, |text| key.len() + text.len());
        let fits = self.used() - before + key.len() + text.len() <= self.room.get();
        if fits {
            self.texts.borrow_mut().insert(key.to_string(), text.to_string());
        }
        fits
    }

    fn remove(&self, key: &str) {
        self.texts.borrow_mut().remove(key);
    }
}

fn work(title: &str, saved_at: f64, link: &str) -> String {
    SavedWork::new(saved_at, title.to_string(), SavedStep::new(link.to_string(), Vec::new())).write()
}

fn kept(title: &str, link: &str) -> String {
    let mut saved = SavedWork::new(0.0, title.to_string(), SavedStep::new(link.to_string(), Vec::new()));
    saved.kept = true;
    saved.write()
}

fn known(live: &[&str]) -> Live {
    Live::Known(live.iter().map(|id| id.to_string()).collect())
}

#[test]
fn what_is_lost_least_goes_first_and_no_more_than_needed() {
    let shelf = Memory::with_room(usize::MAX);
    for (id, saved_at) in [("old", 1.0), ("newer", 2.0), ("own", 0.5)] {
        shelf.put(&Part::Work.key(id), &work(id, saved_at, id));
        shelf.put(&Part::Steps.key(id), &"s".repeat(100));
    }
    shelf.put(&Part::Steps.key("gone"), "left over");
    shelf.put(&Part::Work.key("kept"), &kept("kept", "k"));
    shelf.put(&Part::Work.key("live"), &work("live", 0.0, "l"));
    shelf.put(&Part::Work.key("newest version"), r#"{"version": 9}"#);
    shelf.put(&Part::Work.key("damaged"), "{");
    shelf.put("of another page", "x");
    let order: Vec<Went> = may_go(&shelf, &known(&["live"]), "own").into_iter().map(|(went, _)| went).collect();
    let works = ["old", "newer"].map(|title| Went::Work(title.to_string()));
    assert_eq!(order, [vec![Went::Steps; 3], works.to_vec()].concat());
    // Full: a little more than the leftover and one history.
    shelf.room.set(shelf.used());
    let text = work("own", 9.0, &"x".repeat(100));
    assert_eq!(save_part(&shelf, ("own", Part::Work), &text, None), Err(Full), "nothing goes unasked");
    let went = save_part(&shelf, ("own", Part::Work), &text, Some(&known(&["live"])));
    assert_eq!(went, Ok(vec![Went::Steps, Went::Steps]));
    assert!(shelf.get(&Part::Steps.key("newer")).is_some() && shelf.get(&Part::Work.key("old")).is_some());
    // For a history no work goes.
    assert_eq!(save_part(&shelf, ("own", Part::Steps), &"s".repeat(5_000), Some(&known(&["live"]))), Err(Full));
    // Too much for all together: nothing goes.
    let before = shelf.texts.borrow().clone();
    assert_eq!(save_part(&shelf, ("own", Part::Work), &work("own", 9.0, &"x".repeat(5_000)), Some(&known(&["live"]))), Err(Full));
    assert_eq!(*shelf.texts.borrow(), before);
}

#[test]
fn duplicates_are_found_among_closed_work_only() {
    let shelf = Memory::with_room(usize::MAX);
    for (id, saved_at) in [("first", 1.0), ("second", 2.0), ("third", 3.0)] {
        shelf.put(&Part::Work.key(id), &work("same", saved_at, "same"));
    }
    shelf.put(&Part::Work.key("kept"), &kept("same", "same"));
    shelf.put(&Part::Work.key("other title"), &work("other", 0.0, "same"));
    assert_eq!(duplicates(&shelf, &known(&[])), ["first", "second"]);
    assert_eq!(duplicates(&shelf, &known(&["third"])), ["first"]);
    assert_eq!(duplicates(&shelf, &known(&["first", "third"])), Vec::<String>::new());
    // Without the browser's word, what was saved within a day counts as alive.
    assert_eq!(duplicates(&shelf, &Live::Unknown(4.0)), Vec::<String>::new());
    assert_eq!(duplicates(&shelf, &Live::Unknown(1e9)), ["first", "second"]);
}

#[test]
fn the_list_tells_what_can_be_opened() {
    let shelf = Memory::with_room(usize::MAX);
    let link = encode(&EXAMPLES[0].open().into_shared());
    let idle =
        EXAMPLES.iter().map(|example| example.open()).find(|opened| opened.scenario.study.idle().is_some()).expect("servers");
    let idle = encode(&Shared { scenario: idle.scenario, view: idle.view });
    for (id, text) in [
        ("1", work("closed", 1.0, &link)),
        ("2", work("here", 2.0, &link)),
        ("3", work("there", 3.0, &idle)),
        ("4", work("newer link", 4.0, "v7.abc")),
        ("5", work("damaged link", 5.0, &link[..40])),
        ("6", r#"{"version": 3, "saved_at": 6}"#.to_string()),
        ("7", "…".to_string()),
    ] {
        shelf.put(&Part::Work.key(id), &text);
    }
    let list = listed(&shelf, "2", &known(&["2", "3"]));
    let told: Vec<_> = list.iter().map(|entry| (entry.id.as_str(), entry.title.as_str(), entry.requests)).collect();
    let servers = list.iter().find(|entry| entry.id == "3").and_then(|entry| entry.requests);
    assert!(servers.is_some_and(|requests| requests > 0));
    let expected = [("5", "damaged link", None), ("4", "newer link", None), ("3", "there", servers), ("2", "here", None)];
    assert_eq!(told[..4], expected);
    assert_eq!(told[4], ("1", "closed", Some(11)));
    let condition = |id: &str| list.iter().find(|entry| entry.id == id).map(|entry| entry.condition.clone()).expect("listed");
    assert_eq!(["1", "2", "3"].map(condition), [Condition::Closed, Condition::Open, Condition::OpenElsewhere]);
    assert!(matches!(condition("4"), Condition::Newer(why) if why.contains("v7")));
    assert!(matches!(condition("6"), Condition::Newer(why) if why.contains("newer version")));
    assert!(matches!((condition("5"), condition("7")), (Condition::Damaged(_), Condition::Damaged(_))));
    // Nothing was touched.
    assert_eq!(shelf.keys().len(), 7);
}

#[test]
fn what_is_deleted_comes_back_whole() {
    let shelf = Memory::with_room(usize::MAX);
    for part in Part::ALL {
        shelf.put(&part.key("a"), "a text");
        shelf.put(&part.key("ab"), "another");
    }
    let before = shelf.texts.borrow().clone();
    let taken = take(&shelf, "a");
    assert_eq!(shelf.keys().len(), 3);
    assert!(taken.put_back(&shelf));
    assert_eq!(*shelf.texts.borrow(), before);
    let taken = take(&shelf, "a");
    shelf.room.set(shelf.used() + 10);
    assert!(!taken.put_back(&shelf), "there is no room any more, and that is told");
}

/// What happens to the shelf.
#[derive(Clone, Debug)]
enum Event {
    /// A tab saves a part of its work, so long.
    Save { tab: usize, part: usize, chars: usize },
    /// A tab closes and another opens in its place.
    Reopen { tab: usize },
    /// The user asks to keep a tab's work.
    Keep { tab: usize },
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        6 => (0..3_usize, 0..3_usize, 0..600_usize).prop_map(|(tab, part, chars)| Event::Save { tab, part, chars }),
        2 => (0..3_usize).prop_map(|tab| Event::Reopen { tab }),
        1 => (0..3_usize).prop_map(|tab| Event::Keep { tab }),
    ]
}

proptest! {
    #[test]
    fn nothing_alive_or_kept_is_lost_and_a_failed_save_changes_nothing(room in 500..4_000_usize, events in prop::collection::vec(event(), 1..120)) {
        let shelf = Memory::with_room(room);
        shelf.put("of another page", "x");
        shelf.put(&Part::Work.key("newer"), r#"{"version": 7}"#);
        shelf.put(&Part::Work.key("damaged"), "}");
        let mut tabs = ["t0", "t1", "t2"].map(str::to_string);
        let mut kept_ids = BTreeSet::new();
        // What must be there, by key: the last text that was said to be saved.
        let mut promised: BTreeMap<String, String> = ["of another page", "bookahead.work.newer", "bookahead.work.damaged"]
            .iter()
            .filter_map(|key| Some((key.to_string(), shelf.get(key)?)))
            .collect();
        let protected = |key: &str, tabs: &[String], kept: &BTreeSet<String>| {
            let id = Part::ALL.into_iter().find_map(|part| part.id(key));
            let is_work = Part::Work.id(key).is_some();
            id.is_none_or(|id| tabs.iter().any(|tab| tab == id) || (is_work && (kept.contains(id) || ["newer", "damaged"].contains(&id))))
        };
        for (time, event) in events.into_iter().enumerate() {
            match event {
                Event::Save { tab, part, chars } => {
                    let (id, part) = (tabs[tab].clone(), Part::ALL[part]);
                    let mut saved = SavedWork::new(time as f64, id.clone(), SavedStep::new("x".repeat(chars), Vec::new()));
                    saved.kept = kept_ids.contains(&id);
                    let text = if part == Part::Work { saved.write() } else { "s".repeat(chars) };
                    let before = shelf.texts.borrow().clone();
                    let live = Live::Known(tabs.iter().cloned().collect());
                    match save_part(&shelf, (&id, part), &text, Some(&live)) {
                        Ok(_) => {
                            promised.insert(part.key(&id), text);
                        }
                        Err(Full) => prop_assert_eq!(&*shelf.texts.borrow(), &before),
                    }
                }
                Event::Reopen { tab } => tabs[tab] = format!("t{}", time + 3),
                Event::Keep { tab } => {
                    let key = Part::Work.key(&tabs[tab]);
                    if let Some(Ok(mut saved)) = shelf.get(&key).map(|text| SavedWork::read(&text)) {
                        saved.kept = true;
                        if shelf.put(&key, &saved.write()) {
                            kept_ids.insert(tabs[tab].clone());
                            promised.insert(key, saved.write());
                        }
                    }
                }
            }
            for (key, text) in promised.iter().filter(|(key, _)| protected(key, &tabs, &kept_ids)) {
                prop_assert_eq!(shelf.get(key), Some(text.clone()), "{} after step {}", key, time);
            }
            prop_assert!(shelf.used() <= room);
        }
    }
}
