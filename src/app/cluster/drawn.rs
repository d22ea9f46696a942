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
    /// How many nodes are idle.
    pub idle: Levels,
}

impl Drawn {
    /// Counts and sorts what a plan holds, after so many jobs have arrived.
    pub fn of(shown: &Rc<ClusterShown>, step: Option<u32>) -> Option<Self> {
        let nodes = shown.study.cluster()?.nodes;
        let plan = &shown.plan;
        let bars = step.map_or_else(|| NodeBars::of_plan(plan), |step| NodeBars::at_step(plan, step));
        let (waiting, idle) = (Levels::waiting(plan), Levels::idle(nodes, plan));
        Some(Self { shown: Rc::clone(shown), nodes, step, bars, waiting, idle })
    }
}

/// What is drawn of a plan, made anew only for another plan or step: what is asked for beside a plan is not drawn here.
#[hook]
pub fn use_drawn(shown: Option<&Rc<ClusterShown>>, step: Option<u32>) -> Option<Rc<Drawn>> {
    let kept = use_mut_ref(|| None::<Rc<Drawn>>);
    let mut kept = kept.borrow_mut();
    let shown = shown?;
    if kept.as_ref().is_none_or(|drawn| drawn.step != step || !Rc::ptr_eq(&drawn.shown.plan, &shown.plan)) {
        *kept = Drawn::of(shown, step).map(Rc::new);
    }
    kept.clone()
}
