//! What a lesson shows, what it allows to be changed, and the changes that solve a task.

use crate::expr::Name;
use std::fmt;

/// Something that is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// A policy is put into the scenario: the kind (`planner`, `shift`, `strategy`, `scheduler`, `method`) and its name.
    Policy(String, String),
    /// So many decisions.
    Step(u32),
    /// So many lines at work in the last decision that is shown.
    Lines(u32),
    /// This request is selected.
    Select(Name),
    /// This time is on screen, from and until.
    Zoom(f64, f64),
    /// The plan is compared with that under another policy.
    Compare(String),
    /// A panel.
    Panel(PanelName),
    /// A chart.
    Chart(ChartName),
}

impl fmt::Display for Shown {
    /// As it is written in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Policy(kind, name) => write!(f, "{kind} {name}"),
            Self::Step(count) => write!(f, "step {count}"),
            Self::Lines(count) => write!(f, "lines {count}"),
            Self::Select(name) => write!(f, "select {name}"),
            Self::Zoom(from, until) => write!(f, "zoom {from}–{until}"),
            Self::Compare(name) => write!(f, "compare {name}"),
            Self::Panel(panel) => write!(f, "panel {}", panel.key()),
            Self::Chart(chart) => write!(f, "chart {}", chart.key()),
        }
    }
}

/// A panel that a lesson can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelName {
    /// A plan in slots.
    Plan,
    /// Named servers.
    Servers,
    /// A cluster.
    Cluster,
    /// Workflows.
    Workflow,
    /// Revenue.
    Revenue,
}

impl PanelName {
    /// Every one.
    pub const ALL: [Self; 5] = [Self::Plan, Self::Servers, Self::Cluster, Self::Workflow, Self::Revenue];

    /// Its name in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Servers => "servers",
            Self::Cluster => "cluster",
            Self::Workflow => "workflow",
            Self::Revenue => "revenue",
        }
    }
}

/// A chart that a lesson can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartName {
    /// The plan that counts nodes.
    Logical,
    /// The plan on its nodes.
    Physical,
    /// Both.
    Both,
    /// Idle periods as points.
    Time,
    /// The primal and the dual plane.
    Dual,
    /// The nodes of a cluster or of workflows.
    Nodes,
    /// The graph of a workflow.
    Graph,
}

impl ChartName {
    /// Every one.
    pub const ALL: [Self; 7] = [Self::Logical, Self::Physical, Self::Both, Self::Time, Self::Dual, Self::Nodes, Self::Graph];

    /// Its name in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Logical => "logical",
            Self::Physical => "physical",
            Self::Both => "both",
            Self::Time => "time",
            Self::Dual => "dual",
            Self::Nodes => "nodes",
            Self::Graph => "graph",
        }
    }
}

/// Something of a scenario that can be changed: `planner`, `latest_start(2)`, `limit(all)`, `anything`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lever {
    /// Its name.
    pub name: String,
    /// Of which request or class; `None` where there is one only.
    pub of: Option<Which>,
}

impl fmt::Display for Lever {
    /// As it is written in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            None => f.write_str(&self.name),
            Some(Which::One(number)) => write!(f, "{}({number})", self.name),
            Some(Which::All) => write!(f, "{}(all)", self.name),
        }
    }
}

/// Which requests or classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// That of this number.
    One(u32),
    /// All.
    All,
}

/// A change of a scenario: `latest_start(2) = 6`.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// What is changed.
    pub lever: Lever,
    /// Its new value.
    pub value: Setting,
}

impl fmt::Display for Assignment {
    /// As it is written in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.lever, self.value)
    }
}

/// A value that is put into a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// A number.
    Number(f64),
    /// A name, such as that of a policy.
    Word(String),
}

impl fmt::Display for Setting {
    /// As it is written in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}
