//! A picture that is made from the one before is the picture painted from nothing, pixel by pixel.

use bookahead::chart::gantt::profile::{Plot, ProfilePainter};
use bookahead::chart::{
    Blocked, Colours, Emphasis, Frame, GanttKind, MovedJobs, Painter, PlanView, RowScale, Theme, TimeScale, TimeUnit,
};
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy};
use bookahead::engine::slots::workload::{Generator, Range, Workload};
use proptest::prelude::*;

/// What is done between two pictures.
#[derive(Clone, Debug)]
enum Step {
    Pan(f64),
    Zoom(f64),
    Hover(Option<u32>),
    Select(Option<u32>),
    Moved(MovedJobs),
    /// A request is made so much longer and moved so many slots.
    Edit(u32, u32, u32),
    /// Every job whose number leaves this rest; none for 0.
    Mark(u32),
}

fn step() -> impl Strategy<Value = Step> {
    let moved = prop::sample::select(vec![MovedJobs::None, MovedJobs::ForSelected, MovedJobs::All]);
    prop_oneof![
        4 => prop_oneof![-60.0..60.0_f64, -2.0..2.0_f64].prop_map(Step::Pan),
        1 => (0.7..1.5_f64).prop_map(Step::Zoom),
        2 => prop::option::of(0..900_u32).prop_map(Step::Hover),
        2 => prop::option::of(0..900_u32).prop_map(Step::Select),
        1 => moved.prop_map(Step::Moved),
        1 => (0..9_u32).prop_map(Step::Mark),
        5 => (0..900_u32, 0..12_u32, 0..9_u32).prop_map(|(id, longer, later)| Step::Edit(id, longer, later)),
    ]
}

/// A session and the view that follows it.
fn planned(seed: u64, nodes: u32, requests: u32, planner: PlannerKind) -> (Session, Vec<Request>, PlanView) {
    let generator = Generator {
        seed,
        requests,
        arrivals_per_slot: f64::from(nodes) / 20.0,
        duration: Range::new(1, 25),
        book_ahead: Range::new(0, 20),
        relax: Range::new(0, 20),
        flexible_percent: 60,
        nodes: Range::new(1, 3),
        jobs: Range::new(1, 2),
    };
    let requests = generator.generate().expect("within bounds");
    let machine = Machine { nodes, ..Machine::default() };
    let arrivals = Workload::of_requests(requests.clone()).arrivals().expect("within bounds");
    let mut session = Session::new(machine, Policy { planner, ..Policy::default() }, arrivals);
    session.finish();
    assert!(session.map_nodes(usize::MAX));
    session.hand_out();
    let columns = (session.arrivals().clone(), session.decisions().clone(), session.nodes().clone());
    let view = PlanView::new(columns.0, columns.1, columns.2, machine).expect("one run's columns belong together");
    (session, requests, view)
}

/// Paints the steps with one painter and each with a new one as well. Gives how many pictures were not painted from nothing.
fn follow(
    plan: (Session, Vec<Request>, PlanView),
    steps: &[Step],
    (px, row_px, dpr): (f64, f64, f64),
    unit: TimeUnit,
) -> Result<usize, TestCaseError> {
    let (mut session, mut requests, mut view) = plan;
    let mut time = TimeScale::new(f64::from(view.horizon()) * 0.3, px, 400.0);
    let mut emphasis = Emphasis::default();
    let mut marked = Vec::new();
    let direct = || Painter::with_direct(usize::MAX, usize::MAX);
    let mut painter = direct();
    let mut utilisation = ProfilePainter::default();
    let mut in_parts = 0;
    for step in steps {
        match *step {
            Step::Pan(by) => time = time.pan(by, view.horizon()),
            Step::Zoom(factor) => time = time.zoom_about(130.0, factor, view.horizon()),
            Step::Hover(job) => emphasis.hovered = job.filter(|&job| view.slots_of(job).is_some()),
            Step::Select(id) => emphasis.selected = id.filter(|&id| (id as usize) < requests.len()),
            Step::Moved(moved) => emphasis.moved = moved,
            Step::Mark(rest) => marked = (0..view.arrivals().jobs() as u32).filter(|job| rest > 0 && job % 9 == rest).collect(),
            Step::Edit(id, longer, later) => {
                let id = id as usize % requests.len();
                let was = requests[id];
                let moved = Request {
                    earliest_start: was.earliest_start + later,
                    latest_start: was.latest_start + later,
                    duration: was.duration + longer,
                    ..was
                };
                requests[id] = moved;
                session.edit(id as u32, Some(moved)).expect("within bounds");
                session.finish();
                assert!(session.map_nodes(usize::MAX));
                view.patch(&session.patch().expect("a plan was handed out")).expect("a patch for this plan");
            }
        }
        let rows = RowScale::new(view.machine().nodes, 0.0, row_px, 200.0);
        let frame = Frame {
            view: &view,
            layout: GanttKind::Physical,
            time,
            rows,
            dpr,
            theme: Theme::Light,
            unit,
            emphasis,
            colours: Colours::Request,
            blocked: Blocked::default(),
            marked: &marked,
        };
        let mut fresh = direct();
        let names = fresh.paint(&frame);
        prop_assert_eq!(painter.paint(&frame), names);
        in_parts += usize::from(painter.is_in_parts());
        let differing = painter.buffer().pixels().iter().zip(fresh.buffer().pixels()).position(|(a, b)| a != b);
        let place = differing.map(|at| (at as u32 % fresh.buffer().width(), at as u32 / fresh.buffer().width()));
        prop_assert_eq!(place, None, "the pictures after {:?} differ at (x, y)", step);
        let plot = Plot { view: &view, time: time.on_pixels(dpr), height: 50.0, dpr };
        let mut fresh = ProfilePainter::default();
        for painter in [&mut utilisation, &mut fresh] {
            painter.paint(&plot, Theme::Light.palette());
        }
        let [kept, fresh] = [utilisation.buffer(), fresh.buffer()];
        let differing = kept.pixels().iter().zip(fresh.pixels()).position(|(a, b)| a != b);
        let place = differing.map(|at| (at as u32 % fresh.width(), at as u32 / fresh.width()));
        prop_assert_eq!(place, None, "the plots of utilisation after {:?} differ at (x, y)", step);
    }
    Ok(in_parts)
}

proptest! {
    #![proptest_config(crate::support::random::cases(150))]

    #[test]
    fn a_picture_made_from_the_last_is_the_picture_painted_from_nothing(
        seed: u64,
        nodes in 3..40_u32,
        planner in prop::sample::select(PlannerKind::ALL[..5].to_vec()),
        px in prop_oneof![0.02..4.0_f64, 4.0..40.0_f64],
        row_px in prop::sample::select(vec![0.4, 1.3, 3.0, 8.0, 20.0]),
        dpr in prop::sample::select(vec![1.0, 1.25, 2.0, 3.0]),
        unit in prop::sample::select(vec![TimeUnit::Slots, TimeUnit::Clock]),
        steps in prop::collection::vec(step(), 1..12),
    ) {
        follow(planned(seed, nodes, 400, planner), &steps, (px, row_px, dpr), unit)?;
    }
}

#[test]
fn panning_and_small_edits_leave_most_of_the_picture() {
    let steps =
        [Step::Pan(-3.3), Step::Pan(-2.0), Step::Select(Some(600)), Step::Edit(600, 1, 0), Step::Edit(600, 0, 3), Step::Pan(5.0)];
    let plan = planned(5, 20, 2_000, PlannerKind::FirstFit);
    assert_eq!(follow(plan, &steps, (0.3, 6.0, 1.0), TimeUnit::Slots).unwrap(), 5, "all but the first");
}
