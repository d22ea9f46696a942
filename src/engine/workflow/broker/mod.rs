//! The broker (Mondol 3.2): takes the applications one by one, asks the providers, searches mappings, replies, and has the nodes reserved.

mod prepared;
mod queue;
mod repair;
mod searched;

pub use prepared::{Prepared, problem, stream};

use super::generator::GraphGenerator;
use super::graph::{Communication, Dag, Time};
use super::open::{NEVER, Open};
use super::outages::Repairs;
use super::parties::{AtBroker, Fate, Message, MessageKind, NO_PROVIDER, Served};
use super::preload::{self, Filling, Window};
use super::scenario::{Application, WorkflowScenario};
use super::search::best::BestSearch;
use super::search::work::Work;
use super::timeline::Timeline;
use super::times::Times;
use std::sync::Arc;

/// Where and when the tasks of all applications run; those of an application that is not reserved as the best mapping had them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The node of each task.
    pub node: Vec<u32>,
    /// Its start.
    pub start: Vec<Time>,
}

/// The broker at work.
#[derive(Debug)]
pub struct Broker {
    scenario: WorkflowScenario,
    applications: Arc<Vec<Application>>,
    prepared: Vec<Prepared>,
    provider_of: Vec<u32>,
    /// What was reserved before the first application: given, and drawn as pre-load.
    drawn: Timeline,
    /// The pre-load as far as it is drawn, and what its graphs are like.
    filling: Option<(Filling, GraphGenerator)>,
    before: Timeline,
    nodes: Timeline,
    search: BestSearch,
    is_searching: bool,
    round: u32,
    usable: Vec<u32>,
    /// The request that is served.
    in_service: AtBroker,
    served: Vec<Served>,
    curves: Vec<Vec<Time>>,
    places: Places,
    messages: Vec<Message>,
    /// What failed, and what came of it.
    repairs: Repairs,
}

impl Broker {
    /// Nothing is done yet.
    pub fn new(scenario: WorkflowScenario) -> Self {
        let applications = scenario.applications();
        let mut prepared: Vec<Prepared> = Vec::with_capacity(applications.len());
        let mut first = 0;
        for application in applications.iter() {
            let dag = Dag::of(&application.graph, scenario.policy.communication);
            let times = Times::of(&dag);
            let tasks = dag.len() as u32;
            let (start, orders) = (Time::from(application.start), scenario.orders_of(first, tasks));
            prepared.push(Prepared {
                dag,
                times,
                start,
                first,
                pins: Vec::new(),
                orders,
                kept: Vec::new(),
                now: 0,
                mapping_ticks: 0,
            });
            first += tasks;
        }
        for pin in scenario.pins.iter() {
            let own = prepared.iter_mut().rev().find(|prepared| prepared.first <= pin.task);
            if let Some(Prepared { dag, first, pins, .. }) = own {
                pins.resize(dag.len(), None);
                pins[(pin.task - *first) as usize] = Some((pin.node, Time::from(pin.start)));
            }
        }
        let provider_of = scenario.provider_of_nodes();
        let open = provider_of.iter().map(|&provider| Open::of(&scenario.providers[provider as usize])).collect();
        let mut before = Timeline::free_when_open(open);
        for period in scenario.busy.iter() {
            before.block(period.node as usize, Time::from(period.start), Time::from(period.end));
        }
        let percent = scenario.preload.percent;
        let filling = prepared.first().filter(|_| percent > 0).map(|Prepared { dag, times, .. }| {
            let sizes: Vec<(Time, Time, Time)> = prepared.iter().map(|own| (own.start, own.times.length, own.dag.work())).collect();
            let window = Window::of(&sizes, provider_of.len(), percent);
            (Filling::new(&before, window, scenario.preload), preload::like(dag, times, scenario.preload.seed))
        });
        let tasks = first as usize;
        Self {
            repairs: Repairs::of(&scenario),
            scenario,
            applications,
            prepared,
            provider_of,
            drawn: Timeline::free(before.nodes()),
            filling,
            nodes: before.clone(),
            before,
            search: BestSearch::default(),
            is_searching: false,
            round: 0,
            usable: Vec::new(),
            in_service: AtBroker::default(),
            served: Vec::new(),
            curves: Vec::new(),
            places: Places { node: vec![0; tasks], start: vec![0; tasks] },
            messages: Vec::new(),
        }
    }

    /// The scenario.
    pub fn scenario(&self) -> &WorkflowScenario {
        &self.scenario
    }

    /// The applications.
    pub fn applications(&self) -> &Arc<Vec<Application>> {
        &self.applications
    }

    /// The applications as they are searched.
    pub fn prepared(&self) -> &[Prepared] {
        &self.prepared
    }

    /// What was drawn as pre-load.
    pub fn drawn(&self) -> &Timeline {
        &self.drawn
    }

    /// What is reserved so far.
    pub fn nodes(&self) -> &Timeline {
        &self.nodes
    }

    /// What became of the applications that are served.
    pub fn served(&self) -> &[Served] {
        &self.served
    }

    /// The best delay after each mapping of the last search for each application.
    pub fn curves(&self) -> &[Vec<Time>] {
        &self.curves
    }

    /// Where the tasks run.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// All messages so far.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The provider of each node.
    pub fn provider_of(&self) -> &[u32] {
        &self.provider_of
    }

    /// What failed so far, and what came of it.
    pub fn repairs(&self) -> &Repairs {
        &self.repairs
    }

    /// Whether all applications are served, and all failures dealt with.
    pub fn is_done(&self) -> bool {
        self.served.len() == self.prepared.len() && self.repairs.is_done()
    }

    /// Tasks of the applications that are served.
    pub fn decided(&self) -> usize {
        self.served.iter().map(|served| served.tasks as usize).sum()
    }

    /// Maps at most so many tasks, or does as much other work: a task with many nodes to compare is mapped in parts.
    pub fn advance(&mut self, tasks: usize) {
        self.work_on(&mut Work::of_tasks(tasks));
    }

    /// Goes on as long as there is work left to be done.
    pub fn work_on(&mut self, work: &mut Work) {
        if !self.draw_preload(work) {
            return;
        }
        while work.is_left() && !self.is_done() {
            let at = self.served.len();
            if at == self.prepared.len() {
                self.repair(work);
                continue;
            }
            if !self.is_searching {
                self.begin(at, work);
            }
            let problem = problem(&self.prepared[at], &self.nodes, &self.usable);
            let policy = self.policy();
            self.search.advance(&problem, &policy, work);
            if self.search.is_done(&policy) {
                self.conclude(at);
            }
        }
    }

    /// Draws what is reserved before the first application; whether all of it is there.
    fn draw_preload(&mut self, work: &mut Work) -> bool {
        let Some((filling, generator)) = &mut self.filling else { return true };
        let graph = |application| Dag::of(&generator.graph(application), Communication::Ignored);
        if !filling.advance(&mut self.before, graph, work) {
            return false;
        }
        self.drawn = self.filling.take().map(|(filling, _)| filling.into_reserved()).unwrap_or_default();
        self.nodes.copy_from(&self.before);
        true
    }

    fn tell(&mut self, application: usize, kind: MessageKind, provider: u32, value: Time) {
        self.messages.push(Message { application: application as u32, round: self.round, kind, provider, value });
    }

    /// The user and the providers whose nodes the mapping has are told that nothing comes of it (Mondol 3.2.2).
    fn tell_failure(&mut self, at: usize, asked: &[(u32, Time)], value: Time) {
        self.tell(at, MessageKind::Failure, NO_PROVIDER, value);
        asked.iter().for_each(|&(provider, _)| self.tell(at, MessageKind::Failure, provider, value));
    }

    /// Request, queries and responses; then the search begins.
    fn begin(&mut self, at: usize, work: &mut Work) {
        if self.round == 0 {
            let Prepared { dag, start, .. } = &self.prepared[at];
            let (tasks, start) = (dag.len() as Time, *start);
            self.tell(at, MessageKind::Request, NO_PROVIDER, tasks);
            self.begin_service(at);
            let providers = self.scenario.providers.clone();
            (0..providers.len() as u32).for_each(|provider| self.tell(at, MessageKind::Query, provider, start));
            for (provider, own) in (0..).zip(&providers) {
                self.tell(at, MessageKind::Response, provider, Time::from(own.nodes));
            }
            self.usable = (0..self.provider_of.len() as u32).collect();
        }
        self.allow(at, self.requests_behind(at), work);
        let own = &mut self.prepared[at];
        (own.now, own.mapping_ticks) = (self.in_service.answered, self.scenario.policy.mapping_ticks.into());
        self.search.begin(&problem(&self.prepared[at], &self.nodes, &self.usable), stream(at, self.round));
        self.is_searching = true;
    }

    /// The search is complete: reply and reservation.
    fn conclude(&mut self, at: usize) {
        self.is_searching = false;
        let iterations = self.search.curve().len() as u32;
        self.tell(at, MessageKind::Search, NO_PROVIDER, Time::from(iterations));
        self.search_has_taken(iterations);
        let own = &self.prepared[at];
        let (first, delay) = (own.first as usize, self.search.best().delay);
        let end = own.start + own.times.length + delay;
        let tasks = own.dag.len();
        self.places.node[first..first + tasks].copy_from_slice(&self.search.best().node);
        self.places.start[first..first + tasks].copy_from_slice(&self.search.best().start);
        if end >= NEVER {
            self.unplace(at);
            let asked = self.concerned(first..first + tasks);
            self.tell_failure(at, &asked, 0);
            return self.serve(at, Fate::NoRoom);
        }
        let asked = self.concerned(first..first + tasks);
        if self.applications[at].deadline.is_some_and(|deadline| end > Time::from(deadline)) {
            self.tell_failure(at, &asked, end);
            return self.serve(at, Fate::TooLate);
        }
        self.tell(at, MessageKind::Reply, NO_PROVIDER, end);
        asked.iter().for_each(|&(provider, tasks)| self.tell(at, MessageKind::Reserve, provider, tasks));
        let refuses = |broker: &Self, provider: u32| broker.scenario.providers[provider as usize].refuses == Some(at as u32);
        for &(provider, tasks) in &asked {
            let kind = if refuses(self, provider) { MessageKind::Refuse } else { MessageKind::Confirm };
            self.tell(at, kind, provider, tasks);
        }
        if asked.iter().all(|&(provider, _)| !refuses(self, provider)) {
            return self.serve(at, Fate::Reserved);
        }
        for &(provider, tasks) in &asked {
            if !refuses(self, provider) {
                self.tell(at, MessageKind::Release, provider, tasks);
            }
        }
        let usable = self.usable.iter().copied().filter(|&node| {
            let provider = self.provider_of[node as usize];
            !(refuses(self, provider) && asked.iter().any(|(asked, _)| *asked == provider))
        });
        self.usable = usable.collect();
        if self.usable.is_empty() {
            self.tell_failure(at, &asked, 0);
            return self.serve(at, Fate::NoProvider);
        }
        self.round += 1;
    }

    /// The providers of the nodes of tasks, by row, with the number of these tasks.
    fn concerned(&self, rows: impl IntoIterator<Item = usize>) -> Vec<(u32, Time)> {
        let mut tasks_of = vec![0; self.scenario.providers.len()];
        rows.into_iter().for_each(|row| tasks_of[self.provider_of[self.places.node[row] as usize] as usize] += 1);
        (0..).zip(tasks_of).filter(|(_, tasks)| *tasks > 0).collect()
    }

    /// An application that no node has room for: its tasks are told as early as its pins and edges allow on node 0, whatever else is there.
    fn unplace(&mut self, at: usize) {
        let Prepared { dag, start, first, pins, .. } = &self.prepared[at];
        let (node, starts) = (&mut self.places.node, &mut self.places.start);
        for &task in &dag.order {
            let (task, row) = (task as usize, *first as usize + task as usize);
            let (own, pinned) = pins.get(task).copied().flatten().unwrap_or((0, 0));
            let sent = |(&parent, &cost): (&u32, &Time)| {
                let parent_row = (first + parent) as usize;
                let cost = if node[parent_row] == own { 0 } else { cost };
                starts[parent_row] + dag.duration_on(parent as usize, node[parent_row]) + cost
            };
            let ready = dag.parents_of(task).iter().zip(dag.costs_of(task)).map(sent).max().unwrap_or(*start);
            (node[row], starts[row]) = (own, ready.max(*start).max(pinned));
        }
    }

    fn serve(&mut self, at: usize, fate: Fate) {
        let Prepared { dag, times, start, first, .. } = &self.prepared[at];
        let mapping = self.search.best();
        let end_of = |task: usize| {
            let row = *first as usize + task;
            self.places.start[row] + dag.duration_on(task, self.places.node[row])
        };
        let end = (0..dag.len()).map(end_of).max().unwrap_or(*start);
        let delay = (end - start).saturating_sub(times.length);
        let area = if self.usable.is_empty() { 0 } else { self.nodes.area_end(&self.usable, *start, dag.work()) - start };
        self.served.push(Served {
            fate,
            first: *first,
            tasks: dag.len() as u32,
            start: *start,
            length: times.length,
            area,
            makespan: times.length + delay,
            delay,
            rounds: self.round + 1,
            iterations: self.search.curve().len() as u32,
            best: self.search.best_iteration(),
            broker: self.in_service,
        });
        if fate == Fate::Reserved {
            (0..dag.len())
                .for_each(|task| self.nodes.block(mapping.node[task] as usize, mapping.start[task], mapping.end(dag, task)));
        }
        // Delays that stand for "never" are told as that of the places.
        self.curves.push(self.search.curve().iter().map(|&best| if best < NEVER / 2 { best } else { delay }).collect());
        self.round = 0;
    }

    /// The application of a task, by its place.
    pub fn application_of(&self, task: u32) -> Option<usize> {
        let at = self.prepared.iter().rposition(|own| own.first <= task)?;
        let own = &self.prepared[at];
        (((task - own.first) as usize) < own.dag.len()).then_some(at)
    }
}
