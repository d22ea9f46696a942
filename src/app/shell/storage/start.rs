//! What the page starts with: what this tab was at before a reload, else a link to look at, else the first example.

use super::browser::{BrowserShelf, Tab};
use super::keeper::Keeper;
use super::work::{Back, Standing, Work};
use crate::app::shell::address_bar;
use crate::app::shell::notices::Notice;
use crate::formats::link;
use crate::formats::saved::{Reopened, SavedStep, SavedSteps, SavedWork};
use crate::state::library::{Part, Shelf};
use crate::state::{EXAMPLES, Recalled, WorkId};

/// What the page starts with.
pub struct Start {
    /// What is shown, and what is beside it.
    pub reopened: Reopened,
    /// The keeper of it.
    pub keeper: Keeper,
    /// What could not be opened, in words.
    pub problem: Option<Notice>,
    /// The text of the steps that can be undone, if there are some.
    pub steps: Option<String>,
}

/// Steps of a piece of work out of their text. What cannot be read, and all that is further off, is left out.
pub fn recalled(work: WorkId, text: &str) -> Option<Recalled> {
    let SavedSteps { past, future, .. } = SavedSteps::read(text).ok()?;
    let open = |steps: Vec<SavedStep>| steps.into_iter().map_while(|step| Some((step.open().ok()?, step))).collect();
    Some(Recalled { work, past: open(past), future: open(future) })
}

/// Stored work and its text; the reason in words if it cannot be opened, nothing if it is not there.
pub fn stored(id: &str) -> Option<Result<(Reopened, String), String>> {
    let text = BrowserShelf::open()?.get(&Part::Work.key(id))?;
    let opened = SavedWork::read(&text).and_then(|saved| saved.open());
    Some(opened.map(|reopened| (reopened, text)).map_err(|error| error.to_string()))
}

impl Start {
    /// Finds out.
    pub fn load() -> Self {
        let (tab, fragment) = (Tab::recall(), address_bar::fragment());
        let stored_link = |tab: &Tab| {
            let text = BrowserShelf::open()?.get(&Part::Work.key(&tab.work))?;
            Some(SavedWork::read(&text).ok()?.link)
        };
        let is_own = |tab: &&Tab| fragment.is_empty() || tab.at == fragment || stored_link(tab).as_ref() == Some(&fragment);
        let own = tab.as_ref().filter(is_own).map(Self::of_tab);
        match own {
            Some(Ok(start)) => return start,
            // What the address bar holds is better than an example.
            Some(Err(why)) if fragment.is_empty() => return Self::example(Some(why)),
            _ => {}
        }
        if fragment.is_empty() {
            return Self::example(None);
        }
        match link::decode(&fragment) {
            Ok(opened) => {
                // Work that is stored can be gone back to.
                let back = tab.and_then(|tab| if tab.shows.is_none() { Some(tab.work) } else { tab.back });
                let back = back.filter(|id| matches!(stored(id), Some(Ok(_))));
                let work = Work::new(Standing::Preview, "a link".to_string(), back.map(Back::Stored));
                let reopened = Reopened { opened, others: Vec::new() };
                Self { reopened, keeper: Keeper::new(work), problem: None, steps: None }
            }
            Err(error) => {
                let instead = tab.as_ref().and_then(|tab| Self::of_tab(tab).ok());
                let shown =
                    if instead.is_some() { "Your work before it is shown instead." } else { "An example is shown instead." };
                let problem = Notice::problem(format!("This link cannot be opened: {error}. {shown}"));
                Self { problem: Some(problem), ..instead.unwrap_or_else(|| Self::example(None)) }
            }
        }
    }

    fn example(why: Option<String>) -> Self {
        let example = &EXAMPLES[0];
        let work = Work::new(Standing::Untouched, format!("the example “{}”", example.title), None);
        let problem = why.map(|why| {
            Notice::problem(format!("Your work cannot be opened: {why}. It is kept under Open, Earlier work; an example is shown."))
        });
        let reopened = Reopened { opened: example.open(), others: Vec::new() };
        Self { reopened, keeper: Keeper::new(work), problem, steps: None }
    }

    /// What this tab was at; why it cannot be opened, in words.
    fn of_tab(tab: &Tab) -> Result<Self, String> {
        let back = tab.back.clone().map(Back::Stored);
        if let Some(shows) = &tab.shows {
            let reopened = shows.step.open().map_err(|error| error.to_string())?;
            let standing = if shows.is_preview { Standing::Preview } else { Standing::Untouched };
            let keeper = Keeper::new(Work::new(standing, shows.from.clone(), back));
            return Ok(Self { reopened, keeper, problem: None, steps: None });
        }
        let (reopened, text) = stored(&tab.work).ok_or("it is not in this browser's storage any more")??;
        let steps = BrowserShelf::open().and_then(|shelf| shelf.get(&Part::Steps.key(&tab.work)));
        let keeper = Keeper::new(Work::stored(tab.work.clone(), text, steps.is_some(), back));
        Ok(Self { reopened, keeper, problem: None, steps })
    }
}
