//! Parts of a search in words.

use bookahead_engine::idle::reference::{Part, StripName};

/// Which strip or tree a step looked into, in words.
pub fn part_words(part: Part) -> String {
    let strip = |name: StripName, what: &str| match name {
        StripName::Past => format!("what outlived its strip, {what}"),
        StripName::Strip(number) => format!("strip {number}, {what}"),
        StripName::Open => format!("open-ended ones, {what}"),
    };
    match part {
        Part::StripDelayed(name) => strip(name, "start at r or later (R2)"),
        Part::StripAtOnce(name) => strip(name, "start before r (R1)"),
        Part::Strip(name) => strip(name, "any feasible"),
        Part::StripByDeadline(name) => strip(name, "end by d"),
        Part::StripBehind(name) => strip(name, "end behind d"),
        Part::OpenEnded => "open-ended ones".to_string(),
        Part::List => "the list, from its front".to_string(),
        Part::CompletedBefore => "completions back from r".to_string(),
        Part::CompletedAfter => "completions after r".to_string(),
        Part::TwoLevel { dual_visited } => format!("two-level tree, {dual_visited} nodes of inner trees"),
    }
}
