//! The paper's claims about each figure, as numbers that are not negative if the claim holds.

use super::super::strategy::Strategy::{self, BestFit, FfHa, FfHaPlus, FfHu, FirstFitIdle, Lact, MinLip, MinTip};
use super::figure::{Figure, Line, Measure};
use super::point_figures::PointFigures;
use crate::core::statistics::Interval;
use crate::experiment::{Claim, ClaimVerdict};

/// One whole run: all points, all curves.
struct Run<'a> {
    figure: Figure,
    lines: &'a [Line],
    found: &'a [&'a [PointFigures]],
}

impl Run<'_> {
    /// A measure of a strategy at the point nearest to `x`.
    fn at(&self, measure: Measure, strategy: Strategy, x: f64) -> f64 {
        self.of_level(measure, strategy, None, x)
    }

    fn of_level(&self, measure: Measure, strategy: Strategy, level: Option<u32>, x: f64) -> f64 {
        let points = self.figure.points();
        let near = |a: &&f64, b: &&f64| (**a - x).abs().total_cmp(&(**b - x).abs());
        let point = points.iter().min_by(near).and_then(|near| points.iter().position(|x| x == near)).unwrap_or(0);
        let is_it = |line: &Line| line.strategy == strategy && (level.is_none() || line.level == level);
        let line = self.lines.iter().position(is_it).unwrap_or(0);
        self.found[point][line].measure(measure, self.figure)
    }

    /// Mean over the points from `from` to `to`.
    fn mean(&self, measure: Measure, strategy: Strategy, from: f64, to: f64) -> f64 {
        self.mean_of_level(measure, strategy, None, from, to)
    }

    fn mean_of_level(&self, measure: Measure, strategy: Strategy, level: Option<u32>, from: f64, to: f64) -> f64 {
        let within = self.figure.points().iter().filter(|x| (from - 1e-9..=to + 1e-9).contains(*x));
        let values: Vec<f64> = within.map(|&x| self.of_level(measure, strategy, level, x)).collect();
        values.iter().sum::<f64>() / values.len().max(1) as f64
    }
}

type Test = fn(&Run) -> f64;

use Measure::{Delay, Effort, Fairness, LossRate, Utilisation, WorkLossRate};

const LOSS_BY_LOAD: &[(&str, Test)] = &[
    ("Min-LIP and Min-TIP lose next to nothing (at most 1 %) up to ρ = 0.8", |run| {
        0.01 - run.at(LossRate, MinLip, 0.8).max(run.at(LossRate, MinTip, 0.8))
    }),
    ("Min-LIP and Min-TIP lose less than 10 % at ρ = 1.1", |run| {
        0.1 - run.at(LossRate, MinLip, 1.1).max(run.at(LossRate, MinTip, 1.1))
    }),
    ("LACT loses much more than any other (at least five times as much, ρ from 0.3 on)", |run| {
        let most = [MinLip, MinTip, BestFit, FirstFitIdle].map(|other| run.mean(LossRate, other, 0.3, 1.1));
        run.mean(LossRate, Lact, 0.3, 1.1) - 5.0 * most.into_iter().fold(0.0, f64::max)
    }),
    ("First-fit loses more than Min-LIP and Min-TIP below ρ = 1", |run| {
        let others = run.mean(LossRate, MinLip, 0.5, 0.9).max(run.mean(LossRate, MinTip, 0.5, 0.9));
        run.mean(LossRate, FirstFitIdle, 0.5, 0.9) - others
    }),
    ("Best-fit loses slightly more than Min-LIP", |run| {
        run.mean(LossRate, BestFit, 0.5, 1.1) - run.mean(LossRate, MinLip, 0.5, 1.1)
    }),
];

const FAIRNESS_BY_LOAD: &[(&str, Test)] = &[
    ("Min-LIP and Min-TIP are fairer than best-fit, first-fit and LACT (ρ from 0.5 on)", |run| {
        let best = [BestFit, FirstFitIdle, Lact].map(|other| run.mean(Fairness, other, 0.5, 1.1));
        run.mean(Fairness, MinLip, 0.5, 1.1).min(run.mean(Fairness, MinTip, 0.5, 1.1)) - best.into_iter().fold(0.0, f64::max)
    }),
    ("LACT's fairness drops from ρ = 0.4 on", |run| run.at(Fairness, Lact, 0.4) - run.at(Fairness, Lact, 0.8) - 0.1),
    ("Best-fit becomes less fair than first-fit as the load grows", |run| {
        run.mean(Fairness, FirstFitIdle, 0.9, 1.1) - run.mean(Fairness, BestFit, 0.9, 1.1)
    }),
];

const UTILISATION_BY_LOAD: &[(&str, Test)] = &[
    ("LACT uses the servers least (ρ from 0.4 on)", |run| {
        let least = [MinLip, MinTip, BestFit, FirstFitIdle].map(|other| run.mean(Utilisation, other, 0.4, 1.1));
        least.into_iter().fold(1.0, f64::min) - run.mean(Utilisation, Lact, 0.4, 1.1)
    }),
    ("First-fit uses them less than Min-LIP, Min-TIP and best-fit (ρ from 0.5 on)", |run| {
        let least = [MinLip, MinTip, BestFit].map(|other| run.mean(Utilisation, other, 0.5, 1.1));
        least.into_iter().fold(1.0, f64::min) - run.mean(Utilisation, FirstFitIdle, 0.5, 1.1)
    }),
    ("Min-LIP and Min-TIP are almost the same (within 0.01)", |run| {
        0.01 - (run.mean(Utilisation, MinLip, 0.1, 1.1) - run.mean(Utilisation, MinTip, 0.1, 1.1)).abs()
    }),
];

const DELAY_BY_LOAD: &[(&str, Test)] = &[
    ("Jobs wait less under first-fit than under Min-LIP", |run| {
        run.mean(Delay, MinLip, 0.1, 1.1) - run.mean(Delay, FirstFitIdle, 0.1, 1.1)
    }),
    ("Jobs wait less under Min-LIP than under Min-TIP", |run| {
        run.mean(Delay, MinTip, 0.1, 1.1) - run.mean(Delay, MinLip, 0.1, 1.1)
    }),
    ("Best-fit delays more than Min-LIP at moderate to high loads", |run| {
        run.mean(Delay, BestFit, 0.5, 1.1) - run.mean(Delay, MinLip, 0.5, 1.1)
    }),
    ("Min-TIP's delay falls from low to moderate loads", |run| run.at(Delay, MinTip, 0.1) - run.at(Delay, MinTip, 0.5)),
    ("LACT's delay is greatest at ρ = 0.4", |run| {
        let others = run.figure.points().iter().filter(|x| (**x - 0.4).abs() > 0.05);
        run.at(Delay, Lact, 0.4) - others.map(|&x| run.at(Delay, Lact, x)).fold(0.0, f64::max)
    }),
];

const LOSS_BY_SIZE: &[(&str, Test)] = &[
    ("Min-LIP and Min-TIP stay below 1 % whatever the mean size", |run| {
        let most = |strategy| run.figure.points().iter().map(|&x| run.at(LossRate, strategy, x)).fold(0.0, f64::max);
        0.01 - most(MinLip).max(most(MinTip))
    }),
    ("LACT's loss falls as the mean size grows", |run| run.at(LossRate, Lact, 1.5) - run.at(LossRate, Lact, 10.0)),
    ("First-fit's loss grows with the mean size", |run| run.at(LossRate, FirstFitIdle, 10.0) - run.at(LossRate, FirstFitIdle, 1.5)),
    ("First-fit's utilisation is below LACT's for x̄ above 6", |run| {
        run.mean(Utilisation, Lact, 7.0, 10.0) - run.mean(Utilisation, FirstFitIdle, 7.0, 10.0)
    }),
];

const LOSS_BY_TIGHTNESS: &[(&str, Test)] = &[
    ("Min-LIP and Min-TIP lose less as q grows to 0.1", |run| {
        let falls = |strategy| run.at(LossRate, strategy, 0.0) - run.at(LossRate, strategy, 0.1);
        falls(MinLip).min(falls(MinTip))
    }),
    ("From q = 0.1 on Min-LIP and Min-TIP lose nothing (at most 0.1 %)", |run| {
        0.001 - run.mean(LossRate, MinLip, 0.1, 0.5).max(run.mean(LossRate, MinTip, 0.1, 0.5))
    }),
    ("LACT's loss falls most", |run| {
        let falls = |strategy| run.at(LossRate, strategy, 0.0) - run.at(LossRate, strategy, 0.5);
        falls(Lact) - [MinLip, MinTip, BestFit, FirstFitIdle].map(falls).into_iter().fold(0.0, f64::max)
    }),
];

const LOSS_BY_SERVERS: &[(&str, Test)] = &[
    ("Every strategy loses less on more servers", |run| {
        let falls = |strategy| run.at(LossRate, strategy, 10.0) - run.at(LossRate, strategy, 100.0);
        [MinLip, MinTip, BestFit, FirstFitIdle, Lact].map(falls).into_iter().fold(1.0, f64::min)
    }),
    ("LACT loses ten times as much as Min-LIP, Min-TIP and best-fit, on any number of servers", |run| {
        let margin = |&x: &f64| {
            let most = [MinLip, MinTip, BestFit].map(|other| run.at(LossRate, other, x)).into_iter().fold(0.0, f64::max);
            run.at(LossRate, Lact, x) - 10.0 * most
        };
        run.figure.points().iter().map(margin).fold(1.0, f64::min)
    }),
    ("Min-LIP and Min-TIP lose next to nothing (at most 0.5 %) on 60 servers and more", |run| {
        0.005 - run.mean(LossRate, MinLip, 60.0, 100.0).max(run.mean(LossRate, MinTip, 60.0, 100.0))
    }),
];

const AWARENESS: &[(&str, Test)] = &[
    ("FF-HA loses less work than FF-HU at every level of heterogeneity", |run| {
        let margin = |level| {
            run.mean_of_level(WorkLossRate, FfHu, Some(level), 0.1, 1.1)
                - run.mean_of_level(WorkLossRate, FfHa, Some(level), 0.1, 1.1)
        };
        (1..=4).map(margin).fold(1.0, f64::min)
    }),
    ("FF-HU loses less work as heterogeneity grows", |run| {
        run.mean_of_level(WorkLossRate, FfHu, Some(1), 0.1, 1.1) - run.mean_of_level(WorkLossRate, FfHu, Some(4), 0.1, 1.1)
    }),
    ("FF-HA loses less work as heterogeneity grows", |run| {
        run.mean_of_level(WorkLossRate, FfHa, Some(1), 0.1, 1.1) - run.mean_of_level(WorkLossRate, FfHa, Some(4), 0.1, 1.1)
    }),
    ("FF-HA uses the servers more than FF-HU at every level", |run| {
        let margin = |level| {
            run.mean_of_level(Utilisation, FfHa, Some(level), 0.1, 1.1)
                - run.mean_of_level(Utilisation, FfHu, Some(level), 0.1, 1.1)
        };
        (1..=4).map(margin).fold(1.0, f64::min)
    }),
];

const WORK_LOSS: &[(&str, Test)] = &[
    ("FF-HA+ loses more work than FF-HU at medium loads", |run| {
        run.mean(WorkLossRate, FfHaPlus, 0.5, 0.8) - run.mean(WorkLossRate, FfHu, 0.5, 0.8)
    }),
    ("Both lose about the same at low loads (within 1 %)", |run| {
        0.01 - (run.mean(WorkLossRate, FfHaPlus, 0.1, 0.3) - run.mean(WorkLossRate, FfHu, 0.1, 0.3)).abs()
    }),
    ("Both lose about the same at high loads (within 1 %)", |run| {
        0.01 - (run.mean(WorkLossRate, FfHaPlus, 1.0, 1.1) - run.mean(WorkLossRate, FfHu, 1.0, 1.1)).abs()
    }),
];

const EFFORT: &[(&str, Test)] = &[("FF-HA+ looks at much less than FF-HU at medium and high loads (a fifth at most)", |run| {
    run.mean(Effort, FfHu, 0.5, 1.1) - 5.0 * run.mean(Effort, FfHaPlus, 0.5, 1.1)
})];

const UTILISATION_OF_RATES: &[(&str, Test)] = &[("The servers are busier under FF-HA+ than under FF-HU", |run| {
    run.mean(Utilisation, FfHaPlus, 0.1, 1.1) - run.mean(Utilisation, FfHu, 0.1, 1.1)
})];

const WAITING: &[(&str, Test)] = &[("Jobs wait longer under FF-HU than under FF-HA+", |run| {
    run.mean(Delay, FfHu, 0.1, 1.1) - run.mean(Delay, FfHaPlus, 0.1, 1.1)
})];

const LEVELS: &[(&str, Test)] = &[
    ("FF-HA+ loses less work as heterogeneity grows", |run| {
        run.mean_of_level(WorkLossRate, FfHaPlus, Some(1), 0.1, 1.1) - run.mean_of_level(WorkLossRate, FfHaPlus, Some(4), 0.1, 1.1)
    }),
    ("Utilisation under FF-HA+ grows with heterogeneity", |run| {
        run.mean_of_level(Utilisation, FfHaPlus, Some(4), 0.1, 1.1) - run.mean_of_level(Utilisation, FfHaPlus, Some(1), 0.1, 1.1)
    }),
];

/// The claims about a figure over whole runs: for each run its points, for each point its curves.
pub(super) fn of(figure: Figure, runs: &[Vec<&[PointFigures]>]) -> Vec<Claim> {
    let tests = match figure {
        Figure::LossByLoad => LOSS_BY_LOAD,
        Figure::FairnessByLoad => FAIRNESS_BY_LOAD,
        Figure::UtilisationByLoad => UTILISATION_BY_LOAD,
        Figure::DelayByLoad => DELAY_BY_LOAD,
        Figure::LossBySize => LOSS_BY_SIZE,
        Figure::LossByTightness => LOSS_BY_TIGHTNESS,
        Figure::LossByServers => LOSS_BY_SERVERS,
        Figure::Awareness => AWARENESS,
        Figure::WorkLoss => WORK_LOSS,
        Figure::Effort => EFFORT,
        Figure::UtilisationOfRates => UTILISATION_OF_RATES,
        Figure::Waiting => WAITING,
        Figure::Levels => LEVELS,
    };
    let lines = figure.lines();
    let runs: Vec<Run> = runs.iter().map(|found| Run { figure, lines: &lines, found }).collect();
    let claim = |(words, test): &(&str, Test)| {
        let values: Vec<f64> = runs.iter().map(test).collect();
        let measured = Interval::of(values.iter().copied());
        let verdict = match measured {
            Interval { runs: 0, .. } => ClaimVerdict::Open,
            interval => ClaimVerdict::of_difference(interval),
        };
        Claim { words: words.to_string(), measured, verdict }
    };
    tests.iter().map(claim).collect()
}
