//! Puts the parts of a lesson together.

use super::error::{At, LINE_CHARS_MAX, LessonError, STEPS_MAX, TASKS_MAX, quoted};
use super::items::{ASKS, Item, OF_HEAD, OF_STEP};
use super::piece::Piece;
use super::{prose, scenario, shown, task};
use crate::model::{Head, Language, Lesson, Step};
use crate::nearest;
use crate::prose::Prose;

/// Longest time of a lesson, in minutes.
const MINUTES_MAX: u32 = 600;

/// A lesson that is being put together.
struct Reading<'a> {
    errors: &'a mut Vec<LessonError>,
    lesson: Lesson,
    /// The fields of the head, or of the step, that were given.
    given: Vec<&'static str>,
    /// Whether a `scenario:` waits for its fenced block.
    waits: Option<At>,
}

/// Puts the parts together. A lesson that is being written need not have its solutions.
pub fn read(items: &[Item], needs_solutions: bool, errors: &mut Vec<LessonError>) -> Lesson {
    let lesson = Lesson { title: String::new(), head: Head::default(), introduction: Prose::default(), steps: Vec::new() };
    let mut reading = Reading { errors, lesson, given: Vec::new(), waits: None };
    for item in items {
        reading.take(item);
    }
    reading.end_wait();
    let Reading { errors, lesson, .. } = reading;
    let begin = At { line: 1, column: 1 };
    if lesson.title.is_empty() {
        errors.push(LessonError::new(begin, "the lesson has no title; it begins with a line such as `# Who makes room?`"));
    }
    if lesson.steps.is_empty() {
        errors.push(LessonError::new(begin, "the lesson has no step; a step begins with a line such as `## Will there be room?`"));
    }
    if lesson.steps.len() > STEPS_MAX {
        errors.push(LessonError::new(begin, format!("the lesson has {} steps; at most {STEPS_MAX}", lesson.steps.len())));
    }
    if lesson.tasks() > TASKS_MAX {
        errors.push(LessonError::new(begin, format!("the lesson has {} tasks; at most {TASKS_MAX}", lesson.tasks())));
    }
    for task in lesson.steps.iter().flat_map(|step| &step.tasks) {
        task::finish(task, items, needs_solutions, errors);
    }
    // Only what is well-formed is tried.
    if errors.is_empty() {
        scenario::try_steps(&lesson.steps, errors);
    }
    lesson
}

impl Reading<'_> {
    fn tell(&mut self, at: At, what: impl Into<String>) {
        self.errors.push(LessonError::new(at, what));
    }

    fn take(&mut self, item: &Item) {
        if let Item::Fence(piece) = item {
            self.take_fence(piece);
            return;
        }
        self.end_wait();
        match item {
            Item::Heading { level, text } => self.take_heading(*level, text),
            Item::Field { name, argument, text } => self.take_field(name, argument, text),
            Item::Choice(piece) => {
                // Lines to choose from follow the field of a task.
                if let Some(task) = self.lesson.steps.last_mut().and_then(|step| step.tasks.last_mut()) {
                    task::add_choice(task, piece, self.errors);
                }
            }
            Item::Text(piece) => {
                let text = prose::read(piece, self.errors);
                let place = match self.lesson.steps.last_mut() {
                    Some(step) => &mut step.text,
                    None => &mut self.lesson.introduction,
                };
                place.0.extend(text.0);
            }
            Item::Fence(_) => {}
        }
    }

    fn take_fence(&mut self, piece: &Piece) {
        if self.waits.take().is_none() {
            self.tell(piece.at(), "a fenced block is allowed only directly below a `scenario:` without text");
            return;
        }
        match scenario::of_file(piece) {
            Ok(opened) => self.put_scenario(opened),
            Err(error) => self.errors.push(error),
        }
    }

    fn put_scenario(&mut self, opened: bookahead_formats::link::Opened) {
        if let Some(step) = self.lesson.steps.last_mut() {
            step.scenario = Some(opened);
        }
    }

    /// A `scenario:` that waits gets nothing.
    fn end_wait(&mut self) {
        if let Some(at) = self.waits.take() {
            self.tell(at, "a `scenario:` needs a link, `as before`, or a fenced block of JSON directly below");
        }
    }

    fn take_heading(&mut self, level: usize, text: &Piece) {
        let name = self.short(text);
        self.given.clear();
        match level {
            1 if self.lesson.title.is_empty() && self.lesson.steps.is_empty() && self.lesson.introduction.is_empty() => {
                self.lesson.title = name;
            }
            1 => self.tell(text.at(), "a lesson has one title, at its beginning; a step begins with `##`"),
            2 => self.lesson.steps.push(Step { heading: name, line: text.at().line, ..Step::default() }),
            _ => self.tell(text.at(), "a heading is `#` for the title or `##` for a step"),
        }
    }

    /// The text of a heading or of a field of the head.
    fn short(&mut self, piece: &Piece) -> String {
        let line = piece.line();
        let chars = line.chars().count();
        if line.is_empty() || chars > LINE_CHARS_MAX {
            self.tell(piece.at(), format!("{chars} characters; allowed are 1 to {LINE_CHARS_MAX}"));
        }
        line
    }

    fn take_field(&mut self, name: &'static str, argument: &Piece, text: &Piece) {
        if OF_HEAD.contains(&name) {
            self.take_head(name, text);
            return;
        }
        let Some(step) = self.lesson.steps.last_mut() else {
            self.tell(text.at(), format!("`{name}:` stands before the first step; a step begins with `##`"));
            return;
        };
        if OF_STEP.contains(&name) {
            let has_task = !step.tasks.is_empty();
            self.take_of_step(name, text, has_task);
        } else if ASKS.contains(&name) {
            let before = std::mem::take(&mut step.text);
            let task = task::begin((name, argument, text), before, self.errors);
            step.tasks.push(task);
        } else if let Some(task) = step.tasks.last_mut().filter(|_| step.text.is_empty()) {
            task::add(task, name, argument, text, self.errors);
        } else {
            self.tell(
                text.at(),
                format!("`{name}:` belongs to a task; it stands below one such as `predict:`, and no paragraph comes between"),
            );
        }
    }

    fn is_first(&mut self, name: &'static str, at: At) -> bool {
        let is_first = !self.given.contains(&name);
        if is_first {
            self.given.push(name);
        } else {
            self.tell(at, format!("`{name}:` is given twice"));
        }
        is_first
    }

    fn take_head(&mut self, name: &'static str, piece: &Piece) {
        let at = piece.at();
        if !self.lesson.steps.is_empty() || !self.is_first(name, at) {
            if !self.lesson.steps.is_empty() {
                self.tell(at, format!("`{name}:` belongs below the title, before the first step"));
            }
            return;
        }
        let text = self.short(piece);
        match name {
            "by" => self.lesson.head.by = text,
            "about" => self.lesson.head.about = text,
            "language" => match Language::ALL.into_iter().find(|language| language.key() == text) {
                Some(language) => self.lesson.head.language = language,
                None => self.tell(at, format!("{} is no language of lessons; allowed are en and id", quoted(&text))),
            },
            "minutes" => match text.parse() {
                Ok(minutes) if (1..=MINUTES_MAX).contains(&minutes) => self.lesson.head.minutes = Some(minutes),
                _ => self.tell(at, format!("{} is no number of minutes; allowed are 1 to {MINUTES_MAX}", quoted(&text))),
            },
            _ if text == "each student" => self.lesson.head.is_seeded = true,
            _ => {
                let hint = nearest::hint(&text, ["each student"]);
                self.tell(at, format!("{} is not allowed; `seed:` can be `each student`{hint}", quoted(&text)));
            }
        }
    }

    fn take_of_step(&mut self, name: &'static str, text: &Piece, has_task: bool) {
        if !self.is_first(name, text.at()) {
            return;
        }
        if has_task {
            self.tell(text.at(), format!("`{name}:` belongs to the step; it stands before its first task"));
            return;
        }
        if name == "scenario" {
            match text.text.trim() {
                "" => self.waits = Some(text.at()),
                "as before" => {}
                _ => match scenario::of_link(text) {
                    Ok(opened) => self.put_scenario(opened),
                    Err(error) => self.errors.push(error),
                },
            }
            return;
        }
        let Some(step) = self.lesson.steps.last_mut() else { return };
        match name {
            "show" => step.show = shown::shown(text, self.errors),
            "hide" => step.hide = shown::hidden(text, self.errors),
            _ => step.allow = shown::allowed(text, self.errors),
        }
    }
}
