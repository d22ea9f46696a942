//! The commands of the shell, and all that can be done at a moment: the one table behind palette, keys and help.

use super::command::{Command, Entry, Press, always};
use super::export_menu::export_scenario;
use super::gesture::cancel;
use super::notices::{Cause, Notice};
use crate::app::kit::keys::{chord, shown, shown_keys};
use crate::app::shell::context::{DialogKind, Lab, WorkloadTab};
use crate::app::workbench::{WORKBENCHES, workbench};
use crate::state::{Action, EXAMPLES, HistoryAction, ViewAction, fit};
use std::rc::Rc;
use web_sys::KeyboardEvent;

/// What can be done wherever one is.
pub static SHELL_COMMANDS: &[Command] = &[
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
        name: "Find a command",
        keys: &["Mod+k"],
        is_there: always,
        run: |lab, _| lab.dialog.set(Some(DialogKind::Commands)),
    },
    Command {
        name: "Go to a request by its number",
        keys: &["g"],
        is_there: |lab| workbench(lab).go_to.is_some(),
        run: |lab, _| lab.dialog.set(Some(DialogKind::Commands)),
    },
    Command { name: "Open an example", keys: &[], is_there: always, run: |lab, _| open_tab(lab, WorkloadTab::Examples) },
    Command { name: "Generate requests", keys: &[], is_there: always, run: |lab, _| open_tab(lab, WorkloadTab::Generate) },
    Command { name: "Open a file or workload log", keys: &[], is_there: always, run: |lab, _| open_tab(lab, WorkloadTab::File) },
    Command { name: "Open earlier work", keys: &[], is_there: always, run: |lab, _| open_tab(lab, WorkloadTab::Earlier) },
    Command { name: "Export the scenario as a JSON file", keys: &[], is_there: always, run: |lab, _| export_scenario(lab) },
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

fn open_tab(lab: &Lab, tab: WorkloadTab) {
    lab.dialog.set(Some(DialogKind::Workload(tab)));
}

/// Does what a key stands for; tells whether it stands for anything.
pub fn press(lab: &Lab, event: &KeyboardEvent) -> bool {
    let chord = chord(event);
    let all = workbench(lab).commands.iter().chain(SHELL_COMMANDS);
    if let Some(command) = all.filter(|command| command.keys.contains(&chord.as_str())).find(|command| (command.is_there)(lab)) {
        (command.run)(lab, Press { is_coarse: event.shift_key(), is_repeat: event.repeat() });
        return true;
    }
    let Some(named) = WORKBENCHES.iter().find(|workbench| workbench.key == chord) else { return false };
    lab.act(Action::View(ViewAction::Panel(named.panel)));
    true
}

/// What can be done now that fits what was typed, best first; all of it if nothing was typed.
pub fn entries(lab: &Lab, typed: &str) -> Vec<Entry> {
    let workbench = workbench(lab);
    let commands = workbench.commands.iter().chain(SHELL_COMMANDS);
    // The palette itself is open already.
    let commands =
        commands.filter(|command| !command.keys.iter().any(|key| matches!(*key, "Mod+k" | "g")) && (command.is_there)(lab));
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
        ..Entry::new(format!("Workbench: {}", panel.name), move |lab| lab.act(Action::View(ViewAction::Panel(panel.panel))))
    }));
    entries.extend((workbench.choices)(lab));
    entries.extend(
        EXAMPLES.iter().map(|example| Entry::new(format!("Example: {}", example.title), move |lab| lab.open(example.open()))),
    );
    let mut found: Vec<(u32, Entry)> = entries.into_iter().filter_map(|entry| Some((fit(typed, &entry.words)?, entry))).collect();
    found.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    let number = typed.trim().parse::<u32>().ok();
    let go_to = workbench.go_to.zip(number).map(|(go_to, number)| {
        Entry::new(format!("Go to request {number}"), move |lab| {
            if !go_to(lab, number) {
                lab.notices.add(Notice::problem(format!("There is no request {number}.")).about(Cause::Finding));
            } else {
                lab.notices.settle(Cause::Finding);
            }
        })
    });
    go_to.into_iter().chain(found.into_iter().map(|(_, entry)| entry)).collect()
}
