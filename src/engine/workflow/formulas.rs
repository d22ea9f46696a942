//! The figures of a plan of workflows with their formulas and the numbers of the plan (Mondol 2.5, 3.4 and 4.2); see
//! [`WorkflowMetrics`](super::metrics::WorkflowMetrics) and [`Served`].

use super::graph::Time;
use super::outcome::{Tasks, WorkflowOutcome};
use super::parties::{Fate, Message, MessageKind, Served};
use super::timeline::Timeline;
use crate::core::formula::{Expression, Formula};

/// Most tasks of a critical path that are named one by one.
const NAMED_MAX: usize = 12;

/// What tasks are called, by their row in the plan.
pub type Names<'a> = &'a dyn Fn(u32) -> String;

/// The figures of one application, then those of all, in units of so many ticks. Nothing of the plan's own figures is read: they are worked out again from
/// its tasks. O((tasks + busy periods) log).
pub fn formulas(plan: &WorkflowOutcome, application: usize, ticks: u32, names: Names<'_>) -> Vec<Formula> {
    let units = Units(f64::from(ticks.max(1)));
    let own = plan.served.get(application).map(|served| of_application(plan, application, served, units, names));
    own.into_iter().flatten().chain(of_all(plan, units)).collect()
}

/// Ticks of a unit of time.
#[derive(Clone, Copy)]
struct Units(f64);

impl Units {
    fn time(self, name: impl Into<String>, ticks: Time) -> Expression {
        Expression::term(name, ticks as f64 / self.0)
    }
}

const fn formula(key: &'static str, name: &'static str, expression: Expression) -> Formula {
    Formula { key, name, expression }
}

fn rows_of(served: &Served) -> std::ops::Range<usize> {
    served.first as usize..(served.first + served.tasks) as usize
}

/// The last end of tasks.
fn last_end(tasks: &Tasks, rows: impl Iterator<Item = usize>) -> Time {
    rows.map(|row| tasks.end(row)).max().unwrap_or(0)
}

/// Makespan and delay of an application (Mondol 3.4: the delay is the makespan less the length of the critical path) and the two bounds.
fn of_application(plan: &WorkflowOutcome, at: usize, served: &Served, units: Units, names: Names<'_>) -> [Formula; 4] {
    let end = last_end(&plan.tasks, rows_of(served));
    let makespan = || units.time("end of its last task", end).less(units.time("its start", served.start));
    let path = critical_path(&plan.tasks, served);
    [
        formula("delay", "Delay", makespan().less(path_length(&plan.tasks, &path, units, names))),
        formula("makespan", "Makespan", makespan()),
        formula("length", "Critical path", path_length(&plan.tasks, &path, units, names)),
        formula("area", "Area bound", area(plan, at, served, units)),
    ]
}

/// The tasks of a longest path (Mondol 2.5): from a task whose earliest end is the last, always to a parent on whose end it waits.
fn critical_path(tasks: &Tasks, served: &Served) -> Vec<u32> {
    let mut path = Vec::new();
    let mut next = rows_of(served).rev().max_by_key(|&row| tasks.earliest_end(row));
    while let Some(row) = next {
        path.push(row as u32);
        let waits_for = |parent: &&u32| tasks.earliest_end(**parent as usize) == tasks.earliest[row];
        next = tasks.parents_of(row).iter().find(waits_for).map(|&parent| parent as usize);
    }
    path.reverse();
    path
}

fn path_length(tasks: &Tasks, path: &[u32], units: Units, names: Names<'_>) -> Expression {
    let duration = |row: u32| tasks.least[row as usize];
    if path.len() > NAMED_MAX {
        let sum = path.iter().map(|&row| duration(row)).sum();
        return units.time(format!("Σ durations of the {} tasks on the longest path", path.len()), sum);
    }
    Expression::Sum(path.iter().map(|&row| units.time(format!("duration of {}", names(row)), duration(row))).collect())
}

/// The time since the start of an application in which the nodes have been free for all of its work; not in the thesis. Without anything reserved it is
/// Σ durations ÷ nodes; what others have reserved until then comes on top.
fn area(plan: &WorkflowOutcome, at: usize, served: &Served, units: Units) -> Expression {
    let nodes = usable(plan, at, served.rounds);
    let reserved = reserved_before(plan, at);
    let work: Time = rows_of(served).map(|row| plan.tasks.least[row]).sum();
    let end = if nodes.is_empty() { served.start } else { reserved.area_end(&nodes, served.start, work) };
    let busy: Time = nodes.iter().map(|&node| reserved.busy_within(node as usize, served.start, end)).sum();
    let spare = (nodes.len() as Time * (end - served.start)).saturating_sub(busy + work);
    let parts = [
        units.time("Σ durations of its tasks", work),
        units.time("node-time that is reserved until then", busy),
        units.time("node-time of the last moment that is left", spare),
    ];
    let parts = parts.into_iter().enumerate().filter(|(place, part)| *place == 0 || part.value() > 0.0);
    Expression::Sum(parts.map(|(_, part)| part).collect()).over(Expression::count("nodes", nodes.len() as u64))
}

/// The nodes of the providers that had not refused an application before its last search, or, if all have refused, none.
fn usable(plan: &WorkflowOutcome, at: usize, rounds: u32) -> Vec<u32> {
    let served = plan.served[at];
    let refused = |provider: u32| {
        plan.messages.iter().any(|message| {
            let is_before = message.round + 1 < rounds || served.fate == Fate::NoProvider;
            let is_refusal = message.kind == MessageKind::Refuse && message.provider == provider;
            is_refusal && is_before && message.application as usize == at
        })
    };
    let providers = plan.provider_of.last().map_or(0, |last| last + 1);
    let has_refused: Vec<bool> = (0..providers).map(refused).collect();
    (0..).zip(&plan.provider_of).filter(|(_, provider)| !has_refused[**provider as usize]).map(|(node, _)| node).collect()
}

/// What was reserved on the nodes when an application was served.
fn reserved_before(plan: &WorkflowOutcome, at: usize) -> Timeline {
    let (tasks, busy) = (&plan.tasks, &plan.busy);
    let mut nodes = Timeline::free(plan.provider_of.len());
    for period in 0..busy.reserved() {
        nodes.block(busy.node[period] as usize, busy.start[period], busy.end[period]);
    }
    let before = plan.served.iter().take(at).filter(|served| served.fate == Fate::Reserved);
    for row in before.flat_map(rows_of) {
        nodes.block(tasks.node[row] as usize, tasks.start[row], tasks.end(row));
    }
    nodes
}

/// Figures of all applications: how many are reserved, their mean delay (Mondol 4.2), the utilisation by them, and how long requests wait at the broker.
fn of_all(plan: &WorkflowOutcome, units: Units) -> [Formula; 4] {
    let tasks = &plan.tasks;
    let reserved: Vec<&Served> = plan.served.iter().filter(|served| served.fate == Fate::Reserved).collect();
    let rows = || reserved.iter().copied().flat_map(rows_of);
    let length = |served: &Served| {
        let first = rows_of(served).map(|row| tasks.earliest[row]).min().unwrap_or(0);
        rows_of(served).map(|row| tasks.earliest_end(row)).max().unwrap_or(0) - first
    };
    let delays: Time = reserved.iter().map(|served| last_end(tasks, rows_of(served)) - served.start - length(served)).sum();
    let work: Time = rows().map(|row| tasks.duration[row]).sum();
    let (from, end) = (reserved.iter().map(|served| served.start).min().unwrap_or(0), last_end(tasks, rows()));
    let of_fate = |fate| plan.served.iter().filter(|served| served.fate == fate).count() as u64;
    let nodes = Expression::count("nodes", plan.provider_of.len() as u64);
    let span = units.time("last end", end).less(units.time("first start of an application", from));
    let unreserved = Expression::Sum(vec![
        Expression::count("too late for their deadline", of_fate(Fate::TooLate)),
        Expression::count("refused by every provider", of_fate(Fate::NoProvider)),
        Expression::count("without a node that is there for long enough", of_fate(Fate::NoRoom)),
        Expression::count("given up after a failure", of_fate(Fate::GivenUp)),
    ]);
    let count = Expression::count("reserved applications", reserved.len() as u64);
    let waited = |message: &&Message| message.kind == MessageKind::Wait;
    let waits: Time = plan.messages.iter().filter(waited).map(|message| message.value).sum();
    let requests = Expression::count("applications", plan.served.len() as u64);
    [
        formula("utilisation", "Utilisation", units.time("Σ durations of reserved tasks", work).over(nodes.times(span))),
        formula("reserved", "Reserved", Expression::count("applications", plan.served.len() as u64).less(unreserved)),
        formula("mean_delay", "Mean delay", units.time("Σ (makespan − critical path)", delays).over(count)),
        formula("broker_wait", "Mean wait at the broker", units.time("Σ (service began − request came)", waits).over(requests)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::worked::six_tasks;

    #[test]
    fn the_example_of_the_thesis_has_its_numbers_in_its_formulas() {
        let plan = six_tasks().run().unwrap();
        let all = formulas(&plan, 0, 1, &|row| format!("T{row}"));
        let of = |key: &str| {
            let formula = all.iter().find(|formula| formula.key == key).unwrap();
            let number = |value: f64| value.to_string();
            (formula.expression.in_words(), formula.expression.in_numbers(&number), formula.expression.value())
        };
        let words = |key: &str| of(key).0;
        assert_eq!(words("makespan"), "end of its last task − its start");
        assert_eq!(words("length"), "duration of T0 + duration of T1 + duration of T3 + duration of T5");
        assert_eq!((of("delay").2, of("length").2, of("reserved").2), (1.0, 20.0, 1.0));
        assert!(
            formulas(&WorkflowOutcome::default(), 0, 0, &|_| String::new()).iter().all(|formula| formula.expression.value() == 0.0)
        );
    }
}
