//! What somebody changed by hand, as the `solution:` of a task.

use crate::levers::{changes, is_allowed, with};
use crate::model::{Assignment, Lever};
use crate::parse::read_solution;
use crate::settings::value;
use bookahead_engine::Scenario;

/// Most changes that a solution is made of.
pub const CHANGES_MAX: usize = 50;

/// What was recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// The changes, in an order in which each leads to a scenario within bounds.
    pub solution: Vec<Assignment>,
    /// What differs and is not among them, because the step does not allow it: each as `allow:` would name it.
    pub locked: Vec<String>,
    /// What differs and cannot be said in a solution: each by its place in the scenario file.
    pub unsaid: Vec<String>,
}

/// The changes that lead from one scenario to another, as far as they are allowed and can be said.
pub fn record(base: &Scenario, now: &Scenario, allow: &[Lever]) -> Recorded {
    let mut open: Vec<Assignment> = Vec::new();
    for change in changes(base, now).iter().filter(|change| is_allowed(base, change, allow)) {
        let lever = change.lever();
        if open.len() < CHANGES_MAX
            && open.iter().all(|other| other.lever != lever)
            && let Some(value) = value(now, &lever)
            && can_be_read(&Assignment { lever: lever.clone(), value: value.clone() })
        {
            open.push(Assignment { lever, value });
        }
    }
    let mut recorded = Recorded::default();
    let mut reached = base.clone();
    // A change may be possible only after another: the end of a window before its beginning.
    while let Some((at, next)) =
        open.iter().enumerate().find_map(|(at, one)| Some((at, with(&reached, &one.lever, &one.value).ok()?)))
    {
        reached = next;
        recorded.solution.push(open.remove(at));
    }
    for change in changes(&reached, now) {
        let name = change.lever().to_string();
        let list = if is_allowed(base, &change, allow) { &mut recorded.unsaid } else { &mut recorded.locked };
        if !list.contains(&name) {
            list.push(name);
        }
    }
    recorded
}

/// Whether a change is read from a lesson as it is written there: not every name is a word of a lesson.
fn can_be_read(change: &Assignment) -> bool {
    read_solution(&change.to_string()) == [change.clone()]
}
