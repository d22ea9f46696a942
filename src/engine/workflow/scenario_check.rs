//! Whether the parts of a workflow scenario are within their bounds and fit one another.

use super::bounds;
use super::scenario::{FailedPlace, WorkflowScenario, WorkflowSource};
use crate::core::error::{FieldPath, ScenarioError};

impl WorkflowScenario {
    /// Checks everything.
    ///
    /// # Errors
    /// The first thing out of range.
    pub fn check(&self, root: &FieldPath) -> Result<(), ScenarioError> {
        self.check_providers(&root.field("providers"))?;
        let place = root.field("busy");
        let within = |name: &str, value: usize, bound: crate::core::bounds::Bound| match u32::try_from(value) {
            Ok(value) if bound.holds(value) => Ok(()),
            _ => Err(ScenarioError::out_of_range(root.field(name), format!("a list of {value}"), bound)),
        };
        within("busy", self.busy.len(), bounds::BUSY)?;
        let nodes = self.nodes();
        for (i, period) in self.busy.iter().enumerate() {
            let place = place.index(i);
            if period.node >= nodes {
                return Err(no_node(&place, period.node, nodes));
            }
            if !bounds::TIME.holds(period.start) {
                return Err(ScenarioError::out_of_range(place.field("start"), period.start, bounds::TIME));
            }
            let ends = bounds::TIME.from(period.start.saturating_add(1));
            if !ends.holds(period.end) {
                return Err(ScenarioError::out_of_range(place.field("end"), period.end, ends));
            }
        }
        if !bounds::PRELOAD.holds(self.preload.percent) {
            let place = root.field("preload").field("percent");
            return Err(ScenarioError::out_of_range(place, self.preload.percent, bounds::PRELOAD));
        }
        if !bounds::TICKS.holds(self.ticks) {
            return Err(ScenarioError::out_of_range(root.field("ticks"), self.ticks, bounds::TICKS));
        }
        self.policy.check(&root.field("policy"))?;
        self.check_source(root)?;
        self.check_pins(&root.field("pins"), nodes)?;
        within("failures", self.failures.len(), bounds::FAILURES)?;
        self.check_failures(&root.field("failures"), nodes)?;
        within("orders", self.orders.iter().map(Vec::len).sum(), bounds::ORDERED)?;
        self.check_orders(&root.field("orders"))
    }

    fn check_failures(&self, place: &FieldPath, nodes: u32) -> Result<(), ScenarioError> {
        for (i, failure) in self.failures.iter().enumerate() {
            let place = place.index(i);
            match failure.place {
                FailedPlace::Node(node) if node >= nodes => return Err(no_node(&place, node, nodes)),
                FailedPlace::Provider(at) if at as usize >= self.providers.len() => {
                    let allowed = format!("the place of a provider, below {}", self.providers.len());
                    return Err(ScenarioError::new(place.field("provider"), at, allowed));
                }
                _ => {}
            }
            if !bounds::TIME.holds(failure.at) {
                return Err(ScenarioError::out_of_range(place.field("at"), failure.at, bounds::TIME));
            }
            check_until(failure.at, failure.until, &place)?;
        }
        Ok(())
    }

    fn check_orders(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let applications = match &self.source {
            _ if self.orders.is_empty() => return Ok(()),
            WorkflowSource::Given(applications) => applications,
            WorkflowSource::Drawn(_) => {
                return Err(ScenarioError::new(place.clone(), "orders of drawn tasks", "given applications"));
            }
        };
        let mut firsts = vec![0];
        for application in applications.iter() {
            firsts.push(firsts.last().unwrap_or(&0) + application.graph.len() as u32);
        }
        for (i, order) in self.orders.iter().enumerate() {
            let place = place.index(i);
            let own = order.first().and_then(|&task| firsts.iter().rposition(|&first| first <= task)).unwrap_or(applications.len());
            let Some(graph) = applications.get(own).map(|application| &application.graph) else {
                return Err(ScenarioError::new(
                    place,
                    "an order without a task of an application",
                    "every task of one application",
                ));
            };
            let (first, tasks) = (firsts[own], graph.len());
            let mut rank = vec![None; tasks];
            for (at, &task) in order.iter().enumerate() {
                match rank.get_mut(task.wrapping_sub(first) as usize) {
                    Some(rank @ None) => *rank = Some(at),
                    Some(Some(_)) => return Err(ScenarioError::new(place.index(at), task, "every task once")),
                    None => {
                        let allowed = format!("a task of its application, {first} to {}", first + tasks as u32 - 1);
                        return Err(ScenarioError::new(place.index(at), task, allowed));
                    }
                }
            }
            if order.len() < tasks {
                return Err(ScenarioError::new(place, format!("{} tasks", order.len()), format!("all {tasks} of its application")));
            }
            if let Some(edge) = graph.edges.iter().find(|edge| rank[edge.parent as usize] > rank[edge.child as usize]) {
                let at = rank[edge.child as usize].unwrap_or(0);
                let allowed = format!("a task behind its parents; {} is one of them", first + edge.parent);
                return Err(ScenarioError::new(place.index(at), first + edge.child, allowed));
            }
        }
        Ok(())
    }

    fn check_providers(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let count = u32::try_from(self.providers.len()).unwrap_or(u32::MAX);
        if !bounds::PROVIDERS.holds(count) {
            return Err(ScenarioError::out_of_range(place.clone(), format!("a list of {count}"), bounds::PROVIDERS));
        }
        for (i, provider) in self.providers.iter().enumerate() {
            if !bounds::NODES.holds(provider.nodes) {
                return Err(ScenarioError::out_of_range(place.index(i).field("nodes"), provider.nodes, bounds::NODES));
            }
            if let Some(refuses) = provider.refuses.filter(|&at| at >= bounds::APPLICATIONS.max) {
                let allowed = format!("the place of an application, below {}", bounds::APPLICATIONS.max);
                return Err(ScenarioError::new(place.index(i).field("refuses"), refuses, allowed));
            }
            if !bounds::TIME.holds(provider.from) {
                return Err(ScenarioError::out_of_range(place.index(i).field("from"), provider.from, bounds::TIME));
            }
            check_until(provider.from, provider.until, &place.index(i))?;
            if let Some(hours) = provider.hours {
                let place = place.index(i).field("hours");
                if !bounds::PERIOD.holds(hours.period) {
                    return Err(ScenarioError::out_of_range(place.field("period"), hours.period, bounds::PERIOD));
                }
                let lengths = bounds::PERIOD.up_to(hours.period);
                if !lengths.holds(hours.length) {
                    return Err(ScenarioError::out_of_range(place.field("length"), hours.length, lengths));
                }
                let starts = bounds::TIME.up_to(hours.period - 1);
                if !starts.holds(hours.from) {
                    return Err(ScenarioError::out_of_range(place.field("from"), hours.from, starts));
                }
            }
        }
        if !bounds::NODES.holds(self.nodes()) {
            return Err(ScenarioError::out_of_range(place.clone(), format!("{} nodes in all", self.nodes()), bounds::NODES));
        }
        Ok(())
    }

    fn check_source(&self, root: &FieldPath) -> Result<(), ScenarioError> {
        let applications = match &self.source {
            WorkflowSource::Drawn(generator) => return generator.check(&root.field("drawn")),
            WorkflowSource::Given(applications) => applications,
        };
        let place = root.field("applications");
        let count = u32::try_from(applications.len()).unwrap_or(u32::MAX);
        if !bounds::APPLICATIONS.holds(count) {
            return Err(ScenarioError::out_of_range(place, format!("a list of {count}"), bounds::APPLICATIONS));
        }
        let mut before = 0;
        for (i, application) in applications.iter().enumerate() {
            let place = place.index(i);
            let asks = bounds::TIME.from(before);
            if !asks.holds(application.asked) {
                return Err(ScenarioError::out_of_range(place.field("asked"), application.asked, asks));
            }
            before = application.asked;
            application.graph.check(&place)?;
            application.graph.check_on_nodes(self.nodes(), &place)?;
            if !bounds::USER.holds(application.user) {
                return Err(ScenarioError::out_of_range(place.field("user"), application.user, bounds::USER));
            }
            if !bounds::TIME.holds(application.start) {
                return Err(ScenarioError::out_of_range(place.field("start"), application.start, bounds::TIME));
            }
            let deadlines = bounds::TIME.from(application.start);
            if let Some(deadline) = application.deadline.filter(|&deadline| !deadlines.holds(deadline)) {
                return Err(ScenarioError::out_of_range(place.field("deadline"), deadline, deadlines));
            }
        }
        let edges: usize = applications.iter().map(|application| application.graph.edges.len()).sum();
        let sums = [("tasks", self.tasks(), bounds::TASKS), ("edges", edges, bounds::EDGES)];
        match sums.into_iter().find(|(_, sum, bound)| *sum > bound.max as usize) {
            Some((name, sum, bound)) => Err(ScenarioError::out_of_range(place, format!("{sum} {name} in all"), bound)),
            None => Ok(()),
        }
    }

    fn check_pins(&self, place: &FieldPath, nodes: u32) -> Result<(), ScenarioError> {
        let tasks = self.tasks();
        let mut is_pinned = vec![false; tasks];
        for (i, pin) in self.pins.iter().enumerate() {
            let place = place.index(i);
            match is_pinned.get_mut(pin.task as usize) {
                None => {
                    return Err(ScenarioError::new(place.field("task"), pin.task, format!("the number of a task, below {tasks}")));
                }
                Some(true) => return Err(ScenarioError::new(place.field("task"), pin.task, "one pin for each task")),
                Some(is_pinned) => *is_pinned = true,
            }
            if pin.node >= nodes {
                return Err(no_node(&place, pin.node, nodes));
            }
            if !bounds::TIME.holds(pin.start) {
                return Err(ScenarioError::out_of_range(place.field("start"), pin.start, bounds::TIME));
            }
        }
        Ok(())
    }
}

/// An end that must come after a start.
fn check_until(from: u32, until: Option<u32>, place: &FieldPath) -> Result<(), ScenarioError> {
    let ends = bounds::TIME.from(from.saturating_add(1));
    match until.filter(|until| !ends.holds(*until)) {
        Some(until) => Err(ScenarioError::out_of_range(place.field("until"), until, ends)),
        None => Ok(()),
    }
}

fn no_node(place: &FieldPath, node: u32, nodes: u32) -> ScenarioError {
    ScenarioError::new(place.field("node"), node, format!("the number of a node, below {nodes}"))
}
