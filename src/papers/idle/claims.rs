//! The paper's claims about each figure, as numbers that are not negative if the claim holds.

use super::figure::{Figure, Line};
use super::measure::Measure;
use super::point_figures::PointFigures;
use crate::experiment::Claim;
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::idle::generator::{Due, ParetoWorkload};
use bookahead_engine::idle::strategy::Strategy::{
    self, BestFit, FfHa, FfHaPlus, FfHaPlusFirst, FfHu, FirstFitIdle, Lact, MaxLip, MaxTip, MinLip, MinTip,
};

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
/// Several differences, none of which may be negative: for what is said of every level, every load or every step of a curve.
type Each = fn(&Run) -> Vec<f64>;

/// Tests with their words.
type Tests<T> = &'static [(&'static str, T)];

/// From each value to the next one.
fn steps(values: &[f64]) -> impl Iterator<Item = f64> + '_ {
    values.windows(2).map(|pair| pair[1] - pair[0])
}

impl Run<'_> {
    /// A measure of a strategy at every point.
    fn curve(&self, measure: Measure, strategy: Strategy) -> Vec<f64> {
        self.figure.points().iter().map(|&x| self.at(measure, strategy, x)).collect()
    }

    /// The mean over all loads at each level, from the least heterogeneous machine to the most.
    fn levels(&self, measure: Measure, strategy: Strategy) -> Vec<f64> {
        (1..=4).map(|level| self.mean_of_level(measure, strategy, Some(level), 0.1, 1.1)).collect()
    }

    /// For each level and each load by how much FF-HA has more of a measure than FF-HU.
    fn aware_less_unaware(&self, measure: Measure) -> Vec<f64> {
        let of = |strategy, level, x| self.of_level(measure, strategy, Some(level), x);
        let difference = |level: u32| self.figure.points().iter().map(move |&x| of(FfHa, level, x) - of(FfHu, level, x));
        (1..=4).flat_map(difference).collect()
    }
}

use Measure::{Delay, Effort, Fairness, LossRate, Utilisation, WorkLossRate};

const LOSS_BY_LOAD: &[(&str, Test)] = &[
    ("Min-LIP and Min-TIP lose less than 10 % at ρ = 1.1", |run| {
        0.1 - run.at(LossRate, MinLip, 1.1).max(run.at(LossRate, MinTip, 1.1))
    }),
    ("LACT loses much more than any other (at least five times as much, ρ from 0.3 on)", |run| {
        let most = [MinLip, MinTip, BestFit, FirstFitIdle].map(|other| run.mean(LossRate, other, 0.3, 1.1));
        run.mean(LossRate, Lact, 0.3, 1.1) - 5.0 * most.into_iter().fold(0.0, f64::max)
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

/// The most of a measure that some strategies come to at any point.
fn most(run: &Run, measure: Measure, strategies: &[Strategy]) -> f64 {
    strategies.iter().flat_map(|&strategy| run.curve(measure, strategy)).fold(f64::MIN, f64::max)
}

/// The least of it.
fn least(run: &Run, measure: Measure, strategies: &[Strategy]) -> f64 {
    strategies.iter().flat_map(|&strategy| run.curve(measure, strategy)).fold(f64::MAX, f64::min)
}

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
    ("Max-LIP uses the servers as Min-LIP does (within 0.01, ρ from 0.5 on)", |run| {
        0.01 - more(run, Utilisation, MinLip, MaxLip, 0.5, 1.1).abs()
    }),
    ("Max-TIP uses the servers as Min-TIP does (within 0.01, ρ from 0.5 on)", |run| {
        0.01 - more(run, Utilisation, MinTip, MaxTip, 0.5, 1.1).abs()
    }),
];

/// What is said of the figures of all starts that may hang on how far they lie ahead.
const SOON: &[(&str, Test)] = &[
    ("LACT loses much more than any other (at least five times as much, ρ from 0.3 on)", |run| {
        let most = [MinLip, MinTip, BestFit, FirstFitIdle].map(|other| run.mean(LossRate, other, 0.3, 1.1));
        run.mean(LossRate, Lact, 0.3, 1.1) - 5.0 * most.into_iter().fold(0.0, f64::max)
    }),
    ("LACT’s fairness drops from ρ = 0.4 on", |run| run.at(Fairness, Lact, 0.4) - run.at(Fairness, Lact, 0.8) - 0.1),
    ("First-fit uses the servers less than Min-LIP, Min-TIP and best-fit (ρ from 0.5 on)", |run| {
        let least = [MinLip, MinTip, BestFit].map(|other| run.mean(Utilisation, other, 0.5, 1.1));
        least.into_iter().fold(1.0, f64::min) - run.mean(Utilisation, FirstFitIdle, 0.5, 1.1)
    }),
    ("Jobs wait less under first-fit than under Min-LIP", |run| more(run, Delay, MinLip, FirstFitIdle, 0.1, 1.1)),
    ("Jobs wait less under Min-LIP than under Min-TIP", |run| more(run, Delay, MinTip, MinLip, 0.1, 1.1)),
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
    ("LACT's delay lies between those of Min-LIP and Min-TIP at most loads (share of the loads less a half)", |run| {
        let is_between = |x: &&f64| {
            let [lip, lact, tip] = [MinLip, Lact, MinTip].map(|strategy| run.at(Delay, strategy, **x));
            (lip.min(tip)..=lip.max(tip)).contains(&lact)
        };
        let points = run.figure.points();
        points.iter().filter(is_between).count() as f64 / points.len() as f64 - 0.5
    }),
    ("Every mean delay is a fraction of the mean size x̄, under any strategy and load", |run| {
        ParetoWorkload::MEAN_SIZE - most(run, Delay, &[MinLip, MinTip, BestFit, FirstFitIdle, Lact])
    }),
    ("Delays under first-fit, Min-LIP and best-fit are greater at high loads (ρ = 1.1) than at moderate ones (ρ = 0.5)", |run| {
        let grows = |strategy| run.at(Delay, strategy, 1.1) - run.at(Delay, strategy, 0.5);
        [FirstFitIdle, MinLip, BestFit].map(grows).into_iter().fold(f64::MAX, f64::min)
    }),
];

const LOSS_BY_SIZE: &[(&str, Test)] = &[
    ("Min-LIP and Min-TIP stay below 1 % whatever the mean size", |run| {
        let most = |strategy| run.figure.points().iter().map(|&x| run.at(LossRate, strategy, x)).fold(0.0, f64::max);
        0.01 - most(MinLip).max(most(MinTip))
    }),
    ("First-fit's utilisation is below LACT's for x̄ above 6", |run| {
        run.mean(Utilisation, Lact, 7.0, 10.0) - run.mean(Utilisation, FirstFitIdle, 7.0, 10.0)
    }),
    ("Utilisation under Min-LIP and Min-TIP stays close to 60 % (within 2 %) whatever the mean size", |run| {
        let both = [MinLip, MinTip];
        0.02 - (most(run, Utilisation, &both) - 0.6).max(0.6 - least(run, Utilisation, &both))
    }),
    ("Fairness under Min-LIP and Min-TIP stays close to 1 (at least 0.98) whatever the mean size", |run| {
        least(run, Fairness, &[MinLip, MinTip]) - 0.98
    }),
    ("Best-fit's loss is close to Min-LIP's (within 1 %) whatever the mean size", |run| {
        let differences = run.curve(LossRate, BestFit).into_iter().zip(run.curve(LossRate, MinLip));
        0.01 - differences.map(|(best, lip)| (best - lip).abs()).fold(0.0, f64::max)
    }),
];

const LOSS_BY_TIGHTNESS: &[(&str, Test)] = &[
    ("From q = 0.1 on Min-LIP and Min-TIP lose nothing (at most 0.1 %)", |run| {
        0.001 - run.mean(LossRate, MinLip, 0.1, 0.5).max(run.mean(LossRate, MinTip, 0.1, 0.5))
    }),
    ("LACT's loss falls most", |run| {
        let falls = |strategy| run.at(LossRate, strategy, 0.0) - run.at(LossRate, strategy, 0.5);
        falls(Lact) - [MinLip, MinTip, BestFit, FirstFitIdle].map(falls).into_iter().fold(0.0, f64::max)
    }),
    ("Best-fit and first-fit lose less at q = 0.1 than at q = 0", |run| {
        let falls = |strategy| run.at(LossRate, strategy, 0.0) - run.at(LossRate, strategy, 0.1);
        falls(BestFit).min(falls(FirstFitIdle))
    }),
];

const LOSS_BY_SERVERS: &[(&str, Test)] = &[
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

/// By how much more of a measure one strategy has than another, mean over the points from `from` to `to`.
fn more(run: &Run, measure: Measure, strategy: Strategy, other: Strategy, from: f64, to: f64) -> f64 {
    run.mean(measure, strategy, from, to) - run.mean(measure, other, from, to)
}

const WORK_LOSS: &[(&str, Test)] = &[
    ("Almost all work finds a place at low load (at most 1 % is lost at ρ = 0.1)", |run| {
        0.01 - [FfHu, FfHaPlus, FfHaPlusFirst].map(|strategy| run.at(WorkLossRate, strategy, 0.1)).into_iter().fold(0.0, f64::max)
    }),
    ("FF-HA+ loses more work than FF-HU at medium loads", |run| more(run, WorkLossRate, FfHaPlus, FfHu, 0.5, 0.8)),
    ("FF-HA+ by the paper’s walk loses more work than FF-HU at medium loads", |run| {
        more(run, WorkLossRate, FfHaPlusFirst, FfHu, 0.5, 0.8)
    }),
    ("Both lose about the same at low loads (within 1 %)", |run| {
        0.01 - [FfHaPlus, FfHaPlusFirst]
            .map(|own| more(run, WorkLossRate, own, FfHu, 0.1, 0.3).abs())
            .into_iter()
            .fold(0.0, f64::max)
    }),
    ("Both lose about the same at high loads (within 1 %)", |run| 0.01 - more(run, WorkLossRate, FfHaPlus, FfHu, 1.0, 1.1).abs()),
    ("By the paper’s walk, too, they lose about the same at high loads (within 1 %)", |run| {
        0.01 - more(run, WorkLossRate, FfHaPlusFirst, FfHu, 1.0, 1.1).abs()
    }),
    ("FF-HA+ by the paper’s walk loses more work than FF-HA: its price is fragmentation (ρ from 0.5 on)", |run| {
        more(run, WorkLossRate, FfHaPlusFirst, FfHa, 0.5, 1.1)
    }),
];

const EFFORT: &[(&str, Test)] = &[("FF-HA+ looks at much less than FF-HU at medium and high loads (a fifth at most)", |run| {
    run.mean(Effort, FfHu, 0.5, 1.1) - 5.0 * run.mean(Effort, FfHaPlus, 0.5, 1.1)
})];

const UTILISATION_OF_RATES: &[(&str, Test)] = &[
    ("The servers are busier under FF-HA+ than under FF-HU", |run| more(run, Utilisation, FfHaPlus, FfHu, 0.1, 1.1)),
    ("The servers are busier under FF-HA+ by the paper’s walk than under FF-HU", |run| {
        more(run, Utilisation, FfHaPlusFirst, FfHu, 0.1, 1.1)
    }),
];

const WAITING: &[(&str, Test)] = &[
    ("Jobs wait longer under FF-HU than under FF-HA+", |run| more(run, Delay, FfHu, FfHaPlus, 0.1, 1.1)),
    ("Jobs wait longer under FF-HU than under FF-HA+ by the paper’s walk", |run| more(run, Delay, FfHu, FfHaPlusFirst, 0.1, 1.1)),
];

const EACH_LOSS_BY_LOAD: &[(&str, Each)] = &[
    ("Min-LIP and Min-TIP lose next to nothing (at most 1 %) at every load up to ρ = 0.8", |run| {
        let both = |x: f64| [MinLip, MinTip].map(|strategy| 0.01 - run.at(LossRate, strategy, x));
        [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].into_iter().flat_map(both).collect()
    }),
    ("First-fit loses at least as much as Min-LIP and Min-TIP at every load below ρ = 1", |run| {
        let both = |x: f64| [MinLip, MinTip].map(|other| run.at(LossRate, FirstFitIdle, x) - run.at(LossRate, other, x));
        [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].into_iter().flat_map(both).collect()
    }),
];

const EACH_LOSS_BY_SIZE: &[(&str, Each)] = &[
    ("LACT's loss falls with every step of the mean size", |run| steps(&run.curve(LossRate, Lact)).map(|step| -step).collect()),
    ("First-fit's loss grows with every step of the mean size", |run| steps(&run.curve(LossRate, FirstFitIdle)).collect()),
    ("First-fit is less fair with every step of the mean size", |run| {
        steps(&run.curve(Fairness, FirstFitIdle)).map(|step| -step).collect()
    }),
];

const EACH_LOSS_BY_TIGHTNESS: &[(&str, Each)] = &[
    ("LACT's delay grows with every step of q: the price of its lower loss", |run| steps(&run.curve(Delay, Lact)).collect()),
    ("Min-LIP and Min-TIP lose less with every step of q up to 0.1", |run| {
        let falls = |strategy| [0.0, 0.02, 0.05, 0.1].map(|x| run.at(LossRate, strategy, x));
        [MinLip, MinTip].into_iter().flat_map(|strategy| steps(&falls(strategy)).map(|step| -step).collect::<Vec<_>>()).collect()
    }),
];

const EACH_LOSS_BY_SERVERS: &[(&str, Each)] = &[("Every strategy loses no more with every step to more servers", |run| {
    let falls = |strategy| steps(&run.curve(LossRate, strategy)).map(|step| -step).collect::<Vec<_>>();
    [MinLip, MinTip, BestFit, FirstFitIdle, Lact].into_iter().flat_map(falls).collect()
})];

const AWARENESS: &[(&str, Each)] = &[
    ("FF-HA loses no more work than FF-HU at any level and any load", |run| {
        run.aware_less_unaware(WorkLossRate).into_iter().map(|more| -more).collect()
    }),
    ("FF-HA uses the servers at least as much as FF-HU at any level and any load", |run| run.aware_less_unaware(Utilisation)),
    ("FF-HU loses less work with every level of heterogeneity", |run| {
        steps(&run.levels(WorkLossRate, FfHu)).map(|step| -step).collect()
    }),
    ("FF-HA loses less work with every level of heterogeneity", |run| {
        steps(&run.levels(WorkLossRate, FfHa)).map(|step| -step).collect()
    }),
    ("Utilisation under FF-HU grows with every level of heterogeneity", |run| steps(&run.levels(Utilisation, FfHu)).collect()),
    ("Utilisation under FF-HA grows with every level of heterogeneity", |run| steps(&run.levels(Utilisation, FfHa)).collect()),
];

const LEVELS: &[(&str, Each)] = &[
    ("FF-HA+ loses less work with every level of heterogeneity", |run| {
        steps(&run.levels(WorkLossRate, FfHaPlus)).map(|step| -step).collect()
    }),
    ("Utilisation under FF-HA+ grows with every level of heterogeneity", |run| steps(&run.levels(Utilisation, FfHaPlus)).collect()),
    ("FF-HA+ by the paper’s walk loses less work with every level of heterogeneity", |run| {
        steps(&run.levels(WorkLossRate, FfHaPlusFirst)).map(|step| -step).collect()
    }),
    ("Utilisation under FF-HA+ by the paper’s walk grows with every level of heterogeneity", |run| {
        steps(&run.levels(Utilisation, FfHaPlusFirst)).collect()
    }),
];

/// What the claims about chapter 4 rest on.
fn reading(figure: Figure) -> Option<&'static str> {
    if figure == Figure::Soon {
        return Some("said of starts anywhere in the look-ahead; here they lie in its first tenth (ours)");
    }
    let words = match figure.due() {
        _ if !figure.has_rates() => return None,
        Due::FullRate => {
            "deadlines count from the earliest end at rate 1, faster than any server: at levels 1 to 4 already 58, 39, 23 and 10 % of the work fits no \
             server even of an empty machine; the experiments with -mean-rate count from the machine’s mean rate"
        }
        Due::MeanRate => "deadlines count from the earliest end at the machine’s mean rate, which hardly loses a job at low load",
    };
    Some(words)
}

/// The claims about a figure over whole runs: for each run its points, for each point its curves.
pub(super) fn of(figure: Figure, runs: &[Vec<&[PointFigures]>]) -> Vec<Claim> {
    let (tests, each): (Tests<Test>, Tests<Each>) = match figure.usual() {
        Figure::LossByLoad => (LOSS_BY_LOAD, EACH_LOSS_BY_LOAD),
        Figure::FairnessByLoad => (FAIRNESS_BY_LOAD, &[]),
        Figure::UtilisationByLoad => (UTILISATION_BY_LOAD, &[]),
        Figure::DelayByLoad => (DELAY_BY_LOAD, &[]),
        Figure::LossBySize => (LOSS_BY_SIZE, EACH_LOSS_BY_SIZE),
        Figure::LossByTightness => (LOSS_BY_TIGHTNESS, EACH_LOSS_BY_TIGHTNESS),
        Figure::LossByServers => (LOSS_BY_SERVERS, EACH_LOSS_BY_SERVERS),
        Figure::Awareness => (&[], AWARENESS),
        Figure::WorkLoss => (WORK_LOSS, &[]),
        Figure::Effort => (EFFORT, &[]),
        Figure::UtilisationOfRates => (UTILISATION_OF_RATES, &[]),
        Figure::Waiting => (WAITING, &[]),
        Figure::Soon => (SOON, EACH_LOSS_BY_LOAD),
        _ => (&[], LEVELS),
    };
    let lines = figure.lines();
    let runs: Vec<Run> = runs.iter().map(|found| Run { figure, lines: &lines, found }).collect();
    let one = tests.iter().map(|(words, test)| Claim::of_difference(*words, Interval::of(runs.iter().map(test))));
    let every = each.iter().map(|(words, test)| {
        let rows: Vec<Vec<f64>> = runs.iter().map(test).collect();
        let differences = 0..rows.first().map_or(0, Vec::len);
        let intervals: Vec<Interval> = differences.map(|i| Interval::of(rows.iter().map(move |row| row[i]))).collect();
        Claim::of_all(*words, &intervals)
    });
    let reading = reading(figure);
    one.chain(every).map(|claim| reading.map_or(claim.clone(), |reading| claim.under(reading))).collect()
}
