//! The class page as a whole.

use super::bring_in::{Brought, of_link, read};
use super::entry::{Entry, about, listed};
use super::left_out::left_out;
use super::lesson::{Asked, Choice, Shared, source, use_asked};
use super::question::QuestionFigure;
use super::students::Students;
use crate::app::kit::browser::download::{download, file_name};
use crate::app::kit::text::format::counted;
use crate::app::shell::address_bar;
use crate::app::shell::lesson::shipped::LESSONS;
use crate::app::shell::lesson::wanted::Wanted;
use crate::app::shell::notices::{Cause, Notice, NoticeList, Notices, notice_bar};
use crate::app::shell::offline::use_kept_for_offline;
use crate::app::shell::page_of_its_own::{OwnPage, use_other_addresses};
use crate::lessons::class::{Class, Codes};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, File};
use yew::prelude::*;

/// The lesson that the address names beside the page, if it lies there.
fn chosen_by_address() -> Choice {
    let name = Wanted::file_of_address();
    let shipped = LESSONS.iter().find(|lesson| name.as_deref().is_some_and(|name| name.trim_end_matches(".id") == lesson.name));
    shipped.map_or(Choice::OfCodes, |lesson| Choice::Shipped(lesson.name))
}

/// The page.
#[component]
pub fn ClassPage() -> Html {
    let text = use_state_eq(|| AttrValue::from(""));
    let choice = use_state_eq(chosen_by_address);
    let own = use_state_eq(|| None::<Shared>);
    let are_hidden = use_state_eq(|| false);
    let list = use_reducer_eq(NoticeList::default);
    let notices = Notices(list.dispatcher());
    use_kept_for_offline(&notices, true);
    use_other_addresses(OwnPage::Class);
    let codes = use_memo((*text).clone(), |text| Codes::read(text));
    let asked = use_asked(source(&choice, own.as_ref(), &codes));
    let lesson = asked.as_ref().and_then(|asked| Some(asked.as_ref().ok()?.lesson.clone()));
    let class = use_memo(((*text).clone(), lesson.clone()), |(_, lesson)| {
        lesson.as_ref().map(|lesson| Rc::new(Class::of(&codes, &lesson.0)))
    });
    let names = use_memo(((*text).clone(), lesson.clone(), *are_hidden), |(_, _, are_hidden)| {
        class.as_ref().as_ref().map(|class| class.names(*are_hidden)).unwrap_or_default()
    });
    let on_files = {
        let newest = use_mut_ref(|| text.clone());
        *newest.borrow_mut() = text.clone();
        let (own, choice, notices) = (own.setter(), choice.setter(), notices.clone());
        Callback::from(move |files: Vec<File>| {
            let (newest, own, choice, notices) = (Rc::clone(&newest), own.clone(), choice.clone(), notices.clone());
            spawn_local(async move {
                let mut all = newest.borrow().to_string();
                for file in &files {
                    match read(file).await {
                        Ok(Brought::Codes(codes, told)) => {
                            all = [all.trim_end(), &codes].join(if all.trim().is_empty() { "" } else { "\n" });
                            notices.add(Notice::word(told));
                        }
                        Ok(Brought::Lesson(lesson)) => {
                            own.set(Some(lesson));
                            choice.set(Choice::Own);
                        }
                        Err(why) => notices.add(Notice::problem(why).about(Cause::Opening)),
                    }
                }
                let text = newest.borrow().clone();
                text.set(all.into());
            });
        })
    };
    let on_link = {
        let (own, choice, notices) = (own.setter(), choice.setter(), notices.clone());
        Callback::from(move |address: String| match of_link(&address) {
            Ok(lesson) => {
                notices.settle(Cause::Opening);
                own.set(Some(lesson));
                choice.set(Choice::Own);
            }
            Err(why) => notices.add(Notice::problem(format!("This lesson cannot be opened: {why}.")).about(Cause::Opening)),
        })
    };
    let on_drop = on_files.reform(|event: DragEvent| {
        // Else the browser leaves the page for the file.
        event.prevent_default();
        listed(event.data_transfer().and_then(|data| data.files()))
    });
    let on_text = {
        let text = text.setter();
        Callback::from(move |typed: String| text.set(typed.into()))
    };
    let on_choice = {
        let choice = choice.setter();
        Callback::from(move |chosen| choice.set(chosen))
    };
    let hide = {
        let are_hidden = are_hidden.clone();
        Callback::from(move |_: Event| are_hidden.set(!*are_hidden))
    };
    let title = lesson.as_ref().map(|lesson| AttrValue::from(lesson.0.title.clone()));
    let status = told(&codes, asked.as_ref(), class.as_ref().as_ref());
    let shown = class
        .as_ref()
        .as_ref()
        .zip(asked.as_ref().and_then(|asked| asked.as_ref().ok()))
        .filter(|(class, _)| !class.students.is_empty());
    html! {
        <>
            <main id="class" class="class-page" ondragover={|event: DragEvent| event.prevent_default()} ondrop={on_drop}>
                <div class="class-head">
                    <h1>{ "Class" }</h1>
                    <p class="hint">{ "What your students answered in a lesson" }</p>
                    <a id="class-leave" class="button" href={address_bar::path() + address_bar::START_QUERY}>{ "All lessons" }</a>
                </div>
                <Entry text={(*text).clone()} choice={(*choice).clone()} own={(*own).clone()} {title} is_filled={shown.is_some()} are_hidden={*are_hidden} {on_text} {on_choice} {on_files} {on_link} />
                <div class="stack class-answers">
                    <div class="line class-told">
                        <p id="class-status" role="status">{ status }</p>
                        <label class="check"><input type="checkbox" id="class-hide" checked={*are_hidden} onchange={hide} />{ "Hide names" }</label>
                        if let Some((class, asked)) = shown { { take_away(class, asked, &names, &notices) } }
                    </div>
                    if let Some((class, asked)) = shown {
                        if let Some(problem) = &asked.problem { <p class="problem">{ format!("From some task on it cannot be told what is right: {problem}") }</p> }
                        <h2 id="class-lesson-title">{ &asked.lesson.0.title }</h2>
                        <Students asked={asked.clone()} class={Rc::clone(class)} names={Rc::clone(&names)} />
                        <div class="class-questions">
                            { for asked.questions.iter().map(|question| html! { <QuestionFigure key={question.number} question={question.clone()} class={Rc::clone(class)} is_seeded={asked.lesson.0.head.is_seeded} /> }) }
                        </div>
                    }
                    if shown.is_none() { { about() } }
                    if let Some(class) = class.as_ref() { { left_out(class, &codes, *are_hidden) } }
                </div>
            </main>
            { notice_bar(&list) }
        </>
    }
}

/// What there is, in one sentence.
fn told(codes: &Codes, asked: Option<&Result<Asked, AttrValue>>, class: Option<&Rc<Class>>) -> String {
    match (asked, class) {
        (Some(Err(why)), _) => format!("The lesson cannot be opened: {why}."),
        _ if codes.all.is_empty() => "No codes yet. Paste them on this page, and the answers appear here.".to_string(),
        (Some(Ok(_)), Some(class)) => {
            let students = counted(class.students.len() as u64, "student", "students");
            match class.left_out.len() {
                0 => format!("{students}."),
                count => format!("{students}; {} not counted, see below.", counted(count as u64, "code is", "codes are")),
            }
        }
        (None, _) if codes.lessons().is_empty() => "None of the codes can be read: characters are missing or changed.".to_string(),
        (None, _) => {
            "The codes are answers to a lesson that is not beside this page. Choose its file, or give its link.".to_string()
        }
        (Some(Ok(_)), None) => String::new(),
    }
}

/// The table as a file, and on paper.
fn take_away(class: &Rc<Class>, asked: &Asked, names: &Rc<Vec<String>>, notices: &Notices) -> Html {
    let save = {
        let (class, asked, names, notices) = (Rc::clone(class), asked.clone(), Rc::clone(names), notices.clone());
        move |_: MouseEvent| {
            let lesson = &asked.lesson.0;
            let name = file_name(&format!("{} class", lesson.title), "csv");
            if download(&name, "text/csv", &class.csv(lesson, &names)).is_err() {
                notices.add(Notice::problem("The browser refused to save the file.").about(Cause::Leaving));
            }
        }
    };
    // A browser without a printer does nothing.
    let print = |_: MouseEvent| drop(web_sys::window().map(|window| window.print()));
    html! {
        <>
            <button type="button" id="class-csv" onclick={save}>{ "Save as CSV" }</button>
            <button type="button" id="class-print" onclick={print}>{ "Print" }</button>
        </>
    }
}
