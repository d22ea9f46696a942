//! A lesson as it was read: what is shown, what is asked and what is said about an answer. It does not hold what is right: the engine answers that.

use crate::expr::{Expr, Name, Within};
use crate::prose::Prose;
use bookahead_engine::Scenario;
use bookahead_formats::link::Opened;

/// A lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// The fields below the title.
    pub head: Head,
    /// The paragraphs before the first step.
    pub introduction: Prose,
    /// Its steps, at least one.
    pub steps: Vec<Step>,
}

/// The fields below the title.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    /// The language of the texts.
    pub language: Language,
    /// Who wrote it.
    pub by: String,
    /// One sentence for the list of lessons.
    pub about: String,
    /// How long it takes.
    pub minutes: Option<u32>,
    /// Whether generated requests are drawn from the name that a student gives.
    pub is_seeded: bool,
}

/// The language of a lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Bahasa Indonesia.
    Indonesian,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::Indonesian];

    /// Its code in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Indonesian => "id",
        }
    }
}

/// One step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// Its heading.
    pub heading: String,
    /// The scenario; `None` keeps the one before, with the student's changes.
    pub scenario: Option<Opened>,
    /// What is on screen.
    pub show: Vec<Shown>,
    /// What stays hidden until the task is answered.
    pub hide: Hidden,
    /// What may be changed; empty: nothing.
    pub allow: Vec<Lever>,
    /// What is asked, in order; none in a step that is only read.
    pub tasks: Vec<Task>,
    /// The paragraphs after the last task; all of them in a step without a task.
    pub text: Prose,
    /// The line of its heading, from 1.
    pub line: usize,
}

/// What stays hidden until a task is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// The figures of the plan.
    pub figures: bool,
    /// The demand of the classes.
    pub demand: bool,
    /// The run times of jobs.
    pub runtimes: bool,
}

/// One thing that is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The paragraphs before it.
    pub text: Prose,
    /// What the student does.
    pub ask: Ask,
    /// The question; empty for [`Ask::Do`], whose question is the text before it.
    pub question: Prose,
    /// The lines to choose from, or to put in order.
    pub choices: Vec<Choice>,
    /// What the engine evaluates after the reveal.
    pub answer: Option<Answer>,
    /// What is shown after the answer.
    pub reveal: Vec<Shown>,
    /// What is said about an answer: the first that fits.
    pub feedback: Vec<Feedback>,
    /// Hints, shown one at a time.
    pub hints: Vec<Prose>,
    /// Changes that solve it.
    pub solution: Vec<Assignment>,
    /// Its line, from 1.
    pub line: usize,
}

/// What the student does.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// Chooses a line, before the outcome is shown.
    Predict {
        /// Votes, talks to a neighbour, votes again.
        twice: bool,
    },
    /// Clicks it, or chooses it in a list.
    Pick(Pickable),
    /// Drags a bar to where this job will be.
    Place(Name),
    /// Types a number.
    Number,
    /// Puts the lines in order.
    Order,
    /// Changes the scenario until this holds.
    Do(Expr),
    /// Changes what is allowed, then places the bet.
    Bet,
    /// Writes in words; never checked.
    Explain,
}

/// What can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pickable {
    /// A job.
    Job,
    /// A request.
    Request,
    /// A task of a workflow.
    Task,
    /// A slot, tick or second.
    Slot,
    /// A named server.
    Server,
    /// A node.
    Node,
    /// An idle period of a named server.
    Period,
}

impl Pickable {
    /// Every one.
    pub const ALL: [Self; 7] = [Self::Job, Self::Request, Self::Task, Self::Slot, Self::Server, Self::Node, Self::Period];

    /// Its name in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Job => "job",
            Self::Request => "request",
            Self::Task => "task",
            Self::Slot => "slot",
            Self::Server => "server",
            Self::Node => "node",
            Self::Period => "period",
        }
    }
}

/// A line to choose or to put in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its text.
    pub text: Prose,
    /// When it is right, in brackets behind it; of a line to be put in order the number it is ordered by.
    pub holds: Option<Expr>,
}

/// What the engine evaluates.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The expression.
    pub value: Expr,
    /// How far a number may be away.
    pub within: Option<Within>,
}

/// What is said about an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Feedback {
    /// When it fits.
    pub when: When,
    /// What is said.
    pub text: Prose,
}

/// When feedback fits.
#[derive(Clone, Debug, PartialEq)]
pub enum When {
    /// The answer is right.
    Right,
    /// The answer is wrong.
    Wrong,
    /// This was given: choice 2, job 2 or 11.2, the number 2.
    Given(String),
    /// This holds of the plan that is shown.
    Holds(Expr),
}

/// Something that is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// A policy is put into the scenario: the kind (`planner`, `shift`, `strategy`, `scheduler`, `method`) and its name.
    Policy(String, String),
    /// So many decisions.
    Step(u32),
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

/// A value that is put into a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// A number.
    Number(f64),
    /// A name, such as that of a policy.
    Word(String),
}

impl Lesson {
    /// Number of tasks in all steps.
    pub fn tasks(&self) -> usize {
        self.steps.iter().map(|step| step.tasks.len()).sum()
    }

    /// The place of a task among the tasks of all steps.
    pub fn number_of(&self, step: usize, task: usize) -> usize {
        self.steps.iter().take(step).map(|step| step.tasks.len()).sum::<usize>() + task
    }

    /// The scenarios that are given, in order.
    pub fn scenarios(&self) -> impl Iterator<Item = &Scenario> {
        self.steps.iter().filter_map(|step| step.scenario.as_ref()).map(|opened| &opened.scenario)
    }
}
