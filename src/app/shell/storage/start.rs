//! What the page starts with: what this tab was at before a reload, else a link to look at, else the first example.

use super::browser::{BrowserShelf, SaveError, Tab};
use super::keeper::Keeper;
use super::steps::STEPS_CHARS;
use super::work::{Back, Standing, Work, named};
use crate::app::shell::address_bar;
use crate::app::shell::embed::embed;
use crate::app::shell::lesson::going::Course;
use crate::app::shell::notices::Notice;
use crate::formats::link;
use crate::formats::saved::{Reopened, SavedStep, SavedSteps, SavedWork};
use crate::state::library::{Part, Shelf};
use crate::state::{EXAMPLES, Embed, Recalled, WorkId};

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
    /// What a lesson starts with. Nothing of it is stored as work.
    pub fn of_course(course: &Course) -> Option<Self> {
        let reopened = Reopened { opened: course.start()?, others: Vec::new() };
        let keeper = Keeper::new(Work::new(Standing::Preview, String::new(), None));
        Some(Self { reopened, keeper, problem: None, steps: None })
    }

    /// What this tab was at, else what every tab begins with. Nothing is said of what is lost.
    pub fn of_this_tab() -> Reopened {
        let own = Tab::recall().and_then(|tab| Self::of_tab(&tab).ok());
        own.unwrap_or_else(|| Self::example(None)).reopened
    }

    /// Finds out.
    pub fn load() -> Self {
        let (tab, fragment) = (Tab::recall(), address_bar::wanted());
        if let Some(embed) = embed() {
            return Self::embedded(&fragment, embed);
        }
        let stored_link = |tab: &Tab| {
            let text = BrowserShelf::open()?.get(&Part::Work.key(&tab.work))?;
            Some(SavedWork::read(&text).ok()?.link)
        };
        let is_own = |tab: &&Tab| fragment.is_empty() || tab.at == fragment || stored_link(tab).as_ref() == Some(&fragment);
        let own = tab.as_ref().filter(is_own).map(Self::of_tab);
        match own {
            Some(Ok(start)) => return start,
            // What the address bar holds is better than an example.
            Some(Err(lost)) => return Self::of_bar(&fragment, &lost).unwrap_or_else(|| Self::example(Some(&lost))),
            None => {}
        }
        if fragment.is_empty() {
            return Self::example(None);
        }
        match link::decode(&fragment) {
            Ok(opened) => {
                // Work that is stored can be gone back to.
                let back = tab.and_then(|tab| if tab.shows.is_none() || tab.is_newer { Some(tab.work) } else { tab.back });
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

    /// What an embedded page starts with: what its address holds, and nothing that the browser keeps.
    fn embedded(fragment: &str, embed: &Embed) -> Self {
        let link = if fragment.is_empty() { Ok(None) } else { link::decode(fragment).map(Some) };
        let problem = link
            .as_ref()
            .err()
            .map(|error| Notice::problem(format!("This link cannot be opened: {error}. An example is shown instead.")));
        let reopened = Reopened { opened: embed.first(link.unwrap_or_default()), others: Vec::new() };
        let keeper = Keeper::new(Work::new(Standing::Untouched, String::new(), None));
        Self { reopened, keeper, problem, steps: None }
    }

    /// The user's own work as the address bar holds it, where what is stored of it cannot be opened; it is stored anew.
    fn of_bar(fragment: &str, lost: &Lost) -> Option<Self> {
        if matches!(lost, Lost::Unsaved(_)) {
            // It holds what was there before.
            return None;
        }
        let opened = link::decode(fragment).ok()?;
        let title = named(&opened.scenario.title);
        let problem = match lost {
            Lost::Damaged(why) => Some(Notice::problem(format!(
                "The stored copy of “{title}” cannot be opened: {why}. It stays under Open, Earlier work. What you see is from the address bar, and is stored anew."
            ))),
            Lost::Unsaved(_) | Lost::Gone => None,
        };
        let work = Work::new(Standing::Kept, String::new(), None);
        Some(Self { reopened: Reopened { opened, others: Vec::new() }, keeper: Keeper::new(work), problem, steps: None })
    }

    fn example(lost: Option<&Lost>) -> Self {
        let example = &EXAMPLES[0];
        let work = Work::new(Standing::Untouched, format!("the example “{}”", example.title), None);
        let problem = lost.map(|lost| Notice::problem(lost.words()));
        let reopened = Reopened { opened: example.open(), others: Vec::new() };
        Self { reopened, keeper: Keeper::new(work), problem, steps: None }
    }

    /// What this tab was at, or what became of it.
    fn of_tab(tab: &Tab) -> Result<Self, Lost> {
        let back = tab.back.clone().map(Back::Stored);
        if tab.is_newer {
            return Self::of_unsaved(tab, back);
        }
        if let Some(shows) = &tab.shows {
            let reopened = shows.step.open().map_err(|error| Lost::Damaged(error.to_string()))?;
            let standing = if shows.is_preview { Standing::Preview } else { Standing::Untouched };
            let keeper = Keeper::new(Work::new(standing, shows.from.clone(), back));
            return Ok(Self { reopened, keeper, problem: None, steps: None });
        }
        let (reopened, text) = stored(&tab.work).ok_or(Lost::Gone)?.map_err(Lost::Damaged)?;
        let steps = BrowserShelf::open().and_then(|shelf| shelf.get(&Part::Steps.key(&tab.work)));
        let keeper = Keeper::new(Work::stored(tab.work.clone(), text, steps.is_some(), back));
        Ok(Self { reopened, keeper, problem: None, steps })
    }

    /// Work whose newest state could not be stored: that state, as the tab remembers it or the address bar holds it, else the one that is stored.
    fn of_unsaved(tab: &Tab, back: Option<Back>) -> Result<Self, Lost> {
        let newest = match &tab.shows {
            Some(shows) => shows.step.open().ok(),
            None if tab.is_in_bar => link::decode(&tab.at).ok().map(|opened| Reopened { opened, others: Vec::new() }),
            None => None,
        };
        let before = match stored(&tab.work) {
            None => None,
            Some(Ok(before)) => Some(before),
            Some(Err(why)) => return Err(Lost::Damaged(why)),
        };
        match (newest, before) {
            (Some(reopened), Some((_, text))) => {
                let steps = steps_with(&tab.work, &text);
                let work = Work::stored(tab.work.clone(), text, steps.is_some(), back);
                let keeper = Keeper::new(Work { is_newer: true, ..work });
                Ok(Self { reopened, keeper, problem: None, steps })
            }
            (Some(reopened), None) => {
                let keeper = Keeper::new(Work { id: tab.work.clone(), ..Work::new(Standing::Kept, String::new(), back) });
                Ok(Self { reopened, keeper, problem: None, steps: None })
            }
            (None, Some((reopened, text))) => {
                let steps = BrowserShelf::open().and_then(|shelf| shelf.get(&Part::Steps.key(&tab.work)));
                let keeper = Keeper::new(Work::stored(tab.work.clone(), text, steps.is_some(), back));
                let why = why_lost(tab.refused);
                let words =
                    format!("The newest changes could not be saved and are lost: {why}. Shown is what was saved before them.");
                Ok(Self { reopened, keeper, problem: Some(Notice::problem(words)), steps })
            }
            (None, None) => Err(Lost::Unsaved(tab.refused)),
        }
    }
}

/// What became of work that cannot be shown.
enum Lost {
    /// What is stored cannot be opened; why, in words.
    Damaged(String),
    /// It was never saved; why.
    Unsaved(Option<SaveError>),
    /// It was stored and is not there any more.
    Gone,
}

impl Lost {
    fn words(&self) -> String {
        match self {
            Self::Damaged(why) => {
                format!(
                    "The stored copy of your work cannot be opened: {why}. It stays under Open, Earlier work; an example is shown."
                )
            }
            Self::Unsaved(why) => {
                format!(
                    "Your work before the reload could not be saved and is lost: {}. Open its file again; an example is shown.",
                    why_lost(*why)
                )
            }
            Self::Gone => "Your work is not in this browser's storage any more; an example is shown.".to_string(),
        }
    }
}

/// Why work was not saved, in words.
fn why_lost(error: Option<SaveError>) -> &'static str {
    match error {
        Some(SaveError::TooLarge) => "it is larger than what browsers keep",
        Some(SaveError::Forbidden) => "the browser refuses to keep anything for this page",
        Some(SaveError::Full) => "the browser's storage for this page was full",
        None => "the page was left before it was saved",
    }
}

/// The steps that can be undone with the stored state as the nearest, for a state that is newer.
fn steps_with(id: &str, work: &str) -> Option<String> {
    let saved = SavedWork::read(work).ok()?;
    let steps = BrowserShelf::open().and_then(|shelf| shelf.get(&Part::Steps.key(id)));
    let past = steps.and_then(|text| SavedSteps::read(&text).ok()).map_or_else(Vec::new, |steps| steps.past);
    let nearest = SavedStep::new(saved.link, saved.others);
    Some(SavedSteps::within(STEPS_CHARS, std::iter::once(nearest).chain(past), Vec::new()).write())
}
