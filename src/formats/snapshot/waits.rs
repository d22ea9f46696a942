//! Jobs that wait for others: dependencies, and arrays of which only so many elements run at once. Each is submitted when what it waits for ends.

use super::records::FoundJob;
use super::sorted::{Planned, Sorted, runs};
use bookahead_engine::core::sorting::sort_shared_by_key;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// How long chains of jobs that wait for each other may be.
pub(super) const CHAIN_MAX: usize = 8;
/// Most elements that a record of an array becomes.
const ELEMENTS_MAX: usize = 10_000;

/// What a job waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dependency {
    /// The job, or the array.
    pub job: u32,
    /// The element of the array.
    pub task: Option<u32>,
    /// Whether its start is waited for, not its end.
    pub is_start: bool,
    /// Seconds beyond.
    pub delay: i64,
}

/// What a job waits for: all of it, or any of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dependencies {
    pub list: Vec<Dependency>,
    pub is_any: bool,
}

impl Dependencies {
    /// The dependencies that Slurm writes as `afterok:12(unfulfilled),afterany:13_*`.
    ///
    /// # Errors
    /// Why the job cannot be planned, in words.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let mut found = Self { list: Vec::new(), is_any: text.contains('?') };
        for part in text.split([',', '?']).map(str::trim).filter(|part| !part.is_empty()) {
            let (part, note) = part.split_once('(').unwrap_or((part, ""));
            if note.starts_with("failed") {
                return Err("a dependency is never satisfied");
            }
            if note.starts_with("fulfilled") {
                continue;
            }
            let (kind, jobs) = part.split_once(':').unwrap_or((part, ""));
            let is_start = match kind {
                "after" => true,
                "afterok" | "afterany" | "aftercorr" => false,
                "afternotok" => return Err("starts only if another job fails"),
                "afterburstbuffer" | "expand" => continue,
                _ => return Err(UNKNOWN),
            };
            for job in jobs.split(':') {
                let (job, delay) = job.split_once('+').unwrap_or((job, "0"));
                let (job, task) = job.split_once('_').map_or((job, None), |(job, task)| (job, Some(task)));
                let job = job.parse().map_err(|_| UNKNOWN)?;
                let task = match task {
                    None | Some("*") => None,
                    Some(task) => Some(task.parse().map_err(|_| UNKNOWN)?),
                };
                let delay = delay.parse::<u32>().map_err(|_| UNKNOWN)?;
                found.list.push(Dependency { job, task, is_start, delay: i64::from(delay) * 60 });
            }
        }
        Ok(found)
    }
}

pub(super) const UNKNOWN: &str = "waits for a job that is not told or not planned";

/// The elements that `3-6,9,12-20:4%2` names, and how many of them may run at once. The list may be cut off by `...`.
pub(super) fn elements(tasks: &str) -> (Vec<u32>, Option<u32>, bool) {
    let (list, most) = tasks.trim_matches(['[', ']']).split_once('%').unwrap_or((tasks.trim_matches(['[', ']']), ""));
    let (mut found, mut is_whole) = (Vec::new(), true);
    for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (range, step) = part.split_once(':').unwrap_or((part, "1"));
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (Ok(first), Ok(last), Ok(step)) = (first.parse::<u32>(), last.parse::<u32>(), step.parse::<u32>()) else {
            is_whole = false;
            continue;
        };
        for task in (first..=last).step_by(step.max(1) as usize) {
            if found.len() >= ELEMENTS_MAX {
                return (found, most.parse().ok(), false);
            }
            found.push(task);
        }
    }
    (found, most.parse().ok().filter(|most| *most > 0), is_whole)
}

/// A job that waits, with the element of its array, and from when at the earliest.
#[derive(Clone, Debug)]
pub(super) struct Waiting<'a> {
    pub planned: Planned<'a>,
    pub task: Option<u32>,
}

/// Replaces every record of an array by its elements. Where only so many may run at once, an element is submitted when another one's limit has ended, as
/// if each started at once when it may. Gives the elements that have no number yet, and whether all elements were told.
pub(super) fn expand<'a>(sorted: &mut Sorted<'a>, now: i64) -> (Vec<Waiting<'a>>, Arrays) {
    let mut told = Arrays::default();
    let mut all = Vec::new();
    // Of each array with a limit, when the places become free that its elements take. Elements may have a record each.
    let mut free_of: BTreeMap<u32, BinaryHeap<Reverse<i64>>> = BTreeMap::new();
    for planned in std::mem::take(&mut sorted.waiting) {
        let (tasks, most, is_whole) = elements(&planned.found.tasks);
        let Some(array) = planned.found.array.filter(|_| !tasks.is_empty()) else {
            all.push(Waiting { planned, task: None });
            continue;
        };
        told.is_cut |= !is_whole;
        told.elements += if tasks.len() > 1 { tasks.len() as u32 } else { 0 };
        let most = most.or(planned.found.throttle);
        let mut free = most.map(|most| free_of.entry(array).or_insert_with(|| places(sorted, array, most, now)));
        told.throttled += if free.is_some() { tasks.len() as u32 } else { 0 };
        for (at, &task) in tasks.iter().enumerate() {
            let mut element = planned.clone();
            if let Some(free) = &mut free
                && let Some(Reverse(place)) = free.pop()
            {
                element.from = element.from.max(place);
                free.push(Reverse(element.from + element.length));
            }
            element.number = if at == 0 { planned.number } else { super::records::UNNUMBERED };
            all.push(Waiting { planned: element, task: Some(task) });
        }
    }
    (all, told)
}

/// What is to be told of arrays.
#[derive(Debug, Default)]
pub(super) struct Arrays {
    pub elements: u32,
    pub throttled: u32,
    pub is_cut: bool,
}

/// When each of the elements that may run at once may start.
fn places(sorted: &Sorted<'_>, array: u32, most: u32, now: i64) -> BinaryHeap<Reverse<i64>> {
    let of_array = sorted.running.iter().filter(|job| job.found.array == Some(array) && runs(job.found));
    let mut ends: Vec<i64> = of_array.map(|job| job.from + job.length).collect();
    let most = (most as usize).clamp(1, ELEMENTS_MAX);
    sort_shared_by_key(&mut ends, |end| Reverse(*end));
    ends.truncate(most);
    ends.resize(most, now);
    ends.into_iter().map(Reverse).collect()
}

/// What every job or array stands for among the jobs: rows of jobs that wait.
pub(super) struct Index(BTreeMap<u32, Vec<usize>>);

impl Index {
    pub fn of(waiting: &[Waiting<'_>]) -> Self {
        let mut index: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (row, job) in waiting.iter().enumerate() {
            let of: BTreeSet<u32> = names_of(job.planned.found, job.planned.number).collect();
            of.into_iter().for_each(|number| index.entry(number).or_default().push(row));
        }
        Self(index)
    }

    /// The rows that a dependency means.
    pub fn rows(&self, waiting: &[Waiting<'_>], dependency: &Dependency) -> Vec<usize> {
        let rows = self.0.get(&dependency.job).map_or(&[][..], Vec::as_slice);
        let is_meant =
            |row: &&usize| dependency.task.is_none() || waiting.get(**row).is_some_and(|job| job.task == dependency.task);
        rows.iter().filter(is_meant).copied().collect()
    }
}

/// The numbers by which a job is meant: its own, its array's, that of the whole it is a part of.
fn names_of(job: &FoundJob, number: u32) -> impl Iterator<Item = u32> {
    [Some(number), job.array, job.whole].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_arrays_are_counted_and_bounded() {
        assert_eq!(elements("3-6%2"), (vec![3, 4, 5, 6], Some(2), true));
        assert_eq!(elements("[1,5-9:2]"), (vec![1, 5, 7, 9], None, true));
        assert_eq!(elements("1-3,..."), (vec![1, 2, 3], None, false));
        assert_eq!(elements(""), (vec![], None, true));
        let (many, _, is_whole) = elements("0-4294967295");
        assert_eq!((many.len(), is_whole), (ELEMENTS_MAX, false));
    }

    #[test]
    fn dependencies_are_read_as_slurm_writes_them() {
        let of = |text| Dependencies::parse(text);
        let on = |job| Dependency { job, task: None, is_start: false, delay: 0 };
        assert_eq!(of("afterok:12(unfulfilled),afterany:13_*(unfulfilled)").unwrap().list, [on(12), on(13)]);
        assert!(of("afterok:12?afterok:13").unwrap().is_any);
        let started = Dependency { job: 7, task: Some(3), is_start: true, delay: 300 };
        assert_eq!(of("after:7_3+5").unwrap().list, [started]);
        assert!(of("").unwrap().list.is_empty());
        assert_eq!(of("singleton(unfulfilled)"), Err(UNKNOWN));
        assert!(of("afterok:12(failed)").unwrap_err().contains("never"));
        assert!(of("afternotok:12").unwrap_err().contains("fails"));
        assert!(of("afterok:x").is_err());
    }
}
