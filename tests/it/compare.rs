//! Two plans compared: what the engine tells is what a plain comparison of two runs from start to end finds, whatever was edited before.

use crate::study_runs::PlanCopy;
use crate::support::policies;
use crate::support::random::{Case, case, cases, edit, market};
use bookahead::engine::core::compare::{Comparable, DifferenceKind, PlanComparison};
use bookahead::engine::core::compared::{Beside, ComparedRun, PolicyRow, Seen, Told};
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::idle::{IdleRequest, IdleScenario, NO_SERVER, Strategy as IdleStrategy};
use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::scenario::{PlannerKind, Policy, ShiftRule, SlotsScenario, scenario_of};
use bookahead::engine::slots::workload::{Preset, Source, Workload};
use bookahead::engine::study::{AnyRun, Study, StudyKind, StudyQuery, StudyUpdate};
use bookahead::engine::{Outcome, run};
use bookahead::state::{EXAMPLES, Example};
use bookahead::worker::dispatcher::Dispatcher;
use bookahead::worker::messages::{Command, Compared, Reply, Update, Work};
use proptest::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A job's start, duration and nodes; `None` if it was refused.
type Place = Option<(Slot, Slot, u32)>;

/// Where every job of a plan stands, by request and place among its jobs.
fn places(outcome: &Outcome) -> BTreeMap<(u32, u32), Place> {
    let arrivals = &outcome.arrivals;
    let mut places = BTreeMap::new();
    for row in 0..arrivals.requests() {
        for job in arrivals.first_job[row]..arrivals.first_job[row + 1] {
            let start = outcome.decisions.start[job as usize];
            let place = outcome.decisions.accepted(job as usize).then(|| (start, arrivals.duration[row], arrivals.nodes[row]));
            places.insert((arrivals.id[row], job - arrivals.first_job[row]), place);
        }
    }
    places
}

/// What differs between two plans, found anew: request, place among its jobs, and kind.
fn plainly(a: &Outcome, b: &Outcome) -> (usize, Vec<(u32, u32, DifferenceKind)>) {
    let (a, b) = (places(a), places(b));
    let keys: std::collections::BTreeSet<(u32, u32)> = a.keys().chain(b.keys()).copied().collect();
    let place = |side: &BTreeMap<_, Option<_>>, key: &(u32, u32)| side.get(key).copied().flatten();
    let differ = keys.iter().filter_map(|key| {
        let kind = match (place(&a, key), place(&b, key)) {
            (Some(_), None) => DifferenceKind::OnlyA,
            (None, Some(_)) => DifferenceKind::OnlyB,
            (Some(one), Some(other)) if one != other => DifferenceKind::Moved,
            _ => return None,
        };
        Some((key.0, key.1, kind))
    });
    (keys.len(), differ.collect())
}

/// The comparison is that of two runs from start to end.
fn expect_comparison(told: &PlanComparison, a: &SlotsScenario, b: &SlotsScenario) {
    let (a, b) = (run(a).unwrap(), run(b).unwrap());
    let (decisions, differing) = plainly(&a, &b);
    let place = |arrivals: &bookahead::engine::slots::workload::Arrivals, job: u32| {
        let row = arrivals.request[job as usize] as usize;
        (arrivals.id[row], job - arrivals.first_job[row])
    };
    let mut found: Vec<_> = told
        .differences
        .iter()
        .map(|difference| {
            let of_a = difference.a.map(|job| place(&a.arrivals, job));
            let of_b = difference.b.map(|job| place(&b.arrivals, job));
            let (request, job) = of_a.or(of_b).expect("in one of them");
            assert!(of_b.is_none_or(|of_b| of_b == (request, job)), "the same job of the same request");
            assert_eq!(request, difference.request);
            (request, job, difference.kind)
        })
        .collect();
    found.sort_unstable();
    assert_eq!(found, differing);
    let count = |kind| differing.iter().filter(|(.., of)| *of == kind).count() as u32;
    assert_eq!(told.counts.decisions as usize, decisions);
    assert_eq!(DifferenceKind::ALL.map(|kind| told.counts.of(kind)), DifferenceKind::ALL.map(count));
    assert_eq!(told.counts.differing() as usize, differing.len());
    assert_eq!(told.counts.same() + told.counts.differing(), told.counts.decisions);
    assert!(told.first.is_some() || differing.is_empty(), "what differs differs first somewhere");
    if a.arrivals == b.arrivals {
        // The first job on which the planners decided otherwise: another place at first, or other moves for it.
        let (of_a, of_b) = (&a.decisions, &b.decisions);
        let other = |job: &usize| of_a.first_start[*job] != of_b.first_start[*job] || of_a.moves_for(*job) != of_b.moves_for(*job);
        let first = (0..a.arrivals.jobs()).find(other).map(|job| a.arrivals.id[a.arrivals.request[job] as usize]);
        assert_eq!(told.first.as_ref().map(|first| first.request), first);
    }
    let figure = |side: usize, key: &str| {
        let at = bookahead::engine::slots::compare::SLOTS_FIGURES.iter().position(|figure| figure.key == key).unwrap();
        told.figures[side][at]
    };
    for (side, outcome) in [&a, &b].into_iter().enumerate() {
        assert_eq!(figure(side, "accepted"), Some(f64::from(outcome.metrics.accepted)));
        assert_eq!(figure(side, "utilisation"), Some(outcome.metrics.utilisation));
        assert_eq!(figure(side, "mean_delay"), Some(outcome.metrics.mean_delay));
        assert_eq!(figure(side, "shifts"), Some(f64::from(outcome.metrics.shifts)));
        assert_eq!(figure(side, "revenue"), outcome.revenue.as_ref().map(|revenue| revenue.report.total().revenue as f64));
    }
    for ((change, a), b) in told.change().into_iter().zip(&told.figures[0]).zip(&told.figures[1]) {
        assert_eq!(change, a.zip(*b).map(|(a, b)| b - a));
    }
}

fn scenario(case: &Case, policy: Policy) -> SlotsScenario {
    SlotsScenario { policy, ..scenario_of(case.nodes, case.requests.clone()) }
}

fn open(study: impl Into<Study>) -> AnyRun {
    let mut run = AnyRun::open(study.into()).unwrap();
    while !run.advance(64).is_done {}
    run
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn counts_are_those_of_a_plain_comparison(
        case in case(), at in (0..7_usize, 0..7_usize), market in proptest::option::of(market(3)),
    ) {
        let [a, b] = [at.0, at.1].map(|at| Policy::all()[at]);
        let market = market.map(|market| market.fitted(case.nodes));
        let [a, b] = [a, b].map(|policy| SlotsScenario { market: market.clone(), ..scenario(&case, policy) });
        let (run_a, run_b) = (open(a.clone()), open(b.clone()));
        let told = run_a.compare(&run_b);
        expect_comparison(&told, &a, &b);
        // The other way round, the kinds are swapped and nothing else.
        let swapped = run_b.compare(&run_a);
        prop_assert_eq!(swapped.counts, told.counts.swapped());
        let kinds = |told: &PlanComparison| told.differences.iter().map(|of| (of.request, of.a, of.b, of.kind)).collect::<Vec<_>>();
        let back: Vec<_> = kinds(&swapped).into_iter().map(|(id, a, b, kind)| (id, b, a, kind.swapped())).collect();
        prop_assert_eq!(kinds(&told), back);
        prop_assert_eq!(swapped.first.map(|first| first.request), told.first.map(|first| first.request));
        // A plan does not differ from itself.
        let own = run_a.compare(&run_a);
        prop_assert_eq!((own.counts.differing(), own.first, own.differences.is_empty()), (0, None, true));
    }

    #[test]
    fn edited_step_by_step_it_is_the_comparison_from_scratch(
        case in case(), at in (0..7_usize, 0..7_usize), edits in proptest::collection::vec(edit(30, 12), 1..6), is_kept in any::<bool>(),
    ) {
        let [own, other] = [at.0, at.1].map(|at| Policy::all()[at]);
        let first = scenario(&case, own);
        let mut page = Page::open(&first.clone().into());
        // Either both plans follow the edits, or one stays as it is at first.
        let other_of = |now: &SlotsScenario| SlotsScenario { policy: other, ..if is_kept { first.clone() } else { now.clone() } };
        let mut now = first.clone();
        for (id, request) in edits {
            let request = request.map(|request| Request { nodes: request.nodes.min(case.nodes), ..request });
            let is_there = (id as usize) < case.requests.len();
            if request.is_none() && !is_there {
                continue;
            }
            now.workload = now.workload.with_edit(id, request);
            page.compare(&now.clone().into(), &other_of(&now).into(), is_kept);
            let (a, b) = if is_kept { (other_of(&now), now.clone()) } else { (now.clone(), other_of(&now)) };
            expect_comparison(page.comparison.as_ref().expect("told"), &a, &b);
            page.own.expect_outcome(&now.clone().into());
            page.other.expect_outcome(&other_of(&now).into());
        }
        prop_assert!(page.own.whole <= 1 && page.other.whole <= 1, "whole plans travel once, then what changed");
    }
}

/// The page's side of a dispatcher, with a copy of both plans.
struct Page {
    dispatcher: Dispatcher,
    replies: Rc<RefCell<Vec<Reply>>>,
    own: PlanCopy,
    other: PlanCopy,
    comparison: Option<PlanComparison>,
    rows: Vec<PolicyRow>,
    kind: StudyKind,
    number: u32,
}

impl Page {
    fn open(study: &Study) -> Self {
        let (replies, time) = (Rc::<RefCell<Vec<Reply>>>::default(), Cell::new(0.0));
        let received = Rc::clone(&replies);
        let dispatcher = Dispatcher::new(
            Box::new(move |reply| received.borrow_mut().push(reply)),
            Box::new(move || time.replace(time.get() + 1.0)),
        );
        let mut page = Self {
            dispatcher,
            replies,
            own: PlanCopy::default(),
            other: PlanCopy::default(),
            comparison: None,
            rows: Vec::new(),
            kind: study.kind(),
            number: 0,
        };
        page.dispatcher.receive(Command::Open(0, Work::Study(Box::new(study.clone()), StudyQuery::nothing(page.kind))));
        page.work();
        page
    }

    fn put_beside(&mut self, beside: Beside<Study>) {
        self.dispatcher.receive(Command::Beside(self.kind, Box::new(beside)));
    }

    fn edit(&mut self, study: &Study) {
        self.number += 1;
        let (study, query) = (study.clone().without_list(), StudyQuery::nothing(self.kind));
        self.dispatcher.receive(Command::Edit(self.number, Box::new(study), query));
        self.work();
    }

    fn compare(&mut self, study: &Study, other: &Study, other_is_a: bool) {
        self.comparison = None;
        self.put_beside(Beside { other: Some(other.clone().without_list()), other_is_a, with_table: false });
        self.edit(study);
    }

    fn work(&mut self) {
        while self.dispatcher.work_until(self.dispatcher.now() + 3.0) {}
        for reply in self.replies.take() {
            match reply {
                Reply::Update(_, Update::Study(update)) => drop(self.own.take(update)),
                Reply::Update(_, Update::Other(update)) => {
                    assert!(!self.other.take(update), "the end of it comes with the comparison")
                }
                Reply::Update(_, Update::Compared(_, compared)) => {
                    let Compared { own, other, comparison } = *compared;
                    let take = |copy: &mut PlanCopy, update: Option<StudyUpdate>| {
                        update.into_iter().for_each(|update| assert!(copy.take(update), "the plan is complete"));
                    };
                    take(&mut self.own, own);
                    take(&mut self.other, other);
                    self.comparison = Some(comparison);
                }
                Reply::Update(_, Update::Policy(_, row)) => self.rows.push(row),
                Reply::Failed(_, _, message) => panic!("{message}"),
                _ => {}
            }
        }
    }
}

/// The worked example of Umar's Table 3.4.
fn golden() -> SlotsScenario {
    EXAMPLES[0].slots().expect("a plan in slots")
}

#[test]
fn the_worked_example_differs_where_rigid_reservation_refuses() {
    let eds = golden();
    let rigid = SlotsScenario { policy: Policy { planner: PlannerKind::Rigid, ..eds.policy }, ..eds.clone() };
    let told = open(eds).compare(&open(rigid));
    let first = told.first.expect("they differ");
    assert_eq!((first.request, first.name.as_str()), (10, "request 11 (job 11.2)"));
    assert!(
        first.words.starts_with("A accepts it at 13; B refuses it: rigid reservation tries start 12 only; slot 12 is full"),
        "{}",
        first.words
    );
    assert_eq!((told.counts.decisions, told.counts.only_a, told.counts.only_b, told.counts.moved), (15, 2, 0, 1));
}

#[test]
fn a_move_for_a_job_is_a_part_of_the_decision_on_it() {
    // One node: the second job finds room only if the first waits. Under first fit it is refused.
    let request =
        |user, latest_start| Request { user, submitted: 0, earliest_start: 2, latest_start, duration: 1, nodes: 1, jobs: 1 };
    let eds = scenario_of(1, vec![request(1, 4), request(2, 2)]);
    let first_fit = SlotsScenario { policy: Policy { planner: PlannerKind::FirstFit, ..eds.policy }, ..eds.clone() };
    let told = open(first_fit).compare(&open(eds));
    let first = told.first.expect("they differ");
    assert_eq!(first.name, "request 2");
    assert!(first.words.ends_with("B accepts it at 2 and moves 1.1 from 2 to 3 for it"), "{}", first.words);
    assert_eq!((told.counts.only_b, told.counts.moved), (1, 1));
}

#[test]
fn requests_that_one_workload_lacks_are_compared_too() {
    let before = golden();
    let workload = before.workload.with_edit(0, None).with_edit(40, Some(Request { user: 77, ..golden_request(&before, 9) }));
    let now = SlotsScenario { workload, ..before.clone() };
    let mut page = Page::open(&now.clone().into());
    page.compare(&now.clone().into(), &before.clone().into(), true);
    let told = page.comparison.take().expect("told");
    expect_comparison(&told, &before, &now);
    let first = told.first.expect("they differ");
    assert_eq!((first.name.as_str(), first.words.as_str()), ("request 1 (job 1.1)", "A accepts it at 11; B is not asked for it"));
}

fn golden_request(scenario: &SlotsScenario, id: usize) -> Request {
    match &scenario.workload.source {
        Source::Requests(requests) => requests[id],
        Source::Generator(_) => panic!("a list"),
    }
}

#[test]
fn a_comparison_is_switched_on_and_off_without_planning_the_study_again() {
    let eds = golden();
    let rigid = SlotsScenario { policy: Policy { planner: PlannerKind::Rigid, ..eds.policy }, ..eds.clone() };
    let mut page = Page::open(&eds.clone().into());
    page.own.expect_outcome(&eds.clone().into());
    page.put_beside(Beside { other: Some(Study::from(rigid.clone()).without_list()), ..Beside::default() });
    page.dispatcher.receive(Command::Query(7, bookahead::worker::messages::Query::Study(StudyQuery::nothing(StudyKind::Slots))));
    page.work();
    expect_comparison(page.comparison.as_ref().expect("told"), &eds, &rigid);
    assert_eq!(page.own.whole, 1);
    page.other.expect_outcome(&rigid.into());
    page.comparison = None;
    page.put_beside(Beside::default());
    page.edit(&eds.clone().into());
    assert!(page.comparison.is_none());
    page.own.expect_outcome(&eds.into());
}

#[test]
fn the_table_has_the_figures_of_every_policy() {
    for example in [Example::find("eleven-requests"), Example::find("three-classes")].into_iter().flatten() {
        let slots = example.slots().expect("a plan in slots");
        let mut page = Page::open(&slots.clone().into());
        page.put_beside(Beside { with_table: true, ..Beside::default() });
        page.edit(&slots.clone().into());
        let done: Vec<_> = page.rows.iter().filter_map(|row| Some((row.policy, row.figures.clone()?))).collect();
        assert_eq!(
            done.iter().map(|(policy, _)| *policy).collect::<Vec<_>>(),
            (0..Policy::all().len() as u32).collect::<Vec<_>>(),
            "{}",
            example.key
        );
        for ((_, figures), policy) in done.into_iter().zip(Policy::all()) {
            assert_eq!(figures, open(SlotsScenario { policy, ..slots.clone() }).figures(), "{}", policy.name());
        }
        // An edit has the table made anew; without it, nothing more comes.
        let before = page.rows.len();
        page.edit(&SlotsScenario { workload: slots.workload.with_edit(0, None), ..slots.clone() }.into());
        assert!(page.rows.len() >= before + 7);
        let before = page.rows.len();
        page.put_beside(Beside::default());
        page.edit(&slots.into());
        assert_eq!(page.rows.len(), before);
    }
}

#[test]
fn progress_of_a_long_table_is_told() {
    let generator = Preset { mpi: true, rate: 2, flexible_percent: 50 }.generator(1, 400);
    let slots = SlotsScenario { workload: Workload::of_generator(generator), ..scenario_of(30, Vec::new()) };
    let mut run = ComparedRun::new(AnyRun::open(slots.into()).unwrap());
    run.put_beside(Beside { with_table: true, ..Beside::default() }).unwrap();
    while !run.advance(64).is_done {}
    while let Some(told) = run.update() {
        assert!(matches!(told, Told::Own(_)));
    }
    let mut shares = Vec::new();
    loop {
        match run.snapshot(16) {
            Answer::Ready(Seen::Policy(row)) => shares.push((row.policy, row.share)),
            Answer::Ready(Seen::Snapshot(_)) => {}
            Answer::Working => {}
            Answer::Nothing => break,
        }
    }
    assert!(shares.is_sorted_by(|one, next| one.0 < next.0 || one.1 < next.1), "{shares:?}");
    assert!(shares.len() > 7 * 5);
}

#[test]
fn strategies_of_named_servers_are_compared_alike() {
    let idle = Example::find("figure-3-3").expect("an example").open().scenario.study.idle().expect("named servers").clone();
    for a in IdleStrategy::ALL {
        for b in IdleStrategy::ALL {
            let [run_a, run_b] = [a, b].map(|strategy| open(IdleScenario { strategy, ..idle.clone() }));
            let told = run_a.compare(&run_b);
            let [first, second] = [a, b].map(|strategy| IdleScenario { strategy, ..idle.clone() }.run().unwrap().decisions);
            let only = |one: &[u32], other: &[u32]| {
                one.iter().zip(other).filter(|(one, other)| **one != NO_SERVER && **other == NO_SERVER).count() as u32
            };
            let differing = (0..first.server.len())
                .filter(|&row| (first.server[row], first.start[row]) != (second.server[row], second.start[row]));
            assert_eq!(told.counts.differing() as usize, differing.clone().count());
            assert_eq!(told.counts.only_a, only(&first.server, &second.server));
            assert_eq!(told.counts.only_b, only(&second.server, &first.server));
            assert_eq!(told.differences.a.first().copied(), differing.map(|row| row as u32).next());
            assert_eq!(told.first.is_some(), told.counts.differing() > 0);
        }
    }
}

/// Where every request of a plan of named servers stands: server, start and size; `None` if it is refused.
fn servers_places(idle: &IdleScenario) -> BTreeMap<u32, Option<(u32, u32, u32)>> {
    let outcome = idle.run().unwrap();
    let row = |row: usize| {
        let server = outcome.decisions.server[row];
        let place = (server != NO_SERVER).then(|| (server, outcome.decisions.start[row], outcome.arrivals.size[row]));
        (outcome.arrivals.id[row], place)
    };
    (0..outcome.arrivals.jobs()).map(row).collect()
}

#[test]
fn named_servers_of_which_requests_were_changed_are_compared_one_by_one() {
    let whole = Example::find("figure-3-3").expect("an example").open().scenario.study.idle().expect("named servers").clone();
    let before = IdleScenario { workload: whole.workload.with_edit(1, None), ..whole.clone() };
    let request = whole.run().unwrap().arrivals.row(2);
    let mut now = before.clone();
    now.workload = now.workload.with_edit(0, None);
    now.workload =
        now.workload.with_edit(2, Some(IdleRequest { size: request.size + 1, deadline: request.deadline + 1, ..request }));
    now.workload =
        now.workload.with_edit(now.workload.next_id(), Some(IdleRequest { earliest_start: 40, deadline: 60, ..request }));
    let mut page = Page::open(&now.clone().into());
    page.compare(&now.clone().into(), &before.clone().into(), true);
    let told = page.comparison.take().expect("told");
    page.own.expect_outcome(&now.clone().into());
    page.other.expect_outcome(&before.clone().into());
    let (a, b) = (servers_places(&before), servers_places(&now));
    let ids: std::collections::BTreeSet<u32> = a.keys().chain(b.keys()).copied().collect();
    let place = |side: &BTreeMap<_, Option<_>>, id: u32| side.get(&id).copied().flatten();
    let kinds: Vec<(u32, DifferenceKind)> = ids
        .iter()
        .filter_map(|&id| {
            let kind = match (place(&a, id), place(&b, id)) {
                (Some(_), None) => DifferenceKind::OnlyA,
                (None, Some(_)) => DifferenceKind::OnlyB,
                (Some(one), Some(other)) if one != other => DifferenceKind::Moved,
                _ => return None,
            };
            Some((id, kind))
        })
        .collect();
    let mut found: Vec<_> = told.differences.iter().map(|difference| (difference.request, difference.kind)).collect();
    found.sort_unstable();
    assert_eq!(found, kinds);
    assert_eq!(told.counts.decisions as usize, ids.len());
    let count = |kind| kinds.iter().filter(|(_, of)| *of == kind).count() as u32;
    assert_eq!(DifferenceKind::ALL.map(|kind| told.counts.of(kind)), DifferenceKind::ALL.map(count));
    assert!(DifferenceKind::ALL.iter().all(|kind| count(*kind) > 0), "{kinds:?}");
    let first = told.first.expect("they differ");
    assert_eq!(first.name, "request 1");
    assert!(first.words.ends_with("; B is not asked for it"), "{}", first.words);
    for (values, idle) in told.figures.iter().zip([&before, &now]) {
        assert_eq!(*values, open(idle.clone()).figures());
    }
}

#[test]
fn where_reservations_adapt_only_figures_are_compared() {
    let mut idle = Example::find("figure-3-3").expect("an example").open().scenario.study.idle().expect("named servers").clone();
    idle.adaptability.replanning = true;
    let other = IdleScenario { strategy: IdleStrategy::FfHa, ..idle.clone() };
    let told = open(idle.clone()).compare(&open(other.clone()));
    assert_eq!((told.counts.decisions, told.first, told.differences.len()), (0, None, 0));
    assert_eq!(told.figures, [idle, other].map(|idle| open(idle).figures()));
}

#[test]
fn policies_have_names_that_can_be_read_back() {
    assert_eq!(Policy::all().len(), 23);
    assert!(policies().into_iter().all(|policy| Policy::all().iter().any(|listed| listed.is_same_as(policy))));
    for policy in Policy::all() {
        assert_eq!(Policy::from_name(&policy.name()), Some(policy));
    }
    assert_eq!(Policy::from_name("fcfs-lrh").map(|policy| policy.shift), Some(ShiftRule::Hold));
    for wrong in ["", "rigid:hold", "fcfs-lrh:", "fcfs-lrh:never", "eds"] {
        assert_eq!(Policy::from_name(wrong), None, "{wrong}");
    }
}

/// A plan after so many requests, as far as it stands then.
fn cut(outcome: &Outcome, step: u32) -> Outcome {
    let decided = outcome.arrivals.first_job[step as usize] as usize;
    let mut cut = outcome.clone();
    cut.decisions = outcome.decisions.of_first(decided as u32);
    cut.decisions.start.resize(outcome.arrivals.jobs(), bookahead::engine::slots::decisions::REFUSED);
    cut
}

#[test]
fn both_plans_are_stepped_through_and_compared_as_they_stand() {
    let a = golden();
    for (b, other_is_a) in [
        (SlotsScenario { policy: Policy { planner: PlannerKind::Rigid, ..a.policy }, ..a.clone() }, false),
        (SlotsScenario { policy: Policy { planner: PlannerKind::FirstFit, ..a.policy }, ..a.clone() }, true),
    ] {
        let wholes = [run(&a).unwrap(), run(&b).unwrap()];
        let mut compared = ComparedRun::new(AnyRun::open(a.clone().into()).unwrap());
        compared.put_beside(Beside { other: Some(b.clone().into()), other_is_a, with_table: false }).unwrap();
        let mut copies = [PlanCopy::default(), PlanCopy::default()];
        for step in [None, Some(0), Some(11), Some(4), Some(10), Some(3), None, Some(7)] {
            compared.query(StudyQuery::Slots(bookahead::engine::slots::update::SlotsQuery { step, ..Default::default() }));
            while !compared.advance(7).is_done {}
            let mut told = None;
            while let Some(update) = compared.update() {
                match update {
                    Told::Own(update) => {
                        copies[0].take(update);
                    }
                    Told::Other(update) => {
                        copies[1].take(update);
                    }
                    Told::Compared { own, other, comparison } => {
                        own.into_iter().for_each(|update| {
                            copies[0].take(update);
                        });
                        other.into_iter().for_each(|update| {
                            copies[1].take(update);
                        });
                        told = Some(comparison);
                    }
                }
            }
            let told = told.expect("with every step");
            let step = step.filter(|step| (*step as usize) < wholes[0].arrivals.requests());
            let [own, theirs] = &wholes;
            let seen = step.map_or([own.clone(), theirs.clone()], |step| [cut(own, step), cut(theirs, step)]);
            for (copy, seen) in copies.iter().zip(&seen) {
                assert_eq!(copy.slots.1.start, seen.decisions.start, "{step:?}: both plans stand as after this step");
            }
            let [first, second] = if other_is_a { [&seen[1], &seen[0]] } else { [&seen[0], &seen[1]] };
            let (_, differing) = plainly(first, second);
            let decided = step.map_or(own.arrivals.jobs() as u32, |step| own.arrivals.first_job[step as usize]);
            assert_eq!((told.counts.decisions, told.counts.differing() as usize), (decided, differing.len()), "{step:?}");
            let accepted = |side: &Outcome| {
                side.decisions.start.iter().filter(|start| **start != bookahead::engine::slots::decisions::REFUSED).count()
            };
            let place =
                bookahead::engine::slots::compare::SLOTS_FIGURES.iter().position(|figure| figure.key == "accepted").unwrap();
            assert_eq!(told.figures[0][place], Some(accepted(first) as f64), "{step:?}: the figures are those of the step");
            assert_eq!(told.figures[1][place], Some(accepted(second) as f64));
        }
    }
}
