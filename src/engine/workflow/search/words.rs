//! A step of a search in words.

use super::recorder::SearchStep;
use crate::workflow::explain::in_units;
use crate::workflow::policy::Method;

/// Descendants that are named one by one.
const NAMED_MAX: usize = 6;

/// What a step did. `is_given` says that its mapping takes the tasks in a given order; `name` names a task of the application; a unit has so many ticks.
pub fn step_words(step: &SearchStep, method: Method, is_given: bool, name: &dyn Fn(u32) -> String, ticks: u32) -> String {
    let sum: f64 = step.ready.iter().map(|ready| ready.weight).sum();
    let own = step.ready.iter().find(|ready| ready.task == step.task);
    let task = name(step.task);
    let mut words = match own.filter(|_| method == Method::Slack && sum > 0.0 && step.ready.len() > 1) {
        Some(_) if is_given => format!("{task} is mapped: it comes next in the given order."),
        Some(own) => format!("{task} is drawn, with a probability of {:.0} %.", 100.0 * own.weight / sum),
        None if method == Method::FileOrder => {
            format!("{task} is mapped: of the tasks that can start first it comes first in the file.")
        }
        None if method == Method::Cpop => format!("{task} is mapped: of the ready tasks it has the highest priority."),
        None => format!("{task} is mapped."),
    };
    let tried = step.tried.len();
    words += &format!(
        " {tried} {} tried; it starts at {} on node {}",
        if tried == 1 { "node was" } else { "nodes were" },
        in_units(step.start, ticks),
        step.node
    );
    words += &match step.start.saturating_sub(step.earliest) {
        0 => ", as early as it can.".to_string(),
        late => format!(", {} after its earliest start.", in_units(late, ticks)),
    };
    if !step.pushed.is_empty() {
        let named = step.pushed.iter().take(NAMED_MAX);
        let pushed: Vec<String> = named.map(|&(task, _, after)| format!("{} to {}", name(task), in_units(after, ticks))).collect();
        let more = step.pushed.len().saturating_sub(NAMED_MAX);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        words += &format!(" That pushes on {}{more}.", pushed.join(", "));
    }
    if step.lifted > 0 {
        words += &format!(" A slack became negative: that of all unmapped tasks is lifted by {}.", in_units(step.lifted, ticks));
    }
    words
}
