//! Commands on requests to named servers, used by every component that changes them.

use crate::app::kit::text::format::time_unit;
use crate::app::shell::commands::command::Entry;
use crate::app::shell::commands::study::{StudyCommands, step_of};
use crate::app::shell::context::Lab;
use crate::app::shell::notices::Cause;
use crate::app::shell::panel::compare::{OtherPolicy, Others};
use crate::chart::planes::time_plane::whole_window;
use crate::engine::convert::idle_from_slots;
use crate::engine::core::edits::RequestId;
use crate::engine::core::error::FieldPath;
use crate::engine::core::steps::{Around, StepEvents};
use crate::engine::core::time_names::TimeNames;
use crate::engine::idle::{IdleRequest, IdleScenario, IdleSource, Strategy};
use crate::engine::study::StudyKind;
use crate::engine::{Scenario, Study};
use crate::formats::link::{AxisUnit, Geometry, Opened, Panel, TimeWindow, View};
use crate::state::{
    Action, BatchEdit, CompareAction, Edit, IdleHandle, ScenarioEdit, ViewAction, drawn_idle, idle_batch_change, idle_change,
    moved_idle,
};
use std::sync::Arc;

impl Lab {
    /// The servers as recorded.
    pub fn servers(&self) -> Option<&IdleScenario> {
        self.model().idle()
    }

    /// How points in time of the servers are written: as their axis has them.
    pub fn idle_time(&self) -> TimeNames {
        self.servers().map_or(TimeNames::SLOTS, |servers| servers.time_names(time_unit(self.model().view.axis)))
    }

    /// The selected request to the servers as it is now (a drag in progress included).
    pub fn selected_idle(&self) -> Option<(RequestId, IdleRequest)> {
        let id = self.model().selected_idle()?;
        Some((id, self.idle_request(id)?))
    }

    /// A request to the servers as it is now.
    pub fn idle_request(&self, id: RequestId) -> Option<IdleRequest> {
        let workload = &self.servers()?.workload;
        if let Some(request) = self.model().drafted_idle(id) {
            return Some(request);
        }
        match (workload.edits.0.get(&id), &workload.source) {
            (Some(change), _) => *change,
            (None, IdleSource::Requests(list)) => list.get(id as usize).copied(),
            (None, _) => {
                let plan = &self.engine_state.plans.idle.as_ref()?.plan;
                plan.arrivals.row_of(id).map(|row| plan.arrivals.row(row))
            }
        }
    }

    /// What people call a request to the servers.
    pub fn idle_name(&self, id: RequestId) -> String {
        self.servers().map_or_else(String::new, |servers| servers.workload.name_of(id).to_string())
    }

    /// Makes a request this one, or adds it; `merge` joins it with the step before.
    pub fn set_idle(&self, id: RequestId, request: IdleRequest, merge: bool) {
        let Some(servers) = self.servers() else { return };
        self.act(Action::Edit(Edit::Set { change: idle_change(servers, id, Some(request)), merge }));
    }

    /// Takes a request away.
    pub fn remove_idle(&self, id: RequestId) {
        let Some(servers) = self.servers() else { return };
        self.act(Action::Edit(Edit::Remove(idle_change(servers, id, None))));
    }

    /// Changes all requests that are picked together; `merge` joins it with the step before.
    pub fn change_marked_idle(&self, edit: BatchEdit, merge: bool) {
        let Some(servers) = self.servers() else { return };
        let requests: Vec<_> = self.model().marked.ids().filter_map(|id| Some((id, self.idle_request(id)?))).collect();
        let change = idle_batch_change(servers, &requests, edit);
        self.act(Action::Edit(match edit {
            BatchEdit::Remove => Edit::Remove(change),
            _ => Edit::Set { change, merge },
        }));
    }

    /// Selects a request to the servers.
    pub fn select_idle(&self, selected: Option<RequestId>) {
        self.act(Action::View(ViewAction::Select(StudyKind::Idle, selected)));
    }

    /// Something else is to be seen of the servers.
    pub fn look(&self, change: impl FnOnce(&mut Geometry)) {
        let mut geometry = self.model().view.geometry;
        change(&mut geometry);
        self.act(Action::View(ViewAction::Geometry(geometry)));
    }

    /// Other servers, or another strategy, workload or switch; says why not if that is not allowed.
    pub fn set_servers(&self, next: IdleScenario) {
        match next.check(&FieldPath::new("servers")) {
            Ok(()) => {
                self.notices.settle(Cause::Changing);
                self.act(Action::Scenario(ScenarioEdit::Study(Box::new(Study::Idle(next)), None)));
            }
            Err(error) => self.notices.refuse(&error),
        }
    }

    /// Opens a study of named servers made of the plan in slots: as many as it has nodes, asked for the same jobs. Says why not if that is not
    /// possible.
    pub fn servers_of_plan(&self) {
        let model = self.model();
        match idle_from_slots(model.slots()) {
            Ok(idle) => {
                // The planes are about one request: the first part of the one that is looked at in the plan, else the last one.
                let requests = idle.workload.source.len();
                let user = self.selected().map(|(_, request)| request.user);
                let part = (0..requests).find(|id| Some(idle.workload.name_of(*id).number) == user);
                let looked_at = part.or(requests.checked_sub(1));
                let scenario = Scenario::new(model.workspace.title(Panel::default()), idle);
                let view = View { panel: Panel::Study(StudyKind::Idle), ..model.view };
                let geometry = Geometry { selected: looked_at, ..Geometry::default() };
                self.open(Opened { scenario, view: View { geometry, ..view }, second: None });
            }
            Err(error) => self.notices.refuse(&error),
        }
    }

    /// Moves a handle of the selected request by so many ticks; a key held down is one step.
    pub fn nudge_idle(&self, handle: IdleHandle, by: i64, is_repeat: bool) -> bool {
        let (Some((id, request)), Some(servers)) = (self.selected_idle(), self.servers()) else { return false };
        let next = moved_idle(request, handle, by, &servers.servers);
        if next != request {
            self.set_idle(id, next, is_repeat);
        }
        true
    }

    /// Adds a request after all others, as far ahead, as large and with as much time as the selected one.
    pub fn add_idle(&self) {
        let Some(servers) = self.servers() else { return };
        let now =
            self.engine_state.plans.idle.as_ref().and_then(|shown| shown.plan.arrivals.submitted.last().copied()).unwrap_or(0);
        let like = self.selected_idle().map(|(_, request)| request);
        let ahead = like.map_or(0, |request| request.earliest_start - request.submitted);
        let window = like.map_or(2 * servers.servers.least_size, |request| request.deadline - request.earliest_start);
        let mut request =
            drawn_idle(now, now.saturating_add(ahead), now.saturating_add(ahead).saturating_add(window), &servers.servers);
        if let Some(like) = like {
            request.size = like.size.min(request.deadline - request.earliest_start);
        }
        self.set_idle(servers.workload.next_id(), request, false);
    }
}

/// Named servers, for the common commands.
pub static IDLE: IdleCommands = IdleCommands;

/// The part of the common commands that named servers do.
pub struct IdleCommands;

impl StudyCommands for IdleCommands {
    fn kind(&self) -> StudyKind {
        StudyKind::Idle
    }

    fn requests(&self, lab: &Lab) -> usize {
        lab.engine_state.plans.idle.as_ref().map_or(0, |shown| shown.plan.arrivals.jobs())
    }

    fn id_at(&self, lab: &Lab, row: usize) -> Option<RequestId> {
        lab.engine_state.plans.idle.as_ref()?.plan.arrivals.id.get(row).copied()
    }

    fn row_of(&self, lab: &Lab, id: RequestId) -> Option<usize> {
        lab.engine_state.plans.idle.as_ref()?.plan.arrivals.row_of(id)
    }

    fn name_at(&self, lab: &Lab, row: usize) -> Option<String> {
        Some(lab.idle_name(self.id_at(lab, row)?))
    }

    fn row_named(&self, lab: &Lab, name: &str) -> Option<usize> {
        let shown = lab.engine_state.plans.idle.as_ref()?;
        shown.plan.arrivals.row_of(shown.named(name)?)
    }

    fn step_events(&self, lab: &Lab) -> StepEvents {
        let (Some(shown), Some(step)) = (&lab.engine_state.plans.idle, step_of(lab, &IDLE)) else { return StepEvents::default() };
        let refusals = &shown.plan.decisions.refusals;
        let before = refusals.partition_point(|refusal| refusal.job + 1 < step);
        let after = refusals.partition_point(|refusal| refusal.job < step);
        let refused = Around {
            before: before.checked_sub(1).map(|last| refusals[last].job + 1),
            after: refusals.get(after).map(|refusal| refusal.job + 1),
        };
        StepEvents { refused, moved: Around::default() }
    }

    fn event_words(&self) -> &'static str {
        "refusal"
    }

    fn add(&self, lab: &Lab) {
        lab.add_idle();
    }

    fn remove(&self, lab: &Lab) {
        match lab.model().selected_idle() {
            _ if !lab.model().marked.is_empty() => lab.change_marked_idle(BatchEdit::Remove, false),
            Some(id) => lab.remove_idle(id),
            None => {}
        }
    }

    fn nudge(&self, lab: &Lab, by: i64, is_repeat: bool) {
        if lab.model().marked.is_empty() {
            lab.nudge_idle(IdleHandle::Whole, by, is_repeat);
        } else {
            lab.change_marked_idle(BatchEdit::Shift(by), is_repeat);
        }
    }

    fn zoom(&self, lab: &Lab, factor: f64) {
        zoom_idle(lab, factor);
    }

    fn pan(&self, lab: &Lab, share: f64) {
        if let Some((from, to)) = idle_window(lab) {
            let by = share * (to - from);
            set_window(lab, (from + by, to + by));
        }
    }

    fn show_all(&self, lab: &Lab) {
        lab.look(|geometry| geometry.time = None);
    }

    fn focus(&self, lab: &Lab) {
        focus_idle(lab);
    }
}

/// What can be chosen where the servers are looked at: the strategy, and what the plan is compared with.
pub fn idle_choices(lab: &Lab) -> Vec<Entry> {
    let Some(servers) = lab.servers() else { return Vec::new() };
    let strategies = Strategy::ALL.into_iter().filter(|strategy| *strategy != servers.strategy);
    let chosen = strategies.map(|strategy| {
        Entry::new(format!("Strategy: {}", strategy.title()), move |lab| {
            if let Some(servers) = lab.servers() {
                lab.set_servers(IdleScenario { strategy, ..servers.clone() });
            }
        })
    });
    let compared = others_of(lab).map(|others| others.choices()).unwrap_or_default();
    let axes = servers.clock.is_some().then(|| {
        let axis = |words, axis| Entry::new(words, move |lab: &Lab| lab.act(Action::View(ViewAction::Axis(axis))));
        [axis("Time axis: ticks", AxisUnit::Slots), axis("Time axis: clock", AxisUnit::Clock)]
    });
    chosen.chain(compared).chain(axes.into_iter().flatten()).collect()
}

/// What the plan can be compared with: other strategies, and plans from before an edit.
pub fn others_of(lab: &Lab) -> Option<Others> {
    let own = lab.servers()?.strategy;
    let model = lab.model();
    let compared = model.view.geometry.other.filter(|_| model.comparing.before.is_none());
    let others = Strategy::ALL.into_iter().filter(|strategy| *strategy != own || compared == Some(*strategy));
    let policy = |strategy: Strategy| OtherPolicy { key: strategy.name().to_string(), words: strategy.title().to_string() };
    let pick = |lab: &Lab, key: &str| {
        let strategy = Strategy::ALL.into_iter().find(|strategy| strategy.name() == key);
        strategy.into_iter().for_each(|strategy| compare_with_strategy(lab, strategy));
    };
    let compared = compared.map(|strategy| strategy.name().to_string());
    Some(Others::new(lab, StudyKind::Idle, others.map(policy).collect(), compared, pick))
}

/// Compares the plan with that of another strategy.
pub fn compare_with_strategy(lab: &Lab, strategy: Strategy) {
    let Some(servers) = lab.servers() else { return };
    let other = IdleScenario { strategy, ..servers.clone() };
    lab.compare(CompareAction::Policy(Arc::new(Study::from(other))));
}

/// The stretch of time on screen, first tick and length; all of it if nothing else was asked for.
pub fn idle_window(lab: &Lab) -> Option<(f64, f64)> {
    match lab.model().view.geometry.time {
        Some(TimeWindow { first, slots }) => Some((first, first + slots)),
        None => lab.engine_state.plans.idle.as_ref()?.moment().map(whole_window),
    }
}

fn set_window(lab: &Lab, (from, to): (f64, f64)) {
    let time = TimeWindow { first: from, slots: (to - from).max(1.0) };
    lab.look(|geometry| geometry.time = Some(time));
}

/// Shows the selected request's window with as much again on either side.
pub fn focus_idle(lab: &Lab) {
    if let Some((_, request)) = lab.selected_idle() {
        let (from, to) = (f64::from(request.earliest_start), f64::from(request.deadline));
        set_window(lab, (2.0 * from - to, 2.0 * to - from));
    }
}

/// Zooms about the middle.
pub fn zoom_idle(lab: &Lab, factor: f64) {
    if let Some((from, to)) = idle_window(lab) {
        let (middle, half) = ((from + to) / 2.0, (to - from) / 2.0 / factor);
        set_window(lab, (middle - half, middle + half));
    }
}
