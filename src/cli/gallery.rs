//! `bookahead gallery`: every figure and table of the papers as a report, a folder of HTML, SVG and CSV files that needs no network.

use super::cores::Cores;
use super::files::{Failure, print, put_in_place};
use super::plan::{draw, show_mapping};
use super::shards::work_on_shard;
use bookahead::chart::curves::sweep_figure::sweep_figure;
use bookahead::chart::kit::figure::Origin;
use bookahead::chart::stores::figure::store_figure;
use bookahead::formats::gallery::{Entry, Picture, verdicts, write_html, write_markdown};
use bookahead::formats::json::{self, InputMark, Part};
use bookahead::formats::provenance::{Provenance, VERSION};
use bookahead::formats::studies::Planned;
use bookahead::papers::experiment::{
    Card, ExampleChart, ExperimentInfo, ExperimentRun, Options, Results, Shard, Shown, find, gallery,
};
use clap::Args;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Folder of what the experiments found: an interrupted run goes on from there.
const PARTS: &str = "parts";
/// The longest experiments: Castillo's chapter 4, in which FF-HU reads lists entry by entry.
const LONG: &str = "castillo-4.";
/// Their runs at the paper's size: thirty, as in the thesis, would take hours.
const LONG_RUNS: u32 = 3;

#[derive(Args)]
pub struct GalleryArgs {
    /// Folder for the report; it is made if it is missing. A run that was interrupted is continued
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// The papers' sizes, instead of those for a lecture. The figures of Castillo's chapter 4 have a million jobs a run as in the thesis, but 3 runs, not 30
    #[arg(long)]
    full: bool,
    /// Only figures whose name, caption or experiment has this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Runs of each experiment, instead of the usual number
    #[arg(long, value_name = "R")]
    runs: Option<u32>,
    #[command(flatten)]
    cores: Cores,
}

pub fn run(args: &GalleryArgs) -> Result<(), Failure> {
    let cards: Vec<Card> =
        gallery().into_iter().filter(|card| args.only.as_ref().is_none_or(|text| speaks_of(card, text))).collect();
    if cards.is_empty() {
        return Err(Failure(format!(
            "no figure has {:?} in its name, caption or experiment",
            args.only.clone().unwrap_or_default()
        )));
    }
    for folder in [PARTS, "figures", "data"] {
        let folder = args.output.join(folder);
        fs::create_dir_all(&folder).map_err(|error| Failure::at(&folder, error))?;
    }
    let mut keys: Vec<&String> = Vec::new();
    for key in cards.iter().flat_map(Card::experiments) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let (mut found, mut done, is_told) = (BTreeMap::new(), Vec::new(), io::stderr().is_terminal());
    for (i, key) in keys.iter().enumerate() {
        let listed = find(key).map_err(|error| Failure(error.to_string()))?;
        if is_told {
            eprintln!("{} of {}: {}", i + 1, keys.len(), listed.title);
        }
        found.insert((*key).clone(), results_of(&listed, &mut done, args)?);
    }
    write_report(&args.output, &cards, &found)
}

/// Whether a figure is asked for.
fn speaks_of(card: &Card, text: &str) -> bool {
    let text = text.to_lowercase();
    let words = format!("{} {} {} {}", card.key(), card.name(), card.caption, card.experiments().join(" "));
    words.to_lowercase().contains(&text)
}

/// How large an experiment is run.
fn size(listed: &ExperimentInfo, args: &GalleryArgs) -> Options {
    let standard = if args.full { listed.full } else { listed.lecture };
    let usual = if listed.key.starts_with(LONG) { standard.runs.min(LONG_RUNS) } else { standard.runs };
    Options { runs: args.runs.unwrap_or(usual), ..standard }
}

/// Runs an experiment, or takes what an earlier run of this size found; several experiments share their units, or parts of them: `done` are those before.
fn results_of(listed: &ExperimentInfo, done: &mut Vec<ExperimentRun>, args: &GalleryArgs) -> Result<Results, Failure> {
    let options = size(listed, args);
    let begin = |key: &str| ExperimentRun::new(key, options).map_err(super::cores::in_options);
    let (mut source, mut study) = (begin(&listed.same_units)?, begin(&listed.key)?);
    for other in &*done {
        source.know(other).map_err(super::cores::in_options)?;
    }
    let Options { runs, requests, seed } = options;
    let name = format!("{}-{runs}x{requests}-seed{seed}.json", listed.same_units);
    let path = args.output.join(PARTS).join(name);
    let whole = Shard::new(1, 1).map_err(super::cores::in_options)?;
    let fresh = Part::new(listed.same_units.clone(), options, InputMark::Drawn, whole);
    let part = work_on_shard(fresh, &source, &args.cores, &path)?;
    for (unit, found) in part.found {
        study.take_in(unit, found);
    }
    study.close();
    let results = study.results();
    done.push(study);
    Ok(results)
}

/// The picture of the worked example or of the store that a card shows, if it shows one.
fn example_picture(folder: &Path, card: &Card) -> Result<Option<Picture>, Failure> {
    let (figure, provenance, words) = if let Shown::Store(store) = &card.shown {
        let walk = store.walk();
        let figure = store_figure(store.kind, store.extent(), store.wanted(), &walk, store.last_step(&walk));
        (figure, format!("Bookahead {VERSION}"), store.words())
    } else {
        let Some((chart, study)) = card.chart().zip(card.example()) else { return Ok(None) };
        let mut planned = Planned::new(study).map_err(|error| Failure(format!("{}: {error}", card.key())))?;
        if let ExampleChart::Mapped(mapping, step) = chart {
            show_mapping(&mut planned, mapping, step);
        }
        // The charts of the cards are among those of their studies.
        let Ok(figure) = draw(&planned, Some(chart.key())) else { return Ok(None) };
        (figure, planned.provenance().words(), chart.words().to_string())
    };
    let address = format!("figures/{}.svg", card.key());
    let svg = figure.svg(&Origin { provenance, ..Origin::default() });
    put_in_place(&folder.join(&address), |out| out.write_all(svg.as_bytes()))?;
    Ok(Some(Picture { address, words }))
}

fn write_report(folder: &Path, cards: &[Card], found: &BTreeMap<String, Results>) -> Result<(), Failure> {
    let mut entries = Vec::with_capacity(cards.len());
    for card in cards {
        let mut entry = Entry { card, results: Vec::new(), pictures: Vec::new(), data: Vec::new() };
        for results in card.experiments().iter().filter_map(|key| found.get(key)) {
            let several = if card.experiments().len() > 1 { format!("-{}", results.key) } else { String::new() };
            let name = format!("{}{several}", card.key());
            let data = format!("data/{name}.csv");
            let panels = card.panels(results);
            let beside = card.is_table && !results.beside.is_empty();
            put_in_place(&folder.join(&data), |mut out| {
                if beside { json::write_beside_csv(&mut out, results) } else { json::write_curves_csv(&mut out, results) }
            })?;
            for place in &panels {
                let panel = &results.panels[*place];
                let several = if panels.len() > 1 { format!("-{}", panel.measure.key) } else { String::new() };
                let picture = format!("figures/{name}{several}.svg");
                let provenance = Provenance::of_experiment(results).words();
                let svg = sweep_figure(results, panel).svg(&Origin { provenance, ..Origin::default() });
                put_in_place(&folder.join(&picture), |out| out.write_all(svg.as_bytes()))?;
                entry.pictures.push(Picture { address: picture, words: format!("{}: {}", results.title, panel.measure.words) });
            }
            entry.data.push(data);
            entry.results.push(results);
        }
        entry.pictures.extend(example_picture(folder, card)?);
        entries.push(entry);
    }
    put_in_place(&folder.join("gallery.md"), |mut out| write_markdown(&mut out, &entries))?;
    // The page comes last: when it is there, so is everything it names.
    put_in_place(&folder.join("index.html"), |mut out| write_html(&mut out, &entries))?;
    print(|out| {
        for Entry { card, results, .. } in &entries {
            let claims: Vec<_> = results.iter().flat_map(|results| card.claims(results)).collect();
            if !claims.is_empty() {
                writeln!(out, "{:<26}{}", format!("{} {}", card.source.words(), card.name()), verdicts(&claims))?;
            }
        }
        writeln!(out, "\n{}", folder.join("index.html").display())
    })
}
