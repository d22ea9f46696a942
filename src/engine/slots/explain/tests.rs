//! The worked examples of the papers, told in words.

use super::blockade::Blockade;
use super::blocked_words::InWords;
use super::verdict;
use crate::core::time_names::{TimeNames, TimeUnit};
use crate::core::verdict::Tone;
use crate::run;
use crate::slots::explain::refusal_explained;
use crate::slots::outcome::Outcome;
use crate::slots::request::Request;
use crate::slots::scenario::SlotsScenario;
use crate::slots::scenario::{PlannerKind, Policy, ShiftRule, scenario_of};
use crate::slots::workload::Source;

/// user: t_es t_ls t_e jobs, as the papers' tables have them.
fn request(user: u32, (earliest_start, latest_start, duration): (u32, u32, u32), nodes: u32, jobs: u32) -> Request {
    Request { user, submitted: 0, earliest_start, latest_start, duration, nodes, jobs }
}

/// Umar, Table 3.4.
fn golden_1a() -> SlotsScenario {
    let rows = [
        (11, 11, 1, 2),
        (11, 11, 3, 1),
        (12, 12, 3, 1),
        (15, 16, 1, 1),
        (15, 15, 1, 2),
        (11, 11, 2, 1),
        (13, 13, 1, 1),
        (16, 16, 2, 1),
        (11, 11, 2, 1),
        (15, 15, 3, 1),
        (12, 14, 3, 3),
    ];
    let requests = (1..).zip(rows).map(|(user, (es, ls, e, jobs))| request(user, (es, ls, e), 1, jobs));
    scenario_of(5, requests.collect())
}

/// Umar, Table 3.5.
fn golden_1b() -> SlotsScenario {
    let rows = [
        (11, 11, 1, 2),
        (11, 11, 3, 1),
        (12, 12, 3, 1),
        (15, 16, 1, 1),
        (15, 15, 1, 2),
        (11, 11, 2, 1),
        (13, 13, 1, 1),
        (16, 16, 2, 1),
        (11, 11, 2, 1),
        (15, 15, 3, 1),
        (12, 14, 3, 2),
    ];
    let requests = (1..).zip(rows).map(|(user, (es, ls, e, nodes))| request(user, (es, ls, e), nodes, 1));
    scenario_of(5, requests.collect())
}

/// Pujiyanta, Table I.
fn golden_2() -> SlotsScenario {
    let rows = [
        (3, 3, 2, 1),
        (3, 3, 3, 2),
        (3, 3, 4, 1),
        (3, 3, 2, 1),
        (6, 6, 1, 1),
        (6, 6, 5, 1),
        (7, 7, 2, 1),
        (9, 9, 1, 1),
        (9, 9, 2, 1),
        (10, 10, 2, 1),
        (9, 9, 3, 1),
        (5, 10, 3, 3),
    ];
    let requests = (1..).zip(rows).map(|(user, (es, ls, e, jobs))| request(user, (es, ls, e), 1, jobs));
    scenario_of(5, requests.collect())
}

fn planned(mut scenario: SlotsScenario, planner: PlannerKind) -> (SlotsScenario, Outcome) {
    scenario.policy = Policy { planner, shift: ShiftRule::Hold, ..Policy::default() };
    let outcome = run(&scenario).expect("the worked examples are legal");
    (scenario, outcome)
}

#[track_caller]
fn tells(scenario: &(SlotsScenario, Outcome), row: usize, tone: Tone, headline: &str, text: &str) {
    let (scenario, Outcome { arrivals, decisions, .. }) = scenario;
    let told = verdict(arrivals, decisions, scenario.machine, scenario.policy, row, TimeUnit::Slots);
    assert_eq!((told.headline.as_str(), told.sentences.join(" ").as_str(), told.tone), (headline, text, tone));
}

/// The reason of the last refused job.
#[track_caller]
fn refuses(scenario: (SlotsScenario, Outcome), reason: &str) {
    let (scenario, Outcome { arrivals, decisions, .. }) = scenario;
    let refusal = decisions.refusals.last().expect("a job is refused");
    assert_eq!(refusal_explained(&arrivals, &decisions, scenario.machine, scenario.policy, refusal, TimeUnit::Slots), reason);
}

fn of(nodes: u32, rows: &[(u32, u32, u32, u32, u32)], planner: PlannerKind) -> (SlotsScenario, Outcome) {
    let requests = (1..).zip(rows).map(|(user, &(es, ls, e, n, jobs))| request(user, (es, ls, e), n, jobs));
    planned(scenario_of(nodes, requests.collect()), planner)
}

#[test]
fn golden_1a_is_told_as_the_paper_draws_it() {
    let plan = planned(golden_1a(), PlannerKind::FcfsEds);
    tells(
        &plan,
        10,
        Tone::Good,
        "All three jobs accepted",
        "11.1 starts at 12 and 11.2 at 13. Slot 15 was full for 11.3: job 4.1 could wait one slot, so it moved from 15 to 16 and 11.3 \
         starts at 14. No one else moved.",
    );
    tells(
        &plan,
        3,
        Tone::Good,
        "Accepted",
        "4.1 was first placed at 15, its earliest start. No one moved. Later 4.1 moved from 15 to 16 to make room for 11.3.",
    );
    tells(&plan, 0, Tone::Good, "Both jobs accepted", "1.1 and 1.2 start at 11. No one moved.");
}

#[test]
fn golden_1a_under_rigid_reservation() {
    let plan = planned(golden_1a(), PlannerKind::Rigid);
    tells(
        &plan,
        10,
        Tone::Partly,
        "One of the three jobs accepted",
        "11.1 starts at 12. 11.2 and 11.3 were refused: rigid reservation tries start 12 only; slot 12 is full.",
    );
}

#[test]
fn golden_1b_tells_of_nodes() {
    let plan = planned(golden_1b(), PlannerKind::FcfsEds);
    tells(
        &plan,
        10,
        Tone::Good,
        "Accepted",
        "Slot 15 was short of nodes for 11.1: job 4.1 could wait one slot, so it moved from 15 to 16 and 11.1 starts at 13. No one \
         else moved.",
    );
    let rigid = planned(golden_1b(), PlannerKind::Rigid);
    tells(
        &rigid,
        10,
        Tone::Refused,
        "Refused",
        "Rigid reservation tries start 12 only; slot 12 has 1 of 5 nodes free where 2 are needed.",
    );
}

#[test]
fn golden_2_moves_no_one() {
    let plan = planned(golden_2(), PlannerKind::FcfsLrh);
    tells(&plan, 11, Tone::Good, "All three jobs accepted", "12.1 and 12.2 start at 5 and 12.3 starts at 7. No one moved.");
}

#[test]
fn a_rigid_request_that_meets_a_full_slot() {
    let rows = [(13, 13, 1, 5, 1), (12, 12, 3, 1, 1)];
    refuses(of(5, &rows, PlannerKind::FirstFit), "it must start at 12; slot 13 is full");
    refuses(
        of(5, &rows, PlannerKind::FcfsEds),
        "it must start at 12; slot 13 is full: 1.1 starts there and may not wait, being at its latest start",
    );
}

#[test]
fn a_window_that_one_slot_rules_out_altogether() {
    let rows = [(14, 14, 1, 1, 3), (12, 14, 3, 1, 1)];
    let full = "it could start at 12, 13 or 14; slot 14 is full and every start needs it";
    refuses(
        of(3, &rows, PlannerKind::FcfsEds),
        &format!("{full}: 1.1–1.3 start there and may not wait, being at their latest start"),
    );
    refuses(of(3, &rows, PlannerKind::FcfsLrh), &format!("{full}: 1.1–1.3 may not start early or late enough to leave it"));
    refuses(of(3, &rows, PlannerKind::FirstFit), full);
}

/// Umar's Table 3.4 with a last request of four slots: slot 12 is full, too, but only slot 15 is in the way of every start.
#[test]
fn the_slot_that_every_start_needs_is_named() {
    let mut scenario = golden_1a();
    let mut requests = match &scenario.workload.source {
        Source::Requests(requests) => requests.to_vec(),
        Source::Generator(_) => unreachable!("the table is a list"),
    };
    requests[10].duration = 4;
    scenario = scenario_of(5, requests);
    refuses(
        planned(scenario, PlannerKind::FcfsEds),
        "it could start at 12, 13 or 14; slot 15 is full and every start needs it: 5.1, 5.2 and 10.1 start there and may not wait, being at \
         their latest start",
    );
}

#[test]
fn a_slot_that_rules_out_a_part_of_the_window() {
    let rows = [(12, 12, 1, 2, 1), (14, 14, 2, 2, 1), (12, 14, 2, 2, 1)];
    let (wanted, stay) = ("it could start at 12, 13 or 14", "starts there and may not wait, being at its latest start");
    let [one, two] = [(12, "12"), (14, "13–14")]
        .map(|(slot, starts)| format!("slot {slot} has 1 of 3 nodes free where 2 are needed and rules out {starts}"));
    refuses(of(3, &rows, PlannerKind::FcfsEds), &format!("{wanted}; {one}: 1.1 {stay}; {two}: 2.1 {stay}"));
    refuses(of(3, &rows, PlannerKind::FirstFit), &format!("{wanted}; {one}; {two}"));
}

#[test]
fn many_slots_are_counted() {
    let rows: Vec<_> = (12..20).map(|slot| (slot, slot, 1, 1, 1)).chain([(12, 19, 1, 1, 1)]).collect();
    refuses(
        of(1, &rows, PlannerKind::FirstFit),
        "it could start in 12–19; no fewer than 8 slots rule all of them out; slot 12 is full and rules out 12, and so on",
    );
}

#[test]
fn slots_that_were_not_all_looked_into_are_not_counted() {
    let rows: Vec<_> = (12..20).map(|slot| (slot, slot, 1, 1, 1)).chain([(12, 19, 1, 1, 1)]).collect();
    let (SlotsScenario { machine, policy, .. }, Outcome { arrivals, decisions, .. }) = of(1, &rows, PlannerKind::FirstFit);
    let (arrivals, decisions) = (&arrivals, &decisions);
    let in_words = |work_max| {
        let blockade = Blockade::within(work_max, arrivals, decisions, machine, policy, 8);
        InWords { arrivals, machine, policy, time: TimeNames::SLOTS, nodes: 1 }.blockade(&blockade)
    };
    assert_eq!(in_words(100), "no fewer than 8 slots rule all of them out; slot 12 is full and rules out 12, and so on");
    assert_eq!(in_words(0), "many slots rule all of them out; slot 12 is full and rules out 12, and so on");
}

#[test]
fn a_slot_that_is_short_only_after_a_move_says_so() {
    // The first job could leave slot 2 for slot 3, the last of the starts, and then slot 3 is in the way.
    let rows = [(2, 3, 1, 1, 1), (2, 2, 2, 1, 1), (2, 2, 2, 1, 1)];
    refuses(
        of(2, &rows, PlannerKind::FcfsEds),
        "it must start at 2; once 1.1 has moved from 2 to 3, slot 3 is full: 1.1 starts there and may not wait, being at its latest start",
    );
}

#[test]
fn begun_jobs_stay() {
    let second = Request { submitted: 3, ..request(2, (3, 3, 1), 1, 1) };
    let scenario = scenario_of(2, vec![request(1, (3, 9, 4), 1, 2), second]);
    refuses(planned(scenario, PlannerKind::FcfsEds), "it must start at 3; slot 3 is full: 1.1 and 1.2 have begun");
}

#[test]
fn no_job_starts_in_the_short_slot() {
    let rows = [(2, 20, 4, 2, 1), (4, 4, 1, 1, 1)];
    refuses(
        of(2, &rows, PlannerKind::FcfsEds),
        "it must start at 4; slot 4 is full: no accepted job starts there, and only jobs that start there are asked to wait",
    );
}

#[test]
fn physical_nodes_may_be_free_only_in_turn() {
    // Node 0 is taken in 2–3, node 1 in 0–1 (by the second job of user 1 there): slot by slot one node is free, but never the same.
    let rows = [(0, 0, 4, 1, 1), (0, 0, 2, 1, 1), (2, 2, 2, 1, 1), (4, 4, 2, 2, 1), (0, 0, 3, 1, 1)];
    let plan = of(2, &rows, PlannerKind::FirstFitPhysical);
    refuses(plan, "no node is free throughout 0–2, and the request must start at 0");
    let rows = [(0, 0, 2, 1, 1), (0, 0, 4, 1, 1), (3, 3, 2, 1, 1), (2, 2, 3, 1, 1)];
    let rows_scattered = [rows[0], rows[1], (4, 4, 2, 1, 1), (2, 2, 4, 1, 1)];
    let plan = of(2, &rows_scattered, PlannerKind::FirstFitPhysical);
    refuses(
        plan,
        "no node is free throughout 2–5, and the request must start at 2; there is room in every slot, but not on the same nodes \
         throughout, and only a logical plan lets a job change nodes",
    );
    let plan = of(3, &[(0, 9, 4, 1, 2), (0, 2, 3, 2, 1)], PlannerKind::FirstFitPhysical);
    refuses(plan, "at no start between 0 and 2 are the 2 nodes needed free all the time; at best 1 is, throughout 0–2");
}

#[test]
fn a_large_request_is_summed_up() {
    let plan = of(4, &[(0, 500, 3, 1, 400)], PlannerKind::FcfsEds);
    tells(&plan, 0, Tone::Good, "All 400 jobs accepted", "400 jobs start in 0–297. No one moved.");
    let plan = of(4, &[(0, 5, 3, 1, 400)], PlannerKind::FcfsEds);
    let (scenario, Outcome { arrivals, decisions, .. }) = &plan;
    let told = verdict(arrivals, decisions, scenario.machine, scenario.policy, 0, TimeUnit::Slots);
    assert_eq!(told.headline, "Eight of the 400 jobs accepted");
    assert!(told.sentences.len() <= 4 && told.sentences.concat().len() < 500, "{told:?}");
}

#[test]
fn moves_are_told_together_where_they_are_alike() {
    // Three nodes wanted where two jobs of one node and one of two stand: user 1's jobs go together, user 2's alone.
    let rows = [(4, 9, 1, 1, 2), (4, 9, 2, 2, 1), (4, 4, 1, 4, 1)];
    let plan = of(4, &rows, PlannerKind::FcfsEds);
    tells(
        &plan,
        2,
        Tone::Good,
        "Accepted",
        "Slot 4 was short of nodes for 3.1: 1.1 and 1.2 moved from 4 to 5 and 2.1 from 4 to 6, so 3.1 starts at 4. No one else moved.",
    );
    tells(
        &plan,
        0,
        Tone::Good,
        "Both jobs accepted",
        "1.1 and 1.2 were first placed at 4. No one moved. Later 1.1 and 1.2 moved from 4 to 5 to make room for 3.1.",
    );
}

#[test]
fn a_job_that_gives_way_again_and_again_is_told_in_one_sentence() {
    let rows: Vec<_> = std::iter::once((1, 9, 1, 1, 1)).chain((1..6).map(|slot| (slot, slot, 1, 1, 1))).collect();
    let plan = of(1, &rows, PlannerKind::FcfsEds);
    tells(
        &plan,
        0,
        Tone::Good,
        "Accepted",
        "1.1 was first placed at 1, its earliest start. No one moved. Later 1.1 moved on five occasions to make room, first for 2.1 and \
         last for 6.1.",
    );
}

#[test]
fn an_undecided_request_says_so() {
    let scenario = golden_1a();
    let arrivals = scenario.workload.arrivals().expect("legal");
    let told = verdict(&arrivals, &Default::default(), scenario.machine, scenario.policy, 3, TimeUnit::Slots);
    assert_eq!(told.headline, "Not decided yet");
}
