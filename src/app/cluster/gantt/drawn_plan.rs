//! What the charts draw of a plan.

use crate::chart::cluster::gantt::NodeBars;
use crate::chart::cluster::levels::Levels;
use crate::state::ClusterShown;
use std::rc::Rc;
use yew::prelude::*;

/// What is drawn of a plan, made once for each.
pub struct Drawn {
    /// The plan.
    pub shown: Rc<ClusterShown>,
    /// Nodes of the machine.
    pub nodes: u32,
    /// How many jobs have arrived, if the plan is stepped through.
    pub step: Option<u32>,
    /// Its jobs as bars.
    pub bars: NodeBars,
    /// How many jobs wait.
    pub waiting: Levels,
    /// How many wait at most in the whole plan: the height of the plot, which stays the same from step to step.
    pub most_waiting: u32,
    /// How many nodes are idle.
    pub idle: Levels,
}

impl Drawn {
    /// Counts and sorts what a plan holds, after so many jobs have arrived. `most_waiting` is that of the whole plan, if it was counted before.
    fn of(shown: &Rc<ClusterShown>, step: Option<u32>, most_waiting: Option<u32>) -> Option<Self> {
        let nodes = shown.study.cluster()?.nodes;
        let plan = &*shown.plan;
        let (bars, waiting, idle) = match step {
            None => (NodeBars::of_plan(plan), Levels::waiting(plan), Levels::idle(nodes, plan)),
            Some(count) => (NodeBars::at_step(plan, count), Levels::waiting_at(plan, count), Levels::idle_at(nodes, plan, count)),
        };
        let counted = || if step.is_none() { waiting.most() } else { Levels::waiting(plan).most() };
        let most_waiting = most_waiting.unwrap_or_else(counted);
        Some(Self { shown: Rc::clone(shown), nodes, step, bars, waiting, most_waiting, idle })
    }
}

/// What is drawn of a plan, made anew only for another plan or step: what is asked for beside a plan is not drawn here.
#[hook]
pub fn use_drawn(shown: Option<&Rc<ClusterShown>>, step: Option<u32>) -> Option<Rc<Drawn>> {
    let kept = use_mut_ref(|| None::<Rc<Drawn>>);
    let mut kept = kept.borrow_mut();
    let shown = shown?;
    let same_plan = kept.as_ref().filter(|drawn| Rc::ptr_eq(&drawn.shown.plan, &shown.plan));
    if same_plan.is_none_or(|drawn| drawn.step != step) {
        let most_waiting = same_plan.map(|drawn| drawn.most_waiting);
        *kept = Drawn::of(shown, step, most_waiting).map(Rc::new);
    }
    kept.clone()
}
