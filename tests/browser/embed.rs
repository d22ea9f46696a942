//! The page in a frame of another page: what it leaves alone, how much of the frame its picture has, and what it answers its host.

use crate::harness::{Page, copied, with_folder};
use serde_json::{Value, json};

const HOST: &str = include_str!("embed.html");
/// A document of the same origin can be looked into.
const INSIDE: &str = "document.querySelector('iframe').contentDocument";

/// Runs a test on a page with the built page in a frame, whose address has this query.
fn with_host(name: &str, query: &str, test: impl FnOnce(&Page)) {
    let host = HOST.replace("src=\"index.html\"", &format!("src=\"index.html{query}\""));
    with_folder(
        name,
        |dist| copied(&dist, name, |_| false, &[("host.html", host.as_str())]),
        |page| {
            page.post("url", &json!({ "url": format!("{}host.html", page.server().address()) }));
            page.wait_for("the frame to be ready", "heard.some(({event}) => event === 'ready')", &[]);
            page.wait_for("the chart", &format!("{INSIDE}.querySelector('#gantt-physical')"), &[]);
            page.settle();
            test(page);
        },
    );
}

/// What the frame answers a message.
fn answered(page: &Page, message: &Value) -> Value {
    page.js_async("ask(arguments[0], arguments[1])", std::slice::from_ref(message))
}

/// The value of an answer that is no refusal.
fn value(page: &Page, message: &Value) -> Value {
    let answer = answered(page, message);
    assert_eq!(answer["ok"], true, "{message}: {answer}");
    answer["value"].clone()
}

fn refusal(page: &Page, message: &Value) -> Value {
    let answer = answered(page, message);
    assert_eq!(answer["ok"], false, "{message}: {answer}");
    answer["error"].clone()
}

/// Events of a kind that were heard so far.
fn heard(page: &Page, event: &str) -> Vec<Value> {
    let heard = page.js("return heard.filter(({event}) => event === arguments[0])", &[json!(event)]);
    heard.as_array().cloned().unwrap_or_default()
}

fn scroll(page: &Page) -> f64 {
    page.js("return scrollY", &[]).as_f64().expect("a number")
}

#[test]
fn a_frame_is_embedded_whatever_its_address_says() {
    with_host("embed-frame", "", |page| {
        assert_eq!(page.js(&format!("return {INSIDE}.documentElement.className"), &[]), "embedded");
        assert_eq!(page.js(&format!("return {INSIDE}.querySelectorAll('header, .requests, .inspector').length"), &[]), 0);
        // The pictures have four fifths of the frame.
        let share = format!(
            "const parts = [...{INSIDE}.querySelectorAll('.painted, .plot')].filter(part => !part.parentElement.closest('.painted, .plot'));
            const shown = parts.map(part => part.getBoundingClientRect()).map(({{left, right, top, bottom}}) =>
                Math.max(0, Math.min(right, 700) - Math.max(left, 0)) * Math.max(0, Math.min(bottom, 307) - Math.max(top, 0)));
            return shown.reduce((sum, part) => sum + part, 0) / (700 * 307)"
        );
        let share = page.js(&share, &[]).as_f64().expect("a share");
        assert!(share >= 0.8, "the pictures have {share:.3} of the frame");
        assert!(share <= 1.0, "no part is counted twice: {share:.3}");
        page.screenshot("embed-frame");
        page.assert_accessible("a page with a frame");
        // By itself, for the scanner.
        page.post("url", &json!({ "url": format!("{}index.html?embed=verdict", page.server().address()) }));
        page.wait_for_element(".inspector");
        page.settle();
        page.assert_accessible("an embedded page");
        page.screenshot("embed-verdict");
    });
}

#[test]
fn a_frame_keeps_nothing_and_takes_nothing_from_its_host() {
    with_host("embed-quiet", "", |page| {
        assert_eq!(page.js("return document.activeElement.id", &[]), "before", "the focus stays with the host");
        // Its user changes something, which a page by itself would save.
        page.js(&format!("{INSIDE}.querySelector('#handle-duration').focus()"), &[]);
        let before = page.js("return document.querySelector('iframe').contentWindow.location.hash", &[]);
        page.key("ArrowRight");
        page.wait_until("the address of the frame", || {
            let hash = page.js("return document.querySelector('iframe').contentWindow.location.hash", &[]);
            (hash != before && hash != "").then_some(())
        });
        assert_eq!(page.js("return [localStorage.length, sessionStorage.length]", &[]), json!([0, 0]));
        let databases = page.js_async("indexedDB.databases().then(all => arguments[0](all.length))", &[]);
        assert_eq!(databases, 0);
        let locks = page.js_async("navigator.locks.query().then(({held}) => arguments[0](held.length))", &[]);
        assert_eq!(locks, 0);
        // The wheel over the chart scrolls the host, up and down and with Shift or sideways; with Ctrl it zooms.
        let [left, top, ..] = page.rect("iframe");
        let over = crate::harness::Point { x: left + 350.0, y: top + 180.0 };
        page.wheel(over, 0, 120, false);
        page.wait_until("the host to scroll", || (scroll(page) > 0.0).then_some(()));
        page.js("scrollTo(0, 0)", &[]);
        let zoom = || value(page, &json!({ "do": "get", "what": "view" }))["zoom"].clone();
        assert_eq!(zoom(), Value::Null);
        page.wheel(over, 0, -120, true);
        page.wait_until("the zoom", || zoom().is_array().then_some(()));
        assert_eq!(scroll(page), 0.0);
        // Nobody is asked whether to leave: nothing is unsaved.
        page.open("");
        page.wait_for_element("#gantt-logical");
        assert_eq!(page.count(".preview-bar"), 0);
    });
}

#[test]
fn letters_and_arrows_are_the_hosts() {
    with_host("embed-keys", "", |page| {
        value(page, &json!({ "do": "listen", "to": ["key", "selected", "changed"] }));
        value(page, &json!({ "do": "view", "select": null }));
        page.wait_until("nothing selected", || {
            value(page, &json!({ "do": "get", "what": "selection" }))["request"].is_null().then_some(())
        });
        value(page, &json!({ "do": "focus" }));
        let panel = value(page, &json!({ "do": "get", "what": "view" }))["panel"].clone();
        // The focus is in the frame, on nothing that takes keys itself.
        page.js("document.querySelector('iframe').contentWindow.focus()", &[]);
        page.js(&format!("{INSIDE}.activeElement.blur()"), &[]);
        for key in ["n", "4", "p", "f", "?", "PageDown", "ArrowDown", "ArrowRight", "Escape"] {
            page.key(key);
        }
        let keys = page.wait_until("the keys", || Some(heard(page, "key")).filter(|keys| keys.len() >= 9));
        let keys: Vec<&str> = keys.iter().filter_map(|key| key["key"].as_str()).collect();
        assert_eq!(keys, ["n", "4", "p", "f", "?", "PageDown", "ArrowDown", "ArrowRight", "Escape"]);
        let seen = value(page, &json!({ "do": "get", "what": "view" }));
        assert_eq!((&seen["panel"], &seen["select"]), (&panel, &Value::Null));
        assert!(heard(page, "changed").is_empty());
        assert_eq!(page.js(&format!("return {INSIDE}.querySelectorAll('dialog').length"), &[]), 0);
    });
}

#[test]
fn every_message_is_answered() {
    with_host("embed-messages", "?embed&id=one", |page| {
        let ready = heard(page, "ready").remove(0);
        assert_eq!((&ready["frame"], &ready["protocols"]), (&json!("one"), &json!([1])));
        page.js("document.querySelector('iframe').contentWindow.postMessage({bookahead: 1, do: 'hello'}, '*')", &[]);
        page.wait_until("another ready", || (heard(page, "ready").len() == 2).then_some(()));
        value(page, &json!({ "do": "listen", "to": ["changed", "planned", "selected", "stepped"] }));
        let scenario = json!({ "version": 1, "title": "Two", "machine": { "nodes": 5 }, "workload": { "requests": [
            { "user": 1, "earliest_start": 11, "duration": 1, "nodes": 4 },
            { "user": 2, "earliest_start": 11, "latest_start": 14, "duration": 3, "nodes": 2 },
        ] } });
        value(page, &json!({ "do": "load", "scenario": scenario }));
        let plan = value(page, &json!({ "do": "get", "what": "plan" }));
        assert_eq!(plan["decisions"].as_array().map(Vec::len), Some(2), "{plan}");
        assert_eq!(value(page, &json!({ "do": "get", "what": "figures" })), plan["metrics"]);
        // Edits have the names of the file, and are one step of undo.
        let edits = json!([{ "request": 1, "nodes": 5 }, { "request": 2, "latest_start": 12 }]);
        value(page, &json!({ "do": "edit", "edits": edits }));
        let requests = || value(page, &json!({ "do": "get", "what": "scenario" }))["workload"]["requests"].clone();
        assert_eq!((&requests()[0]["nodes"], &requests()[1]["latest_start"]), (&json!(5), &json!(12)));
        let refused = refusal(page, &json!({ "do": "edit", "edits": [{ "request": 1, "nodes": 9 }] }));
        assert_eq!((&refused["place"], &refused["found"]), (&json!("edits[0].nodes"), &json!("9")), "{refused}");
        value(page, &json!({ "do": "undo" }));
        assert_eq!(requests()[0]["nodes"], 4);
        value(page, &json!({ "do": "edit", "edits": [{ "request": 2, "remove": true }] }));
        assert_eq!(requests().as_array().map(Vec::len), Some(1));
        value(page, &json!({ "do": "reset" }));
        assert_eq!(requests().as_array().map(Vec::len), Some(2));
        value(page, &json!({ "do": "policy", "policy": { "planner": "fcfs-eds" } }));
        assert_eq!(value(page, &json!({ "do": "get", "what": "scenario" }))["policy"]["planner"], "fcfs-eds");
        value(page, &json!({ "do": "view", "select": 2, "step": 1, "zoom": [10, 20], "chart": "logical", "theme": "dark" }));
        let view = value(page, &json!({ "do": "get", "what": "view" }));
        assert_eq!(view, json!({ "panel": "slots", "step": 1, "select": "2", "zoom": [10, 20] }));
        assert_eq!(value(page, &json!({ "do": "get", "what": "selection" })), json!({ "request": "2" }));
        let ground = format!("return getComputedStyle({INSIDE}.body).backgroundColor");
        assert_eq!(page.js(&ground, &[]), "rgb(20, 23, 28)");
        value(page, &json!({ "do": "view", "step": null, "theme": "light" }));
        assert_eq!(page.js(&ground, &[]), "rgb(255, 255, 255)");
        let svg = value(page, &json!({ "do": "get", "what": "svg" }));
        assert!(svg.as_str().is_some_and(|svg| svg.contains("<svg") && svg.contains("Two")), "{svg}");
        let link = value(page, &json!({ "do": "get", "what": "link" }));
        let link = link.as_str().expect("a link");
        assert!(link.contains("index.html#v"), "it opens a page by itself: {link}");
        value(page, &json!({ "do": "load", "link": link }));
        assert_eq!(requests().as_array().map(Vec::len), Some(2));
        // What was heard of it.
        let changes = heard(page, "changed");
        assert!(changes.iter().all(|change| change["by"] == "host" && change["settled"] == true), "{changes:?}");
        assert!(changes.iter().any(|change| change["link"].as_str().is_some_and(|link| link.contains("#v"))), "{changes:?}");
        let planned = heard(page, "planned");
        assert!(planned.iter().any(|planned| planned["requests"] == 2 && planned["refused"] == 0), "{planned:?}");
        assert!(heard(page, "selected").iter().any(|selected| selected["request"] == "2"));
        assert!(heard(page, "stepped").iter().any(|stepped| stepped["decided"] == 1));
    });
}

#[test]
fn strangers_and_nonsense_change_nothing() {
    with_host("embed-hostile", "", |page| {
        let before = value(page, &json!({ "do": "get", "what": "scenario" }));
        let count = page.js("return heard.length", &[]);
        // From another window, and what is no message of this protocol: not a word.
        page.js(
            "const other = document.body.appendChild(document.createElement('iframe'));
            other.title = 'Another';
            const post = new other.contentWindow.Function('target', \"target.postMessage({bookahead: 1, id: 99, do: 'undo'}, '*')\");
            post(frame.contentWindow);
            for (const message of ['text', 7, null, [], {}, {bookahead: 2, id: 98, do: 'undo'}, {do: 'undo', id: 97}]) frame.contentWindow.postMessage(message, '*');",
            &[],
        );
        // Messages are read in order: after the answer to this one, those before would have been answered.
        let dance = refusal(page, &json!({ "do": "dance" }));
        assert_eq!(dance["place"], "do");
        let said = page.js("return heard.slice(arguments[0])", &[count]);
        assert_eq!(said.as_array().map(Vec::len), Some(1), "{said}");
        for message in [
            json!({ "do": "x".repeat(1 << 20) }),
            json!({ "do": ["load"] }),
            json!({ "do": "load", "scenario": 3 }),
            json!({ "do": "load", "scenario": "x".repeat(1 << 20) }),
            json!({ "do": "load", "link": "<script>" }),
            json!({ "do": "edit", "edits": {} }),
            json!({ "do": "edit", "edits": [{ "request": 4_000_000, "nodes": 1 }] }),
            json!({ "do": "edit", "edits": [{ "request": 1, "colour": "red" }] }),
            json!({ "do": "policy", "policy": { "planner": "magic" } }),
            json!({ "do": "view", "step": -1 }),
            json!({ "do": "view", "chart": "pie" }),
            json!({ "do": "get", "what": "secrets" }),
            json!({ "do": "listen", "to": "everything" }),
        ] {
            let error = refusal(page, &message);
            assert!(error["message"].as_str().is_some_and(|words| !words.is_empty() && words.len() < 2_000), "{error}");
        }
        let nested = page.js_async(
            "let deep = []; for (let i = 0; i < 1000; i++) deep = [deep]; ask({do: 'load', scenario: deep}, arguments[0])",
            &[],
        );
        assert_eq!(nested["ok"], false, "{nested}");
        let cycle = page.js_async(
            "const cycle = {bookahead: 1, do: 'load'}; cycle.scenario = cycle;
            addEventListener('message', ({data}) => data.ok === false && arguments[0](data), {once: true});
            frame.contentWindow.postMessage(cycle, '*')",
            &[],
        );
        assert_eq!(cycle["error"]["allowed"], "plain data", "{cycle}");
        // Fields of later versions are passed over.
        assert_eq!(value(page, &json!({ "do": "get", "what": "scenario", "later": true })), before);
    });
}

#[test]
fn a_read_only_frame_is_changed_by_its_host_alone() {
    with_host("embed-read-only", "?embed=verdict&readonly", |page| {
        assert_eq!(page.js(&format!("return {INSIDE}.querySelectorAll('.inspector').length"), &[]), 1);
        let before = value(page, &json!({ "do": "get", "what": "scenario" }));
        page.js("document.querySelector('iframe').contentWindow.focus()", &[]);
        for key in ["ArrowRight", "Delete"] {
            page.key(key);
        }
        assert_eq!(value(page, &json!({ "do": "get", "what": "scenario" })), before);
        value(page, &json!({ "do": "edit", "edits": [{ "request": 1, "remove": true }] }));
        assert_ne!(value(page, &json!({ "do": "get", "what": "scenario" })), before);
        page.wait_until("the height", || heard(page, "size").last().cloned().filter(|size| size["height"].as_i64() > Some(100)));
    });
}
