//! `bookahead when` and `bookahead cost`, run as a user runs them.

use crate::cli::{ended, ok, refusal};
use crate::support::svg::{moved_by, number, text_faults};
use roxmltree::{Document, Node};
use serde_json::{Value, json};

/// Ten nodes at second 100: job 1 runs on six until 160, job 2 on three until 130; jobs 3, 4 and 5 wait.
fn machine(scheduler: &str) -> String {
    let job = |user: u32, submitted: u32, length: u32, nodes: u32| json!({ "user": user, "submitted": submitted, "estimate": length, "runtime": length, "nodes": nodes });
    let jobs = [job(1, 60, 100, 6), job(2, 70, 60, 3), job(3, 100, 50, 4), job(4, 100, 80, 10), job(5, 100, 25, 1)];
    json!({
        "version": 2,
        "study": "cluster",
        "machine": { "nodes": 10, "now": 100 },
        "policy": { "scheduler": scheduler },
        "workload": { "jobs": jobs }
    })
    .to_string()
}

#[test]
fn when_tells_the_start_its_range_and_what_the_job_waits_for() {
    let words = ok(&["when", "-", "--job", "4", "--within", "1h"], &machine("easy"));
    // Job 5 starts now on the free node. Job 3 starts at 130, when job 2 ends, and holds four nodes until 180.
    for part in [
        "Job 4, EASY",
        "Starts in 1 min 20 s",
        "starts at 180 s",
        "It needs ten nodes for 1 min 20 s; none is free now.",
        "Jobs 5, 2 and 1 end before it can start, the last one at 160 s",
        "Ahead of it in the queue, job 3 starts before it.",
        "The end of job 3 gives it the last nodes",
        "300 draws",
        "within 1 h with at most",
        "Not modelled",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    let told: Value = serde_json::from_str(&ok(&["when", "-", "--job", "4", "--draws", "7", "--json"], &machine("easy"))).unwrap();
    assert_eq!((&told["start"], &told["asked_at"], &told["reason"]["freed_by"]), (&json!(180), &json!(100), &json!(3)));
    assert_eq!(told["draws"].as_array().unwrap().len(), 7);
    let again = ok(&["when", "-", "--job", "4", "--draws", "7", "--csv"], &machine("easy"));
    let starts: Vec<String> = again.lines().skip(2).map(|line| line.split(',').nth(1).unwrap().to_string()).collect();
    let drawn: Vec<String> = told["draws"].as_array().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(starts, drawn, "the same seed draws the same");
    assert!(ok(&["when", "-", "--job", "1"], &machine("fcfs")).contains("Has started\n\nIt started at 60 s."));
    let fcfs = ok(&["when", "-", "--job", "5"], &machine("fcfs"));
    assert!(fcfs.contains("start at once, however small"), "{fcfs}");
}

#[test]
fn a_log_gives_the_ratios() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.swf");
    // Every job runs for a tenth of its limit.
    let lines: String = (1..50).map(|i| format!("{i} {i} 0 10 1 -1 -1 1 100 -1 1 1 1 -1 1 -1 -1 -1\n")).collect();
    std::fs::write(&log, format!("; MaxProcs: 10\n{lines}")).unwrap();
    let told: Value =
        serde_json::from_str(&ok(&["when", "-", "--job", "4", "--log", log.to_str().unwrap(), "--json"], &machine("easy")))
            .unwrap();
    // Whoever runs has run for longer than a tenth, so runs to the limit; job 3 runs for five seconds from 130 on.
    assert_eq!(told["range"], json!({ "p10": 160, "p50": 160, "p90": 160 }), "{told}");
}

#[test]
fn a_log_of_days_gives_later_jobs_and_calibrates_the_range() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.swf");
    // Four weeks of a machine of ten nodes on which jobs wait: each runs for a third to all of its limit.
    let line = |i: u32| {
        let (at, nodes, limit) = (i * 3_000, 2 + i * 7 % 6, 3_600 * (1 + i * 5 % 4));
        let run = limit * (1 + i * 11 % 3) / 3;
        format!("{i} {at} 0 {run} {nodes} -1 -1 {nodes} {limit} -1 1 1 1 -1 1 -1 -1 -1\n")
    };
    let lines: String = (1..800).map(line).collect();
    std::fs::write(&log, format!("; MaxProcs: 10\n{lines}")).unwrap();
    let log = log.to_str().unwrap();
    let told = |more: &[&str]| ok(&[&["when", "-", "--job", "4", "--log", log], more].concat(), &machine("easy"));
    let json: Value = serde_json::from_str(&told(&["--json"])).unwrap();
    assert_eq!(json["days_of_past"], json!(27), "{json}");
    assert!(json["calibrated_by"].as_u64().is_some_and(|by| (20..=100).contains(&by)), "{json}");
    let range = ["p10", "p50", "p90"].map(|name| json["range"][name].as_u64().unwrap());
    assert!(range.is_sorted() && range[0] >= 100, "{range:?}");
    assert_eq!(told(&["--json"]), told(&["--json"]), "the same seed, the same answer");
    let words = told(&[]);
    for part in
        ["each day of them is one of the 27 days before, from the log", "eight tenths of the starts should lie between them"]
    {
        assert!(words.contains(part), "{part}: {words}");
    }
    let without = ok(&["when", "-", "--job", "4"], &machine("easy"));
    assert!(without.contains("Jobs that are submitted later are not drawn") && without.contains("46 to 62 %"), "{without}");
}

#[test]
fn cost_tells_who_is_delayed_and_the_cheapest_start() {
    let asked = ["cost", "-", "--nodes", "10", "--hours", "0.01", "--from", "+60s"];
    let words = ok(&asked, &machine("easy"));
    // From 160 to 196 nobody else runs: job 3, which would run from 130 to 180, starts behind it, and job 4 behind that.
    for part in ["Delays", "is granted the start that it asks for, 160 s", "The delays add up to", "Not modelled"] {
        assert!(words.contains(part), "{part}: {words}");
    }
    let window = ["cost", "-", "--nodes", "10", "--hours", "0.01", "--until", "+400s", "--measure", "node-wait"];
    let words = ok(&window, &machine("easy"));
    assert!(words.contains("The cheapest of its starts is") && words.contains("added wait × nodes 0"), "{words}");
    let map = [&window[..], &["--map", "5", "--map-rows", "2", "--csv"]].concat();
    let csv = ok(&map, &machine("easy"));
    assert_eq!(csv.lines().count(), 11, "{csv}");
    assert!(csv.starts_with("start,seconds,nodes,granted,added_wait"));
    let told: Value = serde_json::from_str(&ok(&[&window[..], &["--map", "5", "--json"]].concat(), &machine("fcfs"))).unwrap();
    assert_eq!(told["map"]["starts"], json!([100, 180, 260, 340, 420]));
    assert_eq!(told["cheapest"]["added_wait"], 0);
}

#[test]
fn what_cannot_be_asked_is_refused_with_its_reason() {
    let easy = machine("easy");
    let cases: [(&[&str], &str); 6] = [
        (&["when", "-", "--job", "77"], "standard input: there is no job 77"),
        (&["when", "-", "--job", "4", "--scheduler", "as-logged"], "--scheduler says who decides"),
        (&["when", "-", "--job", "4", "--machine-nodes", "4"], "--machine-nodes and --partition belong to a snapshot"),
        (&["cost", "-", "--nodes", "11", "--hours", "1"], "--nodes 11 is not allowed; the machine has 1 to 10 nodes"),
        (&["cost", "-", "--nodes", "1", "--hours", "1", "--from", "+2h", "--until", "+1h"], "--until lies before --from"),
        (&["cost", "-", "--nodes", "1", "--hours", "1", "--until", "4294967295"], "a start must be"),
    ];
    for (args, part) in cases {
        let why = refusal(args, &easy);
        assert!(why.contains(part), "{args:?}: {why}");
    }
    let options: [(&[&str], &str); 4] = [
        (&["when", "-", "--job", "4", "--within", "soon"], "must be a length of time such as 90s"),
        (&["when", "-", "--job", "4", "--draws", "10001"], "0..=10000"),
        (&["cost", "-", "--nodes", "1", "--hours", "0"], "must be a number of hours"),
        (&["cost", "-", "--nodes", "1", "--hours", "1", "--measure", "money"], "must be one of wait, node-wait, delayed, idle"),
    ];
    for (args, part) in options {
        let (_, why) = ended(args, &easy, 2);
        assert!(why.contains(part), "{args:?}: {why}");
    }
    assert!(refusal(&["when", "-", "--job", "1"], "1 2 3").contains("bookahead import"));
    let slots = json!({ "version": 1, "machine": { "nodes": 1, "slot_seconds": 60 }, "policy": { "planner": "first-fit" }, "workload": { "requests": [] } });
    assert!(!refusal(&["when", "-", "--job", "1"], &slots.to_string()).is_empty());
}

/// A chart as XML: without texts that stick out or lie on others, with a title and a description.
fn picture(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).expect("XML");
    assert_eq!(text_faults(&document), [""; 0], "{svg}");
    for name in ["title", "desc"] {
        let told = document.root_element().children().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)));
        assert!(told.and_then(|node| node.text()).is_some_and(|text| text.len() > 10), "{name}: {svg}");
    }
    assert!(!svg.contains("style=") && !svg.contains("class="), "it needs no style sheet");
    document
}

fn titled(machine: &str, title: &str) -> String {
    let mut machine: Value = serde_json::from_str(machine).unwrap();
    machine["title"] = json!(title);
    machine.to_string()
}

/// Left edge and width of the only shape of this kind that an attribute tells.
fn extent(document: &Document<'_>, name: &str, (attribute, value): (&str, &str)) -> (f64, f64) {
    let is_it = |node: &Node<'_, '_>| node.tag_name().name() == name && node.attribute(attribute) == Some(value);
    let found: Vec<Node<'_, '_>> = document.descendants().filter(is_it).collect();
    let [node] = found[..] else { panic!("{} of {name} with {attribute} {value}", found.len()) };
    let (dx, _) = moved_by(&node);
    match node.attribute("d") {
        Some(path) => {
            let (x, rest) = path[1..].split_once(' ').unwrap();
            let width = rest.split('h').nth(1).unwrap().split('V').next().unwrap();
            (x.parse::<f64>().unwrap() + dx, width.parse().unwrap())
        }
        None if name == "line" => (number(&node, "x1") + dx, 0.0),
        None => (number(&node, "x") + dx, number(&node, "width")),
    }
}

#[test]
fn when_draws_the_plan_with_the_job_and_the_range_of_its_start() {
    for (scheduler, job) in ["easy", "conservative", "fcfs"].into_iter().flat_map(|name| [(name, "3"), (name, "4")]) {
        let machine = titled(&machine(scheduler), "<b>Cluster</b> & \"more\"");
        let svg = ok(&["when", "-", "--job", job, "--svg"], &machine);
        let document = picture(&svg);
        let texts: Vec<&str> =
            document.descendants().filter(|node| node.tag_name().name() == "text").filter_map(|node| node.text()).collect();
        assert!(texts.contains(&format!("<b>Cluster</b> & \"more\": When job {job} will start").as_str()), "{texts:?}");
        assert!(
            texts.iter().any(|text| *text == format!("job {job}")) && texts.contains(&job),
            "in the legend, and on its bar: {texts:?}"
        );
        let told: Value = serde_json::from_str(&ok(&["when", "-", "--job", job, "--json"], &machine)).unwrap();
        let time = |value: &Value| value.as_f64().unwrap();
        // The bar of the job, outlined, is the measure: every job runs to its limit here.
        let seconds = if job == "3" { 50.0 } else { 80.0 };
        let bars = document.descendants().filter(|node| {
            node.tag_name().name() == "rect"
                && node.attribute("stroke-width") == Some("2.0")
                && node.attribute("fill") == Some("none")
        });
        let legend_and_bars: Vec<Node<'_, '_>> = bars.collect();
        let bar = legend_and_bars.last().expect("the bar of the job");
        let (at, per_second) = (number(bar, "x"), number(bar, "width") / seconds);
        let x = |value: &Value| at + (time(value) - time(&told["start"])) * per_second;
        let [early, middle, late] = ["p10", "p50", "p90"].map(|name| x(&told["range"][name]));
        let (left, width) = extent(&document, "path", ("fill-opacity", "0.14"));
        assert!((left - early).abs() < 0.5, "{scheduler} {job}: {left} {early}");
        assert!((width - (late - early).max(2.0)).abs() < 0.5, "{scheduler} {job}: {width} {early} {late}");
        let lines: Vec<(f64, bool)> = document
            .descendants()
            .filter(|node| node.tag_name().name() == "line" && number(node, "x1") == number(node, "x2"))
            .filter(|node| moved_by(node) == (0.0, 44.0) && number(node, "stroke-width") > 1.0)
            .map(|node| (number(&node, "x1"), node.attribute("stroke-dasharray").is_some()))
            .collect();
        let [(median, false), (point, true)] = lines[..] else { panic!("{lines:?}") };
        assert!((median - middle).abs() < 0.5 && (point - at).abs() < 0.5, "{scheduler} {job}: {lines:?} {middle} {at}");
    }
    let started = ok(&["when", "-", "--job", "1", "--svg"], &machine("easy"));
    assert!(
        picture(&started).descendants().all(|node| node.attribute("fill-opacity") != Some("0.14")),
        "no range of a job that has started"
    );
    let undrawn = ok(&["when", "-", "--job", "4", "--draws", "0", "--svg"], &machine("easy"));
    assert!(picture(&undrawn).root_element().children().any(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "desc"))));
}

#[test]
fn cost_draws_every_cell_of_the_map_and_its_cheapest_starts() {
    let window = ["cost", "-", "--nodes", "6", "--hours", "0.01", "--until", "+400s", "--map", "24"];
    for (scheduler, measure, more) in [
        ("easy", "wait", &[][..]),
        ("easy", "delayed", &["--map-rows", "7"]),
        ("fcfs", "node-wait", &["--map-axis", "length"]),
        ("conservative", "idle", &["--map-axis", "length", "--map-rows", "12"]),
    ] {
        let machine = titled(&machine(scheduler), "</title><script>");
        let asked = [&window[..], &["--measure", measure], more].concat();
        let csv = ok(&[&asked[..], &["--csv"]].concat(), &machine);
        let rows = csv.lines().count() - 1;
        let told: Value = serde_json::from_str(&ok(&[&asked[..], &["--json"]].concat(), &machine)).unwrap();
        let svg = ok(&[&asked[..], &["--svg"]].concat(), &machine);
        let document = picture(&svg);
        assert!(svg.contains("&lt;/title&gt;&lt;script&gt;: What reservations"), "{svg}");
        // The map is the cut-out; cells that are neighbours and have one colour are joined.
        let map = document.descendants().find(|node| node.tag_name().name() == "svg" && node.parent_element().is_some()).unwrap();
        let lines = rows as f64 / 24.0;
        let (width, height) = (number(&map, "width") / 24.0, number(&map, "height") / lines);
        let mut cells = vec![false; rows];
        for path in map.children().filter_map(|node| node.attribute("d")) {
            for part in path.split('M').skip(1) {
                let numbers: Vec<f64> = part.split(['h', 'v', ' ', '-', 'z']).filter_map(|text| text.parse().ok()).collect();
                let (column, row) = ((numbers[0] / width).round() as usize, lines - 1.0 - (numbers[1] / height).round());
                assert!((numbers[3] - height).abs() < 0.01, "{part}");
                for cell in column..column + (numbers[2] / width).round() as usize {
                    assert!(!std::mem::replace(&mut cells[row as usize * 24 + cell], true), "{scheduler}: a cell is drawn once");
                }
            }
        }
        assert!(cells.iter().all(|is_drawn| *is_drawn), "{scheduler} {measure}: {cells:?}");
        let marks: Vec<(usize, usize)> = map
            .children()
            .filter(|node| node.tag_name().name() == "circle")
            .map(|node| ((number(&node, "cx") / width) as usize, (lines - number(&node, "cy") / height) as usize))
            .collect();
        let cheapest = told["map"]["cheapest_column"].as_array().unwrap().iter().enumerate();
        let cheapest: Vec<(usize, usize)> = cheapest.filter_map(|(row, column)| Some((column.as_u64()? as usize, row))).collect();
        assert_eq!(marks, cheapest, "{scheduler} {measure}");
    }
    let without = ["cost", "-", "--nodes", "6", "--hours", "0.01", "--svg"];
    assert!(refusal(&without, &machine("easy")).contains("--map COLUMNS"));
}

/// Job 1 has nodes 0 to 5 until 160, job 2 nodes 6 to 8 until 130; job 5 gets node 9 now, until 125, and job 3 four nodes from 130 on.
#[test]
fn free_tells_the_nodes_of_a_stretch_of_time_and_who_has_the_others() {
    let machine = machine("easy");
    let words = ok(&["free", "-", "--for", "5s"], &machine);
    assert!(words.starts_with("0 of 10 nodes are free throughout"), "{words}");
    let words = ok(&["free", "-", "--for", "5s", "--from", "125"], &machine);
    assert!(words.starts_with("1 of 10 nodes are free throughout") && words.ends_with(": 9.\n"), "{words}");
    // Of the nodes that are named, each that is not free is told with its job.
    let words = ok(&["free", "-", "--for", "20s", "--from", "+25s", "--nodes", "8-9,0"], &machine);
    assert!(words.starts_with("0 of 3 nodes are free throughout") && words.contains("\nNode 0: job 1 from"), "{words}");
    assert!(words.contains("\nNode 8: job 2 from") && words.contains("\nNode 9: job 3 from"), "{words}");
    let told: Value =
        serde_json::from_str(&ok(&["free", "-", "--for", "5s", "--from", "125", "--nodes", "7-9", "--json"], &machine)).unwrap();
    let busy = |node: u32| json!({ "node": node, "job": 2, "start": 70, "end": 130 });
    assert_eq!(told, json!({ "from": 125, "to": 130, "asked": 3, "count": 1, "free": [[9, 9]], "busy": [busy(7), busy(8)] }));
    let csv = ok(&["free", "-", "--for", "5s", "--from", "125", "--nodes", "8-9", "--csv"], &machine);
    assert_eq!(csv, "node,job,start,end\n9,,,\n8,2,70,130\n");
    assert!(ok(&["free", "-", "--for", "5s", "--svg"], &machine).contains("<svg"));
    // Everything has ended.
    let words = ok(&["free", "-", "--for", "1d", "--from", "5000"], &machine);
    assert!(words.starts_with("10 of 10 nodes are free") && words.ends_with(": 0–9.\n"), "{words}");
    for (more, message) in [
        (&["--for", "0"][..], "--for 0 is not allowed; a stretch of time has at least 1 second"),
        (
            &["--for", "1h", "--nodes", "4,10"],
            "--nodes: \"10\" is not allowed; must be numbers of nodes from 0 to 9, and ranges of them, such as \"4-7, 9\"",
        ),
        (&["--for", "1h", "--from", "4000000001"], "--from 4000000001 is not allowed"),
    ] {
        let refused = refusal(&[&["free", "-"], more].concat(), &machine);
        assert!(refused.contains(message), "{refused}");
    }
}

/// Node 9 is free from 125 on, node 8 from 130 on: they are booked as two jobs if a node lies between them, as one if not.
#[test]
fn nodes_that_are_free_are_booked_and_others_are_not() {
    let machine = machine("co-allocation");
    let asked = ["free", "-", "--for", "30s", "--from", "2000"];
    let book = |list: &'static str| [&asked[..], &["--book", list]].concat();
    let booked: Value = serde_json::from_str(&ok(&book("2-4, 9"), &machine)).unwrap();
    let jobs = booked["workload"]["jobs"].as_array().unwrap();
    let job = |user: u32, nodes: u32, first: u32| json!({ "user": user, "submitted": 99, "estimate": 30, "runtime": 30, "nodes": nodes, "earliest_start": 2000, "first_node": first });
    assert_eq!(jobs[5..], [job(6, 3, 2), job(7, 1, 9)]);
    // The plan has them so.
    let plan: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], &booked.to_string())).unwrap();
    let had = |job: u32| plan["decisions"].as_array().unwrap().iter().find(|decision| decision["job"] == job).cloned().unwrap();
    assert_eq!((&had(6)["physical"], &had(6)["first_node"], &had(6)["start"]), (&json!([[2, 4]]), &json!(2), &json!(2000)));
    assert_eq!((&had(7)["physical"], &had(7)["start"]), (&json!([[9, 9]]), &json!(2000)));
    // Into a file.
    let file = std::env::temp_dir().join(format!("bookahead-test-{}-booked.json", std::process::id()));
    let written = ok(&[&book("2-4,9")[..], &["--out", file.to_str().unwrap()]].concat(), &machine);
    assert_eq!((written.as_str(), std::fs::read_to_string(&file).unwrap()), ("", ok(&book("2-4,9"), &machine)));
    std::fs::remove_file(file).unwrap();
    // Node 0 is job 1's until 160.
    let taken = refusal(&["free", "-", "--for", "30s", "--book", "0-1"], &machine);
    assert!(taken.contains("These nodes are not all free: node 0 is taken by job 1 from"), "{taken}");
    for (list, message) in [("12", "--book: \"12\" is not allowed"), (" ", "--book names no node")] {
        let refused = refusal(&book(list), &machine);
        assert!(refused.contains(message), "{refused}");
    }
}
