//! What happens in a lesson: answers, the way on, hints, the solution, what is locked. The scenario on screen is the page's own.

use super::ask::first_place;
use super::going::{Course, Going};
use super::words::Words;
use super::{progress, report};
use crate::app::shell::context::Lab;
use crate::app::shell::embed::lesson_has_come;
use crate::app::shell::notices::{Cause, Notice};
use crate::engine::{Scenario, ScenarioError};
use crate::formats::link::Opened;
use crate::formats::messages::LessonAsked;
use crate::lessons::answer_code::Answers;
use crate::lessons::model::{Ask, Task};
use crate::lessons::parse;
use crate::lessons::record::Given;
use crate::lessons::resumed::brought_to;
use crate::lessons::session::{Judged, Outcome, Place, Session};
use crate::lessons::words::of_locked;
use crate::state::{Action, Edit, ScenarioEdit, ViewAction};
use gloo_timers::callback::Timeout;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// How long each change of a solution is looked at before the next one, in milliseconds.
const PLAYED_MS: u32 = 900;

impl Lab {
    /// The lesson that is being taken.
    pub fn going(&self) -> Option<&Rc<Going>> {
        self.course.going()
    }

    /// What can be done with a picture, and what is drawn in it. A lesson says itself what may be done.
    pub fn hint(&self, does: &str, drawn: &str) -> String {
        if self.may_add() { format!("{does} {drawn}").trim_end().to_string() } else { drawn.to_string() }
    }

    /// The answers to the lesson that is shown, as a code.
    pub fn answer_code(&self) -> Option<String> {
        self.going().map(|going| Answers::of(&going.session).encode())
    }

    /// The scenario as the student has it.
    pub fn lesson_scenario(&self) -> Scenario {
        self.model().workspace.scenario(self.model().view.panel)
    }

    fn set_course(&self, going: Going, now: &Scenario) {
        progress::keep(&going.key, &going.session, now);
        report::tell(&going.session);
        self.course.set(Course::of(going));
    }

    /// Shows a scenario of the lesson in place of the one on screen.
    fn show_in_lesson(&self, opened: Opened) {
        if self.model().draft.is_some() {
            self.gesture.borrow_mut().take();
            self.page.dispatch(Action::Edit(Edit::Cancel));
        }
        self.page.dispatch(Action::Scenario(ScenarioEdit::Open(Box::new(opened))));
    }

    fn lesson_failed(&self, error: &ScenarioError) {
        self.notices.add(Notice::problem(error.to_string()).about(Cause::Planning));
    }

    /// Has something chosen or typed as an answer that is not given yet.
    pub fn draft_answer(&self, given: Option<Given>) {
        if let Some(going) = self.going().filter(|going| !going.session.is_settled() && going.draft != given) {
            // What was said of the answer before is not about this one.
            self.course.set(Course::of(Going { draft: given, judged: None, ..(**going).clone() }));
        }
    }

    /// Gives the answer.
    pub fn answer_task(&self) {
        let Some(mut going) = self.going().filter(|going| going.can_answer()).map(|going| (**going).clone()) else { return };
        let now = self.lesson_scenario();
        let seconds = going.seconds();
        let given = going.draft.clone().unwrap_or_else(|| untouched(self, &going));
        match going.session.answer(given.clone(), &now, seconds) {
            Ok(judged) => {
                report::tell_answer(&going.session, &given, &now, judged.outcome, seconds);
                let mut now = now;
                going.since = js_sys::Date::now();
                if judged.outcome == Outcome::Voted {
                    going.draft = None;
                }
                self.spoken.set(spoken(&going, &judged).into());
                going.judged = Some(judged);
                if going.session.is_settled()
                    && let Ok(revealed) = going.session.revealed(&now)
                {
                    now = revealed.scenario.clone();
                    self.show_in_lesson(revealed);
                }
                self.set_course(going, &now);
            }
            Err(error) => self.lesson_failed(&error),
        }
    }

    /// Goes on to the next task or step.
    pub fn next_task(&self) {
        let Some(mut going) = self.going().map(|going| (**going).clone()) else { return };
        match going.session.next(&self.lesson_scenario()) {
            Ok(begins) => self.arrive(going, begins),
            Err(error) => self.lesson_failed(&error),
        }
    }

    /// Goes to a step.
    pub fn go_to_step(&self, step: usize) {
        let Some(mut going) = self.going().map(|going| (**going).clone()) else { return };
        match going.session.go_to(step, &self.lesson_scenario()) {
            Ok(()) => self.arrive(going, true),
            Err(error) => self.lesson_failed(&error),
        }
    }

    /// Begins the whole lesson again.
    pub fn restart_lesson(&self, name: &str) {
        let Some(going) = self.going() else { return };
        match Session::new(Arc::clone(going.session.lesson()), name) {
            Ok(session) => {
                progress::forget(&going.key);
                self.arrive(Going { session, ..(**going).clone() }, true);
            }
            Err(error) => self.lesson_failed(&error),
        }
    }

    /// Goes on with a session of the same lesson.
    pub fn resume_lesson(&self, session: Session) {
        if let Some(going) = self.going() {
            self.arrive(Going { session, ..(**going).clone() }, true);
        }
    }

    fn arrive(&self, going: Going, begins: bool) {
        let going = Going { draft: None, judged: None, since: js_sys::Date::now(), ..going };
        self.notices.settle(Cause::Changing);
        let mut now = self.lesson_scenario();
        if begins {
            let here = going.session.here();
            now = here.scenario.clone();
            self.show_in_lesson(here);
        }
        self.set_course(going, &now);
    }

    /// Shows one more hint.
    pub fn hint_in_lesson(&self) {
        let Some(mut going) = self.going().map(|going| (**going).clone()) else { return };
        if let Some(hint) = going.session.hint() {
            self.spoken.set(hint.plain().into());
        }
        self.set_course(going, &self.lesson_scenario());
    }

    /// The step's scenario as it was given.
    pub fn begin_step_again(&self) {
        let Some(mut going) = self.going().map(|going| (**going).clone()) else { return };
        going.session.start_again();
        self.arrive(going, true);
    }

    /// Plays the solution.
    pub fn show_solution(&self) {
        let Some(mut going) = self.going().map(|going| (**going).clone()) else { return };
        match going.session.show_me() {
            Ok(played) => {
                let now = played.last().cloned().unwrap_or_else(|| self.lesson_scenario());
                going.draft = going.session.right(&now).ok().flatten();
                going.judged = None;
                self.spoken.set(going.words().shown.into());
                let end = going.session.revealed(&now);
                self.set_course(going, &now);
                play(self.clone(), played.into(), end);
            }
            Err(error) => self.lesson_failed(&error),
        }
    }

    /// Shows a lesson of the host's, at one of its tasks with all before it solved.
    ///
    /// # Errors
    /// It cannot be read or planned: why, in words.
    pub fn begin_lesson(&self, asked: &LessonAsked) -> Result<(), String> {
        let lesson =
            parse::read_draft(&asked.text).map_err(|errors| errors.first().map(ToString::to_string).unwrap_or_default())?;
        let [step, task] = [asked.step, asked.task].map(|number| number as usize - 1);
        let session = brought_to(&Arc::new(lesson), Place { step, task }).ok_or("a scenario of the lesson cannot be planned")?;
        lesson_has_come();
        self.arrive(Going { is_locked: asked.is_locked, ..Going::new(session) }, true);
        Ok(())
    }

    /// Whether requests can be drawn and added: in a lesson only where everything may be changed.
    pub fn may_add(&self) -> bool {
        self.going().is_none_or(|going| going.session.step().allow.iter().any(|lever| lever.name == "anything"))
    }

    /// Whether something may happen to the model; where a lesson locks it, that is said.
    pub fn lets_happen(&self, action: &Action) -> bool {
        let Some(going) = self.going() else { return true };
        let study = match action {
            Action::Edit(Edit::Draft(change) | Edit::Set { change, .. } | Edit::Remove(change)) => &change.study,
            Action::Scenario(ScenarioEdit::Study(study, None)) => study,
            Action::Edit(Edit::Commit | Edit::Cancel) => return true,
            Action::View(view) => return !matches!(view, ViewAction::Panel(_)),
            Action::Scenario(_) | Action::History(_) | Action::Recall(_) => return false,
        };
        if !going.is_locked {
            return true;
        }
        let now = Scenario { title: self.lesson_scenario().title, study: study.clone() };
        match going.session.allows(&now) {
            Ok(()) => true,
            Err(locked) => {
                self.notices.add(Notice::word(of_locked(&locked, going.session.lesson().head.language)).about(Cause::Changing));
                false
            }
        }
    }
}

/// The answer that is there before anything is chosen: the bar where it lies, the lines as they stand, the scenario.
fn untouched(lab: &Lab, going: &Going) -> Given {
    match going.session.task() {
        Some(Task { ask: Ask::Place(_), .. }) => Given::Start(first_place(lab, going)),
        Some(Task { ask: Ask::Order, choices, .. }) => Given::Order((0..choices.len()).collect()),
        _ => Given::Scenario,
    }
}

/// Shows one scenario after another.
fn play(lab: Lab, mut scenarios: VecDeque<Scenario>, end: Result<Opened, ScenarioError>) {
    let Some(next) = scenarios.pop_front() else {
        return match end {
            Ok(end) => lab.show_in_lesson(end),
            Err(error) => lab.lesson_failed(&error),
        };
    };
    lab.page.dispatch(Action::Scenario(ScenarioEdit::Study(Box::new(next.study), None)));
    Timeout::new(PLAYED_MS, move || play(lab, scenarios, end)).forget();
}

/// What is read aloud of an answer.
fn spoken(going: &Going, judged: &Judged) -> String {
    let words = going.words();
    let verdict = verdict_words(words, going.session.task().map(|task| &task.ask), judged.outcome);
    let told = judged.feedback.as_ref().map(|text| text.plain()).unwrap_or_default();
    format!("{verdict} {told}")
}

/// An outcome in words.
pub fn verdict_words(words: &'static Words, ask: Option<&Ask>, outcome: Outcome) -> &'static str {
    match outcome {
        // Neither right nor wrong.
        Outcome::Right if ask == Some(&Ask::Bet) => words.bet_placed,
        Outcome::Right => words.right,
        Outcome::Again => words.not_yet,
        Outcome::Missed => words.wrong,
        Outcome::Voted => words.talk,
    }
}
