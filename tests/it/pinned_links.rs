//! Links that were made once must open for ever: literal links of every kind, each with the content it must have.
//!
//! `tests/links/pinned.txt` holds the records; its first lines say how to add one. The tests never write to that file.

use bookahead::engine::batch::BatchScenario;
use bookahead::engine::idle::generator::Due;
use bookahead::engine::idle::reference::StripName;
use bookahead::engine::idle::{self, IdleEvent, IdleScenario, IdleSource, TreeName};
use bookahead::engine::slots::elastic::{Choice, ElasticQuery, OfferOrder, Weights};
use bookahead::engine::slots::revenue::{DemandSource, Method, Nesting};
use bookahead::engine::slots::scenario::{PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead::engine::slots::workload::Source;
use bookahead::engine::study::StudyKind;
use bookahead::engine::workflow::WorkflowScenario;
use bookahead::engine::workflow::scenario::WorkflowSource;
use bookahead::engine::{Scenario, Study};
use bookahead::formats::json::{FileContent, read, write};
use bookahead::formats::link::{
    AxisUnit, BarColours, Geometry, Layout, OffersView, Opened, Panel, Plane, Shared, TimeWindow, View, WorkflowPart, decode,
    encode,
};
use bookahead::papers::experiment::{Options, catalogue};
use std::collections::BTreeSet;
use std::fmt::Debug;

const PINNED: &str = include_str!("../links/pinned.txt");

/// The versions that are still written. Links of other versions are only read.
const WRITTEN: &[&str] = &["v1.", "v2."];

/// A pinned link.
struct Record {
    name: &'static str,
    link: &'static str,
    /// Every field of the view, by name; empty in a record that is being added.
    view: &'static str,
    /// The scenario as a scenario file; empty in a record that is being added.
    scenario: &'static str,
}

fn records() -> Vec<Record> {
    let record = |text: &'static str| {
        let (name, rest) = text.split_once('\n').expect("a line with the name");
        let (link, rest) = rest.split_once('\n').unwrap_or((rest, ""));
        let (view, scenario) = rest.split_once('\n').unwrap_or((rest, ""));
        let link = link.strip_prefix("link: ").unwrap_or_else(|| panic!("{name}: the second line must start with `link: `"));
        Record { name, link: link.trim(), view: view.strip_prefix("view: ").unwrap_or_default(), scenario: scenario.trim() }
    };
    PINNED.split("\n== ").skip(1).map(record).collect()
}

fn name_of_time(time: Option<TimeWindow>) -> String {
    time.map_or_else(|| "whole".to_string(), |TimeWindow { first, slots }| format!("{first:?}+{slots:?}"))
}

fn name_of_number(number: Option<u32>) -> String {
    number.map_or_else(|| "none".to_string(), |number| number.to_string())
}

fn name_of_tree(tree: Option<TreeName>) -> String {
    let Some(TreeName { rate, strip }) = tree else { return "none".to_string() };
    let strip = match strip {
        StripName::Past => "past".to_string(),
        StripName::Strip(number) => format!("strip {number}"),
        StripName::Open => "open".to_string(),
    };
    format!("rate {rate} {strip}")
}

fn offers_in_words(OffersView { query, choice, order, step }: OffersView) -> String {
    let ElasticQuery { from, to, duration, nodes } = query;
    let name = match choice {
        Choice::Weighted(Weights { early, long, wide, cheap }) => format!("weighted {early} {long} {wide} {cheap}"),
        choice => choice.name().to_string(),
    };
    let open = |number: Option<u32>| name_of_number(number);
    // Links had no order at first.
    let order = if order == OfferOrder::default() { String::new() } else { format!(" by {}", order.name()) };
    format!("offers={from}..{to} {} {} {name}{order} {}", open(duration), open(nodes), open(step))
}

/// Every field of a view by name. The names belong to this test, so that renaming or reordering a Rust type changes nothing here.
fn view_in_words(view: &View) -> String {
    let View {
        time,
        selected,
        step,
        compared,
        compare_layout,
        offers,
        cost,
        layout,
        axis,
        panel,
        border,
        colours,
        experiment,
        options,
        geometry,
        cluster,
        workflow,
    } = *view;
    let Geometry { plane, time: geometry_time, selected: geometry_selected, step: geometry_step, other, tree } = geometry;
    let panel = match panel {
        Panel::Study(StudyKind::Slots) => "plan",
        Panel::Revenue => "revenue",
        Panel::Experiments => "experiments",
        Panel::Study(StudyKind::Idle) => "geometry",
        Panel::Study(StudyKind::Cluster) => "cluster",
        Panel::Study(StudyKind::Workflow) => "workflow",
    };
    let layout = match layout {
        Layout::Stacked => "stacked",
        Layout::Logical => "logical",
        Layout::Physical => "physical",
    };
    let axis = match axis {
        AxisUnit::Slots => "slots",
        AxisUnit::Clock => "clock",
    };
    let colours = match colours {
        BarColours::Fitting => "fitting",
        BarColours::Request => "request",
        BarColours::Class => "class",
    };
    let plane = match plane {
        Plane::Time => "time",
        Plane::Dual => "dual",
    };
    let experiment = catalogue().swap_remove(experiment as usize).key;
    // Older links hold nothing of these.
    let options = options.map(|Options { runs, requests, seed }| format!("options={runs}*{requests}@{seed}"));
    let newer = [
        step.map(|step| format!("step={step}")),
        compared.map(|Policy { planner, shift, search, overlap }| {
            format!("compared={}:{}{}{}", planner.name(), shift.name(), search.name(), overlap.name())
        }),
        compare_layout.map(|layout| format!("compared-plans={layout:?}").to_lowercase()),
        options,
        offers.map(offers_in_words),
        cost.map(|cost| format!("{cost:?}")),
        geometry_step.map(|step| format!("step-on-servers={step}")),
        cluster.selected.map(|job| format!("selected-on-cluster={job}")),
        cluster.step.map(|step| format!("step-on-cluster={step}")),
        cluster.time.map(|time| format!("seconds={}", name_of_time(Some(time)))),
        cluster.other.map(|other| format!("compared-on-cluster={}", other.name())),
        cluster.attempt.map(|attempt| format!("attempt={attempt}")),
        cluster.range.map(|(from, to)| format!("range={from}-{to}")),
        workflow.selected.map(|task| format!("selected-task={task}")),
        workflow.time.map(|time| format!("ticks-of-workflows={}", name_of_time(Some(time)))),
        (workflow.part != WorkflowPart::Plan).then(|| format!("part={:?}", workflow.part).to_lowercase()),
        (workflow.application > 0).then(|| format!("application={}", workflow.application)),
        workflow.mapping.map(|mapping| format!("mapping={mapping}")),
        workflow.step.map(|step| format!("mapping-step={step}")),
        workflow.other.map(|other| format!("compared-on-workflow={}", other.name())),
    ];
    let older = [
        format!("panel={panel}"),
        format!("layout={layout}"),
        format!("axis={axis}"),
        format!("colours={colours}"),
        format!("time={}", name_of_time(time)),
        format!("selected={}", name_of_number(selected)),
        format!("border={border}"),
        format!("experiment={experiment}"),
        format!("plane={plane}"),
        format!("ticks={}", name_of_time(geometry_time)),
        format!("selected-on-servers={}", name_of_number(geometry_selected)),
        format!("other={}", other.map_or("none", idle::Strategy::name)),
        format!("tree={}", name_of_tree(tree)),
    ];
    older.into_iter().chain(newer.into_iter().flatten()).collect::<Vec<_>>().join("; ")
}

fn decoded(record: &Record) -> Opened {
    decode(record.link).unwrap_or_else(|error| panic!("{}: {error}", record.name))
}

/// The plan in slots, the named servers and the workflows of a link or file, whichever comes first in it.
fn studies(
    scenario: Scenario,
    second: Option<Scenario>,
) -> (Option<SlotsScenario>, Option<IdleScenario>, Option<WorkflowScenario>) {
    let (mut slots, mut idle, mut workflow) = (None, None, None);
    for scenario in [Some(scenario), second].into_iter().flatten() {
        match scenario.study {
            Study::Slots(recipe) => slots = Some(recipe),
            Study::Idle(recipe) => idle = Some(recipe),
            // Compared as a whole, see `cluster_of`.
            Study::Cluster(_) => {}
            Study::Workflow(recipe) => workflow = Some(recipe),
        }
    }
    (slots, idle, workflow)
}

/// The cluster of a link or file.
fn cluster_of(scenario: &Scenario) -> Option<&BatchScenario> {
    scenario.study.cluster()
}

#[test]
fn pinned_links_open_as_they_did() {
    let mut wrong = String::new();
    for record in records() {
        let opened = decoded(&record);
        let mut view = view_in_words(&opened.view);
        let mut pinned_view = record.view.to_string();
        if record.scenario.contains("\"slots\": true") {
            // Each part of a request in slots has become a request with a number of its own.
            for view in [&mut view, &mut pinned_view] {
                let parts = view.split("; ").filter(|part| !part.starts_with("selected-on-servers="));
                *view = parts.collect::<Vec<_>>().join("; ");
            }
        }
        if record.view.is_empty() || record.scenario.is_empty() {
            let scenario = write(&opened.scenario);
            wrong += &format!("{}: compare with what was shared, then add to the record:\nview: {view}\n{scenario}\n", record.name);
            continue;
        }
        if view != pinned_view {
            wrong += &format!("{}: the view was\n  {}\nand is now\n  {view}\n", record.name, record.view);
        }
        match read(record.scenario) {
            Ok(FileContent { scenario, second })
                if scenario.title == opened.scenario.title
                    && cluster_of(&scenario) == cluster_of(&opened.scenario)
                    && studies(scenario.clone(), second.clone()) == studies(opened.scenario.clone(), opened.second.clone()) => {}
            Ok(_) => {
                let now = [Some(&opened.scenario), opened.second.as_ref()].into_iter().flatten().map(write).collect::<String>();
                wrong += &format!("{}: the scenario was\n{}\nand is now\n{now}\n", record.name, record.scenario);
            }
            Err(error) => wrong += &format!("{}: the pinned scenario: {error}\n", record.name),
        }
    }
    assert!(wrong.is_empty(), "pinned links changed their meaning; mend the program, not the records:\n{wrong}");
}

#[test]
fn pinned_links_are_written_again_as_they_are() {
    for record in records() {
        let opened = decoded(&record);
        let is_whole = opened.second.is_none();
        let shared = opened.into_shared();
        let link = encode(&shared);
        // A link of two studies is written again as that of the one that is looked at, and named servers without the machine of an empty plan
        // in slots, which earlier builds wrote too.
        let has_slots = matches!(shared.scenario.study, Study::Slots(_));
        if is_whole && has_slots && WRITTEN.iter().any(|version| record.link.starts_with(version)) {
            assert_eq!(link, record.link, "{}", record.name);
        }
        let again = decode(&link).map(Opened::into_shared);
        // Requests that kept the numbers of the plan they were made of take a link of version 3, which holds what is seen of its own study.
        if let Study::Idle(idle) = &shared.scenario.study
            && !idle.workload.names.is_plain()
        {
            let View { panel, experiment, options, geometry, .. } = shared.view;
            let view = View { panel, experiment, options, geometry, ..View::default() };
            assert_eq!(again, Ok(Shared { view, ..shared }), "{}", record.name);
            continue;
        }
        assert_eq!(again, Ok(shared), "{}", record.name);
    }
}

/// Insists that every one of `all` occurs among `found`.
#[track_caller]
fn assert_all_pinned<T: Debug>(what: &str, all: impl IntoIterator<Item = T>, found: impl Iterator<Item = T>) {
    let found: BTreeSet<String> = found.map(|item| format!("{item:?}")).collect();
    let all = all.into_iter().map(|item| format!("{item:?}"));
    let missing: Vec<String> = all.filter(|item| !found.contains(item)).collect();
    assert!(missing.is_empty(), "no pinned link for {what} {}; tests/links/pinned.txt says how to add one", missing.join(", "));
}

fn pairs<A: Copy, B: Copy>(first: &[A], second: &[B]) -> Vec<(A, B)> {
    first.iter().flat_map(|&a| second.iter().map(move |&b| (a, b))).collect()
}

#[test]
fn every_kind_of_link_is_pinned() {
    let records = records();
    let names: BTreeSet<&str> = records.iter().map(|record| record.name).collect();
    assert_eq!(names.len(), records.len(), "every record has a name of its own");
    let all: Vec<Opened> = records.iter().map(decoded).collect();
    let views = || all.iter().map(|shared| shared.view);
    let both: Vec<_> = all.iter().map(|opened| studies(opened.scenario.clone(), opened.second.clone())).collect();
    let scenarios = || both.iter().filter_map(|(slots, ..)| slots.as_ref());
    let markets = || scenarios().filter_map(|scenario| scenario.market.as_ref());
    let servers = || both.iter().filter_map(|(_, idle, _)| idle.as_ref());

    let policies = scenarios().map(|scenario| scenario.policy).map(|Policy { planner, shift, .. }| (planner, shift));
    assert_all_pinned("the policy", pairs(&PlannerKind::ALL, &ShiftRule::ALL), policies);
    let source = |scenario: &SlotsScenario| match scenario.workload.source {
        Source::Requests(_) => "requests",
        Source::Generator(_) => "a generator",
    };
    assert_all_pinned("the source", ["requests", "a generator"], scenarios().map(source));
    let edits = scenarios().flat_map(|scenario| scenario.workload.edits.0.values().map(Option::is_some));
    assert_all_pinned("the edit", [true, false], edits);

    let methods = markets().map(|market| (market.method, market.nesting));
    assert_all_pinned("the method", pairs(&Method::ALL, &Nesting::ALL), methods);
    assert_all_pinned("the demand", DemandSource::ALL, markets().map(|market| market.demand));

    assert_all_pinned("the strategy", idle::Strategy::ALL, servers().map(|servers| servers.strategy));
    let source = |servers: &IdleScenario| match &servers.workload.source {
        IdleSource::Requests(_) => "requests",
        IdleSource::Pareto(_) => "Pareto sizes",
        IdleSource::Fortnight(fortnight) if fortnight.due == Due::FullRate => "a fortnight, due at rate 1",
        IdleSource::Fortnight(_) => "a fortnight, due at the mean rate",
    };
    let sources = ["requests", "Pareto sizes", "a fortnight, due at rate 1", "a fortnight, due at the mean rate"];
    assert_all_pinned("the servers' source", sources, servers().map(source));
    assert!(records.iter().any(|record| record.scenario.contains("\"slots\": true")), "no pinned link for the slot plan's jobs");
    let switches = servers().map(|servers| (servers.adaptability.replanning, servers.adaptability.opportunistic));
    assert_all_pinned("replanning and opportunistic jobs", pairs(&[false, true], &[false, true]), switches);
    let is_extension = |event: &IdleEvent| matches!(event, IdleEvent::Extend { .. });
    assert_all_pinned("an extension", [true, false], servers().flat_map(|servers| servers.events.iter().map(is_extension)));
    let edits = servers().flat_map(|servers| servers.workload.edits.0.values().map(Option::is_some));
    assert_all_pinned("the servers' edit", [true, false], edits);

    let workflows = || both.iter().filter_map(|(.., workflow)| workflow.as_ref());
    let source = |workflow: &WorkflowScenario| matches!(workflow.source, WorkflowSource::Drawn(_));
    assert_all_pinned("the drawn graph", [true, false], workflows().map(source));
    assert_all_pinned(
        "the panel",
        [Panel::Study(StudyKind::Slots), Panel::Revenue, Panel::Experiments, Panel::Study(StudyKind::Idle)],
        views().map(|view| view.panel),
    );
    assert_all_pinned("the layout", [Layout::Stacked, Layout::Logical, Layout::Physical], views().map(|view| view.layout));
    assert_all_pinned("the axis", [AxisUnit::Slots, AxisUnit::Clock], views().map(|view| view.axis));
    let colours = [BarColours::Fitting, BarColours::Request, BarColours::Class];
    assert_all_pinned("the colours", colours, views().map(|view| view.colours));
    assert_all_pinned("the classes", 0..7, views().map(|view| view.border));
    let experiments = || catalogue().into_iter().map(|experiment| experiment.key);
    let looked_at = views().filter(|view| view.panel == Panel::Experiments).map(|view| view.experiment as usize);
    assert_all_pinned("the experiment", experiments(), looked_at.filter_map(|place| experiments().nth(place)));
    assert_all_pinned("the plane", [Plane::Time, Plane::Dual], views().map(|view| view.geometry.plane));
    let others = idle::Strategy::ALL.map(Some).into_iter().chain([None]);
    assert_all_pinned("the other strategy", others, views().map(|view| view.geometry.other));
    let strips = views().map(|view| match view.geometry.tree.map(|tree| tree.strip) {
        None => "none",
        Some(StripName::Past) => "past",
        Some(StripName::Strip(_)) => "a strip",
        Some(StripName::Open) => "open",
    });
    assert_all_pinned("the tree", ["none", "past", "a strip", "open"], strips);
    let given = views().flat_map(|View { time, selected, geometry, .. }| {
        [
            ("time", time.is_some()),
            ("selected", selected.is_some()),
            ("ticks", geometry.time.is_some()),
            ("selected on the servers", geometry.selected.is_some()),
        ]
    });
    assert_all_pinned("what is seen", pairs(&["time", "selected", "ticks", "selected on the servers"], &[false, true]), given);
}
