//! The schedulers of a cluster as pseudo-code.

use crate::batch::scheduler::{BatchPolicy, Scheduler};
use crate::core::algorithm::{CodeLine, Listing, Variable, accepts, refuses, waits, works};

/// The scheduler of a policy as pseudo-code.
///
/// - Co-allocation in two phases: Castillo 5.4. The line for servers that are named is ours: what a user picked in a range search is booked there.
/// - Backfilling with promised starts: as the documentation of Maui (RESERVATIONDEPTH), Slurm (bf_window, bf_resolution) and Flux (reservation depth) has it.
/// - EASY: Lifka 1995. Conservative backfilling: Mu'alem and Feitelson 2001. All of them and FCFS go around advance reservations, which are fixed on submission
///   (by strip packing: Sulistio, Algorithms 1 and 2).
pub fn scheduler_listing(policy: impl Into<BatchPolicy>) -> Listing {
    let policy = policy.into();
    let (scheduler, packs) = (policy.scheduler, policy.packs());
    let (source, lines) = match scheduler {
        Scheduler::CoAllocation => ("Castillo 5.4", coallocation()),
        Scheduler::Fcfs => ("first come, first served", fcfs(packs)),
        Scheduler::Easy => ("Lifka 1995", easy(packs)),
        Scheduler::Backfill => ("Maui, Slurm, Flux", backfill(packs)),
        Scheduler::Conservative => ("Mu’alem and Feitelson 2001", conservative(packs)),
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
            ("missing", "the first server that j names and that is not among them"),
            ("retries", "how often the start was put off"),
        ]),
        Scheduler::Fcfs => {}
        Scheduler::Easy => variables.extend(ahead),
        Scheduler::Backfill => {
            variables.push(("promised", "first start that it was promised"));
            variables.extend(ahead);
        }
        Scheduler::Conservative => {
            variables.push(("promised", "start that was promised on submission"));
            variables.extend(ahead);
        }
        Scheduler::AsLogged => variables.push(("free", "nodes it finds free")),
    }
    variables.push(("start", "when the job starts"));
    variables
}

fn reserved() -> CodeLine {
    accepts("reserved", 1, "a reservation? Fix the first time n nodes are free for l")
}

fn queued(packs: bool) -> Vec<CodeLine> {
    let arrives = works("arrives", 0, "when job j arrives:");
    if packs {
        return vec![
            arrives,
            works("packed", 1, "a reservation? Look for n nodes for l by strip packing"),
            accepts("reserved", 1, "found, or j has no latest start? Fix its place"),
            accepts("offer", 1, "else an offer of half or more is taken? Fix that"),
            refuses("refused", 1, "else refuse j"),
        ];
    }
    let refused = refuses("refused", 1, "that is behind its latest start? Refuse j");
    vec![arrives, reserved(), refused]
}

fn fcfs(packs: bool) -> Vec<CodeLine> {
    let mut lines = queued(packs);
    lines.extend([
        works("joins", 1, "otherwise: j joins the queue"),
        works("looks", 0, "whenever a job comes or ends:"),
        accepts("turn", 1, "the first of the queue fits now? Start it"),
        waits("wait", 1, "otherwise: all of it waits"),
    ]);
    lines
}

fn easy(packs: bool) -> Vec<CodeLine> {
    let mut lines = queued(packs);
    lines.extend([
        works("joins", 1, "otherwise: j joins the queue"),
        works("looks", 0, "whenever a job comes or ends:"),
        accepts("turn", 1, "the first of it, h, fits now? Start h"),
        works("shadow", 1, "shadow ← first time h fits"),
        works("extra", 1, "extra ← nodes h leaves then"),
        accepts("ends", 1, "j fits now, ends by shadow? Start j ahead of h"),
        accepts("narrow", 1, "j fits now, n ≤ extra? Start j ahead of h"),
        waits("wait", 1, "otherwise: j waits"),
    ]);
    lines
}

fn backfill(packs: bool) -> Vec<CodeLine> {
    let mut lines = queued(packs);
    lines.extend([
        works("joins", 1, "otherwise: j joins the queue"),
        works("looks", 0, "whenever a job comes or ends: plan the queue anew, job by job:"),
        accepts("turn", 1, "j fits now, none before it waits? Start j"),
        accepts("ahead", 1, "j fits now around the promised starts? Start j ahead of h"),
        works("promise", 1, "fewer than depth promised? promised ← first time j fits, in the window; keep its nodes"),
        waits("wait", 1, "otherwise: j waits"),
    ]);
    lines
}

fn conservative(packs: bool) -> Vec<CodeLine> {
    let mut lines = queued(packs);
    lines.extend([
        works("promise", 1, "promised ← first time n nodes are free for l; keep them for j"),
        works("compress", 0, "a job ends early? All that wait move to the first time they fit"),
        waits("wait", 0, "until its start, j waits"),
        works("starts", 0, "at its start:"),
        accepts("ahead", 1, "an earlier h still waits? Start j ahead of h"),
        accepts("turn", 1, "otherwise: start j"),
    ]);
    lines
}

fn coallocation() -> Vec<CodeLine> {
    vec![
        works("arrives", 0, "j asks for n servers for l from s on:"),
        works("started", 1, "phase 1: started ← idle periods that begin by s"),
        works("few", 1, "started < n? Skip phase 2"),
        works("lasting", 1, "phase 2: lasting ← those that last until s + l"),
        works("named", 1, "j names its servers? lasting ← those of them that are named"),
        accepts("accept", 1, "lasting ≥ n? Take n of them: start j at s"),
        works("later", 1, "otherwise: s ← s + Δt, up to maxRet times"),
        refuses("refused", 1, "j has a latest start? Refuse j"),
        waits("hold", 1, "then: hold j, ask again after H"),
    ]
}

fn as_logged() -> Vec<CodeLine> {
    vec![
        works("arrives", 0, "when job j arrives:"),
        works("free", 1, "free ← nodes that others leave at its start"),
        refuses("none", 1, "free < n? j has no room"),
        accepts("logged", 1, "start j when the log did"),
    ]
}
