//! The decision on a job of a cluster in words.

pub mod ahead;
pub mod named;
mod at_work;
mod listings;
mod offers;
pub mod refusal;
pub mod step;
mod words;

pub use at_work::scheduler_at_work;
pub use listings::scheduler_listing;
pub use offers::{offer_rules_words, offers_in_words};
pub use words::lasting;

use super::bounds;
use super::decisions::{Decisions, How};
use super::job::{Jobs, NEVER, NONE, Time};
use super::limits::UserLimits;
use super::metrics::wait;
use super::priority::PriorityWeights;
use super::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
use crate::core::verdict::{Tone, Verdict};
use crate::core::words::counted;

/// What no queue here knows, for all who show its results.
pub const NOT_MODELLED: &str =
    "Not modelled: fair share, limits of accounts and partitions, licences and topology; any job can run on any free node.";

/// What became of a job.
pub fn batch_verdict(jobs: &Jobs, decisions: &Decisions, policy: BatchPolicy, row: usize) -> Verdict {
    let start = decisions.start[row];
    if decisions.is_refused(row) {
        return refusal::refused(jobs, decisions, policy, row);
    }
    if start == NEVER {
        return Verdict { headline: "Not decided yet".to_string(), sentences: Vec::new(), tone: Tone::Partly };
    }
    let waited = wait(jobs, decisions, row);
    let since = if jobs.is_advance(row) { "the start it asked for" } else { "its submission" };
    let mut sentences = vec![match waited {
        0 => format!("It starts at {start} s, without waiting."),
        _ => format!("It starts at {start} s, {} after {since}.", lasting(waited)),
    }];
    if let Some(limit) = policy.limits.last_held(policy.scheduler.is_queue(), jobs, decisions, row) {
        sentences.push(format!("Until {} s its user was at the limit: {}.", limit.until, limit.words(false)));
    }
    sentences.extend(reason(jobs, decisions, policy, row));
    sentences.extend(named::named_words(jobs, decisions, policy, row));
    let (estimate, runtime) = (jobs.estimate[row], jobs.runtime[row]);
    if runtime < estimate {
        let early = lasting(Time::from(estimate - runtime));
        sentences.push(format!("It ends {early} before its estimate; what was reserved for it from then on is given back."));
    } else if runtime > estimate {
        let late = lasting(Time::from(runtime - estimate));
        sentences.push(format!("It runs {late} longer than its estimate; its nodes are reserved for as long as it runs."));
    }
    if decisions.how(row) == How::Overbooked {
        return Verdict { headline: "Has no room".to_string(), sentences, tone: Tone::Refused };
    }
    let headline = if waited == 0 { "Starts at once".to_string() } else { format!("Waits {}", lasting(waited)) };
    Verdict { headline, sentences, tone: if waited == 0 { Tone::Good } else { Tone::Partly } }
}

/// The options of backfilling in words.
pub fn backfill_words(options: &BackfillOptions) -> String {
    let BackfillOptions { depth, window, resolution, per_moment, per_user } = *options;
    let mut words = vec![counted(depth as usize, "promised start")];
    if window < bounds::WINDOW.max {
        words.push(format!("a window of {}", lasting(window.into())));
    }
    if resolution > 1 {
        words.push(format!("a resolution of {}", lasting(resolution.into())));
    }
    if per_moment < bounds::PER_MOMENT.max {
        words.push(format!("at most {} looked at in one moment", counted(per_moment as usize, "job")));
    }
    if per_user < bounds::PER_USER.max {
        words.push(format!("at most {} of one user looked at in one moment", counted(per_user as usize, "job")));
    }
    words.join(", ")
}

/// The limits per user in words.
pub fn limit_words(limits: &UserLimits) -> String {
    let jobs = limits.jobs.map(|most| counted(most as usize, "running job"));
    let nodes = limits.nodes.map(|most| counted(most as usize, "node"));
    format!("at most {} for each user", jobs.into_iter().chain(nodes).collect::<Vec<_>>().join(" and "))
}

/// What orders the queue in words.
pub fn priority_words(weights: &PriorityWeights) -> String {
    let PriorityWeights { age, size, max_age, favours_small } = *weights;
    let favoured = if favours_small { "small" } else { "large" };
    format!("by age (weight {age}, in full after {}) and size (weight {size}, {favoured} jobs first)", lasting(max_age.into()))
}

/// What a queue tells a job, before the moment.
fn told_as(scheduler: Scheduler) -> &'static str {
    match scheduler {
        Scheduler::Easy => "When it became the head of the queue, its shadow time was",
        Scheduler::Backfill => "The first start it was promised was",
        _ => "On submission it was given a reservation at",
    }
}

/// The latest start that a job could use, if it has one.
fn latest(jobs: &Jobs, row: usize) -> Option<String> {
    let latest = jobs.latest_start[row];
    (latest != NONE).then(|| format!("The latest start that it can use is {latest} s."))
}

/// Why it started when it did.
fn reason(jobs: &Jobs, decisions: &Decisions, policy: BatchPolicy, row: usize) -> Vec<String> {
    let (start, promised) = (decisions.start[row], decisions.promised[row]);
    let earlier = |what: &str| match promised {
        NEVER => None,
        _ if promised < start => {
            let late = lasting(start - promised);
            let is_replanned = policy.limits.is_any() || policy.order().is_some();
            let why = if policy.scheduler == Scheduler::Backfill || is_replanned {
                "later plans of the queue, or reservations, put it off by"
            } else {
                "reservations that were made later put it off by"
            };
            Some(format!("{what} {promised} s: {why} {late}."))
        }
        _ if promised > start => {
            Some(format!("{what} {promised} s: jobs that ended early moved it forward by {}.", lasting(promised - start)))
        }
        _ => Some(format!("{what} {promised} s, and it starts then.")),
    };
    match decisions.how(row) {
        How::Waiting | How::Refused => Vec::new(),
        How::AtOnce => vec!["Nobody waited before it, and its nodes were free.".to_string()],
        How::InTurn => {
            let what = told_as(policy.scheduler);
            let first = if policy.order().is_some() { "job of a higher priority" } else { "earlier job" };
            let turn = format!("Its turn came: no {first} was still waiting.");
            std::iter::once(turn).chain(earlier(what)).collect()
        }
        How::Backfilled => {
            let (head, shadow, extra) = (decisions.head[row], decisions.shadow[row], decisions.extra[row]);
            let mut sentences = Vec::new();
            if head != NONE && shadow == NEVER {
                let head = jobs.number(head as usize);
                sentences.push(format!("It goes ahead of job {head}, which was promised no start and so holds no nodes."));
            } else if head != NONE {
                let reserved = start + jobs.reserved(row);
                let why = match reserved <= shadow {
                    true => "by its estimate it ends before that".to_string(),
                    false => format!("it needs no more than the {} that the head leaves", counted(extra as usize, "node")),
                };
                let head = jobs.number(head as usize);
                sentences.push(format!("It goes ahead of job {head}, which cannot start before {shadow} s: {why}."));
            }
            if policy.scheduler == Scheduler::Backfill {
                sentences.push("It also leaves all other promised starts of that moment as they are.".to_string());
            }
            sentences.extend(earlier(told_as(policy.scheduler)));
            sentences
        }
        How::TookOffer => decisions.offered(row).map(|offered| offers::taken(jobs, policy, offered)).unwrap_or_default(),
        How::Reserved if policy.packs() && jobs.latest_start[row] != NONE => {
            std::iter::once(offers::PLACED.to_string()).chain(latest(jobs, row)).collect()
        }
        How::Reserved => {
            let first = "It is an advance reservation: the first time its nodes were free for its whole estimate.".to_string();
            std::iter::once(first).chain(latest(jobs, row)).collect()
        }
        How::CoAllocated if jobs.first_node[row] != NONE => latest(jobs, row).into_iter().collect(),
        How::CoAllocated => match decisions.retries[row] {
            0 => std::iter::once("The first start it asked for had enough servers.".to_string()).chain(latest(jobs, row)).collect(),
            retries => {
                let step = lasting(Time::from(policy.step));
                vec![format!(
                    "Its start was put off {} by {step} until enough servers were free throughout.",
                    counted(retries as usize, "time")
                )]
            }
        },
        How::Logged => vec!["It starts when it did in the log.".to_string()],
        How::Overbooked => {
            let (found, wanted) = (decisions.extra[row], counted(jobs.nodes[row] as usize, "node"));
            vec![format!(
                "The log runs it then, but other jobs of the log hold the machine: it finds {found} of its {wanted} free. The log uses more nodes at once than this machine has."
            )]
        }
    }
}
