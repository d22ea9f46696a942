//! The tasks of a lesson over all steps.

use crate::model::{Lesson, Step, Task};

/// The tasks of a lesson over all steps, each with the place of its step and its place there, from 0.
pub fn tasks_of(lesson: &Lesson) -> impl Iterator<Item = (usize, usize, &Task)> {
    let of_step = |(step, of): (usize, &Step)| (step, of.tasks.len());
    let places = lesson.steps.iter().enumerate().map(of_step).flat_map(|(step, tasks)| (0..tasks).map(move |task| (step, task)));
    places.map(|(step, task)| (step, task, &lesson.steps[step].tasks[task]))
}

/// What a task is called: its step and, where the step has several, its place there, as people count.
pub fn name_of(lesson: &Lesson, step: usize, task: usize) -> String {
    match lesson.steps.get(step) {
        Some(of) if of.tasks.len() > 1 => format!("{}.{}", step + 1, task + 1),
        _ => (step + 1).to_string(),
    }
}
