//! What a frame is kept free of. While the time axis moves, the document stays as it is: a change in it costs more than all bars. And the worker
//! is asked when the frame is painted: woken before, it may get the very processor the page draws on.

use crate::harness::{Page, with_page_alone};
use crate::lab::{fragment_of, grip, open_lab};
use crate::million::generated;
use bookahead::formats::link::{Layout, TimeWindow, View};
use serde_json::{Value, json};

/// Turns the wheel in one frame after the other. Tells whether the axis changed, and what did in the document.
fn turned(page: &Page, wheel: Value) -> Value {
    let script = "
        const [wheel, done] = arguments;
        const over = document.querySelector('#gantt-physical svg.over');
        const box = over.getBoundingClientRect();
        const place = {clientX: box.left + box.width / 2, clientY: box.top + 20};
        const turn = () => over.dispatchEvent(new WheelEvent('wheel', {bubbles: true, cancelable: true, ...place, ...wheel}));
        const axis = () => document.querySelector('#gantt-physical canvas').dataset.ticks;
        const frame = () => new Promise(requestAnimationFrame);
        (async () => {
            const before = axis(), changed = [];
            const note = list => list.forEach(({target, type, attributeName}) => changed.push(`${target.nodeName}.${target.id} ${attributeName ?? type}`));
            const observer = new MutationObserver(note);
            observer.observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
            for (let k = 0; k < 8; k++) { turn(); await frame(); }
            note(observer.takeRecords());
            observer.disconnect();
            done([axis() !== before, changed.filter(change => !change.endsWith(' data-ticks'))]);
        })()";
    page.js_async(script, &[wheel])
}

#[test]
fn nothing_in_the_document_changes_while_the_axis_moves() {
    with_page_alone("steady", |page| {
        let scenario = generated(10_000);
        let time = Some(TimeWindow { first: 100.0, slots: 1_200.0 });
        let view = View { selected: Some(3_000), time, layout: Layout::Physical, ..View::default() };
        open_lab(page, &fragment_of("many", scenario, view));
        let before = grip(page, "earliest-start").x;
        // The handles wait from the first turn on.
        let wait = "DIV. class";
        assert_eq!(turned(page, json!({ "deltaX": 10 })), json!([true, [wait]]), "panned");
        // The handles follow once it rests.
        let moved = before - grip(page, "earliest-start").x;
        assert!((moved - 80.0).abs() < 2.0, "eight steps of ten px are {moved}");
        assert_eq!(turned(page, json!({ "ctrlKey": true, "deltaY": -10 })), json!([true, [wait]]), "zoomed");
    });
}

#[test]
fn the_worker_is_asked_between_frames() {
    with_page_alone("steady-worker", |page| {
        let view = View { selected: Some(12_000), layout: Layout::Physical, ..View::default() };
        open_lab(page, &fragment_of("many", generated(30_000), view));
        grip(page, "earliest-start");
        let script = "
            const done = arguments[0];
            const asked = [];
            // A timer is a task of its own: none goes off within a frame.
            let isTimer = false;
            const set = window.setTimeout;
            window.setTimeout = (act, ms) => set(() => {
                isTimer = true;
                act();
                isTimer = false;
            }, ms);
            const post = Worker.prototype.postMessage;
            Worker.prototype.postMessage = function (...message) {
                asked.push(isTimer);
                return post.apply(this, message);
            };
            const frame = () => new Promise(requestAnimationFrame);
            const handle = document.querySelector('#handle-whole');
            const box = handle.getBoundingClientRect();
            const pointer = {bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, buttons: 1, clientY: box.y + 5};
            handle.dispatchEvent(new PointerEvent('pointerdown', {...pointer, clientX: box.x + 5}));
            (async () => {
                for (let k = 1; k <= 30; k++) {
                    await frame();
                    window.dispatchEvent(new PointerEvent('pointermove', {...pointer, clientX: box.x + 5 + 4 * k}));
                }
                await frame();
                window.dispatchEvent(new PointerEvent('pointerup', {...pointer, clientX: box.x + 5 + 120}));
                Worker.prototype.postMessage = post;
                window.setTimeout = set;
                done([asked.length, asked.filter(isTimer => !isTimer).length]);
            })()";
        let [asked, at_once] = [0, 1].map({
            let counts = page.js_async(script, &[]);
            move |i| counts[i].as_u64().unwrap_or_default()
        });
        assert!(asked >= 5 && at_once == 0, "asked {asked} times, {at_once} by no timer");
    });
}
