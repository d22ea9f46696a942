//! Numbers that change at moments: how many jobs wait, how many nodes are idle.

use crate::planes::plane::PlaneScale;
use bookahead_engine::batch::BatchPlan;
use bookahead_engine::batch::explain::step::BatchStep;
use bookahead_engine::batch::job::{NEVER, Time};
use std::fmt::Write;

/// A number that holds from each moment to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// From when, ascending.
    at: Vec<Time>,
    /// How many from then on.
    value: Vec<u32>,
    most: u32,
}

impl Levels {
    /// From a first number and what is added at moments.
    fn of(first: i64, mut changes: Vec<(Time, i64)>) -> Self {
        changes.sort_unstable();
        let mut levels = Self { at: vec![0], value: vec![first.max(0) as u32], most: 0 };
        let mut now = first;
        for (at, by) in changes {
            now += by;
            let value = now.clamp(0, i64::from(u32::MAX)) as u32;
            match levels.at.last() {
                Some(&last) if last == at => *levels.value.last_mut().unwrap_or(&mut 0) = value,
                _ => {
                    levels.at.push(at);
                    levels.value.push(value);
                }
            }
        }
        levels.most = levels.value.iter().copied().max().unwrap_or(0);
        levels
    }

    /// How many jobs wait: from when they are ready until they start.
    pub fn waiting(plan: &BatchPlan) -> Self {
        let decided = (0..plan.jobs.len()).filter(|&row| plan.decisions.start[row] != NEVER);
        let waits = decided.map(|row| (plan.jobs.ready(row), plan.decisions.start[row])).filter(|(ready, start)| ready < start);
        Self::of(0, waits.flat_map(|(ready, start)| [(ready, 1), (start, -1)]).collect())
    }

    /// How many jobs wait as far as is decided after so many arrivals: those that have no start by then wait on.
    pub fn waiting_at(plan: &BatchPlan, count: u32) -> Self {
        let BatchPlan { jobs, decisions, .. } = plan;
        let Some(step) = BatchStep::after(count, jobs, decisions) else { return Self::of(0, Vec::new()) };
        let until = |row: usize| if step.has_start(row) { decisions.start[row] } else { NEVER };
        let waits = (0..=step.row).map(|row| (jobs.ready(row), until(row))).filter(|(ready, until)| ready < until);
        let ends = |until: Time| (until != NEVER).then_some((until, -1));
        Self::of(0, waits.flat_map(|(ready, until)| [Some((ready, 1)), ends(until)]).flatten().collect())
    }

    /// How many of so many nodes are idle.
    pub fn idle(nodes: u32, plan: &BatchPlan) -> Self {
        Self::idle_with(nodes, plan, |row| plan.decisions.start[row] != NEVER)
    }

    /// The same with the jobs alone that have a start after so many arrivals.
    pub fn idle_at(nodes: u32, plan: &BatchPlan, count: u32) -> Self {
        let step = BatchStep::after(count, &plan.jobs, &plan.decisions);
        Self::idle_with(nodes, plan, |row| step.is_some_and(|step| step.has_start(row)))
    }

    fn idle_with(nodes: u32, plan: &BatchPlan, has_start: impl Fn(usize) -> bool) -> Self {
        let decided = (0..plan.jobs.len()).filter(|&row| has_start(row));
        let changes = decided.flat_map(|row| {
            let taken = i64::from(plan.jobs.nodes[row]);
            [(plan.decisions.start[row], -taken), (plan.decisions.end[row], taken)]
        });
        Self::of(nodes.into(), changes.collect())
    }

    /// A number that is told step by step: from when, ascending, and how many. Before the first step it is nothing.
    pub fn of_steps(steps: &[(Time, u32)]) -> Self {
        let (at, value): (Vec<Time>, Vec<u32>) = steps.iter().copied().unzip();
        let most = value.iter().copied().max().unwrap_or(0);
        Self { at, value, most }
    }

    /// The steps of a stretch of time, the first one cut to its begin: from when, and how many.
    pub fn steps(&self, from: f64, to: f64) -> impl Iterator<Item = (Time, u32)> {
        let first = self.at.partition_point(|&at| at as f64 <= from).saturating_sub(1);
        let begin = if from > 0.0 { from as Time } else { 0 };
        let inside = self.at.iter().zip(&self.value).skip(first).take_while(move |(at, _)| (**at as f64) < to);
        inside.map(move |(&at, &value)| (at.max(begin), value))
    }

    /// The greatest number.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// The number at a moment.
    pub fn at(&self, moment: Time) -> u32 {
        let after = self.at.partition_point(|&at| at <= moment);
        after.checked_sub(1).and_then(|last| self.value.get(last).copied()).unwrap_or(0)
    }

    /// The area below the steps as the data of an SVG path. Where several steps share a pixel, it goes to the least and the greatest of them.
    pub fn area(&self, scale: &PlaneScale) -> String {
        let mut path = format!("M0 {:.1}", scale.bottom());
        self.trace(scale, &mut path);
        // Writing to memory cannot fail.
        let _ = write!(path, "H{:.1}V{:.1}Z", scale.width(), scale.bottom());
        path
    }

    /// The steps as a line from the first of them on, as the data of an SVG path; empty if they begin behind the plot.
    pub fn line(&self, scale: &PlaneScale) -> String {
        let (from, to) = scale.x_range();
        let Some(&begin) = self.at.first().filter(|&&at| (at as f64) < to) else { return String::new() };
        let mut path =
            format!("M{:.1} {:.1}", scale.x_of((begin as f64).max(from)), scale.y_of(f64::from(self.at(begin.max(from as Time)))));
        self.trace(scale, &mut path);
        // Writing to memory cannot fail.
        let _ = write!(path, "H{:.1}", scale.width());
        path
    }

    /// Goes along the steps in view.
    fn trace(&self, scale: &PlaneScale, path: &mut String) {
        let (from, to) = scale.x_range();
        let mut next = self.at.partition_point(|&at| at as f64 <= from).saturating_sub(1);
        while next < self.at.len() && (self.at[next] as f64) < to {
            let x = scale.x_of(self.at[next] as f64).max(0.0);
            let begin = next;
            next += 1;
            while next < self.at.len() && scale.x_of(self.at[next] as f64) < x + 1.0 {
                next += 1;
            }
            let here = &self.value[begin..next];
            let (least, most) = here.iter().fold((u32::MAX, 0), |(least, most), &value| (least.min(value), most.max(value)));
            // Writing to memory cannot fail.
            let _ = write!(path, "H{x:.1}");
            for value in [most, least, here[here.len() - 1]].into_iter().take(if here.len() > 1 { 3 } else { 1 }) {
                let _ = write!(path, "V{:.1}", scale.y_of(f64::from(value)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::batch::BatchScenario;
    use bookahead_engine::batch::job::Job;
    use bookahead_engine::batch::scheduler::Scheduler;

    fn four() -> BatchPlan {
        let job = |(submitted, length, nodes): (u32, u32, u32)| Job {
            user: 1,
            submitted,
            estimate: length,
            runtime: length,
            nodes,
            ..Job::SMALLEST
        };
        let jobs = [(0, 10, 6), (1, 10, 8), (1, 10, 10), (2, 25, 2)].map(job).to_vec();
        let outcome = BatchScenario::of_jobs(10, jobs, Scheduler::Easy).run().unwrap();
        BatchPlan { jobs: (*outcome.jobs).clone(), decisions: outcome.decisions, nodes: outcome.nodes, metrics: outcome.metrics }
    }

    #[test]
    fn waiting_jobs_and_idle_nodes_are_counted() {
        let plan = four();
        let (waiting, idle) = (Levels::waiting(&plan), Levels::idle(10, &plan));
        assert_eq!([0, 1, 9, 10, 26, 27, 100].map(|at| waiting.at(at)), [0, 2, 2, 1, 1, 0, 0]);
        assert_eq!([0, 2, 10, 20, 27, 36, 37].map(|at| idle.at(at)), [4, 2, 0, 8, 0, 0, 10]);
        assert_eq!((waiting.most(), idle.most()), (2, 10));
    }

    #[test]
    fn a_step_has_the_levels_of_the_whole_plan_until_its_moment() {
        let plan = four();
        let (waiting, idle) = (Levels::waiting(&plan), Levels::idle(10, &plan));
        for (count, moment) in [(1, 0), (2, 1), (3, 1), (4, 2)] {
            let (then_waiting, then_idle) = (Levels::waiting_at(&plan, count), Levels::idle_at(10, &plan, count));
            for at in 0..moment {
                assert_eq!((then_waiting.at(at), then_idle.at(at)), (waiting.at(at), idle.at(at)), "{count}, {at}");
            }
        }
        // After two arrivals the first job runs to its end; the second one waits for nobody knows how long.
        let (waiting, idle) = (Levels::waiting_at(&plan, 2), Levels::idle_at(10, &plan, 2));
        assert_eq!([0, 9, 10, 100].map(|at| idle.at(at)), [4, 4, 10, 10]);
        assert_eq!([0, 1, 100].map(|at| waiting.at(at)), [0, 1, 1]);
        let (waiting, idle) = (Levels::waiting_at(&plan, 0), Levels::idle_at(10, &plan, 0));
        assert_eq!((waiting.at(7), idle.at(7)), (0, 10));
        assert_eq!(Levels::idle_at(10, &plan, 4), Levels::idle_at(10, &plan, u32::MAX));
    }

    #[test]
    fn steps_within_a_pixel_go_to_their_extremes() {
        let levels = Levels::of(0, (0..10_000).map(|at| (at, if at % 2 == 0 { 5 } else { -5 })).collect());
        let scale = PlaneScale::new((0.0, 10_000.0), (0.0, 5.0), 100.0, 50.0);
        let path = levels.area(&scale);
        assert!(path.len() < 6_000, "{}", path.len());
        assert!(path.contains("V0.0V50.0"), "{path}");
        let one = Levels::of(3, vec![(50, 1)]).area(&PlaneScale::new((0.0, 100.0), (0.0, 4.0), 100.0, 40.0));
        assert_eq!(one, "M0 40.0H0.0V10.0H50.0V0.0H100.0V40.0Z");
    }

    #[test]
    fn a_line_begins_with_its_first_step() {
        let seen = Levels::of_steps(&[(20, 1), (50, 4)]);
        let line = |from, to| seen.line(&PlaneScale::new((from, to), (0.0, 4.0), 100.0, 40.0));
        assert_eq!(line(0.0, 100.0), "M20.0 30.0H20.0V30.0H50.0V0.0H100.0");
        assert_eq!(line(40.0, 140.0), "M0.0 30.0H0.0V30.0H10.0V0.0H100.0", "cut where the plot begins");
        assert_eq!(line(0.0, 20.0), "", "behind the plot");
    }
}
