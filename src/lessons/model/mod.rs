//! A lesson as it was read: what is shown, what is asked and what is said about an answer. It does not hold what is right: the engine answers that.

mod shown;

pub use shown::{Assignment, ChartName, Lever, PanelName, Setting, Shown, Which};

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
    /// A line of the policy's pseudo-code.
    Line,
}

impl Pickable {
    /// Every one.
    pub const ALL: [Self; 8] =
        [Self::Job, Self::Request, Self::Task, Self::Slot, Self::Server, Self::Node, Self::Period, Self::Line];

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
            Self::Line => "line",
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
