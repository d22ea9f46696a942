//! One request, one number: in every study, list, file and link. What tables and words say of idle periods agrees. A log's dates in words and on axes.

use crate::idle_planning::case;
use crate::support::random::cases;
use bookahead::engine::convert::idle_from_slots;
use bookahead::engine::core::calendar::ClockStart;
use bookahead::engine::core::steps::StepEvents;
use bookahead::engine::core::time_names::TimeNames;
use bookahead::engine::core::time_names::TimeUnit;
use bookahead::engine::idle::explain::idle_verdict;
use bookahead::engine::idle::geometry::Leftover;
use bookahead::engine::idle::{IdleScenario, IdleWorkload, Moment, MomentQuery, Strategy};
use bookahead::engine::slots::explain::{refusal_reason, trace_lines, verdict};
use bookahead::engine::slots::scenario::SlotsScenario;
use bookahead::engine::slots::step::StepReport;
use bookahead::engine::slots::trace::{Planned, RequestTrace};
use bookahead::engine::{Scenario, Study, run};
use bookahead::formats::json::{read, write};
use bookahead::formats::link::{Opened, Shared, View, decode, encode};
use bookahead::formats::plan_files::PlanFile;
use bookahead::formats::studies::idle::ServersReport;
use bookahead::formats::swf::{SwfOptions, read_log, to_study};
use bookahead::state::Example;
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A log whose job numbers have gaps: 150 needs one processor, 152 three, 9000 one. It begins on 23 September 1996, 14:00:31 summer time.
const LOG: &str = "; Computer: Test\n; MaxProcs: 4\n; UnixStartTime: 843480031\n; TimeZone: 3600\n; TimeZoneString: Europe/Stockholm\n\
    ; StartTime: Mon Sep 23 14:00:31 CEST 1996\n\
    150 0 0 600 1 -1 -1 1 600 -1 1 1 1 1 1 1 -1 -1\n\
    152 300 0 900 3 -1 -1 3 900 -1 1 1 1 1 1 1 -1 -1\n\
    9000 90000 0 300 1 -1 -1 1 300 -1 1 1 1 1 1 1 -1 -1\n";

fn golden() -> SlotsScenario {
    Example::find("eleven-requests").and_then(Example::slots).expect("a plan in slots")
}

fn of_log() -> SlotsScenario {
    let log = read_log(LOG.as_bytes().to_vec()).expect("a log");
    let (study, _) = to_study(&log, &SwfOptions::default()).expect("requests");
    study.slots().expect("a plan in slots").clone()
}

/// The names of the jobs of a plan in slots, nodes of jobs apart; a request that is one job of one node has its number alone.
fn names_in_slots(slots: &SlotsScenario) -> Vec<String> {
    let arrivals = slots.workload.arrivals().expect("in bounds");
    let jobs_of = |user: u32| (0..arrivals.jobs()).filter(|&job| arrivals.user[arrivals.request[job] as usize] == user).count();
    let names = (0..arrivals.jobs()).flat_map(|job| {
        let row = arrivals.request[job] as usize;
        let (user, number, nodes) = (arrivals.user[row], arrivals.number[job], arrivals.nodes[row]);
        (1..=nodes).map(move |node| match nodes {
            1 if jobs_of(user) == 1 => user.to_string(),
            1 => format!("{user}.{number}"),
            _ => format!("{user}.{number}.{node}"),
        })
    });
    names.collect::<Vec<_>>()
}

/// What everything that is told of a study of servers calls its requests, in arrival order.
#[track_caller]
fn expect_names(idle: &IdleScenario, expected: &[String]) {
    let outcome = idle.run().expect("in bounds");
    let report = serde_json::to_value(ServersReport::new(idle, &outcome, &[])).expect("JSON");
    let named = |decision: &serde_json::Value| {
        let parts = ["request", "job", "node"].iter().filter_map(|part| decision[part].as_u64());
        parts.map(|part| part.to_string()).collect::<Vec<_>>().join(".")
    };
    let decisions: Vec<String> = report["decisions"].as_array().expect("decisions").iter().map(named).collect();
    assert_eq!(decisions, expected, "decisions");
    let planned = bookahead::formats::studies::Planned::new(Study::Idle(idle.clone())).expect("in bounds");
    let text = |file: PlanFile| {
        let mut out = Vec::new();
        file.write(&mut out, &planned).expect("memory");
        String::from_utf8(out).expect("text")
    };
    let csv = text(PlanFile::Csv);
    let of_line = |line: &str| line.split(',').take(3).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
    assert_eq!(csv.lines().skip(2).map(of_line).collect::<Vec<_>>(), expected, "CSV");
    let evalys = text(PlanFile::Evalys);
    let jobs: Vec<&str> = evalys.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(jobs, expected, "evalys");
    let trace: serde_json::Value = serde_json::from_str(&text(PlanFile::Trace)).expect("JSON");
    let decided = trace["traceEvents"].as_array().expect("events").iter().filter(|event| event["ph"] == "i");
    let decided: Vec<_> = decided.filter_map(|event| event["args"]["job"].as_str()).collect();
    assert_eq!(decided, expected, "trace");
}

#[test]
fn jobs_keep_their_numbers_among_idle_periods() {
    for slots in [golden(), of_log()] {
        let idle = idle_from_slots(&slots).expect("in bounds");
        let names = names_in_slots(&slots);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "no two have one name");
        expect_names(&idle, &names);
        // By file and by link.
        let scenario = Scenario::new("", idle.clone());
        assert_eq!(read(&write(&scenario)).expect("a file").scenario, scenario);
        let link = encode(&Shared { scenario: scenario.clone(), view: View::first(&scenario) });
        assert_eq!(decode(&link).map(|opened: Opened| opened.scenario), Ok(scenario));
    }
    assert_eq!(names_in_slots(&golden())[12..], ["11.1", "11.2", "11.3"]);
    assert_eq!(names_in_slots(&of_log()), ["150", "152.1.1", "152.1.2", "152.1.3", "9000"]);
}

#[test]
fn a_request_that_is_removed_takes_no_number_from_those_after_it() {
    let request = |earliest_start| bookahead::engine::idle::IdleRequest { submitted: 0, earliest_start, size: 2, deadline: 60 };
    let servers = bookahead::engine::idle::Servers::identical(2, 100, 1);
    let mut idle = IdleScenario::new(servers, IdleWorkload::of_requests((0..4).map(request).collect()));
    expect_names(&idle, &["1", "2", "3", "4"].map(String::from));
    idle.workload = idle.workload.with_edit(1, None).with_edit(4, Some(request(9)));
    let left = ["1", "3", "4", "5"].map(String::from);
    expect_names(&idle, &left);
    let scenario = Scenario::new("", idle);
    let kept = read(&write(&scenario)).expect("a file").scenario;
    expect_names(kept.study.idle().expect("servers"), &left);
    let shared = Shared { view: View::first(&scenario), scenario };
    let sent = decode(&encode(&shared)).expect("a link").scenario;
    expect_names(sent.study.idle().expect("servers"), &left);
    // A request that is added after that goes on behind the greatest number.
    let more = sent.study.idle().expect("servers");
    let more = IdleScenario { workload: more.workload.with_edit(more.workload.next_id(), Some(request(3))), ..more.clone() };
    expect_names(&more, &["1", "3", "4", "5", "6"].map(String::from));
}

#[test]
fn names_that_do_not_fit_are_refused() {
    let file = |request: &str| {
        let text = format!(
            r#"{{"version": 2, "study": "idle", "servers": {{"count": 1, "look_ahead": 100, "workload": {{"requests": [{request}]}}}}}}"#
        );
        read(&text).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(file(r#"{"earliest_start": 3, "size": 2, "number": 150, "job": 2, "node": 7}"#), Ok(()));
    for (request, place) in [
        (r#"{"earliest_start": 3, "size": 2, "number": -1}"#, "number"),
        (r#"{"earliest_start": 3, "size": 2, "number": 4294967296}"#, "number"),
        (r#"{"earliest_start": 3, "size": 2, "number": "11"}"#, "number"),
    ] {
        let error = file(request).expect_err(request);
        assert!(error.contains(place), "{error}");
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn words_and_tables_say_the_same_of_what_is_left_idle(case in case(30), strategy in 0..Strategy::ALL.len(), at in any::<proptest::sample::Index>()) {
        let strategy = Strategy::ALL[strategy];
        let workload = IdleWorkload::of_requests(case.requests.clone());
        let idle = IdleScenario { strategy, ..IdleScenario::new(case.servers.clone(), workload) };
        let mut session = idle.session(strategy, Arc::new(case.arrivals()));
        session.finish();
        if case.requests.is_empty() {
            return Ok(());
        }
        let row = at.index(case.requests.len()) as u32;
        let moment = Moment::of(&idle, &session, MomentQuery { row, tree: None }).expect("decided");
        let words = idle_verdict(&idle.servers, &moment, session.decisions(), TimeNames::SLOTS).sentences.join(" ");
        for taken in moment.choices.iter().flatten() {
            let least = u64::from(idle.servers.least_size);
            for (left, length, period) in [
                (taken.left_before(), taken.start - taken.period.start, taken.leading),
                (taken.left_after(), if taken.period.is_open() { u32::MAX } else { taken.period.end - taken.end }, taken.trailing),
            ] {
                match left {
                    Leftover::Nothing => prop_assert_eq!((length, period), (0, None)),
                    Leftover::Dropped(ticks) => prop_assert!(ticks == length && ticks > 0 && period.is_none()),
                    Leftover::Kept(ticks) => prop_assert!(u64::from(ticks) >= least && period.is_some_and(|period| period.length() == ticks)),
                    Leftover::Open => prop_assert!(taken.period.is_open()),
                }
            }
        }
        let Some(taken) = moment.taken().filter(|_| session.decisions().accepted(row as usize)) else { return Ok(()) };
        // What the table says of the period that was taken is what the sentence says: the number, and whether it is dropped.
        let sentence = words.split_once("Before the job it leaves ").expect("told").1;
        let (before, after) = sentence.split_once("; after it ").expect("told");
        for (left, told) in [(taken.left_before(), before), (taken.left_after(), after)] {
            let brief = left.in_brief(TimeNames::SLOTS);
            match left {
                Leftover::Nothing => prop_assert!(brief == "0" && told.starts_with("nothing"), "{brief} / {told}"),
                Leftover::Open => prop_assert!(brief == "no end" && told.starts_with("the server stays free"), "{brief} / {told}"),
                Leftover::Dropped(_) | Leftover::Kept(_) => {
                    let (number, is_dropped) = (brief.split(',').next().unwrap_or_default(), brief.ends_with("dropped"));
                    prop_assert!(told.starts_with(&format!("{number} tick")), "{brief} / {told}");
                    let first = told.split(['.', ';']).next().unwrap_or_default();
                    prop_assert_eq!(is_dropped, first.contains("dropped"), "{} / {}", brief, told);
                }
            }
        }
    }
}

#[test]
fn a_log_brings_its_dates_and_they_survive_file_and_link() {
    let slots = of_log();
    let start = ClockStart { unix_seconds: 843_480_031, utc_offset: 7_200 };
    assert_eq!(slots.machine.start, Some(start), "by the clock on the wall, not by the time zone of winter");
    let scenario = Scenario::new("Log", slots.clone());
    assert!(write(&scenario).contains(r#""start": {"unix_seconds": 843480031, "utc_offset": 7200}"#), "{}", write(&scenario));
    assert_eq!(read(&write(&scenario)).expect("a file").scenario, scenario);
    let view = View::first(&scenario);
    assert_eq!(view.axis, bookahead::formats::link::AxisUnit::Clock, "what has dates shows them first");
    for axis in [view.axis, bookahead::formats::link::AxisUnit::Slots] {
        let shared = Shared { scenario: scenario.clone(), view: View { axis, ..view } };
        let link = encode(&shared);
        assert_eq!(decode(&link).map(Opened::into_shared), Ok(shared), "{link}");
    }
    // Headers that do not tell, or tell what cannot be.
    for (line, with) in [
        ("; UnixStartTime: 843480031\n", ""),
        ("; UnixStartTime: 843480031\n", "; UnixStartTime: 0\n"),
        ("; UnixStartTime: 843480031\n", "; UnixStartTime: 99999999999999\n"),
    ] {
        let log = read_log(LOG.replace(line, with).into_bytes()).expect("a log");
        let (study, _) = to_study(&log, &SwfOptions::default()).expect("requests");
        assert_eq!(study.slots().expect("slots").machine.start, None, "{with}");
    }
    let zone = |text: &str| {
        let log = read_log(text.as_bytes().to_vec()).expect("a log");
        to_study(&log, &SwfOptions::default())
            .expect("requests")
            .0
            .slots()
            .and_then(|slots| slots.machine.start)
            .map(|start| start.utc_offset)
    };
    assert_eq!(
        zone(&LOG.replace("StartTime: Mon Sep 23 14:00:31 CEST 1996", "Note: none")),
        Some(3_600),
        "the zone is all that is left"
    );
    assert_eq!(zone(&LOG.replace("14:00:31", "14:07:31")), Some(3_600), "no zone differs by seven minutes");
    let bad = write(&scenario).replace("7200", "70000");
    let error = read(&bad).expect_err("too far").to_string();
    assert!(error.contains("machine.start.utc_offset"), "{error}");
}

#[test]
fn words_say_times_as_the_axis_does() {
    let slots = of_log();
    let outcome = run(&slots).expect("in bounds");
    let of_row = |row, unit| {
        let told = verdict(&outcome.arrivals, &outcome.decisions, slots.machine, slots.policy, row, unit);
        format!("{}. {}", told.headline, told.sentences.join(" "))
    };
    assert_eq!(of_row(0, TimeUnit::Slots), "Accepted. 150.1 starts at 0, its earliest start. No one moved.");
    assert_eq!(of_row(0, TimeUnit::Clock), "Accepted. 150.1 starts at Mon 23 Sep 1996 14:00, its earliest start. No one moved.");
    assert!(of_row(2, TimeUnit::Clock).contains("9000.1 starts at Tue 24 Sep 1996 15:00"), "{}", of_row(2, TimeUnit::Clock));
    // Every sentence of the golden example: in clock time it has no slot left, in slots no clock.
    let golden = golden();
    let outcome = run(&golden).expect("in bounds");
    let dated = bookahead::engine::slots::scenario::Machine { start: slots.machine.start, ..golden.machine };
    let mut sentences = [Vec::new(), Vec::new()];
    for (told, unit) in sentences.iter_mut().zip([TimeUnit::Slots, TimeUnit::Clock]) {
        for row in 0..outcome.arrivals.requests() {
            told.extend(verdict(&outcome.arrivals, &outcome.decisions, dated, golden.policy, row, unit).sentences);
            let planned = Planned {
                arrivals: &outcome.arrivals,
                decisions: &outcome.decisions,
                machine: dated,
                policy: golden.policy,
                revenue: None,
            };
            let trace = Some(RequestTrace::of(planned, row));
            let step = row as u32 + 1;
            let step = StepReport { step, trace, events: StepEvents::default(), other_node: Vec::new(), other_node_more: 0 };
            told.extend(trace_lines(&outcome.arrivals, dated, golden.policy, &step, unit).into_iter().map(|line| line.text));
        }
        for refusal in &outcome.decisions.refusals {
            told.push(refusal_reason(&outcome.arrivals, dated, golden.policy, refusal, unit));
        }
    }
    let [in_slots, in_clock] = sentences;
    assert_eq!(in_slots.len(), in_clock.len());
    let mut dated_sentences = 0;
    for (slots, clock) in in_slots.iter().zip(&in_clock) {
        assert!(!slots.contains("1996"), "{slots}");
        let has_time =
            slots.contains(" at 1") || slots.contains("lot 1") || slots.contains("start in 1") || slots.contains(" from 1");
        assert!(!has_time || clock.contains("1996"), "{slots} / {clock}");
        assert!(!clock.contains("slot 1") && !clock.contains("slots 1"), "{clock}");
        dated_sentences += usize::from(clock.contains("23 Sep 1996"));
    }
    assert!(dated_sentences > 20, "{in_clock:#?}");
}
