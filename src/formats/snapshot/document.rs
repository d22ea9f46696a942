//! The documents of `squeue --json`, `sinfo --json` and `scontrol show … --json`. The data parsers of Slurm's versions differ in what is a number or text
//! and what an object or a list; all are read.

use super::accounting;
use super::records::{Clock, FoundJob, FoundNode, FoundReservation, Records, count_of};
use super::told::Told;
use crate::json_lines::LineCounter;
use crate::sacct::json::{Number, Words};
use crate::sacct::line::Moment;
use bookahead_engine::core::sorting::sort_shared_by_key;
use serde::Deserialize;
use serde_json::value::RawValue;

/// The lists of a document.
#[derive(Deserialize)]
pub(super) struct Document<'a> {
    #[serde(borrow, default)]
    jobs: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    nodes: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    reservations: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    partitions: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    sinfo: Vec<&'a RawValue>,
    last_update: Option<Number>,
    last_backfill: Option<Number>,
}

#[derive(Deserialize)]
struct Job {
    job_id: Number,
    name: Option<String>,
    user_name: Option<String>,
    user_id: Option<Number>,
    array_job_id: Option<Number>,
    array_task_id: Option<Number>,
    array_task_string: Option<String>,
    array_max_tasks: Option<Number>,
    het_job_id: Option<Number>,
    job_state: Option<Words>,
    state_reason: Option<String>,
    partition: Option<String>,
    priority: Option<Number>,
    hold: Option<bool>,
    submit_time: Option<Number>,
    eligible_time: Option<Number>,
    start_time: Option<Number>,
    end_time: Option<Number>,
    last_sched_evaluation: Option<Number>,
    time_limit: Option<Number>,
    node_count: Option<Number>,
    cpus: Option<Number>,
    nodes: Option<String>,
    dependency: Option<String>,
    resv_name: Option<String>,
    shared: Option<Words>,
    features: Option<String>,
    licenses: Option<String>,
    required_nodes: Option<String>,
}

#[derive(Deserialize)]
struct Node {
    name: String,
    state: Option<Words>,
    state_flags: Option<Words>,
    cpus: Option<Number>,
    #[serde(default)]
    partitions: Vec<String>,
}

#[derive(Deserialize)]
struct Reservation {
    name: String,
    start_time: Option<Number>,
    end_time: Option<Number>,
    node_count: Option<Number>,
    core_count: Option<Number>,
    node_list: Option<String>,
    partition: Option<String>,
    flags: Option<Words>,
}

#[derive(Deserialize)]
struct Named {
    name: Option<String>,
}

/// Nodes that `sinfo` tells together: those of a partition in the same state.
#[derive(Deserialize)]
struct Group {
    node: Option<GroupState>,
    nodes: GroupNodes,
    cpus: Option<GroupCount>,
    partition: Option<Named>,
}

#[derive(Deserialize)]
struct GroupState {
    state: Option<Words>,
}

#[derive(Deserialize)]
struct GroupNodes {
    nodes: Option<Words>,
}

#[derive(Deserialize)]
struct GroupCount {
    maximum: Option<Number>,
}

/// Reads a part, and says in which field it is wrong.
fn read<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Result<T, String> {
    let mut source = serde_json::Deserializer::from_str(raw.get());
    serde_path_to_error::deserialize(&mut source).map_err(|error| {
        let (path, text) = (error.path().to_string(), error.inner().to_string());
        let text = text.split(" at line ").next().unwrap_or(&text);
        let text = if text.starts_with("data did not match") {
            "must be a number or text, or an object or a list of such, as Slurm prints it"
        } else {
            text
        };
        if path == "." { text.to_string() } else { format!("{path}: {text}") }
    })
}

fn value(number: Option<Number>) -> Option<i64> {
    number.and_then(Number::value)
}

/// A moment; 0 is one that has not come.
fn moment(number: Option<Number>) -> Option<Moment> {
    value(number).filter(|&seconds| seconds > 0).map(|seconds| Moment { seconds, offset: Some(0) })
}

fn id(number: Option<Number>) -> Option<u32> {
    value(number).filter(|&number| number > 0).and_then(|number| u32::try_from(number).ok())
}

fn words(words: Option<Words>) -> String {
    words.map(Words::joined).unwrap_or_default().replace(['+', ','], " ").to_ascii_uppercase()
}

/// Takes in a document, which stands in the text that the lines are counted in.
pub(super) fn take(records: &mut Records, document: Document<'_>, mut lines: LineCounter<'_>, told: &Told<'_>) {
    let Document { jobs, nodes, reservations, partitions, sinfo, last_update, last_backfill } = document;
    Clock::later(&mut records.clock.last_update, moment(last_update));
    Clock::later(&mut records.clock.latest, moment(last_backfill));
    // Lists stand in any order, lines are counted onwards.
    let lists: [(Vec<&RawValue>, Taker); 5] =
        [(jobs, job), (nodes, node), (reservations, reservation), (partitions, partition), (sinfo, group)];
    let mut parts: Vec<(&RawValue, Taker)> =
        lists.into_iter().flat_map(|(list, take)| list.into_iter().map(move |raw| (raw, take))).collect();
    sort_shared_by_key(&mut parts, |(raw, _)| raw.get().as_ptr() as usize);
    for (raw, take) in parts {
        let line = lines.of(raw.get());
        if let Err(what) = take(records, raw) {
            records.problems.add(told.line(line), || told.what(&what));
        }
    }
}

/// Takes in a part of a document.
type Taker = fn(&mut Records, &RawValue) -> Result<(), String>;

fn job(records: &mut Records, raw: &RawValue) -> Result<(), String> {
    if accounting::is_accounting(raw.get()) {
        return accounting::take_json(records, raw.get());
    }
    let job: Job = read(raw)?;
    let number = job.job_id.value().and_then(|number| u32::try_from(number).ok()).ok_or("job_id: must be a number of a job")?;
    let text = |text: Option<String>| text.filter(|text| text != "(null)").unwrap_or_default();
    let is_told = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty() && text != "(null)");
    let tasks = text(job.array_task_string);
    let task = value(job.array_task_id).map(|task| task.to_string()).unwrap_or_default();
    Clock::later(&mut records.clock.latest, moment(job.last_sched_evaluation));
    let of_number = value(job.user_id).map(|number| number.to_string()).unwrap_or_default();
    let owner = job.user_name.filter(|name| !name.is_empty()).unwrap_or(of_number);
    let found = FoundJob {
        number,
        name: text(job.name),
        owner: records.owner(&owner),
        array: id(job.array_job_id),
        tasks: if tasks.is_empty() { task } else { tasks },
        throttle: id(job.array_max_tasks),
        whole: id(job.het_job_id),
        state: words(job.job_state),
        reason: text(job.state_reason),
        partition: text(job.partition),
        priority: value(job.priority).and_then(|priority| u64::try_from(priority).ok()),
        is_held: job.hold == Some(true),
        submitted: moment(job.submit_time),
        eligible: moment(job.eligible_time),
        start: moment(job.start_time),
        end: moment(job.end_time),
        limit: value(job.time_limit).map(|minutes| minutes.saturating_mul(60)),
        nodes: value(job.node_count).map_or(0, count_of),
        processors: value(job.cpus).map_or(0, count_of),
        is_picky: is_told(&job.features) || is_told(&job.licenses) || is_told(&job.required_nodes),
        hosts: records.hosts.of_list(&text(job.nodes))?,
        dependency: text(job.dependency),
        reservation: text(job.resv_name),
        is_exclusive: words(job.shared) == "NONE",
    };
    records.add_job(found);
    Ok(())
}

fn node(records: &mut Records, raw: &RawValue) -> Result<(), String> {
    let node: Node = read(raw)?;
    let state = format!("{} {}", words(node.state), words(node.state_flags));
    let host = records.hosts.number(&node.name);
    let found = FoundNode { state, processors: value(node.cpus).map_or(0, count_of), partitions: node.partitions };
    records.add_node(host, found);
    Ok(())
}

fn reservation(records: &mut Records, raw: &RawValue) -> Result<(), String> {
    let found: Reservation = read(raw)?;
    let reservation = FoundReservation {
        start: moment(found.start_time),
        end: moment(found.end_time),
        nodes: value(found.node_count).map_or(0, count_of),
        cores: value(found.core_count).map_or(0, count_of),
        hosts: records.hosts.of_list(&found.node_list.unwrap_or_default())?,
        partition: found.partition.unwrap_or_default(),
        flags: words(found.flags),
    };
    records.add_reservation(found.name, reservation);
    Ok(())
}

fn partition(records: &mut Records, raw: &RawValue) -> Result<(), String> {
    if let Named { name: Some(name) } = read(raw)? {
        records.partitions.entry(name).or_default();
    }
    Ok(())
}

fn group(records: &mut Records, raw: &RawValue) -> Result<(), String> {
    let Group { node, nodes, cpus, partition } = read(raw)?;
    let lists = match nodes.nodes {
        Some(Words::Several(lists)) => lists.join(","),
        Some(Words::One(list)) => list,
        None => String::new(),
    };
    let state = words(node.and_then(|node| node.state));
    let processors = value(cpus.and_then(|cpus| cpus.maximum)).map_or(0, count_of);
    let partitions: Vec<String> = partition.and_then(|partition| partition.name).into_iter().collect();
    for host in records.hosts.of_list(&lists)? {
        records.add_node(host, FoundNode { state: state.clone(), processors, partitions: partitions.clone() });
    }
    Ok(())
}
