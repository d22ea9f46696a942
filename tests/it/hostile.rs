//! Bounded random runs against everything that is read from outside: no panic, no long wait, whatever comes.

use crate::samples::{GOLDEN_1A, golden_with_market, scenario};
use crate::support::read_one;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::{Scenario, SlotsScenario};
use bookahead::formats::json::{self, FileContent, read_bytes};
use bookahead::formats::link::{Shared, View, decode, encode};
use bookahead::formats::snapshot::{SnapshotFile, SnapshotOptions, is_snapshot, read_snapshot};
use bookahead::formats::swf::{SwfOptions, read_log, to_workload};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRng, TestRunner};
use std::io::Write;
use std::time::{Duration, Instant};

/// Longest time that one small input may take. Generous: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(2);

/// One change to a text.
#[derive(Clone, Debug)]
enum Change {
    Flip(Index, u8),
    Cut(Index),
    Remove(Index, Index),
    Repeat(Index, Index),
    Insert(Index, &'static str),
}

/// Pieces that have made parsers stumble.
const PIECES: [&str; 24] = [
    "-1",
    "0",
    "1e99",
    "1e-99",
    "-0",
    "99999999999999999999",
    "4294967295",
    "4294967296",
    "3.5",
    "NaN",
    "null",
    "true",
    "\"7\"",
    "[]",
    "{}",
    "[[[[[[",
    "\"unknown\":1,",
    "\u{0}",
    "\n",
    "é\u{202e}",
    "\\u0000",
    ",",
    "}",
    " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 ",
];

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (any::<Index>(), 1_u8..=255).prop_map(|(at, bits)| Change::Flip(at, bits)),
        any::<Index>().prop_map(Change::Cut),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Change::Remove(from, to)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Change::Repeat(from, to)),
        (any::<Index>(), proptest::sample::select(&PIECES[..])).prop_map(|(at, piece)| Change::Insert(at, piece)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let at = |index: &Index, len: usize| index.index(len + 1);
    let len = bytes.len();
    match change {
        Change::Flip(_, _) if len == 0 => {}
        Change::Flip(place, bits) => bytes[place.index(len)] ^= bits,
        Change::Cut(place) => bytes.truncate(at(place, len)),
        Change::Remove(a, b) | Change::Repeat(a, b) => {
            let (a, b) = (at(a, len), at(b, len));
            let range = a.min(b)..a.max(b);
            if matches!(change, Change::Remove(..)) {
                bytes.drain(range);
            } else {
                let part = bytes[range.clone()].to_vec();
                bytes.splice(range.end..range.end, part);
            }
        }
        Change::Insert(place, piece) => {
            let place = at(place, len);
            bytes.splice(place..place, piece.bytes());
        }
    }
}

/// Feeds `cases` random inputs to `eat` and watches the clock. What is eaten whole is counted, so that a test can tell whether its
/// inputs reach the inside at all.
fn run<T: std::fmt::Debug>(cases: u32, input: impl Strategy<Value = T>, eat: impl Fn(&T) -> bool) -> u32 {
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(Config::default().rng_algorithm));
    let mut taken = 0;
    for _ in 0..cases {
        let input = input.new_tree(&mut runner).expect("a value").current();
        let start = Instant::now();
        taken += u32::from(eat(&input));
        let time = start.elapsed();
        assert!(time < PATIENCE, "{time:?} for {:.300}", format!("{input:?}"));
    }
    taken
}

/// A scenario that was let in must be legal, and survive being written and shared.
fn let_in(scenario: &Scenario) {
    assert_eq!(scenario.check(), Ok(()));
    let again = read_one(&json::write(scenario)).expect("what was written");
    assert_eq!(again, scenario.folded());
    let shared = Shared { scenario: scenario.clone(), view: View::default() };
    assert_eq!(decode(&encode(&shared)).expect("what was encoded").scenario, again);
}

fn eat_json(bytes: &[u8]) -> bool {
    match read_bytes(bytes) {
        Ok(FileContent { scenario, second }) => {
            let_in(&scenario);
            second.iter().for_each(let_in);
            true
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && message.len() < 2_000, "{message}");
            false
        }
    }
}

fn eat_link(text: &str) -> bool {
    match decode(text) {
        Ok(opened) => {
            let_in(&opened.scenario);
            opened.second.iter().for_each(let_in);
            true
        }
        Err(error) => {
            assert!(error.to_string().len() < 500, "{error}");
            false
        }
    }
}

fn eat_swf(bytes: &[u8]) -> bool {
    let Ok(log) = read_log(bytes.to_vec()) else { return false };
    match to_workload(&log, &SwfOptions::default()) {
        Ok((machine, workload, report)) => {
            assert_eq!(workload.source.len(), report.requests);
            assert!(report.requests as usize + report.skipped.total as usize == log.jobs.len());
            let policy = Default::default();
            assert_eq!(
                SlotsScenario { machine, workload, policy, market: None, tariff: Default::default() }.check(&FieldPath::new("")),
                Ok(())
            );
            true
        }
        Err(error) => {
            assert!(error.to_string().len() < 500, "{error}");
            false
        }
    }
}

/// A link around unpacked content, so that mutations reach what lies behind the checksum.
fn link_of(version: &str, content: &[u8]) -> String {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(content).expect("memory");
    format!("{version}{}", URL_SAFE_NO_PAD.encode(encoder.finish().expect("memory")))
}

fn content_of(link: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let deflated = URL_SAFE_NO_PAD.decode(&link[3..]).expect("a link");
    std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(&deflated[..]), &mut bytes).expect("a link");
    bytes
}

const LOG: &str = "; Computer: test\n; MaxProcs: 64\n1 0 1 600 4 -1 -1 4 900 -1 1 1 1 1 1 1 -1 -1\n2 10 1 600.5 4 12.5 -1 4 900 -1 1 1 1 1 1 1 -1 -1\n\
                   3 20 1 -1 9 -1 -1 9 -1 -1 1 1 1 1 1 1 -1 -1\n4 400 1 600 4 -1 -1 2 300 -1 1 1 1 1 1 1 -1 -1\n";

#[test]
fn json_of_noise() {
    run(2_000, vec(any::<u8>(), 0..200), |bytes| eat_json(bytes));
    run(2_000, "\\PC{0,200}", |text| eat_json(text.as_bytes()));
    run(2_000, vec(proptest::sample::select(&PIECES[..]), 0..60), |pieces| eat_json(pieces.concat().as_bytes()));
}

#[test]
fn json_with_changes() {
    let taken = run(4_000, vec(change(), 1..4), |changes| {
        let mut bytes = GOLDEN_1A.as_bytes().to_vec();
        changes.iter().for_each(|change| apply(&mut bytes, change));
        eat_json(&bytes)
    });
    assert!((40..3_000).contains(&taken), "{taken} of 4000 changed files were still legal");
    let taken = run(4_000, vec(change(), 1..4), |changes| {
        let mut bytes = golden_with_market().into_bytes();
        changes.iter().for_each(|change| apply(&mut bytes, change));
        eat_json(&bytes)
    });
    assert!((40..3_000).contains(&taken), "{taken} of 4000 changed files with a market were still legal");
    run(1_000, (scenario(), vec(change(), 1..4)), |(scenario, changes)| {
        let mut bytes = json::write(scenario).into_bytes();
        changes.iter().for_each(|change| apply(&mut bytes, change));
        eat_json(&bytes)
    });
}

#[test]
fn links_of_noise() {
    run(2_000, "\\PC{0,100}", |text| eat_link(text));
    run(2_000, "v1\\.[A-Za-z0-9_-]{0,200}", |text| eat_link(text));
    for version in ["v1.", "v2.", "v3."] {
        run(4_000, vec(any::<u8>(), 0..120), |content| eat_link(&link_of(version, content)));
    }
}

#[test]
fn links_with_changes() {
    changed_links(&link_to(GOLDEN_1A));
}

#[test]
fn links_with_a_market_and_changes() {
    changed_links(&link_to(&golden_with_market()));
}

#[test]
fn links_of_version_3_with_changes() {
    let pinned = include_str!("../links/pinned.txt").lines().filter_map(|line| line.strip_prefix("link: "));
    let links: Vec<&str> = pinned.filter(|link| link.starts_with("v3.")).collect();
    assert!(!links.is_empty(), "there are pinned links of version 3");
    links.into_iter().for_each(changed_links);
}

fn link_to(file: &str) -> String {
    encode(&Shared { scenario: read_one(file).expect("the worked example"), view: View::default() })
}

fn changed_links(link: &str) {
    let version = &link[..3];
    let taken = run(3_000, vec(change(), 1..4), |changes| {
        let mut bytes = link.as_bytes().to_vec();
        changes.iter().for_each(|change| apply(&mut bytes, change));
        eat_link(&String::from_utf8_lossy(&bytes))
    });
    assert!(taken < 300, "{taken} of 3000 changed links were taken");
    let content = content_of(link);
    let taken = run(4_000, vec(change(), 1..3), |changes| {
        let mut bytes = content.clone();
        changes.iter().for_each(|change| apply(&mut bytes, change));
        eat_link(&link_of(version, &bytes))
    });
    assert!(taken > 40, "only {taken} of 4000 changed contents reached the inside");
}

#[test]
fn logs_of_noise() {
    run(1_000, vec(any::<u8>(), 0..400), |bytes| eat_swf(bytes));
    run(1_000, vec(any::<u8>(), 0..200), |bytes| eat_swf(&[&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], bytes].concat()));
    run(1_000, vec(proptest::sample::select(&PIECES[..]), 0..80), |pieces| eat_swf(pieces.join(" ").as_bytes()));
}

#[test]
fn logs_with_changes() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(LOG.as_bytes()).expect("memory");
    let packed = encoder.finish().expect("memory");
    assert!(eat_swf(LOG.as_bytes()) && eat_swf(&packed));
    let taken = run(4_000, vec(change(), 1..4), |changes| {
        let mut bytes = LOG.as_bytes().to_vec();
        changes.iter().for_each(|change| apply(&mut bytes, change));
        eat_swf(&bytes)
    });
    assert!(taken > 400, "only {taken} of 4000 changed logs were usable");
    run(2_000, vec(change(), 1..4), |changes| {
        let mut bytes = packed.clone();
        changes.iter().for_each(|change| apply(&mut bytes, change));
        eat_swf(&bytes)
    });
}

/// A snapshot of what scontrol and squeue print, short enough to be changed a thousand times.
const SNAPSHOT: &str = "2026-01-01T09:00:00+01:00\n{\"jobs\":[{\"job_id\":7,\"job_state\":[\"RUNNING\"],\"node_count\":{\"set\":true,\"number\":2},\"start_time\":1767253000,\
    \"time_limit\":90,\"nodes\":\"n[1-2]\"},{\"job_id\":8,\"job_state\":\"PENDING\",\"array_job_id\":8,\"array_task_string\":\"1-9%2\",\"priority\":4,\"node_count\":1,\"time_limit\":30},\
    {\"job_id\":9,\"job_state\":\"PENDING\",\"node_count\":3,\"time_limit\":30,\"dependency\":\"afterok:8_*(unfulfilled)\"}]}ReservationName=course StartTime=2026-01-01T10:00:00 \
    EndTime=2026-01-01T11:00:00\n   Nodes=n[2-3] NodeCnt=2\n\nNodeName=n1\n   CPUTot=4 State=IDLE\n\nNodeName=n2\n   CPUTot=4 State=IDLE\n\nNodeName=n3\n   CPUTot=4 State=MIXED+DRAIN\n\n\
    NodeName=n4\n   CPUTot=4 State=IDLE\n\nJobId=10 JobName=a b\n   Priority=3 JobState=PENDING TimeLimit=UNLIMITED NumNodes=1-2 NumCPUs=2 SubmitTime=2026-01-01T08:00:00\n";

fn eat_snapshot(bytes: &[u8]) -> bool {
    let _ = is_snapshot(bytes);
    match read_snapshot(&[SnapshotFile { name: "s", bytes }], &SnapshotOptions::default()) {
        Ok((cluster, remarks)) => {
            assert!(remarks.running + remarks.waiting + remarks.reservations > 0 && !remarks.words().is_empty());
            assert_eq!(cluster.check(&FieldPath::new("")), Ok(()));
            let _ = cluster.run();
            true
        }
        Err(message) => {
            assert!(!message.is_empty() && message.len() < 2_000, "{message}");
            false
        }
    }
}

#[test]
fn snapshots_of_noise_and_with_changes() {
    run(1_000, vec(any::<u8>(), 0..400), |bytes| eat_snapshot(bytes));
    run(500, vec(proptest::sample::select(&PIECES[..]), 0..80), |pieces| eat_snapshot(pieces.join("\n").as_bytes()));
    assert!(eat_snapshot(SNAPSHOT.as_bytes()));
    let taken = run(3_000, vec(change(), 1..4), |changes| {
        let mut bytes = SNAPSHOT.as_bytes().to_vec();
        changes.iter().for_each(|change| apply(&mut bytes, change));
        eat_snapshot(&bytes)
    });
    assert!(taken > 200, "only {taken} of 3000 changed snapshots were usable");
}
