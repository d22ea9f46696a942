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
