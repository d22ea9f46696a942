//! The paper's claims about each figure, as numbers that are not negative if the claim holds, run by run; and its numbers beside ours.

use super::figure::ClusterFigure;
use super::sweep::{ClusterInput, ClusterSweep, Whole};
use crate::experiment::{Claim, PaperValue};
use bookahead_engine::batch::scheduler::Scheduler;
use bookahead_engine::core::statistics::Interval;

/// Table 5.3: retries by nodes in groups of 50, for CTC (512 processors) and KTH (128).
const CTC: [Option<f64>; 8] = [Some(2.96), Some(5.34), Some(7.22), Some(13.25), None, None, None, Some(127.44)];
const KTH: [Option<f64>; 3] = [Some(10.27), Some(60.0), Some(120.0)];

/// A log of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Log {
    Ctc,
    Kth,
}

impl Log {
    /// Which one a log is, by its machine and its number of jobs: those of the paper, or those of the archive, which has more of CTC's short jobs and fewer
    /// processors of both. Another log is compared with nothing.
    fn of(input: &ClusterInput) -> Option<Self> {
        let jobs = input.jobs.len();
        match input.nodes {
            100 | 128 if (28_000..=29_000).contains(&jobs) => Some(Self::Kth),
            336 | 338 | 430 | 512 if (39_000..=80_000).contains(&jobs) => Some(Self::Ctc),
            _ => None,
        }
    }
}

/// What stands against co-allocation where the log does not tell its waits.
const EASY: &str =
    "the batch scheduler is EASY that knows how long every job runs; the waits of the paper are those recorded in its logs";
/// What comes of the start that a wait is counted from.
const FROM_START: &str = "waits count from the start that a job asks for, as the caption says; the text argues with waits from the submission, which \
                          castillo-5.7 shows and which grow with the share";

/// What a share of the machine is counted over.
const SAME_WORK: &str =
    "every scheduler runs the same jobs in the end, so that over all of them only the moment of the last end makes a difference";

/// A claim about how much of the machine is used.
fn used_more(claim: Claim) -> Claim {
    let reading = claim.reading.as_ref().map_or_else(|| SAME_WORK.to_string(), |baseline| format!("{baseline}; {SAME_WORK}"));
    claim.under(&reading)
}

/// One whole run.
struct Run<'a> {
    sweep: &'a ClusterSweep,
    run: usize,
}

impl Run<'_> {
    /// What a curve has at the places `from .. to`, those where nobody is left out; none of an unknown curve.
    fn values(&self, curve: Option<usize>, from: usize, to: usize) -> Vec<f64> {
        let values = |curve| (from..to).filter_map(|place| self.sweep.cell(self.run, curve, place)).collect();
        curve.map_or_else(Vec::new, values)
    }

    fn mean(&self, curve: Option<usize>, from: usize, to: usize) -> Option<f64> {
        let values = self.values(curve, from, to);
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    fn at(&self, curve: Option<usize>, place: usize) -> Option<f64> {
        self.mean(curve, place, place + 1)
    }

    fn whole(&self, curve: Option<usize>, whole: Whole) -> Option<f64> {
        self.sweep.whole(self.run, curve?, 0, whole)
    }
}

/// The claims about a figure; without an outcome until every unit is done.
pub(super) fn of(figure: ClusterFigure, sweep: &ClusterSweep, input: Option<&ClusterInput>) -> Vec<Claim> {
    let places = figure.places(sweep.nodes()).len();
    let named = |scheduler: Scheduler| sweep.curve(scheduler.name());
    let own = named(Scheduler::CoAllocation);
    let logged = named(Scheduler::AsLogged);
    let batch = logged.or_else(|| named(Scheduler::Easy));
    let is_whole = sweep.progress().done == sweep.progress().units;
    let runs = || sweep.runs().filter(|_| is_whole).map(|run| Run { sweep, run });
    let interval = |test: &dyn Fn(&Run) -> Option<f64>| {
        let found: Vec<f64> = runs().filter_map(|run| test(&run)).collect();
        Interval::of(found.into_iter())
    };
    let claim = |words: &str, test: &dyn Fn(&Run) -> Option<f64>| Claim::of_difference(words, interval(test));
    // Against the batch scheduler: who stands for it is said.
    let against = |words: &str, test: &dyn Fn(&Run) -> Option<f64>| {
        let claim = claim(words, test);
        if logged.is_some() { claim } else { claim.under(EASY) }
    };
    // From each place to the next at which there is anybody.
    let grows = |words: &str| {
        let steps = |place: usize| {
            interval(&|run: &Run| {
                let here = run.at(own, place)?;
                Some(run.values(own, place + 1, places).first()? - here)
            })
        };
        let steps: Vec<Interval> = (0..places).map(steps).filter(|step| step.runs > 0).collect();
        Claim::of_all(words, &steps)
    };
    match figure {
        ClusterFigure::Retries => vec![grows("Retries grow with the number of nodes, from each fifty to the next")],
        ClusterFigure::TemporalPenalty => vec![
            against("Jobs of up to an hour are penalised less than under the batch scheduler", &|run| {
                Some(run.at(batch, 0)? - run.at(own, 0)?)
            }),
            against("They are penalised a sixth as much at most (the paper’s factor)", &|run| {
                Some(run.at(batch, 0)? - 6.0 * run.at(own, 0)?)
            }),
            against("Jobs of two to ten hours are penalised more", &|run| Some(run.mean(own, 2, 10)? - run.mean(batch, 2, 10)?)),
        ],
        ClusterFigure::Waits => vec![
            claim("Most jobs wait for less than two hours", &|run| run.at(own, 1).map(|share| share - 0.5)),
            against("The longest wait is shorter than under the batch scheduler", &|run| {
                Some(run.whole(batch, Whole::LongestWait)? - run.whole(own, Whole::LongestWait)?)
            }),
            against("More jobs wait for less than an hour under the batch scheduler (said of KTH)", &|run| {
                Some(run.at(batch, 0)? - run.at(own, 0)?)
            }),
            used_more(against(
                "The machine is used more than under the batch scheduler (1.2, 5.6), per cent of the machine",
                &|run| Some(100.0 * (run.whole(own, Whole::Utilisation)? - run.whole(batch, Whole::Utilisation)?)),
            )),
        ],
        ClusterFigure::Lengths => {
            let jobs = sweep.curve("jobs");
            let short = |run: &Run| Some(run.at(jobs, 0).unwrap_or(0.0) + run.at(jobs, 1).unwrap_or(0.0)).filter(|_| places > 1);
            vec![match input.and_then(Log::of) {
                Some(Log::Ctc) => {
                    claim("At most 14 % of the jobs of CTC run for less than two hours", &|run| Some(0.14 - short(run)?))
                }
                Some(Log::Kth) => claim("Most jobs of KTH run for less than two hours", &|run| Some(short(run)? - 0.5)),
                None => claim("Most jobs run for less than two hours (said of KTH)", &|run| Some(short(run)? - 0.5)),
            }]
        }
        ClusterFigure::SpatialPenalty => {
            vec![claim("Jobs of more than a quarter of the machine wait longer than narrower ones", &|run| {
                Some(run.whole(own, Whole::WideWait)? - run.whole(own, Whole::NarrowWait)?)
            })]
        }
        ClusterFigure::WaitsAhead => {
            let (none, all) = (sweep.curve("ρ = 0"), sweep.curve("ρ = 1"));
            vec![claim("The longest wait is the same whatever the share of advance reservations (within a quarter)", &|run| {
                let (none, all) = (run.whole(none, Whole::LongestWait)?, run.whole(all, Whole::LongestWait)?);
                Some(0.25 * none - (all - none).abs())
            })]
        }
        ClusterFigure::MeanWait => {
            vec![grows("The mean wait grows with the share of advance reservations, with every step").under(FROM_START)]
        }
        ClusterFigure::Operations => {
            vec![claim("Operations per request stay about constant (within a quarter of the most)", &|run| {
                let values = run.values(own, 0, places);
                let most = values.iter().copied().reduce(f64::max)?;
                Some(0.25 * most - (most - values.iter().copied().reduce(f64::min)?))
            })]
        }
    }
}

/// The paper's own numbers beside ours, where it is one of the paper's logs.
pub(super) fn beside(figure: ClusterFigure, sweep: &ClusterSweep, input: Option<&ClusterInput>) -> Vec<PaperValue> {
    let Some(log) = input.and_then(Log::of).filter(|_| figure == ClusterFigure::Retries || figure == ClusterFigure::Waits) else {
        return Vec::new();
    };
    let value = |words: String, paper: f64, ours: Vec<f64>| {
        (!ours.is_empty()).then(|| PaperValue { words, paper, ours: Interval::of(ours.into_iter()) })
    };
    let Some(own) = sweep.curve(Scheduler::CoAllocation.name()) else { return Vec::new() };
    if figure == ClusterFigure::Waits {
        let (name, online, recorded) = if log == Log::Kth { ("KTH", 75.0, 272.5) } else { ("CTC", 19.0, 674.0) };
        let longest = |curve: usize| sweep.runs().filter_map(|run| sweep.whole(run, curve, 0, Whole::LongestWait)).collect();
        let batch = sweep.curve(Scheduler::AsLogged.name()).map_or_else(Vec::new, longest);
        let both = [
            value(format!("{name}, longest wait in hours: co-allocation"), online, longest(own)),
            value(format!("{name}, longest wait in hours: batch scheduler"), recorded, batch),
        ];
        return both.into_iter().flatten().collect();
    }
    let (name, paper) = if log == Log::Ctc { ("CTC", &CTC[..]) } else { ("KTH", &KTH[..]) };
    let of_fifty = |(at, paper): (usize, &Option<f64>)| {
        value(format!("{name}, {} to {} nodes: retries", at * 50 + 1, (at + 1) * 50), (*paper)?, sweep.cells(own, at))
    };
    paper.iter().enumerate().filter_map(of_fifty).collect()
}
