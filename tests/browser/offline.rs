//! Offline means offline: once the page is there, it asks its server for nothing more. And a worker that cannot be loaded is no mistake of the
//! scenario: the page says so and does the work itself.

use crate::harness::{Page, copied, with_folder, with_page};
use crate::lab::{
    dismiss_notices, expect_figures, expect_notice, expect_scenario, first_example, fragment_of, open_experiment, open_lab,
    with_newcomer,
};
use crate::million;
use bookahead::formats::link::View;
use serde_json::json;

/// More than the page plans by itself while it has a worker.
const REQUESTS: u32 = 30_000;
const LOG: &[u8] = b"; MaxNodes: 6\n5 0 10 600 2 -1 -1 2 600 -1 1 1 1 -1 1 -1 -1 -1\n";

#[test]
fn nothing_is_asked_for_once_the_page_is_there() {
    with_page("offline", |page| {
        open_lab(page, "");
        page.wait_for_worker();
        page.settle();
        let asked = page.asked();
        assert!(asked.iter().any(|asked| asked.path.starts_with("worker-")), "{asked:?}");
        assert!(!asked.iter().any(|asked| asked.path.contains("favicon") || asked.path.contains(".svg")), "{asked:?}");
        let icon = page.attribute("link[rel=icon]", "href").unwrap_or_default();
        assert!(icon.starts_with("data:image/svg+xml,"), "{icon}");
        let drawn = page.js_async(
            "const done = arguments[1], image = new Image();
            image.onload = () => done(image.naturalWidth > 0);
            image.onerror = () => done(false);
            image.src = arguments[0]",
            &[json!(icon)],
        );
        assert_eq!(drawn, json!(true), "the icon is a picture");
        // From now on the server is out of reach; a plan for the worker and a log.
        let offline = json!({ "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        page.devtools("Network.enable", json!({}));
        page.devtools("Network.emulateNetworkConditions", offline);
        let large = million::generated(REQUESTS);
        page.js("location.hash = arguments[0]", &[json!(fragment_of("large", large.clone(), View::default()))]);
        million::expect_figures(page, &large);
        page.drop_file("body", "small.swf", LOG);
        page.wait_for_text("#log-shaped", "1 request on 6 nodes");
        page.key("Escape");
        assert_eq!(page.asked(), asked);
        assert_eq!(page.workers_started(), 1);
        assert_eq!(page.count(".notice"), 0);
    });
}

fn run_experiment(page: &Page) {
    open_experiment(page, "revenue-parametric-2");
    page.fill("#experiment-runs", "3");
    page.fill("#experiment-jobs", "2500");
    page.click("#run-experiment");
    page.wait_for("the experiment to be done", "document.querySelector('#experiment-state')?.innerText.startsWith('Done')", &[]);
}

#[test]
fn a_page_without_its_worker_does_the_work_itself() {
    with_folder(
        "no-worker",
        |dist| copied(&dist, "without-worker", |file| file.starts_with("worker-"), &[]),
        |page| {
            open_lab(page, "");
            let told = expect_notice(page, "worker of this page cannot be loaded");
            assert!(told.contains("check the connection") && told.contains("Your scenario is unchanged"), "{told}");
            assert!(!told.contains("over this scenario"), "the scenario is not blamed: {told}");
            page.screenshot("no-worker");
            dismiss_notices(page);
            expect_figures(page, &first_example());
            page.focus("#handle-duration");
            page.key("ArrowRight");
            expect_scenario(page, &with_newcomer(|request| request.duration = 4));
            // A check, a log, a large plan, an experiment: each has a worker where there is one.
            page.click("#check-plan");
            page.wait_for_text("#check-result", "The checker found nothing wrong.");
            page.drop_file("body", "small.swf", LOG);
            page.wait_for_text("#log-shaped", "1 request on 6 nodes");
            page.key("Escape");
            page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
            let large = million::generated(REQUESTS);
            page.js("location.hash = arguments[0]", &[json!(fragment_of("large", large.clone(), View::default()))]);
            million::expect_figures(page, &large);
            run_experiment(page);
            // It is said once.
            assert_eq!(page.count(".notice"), 0, "{:?}", page.texts(".notice"));
            let missing: Vec<String> =
                page.asked().into_iter().filter(|asked| asked.status == 404).map(|asked| asked.path).collect();
            assert!(!missing.is_empty() && missing.iter().all(|path| path.starts_with("worker-")), "{missing:?}");
            missing.iter().for_each(|path| page.expect_missing(path));
            // Of workers that cannot be loaded not every version writes to its console.
            if !page.errors().is_empty() {
                page.expect_errors("404");
            }
        },
    );
}
