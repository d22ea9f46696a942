//! The writing view: a step out of the workbench, errors that lead to their places, the check while one types, what is kept; the lesson in its live picture,
//! and a solution that is recorded there.

use crate::harness::{Page, with_page};
use crate::lab::{expect_scenario, open_lab, open_start, with_newcomer};
use bookahead::engine::Study;
use bookahead::lessons::{link, parse};
use serde_json::json;
use std::fs;
use std::path::Path;

fn text_of(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("www/lessons/{name}.lesson.md"));
    fs::read_to_string(path).expect("a lesson of the page")
}

/// Puts a text in the place of what is written, as pasting does.
fn write(page: &Page, text: &str) {
    let script = "
        const field = document.querySelector('#write-area');
        field.value = arguments[0];
        field.dispatchEvent(new InputEvent('input', {bubbles: true}))";
    page.js(script, &[json!(text)]);
}

/// Puts the cursor before a part of the text, as a click does.
fn go_to(page: &Page, part: &str) {
    let script = "
        const field = document.querySelector('#write-area');
        const place = field.value.indexOf(arguments[0]);
        field.focus();
        field.setSelectionRange(place, place);
        field.click()";
    page.js(script, &[json!(part)]);
}

/// Looks into the live picture.
fn in_picture<T>(page: &Page, look: impl FnOnce() -> T) -> T {
    page.post("frame", &json!({ "id": 0 }));
    let seen = look();
    page.post("frame/parent", &json!({}));
    seen
}

/// The writing view with a text and its live picture.
fn open_live(page: &Page, text: &str) {
    page.open("#write");
    page.wait_for_element("#write-area");
    write(page, text);
    page.wait_for_element("#write-frame");
    in_picture(page, || {
        page.wait_for_element("#lesson-step");
        page.wait_for_element("#gantt-logical, #gantt-physical");
        page.settle();
    });
}

fn focused(page: &Page) -> String {
    page.js("return document.activeElement.id", &[]).as_str().unwrap_or_default().to_string()
}

#[test]
fn the_picture_follows_the_cursor_and_what_is_typed() {
    with_page("write-live", |page| {
        let text = text_of("who-makes-room");
        open_live(page, &text);
        go_to(page, " is enough?\nscenario");
        page.wait_for_text(".write-place", "step 3, task 1");
        in_picture(page, || page.wait_for_text("#lesson-step", "How much patience is enough?"));
        assert_eq!(focused(page), "write-area");
        // What is typed is there once the typing rests, and the focus stays.
        page.type_text(" of a user");
        in_picture(page, || page.wait_for_text("#lesson-step", "How much patience of a user is enough?"));
        assert_eq!(focused(page), "write-area");
        // The second task of a step, with the first one solved.
        go_to(page, "number: ");
        page.wait_for_text(".write-place", "step 4, task 2");
        in_picture(page, || page.wait_for_element("#lesson-number"));
        // An error: the last good lesson stays, marked as such, and takes no recording.
        let with_error = page.value("#write-area").replacen("answer: accepted(3)", "anser: accepted(3)", 1);
        write(page, &with_error);
        page.wait_for_text("#write-live-said", "The lesson before these errors");
        assert_eq!((page.count(".write-live.old"), page.count("#write-record")), (1, 0));
        in_picture(page, || page.wait_for_element("#lesson-step"));
        write(page, &text);
        page.wait_for("the error to go", "!document.querySelector('.write-live.old')", &[]);
        // A frame keeps nothing, and a student's answer in it is nobody's.
        assert_eq!(
            page.js("return [Object.keys(localStorage), Object.keys(sessionStorage)]", &[]),
            json!([[], ["bookahead.write"]])
        );
        page.wait_for_text("#write-status", "The lesson works");
        page.settle();
        page.assert_accessible("the writing view with its picture");
        page.screenshots("write-live");
        // On a phone there is no room for it.
        page.assert_fits_width();
        page.wait_for("no picture", "document.querySelector('#write-live').offsetHeight === 0", &[]);
    });
}

#[test]
fn a_solution_is_recorded_in_the_picture() {
    with_page("write-record", |page| {
        let text = text_of("who-makes-room");
        let without = text.replacen("solution: latest_start(2) = 6\n", "", 1);
        open_live(page, &without);
        page.wait_for_text("#write-errors", "it needs a `solution:`");
        go_to(page, "do: accepted(all) and latest_start(2)");
        page.wait_for_text("#write-record", "Record the solution");
        page.focus("#write-record");
        page.key("Enter");
        page.wait_for_text("#write-recorded", "Recording");
        assert_eq!(focused(page), "write-record");
        in_picture(page, || {
            page.wait_for_element("#lever-latest_start-2");
            page.fill("#lever-latest_start-2", "6");
        });
        page.wait_for_text("#write-recorded code", "solution: latest_start(2) = 6");
        // What the step does not allow can be changed, and is named.
        let edit = json!({ "bookahead": 1, "do": "edit", "edits": [{ "request": 3, "duration": 1 }] });
        page.js("document.querySelector('#write-frame').contentWindow.postMessage(arguments[0], '*')", &[edit]);
        page.wait_for_text("#write-recorded", "allow: does not name it: duration(3)");
        page.assert_accessible("the writing view while it records");
        page.screenshot("write-record");
        page.focus("#write-record");
        page.key("Enter");
        page.wait_for_text("#write-status", "The lesson works: 6 steps, 7 tasks.");
        assert_eq!(page.value("#write-area"), text);
        assert_eq!(focused(page), "write-record");
        // Another one takes its place; a discarded one changes nothing.
        write(page, &text.replacen("solution: latest_start(2) = 6\n", "solution: latest_start(2) = 9\n", 1));
        go_to(page, "do: accepted(all) and latest_start(2)");
        page.wait_for_text("#write-record", "Record another solution");
        page.click("#write-record");
        page.wait_for_text("#write-recorded", "Recording");
        in_picture(page, || page.fill("#lever-latest_start-2", "6"));
        page.wait_for_text("#write-recorded code", "latest_start(2) = 6");
        page.click("#write-record-stop");
        page.wait_for("the end of the recording", "!document.querySelector('#write-recorded')", &[]);
        assert!(page.value("#write-area").contains("solution: latest_start(2) = 9\n"));
        page.click("#write-record");
        page.wait_for_text("#write-recorded", "Recording");
        in_picture(page, || {
            page.wait_for("the step as it was given", "document.querySelector('#lever-latest_start-2')?.value === '4'", &[]);
            page.fill("#lever-latest_start-2", "6");
        });
        page.wait_for_text("#write-recorded code", "latest_start(2) = 6");
        page.click("#write-record");
        page.wait_for("the text", "document.querySelector('#write-area').value === arguments[0]", &[json!(text)]);
        page.wait_for_text(".notice", "The text is changed.");
    });
}

#[test]
fn a_step_is_made_of_the_open_workbench() {
    with_page("write-step", |page| {
        open_lab(page, "");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        let own = with_newcomer(|request| request.duration = 4);
        expect_scenario(page, &own);
        open_start(page);
        page.click("#open-write");
        page.wait_for_text("#write-errors", "step");
        page.focus("#write-add");
        page.key("Enter");
        page.wait_for_text("#write-status", "The lesson works: 1 step, 0 tasks.");
        let text = page.value("#write-area");
        assert!(text.contains("\nshow: select 11\n"), "{text}");
        let lesson = parse::read(&text).expect("a lesson");
        assert_eq!(lesson.steps[0].scenario.as_ref().expect("a scenario").scenario.study, Study::Slots(own.clone()));
        // A question of one's own is checked.
        write(page, &format!("{text}\npredict: Is request 11 accepted?\n- yes\n- no\nanswer: accepted(12)\n"));
        page.wait_for_text("#write-status", "2 things to be mended.");
        page.wait_for_text("#write-steps .fails", "does not work");
        page.reload();
        page.wait_for_text("#write-steps .fails", "does not work");
        assert!(page.value("#write-area").ends_with("answer: accepted(12)\n"), "the tab keeps the text");
        page.click("#write-add");
        page.wait_for_text(".notice", "The text is changed.");
        page.click(".notice .act");
        page.wait_for("the text before", "document.querySelector('#write-area').value.endsWith('accepted(12)\\n')", &[]);
        page.click("#write-leave");
        page.wait_for_element("#start-lessons");
        page.key("Escape");
        expect_scenario(page, &own);
    });
}

#[test]
fn errors_lead_to_their_places_and_what_works_can_be_passed_on() {
    with_page("write", |page| {
        let text = text_of("who-makes-room");
        page.open("#write");
        page.wait_for_element("#write-area");
        write(page, &text.replacen("answer: accepted(3)", "anser: accepted(3)", 1));
        page.wait_for_text("#write-status", "1 error in the text.");
        page.wait_for_text("#write-errors", "line 26, column 1: there is no field `anser`; did you mean `answer`?");
        assert_eq!(page.count("#write-copy"), 0, "a text with errors has no link");
        page.focus("#write-errors button");
        page.key("Enter");
        let place =
            "const field = document.activeElement; return field.value.slice(field.selectionStart, field.selectionStart + 6)";
        assert_eq!(page.js(place, &[]), json!("anser:"));
        write(page, &text);
        page.wait_for_text("#write-status", "The lesson works: 6 steps, 7 tasks.");
        assert_eq!(page.count("#write-steps > .holds"), 6);
        assert_eq!(page.text("#write-preview h2"), "Who makes room?");
        assert!(page.text("#write-preview").contains("Will first fit accept request 3?"));
        let address = page.attribute("#write-take", "href").expect("a link");
        assert_eq!(link::decode(&address), Ok(text.clone()));
        let length = page.text("#write-length").replace(|c: char| !c.is_ascii_digit(), "");
        let expected = page.address().split('#').next().map_or(0, str::len) + 1 + link::encode(&text).len();
        assert_eq!(length.parse(), Ok(expected));
        page.focus("#write-save-menu");
        page.key("Enter");
        page.focus("#write-save");
        page.key("Enter");
        let (name, bytes) = page.wait_for_download(".md");
        assert_eq!((name.as_str(), bytes), ("who-makes-room.lesson.md", text.into_bytes()));
        page.choose_file("#write-file", "slack.lesson.md", text_of("slack").as_bytes());
        page.wait_for_text("#write-preview h2", "Slack");
        page.wait_for_text("#write-status", "The lesson works");
        page.click(".notice .act");
        page.wait_for_text("#write-preview h2", "Who makes room?");
        page.wait_for_text("#write-status", "The lesson works");
        page.assert_accessible("the writing view");
        page.screenshots("write");
        page.assert_fits_width();
        page.size(320, 700);
        page.assert_fits_width();
    });
}
