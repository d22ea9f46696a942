//! Standard Task Graphs. The first line is the number of tasks, then comes a line for each task: id, duration, number of parents. In the files of the
//! Kasahara laboratory the parents follow on the same line, and there are two dummy tasks more than the first line says. In files with communication
//! each parent stands on a line of its own, with what the edge costs. `#` begins a comment.

use super::error::GraphError;
use bookahead_engine::core::sorting::sort_shared_by_key;
use bookahead_engine::workflow::bounds::{DURATION, EDGES, TASKS};
use bookahead_engine::workflow::graph::{Edge, TaskGraph};
use std::collections::BTreeMap;

/// A line with numbers: its place from 1, and its words.
struct Row<'a> {
    line: u32,
    words: Vec<&'a str>,
}

fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    fn row((line, text): (u32, &str)) -> Row<'_> {
        Row { line, words: text.split('#').next().unwrap_or_default().split_whitespace().collect() }
    }
    (1..).zip(text.lines()).map(row).filter(|row| !row.words.is_empty())
}

/// Reads a graph.
///
/// # Errors
/// What is wrong, with its line.
pub(super) fn read(text: &str) -> Result<TaskGraph, GraphError> {
    let mut rows = rows(text);
    let first = rows.next().ok_or(GraphError::Empty)?;
    let tasks = match first.words[..] {
        [word] => number(word, first.line, "the number of tasks", TASKS.max)?,
        _ => return Err(GraphError::Line(first.line, "the file must begin with the number of its tasks".to_string())),
    };
    let (mut graph, mut by_id, mut last) = (TaskGraph::default(), BTreeMap::new(), first.line);
    // Parents may come later: edges are resolved at the end.
    let mut edges: Vec<(u32, u32, u32, u32)> = Vec::new();
    while let Some(Row { line, words }) = rows.next() {
        last = line;
        let [id, duration, parents, rest @ ..] = &words[..] else {
            return Err(GraphError::Line(line, "a task has an id, a duration and a number of parents".to_string()));
        };
        let id = number(id, line, "the id of a task", u32::MAX - 1)?;
        let task = graph.durations.len() as u32;
        if task >= TASKS.max {
            return Err(GraphError::Line(line, format!("there are more than {} tasks", TASKS.max)));
        }
        if by_id.insert(id, task).is_some() {
            return Err(GraphError::Line(line, format!("a second task with the id {id}")));
        }
        graph.durations.push(number(duration, line, "a duration", DURATION.max)?);
        graph.names.push(id.to_string());
        let parents = number(parents, line, "a number of parents", TASKS.max)?;
        if edges.len() + parents as usize > EDGES.max as usize {
            return Err(GraphError::Line(line, format!("there are more than {} edges", EDGES.max)));
        }
        if rest.is_empty() {
            for _ in 0..parents {
                let Some(Row { line, words }) = rows.next() else {
                    return Err(GraphError::Line(last, format!("the file ends before the parents of task {id}")));
                };
                last = line;
                let [parent, cost] = words[..] else {
                    return Err(GraphError::Line(line, format!("a parent of task {id} has an id and the cost of its edge")));
                };
                let parent = number(parent, line, "the id of a parent", u32::MAX - 1)?;
                edges.push((line, parent, task, number(cost, line, "the cost of an edge", DURATION.max)?));
            }
        } else if rest.len() == parents as usize {
            for parent in rest {
                edges.push((line, number(parent, line, "the id of a parent", u32::MAX - 1)?, task, 0));
            }
        } else {
            let what = format!("task {id} has {parents} parents, but {} follow", rest.len());
            return Err(GraphError::Line(line, what));
        }
    }
    let found = graph.durations.len() as u32;
    if found != tasks && found != tasks.saturating_add(2) {
        let what = format!("line {} says {tasks} tasks, but there are {found}", first.line);
        return Err(GraphError::Line(last, what));
    }
    for (line, parent, child, cost) in edges {
        let Some(&parent) = by_id.get(&parent) else {
            return Err(GraphError::Line(line, format!("there is no task {parent}, which is said to be a parent")));
        };
        graph.edges.push(Edge { parent, child, cost });
    }
    sort_shared_by_key(&mut graph.edges, |edge| (edge.child, edge.parent));
    // Tasks that are numbered as usual need no names.
    if by_id.iter().all(|(id, task)| id == task) {
        graph.names.clear();
    }
    Ok(graph)
}

fn number(word: &str, line: u32, what: &str, max: u32) -> Result<u32, GraphError> {
    match word.parse::<u32>() {
        Ok(number) if number <= max => Ok(number),
        _ => {
            let found: String = word.chars().take(40).collect();
            Err(GraphError::Line(line, format!("{found} is not {what}; must be a whole number from 0 to {max}")))
        }
    }
}
