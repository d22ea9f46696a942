//! Mondol's thesis.

use super::parts::{Drawn, Told, card, drawn, experiment, part, table, told};
use crate::experiment::ExampleChart::{Graph, Mapped, Nodes};
use crate::experiment::See::Example;
use crate::experiment::{Card, Shown, Source, Which};

const S: Source = Source::Mondol;

const STEPS: &str = "Search: the nodes at this step of the mapping; tasks with status and slack below";

const DRAWN: &[Drawn] = &[
    (
        "2.2",
        "An application in the format of the Standard Task Graph Set",
        "nine-tasks",
        "the table of tasks; a file of this format opens the same",
        Graph,
    ),
    ("2.3", "The same application as a graph with weights of edges", "nine-tasks", "the graph", Graph),
    ("2.4", "The graph with the weights folded into the tasks", "nine-tasks", "the graph", Graph),
    ("2.6", "The graph with earliest and latest starts", "nine-tasks", "the graph: EST, LST and the critical path", Graph),
    ("3.4", "The reservations of Table 3.2 in a linked list", "mondol-3.4", "the plan of the node, in minutes", Nodes),
    ("3.5", "Six tasks with earliest and latest starts", "six-tasks", "the graph", Graph),
    ("3.7", "What the two nodes have reserved before", "mondol-3.7", STEPS, Mapped(0, 0)),
    ("3.8", "First mapping: the nodes after T0 and T2", "mondol-3.8", STEPS, Mapped(0, 2)),
    ("3.9", "First mapping: the nodes after T1", "mondol-3.9", STEPS, Mapped(0, 3)),
    ("3.10", "First mapping: the nodes after T3, T4 and T5", "mondol-3.10", STEPS, Mapped(0, 6)),
    ("3.11", "Second mapping: the nodes after T0, T1 and T3", "mondol-3.11", STEPS, Mapped(1, 3)),
    ("3.12", "Second mapping: the nodes after T2", "mondol-3.12", STEPS, Mapped(1, 4)),
    ("3.13", "Second mapping: the nodes after T4 and T5", "mondol-3.13", STEPS, Mapped(1, 6)),
];

const FIGURES: &[Told] = &[
    (
        "1.1",
        "From single computers to a grid",
        "History, not a system. A grid is here a list of providers, each with nodes.",
        Example("changed-mind"),
    ),
    (
        "1.2",
        "A grid of independent resources",
        "Three providers that know nothing of one another offer nodes to one broker.",
        Example("changed-mind"),
    ),
    (
        "2.1",
        "An application with dependencies",
        "Any application is such a graph; tasks and edges are added and removed by hand.",
        Example("nine-tasks"),
    ),
    (
        "2.5",
        "How a task is drawn with its slack",
        "The key to a drawing; the page has its own in every graph.",
        Example("nine-tasks"),
    ),
    (
        "3.1",
        "The architecture: users, broker, providers, nodes",
        "The view Parties shows who tells whom what, phase by phase.",
        Example("changed-mind"),
    ),
    (
        "3.2",
        "A reserved period as a node of a list",
        "Start and end. The form of the providers lists what is reserved before.",
        Example("mondol-3.4"),
    ),
    (
        "3.3",
        "The list of a node's reserved periods",
        "The plan of a node is this list, drawn on the time axis. Resource type and reference time are left out: all nodes are alike and count from 0.",
        Example("mondol-3.4"),
    ),
    (
        "3.6",
        "A list of reservations and its drawing as an array",
        "A sketch of a data structure; what it holds is the plan of a node.",
        Example("six-tasks"),
    ),
];

const TABLES: &[Told] = &[
    (
        "3.1",
        "What a node has reserved, by date and time",
        "The grey periods of the node, counted in minutes.",
        Example("mondol-3.4"),
    ),
    (
        "3.2",
        "The same from the reference time on",
        "480 to 495, 870 to 972 and 1765 to 2506 minutes: 8:00, 14:30 and 29:25 hours after midnight.",
        Example("mondol-3.4"),
    ),
    (
        "3.3",
        "Which task runs where: a mapping as a table",
        "The table of tasks has provider, node and start of each task once it is mapped.",
        Example("nine-tasks"),
    ),
    (
        "3.4",
        "Attributes of mappings and tasks",
        "Start, slack and duration of each task are in its table, weights in that of the ready tasks.",
        Example("six-tasks"),
    ),
    (
        "3.5",
        "The six tasks before the search",
        "Before the first step of the search: expected and adjusted starts, slack, and who is ready.",
        Example("mondol-3.7"),
    ),
    ("3.6", "First mapping: the tasks after T0 and T2", "T0 on node 1 at 5, T2 on node 2 at 9.", Example("mondol-3.8")),
    (
        "3.7",
        "First mapping: the tasks after T1",
        "T1 starts at 14, 5 late; T3 and T5 are pushed, T4 has more slack.",
        Example("mondol-3.9"),
    ),
    (
        "3.8",
        "First mapping: the tasks after T3, T4 and T5",
        "The application ends at 30, 5 late. TE's expected start is 25; the thesis prints 15.",
        Example("mondol-3.10"),
    ),
    ("3.9", "Second mapping: the tasks after T0, T1 and T3", "All three start when they are expected.", Example("mondol-3.11")),
    (
        "3.10",
        "Second mapping: the tasks after T2",
        "T2 starts at 18, 9 late; its slack was 8, so T4 and T5 have none left.",
        Example("mondol-3.12"),
    ),
    (
        "3.11",
        "Second mapping: the tasks after T4 and T5",
        "The application ends at 26, 1 late: the better mapping.",
        Example("mondol-3.13"),
    ),
];

fn with_share(key: String) -> Shown {
    let share = format!("{key}-share");
    Shown::Experiments { keys: vec![key, share], panel: None, claims: Which::All }
}

pub(super) fn cards() -> Vec<Card> {
    let mut cards: Vec<Card> = drawn(S, DRAWN).chain(told(S, false, FIGURES)).chain(told(S, true, TABLES)).collect();
    for (place, tasks) in [(1, 50), (2, 100), (3, 300)] {
        let tasks = format!("{tasks} tasks");
        let b = format!("mondol-b.{place}");
        let iterations = format!("mondol-4.{}", 6 + place);
        cards.extend([
            card(
                S,
                format!("4.{place}"),
                format!("Applications delayed by number of nodes, pre-load 50 %: {tasks}"),
                part(b.clone(), "delayed_50", &[0, 3]),
            ),
            card(
                S,
                format!("4.{}", 3 + place),
                format!("Mean delay by number of nodes, pre-load 50 %: {tasks}"),
                part(b.clone(), "delay_50", &[1]),
            ),
            card(
                S,
                format!("4.{}", 6 + place),
                format!("Applications without delay after 1 to 50 mappings: {tasks}"),
                part(iterations.clone(), "zero_delay", &[0]),
            ),
            card(
                S,
                format!("4.{}", 9 + place),
                format!("Mean delay after 1 to 50 mappings: {tasks}"),
                part(iterations, "delay", &[1, 2, 3, 4, 5]),
            ),
            card(
                S,
                format!("4.{}", 12 + place),
                format!("What a search takes, by number of nodes; running time in the thesis: {tasks}"),
                experiment(format!("mondol-4.{}", 12 + place)),
            ),
            table(S, format!("B.{place}"), format!("Delays by number of nodes and pre-load: {tasks}"), with_share(b)),
        ]);
    }
    cards
}
