//! Saved work as text: what the page keeps in the browser's storage. Anyone can change it there, so it is read as carefully as a link.

use crate::link::{self, LinkError, Opened, Panel};
use bookahead_engine::Scenario;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version that is written.
const VERSION: u32 = 2;
/// Most letters of a title or a name that is read.
const NAME_CHARS: usize = 200;
/// Most scenarios beside one; there is one for each panel.
const OTHERS_MAX: usize = 16;
/// Most steps of a history that are read, back and forth together.
const STEPS_MAX: usize = 1_000;

/// A piece of work: a scenario and view as a link, and what is known of it without opening it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedWork {
    #[serde(default = "first_version")]
    version: u32,
    /// Milliseconds since 1970; 0 where the text names no moment that there is a date for.
    pub saved_at: f64,
    /// The scenario's title. It counts, not the one in the link.
    pub title: String,
    /// Scenario and view, as in a link's fragment.
    pub link: String,
    /// The scenario beside it in entries of earlier builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    second: Option<String>,
    /// The scenarios beside it, each in a link to the panel it belongs to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// Whether the user asked to keep it: it is never removed to make room.
    #[serde(default)]
    pub kept: bool,
    /// The key of its study; earlier builds did not write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study: Option<String>,
    /// Number of requests, given or to be generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requests: Option<u32>,
}

fn first_version() -> u32 {
    1
}

/// Why saved text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedError {
    /// A newer version of the program wrote it.
    Newer,
    /// It is not what this program writes.
    Damaged,
    /// Its link cannot be opened.
    Link(LinkError),
}

/// The last moment that browsers have a date for, in milliseconds since 1970 (ECMA-262, time values).
const MOMENT_MAX: f64 = 8.64e15;

impl SavedError {
    /// Whether a newer version of the program made it: nothing is wrong with it.
    pub fn is_newer(&self) -> bool {
        matches!(self, Self::Newer | Self::Link(LinkError::OtherVersion { .. } | LinkError::Newer { .. }))
    }
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer => write!(f, "it was saved by a newer version of Bookahead"),
            Self::Damaged => write!(f, "what is stored is damaged: it is not what Bookahead writes"),
            Self::Link(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SavedError {}

/// Only the version, which every later version will have too.
#[derive(Deserialize)]
struct Versioned {
    #[serde(default = "first_version")]
    version: u32,
}

/// The title in work that a newer version saved, if it is where this version has it.
pub fn title_of_newer(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Titled {
        title: String,
    }
    let Titled { mut title } = serde_json::from_str(text).ok()?;
    cut(&mut title);
    Some(title)
}

/// Text of this program in a version it knows.
fn known<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, SavedError> {
    let Versioned { version } = serde_json::from_str(text).map_err(|_| SavedError::Damaged)?;
    if version > VERSION {
        return Err(SavedError::Newer);
    }
    serde_json::from_str(text).map_err(|_| SavedError::Damaged)
}

fn cut(name: &mut String) {
    if let Some((end, _)) = name.char_indices().nth(NAME_CHARS) {
        name.truncate(end);
    }
}

/// Work that was saved, opened again.
#[derive(Clone, Debug, PartialEq)]
pub struct Reopened {
    /// What was looked at.
    pub opened: Opened,
    /// The scenarios beside it, with the panels they belong to.
    pub others: Vec<(Panel, Scenario)>,
}

fn open(link: &str, second: Option<&str>, others: &[String]) -> Result<Reopened, SavedError> {
    let mut opened = link::decode(link).map_err(SavedError::Link)?;
    if let Some(second) = second {
        opened.second = Some(link::decode(second).map_err(SavedError::Link)?.scenario);
    }
    let other = |link: &String| link::decode(link).map(|other| (other.view.panel, other.scenario));
    let others = others.iter().take(OTHERS_MAX).map(other).collect::<Result<_, _>>().map_err(SavedError::Link)?;
    Ok(Reopened { opened, others })
}

impl SavedWork {
    /// Work to be saved; nothing is known of it yet but this.
    pub fn new(saved_at: f64, title: String, SavedStep { link, second, others }: SavedStep) -> Self {
        Self { version: VERSION, saved_at, title, link, second, others, kept: false, study: None, requests: None }
    }

    /// Whether nothing but the time differs.
    pub fn is_same_but_for_time(&self, other: &Self) -> bool {
        Self { saved_at: other.saved_at, ..self.clone() } == *other
    }

    /// Reads it.
    ///
    /// # Errors
    /// A newer version wrote it, or it is damaged. The link in it is not looked at.
    pub fn read(text: &str) -> Result<Self, SavedError> {
        let mut saved: Self = known(text)?;
        if !(saved.saved_at > 0.0 && saved.saved_at <= MOMENT_MAX) {
            saved.saved_at = 0.0;
        }
        cut(&mut saved.title);
        Ok(saved)
    }

    /// The text of it.
    pub fn write(&self) -> String {
        write(self)
    }

    /// What was saved.
    ///
    /// # Errors
    /// A link in it cannot be opened.
    pub fn open(&self) -> Result<Reopened, SavedError> {
        let mut reopened = open(&self.link, self.second.as_deref(), &self.others)?;
        reopened.opened.scenario.title.clone_from(&self.title);
        Ok(reopened)
    }

    /// Characters of its links.
    pub fn chars(&self) -> usize {
        chars(&self.link, self.second.as_ref(), &self.others)
    }

    /// What is the same in two copies: the title and the links.
    pub fn content(&self) -> (&str, &str, Option<&str>, &[String]) {
        (&self.title, &self.link, self.second.as_deref(), &self.others)
    }
}

/// Plain data always has a text; were it ever otherwise, the empty text would be read as damaged.
fn write(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A scenario that can be gone back to, as links.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedStep {
    /// Scenario and view.
    pub link: String,
    /// The scenario beside it in what earlier builds saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    second: Option<String>,
    /// The scenarios beside it, each in a link to the panel it belongs to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
}

fn chars(link: &str, second: Option<&String>, others: &[String]) -> usize {
    link.len() + second.map_or(0, String::len) + others.iter().map(String::len).sum::<usize>()
}

impl SavedStep {
    /// A scenario, and those beside it, as links.
    pub fn new(link: String, others: Vec<String>) -> Self {
        Self { link, second: None, others }
    }

    /// Characters of its links.
    pub fn chars(&self) -> usize {
        chars(&self.link, self.second.as_ref(), &self.others)
    }

    /// The scenario.
    ///
    /// # Errors
    /// A link cannot be opened.
    pub fn open(&self) -> Result<Reopened, SavedError> {
        open(&self.link, self.second.as_deref(), &self.others)
    }
}

/// The steps that can be undone and redone; the nearest come first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedSteps {
    #[serde(default)]
    version: u32,
    /// Back.
    pub past: Vec<SavedStep>,
    /// Forth.
    pub future: Vec<SavedStep>,
}

impl SavedSteps {
    /// Steps back and forth, the nearest first, as many as fit into so many characters: those back have precedence.
    pub fn within(chars: usize, past: impl IntoIterator<Item = SavedStep>, future: impl IntoIterator<Item = SavedStep>) -> Self {
        let mut left = chars;
        let mut fits = |step: &SavedStep| {
            let fits = step.chars() <= left;
            left = if fits { left - step.chars() } else { 0 };
            fits
        };
        let past = past.into_iter().take_while(&mut fits).collect();
        Self { version: VERSION, past, future: future.into_iter().take_while(&mut fits).collect() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.past.is_empty() && self.future.is_empty()
    }

    /// Reads them.
    ///
    /// # Errors
    /// A newer version wrote them, or they are damaged.
    pub fn read(text: &str) -> Result<Self, SavedError> {
        let steps: Self = known(text)?;
        if steps.past.len() + steps.future.len() > STEPS_MAX { Err(SavedError::Damaged) } else { Ok(steps) }
    }

    /// The text of them.
    pub fn write(&self) -> String {
        write(self)
    }
}

/// What a piece of work began with: to go back to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedOrigin {
    #[serde(default)]
    version: u32,
    /// Where it came from, in words: `the example “Left hole”`.
    pub from: String,
    /// The scenario as it was opened.
    pub step: SavedStep,
}

impl SavedOrigin {
    /// The scenario that work began with.
    pub fn new(from: String, step: SavedStep) -> Self {
        Self { version: VERSION, from, step }
    }

    /// Reads it.
    ///
    /// # Errors
    /// A newer version wrote it, or it is damaged.
    pub fn read(text: &str) -> Result<Self, SavedError> {
        let mut origin: Self = known(text)?;
        cut(&mut origin.from);
        Ok(origin)
    }

    /// The text of it.
    pub fn write(&self) -> String {
        write(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "v1.eNpFysENQGAQROHdGQ4yv6wStKAKdUi4CY0pUpbDfseXN6z3uR_XvGz9AxOKrEhqERonRcuOP3cmJ93hACkvgmdONH7zC7tsBPI";

    #[test]
    fn entries_of_earlier_builds_open() {
        let text = format!(r#"{{"saved_at": 1700000000000.0, "title": "Old", "link": "{LINK}"}}"#);
        let saved = SavedWork::read(&text).expect("an entry of the first version");
        let Reopened { opened, others } = saved.open().expect("its link");
        assert_eq!((opened.scenario.title.as_str(), saved.kept, others), ("Old", false, Vec::new()));
        let two = text.replace("\"link\"", &format!("\"second\": \"{LINK}\", \"link\""));
        assert!(SavedWork::read(&two).expect("an entry").open().expect("its links").opened.second.is_some());
    }

    #[test]
    fn what_is_written_is_read() {
        let mut saved = SavedWork::new(1.5, "A „title“\n".to_string(), SavedStep::new(LINK.to_string(), vec![LINK.to_string()]));
        (saved.kept, saved.study, saved.requests) = (true, Some("slots".to_string()), Some(11));
        assert_eq!(SavedWork::read(&saved.write()), Ok(saved.clone()));
        let step = SavedStep::new(LINK.to_string(), Vec::new());
        let steps = SavedSteps::within(LINK.len() * 3, vec![step.clone(); 2], vec![step.clone(); 2]);
        assert_eq!((steps.past.len(), steps.future.len()), (2, 1), "as many as fit, those back first");
        assert_eq!(SavedSteps::read(&steps.write()), Ok(steps));
        let origin = SavedOrigin::new("a file".to_string(), step);
        assert_eq!(SavedOrigin::read(&origin.write()), Ok(origin));
    }

    #[test]
    fn a_step_that_does_not_fit_ends_the_history() {
        // Else an older step would be undone to in place of the missing one.
        let step = |chars: usize| SavedStep::new("x".repeat(chars), Vec::new());
        let steps = SavedSteps::within(100, [step(10), step(95), step(10)], []);
        assert_eq!(steps.past, [step(10)]);
        assert!(SavedSteps::within(100, [step(101), step(1)], [step(1)]).is_empty());
    }

    #[test]
    fn newer_and_damaged_text_is_told_apart() {
        for text in [r#"{"version": 3}"#, r#"{"version": 99, "saved_at": "soon", "link": 4}"#] {
            assert_eq!(SavedWork::read(text), Err(SavedError::Newer), "{text}");
        }
        assert_eq!(title_of_newer(r#"{"version": 9, "title": "Soon", "more": []}"#).as_deref(), Some("Soon"));
        assert_eq!(title_of_newer(r#"{"version": 9, "title": 3}"#), None);
        let damaged =
            ["", "{", "[]", "null", "{}", r#"{"version": -1}"#, r#"{"version": 2, "saved_at": 1, "title": 3, "link": ""}"#];
        for text in damaged {
            assert_eq!(SavedWork::read(text), Err(SavedError::Damaged), "{text}");
            assert!(SavedSteps::read(text).is_err() && SavedOrigin::read(text).is_err(), "{text}");
        }
        let newer = SavedWork::new(0.0, String::new(), SavedStep::new("v9.abc".to_string(), Vec::new()))
            .open()
            .expect_err("another version");
        assert!(newer.is_newer(), "{newer}");
        let bad =
            SavedWork::new(0.0, String::new(), SavedStep::new(LINK.replace('e', "f"), Vec::new())).open().expect_err("damaged");
        assert!(!bad.is_newer(), "{bad}");
        let long = SavedWork::new(0.0, "x".repeat(100_000), SavedStep::new(LINK.to_string(), Vec::new()));
        assert_eq!(SavedWork::read(&long.write()).map(|saved| saved.title.len()), Ok(NAME_CHARS));
    }
}
