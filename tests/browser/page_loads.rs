//! The page comes up from any sub-path, under a strict policy, without an error and without asking anyone else.

use crate::harness::{Page, with_page};
use serde_json::json;
use std::env;

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
fn continuous_integration_tests_a_built_page() {
    // Elsewhere the tests of this program say that they are skipped, and pass.
    let is_ci = env::var_os("CI").is_some_and(|ci| ci == "true");
    assert!(
        !is_ci || env::var_os("BOOKAHEAD_DIST").is_some(),
        "CI=true, but BOOKAHEAD_DIST names no built page: scripts/test sets it"
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
        assert!(asked.iter().any(|asked| asked.path.ends_with(".wasm") && asked.path.starts_with("app-")), "{asked:?}");
        page.assert_quiet();
    });
}

/// Counts in `window.compiled` how the page has its module compiled.
const COUNT_COMPILATIONS: &str = "window.compiled = {};
    for (const name of ['instantiateStreaming', 'compileStreaming', 'instantiate', 'compile']) {
        const own = WebAssembly[name];
        WebAssembly[name] = async (...given) => {
            const made = await own.apply(WebAssembly, given);
            window.compiled[name] = (window.compiled[name] ?? 0) + 1;
            return made;
        };
    }";

#[test]
fn the_module_is_compiled_while_it_arrives() {
    with_page("streamed", |page| {
        page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": COUNT_COMPILATIONS }));
        open(page, "");
        // Only so does the browser also keep the compiled code for the next visit.
        assert_eq!(page.js("return window.compiled", &[]), json!({ "instantiateStreaming": 1 }));
        page.assert_quiet();
    });
}

#[test]
fn a_damaged_module_is_told() {
    with_page("damaged", |page| {
        page.server().put_in_front(".wasm", "damage");
        page.open("");
        page.wait_for_text("[role=status]", "Not all of the page has arrived. Please reload it.");
        page.expect_errors("CompileError");
    });
}

#[test]
fn the_picture_of_the_first_plan_is_there_before_the_program() {
    with_page("first-plan", |page| {
        let is_shown = || page.js("return document.querySelector('#first-plan svg').getBoundingClientRect().height > 100", &[]);
        // The program never comes, and each load says so.
        page.server().put_in_front(".wasm", "damage");
        let expect = |shown: bool| {
            assert_eq!(is_shown(), json!(shown));
            page.expect_errors("CompileError");
        };
        page.open("");
        expect(true);
        page.screenshots("first-plan");
        // Another plan will be opened: that of a link, or what this tab was at.
        page.open("#3");
        expect(false);
        page.open("");
        page.js("sessionStorage.setItem('bookahead.tab', '{}')", &[]);
        page.expect_errors("CompileError");
        page.reload();
        expect(false);
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
        let add = "const s = document.createElement('script'); s.append('window.ran = true'); document.head.append(s)";
        page.js(add, &[]);
        assert_eq!(page.js("return window.ran === undefined", &[]), json!(true), "an inline script ran");
        page.expect_errors("TrustedScript");
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

#[test]
fn no_text_becomes_a_script() {
    with_page("trusted-types", |page| {
        open(page, "");
        let policy = page.attribute("meta[http-equiv=Content-Security-Policy]", "content").expect("a policy in the page");
        assert!(policy.contains("require-trusted-types-for 'script'") && policy.contains("trusted-types default"), "{policy}");
        // The worker is started by an address that is allowed.
        page.wait_for_worker();
        page.assert_quiet();
        let refused = |what: &str| {
            let script = format!("try {{ {what}; return 'allowed' }} catch (error) {{ return error.name }}");
            assert_eq!(page.js(&script, &[]), json!("TypeError"), "{what}");
        };
        refused("document.body.innerHTML = '<b>text</b>'");
        refused("document.createElement('script').src = 'worker.js'");
        refused("new Worker('other.js')");
        refused("new DOMParser().parseFromString('<b>', 'text/html')");
        refused("trustedTypes.createPolicy('mine', {createHTML: text => text})");
        page.expect_errors("");
    });
}
