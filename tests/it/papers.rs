//! What the papers claim, measured; and the table that says where everything of theirs is.

use crate::support::{plan, policy};
use bookahead::engine::Outcome;
use bookahead::engine::slots::metrics::busy_per_slot;
use bookahead::engine::slots::workload::Preset;
use bookahead::papers::experiment::{Card, find, gallery};
use bookahead::state::open_named;
use std::collections::BTreeSet;
use std::path::Path;

const REQUESTS: u32 = 2_000;
const SEEDS: u64 = 5;

/// Utilisation while requests come in: busy node-slots of the slots up to the last submission ÷ (capacity × slots).
fn utilisation(preset: Preset, planner: &str, seed: u64) -> f64 {
    let requests = preset.generator(seed, REQUESTS).generate().expect("within bounds");
    let until = requests.last().expect("some requests").submitted as usize;
    let Outcome { arrivals, decisions, .. } = plan(Preset::NODES, &requests, policy(planner, "hold"));
    let busy = busy_per_slot(&arrivals, &decisions);
    busy.iter().take(until).map(|&busy| f64::from(busy)).sum::<f64>() / (f64::from(Preset::NODES) * until as f64)
}

fn mean(preset: Preset, planner: &str) -> f64 {
    (1..=SEEDS).map(|seed| utilisation(preset, planner, seed)).sum::<f64>() / SEEDS as f64
}

/// Umar 6.4, 6.5: FCFS-EDS uses the machine at least as well as the strategy without planning in all sixteen experiments. Held here
/// in the mean over the seeds, with gains from 1.5 % to 7.6 %.
#[test]
fn fcfs_eds_uses_the_machine_better_than_without_planning() {
    for preset in Preset::all() {
        let [planned, unplanned] = ["fcfs-eds", "first-fit-physical"].map(|planner| mean(preset, planner));
        println!(
            "{preset:?}: fcfs-eds {planned:.4}, first-fit-physical {unplanned:.4}: {:+.2} %",
            100.0 * (planned / unplanned - 1.0)
        );
        assert!(planned >= unplanned, "{preset:?}: {planned} {unplanned}");
    }
}

/// Pujiyanta IV: at rates 3 and 4 FCFS-LRH is on average 2.95 % above the strategy without planning. The paper does not give its other
/// ranges; with Umar's we find 2.3 % (0.8 % to 4.0 %).
#[test]
fn fcfs_lrh_uses_the_machine_better_than_without_planning() {
    let mut gains = Vec::new();
    for rate in [3, 4] {
        for flexible_percent in [25, 50, 75, 100] {
            let preset = Preset { mpi: false, rate, flexible_percent };
            let [planned, unplanned] = ["fcfs-lrh", "first-fit-physical"].map(|planner| mean(preset, planner));
            let gain = 100.0 * (planned / unplanned - 1.0);
            println!("{preset:?}: fcfs-lrh {planned:.4}, first-fit-physical {unplanned:.4}: {gain:+.2} %");
            assert!(gain > 0.0, "{preset:?}: {gain}");
            gains.push(gain);
        }
    }
    let mean = gains.iter().sum::<f64>() / gains.len() as f64;
    println!("mean {mean:+.2} %; the paper: +2.95 %");
    assert!((1.5..=4.5).contains(&mean), "{mean}");
}

/// "3.1, 4.1–4.3" as 3.1, 4.1, 4.2, 4.3.
fn numbers(list: &str) -> Vec<String> {
    let number = |text: &str| text.rsplit('.').next().and_then(|number| number.parse::<u32>().ok());
    let expand = |item: &str| match item.split_once('–') {
        Some((from, to)) => {
            let (first, last) = (number(from).expect("a number"), number(to).expect("a number"));
            assert!(first < last, "{item}");
            let chapter = from.rsplit_once('.').map_or(String::new(), |(chapter, _)| format!("{chapter}."));
            (first..=last).map(|number| format!("{chapter}{number}")).collect()
        }
        None => vec![item.to_string()],
    };
    list.split(", ").flat_map(expand).collect()
}

/// The rows of the last table of docs/papers.md: document, what, where.
fn places() -> (String, Vec<[String; 3]>) {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/papers.md")).expect("the page");
    let (_, table) = text.split_once("## Where everything is").expect("a heading");
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    let cells = |line: &str| {
        let cells: Vec<String> = line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_string()).collect();
        cells.try_into().unwrap_or_else(|cells| panic!("three cells: {cells:?}"))
    };
    let rows = rows.map(cells).collect();
    (text, rows)
}

/// What stands between back quotes is a card, an example, an experiment or a file.
fn exists(name: &str, cards: &BTreeSet<String>) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_file = || ["", "src", "src/engine"].iter().any(|folder| root.join(folder).join(name).is_file());
    cards.contains(name) || open_named(name).is_some() || find(name).is_ok() || is_file()
}

/// A heading as links name it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || [' ', '-'].contains(letter));
    kept.collect::<String>().trim().to_lowercase().replace(' ', "-")
}

#[test]
fn every_figure_table_algorithm_and_formula_has_a_place_that_exists() {
    let (text, rows) = places();
    let cards: BTreeSet<String> = gallery().iter().map(Card::key).collect();
    let anchors: BTreeSet<String> =
        text.lines().filter(|line| line.starts_with('#')).map(|line| anchor(line.trim_start_matches('#'))).collect();
    let (mut figures, mut numbered) = (Vec::new(), BTreeSet::new());
    for [document, what, place] in &rows {
        let name = document.to_lowercase();
        let head = what.split(": ").next().unwrap_or(what);
        if let Some((kind, list)) =
            [("", "Figures "), ("table-", "Tables ")].into_iter().find_map(|(kind, word)| Some((kind, head.strip_prefix(word)?)))
        {
            assert_eq!(place, "cards", "{document} {what}");
            figures.extend(numbers(&list.to_lowercase()).into_iter().map(|number| format!("{name}-{kind}{number}")));
            continue;
        }
        if let Some(list) =
            head.strip_prefix("Algorithms ").or_else(|| head.strip_prefix("Algorithm ")).filter(|list| !list.starts_with("of "))
        {
            numbered.extend(numbers(list).into_iter().map(|number| format!("{name} {number}")));
        } else if head.starts_with('(') {
            let list = head.replace(['(', ')'], "");
            numbered.extend(numbers(&list).into_iter().map(|number| format!("{name} ({number})")));
        }
        let named: Vec<&str> = place.split('`').skip(1).step_by(2).collect();
        let links: Vec<&str> = place.split("](#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        for name in &named {
            assert!(exists(name, &cards), "{document} {what}: there is no {name}");
        }
        for link in &links {
            assert!(anchors.contains(*link), "{document} {what}: there is no heading {link}");
        }
        let is_outside = place.strip_prefix("outside: ").is_some_and(|reason| reason.len() > 20);
        assert!(is_outside || !named.is_empty() || !links.is_empty(), "{document} {what}: no place");
    }
    assert_eq!(figures.iter().cloned().collect::<BTreeSet<_>>(), cards, "a row for each card, a card for each row");
    assert_eq!(figures.len(), cards.len(), "each once");
    let wanted = [
        ("umar", "3.1, 3.2, 4.1–4.6, 5.1", "1–14"),
        ("castillo", "", "3.1, 4.1–4.7"),
        ("sulistio", "1–2", "1–3"),
        ("mondol", "1–9", "3.1–3.9"),
    ];
    let mut all = BTreeSet::new();
    for (name, algorithms, formulas) in wanted {
        all.extend(numbers(algorithms).iter().filter(|number| !number.is_empty()).map(|number| format!("{name} {number}")));
        all.extend(numbers(formulas).iter().map(|number| format!("{name} ({number})")));
    }
    assert_eq!(numbered, all);
}
