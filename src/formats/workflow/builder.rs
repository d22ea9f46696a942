//! A graph of named tasks with durations in seconds and files that travel along its edges: what WfCommons and DAX have in common.

use super::error::GraphError;
use super::notes::{Kind, Notes};
use bookahead_engine::core::error::FieldPath;
use bookahead_engine::workflow::bounds::{DURATION, EDGES, NAME_CHARS, TASKS};
use bookahead_engine::workflow::graph::{Edge, TaskGraph};
use std::collections::{BTreeMap, BTreeSet};

/// Ticks of a second.
pub(super) const TICKS: u32 = 1_000;
/// Characters of a word of the file that a message repeats.
const TOLD_CHARS: usize = 40;

/// Files of a task with their sizes in bytes, where it gives one.
type Files = BTreeMap<String, Option<f64>>;

/// What a task does with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// It reads it.
    Input,
    /// It writes it.
    Output,
    /// It reads and writes it.
    InOut,
    /// Neither ties it to another task: a checkpoint is read only by the task that wrote it.
    Neither,
}

impl Link {
    /// The link of a word; what has none ties nothing.
    ///
    /// # Errors
    /// An unknown word.
    pub fn of(place: &str, word: Option<&str>) -> Result<Self, GraphError> {
        Ok(match word {
            Some("input") => Self::Input,
            Some("output") => Self::Output,
            Some("inout") => Self::InOut,
            None | Some("none" | "checkpoint") => Self::Neither,
            Some(other) => {
                let found = told(other);
                let what = format!("the link {found:?} is not allowed; must be input, output, inout, checkpoint or none");
                return Err(GraphError::Place(place.to_string(), what));
            }
        })
    }
}

/// The beginning of a word, for a message.
fn told(word: &str) -> String {
    word.chars().take(TOLD_CHARS).collect()
}

/// A number as it stands in a file, for a message that repeats it.
///
/// # Errors
/// A text that is no number.
pub(super) fn seconds_of(place: &str, text: &str) -> Result<f64, GraphError> {
    let number = text.trim().parse::<f64>().ok().filter(|number| !number.is_nan());
    number.ok_or_else(|| {
        let (found, most) = (told(text), most_seconds());
        let what = format!("a run time of {found:?} is not allowed; must be a number of seconds from 0 to {most}, with a point");
        GraphError::Place(place.to_string(), what)
    })
}

fn most_seconds() -> f64 {
    f64::from(DURATION.max) / f64::from(TICKS)
}

/// Who writes a file.
#[derive(Default)]
struct Writers {
    /// Tasks that write it without reading it.
    first: Vec<u32>,
    /// Tasks that read and write it.
    again: Vec<u32>,
}

impl Writers {
    /// Whom a reader of the file waits for if nothing else is said: what it rewrites was written first, and what one task rewrites is read afterwards. `None`
    /// where the file comes from elsewhere.
    ///
    /// # Errors
    /// It could be one or another.
    fn of(&self, reader: u32) -> Result<Option<u32>, ()> {
        match (&self.first[..], &self.again[..]) {
            (first, []) | (first, [_]) if first.is_empty() && self.again.first().is_none_or(|again| *again == reader) => Ok(None),
            ([first], again) if again.is_empty() || again.contains(&reader) => Ok(Some(*first)),
            ([] | [_], [again]) => Ok(Some(*again)),
            _ => Err(()),
        }
    }
}

/// A graph on its way in.
#[derive(Default)]
pub(super) struct Builder {
    names: Vec<String>,
    durations: Vec<u32>,
    /// Tasks by what edges call them; `None` where two tasks have one name.
    by_name: BTreeMap<String, Option<u32>>,
    /// Child and parent.
    edges: BTreeSet<(u32, u32)>,
    /// Bytes of files whose size the file gives apart from the tasks.
    sizes: BTreeMap<String, f64>,
    /// Files that tasks write and read.
    written: Vec<Files>,
    read: Vec<Files>,
    /// What was read otherwise than it stands there.
    pub notes: Notes,
}

impl Builder {
    /// A task; `ids` are what edges may call it, the first of them being its own. A run time below 0 counts as 0.
    ///
    /// # Errors
    /// The duration is out of range, or there are too many tasks, or two with one id.
    pub fn task(&mut self, place: &str, name: &str, ids: &[&str], seconds: f64) -> Result<u32, GraphError> {
        let wrong = |what: String| GraphError::Place(place.to_string(), what);
        let task = self.names.len() as u32;
        if task >= TASKS.max {
            return Err(GraphError::Place(String::new(), format!("there are more than {} tasks", TASKS.max)));
        }
        let most = most_seconds();
        if seconds.is_nan() || seconds > most {
            return Err(wrong(format!("a run time of {seconds} s is not allowed; must be a number from 0 to {most}")));
        }
        if seconds < 0.0 {
            self.notes.add(Kind::BelowZero, || format!("{place}: {seconds} s"));
        }
        for (at, id) in ids.iter().enumerate() {
            let is_new = !self.by_name.contains_key(*id);
            if at == 0 && !is_new {
                return Err(wrong(format!("a second task with the id {id:?}")));
            }
            // Two tasks may have one name, as long as no edge uses it.
            self.by_name.insert((*id).to_string(), is_new.then_some(task));
        }
        if name.chars().count() > NAME_CHARS {
            self.notes.add(Kind::LongName, || format!("{place}: more than {NAME_CHARS} characters"));
        }
        self.names.push(name.chars().take(NAME_CHARS).collect());
        // Rounded to the nearest tick; what takes time takes a tick at least.
        let ticks = (seconds * f64::from(TICKS) + 0.5) as u32;
        self.durations.push(if seconds > 0.0 { ticks.max(1) } else { 0 });
        self.written.push(Files::new());
        self.read.push(Files::new());
        Ok(task)
    }

    /// What a task does with a file of so many bytes, if it says so.
    pub fn file(&mut self, task: u32, name: &str, link: Link, bytes: Option<f64>) {
        let sides = match link {
            Link::Input => [Some(&mut self.read), None],
            Link::Output => [Some(&mut self.written), None],
            Link::InOut => [Some(&mut self.read), Some(&mut self.written)],
            Link::Neither => [None, None],
        };
        for side in sides.into_iter().flatten() {
            let size = side[task as usize].entry(name.to_string()).or_default();
            *size = bytes.or(*size);
        }
    }

    /// How large a file is, whoever writes or reads it.
    pub fn size(&mut self, name: &str, bytes: Option<f64>) {
        self.sizes.extend(bytes.map(|bytes| (name.to_string(), bytes)));
    }

    /// A size in bytes as it is used: one that is no number from 0 on is noted and counts as unknown.
    pub fn bytes(&mut self, place: &str, file: &str, bytes: f64) -> Option<f64> {
        if bytes.is_finite() && bytes >= 0.0 {
            return Some(bytes);
        }
        self.notes.add(Kind::Size, || format!("{place}: the file {:?}", told(file)));
        None
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
        within_bounds(self.edges.len())
    }

    /// Adds an edge wherever a task reads what another writes, as Pegasus does; none do if those that are given would be in a cycle with them.
    fn infer(&mut self) -> Result<(), GraphError> {
        let mut writers: BTreeMap<&str, Writers> = BTreeMap::new();
        for ((task, written), read) in (0..).zip(&self.written).zip(&self.read) {
            for name in written.keys() {
                let Writers { first, again } = writers.entry(name).or_default();
                if read.contains_key(name) { again.push(task) } else { first.push(task) }
            }
        }
        let mut found = BTreeSet::new();
        let mut untied = BTreeSet::new();
        for (reader, files) in (0..).zip(&self.read) {
            for name in files.keys() {
                let Some(writers) = writers.get(name.as_str()) else { continue };
                let is_one = writers.first.len() + writers.again.len() == 1;
                match writers.of(reader) {
                    // Among several a task may be said to wait for another.
                    Ok(writer) if is_one || !self.waits_for_a_writer(reader, name) => {
                        found.extend(
                            writer.filter(|writer| !self.edges.contains(&(reader, *writer))).map(|writer| (reader, writer)),
                        );
                        within_bounds(self.edges.len() + found.len())?;
                    }
                    Err(()) if !self.waits_for_a_writer(reader, name) => {
                        untied.insert(name.clone());
                    }
                    _ => {}
                }
            }
        }
        for name in untied {
            self.notes.add(Kind::ManyWriters, || format!("{:?}", told(&name)));
        }
        let all = || self.edges.iter().chain(&found).copied();
        let is_sound = |edges: &mut dyn Iterator<Item = (u32, u32)>| {
            let edges = edges.map(|(child, parent)| Edge { parent, child, cost: 0 }).collect();
            TaskGraph { durations: self.durations.clone(), edges, ..TaskGraph::default() }.check(&FieldPath::new("")).is_ok()
        };
        // A cycle of files alone is told as every other cycle.
        let kind =
            if !found.is_empty() && !self.edges.is_empty() && !is_sound(&mut all()) && is_sound(&mut self.edges.iter().copied()) {
                Kind::CyclicFiles
            } else {
                Kind::Inferred
            };
        for &(child, parent) in &found {
            let [parent, child] = [parent, child].map(|task| self.names[task as usize].clone());
            self.notes.add(kind, || format!("from {parent} to {child}"));
        }
        if kind == Kind::Inferred {
            self.edges.append(&mut found);
        }
        Ok(())
    }

    /// Whether a task has an edge from one that writes a file.
    fn waits_for_a_writer(&self, reader: u32, file: &str) -> bool {
        let mut parents = self.edges.range((reader, 0)..=(reader, u32::MAX)).map(|(_, parent)| *parent);
        parents.any(|parent| self.written[parent as usize].contains_key(file))
    }

    /// The graph, and what is to be told of it; an edge costs as long as it takes to send what its parent writes and its child reads, at so many bytes in a
    /// second. A file is as large as its writer says; where that says nothing, as its reader says.
    ///
    /// # Errors
    /// There are too many edges, or one costs too much.
    pub fn graph(mut self, bandwidth: f64) -> Result<(TaskGraph, Vec<String>), GraphError> {
        self.infer()?;
        let mut edges = Vec::with_capacity(self.edges.len());
        for &(child, parent) in &self.edges {
            let (written, read) = (&self.written[parent as usize], &self.read[child as usize]);
            let (mut bytes, mut is_other) = (0.0, false);
            for (name, written) in written {
                let Some(read) = read.get(name) else { continue };
                is_other |= written.zip(*read).is_some_and(|(written, read)| written != read);
                bytes += written.or(*read).or_else(|| self.sizes.get(name).copied()).unwrap_or(0.0);
            }
            let names = || format!("from {} to {}", self.names[parent as usize], self.names[child as usize]);
            if is_other {
                self.notes.add(Kind::OtherSize, names);
            }
            let seconds = bytes / bandwidth;
            let most = most_seconds();
            if seconds > most {
                let what =
                    format!("it takes {seconds} s to send {bytes} bytes; must be at most {most} s: a greater bandwidth takes less");
                return Err(GraphError::Place(format!("the edge {}", names()), what));
            }
            edges.push(Edge { parent, child, cost: (seconds * f64::from(TICKS) + 0.5) as u32 });
        }
        Ok((TaskGraph { durations: self.durations, edges, names: self.names, ..TaskGraph::default() }, self.notes.sentences()))
    }
}

fn within_bounds(edges: usize) -> Result<(), GraphError> {
    if edges <= EDGES.max as usize {
        return Ok(());
    }
    Err(GraphError::Place(String::new(), format!("there are more than {} edges", EDGES.max)))
}
