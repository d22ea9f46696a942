//! What the charts draw of a plan.

use crate::chart::cluster::gantt::NodeBars;
use crate::chart::cluster::levels::Levels;
use crate::state::ClusterShown;
use std::rc::Rc;

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
