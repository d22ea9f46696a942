//! The independent checker of workflows: verifies a finished plan from the scenario's graphs and the plan alone. It shares no code with the search: edges
//! and durations are read from the scenario again, the longest path is found by going over the edges until nothing changes, and what is on a node at once
//! is found by sorting.

mod at_broker;

use super::graph::{Communication, TaskGraph, Time};
use super::outcome::WorkflowOutcome;
use super::parties::{Fate, Message, MessageKind, NO_PROVIDER, Served};
use super::scenario::{Application, FailedPlace, Failure, Provider, WorkflowScenario};
use crate::core::sorting::{sort_shared, sort_shared_by_key};
use crate::core::verification::Verification;

/// Violations that are told; the rest is counted.
const TOLD: usize = 100;

struct Checker<'a> {
    scenario: &'a WorkflowScenario,
    applications: &'a [Application],
    outcome: &'a WorkflowOutcome,
    found: Vec<String>,
    more: usize,
}

/// Everything that is wrong with a finished plan, in words, with what was looked at.
pub fn verify_workflow(scenario: &WorkflowScenario, outcome: &WorkflowOutcome) -> Verification {
    let applications = scenario.applications();
    let mut looked = Verification::default();
    let mut checker = Checker { scenario, applications: &applications, outcome, found: Vec::new(), more: 0 };
    if checker.rows() {
        let edges = checker.precedence();
        looked.looked(
            outcome.tasks.len(),
            [
                "task, against its duration, its pin and the start of its application",
                "tasks, against their durations, their pins and the start of their application",
            ],
        );
        looked.looked(
            edges,
            [
                "edge: a task starts after its parent, and after what it sends",
                "edges: every task starts after its parents, and after what they send",
            ],
        );
        let stays = checker.open_and_failed();
        if stays > 0 {
            looked.looked(
                stays,
                [
                    "stay on a node, against when its provider takes part and when it fails",
                    "stays on nodes, against when their providers take part and when they fail",
                ],
            );
        }
        let periods = checker.nodes();
        looked.looked(
            periods,
            [
                "period on a node, what was reserved before included",
                "periods on nodes, no two at once, what was reserved before included",
            ],
        );
        let requests = checker.requests();
        if requests > 0 {
            looked.looked(
                requests,
                [
                    "request, against when it came, when it was answered, and how many mappings were allowed",
                    "requests, against when they came, when they were answered, and how many mappings were allowed",
                ],
            );
        }
        checker.figures();
        looked.looked(
            outcome.served.len(),
            [
                "application, against its longest path, its end, its deadline and the messages",
                "applications, against their longest path, their end, their deadline and the messages",
            ],
        );
    }
    if checker.more > 0 {
        checker.found.push(format!("and {} more", checker.more));
    }
    looked.violations = checker.found;
    looked
}

impl Checker<'_> {
    fn tell(&mut self, what: impl FnOnce() -> String) {
        if self.found.len() < TOLD { self.found.push(what()) } else { self.more += 1 }
    }

    /// Whether every column has a row for each task.
    fn rows(&mut self) -> bool {
        let tasks: usize = self.applications.iter().map(|application| application.graph.durations.len()).sum();
        let t = &self.outcome.tasks;
        let columns =
            [t.application.len(), t.duration.len(), t.least.len(), t.earliest.len(), t.latest.len(), t.node.len(), t.start.len()];
        let is_whole = columns.iter().all(|rows| *rows == tasks) && self.outcome.served.len() == self.applications.len();
        if !is_whole {
            self.tell(|| format!("the plan has other rows than the {tasks} tasks"));
        }
        is_whole
    }

    /// What is added to the durations of tasks with children.
    fn folded(&self, application: &Application) -> Time {
        match self.scenario.policy.communication {
            Communication::Folded => application.graph.edges.iter().map(|edge| Time::from(edge.cost)).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// The duration of a task on a node, where nodes differ.
    fn duration_on(&self, graph: &TaskGraph, task: usize, node: u32) -> Option<u32> {
        graph.on_nodes.get(task * self.scenario.nodes() as usize + node as usize).copied()
    }

    /// Its duration on the node where it is shortest.
    fn shortest(&self, graph: &TaskGraph, task: usize) -> u32 {
        let on_nodes = (0..self.scenario.nodes()).filter_map(|node| self.duration_on(graph, task, node));
        on_nodes.min().unwrap_or(graph.durations[task])
    }

    fn precedence(&mut self) -> usize {
        let (applications, outcome) = (self.applications, self.outcome);
        let t = &outcome.tasks;
        let (mut first, mut edges) = (0, 0);
        for (at, application) in applications.iter().enumerate() {
            let graph = &application.graph;
            let mut is_parent = vec![false; graph.durations.len()];
            graph.edges.iter().for_each(|edge| is_parent[edge.parent as usize] = true);
            for (task, &duration) in graph.durations.iter().enumerate() {
                let row = first + task;
                let sent = if is_parent[task] { self.folded(application) } else { 0 };
                let wanted = Time::from(self.duration_on(graph, task, t.node[row]).unwrap_or(duration)) + sent;
                if t.least[row] != Time::from(self.shortest(graph, task)) + sent {
                    self.tell(|| format!("task {row} has {} as its least duration", t.least[row]));
                }
                if t.duration[row] != wanted || t.application[row] as usize != at {
                    self.tell(|| format!("task {row} has duration {} instead of {wanted}", t.duration[row]));
                }
                if t.start[row] < Time::from(application.start) {
                    self.tell(|| format!("task {row} starts at {}, before its application", t.start[row]));
                }
                if t.node[row] >= self.scenario.nodes() {
                    self.tell(|| format!("task {row} runs on node {}, which does not exist", t.node[row]));
                }
            }
            for edge in &graph.edges {
                let (parent, child) = (first + edge.parent as usize, first + edge.child as usize);
                let is_sent = self.scenario.policy.communication == Communication::BetweenNodes && t.node[parent] != t.node[child];
                let ready = t.start[parent] + t.duration[parent] + if is_sent { Time::from(edge.cost) } else { 0 };
                if t.start[child] < ready {
                    self.tell(|| {
                        format!("task {child} starts at {}, but has to wait for task {parent} until {ready}", t.start[child])
                    });
                }
            }
            edges += graph.edges.len();
            first += graph.durations.len();
        }
        self.pins();
        edges
    }

    /// A reserved task runs on the node it is pinned to. Where a provider refuses, the broker can only take other nodes: that is told as what it is.
    fn pins(&mut self) {
        let (outcome, t) = (self.outcome, &self.outcome.tasks);
        for pin in self.scenario.pins.iter() {
            let (row, application) = (pin.task as usize, t.application[pin.task as usize]);
            if t.start[row] < Time::from(pin.start) {
                self.tell(|| format!("task {row} starts at {}, before the start it is pinned to, {}", t.start[row], pin.start));
            }
            let is_gone = |failure: &&Failure| failure.until.is_none() && self.scenario.nodes_of(failure.place).contains(&pin.node);
            if self.scenario.failures.iter().any(|failure| is_gone(&failure)) {
                continue;
            }
            if t.node[row] == pin.node || outcome.served[application as usize].fate != Fate::Reserved {
                continue;
            }
            let Some(provider) = self.provider_of(pin.node) else { continue };
            let refuses = |message: &Message| {
                (message.application, message.provider, message.kind) == (application, provider, MessageKind::Refuse)
            };
            let why = match outcome.messages.iter().any(refuses) {
                true => format!(", because provider {} refused the application", provider + 1),
                false => String::new(),
            };
            self.tell(|| format!("task {row} is pinned to node {}, but runs on node {}{why}", pin.node, t.node[row]));
        }
    }

    /// Tasks run when the provider of their node takes part, and on no node that has failed; what is lost was lost when its node failed. Returns how many were
    /// looked at: none where every provider always takes part and nothing fails.
    fn open_and_failed(&mut self) -> usize {
        let (scenario, outcome, t) = (self.scenario, self.outcome, &self.outcome.tasks);
        if scenario.failures.is_empty()
            && scenario.providers.iter().all(|own| *own == Provider { nodes: own.nodes, refuses: own.refuses, ..Provider::of(1) })
        {
            return 0;
        }
        let fails = |node: u32, provider: u32, place: FailedPlace| match place {
            FailedPlace::Node(own) => own == node,
            FailedPlace::Provider(own) => own == provider,
        };
        let reserved = (0..t.node.len()).filter(|&row| outcome.is_reserved(row) && t.duration[row] > 0);
        let mut stays: Vec<(usize, u32, Time, Time, bool)> =
            reserved.map(|row| (row, t.node[row], t.start[row], t.start[row] + t.duration[row], false)).collect();
        stays.extend(outcome.lost.iter().map(|lost| (lost.task as usize, lost.node, lost.start, lost.end, true)));
        for &(row, node, start, end, is_lost) in &stays {
            let Some(provider) = self.provider_of(node) else { continue };
            let own = scenario.providers[provider as usize];
            let is_out = start < Time::from(own.from) || own.until.is_some_and(|until| end > Time::from(until));
            let is_closed = own.hours.is_some_and(|hours| {
                let [from, length, period] = [hours.from, hours.length, hours.period].map(Time::from);
                // The window of the day in which it starts, or of the day before if that passes midnight.
                let day = start / period;
                let is_in = |day: Time| start >= day * period + from && end <= day * period + from + length;
                let is_in_last = if day > 0 { is_in(day - 1) } else { end + period <= from + length };
                length < period && !is_in(day) && !is_in_last
            });
            if is_out || is_closed {
                self.tell(|| {
                    format!("task {row} is on node {node} from {start} to {end}, when provider {} does not take part", provider + 1)
                });
            }
            for failure in scenario.failures.iter().filter(|failure| fails(node, provider, failure.place)) {
                let (at, until) = (Time::from(failure.at), failure.until.map(Time::from));
                if end > at && until.is_none_or(|until| start < until) {
                    self.tell(|| format!("task {row} is on node {node} from {start} to {end}, which failed at {at}"));
                }
            }
            let is_again = t.start[row] >= end || !outcome.is_reserved(row);
            let has_failed = scenario
                .failures
                .iter()
                .any(|failure| Time::from(failure.at) == end && fails(node, provider, failure.place) || !outcome.is_reserved(row));
            if is_lost && (start >= end || !is_again || !has_failed) {
                self.tell(|| format!("task {row} is told to be lost on node {node} at {end}, but is not"));
            }
        }
        stays.len()
    }

    /// Nothing runs on a node at the same time as something else.
    fn nodes(&mut self) -> usize {
        let (outcome, t) = (self.outcome, &self.outcome.tasks);
        let mut periods: Vec<(u32, Time, Time, Option<usize>)> = Vec::new();
        for row in 0..t.node.len() {
            let is_reserved = outcome.served[t.application[row] as usize].fate == Fate::Reserved;
            if is_reserved && t.duration[row] > 0 {
                periods.push((t.node[row], t.start[row], t.start[row] + t.duration[row], Some(row)));
            }
        }
        let busy = &outcome.busy;
        let given = self.scenario.busy.iter().map(|period| (period.node, Time::from(period.start), Time::from(period.end)));
        let told = (0..busy.node.len()).map(|at| (busy.node[at], busy.start[at], busy.end[at]));
        if !given.eq(told.clone().take(busy.given as usize)) {
            self.tell(|| "the busy periods of the plan are not those that are given".to_string());
        }
        periods.extend(told.map(|(node, start, end)| (node, start, end, None)));
        sort_shared(&mut periods, Ord::cmp);
        let mut last: Option<(u32, Time, Option<usize>)> = None;
        for &(node, start, end, task) in &periods {
            if let Some((last_node, last_end, other)) = last
                && last_node == node
                && start < last_end
                // What was reserved before may overlap: it only says that the node is not free.
                && (task.is_some() || other.is_some())
            {
                let name = |task: Option<usize>| task.map_or("a busy period".to_string(), |task| format!("task {task}"));
                self.tell(|| format!("{} and {} are on node {node} at {start}", name(other), name(task)));
            }
            if last.is_none_or(|(last_node, last_end, _)| last_node != node || last_end < end) {
                last = Some((node, end, task));
            }
        }
        periods.len()
    }

    fn figures(&mut self) {
        let mut first = 0;
        for (at, application) in self.applications.iter().enumerate() {
            let rows = first..first + application.graph.durations.len();
            first = rows.end;
            let served = self.outcome.served[at];
            let t = &self.outcome.tasks;
            let end = rows.clone().map(|row| t.start[row] + t.duration[row]).max().unwrap_or(0);
            let length = self.longest_path(application);
            let start = Time::from(application.start);
            if served.length != length {
                self.tell(|| format!("application {} has a longest path of {length}, not {}", at + 1, served.length));
            }
            if start + served.makespan != end || served.makespan != length + served.delay {
                self.tell(|| format!("application {} ends at {end}: makespan or delay is wrong", at + 1));
            }
            if served.makespan < served.area && served.fate == Fate::Reserved {
                self.tell(|| format!("application {} ends before the nodes have been free for its work", at + 1));
            }
            self.fate(at, application, &served, end);
        }
        let reserved = self.outcome.served.iter().filter(|served| served.fate == Fate::Reserved);
        let (count, delay) = reserved.fold((0_u32, 0), |(count, delay), served| (count + 1, delay + served.delay));
        let metrics = self.outcome.metrics;
        if metrics.reserved != count || (metrics.delay * f64::from(count) - delay as f64).abs() > 1e-6 * (1.0 + delay as f64) {
            self.tell(|| "the mean delay is not that of the reserved applications".to_string());
        }
    }

    fn fate(&mut self, at: usize, application: &Application, served: &Served, end: Time) {
        let is_late = application.deadline.is_some_and(|deadline| end > Time::from(deadline));
        let messages = self.outcome.messages.iter().filter(|message| message.application as usize == at);
        // A failure is told to the user and to every provider whose nodes the mapping has.
        let failures = messages.clone().filter(|message| message.kind == MessageKind::Failure);
        let mut told: Vec<u32> = failures.map(|message| message.provider).collect();
        told.sort_unstable();
        let rows = served.first as usize..(served.first + served.tasks) as usize;
        let mut concerned: Vec<u32> = rows.clone().filter_map(|row| self.provider_of(*self.outcome.tasks.node.get(row)?)).collect();
        concerned.push(NO_PROVIDER);
        concerned.sort_unstable();
        concerned.dedup();
        let reserves = |kind: MessageKind| -> Time {
            let last = messages.clone().filter(|message| message.round + 1 == served.rounds);
            last.filter(|message| message.kind == kind).map(|message| message.value).sum()
        };
        // After a failure the providers confirm the tasks that were mapped again: those that had not begun by then, or were lost.
        let is_lost = |message: &&Message| message.kind == MessageKind::Lost;
        let last_failure = messages.clone().filter(is_lost).map(|message| message.value).max();
        let expected = last_failure
            .map_or(Time::from(served.tasks), |at| rows.clone().filter(|&row| self.outcome.tasks.start[row] >= at).count() as Time);
        let (confirmed, refused) = (reserves(MessageKind::Confirm), reserves(MessageKind::Refuse));
        let is_right = match served.fate {
            Fate::Reserved => !is_late && told.is_empty() && confirmed == expected && refused == 0,
            Fate::NoRoom => told == concerned && confirmed == 0,
            Fate::GivenUp => told == concerned && last_failure.is_some(),
            Fate::TooLate => is_late && told == concerned && confirmed == 0,
            Fate::NoProvider => told == concerned && refused > 0,
        };
        if !is_right {
            self.tell(|| format!("application {} is not what its deadline and the messages make of it", at + 1));
        }
    }

    /// The provider of a node, from the scenario; `None` if there is no such node.
    fn provider_of(&self, node: u32) -> Option<u32> {
        let mut first = 0;
        let holds = |provider: &Provider| {
            first += provider.nodes;
            node < first
        };
        self.scenario.providers.iter().position(holds).map(|provider| provider as u32)
    }

    /// The longest path: edges are gone over until no earliest end grows.
    fn longest_path(&self, application: &Application) -> Time {
        let graph = &application.graph;
        let folded = self.folded(application);
        let mut duration: Vec<Time> = (0..graph.durations.len()).map(|task| Time::from(self.shortest(graph, task))).collect();
        let mut is_parent = vec![false; duration.len()];
        graph.edges.iter().for_each(|edge| is_parent[edge.parent as usize] = true);
        duration.iter_mut().zip(is_parent).for_each(|(duration, is_parent)| *duration += if is_parent { folded } else { 0 });
        let mut end = duration.clone();
        let mut edges = graph.edges.clone();
        sort_shared_by_key(&mut edges, |edge| (edge.parent, edge.child));
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for edge in &edges {
                let (parent, child) = (edge.parent as usize, edge.child as usize);
                if end[parent] + duration[child] > end[child] {
                    end[child] = end[parent] + duration[child];
                    has_grown = true;
                }
            }
        }
        end.into_iter().max().unwrap_or(0)
    }
}
