//! Every table that is written is read back by another crate, with names that are meant to break it.

use crate::cli::ok;
use bookahead::formats::csv::table;
use bookahead::formats::json;
use bookahead::formats::plan_files::PlanFile;
use bookahead::formats::studies::Planned;
use bookahead::papers::experiment::{ExperimentRun, Options, Results};
use serde_json::json;

/// Names of people who mean no good.
const NAMES: [&str; 7] = ["a,b", "say \"no\"", "two\nlines", "=HYPERLINK(\"https://example.org\")", "+1+1", "@SUM(1)", "\t=1"];

/// The rows of a table, whose lines of comment are passed over; all have as many cells as the first.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).comment(Some(b'#')).flexible(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.expect("a row as long as the others").iter().map(str::to_string).collect()).collect()
}

/// A name as a spreadsheet gets it: an apostrophe keeps it from being a formula.
fn kept(name: &str) -> String {
    if name.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{name}") } else { name.to_string() }
}

fn no_formula(rows: &[Vec<String>]) {
    for cell in rows.iter().flatten() {
        let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
        assert!(!is_formula, "{cell:?} is a formula");
    }
}

fn text_of(planned: &Planned, form: PlanFile) -> String {
    let mut bytes = Vec::new();
    form.write(&mut bytes, planned).expect("memory");
    String::from_utf8(bytes).expect("text")
}

const TABLES: [PlanFile; 3] = [PlanFile::Csv, PlanFile::Figures, PlanFile::Evalys];

#[test]
fn tables_of_workflows_are_read_back_whatever_tasks_are_called() {
    let tasks: Vec<_> = NAMES.iter().map(|name| json!({"duration": 3, "name": name})).collect();
    let file = json!({"version": 2, "study": "workflow", "providers": [{"nodes": 2}], "tasks": tasks});
    let planned = Planned::new(json::read(&file.to_string()).expect("a scenario").scenario.study).expect("a plan");
    for form in TABLES {
        no_formula(&rows(&text_of(&planned, form)));
    }
    let evalys = rows(&text_of(&planned, PlanFile::Evalys));
    let mut found: Vec<&String> = evalys[1..].iter().map(|row| &row[0]).collect();
    let mut expected = NAMES.map(kept).to_vec();
    found.sort();
    expected.sort();
    assert_eq!(found, expected.iter().collect::<Vec<_>>());
    assert_eq!(rows(&text_of(&planned, PlanFile::Csv)).len(), 1 + NAMES.len());
    assert_eq!(rows(&ok(&["plan", "-", "--evalys"], &file.to_string())), evalys, "the command line writes the same");
}

#[test]
fn tables_of_every_study_have_rows_of_one_length() {
    let slots = json::read(crate::samples::GOLDEN_1A).expect("a scenario").scenario.study;
    let market = json::read(&crate::samples::golden_with_market()).expect("a scenario").scenario.study;
    let cluster = crate::study_runs::cluster_sample(bookahead::engine::batch::scheduler::Scheduler::Easy);
    let idle = bookahead::state::EXAMPLES.iter().map(|example| example.open().scenario.study).find(|study| study.idle().is_some());
    for study in [slots, market, cluster, idle.expect("named servers")] {
        let planned = Planned::new(study).expect("a plan");
        for form in TABLES {
            let rows = rows(&text_of(&planned, form));
            assert!(rows.len() > 1);
            no_formula(&rows);
        }
    }
}

#[test]
fn a_report_of_revenue_is_read_back_whatever_classes_are_called() {
    for name in NAMES {
        let escaped = serde_json::to_string(name).expect("JSON");
        let scenario = crate::samples::golden_with_market().replace("\"Business\"", &escaped);
        let rows = rows(&ok(&["plan", "-", "--report", "12"], &scenario));
        assert_eq!((rows.len(), &rows[2][3]), (5, &kept(name)));
        no_formula(&rows);
    }
}

#[test]
fn tables_of_experiments_are_read_back() {
    let results = |name: &str| -> Results {
        let mut run = ExperimentRun::new(name, Options { runs: 2, requests: 1_000, seed: 1 }).expect("an experiment");
        run.finish().expect("in bounds");
        run.results()
    };
    let results = results("castillo-3.4");
    let mut bytes = Vec::new();
    json::write_curves_csv(&mut bytes, &results).expect("memory");
    let curves = rows(&String::from_utf8(bytes).expect("text"));
    assert!(curves.len() > 2);
    no_formula(&curves);
    let mut bytes = Vec::new();
    json::write_beside_csv(&mut bytes, &results).expect("memory");
    no_formula(&rows(&String::from_utf8(bytes).expect("text")));
}

#[test]
fn data_of_figures_are_read_back() {
    let cells: Vec<Vec<String>> = NAMES.iter().map(|name| vec![name.to_string(), "-1.5".to_string(), String::new()]).collect();
    let columns = ["name", "value", "none"].map(str::to_string);
    let text = table(&["a title,=1+1\nand more".to_string()], &columns, &cells);
    assert!(text.starts_with("# a title,'=1+1 and more\n"), "{text}");
    let found = rows(&text);
    no_formula(&found);
    let expected: Vec<Vec<String>> = NAMES.iter().map(|name| vec![kept(name), "-1.5".to_string(), String::new()]).collect();
    assert_eq!(found[1..], expected);
}
