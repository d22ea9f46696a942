//! What a class answered to one task: a table whose cells have bars.

use super::bars::{Axis, bar};
use crate::app::kit::tables::table::{Column, Table};
use crate::app::kit::text::format::counted;
use crate::app::shell::lesson::prose::{in_line, prose};
use crate::lessons::answer_code::Short;
use crate::lessons::class::{Answered, Class, Question, Row, Shift};
use crate::lessons::model::{Ask, Language};
use crate::lessons::words::of_condition;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::prelude::*;

/// Most answers that are shown of a task.
const ROWS: usize = 40;

/// Properties of [`QuestionFigure`].
#[derive(Properties, PartialEq)]
pub struct QuestionFigureProps {
    /// The task.
    pub question: Question,
    /// Who answered.
    pub class: Rc<Class>,
    /// Whether requests are drawn for each student.
    pub is_seeded: bool,
}

/// The task, and what was answered.
#[component]
pub fn QuestionFigure(QuestionFigureProps { question, class, is_seeded }: &QuestionFigureProps) -> Html {
    let answered = question.answered(class);
    let id = format!("class-task-{}", question.number + 1);
    let asks = match &question.task.ask {
        Ask::Do(condition) => {
            html! { <p>{ format!("Change the scenario until {}.", of_condition(condition, Language::English)) }</p> }
        }
        Ask::Bet if question.task.question.is_empty() => prose(&question.task.text),
        _ => html! { <p>{ in_line(&question.task.question) }</p> },
    };
    let right = question.right.is_none() && *is_seeded && has_answers(question);
    html! {
        <section class="stack class-question" aria-labelledby={id.clone()}>
            <h3 {id}>{ format!("{} {}", question.name, question.heading) }</h3>
            { asks }
            <p class="hint">{ summary(question, &answered) }if right { { " The requests are drawn for each student, so each has a right answer of their own." } }</p>
            if has_answers(question) { { answers(question, &answered) } }
            if !matches!(question.task.ask, Ask::Predict { .. }) { { ends(question, &answered) } }
        </section>
    }
}

/// Whether codes tell what was answered: of a change or of words they do not.
fn has_answers(question: &Question) -> bool {
    !matches!(question.task.ask, Ask::Do(_) | Ask::Bet | Ask::Explain)
}

fn summary(question: &Question, answered: &Answered) -> String {
    let Answered { answered: count, right_at_first, .. } = answered;
    let students = counted((*count).into(), "student", "students");
    let mut words = match question.task.ask {
        Ask::Explain => format!("{students} wrote something. The words are not in the codes."),
        Ask::Bet => format!("{students} placed the bet."),
        _ => format!("{students} answered, {right_at_first} of them right at first."),
    };
    if let Some(Shift { voted, to_right, from_right, between }) = answered.shift {
        let changed = to_right + from_right + between;
        words += &match (changed, question.right.is_some()) {
            (0, _) => format!(" {voted} voted twice; nobody changed the vote."),
            (_, false) => format!(" {voted} voted twice; {changed} changed the vote."),
            (_, true) => format!(
                " {voted} voted twice; {changed} changed the vote: {to_right} to the right answer, {from_right} away from it, {between} from wrong to wrong."
            ),
        };
    }
    words
}

/// A number that has a place on an axis.
fn place(short: &Short) -> Option<f64> {
    if let Short::Number(number) = short { Some(*number) } else { None }
}

/// The axis of a task whose answers are places or numbers.
fn axis_of(question: &Question, rows: &[&Row]) -> Option<Axis> {
    let length = match question.task.ask {
        Ask::Place(_) => f64::from(question.length),
        Ask::Number => 0.0,
        _ => return None,
    };
    let right = question.right.as_ref().and_then(place).map(|right| right..right + length);
    Some(Axis::of(rows.iter().filter_map(|row| place(&row.answer)), length, right)).filter(|_| !rows.is_empty())
}

fn answers(question: &Question, answered: &Answered) -> Html {
    let rows = most_frequent(&answered.rows);
    let is_twice = question.task.ask == Ask::Predict { twice: true };
    let axis = axis_of(question, &rows);
    let first = match question.task.ask {
        Ask::Place(_) => "Start",
        Ask::Number => "Number",
        Ask::Order => "Order",
        _ => "Answer",
    };
    let mut columns = vec![Column::new(first)];
    if let Some(axis) = &axis {
        let what = if axis.length > 0.0 { "Placed, over where the job is" } else { "On a scale" };
        columns.push(Column::new(what).with_class("words"));
    }
    columns.push(Column::new("First answer").with_class("words"));
    if is_twice {
        columns.push(Column::new("Second vote").with_class("words"));
    }
    let lines = rows.iter().map(|row| {
        let where_ = axis.as_ref().map(|axis| html! { <td class="where">{ for place(&row.answer).map(|at| axis.mark(at)) }</td> });
        html! {
            <tr class={classes!(row.is_right.then_some("right"))}>
                <th scope="row">
                    if row.is_right { <span class="sign" aria-hidden="true">{ "✓ " }</span> }
                    { &row.words }
                    if row.is_right { <span class="hint">{ " (right)" }</span> }
                </th>
                { for where_ }
                <td>{ bar(row.votes.first, answered.answered, false) }</td>
                if is_twice { <td>{ bar(row.votes.second, answered.answered, true) }</td> }
            </tr>
        }
    });
    let more = answered.rows.len() - rows.len();
    html! {
        <>
            <Table label={format!("Answers to {}", question.name)} class="class-bars" {columns}>{ for lines }</Table>
            if more > 0 { <p class="hint">{ format!("{more} rarer answers are not shown; the CSV file has all.") }</p> }
        </>
    }
}

/// The rows in their order, without the rarest where there are too many.
fn most_frequent(rows: &[Row]) -> Vec<&Row> {
    let by_votes: BTreeSet<_> =
        rows.iter().enumerate().map(|(at, row)| (!row.is_right, Reverse(row.votes.first + row.votes.second), at)).collect();
    let kept: BTreeSet<usize> = by_votes.into_iter().take(ROWS).map(|(_, _, at)| at).collect();
    kept.into_iter().filter_map(|at| rows.get(at)).collect()
}

/// How the task ended for the students.
fn ends(question: &Question, answered: &Answered) -> Html {
    let [open, first, later, shown] = answered.states;
    let all = answered.states.iter().sum();
    let rows: Vec<(&str, u32)> = if question.is_never_wrong() {
        vec![("Done", first + later), ("Not done", open + shown)]
    } else {
        vec![("Right at the first try", first), ("Right at a later try", later), ("Had it shown", shown), ("Not right yet", open)]
    };
    let lines =
        rows.into_iter().map(|(words, count)| html! { <tr><th scope="row">{ words }</th><td>{ bar(count, all, false) }</td></tr> });
    let columns = vec![Column::new("How it ended"), Column::new("Students").with_class("words")];
    html! { <Table label={format!("How {} ended", question.name)} class="class-bars" {columns}>{ for lines }</Table> }
}
