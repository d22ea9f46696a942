//! The lessons on the start page, in order. Each is a link: a lesson is a page of its own and touches no work.

use crate::app::shell::lesson::shipped::{LESSONS, Shipped};
use crate::app::shell::page_of_its_own::OwnPage;
use yew::prelude::*;

/// The list.
pub fn lessons() -> Html {
    let card = |(place, lesson): (usize, &Shipped)| {
        let (id, here) = (format!("lesson-{}", lesson.name), format!("?lesson={}", lesson.name));
        html! {
            <li key={lesson.name}>
                <a {id} class="card" href={here.clone()}>
                    <strong>{ format!("{}. {}", place + 1, lesson.title) }</strong>
                    <span>{ lesson.about }</span>
                </a>
                <p class="hint">{ format!("{} minutes · ", lesson.minutes) }<a href={format!("{here}.id")} lang="id" hreflang="id">{ "Bahasa Indonesia" }</a></p>
            </li>
        }
    };
    html! {
        <>
            <p class="hint">{ "Answered in the picture itself: predict, try, compare. Start with the first one; nothing has to be known before." }</p>
            <ol class="plain cards lessons">{ for LESSONS.iter().enumerate().map(card) }</ol>
            <p class="hint">{ "For lecturers: " }<a id="open-class" href={OwnPage::Class.address()}>{ "Class" }</a>{ " shows what your students answered. " }<a id="open-write" href={OwnPage::Write.address()}>{ "Write a lesson" }</a>{ " of your own." }</p>
        </>
    }
}
