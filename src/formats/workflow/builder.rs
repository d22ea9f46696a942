//! A graph of named tasks with durations in seconds and files that travel along its edges: what WfCommons and DAX have in common.

use super::error::GraphError;
use bookahead_engine::workflow::bounds::{DURATION, EDGES, NAME_CHARS, TASKS};
use bookahead_engine::workflow::graph::{Edge, TaskGraph};
use std::collections::{BTreeMap, BTreeSet};

/// Ticks of a second.
pub(super) const TICKS: u32 = 1_000;

/// A graph on its way in.
#[derive(Default)]
pub(super) struct Builder {
    names: Vec<String>,
    durations: Vec<u32>,
    /// Tasks by what edges call them; `None` where two tasks have one name.
    by_name: BTreeMap<String, Option<u32>>,
    edges: BTreeSet<(u32, u32)>,
    /// Bytes of each file.
    sizes: BTreeMap<String, f64>,
    /// Files that tasks write and read.
    written: Vec<BTreeSet<String>>,
    read: Vec<BTreeSet<String>>,
}

impl Builder {
    /// A task; `ids` are what edges may call it, the first of them being its own.
    ///
    /// # Errors
    /// The duration is out of range, or there are too many tasks, or two with one id.
    pub fn task(&mut self, place: &str, name: &str, ids: &[&str], seconds: f64) -> Result<u32, GraphError> {
        let wrong = |what: String| GraphError::Place(place.to_string(), what);
        let task = self.names.len() as u32;
        if task >= TASKS.max {
            return Err(GraphError::Place(String::new(), format!("there are more than {} tasks", TASKS.max)));
        }
        let most = f64::from(DURATION.max) / f64::from(TICKS);
        if !(0.0..=most).contains(&seconds) {
            return Err(wrong(format!("a run time of {seconds} s is not allowed; must be a number from 0 to {most}")));
        }
        for (at, id) in ids.iter().enumerate() {
            let is_new = !self.by_name.contains_key(*id);
            if at == 0 && !is_new {
                return Err(wrong(format!("a second task with the id {id:?}")));
            }
            // Two tasks may have one name, as long as no edge uses it.
            self.by_name.insert((*id).to_string(), is_new.then_some(task));
        }
        self.names.push(name.chars().take(NAME_CHARS).collect());
        // Rounded to the nearest tick; what takes time takes a tick at least.
        let ticks = (seconds * f64::from(TICKS) + 0.5) as u32;
        self.durations.push(if seconds > 0.0 { ticks.max(1) } else { 0 });
        self.written.push(BTreeSet::new());
        self.read.push(BTreeSet::new());
        Ok(task)
    }

    /// A task writes or reads a file.
    pub fn file(&mut self, task: u32, name: &str, is_written: bool) {
        let files = if is_written { &mut self.written } else { &mut self.read };
        files[task as usize].insert(name.to_string());
    }

    /// How large a file is.
    pub fn size(&mut self, name: &str, bytes: f64) {
        if bytes.is_finite() && bytes > 0.0 {
            self.sizes.insert(name.to_string(), bytes);
        }
    }

    /// The task of a name.
    ///
    /// # Errors
    /// There is none, or more than one.
    pub fn find(&self, place: &str, name: &str) -> Result<u32, GraphError> {
        let wrong = |what: &str| GraphError::Place(place.to_string(), format!("{what} is called {name:?}"));
        match self.by_name.get(name) {
            None => Err(wrong("no task")),
            Some(None) => Err(wrong("more than one task")),
            Some(Some(task)) => Ok(*task),
        }
    }

    /// An edge; the same one may be told from both ends.
    ///
    /// # Errors
    /// There are too many.
    pub fn edge(&mut self, parent: u32, child: u32) -> Result<(), GraphError> {
        self.edges.insert((child, parent));
        if self.edges.len() > EDGES.max as usize {
            return Err(GraphError::Place(String::new(), format!("there are more than {} edges", EDGES.max)));
        }
        Ok(())
    }

    /// The graph; an edge costs as long as it takes to send what its parent writes and its child reads, at so many bytes in a second.
    pub fn graph(self, bandwidth: f64) -> TaskGraph {
        let cost = |parent: u32, child: u32| {
            let files = self.written[parent as usize].intersection(&self.read[child as usize]);
            let bytes: f64 = files.filter_map(|file| self.sizes.get(file)).sum();
            ((bytes / bandwidth * f64::from(TICKS) + 0.5) as u32).min(DURATION.max)
        };
        let edges = self.edges.iter().map(|&(child, parent)| Edge { parent, child, cost: cost(parent, child) }).collect();
        TaskGraph { durations: self.durations, edges, names: self.names }
    }
}
