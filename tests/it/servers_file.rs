//! The servers of scenario files: the form, what may be left out, and every way in which one can be bad.

use crate::support::{idle_of, read_one as read};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bookahead::engine::Scenario;
use bookahead::engine::idle::reference::StripName;
use bookahead::engine::idle::{IdleScenario, IdleSource, Rate, ServerGroup, Strategy, TreeName};
use bookahead::formats::json::write;
use bookahead::formats::link::{LinkError, Shared, TimeWindow, View, decode, encode};
use bookahead::state::{EXAMPLES, Example};
use std::io::{Read, Write};

fn with_servers(servers: &str) -> String {
    format!(r#"{{"version": 1, "machine": {{"nodes": 5}}, "workload": {{"requests": []}}, "servers": {servers}}}"#)
}

fn servers(text: &str) -> IdleScenario {
    let scenario: Scenario = read(&with_servers(text)).unwrap_or_else(|error| panic!("{text}: {error}"));
    idle_of(&scenario).clone()
}

#[track_caller]
fn refused(servers: &str, message: &str) {
    let error = read(&with_servers(servers)).expect_err(servers).to_string();
    assert!(error.contains(message), "{servers}\n{error}\nshould contain\n{message}");
}

#[test]
fn what_may_be_left_out_has_its_default() {
    let short = servers(r#"{"count": 3, "look_ahead": 50, "workload": {"requests": [{"earliest_start": 4, "size": 2}]}}"#);
    assert_eq!(short.servers.groups, [ServerGroup { servers: 3, rate: Rate::ONE }]);
    assert_eq!((short.servers.least_size, short.strategy, short.strip_factor), (1, Strategy::MinLip, 1));
    let IdleSource::Requests(list) = &short.workload.source else { panic!("a list") };
    assert_eq!((list[0].submitted, list[0].deadline), (0, 6));
    let level = servers(
        r#"{"count": 120, "level": 2, "look_ahead": 2000000, "strategy": "ff-ha+", "least_size": 60,
        "workload": {"fortnight": {"seed": 7, "requests": 10, "slack_minutes": 60}}}"#,
    );
    assert_eq!(level.servers.groups.iter().map(|group| group.rate.numerator).collect::<Vec<_>>(), [3, 5, 7]);
    // Builds that wrote such files knew FF-HA+ by this rule.
    assert_eq!(level.strategy, Strategy::FfHaPlusLast);
}

#[test]
fn examples_come_back_from_their_files() {
    for example in EXAMPLES {
        let scenario = example.open().scenario;
        let text = write(&scenario);
        assert_eq!(read(&text), Ok(scenario), "{}", example.key);
        assert_eq!(write(&read(&text).expect("just read")), text);
    }
}

#[test]
fn the_form_is_the_documented_one() {
    let text = r#"{
  "version": 2,
  "study": "idle",
  "servers": {
    "groups": [{"servers": 2, "rate": [1, 1]}, {"servers": 1, "rate": [1, 2]}],
    "look_ahead": 60,
    "least_size": 3,
    "strategy": "ff-ha",
    "strip_factor": 1,
    "replanning": false,
    "opportunistic": true,
    "workload": {
      "requests": [
        {"submitted": 0, "earliest_start": 10, "size": 5, "deadline": 25},
        {"submitted": 2, "earliest_start": 12, "size": 3, "deadline": 15}
      ]
    },
    "events": [
      {"submitted": 3, "earliest_start": 4, "size": 10},
      {"submitted": 11, "id": 0, "by": 3}
    ]
  }
}
"#;
    assert_eq!(write(&read(text).expect("documented")), text);
}

#[test]
fn bad_servers_say_what_is_wrong() {
    let workload = r#""workload": {"requests": []}"#;
    let machine = r#""count": 2, "look_ahead": 100, "least_size": 2"#;
    refused("[]", "an object in braces");
    refused("null", "an object in braces");
    refused("{}", "servers has no \"look_ahead\", which is needed");
    refused(
        &format!(r#"{{"look_ahead": 100, {workload}}}"#),
        "servers: a machine without groups or count is not allowed; must be one with one of the two",
    );
    refused(&format!(r#"{{"count": 0, "look_ahead": 100, {workload}}}"#), "servers.count: 0 is not allowed");
    refused(&format!(r#"{{"groups": [], "look_ahead": 100, {workload}}}"#), "servers.groups: a machine without servers");
    refused(
        &format!(r#"{{"groups": [{{"rate": [3, 2]}}], "look_ahead": 100, {workload}}}"#),
        "servers.groups[0].rate: a rate of 3/2 is not allowed",
    );
    refused(
        &format!(r#"{{"groups": [{{"rate": [0, 2]}}], "look_ahead": 100, {workload}}}"#),
        "servers.groups[0].rate[0]: 0 is not allowed",
    );
    refused(
        &format!(r#"{{"groups": [{{"rate": 0.5}}], "look_ahead": 100, {workload}}}"#),
        "servers.groups[0].rate: 0.5 is not allowed; must be a list of two whole numbers",
    );
    refused(
        &format!(r#"{{"groups": [{{}}], {machine}, {workload}}}"#),
        "servers.groups: groups beside count or level is not allowed",
    );
    refused(
        &format!(r#"{{"count": 4, "level": 1, "look_ahead": 100, {workload}}}"#),
        "servers.count: 4 is not allowed; must be a multiple of 3",
    );
    refused(
        &format!(r#"{{"count": 3, "level": 5, "look_ahead": 100, {workload}}}"#),
        "servers.level: 5 is not allowed; must be a whole number from 0 to 4",
    );
    refused(&format!(r#"{{{machine}, "least_size": 3, {workload}}}"#), "duplicate field");
    refused(&format!(r#"{{{machine}, "speed": 3, {workload}}}"#), "unknown field `speed`");
    refused(
        &format!(r#"{{{machine}, "strategy": "mini-lip", {workload}}}"#),
        r#"servers.strategy: "mini-lip" is not allowed; must be one of min-lip, min-tip"#,
    );
    refused(&format!(r#"{{{machine}, "strip_factor": 0, {workload}}}"#), "servers.strip_factor: 0 is not allowed");
    refused(
        &format!(r#"{{{machine}, "replanning": 1, {workload}}}"#),
        "servers.replanning: 1 is not allowed; must be true or false",
    );
    refused(&format!("{{{machine}}}"), "servers has no \"workload\", which is needed");
    refused(&format!(r#"{{{machine}, "workload": {{}}}}"#), "servers.workload: a workload without a source is not allowed");
    refused(&format!(r#"{{{machine}, "workload": {{"slots": true, "requests": []}}}}"#), "servers.workload: more than one source");
    refused(&format!(r#"{{{machine}, "workload": {{"slots": false}}}}"#), "servers.workload.slots: false is not allowed");
    let with =
        |request: &str| format!(r#"{{{machine}, "workload": {{"requests": [{{"earliest_start": 1, "size": 2}}, {request}]}}}}"#);
    refused(&with(r#"{"size": 2}"#), "servers.workload.requests[1] has no \"earliest_start\", which is needed");
    refused(&with(r#"{"earliest_start": -1, "size": 2}"#), "servers.workload.requests[1].earliest_start: -1 is not allowed");
    refused(
        &with(r#"{"earliest_start": 1, "size": 1}"#),
        "servers.workload.requests[1].size: 1 is not allowed; must be a whole number from 2 to 100",
    );
    refused(
        &with(r#"{"earliest_start": 1, "size": 5, "deadline": 4}"#),
        "servers.workload.requests[1].deadline: 4 is not allowed; must be a tick from 6 (earliest start + size) to 100",
    );
    refused(&with(r#"{"earliest_start": 1, "size": 5, "deadline": 400}"#), "the look-ahead of 100 ends");
    refused(&with("[1, 2]"), "an object in braces");
    let edits = |edits: &str| format!(r#"{{{machine}, "workload": {{"requests": [], "edits": [{edits}]}}}}"#);
    refused(
        &edits(r#"{"id": 0, "remove": true}"#),
        "servers.workload.edits[0].id: 0 is not allowed; must be the number of a request of the source, below 0",
    );
    refused(&edits(r#"{"id": 0}"#), "servers.workload.edits[0]: an edit without request or remove");
    let one = r#"{"id": 0, "request": {"earliest_start": 1, "size": 2}}"#;
    refused(&edits(&format!("{one}, {one}")), "servers.workload.edits[1].id: a second edit of request 0");
    let pareto = |fields: &str| {
        format!(r#"{{"count": 2, "look_ahead": 200000, "least_size": 1000, "workload": {{"pareto": {{{fields}}}}}}}"#)
    };
    refused(&pareto(r#""load": 0"#), "servers.workload.pareto.load: 0 is not allowed; must be a number above 0, at most 100");
    refused(&pareto(r#""load": "high""#), r#"servers.workload.pareto.load: "high" is not allowed; must be a number"#);
    refused(&pareto(r#""seed": 1.5"#), "servers.workload.pareto.seed: 1.5 is not allowed");
    refused(&pareto(r#""mean_size": 50"#), "servers.workload.pareto.mean_size: 50 is not allowed; must be a number from 1.1 to 12");
    refused(
        &format!(r#"{{{machine}, "workload": {{"pareto": {{}}}}}}"#),
        "servers.look_ahead: 100 is not allowed; must be at least 50000",
    );
    let events = |events: &str| format!(r#"{{{machine}, {workload}, "opportunistic": true, "events": [{events}]}}"#);
    refused(
        &events(r#"{"submitted": 5, "size": 2}, {"submitted": 4, "size": 2}"#),
        "servers.events[1].submitted: 4 is not allowed; must be a whole number from 5",
    );
    refused(&events(r#"{"submitted": 5, "size": 2, "id": 3}"#), "servers.events[0]: both kinds of event in one");
    refused(&events(r#"{"submitted": 5}"#), "servers.events[0].size is missing");
    let off = format!(r#"{{{machine}, {workload}, "events": [{{"submitted": 5, "size": 2}}]}}"#);
    refused(&off, "servers.events[0]: an opportunistic job is not allowed; must be an extension: opportunistic jobs are off");
}

/// The unpacked content of a link, and a link of some content.
fn content(link: &str) -> Vec<u8> {
    let deflated = URL_SAFE_NO_PAD.decode(&link[3..]).expect("base64");
    let mut bytes = Vec::new();
    flate2::read::ZlibDecoder::new(&deflated[..]).read_to_end(&mut bytes).expect("zlib");
    bytes
}

fn link_of_version(version: &str, bytes: &[u8]) -> String {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    format!("{version}.{}", URL_SAFE_NO_PAD.encode(encoder.finish().expect("memory")))
}

#[test]
fn links_with_servers_out_of_range_say_what_is_wrong() {
    let shared = Example::find("figure-3-3").expect("an example").open();
    let told = |change: &dyn Fn(&mut IdleScenario, &mut View)| {
        let mut servers = idle_of(&shared.scenario).clone();
        let mut view = shared.view;
        change(&mut servers, &mut view);
        let bad = Shared { scenario: Scenario::new("", servers), view };
        decode(&encode(&bad)).expect_err("out of range").to_string()
    };
    let window = |first, slots| Some(TimeWindow { first, slots });
    assert!(told(&|servers, _| servers.strip_factor = 0).contains("servers.strip_factor: 0 is not allowed"));
    assert!(told(&|servers, _| servers.servers.groups[0].rate = Rate::new(2, 1)).contains("a rate of 2/1"));
    assert!(told(&|_, view| view.geometry.time = window(f64::NAN, 1.0)).contains("view.geometry.time.first: NaN"));
    assert!(told(&|_, view| view.geometry.time = window(0.0, 1e12)).contains("view.geometry.time.slots: 1000000000000"));
    let tree = TreeName { rate: 64, strip: StripName::Past };
    assert!(
        told(&|_, view| view.geometry.tree = Some(tree)).contains("view.geometry.tree.rate: 64 is not allowed; must be below 64")
    );
}

#[test]
fn links_with_servers_that_were_tampered_with_are_read_or_refused() {
    let mut read = 0;
    for key in ["figure-3-3", "dual-deceives", "three-rates", "eleven-servers"] {
        let link = encode(&Example::find(key).expect("an example").open().into_shared());
        let bytes = content(&link);
        let link_of = |bytes: &[u8]| link_of_version(&link[..2], bytes);
        for at in 0..bytes.len() {
            for change in [1, 0x7f, 0x80, 0xff] {
                let mut other = bytes.clone();
                other[at] ^= change;
                read += u32::from(decode(&link_of(&other)).is_ok());
            }
            assert!(decode(&link_of(&bytes[..at])).is_err() || at > 20, "{key} cut at {at}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(decode(&link_of(&longer)), Err(LinkError::Damaged));
    }
    assert!(read > 0, "some of them are legal scenarios");
}
