//! Opening never destroys: what was open is kept, links are previews, saved scenarios are a list, tabs keep out of each other's way, and a
//! storage that is full, forbidden or damaged costs nothing that was saved.

use crate::harness::{Device, Page, with_page, with_page_alone};
use crate::lab::{
    self, can_undo_redo, dismiss_notices, expect_figures, expect_inspected, expect_notice, expect_scenario, first_example,
    fragment_of, grip, leave_start, newcomer_of, open_example, open_lab, open_start, reload_lab, slot_px, take_and_move,
    with_newcomer,
};
use crate::links::{second_tab, to_tab};
use bookahead::engine::slots::scenario::SlotsScenario;
use bookahead::formats::link::View;
use bookahead::formats::saved::SavedWork;
use bookahead::state::EXAMPLES;
use serde_json::{Value, json};

/// The first example with the newcomer longer by so many slots.
fn longer(by: u32) -> SlotsScenario {
    with_newcomer(|request| request.duration += by)
}

/// Makes the newcomer longer by one slot.
fn edit(page: &Page) {
    page.focus("#handle-duration");
    page.key("ArrowRight");
}

/// A scenario of somebody else's, as a link's fragment.
fn theirs() -> (SlotsScenario, String) {
    let mut scenario = first_example();
    scenario.machine.nodes = 7;
    let fragment = fragment_of("Theirs", scenario.clone(), View { selected: Some(10), ..View::default() });
    (scenario, fragment)
}

/// Pastes a link into the address bar of the open page.
fn paste(page: &Page, fragment: &str) {
    page.js("location.hash = arguments[0]", &[json!(fragment)]);
}

fn is_preview(page: &Page) -> bool {
    page.count("#keep-copy") == 1
}

#[track_caller]
fn expect_preview(page: &Page, expected: bool) {
    page.wait_until(&format!("preview: {expected}"), || (is_preview(page) == expected).then_some(()));
}

/// The stored work, newest first.
fn stored(page: &Page) -> Vec<SavedWork> {
    let texts = page.js(
        "return Object.keys(localStorage).filter(key => key.startsWith('bookahead.work.')).map(key => localStorage.getItem(key))",
        &[],
    );
    let read = |text: &Value| SavedWork::read(text.as_str().unwrap_or_default()).ok();
    let mut stored: Vec<SavedWork> = texts.as_array().into_iter().flatten().filter_map(read).collect();
    stored.sort_by(|a, b| b.saved_at.total_cmp(&a.saved_at));
    stored
}

/// Waits until so many pieces of work are stored.
#[track_caller]
fn expect_stored(page: &Page, count: usize) -> Vec<SavedWork> {
    page.wait_until(&format!("{count} stored"), || Some(stored(page)).filter(|stored| stored.len() == count))
}

/// The list of saved scenarios: their titles as listed, that of the open one with a star.
fn listed(page: &Page) -> Vec<String> {
    page.wait_for_element(".library");
    page.settle();
    let script = "return [...document.querySelectorAll('.entry')].map(
        entry => (entry.classList.contains('open') ? '*' : '') + entry.querySelector('.entry-title, .entry-name').textContent)";
    let titles = page.js(script, &[]);
    titles.as_array().into_iter().flatten().map(|title| title.as_str().unwrap_or_default().to_string()).collect()
}

#[track_caller]
fn expect_listed(page: &Page, expected: &[&str]) {
    page.wait_until(&format!("the list {expected:?}"), || (listed(page) == expected).then_some(()));
}

/// Presses a button of the entry with this title.
fn press(page: &Page, title: &str, button: &str) {
    let script = "
        document.querySelectorAll('[data-now]').forEach(e => e.removeAttribute('data-now'));
        const entry = [...document.querySelectorAll('.entry')].find(e => e.querySelector('.entry-title')?.textContent === arguments[0]);
        entry?.querySelector(arguments[1])?.setAttribute('data-now', '');
        return !!entry?.querySelector(arguments[1])";
    page.wait_until(&format!("{button} of {title:?}"), || (page.js(script, &[json!(title), json!(button)]) == true).then_some(()));
    page.click("[data-now]");
}

#[test]
fn a_link_is_a_preview_and_the_work_before_it_is_kept() {
    with_page("preview", |page| {
        open_lab(page, "");
        assert_eq!(page.count(".preview-bar"), 0);
        edit(page);
        // Not even saved yet.
        let (scenario, link) = theirs();
        paste(page, &link);
        expect_scenario(page, &scenario);
        expect_preview(page, true);
        assert!(page.text(".preview-bar p").contains("Your own work is kept."));
        let kept = expect_stored(page, 1);
        assert_eq!(
            lab::slots_of(kept[0].open().expect("a link").opened.scenario).map(|slots| slots.workload),
            Some(longer(1).workload)
        );
        page.screenshot("preview");
        page.assert_accessible("a preview");
        // A reload shows it again; looking at it stores nothing.
        reload_lab(page);
        expect_scenario(page, &scenario);
        expect_preview(page, true);
        page.click("#zoom-in");
        page.click("#request-3");
        reload_lab(page);
        expect_preview(page, true);
        expect_scenario(page, &scenario);
        page.wait_for("its selection", "document.querySelector('#request-3').getAttribute('aria-selected') === 'true'", &[]);
        assert_eq!(stored(page).len(), 1);
        // Back, with all that can be undone.
        page.click("#back-to-work");
        expect_scenario(page, &longer(1));
        expect_preview(page, false);
        reload_lab(page);
        expect_scenario(page, &longer(1));
        assert_eq!(page.count(".preview-bar"), 0);
        // In the same tab, without a reload between, back is one step and redo shows the link again.
        page.click("#open-share");
        page.fill("#paste-link", &link);
        expect_scenario(page, &scenario);
        expect_preview(page, true);
        page.click("#back-to-work");
        expect_scenario(page, &longer(1));
        page.click("#redo");
        expect_scenario(page, &scenario);
        expect_preview(page, true);
        page.click("#undo");
        expect_scenario(page, &longer(1));
        assert_eq!(stored(page).len(), 1);
    });
}

#[test]
fn the_first_change_makes_a_preview_the_users_own() {
    with_page("preview-edited", |page| {
        let (scenario, link) = theirs();
        open_lab(page, &link);
        expect_preview(page, true);
        assert_eq!(page.count("#back-to-work"), 0, "there is nothing to go back to");
        edit(page);
        let mut edited = scenario.clone();
        edited.workload = longer(1).workload;
        expect_scenario(page, &edited);
        expect_preview(page, false);
        assert!(page.text(".preview-bar p").contains("your copy now"), "{}", page.text(".preview-bar p"));
        page.screenshot("preview-copied");
        // At once.
        page.reload();
        expect_scenario(page, &edited);
        assert_eq!(page.count(".preview-bar"), 0);
        assert_eq!(expect_stored(page, 1)[0].title, "Theirs");
        // The link still opens the original, and what was made of it can go back to that.
        paste(page, &link);
        expect_scenario(page, &scenario);
        expect_preview(page, true);
        page.click("#keep-copy");
        expect_stored(page, 2);
        assert_eq!(page.count(".preview-bar"), 0);
        reload_lab(page);
        expect_scenario(page, &scenario);
        assert_eq!(page.count(".preview-bar"), 0, "it is the user's own now");
        let newest = stored(page).remove(0);
        assert!(newest.kept, "{newest:?}");
    });
}

#[test]
fn examples_files_and_a_drag_in_progress_lose_nothing() {
    with_page("kept-on-open", |page| {
        open_lab(page, "");
        edit(page);
        let holes = open_example(page, "holes");
        expect_stored(page, 1);
        reload_lab(page);
        expect_scenario(page, &holes);
        assert_eq!(page.count(".preview-bar"), 0, "an example is no preview");
        assert_eq!(stored(page).len(), 1, "an example that was not changed is not stored");
        open_start(page);
        expect_listed(page, &[EXAMPLES[0].title]);
        press(page, EXAMPLES[0].title, ".entry-title");
        expect_scenario(page, &longer(1));
        // A file takes its place: both are kept.
        let hand = r#"{"version":1,"machine":{"nodes":5},"workload":{"requests":[{"user":1,"submitted":0,"earliest_start":11,
            "latest_start":11,"duration":1,"nodes":1,"jobs":2}]},"policy":{"planner":"fcfs-eds","shift":"hold"}}"#;
        page.drop_file("body", "by-hand.json", hand.as_bytes());
        page.wait_for("the file's name as title", "document.querySelector('header .title').value === 'by-hand.json'", &[]);
        expect_stored(page, 2);
        reload_lab(page);
        page.wait_for("the file's name as title", "document.querySelector('header .title').value === 'by-hand.json'", &[]);
        open_start(page);
        expect_listed(page, &["*by-hand.json", EXAMPLES[0].title]);
        press(page, EXAMPLES[0].title, ".entry-title");
        expect_scenario(page, &longer(1));
        // In mid drag: what had been committed is kept, the drag is not.
        let (scenario, link) = theirs();
        take_and_move(page, Device::Mouse, grip(page, "duration"), (2.0 * slot_px(page), 0.0));
        expect_figures(page, &longer(3));
        paste(page, &link);
        expect_scenario(page, &scenario);
        page.move_from_to(Device::Mouse, page.middle_of("#gantt-logical"), page.middle_of("#gantt-logical").by(40.0, 0.0), 3);
        page.release(Device::Mouse);
        expect_scenario(page, &scenario);
        expect_preview(page, true);
        page.click("#back-to-work");
        expect_scenario(page, &longer(1));
    });
}

#[test]
fn a_log_keeps_what_it_takes_the_place_of() {
    with_page("kept-on-log", |page| {
        open_lab(page, "");
        edit(page);
        page.drop_file("main", "small.swf", b"; MaxNodes: 6\n5 0 10 600 2 -1 -1 2 600 -1 1 1 1 -1 1 -1 -1 -1\n");
        page.wait_for_text("#log-shaped", "1 request on 6 nodes.");
        page.click("#use-log");
        page.wait_for("the log's name as title", "document.querySelector('header .title').value === 'small.swf'", &[]);
        expect_stored(page, 2);
        // The log changes, and goes back to what was imported.
        page.click("#planner-rigid");
        reload_lab(page);
        open_start(page);
        expect_listed(page, &["*small.swf", EXAMPLES[0].title]);
        press(page, "small.swf", ".entry-original");
        page.wait_for(
            "the planner before",
            "document.querySelector('#planner-rigid').getAttribute('aria-pressed') !== 'true'",
            &[],
        );
        page.click("#undo");
        page.wait_for("the change", "document.querySelector('#planner-rigid').getAttribute('aria-pressed') === 'true'", &[]);
    });
}

#[test]
fn a_new_name_being_typed_stays_whatever_else_changes() {
    with_page("rename", |page| {
        open_lab(page, "");
        let opened = page.fragment();
        edit(page);
        expect_stored(page, 1);
        page.wait_until("the link of the edit", || (page.fragment() != opened).then_some(()));
        open_start(page);
        press(page, EXAMPLES[0].title, ".entry-rename");
        page.wait_for("the field", "document.activeElement.classList.contains('entry-name')", &[]);
        page.type_text("Mon");
        // Another part of the page changes: the work behind the list, and with it the link and the list.
        let link = page.fragment();
        page.js("document.querySelector('#undo').click()", &[]);
        page.wait_until("the link to be another", || (page.fragment() != link).then_some(()));
        page.settle();
        assert_eq!(page.value(".entry-name"), "Mon");
        page.type_text("day");
        page.key("Enter");
        expect_listed(page, &["*Monday"]);
    });
}

#[test]
fn saved_scenarios_are_renamed_duplicated_deleted_and_brought_back() {
    with_page("library", |page| {
        open_lab(page, "");
        open_start(page);
        page.wait_for_text(".library", "Nothing is saved yet");
        page.screenshot("library-empty");
        page.assert_accessible("an empty library");
        leave_start(page);
        edit(page);
        expect_stored(page, 1);
        open_start(page);
        let title = EXAMPLES[0].title;
        expect_listed(page, &[&format!("*{title}")]);
        let facts = page.text(".entry .hint");
        assert!(facts.contains("Plan · 11 requests · "), "{facts}");
        // Rename the open one: it is the scenario's title. By keyboard alone.
        page.focus(".entry-rename");
        page.key("Enter");
        page.wait_for("the field", "document.activeElement.classList.contains('entry-name')", &[]);
        page.type_text("Monday");
        page.key("Enter");
        expect_listed(page, &["*Monday"]);
        assert_eq!(page.value("header .title"), "Monday");
        // A second one, renamed without being opened.
        press(page, "Monday", ".entry-duplicate");
        expect_listed(page, &["Monday (copy)", "*Monday"]);
        press(page, "Monday (copy)", ".entry-rename");
        page.wait_for("the field", "document.activeElement.classList.contains('entry-name')", &[]);
        page.type_text("Tuesday");
        page.key("Escape");
        expect_listed(page, &["Monday (copy)", "*Monday"]);
        assert_eq!(page.count("#start"), 1, "Escape leaves the field, not the page");
        press(page, "Monday (copy)", ".entry-rename");
        page.wait_for("the field", "document.activeElement.classList.contains('entry-name')", &[]);
        page.type_text("Tuesday");
        page.key("Enter");
        expect_listed(page, &["Tuesday", "*Monday"]);
        page.screenshot("library-two");
        page.assert_accessible("the library");
        reload_lab(page);
        assert_eq!(page.value("header .title"), "Monday");
        open_start(page);
        expect_listed(page, &["Tuesday", "*Monday"]);
        press(page, "Tuesday", ".entry-title");
        expect_scenario(page, &longer(1));
        assert_eq!(page.value("header .title"), "Tuesday");
        edit(page);
        expect_scenario(page, &longer(2));
        // Delete the open one: something sensible is shown, and undo brings all back.
        open_start(page);
        expect_listed(page, &["*Tuesday", "Monday"]);
        press(page, "Tuesday", ".entry-delete");
        expect_listed(page, &["Monday"]);
        page.wait_until("the first example", || lab::held_slots(page).filter(|held| *held == first_example()));
        page.screenshot("library-deleted");
        page.wait_for("the way back to have the focus", "document.activeElement.id === 'undo-delete'", &[]);
        page.key("Enter");
        expect_scenario(page, &longer(2));
        expect_stored(page, 2);
        // The state before that is the same work: nothing is there twice, and nobody is told of a copy.
        page.click("#undo");
        expect_scenario(page, &first_example());
        page.click("#undo");
        expect_scenario(page, &longer(2));
        page.click("#redo");
        page.click("#redo");
        expect_scenario(page, &longer(2));
        reload_lab(page);
        expect_stored(page, 2);
        assert_eq!(page.count(".notice"), 0);
        // Delete a closed one and stay.
        open_start(page);
        press(page, "Monday", ".entry-delete");
        expect_listed(page, &["*Tuesday"]);
        leave_start(page);
        reload_lab(page);
        expect_scenario(page, &longer(2));
        expect_stored(page, 1);
        // To the original and back again.
        open_start(page);
        press(page, "Tuesday", ".entry-original");
        expect_scenario(page, &first_example());
        page.click("#undo");
        expect_scenario(page, &longer(2));
    });
}

#[test]
fn a_deleted_scenario_stays_deleted_unless_it_is_brought_back() {
    with_page("deleted", |page| {
        open_lab(page, "");
        edit(page);
        expect_stored(page, 1);
        open_start(page);
        press(page, EXAMPLES[0].title, ".entry-delete");
        expect_stored(page, 0);
        leave_start(page);
        reload_lab(page);
        expect_scenario(page, &first_example());
        assert_eq!(stored(page).len(), 0);
        // Undo of the page itself brings it back too.
        edit(page);
        expect_stored(page, 1);
        open_start(page);
        press(page, EXAMPLES[0].title, ".entry-delete");
        expect_listed(page, &[]);
        leave_start(page);
        page.click("#undo");
        expect_scenario(page, &longer(1));
        expect_stored(page, 1);
    });
}

#[test]
fn undo_and_redo_survive_a_reload() {
    with_page("undo-reload", |page| {
        open_lab(page, "");
        for _ in 0..3 {
            page.focus("#handle-duration");
            page.key("ArrowRight");
            // Other keys between them: each is a step of its own.
            page.click("#request-4");
            page.click("#request-10");
        }
        expect_scenario(page, &longer(3));
        page.click("#undo");
        expect_scenario(page, &longer(2));
        reload_lab(page);
        page.wait_until("both ways", || (can_undo_redo(page) == (true, true)).then_some(()));
        page.click("#redo");
        expect_scenario(page, &longer(3));
        for by in [2, 1] {
            page.click("#undo");
            expect_scenario(page, &longer(by));
        }
        page.click("#undo");
        expect_scenario(page, &first_example());
        assert_eq!(can_undo_redo(page), (false, true));
        reload_lab(page);
        page.wait_until("redo", || (can_undo_redo(page) == (false, true)).then_some(()));
        page.click("#redo");
        expect_scenario(page, &longer(1));
        expect_inspected(page, &newcomer_of(&longer(1)));
        assert_eq!(stored(page).len(), 1, "reloads make no new entries");
    });
}

#[test]
fn changes_are_saved_in_time() {
    with_page_alone("in-time", |page| {
        open_lab(page, "");
        edit(page);
        expect_stored(page, 1);
        // A stream of changes: the link in the store follows within two seconds though there is never quiet.
        let before = stored(page).remove(0).link;
        let saved_after = page.js_async(
            "const [before, done] = arguments;
            const handle = document.querySelector('#handle-duration');
            let key = 'ArrowRight', began = performance.now();
            const own = () => Object.keys(localStorage).filter(k => k.startsWith('bookahead.work.')).map(k => JSON.parse(localStorage.getItem(k)).link)[0];
            const timer = setInterval(() => {
                document.querySelector('#handle-duration').dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
                key = key === 'ArrowRight' ? 'ArrowUp' : 'ArrowRight';
                const late = performance.now() - began;
                if (own() !== before || late > 6000) { clearInterval(timer); done(late); }
            }, 100)",
            &[json!(before)],
        );
        let late = saved_after.as_f64().expect("a time");
        assert!(late < 3_000.0, "saved after {late} ms");
        // Hidden: what waits to be saved is saved before anything else, also if the page never comes to the front again.
        let saved_when_hidden = page.js_async(
            "const done = arguments[0];
            const own = () => Object.keys(localStorage).filter(k => k.startsWith('bookahead.work.')).map(k => JSON.parse(localStorage.getItem(k)).link)[0];
            let key = 'ArrowRight';
            const attempt = left => {
                const before = own(), began = performance.now();
                document.querySelector('#handle-duration').dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
                key = key === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
                setTimeout(() => {
                    // On a busy machine the usual time to save may have come already: once more.
                    if (own() !== before || performance.now() - began > 250) { left ? setTimeout(attempt, 1500, left - 1) : done('never in time'); return; }
                    Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});
                    document.dispatchEvent(new Event('visibilitychange'));
                    delete document.visibilityState;
                    done(own() !== before);
                }, 60);
            };
            setTimeout(attempt, 1500, 10)",
            &[],
        );
        assert_eq!(saved_when_hidden, true, "a page that is hidden has saved its work");
        // Left at once.
        page.click("#planner-rigid");
        page.reload();
        page.wait_for("the change", "document.querySelector('#planner-rigid')?.getAttribute('aria-pressed') === 'true'", &[]);
        page.click("#planner-fcfs-eds");
        let asked = page.js(
            "const event = new Event('beforeunload', {cancelable: true}); window.dispatchEvent(event); return event.defaultPrevented",
            &[],
        );
        assert_eq!(asked, false, "what can be saved is saved, and nobody is asked");
    });
}

#[test]
fn a_full_storage_loses_nothing() {
    with_page("full-storage", |page| {
        open_lab(page, "");
        edit(page);
        expect_stored(page, 1);
        // All that is left is taken, by something else and by work that the user wants to keep.
        let fill = "
            const old = JSON.parse(localStorage.getItem(Object.keys(localStorage).find(key => key.startsWith('bookahead.work.'))));
            localStorage.setItem('bookahead.work.1-1', JSON.stringify({...old, title: 'Kept', kept: true, saved_at: 1000}));
            if (arguments[0]) localStorage.setItem('bookahead.work.2-2', JSON.stringify({...old, title: 'Old', kept: false, saved_at: 2000, link: old.link + 'A'.repeat(30000)}));
            for (let size = 4 << 20, n = 0; size >= 1;) {
                try { localStorage.setItem('other' + n, 'x'.repeat(size)); n += 1; } catch { size = size >> 1; }
            }";
        page.js(fill, &[json!(false)]);
        let keys = "return Object.keys(localStorage).sort().map(key => key + localStorage.getItem(key).length)";
        let before = page.js(keys, &[]);
        // A title that takes more room than there is.
        let long = "m".repeat(150);
        page.fill("header .title", &long);
        let notice = expect_notice(page, "is not saved");
        assert!(notice.contains("storage for this page is full") && notice.contains("Nothing else was removed"), "{notice}");
        assert_eq!(page.js(keys, &[]), before, "a failed save changes nothing");
        let asks = "const event = new Event('beforeunload', {cancelable: true}); window.dispatchEvent(event); return event.defaultPrevented";
        assert_eq!(page.js(asks, &[]), true, "whoever leaves now is asked");
        page.screenshot("storage-full");
        dismiss_notices(page);
        // Older work that nobody asked to keep makes room, and that is told.
        page.js(
            "Object.keys(localStorage).filter(key => key.startsWith('other')).forEach(key => localStorage.removeItem(key))",
            &[],
        );
        page.js(fill, &[json!(true)]);
        page.fill("header .title", &"n".repeat(170));
        let notice = expect_notice(page, "storage is full");
        assert!(notice.contains("“Old”") && !notice.contains("Kept"), "{notice}");
        let titles: Vec<String> = stored(page).into_iter().map(|saved| saved.title).collect();
        assert_eq!(titles, ["n".repeat(170), "Kept".to_string()]);
        assert_eq!(page.js(asks, &[]), false);
    });
}

#[test]
fn a_forbidden_storage_is_told() {
    with_page("no-storage", |page| {
        let forbid = "for (const name of ['localStorage', 'sessionStorage'])
            Object.defineProperty(window, name, {get() { throw new DOMException('denied', 'SecurityError'); }});";
        page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": forbid }));
        open_lab(page, "");
        assert_eq!(page.count(".notice"), 0, "nothing is lost yet");
        edit(page);
        let notice = expect_notice(page, "is not saved");
        assert!(notice.contains("refuses to keep anything"), "{notice}");
        expect_scenario(page, &longer(1));
        let asks = "const event = new Event('beforeunload', {cancelable: true}); window.dispatchEvent(event); return event.defaultPrevented";
        assert_eq!(page.js(asks, &[]), true);
        open_start(page);
        page.wait_for_text("#library-forbidden", "keeps nothing for this page");
        leave_start(page);
        // Links still work, as previews.
        let (scenario, link) = theirs();
        paste(page, &link);
        expect_scenario(page, &scenario);
        expect_preview(page, true);
        page.click("#back-to-work");
        expect_scenario(page, &longer(1));
    });
}

#[test]
fn the_message_about_saving_goes_when_work_is_saved_again() {
    with_page("saved-again", |page| {
        open_lab(page, "");
        let refuse = "window.taken = Storage.prototype.setItem;
            Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }";
        page.js(refuse, &[]);
        edit(page);
        expect_notice(page, "is not saved");
        page.js("Storage.prototype.setItem = window.taken", &[]);
        edit(page);
        page.wait_until("the message to go", || (page.count(".notice.problem") == 0).then_some(()));
        expect_stored(page, 1);
    });
}

#[test]
fn damaged_newer_and_old_entries_are_told_apart_and_kept() {
    with_page("bad-entries", |page| {
        open_lab(page, "");
        edit(page);
        let good = expect_stored(page, 1).remove(0).link;
        let put = "
            const put = (id, value) => localStorage.setItem('bookahead.work.' + id, typeof value === 'string' ? value : JSON.stringify(value));
            const link = arguments[0];
            put('1-1', '{\"saved_at\": 17');
            put('1-2', {version: 9, saved_at: 1000, title: 'From tomorrow', link, colour: 'blue'});
            put('1-3', {version: 2, saved_at: 3000, title: 'New link', link: 'v8.abc'});
            put('1-4', {version: 2, saved_at: 4000, title: 'Bad link', link: link.slice(0, -8)});
            put('1-5', {saved_at: 5000, title: 'Old build', link})";
        page.js(put, &[json!(good)]);
        open_start(page);
        expect_listed(
            page,
            &[&format!("*{}", EXAMPLES[0].title), "Old build", "Bad link", "New link", "Damaged entry", "From tomorrow"],
        );
        page.wait_for_text("#library-refused", "4 scenarios cannot be opened. What is stored stays");
        let why = page.texts(".entry .problem").join("\n");
        for part in ["version v8", "link is damaged", "newer version of Bookahead", "is damaged: it is not what"] {
            assert!(why.contains(part), "{part}: {why}");
        }
        page.screenshot("library-refused");
        page.assert_accessible("entries that cannot be opened");
        // They are not buttons, and nothing touched them.
        assert_eq!(page.count("button.entry-title"), 2);
        press(page, "Old build", ".entry-title");
        expect_scenario(page, &longer(1));
        assert_eq!(page.value("header .title"), "Old build");
        edit(page);
        reload_lab(page);
        expect_scenario(page, &longer(2));
        assert_eq!(page.js("return Object.keys(localStorage).filter(key => key.startsWith('bookahead.work.')).length", &[]), 6);
        // This tab's own work is damaged meanwhile: that is told, and an example shown.
        page.js("const tab = JSON.parse(sessionStorage.getItem('bookahead.tab')); localStorage.setItem('bookahead.work.' + tab.work, '!'); history.replaceState(null, '', location.pathname)", &[]);
        page.reload();
        expect_notice(page, "The stored copy of your work cannot be opened");
        expect_figures(page, &first_example());
        assert_eq!(page.js("return Object.values(localStorage).includes('!')", &[]), true, "it is still there");
    });
}

#[test]
fn no_moment_is_an_invalid_date() {
    with_page("odd-moments", |page| {
        open_lab(page, "");
        edit(page);
        let good = expect_stored(page, 1).remove(0).link;
        let put = "
            for (const [at, saved_at] of ['1e300', '-1e300', '8640000000000001', '8640000000000000', '-5', '0', '1.5'].entries())
                localStorage.setItem(`bookahead.work.9-${at}`, `{\"version\": 2, \"saved_at\": ${saved_at}, \"title\": \"Odd ${at}\", \"link\": \"${arguments[0]}\"}`)";
        page.js(put, &[json!(good)]);
        open_start(page);
        page.wait_for("the list", "document.querySelectorAll('.library .entry').length === 8", &[]);
        let list = page.text(".library");
        assert!(!list.contains("Invalid") && !list.contains("NaN"), "{list}");
        assert_eq!(list.matches("saved at an unknown time").count(), 5, "{list}");
        page.screenshot("odd-moments");
    });
}

#[test]
fn two_tabs_never_write_over_each_other() {
    with_page("two-tabs", |page| {
        open_lab(page, "");
        edit(page);
        page.fill("header .title", "Shared by two");
        expect_stored(page, 1);
        page.wait_until("its title", || (stored(page)[0].title == "Shared by two").then_some(()));
        let (first, second) = second_tab(page, "");
        // The list says where it is open, and what cannot be done therefore.
        open_start(page);
        expect_listed(page, &["Shared by two"]);
        page.wait_for_text(".badge", "open in another tab");
        assert_eq!(page.count(".entry-delete:disabled"), 1);
        press(page, "Shared by two", ".entry-title");
        expect_scenario(page, &longer(1));
        expect_notice(page, "open in another tab too");
        edit(page);
        expect_scenario(page, &longer(2));
        expect_stored(page, 2);
        // The first tab goes on with its own.
        to_tab(page, &first);
        page.focus("#handle-duration");
        page.key("ArrowLeft");
        expect_scenario(page, &first_example());
        page.settle();
        for (tab, work) in [(&first, first_example()), (&second, longer(2))] {
            to_tab(page, tab);
            page.js("history.replaceState(null, '', location.pathname)", &[]);
            reload_lab(page);
            expect_scenario(page, &work);
        }
        assert_eq!(stored(page).len(), 2);
        // A duplicated tab begins with a copy: the browser copies what a tab remembers.
        let remembered = page.js("return sessionStorage.getItem('bookahead.tab')", &[]);
        let third = page.post("window/new", &json!({ "type": "tab" }))["handle"].as_str().expect("a tab").to_string();
        to_tab(page, &third);
        page.size(1280, 800);
        open_lab(page, "");
        page.js(
            "sessionStorage.setItem('bookahead.tab', arguments[0]); history.replaceState(null, '', location.pathname)",
            &[remembered],
        );
        reload_lab(page);
        expect_scenario(page, &longer(2));
        expect_notice(page, "open in another tab too");
        edit(page);
        expect_scenario(page, &longer(3));
        expect_stored(page, 3);
        to_tab(page, &second);
        reload_lab(page);
        expect_scenario(page, &longer(2));
    });
}

#[test]
fn twelve_later_tabs_push_nobody_out() {
    with_page("twelve-tabs", |page| {
        open_lab(page, "");
        edit(page);
        page.fill("header .title", "The first");
        page.wait_until("its title", || stored(page).iter().any(|saved| saved.title == "The first").then_some(()));
        let first = page.handle();
        for tab in 1..=12 {
            second_tab(page, "");
            edit(page);
            page.fill("header .title", &format!("Tab {tab}"));
            page.wait_until("its title", || stored(page).iter().any(|saved| saved.title == format!("Tab {tab}")).then_some(()));
        }
        let mut titles: Vec<String> = stored(page).into_iter().map(|saved| saved.title).collect();
        titles.sort();
        let mut expected: Vec<String> = (1..=12).map(|tab| format!("Tab {tab}")).chain(["The first".to_string()]).collect();
        expected.sort();
        assert_eq!(titles, expected);
        // The first is there as before, for its own tab and after a reload.
        to_tab(page, &first);
        expect_scenario(page, &longer(1));
        page.js("history.replaceState(null, '', location.pathname)", &[]);
        reload_lab(page);
        expect_scenario(page, &longer(1));
        assert_eq!(page.value("header .title"), "The first");
    });
}

#[test]
fn many_saved_scenarios_can_be_searched_and_none_alive_goes() {
    with_page("library-many", |page| {
        open_lab(page, "");
        edit(page);
        let good = expect_stored(page, 1).remove(0).link;
        let put = "for (let i = 0; i < 12; i++) localStorage.setItem('bookahead.work.3-' + i, JSON.stringify(
            {version: 2, saved_at: 1700000000000 + i * 86400000 * 3, title: i === 5 ? 'Exercise sheet 4, with a title so long that it does not fit into the list as it is' : 'Lecture ' + (i + 1), link: arguments[0], kept: true}))";
        page.js(put, &[json!(good)]);
        open_start(page);
        page.wait_until("all of them", || (listed(page).len() == 13).then_some(()));
        page.screenshot("library-many");
        page.assert_accessible("a long library");
        page.focus("#library-search");
        page.type_text("sheet");
        page.wait_until("the one", || (listed(page).len() == 1).then_some(()));
        page.type_text("xyz");
        page.wait_for_text(".library", "None of 13 scenarios");
        // The first Escape clears the field, as browsers have it.
        page.key("Escape");
        leave_start(page);
        page.phone();
        reload_lab(page);
        open_start(page);
        page.wait_until("all of them", || (listed(page).len() == 13).then_some(()));
        page.screenshot("library-phone");
        let wide =
            page.js("return document.querySelector('#start').scrollWidth > document.querySelector('#start').clientWidth", &[]);
        assert_eq!(wide, false, "nothing sticks out");
        leave_start(page);
        expect_scenario(page, &longer(1));
    });
}
