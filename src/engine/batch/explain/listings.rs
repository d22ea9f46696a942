//! The schedulers of a cluster as pseudo-code.

use crate::batch::scheduler::Scheduler;
use crate::core::algorithm::{CodeLine, Listing, Variable, accepts, refuses, waits, works};

/// A scheduler as pseudo-code.
///
/// - Co-allocation in two phases: Castillo 5.4.
/// - EASY: Lifka 1995. Conservative backfilling: Mu'alem and Feitelson 2001. Both and FCFS go around advance reservations, which are fixed on submission.
pub fn scheduler_listing(scheduler: Scheduler) -> Listing {
    let (source, lines) = match scheduler {
        Scheduler::CoAllocation => ("Castillo 5.4", coallocation()),
        Scheduler::Fcfs => ("first come, first served", fcfs()),
        Scheduler::Easy => ("Lifka 1995", easy()),
        Scheduler::Conservative => ("Mu’alem and Feitelson 2001", conservative()),
        Scheduler::AsLogged => ("the log", as_logged()),
    };
    Listing { name: scheduler.title(), source, lines, variables: variables_of(scheduler) }
}

fn variables_of(scheduler: Scheduler) -> Vec<Variable> {
    let mut variables: Vec<Variable> = vec![("j", "the job"), ("n", "nodes it needs"), ("l", "its estimate")];
    let ahead = [("h", "job that waits longest"), ("shadow", "when h can start"), ("extra", "nodes that h leaves free then")];
    match scheduler {
        Scheduler::CoAllocation => variables.extend([
            ("s", "start that is tried"),
            ("started", "idle periods that have begun by s"),
            ("lasting", "those of them that last until s + l, as far as they were counted"),
            ("retries", "how often the start was put off"),
        ]),
        Scheduler::Fcfs => {}
        Scheduler::Easy => variables.extend(ahead),
        Scheduler::Conservative => {
            variables.push(("told", "start that was told on submission"));
            variables.extend(ahead);
        }
        Scheduler::AsLogged => variables.push(("free", "nodes it finds free")),
    }
    variables.push(("start", "when the job starts"));
    variables
}

fn reserved() -> CodeLine {
    accepts("reserved", 1, "if j is an advance reservation: start ← first time from its start on at which n nodes are free for l")
}

fn queued() -> [CodeLine; 2] {
    [works("arrives", 0, "when job j arrives:"), reserved()]
}

fn fcfs() -> Vec<CodeLine> {
    let mut lines = queued().to_vec();
    lines.extend([
        works("joins", 1, "otherwise j joins the queue"),
        works("looks", 0, "whenever a job comes or ends, while somebody waits:"),
        accepts("turn", 1, "if the first of the queue fits now: start it"),
        waits("wait", 1, "otherwise all of them wait"),
    ]);
    lines
}

fn easy() -> Vec<CodeLine> {
    let mut lines = queued().to_vec();
    lines.extend([
        works("joins", 1, "otherwise j joins the queue"),
        works("looks", 0, "whenever a job comes or ends, while somebody waits:"),
        accepts("turn", 1, "if the first one, h, fits now: start h"),
        works("shadow", 1, "shadow ← first time h fits by the estimates"),
        works("extra", 1, "extra ← nodes that h leaves free from shadow on"),
        accepts("ends", 1, "if another fits now and ends by shadow: start it"),
        accepts("narrow", 1, "if another fits now and needs at most extra nodes: start it"),
        waits("wait", 1, "otherwise they wait"),
    ]);
    lines
}

fn conservative() -> Vec<CodeLine> {
    let mut lines = queued().to_vec();
    lines.extend([
        works("told", 1, "otherwise told ← first time n nodes are free for l, among all reservations; hold them"),
        works("compress", 0, "whenever a job ends early: each that waits, by its start, moves to the first time it fits"),
        waits("wait", 0, "until its start, j waits"),
        works("starts", 0, "at its start:"),
        accepts("ahead", 1, "if an earlier job h still waits: start j ahead of it"),
        accepts("turn", 1, "otherwise: start j"),
    ]);
    lines
}

fn coallocation() -> Vec<CodeLine> {
    vec![
        works("arrives", 0, "request j asks for n servers for l from s on:"),
        works("started", 1, "phase 1: count the idle periods that begin by s"),
        works("few", 1, "if there are fewer than n: try later"),
        works("lasting", 1, "phase 2: count those that last until s + l"),
        accepts("accept", 1, "if there are n: take n of them, start ← s"),
        works("later", 1, "otherwise: s ← s + Δt, at most maxRet times"),
        waits("hold", 1, "then j is on hold and asks again after H"),
    ]
}

fn as_logged() -> Vec<CodeLine> {
    vec![
        works("arrives", 0, "when job j arrives:"),
        works("free", 1, "free ← nodes that no other job of the log holds at its start"),
        refuses("none", 1, "if free < n: j has no room"),
        accepts("logged", 1, "start j when the log did"),
        waits("wait", 0, "a job without a start in the log waits"),
    ]
}
