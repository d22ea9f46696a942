//! What can be written, in short; `docs/lessons.md` has all of it.

use yew::prelude::*;

/// What is written, and what it does.
const FIELDS: [(&str, &str); 13] = [
    ("# Title, ## Heading", "The title of the lesson, and a step. Paragraphs, lists, *emphasis* and `code` are text."),
    (
        "scenario: v1.…",
        "The link of a scenario from Share; or a scenario file in a fenced block of JSON; or as before, which is the default.",
    ),
    (
        "show: planner fcfs-eds, step 3, select 2",
        "What is on screen when the step begins: policy, decisions, request, zoom, chart, panel.",
    ),
    ("hide: figures", "What stays hidden until the task is answered: figures, demand, runtimes."),
    ("allow: latest_start(2), planner", "What may be changed. The rest is locked."),
    (
        "predict: …",
        "A question with lines to choose from, each after a hyphen. With predict twice: students vote, talk and vote again.",
    ),
    ("pick job: …", "Something to click: job, request, task, slot, server, node, period."),
    ("place job 2: …", "A dashed bar is dragged to where the job will be."),
    ("number: …, order: …", "A number to type; lines to put in order."),
    ("do: accepted(all) and latest_start(2) = 6", "The scenario is to be changed until this holds. A solution: follows."),
    ("bet: …, explain: …", "A change that is taken as it is; words that nobody checks."),
    (
        "answer: accepted(3), reveal: planner fcfs-eds",
        "What the planner is asked for the right answer, and what is shown afterwards.",
    ),
    ("if right: …, if wrong: …, if 2: …, hint: …", "What is said to an answer, and hints."),
];

/// The list, closed until it is opened.
pub fn reference() -> Html {
    let lines = FIELDS.iter().map(|(field, what)| html! { <><dt><code>{ *field }</code></dt><dd>{ *what }</dd></> });
    html! {
        <details id="write-reference" class="write-reference">
            <summary>{ "What can be written" }</summary>
            <dl>{ for lines }</dl>
        </details>
    }
}
