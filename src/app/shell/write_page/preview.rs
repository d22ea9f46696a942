//! A lesson as its students read it, all steps one below the other. The picture is in [`super::live`].

use crate::app::kit::text::format::counted;
use crate::app::shell::lesson::prose::{in_line, prose};
use crate::app::shell::lesson::words::Words;
use crate::lessons::model::{Ask, Choice, Language, Lesson, Pickable, Step, Task};
use crate::lessons::words::{of_condition, of_lever};
use std::sync::Arc;
use yew::prelude::*;

/// Properties of [`Preview`].
#[derive(Properties)]
pub struct PreviewProps {
    /// The lesson.
    pub lesson: Arc<Lesson>,
}

impl PartialEq for PreviewProps {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.lesson, &other.lesson)
    }
}

/// The lesson.
#[component]
pub fn Preview(PreviewProps { lesson }: &PreviewProps) -> Html {
    let language = lesson.head.language;
    let words = Words::of(language);
    let step = |step: &Step| {
        let allow: Vec<String> = step.allow.iter().map(|lever| of_lever(lever, language)).collect();
        html! {
            <section class="stack write-step">
                <h3>{ &step.heading }</h3>
                if let Some(opened) = &step.scenario {
                    <p class="hint">{ format!("On screen: {}", titled(&opened.scenario.title)) }{ for step.show.iter().map(|shown| html! { { format!(", {shown}") } }) }</p>
                }
                if !allow.is_empty() { <p class="hint">{ words.you_may_change }{ ": " }{ allow.join(", ") }</p> }
                { for step.tasks.iter().map(|task| asked(language, task)) }
                { prose(&step.text) }
            </section>
        }
    };
    html! {
        <article id="write-preview" class="stack write-preview" lang={lesson.head.language.key()}>
            <h2>{ &lesson.title }</h2>
            <div class="lesson-intro">{ prose(&lesson.introduction) }</div>
            { for lesson.steps.iter().map(step) }
        </article>
    }
}

fn titled(title: &str) -> &str {
    if title.is_empty() { "a scenario without a title" } else { title }
}

fn asked(language: Language, task: &Task) -> Html {
    let words = Words::of(language);
    let line = |choice: &Choice| html! { <li>{ in_line(&choice.text) }</li> };
    let form = match &task.ask {
        Ask::Predict { .. } => html! { <ul class="write-choices">{ for task.choices.iter().map(line) }</ul> },
        Ask::Order => html! { <ol>{ for task.choices.iter().map(line) }</ol> },
        Ask::Do(condition) => {
            let parts = condition.parts().iter().map(|part| html! { <li>{ of_condition(part, language) }</li> });
            html! { <ul class="write-parts">{ for parts }</ul> }
        }
        Ask::Pick(Pickable::Line) => html! { <p class="hint">{ words.pick_line }</p> },
        Ask::Pick(_) => html! { <p class="hint">{ words.pick_in_picture }</p> },
        Ask::Place(_) => html! { <p class="hint">{ words.place_in_picture }</p> },
        Ask::Number => html! { <p class="hint">{ words.your_number }{ ": ____" }</p> },
        Ask::Explain => html! { <p class="hint">{ words.your_words }</p> },
        Ask::Bet => html! { <p class="hint">{ words.place_bet }</p> },
    };
    let hints = (!task.hints.is_empty()).then(|| counted(task.hints.len() as u64, "hint", "hints"));
    html! {
        <>
            { prose(&task.text) }
            <div class="lesson-task">
                if !task.question.is_empty() { <p class="lesson-question">{ in_line(&task.question) }</p> }
                { form }
                if hints.is_some() || !task.feedback.is_empty() {
                    <details>
                        <summary>{ "What is said afterwards" }{ for hints.iter().map(|hints| html! { { format!(", {hints}") } }) }</summary>
                        { for task.feedback.iter().map(|feedback| prose(&feedback.text)) }
                        { for task.hints.iter().map(|hint| html! { <div class="lesson-hint">{ prose(hint) }</div> }) }
                    </details>
                }
            </div>
        </>
    }
}
