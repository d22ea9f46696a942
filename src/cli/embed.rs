//! `bookahead embed`: prints what a page embeds a scenario with: its picture, and the page in its place when it is pressed.

use super::files::{Failure, print, read_scenario};
use super::plan::draw;
use bookahead::chart::kit::drawing::Escaped;
use bookahead::chart::kit::figure::Origin;
use bookahead::formats::json::FileContent;
use bookahead::formats::link::{self, Shared, View};
use bookahead::formats::studies::Planned;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct EmbedArgs {
    /// Scenario file (JSON), or - for standard input
    scenario: PathBuf,
    /// What the frame shows
    #[arg(long, value_name = "VIEW", default_value = "plan", value_parser = ["plan", "list", "verdict", "revenue", "plane", "cluster", "workflow"])]
    view: String,
    /// Address of the page or of its folder
    #[arg(long, value_name = "URL", default_value = "bookahead/")]
    base: String,
}

pub fn run(args: &EmbedArgs) -> Result<(), Failure> {
    let FileContent { scenario, second } = read_scenario(&args.scenario)?;
    let scenario = second.unwrap_or(scenario);
    if !link::fits(&scenario) {
        return Err(Failure::at(&args.scenario, "has too many requests for a link"));
    }
    let planned = Planned::new(scenario.study.clone()).map_err(|error| Failure::at(&args.scenario, error))?;
    let figure = draw(&planned, None).map_err(|_| Failure::at(&args.scenario, "has no picture"))?;
    let title = scenario.title.clone();
    let fragment = link::encode(&Shared { view: View::first(&scenario), scenario });
    let base = args.base.split(['#', '?']).next().unwrap_or_default();
    let (folder, page) = match base.rsplit_once('/').unwrap_or((".", base)) {
        (folder, page) if page.ends_with(".html") => (folder, page),
        _ => (base.trim_end_matches('/'), "index.html"),
    };
    let (folder, page) = (Escaped(folder), Escaped(page));
    let origin = Origin { title, provenance: planned.provenance().words(), link: String::new() };
    // A declaration of XML has no place inside a page.
    let svg = figure.svg(&origin);
    let svg = svg.find("<svg").map_or(svg.as_str(), |at| &svg[at..]);
    print(|out| {
        writeln!(out, "<script type=\"module\" src=\"{folder}/js/embed.js\"></script>")?;
        writeln!(out, "<book-ahead src=\"{folder}/{page}\" link=\"#{fragment}\" view=\"{}\" height=\"400\">", args.view)?;
        writeln!(out, "{}\n</book-ahead>", svg.trim_end())
    })
}
