//! Lessons in the page: every one is solved by the keyboard alone, as the engine says; what is picked and placed with the pointer is an answer too; what is
//! locked stays as it is; a reload goes on where the student was; nothing of the student's own work is touched.

use crate::harness::{Device, Page, with_page};
use crate::lab::{bar_of, expect_notice, expect_scenario, open_lab, open_start, with_newcomer};
use bookahead::engine::Scenario;
use bookahead::lessons::answer_code::{Answers, TaskAnswer};
use bookahead::lessons::levers::played;
use bookahead::lessons::model::{Ask, Assignment, Lesson, Setting, Which};
use bookahead::lessons::record::Given;
use bookahead::lessons::session::{Outcome, Session};
use bookahead::lessons::{link, parse};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The names of the lessons that lie beside the page.
const NAMES: [&str; 12] = [
    "rigid-or-flexible",
    "who-makes-room",
    "hold-or-release",
    "the-lemma",
    "left-and-right-holes",
    "fragmentation",
    "servers-of-different-speed",
    "who-gets-the-last-node",
    "limits-that-follow",
    "queues",
    "many-nodes-at-one-time",
    "slack",
];

pub fn text_of(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("www/lessons/{name}.lesson.md"));
    fs::read_to_string(path).expect("a lesson of the page")
}

pub fn lesson(name: &str) -> Arc<Lesson> {
    Arc::new(parse::read(&text_of(name)).unwrap_or_else(|errors| panic!("{name}: {errors:?}")))
}

/// Opens a lesson by its name or link.
fn open(page: &Page, address: &str) {
    page.open(address);
    page.wait_for_element("#lesson-step");
    page.settle();
}

/// A student who knows what is right, with the scenario that the page should show.
pub struct Student<'a> {
    page: &'a Page,
    /// As the page should have it.
    pub session: Session,
    now: Scenario,
}

impl<'a> Student<'a> {
    pub fn new(page: &'a Page, lesson: Arc<Lesson>) -> Self {
        Self::at(page, Session::new(lesson, "").expect("a lesson that can be planned"))
    }

    /// One who goes on.
    pub fn at(page: &'a Page, session: Session) -> Self {
        let now = session.here().scenario;
        Self { page, session, now }
    }

    /// An answer that the engine takes as right, or the first of those that are always taken.
    fn right(&self) -> Given {
        if let Some(given) = self.session.right(&self.now).expect("an answer") {
            return given;
        }
        let task = self.session.task().expect("a task");
        let lines = task.choices.len();
        let is_right = |given: &Given| self.session.look(given, &self.now).is_ok_and(|judged| judged.outcome == Outcome::Right);
        match task.ask {
            Ask::Place(_) => (0..200).map(Given::Start).find(is_right),
            Ask::Number => {
                let numbers = (0..2_000).map(f64::from).chain((0..4_000).map(|hundredth| f64::from(hundredth) / 100.0));
                numbers.map(Given::Number).find(is_right)
            }
            Ask::Order => orders(lines).into_iter().map(Given::Order).find(is_right),
            Ask::Do(_) | Ask::Bet => Some(Given::Scenario),
            Ask::Explain => Some(Given::Words("Because nobody moves.".to_string())),
            Ask::Predict { .. } | Ask::Pick(_) => None,
        }
        .unwrap_or_else(|| panic!("{}: nothing is right", self.session.step().heading))
    }

    /// Enters an answer with the keyboard.
    fn enter(&self, given: &Given) {
        let page = self.page;
        match given {
            Given::Choice(line) => {
                page.focus(&format!("#lesson-choice-{}", line + 1));
                page.key(" ");
            }
            Given::Thing(_) => {
                let candidates = self.session.candidates(&self.now).expect("what can be picked");
                let at = candidates.iter().position(|(candidate, _)| candidate == given).expect("it can be picked");
                page.focus("#lesson-pick");
                let chosen = page.js("return document.activeElement.selectedIndex", &[]).as_u64().unwrap_or(0) as usize;
                let (way, times) = if at + 1 >= chosen { ("ArrowDown", at + 1 - chosen) } else { ("ArrowUp", chosen - at - 1) };
                page.keys(way, times as u32);
            }
            Given::Start(start) => page.fill("#lesson-start", &start.to_string()),
            Given::Number(number) => page.fill("#lesson-number", &number.to_string()),
            Given::Order(order) => self.enter_order(order),
            Given::Words(words) => {
                page.focus("#lesson-words");
                page.type_text(words);
            }
            Given::Scenario => {}
        }
    }

    fn enter_order(&self, order: &[usize]) {
        let mut shown: Vec<usize> = (0..order.len()).collect();
        for (place, line) in order.iter().enumerate() {
            let mut at = shown.iter().position(|other| other == line).expect("a line");
            while at > place {
                self.page.focus(&format!(".lesson-order li:nth-child({}) button", at + 1));
                self.page.key("Enter");
                shown.swap(at, at - 1);
                at -= 1;
            }
        }
    }

    /// Makes the changes of a solution with the fields of the column.
    fn change(&mut self, changes: &[Assignment]) {
        for Assignment { lever, value } in changes {
            let id = match lever.of {
                Some(Which::One(number)) => format!("#lever-{}-{number}", lever.name),
                Some(Which::All) => panic!("one at a time"),
                None => format!("#lever-{}", lever.name),
            };
            self.page.wait_for_element(&id);
            match value {
                Setting::Number(number) => self.page.fill(&id, &number.to_string()),
                Setting::Word(word) => {
                    self.page.focus(&id);
                    let to = self.page.js(
                        "const field = document.activeElement; return [...field.options].findIndex(option => option.value === arguments[0]) - field.selectedIndex",
                        &[json!(word)],
                    );
                    let to = to.as_i64().expect("a place in the list");
                    self.page.keys(if to < 0 { "ArrowUp" } else { "ArrowDown" }, to.unsigned_abs() as u32);
                }
            }
        }
        let played = played(&self.now, changes).expect("a solution");
        self.now = played.last().cloned().unwrap_or_else(|| self.now.clone());
    }

    /// Answers the task as it is right, and expects what the engine says to it.
    pub fn answer(&mut self) {
        let task = self.session.task().expect("a task").clone();
        if matches!(task.ask, Ask::Do(_) | Ask::Bet) {
            self.change(&task.solution);
        }
        let given = self.right();
        self.enter(&given);
        let page = self.page;
        // Enter in a field with a number gives the answer.
        if !matches!(given, Given::Start(_) | Given::Number(_)) {
            let what = format!("{given:?} to be an answer to “{}”", self.session.step().heading);
            page.wait_for(&what, "document.querySelector('#lesson-check')?.disabled === false", &[]);
            page.focus("#lesson-check");
            page.key("Enter");
        }
        let judged = self.session.answer(given, &self.now, 0).expect("an answer");
        if judged.outcome == Outcome::Voted {
            return self.answer();
        }
        assert!(self.session.is_settled(), "{}: {judged:?}", self.session.step().heading);
        page.wait_for_element("#lesson-next:not([disabled]), #lesson-all");
        if self.session.has_next() {
            page.wait_for("the focus on the way on", "document.activeElement.id === 'lesson-next'", &[]);
        }
        if let Some(feedback) = &judged.feedback {
            page.wait_for_text(".lesson-told", &plain(&feedback.plain()));
        }
        self.now = self.session.revealed(&self.now).expect("a scenario").scenario;
    }

    /// Goes through all that is left.
    pub fn go_through(&mut self) {
        loop {
            self.page.wait_for_text("#lesson-step", &self.session.step().heading);
            if self.session.task().is_some() && !self.session.is_settled() {
                self.answer();
            }
            if !self.session.has_next() {
                return;
            }
            self.next();
        }
    }

    /// Goes on to the next task or step.
    pub fn next(&mut self) {
        self.page.focus("#lesson-next");
        self.page.key("Enter");
        if self.session.next(&self.now).expect("a next step") {
            self.now = self.session.here().scenario;
        }
        self.page.settle();
    }
}

/// The first line of a text: what follows may be another paragraph on the page.
fn plain(text: &str) -> String {
    text.chars().take(40).collect::<String>().trim().to_string()
}

/// Every order of so many lines.
fn orders(lines: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..lines {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            let left: Vec<usize> = (0..lines).filter(|line| !order.contains(line)).collect();
            left.into_iter().map(move |line| order.iter().copied().chain([line]).collect::<Vec<_>>())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn every_lesson_is_solved_by_the_keyboard() {
    with_page("lessons", |page| {
        for name in NAMES {
            open(page, &format!("?lesson={name}"));
            let mut student = Student::new(page, lesson(name));
            student.go_through();
            let code = page.value("#lesson-code");
            let (told, expected) = (Answers::decode(&code).expect("a code"), Answers::of(&student.session));
            assert_eq!((told.lesson, told.name.as_str()), (expected.lesson, ""), "{name}");
            // The clock runs only there.
            let timeless =
                |answers: &Answers| answers.tasks.iter().map(|task| TaskAnswer { minutes: 0, ..task.clone() }).collect::<Vec<_>>();
            assert_eq!(timeless(&told), timeless(&expected), "{name}");
        }
    });
}

#[test]
fn the_first_lesson_reads_well() {
    with_page("lesson", |page| {
        open(page, "?lesson=who-makes-room");
        page.screenshots("lesson");
        page.assert_accessible("a lesson");
        page.phone();
        page.assert_fits_width();
    });
}

#[test]
fn what_is_locked_stays_and_own_work_is_not_touched() {
    with_page("lesson-locked", |page| {
        open_lab(page, "");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        let own = with_newcomer(|request| request.duration = 4);
        expect_scenario(page, &own);
        open(page, "?lesson=who-makes-room");
        // The answer selects a request.
        Student::new(page, lesson("who-makes-room")).answer();
        page.focus("#handle-duration");
        page.key("ArrowRight");
        expect_notice(page, "Nothing can be changed in this step");
        open_lab(page, "");
        expect_scenario(page, &own);
    });
}

#[test]
fn a_reload_goes_on_where_the_student_was() {
    with_page("lesson-reload", |page| {
        open(page, "?lesson=who-makes-room");
        let mut student = Student::new(page, lesson("who-makes-room"));
        student.answer();
        page.reload();
        page.wait_for_element("#lesson-next:not([disabled])");
        page.wait_for_element(".lesson-told");
        page.focus("#lesson-next");
        page.key("Enter");
        page.wait_for_text("#lesson-step", "Somebody has to go");
    });
}

#[test]
fn a_job_is_picked_and_placed_with_the_pointer() {
    with_page("lesson-pointer", |page| {
        open(page, "?lesson=who-makes-room");
        let mut student = Student::new(page, lesson("who-makes-room"));
        student.answer();
        page.click("#lesson-next");
        student.session.next(&student.now).expect("a step");
        page.wait_for_text("#lesson-step", "Somebody has to go");
        page.settle();
        page.click_at(Device::Mouse, bar_of(page, "logical", "2.1"));
        page.wait_for("the picked job", "document.querySelector('#lesson-pick').selectedOptions[0].innerText === 'job 2'", &[]);
        page.key("Enter");
        page.focus("#lesson-check");
        page.key("Enter");
        page.wait_for_element(".lesson-told.right");
    });
}

#[test]
fn a_link_holds_a_whole_lesson() {
    with_page("lesson-link", |page| {
        let fragment = link::encode(&text_of("who-makes-room"));
        assert!(fragment.len() < 2_000, "{} characters", fragment.len());
        open(page, &format!("#{fragment}"));
        assert_eq!(page.text("#lesson-title"), lesson("who-makes-room").title);
        assert!(page.address().ends_with(&fragment), "the address stays that of the lesson");
    });
}

#[test]
fn a_lesson_that_cannot_be_opened_says_why() {
    with_page("lesson-missing", |page| {
        open_lab(page, "?lesson=none-of-these");
        expect_notice(page, "there is no lesson “none-of-these” beside this page");
        page.expect_missing("lessons/none-of-these.lesson.md");
        page.expect_errors("404");
        open_lab(page, "?lesson=../secret");
        expect_notice(page, "is no name of a lesson");
        open_lab(page, "#l1.damaged");
        expect_notice(page, "This lesson cannot be opened");
    });
}

#[test]
fn the_start_page_leads_with_the_lessons() {
    with_page("start-lessons", |page| {
        open_lab(page, "");
        open_start(page);
        assert_eq!(page.count("#start-lessons ~ ol.lessons > li, section:has(> #start-lessons) ol.lessons > li"), 12);
        for name in NAMES {
            let lesson = lesson(name);
            let card = page.text(&format!("#lesson-{name}"));
            assert!(card.contains(&lesson.title) && card.contains(&lesson.head.about), "{name}: {card}");
            let minutes = page.text(&format!("li:has(> #lesson-{name}) .hint"));
            assert!(minutes.starts_with(&format!("{} minutes", lesson.head.minutes.unwrap_or(0))), "{name}: {minutes}");
        }
        page.screenshots("start-lessons");
        page.click(&format!("#lesson-{}", NAMES[0]));
        page.wait_for_element("#lesson-step");
    });
}
