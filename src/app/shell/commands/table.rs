//! The commands of the shell, and all that can be done at a moment: the one table behind palette, keys and help.

use super::command::{Command, Entry, Press, always};
use super::study::{
    Study, begin_steps, can_step, go_to_named, has_selected, select_next, select_nothing, step_by, step_of, step_to,
};
use crate::app::kit::controls::keys::{COARSE, chord, shown, shown_keys};
use crate::app::shell::context::{DialogKind, Lab, StartPart};
use crate::app::shell::frame::panel_sizes::Part;
use crate::app::shell::frame::present::set_presenting;
use crate::app::shell::header::export_menu::EXPORTS;
use crate::app::shell::notices::{Cause, Notice};
use crate::app::shell::pointer::gesture::cancel;
use crate::app::workbench::{WORKBENCHES, Workbench, workbench};
use crate::engine::core::sorting::sort_shared_by_key;
use crate::engine::core::steps::StepEvents;
use crate::state::{Action, EXAMPLES, HistoryAction, fit};
use std::rc::Rc;
use web_sys::KeyboardEvent;

/// What can be done in every workbench with requests.
static STUDY_COMMANDS: &[Command] = &[
    Command { name: "New request", keys: &["n"], is_there: has_study, run: |lab, _| with(lab, |study| study.add(lab)) },
    Command {
        name: "Remove the selected requests",
        keys: &["Delete", "Backspace"],
        is_there: is_selected,
        run: |lab, _| with(lab, |study| study.remove(lab)),
    },
    Command {
        name: "Select nothing",
        keys: &["Escape"],
        is_there: |lab| !is_dragging(lab) && is_selected(lab),
        run: |lab, _| with(lab, |study| select_nothing(lab, study)),
    },
    Command {
        name: "Move the selected requests earlier",
        keys: &["ArrowLeft", "Shift+ArrowLeft"],
        is_there: is_selected,
        run: |lab, press| with(lab, |study| study.nudge(lab, -by(press), press.is_repeat)),
    },
    Command {
        name: "Move the selected requests later",
        keys: &["ArrowRight", "Shift+ArrowRight"],
        is_there: is_selected,
        run: |lab, press| with(lab, |study| study.nudge(lab, by(press), press.is_repeat)),
    },
    Command {
        name: "Select the request before",
        keys: &["ArrowUp", "Shift+ArrowUp"],
        is_there: has_requests,
        run: |lab, _| with(lab, |study| select_next(lab, study, -1)),
    },
    Command {
        name: "Select the request after",
        keys: &["ArrowDown", "Shift+ArrowDown"],
        is_there: has_requests,
        run: |lab, _| with(lab, |study| select_next(lab, study, 1)),
    },
    Command {
        name: "Zoom in",
        keys: &["w", "+", "="],
        is_there: has_study,
        run: |lab, _| with(lab, |study| study.zoom(lab, ZOOM)),
    },
    Command {
        name: "Zoom out",
        keys: &["s", "-", "_"],
        is_there: has_study,
        run: |lab, _| with(lab, |study| study.zoom(lab, 1.0 / ZOOM)),
    },
    Command {
        name: "Look at earlier times",
        keys: &["a"],
        is_there: has_study,
        run: |lab, _| with(lab, |study| study.pan(lab, -PAN)),
    },
    Command {
        name: "Look at later times",
        keys: &["d"],
        is_there: has_study,
        run: |lab, _| with(lab, |study| study.pan(lab, PAN)),
    },
    Command {
        name: "Show all of the time",
        keys: &["0"],
        is_there: has_study,
        run: |lab, _| with(lab, |study| study.show_all(lab)),
    },
    Command {
        name: "Show the selected request",
        keys: &["f"],
        is_there: is_selected,
        run: |lab, _| with(lab, |study| study.focus(lab)),
    },
    Command {
        name: "Step through the decisions",
        keys: &[],
        is_there: |lab| is(lab, can_step) && !is_stepping(lab),
        run: |lab, _| with(lab, |study| begin_steps(lab, study)),
    },
    Command {
        name: "Step one decision back",
        keys: &[","],
        is_there: |lab| is(lab, can_step),
        run: |lab, _| with(lab, |study| step_by(lab, study, -1)),
    },
    Command {
        name: "Step one decision on",
        keys: &["."],
        is_there: |lab| is(lab, can_step),
        run: |lab, _| with(lab, |study| step_by(lab, study, 1)),
    },
    Command {
        name: "Step back to the refusal or move before",
        keys: &["<", ";"],
        is_there: is_stepping,
        run: |lab, _| step_where(lab, |events| events.any().before),
    },
    Command {
        name: "Step on to the next refusal or move",
        keys: &[">", ":"],
        is_there: is_stepping,
        run: |lab, _| step_where(lab, |events| events.any().after),
    },
    Command {
        name: "Step back to the refusal before",
        keys: &[],
        is_there: |lab| events(lab).refused.before.is_some(),
        run: |lab, _| step_where(lab, |events| events.refused.before),
    },
    Command {
        name: "Step on to the next refusal",
        keys: &[],
        is_there: |lab| events(lab).refused.after.is_some(),
        run: |lab, _| step_where(lab, |events| events.refused.after),
    },
    Command {
        name: "Step back to the move before",
        keys: &[],
        is_there: |lab| events(lab).moved.before.is_some(),
        run: |lab, _| step_where(lab, |events| events.moved.before),
    },
    Command {
        name: "Step on to the next move",
        keys: &[],
        is_there: |lab| events(lab).moved.after.is_some(),
        run: |lab, _| step_where(lab, |events| events.moved.after),
    },
    Command {
        name: "Leave the steps: show the whole plan",
        keys: &[],
        is_there: is_stepping,
        run: |lab, _| with(lab, |study| step_to(lab, study, None)),
    },
];

/// How much a key zooms.
const ZOOM: f64 = 1.5;
/// How much of the view a key goes on by.
const PAN: f64 = 0.2;

fn with(lab: &Lab, act: impl FnOnce(Study)) {
    if let Some(study) = workbench(lab).study {
        act(study);
    }
}

fn is(lab: &Lab, test: impl FnOnce(&Lab, Study) -> bool) -> bool {
    workbench(lab).study.is_some_and(|study| test(lab, study))
}

fn has_study(lab: &Lab) -> bool {
    workbench(lab).study.is_some()
}

fn is_selected(lab: &Lab) -> bool {
    is(lab, has_selected)
}

fn has_requests(lab: &Lab) -> bool {
    is(lab, |lab, study| study.requests(lab) > 0)
}

fn by(press: Press) -> i64 {
    if press.is_coarse { COARSE } else { 1 }
}

fn is_stepping(lab: &Lab) -> bool {
    is(lab, |lab, study| can_step(lab, study) && step_of(lab, study).is_some())
}

/// Where something happened around the step that is looked at; nowhere if none is.
fn events(lab: &Lab) -> StepEvents {
    workbench(lab).study.filter(|_| is_stepping(lab)).map(|study| study.step_events(lab)).unwrap_or_default()
}

fn step_where(lab: &Lab, find: impl FnOnce(StepEvents) -> Option<u32>) {
    if let (Some(study), Some(to)) = (workbench(lab).study, find(events(lab))) {
        step_to(lab, study, Some(to));
    }
}

/// What keys do while the page presents; elsewhere they do something else.
static PRESENT_COMMANDS: &[Command] = &[
    Command {
        name: "Present: the next decision",
        keys: &["ArrowRight", "PageDown"],
        is_there: |lab| *lab.presenting && is(lab, can_step),
        run: |lab, _| with(lab, |study| step_by(lab, study, 1)),
    },
    Command {
        name: "Present: the decision before",
        keys: &["ArrowLeft", "PageUp"],
        is_there: |lab| *lab.presenting && is(lab, can_step),
        run: |lab, _| with(lab, |study| step_by(lab, study, -1)),
    },
    Command {
        name: "Present: end",
        keys: &["Escape", "p"],
        is_there: |lab| *lab.presenting && !is_dragging(lab),
        run: |lab, _| set_presenting(lab, false),
    },
];

/// All commands there are where one is: those of presenting, of the study, of the workbench and of the shell.
pub fn commands(workbench: &'static Workbench) -> impl Iterator<Item = &'static Command> {
    let of_study = if workbench.study.is_some() { STUDY_COMMANDS } else { &[] };
    PRESENT_COMMANDS.iter().chain(of_study).chain(workbench.commands).chain(SHELL_COMMANDS).chain(PAGE_COMMANDS)
}

/// What can be done in every workbench.
static SHELL_COMMANDS: &[Command] = &[
    Command {
        name: "Undo",
        keys: &["Mod+z"],
        is_there: |lab| lab.model().can_undo(),
        run: |lab, _| lab.act(Action::History(HistoryAction::Undo)),
    },
    Command {
        name: "Redo",
        keys: &["Mod+Shift+z", "Mod+y"],
        is_there: |lab| lab.model().can_redo(),
        run: |lab, _| lab.act(Action::History(HistoryAction::Redo)),
    },
    Command {
        name: "Take a drag back",
        keys: &["Escape"],
        is_there: is_dragging,
        run: |lab, _| {
            cancel(lab);
        },
    },
    Command {
        name: "Stop planning",
        keys: &[],
        is_there: |lab| lab.engine_state.progress.is_some(),
        run: |lab, _| lab.engine.stop(),
    },
    Command {
        name: "Hide or show the list",
        keys: &["["],
        is_there: |lab| workbench(lab).list.is_some(),
        run: |lab, _| toggle(lab, Part::List),
    },
    Command {
        name: "Hide or show the inspector",
        keys: &["]"],
        is_there: |lab| workbench(lab).inspector.is_some(),
        run: |lab, _| toggle(lab, Part::Inspector),
    },
];

/// What can be done wherever one is, on the start page too.
static PAGE_COMMANDS: &[Command] = &[
    Command {
        name: "Leave the start page",
        keys: &["Escape"],
        is_there: |lab| lab.start.is_some(),
        run: |lab, _| lab.show_workbench(),
    },
    Command {
        name: "Present: the picture alone, large",
        keys: &["p"],
        is_there: |lab| !*lab.presenting && lab.start.is_none(),
        run: |lab, _| set_presenting(lab, true),
    },
    Command {
        name: "Find a command",
        keys: &["Mod+k"],
        is_there: always,
        run: |lab, _| lab.dialog.set(Some(DialogKind::Commands)),
    },
    Command {
        name: "Go to a request by its number",
        keys: &["g"],
        is_there: has_study,
        run: |lab, _| lab.dialog.set(Some(DialogKind::Commands)),
    },
    Command { name: "Start page", keys: &[], is_there: always, run: |lab, _| open_start(lab, StartPart::Top) },
    Command { name: "Open a file or workload log", keys: &[], is_there: always, run: |lab, _| open_start(lab, StartPart::Files) },
    Command { name: "Open earlier work", keys: &[], is_there: always, run: |lab, _| open_start(lab, StartPart::EarlierWork) },
    Command { name: "Generate requests", keys: &[], is_there: always, run: |lab, _| lab.dialog.set(Some(DialogKind::Generate)) },
    Command {
        name: "Share a link, or open one",
        keys: &[],
        is_there: always,
        run: |lab, _| lab.dialog.set(Some(DialogKind::Share)),
    },
    Command { name: "Help and keys", keys: &["?"], is_there: always, run: |lab, _| lab.dialog.set(Some(DialogKind::Help)) },
];

fn is_dragging(lab: &Lab) -> bool {
    lab.gesture.borrow().is_some() || lab.model().draft.is_some()
}

/// Hides a column, or shows it again, and remembers that.
fn toggle(lab: &Lab, part: Part) {
    let sizes = lab.sizes.toggled(part);
    sizes.remember();
    lab.sizes.set(sizes);
}

fn open_start(lab: &Lab, part: StartPart) {
    lab.start.set(Some(part));
}

/// Does what a key stands for; tells whether it stands for anything.
pub fn press(lab: &Lab, event: &KeyboardEvent) -> bool {
    let chord = chord(event);
    // What the start page covers does not change by keys.
    let mut in_sight = commands(workbench(lab)).filter(|_| lab.start.is_none()).chain(PAGE_COMMANDS);
    if let Some(command) = in_sight.find(|command| command.keys.contains(&chord.as_str()) && (command.is_there)(lab)) {
        (command.run)(lab, Press { is_coarse: event.shift_key(), is_repeat: event.repeat() });
        return true;
    }
    let Some(named) = WORKBENCHES.iter().find(|workbench| workbench.key == chord) else { return false };
    lab.show_panel(named.panel);
    true
}

/// What can be done now that fits what was typed, best first; all of it if nothing was typed.
pub fn entries(lab: &Lab, typed: &str) -> Vec<Entry> {
    let workbench = workbench(lab);
    // The palette itself is open already.
    let is_other = |command: &&Command| !command.keys.iter().any(|key| matches!(*key, "Mod+k" | "g"));
    let commands = commands(workbench).filter(is_other).filter(|command| (command.is_there)(lab));
    let mut entries: Vec<Entry> = commands
        .map(|command| Entry {
            words: command.name.to_string(),
            keys: shown_keys(command.keys),
            run: Rc::new(|lab| (command.run)(lab, Press::default())),
        })
        .collect();
    let panels = WORKBENCHES.iter().filter(|other| other.panel != workbench.panel);
    entries.extend(panels.map(|panel| Entry {
        keys: shown(panel.key),
        ..Entry::new(format!("Workbench: {}", panel.name), move |lab| lab.show_panel(panel.panel))
    }));
    entries.extend((workbench.choices)(lab));
    entries.extend(lab.offers.all().into_iter().map(|offer| Entry::new(offer.words, move |_| (offer.run)())));
    entries.extend(EXPORTS.iter().map(|export| Entry::new(format!("Export: {}", export.words), export.run)));
    entries.extend(
        EXAMPLES.iter().map(|example| Entry::new(format!("Example: {}", example.title), move |lab| lab.open(example.open()))),
    );
    let mut found: Vec<(u32, Entry)> = entries.into_iter().filter_map(|entry| Some((fit(typed, &entry.words)?, entry))).collect();
    sort_shared_by_key(&mut found, |(worth, _)| std::cmp::Reverse(*worth));
    // A number, or a part of a request: "11.2".
    let name = typed.trim().to_string();
    let is_name =
        name.starts_with(|first: char| first.is_ascii_digit()) && name.chars().all(|char| char.is_ascii_digit() || char == '.');
    let go_to = workbench.study.filter(|_| is_name).map(|study| {
        Entry::new(format!("Go to request {name}"), move |lab| {
            if !go_to_named(lab, study, &name) {
                lab.notices.add(Notice::problem(format!("There is no request {name}.")).about(Cause::Finding));
            } else {
                lab.notices.settle(Cause::Finding);
            }
        })
    });
    go_to.into_iter().chain(found.into_iter().map(|(_, entry)| entry)).collect()
}
