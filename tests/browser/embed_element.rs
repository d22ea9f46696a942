//! `<book-ahead>` on another page: a picture that becomes a frame with the page when it is pressed.

use crate::harness::{Page, copied, with_folder};
use serde_json::{Value, json};

const ELEMENT: &str = "<book-ahead src=\"index.html\" view=\"plan\" height=\"307\">
    <svg width=\"960\" height=\"300\" viewBox=\"0 0 960 300\"><title>A picture</title><rect width=\"960\" height=\"300\" fill=\"#888\" /></svg></book-ahead>";
/// What is in the first element.
const ROOT: &str = "document.querySelector('book-ahead').shadowRoot";

/// Runs a test on a page with this text, whose policy refuses inline styles, as that of many hosts does.
fn with_elements(name: &str, body: &str, test: impl FnOnce(&Page)) {
    let host = format!(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Course</title><link rel=\"icon\" href=\"data:,\">
        <meta http-equiv=\"Content-Security-Policy\" content=\"style-src 'self'\">
        <script type=\"module\" src=\"embed.js\"></script><script type=\"module\" src=\"embed.js?again\"></script><main><h1>Course</h1>{body}</main></html>"
    );
    let files: [(&str, &str); 3] = [
        ("course.html", host.as_str()),
        ("silent.html", "<!DOCTYPE html><title>Silent</title><link rel=\"icon\" href=\"data:,\">"),
        ("embed.js", include_str!("../../www/embed.js")),
    ];
    with_folder(
        name,
        |dist| copied(&dist, name, |_| false, &files),
        |page| {
            page.post("url", &json!({ "url": format!("{}course.html", page.server().address()) }));
            page.wait_for("the element to be known", "customElements.get('book-ahead')", &[]);
            test(page);
        },
    );
}

/// Presses the button of the first element by a key, and waits for its page.
fn press(page: &Page) {
    page.js(&format!("{ROOT}.querySelector('button').focus()"), &[]);
    page.key("Enter");
    page.wait_for("the page in the frame", &format!("{ROOT}.querySelector('.ready iframe')"), &[]);
}

/// What an expression with the first element in `el` comes to; if it is refused, the error's parts.
fn comes_to(page: &Page, expression: &str) -> Value {
    let script = format!(
        "const el = document.querySelector('book-ahead');
        ({expression}).then(arguments[0], ({{ message, place, found }}) => arguments[0]({{ message, place, found }}))"
    );
    page.js_async(&script, &[])
}

#[test]
fn ten_elements_are_ten_pictures_until_one_is_pressed() {
    with_elements("embed-ten", &ELEMENT.repeat(10), |page| {
        let frames = "return [...document.querySelectorAll('book-ahead')].filter(e => e.shadowRoot.querySelector('iframe')).length";
        assert_eq!((page.count("book-ahead > svg"), page.js(frames, &[])), (10, json!(0)));
        assert!(!page.asked().iter().any(|asked| asked.path.contains(".wasm")), "{:?}", page.asked());
        page.assert_accessible("a page with ten elements");
        page.size(400, 800);
        page.assert_fits_width();
        page.size(1280, 800);
        press(page);
        assert_eq!(page.js(frames, &[]), 1);
        let inside = format!(
            "const frame = {ROOT}.querySelector('iframe');
            return [{ROOT}.activeElement === frame, frame.offsetHeight, frame.contentDocument.documentElement.className, {ROOT}.querySelector('button').offsetWidth]"
        );
        assert_eq!(page.js(&inside, &[]), json!([true, 307, "embedded", 0]), "the focus of the button goes into the frame");
        page.screenshot("embed-element");
    });
}

#[test]
fn properties_events_and_answers_are_those_of_the_messages() {
    with_elements("embed-element", ELEMENT, |page| {
        page.js(
            "const el = document.querySelector('book-ahead');
            document.addEventListener('bookahead:changed', ({ detail }) => window.changed = detail);
            el.scenario = { version: 1, machine: { nodes: 7 }, workload: { requests: [] } };",
            &[],
        );
        page.settle();
        assert!(page.js(&format!("return {ROOT}.querySelector('iframe')"), &[]).is_null(), "a property opens no frame");
        press(page);
        assert_eq!(comes_to(page, "el.get('scenario').then(({ machine }) => machine.nodes)"), 7);
        let refused = comes_to(page, "el.policy({ planner: 'magic' })");
        assert_eq!(refused["place"], "policy.planner", "{refused}");
        // What no message can hold is refused, and the next one is answered.
        let unsent = comes_to(page, "el.load({ scenario: () => 1 })");
        assert!(unsent["message"].as_str().is_some_and(|message| message.contains("could not be cloned")), "{unsent}");
        assert!(comes_to(page, "el.policy({ planner: 'rigid' })").is_null());
        page.wait_for("the event", "window.changed?.settled", &[]);
        // Taken out and put back, it is a picture again, and whoever waits is told.
        let moved = comes_to(page, "(() => { const asked = el.get('plan'); document.body.append(el); return asked })()");
        assert_eq!(moved["message"], "the element was taken out of its page");
        assert!(page.js(&format!("return {ROOT}.querySelector('iframe')"), &[]).is_null());
    });
}

#[test]
fn a_lesson_between_the_tags_is_answered_and_its_host_is_told() {
    let text = crate::lessons::text_of("who-makes-room").replace('&', "&amp;").replace('<', "&lt;");
    let body = format!("<book-ahead src=\"index.html\" lesson height=\"500\">\n{text}</book-ahead>");
    with_elements("embed-lesson", &body, |page| {
        let title = format!("return {ROOT}.querySelector('slot[name=picture]').innerText");
        assert_eq!(page.js(&title, &[]), "Who makes room?");
        assert!(!page.text("book-ahead").contains("predict:"), "the text is not shown");
        page.assert_accessible("a page with a lesson in an element");
        page.screenshot("embed-lesson");
        page.js("window.told = []; for (const name of ['answer', 'finished', 'error']) document.addEventListener(`bookahead:${name}`, ({ detail }) => told.push(detail))", &[]);
        press(page);
        assert_eq!(comes_to(page, "el.get('answers').then(code => code.startsWith('a1.'))"), true);
        let choose = format!(
            "const inside = {ROOT}.querySelector('iframe').contentDocument;
            inside.querySelector('#lesson-choice-1')?.click();
            inside.querySelector('#lesson-check:not([disabled])')?.click();
            return window.told"
        );
        let told = page.wait_until("an answer to be told", || Some(page.js(&choose, &[])).filter(|told| !told[0].is_null()));
        assert_eq!(
            (&told[0]["event"], &told[0]["step"], &told[0]["task"], &told[0]["tries"], &told[0]["right"]),
            (&json!("answer"), &json!(1), &json!(1), &json!(1), &json!(false)),
            "{told}"
        );
        let text = include_str!("../../www/lessons/who-makes-room.lesson.md");
        assert!(comes_to(page, &format!("el.load({{ lesson: {} }})", json!(text))).is_null());
    });
}

#[test]
fn a_page_that_does_not_answer_leaves_the_picture_and_a_way_to_the_page() {
    // The element waits for 30 s; here it waits for no time at all.
    let hasty = "<script>const wait = setTimeout; window.setTimeout = (run, ms) => wait(run, ms === 30000 ? 0 : ms)</script>";
    let body = format!("{hasty}{}", ELEMENT.replace("index.html\"", "silent.html\" link=\"#v1.x\""));
    with_elements("embed-silent", &body, |page| {
        assert_eq!(comes_to(page, "el.get('plan')")["message"], "the page does not answer; its host may forbid frames");
        assert!(page.rect("book-ahead > svg")[2] > 300.0, "the picture is still there");
        let opened = page.js(
            &format!("window.open = (...asked) => window.opened = asked; {ROOT}.querySelector('button').click(); return opened"),
            &[],
        );
        assert_eq!(opened, json!([format!("{}silent.html#v1.x", page.server().address()), "_blank", "noopener"]));
    });
}
