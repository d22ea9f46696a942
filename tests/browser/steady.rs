//! What stays as it is while the time axis moves: the document, in which a change costs more than all bars. Only pictures change.

use crate::harness::{Page, with_page};
use crate::lab::{grip, open_lab};
use crate::million::generated;
use bookahead::share::{Layout, Shared, TimeWindow, View, encode};
use serde_json::{Value, json};

/// Turns the wheel in one frame after the other. Tells what changed in the document after the first of them, and whether the axis did.
fn turned(page: &Page, wheel: Value) -> Value {
    let script = "
        const [wheel, done] = arguments;
        const over = document.querySelector('#gantt-physical svg.over');
        const box = over.getBoundingClientRect();
        const place = {clientX: box.left + box.width / 2, clientY: box.top + 20};
        const turn = () => over.dispatchEvent(new WheelEvent('wheel', {bubbles: true, cancelable: true, ...place, ...wheel}));
        const axis = () => document.querySelector('#gantt-physical .time-axis').dataset.ticks;
        const frame = () => new Promise(requestAnimationFrame);
        (async () => {
            // With the first the handles move, with the second they begin to wait.
            for (let k = 0; k < 2; k++) { turn(); await frame(); await frame(); }
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
    with_page("steady", |page| {
        let scenario = generated(10_000);
        let time = Some(TimeWindow { first: 100.0, slots: 1_200.0 });
        let view = View { selected: Some(3_000), time, layout: Layout::Physical, ..View::default() };
        open_lab(page, &format!("#{}", encode(&Shared { scenario, view })));
        let before = grip(page, "earliest-start").x;
        assert_eq!(turned(page, json!({ "deltaX": 10 })), json!([true, []]), "panned");
        // The handles follow once it rests.
        let moved = before - grip(page, "earliest-start").x;
        assert!((moved - 100.0).abs() < 2.0, "ten steps of ten px are {moved}");
        assert_eq!(turned(page, json!({ "ctrlKey": true, "deltaY": -10 })), json!([true, []]), "zoomed");
    });
}
