//! What the plan says of the requests at the broker, found again from the scenario, the messages and the plan: when the service of each began and when it was answered, that no task
//! starts before, and how many mappings were allowed.

use super::Checker;
use crate::core::sorting::sort_shared;
use crate::workflow::graph::Time;
use crate::workflow::parties::{MessageKind, Served};
use crate::workflow::policy::Method;

impl Checker<'_> {
    /// Returns how many requests were looked at: none where the broker takes no time and the number of mappings is fixed.
    pub(super) fn requests(&mut self) -> usize {
        let (outcome, policy) = (self.outcome, self.scenario.policy);
        let mut free_from = 0;
        let mut waited = 0;
        for (at, application) in self.applications.iter().enumerate() {
            let (asked, served) = (Time::from(application.asked), outcome.served[at]);
            let told = |kind: MessageKind| {
                let own = outcome.messages.iter().filter(move |message| message.application as usize == at);
                own.filter(move |message| message.kind == kind)
            };
            // What is mapped again after a failure takes the broker no time.
            let failed = told(MessageKind::Lost).map(|message| message.round).min().unwrap_or(u32::MAX);
            let searches: Vec<Time> =
                told(MessageKind::Search).filter(|message| message.round < failed).map(|message| message.value).collect();
            let taken = asked.max(free_from);
            let lasts = |searches: &[Time]| searches.iter().sum::<Time>() * Time::from(policy.mapping_ticks);
            let answered = taken + lasts(&searches);
            let broker = served.broker;
            if (broker.asked, broker.taken, broker.answered) != (asked, taken, answered) {
                self.tell(|| {
                    format!(
                        "application {} asks at {asked}, is served from {taken} on and answered at {answered}, but not told so",
                        at + 1
                    )
                });
            }
            if told(MessageKind::Wait).map(|message| message.value).sum::<Time>() != taken - asked {
                self.tell(|| format!("application {} waits {} at the broker, which is not told", at + 1, taken - asked));
            }
            let rows = served.first as usize..(served.first + served.tasks) as usize;
            if let Some(row) = rows.filter(|&row| outcome.is_reserved(row)).find(|&row| outcome.tasks.start[row] < answered) {
                self.tell(|| format!("task {row} starts before its request was answered at {answered}"));
            }
            let before_last = searches.len().saturating_sub(1);
            self.mappings(at, &served, taken + lasts(&searches[..before_last]));
            free_from = answered;
            waited += taken - asked;
        }
        let mean = waited as f64 / outcome.served.len().max(1) as f64;
        if (outcome.metrics.broker_wait - mean).abs() > 1e-6 * (1.0 + mean) {
            self.tell(|| format!("requests wait {mean} on average, not {}", outcome.metrics.broker_wait));
        }
        let is_usual = policy.mapping_ticks == 0 && policy.least_iterations.is_none();
        if is_usual { 0 } else { outcome.served.len() }
    }

    /// The mappings that are allowed in the last search for an application, which begins at a moment: by the node-time that is reserved and the requests that have come.
    fn mappings(&mut self, at: usize, served: &Served, begins: Time) {
        let policy = self.scenario.policy;
        let most = if matches!(policy.method, Method::Slack | Method::Blythe | Method::Random) { policy.iterations } else { 1 };
        let mut allowed = most;
        if let Some(least) = policy.least_iterations {
            // After a failure the plan does not tell any more what was reserved then.
            if !self.scenario.failures.is_empty() {
                return;
            }
            let least = least.min(most);
            let end = Time::from(self.applications[at].deadline.unwrap_or(0)).max(served.start + served.length);
            let (booked, room) = self.reserved_before(at, served, (served.start, end));
            let waiting = self.applications[at + 1..].iter().filter(|application| Time::from(application.asked) <= begins).count();
            // Of what is above the least, the free share, divided among the requests.
            let (more, free) = (u128::from(most - least), u128::from(room - booked));
            let parts = u128::from(room) * (waiting as u128 + 1);
            allowed = least + (more * free).checked_div(parts).unwrap_or(more / (waiting as u128 + 1)) as u32;
            if (served.broker.booked, served.broker.room, served.broker.waiting as usize) != (booked, room, waiting) {
                self.tell(|| {
                    format!(
                        "application {} finds {booked} of {room} of the node-time reserved and {waiting} requests waiting",
                        at + 1
                    )
                });
            }
        }
        if served.broker.allowed != allowed || served.iterations > allowed {
            let (told, made) = (served.broker.allowed, served.iterations);
            self.tell(|| format!("application {} may make {allowed} mappings; it is told {told}, and {made} were made", at + 1));
        }
    }

    /// The node-time in a window that was reserved before an application, and all of it, on the nodes that it could use.
    fn reserved_before(&self, at: usize, served: &Served, (from, to): (Time, Time)) -> (Time, Time) {
        let (outcome, t) = (self.outcome, &self.outcome.tasks);
        let refused: Vec<u32> = outcome
            .messages
            .iter()
            .filter(|message| message.application as usize == at && message.kind == MessageKind::Refuse)
            .filter(|message| message.round + 1 < served.rounds)
            .map(|message| message.provider)
            .collect();
        let is_usable = |node: u32| self.provider_of(node).is_some_and(|provider| !refused.contains(&provider));
        let nodes = (0..self.scenario.nodes()).filter(|node| is_usable(*node)).count();
        let busy = &outcome.busy;
        let mut periods: Vec<(u32, Time, Time)> =
            (0..busy.reserved()).map(|row| (busy.node[row], busy.start[row], busy.end[row])).collect();
        let before = (0..t.node.len()).filter(|&row| (t.application[row] as usize) < at && outcome.is_reserved(row));
        periods.extend(before.map(|row| (t.node[row], t.start[row], t.start[row] + t.duration[row])));
        periods.retain(|period| is_usable(period.0));
        sort_shared(&mut periods, Ord::cmp);
        let (mut booked, mut counted) = (0, (u32::MAX, from));
        for (node, start, end) in periods {
            let after = if counted.0 == node { counted.1 } else { from };
            let (start, end) = (start.max(after), end.min(to));
            booked += end.saturating_sub(start);
            counted = (node, after.max(end));
        }
        (booked, nodes as Time * (to - from))
    }
}
