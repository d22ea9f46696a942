//! The table students × tasks.

use super::lesson::Asked;
use crate::app::kit::tables::pager::use_pages;
use crate::app::kit::tables::table::{Column, Table};
use crate::app::kit::text::format::counted;
use crate::lessons::answer_code::TaskAnswer;
use crate::lessons::class::{Answered, Class, Question, words_of};
use crate::lessons::model::Ask;
use crate::lessons::record::State;
use std::rc::Rc;
use yew::prelude::*;

/// Students on one page of the table.
const ROWS: usize = 200;

/// Properties of [`Students`].
#[derive(Properties, PartialEq)]
pub struct StudentsProps {
    /// The lesson.
    pub asked: Asked,
    /// Who answered.
    pub class: Rc<Class>,
    /// What they are called.
    pub names: Rc<Vec<String>>,
}

/// The table. Its first row is the whole class.
#[component]
pub fn Students(StudentsProps { asked, class, names }: &StudentsProps) -> Html {
    let pages = use_pages(class.students.len(), ROWS);
    let questions = &asked.questions;
    let heading = |question: &Question| Column::new(format!("{} {}", question.name, question.heading)).with_class("task");
    let columns: Vec<Column> = std::iter::once(Column::new("Student")).chain(questions.iter().map(heading)).collect();
    let whole = questions.iter().map(|question| html! { <td>{ summary(question, &question.answered(class)) }</td> });
    let rows = pages.shown().filter_map(|at| Some((class.students.get(at)?, names.get(at)?))).map(|(student, name)| {
        let cells = questions.iter().filter_map(|question| Some(cell(question, student.tasks.get(question.number)?)));
        html! { <tr><th scope="row">{ name }</th>{ for cells }</tr> }
    });
    html! {
        <>
            <Table label="Students and tasks" id="class-students" class="class-students" {columns}>
                <tr class="whole"><th scope="row">{ "Right at first" }</th>{ for whole }</tr>
                { for rows }
            </Table>
            if pages.are_several() { { pages.bar("Students ") } }
        </>
    }
}

/// How many were right at first, or answered at all.
fn summary(question: &Question, answered: &Answered) -> String {
    match answered.answered {
        count if question.is_never_wrong() => format!("{count} answered"),
        count => format!("{} of {count}", answered.right_at_first),
    }
}

/// How a task ended, as the style sheet calls it, with a sign and in words.
pub fn state_of(question: &Question, answer: &TaskAnswer) -> (&'static str, &'static str, &'static str) {
    let ask = &question.task.ask;
    match answer.state {
        State::Open if answer.tries == 0 => ("open", "–", "not answered"),
        State::Open if *ask == (Ask::Predict { twice: true }) => ("open", "○", "voted once"),
        State::Open => ("open", "○", "not yet right"),
        State::Shown if matches!(ask, Ask::Predict { .. }) => ("wrong", "✗", "wrong"),
        State::Shown => ("shown", "◐", "shown"),
        _ if question.is_never_wrong() => ("done", "•", "done"),
        State::First => ("right", "✓", "right"),
        State::Later if *ask == (Ask::Predict { twice: true }) => ("right", "✓", "right"),
        State::Later => ("later", "✓", "right later"),
    }
}

fn cell(question: &Question, answer: &TaskAnswer) -> Html {
    let (class, sign, words) = state_of(question, answer);
    let has_words = !matches!(question.task.ask, Ask::Do(_) | Ask::Bet | Ask::Explain);
    let said = answer.first.iter().chain(&answer.second).filter(|_| has_words).map(|short| words_of(&question.task, short));
    let said = said.collect::<Vec<_>>().join(" → ");
    // 15 and 3 stand for more, too.
    let many = |count: u8, most: u8, one: &str, many: &str| match count {
        count if count >= most => format!("{count} or more {many}"),
        count => counted(count.into(), one, many),
    };
    let is_twice = question.task.ask == Ask::Predict { twice: true };
    let tries = (answer.tries > 1 && !is_twice).then(|| many(answer.tries, 15, "try", "tries"));
    let hints = (answer.hints > 0).then(|| many(answer.hints, 3, "hint", "hints"));
    let minutes = (answer.minutes > 0).then(|| many(answer.minutes, 15, "min", "min"));
    let counts: Vec<String> = [tries, hints, minutes].into_iter().flatten().collect();
    html! {
        <td class={classes!("class-cell", class)}>
            <span class="state"><span class="sign" aria-hidden="true">{ sign }</span>{ " " }{ words }</span>
            if !said.is_empty() { <span class="said">{ said }</span> }
            if !counts.is_empty() { <span class="hint">{ counts.join(", ") }</span> }
        </td>
    }
}
