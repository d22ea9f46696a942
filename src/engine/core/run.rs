//! What every system of the laboratory does: the one interface by which page, worker and command line use it.

use super::calendar::ClockStart;
use super::columns::{Column, Record};
use super::edits::RequestId;
use super::error::ScenarioError;
use super::verdict::Verdict;
use super::verification::Verification;
use std::sync::Arc;

/// A study at work: a scenario, the plan as far as it is decided, and what is to be seen of it.
///
/// [`StudyRun::advance`] decides, [`StudyRun::update`] gives what changed in the plan, [`StudyRun::snapshot`] gives the answer to a query. All
/// three work within a budget, so that a newer edit can come between. A run from [`StudyRun::open`] and one that was edited, rewound and advanced to
/// the same scenario have the same plan, bit for bit.
pub trait StudyRun: Sized {
    /// The recipe.
    type Scenario;
    /// What is to be seen beside the plan.
    type Query;
    /// A part of what changed in the plan.
    type Update;
    /// What was asked for by a query: one decision, or figures that take work of their own.
    type Snapshot;
    /// The figures of a plan.
    type Metrics;

    /// Starts on a scenario; nothing is decided yet, and nobody has a copy of the plan.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    fn open(scenario: Self::Scenario) -> Result<Self, ScenarioError>;

    /// Goes on with another scenario that has the same source of requests. Decisions that the difference does not touch are kept. A list of requests
    /// in `scenario` is not read: it may be left out.
    ///
    /// # Errors
    /// The scenario is out of bounds. The run may be half changed then: it is of no more use.
    fn edit(&mut self, scenario: Self::Scenario) -> Result<(), ScenarioError>;

    /// Says what is to be seen from now on.
    fn query(&mut self, query: Self::Query);

    /// Decides up to `jobs` further jobs, or does as much other work on the plan.
    fn advance(&mut self, jobs: usize) -> Progress;

    /// Takes back decisions until the first `jobs` are left; the plan is then bit for bit what it was after them.
    fn rewind(&mut self, jobs: usize);

    /// The next part of what changed in the plan since the last complete update; `None` if there is nothing new. As long as jobs are undecided, that is
    /// at most the part of the plan that [`StudyRun::Query`] says is on screen.
    fn update(&mut self) -> Option<Self::Update>;

    /// Works on what was asked for, for about as long as `jobs` decisions take.
    fn snapshot(&mut self, jobs: usize) -> Answer<Self::Snapshot>;

    /// The figures of what is decided.
    fn metrics(&self) -> Self::Metrics;

    /// The decision on a request in words; `None` if there is no such request.
    fn explain(&mut self, id: RequestId) -> Option<Verdict>;

    /// Has the independent checker look at the plan; it looks at nothing before every job is decided.
    fn verify(&self) -> Verification;
}

/// What a scenario tells about its requests and its policy without planning.
pub trait Recipe: Sized {
    /// One request.
    type Request: Record;

    /// Number of requests that are given one by one; 0 where they are generated.
    fn given_requests(&self) -> usize;

    /// The requests, if they are given one by one.
    fn list_mut(&mut self) -> Option<&mut Arc<Vec<Self::Request>>>;

    /// The long columns of that list.
    fn list_columns(&mut self) -> Vec<Column<'_>>
    where
        Self::Request: 'static,
    {
        self.list_mut().map(|list| Column::Records(list)).into_iter().collect()
    }

    /// Leaves the list out.
    fn leave_out_list(&mut self) {
        drop(self.list_mut().map(std::mem::take));
    }

    /// About how much work a run is, in decisions of the usual kind.
    fn size(&self) -> usize;

    /// The number the next added request gets.
    fn next_request(&self) -> RequestId;

    /// The date and time of the first slot, tick or second, if it has one.
    fn start(&self) -> Option<ClockStart> {
        None
    }

    /// The seed, where requests are drawn at random.
    fn seed(&self) -> Option<u64> {
        None
    }

    /// The seed of the policy, where it draws something at random itself.
    fn policy_seed(&self) -> Option<u64> {
        None
    }

    /// Whether there is no request and no recipe for any.
    fn is_empty(&self) -> bool;

    /// Whether the source of requests is the same.
    fn has_source_of(&self, other: &Self) -> bool;

    /// The name of the policy that decides, on the command line and in tables.
    fn policy_name(&self) -> String;

    /// The same recipe under every policy of the study, with the policy's name; options of a policy come after a colon, the default first.
    fn policies(&self) -> Vec<(String, Self)>;
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Jobs decided, under every policy that is compared.
    pub decided: u32,
    /// Jobs in all.
    pub jobs: u32,
    /// Whether the plan is complete.
    pub is_done: bool,
}

/// What came of work on a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<S> {
    /// Nothing is asked for, or not yet to be had.
    Nothing,
    /// There is more to do.
    Working,
    /// An answer; there may be further ones.
    Ready(S),
}

impl<S> Answer<S> {
    /// The same with another kind of answer.
    pub fn map<T>(self, to: impl FnOnce(S) -> T) -> Answer<T> {
        match self {
            Self::Nothing => Answer::Nothing,
            Self::Working => Answer::Working,
            Self::Ready(answer) => Answer::Ready(to(answer)),
        }
    }
}
