//! What the broker does when nodes fail or a provider quits (Mondol 3.2.1): tasks that run there are lost; these and all tasks of their applications that have
//! not begun are mapped again from that moment on. What runs elsewhere, or has ended, stays.

use super::{Broker, problem, stream};
use crate::workflow::graph::Time;
use crate::workflow::open::NEVER;
use crate::workflow::outages::LostWork;
use crate::workflow::parties::{AtBroker, Fate, MessageKind, NO_PROVIDER};
use crate::workflow::search::work::Work;
use std::ops::Range;

impl Broker {
    /// Goes on with the application that is to be mapped again, or lets the next failure happen.
    pub(super) fn repair(&mut self, work: &mut Work) {
        let Some(&at) = self.repairs.waiting.front() else { return self.fail(work) };
        if !self.is_searching {
            self.usable = self.usable_for(at);
            self.round = self.served[at].rounds;
            self.allow(at, self.repairs.waiting.len() as u32 - 1, work);
            self.search.begin(&problem(&self.prepared[at], &self.nodes, &self.usable), stream(at, self.round));
            self.is_searching = true;
        }
        let policy = self.policy();
        self.search.advance(&problem(&self.prepared[at], &self.nodes, &self.usable), &policy, work);
        if self.search.is_done(&policy) {
            (self.is_searching, self.repairs.waiting) = (false, self.repairs.waiting.split_off(1));
            self.conclude_again(at);
            self.round = 0;
        }
    }

    fn rows(&self, at: usize) -> Range<usize> {
        let first = self.prepared[at].first as usize;
        first..first + self.prepared[at].dag.len()
    }

    /// When a task ends, by its application and row.
    fn end_of(&self, at: usize, row: usize) -> Time {
        let own = &self.prepared[at];
        self.places.start[row] + own.dag.duration_on(row - own.first as usize, self.places.node[row])
    }

    /// Nodes fail: the applications whose plans they break give back what has not begun, and wait to be mapped again.
    fn fail(&mut self, work: &mut Work) {
        let Some(outage) = self.repairs.outages.get(self.repairs.happened).cloned() else { return };
        self.repairs.happened += 1;
        let is_hit = |broker: &Self, at: usize, row: usize| {
            let (start, end) = (broker.places.start[row], broker.end_of(at, row));
            outage.nodes.contains(&broker.places.node[row]) && start < end && start < outage.until && end > outage.at
        };
        for at in 0..self.served.len() {
            if self.served[at].fate != Fate::Reserved || !self.rows(at).any(|row| is_hit(self, at, row)) {
                continue;
            }
            let mut kept = Vec::with_capacity(self.rows(at).len());
            let mut providers: Vec<u32> = Vec::new();
            for row in self.rows(at) {
                let (node, start) = (self.places.node[row], self.places.start[row]);
                let (is_lost, has_begun) = (is_hit(self, at, row), start < outage.at);
                kept.push((has_begun && !is_lost).then_some((node, start)));
                if is_lost {
                    providers.push(self.provider_of[node as usize]);
                }
                if is_lost && has_begun {
                    self.repairs.lost.push(LostWork { task: row as u32, node, start, end: outage.at });
                }
            }
            providers.sort_unstable();
            providers.dedup();
            self.round = self.served[at].rounds;
            providers.iter().for_each(|&provider| self.tell(at, MessageKind::Lost, provider, outage.at));
            let own = &mut self.prepared[at];
            // Nothing starts before the user was answered; to map tasks again takes the broker no time.
            (own.kept, own.mapping_ticks) = (kept, 0);
            own.now = outage.at.max(self.served[at].broker.answered);
            // Nothing can be pinned to a node that does not come back.
            if outage.until == NEVER {
                own.pins.iter_mut().for_each(|pin| *pin = pin.filter(|(node, _)| !outage.nodes.contains(node)));
            }
            self.repairs.waiting.push_back(at);
        }
        self.round = 0;
        self.find_reserved();
        work.spend(self.places.node.len());
    }

    /// What is reserved on the nodes: all that is reserved, of applications that wait to be mapped again what has begun; and what has failed.
    fn find_reserved(&mut self) {
        let mut nodes = self.before.clone();
        for outage in &self.repairs.outages[..self.repairs.happened] {
            outage.nodes.clone().for_each(|node| nodes.block(node as usize, outage.at, outage.until));
        }
        for at in (0..self.served.len()).filter(|&at| self.served[at].fate == Fate::Reserved) {
            let (own, waits) = (&self.prepared[at], self.repairs.waiting.contains(&at));
            for row in self.rows(at).filter(|&row| !waits || own.kept[row - own.first as usize].is_some()) {
                nodes.block(self.places.node[row] as usize, self.places.start[row], self.end_of(at, row));
            }
        }
        self.nodes = nodes;
    }

    /// An application was searched again: it is reserved anew, or given up if no node has room for it or it would end after its deadline.
    fn conclude_again(&mut self, at: usize) {
        let iterations = self.search.curve().len() as u32;
        self.tell(at, MessageKind::Search, NO_PROVIDER, Time::from(iterations));
        let rows = self.rows(at);
        let (delay, failed) = (self.search.best().delay, self.repairs.outages[self.repairs.happened - 1].at);
        let end = self.prepared[at].start + self.prepared[at].times.length + delay;
        if end >= NEVER || self.applications()[at].deadline.is_some_and(|deadline| end > Time::from(deadline)) {
            let asked = self.concerned(rows.clone());
            self.tell_failure(at, &asked, if end < NEVER { end } else { 0 });
            let own = &self.prepared[at];
            for (row, (node, start)) in rows.zip(&own.kept).filter_map(|(row, kept)| Some((row, (*kept)?))) {
                let end = self.end_of(at, row).min(failed);
                if start < end {
                    self.repairs.lost.push(LostWork { task: row as u32, node, start, end });
                }
            }
            self.served[at].fate = Fate::GivenUp;
            let own = &mut self.prepared[at];
            (own.kept, own.now) = (Vec::new(), 0);
            self.find_reserved();
            return;
        }
        self.repairs.nodes.resize_with(self.served.len(), || None);
        self.repairs.nodes[at] = Some(self.nodes.clone());
        let own = &self.prepared[at];
        let mapped: Vec<usize> = rows.clone().zip(&own.kept).filter(|(_, kept)| kept.is_none()).map(|(row, _)| row).collect();
        let mapping = self.search.best();
        for &row in &mapped {
            let task = row - own.first as usize;
            (self.places.node[row], self.places.start[row]) = (mapping.node[task], mapping.start[task]);
            self.nodes.block(mapping.node[task] as usize, mapping.start[task], mapping.end(&own.dag, task));
        }
        let served = &mut self.served[at];
        served.delay = delay;
        served.makespan = served.length + delay;
        // It held for what was reserved before; others may have given back nodes since.
        served.area = served.area.min(served.makespan);
        served.rounds += 1;
        (served.iterations, served.best) = (iterations, self.search.best_iteration());
        let AtBroker { asked, taken, answered, .. } = served.broker;
        served.broker = AtBroker { asked, taken, answered, ..self.in_service };
        self.curves[at] = self.search.curve().iter().map(|&best| if best < NEVER / 2 { best } else { delay }).collect();
        self.repairs.mapped_again += mapped.len() as u32;
        let asked = self.concerned(mapped);
        self.tell(at, MessageKind::Reply, NO_PROVIDER, end);
        asked.iter().for_each(|&(provider, tasks)| self.tell(at, MessageKind::Reserve, provider, tasks));
        asked.iter().for_each(|&(provider, tasks)| self.tell(at, MessageKind::Confirm, provider, tasks));
    }
}
