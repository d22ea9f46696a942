//! Whether an answer in a code is one that its task offers, and what it says.

use super::tasks::tasks_of;
use crate::answer_code::{Answers, Short};
use crate::model::{Ask, Lesson, Pickable, Task};

/// Whether every answer is one that its task offers. Whoever changes a code can put anything into it.
pub fn are_offered(lesson: &Lesson, answers: &Answers) -> bool {
    tasks_of(lesson).zip(&answers.tasks).all(|((_, _, task), answer)| {
        let is_twice = task.ask == Ask::Predict { twice: true };
        answer.first.iter().chain(&answer.second).all(|short| is_offered(task, short))
            && (answer.second.is_none() || is_twice && answer.first.is_some())
    })
}

fn is_whole(number: f64) -> bool {
    number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)
}

fn is_offered(task: &Task, short: &Short) -> bool {
    match (&task.ask, short) {
        (Ask::Predict { .. }, Short::Number(line)) => is_whole(*line) && (1..=task.choices.len()).contains(&(*line as usize)),
        (Ask::Order, Short::Order(lines)) => {
            let mut sorted = lines.clone();
            sorted.sort_unstable();
            sorted.into_iter().eq(1..=task.choices.len() as u32)
        }
        (Ask::Pick(Pickable::Period), Short::Pair(..)) | (Ask::Pick(Pickable::Job), Short::Pair(..)) => true,
        (Ask::Pick(Pickable::Period), _) => false,
        (Ask::Pick(_) | Ask::Place(_), Short::Number(number)) => is_whole(*number),
        (Ask::Number, Short::Number(number)) => number.is_finite(),
        (Ask::Do(_) | Ask::Bet | Ask::Explain, Short::Done) => true,
        _ => false,
    }
}

/// An answer to a task as people say it.
pub fn words_of(task: &Task, short: &Short) -> String {
    let line = |line: u32| {
        let choice = task.choices.get((line as usize).wrapping_sub(1));
        choice.map_or_else(|| line.to_string(), |choice| choice.text.plain())
    };
    match (&task.ask, short) {
        (Ask::Predict { .. }, Short::Number(number)) => line(*number as u32),
        (Ask::Order, Short::Order(lines)) => lines.iter().map(|number| line(*number)).collect::<Vec<_>>().join(" → "),
        (Ask::Pick(Pickable::Period), Short::Pair(server, start)) => format!("server {server}, idle from {start}"),
        (Ask::Pick(pickable), short) => format!("{} {short}", pickable.key()),
        (_, short) => short.to_string(),
    }
}
