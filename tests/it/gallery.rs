//! The gallery: every figure and table of the papers is there once, and what shows it exists; the experiments on utilisation; claims over all steps.

use crate::cli::{ok, refusal};
use bookahead::engine::core::statistics::Interval;
use bookahead::engine::slots::metrics::{busy_per_slot, sliding_utilisation};
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy};
use bookahead::engine::slots::workload::{Preset, Workload};
use bookahead::papers::experiment::{
    Claim, ClaimVerdict, ExampleChart, ExperimentRun, Options, Paper, See, Shown, Source, UnitResult, before, catalogue, find,
    gallery, preview,
};
use bookahead::state::open_named;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn range(chapter: &str, numbers: std::ops::RangeInclusive<u32>) -> Vec<String> {
    numbers.map(|number| if chapter.is_empty() { number.to_string() } else { format!("{chapter}.{number}") }).collect()
}

/// The figures and tables that the gallery is to have.
fn wanted() -> Vec<(Source, bool, Vec<String>)> {
    use Source::{Castillo, Mondol, Pujiyanta, Sulistio, Umar};
    vec![
        (Umar, false, [range("2", 1..=9), range("3", 1..=15), range("4", 1..=4), range("5", 1..=6), range("6", 1..=25)].concat()),
        (Umar, true, [range("3", 1..=5), range("4", 1..=3), range("5", 1..=3), range("6", 1..=14)].concat()),
        (Pujiyanta, false, range("", 1..=11)),
        (Pujiyanta, true, vec!["I".to_string()]),
        (Castillo, false, [range("3", 1..=10), range("4", 1..=8), range("5", 1..=9)].concat()),
        (Castillo, true, range("5", 1..=3)),
        (Sulistio, false, range("", 1..=9)),
        (Mondol, false, [range("1", 1..=2), range("2", 1..=6), range("3", 1..=13), range("4", 1..=15)].concat()),
        (Mondol, true, [range("3", 1..=11), range("B", 1..=3)].concat()),
    ]
}

#[test]
fn every_figure_and_table_is_there_once_and_in_order() {
    let cards = gallery();
    for (source, is_table, numbers) in wanted() {
        let there: Vec<&str> = cards
            .iter()
            .filter(|card| card.source == source && card.is_table == is_table)
            .map(|card| card.number.as_str())
            .collect();
        assert_eq!(there, numbers, "{source:?}, tables: {is_table}");
    }
    assert_eq!(cards.len(), wanted().iter().map(|(.., numbers)| numbers.len()).sum::<usize>());
    let keys: BTreeSet<String> = cards.iter().map(|card| card.key()).collect();
    assert_eq!(keys.len(), cards.len());
    assert!(cards.iter().all(|card| !card.caption.is_empty()));
}

#[test]
fn what_shows_a_figure_exists() {
    let mut used = BTreeSet::new();
    for card in gallery() {
        let key = card.key();
        match &card.shown {
            Shown::Experiments { keys, .. } => {
                for name in keys {
                    let results = before(name).unwrap_or_else(|| panic!("{key}: no experiment {name}"));
                    assert!(results.claims.iter().all(|claim| claim.verdict == ClaimVerdict::Open), "{key}: nothing was run");
                    assert_eq!(card.panels(&results).is_empty(), card.is_table && card.claims(&results).is_empty(), "{key}");
                    // A table is the paper's figures beside ours, or a curve; Figures 5, 5.3 of a log and inputs make no claim.
                    let speaks = !card.claims(&results).is_empty() || !results.beside.is_empty();
                    assert!(speaks, "{key}: {name} claims nothing about it");
                    used.insert(name.clone());
                }
            }
            Shown::Example { key: name, look, chart } => {
                let example = open_named(name).unwrap_or_else(|| panic!("{key}: no example {name}"));
                let drawn = card.example().unwrap_or_else(|| panic!("{key}: nothing to be drawn"));
                let is_before = *chart == ExampleChart::LogicalBefore;
                assert_eq!(drawn == example.scenario.study, !is_before, "{key}: what is drawn is what is opened");
                assert!(!look.is_empty() && !chart.words().is_empty(), "{key}");
            }
            Shown::Store(store) => {
                let walk = store.walk();
                let stage = store.stage().unwrap_or_else(|| panic!("{key}: nothing to be drawn"));
                assert_eq!(walk.at(store.last_step(&walk)), Some((&stage, stage.visits.len() + 1)), "{key}");
                assert!(!stage.picture.nodes.is_empty(), "{key}");
            }
            // What is longer has no room on its card.
            Shown::Words(words, _) => assert!((20..=230).contains(&words.len()), "{key}: {} letters", words.len()),
        }
        match card.see() {
            Some(See::Example(name)) => assert!(open_named(name).is_some(), "{key}: no example {name}"),
            Some(See::Experiment(name)) => assert!(find(name).is_ok(), "{key}: no experiment {name}"),
            None => {}
        }
    }
    // The page's list has a group for each paper: its places are those of the catalogue.
    let grouped = Paper::ALL.into_iter().flat_map(|paper| catalogue().into_iter().filter(move |listed| listed.paper == paper));
    assert!(grouped.eq(catalogue()));
    // The papers have no figures of the structures' and stores' work, compare no more than a few planners with one another, foretell no starts, and draw nothing of
    // reservations beside a queue.
    let without = [Paper::Stores, Paper::Structures, Paper::Parameters, Paper::Comparison, Paper::Forecast, Paper::Beside];
    let of_figures = catalogue().into_iter().filter(|listed| !without.contains(&listed.paper));
    let all: BTreeSet<String> = of_figures.map(|listed| listed.key).collect();
    assert_eq!(used, all, "every experiment shows a figure");
}

#[test]
fn every_experiment_allows_a_preview_of_few_requests() {
    for listed in catalogue() {
        let options = preview(&listed);
        assert!(ExperimentRun::new(&listed.key, options).is_ok(), "{}: {options:?}", listed.key);
        assert_eq!((options.runs, options.seed), (2, listed.lecture.seed), "{}", listed.key);
        // The eighth part, unless the experiment needs more; tasks belong to the figure.
        let whole = listed.lecture.requests;
        let expected: &[u32] = if listed.paper == Paper::Mondol { &[whole] } else { &[whole / 8, whole / 4, whole / 2, whole] };
        assert!(expected.contains(&options.requests), "{}: {options:?}", listed.key);
        let less = Options { requests: options.requests / 2, ..options };
        let is_least = options.requests == expected[0] || ExperimentRun::new(&listed.key, less).is_err();
        assert!(is_least, "{}: {options:?}", listed.key);
        // Figures that share their units share their previews.
        assert_eq!(options, preview(&find(&listed.same_units).unwrap()), "{}", listed.key);
    }
}

#[test]
fn figures_take_over_what_others_found_and_come_to_the_same() {
    let options = Options { runs: 2, requests: 1_000, seed: 5 };
    let finished = |key: &str| {
        let mut run = ExperimentRun::new(key, options).unwrap();
        run.finish().unwrap();
        run
    };
    // Units of which nothing is left to do: Figure 4.4 has a curve of 4.2 and one of 4.8; 3.9 and 3.10 have a point of 3.4 each.
    for (key, others, known) in [
        ("castillo-4.4", &["castillo-4.2", "castillo-4.8"][..], 22),
        ("castillo-4.4", &["castillo-4.2"], 0),
        ("castillo-4.8", &["castillo-4.5"], 0),
        ("castillo-3.9", &["castillo-3.4", "castillo-3.8"], 2),
        ("castillo-3.10", &["castillo-3.4"], 2),
        ("castillo-4.5", &["castillo-4.2", "castillo-4.8"], 0),
        ("castillo-4.4-mean-rate", &["castillo-4.2", "castillo-4.8"], 0),
    ] {
        let mut run = ExperimentRun::new(key, options).unwrap();
        for other in others {
            run.know(&finished(other)).unwrap();
        }
        let is_known = |unit: &u32| run.unit(*unit).unwrap().advance(1).unwrap();
        assert_eq!((0..run.units()).filter(is_known).count(), known, "{key} after {others:?}");
        run.finish().unwrap();
        assert_eq!(run.results(), finished(key).results(), "{key} after {others:?}");
    }
    // Of another size nothing is taken over.
    let mut run = ExperimentRun::new("castillo-3.9", Options { requests: 1_001, ..options }).unwrap();
    run.know(&finished("castillo-3.4")).unwrap();
    assert!((0..run.units()).all(|unit| !run.unit(unit).unwrap().advance(1).unwrap()));
}

#[test]
fn of_several_differences_the_worst_decides() {
    let of = |mean: f64, half: f64| Interval { mean, half, runs: 5 };
    let claim = |all: &[Interval]| {
        let claim = Claim::of_all("all", all);
        (claim.verdict, claim.measured.mean)
    };
    assert_eq!(claim(&[of(3.0, 1.0), of(1.0, 0.5)]), (ClaimVerdict::Held, 1.0));
    assert_eq!(claim(&[of(3.0, 1.0), of(1.0, 2.0)]), (ClaimVerdict::Open, 1.0));
    // One step down among steps up: the claim of growth over all of them fails, though the last is far above the first.
    assert_eq!(claim(&[of(9.0, 1.0), of(-2.0, 1.0), of(9.0, 30.0)]), (ClaimVerdict::NotHeld, -2.0));
    // Where nothing differs nothing is said; other places may say something.
    assert_eq!(claim(&[of(0.0, 0.0), of(0.0, 0.0)]), (ClaimVerdict::NothingDiffers, 0.0));
    assert_eq!(claim(&[of(0.0, 0.0), of(2.0, 0.5)]), (ClaimVerdict::Held, 2.0));
    assert_eq!(claim(&[of(0.0, 0.0), of(-2.0, 0.5)]), (ClaimVerdict::NotHeld, -2.0));
    assert_eq!(claim(&[of(0.0, 0.0), of(0.1, 0.5)]), (ClaimVerdict::Open, 0.1));
    assert_eq!(ClaimVerdict::of_difference(of(0.0, 0.0)).words(), "nothing differs");
    assert_eq!(claim(&[]).0, ClaimVerdict::Open);
    assert_eq!(ClaimVerdict::of_difference(Interval::default()), ClaimVerdict::Open);
}

/// What a figure over time gives for one run, recomputed with a session each.
#[test]
fn utilisation_figures_agree_with_plans_made_one_by_one() {
    for (key, preset, planner) in [
        ("umar-6.2", Preset { mpi: false, rate: 2, flexible_percent: 25 }, PlannerKind::FcfsEds),
        ("umar-6.17", Preset { mpi: true, rate: 3, flexible_percent: 100 }, PlannerKind::FcfsEds),
        ("pujiyanta-8", Preset { mpi: false, rate: 4, flexible_percent: 100 }, PlannerKind::FcfsLrh),
    ] {
        let options = Options { runs: 1, requests: 400, seed: 7 };
        let mut run = ExperimentRun::new(key, options).unwrap();
        run.finish().unwrap();
        let results = run.results();
        let arrivals = Workload::of_generator(preset.generator(7, 400)).arrivals().unwrap();
        let last = *arrivals.submitted.last().unwrap();
        for (curve, planner) in [planner, PlannerKind::FirstFitPhysical].into_iter().enumerate() {
            let machine = Machine { nodes: 30, ..Machine::default() };
            let mut session = Session::new(machine, Policy { planner, ..Policy::default() }, arrivals.clone());
            session.finish();
            let busy = busy_per_slot(session.arrivals(), session.decisions());
            let points = &results.panels[0].curves[curve].points;
            assert_eq!(points.len(), last as usize + 1, "{key}");
            for slot in 0..=last {
                let expected = 100.0 * sliding_utilisation(&busy, slot, machine);
                assert_eq!((points[slot as usize].x, points[slot as usize].y.mean), (f64::from(slot), expected), "{key}");
            }
            let used: u32 = busy.iter().take(last as usize + 1).sum();
            let share = 100.0 * f64::from(used) / (30.0 * f64::from(last + 1));
            let name = format!("utilisation_{}", planner.name());
            let (_, found) = results.measures.iter().find(|(measure, _)| measure.key == name).unwrap();
            assert!((found.mean - share).abs() < 1e-9, "{key} {name}: {} {share}", found.mean);
        }
    }
}

/// The claims about the sixteen workloads, and Pujiyanta's, are tested at every share; Figure 11 stands beside the paper's 2.95 %.
#[test]
fn utilisation_with_planning_is_above_that_without() {
    for key in ["umar-6.5", "umar-6.13", "pujiyanta-7", "pujiyanta-9", "pujiyanta-11"] {
        let mut run = ExperimentRun::new(key, Options { runs: 5, requests: 1_000, seed: 1 }).unwrap();
        run.finish().unwrap();
        let results = run.results();
        let first = &results.claims[0];
        assert_eq!(first.verdict, ClaimVerdict::Held, "{key}: {first:?}");
        assert_eq!(first.reading.is_some(), key.starts_with("pujiyanta"));
        if key == "pujiyanta-9" {
            let panel = &results.panels[0];
            assert!(panel.curves.iter().all(|curve| curve.points.iter().map(|point| point.x).eq([25.0, 50.0, 75.0, 100.0])));
        }
        if key == "pujiyanta-11" {
            assert_eq!(results.beside[0].paper, 2.95);
            assert!((0.5..6.0).contains(&results.beside[0].ours.mean), "{:?}", results.beside[0]);
        }
    }
}

/// A unit of a figure is taken in by those that say so, and tells them the same as their own.
#[test]
fn figures_share_units() {
    let mut shared = 0;
    for listed in catalogue().into_iter().filter(|listed| listed.same_units != listed.key) {
        let first = find(&listed.same_units).unwrap();
        assert_eq!((first.lecture, first.full), (listed.lecture, listed.full), "{}", listed.key);
        let options = Options { runs: 1, requests: 1_000, seed: 5 };
        let mut own = ExperimentRun::new(&listed.key, options).unwrap();
        let mut other = ExperimentRun::new(&listed.key, options).unwrap();
        let source = ExperimentRun::new(&first.key, options).unwrap();
        assert_eq!(own.units(), source.units());
        own.finish().unwrap();
        for index in 0..source.units() {
            let mut unit = source.unit(index).unwrap();
            while !unit.advance(1_000_000).unwrap() {}
            let found: UnitResult = unit.into_found();
            other.take_in(index, found);
        }
        assert_eq!(own.results(), other.results(), "{}", listed.key);
        assert_eq!(own.results_as(&first.key).expect("the same units").key, first.key);
        assert!(own.results_as("umar-6.2").is_none());
        shared += 1;
    }
    assert_eq!(shared, 7);
}

/// Under the usual reading of 4.6 most work is lost on the least heterogeneous machine however low the load is, which the thesis contradicts; under the mean
/// rate next to nothing is.
#[test]
fn the_reading_of_deadlines_decides_the_loss_at_low_load() {
    let verdict = |key: &str| {
        let mut run = ExperimentRun::new(key, Options { runs: 5, requests: 4_000, seed: 1 }).unwrap();
        run.finish().unwrap();
        let results = run.results();
        assert!(results.claims.iter().all(|claim| claim.reading.is_some()), "{key}");
        results
    };
    let usual = verdict("castillo-4.4");
    let by_mean = verdict("castillo-4.4-mean-rate");
    assert!(usual.claims[0].words.contains("at low load"));
    assert_eq!([usual.claims[0].verdict, by_mean.claims[0].verdict], [ClaimVerdict::NotHeld, ClaimVerdict::Held]);
    let at_low_load =
        |key: &str| -> Vec<f64> { verdict(key).panels[0].curves.iter().map(|curve| curve.points[0].y.mean).collect() };
    for (level, lost) in at_low_load("castillo-4.8").into_iter().zip([0.58, 0.39, 0.23, 0.10].repeat(2)) {
        assert!((level - lost).abs() < 0.05, "{level} {lost}");
    }
    assert!(at_low_load("castillo-4.8-mean-rate").into_iter().all(|lost| lost < 0.01));
    // Utilisation is above the level before at levels 2 and 3, below it at level 4: that is no growth.
    let growth = verdict("castillo-4.8");
    let growth = growth.claims.iter().find(|claim| claim.words.starts_with("Utilisation")).unwrap();
    assert_eq!(growth.verdict, ClaimVerdict::NotHeld, "{growth:?}");
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bookahead-gallery-{}-{name}", std::process::id()));
    drop(fs::remove_dir_all(&folder));
    folder
}

#[test]
fn the_report_is_whole_and_needs_no_network() {
    let folder = folder("whole");
    let path = folder.to_str().expect("UTF-8");
    let told = ok(&["gallery", "-o", path, "--runs", "1", "--only", "umar"], "");
    assert!(told.contains("Umar Figure 6.2") && told.contains("Umar Figure 6.25"), "{told}");
    let page = fs::read_to_string(folder.join("index.html")).expect("a page");
    assert!(!page.contains("http") && !page.contains("<script") && page.contains("prefers-color-scheme: dark"), "{page}");
    for card in gallery().into_iter().filter(|card| card.source == Source::Umar) {
        assert!(page.contains(&format!("<article id=\"{}\">", card.key())), "{}", card.key());
        assert!(page.contains(&card.name()));
    }
    // Every file that is named is there, and is named by the page.
    let named: Vec<&str> = page.split(['"']).filter(|text| text.starts_with("figures/") || text.starts_with("data/")).collect();
    // With the worked examples and the stores.
    let pictures = gallery()
        .iter()
        .filter(|card| card.source == Source::Umar && card.see().is_some_and(|_| !matches!(card.shown, Shown::Words(..))))
        .count();
    // Tables 6.4 and 6.10 have two pictures each.
    assert_eq!(named.len(), 56 + 8 + 6 + pictures, "{named:?}");
    for name in named {
        let text = fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(if name.ends_with(".svg") { text.starts_with("<svg") } else { text.starts_with("# Bookahead ") }, "{name}");
    }
    let table = fs::read_to_string(folder.join("data/umar-table-6.5.csv")).expect("a table");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!((rows.len(), rows[1]), (14, "what,paper,mean,low,high"));
    assert!(rows[2].starts_with("booking limit of class 1 after the first update (before: 40),40,"), "{}", rows[2]);
    // A card has the size, the seed and the command that runs its experiment alone.
    assert!(page.contains("<code>bookahead experiment umar-6.2 --runs 1 --jobs 1000 --seed 1</code>"));
    let markdown = fs::read_to_string(folder.join("gallery.md")).expect("a table");
    assert!(markdown.contains("| Figure 6.2 |") && markdown.contains("| Table 6.4 |"));
    // The same once more, from what is there: byte for byte, and nothing half-written is left.
    let parts: Vec<PathBuf> = fs::read_dir(folder.join("parts")).expect("parts").flatten().map(|entry| entry.path()).collect();
    let (damaged, before) = (&parts[0], fs::read(&parts[0]).expect("a part"));
    fs::write(damaged, &before[..before.len() / 2]).expect("written");
    let again = ["gallery", "-o", path, "--runs", "1", "--only", "umar"];
    assert!(refusal(&again, "").contains("it is not overwritten: remove it or give another file"));
    fs::remove_file(damaged).expect("it is there");
    assert_eq!(ok(&again, ""), told);
    assert_eq!(fs::read_to_string(folder.join("index.html")).expect("a page"), page);
    assert!(fs::read_dir(&folder).expect("a folder").flatten().all(|entry| !entry.file_name().to_string_lossy().ends_with(".new")));
    drop(fs::remove_dir_all(folder));
}

#[test]
fn both_readings_stand_in_one_card_and_bad_options_are_refused() {
    let folder = folder("readings");
    let path = folder.to_str().expect("UTF-8");
    ok(&["gallery", "-o", path, "--runs", "2", "--only", "castillo-4.4"], "");
    let page = fs::read_to_string(folder.join("index.html")).expect("a page");
    assert_eq!(page.matches("<article").count(), 1);
    assert_eq!(page.matches("Our reading: ").count(), 2, "{page}");
    assert!(page.contains("<code>castillo-4.4</code>") && page.contains("<code>castillo-4.4-mean-rate</code>"));
    assert!(page.contains("<b>held</b> Almost all work") && page.contains("<b>not held</b> Almost all work"), "{page}");
    assert!(refusal(&["gallery", "-o", path, "--only", "no such figure"], "").contains("no figure has \"no such figure\""));
    assert!(refusal(&["gallery", "-o", path, "--runs", "0", "--only", "umar-6.2"], "").contains("--runs: 0 is not allowed"));
    let file = folder.join("index.html/inside");
    assert!(refusal(&["gallery", "-o", file.to_str().expect("UTF-8"), "--only", "umar-6.2"], "").contains("index.html/inside"));
    drop(fs::remove_dir_all(folder));
}

#[test]
fn every_experiment_has_a_scenario_behind_it() {
    for listed in catalogue() {
        let scenario = listed.scenario().expect("it is in the catalogue");
        scenario.check().unwrap_or_else(|error| panic!("{}: {error}", listed.key));
        assert_eq!(scenario.title, listed.title);
        // It can be written, read and shared.
        let text = bookahead::formats::json::write(&scenario);
        let read = bookahead::formats::json::read_bytes(text.as_bytes()).expect("what was written").scenario;
        assert_eq!(read, scenario, "{}", listed.key);
    }
}
