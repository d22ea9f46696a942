//! Commands on plans in slots, used by every component and key that changes them; and what they go by: the selected request, the time axis.

use super::compare::choices::others;
use super::cost::start_or_stop as start_or_stop_cost;
use super::planner::names::{planner_name, shift_name};
use super::shown_step::told_of;
use crate::app::shell::commands::command::{Command, Entry};
use crate::app::shell::commands::study::StudyCommands;
use crate::app::shell::context::Lab;
use crate::app::shell::pointer::gesture::time_action;
use crate::app::shell::storage::work::{Standing, Work};
use crate::app::slots::offers::start_or_stop;
use crate::chart::TimeScale;
use crate::engine::core::steps::StepEvents;
use crate::engine::slots::bounds;
use crate::engine::slots::explain::verdict;
use crate::engine::slots::request::{Request, Slot};
use crate::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use crate::engine::slots::workload::{RequestId, Source, Workload};
use crate::engine::study::StudyKind;
use crate::formats::link::{AxisUnit, BarColours, Layout, Panel};
use crate::state::{
    Action, BatchEdit, Edit, Handle, ScenarioEdit, SlotsShown, ViewAction, batch_change, drawn_request, moved, request_change,
    with_machine, with_policy, with_workload,
};
use std::ops::Range;

impl Lab {
    /// The selected request as it is now (a drag in progress included).
    pub fn selected(&self) -> Option<(RequestId, Request)> {
        let model = self.model();
        let id = model.view.selected?;
        Some((id, model.drafted(id).or_else(|| self.request(id))?))
    }

    /// A request as recorded: from the edits, the given list, or (for a generated one) the newest plan.
    pub fn request(&self, id: RequestId) -> Option<Request> {
        let workload = &self.model().slots().workload;
        if let Some(change) = workload.edits.0.get(&id) {
            return *change;
        }
        match &workload.source {
            Source::Requests(requests) => requests.get(id as usize).copied(),
            Source::Generator(generator) => {
                let shown = self.engine_state.plans.slots.shown.as_ref()?;
                let is_same = matches!(&shown.scenario().workload.source,
                    Source::Generator(planned) if planned == generator);
                if !is_same {
                    return None;
                }
                let plan = shown.plan();
                let arrivals = plan.arrivals();
                let row = arrivals.row_of(id)?;
                // An edit of it that is still in the plan but no longer in the scenario is not what the generator makes.
                let was_edited = shown.scenario().workload.edits.0.contains_key(&id);
                (!was_edited).then(|| plan.decisions().asked(arrivals, row))
            }
        }
    }

    /// First slot after everything that is asked for or planned: how far zooming out goes.
    pub fn horizon(&self) -> Slot {
        self.engine_state.plans.slots.shown.as_ref().map_or(0, |shown| shown.plan().horizon()).max(24)
    }

    /// Slots of which at least a part is on screen.
    pub fn visible_slots(&self) -> Range<Slot> {
        current_scale(self).visible_slots()
    }

    /// The scale of the time axis for plots of a given width.
    pub fn time_scale(&self, width: f64) -> TimeScale {
        match self.model().view.time {
            Some(time) => TimeScale::new(time.first, width / time.slots.max(1e-3), width),
            None => {
                let held = self.gesture.borrow().as_ref().and_then(|gesture| gesture.dragged()?.held_scale());
                held.filter(|held| held.width() == width).unwrap_or_else(|| {
                    let slots = self.engine_state.plans.slots.shown.as_ref().map_or(0..1, |shown| shown.plan().asked_slots());
                    TimeScale::fit(slots, 1.0, width)
                })
            }
        }
    }

    /// Number, user and arrival of a request that is added now: after all others.
    pub fn newcomer(&self) -> (RequestId, u32, Slot) {
        let id = self.model().slots().workload.next_id();
        let Some(shown) = &self.engine_state.plans.slots.shown else { return (id, id + 1, 0) };
        // A draft of the newcomer itself may be in the plan already.
        let (user, submitted) = shown.plan().last_of_others(id).unwrap_or((0, 0));
        (id, user.saturating_add(1).min(bounds::USER.max), submitted)
    }

    /// The row of the selected request in the newest plan.
    pub fn selected_row(&self) -> Option<usize> {
        self.engine_state.plans.slots.shown.as_ref()?.plan().arrivals().row_of(self.model().view.selected?)
    }

    /// Makes a request this one, or adds it; `merge` joins it with the step before.
    pub fn set_request(&self, id: RequestId, request: Request, merge: bool) {
        let change = request_change(self.model().slots(), id, Some(request));
        self.act(Action::Edit(Edit::Set { change, merge }));
    }

    /// Takes a request away.
    pub fn remove_request(&self, id: RequestId) {
        self.act(Action::Edit(Edit::Remove(request_change(self.model().slots(), id, None))));
    }

    /// Changes all requests that are picked together; `merge` joins it with the step before.
    pub fn change_marked(&self, edit: BatchEdit, merge: bool) {
        let marked = &self.model().marked;
        let requests: Vec<(RequestId, Request)> = marked.ids().filter_map(|id| Some((id, self.request(id)?))).collect();
        let change = batch_change(self.model().slots(), &requests, edit);
        self.act(Action::Edit(match edit {
            BatchEdit::Remove => Edit::Remove(change),
            _ => Edit::Set { change, merge },
        }));
    }

    /// Plans the same requests on another machine.
    pub fn set_machine(&self, machine: Machine) {
        self.act(Action::Scenario(ScenarioEdit::Study(with_machine(self.model().slots(), machine), None)));
    }

    /// Plans by another planner or shift rule.
    pub fn set_policy(&self, policy: Policy) {
        self.act(Action::Scenario(ScenarioEdit::Study(with_policy(self.model().slots(), policy), None)));
    }

    /// Plans other requests on a machine that fits them, under a title of their own. What was open before is kept.
    pub fn begin_workload(&self, title: String, machine: Machine, workload: Workload, from: String) {
        let study = with_workload(self.model().slots(), machine, workload);
        self.begin(ScenarioEdit::Study(study, Some(title)), Work::new(Standing::Kept, from, None));
    }
}

/// Plans in slots, for the common commands.
pub static SLOTS: SlotsCommands = SlotsCommands;

/// The part of the common commands that plans in slots do.
pub struct SlotsCommands;

/// The row of the request that people call so, the first of several.
pub fn row_named(shown: &SlotsShown, name: &str) -> Option<usize> {
    // Of "11.2" the second part is a job.
    let number = name.split('.').next()?.parse::<u32>().ok()?;
    shown.plan().arrivals().user.iter().position(|user| *user == number)
}

impl StudyCommands for SlotsCommands {
    fn kind(&self) -> StudyKind {
        StudyKind::Slots
    }

    fn requests(&self, lab: &Lab) -> usize {
        lab.engine_state.plans.slots.shown.as_ref().map_or(0, |shown| shown.plan().arrivals().requests())
    }

    fn id_at(&self, lab: &Lab, row: usize) -> Option<RequestId> {
        lab.engine_state.plans.slots.shown.as_ref()?.plan().arrivals().id.get(row).copied()
    }

    fn row_of(&self, lab: &Lab, id: RequestId) -> Option<usize> {
        lab.engine_state.plans.slots.shown.as_ref()?.plan().arrivals().row_of(id)
    }

    fn name_at(&self, lab: &Lab, row: usize) -> Option<String> {
        lab.engine_state.plans.slots.shown.as_ref()?.plan().arrivals().user.get(row).map(u32::to_string)
    }

    fn row_named(&self, lab: &Lab, name: &str) -> Option<usize> {
        row_named(lab.engine_state.plans.slots.shown.as_ref()?, name)
    }

    fn step_events(&self, lab: &Lab) -> StepEvents {
        told_of(lab).map(|told| told.events).unwrap_or_default()
    }

    fn event_words(&self) -> &'static str {
        "refusal or move"
    }

    fn go_to_row(&self, lab: &Lab, row: usize) {
        go_to_row(lab, row);
    }

    fn add(&self, lab: &Lab) {
        add_request(lab);
    }

    fn remove(&self, lab: &Lab) {
        match lab.model().view.selected {
            _ if !lab.model().marked.is_empty() => lab.change_marked(BatchEdit::Remove, false),
            Some(id) => lab.remove_request(id),
            None => {}
        }
    }

    fn nudge(&self, lab: &Lab, by: i64, is_repeat: bool) {
        nudge(lab, Handle::Whole, by, is_repeat);
    }

    fn zoom(&self, lab: &Lab, factor: f64) {
        zoom(lab, factor);
    }

    fn pan(&self, lab: &Lab, share: f64) {
        let scale = current_scale(lab);
        // What is later comes from the right.
        lab.act(time_action(&scale.pan(-scale.width() * share, lab.horizon())));
    }

    fn show_all(&self, lab: &Lab) {
        lab.act(Action::View(ViewAction::Time(None)));
    }

    fn focus(&self, lab: &Lab) {
        focus(lab);
    }
}

/// What can be done with plans in slots alone.
pub static SLOTS_COMMANDS: &[Command] = &[
    Command {
        name: "Plan the same jobs on named servers",
        keys: &[],
        is_there: |lab| lab.model().slots().workload.next_id() > 0,
        run: |lab, _| lab.servers_of_plan(),
    },
    Command {
        name: "Ask for offers",
        keys: &["o"],
        is_there: |lab| lab.model().view.panel == Panel::Study(StudyKind::Slots),
        run: |lab, _| start_or_stop(lab),
    },
    Command {
        name: "Ask what one request more costs",
        keys: &["c"],
        is_there: |lab| lab.model().view.panel == Panel::Study(StudyKind::Slots),
        run: |lab, _| start_or_stop_cost(lab),
    },
];

/// What can be chosen where a plan in slots is looked at: planners, shift rules, charts, the time axis.
pub fn slots_choices(lab: &Lab) -> Vec<Entry> {
    let policy = lab.model().slots().policy;
    let planners = PlannerKind::usual().into_iter().filter(|planner| *planner != policy.planner);
    let planners = planners.map(|planner| {
        Entry::new(format!("Planner: {}", planner_name(planner)), move |lab| {
            let policy = lab.model().slots().policy;
            lab.set_policy(Policy { planner, ..policy });
        })
    });
    let rules = ShiftRule::ALL.into_iter().filter(|rule| policy.planner.has_shift_rule() && *rule != policy.shift);
    let rules = rules.map(|shift| {
        Entry::new(format!("While moving, a job: {}", shift_name(shift)), move |lab| {
            let policy = lab.model().slots().policy;
            lab.set_policy(Policy { shift, ..policy });
        })
    });
    let look = |words: &str, action: ViewAction| Entry::new(words, move |lab| lab.act(Action::View(action.clone())));
    let looks = [
        look("Charts: logical and physical", ViewAction::Layout(Layout::Stacked)),
        look("Charts: logical plan only", ViewAction::Layout(Layout::Logical)),
        look("Charts: physical nodes only", ViewAction::Layout(Layout::Physical)),
        look("Time axis: slots", ViewAction::Axis(AxisUnit::Slots)),
        look("Time axis: clock", ViewAction::Axis(AxisUnit::Clock)),
    ];
    let has_market = lab.model().market().is_some();
    let colours = [
        look("Colours of bars: by user", ViewAction::Colours(BarColours::Request)),
        look("Colours of bars: by class", ViewAction::Colours(BarColours::Class)),
    ];
    let colours = colours.into_iter().filter(|_| has_market);
    let others = if lab.model().view.panel == Panel::Study(StudyKind::Slots) { others(lab).choices() } else { Vec::new() };
    planners.chain(rules).chain(others).chain(looks).chain(colours).collect()
}

/// Moves a handle of the selected request; a key held down is one undo step.
pub fn nudge(lab: &Lab, handle: Handle, by: i64, is_repeat: bool) -> bool {
    if handle == Handle::Whole && !lab.model().marked.is_empty() {
        lab.change_marked(BatchEdit::Shift(by), is_repeat);
        return true;
    }
    let Some((id, request)) = lab.selected() else { return false };
    let request = moved(request, handle, by, lab.model().slots().machine.nodes);
    lab.set_request(id, request, is_repeat);
    true
}

/// Selects the request in a row of the arrivals, and brings it into view.
pub fn go_to_row(lab: &Lab, row: usize) {
    let Some(shown) = &lab.engine_state.plans.slots.shown else { return };
    let (id, request, start) = {
        let plan = shown.plan();
        let Some(&id) = plan.arrivals().id.get(row) else { return };
        (id, plan.request(row), plan.jobs_of(row).find_map(|job| plan.slots_of(job)).map(|slots| slots.start))
    };
    lab.act(Action::View(ViewAction::Select(StudyKind::Slots, Some(id))));
    let scale = current_scale(lab);
    let seen = scale.visible_slots();
    let (from, to) = start.map_or((request.earliest_start, request.deadline()), |start| (start, start + request.duration));
    if from < seen.start || to > seen.end {
        let middle = f64::midpoint(f64::from(from), f64::from(to));
        lab.act(time_action(&scale.pan(scale.width() / 2.0 - scale.x_of(middle), lab.horizon())));
    }
}

/// Adds a small request in the middle of the view.
pub fn add_request(lab: &Lab) {
    let scale = current_scale(lab);
    let (id, user, last_submitted) = lab.newcomer();
    let middle = scale.whole_slot_at(scale.width() / 2.0).unwrap_or(0).max(last_submitted);
    let request = drawn_request(user, (middle, middle + 1), 1, last_submitted);
    lab.set_request(id, request, false);
}

fn current_scale(lab: &Lab) -> TimeScale {
    lab.time_scale(lab.plot_width.get().max(1.0))
}

/// Zooms about the middle of the view.
pub fn zoom(lab: &Lab, factor: f64) {
    let scale = current_scale(lab);
    lab.act(time_action(&scale.zoom_about(scale.width() / 2.0, factor, lab.horizon())));
}

/// Shows the selected request's window and a little around it.
pub fn focus(lab: &Lab) {
    let Some((_, request)) = lab.selected() else { return };
    let scale = current_scale(lab);
    let margin = f64::from(request.deadline() - request.earliest_start).max(4.0) * 0.5;
    lab.act(time_action(&TimeScale::fit(request.earliest_start..request.deadline(), margin, scale.width())));
}

/// The verdict on the selected request, to be read aloud.
pub fn spoken_verdict(lab: &Lab) -> Option<String> {
    let (shown, row) = (lab.engine_state.plans.slots.shown.as_ref()?, lab.selected_row()?);
    let SlotsScenario { machine, policy, .. } = shown.scenario();
    let plan = &*shown.plan();
    let verdict = verdict(plan.arrivals(), plan.decisions(), *machine, *policy, row, lab.time_names().unit);
    Some(format!("Request {}. {}. {}", plan.arrivals().user[row], verdict.headline, verdict.sentences.join(" ")))
}
