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
    /// Its jobs as bars.
    pub bars: NodeBars,
    /// How many jobs wait.
    pub waiting: Levels,
    /// How many nodes are idle.
    pub idle: Levels,
}

impl Drawn {
    /// Counts and sorts what a plan holds.
    pub fn of(shown: &Rc<ClusterShown>) -> Option<Self> {
        let nodes = shown.study.cluster()?.nodes;
        let plan = &shown.plan;
        let (waiting, idle) = (Levels::waiting(plan), Levels::idle(nodes, plan));
        Some(Self { shown: Rc::clone(shown), nodes, bars: NodeBars::of_plan(plan), waiting, idle })
    }
}

/// What is drawn of a plan, made anew only for another plan: what is asked for beside a plan is not drawn here.
#[hook]
pub fn use_drawn(shown: Option<&Rc<ClusterShown>>) -> Option<Rc<Drawn>> {
    let kept = use_mut_ref(|| None::<Rc<Drawn>>);
    let mut kept = kept.borrow_mut();
    let shown = shown?;
    if kept.as_ref().is_none_or(|drawn| !Rc::ptr_eq(&drawn.shown.plan, &shown.plan)) {
        *kept = Drawn::of(shown).map(Rc::new);
    }
    kept.clone()
}
