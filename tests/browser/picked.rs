//! What a lesson asks for is picked and placed in the pictures of every study: the mark is where the pointer was.

use crate::harness::{Device, Page, Point, with_page};
use crate::lessons::text_of;
use bookahead::lessons::link;
use serde_json::json;

/// Two places in a picture, across and down, as shares of its size.
const ANYWHERE: [(f64, f64); 2] = [(0.5, 0.2), (0.65, 0.8)];

/// A lesson of one step: the first scenario of a shipped lesson, what is shown, and a task.
fn asking(name: &str, show: &str, task: &str) -> String {
    let text = text_of(name);
    let (_, rest) = text.split_once("scenario:\n").expect("a scenario");
    let (scenario, _) = rest.split_once("\n```\n").expect("its end");
    format!("# Picked\n\n## A step\nscenario:\n{scenario}\n```\nshow: {show}\n\nA text.\n\n{task}\n")
}

/// Left and upper edge, width and height of an element, in CSS px.
fn place(page: &Page, css: &str) -> [f64; 4] {
    page.wait_for_element(css);
    let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.left, box.top, box.width, box.height]";
    let told = page.js(script, &[json!(css)]);
    [0, 1, 2, 3].map(|i| told[i].as_f64().expect("a number"))
}

#[test]
fn what_is_asked_for_is_picked_where_it_is() {
    with_page("picked", |page| {
        page.size(1280, 900);
        let cases = [
            (
                "who-makes-room",
                "planner first-fit, step 2, chart logical",
                "pick slot: Which one?\nanswer: free(it) = 0",
                "slot ",
                [(0.2, 0.3), (0.3, 0.8)],
            ),
            ("who-makes-room", "planner first-fit, step 2, chart physical", "pick node: Which one?\nanswer: 0", "node ", ANYWHERE),
            ("fragmentation", "strategy first-fit-idle, step 1", "pick server: Which one?\nanswer: 0", "server ", ANYWHERE),
            (
                "fragmentation",
                "strategy first-fit-idle, step 1",
                "pick period: Which one?\nanswer: server(it) = 1",
                "server ",
                [(0.3, 0.2), (0.9, 0.8)],
            ),
            (
                "fragmentation",
                "strategy first-fit-idle, step 1",
                "pick slot: Which one?\nanswer: 3",
                "slot ",
                [(0.2, 0.3), (0.45, 0.8)],
            ),
            ("queues", "scheduler fcfs, step 2", "pick node: Which one?\nanswer: 3", "node ", ANYWHERE),
            ("queues", "scheduler fcfs, step 2", "place job 3: Where?\nanswer: start(3)", "", ANYWHERE),
            ("slack", "method slack", "pick node: Which one?\nanswer: 1", "node ", ANYWHERE),
        ];
        for (at, (name, show, task, answer, places)) in cases.into_iter().enumerate() {
            // With another query the address is that of another page.
            page.open(&format!("?{}#{}", at, link::encode(&asking(name, show, task))));
            page.wait_for_element(".lesson-ground");
            page.settle();
            for (across, down) in places {
                let [left, top, width, height] = place(page, ".lesson-ground");
                let pointer = Point { x: left + across * width, y: top + down * height };
                page.click_at(Device::Mouse, pointer);
                page.settle();
                let told = "return document.querySelector('#lesson-pick')?.selectedOptions[0].innerText ?? ''";
                let told = page.js(told, &[]);
                assert!(told.as_str().is_some_and(|told| told.starts_with(answer)), "{name}, {task}: {told}");
                let [left, top, width, height] = place(page, ".lesson-guess");
                let is_under =
                    (left - 2.0..=left + width + 2.0).contains(&pointer.x) && (top - 2.0..=top + height + 2.0).contains(&pointer.y);
                assert!(is_under, "{name}, {task}: {pointer:?} is beside the mark at {left} {top}, {width} × {height}");
            }
        }
    });
}
