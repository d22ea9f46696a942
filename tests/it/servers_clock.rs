//! Named servers with the dates of a log: where they come from, what sentences say, files and links.

use crate::support::{idle_of, read_one};
use bookahead::engine::Scenario;
use bookahead::engine::convert::idle_from_slots;
use bookahead::engine::core::calendar::ClockStart;
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::core::time_names::{TimeNames, TimeUnit};
use bookahead::engine::idle::explain::{idle_reason, idle_verdict};
use bookahead::engine::idle::{IdleRequest, IdleScenario, IdleWorkload, Moment, MomentQuery, Servers, TickClock};
use bookahead::engine::study::StudyKind;
use bookahead::formats::json::write;
use bookahead::formats::link::{AxisUnit, Geometry, Opened, Panel, Shared, View, decode, encode};
use bookahead::state::Example;
use proptest::prelude::*;

/// Tick 0 is at 08:00 on the wall.
const START: ClockStart = ClockStart { unix_seconds: 843_458_400, utc_offset: 7_200 };

/// Server 0 is busy from 0 to 10 and from 15 to 25; two requests want it in between.
fn two_hours() -> IdleScenario {
    let request = |earliest_start, size, deadline| IdleRequest { submitted: 0, earliest_start, size, deadline };
    let requests = vec![request(0, 10, 10), request(15, 10, 25), request(8, 6, 17), request(8, 3, 17)];
    let clock = Some(TickClock { tick_seconds: 300, start: Some(START) });
    IdleScenario { clock, ..IdleScenario::new(Servers::identical(1, 100, 3), IdleWorkload::of_requests(requests)) }
}

fn view() -> View {
    let geometry = Geometry { selected: Some(2), step: Some(3), ..Geometry::default() };
    View { panel: Panel::Study(StudyKind::Idle), axis: AxisUnit::Clock, geometry, ..View::default() }
}

#[test]
fn a_tick_is_a_slot_of_the_plan_it_was_made_of() {
    let mut slots = Example::find("eleven-requests").and_then(Example::slots).expect("a plan in slots");
    slots.machine.slot_seconds = 600;
    slots.machine.start = Some(START);
    let idle = idle_from_slots(&slots).expect("in bounds");
    assert_eq!(idle.clock, Some(TickClock { tick_seconds: 600, start: Some(START) }));
    for unit in [TimeUnit::Slots, TimeUnit::Clock] {
        assert_eq!(idle.time_names(unit), slots.machine.time_names(unit));
    }
    assert_eq!(View::first(&Scenario::new("", idle.clone())).axis, AxisUnit::Clock, "dates are shown at first");
    // The plan does not depend on it.
    let without = IdleScenario { clock: None, ..idle.clone() };
    assert_eq!(idle.run(), without.run());
    assert_eq!(without.time_names(TimeUnit::Clock), TimeNames::SLOTS);
    assert_eq!(View::first(&Scenario::new("", without)).axis, AxisUnit::Slots);
}

#[test]
fn sentences_tell_the_time_of_day() {
    let idle = two_hours();
    let mut session = idle.session(idle.strategy, idle.run().expect("in bounds").arrivals);
    session.finish();
    let told = |row, unit| {
        let moment = Moment::of(&idle, &session, MomentQuery { row, tree: None }).expect("decided");
        idle_verdict(&idle.servers, &moment, session.decisions(), idle.time_names(unit)).sentences.join(" ")
    };
    assert_eq!(
        told(3, TimeUnit::Clock),
        "It starts at Mon 23 Sep 1996 08:50, 10 min after its earliest start, and ends at 09:05. Of all idle periods only this one is \
         feasible. Before the job it leaves nothing; after it 10 min, dropped as the smallest job takes 15 min. \
         Later in the same period by Min-TIP and Max-TIP; refused by LACT."
    );
    let in_ticks = told(3, TimeUnit::Slots);
    assert!(in_ticks.starts_with("It starts at 10, 2 ticks after its earliest start, and ends at 13."), "{in_ticks}");
    let refusal = session.decisions().refusal(2).expect("refused");
    let reason = |unit| idle_reason(&session.arrivals().row(2), refusal, idle.time_names(unit));
    assert_eq!(
        reason(TimeUnit::Clock),
        "no server is idle for long enough between Mon 23 Sep 1996 08:40 and 09:25; server 0 comes nearest, idle from Mon 23 Sep 1996 \
         08:50 to 09:15: 25 min of 30 min, 5 min short"
    );
    assert_eq!(
        reason(TimeUnit::Slots),
        "no server is idle for long enough between 8 and 17; server 0 comes nearest, idle from 10 to 15: 5 ticks of 6, 1 tick short"
    );
}

#[test]
fn files_and_links_keep_the_clock() {
    let idle = two_hours();
    let scenario = Scenario::new("Two hours", idle.clone());
    let text = write(&scenario);
    assert!(
        text.contains(r#""tick_seconds": 300"#) && text.contains(r#""start": {"unix_seconds": 843458400, "utc_offset": 7200}"#),
        "{text}"
    );
    assert_eq!(read_one(&text).as_ref(), Ok(&scenario));
    let shared = Shared { scenario, view: view() };
    assert_eq!(decode(&encode(&shared)).map(Opened::into_shared), Ok(shared.clone()));
    // Without the clock all is as it was before there was one.
    let plain = Shared {
        scenario: Scenario::new("Two hours", IdleScenario { clock: None, ..idle }),
        view: View { axis: AxisUnit::Slots, ..view() },
    };
    let text = write(&plain.scenario);
    assert!(!text.contains("tick_seconds") && !text.contains("\"start\""), "{text}");
    assert_eq!(decode(&encode(&plain)).map(Opened::into_shared), Ok(plain));
}

#[test]
fn a_bad_clock_is_refused_with_its_place() {
    let refused = |fields: &str, message: &str| {
        let text = format!(
            r#"{{"version": 2, "study": "idle", "servers": {{"count": 1, "look_ahead": 9, {fields}, "workload": {{"requests": []}}}}}}"#
        );
        let error = read_one(&text).expect_err(fields).to_string();
        assert!(error.contains(message), "{fields}: {error}");
    };
    refused(r#""tick_seconds": 0"#, "servers.tick_seconds: 0 is not allowed; must be a whole number from 1 to 86400");
    refused(r#""tick_seconds": 86401"#, "servers.tick_seconds: 86401 is not allowed");
    refused(r#""start": {"unix_seconds": 0}"#, "servers.tick_seconds is missing; must be a whole number from 1 to 86400");
    refused(r#""tick_seconds": 60, "start": {"unix_seconds": -1}"#, "servers.start.unix_seconds: -1 is not allowed");
    refused(
        r#""tick_seconds": 60, "start": {"unix_seconds": 0, "utc_offset": 99999}"#,
        "servers.start.utc_offset: 99999 is not allowed",
    );
    refused(r#""tick_seconds": 60, "start": 5"#, "servers.start: 5 is not allowed");
    let far = IdleScenario { clock: Some(TickClock { tick_seconds: 0, start: None }), ..two_hours() };
    let error = far.check(&FieldPath::new("servers")).expect_err("no length").to_string();
    assert!(error.starts_with("servers.tick_seconds: 0 is not allowed"), "{error}");
}

proptest! {
    /// Whatever the clock, file and link give back the same recipe and the same axis.
    #[test]
    fn any_clock_comes_back(
        tick_seconds in 1..=86_400_u32,
        start in prop::option::of((0..=32_503_680_000_i64, -64_800..=64_800_i32)),
        is_clock in any::<bool>(),
    ) {
        let start = start.map(|(unix_seconds, utc_offset)| ClockStart { unix_seconds, utc_offset });
        let idle = IdleScenario { clock: Some(TickClock { tick_seconds, start }), ..two_hours() };
        prop_assert_eq!(idle.check(&FieldPath::new("servers")), Ok(()));
        let view = View { axis: if is_clock { AxisUnit::Clock } else { AxisUnit::Slots }, ..view() };
        let shared = Shared { scenario: Scenario::new("", idle.clone()), view };
        prop_assert_eq!(decode(&encode(&shared)).map(Opened::into_shared), Ok(shared));
        let file = read_one(&write(&Scenario::new("", idle.clone()))).expect("just written");
        prop_assert_eq!(idle_of(&file), &idle);
    }
}
