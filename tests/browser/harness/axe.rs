//! The accessibility scanner axe-core, put into the page as it stands.

use super::page::Page;
use serde_json::{Value, json};
use std::fmt::Write;
use std::{env, fs};

impl Page {
    /// Scans the page as it is now and fails with every violation, its elements and the advice.
    pub fn assert_accessible(&self, what: &str) {
        let path = env::var("BOOKAHEAD_AXE").unwrap_or_default();
        let source = fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("axe-core at BOOKAHEAD_AXE={path:?}: {error}; run scripts/setup --browser and source scripts/env")
        });
        if self.js("return typeof window.axe", &[]) != "object" {
            self.js(&source, &[]);
        }
        let run = "
            const done = arguments[arguments.length - 1];
            axe.run(document, {resultTypes: ['violations']}).then(
                found => done({violations: found.violations, passes: found.passes.length}), error => done({error: String(error)}));";
        let found = self.js_async(run, &[]);
        assert!(found["error"].is_null(), "axe-core fails on {what}: {}", found["error"]);
        assert!(found["passes"].as_u64() > Some(5), "axe-core found something to look at on {what}: {found}");
        let none = Vec::new();
        let violations = found["violations"].as_array().unwrap_or(&none);
        assert!(violations.is_empty(), "accessibility of {what}:\n{}", report(violations));
    }
}

fn report(violations: &[Value]) -> String {
    let mut text = String::new();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_string();
    for violation in violations {
        let _ = writeln!(text, "{} ({}): {}", word(&violation["id"]), word(&violation["impact"]), word(&violation["help"]));
        for node in violation["nodes"].as_array().into_iter().flatten().take(8) {
            let summary = word(&node["failureSummary"]).replace('\n', "\n      ");
            let _ = writeln!(text, "    {} {}\n      {summary}", json!(node["target"]), word(&node["html"]));
        }
    }
    text
}
