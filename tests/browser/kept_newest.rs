//! What a reload shows where the newest state could not be stored, and where what is stored cannot be opened.

use crate::harness::{Page, with_page};
use crate::lab::{
    dismiss_notices, expect_notice, expect_scenario, first_example, leave_start, open_lab, open_start, reload_lab, with_newcomer,
};
use bookahead::engine::slots::scenario::SlotsScenario;
use serde_json::json;

/// The first example with the newcomer longer by so many slots.
fn longer(by: u32) -> SlotsScenario {
    with_newcomer(|request| request.duration += by)
}

/// Makes the newcomer longer by one slot.
fn edit(page: &Page) {
    page.focus("#handle-duration");
    page.key("ArrowRight");
}

/// Waits until so many pieces of work are stored.
fn expect_stored(page: &Page, count: u64) {
    let stored = "return Object.keys(localStorage).filter(key => key.startsWith('bookahead.work.')).length";
    page.wait_until(&format!("{count} stored"), || (page.js(stored, &[]) == json!(count)).then_some(()));
}

/// A picture of what is said, as everybody sees it.
fn pictures(page: &Page, name: &str) {
    page.assert_accessible(name);
    page.screenshots(name);
}

#[test]
fn the_newest_state_comes_back_though_storage_was_full() {
    with_page("full-reload", |page| {
        open_lab(page, "");
        edit(page);
        expect_stored(page, 1);
        // All that is left is taken, by something else, to the last letter.
        let fill = "
            for (let size = 4 << 20, n = 0; size >= 1;) {
                try { localStorage.setItem('other' + n, 'x'.repeat(size)); n += 1; } catch { size = size >> 1; }
            }";
        page.js(fill, &[]);
        let title = "m".repeat(150);
        page.fill("header .title", &title);
        expect_notice(page, "is not saved");
        reload_lab(page);
        assert_eq!(page.value("header .title"), title, "the newest is shown");
        expect_scenario(page, &longer(1));
        assert_eq!(page.count(".preview-bar"), 0, "it is the user's own");
        expect_notice(page, "is not saved");
        // There is room again: it is stored under its own name, and what was stored before is one step back.
        page.js(
            "Object.keys(localStorage).filter(key => key.startsWith('other')).forEach(key => localStorage.removeItem(key))",
            &[],
        );
        dismiss_notices(page);
        page.click("#undo");
        page.wait_until("the title before", || (page.value("header .title") != title).then_some(()));
        expect_scenario(page, &longer(1));
        page.click("#redo");
        page.wait_until("the newest title", || (page.value("header .title") == title).then_some(()));
        let stored = "return Object.keys(localStorage).filter(key => key.startsWith('bookahead.work.')).map(key => JSON.parse(localStorage.getItem(key)).title)";
        page.wait_until("it to be stored", || (page.js(stored, &[]) == json!([title])).then_some(()));
        reload_lab(page);
        assert_eq!(page.value("header .title"), title);
        assert_eq!(page.count(".notice"), 0);
    });
}

#[test]
fn what_the_address_bar_holds_is_offered_where_nothing_can_be_written() {
    with_page("refused-reload", |page| {
        open_lab(page, "");
        edit(page);
        expect_stored(page, 1);
        page.js("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }", &[]);
        edit(page);
        expect_notice(page, "is not saved");
        expect_scenario(page, &longer(2));
        reload_lab(page);
        expect_scenario(page, &longer(2));
        page.click("#back-to-work");
        expect_scenario(page, &longer(1));
    });
}

#[test]
fn a_log_too_large_to_save_is_told_to_be_lost() {
    with_page("log-lost", |page| {
        open_lab(page, "");
        let mut log = b"; MaxNodes: 6\n".to_vec();
        for job in 1..=300_001 {
            log.extend(format!("{job} {} 10 60 2 -1 -1 2 60 -1 1 1 1 -1 1 -1 -1 -1\n", 20 * job).bytes());
        }
        page.drop_file("main", "large.swf", &log);
        page.wait_for_text("#log-shaped", "on 6 nodes");
        page.click("#use-log");
        expect_notice(page, "larger than what browsers keep");
        // The link of what was there before is still in the address bar for a moment, and a reload that begins in it loads that link.
        page.wait_for("the tab to remember it", "!!JSON.parse(sessionStorage.getItem('bookahead.tab'))?.refused", &[]);
        page.wait_for("the address bar to follow", "location.hash.length < 2", &[]);
        page.reload();
        let notice = expect_notice(page, "could not be saved and is lost");
        assert!(notice.contains("Open its file again; an example is shown.") && !notice.contains("Earlier work"), "{notice}");
        expect_scenario(page, &first_example());
        pictures(page, "log-lost");
    });
}

#[test]
fn own_work_whose_record_is_damaged_is_no_shared_scenario() {
    with_page("damaged-own", |page| {
        open_lab(page, "");
        edit(page);
        expect_stored(page, 1);
        let damage =
            "for (const key of Object.keys(localStorage)) if (key.startsWith('bookahead.work.')) localStorage.setItem(key, '{')";
        // As the page leaves it, nothing is to be saved any more.
        expect_scenario(page, &longer(1));
        page.js(damage, &[]);
        reload_lab(page);
        expect_scenario(page, &longer(1));
        assert_eq!(page.count(".preview-bar"), 0, "{}", page.text(".preview-bar"));
        let title = page.value("header .title");
        let notice = expect_notice(page, "The stored copy of");
        assert!(notice.contains(&format!("“{title}”")) && notice.contains("It stays under Open, Earlier work."), "{notice}");
        // It is stored anew beside the damaged record, which is listed as such.
        expect_stored(page, 2);
        open_start(page);
        page.wait_for_text(".library", "Damaged entry");
        leave_start(page);
        pictures(page, "damaged-own");
    });
}

#[test]
fn work_that_is_not_stored_any_more_is_not_said_to_be_kept() {
    with_page("gone-own", |page| {
        open_lab(page, "");
        edit(page);
        expect_stored(page, 1);
        page.js("localStorage.clear(); history.replaceState(null, '', location.pathname)", &[]);
        page.js("addEventListener('pagehide', () => localStorage.clear())", &[]);
        reload_lab(page);
        let notice = expect_notice(page, "not in this browser's storage any more");
        assert!(!notice.contains("Earlier work"), "{notice}");
    });
}
