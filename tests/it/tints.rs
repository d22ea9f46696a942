//! The tints of requests: bars that touch differ, and who stays where it is keeps its tint.

use crate::support::random::{self, Case, cases};
use crate::support::scenario;
use bookahead::chart::PlanView;
use bookahead::chart::gantt::plan::tints::touching;
use bookahead::chart::kit::palette::TINTS;
use bookahead::engine::Study;
use bookahead::engine::core::edits::RequestId;
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::run;
use bookahead::engine::slots::request::Slot;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use bookahead::engine::slots::workload::{Generator, Range, Workload};
use bookahead::engine::study::{AnyRun, StudyUpdate};
use bookahead::state::{SlotsCopy, SlotsShown};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

fn view_of(scenario: &SlotsScenario) -> PlanView {
    let outcome = run(scenario).expect("a scenario within bounds");
    PlanView::new(outcome.arrivals, outcome.decisions, outcome.nodes, scenario.machine).expect("a plan")
}

/// Requests that touch, found the plain way: two bars on one node, one after the other without a slot between, or on nodes side by side in a common slot.
fn touching_plainly(view: &PlanView) -> Vec<(u32, u32)> {
    let placed: Vec<(u32, std::ops::Range<Slot>)> =
        view.accepted().iter().filter_map(|&job| Some((job, view.slots_of(job)?))).collect();
    let mut pairs = Vec::new();
    for (i, (a, slots)) in placed.iter().enumerate() {
        for (b, others) in &placed[i + 1..] {
            let [own, other] = [a, b].map(|&job| view.node_table().of(job as usize));
            let is_after = (slots.end == others.start || others.end == slots.start) && own.iter().any(|node| other.contains(node));
            let is_beside = slots.start < others.end && others.start < slots.end;
            let is_beside = is_beside
                && own
                    .iter()
                    .any(|node| other.contains(&(node + 1)) || node.checked_sub(1).is_some_and(|node| other.contains(&node)));
            let [row, other] = [a, b].map(|&job| view.request_row(job) as u32);
            if (is_after || is_beside) && row != other {
                pairs.push((row.min(other), row.max(other)));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Of requests that touch, those of one tint; fails if that could have been otherwise: who touches fewer others than there are tints has one of its own.
fn alike(view: &PlanView) -> Vec<(u32, u32)> {
    let pairs = touching(view);
    let mut others = BTreeMap::<u32, usize>::new();
    pairs.iter().flat_map(|&(a, b)| [a, b]).for_each(|row| *others.entry(row).or_default() += 1);
    let tint = |row: u32| view.tint_of(row as usize);
    let alike: Vec<_> = pairs.into_iter().filter(|&(a, b)| tint(a) == tint(b)).collect();
    for (a, b) in &alike {
        assert!(
            others[a].max(others[b]) >= TINTS,
            "rows {a} and {b} touch, both have tint {}, and there are others left",
            tint(*a)
        );
    }
    alike
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn bars_that_touch_differ(Case { nodes, requests } in random::case(), planner in prop::sample::select(PlannerKind::ALL.to_vec())) {
        let view = view_of(&scenario(nodes, &requests, Policy { planner, ..Policy::default() }));
        prop_assert_eq!(touching(&view), touching_plainly(&view));
        alike(&view);
        // Read anew, it looks the same.
        let again = view_of(&scenario(nodes, &requests, Policy { planner, ..Policy::default() }));
        let tints = |view: &PlanView| (0..view.arrivals().requests()).map(|row| view.tint_of(row)).collect::<Vec<_>>();
        prop_assert_eq!(tints(&view), tints(&again));
    }
}

/// What a job stands on: its slots and nodes.
type Place = (Option<std::ops::Range<Slot>>, Vec<u32>);

/// The tint of every request, and where its jobs stand.
fn looks(view: &PlanView) -> BTreeMap<RequestId, (u8, Vec<Place>)> {
    let of_row = |row: usize| {
        let places = view.jobs_of(row).map(|job| (view.slots_of(job), view.node_table().of(job as usize).to_vec()));
        (view.arrivals().id[row], (view.tint_of(row), places.collect()))
    };
    (0..view.arrivals().requests()).map(of_row).collect()
}

/// Takes in what a run tells, until the plan is whole.
fn follow(run: &mut AnyRun, copy: &mut SlotsCopy, study: &Arc<Study>) -> Rc<SlotsShown> {
    let mut shown = None;
    loop {
        let is_done = run.advance(usize::MAX).is_done;
        while let Some(StudyUpdate::Slots(update)) = run.update() {
            shown = copy.take(update, study).expect("fits the copy").or(shown);
        }
        if is_done {
            return Rc::new(shown.expect("a plan"));
        }
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn an_edit_changes_the_colours_only_of_whom_it_moves(
        (case, edits) in random::case().prop_flat_map(|case| {
            let edit = random::edit(case.requests.len(), case.nodes);
            (Just(case), prop::collection::vec(edit, 1..12))
        }),
        planner in prop::sample::select(PlannerKind::ALL[..5].to_vec()),
    ) {
        let mut slots = scenario(case.nodes, &case.requests, Policy { planner, ..Policy::default() });
        let study = Arc::new(Study::from(slots.clone()));
        let (mut run, mut copy) = (AnyRun::open((*study).clone()).expect("legal"), SlotsCopy::default());
        let mut before = looks(&follow(&mut run, &mut copy, &study).plan());
        for (id, change) in edits {
            slots.workload = slots.workload.with_edit(id, change);
            let study = Arc::new(Study::from(slots.clone()));
            run.edit((*study).clone()).expect("legal");
            let shown = follow(&mut run, &mut copy, &study);
            alike(&shown.plan());
            let now = looks(&shown.plan());
            for (other, (tint, places)) in &now {
                if let Some((before, _)) = before.get(other).filter(|(_, before)| before == places && *other != id) {
                    prop_assert_eq!(tint, before, "request {} stays where it was", other);
                }
            }
            before = now;
        }
    }
}

/// Requests as the page generates them, on so many nodes.
fn generated(nodes: u32, requests: u32) -> SlotsScenario {
    let generator = Generator {
        seed: 5,
        requests,
        arrivals_per_slot: f64::from(nodes) / 40.0,
        duration: Range::new(1, 24),
        book_ahead: Range::new(0, 48),
        relax: Range::new(0, 24),
        flexible_percent: 60,
        nodes: Range::new(1, 5),
        jobs: Range::new(1, 1),
    };
    SlotsScenario {
        machine: Machine { nodes, ..Machine::default() },
        workload: Workload::of_generator(generator),
        policy: Policy::default(),
        market: None,
        tariff: Default::default(),
    }
}

#[test]
fn many_requests_keep_apart_too() {
    let view = view_of(&generated(60, 10_000));
    let pairs = touching(&view);
    let by_number = pairs.iter().filter(|&&(a, b)| ((b - a) as usize).is_multiple_of(TINTS)).count();
    assert!(pairs.len() > 20_000 && by_number > pairs.len() / 12, "the numbers alone would not do: {by_number} of {}", pairs.len());
    let alike = alike(&view).len();
    assert!(alike * 20 < by_number, "{alike} of {} pairs share a tint", pairs.len());
}
