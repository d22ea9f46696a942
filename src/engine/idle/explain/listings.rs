//! The strategies of named servers as pseudo-code.

use crate::core::algorithm::{CodeLine, Listing, Role, accepts, refuses, works};
use crate::idle::scenario::IdleScenario;
use crate::idle::strategy::Strategy;

/// Whether the search goes from one rate of servers to the next.
pub(super) fn goes_by_rate(scenario: &IdleScenario, strategy: Strategy) -> bool {
    let mut rates = scenario.servers.groups.iter().map(|group| group.rate);
    let first = rates.next();
    strategy != Strategy::FfHu && rates.any(|rate| first.is_some_and(|first| first.compare(rate).is_ne()))
}

/// The search of a strategy in the paper's own structure as pseudo-code.
///
/// - Min-LIP, Min-TIP and Best-Fit in strips: Castillo 3.3.2 and 3.3.3; First-Fit: 3.3.4; Max-LIP and Max-TIP: 3.2.2; LACT: 3.1.
/// - FF-HU and FF-HA in lists: Castillo 4.2; FF-HA+ in two-level trees: 4.4.
/// - Reservations that adapt: Castillo 4.5.
pub fn strategy_listing(scenario: &IdleScenario, strategy: Strategy) -> Listing {
    let by_rate = goes_by_rate(scenario, strategy);
    let mut lines = vec![works("asked", 0, "a job of size l asks for a place between r and d")];
    if by_rate {
        let until = if strategy.slowest_first() { ", until one has a period" } else { "" };
        lines.push(works("rate", 0, format!("for each rate, slowest first{until}:")));
    }
    let inner = searched(strategy).into_iter().map(|line| CodeLine { depth: line.depth + u8::from(by_rate), ..line });
    lines.extend(inner);
    if scenario.is_adaptive() {
        lines.push(works("adapt", 0, "no period? Others make room"));
    }
    lines.push(refuses("refuse", 0, "no place? Refuse the job"));
    let place =
        if strategy.places_late() { "place it on i, to end at min(e, d): accept" } else { "place it on i at max(s, r): accept" };
    lines.push(accepts("accept", 0, place));
    let mut variables = vec![
        ("l", "size of the job"),
        ("r", "earliest start"),
        ("d", "deadline"),
        ("read", "nodes or entries that were read in this step"),
        ("i", "server of the idle period"),
        ("s", "start of the idle period"),
        ("e", "end of the idle period"),
        ("start", "start of the job"),
    ];
    if strips(strategy) {
        variables.insert(3, ("strip", "strip that is searched"));
    }
    if by_rate {
        variables.insert(3, ("rate", "rate of the servers that are searched"));
    }
    Listing { name: strategy.title(), source: source(strategy), lines, variables }
}

fn strips(strategy: Strategy) -> bool {
    use Strategy::{BestFit, FirstFitIdle, MaxLip, MaxTip, MinLip, MinTip};
    matches!(strategy, MinLip | MinTip | BestFit | FirstFitIdle | MaxLip | MaxTip)
}

/// A loop, and what it takes.
fn both(one: &'static str, text: &'static str, found: &'static str, taken: &'static str) -> [CodeLine; 2] {
    [CodeLine::new(Role::Works, one, 0, text), CodeLine::new(Role::Works, found, 1, taken)]
}

fn searched(strategy: Strategy) -> Vec<CodeLine> {
    let by_deadline = |first: &'static str| {
        both("by-deadline", first, "found-by-deadline", "one feasible? Take it: nothing is left after the job")
    };
    match strategy {
        Strategy::MinLip => [
            both(
                "delayed",
                "strips of periods that start from r on, earliest first:",
                "found-delayed",
                "one feasible? Take it: nothing is left before the job",
            ),
            both(
                "at-once",
                "none? Strips of periods that start before r, latest first:",
                "found-at-once",
                "one feasible? Take it: least is left before the job",
            ),
        ]
        .concat(),
        Strategy::MinTip => [
            by_deadline("strips of periods that end by d, earliest first:"),
            both(
                "behind",
                "none? Strips of periods that end after d, earliest first:",
                "found-behind",
                "one feasible? Take it: least is left after the job",
            ),
            both("open", "none? Periods without end:", "found-open", "take the feasible one that starts last"),
        ]
        .concat(),
        Strategy::MaxTip => [
            both("open", "periods without end:", "found-open", "take the feasible one that starts last"),
            both(
                "behind",
                "none? Strips of periods that end after d, latest first:",
                "found-behind",
                "one feasible? Take it: most is left after the job",
            ),
            by_deadline("none? Strips of periods that end by d, earliest first:"),
        ]
        .concat(),
        Strategy::BestFit => both(
            "strip",
            "each strip of periods that start by d − l:",
            "found-strip",
            "keep the feasible one that leaves least, before and after together",
        )
        .to_vec(),
        Strategy::FirstFitIdle | Strategy::MaxLip => both(
            "strip",
            "strips of periods that start by d − l, earliest first:",
            "found-strip",
            "one feasible? Take the one that starts first",
        )
        .to_vec(),
        Strategy::Lact => [
            both("before", "servers whose last job ends by r:", "found-before", "take the feasible one that is done last"),
            both("after", "none? The other servers:", "found-after", "take the feasible one that is done first"),
        ]
        .concat(),
        Strategy::FfHu | Strategy::FfHa => {
            both("list", "list of periods, earliest start first:", "found-list", "take the first feasible one").to_vec()
        }
        Strategy::FfHaPlus | Strategy::FfHaPlusFirst | Strategy::FfHaPlusLast => {
            let taken = match strategy {
                Strategy::FfHaPlusFirst => "take the first feasible one, from the largest capacity on",
                Strategy::FfHaPlus => "take the feasible one of the largest capacity",
                _ => "take the feasible one of the largest capacity; without end, the one that starts last",
            };
            let mut lines = vec![works("mark", 0, "outer tree: mark the subtrees of periods that start by d − l/μ")];
            lines.extend(both("inner", "their inner trees: periods that last until r + l/μ:", "found-inner", taken));
            lines
        }
    }
}

fn source(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::MinLip => "Castillo 3.3.2",
        Strategy::MinTip => "Castillo 3.2.2, 3.3.2",
        Strategy::BestFit => "Castillo 3.3.3",
        Strategy::FirstFitIdle => "Castillo 3.3.4",
        Strategy::MaxLip | Strategy::MaxTip => "Castillo 3.2.2",
        Strategy::Lact => "Castillo 3.1",
        Strategy::FfHu | Strategy::FfHa => "Castillo 4.2",
        Strategy::FfHaPlus | Strategy::FfHaPlusFirst => "Castillo 4.4.2",
        Strategy::FfHaPlusLast => "after Castillo 4.4.2",
    }
}
