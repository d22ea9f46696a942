//! Who decides when a job starts.

use super::bounds;
use super::job::{NEVER, Time};
use super::limits::UserLimits;
use super::priority::PriorityWeights;
use super::reservations::{OfferRules, ReservationRule};
use crate::core::bounds::Bound;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::offers::Choice;
use serde::{Deserialize, Serialize};

/// A scheduler of parallel jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scheduler {
    /// On-line co-allocation of reservations (Castillo chapter 5).
    CoAllocation,
    /// Jobs start in the order in which they came.
    Fcfs,
    /// Aggressive backfilling: a job may go ahead if that does not delay the one that waits longest (EASY, Lifka 1995).
    #[default]
    Easy,
    /// The queue is planned anew whenever something happens; its first jobs are promised starts that later jobs must not delay.
    Backfill,
    /// Every job has a reservation from its submission; a job may go ahead if that delays nobody (Mu'alem and Feitelson 2001).
    Conservative,
    /// Jobs start when they did in the log.
    AsLogged,
}

impl Scheduler {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::CoAllocation, Self::Fcfs, Self::Easy, Self::Backfill, Self::Conservative, Self::AsLogged];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::CoAllocation => "co-allocation",
            Self::Fcfs => "fcfs",
            Self::Easy => "easy",
            Self::Backfill => "backfill",
            Self::Conservative => "conservative",
            Self::AsLogged => "as-logged",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::CoAllocation => "Co-allocation",
            Self::Fcfs => "FCFS",
            Self::Easy => "EASY",
            Self::Backfill => "Backfill",
            Self::Conservative => "Conservative",
            Self::AsLogged => "As logged",
        }
    }

    /// Whether jobs wait in a queue under it; else each has its start from its submission.
    pub fn is_queue(self) -> bool {
        !matches!(self, Self::CoAllocation | Self::AsLogged)
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scheduler| scheduler.name() == name)
    }
}

/// The options of [`Scheduler::Backfill`], as batch systems have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackfillOptions {
    /// How many of the first jobs that have to wait are promised a start (Maui's RESERVATIONDEPTH, Flux's reservation depth). With 1 it is EASY; with 0
    /// nobody is promised anything.
    pub depth: u32,
    /// How many seconds ahead a promised start may lie (Slurm's bf_window). A job that could only start later is promised nothing and holds no nodes. The
    /// greatest value is no limit.
    pub window: u32,
    /// Promised starts are multiples of so many seconds (Slurm's bf_resolution). A job that fits earlier still starts then.
    pub resolution: u32,
    /// How many jobs of the queue are looked at in one moment (Slurm's bf_max_job_test). The greatest value is no limit.
    pub per_moment: u32,
    /// How many jobs of one user are looked at in one moment (Slurm's bf_max_job_user); those behind them are passed over. The greatest value is no limit.
    pub per_user: u32,
}

impl Default for BackfillOptions {
    /// Ten promised starts, to the second, without limits.
    fn default() -> Self {
        Self {
            depth: 10,
            window: bounds::WINDOW.max,
            resolution: 1,
            per_moment: bounds::PER_MOMENT.max,
            per_user: bounds::PER_USER.max,
        }
    }
}

impl BackfillOptions {
    /// The options by the names that files and the command line have for them.
    pub fn named(&self) -> [(&'static str, u32, Bound); 5] {
        [
            ("depth", self.depth, bounds::DEPTH),
            ("window", self.window, bounds::WINDOW),
            ("resolution", self.resolution, bounds::RESOLUTION),
            ("per_moment", self.per_moment, bounds::PER_MOMENT),
            ("per_user", self.per_user, bounds::PER_USER),
        ]
    }

    /// Sets the option of this name; false if there is none.
    pub fn set(&mut self, name: &str, value: u32) -> bool {
        let option = match name {
            "depth" => &mut self.depth,
            "window" => &mut self.window,
            "resolution" => &mut self.resolution,
            "per_moment" => &mut self.per_moment,
            "per_user" => &mut self.per_user,
            _ => return false,
        };
        *option = value;
        true
    }

    /// The options that are not as usual, as the command line has them: "depth=4,window=86400".
    fn unusual(&self) -> String {
        let usual = Self::default().named();
        let changed = self.named().into_iter().zip(usual).filter(|((_, value, _), (_, usual, _))| value != usual);
        changed.map(|((name, value, _), _)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
    }

    /// The last moment to which a start may be promised at a moment.
    pub fn last_promised(&self, now: Time) -> Time {
        if self.window == bounds::WINDOW.max { NEVER } else { now + Time::from(self.window) }
    }

    /// Whether the same queue may be planned otherwise at another moment, although nothing has happened in between.
    pub fn depends_on_the_moment(&self) -> bool {
        let is_counted = self.per_moment < bounds::PER_MOMENT.max || self.per_user < bounds::PER_USER.max;
        self.window < bounds::WINDOW.max || is_counted
    }
}

/// The scheduler, the options of co-allocation (Castillo 5.4; the paper gives neither H nor l_q), and those of backfilling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchPolicy {
    /// Who decides.
    pub scheduler: Scheduler,
    /// H in seconds: how far ahead a start may lie.
    pub horizon: u32,
    /// l_q in seconds: the length of a quantum.
    pub quantum: u32,
    /// Δt in seconds: what a retry adds to the start.
    pub step: u32,
    /// maxRet: retries before a request is put on hold; `None` is half the number of quanta.
    pub retries: Option<u32>,
    /// The options of [`Scheduler::Backfill`].
    pub backfill: BackfillOptions,
    /// What the running jobs of one user may come to, under the schedulers with a queue. Co-allocation gives each job its start on its submission, whoever asks.
    pub limits: UserLimits,
    /// Who comes first in the queue under `fcfs`, `easy` and `backfill`; `None` is the order of arrival. Under `conservative` and co-allocation each job has a place
    /// from its submission on, which no priority takes from it.
    pub priority: Option<PriorityWeights>,
    /// How reservations with a latest start are decided, under every scheduler but the log.
    pub reservations: ReservationRule,
    /// What may be taken of less than was asked for, under [`ReservationRule::Osp`].
    pub offers: OfferRules,
}

impl From<Scheduler> for BatchPolicy {
    fn from(scheduler: Scheduler) -> Self {
        Self::of(scheduler)
    }
}

impl Default for BatchPolicy {
    fn default() -> Self {
        Self {
            scheduler: Scheduler::default(),
            horizon: 7 * 86_400,
            quantum: 900,
            step: 900,
            retries: None,
            backfill: BackfillOptions::default(),
            limits: UserLimits::default(),
            priority: None,
            reservations: ReservationRule::default(),
            offers: OfferRules::default(),
        }
    }
}

impl BatchPolicy {
    /// A scheduler with the usual options.
    pub fn of(scheduler: Scheduler) -> Self {
        Self { scheduler, ..Self::default() }
    }

    /// The name of the scheduler with the options of backfilling that are not as usual, as the command line takes it: "easy", "backfill:depth=4".
    pub fn name(&self) -> String {
        let (name, options) = (self.scheduler.name(), self.backfill.unusual());
        if self.scheduler == Scheduler::Backfill && !options.is_empty() { format!("{name}:{options}") } else { name.to_string() }
    }

    /// This policy with the scheduler of a name like those of [`BatchPolicy::name`]. Options that are not named are as usual.
    ///
    /// # Errors
    /// What is allowed instead, in words.
    pub fn renamed(&self, text: &str) -> Result<Self, String> {
        let (name, options) = text.split_once(':').map_or((text, None), |(name, options)| (name, Some(options)));
        let names = || format!("must be one of {}", Scheduler::ALL.map(Scheduler::name).join(", "));
        let scheduler = Scheduler::from_name(name).ok_or_else(names)?;
        let mut backfill = BackfillOptions::default();
        if options.is_some() && scheduler != Scheduler::Backfill {
            return Err(format!("only backfill takes options, as in backfill:depth=4; {name} has none"));
        }
        for option in options.into_iter().flat_map(|options| options.split(',')) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let Some((_, _, bound)) = backfill.named().into_iter().find(|(known, ..)| *known == name) else {
                let known = backfill.named().map(|(known, ..)| format!("{known}=")).join(", ");
                return Err(format!("{option:?} is no option of backfill; allowed are {known} with a number behind it"));
            };
            let value = value.parse().ok().filter(|value| bound.holds(*value));
            backfill.set(name, value.ok_or_else(|| format!("{option:?} is not allowed; {name} must be {bound}"))?);
        }
        Ok(Self { scheduler, backfill, ..*self })
    }

    /// What orders the queue, if that is not the arrival.
    pub fn order(&self) -> Option<PriorityWeights> {
        self.priority.filter(|_| matches!(self.scheduler, Scheduler::Fcfs | Scheduler::Easy | Scheduler::Backfill))
    }

    /// Whether reservations with a latest start are placed by strip packing: only beside a queue.
    pub fn packs(&self) -> bool {
        self.reservations == ReservationRule::Osp && self.scheduler.is_queue()
    }

    /// Q = ⌈H / l_q⌉.
    pub fn quanta(&self) -> u32 {
        self.horizon.div_ceil(self.quantum.max(1))
    }

    /// maxRet.
    pub fn most_retries(&self) -> u32 {
        self.retries.unwrap_or(self.quanta() / 2)
    }

    /// Checks every number.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let within = |name: &str, value: u32, bound: Bound| {
            if bound.holds(value) { Ok(()) } else { Err(ScenarioError::out_of_range(place.field(name), value, bound)) }
        };
        within("horizon", self.horizon, bounds::HORIZON)?;
        within("quantum", self.quantum, bounds::QUANTUM.up_to(self.horizon))?;
        within("step", self.step, bounds::STEP)?;
        self.retries.map_or(Ok(()), |retries| within("retries", retries, bounds::RETRIES))?;
        let backfill = place.field("backfill");
        for (name, value, bound) in self.backfill.named() {
            if !bound.holds(value) {
                return Err(ScenarioError::out_of_range(backfill.field(name), value, bound));
            }
        }
        self.limits.check(&place.field("limits"))?;
        self.priority.map_or(Ok(()), |weights| weights.check(&place.field("priority")))?;
        if let Choice::Weighted(_) = self.offers.choice {
            let allowed = format!("one of {}", Choice::PLAIN.map(Choice::name).join(", "));
            return Err(ScenarioError::new(place.field("offers").field("choice"), self.offers.choice.name(), allowed));
        }
        if !bounds::QUANTA.holds(self.quanta()) {
            let found = format!("{} seconds, which makes {} quanta of the horizon", self.quantum, self.quanta());
            return Err(ScenarioError::new(
                place.field("quantum"),
                found,
                format!("long enough for at most {} quanta", bounds::QUANTA.max),
            ));
        }
        Ok(())
    }
}
