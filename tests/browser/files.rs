//! Files: scenarios and workload logs dropped or chosen, exported, and refused.

use crate::harness::{Page, with_page};
use crate::lab::{
    dismiss_notices, expect_figures, expect_inspected, expect_notice, expect_scenario, expect_workbench, first_example,
    newcomer_of, open_lab, open_start, slots_of, with_newcomer,
};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, SlotsScenario};
use bookahead::engine::slots::workload::Workload;
use bookahead::engine::{Scenario, Study};
use bookahead::formats::json;
use serde_json::{Value, json};
use std::io::Write;

/// Four jobs on six nodes, one of them larger than the machine, and two bad lines (4 and 6).
const LOG: &str = "\
; Computer: Small Machine
; MaxNodes: 6
5 0 10 600 2 -1 -1 2 600 -1 1 1 1 -1 1 -1 -1 -1
6 5 10 600 2 -1 -1 2 600 -1 1 1 1
7 290 10 900 4 -1 -1 4 900 -1 1 1 1 -1 1 -1 -1 -1
8 400 10 900 four -1 -1 4 900 -1 1 1 1 -1 1 -1 -1 -1
9 900 10 300 1 -1 -1 -1 -1 -1 1 1 1 -1 1 -1 -1 -1
10 1200 10 300 9 -1 -1 9 300 -1 1 1 1 -1 1 -1 -1 -1
";

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

/// What the log says with slots of this length: submitted slot, duration, nodes per request.
fn requests(rows: &[(u32, u32, u32, u32)], relax_slots: u32, relax_percent: u32) -> Vec<Request> {
    let request = |&(user, submitted, duration, nodes): &(u32, u32, u32, u32)| {
        let relax = relax_slots + (duration * relax_percent).div_ceil(100);
        Request { user, submitted, earliest_start: submitted, latest_start: submitted + relax, duration, nodes, jobs: 1 }
    };
    rows.iter().map(request).collect()
}

fn with_log(machine: Machine, requests: Vec<Request>) -> SlotsScenario {
    SlotsScenario { machine, workload: Workload::of_requests(requests), ..first_example() }
}

#[test]
fn a_small_log_plain_and_packed() {
    with_page("swf", |page| {
        open_lab(page, "");
        for (name, bytes) in [("small.swf", LOG.as_bytes().to_vec()), ("small.swf.gz", gzip(LOG))] {
            page.drop_file("main", name, &bytes);
            page.wait_for_text("#log-found", "4 jobs of Small Machine.");
            assert_eq!(page.count("#log-dialog[open]"), 1);
            page.wait_for_text("#log-shaped", "3 requests on 6 nodes, 1 larger than the machine left out.");
            // Bad lines with their numbers.
            page.click(".lines summary");
            let lines = page.text(".lines");
            assert!(lines.contains("2 lines were left out"), "{lines}");
            assert!(lines.contains("line 4: 13 fields; a job line has 18"), "{lines}");
            assert!(lines.contains("line 6: field 5") && lines.contains("\"four\"; must be a number"), "{lines}");
            page.screenshot("log-options");
            expect_figures(page, &first_example());
            page.key("Escape");
            page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        }
        // The log is still there; its options change what becomes of it.
        open_start(page);
        assert_eq!(page.text("#open-log"), "Go on with small.swf.gz");
        page.click("#open-log");
        page.wait_for_text("#log-shaped", "3 requests on 6 nodes");
        page.click("#log-clip");
        page.wait_for_text("#log-shaped", "4 requests on 6 nodes, 1 cut to the machine's size.");
        page.fill("#log-nodes", "3");
        page.wait_for_text("#log-shaped", "4 requests on 3 nodes, 2 cut to the machine's size.");
        page.click("#log-clip");
        page.wait_for_text("#log-shaped", "2 requests on 3 nodes, 2 larger than the machine left out.");
        page.fill("#log-nodes", "0");
        page.wait_for_text("#log-nodes-note", "a whole number from 1 to 65535");
        page.fill("#log-nodes", "10");
        page.wait_for_text("#log-shaped", "4 requests on 10 nodes.");
        page.fill("#log-slot", "150");
        page.fill("#log-relax", "1");
        page.fill("#log-relax-percent", "50");
        page.wait_for("the log shaped anew", "!document.querySelector('#use-log').disabled", &[]);
        page.click("#use-log");
        expect_workbench(page);
        // 600 s are 4 slots of 150 s; the last but one has no requested time, so its run time counts.
        let rows = [(5, 0, 4, 2), (7, 1, 6, 4), (9, 6, 2, 1), (10, 8, 2, 9)];
        let expected = with_log(Machine { nodes: 10, slot_seconds: 150, start: None }, requests(&rows, 1, 50));
        expect_scenario(page, &expected);
        assert_eq!(page.count(".row"), 4);
        page.click("#undo");
        expect_scenario(page, &first_example());
    });
}

#[test]
fn a_log_is_chosen_on_the_start_page() {
    with_page("choose", |page| {
        open_lab(page, "");
        open_start(page);
        page.choose_file("#choose-file", "small.swf.gz", &gzip(LOG));
        page.wait_for_text("#log-shaped", "3 requests on 6 nodes");
        page.click("#use-log");
        let rows = [(5, 0, 2, 2), (7, 0, 3, 4), (9, 3, 1, 1)];
        expect_scenario(page, &with_log(Machine { nodes: 6, slot_seconds: 300, start: None }, requests(&rows, 12, 100)));
    });
}

#[test]
fn scenarios_go_out_and_come_in() {
    with_page("json", |page| {
        open_lab(page, "");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        page.fill("header .title", "Résumé: a/b");
        let expected = with_newcomer(|r| r.duration = 4);
        expect_scenario(page, &expected);
        page.click("#export");
        page.click("#export-scenario");
        let (name, bytes) = page.wait_for_download(".json");
        assert_eq!(name, "résumé-a-b.json");
        let read = json::read_bytes(&bytes).expect("what the page exports can be read");
        assert_eq!((read.scenario.title.as_str(), read.second), ("Résumé: a/b", None));
        assert_eq!(slots_of(read.scenario), Some(expected.clone()));
        // In again, over other work.
        crate::lab::open_example(page, "holes");
        page.drop_file("body", &name, &bytes);
        expect_scenario(page, &expected);
        assert_eq!(page.value("header .title"), "Résumé: a/b");
        // A hand-written one, the shape the documentation promises.
        let hand = r#"{"version":1,"machine":{"nodes":5},"workload":{"requests":[{"user":1,"submitted":0,"earliest_start":11,
            "latest_start":11,"duration":1,"nodes":1,"jobs":2}]},"policy":{"planner":"fcfs-eds","shift":"hold"}}"#;
        page.drop_file("body", "by-hand.json", hand.as_bytes());
        let read = json::read(hand).expect("a scenario");
        expect_scenario(page, &slots_of(read.scenario).expect("a plan in slots"));
        page.wait_for("the file's name as title", "document.querySelector('header .title').value === 'by-hand.json'", &[]);
        page.click("#undo");
        expect_scenario(page, &expected);
    });
}

#[test]
fn of_several_files_each_is_opened() {
    with_page("several-files", |page| {
        open_lab(page, "");
        let scenario = |title: &str, duration| {
            let study = Study::Slots(with_newcomer(|r| r.duration = duration));
            json::write(&Scenario::new(title, study)).into_bytes()
        };
        let (one, two, three) = (scenario("One", 4), scenario("Two", 5), scenario("Three", 6));
        let bad = b"{\"version\":1,".as_slice();
        page.drop_files("body", &[("one.json", &one), ("two.json", &two), ("bad.json", bad), ("three.json", &three)]);
        let told = expect_notice(page, "3 scenarios are opened, one after another.");
        assert!(told.contains("bad.json cannot be opened: line 1"), "{told}");
        assert!(told.contains("The last, three.json, is shown; one.json, two.json are under Open, Earlier work."), "{told}");
        expect_scenario(page, &with_newcomer(|r| r.duration = 6));
        page.screenshot("several-files");
        let titles = || {
            let script = "return Object.keys(localStorage).filter(key => key.startsWith('bookahead.work.')).map(key => JSON.parse(localStorage[key]).title).sort()";
            page.js(script, &[])
        };
        page.wait_until("all of them saved", || (titles() == serde_json::json!(["One", "Three", "Two"])).then_some(()));
        // Undo goes back through them.
        page.click("#undo");
        expect_scenario(page, &with_newcomer(|r| r.duration = 5));
        // Of two logs the first is read, and the other is named.
        dismiss_notices(page);
        page.drop_files("body", &[("first.swf", LOG.as_bytes()), ("second.swf", LOG.as_bytes())]);
        page.wait_for_text("#log-found", "4 jobs of Small Machine.");
        expect_notice(page, "second.swf was not read: one log is read at a time");
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        // More than anyone means to open.
        dismiss_notices(page);
        let many: Vec<(&str, &[u8])> = (0..25).map(|_| ("bad.json", bad)).collect();
        page.drop_files("body", &many);
        expect_notice(page, "only the first 20 of 25 files were looked at");
    });
}

/// Drops ten million bytes of noise that begin with the given ones.
fn drop_noise(page: &Page, name: &str, start: &[u8]) {
    let script = "
        const [name, start] = arguments;
        const bytes = new Uint8Array(10_000_000);
        // The same noise every time.
        let x = 2463534242;
        for (let i = 0; i < bytes.length; i++) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; bytes[i] = x; }
        bytes.set(start);
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], name));
        document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}))";
    page.js(script, &[json!(name), json!(start)]);
}

#[test]
fn files_that_are_no_use_are_refused_and_the_work_stays() {
    with_page("hostile-files", |page| {
        open_lab(page, "");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        let work = with_newcomer(|r| r.duration = 4);
        expect_scenario(page, &work);
        let fragment = page.fragment();
        let unchanged = |page: &Page| {
            expect_inspected(page, &newcomer_of(&work));
            expect_figures(page, &work);
            assert_eq!(page.fragment(), fragment);
        };

        // Scenarios: the reason names the place.
        let scenario = |rest: &str| format!("{{\"version\":1,\"machine\":{{\"nodes\":5}},{rest}}}");
        let requests = |request: &str| scenario(&format!("\"workload\":{{\"requests\":[{request}]}}"));
        let good = "\"user\":1,\"submitted\":0,\"earliest_start\":3,\"latest_start\":4,\"duration\":1,\"nodes\":1,\"jobs\":1";
        let broken = [
            ("colour.json", requests(&format!("{{{good},\"colour\":3}}")), "colour"),
            ("later.json", scenario("\"workload\":{\"requests\":[]}").replace("\"version\":1", "\"version\":9"), "version: 9"),
            ("negative.json", requests(&format!("{{{}}}", good.replace("\"duration\":1", "\"duration\":-1"))), "duration"),
            (
                "reversed.json",
                requests(&format!("{{{}}}", good.replace("\"latest_start\":4", "\"latest_start\":2"))),
                "latest_start",
            ),
            ("large.json", requests(&format!("{{{}}}", good.replace("\"nodes\":1", "\"nodes\":6"))), "nodes"),
            ("cut.json", "{\"version\":1,".to_string(), "line 1"),
            ("list.json", "[]".to_string(), "the file: a list is not allowed; must be an object"),
        ];
        for (name, text, reason) in broken {
            dismiss_notices(page);
            page.drop_file("body", name, text.as_bytes());
            let notice = expect_notice(page, name);
            assert!(notice.contains(reason) && notice.contains("Your work is as it was"), "{notice}");
            unchanged(page);
        }
        dismiss_notices(page);
        drop_noise(page, "noise.json", b"{");
        expect_notice(page, "noise.json cannot be opened");
        unchanged(page);
        dismiss_notices(page);

        // Logs: the reason stands in the dialog.
        let packed = gzip(&LOG.repeat(200));
        let logs: [(&str, &[u8], &str); 4] = [
            ("cut.swf.gz", &packed[..packed.len() * 6 / 10], "the gzip data is damaged or cut off"),
            ("empty.swf", b"", "the log holds no job"),
            ("header.swf", b"; MaxNodes: 6\n", "the log holds no job"),
            ("words.swf", b"Dear reader,\nthis is a letter.\nIt holds no numbers at all.\n", "line 1"),
        ];
        for (name, bytes, reason) in logs {
            page.drop_file("body", name, bytes);
            page.wait_for_text("#log-problem", reason);
            assert!(page.text("#log-problem").contains("Your work is as it was"));
            unchanged(page);
        }
        drop_noise(page, "noise.bin", &[7, 7, 7]);
        page.wait_for_text("#log-problem", "a log is text");
        page.screenshot("log-refused");
        drop_noise(page, "noise.gz", &[0x1f, 0x8b, 8, 0]);
        page.wait_for_text("#log-problem", "gzip");
        // 40 MB of empty lines in as many KB.
        page.drop_file("body", "bomb.swf.gz", &gzip(&"\n".repeat(40_000_000)));
        page.wait_for_text("#log-problem", "grows to more than 100 times its size");
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        unchanged(page);
        // And the engine is still there.
        page.focus("#handle-duration");
        page.key("ArrowRight");
        expect_scenario(page, &with_newcomer(|r| r.duration = 5));
        assert_eq!(page.workers_started(), 1);
        assert_eq!(page.js("return document.querySelectorAll('.notice').length", &[]), Value::from(0));
    });
}
