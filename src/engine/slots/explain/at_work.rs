//! Which lines of a planner's pseudo-code were at work in a recorded decision.

use super::names::job_name;
use crate::core::algorithm::{LineAtWork, Tracer};
use crate::core::time_names::{TimeNames, TimeUnit};
use crate::slots::decisions::Obstacle;
use crate::slots::overlap::{OverlapLook, WhyNot};
use crate::slots::request::Slot;
use crate::slots::scenario::{Machine, PlannerKind, Policy};
use crate::slots::search::Then;
use crate::slots::step::StepReport;
use crate::slots::trace::{Admission, AnewTrace, JobTrace, LookTrace, OverlapTrace, SearchTrace};
use crate::slots::workload::Arrivals;

/// Jobs that stay in a short slot and are named.
const STAYING_NAMED: usize = 2;

/// The lines of [`planner_listing`](super::planner_listing) that were at work in the last decision of a step, job by job of the request. Every value is one
/// that the planner's search met or that stands in the plan.
pub fn planner_at_work(
    arrivals: &Arrivals,
    machine: Machine,
    policy: Policy,
    told: &StepReport,
    unit: TimeUnit,
) -> Vec<LineAtWork> {
    let mut teller = Teller { arrivals, policy, time: machine.time_names(unit), tracer: Tracer::default() };
    told.trace.iter().flat_map(|trace| &trace.jobs).for_each(|job| teller.job(job));
    teller.tracer.lines()
}

struct Teller<'a> {
    arrivals: &'a Arrivals,
    policy: Policy,
    time: TimeNames,
    tracer: Tracer,
}

impl Teller<'_> {
    fn name(&self, job: u32) -> String {
        job_name(self.arrivals, job)
    }

    /// A value that is a slot.
    fn slot(&mut self, name: &'static str, slot: Slot) {
        self.tracer.set(name, self.time.brief(slot));
    }

    fn job(&mut self, trace: &JobTrace) {
        let row = self.arrivals.request[trace.job as usize] as usize;
        let (nodes, slots) = match trace.taken {
            Some(asked) => (asked.nodes, asked.duration),
            None => (self.arrivals.nodes[row], self.arrivals.duration[row]),
        };
        self.tracer.forget_all();
        self.tracer.set("j", self.name(trace.job));
        self.tracer.set("nodes", nodes);
        if self.policy.planner.is_elastic() {
            self.tracer.set("slots", self.time.length(slots));
        }
        self.tracer.line("each");
        match self.policy.planner {
            PlannerKind::FirstFitPhysical => self.on_nodes(trace),
            PlannerKind::Osp | PlannerKind::OspEds => self.offers(trace, row),
            PlannerKind::Replan(_) => self.anew(trace),
            _ => {
                trace.first_fit.iter().for_each(|search| self.first_fit(search));
                trace.making_room.iter().for_each(|search| self.making_room(search));
                trace.overlap.iter().for_each(|overlap| self.overlapping(overlap));
            }
        }
        self.end(trace);
    }

    fn first_fit(&mut self, search: &SearchTrace) {
        for LookTrace { look, .. } in &search.looks {
            self.look(look.start, look.slot, look.free);
            self.tracer.line("short");
        }
        self.found(search, "found");
    }

    fn making_room(&mut self, search: &SearchTrace) {
        for LookTrace { look, made, staying, staying_more } in &search.looks {
            self.look(look.start, look.slot, look.free);
            if let (Then::Moved, Some(made)) = (look.then, made) {
                let moved = format!("{}: {} → {}", self.name(made.job), self.time.brief(made.from), self.time.brief(made.to));
                self.tracer.set("b", moved);
                self.tracer.line("move");
            } else {
                let asked: Vec<u32> = staying.iter().filter(|staying| staying.was_asked()).map(|staying| staying.job).collect();
                let named: Vec<String> = asked.iter().take(STAYING_NAMED).map(|job| self.name(*job)).collect();
                let more = asked.len() - named.len() + *staying_more as usize;
                self.tracer.set(
                    "b",
                    match (named.len(), more) {
                        (0, 0) => "none".to_string(),
                        (_, 0) => format!("{} stay", named.join(", ")),
                        _ => format!("{}, {more} more stay", named.join(", ")),
                    },
                );
                self.tracer.line("blocked");
            }
            self.tracer.forget(&["b"]);
        }
        self.found(search, "enough");
    }

    fn look(&mut self, start: Slot, slot: Slot, free: u32) {
        self.slot("start", start);
        self.slot("s", slot);
        self.tracer.set("free", free);
    }

    /// The end of a search: the start that it found.
    fn found(&mut self, search: &SearchTrace, line: &'static str) {
        self.tracer.leave_out(search.more);
        self.tracer.forget(&["start", "s", "free"]);
        if let Some(start) = search.found {
            self.slot("start", start);
            self.tracer.line(line);
        }
    }

    fn on_nodes(&mut self, trace: &JobTrace) {
        if let Some(Obstacle::NoNodeThroughout { best_start, free, .. }) = trace.obstacle {
            self.slot("start", best_start);
            self.tracer.set("free", free);
            self.tracer.line("count");
        } else if let Some(start) = trace.placed.or(trace.admission.as_ref().map(|admission| admission.start)) {
            self.slot("start", start);
            self.tracer.line("take");
        }
    }

    fn offers(&mut self, trace: &JobTrace, row: usize) {
        self.tracer.line("runs");
        self.tracer.line("grow");
        trace.making_room.iter().for_each(|search| self.making_room(search));
        let found_room = trace.making_room.as_ref().is_some_and(|search| search.found.is_some());
        match (trace.placed, trace.taken) {
            _ if found_room => {}
            (Some(start), Some(_)) => {
                // The arrivals have what was booked.
                self.slot("start", start);
                self.tracer.set("slots", self.time.length(self.arrivals.duration[row]));
                self.tracer.set("nodes", self.arrivals.nodes[row]);
                self.tracer.line("smaller");
            }
            (Some(start), None) => {
                self.slot("start", start);
                self.tracer.line("solution");
            }
            (None, _) => {}
        }
    }

    fn overlapping(&mut self, overlap: &OverlapTrace) {
        let before_the_last = overlap.looks.len().saturating_sub(1);
        for (i, look) in overlap.looks.iter().enumerate() {
            if i == before_the_last {
                self.tracer.leave_out(overlap.more);
            }
            let OverlapLook { start, slot, booked, chance, why_not, .. } = *look;
            self.slot("start", start);
            self.slot("s", slot);
            self.tracer.set("booked", booked);
            self.tracer.set("P", format!("{}.{:02} %", chance / 100, chance % 100));
            self.tracer.line(match why_not {
                Some(WhyNot::Twice) => "twice",
                Some(WhyNot::FewFree) => "few",
                Some(WhyNot::TooMany) => "many",
                Some(WhyNot::Probable) => "probable",
                None => "overlaps",
            });
        }
    }

    fn anew(&mut self, trace: &JobTrace) {
        self.tracer.line("list");
        let Some(AnewTrace { placed, more }) = &trace.anew else { return };
        let before_the_last = placed.len().saturating_sub(1);
        for (i, placed) in placed.iter().enumerate() {
            if i == before_the_last {
                self.tracer.leave_out(*more);
            }
            self.tracer.forget(&["old", "new"]);
            self.tracer.set("b", self.name(placed.job));
            placed.from.iter().for_each(|from| self.slot("old", *from));
            placed.to.iter().for_each(|to| self.slot("new", *to));
            self.tracer.line(if placed.to.is_some() { "again" } else { "gone" });
        }
    }

    /// The market's word, and the line with which the decision ends.
    fn end(&mut self, trace: &JobTrace) {
        self.tracer.forget(&["old", "new"]);
        let compared = self.limit(trace);
        if compared {
            self.tracer.line("limits");
        }
        match (trace.placed, trace.obstacle) {
            (Some(start), _) => {
                self.slot("start", start);
                self.tracer.line("accept");
            }
            (None, Some(Obstacle::ClassClosed { .. })) => {
                self.put_back(trace);
                self.tracer.line("closed");
            }
            (None, obstacle) => {
                self.put_back(trace);
                let line = match obstacle {
                    Some(Obstacle::ShortSlot { slot, free, .. }) => {
                        self.tracer.forget(&["start"]);
                        self.slot("s", slot);
                        self.tracer.set("free", free);
                        "refuse"
                    }
                    Some(Obstacle::GivenUp { start, slot, free }) => {
                        self.look(start, slot, free);
                        "refuse"
                    }
                    Some(Obstacle::LeftOut { job, .. }) => {
                        self.tracer.set("b", self.name(job));
                        "refuse"
                    }
                    Some(Obstacle::TooManyWaiting { .. }) => "waiting",
                    _ => "refuse",
                };
                self.tracer.line(line);
            }
        }
    }

    /// Sets what was compared with a booking limit: the one that is reached, else that of the job's own class. Whether anything was.
    fn limit(&mut self, trace: &JobTrace) -> bool {
        let (class, used, limit) = match (trace.obstacle, &trace.admission) {
            (Some(Obstacle::ClassClosed { limit_of, used, limit, .. }), _) => (limit_of, used, limit),
            (None, Some(Admission { limits, .. })) => match limits.last() {
                Some(own) => (own.class, own.used, own.limit),
                None => return false,
            },
            _ => return false,
        };
        self.tracer.set("c", class);
        self.tracer.set("used", used);
        self.tracer.set("limit", limit);
        true
    }

    fn put_back(&mut self, trace: &JobTrace) {
        if self.policy.planner.has_shift_rule() {
            self.tracer.set("back", trace.put_back);
        }
    }
}
