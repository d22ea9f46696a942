//! Commands on requests to named servers, used by every component that changes them.

use super::step_bar::idle_step_key;
use crate::app::kit::keys::{COARSE, next_place};
use crate::app::shell::command::{Command, Entry, Press, always};
use crate::app::shell::context::Lab;
use crate::app::shell::notices::{Cause, Notice};
use crate::chart::planes::time_plane::whole_window;
use crate::engine::convert::idle_from_slots;
use crate::engine::core::edits::RequestId;
use crate::engine::core::error::FieldPath;
use crate::engine::idle::{IdleRequest, IdleScenario, IdleSource, Strategy};
use crate::engine::study::StudyKind;
use crate::engine::{Scenario, Study};
use crate::formats::link::{Geometry, Opened, Panel, TimeWindow, View};
use crate::state::{Action, Edit, IdleHandle, ScenarioEdit, ViewAction, drawn_idle, idle_change, moved_idle};

impl Lab {
    /// The servers as recorded.
    pub fn servers(&self) -> Option<&IdleScenario> {
        self.model().idle()
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
            Err(error) => self.notices.add(Notice::problem(format!("{error}. Nothing was changed.")).about(Cause::Changing)),
        }
    }

    /// Opens a study of named servers made of the plan in slots: as many as it has nodes, asked for the same jobs. Says why not if that is not
    /// possible.
    pub fn servers_of_plan(&self) {
        let model = self.model();
        match idle_from_slots(model.slots()) {
            Ok(idle) => {
                let scenario = Scenario::new(model.workspace.title(Panel::default()), idle);
                let view = View { panel: Panel::Study(StudyKind::Idle), ..model.view };
                self.open(Opened { scenario, view: View { geometry: Geometry::default(), ..view }, second: None });
            }
            Err(error) => self.notices.add(Notice::problem(format!("{error}. Nothing was changed.")).about(Cause::Changing)),
        }
    }

    /// Row of the selected request in the newest plan of the servers.
    pub fn selected_idle_row(&self) -> Option<usize> {
        let id = self.model().selected_idle()?;
        self.engine_state.plans.idle.as_ref()?.plan.arrivals.row_of(id)
    }

    /// Selects the request that arrived so many before or after the selected one.
    pub fn select_next_idle(&self, by: i64) -> bool {
        let Some(shown) = &self.engine_state.plans.idle else { return false };
        let Some(row) = next_place(shown.plan.arrivals.jobs(), self.selected_idle_row(), by) else { return false };
        self.select_idle(Some(shown.plan.arrivals.id[row]));
        true
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

/// What can be done where the servers are looked at.
pub static IDLE_COMMANDS: &[Command] = &[
    Command { name: "New request after all others", keys: &["n"], is_there: always, run: |lab, _| lab.add_idle() },
    Command {
        name: "Remove the selected request",
        keys: &["Delete", "Backspace"],
        is_there: has_selected,
        run: |lab, _| lab.model().selected_idle().into_iter().for_each(|id| lab.remove_idle(id)),
    },
    Command {
        name: "Select nothing",
        keys: &["Escape"],
        is_there: |lab| lab.gesture.borrow().is_none() && lab.model().draft.is_none() && has_selected(lab),
        run: |lab, _| lab.select_idle(None),
    },
    Command {
        name: "Move the selected request a tick earlier",
        keys: &["ArrowLeft", "Shift+ArrowLeft"],
        is_there: has_selected,
        run: |lab, press| {
            lab.nudge_idle(IdleHandle::Whole, -step(press), press.is_repeat);
        },
    },
    Command {
        name: "Move the selected request a tick later",
        keys: &["ArrowRight", "Shift+ArrowRight"],
        is_there: has_selected,
        run: |lab, press| {
            lab.nudge_idle(IdleHandle::Whole, step(press), press.is_repeat);
        },
    },
    Command {
        name: "Select the request before",
        keys: &["ArrowUp", "Shift+ArrowUp"],
        is_there: has_requests,
        run: |lab, _| {
            lab.select_next_idle(-1);
        },
    },
    Command {
        name: "Select the request after",
        keys: &["ArrowDown", "Shift+ArrowDown"],
        is_there: has_requests,
        run: |lab, _| {
            lab.select_next_idle(1);
        },
    },
    Command { name: "Zoom in", keys: &["w", "+", "="], is_there: always, run: |lab, _| zoom_idle(lab, 1.5) },
    Command { name: "Zoom out", keys: &["s", "-", "_"], is_there: always, run: |lab, _| zoom_idle(lab, 1.0 / 1.5) },
    Command { name: "Look at earlier ticks", keys: &["a"], is_there: always, run: |lab, _| pan_idle(lab, -0.2) },
    Command { name: "Look at later ticks", keys: &["d"], is_there: always, run: |lab, _| pan_idle(lab, 0.2) },
    Command {
        name: "Show all of the time",
        keys: &["0"],
        is_there: always,
        run: |lab, _| lab.look(|geometry| geometry.time = None),
    },
    Command { name: "Show the selected request", keys: &["f"], is_there: has_selected, run: |lab, _| focus_idle(lab) },
    Command {
        name: "Step one decision back",
        keys: &["[", ","],
        is_there: has_requests,
        run: |lab, _| {
            idle_step_key(lab, "[");
        },
    },
    Command {
        name: "Step one decision on",
        keys: &["]", "."],
        is_there: has_requests,
        run: |lab, _| {
            idle_step_key(lab, "]");
        },
    },
    Command {
        name: "Step to the refusal before",
        keys: &["{", "<", ";"],
        is_there: is_stepping,
        run: |lab, _| {
            idle_step_key(lab, "{");
        },
    },
    Command {
        name: "Step to the refusal after",
        keys: &["}", ">", ":"],
        is_there: is_stepping,
        run: |lab, _| {
            idle_step_key(lab, "}");
        },
    },
];

fn is_stepping(lab: &Lab) -> bool {
    lab.model().view.geometry.step.is_some()
}

fn has_selected(lab: &Lab) -> bool {
    lab.model().selected_idle().is_some()
}

fn has_requests(lab: &Lab) -> bool {
    lab.engine_state.plans.idle.as_ref().is_some_and(|shown| shown.plan.arrivals.jobs() > 0)
}

fn step(press: Press) -> i64 {
    if press.is_coarse { COARSE } else { 1 }
}

/// What can be chosen where the servers are looked at: the strategy, and the one it is compared with.
pub fn idle_choices(lab: &Lab) -> Vec<Entry> {
    let Some(servers) = lab.servers() else { return Vec::new() };
    let strategies = Strategy::ALL.into_iter().filter(|strategy| *strategy != servers.strategy);
    let chosen = strategies.clone().map(|strategy| {
        Entry::new(format!("Strategy: {}", strategy.name()), move |lab| {
            if let Some(servers) = lab.servers() {
                lab.set_servers(IdleScenario { strategy, ..servers.clone() });
            }
        })
    });
    let compared = strategies.map(|strategy| {
        Entry::new(format!("Compare with: {}", strategy.name()), move |lab| lab.look(|geometry| geometry.other = Some(strategy)))
    });
    chosen.chain(compared).collect()
}

/// Selects the request that people call by this number; tells whether there is one.
pub fn go_to_idle(lab: &Lab, number: u32) -> bool {
    let id = lab.engine_state.plans.idle.as_ref().and_then(|shown| shown.named(&number.to_string()));
    if id.is_some() {
        lab.select_idle(id);
    }
    id.is_some()
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

/// Moves by a share of what is on screen.
pub fn pan_idle(lab: &Lab, share: f64) {
    if let Some((from, to)) = idle_window(lab) {
        let by = share * (to - from);
        set_window(lab, (from + by, to + by));
    }
}
