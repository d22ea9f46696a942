//! What is taken away of a plan, read back and held against the plan: traces, CSV for evalys, tables, charts; and from what they say they were made.

use crate::cli::{fails, ok};
use crate::samples::{self, GOLDEN_1A, golden_with_market};
use crate::support::svg::{moved_by, number};
use bookahead::chart::curves::sweep_figure::sweep_figure;
use bookahead::chart::gantt::figures::{BARS_MAX, PlanFrame};
use bookahead::chart::kit::figure::{Figure, LEFT_PX, Origin};
use bookahead::chart::kit::scale::{RowScale, TimeScale};
use bookahead::chart::planes::servers_figure::{ServersLook, servers_chart};
use bookahead::chart::{Bar, Colours, GanttKind, PlanView, TimeUnit};
use bookahead::engine::batch::BatchOutcome;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::core::time_names::TimeNames;
use bookahead::engine::idle::{IdleOutcome, NO_SERVER};
use bookahead::engine::slots::decisions::REFUSED;
use bookahead::engine::{Outcome, Scenario, Study};
use bookahead::formats::json::{self, write};
use bookahead::formats::link::{self, Shared, View};
use bookahead::formats::plan_files::PlanFile;
use bookahead::formats::provenance::{Provenance, VERSION};
use bookahead::formats::studies::Planned;
use bookahead::papers::experiment::{ExperimentRun, Options, Results};
use bookahead::state::EXAMPLES;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};

/// Every small example, planned.
fn plans() -> Vec<Planned> {
    let small = EXAMPLES.iter().map(|example| example.open().scenario.study).filter(|study| study.size() < 5_000);
    // The page has no example of a cluster.
    let cluster = crate::study_runs::cluster_sample(Scheduler::Easy);
    let plans: Vec<Planned> = small.chain([cluster]).map(|study| Planned::new(study).expect("an example")).collect();
    let slots = plans.iter().filter(|planned| matches!(planned, Planned::Slots(_))).count();
    assert!(slots >= 2 && plans.len() - slots >= 2, "both studies are tested");
    plans
}

fn golden() -> Planned {
    Planned::new(json::read(GOLDEN_1A).expect("a scenario").scenario.study).expect("a plan")
}

fn text_of(planned: &Planned, form: PlanFile) -> String {
    let mut bytes = Vec::new();
    form.write(&mut bytes, planned).expect("memory");
    String::from_utf8(bytes).expect("text")
}

/// A job as it is expected in files: name, submission, nodes asked for, duration, and who holds what when.
type Job = (String, u64, u32, u64, Vec<(u64, u64, Vec<u32>)>);

/// The jobs of a plan, from the decisions alone.
fn jobs_of(planned: &Planned) -> Vec<Job> {
    match planned {
        Planned::Slots(planned) => {
            let Outcome { arrivals, decisions, nodes, .. } = &planned.1;
            let job = |job: usize| {
                let request = arrivals.row(arrivals.request[job] as usize);
                let (start, duration) = (decisions.start[job], u64::from(request.duration));
                let held = (start != REFUSED).then(|| (u64::from(start), u64::from(start) + duration, nodes.of(job).to_vec()));
                let name = format!("{}.{}", request.user, arrivals.number[job]);
                (name, u64::from(request.submitted), request.nodes, duration, held.into_iter().collect())
            };
            (0..decisions.start.len()).map(job).collect()
        }
        Planned::Idle(planned) => {
            let (scenario, IdleOutcome { arrivals, decisions, adapted, .. }) = &**planned;
            let rates = scenario.servers.rates();
            let held = |row: usize| match adapted {
                Some(adapted) => {
                    let mut pieces: Vec<_> = adapted.pieces.iter().filter(|piece| piece.job as usize == row).collect();
                    pieces.sort_by_key(|piece| piece.start);
                    pieces.iter().map(|piece| (u64::from(piece.start), u64::from(piece.end), vec![piece.server])).collect()
                }
                None if decisions.server[row] == NO_SERVER => Vec::new(),
                None => {
                    let (server, start) = (decisions.server[row], u64::from(decisions.start[row]));
                    vec![(start, start + rates[server as usize].duration(arrivals.size[row]), vec![server])]
                }
            };
            let job = |row: usize| {
                let request = arrivals.row(row);
                (
                    scenario.workload.name_of(arrivals.id[row]).to_string(),
                    u64::from(request.submitted),
                    1,
                    u64::from(request.size),
                    held(row),
                )
            };
            (0..arrivals.jobs()).map(job).collect()
        }
        Planned::Cluster(planned) => {
            let BatchOutcome { jobs, decisions, nodes, .. } = &planned.1;
            let job = |row: usize| {
                let of_row = nodes.of_row(row).flat_map(|(first, last)| first..=last).collect();
                let held =
                    decisions.is_decided(row).then(|| (decisions.start[row], decisions.end[row], of_row)).into_iter().collect();
                (jobs.number(row).to_string(), u64::from(jobs.submitted[row]), jobs.nodes[row], u64::from(jobs.runtime[row]), held)
            };
            (0..jobs.len()).map(job).collect()
        }
        Planned::Workflow(planned) => {
            let (applications, outcome) = (planned.0.applications(), &planned.1);
            let tasks = &outcome.tasks;
            let job = |row: usize| {
                let application = tasks.application[row] as usize;
                let served = outcome.served[application];
                let name = applications[application].graph.name(row - served.first as usize);
                let name = if applications.len() == 1 { name } else { format!("{}.{name}", application + 1) };
                (name, served.start, 1, tasks.duration[row], vec![(tasks.start[row], tasks.end(row), vec![tasks.node[row]])])
            };
            (0..tasks.len()).map(job).collect()
        }
    }
}

fn seconds_of(planned: &Planned) -> u64 {
    match planned {
        Planned::Slots(planned) => u64::from(planned.0.machine.slot_seconds),
        Planned::Idle(_) | Planned::Cluster(_) | Planned::Workflow(_) => 1,
    }
}

#[test]
fn a_trace_read_back_is_the_plan() {
    for planned in plans() {
        let trace: Value = serde_json::from_str(&text_of(&planned, PlanFile::Trace)).expect("JSON");
        let micro = seconds_of(&planned) * 1_000_000;
        let events = trace["traceEvents"].as_array().expect("events");
        let number = |value: &Value| value.as_u64().expect("a number");
        // Name and time of every stretch, with its nodes.
        let mut held: BTreeMap<(String, u64, u64), Vec<u32>> = BTreeMap::new();
        for event in events.iter().filter(|event| event["ph"] == "X") {
            let key = (event["name"].as_str().expect("a name").to_string(), number(&event["ts"]), number(&event["dur"]));
            held.entry(key).or_default().push(number(&event["tid"]) as u32);
        }
        let jobs = jobs_of(&planned);
        let mut expected = BTreeMap::new();
        for (name, .., stretches) in &jobs {
            for (start, end, nodes) in stretches {
                expected.insert((name.clone(), start * micro, (end - start) * micro), nodes.clone());
            }
        }
        held.retain(|(name, ..), _| !name.starts_with("opportunistic"));
        assert_eq!(held, expected);
        // A decision for each job, when it was submitted.
        let decided = events.iter().filter(|event| event["ph"] == "i");
        let decided: Vec<_> = decided
            .map(|event| (event["args"]["job"].clone(), number(&event["ts"]), event["args"]["accepted"].clone()))
            .filter(|(job, ..)| !job.as_str().is_some_and(|job| job.starts_with("opportunistic")))
            .collect();
        let submitted: Vec<_> =
            jobs.iter().map(|(name, at, .., held)| (json!(name), at * micro, json!(!held.is_empty()))).collect();
        assert_eq!(decided, submitted);
        let threads = events.iter().filter(|event| event["name"] == "thread_name" && event["pid"] == 1).count();
        assert_eq!(threads as u64, number(&trace["metadata"]["nodes"]), "a thread for each node");
        assert_eq!(trace["metadata"]["provenance"]["scenario"], json!(planned.provenance().hash));
    }
}

/// "0-3 5" as numbers.
fn nodes_of(intervals: &str) -> Vec<u32> {
    let number = |text: &str| text.parse::<u32>().expect("a node");
    let run = |text: &str| match text.split_once('-') {
        Some((first, last)) => (number(first)..=number(last)).collect(),
        None => vec![number(text)],
    };
    intervals.split_whitespace().flat_map(run).collect()
}

#[test]
fn what_evalys_reads_is_the_plan() {
    for planned in plans() {
        let text = text_of(&planned, PlanFile::Evalys);
        let mut lines = text.lines();
        let columns: Vec<&str> = lines.next().expect("a head").split(',').collect();
        let (seconds, workload) = (seconds_of(&planned), planned.provenance().word());
        let mut rows = lines.map(|line| columns.iter().copied().zip(line.split(',')).collect::<BTreeMap<_, _>>());
        for (name, submitted, nodes, duration, held) in jobs_of(&planned) {
            let row = rows.next().expect("a line for each job");
            let number = |column: &str| row[column].parse::<u64>().expect("a number");
            assert_eq!((row["jobID"], row["workload_name"]), (&*name, &*workload));
            assert_eq!(number("submission_time"), submitted * seconds);
            assert_eq!((number("requested_number_of_resources"), number("requested_time")), (u64::from(nodes), duration * seconds));
            let (Some(first), Some(last)) = (held.first(), held.last()) else {
                assert_eq!((row["success"], row["starting_time"], row["allocated_resources"]), ("0", "", ""));
                continue;
            };
            let (start, end) = (first.0 * seconds, last.1 * seconds);
            assert_eq!((row["success"], number("starting_time"), number("finish_time")), ("1", start, end));
            assert_eq!((number("execution_time"), number("waiting_time")), (end - start, start - submitted * seconds));
            assert_eq!(number("turnaround_time"), end - submitted * seconds);
            let stretch: f64 = row["stretch"].parse().expect("a number");
            assert_eq!(stretch, (end - submitted * seconds) as f64 / (end - start) as f64);
            let mut all: Vec<u32> = held.iter().flat_map(|(.., nodes)| nodes.clone()).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(nodes_of(row["allocated_resources"]), all);
        }
        assert!(rows.all(|row| row["jobID"].starts_with("opportunistic")));
    }
}

#[test]
fn a_plan_as_a_table_is_the_plan() {
    let market = json::read(&golden_with_market()).expect("a scenario").scenario.study;
    for planned in plans().into_iter().chain([Planned::new(market).expect("a plan")]) {
        let report: Value = serde_json::from_str(&text_of(&planned, PlanFile::Json)).expect("JSON");
        let text = text_of(&planned, PlanFile::Csv);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(&*format!("# {}", planned.provenance().words())));
        let columns: Vec<&str> = lines.next().expect("a head").split(',').collect();
        let decisions = report["decisions"].as_array().expect("a list");
        assert_eq!(lines.clone().count(), decisions.len());
        for (line, decision) in lines.zip(decisions) {
            let row: BTreeMap<_, _> = columns.iter().copied().zip(line.split(',')).collect();
            // What the JSON says too, it says alike.
            for (name, value) in decision.as_object().expect("an object") {
                let Some(&cell) = row.get(&**name) else { continue };
                match value {
                    Value::Bool(is_so) => assert_eq!(cell, if *is_so { "yes" } else { "no" }),
                    Value::Null => assert_eq!(cell, "", "{name}"),
                    Value::Array(nodes) => assert_eq!(json!(nodes_of(cell)), json!(nodes)),
                    Value::String(word) => assert_eq!(cell, word, "{name}"),
                    other => assert_eq!(cell, other.to_string(), "{name}"),
                }
            }
        }
        let figures = text_of(&planned, PlanFile::Figures);
        let figure = |name: &str| figures.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(',')).map(str::to_string);
        for (name, value) in report["metrics"].as_object().expect("an object").iter().filter(|(_, value)| value.is_number()) {
            assert_eq!(figure(name), Some(value.to_string()), "{name}");
        }
        assert_eq!((figure("version").as_deref(), figure("scenario")), (Some(VERSION), Some(planned.provenance().hash)));
        assert_eq!(report["provenance"]["scenario"], json!(planned.provenance().hash));
    }
}

fn view_of((scenario, outcome): &(bookahead::engine::slots::scenario::SlotsScenario, Outcome)) -> PlanView {
    let Outcome { arrivals, decisions, nodes, .. } = outcome.clone();
    PlanView::new(arrivals, decisions, nodes, scenario.machine).expect("columns of one plan")
}

fn frame(view: &PlanView) -> PlanFrame<'_> {
    PlanFrame { view, window: None, unit: TimeUnit::Slots, colours: Colours::Request }
}

fn origin() -> Origin {
    let link = "https://example.org/?a=1&b=2#v1.abc".to_string();
    Origin { title: "A <plan> & \"more\"".to_string(), provenance: "Bookahead 0, scenario 0123456789ab".to_string(), link }
}

/// Places and words of the areas in an SVG that carry words, groups and cut-outs counted in: x, y, width, height, words.
fn named_areas(svg: &str) -> Vec<([f64; 4], String)> {
    let document = roxmltree::Document::parse(svg).expect("XML");
    let areas = document.descendants().filter(|node| node.tag_name().name() == "rect" && node.has_children());
    areas
        .map(|node| {
            let (dx, dy) = moved_by(&node);
            let words = node.descendants().filter(roxmltree::Node::is_text).filter_map(|text| text.text()).collect::<String>();
            ([number(&node, "x") + dx, number(&node, "y") + dy, number(&node, "width"), number(&node, "height")], words)
        })
        .collect()
}

#[test]
fn charts_hold_every_bar_where_it_belongs() {
    for planned in plans() {
        let Planned::Slots(planned) = planned else { continue };
        let view = view_of(&planned);
        // Of very many bars none carries words.
        if view.accepted().len() > 500 {
            continue;
        }
        for kind in [GanttKind::Logical, GanttKind::Physical] {
            let figure = frame(&view).gantt(kind);
            let areas = named_areas(&figure.svg(&origin()));
            let mut bars: Vec<Bar> = Vec::new();
            let all = 0..view.horizon() + 2;
            kind.for_each_bar(&view, all, 0..view.machine().nodes, |bar| bars.push(bar));
            assert_eq!((areas.len(), figure.data.rows.len()), (bars.len(), bars.len()), "{kind:?}");
            let time = TimeScale::fit(view.asked_slots(), 1.0, bookahead::chart::kit::figure::PLOT_PX);
            let height = figure.height - bookahead::chart::kit::figure::AXIS_PX;
            let nodes = view.machine().nodes;
            let rows = RowScale::new(nodes, 0.0, height / f64::from(nodes), height);
            for bar in bars {
                let rect = bar.rect(&time, &rows);
                // The title stands above; bars lie half a px within their place, so that neighbours are told apart.
                let is_it = |([x, y, width, high], words): &&([f64; 4], String)| {
                    let near = |a: f64, b: f64| (a - b).abs() < 1.2;
                    words.starts_with(&format!("{}: slots {}–{}", view.name_of(bar.job), bar.start, bar.end - 1))
                        && near(*x, LEFT_PX + rect.x)
                        && near(*y, 44.0 + rect.y)
                        && near(*width, rect.width)
                        && near(*high, rect.height)
                };
                assert!(areas.iter().any(|area| is_it(&area)), "{kind:?} {bar:?} {rect:?}");
                let numbers = [bar.start, bar.end, bar.row, bar.rows].map(|number| number.to_string());
                let is_row = |row: &&Vec<String>| row[0] == view.name_of(bar.job) && row[1..5] == numbers;
                assert_eq!(figure.data.rows.iter().filter(is_row).count(), 1);
            }
        }
    }
}

#[test]
fn the_servers_chart_holds_every_job() {
    for planned in plans() {
        let jobs = jobs_of(&planned);
        // Of very many bars none carries words.
        let Planned::Idle(planned) = planned else { continue };
        if jobs.len() > 1_000 {
            continue;
        }
        let (scenario, IdleOutcome { arrivals, decisions, adapted, .. }) = &*planned;
        let (rates, pieces) = (scenario.servers.rates(), adapted.as_ref().map_or(&[][..], |adapted| &adapted.pieces));
        let chart =
            |look| servers_chart((arrivals, &scenario.workload.names), decisions, pieces, (&rates, TimeNames::SLOTS), None, look);
        let figure = chart(ServersLook::default());
        let decided = arrivals.jobs() / 2;
        let stepped = chart(ServersLook { later_from: Some(decided as u32), ..ServersLook::default() });
        assert_eq!(stepped.data.columns.last().map(String::as_str), Some("is_later"));
        let early: HashSet<String> = arrivals.id[..decided].iter().map(|&id| scenario.workload.names.of(id).to_string()).collect();
        assert_eq!(stepped.data.rows.len(), figure.data.rows.len());
        for row in &stepped.data.rows {
            assert_eq!(row[4], (!early.contains(&row[0])).to_string(), "{row:?}");
        }
        let areas = named_areas(&figure.svg(&origin()));
        for (name, .., held) in jobs {
            for (start, end, servers) in held {
                let words = format!("{name}: server {}, {start} to {end}", servers[0]);
                assert_eq!(areas.iter().filter(|(_, found)| *found == words).count(), 1, "{words}");
                let row = vec![name.clone(), servers[0].to_string(), start.to_string(), end.to_string()];
                assert!(figure.data.rows.contains(&row));
            }
        }
    }
}

#[test]
fn a_chart_says_from_what_it_was_made() {
    let Planned::Slots(planned) = golden() else { panic!() };
    let svg = frame(&view_of(&planned)).utilisation().svg(&origin());
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let texts: Vec<&str> =
        document.descendants().filter(|node| node.tag_name().name() == "text").filter_map(|node| node.text()).collect();
    assert!(
        texts.contains(&"A <plan> & \"more\": Utilisation") && texts.contains(&"Bookahead 0, scenario 0123456789ab"),
        "{texts:?}"
    );
    let link = document.descendants().find_map(|node| node.attribute("href"));
    assert_eq!(link, Some("https://example.org/?a=1&b=2#v1.abc"));
    assert!(!svg.contains("style=") && !svg.contains("class="), "it needs no style sheet");
}

#[test]
fn more_bars_than_can_be_drawn_become_shades() {
    let requests = BARS_MAX as u32 + 500;
    let one = |i: u32| format!(r#"{{"earliest_start": {}, "duration": 2, "nodes": 1}}"#, i / 50 * 2);
    let list: Vec<String> = (0..requests).map(one).collect();
    let text = format!(r#"{{"version": 1, "machine": {{"nodes": 100}}, "workload": {{"requests": [{}]}}}}"#, list.join(","));
    let planned = Planned::new(json::read(&text).expect("a scenario").scenario.study).expect("a plan");
    let Planned::Slots(planned) = planned else { panic!() };
    let view = view_of(&planned);
    for kind in [GanttKind::Logical, GanttKind::Physical] {
        let Figure { explanation, data, .. } = &frame(&view).gantt(kind);
        assert!(explanation.contains("20500 bars are too many"), "{explanation}");
        assert_eq!(data.rows.len(), requests as usize, "the data is whole");
        let svg = frame(&view).gantt(kind).svg(&origin());
        assert!(svg.len() < 4_000_000, "{}", svg.len());
        let document = roxmltree::Document::parse(&svg).expect("XML");
        // Half of the machine is busy all the time.
        let area: f64 = document
            .descendants()
            .filter(|node| node.tag_name().name() == "rect" && node.attribute("height") == Some("3.0"))
            .map(|node| node.attribute("width").map_or(0.0, |width| width.parse::<f64>().expect("a number")) * 3.0)
            .sum();
        let plot = 876.0 * 420.0;
        assert!((0.45..0.56).contains(&(area / plot)), "{kind:?}: {}", area / plot);
    }
}

#[test]
fn the_command_line_writes_files_and_one_to_standard_output() {
    let folder = std::env::temp_dir().join(format!("bookahead-take-away-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| folder.join(name).display().to_string();
    let (svg, trace) = (format!("--svg={}", file("plan.svg")), format!("--trace={}", file("trace.json")));
    let csv = ok(&["plan", "-", &svg, &trace, "--csv", "--chart", "physical", "--base", "https://example.org/"], GOLDEN_1A);
    assert_eq!(csv, text_of(&golden(), PlanFile::Csv));
    assert_eq!(std::fs::read_to_string(file("trace.json")).expect("a file"), text_of(&golden(), PlanFile::Trace));
    let drawn = std::fs::read_to_string(file("plan.svg")).expect("a file");
    assert_eq!(named_areas(&drawn).len(), 15);
    assert!(drawn.contains("href=\"https://example.org/#v1.") && drawn.contains(&golden().provenance().words()), "{drawn}");
    std::fs::remove_dir_all(&folder).expect("a folder");
    let idle = write(&bookahead::state::Example::find("figure-3-3").expect("an example").open().scenario);
    for form in ["--svg", "--csv", "--figures", "--trace", "--evalys", "--json"] {
        assert!(!ok(&["plan", "-", form], &idle).is_empty());
    }
    let one = "only one output can go to standard output; give the others a file: --csv=FILE";
    fails(&["plan", "-", "--csv", "--json"], GOLDEN_1A, one);
    fails(&["plan", "-", "--svg", "--chart", "servers"], GOLDEN_1A, "--chart must be one of logical, physical, utilisation");
    let nowhere = "--csv=/nowhere/at/all.csv";
    fails(&["plan", "-", nowhere], GOLDEN_1A, "/nowhere/at/all.csv: cannot be written: No such file or directory (os error 2)");
}

#[test]
fn html_for_other_pages_has_the_picture_and_the_link() {
    let (svg, link) = (ok(&["plan", "-", "--svg"], GOLDEN_1A), ok(&["link", "-"], GOLDEN_1A));
    let html = |base: &str| ok(&["embed", "-", "--view", "list", "--base", base], GOLDEN_1A);
    let expected = |folder: &str, page: &str| {
        format!(
            "<script type=\"module\" src=\"{folder}/js/embed.js\"></script>\n\
             <book-ahead src=\"{folder}/{page}\" link=\"#{}\" view=\"list\" height=\"400\">\n{svg}</book-ahead>\n",
            link.trim()
        )
    };
    for (base, folder, page) in [
        ("https://example.org", "https://example.org", "index.html"),
        ("https://example.org/b/?x=/y#v1.z", "https://example.org/b", "index.html"),
        ("https://example.org/b/index.html", "https://example.org/b", "index.html"),
        ("../bookahead.html", "..", "bookahead.html"),
        ("bookahead.html", ".", "bookahead.html"),
        // An address cannot end its attribute.
        ("b\"><b>", "b&quot;&gt;&lt;b&gt;", "index.html"),
    ] {
        assert_eq!(html(base), expected(folder, page), "{base}");
    }
}

/// The hash of a scenario as it is, from its file, and from its link.
fn hashes(scenario: &Scenario) -> [String; 3] {
    let of = |study: &Study| Provenance::of(study).hash;
    let read = json::read(&write(scenario)).expect("its own file").scenario;
    let shared = Shared { scenario: scenario.clone(), view: View::first(scenario) };
    let opened = link::decode(&link::encode(&shared)).expect("its own link").scenario;
    [of(&scenario.study), of(&read.study), of(&opened.study)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn equal_scenarios_have_equal_hashes_however_they_came(
        scenario in prop_oneof![samples::scenario(), samples::servers().prop_map(|servers| Scenario::new("servers", servers))]
    ) {
        let [own, file, link] = hashes(&scenario);
        prop_assert_eq!(&own, &file);
        prop_assert_eq!(&own, &link);
        prop_assert_eq!(own.len(), 12);
        let renamed = Scenario { title: format!("{}!", scenario.title), ..scenario.clone() };
        prop_assert_eq!(&hashes(&renamed)[0], &own);
    }
}

#[test]
fn another_scenario_has_another_hash_and_seeds_are_told() {
    let Planned::Slots(mut planned) = golden() else { panic!() };
    let before = Provenance::of(&planned.0.clone().into());
    assert_eq!((before.seed, before.version), (None, VERSION));
    planned.0.machine.nodes += 1;
    assert_ne!(Provenance::of(&planned.0.clone().into()).hash, before.hash);
    let text = r#"{"version": 1, "machine": {"nodes": 8}, "workload": {"generator": {"seed": 7, "requests": 20}}}"#;
    let study = json::read(text).expect("a scenario").scenario.study;
    assert_eq!(Provenance::of(&study).seed, Some(7));
    assert!(Provenance::of(&study).words().ends_with(", seed 7"));
}

/// A formula by the name of its figure.
fn value_of(formulas: &[bookahead::engine::core::formula::Formula], key: &str) -> f64 {
    formulas.iter().find(|formula| formula.key == key).unwrap_or_else(|| panic!("{key}")).expression.value()
}

#[test]
fn formulas_come_to_the_figures_that_are_shown() {
    use bookahead::chart::planes::server_gantt::ServerRows;
    use bookahead::engine::idle::metrics::{Placed, formulas as idle_formulas};
    use bookahead::engine::slots::formulas::{formulas, revenue_formulas};
    let market = json::read(&golden_with_market()).expect("a scenario").scenario.study;
    let empty =
        json::read(r#"{"version": 1, "machine": {"nodes": 3}, "workload": {"requests": []}}"#).expect("a scenario").scenario;
    let more = [market, empty.study].map(|study| Planned::new(study).expect("a plan"));
    for planned in plans().into_iter().chain(more) {
        match &planned {
            Planned::Slots(planned) => {
                let (scenario, Outcome { arrivals, decisions, metrics, revenue, .. }) = &**planned;
                let found = formulas(arrivals, decisions, scenario.machine, scenario.policy);
                assert_eq!(value_of(&found, "acceptance"), metrics.acceptance);
                assert_eq!(value_of(&found, "utilisation"), metrics.utilisation);
                assert_eq!(value_of(&found, "mean_delay"), metrics.mean_delay);
                assert_eq!(value_of(&found, "shifts"), f64::from(metrics.shifts));
                assert_eq!(value_of(&found, "shifts_put_back"), metrics.shifts_put_back as f64);
                assert_eq!(value_of(&found, "messages"), metrics.messages);
                assert_eq!(value_of(&found, "fragmentation"), metrics.fragmentation);
                if let (Some(market), Some(revenue)) = (&scenario.market, revenue) {
                    let (found, report) = (revenue_formulas(market, &revenue.report), &revenue.report);
                    assert_eq!(value_of(&found, "revenue"), report.total().revenue as f64);
                    assert_eq!(value_of(&found, "spoilage"), report.losses.spoilage as f64);
                    assert_eq!(value_of(&found, "dilution"), report.losses.dilution as f64);
                }
            }
            Planned::Idle(planned) => {
                let (scenario, IdleOutcome { arrivals, decisions, adapted, figures, .. }) = &**planned;
                let (rates, pieces) = (scenario.servers.rates(), adapted.as_ref().map_or(&[][..], |adapted| &adapted.pieces));
                let rows = ServerRows::of_plan(arrivals, decisions, pieces, &rates);
                let spans = || {
                    (0..rates.len() as u32).flat_map(|server| rows.row(server).iter().map(move |bar| (server, bar.start, bar.end)))
                };
                let placed = Placed { arrivals, start: &decisions.start, servers: &scenario.servers };
                let found = idle_formulas(&placed, spans, scenario.workload.mean_size());
                let metrics = figures.metrics;
                for (key, shown) in [
                    ("loss_rate", metrics.loss_rate),
                    ("work_loss_rate", metrics.work_loss_rate),
                    ("utilisation", metrics.utilisation),
                    ("fragmentation", metrics.fragmentation),
                    ("mean_delay", metrics.mean_delay),
                ] {
                    assert_eq!(value_of(&found, key), shown, "{key}");
                }
                if let Some(fairness) = metrics.fairness {
                    assert!((value_of(&found, "fairness") - fairness).abs() < 1e-12);
                }
            }
            Planned::Workflow(workflow) => crate::workflow_page::expect_formulas(&workflow.0, &workflow.1),
            // The figures of clusters are counted again by their checker.
            Planned::Cluster(_) => assert_eq!(planned.violations(), Vec::<String>::new()),
        }
    }
}

#[test]
fn the_worked_example_has_its_numbers_in_its_formulas() {
    let Planned::Slots(planned) = golden() else { panic!() };
    let found = bookahead::engine::slots::formulas::formulas(
        &planned.1.arrivals,
        &planned.1.decisions,
        planned.0.machine,
        planned.0.policy,
    );
    let numbers = |key: &str| {
        let formula = found.iter().find(|formula| formula.key == key).expect(key);
        (formula.expression.in_words(), formula.expression.in_numbers(&|value| value.to_string()))
    };
    assert_eq!(numbers("mean_delay"), ("Σ (start − earliest start) ÷ accepted jobs".to_string(), "4 ÷ 15".to_string()));
    let utilisation = "Σ nodes × duration of accepted jobs ÷ (nodes × (slot after the last end − first start))";
    assert_eq!(numbers("utilisation"), (utilisation.to_string(), "30 ÷ (5 × (18 − 11))".to_string()));
}

#[test]
fn the_checker_says_what_it_looked_at() {
    let found = golden().verify();
    assert_eq!(found.violations, Vec::<String>::new());
    let looked: Vec<(u64, &str)> = found.looked_at.iter().map(|looked| (looked.count, looked.what())).collect();
    assert!(looked.contains(&(15, "jobs against the windows of their requests")), "{looked:?}");
    assert!(looked.contains(&(1, "move: who may move, from where, to where")), "{looked:?}");
    assert!(looked.contains(&(15, "nodes of jobs, each held from start to end and by one job at a time")), "{looked:?}");
    // The load changes in every slot from 11 to 18.
    assert!(looked.contains(&(8, "slots in which the load changes, against the capacity")), "{looked:?}");
    // A broken plan is found out, and is looked at as well.
    let Planned::Slots(mut planned) = golden() else { panic!() };
    planned.1.decisions.start[0] = 99;
    let broken = Planned::Slots(planned).verify();
    assert!(!broken.violations.is_empty() && !broken.looked_at.is_empty() && broken.sentence().starts_with("The plan breaks"));
    for planned in plans() {
        let found = planned.verify();
        assert!(found.violations.is_empty() && found.looked_at.iter().any(|looked| looked.count > 0));
        assert_eq!(found.sentence(), "The checker found nothing wrong.");
    }
    let text = ok(&["plan", "-"], GOLDEN_1A);
    assert!(text.contains("\nchecked\n          15  jobs against the windows of their requests\n"), "{text}");
    assert!(text.ends_with(&format!("The checker found nothing wrong.\n\n{}\n", golden().provenance().words())), "{text}");
}

#[test]
fn what_is_taken_away_of_an_experiment_says_how_to_make_it_again() {
    let options = Options { runs: 2, requests: 1_000, seed: 7 };
    let results = results_of("castillo-4.2", options);
    let words = Provenance::of_experiment(&results).words();
    assert!(words.starts_with(&format!("Bookahead {VERSION}, experiment ")) && words.ends_with(", seed 7"), "{words}");
    // Whatever changes the results changes the hash; the order in which they are computed and a second run do not.
    let others = [
        results_of("castillo-4.2", Options { seed: 8, ..options }),
        results_of("castillo-4.2", Options { runs: 1, ..options }),
        results_of("castillo-4.2", Options { requests: 1_001, ..options }),
        results_of("castillo-4.4", options),
    ];
    let hash = Provenance::of_experiment(&results).hash;
    assert!(others.iter().all(|other| Provenance::of_experiment(other).hash != hash));
    assert_eq!(Provenance::of_experiment(&results_of("castillo-4.2", options)).hash, hash);

    let run = ["experiment", "castillo-4.2", "--runs", "2", "--jobs", "1000", "--seed", "7"];
    let with = |more: &[&str]| ok(&[&run[..], more].concat(), "");
    let json: Value = serde_json::from_str(&with(&["--json"])).expect("JSON");
    assert_eq!(json["provenance"], json!({"version": VERSION, "experiment": hash, "seed": 7}));
    assert_eq!(with(&["--csv"]).lines().next(), Some(format!("# {words}").as_str()));
    assert!(with(&[]).ends_with(&format!("\n{words}\n")));
    // The figure is the page's, drawn from the same results.
    let origin = Origin { provenance: words.clone(), ..Origin::default() };
    let [first, second] = [0, 1].map(|place| sweep_figure(&results, &results.panels[place]).svg(&origin));
    assert!(first.contains(&words) && first != second);
    assert_eq!(with(&["--svg"]), first);
    let second_key = results.panels[1].measure.key.as_str();
    assert_eq!(with(&["--svg", "--chart", second_key]), second);
    let refused: Vec<&str> = results.panels.iter().map(|panel| panel.measure.key.as_str()).collect();
    let chart = [&run[..], &["--svg", "--chart", "nothing"]].concat();
    fails(&chart, "", &format!("--chart must be one of {}", refused.join(", ")));
    fails(
        &[&run[..], &["--csv", "--json"]].concat(),
        "",
        "only one output can go to standard output; give the others a file: --csv=FILE",
    );
}

fn results_of(key: &str, options: Options) -> Results {
    let mut run = ExperimentRun::new(key, options).expect("within bounds");
    for index in 0..run.units() {
        let mut unit = run.unit(index).expect("a unit");
        while !unit.advance(10_000).expect("within bounds") {}
        run.take_in(index, unit.into_found());
    }
    run.close();
    run.results()
}
