//! The writing view: a step out of the workbench, errors that lead to their places, the check while one types, what is kept.

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
        page.click("#write-save");
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
