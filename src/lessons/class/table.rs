//! The table students × tasks as CSV.

use super::students::Class;
use crate::answer_code::{Answers, Short};
use crate::model::Lesson;
use crate::record::State;
use bookahead_formats::csv::table;

impl Class {
    /// The table as CSV: for each task what [`words_of`](super::words_of) tells in words is there as its number. `names` are those of [`Class::names`].
    pub fn csv(&self, lesson: &Lesson, names: &[String]) -> String {
        let mut columns = vec!["name".to_string()];
        for (step, of) in lesson.steps.iter().enumerate() {
            for task in 0..of.tasks.len() {
                let named = |what: &str| format!("{}.{} {what}", step + 1, task + 1);
                columns.extend(["first", "second", "tries", "hints", "state", "minutes"].map(named));
            }
        }
        let told = |short: &Option<Short>| short.as_ref().map_or_else(String::new, Short::to_string);
        let row = |(name, student): (&String, &Answers)| {
            let cells = student.tasks.iter().flat_map(|task| {
                let state = match task.state {
                    State::Open => "open",
                    State::First => "first try",
                    State::Later => "later try",
                    State::Shown => "shown",
                };
                let [tries, hints] = [task.tries, task.hints].map(|count| count.to_string());
                [told(&task.first), told(&task.second), tries, hints, state.to_string(), task.minutes.to_string()]
            });
            std::iter::once(name.clone()).chain(cells).collect()
        };
        table(&[], &columns, &names.iter().zip(&self.students).map(row).collect::<Vec<Vec<String>>>())
    }
}
