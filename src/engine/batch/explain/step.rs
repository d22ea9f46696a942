//! The plan of a cluster as it was when a job had just arrived: who runs, who has a start already, who waits. It follows from the whole plan, because no
//! decision depends on jobs that arrive later. Jobs of the same second are decided together; among them a step shows what came of all of them.
//! A job that was told a later start has the nodes that it gets in the end.

use crate::batch::booking::stretch_words;
use crate::batch::decisions::{Decisions, How};
use crate::batch::explain::{batch_verdict, lasting};
use crate::batch::job::{Jobs, NEVER, NONE, Time};
use crate::batch::metrics::wait;
use crate::batch::scheduler::BatchPolicy;
use crate::core::steps::Around;
use crate::core::words::{counted, list};

/// Most jobs that are named one by one.
const NAMED_MAX: usize = 6;

/// A plan when a job has just arrived.
#[derive(Clone, Copy, Debug)]
pub struct BatchStep<'a> {
    /// All jobs.
    pub jobs: &'a Jobs,
    /// What is decided of them in the end.
    pub decisions: &'a Decisions,
    /// The job that arrived last, by its row.
    pub row: usize,
}

/// What a line tells of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The job that arrives.
    Arrives,
    /// Who runs and who waits at this moment.
    Meets,
    /// It has a start.
    Starts,
    /// It waits.
    Waits,
}

impl<'a> BatchStep<'a> {
    /// The step after so many arrivals; none before the first.
    pub fn after(count: u32, jobs: &'a Jobs, decisions: &'a Decisions) -> Option<Self> {
        let row = (count as usize).min(jobs.len()).checked_sub(1)?;
        Some(Self { jobs, decisions, row })
    }

    /// When the job arrived, in seconds.
    pub fn moment(&self) -> Time {
        Time::from(self.jobs.submitted[self.row])
    }

    /// Whether a job has a start at this moment: it has started, or it was told one on submission that does not change any more.
    pub fn has_start(&self, row: usize) -> bool {
        let is_fixed = matches!(self.decisions.how(row), How::Reserved | How::TookOffer | How::CoAllocated);
        row <= self.row && self.decisions.is_decided(row) && (is_fixed || self.decisions.start[row] <= self.moment())
    }

    /// The jobs that run at this moment, by row.
    pub fn running(&self) -> impl Iterator<Item = usize> {
        let now = self.moment();
        (0..=self.row).filter(move |&row| {
            let (start, end) = (self.decisions.start[row], self.decisions.end[row]);
            start != NEVER && start <= now && now < end
        })
    }

    /// The jobs that have arrived and have no start yet, by row; none of them was refused.
    pub fn waiting(&self) -> impl Iterator<Item = usize> {
        (0..=self.row).filter(|&row| !self.has_start(row) && !self.decisions.is_refused(row))
    }

    /// The job that arrived, who ran and waited then, and what became of the job, on a machine of so many nodes.
    pub fn lines(&self, nodes: u32, policy: BatchPolicy) -> Vec<(StepKind, String)> {
        let Self { jobs, decisions, row } = *self;
        let asked = match (jobs.is_advance(row), jobs.latest_start[row]) {
            (false, _) => String::new(),
            (true, NONE) => format!(", to start at {} s", jobs.ready(row)),
            (true, latest) => format!(", to start from {} s to {latest} s", jobs.ready(row)),
        };
        let by_name = jobs.named(row).map_or(String::new(), |named| format!(" ({})", stretch_words(named)));
        let job = format!(
            "Job {} arrives at {} s: {}{by_name} for an estimated {}{asked}.",
            jobs.number(row),
            self.moment(),
            counted(jobs.nodes[row] as usize, "node"),
            lasting(jobs.estimate[row].into())
        );
        let others: Vec<usize> = self.running().filter(|other| *other != row).collect();
        let busy: u64 = others.iter().map(|other| u64::from(jobs.nodes[*other])).sum();
        let until = |other: usize| {
            let end = decisions.start[other] + jobs.reserved(other);
            format!("job {} (reserved until {end} s)", jobs.number(other))
        };
        let running = match others.len() {
            0 => "No other job runs: all nodes are free.".to_string(),
            _ => format!("{busy} of {nodes} nodes are busy: {}.", named(&others, until)),
        };
        let before: Vec<usize> = self.waiting().filter(|other| *other != row).collect();
        let waiting = match before.len() {
            0 => "No other job waits.".to_string(),
            1 => format!("Job {} waits.", jobs.number(before[0])),
            waiting => {
                let names = named(&before, |other| jobs.number(other).to_string());
                if waiting > NAMED_MAX { format!("{waiting} jobs wait: {names}.") } else { format!("Jobs {names} wait.") }
            }
        };
        let verdict = batch_verdict(jobs, decisions, policy, row);
        let kind = if self.has_start(row) { StepKind::Starts } else { StepKind::Waits };
        let fate = format!("{}. {}", verdict.headline, verdict.sentences.join(" "));
        vec![(StepKind::Arrives, job), (StepKind::Meets, running), (StepKind::Meets, waiting), (kind, fate)]
    }
}

/// Jobs in a sentence, the first of them by name.
fn named(rows: &[usize], name: impl Fn(usize) -> String) -> String {
    let mut names: Vec<String> = rows.iter().take(NAMED_MAX).map(|row| name(*row)).collect();
    let more = rows.len() - names.len();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    list(&names)
}

/// The steps around one at which a job had to wait, was put off or went ahead of another. After step k, k jobs have arrived.
pub fn events_around(jobs: &Jobs, decisions: &Decisions, step: u32) -> Around {
    let happens = |row: &usize| {
        decisions.is_refused(*row)
            || decisions.is_decided(*row)
                && (wait(jobs, decisions, *row) > 0 || decisions.retries[*row] > 0 || decisions.how(*row) == How::Backfilled)
    };
    let (rows, step) = (jobs.len(), step as usize);
    let before = (0..step.saturating_sub(1).min(rows)).rev().find(happens);
    let after = (step.min(rows)..rows).find(happens);
    Around { before: before.map(|row| row as u32 + 1), after: after.map(|row| row as u32 + 1) }
}
