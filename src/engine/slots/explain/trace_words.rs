//! A decision told step by step, in words.

use super::blocked_words::InWords;
use super::names::{job_name, job_names};
use super::overlapping::look_in_words;
use super::reason::refusal_reason;
use crate::core::time_names::TimeUnit;
use crate::core::words::{capital, count, counted, list};
use crate::slots::decisions::{Obstacle, Refusal};
use crate::slots::overlap::OverlapLook;
use crate::slots::request::Request;
use crate::slots::scenario::{Machine, PlannerKind, Policy};
use crate::slots::search::{Look, Then};
use crate::slots::step::StepReport;
use crate::slots::trace::{Admission, AnewTrace, JobTrace, LookTrace, OverlapTrace, RequestTrace, SearchTrace};
use crate::slots::workload::Arrivals;

/// Looks at full slots that follow one another are told together from this many on.
const TOGETHER: usize = 4;

/// A sentence about a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    /// The sentence.
    pub text: String,
    /// What it is about.
    pub kind: LineKind,
}

/// What a sentence about a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// What is asked for.
    Asked,
    /// A start that was tried.
    Tried,
    /// A job that made way.
    Moved,
    /// What the market said.
    Market,
    /// A job was placed.
    Placed,
    /// A job was refused.
    Refused,
    /// What else changed.
    Besides,
}

/// What happened in a step, sentence by sentence.
pub fn trace_lines(arrivals: &Arrivals, machine: Machine, policy: Policy, told: &StepReport, unit: TimeUnit) -> Vec<TraceLine> {
    let Some(trace) = &told.trace else { return Vec::new() };
    let words = InWords { arrivals, machine, policy, time: machine.time_names(unit), nodes: asked_of(arrivals, trace).nodes };
    let mut teller = Teller { words, lines: Vec::new() };
    teller.asked(trace);
    for (i, job) in trace.jobs.iter().enumerate() {
        // Refused jobs of a request meet the same plan: what was told of one holds for those after it.
        let same = i > 0 && job.placed.is_none() && trace.jobs[i - 1].placed.is_none();
        if same { teller.as_before(job) } else { teller.job(job) }
    }
    if trace.more > 0 {
        teller.line(
            LineKind::Besides,
            format!("{} more of its jobs are decided in the same way.", capital(&count(trace.more as usize))),
        );
    }
    teller.other_nodes(told);
    teller.lines
}

/// The request as it was asked, whatever was booked of it.
fn asked_of(arrivals: &Arrivals, trace: &RequestTrace) -> Request {
    let taken = trace.jobs.iter().find_map(|job| job.taken);
    taken.unwrap_or_else(|| arrivals.row(trace.row as usize))
}

struct Teller<'a> {
    words: InWords<'a>,
    lines: Vec<TraceLine>,
}

impl Teller<'_> {
    fn line(&mut self, kind: LineKind, text: String) {
        self.lines.push(TraceLine { text, kind });
    }

    fn name(&self, job: u32) -> String {
        job_name(self.words.arrivals, job)
    }

    fn asked(&mut self, trace: &RequestTrace) {
        let request = asked_of(self.words.arrivals, trace);
        let jobs = counted(request.jobs as usize, "job");
        let each = if request.jobs == 1 { "" } else { " each" };
        let time = self.words.time;
        let (slots, nodes) = (time.length(request.duration), counted(request.nodes as usize, "node"));
        let window = match request.relax() {
            0 => format!("to start {}", time.in_slot(request.earliest_start)),
            _ => format!("to start in {}", time.between(request.earliest_start, request.latest_start)),
        };
        self.line(
            LineKind::Asked,
            format!(
                "Request {} is submitted {}: {jobs} of {slots} on {nodes}{each}, {window}.",
                request.user,
                time.in_slot(request.submitted)
            ),
        );
    }

    fn job(&mut self, trace: &JobTrace) {
        let name = self.name(trace.job);
        if let Some(first_fit) = &trace.first_fit {
            match (&trace.making_room, first_fit.found) {
                (Some(_), _) => {
                    let starts = self.words.time.between(trace.first_start, trace.last_start);
                    let (start, has) = if trace.first_start == trace.last_start { ("start", "has") } else { ("starts", "have") };
                    let text = if start == "start" {
                        format!(
                            "{name}: as the plan stands, start {starts} {has} no room. The planner asks jobs in the short slot to make way."
                        )
                    } else {
                        format!(
                            "{name}: as the plan stands, none of the {start} {starts} has room. The planner looks again and asks jobs in short slots to make way."
                        )
                    };
                    self.line(LineKind::Tried, text);
                }
                (None, _) => self.looks(&name, first_fit),
            }
        }
        if let Some(search) = &trace.making_room {
            self.looks(&name, search);
        }
        if let Some(overlap) = &trace.overlap {
            self.overlap(&name, trace.job, overlap);
        }
        if let Some(anew) = &trace.anew {
            self.anew(&name, trace.job, anew);
        }
        if let Some(admission) = &trace.admission {
            let row = self.words.arrivals.request[trace.job as usize] as usize;
            self.admission(&name, self.words.arrivals.nodes[row], admission);
        }
        if trace.placed.is_some()
            && self.words.policy.planner.is_elastic()
            && trace.making_room.as_ref().is_none_or(|it| it.found.is_none())
        {
            self.offer(&name, trace);
        }
        self.outcome(&name, trace);
    }

    /// The starts at which it would overlap others.
    fn overlap(&mut self, name: &str, job: u32, overlap: &OverlapTrace) {
        let InWords { arrivals, machine, policy, time, .. } = self.words;
        let request = arrivals.row(arrivals.request[job as usize] as usize);
        self.line(
            LineKind::Tried,
            format!("{name}: no start has room by the estimates. The planner looks where it may overlap others."),
        );
        let (last, before) = match overlap.looks.split_last() {
            Some((last, before)) if overlap.more > 0 => (Some(last), before),
            _ => (None, &overlap.looks[..]),
        };
        let words = |look: &OverlapLook| {
            format!("{name} at {}: {}.", time.at(look.start), look_in_words(look, &request, policy.overlap, machine, time))
        };
        for look in before {
            let text = words(look);
            self.line(LineKind::Tried, text);
        }
        if overlap.more > 0 {
            self.line(LineKind::Tried, format!("{name}: {} more starts were looked at.", count(overlap.more as usize)));
        }
        if let Some(look) = last {
            let text = words(look);
            self.line(LineKind::Tried, text);
        }
    }

    /// What was planned anew, reservation by reservation.
    fn anew(&mut self, name: &str, newcomer: u32, anew: &AnewTrace) {
        let time = self.words.time;
        let order = match self.words.policy.planner {
            PlannerKind::Replan(replan) => replan.order_in_words(),
            _ => "the policy",
        };
        let others = anew.placed.len() + anew.more as usize;
        if others > 1 {
            self.line(
                LineKind::Tried,
                format!("{name}: every reservation that may still change its start is placed again, in the order of {order}."),
            );
        }
        for placed in &anew.placed {
            let job = self.name(placed.job);
            match (placed.from, placed.to) {
                (_, None) if placed.job == newcomer => self.line(LineKind::Tried, format!("{job} finds no start with room.")),
                (_, None) => self.line(LineKind::Tried, format!("{job} finds no start with room, so that {name} is not accepted.")),
                (None, Some(to)) => self.line(LineKind::Tried, format!("{job}, the newcomer, finds room at {}.", time.at(to))),
                (Some(from), Some(to)) if from == to => self.line(LineKind::Tried, format!("{job} stays at {}.", time.at(to))),
                (Some(from), Some(to)) => {
                    let text = format!("{job} moves from {} to {}.", time.at(from), time.at_after(from, to));
                    self.line(LineKind::Moved, text);
                }
            }
        }
        if anew.more > 0 {
            self.line(LineKind::Besides, format!("{} more were placed.", capital(&count(anew.more as usize))));
        }
    }

    /// Which offer was taken.
    fn offer(&mut self, name: &str, trace: &JobTrace) {
        let InWords { arrivals, time, .. } = self.words;
        let Some(asked) = trace.taken else {
            self.line(LineKind::Tried, format!("{name}: one of the offers is a solution, as long and as wide as asked."));
            return;
        };
        let row = arrivals.request[trace.job as usize] as usize;
        let text = format!(
            "{name}: no offer is a solution. Its user takes {} of {} on {} of {}.",
            arrivals.duration[row],
            time.length(asked.duration),
            arrivals.nodes[row],
            counted(asked.nodes as usize, "node")
        );
        self.line(LineKind::Tried, text);
    }

    fn looks(&mut self, name: &str, search: &SearchTrace) {
        let told_together = |a: &LookTrace, b: &LookTrace| {
            let plain = |look: &LookTrace| look.look.then == Then::Blocked && look.look.free == 0 && look.staying.is_empty();
            plain(a) && plain(b) && b.look.start == a.look.start + 1 && a.look.slot == a.look.start && b.look.slot == b.look.start
        };
        for run in search.looks.chunk_by(told_together) {
            match run {
                [first, .., last] if run.len() >= TOGETHER => {
                    let slots = self.words.time.slots(first.look.slot, last.look.slot);
                    self.line(LineKind::Tried, format!("{name}: {slots} are full."));
                }
                _ => run.iter().for_each(|look| self.look(name, look)),
            }
        }
        if search.more > 0 {
            self.line(LineKind::Tried, format!("{name}: {} more looks like these.", count(search.more as usize)));
        }
    }

    fn look(&mut self, name: &str, told: &LookTrace) {
        let Look { start, slot, free, then, .. } = told.look;
        let (short, time) = (self.words.short_slot(slot, free), self.words.time);
        let start = time.at(start);
        match (then, told.made) {
            (Then::Moved, Some(made)) => {
                let mover = self.name(made.job);
                let staying = if told.staying.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", self.words.jobs(slot, &told.staying, &[]))
                };
                self.line(
                    LineKind::Moved,
                    format!(
                        "{name} at {start}: {short}. {mover} makes way and moves from {} to {}{staying}.",
                        time.at(made.from),
                        time.at_after(made.from, made.to)
                    ),
                );
            }
            _ if self.words.policy.planner.has_shift_rule()
                && !(told.staying.is_empty() && told.look.moves == 0 && told.made.is_none()) =>
            {
                let who = self.words.jobs(slot, &told.staying, &[]);
                let more = if told.staying_more > 0 { format!(", and {} more", told.staying_more) } else { String::new() };
                self.line(LineKind::Tried, format!("{name} at {start}: {short}; {who}{more}."));
            }
            _ => self.line(LineKind::Tried, format!("{name} at {start}: {short}.")),
        }
    }

    fn admission(&mut self, name: &str, nodes: u32, admission: &Admission) {
        let Admission { class, start, limits, is_open } = admission;
        if limits.is_empty() {
            return;
        }
        let limits = limits
            .iter()
            .map(|it| format!("class {} has {} of {} used {}", it.class, it.used, it.limit, self.words.time.in_slot(it.slot)));
        let limits = list(&limits.collect::<Vec<_>>());
        let needed = counted(nodes as usize, "node");
        let start = self.words.time.slot(*start);
        let open = if *is_open { "The class is open" } else { "The class is closed" };
        self.line(LineKind::Market, format!("{name} asks for {needed} from {start} on in class {class}: {limits}. {open}."));
    }

    fn outcome(&mut self, name: &str, trace: &JobTrace) {
        match (trace.placed, trace.obstacle) {
            (Some(start), _) => self.line(LineKind::Placed, format!("{name} starts at {}.", self.words.time.at(start))),
            (None, obstacle) => {
                let put_back = match trace.put_back {
                    0 => String::new(),
                    1 => " The move made for it is put back: the plan is as it was.".to_string(),
                    n => format!(" All {} moves made for it are put back: the plan is as it was.", count(n as usize)),
                };
                // A search by slots has told why; of physical nodes nothing was told yet.
                let is_told = |obstacle: &Obstacle| trace.first_fit.is_some() && !matches!(obstacle, Obstacle::GivenUp { .. });
                let reason = obstacle.filter(|obstacle| !is_told(obstacle)).map(|obstacle| {
                    let InWords { arrivals, machine, policy, time, .. } = self.words;
                    refusal_reason(
                        arrivals,
                        machine,
                        policy,
                        &Refusal { job: trace.job, obstacle, put_back: trace.put_back },
                        time.unit,
                    )
                });
                let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
                self.line(LineKind::Refused, format!("{name} is refused{reason}.{put_back}"));
            }
        }
    }

    fn as_before(&mut self, trace: &JobTrace) {
        let name = self.name(trace.job);
        self.line(LineKind::Refused, format!("{name} meets the same plan and is refused, too."));
    }

    fn other_nodes(&mut self, told: &StepReport) {
        if told.other_node.is_empty() {
            return;
        }
        let all = told.other_node.len() + told.other_node_more as usize;
        let runs = told.other_node.chunk_by(|a, b| a + 1 == *b).count();
        let who = if told.other_node_more > 0 || runs > 6 {
            counted(all, "job")
        } else {
            job_names(self.words.arrivals, &told.other_node)
        };
        self.line(LineKind::Besides, format!("Same time, other node: {who}."));
    }
}
