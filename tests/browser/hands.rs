//! The harness itself: what it sends arrives as a real device would send it, and what it must notice it notices. On an element of its
//! own laid over the page, so that these tests say something even when the page's own fail.

use crate::harness::{Device, Page, Point, with_page};
use crate::links::second_tab;
use crate::page_loads::open;
use serde_json::{Value, json};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// Covers the page with an element that writes down every event.
fn with_pad(name: &str, test: impl FnOnce(&Page)) {
    with_page(name, |page| {
        open(page, "");
        let script = "
            const pad = document.createElement('div');
            pad.id = 'pad';
            pad.tabIndex = 0;
            Object.assign(pad.style, {position: 'fixed', inset: '0', zIndex: 1e9, background: 'Canvas', touchAction: 'none'});
            window.heard = [];
            const note = text => window.heard.push(text);
            for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
                pad.addEventListener(kind, e => note(`${kind} ${e.pointerType} ${e.clientX},${e.clientY} ${e.buttons} ${e.isTrusted}`));
            pad.addEventListener('keydown', e => {
                note(`key ${e.shiftKey ? 'Shift+' : ''}${e.ctrlKey ? 'Control+' : ''}${e.key} ${e.isTrusted}`); e.preventDefault(); });
            pad.addEventListener('wheel', e => {
                note(`wheel ${e.deltaX},${e.deltaY} ${e.ctrlKey} ${e.isTrusted}`); e.preventDefault(); }, {passive: false});
            pad.addEventListener('dragover', e => e.preventDefault());
            pad.addEventListener('drop', e => { e.preventDefault();
                const file = e.dataTransfer.files[0]; file.arrayBuffer().then(b => note(`drop ${file.name} ${new Uint8Array(b)}`)); });
            document.body.append(pad);
            const input = document.createElement('input');
            input.type = 'file';
            input.id = 'file';
            input.addEventListener('change', () => input.files[0].text().then(text => note(`file ${input.files[0].name} ${text}`)));
            pad.append(input);";
        page.js(script, &[]);
        test(page);
        page.js("document.querySelector('#pad').remove()", &[]);
    });
}

fn heard(page: &Page) -> Vec<String> {
    let heard = page.js("return window.heard.splice(0)", &[]);
    heard.as_array().into_iter().flatten().map(|text| text.as_str().unwrap_or_default().to_string()).collect()
}

#[test]
fn a_drag_is_trusted_pointer_events_of_the_device() {
    with_pad("drag", |page| {
        for (device, name) in [(Device::Mouse, "mouse"), (Device::Touch, "touch"), (Device::Pen, "pen")] {
            let from = Point { x: 100.0, y: 200.0 };
            page.press_at(device, from);
            page.move_from_to(device, from, from.by(60.0, 30.0), 3);
            page.release(device);
            page.wait_for("the pointer to be lifted", "window.heard.some(text => text.startsWith('pointerup'))", &[]);
            let heard: Vec<String> = heard(page).into_iter().skip_while(|text| !text.starts_with("pointerdown")).collect();
            assert_eq!(heard.first().map(String::as_str), Some(format!("pointerdown {name} 100,200 1 true").as_str()), "{heard:?}");
            assert!(heard.contains(&format!("pointermove {name} 120,210 1 true")), "{heard:?}");
            assert!(heard.contains(&format!("pointermove {name} 160,230 1 true")), "{heard:?}");
            assert!(heard.iter().any(|text| text.starts_with(&format!("pointerup {name} 160,230 0"))), "{heard:?}");
        }
    });
}

#[test]
fn keys_carry_their_modifiers() {
    with_pad("keys", |page| {
        page.focus("#pad");
        for (chord, expected) in [
            ("ArrowRight", "key ArrowRight true"),
            ("Shift+ArrowLeft", "key Shift+ArrowLeft true"),
            ("Control+z", "key Control+z true"),
            ("Control+Shift+Z", "key Shift+Control+Z true"),
            ("Escape", "key Escape true"),
            ("Delete", "key Delete true"),
            ("?", "key Shift+? true"),
            ("+", "key Shift++ true"),
        ] {
            page.key(chord);
            let heard = heard(page);
            let plain = expected.replacen("Shift+", "", 1);
            // The driver holds Shift by itself for characters that need it; which ones depends on the layout.
            assert!(heard.iter().any(|text| *text == expected || *text == plain), "{chord}: {heard:?}");
        }
    });
}

#[test]
fn wheel_drop_and_chosen_file_arrive() {
    with_pad("wheel-and-files", |page| {
        page.wheel(Point { x: 300.0, y: 300.0 }, 0, 120, false);
        page.wheel(Point { x: 300.0, y: 300.0 }, 40, -120, true);
        let wheel = page.wait_until("both turns of the wheel", || Some(heard(page)).filter(|heard| heard.len() >= 2));
        assert!(wheel.contains(&"wheel 0,120 false true".to_string()), "{wheel:?}");
        assert!(wheel.contains(&"wheel 40,-120 true true".to_string()), "{wheel:?}");
        page.drop_file("#pad", "log.swf", &[0, 59, 255]);
        page.wait_for("the dropped file", "window.heard.includes('drop log.swf 0,59,255')", &[]);
        page.choose_file("#file", "chosen.json", b"{}");
        page.wait_for("the chosen file", "window.heard.includes('file chosen.json {}')", &[]);
    });
}

#[test]
fn the_system_can_be_a_dark_phone() {
    with_page("dark-phone", |page| {
        page.phone();
        page.prefer(true, true);
        open(page, "");
        let matches = |query: &str| page.js("return matchMedia(arguments[0]).matches", &[json!(query)]);
        assert_eq!(matches("(prefers-color-scheme: dark)"), true);
        assert_eq!(matches("(prefers-reduced-motion: reduce)"), true);
        assert_eq!(matches("(pointer: coarse)"), true);
        assert_eq!(page.js("return [innerWidth, innerHeight]", &[]), json!([360, 740]));
        page.prefer(false, false);
        assert_eq!(matches("(prefers-color-scheme: dark)"), false);
        page.as_printed(true);
        assert_eq!(matches("print"), true);
    });
}

#[test]
fn what_is_wrong_is_noticed() {
    with_page("noticed", |page| {
        open(page, "");
        let fails = |what: &str, check: &dyn Fn()| assert!(catch_unwind(AssertUnwindSafe(check)).is_err(), "{what} goes unnoticed");
        page.js(
            "const i = document.createElement('img'); i.id = 'bare'; i.src = 'data:,'; document.body.append(i);
             const b = document.createElement('div'); b.id = 'broad'; b.style.width = '3000px'; b.textContent = 'broad'; document.body.append(b);",
            &[],
        );
        fails("a picture without words", &|| page.assert_accessible("a page with a bare picture"));
        fails("an element that sticks out", &|| page.assert_fits_width());
        page.js("document.querySelector('#bare').remove(); document.querySelector('#broad').remove()", &[]);
        page.assert_fits_width();
        page.js("fetch('http://foreign.example.org/').catch(() => 0)", &[]);
        page.expect_errors("foreign.example.org");
        page.js("setTimeout(() => { throw new Error('thrown by a test'); })", &[]);
        page.wait_until("the error", || (!page.errors().is_empty()).then_some(()));
        fails("an uncaught error", &|| page.assert_quiet());
        page.expect_errors("thrown by a test");
        page.js_async("const done = arguments[0]; fetch('not-there.txt').then(() => done(1))", &[]);
        page.expect_errors("404");
        fails("a missing file", &|| page.assert_quiet());
        page.expect_missing("not-there.txt");
    });
}

#[test]
fn workers_can_be_crashed_and_ended() {
    with_page("workers", |page| {
        open(page, "");
        // The page's own worker starts once there is nothing else to do.
        page.wait_for_worker();
        let before = page.workers_started();
        let start = "
            const done = arguments[0];
            const worker = new Worker(document.querySelector('meta[name=bookahead-worker]').content, {type: 'module'});
            worker.onerror = e => done(e.message);
            worker.postMessage('test: crash');";
        let message = page.js_async(start, &[]);
        assert!(message.as_str().is_some_and(|text| text.contains("test: crash")), "{message}");
        page.expect_errors("test: crash");
        assert_eq!(page.workers_started(), before + 1);
        // The page's policy does not bind its worker, so what a worker asks for must be noticed elsewhere.
        page.js("window.testWorkers.at(-1).postMessage('test: http://foreign.example.org/')", &[]);
        page.expect_elsewhere("foreign.example.org");
        page.end_worker();
    });
}

#[test]
fn a_download_arrives() {
    with_page("download", |page| {
        open(page, "");
        let script = "
            const a = document.createElement('a');
            a.href = URL.createObjectURL(new Blob(['a,b\\n']));
            a.download = 'figures.csv';
            a.click();";
        assert_eq!(page.js(script, &[]), Value::Null);
        assert_eq!(page.wait_for_download(".csv"), ("figures.csv".to_string(), b"a,b\n".to_vec()));
    });
}

/// What another test would find of the one before: names and values.
fn traces(page: &Page) -> Value {
    let script = "
        const done = arguments[0];
        (async () => done({
            storage: [localStorage.left ?? null, sessionStorage.left ?? null],
            cookies: document.cookie,
            databases: (await indexedDB.databases()).map(database => database.name),
            caches: await caches.keys(),
            files: await Array.fromAsync((await navigator.storage.getDirectory()).keys()),
            media: ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(pointer: coarse)', 'print'].map(query => matchMedia(query).matches),
            narrow: innerWidth < 400,
            pixels: devicePixelRatio,
            online: navigator.onLine,
            script: window.leftByScript ?? null,
            name: window.name,
            seen: [document.hasFocus(), document.visibilityState],
        }))()";
    let mut traces = page.js_async(script, &[]);
    // Whether a key is held is told by the next one.
    page.js("addEventListener('keydown', event => { window.shift = event.shiftKey; }, {once: true})", &[]);
    page.key("x");
    traces["shift"] = page.js("return window.shift", &[]);
    traces["tabs"] = json!(page.tabs());
    let entries = |folder: PathBuf| fs::read_dir(folder).map(|entries| entries.flatten().count()).expect("a folder of the browser");
    traces["downloads"] = json!(entries(page.browser().downloads()));
    traces["chosen"] = json!(entries(page.browser().folder()));
    traces["elsewhere"] = json!(page.browser().elsewhere.asked());
    traces["errors"] = json!(page.errors());
    traces
}

#[test]
fn the_next_test_finds_a_browser_as_new() {
    with_page("as-new", |page| {
        open(page, "");
        let untouched = traces(page);
        page.wait_for_worker();
        page.js("window.testWorkers.at(-1).postMessage('test: http://foreign.example.org/')", &[]);
        page.expect_elsewhere("foreign.example.org");
        let leave = "
            const done = arguments[0];
            localStorage.left = sessionStorage.left = window.name = 'left';
            document.cookie = 'left=1; path=/; max-age=3600';
            const a = document.createElement('a');
            a.href = URL.createObjectURL(new Blob(['a']));
            a.download = 'left.txt';
            a.click();
            (async () => {
                await caches.open('left');
                await (await navigator.storage.getDirectory()).getFileHandle('left', {create: true});
                const opening = indexedDB.open('left');
                opening.onsuccess = () => done(1);
            })()";
        page.js_async(leave, &[]);
        page.wait_for_download("left.txt");
        page.js("const i = document.createElement('input'); i.type = 'file'; i.id = 'left'; document.body.append(i)", &[]);
        page.choose_file("#left", "left.json", b"{}");
        second_tab(page, "");
        page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": "window.leftByScript = 1" }));
        page.phone();
        page.prefer(true, true);
        page.js("setTimeout(() => { throw new Error('thrown by a test'); })", &[]);
        page.wait_until("the error", || (!page.errors().is_empty()).then_some(()));
        page.post(
            "actions",
            &json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": [{ "type": "keyDown", "value": "\u{E008}" }] }] }),
        );
        open(page, "");
        let touched = traces(page);
        for (name, trace) in touched.as_object().expect("traces by name") {
            // A tab of its own has its own session and name, and is seen as the first one was.
            assert!(*trace != untouched[name] || ["seen", "online", "name"].contains(&name.as_str()), "{name}: {trace}");
        }
        let offline = json!({ "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        page.devtools("Network.emulateNetworkConditions", offline);

        page.renew_browser().expect("the browser answers");
        page.expect_errors("thrown by a test");
        page.size(1280, 800);
        open(page, "");
        assert_eq!(traces(page), untouched);
    });
}
