//! The hash of a lesson: over its scenarios, tasks and checks, not over its wording. Answers and saved progress name their lesson by it, so a corrected sentence
//! or a translation keeps them.

use crate::file;
use crate::model::{Ask, Lesson, Lever, Shown, Task, When};
use std::fmt::Write;

/// The hash of a lesson.
pub fn of(lesson: &Lesson) -> u32 {
    crc32fast::hash(meaning(lesson).as_bytes())
}

/// Everything of a lesson but its wording. It never changes for a lesson that stays the same: the tests pin the hash of one.
fn meaning(lesson: &Lesson) -> String {
    let mut text = format!("seeded {}\n", lesson.head.is_seeded);
    // Writing to memory cannot fail.
    for step in &lesson.steps {
        if let Some(opened) = &step.scenario {
            let mut scenario = opened.scenario.clone();
            scenario.title.clear();
            let _ = writeln!(text, "scenario {}", file::value_of(&scenario));
        }
        let allow: Vec<String> = step.allow.iter().map(Lever::to_string).collect();
        let _ = writeln!(text, "step {} {allow:?} {:?}", shown(&step.show), step.hide);
        step.tasks.iter().for_each(|task| of_task(task, &mut text));
    }
    text
}

fn of_task(task: &Task, text: &mut String) {
    let ask = match &task.ask {
        Ask::Do(condition) => format!("do {condition}"),
        other => format!("{other:?}"),
    };
    let _ = writeln!(text, "{ask} {} {}", task.choices.len(), shown(&task.reveal));
    for choice in task.choices.iter().filter_map(|choice| choice.holds.as_ref()) {
        let _ = writeln!(text, "choice {choice}");
    }
    if let Some(answer) = &task.answer {
        let _ = writeln!(text, "answer {}{}", answer.value, answer.within.map_or(String::new(), |within| within.to_string()));
    }
    for feedback in &task.feedback {
        let _ = match &feedback.when {
            When::Holds(condition) => writeln!(text, "if {condition}"),
            other => writeln!(text, "if {other:?}"),
        };
    }
    let _ = writeln!(text, "hints {} solution {:?}", task.hints.len(), task.solution);
}

fn shown(shown: &[Shown]) -> String {
    format!("{shown:?}")
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::parse::read;

    const LESSON: &str = "# Two jobs\n\n## One step\nscenario:\n```json\n{\"version\": 1, \"title\": \"Two jobs\", \"machine\": {\"nodes\": 1}, \
                          \"workload\": {\"requests\": [{\"earliest_start\": 2, \"duration\": 1}]}}\n```\n\npredict: Is it accepted?\n- yes\n- no\n\
                          answer: accepted(1)\n";

    #[test]
    fn the_hash_is_over_the_checks_and_stays_what_it_was() {
        let hash = |text: &str| of(&read(text).expect("a lesson"));
        assert_eq!(hash(LESSON), 630_749_538);
        assert_eq!(hash(&LESSON.replace("Two jobs", "Dua job").replace("- yes", "- ya")), hash(LESSON));
        assert_ne!(hash(&LESSON.replace("accepted(1)", "not accepted(1)")), hash(LESSON));
        assert_ne!(hash(&LESSON.replace("\"duration\": 1", "\"duration\": 2")), hash(LESSON));
    }
}
