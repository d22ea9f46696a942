//! Scenario JSON: what is read, what is written, what is refused and in which words.

use crate::samples::{GOLDEN_1A, scenario};
use crate::support::{read_one as read, slots_of};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{PlannerKind, ShiftRule};
use bookahead::engine::slots::workload::{Range, Source};
use bookahead::formats::json::{read_bytes, write};
use bookahead::formats::studies::slots::default_generator;
use proptest::prelude::*;

/// A file with these requests on five nodes.
fn with_requests(requests: &str) -> String {
    format!(r#"{{"version":1,"machine":{{"nodes":5}},"workload":{{"requests":[{requests}]}}}}"#)
}

fn with_generator(fields: &str) -> String {
    format!(r#"{{"version":1,"machine":{{"nodes":5}},"workload":{{"generator":{{{fields}}}}}}}"#)
}

#[track_caller]
fn refused(text: &str, message: &str) {
    match read(text) {
        Ok(_) => panic!("{text} was taken"),
        Err(error) => assert_eq!(error.to_string(), message, "for {text}"),
    }
}

#[test]
fn the_documented_example_reads_with_its_defaults() {
    let text = r#"{"version":1,"machine":{"nodes":5},"workload":{"requests":[{"user":1,"submitted":0,
        "earliest_start":11,"latest_start":11,"duration":1,"nodes":1,"jobs":2}]},"policy":{"planner":"fcfs-eds","shift":"hold"}}"#;
    let scenario = read(text).expect("the documented example");
    assert_eq!((slots_of(&scenario).machine.nodes, slots_of(&scenario).machine.slot_seconds), (5, 300));
    assert_eq!((slots_of(&scenario).policy.planner, slots_of(&scenario).policy.shift), (PlannerKind::FcfsEds, ShiftRule::Hold));
    let Source::Requests(requests) = &slots_of(&scenario).workload.source else { panic!("a list") };
    let expected = Request { user: 1, submitted: 0, earliest_start: 11, latest_start: 11, duration: 1, nodes: 1, jobs: 2 };
    assert_eq!(requests[..], [expected]);
    let short = read(&with_requests(r#"{"earliest_start":11,"duration":1,"jobs":2}"#)).expect("defaults may be left out");
    assert_eq!(short, scenario);
}

#[test]
fn users_count_from_one_where_none_is_named() {
    let scenario = read(GOLDEN_1A).expect("the worked example");
    let Source::Requests(requests) = &slots_of(&scenario).workload.source else { panic!("a list") };
    assert!(requests.iter().map(|request| request.user).eq(1..=11));
    assert_eq!(requests[10].latest_start, 14);
    assert_eq!(requests[9].latest_start, requests[9].earliest_start);
}

#[test]
fn an_empty_generator_is_umars_parametric_workload() {
    let scenario = read(&with_generator("")).expect("every field has a default");
    assert_eq!(slots_of(&scenario).workload.source, Source::Generator(default_generator()));
    assert_eq!(default_generator().duration, Range::new(5, 48));
}

#[test]
fn a_seed_keeps_all_its_bits() {
    let scenario = read(&with_generator(r#""seed":18446744073709551615"#)).expect("the greatest seed");
    let Source::Generator(generator) = &slots_of(&scenario).workload.source else { panic!("a generator") };
    assert_eq!(generator.seed, u64::MAX);
    assert_eq!(read(&write(&scenario)).expect("what was written"), scenario);
}

#[test]
fn whole_numbers_may_be_written_as_floats_and_a_byte_order_mark_is_passed_over() {
    let text = with_requests(r#"{"earliest_start":1.1e1,"duration":3.0}"#);
    let plain = with_requests(r#"{"earliest_start":11,"duration":3}"#);
    assert_eq!(read(&format!("\u{feff}{text}")).expect("whole"), read(&plain).expect("whole"));
}

#[test]
fn a_request_has_a_line_of_its_own() {
    let text = write(&read(GOLDEN_1A).expect("the worked example"));
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("earliest_start")).collect();
    assert_eq!(lines.len(), 11);
    assert_eq!(
        lines[0].trim(),
        r#"{"user": 1, "submitted": 0, "earliest_start": 11, "latest_start": 11, "duration": 1, "nodes": 1, "jobs": 2},"#
    );
}

#[test]
fn edits_are_written_into_a_list_and_kept_beside_a_generator() {
    let edits = r#""edits":[{"id":0,"remove":true},{"id":2,"request":{"earliest_start":9,"duration":2}}]"#;
    let requests = r#"[{"earliest_start":1,"duration":1},{"earliest_start":2,"duration":1}]"#;
    let text = format!(r#"{{"version":1,"machine":{{"nodes":5}},"workload":{{"requests":{requests},{edits}}}}}"#);
    let written = write(&read(&text).expect("edits of a list"));
    assert!(!written.contains("edits") && written.contains("\"user\": 3, \"submitted\": 0, \"earliest_start\": 9"), "{written}");
    let text = format!(r#"{{"version":1,"machine":{{"nodes":5}},"workload":{{"generator":{{}},{edits}}}}}"#);
    let scenario = read(&text).expect("edits of a generator");
    assert_eq!(slots_of(&scenario).workload.edits.0.len(), 2);
    assert_eq!(read(&write(&scenario)).expect("what was written"), scenario);
}

#[test]
fn numbers_out_of_range_name_place_and_range() {
    let good = r#"{"earliest_start":1,"duration":1}"#;
    let nodes =
        |found: &str| with_requests(&format!(r#"{good},{good},{good},{{"earliest_start":1,"duration":1,"nodes":{found}}}"#));
    for found in ["0", "7"] {
        let message = format!("workload.requests[3].nodes: {found} is not allowed; must be a whole number from 1 to 5");
        refused(&nodes(found), &message);
    }
    for (found, shown) in [
        ("-1", "-1"),
        ("3.5", "3.5"),
        ("1e99", "1e+99"),
        ("4294967296", "4294967296"),
        (r#""7""#, r#""7""#),
        ("null", "null"),
        ("true", "true"),
        ("[7]", "a list"),
        ("{}", "an object"),
    ] {
        let message = format!("workload.requests[3].nodes: {shown} is not allowed; must be a whole number from 1 to 65535");
        refused(&nodes(found), &message);
    }
    refused(
        &with_requests(r#"{"earliest_start":12,"latest_start":11,"duration":1}"#),
        "workload.requests[0].latest_start: 11 is not allowed; must be a whole number from 12 to 4000000",
    );
    refused(
        &with_requests(r#"{"submitted":20,"earliest_start":12,"duration":1}"#),
        "workload.requests[0].earliest_start: 12 is not allowed; must be a whole number from 20 to 4000000",
    );
    refused(&with_requests(r#"{"earliest_start":12}"#), "workload.requests[0] has no \"duration\", which is needed");
    refused(
        r#"{"version":1,"machine":{"nodes":0},"workload":{"requests":[]}}"#,
        "machine.nodes: 0 is not allowed; must be a whole number from 1 to 65535",
    );
    refused(
        r#"{"version":1,"machine":{"nodes":18446744073709551616},"workload":{"requests":[]}}"#,
        "machine.nodes: 1.8446744073709552e+19 is not allowed; must be a whole number from 1 to 65535",
    );
}

#[test]
fn the_first_bad_request_is_the_one_that_is_named() {
    // Request 1 asks for too many nodes of this machine, request 2 is bad on any. (A wrong type is found first, while the text is read.)
    let requests =
        r#"{"earliest_start":1,"duration":1},{"earliest_start":1,"duration":1,"nodes":6},{"earliest_start":1,"duration":0}"#;
    refused(&with_requests(requests), "workload.requests[1].nodes: 6 is not allowed; must be a whole number from 1 to 5");
}

#[test]
fn generator_ranges_name_the_end_that_is_wrong() {
    for (fields, message) in [
        (r#""duration":[0,5]"#, "duration[0]: 0 is not allowed; must be a whole number from 1 to 1000000"),
        (r#""duration":[5,4]"#, "duration[1]: 4 is not allowed; must be a whole number from 5 to 1000000"),
        (r#""duration":[5]"#, "duration: a list of 1 is not allowed; must be a list of two whole numbers"),
        (r#""relax":7"#, "relax: 7 is not allowed; must be a list of two whole numbers"),
        (r#""relax":[1,"x"]"#, "relax[1]: \"x\" is not allowed; must be a whole number from 0 to 1000000"),
        (r#""relax":[1,2,3]"#, "relax: a list of 3 is not allowed; must be a list of two whole numbers"),
        (r#""nodes":[1,6]"#, "nodes[1]: 6 is not allowed; must be a whole number from 1 to 5"),
        (r#""flexible_percent":101"#, "flexible_percent: 101 is not allowed; must be a whole number from 0 to 100"),
        (r#""requests":2000001"#, "requests: 2000001 is not allowed; must be a whole number from 0 to 2000000"),
        (r#""arrivals_per_slot":0"#, "arrivals_per_slot: 0 is not allowed; must be a number above 0, at most 1000"),
        (r#""arrivals_per_slot":"2""#, "arrivals_per_slot: \"2\" is not allowed; must be a number"),
        (r#""seed":-1"#, "seed: -1 is not allowed; must be a whole number from 0 to 18446744073709551615"),
        (
            r#""seed":18446744073709551616"#,
            "seed: 1.8446744073709552e+19 is not allowed; must be a whole number from 0 to 18446744073709551615",
        ),
    ] {
        refused(&with_generator(fields), &format!("workload.generator.{message}"));
    }
}

#[test]
fn other_versions_are_refused_by_name() {
    refused(r#"{"version":3,"new_thing":[]}"#, "version: 3 is not allowed; this program reads versions 1 and 2");
    refused(r#"{"version":2,"new_thing":[]}"#, "the file has no \"study\", which is needed");
    let other = r#"{"version":2,"study":"grid","new_thing":[]}"#;
    refused(
        other,
        "study: \"grid\" is not allowed; must be \"idle\" or \"cluster\" or \"workflow\"; a plan in slots is a file of version 1",
    );
    refused(r#"{"machine":{"nodes":5}}"#, "the file has no \"version\"; add \"version\": 1");
    refused(r#"{"version":"1"}"#, "version: \"1\" is not allowed; this program reads versions 1 and 2");
}

#[test]
fn unknown_fields_are_refused_by_name() {
    for (text, name) in [
        (r#"{"version":1,"colour":1,"machine":{"nodes":5},"workload":{"requests":[]}}"#.to_string(), "colour"),
        (r#"{"version":1,"machine":{"nodes":5,"gpus":1},"workload":{"requests":[]}}"#.to_string(), "gpus"),
        (with_requests(r#"{"earliest_start":1,"duration":1,"deadline":9}"#), "deadline"),
        (with_generator(r#""rate":2"#), "rate"),
        (r#"{"version":1,"machine":{"nodes":5},"workload":{"requests":[]},"policy":{"rule":"hold"}}"#.to_string(), "rule"),
        (r#"{"version":1,"machine":{"nodes":5},"workload":{"generator":{},"edits":[{"id":1,"undo":true}]}}"#.to_string(), "undo"),
    ] {
        let message = read(&text).expect_err("an unknown field").to_string();
        assert!(message.starts_with("line 1, column ") && message.contains(&format!("unknown field `{name}`")), "{message}");
    }
}

#[test]
fn shapes_other_than_a_scenario_are_refused() {
    let start = r#""version":1,"machine":{"nodes":5}"#;
    refused(&format!("{{{start}}}"), "the file has no \"workload\", which is needed");
    refused(r#"{"version":1,"workload":{"requests":[]}}"#, "the file has no \"machine\", which is needed");
    refused(
        &format!(r#"{{{start},"workload":{{"requests":[],"generator":{{}}}}}}"#),
        "workload: both requests and a generator is not allowed; must be one of the two",
    );
    refused(
        &format!(r#"{{{start},"workload":{{}}}}"#),
        "workload: neither requests nor a generator is not allowed; must be one of the two",
    );
    refused(
        &format!(r#"{{{start},"workload":{{"requests":[]}},"policy":{{"planner":"fifo"}}}}"#),
        "policy.planner: \"fifo\" is not allowed; must be one of rigid, first-fit, first-fit-physical, fcfs-eds, fcfs-lrh, osp, osp-eds, overlapping, first-fifo, first-min-slack, first-min-min, first-min-max, first-sufferage, netto-shuffle-25, netto-shuffle-50, netto-shuffle-75, netto-shuffle, netto-fifo-25, netto-fifo-50, netto-fifo-75, netto-fifo, netto-bjf-25, netto-bjf-50, netto-bjf-75, netto-bjf, netto-lff-25, netto-lff-50, netto-lff-75, netto-lff, netto-edf-25, netto-edf-50, netto-edf-75, netto-edf, gelsar, genetic",
    );
    refused(
        &format!(r#"{{{start},"workload":{{"requests":[]}},"policy":{{"shift":3}}}}"#),
        "policy.shift: 3 is not allowed; must be one of hold, release",
    );
    for (search, message) in [
        ("7", "policy.search: 7 is not allowed; must be an object in braces"),
        (r#"{"population":1}"#, "policy.search.population: 1 is not allowed; must be a whole number from 2 to 100"),
        (r#"{"generations":2.5}"#, "policy.search.generations: 2.5 is not allowed; must be a whole number from 0 to 100"),
        (r#"{"seed":-1}"#, "policy.search.seed: -1 is not allowed; must be a whole number from 0 to 18446744073709551615"),
    ] {
        refused(&format!(r#"{{{start},"workload":{{"requests":[]}},"policy":{{"search":{search}}}}}"#), message);
    }
    for (overlap, message) in [
        (r#"{"confidence":101}"#, "policy.overlap.confidence: 101 is not allowed; must be a whole number from 0 to 100"),
        (r#"{"free_share":-1}"#, "policy.overlap.free_share: -1 is not allowed; must be a whole number from 0 to 100"),
        (r#"{"trust":101}"#, "policy.overlap.trust: 101 is not allowed; must be a whole number from 0 to 100"),
        (r#"{"exact_users":-1}"#, "policy.overlap.exact_users: -1 is not allowed; must be a whole number from 0 to 100"),
        (
            r#"{"overestimate":"much"}"#,
            "policy.overlap.overestimate: \"much\" is not allowed; must be a whole number from 0 to 1000",
        ),
    ] {
        refused(&format!(r#"{{{start},"workload":{{"requests":[]}},"policy":{{"overlap":{overlap}}}}}"#), message);
    }
    refused(&format!(r#"{{{start},"title":5,"workload":{{"requests":[]}}}}"#), "title: 5 is not allowed; must be a text in quotes");
    for text in [
        "[]",
        "[1]",
        "7",
        "\"x\"",
        r#"{"version":1,"machine":[5,300],"workload":{"requests":[]}}"#,
        r#"{"version":1,"machine":null}"#,
    ] {
        let message = read(text).expect_err("not an object").to_string();
        assert!(message.ends_with(" is not allowed; must be an object in braces"), "{text}: {message}");
    }
}

#[test]
fn edits_must_make_sense() {
    let with = |edits: &str| {
        format!(r#"{{"version":1,"machine":{{"nodes":5}},"workload":{{"generator":{{"requests":3}},"edits":[{edits}]}}}}"#)
    };
    let request = r#"{"earliest_start":1,"duration":1}"#;
    for (edits, message) in [
        (
            r#"{"id":3,"remove":true}"#.to_string(),
            "edits[0].id: 3 is not allowed; must be the number of a request of the source, below 3, where it is to be removed",
        ),
        (r#"{"id":1}"#.to_string(), "edits[0]: an edit without request or remove is not allowed; must be one of the two"),
        (
            format!(r#"{{"id":1,"remove":true,"request":{request}}}"#),
            "edits[0]: both request and remove is not allowed; must be one of the two",
        ),
        (r#"{"id":1,"remove":false}"#.to_string(), "edits[0].remove: false is not allowed; must be true"),
        (
            format!(r#"{{"id":1,"remove":true}},{{"id":1,"request":{request}}}"#),
            "edits[1].id: a second edit of request 1 is not allowed; must be one edit per request",
        ),
        (r#"{"id":-1,"remove":true}"#.to_string(), "edits[0].id: -1 is not allowed; must be a whole number from 0 to 4000000"),
        (
            r#"{"id":1,"request":{"earliest_start":1,"duration":0}}"#.to_string(),
            "edits[0].request.duration: 0 is not allowed; must be a whole number from 1 to 1000000",
        ),
    ] {
        refused(&with(&edits), &format!("workload.{message}"));
    }
}

#[test]
fn broken_json_names_line_and_column() {
    refused("", "line 1, column 0: the text ends too early");
    refused("{\n  \"version\": 1,\n  \"machine\": {\"nodes\": NaN}}", "line 3, column 24: expected value");
    let cut = &GOLDEN_1A[..GOLDEN_1A.len() - 40];
    let message = read(cut).expect_err("cut off").to_string();
    assert!(message.starts_with("line 6, column ") && message.contains("the text ends too early"), "{message}");
    assert_eq!(
        read_bytes(b"{\"version\": \xff").expect_err("not text").to_string(),
        "byte 12 is not UTF-8 text; a scenario is a JSON text"
    );
    // However deep the brackets, nothing descends into what is not wanted.
    let (open, close) = ("[".repeat(1_000_000), "]".repeat(1_000_000));
    refused(
        &format!(r#"{{"version":1,"machine":{{"nodes":5}},"workload":{{"requests":[]}},"title":{open}{close}}}"#),
        "title: a list is not allowed; must be a text in quotes",
    );
}

#[test]
fn too_many_requests_are_counted_not_kept() {
    let mut text = String::from(r#"{"version":1,"machine":{"nodes":5},"workload":{"requests":[{"earliest_start":0,"duration":1}"#);
    text.push_str(&r#",{"earliest_start":0,"duration":1}"#.repeat(2_000_000));
    text.push_str("]}}");
    refused(&text, "workload.requests: a list of 2000001 is not allowed; must be a whole number from 0 to 2000000");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(scenario in scenario()) {
        let text = write(&scenario);
        let back = read(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(&back, &scenario.folded());
        prop_assert_eq!(write(&back), text);
    }
}
