//! The user's scenarios: all work that is stored in this browser, to open, rename, duplicate and delete.

use crate::app::kit::browser::focus::focus_on;
use crate::app::kit::fields::text::TextInput;
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::context::Lab;
use crate::app::shell::notices::Notice;
use crate::app::shell::storage::browser::BrowserShelf;
use crate::app::shell::storage::locks;
use crate::app::shell::storage::work::named;
use crate::app::shell::storage::work::new_id;
use crate::app::workbench::WORKBENCHES;
use crate::formats::link::Panel;
use crate::formats::saved::{SavedOrigin, SavedWork};
use crate::state::library::{Condition, Listed, Live, Part, Shelf, Taken, listed, take};
use crate::state::{Action, EXAMPLES, ScenarioEdit};
use gloo_timers::callback::Timeout;
use js_sys::{Date, Object, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// From so many scenarios on the list can be searched.
const MANY: usize = 6;
/// Most letters of a title.
const TITLE_CHARS: usize = 200;

/// What was deleted last, to be brought back.
struct Deleted {
    id: String,
    title: String,
    taken: Taken,
    was_open: bool,
}

thread_local! {
    /// It outlives the page: whoever leaves it too early still finds it.
    static DELETED: RefCell<Option<Deleted>> = const { RefCell::new(None) };
}

/// Properties of [`Library`].
#[derive(Properties, PartialEq)]
pub struct LibraryProps {
    /// The page's state.
    pub lab: Lab,
}

/// The list.
#[component]
pub fn Library(LibraryProps { lab }: &LibraryProps) -> Html {
    let live = use_state(|| None::<Live>);
    let version = use_state(|| 0_u32);
    let sought = use_state_eq(String::new);
    let renamed = use_state_eq(|| None::<String>);
    {
        let (live, lab) = (live.clone(), lab.clone());
        use_effect_with(*version, move |_| {
            lab.keeper.flush();
            spawn_local(async move { live.set(Some(locks::live().await)) });
        });
    }
    let Some(shelf) = BrowserShelf::open() else {
        return html! { <p class="problem" id="library-forbidden">{ "This browser keeps nothing for this page: scenarios last until the tab is closed or reloaded. Export a scenario to a file to keep it. Cookies and site data may be switched off in the browser's settings." }</p> };
    };
    let Some(live) = &*live else { return html! { <p>{ "…" }</p> } };
    let list = listed(&shelf, &lab.keeper.present_id(), live);
    let changed = {
        let version = version.clone();
        Callback::from(move |()| version.set(*version + 1))
    };
    let row = Row { lab: lab.clone(), shelf: Rc::new(shelf), changed: changed.clone(), renamed: renamed.clone() };
    let words = sought.to_lowercase();
    let has_words = |entry: &&Listed| {
        [named(&entry.title), study_name(entry)]
            .into_iter()
            .chain(entry.beside.iter().map(String::as_str))
            .any(|text| text.to_lowercase().contains(&words))
    };
    let found: Vec<&Listed> = list.iter().filter(has_words).collect();
    let search = {
        let sought = sought.clone();
        Callback::from(move |event: InputEvent| sought.set(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let refused = list.iter().filter(|entry| matches!(entry.condition, Condition::Newer(_) | Condition::Damaged(_))).count();
    let total: usize = list.iter().map(|entry| entry.chars).sum();
    html! {
        <div class="stack library">
            { row.deleted() }
            if list.len() >= MANY {
                <label class="search">{ "Search " }<input type="search" id="library-search" value={(*sought).clone()} oninput={search} /></label>
            }
            if list.is_empty() {
                <p class="hint">{ "Nothing is saved yet. Your changes are saved automatically and listed here, and so is work that you have replaced with another scenario." }</p>
            } else if found.is_empty() {
                <p class="hint">{ format!("None of {} has this in its title or study.", counted(list.len() as u64, "scenario", "scenarios")) }</p>
            }
            if refused > 0 {
                <p class="hint" id="library-refused">{ format!("{} cannot be opened. What is stored stays as it is until you delete it.", counted(refused as u64, "scenario", "scenarios")) }</p>
            }
            <ul class="plain entries">{ for found.into_iter().map(|entry| row.html(entry)) }</ul>
            if !list.is_empty() {
                <p class="hint">{ format!("{} in this browser, {} characters of about 5 million.", counted(list.len() as u64, "scenario", "scenarios"), grouped(total as u64)) }</p>
            }
        </div>
    }
}

/// Day and minute, in the user's own way of writing them.
fn moment(ms: f64) -> String {
    let options = Object::new();
    for (name, style) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        // A new object takes everything.
        let _ = Reflect::set(&options, &name.into(), &style.into());
    }
    Date::new(&JsValue::from_f64(ms)).to_locale_string("default", &options).into()
}

/// The title, or what can be said of work that cannot be read.
fn shown_title(entry: &Listed) -> &str {
    match entry.condition {
        Condition::Damaged(_) if entry.saved_at == 0.0 => "Damaged entry",
        Condition::Newer(_) if entry.title.is_empty() => "Saved by a newer version",
        _ => named(&entry.title),
    }
}

/// Gives the focus to an element once the list has been drawn anew: else it would be lost with the button that was pressed.
fn focus_later(css: String) {
    Timeout::new(30, move || focus_on(&css)).forget();
}

fn study_name(entry: &Listed) -> &'static str {
    let panel = entry.study.map(Panel::Study);
    WORKBENCHES.iter().find(|workbench| Some(workbench.panel) == panel).map_or("", |workbench| workbench.name)
}

/// What the rows of the list share.
struct Row {
    lab: Lab,
    shelf: Rc<BrowserShelf>,
    changed: Callback<()>,
    renamed: UseStateHandle<Option<String>>,
}

impl Row {
    /// What was deleted last, and the way back.
    fn deleted(&self) -> Html {
        let Some(words) = DELETED.with_borrow(|deleted| deleted.as_ref().map(|it| format!("“{}” is deleted.", named(&it.title))))
        else {
            return Html::default();
        };
        let (lab, shelf, changed) = (self.lab.clone(), Rc::clone(&self.shelf), self.changed.clone());
        let undo = Callback::from(move |_: MouseEvent| {
            let Some(deleted) = DELETED.take() else { return };
            if !deleted.taken.put_back(&*shelf) {
                lab.notices.add(Notice::problem(format!(
                    "There is no room to bring “{}” back. Delete something else first.",
                    named(&deleted.title)
                )));
                DELETED.set(Some(deleted));
                return;
            }
            if let Some(text) = shelf.get(&Part::Work.key(&deleted.id)) {
                lab.keeper.brought_back(&deleted.id, &text);
            }
            changed.emit(());
            if deleted.was_open {
                lab.open_stored(&deleted.id);
            }
        });
        html! { <p class="deleted" role="status">{ words }<button type="button" id="undo-delete" onclick={undo}>{ "Undo" }</button></p> }
    }

    /// A button that does something to an entry.
    fn button(&self, entry: &Listed, name: &'static str, why_not: Option<&'static str>, act: fn(&Self, &Listed)) -> Html {
        let (row, of) = (self.clone(), entry.clone());
        let onclick = Callback::from(move |_: MouseEvent| act(&row, &of));
        let label = format!("{name}: {}", named(&entry.title));
        html! { <button type="button" key={name} class={format!("entry-{}", name.to_lowercase())} disabled={why_not.is_some()} title={why_not} aria-label={label} {onclick}>{ name }</button> }
    }

    fn html(&self, entry: &Listed) -> Html {
        let is_open = entry.condition == Condition::Open;
        let refusal = match &entry.condition {
            Condition::Newer(why) => Some(format!("Cannot be opened here: {why}.")),
            Condition::Damaged(why) => Some(format!("Cannot be opened: {why}.")),
            _ => None,
        };
        let elsewhere = (entry.condition == Condition::OpenElsewhere).then_some("It is open in another tab.");
        let title = match (self.renamed.as_ref() == Some(&entry.id), &refusal) {
            (true, _) => self.title_field(entry),
            (_, Some(_)) => {
                html! { <strong class="entry-title">{ shown_title(entry) }</strong> }
            }
            _ => {
                let (lab, id) = (self.lab.clone(), entry.id.clone());
                let open = Callback::from(move |_: MouseEvent| if is_open { lab.show_workbench() } else { lab.open_stored(&id) });
                html! { <button type="button" class="entry-title link" title={named(&entry.title).to_string()} aria-current={is_open.then_some("true")} onclick={open}>{ named(&entry.title).to_string() }</button> }
            }
        };
        let state = match entry.condition {
            Condition::Open => Some("open here"),
            Condition::OpenElsewhere => Some("open in another tab"),
            _ => None,
        };
        let when = match entry.saved_at {
            0.0 => refusal.is_none().then(|| "saved at an unknown time".to_string()),
            ms => Some(moment(ms)),
        };
        let requests = entry.requests.map(|requests| counted(u64::from(requests), "request", "requests"));
        let size = format!("{} characters", grouped(entry.chars as u64));
        let study = Some(study_name(entry).to_string()).filter(|name| !name.is_empty());
        let facts: Vec<String> = [when, study, requests, Some(size)].into_iter().flatten().collect();
        html! {
            <li key={entry.id.clone()} class={classes!("entry", is_open.then_some("open"))} data-id={entry.id.clone()}>
                <div class="entry-head">{ title }if let Some(state) = state { <span class="badge">{ state }</span> }</div>
                if !entry.beside.is_empty() {
                    <p class="hint beside">{ format!("with {}", entry.beside.iter().map(|title| format!("“{title}”")).collect::<Vec<_>>().join(", ")) }</p>
                }
                <p class="hint">{ facts.join(" · ") }</p>
                if let Some(refusal) = &refusal { <p class="problem">{ refusal }</p> }
                <div class="entry-acts">
                    if refusal.is_none() {
                        { self.button(entry, "Rename", elsewhere, |row, entry| row.renamed.set(Some(entry.id.clone()))) }
                        { self.button(entry, "Duplicate", None, Self::duplicate) }
                        if let Some(from) = &entry.from {
                            { self.original(entry, from, elsewhere) }
                        }
                    }
                    { self.button(entry, "Delete", elsewhere, Self::delete) }
                </div>
            </li>
        }
    }

    fn original(&self, entry: &Listed, from: &str, why_not: Option<&'static str>) -> Html {
        let (row, of) = (self.clone(), entry.clone());
        let onclick = Callback::from(move |_: MouseEvent| row.back_to_original(&of));
        let title =
            why_not.map_or_else(|| format!("Back to {from}, as it was opened. Undo brings your changes back."), str::to_string);
        let label = format!("Back to the original: {}", named(&entry.title));
        html! { <button type="button" key="original" class="entry-original" disabled={why_not.is_some()} {title} aria-label={label} {onclick}>{ "Back to the original" }</button> }
    }

    /// The field that takes the place of the title while it is renamed: Enter and leaving it rename, Escape does not.
    fn title_field(&self, entry: &Listed) -> Html {
        let (row, of) = (self.clone(), entry.clone());
        let on_take = Callback::from(move |title: String| row.rename(&of, title.trim().chars().take(TITLE_CHARS).collect()));
        let (renamed, entry_title) = (self.renamed.clone(), format!("[data-id='{}'] .entry-title", entry.id));
        let on_key = Callback::from(move |event: KeyboardEvent| {
            let field = event.target_unchecked_into::<HtmlInputElement>();
            match event.key().as_str() {
                "Enter" => drop(field.blur()),
                "Escape" => {
                    // The page stays open.
                    event.prevent_default();
                    event.stop_propagation();
                    renamed.set(None);
                    focus_later(entry_title.clone());
                }
                _ => {}
            }
        });
        let renamed = self.renamed.clone();
        let on_leave = Callback::from(move |_: FocusEvent| renamed.set(None));
        html! { <TextInput class="entry-name" label="New title" value={entry.title.clone()} most={TITLE_CHARS} takes_focus={true} {on_take} {on_key} {on_leave} /> }
    }

    fn rename(&self, entry: &Listed, title: String) {
        if entry.condition == Condition::Open {
            self.lab.keeper.of(self.lab.model().work, |work| work.asked_to_keep = true);
            self.lab.act(Action::Scenario(ScenarioEdit::Title(title)));
        } else {
            self.rewrite(&entry.id, &entry.id, |saved| saved.title = title);
        }
        self.renamed.set(None);
        self.changed.emit(());
        focus_later(format!("[data-id='{}'] .entry-title", entry.id));
    }

    /// Writes an entry with a change; the user cares for it, so it is kept.
    fn rewrite(&self, from: &str, to: &str, change: impl FnOnce(&mut SavedWork)) {
        let text = self.shelf.get(&Part::Work.key(from));
        let Some(Ok(mut saved)) = text.map(|text| SavedWork::read(&text)) else { return };
        change(&mut saved);
        saved.kept = true;
        let text = saved.write();
        if self.shelf.put(&Part::Work.key(to), &text) {
            self.lab.keeper.rewritten(to, &text);
        } else {
            self.lab.notices.add(Notice::problem("There is no room for it in the browser's storage. Nothing was changed."));
        }
    }

    fn duplicate(&self, entry: &Listed) {
        let id = new_id();
        self.rewrite(&entry.id, &id, |saved| {
            let title: String = named(&saved.title).chars().take(TITLE_CHARS - " (copy)".len()).collect();
            (saved.title, saved.saved_at) = (format!("{title} (copy)"), Date::now());
        });
        if let Some(origin) = self.shelf.get(&Part::Origin.key(&entry.id)) {
            // Without room for it the copy has no way back to the original.
            self.shelf.put(&Part::Origin.key(&id), &origin);
        }
        self.changed.emit(());
    }

    fn delete(&self, entry: &Listed) {
        let was_open = entry.condition == Condition::Open;
        let taken = take(&*self.shelf, &entry.id);
        DELETED.set(Some(Deleted { id: entry.id.clone(), title: entry.title.clone(), taken, was_open }));
        if was_open {
            let lab = &self.lab;
            lab.keeper.forget(lab.model().work);
            let start = *lab.start;
            lab.open(EXAMPLES[0].open());
            // The list stays, with the way back.
            lab.start.set(start);
        }
        self.changed.emit(());
        focus_later("#undo-delete".to_string());
    }

    fn back_to_original(&self, entry: &Listed) {
        let text = self.shelf.get(&Part::Origin.key(&entry.id));
        let origin = text.and_then(|text| SavedOrigin::read(&text).ok()).and_then(|origin| origin.step.open().ok());
        let Some(origin) = origin else {
            self.lab.notices.add(Notice::problem("The original cannot be read. Your work is as it was."));
            return;
        };
        if entry.condition != Condition::Open {
            self.lab.open_stored(&entry.id);
        }
        self.lab.show_workbench();
        self.lab.act(Action::Scenario(ScenarioEdit::Open(Box::new(origin.opened))));
    }
}

impl Clone for Row {
    fn clone(&self) -> Self {
        let Self { lab, shelf, changed, renamed } = self;
        Self { lab: lab.clone(), shelf: Rc::clone(shelf), changed: changed.clone(), renamed: renamed.clone() }
    }
}
