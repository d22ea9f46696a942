//! The requests at the broker: how long they wait while it is busy, and how many mappings it allows itself for one of them.
//!
//! The thesis names both without times and rules (3.2.2: a request is queued while the broker is busy; 3.4: the number of iterations is set by the load, the queue and the
//! delay that is allowed). The times and the rule are ours.

use super::Broker;
use crate::workflow::graph::Time;
use crate::workflow::parties::{AtBroker, MessageKind, NO_PROVIDER};
use crate::workflow::policy::WorkflowPolicy;
use crate::workflow::search::work::Work;

impl Broker {
    /// The service of the next request begins: once it has come and the one before it is answered.
    pub(super) fn begin_service(&mut self, at: usize) {
        let asked = Time::from(self.applications[at].asked);
        let taken = self.served.last().map_or(asked, |before| before.broker.answered.max(asked));
        self.in_service = AtBroker { asked, taken, answered: taken, ..AtBroker::default() };
        if taken > asked {
            self.tell(at, MessageKind::Wait, NO_PROVIDER, taken - asked);
        }
    }

    /// How many requests have come behind the one that is served.
    pub(super) fn requests_behind(&self, at: usize) -> u32 {
        let has_come = |asked: u32| Time::from(asked) <= self.in_service.answered;
        self.applications[at + 1..].iter().take_while(|application| has_come(application.asked)).count() as u32
    }

    /// Decides how many mappings may be made in the next search for an application, while so many others wait.
    pub(super) fn allow(&mut self, at: usize, waiting: u32, work: &mut Work) {
        let WorkflowPolicy { least_iterations, .. } = self.scenario.policy;
        let most = self.scenario.policy.mappings();
        self.in_service.allowed = most;
        let Some(least) = least_iterations else { return };
        let own = &self.prepared[at];
        let until = (own.start + own.times.length).max(self.applications[at].deadline.map_or(0, Time::from));
        let booked = self.usable.iter().map(|&node| self.nodes.busy_within(node as usize, own.start, until)).sum();
        let room = self.usable.len() as Time * (until - own.start);
        let allowed = mappings_allowed((least.min(most), most), (booked, room), waiting);
        let AtBroker { asked, taken, answered, .. } = self.in_service;
        self.in_service = AtBroker { asked, taken, answered, allowed, waiting, booked, room, until };
        self.tell(at, MessageKind::Allow, NO_PROVIDER, Time::from(allowed));
        work.spend(self.nodes.size());
    }

    /// The policy of the search under way, which may make fewer mappings than that of the scenario.
    pub(super) fn policy(&self) -> WorkflowPolicy {
        WorkflowPolicy { iterations: self.in_service.allowed, ..self.scenario.policy }
    }

    /// So many mappings were made in a search.
    pub(super) fn search_has_taken(&mut self, mappings: u32) {
        self.in_service.answered += Time::from(mappings) * Time::from(self.scenario.policy.mapping_ticks);
    }
}

/// Mappings that are allowed: the most where nothing is booked and nobody waits. What is above the least falls with the share of the nodes' time that is free, and is shared
/// with the requests that wait.
fn mappings_allowed((least, most): (u32, u32), (booked, room): (Time, Time), waiting: u32) -> u32 {
    let (free, room) = if room == 0 { (1, 1) } else { (room - booked, room) };
    let more = u128::from(most - least) * u128::from(free) / (u128::from(room) * (u128::from(waiting) + 1));
    // No more than most − least.
    least + more as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mappings_fall_with_the_load_and_with_the_queue() {
        assert_eq!(mappings_allowed((10, 50), (0, 80), 0), 50);
        assert_eq!(mappings_allowed((10, 50), (20, 80), 0), 40);
        assert_eq!(mappings_allowed((10, 50), (20, 80), 1), 25);
        assert_eq!(mappings_allowed((10, 50), (80, 80), 0), 10);
        assert_eq!(mappings_allowed((10, 50), (0, 80), 99), 10);
        assert_eq!(mappings_allowed((50, 50), (1, 80), 3), 50);
        assert_eq!(mappings_allowed((1, 10_000), (0, 0), 0), 10_000, "a window of no length is free");
        assert_eq!(mappings_allowed((1, 10_000), (0, Time::MAX), 0), 10_000);
    }
}
