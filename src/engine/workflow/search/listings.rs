//! The methods that map tasks as pseudo-code, and which lines were at work in a step.

use super::recorder::SearchStep;
use crate::core::algorithm::{CodeLine, LineAtWork, Listing, Tracer, Variable, accepts, works};
use crate::workflow::graph::Time;
use crate::workflow::policy::Method;

/// Tasks and nodes that are told one by one.
const TOLD: usize = 12;

/// A method as pseudo-code.
///
/// - Slack: Mondol 3.4, Algorithms 2 to 6. Blythe's method: Mondol 2.6.
/// - HEFT and CPOP: Topcuoglu, Hariri, Wu 2002. Min-min, max-min, sufferage: Maheswaran et al. 1999. List scheduling: Graham 1969.
pub fn method_listing(name: &'static str, method: Method) -> Listing {
    let lines = match method {
        Method::Slack => slack(),
        _ => greedy(method),
    };
    let mut variables: Vec<Variable> = vec![("t", "task that is mapped"), ("ready", "tasks that could be mapped")];
    variables.push(match method {
        Method::Slack => ("weight", "what t was weighed with"),
        Method::Blythe => ("I", "least by which t lengthens the plan"),
        Method::Heft | Method::CriticalPath => ("rank", "upward rank of t"),
        Method::Cpop => ("rank", "upward and downward rank of t together"),
        Method::MinMin | Method::MaxMin => ("end", "earliest end of t"),
        Method::Sufferage => ("loss", "what t loses on its second best node"),
        Method::Random => ("weight", "what t was weighed with"),
        Method::FileOrder => ("first", "earliest start of t on any node"),
    });
    variables.extend([
        ("slack", "slack of t"),
        ("earliest", "when the parents of t allow it to start"),
        ("i", "node"),
        ("start", "start of t on i"),
    ]);
    if method == Method::Slack {
        variables.push(("lifted", "by how much the slack of all was lifted"));
    }
    Listing { name, source: source(method), lines, variables }
}

fn source(method: Method) -> &'static str {
    match method {
        Method::Slack => "Mondol 3.4, Algorithms 2 to 6",
        Method::Blythe => "Blythe et al. 2005; Mondol 2.6",
        Method::Heft | Method::Cpop => "Topcuoglu, Hariri, Wu 2002",
        Method::MinMin | Method::MaxMin | Method::Sufferage => "Maheswaran et al. 1999",
        Method::CriticalPath => "list scheduling",
        Method::Random => "uniform draws",
        Method::FileOrder => "Graham 1969",
    }
}

fn slack() -> Vec<CodeLine> {
    vec![
        works("ready", 0, "ready ← tasks whose parents are mapped"),
        works("weigh", 0, "weight(t) ← Σ(slack + 1) ÷ (slack(t) + 1)"),
        works("choose", 0, "draw t from ready by weight"),
        works("nodes", 0, "for each node i, in random order:"),
        works("gap", 1, "first gap of i that holds t, from earliest on"),
        works("enough", 1, "if t is not late there: look no further"),
        accepts("place", 0, "map t to the node where it ends first"),
        works("push", 0, "if t is late: push its descendants on"),
        works("lift", 0, "if a slack became negative: lift the slack of all unmapped tasks until none is"),
    ]
}

fn greedy(method: Method) -> Vec<CodeLine> {
    let ready = match method {
        Method::Heft => "order the tasks by upward rank, highest first",
        _ => "ready ← tasks whose parents are mapped",
    };
    let choose = match method {
        Method::Blythe => "draw t and i among the pairs with I up to I_min + α(I_max − I_min)",
        Method::Heft => "t ← next task of that order",
        Method::Cpop => "t ← task of ready with the highest rank",
        Method::MinMin => "t ← task of ready with the earliest end",
        Method::MaxMin => "t ← task of ready with the latest earliest end",
        Method::Sufferage => "t ← task of ready with the greatest loss",
        Method::CriticalPath => "t ← task of ready that can start first; of several the one of the highest rank",
        Method::Random => "draw t from ready, and i from all nodes",
        Method::FileOrder => "t ← task of ready that can start first; of several the first in the file",
        Method::Slack => "draw t from ready by weight",
    };
    let place = match method {
        Method::Blythe | Method::Random => "map t to the node i that was drawn",
        Method::Cpop => "map t to the node where it ends first; a task of the critical path to the node of the path",
        _ => "map t to the node where it ends first",
    };
    vec![
        works("ready", 0, ready),
        works("nodes", 0, "for each of these tasks and each node i:"),
        works("gap", 1, "first gap of i that holds t, from earliest on"),
        works("choose", 0, choose),
        accepts("place", 0, place),
    ]
}

/// The lines of [`method_listing`] that were at work in a step. Tasks and times are named by whoever shows them.
pub fn method_at_work(
    method: Method,
    step: &SearchStep,
    task: impl Fn(u32) -> String,
    time: impl Fn(Time) -> String,
) -> Vec<LineAtWork> {
    let mut tracer = Tracer::default();
    tracer.set("ready", step.ready.len());
    tracer.line("ready");
    if method == Method::Slack {
        for ready in step.ready.iter().take(TOLD) {
            about(&mut tracer, method, ready.task, step, &task, &time);
            tracer.line("weigh");
        }
        tracer.leave_out(step.ready.len().saturating_sub(TOLD) as u32);
        chosen(&mut tracer, method, step, &task, &time);
        tracer.line("choose");
        tried(&mut tracer, step, &time);
        if step.start <= step.earliest {
            tracer.line("enough");
        }
    } else {
        chosen(&mut tracer, method, step, &task, &time);
        tried(&mut tracer, step, &time);
        tracer.forget(&["i", "start"]);
        tracer.line("choose");
    }
    tracer.set("i", step.node);
    tracer.set("start", time(step.start));
    tracer.line("place");
    for (pushed, _, after) in step.pushed.iter().take(TOLD) {
        tracer.forget(&["weight", "slack", "i", "start"]);
        tracer.set("t", task(*pushed));
        tracer.set("earliest", time(*after));
        tracer.line("push");
    }
    tracer.leave_out(step.pushed.len().saturating_sub(TOLD) as u32);
    if step.lifted > 0 {
        tracer.forget(&["t", "earliest", "weight", "slack", "i", "start"]);
        tracer.set("lifted", time(step.lifted));
        tracer.line("lift");
    }
    tracer.lines()
}

/// The nodes that were tried.
fn tried(tracer: &mut Tracer, step: &SearchStep, time: &impl Fn(Time) -> String) {
    tracer.line("nodes");
    for (node, start, _) in step.tried.iter().take(TOLD) {
        tracer.set("i", node);
        tracer.set("start", time(*start));
        tracer.line("gap");
    }
    tracer.leave_out(step.tried.len().saturating_sub(TOLD) as u32);
}

/// The task that is mapped.
fn chosen(tracer: &mut Tracer, method: Method, step: &SearchStep, task: &impl Fn(u32) -> String, time: &impl Fn(Time) -> String) {
    about(tracer, method, step.task, step, task, time);
    tracer.set("earliest", time(step.earliest));
}

/// What a ready task is compared by.
fn about(
    tracer: &mut Tracer,
    method: Method,
    of: u32,
    step: &SearchStep,
    task: &impl Fn(u32) -> String,
    time: &impl Fn(Time) -> String,
) {
    tracer.set("t", task(of));
    let Some(ready) = step.ready.iter().find(|ready| ready.task == of) else { return };
    let slack = time(ready.slack.unsigned_abs());
    tracer.set("slack", if ready.slack < 0 { format!("−{slack}") } else { slack });
    let (name, value) = match method {
        Method::Slack | Method::Random => ("weight", hundredths(ready.weight)),
        Method::Blythe => ("I", time(ready.weight as Time)),
        Method::Sufferage => ("loss", time(ready.weight as Time)),
        Method::MinMin | Method::MaxMin => ("end", time(ready.weight as Time)),
        Method::FileOrder => ("first", time(ready.weight as Time)),
        Method::Heft | Method::Cpop | Method::CriticalPath => ("rank", time(ready.weight.round() as Time)),
    };
    tracer.set(name, value);
}

/// At most two decimals.
fn hundredths(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
