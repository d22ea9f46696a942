//! Data shared by the pictures of idle periods: the decision, the jobs on the servers, the scales, and the conversion from pixels to ticks.

use crate::app::kit::plot::area::{GUTTER_PX, RIGHT_PX};
use crate::chart::RowScale;
use crate::chart::kit::scale::ROW_PX_MAX;
use crate::chart::planes::dual_plane::DualPlane;
use crate::chart::planes::plane::PlaneScale;
use crate::chart::planes::server_gantt::{ServerGantt, ServerRows, ServerSpot};
use crate::chart::planes::time_plane::TimePlane;
use crate::engine::core::edits::RequestId;
use crate::engine::core::time_names::TimeNames;
use crate::engine::idle::{IdleRequest, IdleScenario, Moment, Period, Rate, Tick};
use crate::state::IdleHandle;
use crate::state::IdleShown;
use std::rc::Rc;
use std::sync::Arc;

/// Height of a row, where there is room.
pub const ROW_PX: f64 = 26.0;
/// The same where the servers are all that is shown.
const ALONE_ROW_PX: f64 = ROW_PX_MAX;
/// Height of the lane with the bracket, in CSS px.
pub const BRACKET_PX: f64 = 64.0;
/// Below this width primal and dual plane stand one above the other, in CSS px.
const BESIDE_PX: f64 = 680.0;
/// Space between them.
const GAP_PX: f64 = 8.0;
/// Highest servers' chart, and least.
const GANTT_PX: (f64, f64) = (320.0, 44.0);
/// The servers take this share of a panel at most.
const GANTT_SHARE: f64 = 0.34;
/// Headings, axes, words and the bracket of both pictures, in CSS px.
const AROUND_PX: f64 = 166.0;
/// The planes are no lower.
const PLANE_MIN_PX: f64 = 150.0;

/// A picture of the moment before a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// The plane of starts and ends.
    Time,
    /// Lines of capacity over time.
    Primal,
    /// Points that are dual to these lines.
    Dual,
    /// The servers over time.
    Servers,
}

/// The scales of all pictures; held while something is dragged, so that nothing runs away under the pointer.
#[derive(Clone, Copy, PartialEq)]
pub struct Scales {
    time: PlaneScale,
    /// Primal and dual plane.
    pub dual: [PlaneScale; 2],
    /// The servers' time.
    pub gantt: PlaneScale,
    rows: RowScale,
}

/// What the pictures are made of.
#[derive(Clone)]
pub struct Stage {
    /// The plan with the moment.
    pub shown: Rc<IdleShown>,
    /// The recipe.
    pub servers: Arc<IdleScenario>,
    rates: Rc<Vec<Rate>>,
    jobs: Rc<ServerRows>,
    /// How places become numbers.
    pub scales: Scales,
    /// How points in time are written.
    pub time: TimeNames,
    /// Of a plan that stands beside another one: the selected request, if there is one. Such pictures are of the plan, not of a moment.
    compared: Option<Option<LookedAt>>,
    /// Jobs from this one on are decided later than what is looked at; `None` if the whole plan is looked at.
    later_from: Option<u32>,
}

/// A request and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookedAt {
    /// The request.
    pub request: IdleRequest,
    /// Where it stands: server, start and end; `None` if it is refused.
    pub place: Option<(u32, Tick, Tick)>,
}

impl LookedAt {
    /// A request as a plan decided on it.
    fn of(shown: &IdleShown, rates: &[Rate], id: RequestId) -> Option<Self> {
        let plan = &shown.plan;
        let row = plan.arrivals.row_of(id)?;
        let (request, start) = (plan.arrivals.row(row), *plan.decisions.start.get(row)?);
        let place = rates.get(*plan.decisions.server.get(row)? as usize).map(|rate| {
            let duration = rate.duration(request.size).min(u64::from(Tick::MAX)) as Tick;
            (plan.decisions.server[row], start, start.saturating_add(duration))
        });
        Some(Self { request, place })
    }
}

impl Stage {
    /// The pictures in so many CSS px, of a window of time or of everything; they fill a height if there is one.
    pub fn new(
        shown: &Rc<IdleShown>,
        jobs: &Rc<ServerRows>,
        rates: &Rc<Vec<Rate>>,
        (window, time): (Option<(f64, f64)>, TimeNames),
        is_dual: bool,
        (width, room): (f64, Option<f64>),
    ) -> Option<Self> {
        let servers = Arc::new(shown.study.idle()?.clone());
        let plan = &shown.plan;
        let whole = || (0.0, f64::from(plan.arrivals.deadline.iter().copied().max().unwrap_or(1)) * 1.04);
        let window = window.unwrap_or_else(whole);
        let inner = (width - GUTTER_PX - RIGHT_PX).max(40.0);
        let half = if width >= BESIDE_PX { (width - GAP_PX) / 2.0 - GUTTER_PX - RIGHT_PX } else { inner };
        // Without a request whose moment is shown there is no plane.
        let share = |room: f64| if shown.moment().is_some() { room * GANTT_SHARE } else { room - AROUND_PX };
        let row = if shown.moment().is_some() || room.is_none() { ROW_PX } else { ALONE_ROW_PX };
        let (gantt, rows) = gantt_scales(servers.servers.count(), window, inner, (room.map_or(GANTT_PX.0, share), row));
        let left = room.map(|room| (room - AROUND_PX - gantt.height()).max(PLANE_MIN_PX).floor());
        let (high, low) = ((half * 0.9).clamp(220.0, 380.0), (inner * 0.6).clamp(240.0, 460.0));
        let dual = match &shown.snapshot.moment {
            Some(moment) if is_dual => DualPlane::scales(moment, rates, window, half, left.unwrap_or(high)),
            _ => [PlaneScale::new(window, window, half, half); 2],
        };
        let time_plane = TimePlane::scale(window, inner, left.unwrap_or(low));
        let scales = Scales { time: time_plane, dual, gantt, rows };
        Some(Self {
            shown: Rc::clone(shown),
            servers,
            rates: Rc::clone(rates),
            jobs: Rc::clone(jobs),
            scales,
            time,
            compared: None,
            later_from: shown.moment().map(|moment| moment.row),
        })
    }

    /// The servers of one of two plans that are compared, on the same time axis: after so many requests, or of the whole plan.
    pub fn beside(
        &self,
        shown: &Rc<IdleShown>,
        drawn: &(Rc<Vec<Rate>>, Rc<ServerRows>),
        (selected, step): (Option<RequestId>, Option<u32>),
    ) -> Option<Self> {
        let servers = Arc::new(shown.study.idle()?.clone());
        let own = self.scales.gantt;
        let (gantt, rows) = gantt_scales(servers.servers.count(), own.x_range(), own.width(), (GANTT_PX.0, ROW_PX));
        let (rates, jobs) = drawn;
        Some(Self {
            shown: Rc::clone(shown),
            servers,
            rates: Rc::clone(rates),
            jobs: Rc::clone(jobs),
            scales: Scales { gantt, rows, ..self.scales },
            time: self.time,
            compared: Some(selected.and_then(|id| LookedAt::of(shown, rates, id))),
            later_from: step,
        })
    }

    /// The rates of the servers and everyone's place on them.
    pub fn drawn(&self) -> (Rc<Vec<Rate>>, Rc<ServerRows>) {
        (Rc::clone(&self.rates), Rc::clone(&self.jobs))
    }

    /// Whether its plan stands beside another one.
    pub fn is_compared(&self) -> bool {
        self.compared.is_some()
    }

    /// The selected request and where it stands.
    pub fn looked_at(&self) -> Option<LookedAt> {
        self.compared.unwrap_or_else(|| {
            let moment = self.moment()?;
            let place = moment.taken().map(|taken| (taken.period.server, taken.start, taken.end));
            Some(LookedAt { request: moment.request, place })
        })
    }

    /// The moment that is shown.
    pub fn moment(&self) -> Option<&Moment> {
        self.shown.snapshot.moment.as_ref()
    }

    /// Rate of a server.
    pub fn rate_of(&self, server: u32) -> Rate {
        self.rates.get(server as usize).copied().unwrap_or(Rate::ONE)
    }

    /// The rate whose regions are shown: that of the server that is taken, else the fastest.
    pub fn rate(&self) -> Rate {
        match self.looked_at().and_then(|looked_at| looked_at.place) {
            Some((server, ..)) => self.rate_of(server),
            None => self.rates.iter().copied().max_by(|a, b| a.compare(*b)).unwrap_or(Rate::ONE),
        }
    }

    /// Ticks the job takes at that rate.
    pub fn duration(&self) -> Tick {
        self.looked_at().map_or(1, |looked_at| self.rate().duration(looked_at.request.size).min(u64::from(Tick::MAX)) as Tick)
    }

    /// The plane of starts and ends.
    pub fn time_plane(&self) -> Option<TimePlane<'_>> {
        let strip_width = self.servers.strip_width();
        Some(TimePlane { moment: self.moment()?, scale: self.scales.time, duration: self.duration(), strip_width })
    }

    /// Primal and dual plane.
    pub fn dual_plane(&self) -> Option<DualPlane<'_>> {
        let [primal, dual] = self.scales.dual;
        Some(DualPlane { moment: self.moment()?, rates: &self.rates, rate: self.rate(), primal, dual })
    }

    /// The servers over time.
    pub fn gantt(&self) -> ServerGantt<'_> {
        let moment = self.moment().filter(|_| self.compared.is_none());
        let (later_from, time) = (self.later_from, self.scales.gantt);
        ServerGantt { jobs: &self.jobs, moment, later_from, time, names: self.time, rows: self.scales.rows }
    }

    /// Jobs from this one on are drawn faintly, if any are.
    pub fn later_from(&self) -> Option<u32> {
        self.later_from
    }

    /// The idle period at a place of a picture, in CSS px from the top left of its plot.
    pub fn pick(&self, picture: Picture, (x, y): (f64, f64), slop: f64) -> Option<Period> {
        let at = match picture {
            Picture::Time => self.time_plane()?.pick(x, y, slop),
            Picture::Primal => self.dual_plane()?.pick_primal(x, y, slop),
            Picture::Dual => self.dual_plane()?.pick_dual(x, y, slop),
            Picture::Servers => match self.gantt().pick(x, y, slop) {
                Some(ServerSpot::Gap(at)) => Some(at),
                _ => None,
            },
        };
        self.moment()?.periods.get(at?).copied()
    }

    /// Ticks that dragging a handle of a picture by a CSS px to the right, and by one down, is worth.
    pub fn ticks_per_px(&self, picture: Picture, handle: IdleHandle) -> (f64, f64) {
        let [primal, dual] = self.scales.dual;
        let is_size = handle == IdleHandle::Size;
        match picture {
            // The knob stands in the middle of the segment, which rises by half of what the size grows.
            Picture::Time if is_size => (0.0, -2.0 * self.scales.time.y_per_px()),
            Picture::Time => (self.scales.time.x_per_px(), 0.0),
            Picture::Primal if is_size => (0.0, -primal.y_per_px()),
            Picture::Primal => (primal.x_per_px(), 0.0),
            Picture::Dual if is_size => (0.0, dual.y_per_px()),
            // The line's slope: its end at the left edge sinks as r grows.
            Picture::Dual => (0.0, dual.y_per_px() / dual.x_range().0.abs().max(1e-6)),
            Picture::Servers if is_size => (self.scales.gantt.x_per_px() * self.rate().value(), 0.0),
            Picture::Servers => (self.scales.gantt.x_per_px(), 0.0),
        }
    }
}

/// The scales of so many servers over a window of time, at most so high, with rows of so many px where there is room.
fn gantt_scales(servers: u32, window: (f64, f64), width: f64, (most, row): (f64, f64)) -> (PlaneScale, RowScale) {
    let height = (f64::from(servers) * row).clamp(GANTT_PX.1, most.max(GANTT_PX.1)).floor();
    let rows = RowScale::new(servers, 0.0, height / f64::from(servers.max(1)), height);
    (PlaneScale::new(window, (0.0, 1.0), width, height), rows)
}

/// Everyone's place on the servers.
pub fn rows_of(shown: &IdleShown, rates: &[Rate]) -> ServerRows {
    let plan = &shown.plan;
    ServerRows::of_plan(&plan.arrivals, &plan.decisions, &plan.pieces, rates)
}
