//! What the answers of a reading come to.

use super::answer::Answer;
use super::method::Method;
use bookahead_engine::core::sorting::sort_shared;

/// What the answers of a reading come to. Without a question there are no errors, and every range holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Questions.
    pub asked: f64,
    /// Mean wait of the jobs that were asked about, in hours.
    pub waited: f64,
    /// Mean absolute error of each method, in hours.
    pub mean_error: [f64; Method::ALL.len()],
    /// Median absolute error, in minutes.
    pub median_error: [f64; Method::ALL.len()],
    /// By how many hours the answers are too late on average; too early where negative.
    pub late: [f64; Method::ALL.len()],
    /// Share of the starts inside of the range of 10 to 90 % of the draws, in per cent, and its mean width in hours.
    pub range: [f64; 2],
    /// The same of the range that is calibrated by what earlier ones missed.
    pub told: [f64; 2],
    /// Share of the starts inside of the calibrated range, in the second half of the questions, in per cent.
    pub told_later: f64,
    /// Share of the starts no later than the time that 95 % of the draws do not pass, and that wait in hours on average.
    pub drawn_bound: [f64; 2],
    /// The same of QBETS' bound, of the questions for which there is one.
    pub qbets: [f64; 2],
    /// Share of all jobs that waited no longer than QBETS' bound, in per cent.
    pub qbets_all: f64,
}

impl Numbers {
    /// From the answers, and the share of all jobs that QBETS' bounds hold for.
    pub fn of(answers: &[Answer], bounded: Option<f64>) -> Self {
        let hours = |seconds: f64| seconds / 3_600.0;
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let (count, sum) = values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
            if count > 0.0 { sum / count } else { 0.0 }
        };
        let share = |held: &mut dyn Iterator<Item = bool>| {
            let held: Vec<bool> = held.collect();
            if held.is_empty() { 100.0 } else { 100.0 * held.iter().filter(|held| **held).count() as f64 / held.len() as f64 }
        };
        let errors = |at: usize| answers.iter().map(move |answer| answer.said[at] - answer.waited);
        let median = |at: usize| {
            let mut sizes: Vec<f64> = errors(at).map(f64::abs).collect();
            sort_shared(&mut sizes, f64::total_cmp);
            sizes.get(sizes.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
        };
        let places: [usize; Method::ALL.len()] = std::array::from_fn(|at| at);
        let bounds = || answers.iter().filter_map(|answer| Some((answer.waited, answer.bound?)));
        Self {
            asked: answers.len() as f64,
            waited: hours(mean(&mut answers.iter().map(|answer| answer.waited))),
            mean_error: places.map(|at| hours(mean(&mut errors(at).map(f64::abs)))),
            median_error: places.map(|at| median(at) / 60.0),
            late: places.map(|at| hours(mean(&mut errors(at)))),
            range: [
                share(&mut answers.iter().map(|answer| (answer.drawn[0]..=answer.drawn[2]).contains(&answer.waited))),
                hours(mean(&mut answers.iter().map(|answer| answer.drawn[2] - answer.drawn[0]))),
            ],
            told: [
                share(&mut answers.iter().map(|answer| answer.is_told())),
                hours(mean(&mut answers.iter().map(|answer| answer.told[1] - answer.told[0]))),
            ],
            told_later: share(&mut answers[answers.len() / 2..].iter().map(Answer::is_told)),
            drawn_bound: [
                share(&mut answers.iter().map(|answer| answer.waited <= answer.drawn[3])),
                hours(mean(&mut answers.iter().map(|answer| answer.drawn[3]))),
            ],
            qbets: [
                share(&mut bounds().map(|(waited, bound)| waited <= bound)),
                hours(mean(&mut bounds().map(|(_, bound)| bound))),
            ],
            qbets_all: bounded.unwrap_or(100.0),
        }
    }

    /// In the order of the study's measures of a reading.
    pub(super) fn measures(&self) -> Vec<f64> {
        let head = [self.asked, self.waited];
        let tail = [self.range, self.told].into_iter().flatten().chain([self.told_later]);
        let tail = tail.chain([self.drawn_bound, self.qbets].into_iter().flatten()).chain([self.qbets_all]);
        head.into_iter().chain(self.mean_error).chain(self.median_error).chain(self.late).chain(tail).collect()
    }
}
