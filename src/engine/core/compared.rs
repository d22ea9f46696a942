//! A study at work with what stands beside it: a second plan that it is compared with, and the figures of every policy.

use super::compare::{Comparable, FigureValues, PlanComparison, PlanCurve};
use super::error::ScenarioError;
use super::run::{Answer, Progress};
use serde::{Deserialize, Serialize};

/// What is to stand beside a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beside<S> {
    /// The scenario to compare with; it has the same source of requests, and a list is left out.
    pub other: Option<S>,
    /// Whether the other plan is A and the study's own plan is B.
    pub other_is_a: bool,
    /// Whether the figures of every policy are wanted.
    pub with_table: bool,
}

impl<S> Default for Beside<S> {
    fn default() -> Self {
        Self { other: None, other_is_a: false, with_table: false }
    }
}

/// Nothing is decided.
const NOTHING: Progress = Progress { decided: 0, jobs: 0, is_done: false };

/// How far the table of all policies has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PolicyRow {
    /// Which policy: place in [`super::run::Recipe::policies`].
    pub policy: u32,
    /// Share of it that is planned.
    pub share: f64,
    /// Its figures, once all of it is.
    pub figures: Option<FigureValues>,
    /// Its curves, where the study has any; once all of it is planned.
    pub curves: Vec<PlanCurve>,
}

/// What is told of a study with something beside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Told<U> {
    /// What changed in the plan.
    Own(U),
    /// What changed in the other plan; more of it follows.
    Other(U),
    /// The last of what changed in both plans, and the comparison of what comes of it. They belong together.
    Compared {
        /// In the study's own plan, if anything changed.
        own: Option<U>,
        /// In the other plan.
        other: Option<U>,
        /// The comparison.
        comparison: Box<PlanComparison>,
    },
}

/// What is told beside the plans.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen<S> {
    /// What a query asked for.
    Snapshot(S),
    /// A part of the table of policies.
    Policy(PolicyRow),
}

/// A study at work. Without anything beside it, it does what its run does.
#[derive(Debug)]
pub struct ComparedRun<R: Comparable> {
    run: R,
    other: Option<R>,
    other_is_a: bool,
    /// How far the two plans have come: own, other.
    reached: [Progress; 2],
    /// Whether the comparison is still to be told.
    is_due: bool,
    /// The last part of what changed, kept back until all of it can be told at once: own, other.
    held: [Option<R::Update>; 2],
    /// Whether the figures of every policy are wanted, and the work on them.
    with_table: bool,
    table: Option<PolicyTable<R>>,
}

/// The table of all policies at work.
#[derive(Debug)]
struct PolicyTable<R: Comparable> {
    /// Whether the policies are listed: they are as soon as there is time for the table.
    is_begun: bool,
    /// Those still to be planned, the next one last.
    waiting: Vec<(u32, R::Scenario)>,
    /// The one that is planned now, and the hundredth of it that was told last.
    current: Option<(u32, R, u32)>,
}

impl<R: Comparable> PolicyTable<R> {
    fn new() -> Self {
        Self { is_begun: false, waiting: Vec::new(), current: None }
    }

    /// Plans up to so many jobs; `None` when all policies are done.
    fn advance(&mut self, run: &R, jobs: usize) -> Answer<PolicyRow> {
        if !std::mem::replace(&mut self.is_begun, true) {
            self.waiting = (0..).zip(run.policies()).collect();
            self.waiting.reverse();
        }
        let (policy, mut forked, told) = match self.current.take() {
            Some(current) => current,
            None => match self.waiting.pop() {
                None => return Answer::Nothing,
                Some((policy, scenario)) => match run.fork(scenario) {
                    Ok(forked) => (policy, forked, 0),
                    // The scenario was checked under another policy, which no check looks at; should one do so some day, its row stays empty.
                    Err(_) => return Answer::Ready(PolicyRow { policy, share: 1.0, figures: None, curves: Vec::new() }),
                },
            },
        };
        let Progress { decided, jobs, is_done } = forked.advance(jobs);
        if is_done {
            return Answer::Ready(PolicyRow { policy, share: 1.0, figures: Some(forked.figures()), curves: forked.curves() });
        }
        // All jobs may be decided and some work be left: only what is done is told as whole.
        let hundredth = (u64::from(decided) * 100 / u64::from(jobs.max(1))).min(99) as u32;
        let share = f64::from(hundredth) / 100.0;
        self.current = Some((policy, forked, hundredth));
        if hundredth == told {
            Answer::Working
        } else {
            Answer::Ready(PolicyRow { policy, share, figures: None, curves: Vec::new() })
        }
    }
}

impl<R: Comparable> ComparedRun<R> {
    /// A study with nothing beside it.
    pub fn new(run: R) -> Self {
        Self {
            run,
            other: None,
            other_is_a: false,
            reached: [NOTHING; 2],
            is_due: false,
            held: [None, None],
            with_table: false,
            table: None,
        }
    }

    /// The study.
    pub fn run(&self) -> &R {
        &self.run
    }

    /// Says what is to be seen of the study from now on. There may be more to decide for it.
    pub fn query(&mut self, query: R::Query) {
        self.reached[0] = NOTHING;
        self.run.query(query);
        self.follow();
    }

    /// The other plan is shown as far as the study's own.
    fn follow(&mut self) {
        if let Some(other) = &mut self.other
            && other.follow(&self.run)
        {
            self.is_due = true;
        }
    }

    /// The other plan.
    pub fn other(&self) -> Option<&R> {
        self.other.as_ref()
    }

    /// Goes on with another scenario; what stands beside it is to be told anew.
    ///
    /// # Errors
    /// As [`super::run::StudyRun::edit`].
    pub fn edit(&mut self, scenario: R::Scenario) -> Result<(), ScenarioError> {
        (self.is_due, self.reached[0]) = (true, NOTHING);
        self.table = self.with_table.then(PolicyTable::new);
        self.run.edit(scenario)
    }

    /// Says what stands beside the study from now on. Decisions of the other plan that the difference does not touch are kept.
    ///
    /// # Errors
    /// The other scenario is out of bounds. The run is of no more use then.
    pub fn put_beside(&mut self, beside: Beside<R::Scenario>) -> Result<(), ScenarioError> {
        self.with_table = beside.with_table;
        self.table = self.with_table.then(PolicyTable::new);
        self.is_due = beside.other.is_some();
        self.other_is_a = beside.other_is_a;
        self.reached[1] = NOTHING;
        match (beside.other, &mut self.other) {
            (Some(scenario), Some(other)) => other.edit(scenario)?,
            (Some(scenario), none) => *none = Some(self.run.fork(scenario)?),
            (None, other) => {
                *other = None;
                self.held[1] = None;
            }
        }
        self.follow();
        Ok(())
    }

    /// Decides up to so many further jobs, of the study's own plan first.
    pub fn advance(&mut self, jobs: usize) -> Progress {
        if !self.reached[0].is_done {
            self.reached[0] = self.run.advance(jobs);
        } else if let Some(other) = &mut self.other
            && !self.reached[1].is_done
        {
            self.reached[1] = other.advance(jobs);
        }
        let [own, theirs] = self.reached;
        if self.other.is_none() {
            return own;
        }
        Progress {
            decided: own.decided.saturating_add(theirs.decided),
            // Both have about as many; the other has not counted its own yet.
            jobs: own.jobs.saturating_add(theirs.jobs.max(own.jobs)),
            is_done: self.is_done(),
        }
    }

    fn is_done(&self) -> bool {
        self.reached[0].is_done && (self.other.is_none() || self.reached[1].is_done)
    }

    /// The next part of what changed. With two plans, nothing is told before both are complete, so that what is shown of them belongs together.
    pub fn update(&mut self) -> Option<Told<R::Update>> {
        if self.other.is_none() {
            return self.held[0].take().or_else(|| self.run.update()).map(Told::Own);
        }
        if !self.is_done() {
            return None;
        }
        while let Some(update) = self.run.update() {
            if let Some(before) = self.held[0].replace(update) {
                return Some(Told::Own(before));
            }
        }
        let other = self.other.as_mut()?;
        while let Some(update) = other.update() {
            if let Some(before) = self.held[1].replace(update) {
                return Some(Told::Other(before));
            }
        }
        let [own, other] = std::mem::take(&mut self.held);
        if !std::mem::take(&mut self.is_due) && own.is_none() && other.is_none() {
            return None;
        }
        Some(Told::Compared { own, other, comparison: Box::new(self.comparison()?) })
    }

    /// The comparison of the two plans, if there are two.
    pub fn comparison(&self) -> Option<PlanComparison> {
        let other = self.other.as_ref()?;
        let (a, b) = if self.other_is_a { (other, &self.run) } else { (&self.run, other) };
        Some(a.compare(b))
    }

    /// Works on what was asked for beside the plans: first what the query asks for, then, once all is planned, the table of policies.
    pub fn snapshot(&mut self, jobs: usize) -> Answer<Seen<R::Snapshot>> {
        match self.run.snapshot(jobs) {
            Answer::Nothing => {}
            answer => return answer.map(Seen::Snapshot),
        }
        if self.table.is_none() || !self.is_done() {
            return Answer::Nothing;
        }
        let Self { run, table: Some(table), .. } = self else { return Answer::Nothing };
        let answer = table.advance(run, jobs);
        if answer == Answer::Nothing {
            self.table = None;
        }
        answer.map(Seen::Policy)
    }
}
