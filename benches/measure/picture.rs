//! The chart by itself: a plan, its painter and nothing else of the page.

use super::cases::Shape;
use bookahead::chart::kit::raster::PixelBuffer;
use bookahead::chart::{Blocked, Colours, Emphasis, Frame, GanttKind, Painter, PlanView, RowScale, Theme, TimeScale, TimeUnit};
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy};
use bookahead::engine::slots::workload::Workload;

/// A plan on a picture of some size, and one request of it that is moved.
pub struct Picture {
    session: Session,
    view: PlanView,
    painter: Painter,
    time: TimeScale,
    rows: RowScale,
    id: u32,
    origin: Request,
}

impl Picture {
    /// Plans so many requests for so many nodes with first-fit; the size is in px.
    pub fn new(nodes: u32, requests: u32, width: f64, height: f64) -> Self {
        let requests = Shape::of_nodes(nodes, requests).generator().generate().expect("the bench's workloads are in bounds");
        let machine = Machine { nodes, ..Machine::default() };
        let policy = Policy { planner: PlannerKind::FirstFit, ..Policy::default() };
        // In the middle of the plan, so that it stays in the picture.
        let id = requests.len() * 2 / 5;
        let origin = requests[id];
        let arrivals = Workload::of_requests(requests).arrivals().expect("the bench's workloads are in bounds");
        let mut session = Session::new(machine, policy, arrivals);
        session.finish();
        assert!(session.map_nodes(usize::MAX), "every job has nodes");
        session.hand_out();
        let columns = (session.arrivals().clone(), session.decisions().clone(), session.nodes().clone());
        let view = PlanView::new(columns.0, columns.1, columns.2, machine).expect("one run's columns belong together");
        let time = TimeScale::new(0.0, width / f64::from(view.horizon().max(1)), width);
        Self { session, view, painter: Painter::default(), time, rows: RowScale::fit(nodes, height), id: id as u32, origin }
    }

    /// Paints these slots.
    pub fn show(&mut self, first: f64, slots: f64) {
        let width = self.time.width();
        self.time = TimeScale::new(first, width / slots, width);
        self.paint();
    }

    /// Asks for the request so many slots later than at first, plans anew and paints.
    pub fn carry(&mut self, slots: u32) {
        let Request { earliest_start, latest_start, .. } = self.origin;
        let moved = Request { earliest_start: earliest_start + slots, latest_start: latest_start + slots, ..self.origin };
        self.session.edit(self.id, Some(moved)).expect("within bounds");
        self.session.finish();
        assert!(self.session.map_nodes(usize::MAX), "every job has nodes");
        self.view.patch(&self.session.patch().expect("a plan was handed out")).expect("a patch for this plan");
        self.paint();
    }

    /// The picture painted last.
    pub fn pixels(&self) -> &PixelBuffer {
        self.painter.buffer()
    }

    fn paint(&mut self) {
        let emphasis = Emphasis { selected: Some(self.id), ..Emphasis::default() };
        self.painter.paint(&Frame {
            view: &self.view,
            layout: GanttKind::Physical,
            time: self.time,
            rows: self.rows,
            dpr: 1.0,
            theme: Theme::Light,
            unit: TimeUnit::Slots,
            emphasis,
            colours: Colours::Request,
            blocked: Blocked::default(),
            marked: &[],
        });
    }
}
