//! The page itself fails: instead of a dead picture it says so, and what it says about the work is true.

use crate::harness::{Page, with_page};
use crate::lab::{expect_figures, first_example, open_lab, with_newcomer};
use bookahead::engine::slots::scenario::SlotsScenario;
use bookahead::formats::link::decode;

/// Has the next thing that the page draws fail: no element can be made any more. This is the browser's fault here, but the page cannot go on.
fn fail(page: &Page) -> String {
    page.js(
        "Document.prototype.createElement = Document.prototype.createElementNS = () => { throw new Error('test: no elements'); };
         document.querySelector('#open-help').click();",
        &[],
    );
    page.wait_for_text("body.failed", "Bookahead has failed, which is our mistake.");
    page.expect_errors("");
    page.text("body")
}

/// Makes the newcomer longer by key.
fn edit(page: &Page) -> SlotsScenario {
    let edited = with_newcomer(|request| request.duration += 1);
    page.focus("#handle-duration");
    page.key("ArrowRight");
    expect_figures(page, &edited);
    edited
}

/// The link of what this tab has stored, as a script.
const STORED: &str = "JSON.parse(localStorage.getItem('bookahead.work.' + JSON.parse(sessionStorage.getItem('bookahead.tab') ?? '{}').work) ?? '{}').link";

#[test]
fn work_that_was_saved_comes_back_as_the_page_says() {
    with_page("page-fails-saved", |page| {
        open_lab(page, "");
        let edited = edit(page);
        page.wait_for("the work to be saved", &format!("location.hash.length > 1 && {STORED} === location.hash.slice(1)"), &[]);
        let words = fail(page);
        assert!(words.contains("your work was saved and comes back"), "{words}");
        page.reload();
        expect_figures(page, &edited);
    });
}

#[test]
fn work_that_cannot_be_saved_is_told_as_lost() {
    with_page("page-fails-lost", |page| {
        open_lab(page, "");
        let before = first_example();
        page.js("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }", &[]);
        edit(page);
        page.wait_until("the page to know", || page.texts(".notice").iter().any(|notice| notice.contains("storage")).then_some(()));
        let words = fail(page);
        assert!(words.contains("could not save your newest changes. Reload the page: they come back if"), "{words}");
        // It is true: a reload brings back what was there before.
        page.js("history.replaceState(null, '', location.pathname)", &[]);
        page.reload();
        expect_figures(page, &before);
    });
}

#[test]
fn the_words_do_not_promise_what_is_still_to_be_saved() {
    with_page("page-fails-waiting", |page| {
        open_lab(page, "");
        let edited = edit(page);
        // At once: the change waits to be saved.
        let words = fail(page);
        let stored = page.js(&format!("return {STORED} ?? ''"), &[]);
        let stored = stored.as_str().map(str::to_string).unwrap_or_default();
        let is_saved = decode(&stored).is_ok_and(|opened| opened.scenario.study.slots() == Some(&edited));
        let promises = words.contains("your work was saved and comes back");
        assert!(!promises || is_saved, "{words} {stored}");
    });
}
