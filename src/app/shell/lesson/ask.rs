//! How a task is answered in the column. What can be clicked in the picture can be chosen here too.

use super::going::Going;
use super::levers::RANGE;
use super::order::order_form;
use super::prose::in_line;
use crate::app::kit::fields::number::NumberField;
use crate::app::shell::context::Lab;
use crate::lessons::model::{Ask, Lever, Pickable, Setting, Task, Which};
use crate::lessons::record::Given;
use crate::lessons::settings::value;
use crate::lessons::words::of_thing;
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

/// The form of a task.
pub fn ask_form(lab: &Lab, going: &Going, task: &Task) -> Html {
    let words = going.words();
    let draft = going.draft.as_ref();
    match &task.ask {
        Ask::Predict { .. } => choices(lab, task, draft),
        Ask::Pick(pickable) => html! {
            <>
                <p class="hint">{ if *pickable == Pickable::Line { words.pick_line } else { words.pick_in_picture } }</p>
                { things(lab, going) }
            </>
        },
        Ask::Place(_) => {
            let start = match draft {
                Some(Given::Start(start)) => *start,
                _ => first_place(lab, going),
            };
            let lab = lab.clone();
            let onchange = Callback::from(move |start: u32| lab.draft_answer(Some(Given::Start(start))));
            html! {
                <>
                    <p class="hint">{ words.place_in_picture }</p>
                    <NumberField<u32> id="lesson-start" label={words.your_start} value={start} bound={RANGE} {onchange} />
                </>
            }
        }
        Ask::Number => {
            let lab = lab.clone();
            let oninput = Callback::from(move |event: InputEvent| {
                let text = event.target_unchecked_into::<HtmlInputElement>().value();
                let number =
                    text.trim().replace('−', "-").replace(',', ".").parse::<f64>().ok().filter(|number| number.is_finite());
                lab.draft_answer(number.map(Given::Number));
            });
            html! {
                <label class="field lesson-number"><span>{ words.your_number }</span><input id="lesson-number" inputmode="decimal" autocomplete="off" {oninput} /></label>
            }
        }
        Ask::Order => order_form(lab, task, draft, words),
        Ask::Do(_) | Ask::Bet => Html::default(),
        Ask::Explain => {
            let lab = lab.clone();
            let oninput = Callback::from(move |event: InputEvent| {
                let text = event.target_unchecked_into::<HtmlTextAreaElement>().value();
                lab.draft_answer((!text.trim().is_empty()).then_some(Given::Words(text)));
            });
            html! { <label class="lesson-words"><span>{ words.your_words }</span><textarea id="lesson-words" rows="4" maxlength="2000" {oninput} /></label> }
        }
    }
}

/// Where the dashed bar lies at first: at the earliest start that its job asks for.
pub fn first_place(lab: &Lab, going: &Going) -> u32 {
    let Some(Ask::Place(name)) = going.session.task().map(|task| &task.ask) else { return 0 };
    asked_number(lab, "earliest_start", name.request).unwrap_or(0)
}

/// A number of a request as it was asked for.
pub fn asked_number(lab: &Lab, name: &str, request: u32) -> Option<u32> {
    let lever = Lever { name: name.to_string(), of: Some(Which::One(request)) };
    match value(&lab.lesson_scenario(), &lever)? {
        Setting::Number(number) => Some(number as u32),
        Setting::Word(_) => None,
    }
}

fn choices(lab: &Lab, task: &Task, draft: Option<&Given>) -> Html {
    let lines = task.choices.iter().enumerate().map(|(line, choice)| {
        let lab = lab.clone();
        let given = Given::Choice(line);
        let is_chosen = draft == Some(&given);
        let onchange = Callback::from(move |_: Event| lab.draft_answer(Some(given.clone())));
        html! {
            <label key={line}><input type="radio" name="lesson-choice" id={format!("lesson-choice-{}", line + 1)} checked={is_chosen} {onchange} />{ in_line(&choice.text) }</label>
        }
    });
    html! { <fieldset class="lesson-choices">{ for lines }</fieldset> }
}

/// What can be picked, as a list.
fn things(lab: &Lab, going: &Going) -> Html {
    let candidates = going.session.candidates(&lab.lesson_scenario()).unwrap_or_default();
    let draft = going.draft.clone();
    let language = going.session.lesson().head.language;
    let options = candidates.iter().map(|(given, words)| {
        let words = if let Given::Thing(thing) = given { of_thing(thing, language) } else { words.clone() };
        html! { <option selected={draft.as_ref() == Some(given)}>{ words }</option> }
    });
    let nothing = draft.is_none();
    let onchange = {
        let (lab, candidates) = (lab.clone(), candidates.clone());
        Callback::from(move |event: Event| {
            let at = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            let given = usize::try_from(at)
                .ok()
                .and_then(|at| at.checked_sub(1))
                .and_then(|at| candidates.get(at))
                .map(|(given, _)| given.clone());
            lab.draft_answer(given);
        })
    };
    html! {
        <label class="field"><span>{ going.words().pick_here }</span>
            <select id="lesson-pick" {onchange}><option selected={nothing}>{ "–" }</option>{ for options }</select>
        </label>
    }
}
