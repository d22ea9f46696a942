//! Limits after the update (Umar, Tables 6.5–6.8 and 6.11–6.14): from which forecast they follow, and the thesis's numbers beside ours.
//!
//! The thesis names no interval between updates and does not say which day its tables show. Ours are read from four forecasts, so that one sees on what
//! the limits depend.

use super::compared::{Compared, PER_REGIME};
use super::sessions::Sessions;
use super::setting::RevenueExperiment;
use crate::experiment::{Claim, Measure, PaperValue};
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::revenue::regimes::Regime;
use bookahead_engine::slots::revenue::{Demand, known_demand_in};

/// Which demand the limits follow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forecast {
    /// The first update of the run: its day begins on an empty machine.
    First,
    /// The last update of the run: many days with updated limits.
    Last,
    /// The second day under the initial limits: the machine is in use from its first slot on.
    FullDay,
    /// The same day with every request at its earliest start, also those that were refused for lack of nodes.
    EveryRequest,
}

/// Share of the machine by which limits may differ from those of the thesis: two nodes of forty.
const NEAR: f64 = 0.05;

impl Forecast {
    pub(super) const ALL: [Self; 4] = [Self::First, Self::Last, Self::FullDay, Self::EveryRequest];

    /// The name used in CSV.
    fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
            Self::FullDay => "full_day",
            Self::EveryRequest => "every_request",
        }
    }

    /// After "booking limit of class 2".
    fn words(self) -> &'static str {
        match self {
            Self::First => "after the first update",
            Self::Last => "after the last update",
            Self::FullDay => "from the second day under the initial limits",
            Self::EveryRequest => "from every request of the second day",
        }
    }

    /// What a verdict rests on, and what that does to the limits.
    fn reading(self) -> &'static str {
        match self {
            Self::First => {
                "the thesis names no interval between updates; ours is 288 slots, and the first 288 begin on an empty machine. Fewer nodes are asked for while it fills, so that b_2 and b_3 come out higher"
            }
            Self::Last => "the thesis shows one update; ours go on every 288 slots",
            Self::FullDay => {
                "forecast from slots 288 to 575 under the initial limits; requests that are refused for lack of nodes are not in it, as in Umar 5.3.2, so that class 1 is underestimated where lower classes fill the machine"
            }
            Self::EveryRequest => {
                "slots 288 to 575 with every request at its earliest start, also those refused for lack of nodes, which Umar 5.3.2 does not record"
            }
        }
    }

    /// The limits of the three classes; 0 where there is no such forecast.
    pub(super) fn limits(self, sessions: &Sessions) -> [u32; 3] {
        let updates = || Some(sessions.of(Regime::Updated)?.revenue()?.updates());
        let found = match self {
            Self::First => updates().and_then(|updates| Some(updates.first()?.after.clone())),
            Self::Last => updates().and_then(|updates| Some(updates.last()?.after.clone())),
            Self::FullDay => of_second_day(sessions, false),
            Self::EveryRequest => of_second_day(sessions, true),
        };
        found.and_then(|limits| limits.try_into().ok()).unwrap_or_default()
    }

    fn column(self, class: usize) -> usize {
        Compared::ALL.len() * PER_REGIME + self as usize * 3 + class
    }

    fn ours(self, samples: &[Vec<f64>], class: usize) -> Interval {
        let column = self.column(class);
        Interval::of(samples.iter().map(move |sample| sample[column]))
    }

    pub(super) fn measures() -> impl Iterator<Item = Measure> {
        Self::ALL.into_iter().flat_map(|forecast| {
            (1..=3).map(move |k| Measure {
                key: format!("limit_{k}_{}", forecast.name()),
                words: format!("booking limit of class {k} {}", forecast.words()),
            })
        })
    }
}

/// The paper's claims about the limits: which way each goes, and how near ours come.
pub(super) fn claims(experiment: RevenueExperiment, samples: &[Vec<f64>]) -> Vec<Claim> {
    let way = |class: usize| {
        let (before, after) = (experiment.limits[class], experiment.after_update[class]);
        let ours = Forecast::First.ours(samples, class);
        let rises = after > before;
        let gain = ours.mean - f64::from(before);
        let words = format!(
            "the first update {} the limit of class {}, in the thesis from {before} to {after} nodes",
            if rises { "raises" } else { "lowers" },
            class + 1
        );
        let measured = Interval { mean: if rises { gain } else { -gain }, ..ours };
        Claim::of_difference(words, measured).under(Forecast::First.reading())
    };
    let near = |forecast: Forecast| {
        let allowed = NEAR * f64::from(experiment.nodes());
        let left = |class: usize| {
            let ours = forecast.ours(samples, class);
            Interval { mean: allowed - (ours.mean - f64::from(experiment.after_update[class])).abs(), ..ours }
        };
        let words = format!(
            "b_2 = {} and b_3 = {} {}, within {allowed} nodes: {allowed} less the greater difference",
            experiment.after_update[1],
            experiment.after_update[2],
            forecast.words()
        );
        Claim::of_all(words, &[left(1), left(2)]).under(forecast.reading())
    };
    let ways = [1, 2].map(way);
    ways.into_iter().chain([Forecast::First, Forecast::FullDay, Forecast::EveryRequest].map(near)).collect()
}

/// The thesis's limits beside ours, by every forecast.
pub(super) fn beside(experiment: RevenueExperiment, samples: &[Vec<f64>]) -> Vec<PaperValue> {
    let value = |(forecast, class): (Forecast, usize)| PaperValue {
        words: format!("booking limit of class {} {} (before: {})", class + 1, forecast.words(), experiment.limits[class]),
        paper: f64::from(experiment.after_update[class]),
        ours: forecast.ours(samples, class),
    };
    Forecast::ALL.into_iter().flat_map(|forecast| (0..3).map(move |class| (forecast, class))).map(value).collect()
}

/// Limits by EMSR-b for the demand of the second day under the initial limits: what the forecaster saw of it, or every request.
fn of_second_day(sessions: &Sessions, every_request: bool) -> Option<Vec<u32>> {
    let session = sessions.of(Regime::Fixed)?;
    let market = sessions.of(Regime::Updated).and_then(Session::revenue)?.market();
    let update = session.revenue()?.updates().get(1)?;
    let demand: Vec<Demand> = if every_request {
        known_demand_in(market, session.arrivals(), update.slot - market.update_every..update.slot)
    } else {
        update.forecast.iter().map(|class| class.demand).collect()
    };
    Some(market.limits_for(session.machine().nodes, &demand))
}
