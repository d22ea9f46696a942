//! Which jobs an edit left at their time on other nodes: the logical plan is mapped to nodes anew, always in the same way, so that a plan does not
//! depend on the edits that led to it. Followed by what patches touch.

use crate::chart::PlanView;
use crate::engine::slots::decisions::REFUSED;
use crate::engine::slots::patch::{Applied, Former};
use crate::engine::slots::request::Slot;
use std::collections::BTreeMap;

/// A job that was touched since the edit began: where it stood, and whether it is at that time on other nodes now.
#[derive(Clone, Debug, PartialEq)]
struct Touched {
    start: Slot,
    nodes: Box<[u32]>,
    is_elsewhere: bool,
}

/// The jobs touched since an edit began.
#[derive(Clone, Debug, Default)]
pub struct OtherNodes {
    touched: BTreeMap<u32, Touched>,
    elsewhere: usize,
}

impl OtherNodes {
    /// Another edit begins.
    pub fn begin(&mut self) {
        *self = Self::default();
    }

    /// Jobs at the time they had before the edit, on other nodes.
    pub fn count(&self) -> usize {
        self.elsewhere
    }

    /// Follows a patch. O(jobs that it touched · log of those touched before); O(those) more if jobs get other numbers.
    pub fn follow(&mut self, applied: &Applied, plan: &PlanView) {
        if !applied.keeps_numbers() {
            let touched = std::mem::take(&mut self.touched);
            self.touched = touched.into_iter().filter_map(|(job, touched)| Some((applied.after(job)?, touched))).collect();
            self.elsewhere = self.touched.values().filter(|touched| touched.is_elsewhere).count();
        }
        for Former { job, start, nodes } in &applied.former {
            let first = || Touched { start: *start, nodes: nodes.clone(), is_elsewhere: false };
            let touched = self.touched.entry(*job).or_insert_with(first);
            let now = plan.slots_of(*job).map_or(REFUSED, |slots| slots.start);
            let is_elsewhere = now != REFUSED && now == touched.start && *plan.node_table().of(*job as usize) != *touched.nodes;
            let was_elsewhere = std::mem::replace(&mut touched.is_elsewhere, is_elsewhere);
            self.elsewhere = self.elsewhere + usize::from(is_elsewhere) - usize::from(was_elsewhere);
        }
    }

    /// The count in words; `None` if there are none.
    pub fn sentence(count: usize) -> Option<String> {
        match count {
            0 => None,
            1 => Some("Through the last edit, 1 job keeps its time on another node.".to_string()),
            n => Some(format!("Through the last edit, {n} jobs keep their time on other nodes.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::core::edits::RequestId;
    use crate::engine::slots::nodes::NodeTable;
    use crate::engine::slots::patch::{NodeChange, PlanPatch};
    use crate::engine::slots::planner::Session;
    use crate::engine::slots::request::Request;
    use crate::state::Example;

    /// Counts the plain way: by request and place in it, over all jobs of two plans.
    fn plainly(before: &PlanView, after: &PlanView, edited: RequestId) -> usize {
        let jobs = |plan: &PlanView| {
            let arrivals = plan.arrivals();
            let job = |job: u32| {
                let row = plan.request_row(job);
                let place = job - arrivals.first_job[row];
                (
                    (arrivals.id[row], place),
                    plan.slots_of(job).map(|slots| slots.start),
                    plan.node_table().of(job as usize).to_vec(),
                )
            };
            (0..arrivals.jobs() as u32).map(job).collect::<Vec<_>>()
        };
        let before = jobs(before);
        let is_elsewhere = |(key, start, nodes): &(_, Option<Slot>, Vec<u32>)| {
            let known: &(RequestId, u32) = key;
            known.0 != edited && start.is_some() && before.iter().any(|(k, s, n)| k == known && s == start && n != nodes)
        };
        jobs(after).iter().filter(|job| is_elsewhere(job)).count()
    }

    #[test]
    fn what_patches_touch_tells_what_whole_plans_do() {
        let slots = Example::find("eleven-requests").and_then(Example::slots).expect("a plan in slots");
        let (machine, policy) = (slots.machine, slots.policy);
        let arrivals = slots.workload.arrivals().expect("in bounds");
        let mut counts = 0;
        for id in 0..11 {
            let mut session = Session::new(machine, policy, arrivals.clone());
            session.finish();
            while !session.map_nodes(usize::MAX) {}
            let view = |session: &Session| {
                let (decisions, nodes) = (session.decisions().clone(), session.nodes().clone());
                PlanView::new(session.arrivals().clone(), decisions, nodes, machine).expect("a plan")
            };
            session.hand_out();
            let (before, mut copy, mut followed) = (view(&session), view(&session), OtherNodes::default());
            let row = arrivals.row_of(id).expect("a request");
            let origin = arrivals.row(row);
            // A drag there and back: later starts, a longer job, an earlier submission, and the request as it was.
            for step in 0..6_u32 {
                let (by, more) = ([1, 2, 3, 1, 0, 0][step as usize], [0, 1, 1, 2, 1, 0][step as usize]);
                let request = Request {
                    submitted: origin.submitted.saturating_sub(by),
                    earliest_start: origin.earliest_start + by,
                    latest_start: origin.latest_start + by,
                    duration: origin.duration + more,
                    ..origin
                };
                session.edit(id, Some(request)).expect("in bounds");
                session.finish();
                while !session.map_nodes(usize::MAX) {}
                let patch: PlanPatch = session.patch().expect("handed out");
                let applied = copy.patch(&patch).expect("made for it");
                followed.follow(&applied, &copy);
                let whole = view(&session);
                assert_eq!(copy.node_table(), whole.node_table());
                assert_eq!(*copy.node_table(), NodeTable::map(copy.arrivals(), copy.decisions(), machine.nodes));
                assert_eq!(followed.count(), plainly(&before, &whole, id), "request {id}, step {step}: {:?}", patch.nodes);
                counts += followed.count();
                assert!(matches!(patch.nodes, NodeChange::Some { .. } | NodeChange::All(_)));
            }
            assert_eq!(followed.count(), 0, "all is as it was");
        }
        assert!(counts > 0, "some jobs change their node");
    }

    #[test]
    fn one_and_many_are_told() {
        assert_eq!(OtherNodes::sentence(0), None);
        assert!(OtherNodes::sentence(1).is_some_and(|words| words.contains("1 job keeps its time")));
        assert!(OtherNodes::sentence(12).is_some_and(|words| words.contains("12 jobs keep their time")));
    }
}
