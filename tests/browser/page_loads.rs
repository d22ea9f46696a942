//! The page comes up from any sub-path, under a strict policy, without an error and without asking anyone else.

use crate::harness::{Page, with_page};
use serde_json::json;

/// Loads the page and waits until the program has replaced the first paint.
pub fn open(page: &Page, fragment: &str) {
    page.open(fragment);
    page.wait_for(
        "the page to replace its first paint",
        "document.querySelector('#app') && !document.querySelector('#app .loading')",
        &[],
    );
}

#[test]
fn from_a_sub_path_without_errors() {
    with_page("loads", |page| {
        open(page, "");
        page.settle();
        assert!(page.js("return document.title", &[]).as_str().is_some_and(|title| title.contains("Bookahead")));
        assert_eq!(page.attribute("html", "lang").as_deref(), Some("en"));
        page.screenshot("desktop-light");
        let asked = page.asked();
        assert!(asked.iter().any(|asked| asked.path.ends_with(".packed") && asked.path.starts_with("app-")), "{asked:?}");
        page.assert_quiet();
    });
}

/// What unpacks the module in the page.
const UNPACK: &str = include_str!("../../www/unpack.js");

#[test]
fn a_damaged_module_is_told() {
    with_page("damaged", |page| {
        // An answer that goes on as the module does, but is none.
        page.server().put_in_front(".packed", "\u{1}\0\u{1}\0damage");
        page.open("");
        page.wait_for_text("[role=status]", "Not all of the page has arrived. Please reload it.");
        page.expect_errors("the module is damaged");
    });
}

#[test]
fn unpacking_notices_damage_and_always_ends() {
    with_page("unpacking", |page| {
        open(page, "");
        let script = "const done = arguments[0];
            const bytes = async () => new Uint8Array(await (await fetch(document.querySelector('link[href$=\".packed\"]').href)).arrayBuffer());
            const noticed = work => { try { work(); return false; } catch (error) { return error.message === 'the module is damaged'; } };
            bytes().then(packed => {
                const streams = unlzma(packed), lengths = new DataView(streams.buffer), wrong = [];
                if (!WebAssembly.validate(join(streams))) wrong.push('whole');
                for (let i = 0; i < 16; i++) {
                    const at = 4 + Math.floor((packed.length - 5) * i / 15), flipped = packed.slice();
                    flipped[at] ^= 1 << i % 8;
                    // The first byte of the coder's state is always 0 and not read.
                    if (i && !noticed(() => unlzma(flipped))) wrong.push('flipped at ' + at);
                    if (at > 8 && !noticed(() => unlzma(packed.slice(0, at)))) wrong.push('cut at ' + at);
                }
                // Numbers without an end, at the start of every stream.
                for (let kind = 0, at = 52; kind < 13; at += lengths.getUint32(4 * kind++, true)) {
                    for (const byte of [0x80, 0xff]) {
                        const damaged = streams.slice().fill(byte, at, at + 400);
                        try { join(damaged); } catch (error) { if (error.message !== 'the module is damaged') wrong.push(kind + ': ' + error); }
                    }
                }
                done(wrong.join());
            }).catch(error => done(String(error)));";
        assert_eq!(page.js_async(&format!("{UNPACK}\n{script}"), &[]), "");
        page.assert_quiet();
    });
}

#[test]
fn the_policy_refuses_what_the_page_does_not_need() {
    with_page("policy", |page| {
        open(page, "");
        let policy = page.attribute("meta[http-equiv=Content-Security-Policy]", "content").expect("a policy in the page");
        assert!(policy.contains("default-src 'none'") && policy.contains("'sha256-"), "{policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
        page.assert_quiet();
        // Each of these must be refused; what a page may do without a policy is no proof.
        page.js("const s = document.createElement('script'); s.textContent = 'window.ran = true'; document.head.append(s)", &[]);
        assert_eq!(page.js("return window.ran === undefined", &[]), json!(true), "an inline script ran");
        page.expect_errors("inline script");
        let fetched = page.js_async(
            "const done = arguments[0]; fetch('https://example.org/').then(() => done('fetched'), () => done('refused'))",
            &[],
        );
        assert_eq!(fetched, "refused");
        page.expect_errors("example.org");
        page.js("document.body.setAttribute('style', 'margin: 33px')", &[]);
        assert_ne!(page.js("return getComputedStyle(document.body).marginLeft", &[]), "33px");
        page.expect_errors("inline style");
    });
}
