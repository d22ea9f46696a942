//! What `scontrol show job`, `node`, `reservation` and `partition` print: records of `Key=Value`, on several lines or on one.

use super::records::{Clock, FoundJob, FoundNode, FoundPartition, FoundReservation, Records, count_of};
use crate::sacct::line::{Moment, count, length, listed_count, moment};
use std::collections::BTreeMap;

/// How the first lines of records begin.
pub(super) const BEGINNINGS: [&str; 4] = ["JobId=", "NodeName=", "ReservationName=", "PartitionName="];
/// What comes behind the name of a job, which may hold anything.
const BEHIND_NAME: [&str; 2] = [" HetJobIdSet=", " UserId="];
/// From here on a job has only names of files and comments.
const ONLY_NAMES: &str = " Command=";

/// The fields of a record.
struct Fields<'a>(BTreeMap<&'a str, String>);

impl<'a> Fields<'a> {
    /// Of a key that comes twice the first counts: texts of users stand last, except for the name of a job, which ends where one of [`BEHIND_NAME`] begins.
    fn of(lines: &[&'a str]) -> Self {
        let mut fields = BTreeMap::new();
        for line in lines {
            let line = line.find(ONLY_NAMES).map_or(*line, |at| &line[..at]);
            let (before, behind) = match line.find("JobName=") {
                Some(at) => {
                    let rest = &line[at..];
                    let end = BEHIND_NAME.iter().filter_map(|word| rest.find(word)).min().unwrap_or(rest.len());
                    let (name, behind) = rest.split_at(end);
                    if let Some((key, name)) = name.split_once('=') {
                        fields.entry(key).or_insert(name.to_string());
                    }
                    (&line[..at], behind)
                }
                None => (line, ""),
            };
            let mut last: Option<(&str, String)> = None;
            for word in before.split_whitespace().chain(behind.split_whitespace()) {
                match word.split_once('=') {
                    Some((key, value)) if !key.is_empty() => {
                        if let Some((key, value)) = last.replace((key, value.to_string())) {
                            fields.entry(key).or_insert(value);
                        }
                    }
                    // A value with blanks.
                    _ => {
                        if let Some((_, value)) = &mut last {
                            value.push(' ');
                            value.push_str(word);
                        }
                    }
                }
            }
            if let Some((key, value)) = last {
                fields.entry(key).or_insert(value);
            }
        }
        Self(fields)
    }

    fn get(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }

    /// Text, or nothing for `(null)`.
    fn text(&self, key: &str) -> String {
        let text = self.get(key);
        if ["(null)", "N/A", "None", "*"].contains(&text) { String::new() } else { text.to_string() }
    }

    fn words(&self, key: &str) -> String {
        self.text(key).replace(['+', ','], " ").to_ascii_uppercase()
    }

    fn bad(&self, key: &str, needed: &str) -> String {
        let shown: String = self.get(key).chars().take(40).collect();
        format!("{key} is {shown:?}; must be {needed}")
    }

    fn moment(&self, key: &str) -> Result<Option<Moment>, String> {
        moment(self.get(key)).map_err(|()| self.bad(key, "a time such as 2026-11-28T09:00:00"))
    }

    fn length(&self, key: &str) -> Result<Option<i64>, String> {
        length(self.get(key), 60).map_err(|()| self.bad(key, "a length of time such as 1-12:00:00"))
    }

    /// A number, of a range such as `2-4` the lower end.
    fn number(&self, key: &str) -> Result<u32, String> {
        let text = self.text(key);
        let first = text.split('-').next().unwrap_or_default();
        count(first).map(|number| count_of(number.into())).map_err(|()| self.bad(key, "a whole number"))
    }

    fn id(&self, key: &str) -> Result<Option<u32>, String> {
        let text = self.text(key);
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| self.bad(key, "a number of a job"))
    }
}

/// Takes in a record.
///
/// # Errors
/// What is wrong in it, in words.
pub(super) fn take(records: &mut Records, lines: &[&str]) -> Result<(), String> {
    let fields = Fields::of(lines);
    match lines.first().map_or("", |line| line.trim_start()) {
        line if line.starts_with("JobId=") => job(records, &fields),
        line if line.starts_with("NodeName=") => node(records, &fields),
        line if line.starts_with("ReservationName=") => reservation(records, &fields),
        _ => partition(records, &fields),
    }
}

fn job(records: &mut Records, fields: &Fields<'_>) -> Result<(), String> {
    let number = fields.id("JobId")?.ok_or("JobId is missing")?;
    let state = fields.words("JobState");
    let start = fields.moment("StartTime")?;
    if let (true, Some(start), Some(run)) = (state == "RUNNING", start, fields.length("RunTime")?) {
        let until = Moment { seconds: start.seconds.saturating_add(run), ..start };
        Clock::later(&mut records.clock.running, Some(until));
    }
    let priority = fields.text("Priority");
    let throttle = fields.id("ArrayTaskThrottle")?;
    let picky = ["Features", "Licenses", "ReqNodeList"];
    let processors = fields.number("NumCPUs")?;
    let found = FoundJob {
        number,
        name: fields.text("JobName"),
        owner: records.owner(&fields.text("UserId")),
        array: fields.id("ArrayJobId")?,
        tasks: fields.text("ArrayTaskId"),
        throttle: throttle.filter(|most| *most > 0),
        whole: fields.id("HetJobId")?,
        reason: fields.text("Reason"),
        partition: fields.text("Partition"),
        priority: priority.parse().ok(),
        is_held: false,
        submitted: fields.moment("SubmitTime")?,
        eligible: fields.moment("EligibleTime")?,
        start,
        end: fields.moment("EndTime")?,
        limit: fields.length("TimeLimit")?,
        nodes: fields.number("NumNodes")?,
        processors: if processors > 0 { processors } else { resources(fields, "cpu") },
        hosts: records.hosts.of_list(fields.get("NodeList"))?,
        dependency: fields.text("Dependency"),
        reservation: fields.text("Reservation"),
        is_exclusive: fields.get("OverSubscribe") == "NO",
        is_picky: picky.iter().any(|key| !fields.text(key).is_empty()),
        state,
    };
    records.add_job(found);
    Ok(())
}

/// What a list of resources has of one.
fn resources(fields: &Fields<'_>, key: &str) -> u32 {
    ["TRES", "AllocTRES", "ReqTRES"]
        .iter()
        .filter_map(|list| listed_count(fields.get(list), key).ok())
        .max()
        .map_or(0, |number| count_of(number.into()))
}

fn node(records: &mut Records, fields: &Fields<'_>) -> Result<(), String> {
    let name = fields.text("NodeName");
    if name.is_empty() || fields.text("State").is_empty() {
        return Err("a node without a name or without a state".to_string());
    }
    let partitions = fields.text("Partitions").split(',').filter(|name| !name.is_empty()).map(str::to_string).collect();
    let host = records.hosts.number(&name);
    let node = FoundNode { state: fields.words("State"), processors: fields.number("CPUTot")?, partitions };
    records.add_node(host, node);
    Ok(())
}

fn reservation(records: &mut Records, fields: &Fields<'_>) -> Result<(), String> {
    let found = FoundReservation {
        start: fields.moment("StartTime")?,
        end: fields.moment("EndTime")?,
        nodes: fields.number("NodeCnt")?,
        cores: fields.number("CoreCnt")?,
        hosts: records.hosts.of_list(fields.get("Nodes"))?,
        partition: fields.text("PartitionName"),
        flags: fields.words("Flags"),
    };
    records.add_reservation(fields.text("ReservationName"), found);
    Ok(())
}

fn partition(records: &mut Records, fields: &Fields<'_>) -> Result<(), String> {
    let longest = fields.length("MaxTime")?;
    let found = FoundPartition { longest, nodes: fields.number("TotalNodes")?, processors: fields.number("TotalCPUs")? };
    records.partitions.entry(fields.text("PartitionName")).or_insert(found);
    Ok(())
}
