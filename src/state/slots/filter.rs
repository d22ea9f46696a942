//! The language in which requests are searched for: words that all have to hold.
//!
//! | word | holds for |
//! |---|---|
//! | `12` | requests whose number begins with 12 |
//! | `11.2` | request 11, of which this is a job or a part |
//! | `user:12`, `user:3-8` | this number, these numbers; likewise `nodes:`, `jobs:`, `duration:`, `relax:`, `class:` |
//! | `accepted`, `partly`, `refused`, `moved` | requests of which all, some, no jobs were accepted, or of which a job was moved |
//! | `rigid`, `flexible` | requests that may not wait, may wait |
//! | `parametric`, `mpi` | requests for several jobs, for jobs on several nodes |
//! | `-word` | requests for which the word does not hold |
//!
//! A word may be cut short while it is clear.

use crate::chart::PlanView;
use crate::engine::slots::revenue::Market;
use std::fmt;
use std::ops::RangeInclusive;

/// Words that stand by themselves, in the order in which they are offered.
pub const FILTER_WORDS: [(&str, Property); 8] = [
    ("accepted", Property::Accepted),
    ("partly", Property::Partly),
    ("refused", Property::Refused),
    ("moved", Property::Moved),
    ("rigid", Property::Rigid),
    ("flexible", Property::Flexible),
    ("parametric", Property::Parametric),
    ("mpi", Property::Mpi),
];

/// Words that are followed by a number or a range of numbers.
const FIELDS: [(&str, Field); 6] = [
    ("user", Field::User),
    ("class", Field::Class),
    ("nodes", Field::Nodes),
    ("jobs", Field::Jobs),
    ("duration", Field::Duration),
    ("relax", Field::Relax),
];

/// Longest text that is looked at.
const CHARS_MAX: usize = 200;

/// What holds for a request or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// All its jobs were accepted.
    Accepted,
    /// Some of its jobs were.
    Partly,
    /// None was.
    Refused,
    /// A job of it stands elsewhere than where it was first placed.
    Moved,
    /// It has to start in its earliest slot.
    Rigid,
    /// It may wait.
    Flexible,
    /// It asks for several jobs.
    Parametric,
    /// Its jobs need several nodes at once.
    Mpi,
}

/// A number of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    User,
    Class,
    Nodes,
    Jobs,
    Duration,
    Relax,
}

/// What one word asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Test {
    Begins(String),
    Is(Property),
    Within(Field, RangeInclusive<u32>),
}

/// A filter: all its words have to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestFilter {
    /// Each with whether it shall hold.
    tests: Vec<(bool, Test)>,
}

/// A word that no filter understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    word: String,
    why: &'static str,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "“{}” {}", self.word, self.why)
    }
}

/// The one entry of a table whose name begins so.
fn named<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    let mut found = table.iter().filter(|(name, _)| name.starts_with(word));
    let (name, value) = found.next()?;
    (*name == word || found.next().is_none()).then_some(*value)
}

fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let number = |text: &str| text.parse::<u32>().ok();
    match text.split_once('-') {
        None => number(text).map(|number| number..=number),
        Some((from, "")) => number(from).map(|from| from..=u32::MAX),
        Some((from, to)) => Some(number(from)?..=number(to)?),
    }
}

impl Test {
    fn read(word: &str) -> Result<Self, &'static str> {
        if word.chars().all(|letter| letter.is_ascii_digit()) {
            return Ok(Self::Begins(word.to_string()));
        }
        let is_name = word.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
        if is_name && let Some(number) = word.split('.').next().and_then(|number| number.parse().ok()) {
            return Ok(Self::Within(Field::User, number..=number));
        }
        if let Some((name, numbers)) = word.split_once(':') {
            let field = named(&FIELDS, name).ok_or("is not known: write user, class, nodes, jobs, duration or relax before “:”")?;
            return range(numbers)
                .map(|range| Self::Within(field, range))
                .ok_or("needs a number, as in user:12, or two, as in user:3-8");
        }
        let is_several = FILTER_WORDS.iter().filter(|(name, _)| name.starts_with(word)).count() > 1;
        let why = if is_several {
            "begins several words: go on typing"
        } else {
            "is not known: write a number, accepted, partly, refused, moved, rigid, flexible, parametric or mpi"
        };
        named(&FILTER_WORDS, word).map(Self::Is).ok_or(why)
    }
}

impl RequestFilter {
    /// Reads words.
    ///
    /// # Errors
    /// The first word that means nothing.
    pub fn read(text: &str) -> Result<Self, FilterError> {
        let text: String = text.chars().take(CHARS_MAX).collect::<String>().to_lowercase();
        let tests = text.split_whitespace().map(|word| {
            let (holds, bare) = word.strip_prefix('-').map_or((true, word), |bare| (false, bare));
            let test = if bare.is_empty() { Err("needs a word to exclude after it, as in -refused") } else { Test::read(bare) };
            test.map(|test| (holds, test)).map_err(|why| FilterError { word: word.chars().take(40).collect(), why })
        });
        Ok(Self { tests: tests.collect::<Result<_, _>>()? })
    }

    /// Whether it lets everything through.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Whether it lets a request through of which this is known.
    pub fn admits(&self, facts: &RequestFacts) -> bool {
        self.tests.iter().all(|(holds, test)| *holds == test.holds(facts))
    }
}

/// What a filter asks of a request, in whatever study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestFacts {
    /// The number people call it by.
    pub number: u32,
    /// Its class, from 1; `None` without a market.
    pub class: Option<u32>,
    /// Nodes of a job.
    pub nodes: u32,
    /// Its jobs.
    pub jobs: u32,
    /// Length of a job.
    pub duration: u32,
    /// How long it may wait.
    pub relax: u32,
    /// Its jobs that were accepted.
    pub accepted: u32,
    /// Whether one of these was moved.
    pub is_moved: bool,
}

impl RequestFacts {
    /// Of the request in a row of a plan in slots.
    pub fn of(plan: &PlanView, market: Option<&Market>, row: usize) -> Self {
        let request = plan.request(row);
        let accepted = || plan.jobs_of(row).filter(|&job| plan.slots_of(job).is_some());
        Self {
            number: request.user,
            // Counted from 1, as people do.
            class: market.map(|market| 1 + market.class_of(request.earliest_start - request.submitted) as u32),
            nodes: request.nodes,
            jobs: request.jobs,
            duration: request.duration,
            relax: request.relax(),
            accepted: accepted().count() as u32,
            is_moved: accepted().any(|job| plan.moved_from(job).is_some()),
        }
    }
}

impl Test {
    fn holds(&self, facts: &RequestFacts) -> bool {
        match self {
            Self::Begins(digits) => facts.number.to_string().starts_with(digits.as_str()),
            Self::Is(property) => property.holds(facts),
            Self::Within(field, range) => {
                let value = match field {
                    Field::User => Some(facts.number),
                    Field::Nodes => Some(facts.nodes),
                    Field::Jobs => Some(facts.jobs),
                    Field::Duration => Some(facts.duration),
                    Field::Relax => Some(facts.relax),
                    Field::Class => facts.class,
                };
                value.is_some_and(|value| range.contains(&value))
            }
        }
    }
}

impl Property {
    fn holds(self, facts: &RequestFacts) -> bool {
        match self {
            Self::Accepted => facts.accepted == facts.jobs,
            Self::Refused => facts.accepted == 0,
            Self::Partly => facts.accepted > 0 && facts.accepted < facts.jobs,
            Self::Moved => facts.is_moved,
            Self::Rigid => facts.relax == 0,
            Self::Flexible => facts.relax > 0,
            Self::Parametric => facts.jobs > 1,
            Self::Mpi => facts.nodes > 1,
        }
    }
}

/// The text with a word more, or without it if it is there.
pub fn with_filter_word(text: &str, word: &str) -> String {
    let mut words: Vec<&str> = text.split_whitespace().filter(|other| !other.eq_ignore_ascii_case(word)).collect();
    if words.len() == text.split_whitespace().count() {
        words.push(word);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::slots::metrics::Metrics;
    use crate::engine::slots::nodes::NodeTable;
    use crate::engine::slots::planner::Session;
    use crate::state::{Example, Marked, RequestSums, jobs_of_rows, marked_rows};

    fn planned(key: &str) -> (PlanView, Option<Market>) {
        let scenario = Example::find(key).unwrap().open().scenario.study.slots().unwrap().clone();
        let mut session = Session::new(scenario.machine, scenario.policy, scenario.workload.arrivals().unwrap());
        session.finish();
        let nodes = NodeTable::map(session.arrivals(), session.decisions(), scenario.machine.nodes);
        let plan = PlanView::new(session.arrivals().clone(), session.decisions().clone(), nodes, scenario.machine).unwrap();
        (plan, scenario.market)
    }

    fn found(text: &str, (plan, market): &(PlanView, Option<Market>)) -> Vec<u32> {
        let filter = RequestFilter::read(text).unwrap_or_else(|error| panic!("{error}"));
        let rows = (0..plan.arrivals().requests()).filter(|&row| filter.admits(&RequestFacts::of(plan, market.as_ref(), row)));
        rows.map(|row| plan.arrivals().user[row]).collect()
    }

    #[test]
    fn words_find_what_the_plan_says_and_combine() {
        let eleven = planned("eleven-requests");
        let (plan, _) = &eleven;
        let by = |holds: &dyn Fn(usize) -> bool| -> Vec<u32> {
            (0..plan.arrivals().requests()).filter(|&row| holds(row)).map(|row| plan.arrivals().user[row]).collect()
        };
        assert_eq!(found("", &eleven).len(), 11);
        assert_eq!(found("1", &eleven), [1, 10, 11]);
        assert_eq!((found("user:1", &eleven), found("us:3-5", &eleven)), (vec![1], vec![3, 4, 5]));
        assert_eq!(found("user:9-", &eleven), [9, 10, 11]);
        let moved: Vec<u32> = plan.moved_rows().iter().map(|&row| plan.arrivals().user[row as usize]).collect();
        assert!(!moved.is_empty());
        assert_eq!(found("moved", &eleven), moved);
        assert_eq!(found("rigid", &eleven), by(&|row| plan.arrivals().row(row).relax() == 0));
        assert_eq!(found("-rigid", &eleven), found("flexible", &eleven));
        assert_eq!(
            found("rigid parametric", &eleven),
            by(&|row| {
                let r = plan.arrivals().row(row);
                r.relax() == 0 && r.jobs > 1
            })
        );
        assert!(found("rigid flexible", &eleven).is_empty());
        let [accepted, partly, refused] = ["accepted", "partly", "REFUSED"].map(|word| found(word, &eleven).len());
        assert_eq!(accepted + partly + refused, 11, "each request has one verdict");
        assert_eq!(found("class:1", &eleven), [0_u32; 0], "there is no market");
        let market = planned("three-classes");
        let classes: usize = (1..=3).map(|class| found(&format!("class:{class}"), &market).len()).sum();
        assert_eq!(classes, market.0.arrivals().requests());
        assert!(!found("class:1 -refused", &market).is_empty());
    }

    #[test]
    fn sums_over_all_requests_are_the_figures_of_the_plan() {
        for key in ["eleven-requests", "three-classes"] {
            let (plan, _) = planned(key);
            let metrics = Metrics::of(plan.arrivals(), plan.decisions(), plan.machine());
            let all: Marked = plan.arrivals().id.iter().copied().chain([u32::MAX]).collect();
            let rows = marked_rows(&plan, &all);
            assert_eq!(jobs_of_rows(&plan, &rows).len(), plan.arrivals().jobs());
            let sums = RequestSums::of(&plan, &rows);
            assert_eq!((sums.jobs, sums.accepted), (u64::from(metrics.jobs), u64::from(metrics.accepted)));
            assert!((sums.mean_delay().unwrap() - metrics.mean_delay).abs() < 1e-9);
            assert_eq!(RequestSums::of(&plan, &[]), RequestSums::default());
        }
    }

    #[test]
    fn a_word_may_be_cut_short_while_it_is_clear_and_nonsense_is_named() {
        assert_eq!(RequestFilter::read("par"), Err(FilterError { word: "par".into(), why: "begins several words: go on typing" }));
        assert_eq!(RequestFilter::read("para"), RequestFilter::read("parametric"));
        for text in ["colour", "user:", "user:x", "user:5-x", "size:3", "-", "12-14", "user:99999999999", "–", "\u{0}"] {
            let error = RequestFilter::read(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("“{text}”")), "{error}");
        }
        assert!(RequestFilter::read("   ").unwrap().is_empty());
    }

    #[test]
    fn a_choice_puts_its_word_in_or_takes_it_out() {
        assert_eq!(with_filter_word("", "moved"), "moved");
        assert_eq!(with_filter_word("12  rigid", "moved"), "12 rigid moved");
        assert_eq!(with_filter_word("12 Moved rigid", "moved"), "12 rigid");
    }
}
