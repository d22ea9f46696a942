//! What readers of task graphs make of files that say less, more or other things than a graph: files that tie tasks, sizes, run times, parts that are
//! missing. Real files are read a second time by a slow reader of its own.

use crate::cli::{ok, told};
use bookahead::formats::workflow::{ImportedGraph, looks_like_graph, read_graph};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Bytes in a second of the usual network: 1 Gbit/s.
const USUAL: f64 = 125e6;

const DAX_INOUT: &str = include_str!("../graphs/inout.dax");
const DAX_TIED_BY_FILES: &str = include_str!("../graphs/tied_by_files.dax");
const DAX_REWRITTEN: &str = include_str!("../graphs/rewritten_in_a_row.dax");
const DAX_PART_MISSING: &str = include_str!("../graphs/part_missing.dax");
const DAX_NEGATIVE: &str = include_str!("../graphs/negative_run_time.dax");
const DAX_FILE_SIZE: &str = include_str!("../graphs/file_of_two_sizes.dax");
const DAX_COST: &str = include_str!("../graphs/cost_beyond_bounds.dax");
const WF_11: &str = include_str!("../graphs/wfformat_1.1.json");

fn graph(text: &str) -> ImportedGraph {
    assert!(looks_like_graph(text.as_bytes()), "{text}");
    read_graph(text.as_bytes(), USUAL).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Parent, child and cost of each edge.
fn edges(read: &ImportedGraph) -> Vec<(u32, u32, u32)> {
    read.graph.edges.iter().map(|edge| (edge.parent, edge.child, edge.cost)).collect()
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let error = read_graph(text.as_bytes(), USUAL).expect_err("a bad file").to_string();
    assert!(error.contains(message), "{error}\nshould say\n{message}");
}

#[test]
fn a_file_that_is_rewritten_ties_its_writer_to_both_sides() {
    let read = graph(DAX_INOUT);
    assert_eq!(edges(&read), [(0, 1, 1_000), (1, 2, 1_000)], "B reads and writes what A has written");
    assert_eq!(read.notes, [""; 0], "C waits for one of the two writers: nothing is missing");
}

#[test]
fn files_tie_tasks_without_an_edge_of_their_own() {
    let read = graph(DAX_TIED_BY_FILES);
    assert_eq!(edges(&read), [(0, 1, 1_000)]);
    assert_eq!(read.notes, ["1 edge comes from files alone: one task writes what another reads (from w_A to r_B)"]);
    let json = r#"{"name": "x", "schemaVersion": "1.5", "workflow": {"specification": {
        "tasks": [{"name": "r", "id": "R", "inputFiles": ["f"]}, {"name": "w", "id": "W", "outputFiles": ["f"]}],
        "files": [{"id": "f", "sizeInBytes": 250000000}]},
        "execution": {"tasks": [{"id": "R", "runtimeInSeconds": 1}, {"id": "W", "runtimeInSeconds": 1}]}}}"#;
    assert_eq!(edges(&graph(json)), [(1, 0, 2_000)]);
    // Three in a row, and no edge given: the file is written, rewritten and read. The path is as long as all three.
    let row = DAX_REWRITTEN;
    assert_eq!(edges(&graph(row)), [(0, 1, 8), (1, 2, 8)]);
    let printed = ok(&["workflow", "-", "--nodes", "3", "--json"], row);
    assert!(printed.starts_with("{\"critical_path_length\":15.0,\"makespan\":15.0,"), "{printed}");
    assert!(told(&["workflow", "-", "--json"], row).contains("2 edges come from files alone"), "said on standard error");
}

#[test]
fn which_of_several_writers_is_meant_is_not_guessed() {
    let text = r#"<adag><job id="A" runtime="5"><uses file="f" link="output"/></job><job id="B" runtime="5"><uses file="f" link="output"/></job>
        <job id="C" runtime="5"><uses file="f" link="input"/></job></adag>"#;
    let read = graph(text);
    assert_eq!(edges(&read), []);
    assert!(
        read.notes[0].starts_with("1 file has several writers, and its readers are not said to wait for any"),
        "{:?}",
        read.notes
    );
    let rewritten = text.replace("</adag>", "<job id=\"D\" runtime=\"5\"><uses file=\"f\" link=\"inout\"/></job></adag>");
    assert_eq!((edges(&graph(&rewritten)), graph(&rewritten).notes.len()), (Vec::new(), 1));
    let said = graph(&text.replace("</adag>", "<child ref=\"C\"><parent ref=\"B\"/></child></adag>"));
    assert_eq!((edges(&said), said.notes.len()), (vec![(1, 2, 0)], 0));
}

#[test]
fn files_do_not_put_a_graph_into_a_cycle() {
    let text = r#"<adag><job id="A" runtime="5"><uses file="f" link="input"/></job><job id="B" runtime="5"><uses file="f" link="output"/></job>
        <child ref="B"><parent ref="A"/></child></adag>"#;
    let read = graph(text);
    assert_eq!(edges(&read), [(0, 1, 0)]);
    assert_eq!(
        read.notes,
        ["1 edge that files ask for makes a cycle with the others: no edge comes from files alone (from B to A)"]
    );
    let alone = r#"<adag><job id="A" runtime="5"><uses file="f" link="input"/><uses file="g" link="output"/></job>
        <job id="B" runtime="5"><uses file="f" link="output"/><uses file="g" link="input"/></job></adag>"#;
    refused(alone, "the cycle ");
    let itself = r#"<adag><job id="A" runtime="5"><uses file="f" link="inout"/></job></adag>"#;
    assert_eq!(edges(&graph(itself)), []);
}

#[test]
fn checkpoints_and_files_without_a_link_tie_nothing() {
    for link in ["link=\"checkpoint\"", "link=\"none\"", ""] {
        let text = format!(
            "<adag><job id=\"A\" runtime=\"5\"><uses file=\"f\" link=\"output\" size=\"125000000\"/></job>\
             <job id=\"B\" runtime=\"5\"><uses file=\"f\" {link} size=\"125000000\"/></job></adag>"
        );
        assert_eq!((edges(&graph(&text)), graph(&text).notes.len()), (Vec::new(), 0), "{link}");
    }
}

#[test]
fn a_file_is_as_large_as_the_writer_and_the_reader_of_an_edge_say() {
    let read = graph(DAX_FILE_SIZE);
    assert_eq!(edges(&read), [(0, 1, 1_000), (0, 2, 1_000)], "what a third task says changes nothing");
    let note = "1 edge whose writer gives a file another size than its reader: the writer's counts (from a_A to c_C)";
    assert_eq!(read.notes, [note]);
    let reader_alone = DAX_FILE_SIZE.replace("link=\"output\" size=\"125000000\"", "link=\"output\"");
    assert_eq!(edges(&graph(&reader_alone)), [(0, 1, 1_000), (0, 2, 9_000)]);
    for bad in ["-1", "much", "NaN", "inf"] {
        let read = graph(&DAX_FILE_SIZE.replace("link=\"output\" size=\"125000000\"", &format!("link=\"output\" size=\"{bad}\"")));
        assert_eq!(edges(&read), [(0, 1, 1_000), (0, 2, 9_000)], "{bad}: unknown");
        assert_eq!(read.notes, ["1 size is no number from 0 on: it counts as unknown (line 3: the file \"f\")"]);
    }
}

#[test]
fn what_is_beyond_the_bounds_is_refused_and_never_cut() {
    refused(DAX_COST, "the edge from a_A to b_B: it takes 2000000 s to send 250000000000000 bytes; must be at most 1000000 s");
    let read = read_graph(DAX_COST.as_bytes(), 250e6).expect("on a faster network");
    assert_eq!(edges(&read), [(0, 1, 1_000_000_000), (0, 2, 1_000_000_000)]);
    let long = "x".repeat(200);
    let read = graph(&DAX_FILE_SIZE.replace("name=\"b\"", &format!("name=\"{long}\"")));
    assert_eq!(read.graph.names[1].len(), 120);
    assert!(read.notes.contains(&"1 name is too long and cut (line 4: more than 120 characters)".to_string()), "{:?}", read.notes);
}

#[test]
fn run_times_below_0_count_as_0_and_are_counted() {
    let read = graph(DAX_NEGATIVE);
    assert_eq!((read.graph.durations, read.graph.edges.len()), (vec![12_500, 0, 3_000], 2));
    assert_eq!(read.notes, ["1 run time below 0 counts as 0 (line 3: -1.03 s)"]);
    let two = graph(&DAX_NEGATIVE.replace("runtime=\"3\"", "runtime=\"-0.5\""));
    assert_eq!(two.notes, ["2 run times below 0 count as 0 (the first: line 3: -1.03 s)"]);
    let json = graph(&WF_11.replace("878.4", "-1"));
    assert_eq!((json.graph.durations[0], json.notes.len()), (0, 1));
    assert!(
        told(&["import", "-", "--study", "workflow"], DAX_NEGATIVE).contains("1 run time below 0 counts as 0"),
        "said on standard error"
    );
}

#[test]
fn run_times_of_profiles_are_read() {
    let text = r#"<adag xmlns="http://pegasus.isi.edu/schema/DAX"><job id="A" name="a"><profile namespace="pegasus" key="cores">2</profile>
        <profile namespace="pegasus" key="runtime"> 4.5 </profile></job></adag>"#;
    assert_eq!(graph(text).graph.durations, [4_500]);
    refused(&text.replace("4.5", "4,5"), "line 1: a run time of \" 4,5 \" is not allowed");
}

#[test]
fn a_workflow_in_another_file_is_one_task() {
    let read = graph(DAX_PART_MISSING);
    assert_eq!((read.graph.durations, read.graph.names), (vec![0, 4_000], vec!["S1".to_string(), "A".to_string()]));
    assert!(
        read.notes[0].starts_with("1 workflow of another file has no run time") && read.notes[0].contains("missing"),
        "{:?}",
        read.notes
    );
    // Its place in the order stays, and with a run time it is a task as any other.
    let tied = "<adag><job id=\"A\" runtime=\"4\"/><dag id=\"S1\" file=\"inner.dag\" runtime=\"7\"/><job id=\"B\" runtime=\"4\"/>\
                <child ref=\"S1\"><parent ref=\"A\"/></child><child ref=\"B\"><parent ref=\"S1\"/></child></adag>";
    let read = graph(tied);
    assert_eq!(
        (read.graph.durations.clone(), edges(&read), read.notes),
        (vec![4_000, 7_000, 4_000], vec![(0, 1, 0), (1, 2, 0)], Vec::new())
    );
}

#[test]
fn older_versions_of_wfformat_are_read() {
    let expected = graph(WF_11);
    assert_eq!((expected.graph.durations.clone(), edges(&expected)), (vec![878_400, 2_500], vec![(0, 1, 0)]));
    assert_eq!(expected.graph.names, ["a1", "b2"]);
    for version in ["1.0", "1.2", "1.3"] {
        assert_eq!(graph(&WF_11.replace("1.1", version)), expected, "{version}");
    }
    let now = WF_11
        .replace("1.1", "1.4")
        .replace("\"jobs\"", "\"tasks\"")
        .replace("runtime", "runtimeInSeconds")
        .replace("\"size\"", "\"sizeInBytes\"");
    assert_eq!(graph(&now), expected);
    let sent = read_graph(WF_11.as_bytes(), 100.0).expect("a graph");
    assert_eq!(edges(&sent), [(0, 1, 1_000)], "100 bytes at 100 in a second");
}

#[test]
fn runs_that_do_not_fit_their_tasks_are_told() {
    let text = r#"{"name": "x", "schemaVersion": "1.5", "workflow": {"specification": {"tasks": [{"name": "a", "id": "a1"}, {"name": "b", "id": "a2"}]},
        "execution": {"tasks": [{"id": "a1", "runtimeInSeconds": 1}, {"id": "a2", "runtimeInSeconds": 0}, {"id": "a2", "runtimeInSeconds": 7},
        {"id": "a9", "runtimeInSeconds": 5}]}}}"#;
    let read = graph(text);
    assert_eq!(read.graph.durations, [1_000, 7_000]);
    let expected = [
        "1 task ran more than once: its last run counts (workflow.execution.tasks[2]: \"a2\")",
        "1 run of a task that there is not is left out (workflow.execution.tasks[3]: \"a9\")",
    ];
    assert_eq!(read.notes, expected);
    let from = text.find(",\n        \"execution\"").expect("the part with the runs");
    let structure = graph(&format!("{}}}}}", &text[..from]));
    assert_eq!(structure.graph.durations, [0, 0]);
    assert_eq!(structure.notes, ["the file has no \"execution\", and so no run times", "no task takes any time"]);
}

#[test]
fn a_graph_without_any_time_says_so() {
    let text = "2\n0 0 0\n1 0 1 0\n";
    assert_eq!(graph(text).notes, ["no task takes any time"]);
    let printed = ok(&["workflow", "-"], text);
    assert!(printed.contains("No task takes any time, so that there is nothing to draw"), "{printed}");
    let svg = ok(&["workflow", "-", "--svg"], text);
    assert!(svg.contains("<svg") && !svg.contains("NaN"), "{svg}");
}

/// The graph of a DAX file as somebody reads it who goes through the whole file for each question: run times in ticks by id, and the cost of each edge.
fn slow_reading(text: &str) -> (BTreeMap<String, u32>, BTreeMap<(String, String), u32>) {
    let document = roxmltree::Document::parse(text).expect("XML");
    let all = |name: &'static str| document.descendants().filter(move |node| node.tag_name().name() == name);
    let id = |node: roxmltree::Node<'_, '_>, key: &str| node.attribute(key).expect("an attribute").to_string();
    let times = all("job").map(|job| {
        let seconds: f64 = id(job, "runtime").parse().expect("a number");
        (id(job, "id"), if seconds > 0.0 { ((seconds * 1_000.0).round() as u32).max(1) } else { 0 })
    });
    let uses = |task: &str, link: &str| -> Vec<(String, f64)> {
        let own = all("uses").filter(|uses| uses.parent().and_then(|job| job.attribute("id")) == Some(task));
        let linked = own.filter(|uses| uses.attribute("link") == Some(link));
        linked.map(|uses| (id(uses, "file"), id(uses, "size").parse().expect("a size"))).collect()
    };
    let given = all("parent").map(|parent| (id(parent, "ref"), id(parent.parent().expect("a child"), "ref")));
    let mut pairs: BTreeSet<(String, String)> = given.collect();
    for reader in all("job").map(|job| id(job, "id")) {
        for (file, _) in uses(&reader, "input") {
            let writes =
                |uses: &roxmltree::Node<'_, '_>| uses.attribute("file") == Some(&file) && uses.attribute("link") == Some("output");
            let writers: Vec<String> = all("uses").filter(writes).map(|uses| id(uses.parent().expect("a job"), "id")).collect();
            if let [writer] = &writers[..]
                && *writer != reader
            {
                pairs.insert((writer.clone(), reader.clone()));
            }
        }
    }
    let cost = |parent: &str, child: &str| {
        let read = uses(child, "input");
        let sent = uses(parent, "output").into_iter().filter(|(file, _)| read.iter().any(|(other, _)| other == file));
        (sent.map(|(_, bytes)| bytes).sum::<f64>() / USUAL * 1_000.0).round() as u32
    };
    let edges = pairs.into_iter().map(|(parent, child)| {
        let cost = cost(&parent, &child);
        ((parent, child), cost)
    });
    (times.collect(), edges.collect())
}

/// The files of a folder of real ones, if they are there.
fn real_workflows() -> Option<Vec<PathBuf>> {
    let Some(data) = std::env::var_os("BOOKAHEAD_DATA") else {
        eprintln!("skipped: set BOOKAHEAD_DATA to the folder that holds workflows/ to read real ones");
        return None;
    };
    let listed = std::fs::read_dir(PathBuf::from(data).join("workflows")).expect("the folder of workflows");
    Some(listed.flatten().map(|entry| entry.path()).collect())
}

#[test]
fn real_workflows_are_read() {
    let Some(files) = real_workflows() else { return };
    for path in &files {
        let bytes = std::fs::read(path).expect("a file");
        // The file of the HEFT paper has the costs of its edges as bytes on a slow network.
        let is_paper = path.ends_with("HEFT_paper.xml");
        let graph = read_graph(&bytes, if is_paper { 125.0 } else { USUAL })
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
            .graph;
        assert!(graph.len() >= 10 && !graph.edges.is_empty());
        if is_paper {
            // Topcuoglu et al. 2002, Figure 2: what the edge from the first task to the second costs.
            assert_eq!((graph.len(), graph.edges.iter().find(|edge| edge.child == 1).map(|edge| edge.cost)), (10, Some(18_000)));
        }
    }
    assert!(files.len() >= 7);
}

#[test]
fn a_slow_reading_of_real_dax_files_finds_the_same_tasks_edges_and_costs() {
    let Some(files) = real_workflows() else { return };
    let dax: Vec<_> = files.iter().filter(|path| path.extension().is_some_and(|end| end == "xml")).collect();
    assert!(dax.len() >= 4);
    for path in dax {
        let text = std::fs::read_to_string(path).expect("a file");
        let (times, costs) = slow_reading(&text);
        let read = graph(&text).graph;
        // Names end in the id of the task.
        let id = |task: u32| {
            let name = &read.names[task as usize];
            times.keys().find(|id| name == *id || name.ends_with(&format!("_{id}"))).expect("a task").clone()
        };
        let found: BTreeMap<String, u32> = (0..).zip(&read.durations).map(|(task, ticks)| (id(task), *ticks)).collect();
        assert_eq!(found, times, "{}", path.display());
        let found: BTreeMap<_, _> = read.edges.iter().map(|edge| ((id(edge.parent), id(edge.child)), edge.cost)).collect();
        assert_eq!(found, costs, "{}", path.display());
    }
}
