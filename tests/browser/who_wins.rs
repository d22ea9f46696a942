//! Who wins, and how far from the best, in the page: run, held against the engine, the table sorted by another column, a log, on a phone and in the dark.

use crate::harness::{Page, with_page};
use crate::lab::{open_experiment, open_lab};
use bookahead::papers::experiment::{ExperimentRun, Options, Results, find};
use serde_json::json;

fn choose(page: &Page, list: &str, place: usize) {
    let script = "const [list, place] = arguments; const it = document.querySelector(list); it.selectedIndex = place; it.dispatchEvent(new Event('change', {bubbles: true}))";
    page.js(script, &[json!(list), json!(place)]);
}

/// Opens an experiment and runs it at this size.
fn run_in_page(page: &Page, key: &str, options: Options) -> Results {
    open_lab(page, "");
    open_experiment(page, key);
    let usual = json!(find(key).expect("it is listed").lecture.requests.to_string());
    page.wait_for("its own size", "document.querySelector('#experiment-jobs').value === arguments[0]", &[usual]);
    page.fill("#experiment-runs", &options.runs.to_string());
    page.fill("#experiment-jobs", &options.requests.to_string());
    page.click("#run-experiment");
    page.wait_for("the experiment to be done", "document.querySelector('#experiment-state')?.innerText.startsWith('Done')", &[]);
    let mut run = ExperimentRun::new(key, options).expect("within bounds");
    run.finish().expect("within bounds");
    run.results()
}

fn names(page: &Page, table: &str) -> Vec<String> {
    page.texts(&format!("#{table} tbody th"))
}

#[test]
fn all_planners_are_ranked_and_sorted_by_any_column() {
    with_page("who-wins", |page| {
        let results = run_in_page(page, "who-wins", Options { runs: 2, requests: 60, seed: 1 });
        let expected = |by: usize| -> Vec<String> {
            results.table(&[0, 1, 2, 3, 4, 5], by).into_iter().map(|(name, _)| name.to_string()).collect()
        };
        assert_eq!(names(page, "rows-by-0-table"), expected(0));
        assert_eq!(page.texts("#rows-by-0-table thead th")[1], "rank by utilisation");
        page.screenshot("who-wins-top");
        // The picture has a row for each planner, in the same order as the table, and says so aloud.
        assert_eq!(page.count("#experiment-plot-0 circle"), 38);
        assert_eq!(page.texts("#experiment-plot-0 g text"), expected(0));
        assert!(page.attribute("#experiment-plot-0", "aria-label").is_some_and(|label| label.contains(&expected(0)[0])));
        assert_eq!(page.count(".row-plots svg"), 12);
        // Every dot is on the screen: no picture is wider than its place.
        let cut =
            "return [...document.querySelectorAll('.row-plots figure')].filter(f => f.scrollWidth > f.clientWidth + 1).length";
        assert_eq!(page.js(cut, &[]), json!(0));
        // By keyboard: another column.
        page.focus("#rows-by-0");
        page.key("End");
        page.wait_for_text("#rows-by-0-table caption", "Best first by rank by work");
        assert_eq!(names(page, "rows-by-0-table"), expected(5));
        assert_ne!(expected(5), expected(0));
        // The other table has the figures themselves and its own order.
        assert_eq!(
            page.texts("#rows-by-6-table thead th")[1..],
            ["utilisation", "acceptance", "delay", "moves", "messages", "work"]
        );
        let whole = "return [...document.querySelectorAll('.claims li b')].map(b => b.innerText)";
        assert_eq!(page.js(whole, &[]), json!(results.claims.iter().map(|claim| claim.verdict.words()).collect::<Vec<_>>()));
        // A picture is saved with its data.
        page.js("document.querySelector('#experiment-plot-0').scrollIntoView({block: 'center'})", &[]);
        page.settle();
        page.screenshot("who-wins-picture");
        page.assert_accessible("who-wins");
    });
}

#[test]
fn on_a_phone_and_in_the_dark() {
    with_page("who-wins-phone", |page| {
        page.phone();
        page.prefer(true, false);
        let results = run_in_page(page, "how-far", Options { runs: 2, requests: 12, seed: 1 });
        page.assert_fits_width();
        // Curves against load first, then all planners over all loads, the on-line bound beside those it bounds.
        assert_eq!(page.count(".sweep > svg"), 6);
        assert_eq!(page.count("#experiment-plot-3 circle") as usize, results.panels[3].curves.len());
        assert_eq!(
            page.texts("figure:has(> #experiment-plot-5) li, #experiment-plot-5 text")
                .iter()
                .filter(|name| name.trim() == "on-line bound")
                .count(),
            1
        );
        choose(page, "#rows-by-3", 2);
        page.wait_for_text("#rows-by-3-table caption", "Best first by worst prefix");
        assert_eq!(names(page, "rows-by-3-table")[0], results.table(&[3, 4, 5], 2)[0].0);
        let held = page.js("return [...document.querySelectorAll('.claims li b')].map(b => b.innerText)", &[]);
        assert_eq!(held, json!(["held", "held", "held"]));
        page.js("document.querySelector('#rows-by-3').scrollIntoView({block: 'start'})", &[]);
        page.settle();
        page.screenshot("who-wins-phone");
        page.assert_accessible("who-wins-phone");
    });
}
