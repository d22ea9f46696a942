//! The column of a lesson: where the student is, the text, the task, what became of the answer, and the way on.

use super::ask::ask_form;
use super::course::verdict_words;
use super::end::LessonEnd;
use super::focus::focus_if_here;
use super::going::Going;
use super::levers::lever_form;
use super::lines::{asks_for_line, policy_lines};
use super::order::order_shown;
use super::prose::{in_line, prose};
use super::words::Words;
use crate::app::shell::address_bar;
use crate::app::shell::context::{Lab, use_lab};
use crate::app::workbench::workbench;
use crate::lessons::model::{Ask, Task};
use crate::lessons::record::{Given, State};
use crate::lessons::session::{Judged, Outcome};
use crate::lessons::words::{of_condition, of_thing};
use crate::state::selected_in;
use gloo_timers::callback::Timeout;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The fields that are an answer: Enter in them gives it.
const ANSWERS: [&str; 3] = ["lesson-number", "lesson-start", "lesson-pick"];

/// Whether a field chooses among lines.
fn is_choice(field: &str) -> bool {
    field.starts_with("lesson-choice") || field.starts_with("lesson-line")
}

/// The column.
#[component]
pub fn LessonColumn() -> Html {
    let lab = use_lab();
    use_picked_in_picture(&lab);
    let Some(going) = lab.going().cloned() else { return Html::default() };
    let place = going.session.place();
    {
        // The heading of a new step has the focus, as that of a new page would; not at the start, where the host of a frame has it.
        let is_first = use_mut_ref(|| true);
        use_effect_with(place.step, move |_| {
            if !is_first.replace(false) {
                focus_if_here("#lesson-step");
            }
        });
    }
    let is_settled = going.session.is_settled();
    {
        // What was answered with is gone; what follows is the way on.
        let was_settled = use_mut_ref(|| true);
        use_effect_with((place, is_settled), move |&(_, is_settled)| {
            let is_new = !was_settled.replace(is_settled) && is_settled;
            let later = is_new.then(|| Timeout::new(0, || focus_if_here("#lesson-next")));
            move || drop(later)
        });
    }
    let words = going.words();
    let lesson = going.session.lesson();
    let step = going.session.step();
    let first = place.step == 0 && place.task == 0;
    let earlier = step
        .tasks
        .iter()
        .take(place.task)
        .map(|task| html! { <section class="lesson-past">{ prose(&task.text) }{ in_line(&task.question) }</section> });
    let on_key = {
        let lab = lab.clone();
        Callback::from(move |event: KeyboardEvent| {
            // In the other fields it takes what is typed.
            let is_answer = event
                .target_dyn_into::<HtmlInputElement>()
                .is_some_and(|field| is_choice(&field.id()) || ANSWERS.contains(&field.id().as_str()));
            if event.key() == "Enter" && is_answer {
                event.prevent_default();
                lab.answer_task();
            }
        })
    };
    let is_over = going.session.task().is_none();
    html! {
        <section id="lesson" class="lesson-column" lang={lesson.head.language.key()} aria-labelledby="lesson-title" onkeydown={on_key}>
            <div class="lesson-head">
                <h1 id="lesson-title">{ &lesson.title }</h1>
                <a id="lesson-leave" href={address_bar::way_out()} title={words.leave} aria-label={words.leave}>{ "×" }</a>
                { dots(&lab, &going) }
            </div>
            <div class="lesson-body">
                if first && lesson.head.is_seeded { { name_field(&lab, &going) } }
                if first && !lesson.introduction.is_empty() { <div class="lesson-intro">{ prose(&lesson.introduction) }</div> }
                <h2 id="lesson-step" tabindex="-1">{ &step.heading }</h2>
                { for earlier }
                if let Some(task) = going.session.task() {
                    { prose(&task.text) }
                    if !asks_for_line(&going) { { policy_lines(&lab, &going) } }
                    <div class="lesson-task">
                        if !task.question.is_empty() { <p class="lesson-question">{ in_line(&task.question) }</p> }
                        if asks_for_line(&going) { { policy_lines(&lab, &going) } }
                        if going.session.is_settled() { { outcome(&lab, &going, task) } } else { { open_task(&lab, &going, task) } }
                    </div>
                }
                if is_over {
                    { prose(&step.text) }
                    { policy_lines(&lab, &going) }
                }
                if going.session.is_settled() && !going.session.has_next() { <LessonEnd /> }
            </div>
            { way_on(&lab, &going) }
        </section>
    }
}

/// The name that the requests of this lesson are drawn from.
fn name_field(lab: &Lab, going: &Going) -> Html {
    let words = going.words();
    let lab = lab.clone();
    let onchange =
        Callback::from(move |event: Event| lab.restart_lesson(&event.target_unchecked_into::<HtmlInputElement>().value()));
    html! {
        <label class="lesson-name"><span>{ words.your_name }</span>
            <input id="lesson-name" maxlength="40" autocomplete="name" value={going.session.name().to_string()} {onchange} />
            <span class="hint">{ words.name_draws }</span>
        </label>
    }
}

/// The steps as dots that can be pressed, with what became of each.
fn dots(lab: &Lab, going: &Going) -> Html {
    let words = going.words();
    let (session, lesson) = (&going.session, going.session.lesson());
    let steps = lesson.steps.iter().enumerate().map(|(at, step)| {
        let records = &session.records()[lesson.number_of(at, 0)..][..step.tasks.len()];
        let class = match records.iter().map(|record| record.state).max() {
            None => "read",
            Some(_) if records.iter().any(|record| record.state == State::Open) => "open",
            Some(State::Shown) => "was-shown",
            Some(_) => "was-right",
        };
        let lab = lab.clone();
        let label = format!("{} {}: {}", words.step, at + 1, step.heading);
        let here = (at == session.place().step).then_some("step");
        html! { <li key={at}><button type="button" {class} aria-label={label.clone()} title={label} aria-current={here} onclick={move |_: MouseEvent| lab.go_to_step(at)} /></li> }
    });
    html! { <ol class="plain lesson-dots">{ for steps }</ol> }
}

/// A task that is to be answered.
fn open_task(lab: &Lab, going: &Going, task: &Task) -> Html {
    let words = going.words();
    let check = {
        let lab = lab.clone();
        move |_: MouseEvent| lab.answer_task()
    };
    let name = match &task.ask {
        Ask::Predict { twice: true } if going.session.awaits_second_vote() => words.vote_again,
        Ask::Predict { twice: true } => words.vote,
        Ask::Bet => words.place_bet,
        Ask::Explain => words.done,
        _ => words.check,
    };
    html! {
        <>
            if going.session.awaits_second_vote() && going.judged.is_none() { <p class="hint">{ words.talk }</p> }
            { lever_form(lab, going) }
            { ask_form(lab, going, task) }
            { parts(lab, going, task) }
            if let Some(judged) = &going.judged { { told(words, task, judged) } }
            { verdict(lab, going) }
            { for going.session.hints().iter().map(|hint| html! { <div class="lesson-hint">{ prose(hint) }</div> }) }
            <div class="buttons">
                <button type="button" id="lesson-check" class="primary" disabled={!going.can_answer()} onclick={check}>{ name }</button>
                { help(lab, going, task) }
            </div>
        </>
    }
}

/// Hints, and the solution for those who have tried.
fn help(lab: &Lab, going: &Going, task: &Task) -> Html {
    let words = going.words();
    let left = task.hints.len() - going.session.hints().len();
    let tries = going.session.record().map_or(0, |record| record.tries);
    let can_show = tries > 0 && !matches!(task.ask, Ask::Predict { .. } | Ask::Explain);
    let with = |act: fn(&Lab)| {
        let lab = lab.clone();
        move |_: MouseEvent| act(&lab)
    };
    html! {
        <>
            if left > 0 { <button type="button" id="lesson-hint" onclick={with(Lab::hint_in_lesson)}>{ format!("{} ({left})", words.hint) }</button> }
            if can_show { <button type="button" id="lesson-show-me" onclick={with(Lab::show_solution)}>{ words.show_me }</button> }
            if !going.session.step().allow.is_empty() { <button type="button" id="lesson-again" onclick={with(Lab::begin_step_again)}>{ words.again }</button> }
        </>
    }
}

/// The parts of a condition, each with a tick or a cross, as the scenario is now.
fn parts(lab: &Lab, going: &Going, task: &Task) -> Html {
    if !matches!(task.ask, Ask::Do(_)) || lab.model().draft.is_some() {
        return Html::default();
    }
    let Ok(judged) = going.session.look(&Given::Scenario, &lab.lesson_scenario()) else { return Html::default() };
    let language = going.session.lesson().head.language;
    let lines = judged.parts.iter().map(|part| {
        let (class, sign) = if part.holds { ("holds", "✓") } else { ("fails", "✗") };
        html! { <li {class}><span aria-hidden="true">{ sign }</span>{ " " }{ of_condition(&part.condition, language) }</li> }
    });
    html! { <ul class="plain lesson-parts">{ for lines }</ul> }
}

/// What is said of an answer.
fn told(words: &'static Words, task: &Task, judged: &Judged) -> Html {
    let (class, sign) = match judged.outcome {
        Outcome::Right if task.ask == Ask::Bet => ("voted", "•"),
        Outcome::Right => ("right", "✓"),
        Outcome::Again | Outcome::Missed => ("wrong", "✗"),
        Outcome::Voted => ("voted", "•"),
    };
    html! {
        <div class={classes!("lesson-told", class)}>
            <p><span aria-hidden="true">{ sign }</span>{ " " }<strong>{ verdict_words(words, Some(&task.ask), judged.outcome) }</strong></p>
            { for judged.feedback.as_ref().map(prose) }
        </div>
    }
}

/// What the planner itself says of the selected request.
fn verdict(lab: &Lab, going: &Going) -> Html {
    let is_change = going.session.task().is_some_and(|task| matches!(task.ask, Ask::Do(_)));
    let says = (workbench(lab).spoken)(lab).filter(|_| is_change);
    html! { if let Some(says) = says { <p class="lesson-verdict"><strong>{ going.words().planner_says }</strong>{ " " }{ says }</p> } }
}

/// An answered task: what the student said, what is right, and why.
fn outcome(lab: &Lab, going: &Going, task: &Task) -> Html {
    let words = going.words();
    let record = going.session.record();
    let now = lab.lesson_scenario();
    // Of several tries the last one was right; after a reload only the first is known.
    let is_later = record.is_some_and(|record| record.state == State::Later);
    let last = if is_later { going.draft.clone().or_else(|| going.session.right(&now).ok().flatten()) } else { None };
    let given = last.as_ref().or_else(|| record.and_then(|record| record.second.as_ref().or(record.first.as_ref())));
    let name = |given: &Given| match given {
        Given::Choice(line) => task.choices.get(*line).map(|choice| choice.text.plain()).unwrap_or_default(),
        Given::Thing(thing) => of_thing(thing, going.session.lesson().head.language),
        Given::Order(lines) => {
            lines.iter().filter_map(|&line| task.choices.get(line)).map(|choice| choice.text.plain()).collect::<Vec<_>>().join(", ")
        }
        Given::Scenario => String::new(),
        other => other.to_string(),
    };
    let said = given.map(name).filter(|said| !said.is_empty());
    let was_right = record.is_some_and(|record| matches!(record.state, State::First | State::Later));
    let right = if was_right { None } else { going.session.right(&now).ok().flatten() };
    // Lines are seen in their right places, as if they had been moved there.
    let order =
        right.as_ref().and_then(|right| if let Given::Order(order) = right { Some(order_shown(task, order)) } else { None });
    let right = right.filter(|_| order.is_none()).map(|right| name(&right)).filter(|right| !right.is_empty());
    // After a reload the answer is judged anew.
    let judged = going.judged.clone().or_else(|| given.and_then(|given| going.session.look(given, &now).ok()));
    let gave_up = record.is_some_and(|record| record.state == State::Shown) && going.judged.is_none();
    html! {
        <>
            if let Some(said) = said { <p class="lesson-said">{ words.you_said }{ " " }<strong>{ said }</strong></p> }
            if gave_up { <p class="lesson-said">{ words.shown }</p> } else if let Some(judged) = judged.filter(|_| task.ask != Ask::Explain) { { told(words, task, &judged) } }
            if let Some(right) = right { <p class="lesson-said">{ words.right_is }{ " " }<strong>{ right }</strong></p> }
            if let Some(order) = order { <p class="lesson-said">{ words.right_is }</p>{ order } }
        </>
    }
}

/// Back and on.
fn way_on(lab: &Lab, going: &Going) -> Html {
    let words = going.words();
    let step = going.session.place().step;
    let back = {
        let lab = lab.clone();
        move |_: MouseEvent| lab.go_to_step(step.saturating_sub(1))
    };
    let next = {
        let lab = lab.clone();
        move |_: MouseEvent| lab.next_task()
    };
    let steps = going.session.lesson().steps.len();
    html! {
        <div class="lesson-way">
            <button type="button" id="lesson-back" disabled={step == 0} onclick={back}>{ words.back }</button>
            <span>{ format!("{} {} {} {steps}", words.step, step + 1, words.of) }</span>
            if going.session.has_next() {
                <button type="button" id="lesson-next" class={classes!(going.session.is_settled().then_some("primary"))} disabled={!going.session.is_settled()} onclick={next}>{ words.next }</button>
            } else {
                <a class="button" id="lesson-all" href={address_bar::path() + address_bar::START_QUERY}>{ words.all_lessons }</a>
            }
        </div>
    }
}

/// What is clicked in the picture becomes the answer of a task that asks to pick something; what is chosen in the column is selected in the picture.
#[hook]
fn use_picked_in_picture(lab: &Lab) {
    let lab = lab.clone();
    let study = workbench(&lab).study;
    let selected = study.and_then(|study| selected_in(&lab.model().view, study.kind()));
    use_effect_with(selected, move |&selected| {
        let (Some(study), Some(id), Some(going)) = (study, selected, lab.going()) else { return };
        if !going.session.task().is_some_and(|task| matches!(task.ask, Ask::Pick(_))) || asks_for_line(going) {
            return;
        }
        let Some(name) = study.row_of(&lab, id).and_then(|row| study.name_at(&lab, row)) else { return };
        let candidates = going.session.candidates(&lab.lesson_scenario()).unwrap_or_default();
        let is_meant = |given: &Given| matches!(given, Given::Thing(thing) if is_called(&thing.name().to_string(), &name));
        if let Some((given, _)) = candidates.into_iter().find(|(given, _)| is_meant(given)) {
            lab.draft_answer(Some(given));
        }
    });
}

/// Whether a job is one of a request: 11.2 is one of 11.
fn is_called(thing: &str, request: &str) -> bool {
    thing == request || thing.split_once('.').is_some_and(|(of, _)| of == request)
}
