//! What terms are looked up in: a scenario and its plan, both under the names of their JSON.

use crate::expr::Name;
use crate::file;
use crate::lines::Lines;
use crate::record::Thing;
use crate::study::{self, Layout};
use crate::view;
use bookahead_engine::{Scenario, ScenarioError};
use bookahead_formats::link::Opened;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// What a term is worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing, such as the start of a refused job.
    Nothing,
    /// A number; an idle period without an end ends at infinity.
    Number(f64),
    /// Yes or no.
    Truth(bool),
    /// A word.
    Word(String),
    /// Jobs in order.
    Jobs(Vec<Name>),
}

/// Terms that follow from others.
pub const DERIVED: [&str; 7] = ["accepted", "moved", "delay", "free", "price", "limit", "machine"];
/// Terms of the lines that are shown: the last one, and the one after it.
pub const OF_LINES: [&str; 2] = ["line", "next"];
/// What is asked for: of these the request counts, not the decision.
const AS_ASKED: [&str; 8] = ["submitted", "earliest_start", "latest_start", "duration", "size", "deadline", "estimate", "runtime"];

/// A scenario and its plan.
#[derive(Clone, Debug)]
pub struct Situation {
    file: Json,
    plan: Json,
    layout: &'static Layout,
    /// The decisions on jobs, by request and job; a request with one job has job 1, and one without numbers of jobs job 0.
    rows: BTreeMap<(u32, u32), usize>,
    asked: BTreeMap<Name, usize>,
    moves: Vec<Name>,
    /// The lines that are shown; none where a lesson shows none.
    lines: Option<Lines>,
}

/// What the requests of a file are called, with their places in its list.
pub fn asked(file: &Json, layout: &Layout) -> Vec<(Name, usize)> {
    let list = file.pointer(layout.list).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    let given: Vec<Option<u32>> = list.iter().map(|request| layout.number.and_then(|key| number(request, key))).collect();
    // The jobs of a cluster are called by their users only if no two have the same.
    let is_distinct = given.iter().collect::<BTreeSet<_>>().len() == given.len();
    let by_user = is_distinct || layout.decision.1.is_some();
    let name = |(row, request): (usize, &Json)| {
        let called = given[row].filter(|_| by_user).unwrap_or(layout.first.saturating_add(row as u32));
        (Name { request: called, job: number(request, "job") }, row)
    };
    list.iter().enumerate().map(name).collect()
}

impl Situation {
    /// Plans a scenario as far as its view shows it.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn planned(opened: &Opened) -> Result<Self, ScenarioError> {
        let study = study::listed(&opened.scenario.study)?;
        let layout = study::layout(study.kind());
        let file = file::value_of(&Scenario { title: String::new(), study });
        let planned = view::planned(opened)?;
        let provenance = planned.provenance();
        // As text and back: the page has the writer already, and a plan of a lesson is small. Numbers and texts always have a JSON form.
        let mut text = Vec::new();
        let written = planned.report(&provenance, &[]).write(&mut text);
        let plan = written.ok().and_then(|()| serde_json::from_slice(&text).ok()).unwrap_or_default();
        let asked = asked(&file, layout).into_iter().rev().collect();
        let mut situation = Self { file, plan, layout, rows: BTreeMap::new(), asked, moves: study::moves(&planned), lines: None };
        let (request, job) = layout.decision;
        let job_of = |row: &Json| job.and_then(|job| number(row, job)).unwrap_or(0);
        // Of two that are called the same the first counts.
        let rows = situation.decisions().iter().enumerate().rev();
        situation.rows = rows.map(|(at, row)| ((number(row, request).unwrap_or(0), job_of(row)), at)).collect();
        Ok(situation)
    }

    /// The same with the lines that are shown of its last decision.
    #[must_use]
    pub fn with_lines(self, lines: Option<Lines>) -> Self {
        Self { lines, ..self }
    }

    /// The lines that are shown.
    pub fn lines(&self) -> Option<&Lines> {
        self.lines.as_ref()
    }

    /// The decisions of the plan.
    fn decisions(&self) -> &[Json] {
        self.plan["decisions"].as_array().map_or(&[], Vec::as_slice)
    }

    /// The jobs that the last decision moved, in order.
    pub fn moves(&self) -> &[Name] {
        &self.moves
    }

    /// The requests of the plan, by number.
    pub fn requests(&self) -> Vec<u32> {
        let mut all: Vec<u32> = self.rows.keys().map(|(request, _)| *request).collect();
        all.dedup();
        all
    }

    /// The jobs of the plan, each with its name.
    pub fn jobs(&self) -> Vec<Name> {
        let several = |request: u32| self.rows.range((request, 0)..=(request, u32::MAX)).count() > 1;
        self.rows.keys().map(|&(request, job)| Name { request, job: several(request).then_some(job) }).collect()
    }

    /// The last slot, tick or second that a job of the plan has.
    pub fn end(&self) -> u32 {
        let ends = self.decisions().iter().filter_map(|decision| decision["end"].as_f64());
        ends.fold(0.0, f64::max).min(f64::from(u32::MAX)) as u32
    }

    /// The nodes or servers of the machine.
    pub fn machine(&self) -> u32 {
        let count = |list: &str, of: &str| {
            let list = self.file.pointer(list)?.as_array()?;
            Some(list.iter().map(|one| one[of].as_u64().unwrap_or(1)).sum::<u64>())
        };
        let number = |pointer: &str| self.file.pointer(pointer).and_then(Json::as_u64);
        let found = number("/machine/nodes").or_else(|| number("/servers/count"));
        let found = found.or_else(|| count("/servers/groups", "servers")).or_else(|| count("/providers", "nodes"));
        u32::try_from(found.unwrap_or(0)).unwrap_or(u32::MAX)
    }

    /// The value of a term of a request, class or slot; `None` if there is no such term.
    pub fn of(&self, term: &str, name: Name) -> Option<Value> {
        if term == "free" {
            return Some(self.free(name.request));
        }
        let (from, until) = name.job.map_or((0, u32::MAX), |job| (job, job));
        let rows: Vec<&Json> =
            self.rows.range((name.request, from)..=(name.request, until)).map(|(_, row)| &self.decisions()[*row]).collect();
        self.of_class(term, name).or_else(|| self.of_decisions(term, name, &rows))
    }

    /// The value of a term for each job of the plan; `None` if there is no such term.
    pub fn of_each(&self, term: &str) -> Option<Vec<Value>> {
        let (request, job) = self.layout.decision;
        let name = |row: &Json| Name { request: number(row, request).unwrap_or(0), job: job.and_then(|job| number(row, job)) };
        self.decisions().iter().map(|row| self.of_decisions(term, name(row), &[row])).collect()
    }

    /// The value of a term of a request with these decisions.
    fn of_decisions(&self, term: &str, name: Name, rows: &[&Json]) -> Option<Value> {
        let first = rows.first();
        match term {
            "accepted" if first.is_some() => return Some(Value::Truth(rows.iter().all(|decision| decision["accepted"] == true))),
            "moved" => {
                let decision = first.filter(|decision| decision.get("first_start").is_some())?;
                return Some(Value::Truth(decision["first_start"] != decision["start"]));
            }
            "delay" => {
                let start = value(&first?["start"]);
                let asked = self.as_asked("earliest_start", name).or_else(|| self.as_asked("submitted", name))?;
                return Some(match (start, asked) {
                    (Value::Number(start), Value::Number(asked)) => Value::Number(start - asked),
                    _ => Value::Nothing,
                });
            }
            _ => {}
        }
        let of_decision = || first?.get(term).map(value);
        if AS_ASKED.contains(&term) {
            self.as_asked(term, name).or_else(of_decision)
        } else {
            of_decision().or_else(|| self.as_asked(term, name))
        }
    }

    /// A field of a request as it is asked.
    fn as_asked(&self, term: &str, name: Name) -> Option<Value> {
        let row = self.asked.get(&name).or_else(|| self.asked.get(&Name::whole(name.request)))?;
        self.file.pointer(self.layout.list)?.get(row)?.get(term).map(value)
    }

    /// A field of a class of the market, else the n-th number of a list of figures, such as `booking_limits`.
    fn of_class(&self, term: &str, name: Name) -> Option<Value> {
        let at = (name.request as usize).checked_sub(1)?;
        let classes = self.layout.classes.and_then(|classes| self.file.pointer(classes));
        let class = classes.and_then(|classes| classes.get(at)?.get(term));
        class.or_else(|| self.figures().find_map(|figures| figures.get(term)?.as_array()?.get(at))).map(value)
    }

    /// Free nodes in a slot.
    fn free(&self, slot: u32) -> Value {
        let slot = f64::from(slot);
        let is_busy = |one: &Json| match (one["start"].as_f64(), one["end"].as_f64()) {
            (Some(start), Some(end)) => start <= slot && slot < end,
            _ => false,
        };
        let reserved = self.file.get("busy").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let busy = self.decisions().iter().filter(|decision| is_busy(decision) && decision["accepted"] == true);
        // Named servers and tasks take one each.
        let nodes: f64 = busy.map(|decision| decision["nodes"].as_f64().unwrap_or(1.0)).sum();
        Value::Number(f64::from(self.machine()) - nodes - reserved.iter().filter(|one| is_busy(one)).count() as f64)
    }

    /// Where figures are looked up.
    fn figures(&self) -> impl Iterator<Item = &Json> {
        let applications = self.plan.get("applications").and_then(Json::as_array).filter(|all| all.len() == 1);
        ["metrics", "revenue", "reality"]
            .into_iter()
            .filter_map(|part| self.plan.get(part))
            .chain(applications.and_then(|all| all.first()))
    }

    /// The value of a term without brackets; `None` if there is no such term.
    pub fn figure(&self, term: &str) -> Option<Value> {
        if term == "machine" {
            return Some(Value::Number(self.machine().into()));
        }
        let policy = self.layout.policies.iter().find(|(name, _)| *name == term);
        if let Some((_, pointer)) = policy {
            return self.file.pointer(pointer).map(value);
        }
        let path = format!("/{}", term.replace('.', "/"));
        self.figures().find_map(|figures| figures.pointer(&path)).filter(|found| !found.is_object() && !found.is_array()).map(value)
    }

    /// The terms that there are, for messages.
    pub fn terms(&self) -> Vec<String> {
        let keys = |json: Option<&Json>| -> Vec<String> {
            json.and_then(Json::as_object).into_iter().flat_map(|object| object.keys().cloned()).collect()
        };
        let list = self.file.pointer(self.layout.list);
        let mut all = keys(self.decisions().first());
        all.extend(keys(list.and_then(|list| list.get(0))));
        all.extend(self.figures().flat_map(|figures| keys(Some(figures))));
        all.extend(self.layout.policies.iter().map(|(name, _)| (*name).to_string()));
        all.extend(DERIVED.iter().chain(&["moves", "edits"]).chain(&OF_LINES).map(|name| (*name).to_string()));
        all
    }

    /// The idle periods of named servers.
    pub fn periods(&self) -> Vec<Thing> {
        let mut busy: Vec<(u32, u32, u32)> = self
            .decisions()
            .iter()
            .filter(|decision| decision["accepted"] == true)
            .filter_map(|decision| Some((number(decision, "server")?, number(decision, "start")?, number(decision, "end")?)))
            .collect();
        busy.sort_unstable();
        let mut found = Vec::new();
        for server in 0..self.machine() {
            let mut free_from = 0;
            for &(_, start, end) in busy.iter().filter(|(of, ..)| *of == server) {
                if start > free_from {
                    found.push(Thing::Period { server, start: free_from, end: Some(start) });
                }
                free_from = end;
            }
            found.push(Thing::Period { server, start: free_from, end: None });
        }
        found
    }
}

/// A whole number in an object.
fn number(object: &Json, key: &str) -> Option<u32> {
    object.get(key)?.as_u64()?.try_into().ok()
}

/// A value of JSON.
fn value(json: &Json) -> Value {
    match json {
        Json::Bool(truth) => Value::Truth(*truth),
        Json::Number(number) => number.as_f64().map_or(Value::Nothing, Value::Number),
        Json::String(word) => Value::Word(word.clone()),
        Json::Null | Json::Array(_) | Json::Object(_) => Value::Nothing,
    }
}
