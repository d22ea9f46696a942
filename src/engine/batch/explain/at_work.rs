//! Which lines of a scheduler's pseudo-code were at work for a job of a cluster.

use super::lasting;
use crate::batch::coalloc::session::Attempt;
use crate::batch::decisions::{Decisions, How};
use crate::batch::job::{Jobs, NEVER, NONE, Time};
use crate::batch::scheduler::{BatchPolicy, Scheduler};
use crate::core::algorithm::{LineAtWork, Tracer};

/// Attempts of which all is told.
const ATTEMPTS_TOLD: usize = 24;

/// The lines of [`scheduler_listing`](super::scheduler_listing) that were at work for a job, from its arrival to its start. The attempts of co-allocation are
/// told where they were recorded.
pub fn scheduler_at_work(
    jobs: &Jobs,
    decisions: &Decisions,
    policy: BatchPolicy,
    row: usize,
    attempts: &[Attempt],
) -> Vec<LineAtWork> {
    let mut teller = Teller { jobs, decisions, policy, row, tracer: Tracer::default() };
    teller.tracer.set("j", jobs.number(row));
    teller.tracer.set("n", jobs.nodes[row]);
    teller.tracer.set("l", lasting(jobs.estimate[row].into()));
    if policy.scheduler == Scheduler::CoAllocation {
        teller.moment("s", jobs.ready(row));
    }
    teller.tracer.line("arrives");
    match (policy.scheduler, decisions.how(row)) {
        (Scheduler::CoAllocation, how) => teller.coallocation(attempts, how),
        (Scheduler::AsLogged, how) => teller.logged(how),
        (_, how @ (How::Reserved | How::TookOffer | How::Refused)) => {
            if policy.packs() {
                teller.tracer.line("packed");
            }
            match how {
                How::Refused => teller.tracer.line("refused"),
                how => teller.ends(if how == How::TookOffer { "offer" } else { "reserved" }),
            }
        }
        (Scheduler::Backfill, how) => teller.backfill(how),
        (Scheduler::Conservative, how) => teller.conservative(how),
        (_, how) => teller.queue(how),
    }
    teller.tracer.lines()
}

struct Teller<'a> {
    jobs: &'a Jobs,
    decisions: &'a Decisions,
    policy: BatchPolicy,
    row: usize,
    tracer: Tracer,
}

impl Teller<'_> {
    fn moment(&mut self, name: &'static str, moment: Time) {
        self.tracer.set(name, format!("{moment} s"));
    }

    fn start(&self) -> Time {
        self.decisions.start[self.row]
    }

    /// The job starts by this line.
    fn ends(&mut self, line: &'static str) {
        self.moment("start", self.start());
        self.tracer.line(line);
    }

    /// Whom the job goes ahead of, and what that one leaves.
    fn head(&mut self) {
        let Self { decisions, row, .. } = *self;
        let head = decisions.head[row];
        if head != NONE {
            self.tracer.set("h", self.jobs.number(head as usize));
            if decisions.shadow[row] != NEVER {
                self.moment("shadow", decisions.shadow[row]);
            }
        }
    }

    /// FCFS and EASY.
    fn queue(&mut self, how: How) {
        let Self { jobs, decisions, row, .. } = *self;
        self.tracer.line("joins");
        let arrived = Time::from(jobs.submitted[row]);
        if how == How::Waiting || self.start() > arrived {
            self.tracer.line("wait");
        }
        match how {
            How::Waiting => {}
            How::Backfilled => {
                self.tracer.line("looks");
                self.head();
                self.tracer.line("shadow");
                self.tracer.set("extra", decisions.extra[row]);
                self.tracer.line("extra");
                let ends_before = self.start() + jobs.reserved(row) <= decisions.shadow[row];
                self.ends(if ends_before { "ends" } else { "narrow" });
            }
            _ => {
                self.tracer.line("looks");
                if self.policy.scheduler == Scheduler::Easy && decisions.promised[row] != NEVER {
                    // It was the head of the queue then.
                    self.tracer.set("h", jobs.number(row));
                    self.moment("shadow", decisions.promised[row]);
                    self.tracer.line("shadow");
                }
                self.ends("turn");
            }
        }
    }

    /// The end of an attempt that a line decides: the job waits, goes ahead of others, or starts in its turn.
    fn ends_by(&mut self, line: &'static str, how: How) {
        if how == How::Waiting {
            return;
        }
        self.tracer.line(line);
        if how == How::Backfilled {
            self.head();
            self.tracer.set("extra", self.decisions.extra[self.row]);
            self.ends("ahead");
        } else {
            self.ends("turn");
        }
    }

    fn backfill(&mut self, how: How) {
        let Self { jobs, decisions, row, .. } = *self;
        self.tracer.line("joins");
        let is_late = how == How::Waiting || self.start() > Time::from(jobs.submitted[row]);
        if is_late && decisions.promised[row] != NEVER {
            self.tracer.line("looks");
            self.moment("promised", decisions.promised[row]);
            self.tracer.line("promise");
        }
        if is_late {
            self.tracer.line("wait");
        }
        self.ends_by("looks", how);
    }

    fn conservative(&mut self, how: How) {
        let Self { jobs, decisions, row, .. } = *self;
        let promised = decisions.promised[row];
        if promised != NEVER {
            self.moment("promised", promised);
            self.tracer.line("promise");
        }
        if how != How::Waiting && promised != NEVER && self.start() < promised {
            self.moment("start", self.start());
            self.tracer.line("compress");
        }
        if how == How::Waiting || self.start() > Time::from(jobs.submitted[row]) {
            self.tracer.line("wait");
        }
        self.ends_by("starts", how);
    }

    fn coallocation(&mut self, attempts: &[Attempt], how: How) {
        let told = attempts.len().min(ATTEMPTS_TOLD);
        // The last attempt is the one that found enough, if one did.
        let skipped = attempts.len() - told;
        // How often the start was put off: since the request was on hold last, and in all.
        let (mut in_turn, mut put_off) = (0, 0);
        for (i, attempt) in attempts.iter().enumerate().filter(|(i, _)| *i + 1 < told || *i + 1 == attempts.len()) {
            if skipped > 0 && i + 1 == attempts.len() {
                self.tracer.leave_out(skipped as u32);
            }
            self.tracer.forget(&["lasting", "missing"]);
            self.moment("s", attempt.window.from);
            self.tracer.set("started", attempt.search.candidates);
            self.tracer.line("started");
            if attempt.search.stopped_early(attempt.window.servers) {
                self.tracer.line("few");
            } else {
                self.tracer.set("lasting", attempt.search.feasible);
                self.tracer.line("lasting");
                if let Some((free, missing)) = attempt.search.named {
                    self.tracer.set("lasting", free);
                    missing.into_iter().for_each(|server| self.tracer.set("missing", server));
                    self.tracer.line("named");
                }
            }
            let Some(next) = attempts.get(i + 1) else { break };
            let is_step = next.window.from == attempt.window.from + Time::from(self.policy.step);
            if is_step && in_turn < self.policy.most_retries() {
                (in_turn, put_off) = (in_turn + 1, put_off + 1);
                self.tracer.set("retries", put_off);
                self.tracer.line("later");
            } else {
                in_turn = 0;
                self.tracer.line("hold");
            }
        }
        let retries = self.decisions.retries[self.row];
        if how == How::Refused {
            self.tracer.line("refused");
            return;
        }
        if how == How::Waiting {
            self.tracer.line("hold");
            return;
        }
        self.tracer.set("retries", retries);
        if attempts.is_empty() {
            if retries > 0 {
                self.tracer.line("later");
            }
            self.moment("s", self.start());
        }
        self.ends("accept");
    }

    fn logged(&mut self, how: How) {
        match how {
            How::Overbooked => {
                self.tracer.set("free", self.decisions.extra[self.row]);
                self.tracer.line("free");
                self.ends("none");
            }
            // Every job has a start in the log; this one is not there yet.
            How::Waiting => {}
            _ => {
                self.tracer.line("free");
                self.ends("logged");
            }
        }
    }
}
