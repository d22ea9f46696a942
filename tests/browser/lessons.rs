//! Lessons in the page: every one is solved by the keyboard alone and with the pointer in the pictures, as the engine says; what is
//! locked stays as it is; a reload goes on where the student was; nothing of the student's own work is touched.

use crate::harness::{Device, Page, Point, with_page};
use crate::lab::{expect_notice, expect_scenario, open_lab, open_start, point, with_newcomer};
use bookahead::engine::Scenario;
use bookahead::lessons::answer_code::{Answers, TaskAnswer};
use bookahead::lessons::levers::played;
use bookahead::lessons::model::{Ask, Assignment, Lesson, Setting, Which};
use bookahead::lessons::record::{Given, Thing};
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

/// What a student answers with. Digits and words are typed either way, and lists are chosen from by keys.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hand {
    Keys,
    Pointer,
}

/// A student who knows what is right, with the scenario that the page should show.
pub struct Student<'a> {
    page: &'a Page,
    hand: Hand,
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
        Self { page, hand: Hand::Keys, session, now }
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

    /// Presses a button or what is like one.
    fn press(&self, css: &str) {
        match self.hand {
            Hand::Keys => {
                self.page.focus(css);
                self.page.key("Enter");
            }
            Hand::Pointer => self.page.click(css),
        }
    }

    /// Where a thing is in the picture; `None` for a job that waits outside it.
    fn place_of(&self, thing: &Thing) -> Option<Point> {
        let name = thing.name().to_string();
        let middle =
            "const box = part?.getBoundingClientRect(); return box ? [box.left + box.width / 2, box.top + box.height / 2] : null";
        let named = |css: &str| {
            let script = format!(
                "const part = [...document.querySelectorAll({css:?})].find(part => part.textContent === arguments[0] || part.textContent.startsWith(`${{arguments[0]}}.`)); {middle}"
            );
            Some(self.page.js(&script, &[json!(name)])).filter(|place| !place.is_null())
        };
        Some(match thing {
            Thing::Task(task) => {
                let script =
                    format!("const part = document.querySelector(`.task[data-task='${{arguments[0]}}'] .task-name`); {middle}");
                point(&self.page.js(&script, &[json!(task)]))
            }
            Thing::Job(..) | Thing::Request(_) => point(&named(".charts .bar-name")?),
            // From the lowest row upwards.
            Thing::Server(row) => {
                let servers = self.session.candidates(&self.now).expect("what can be picked").len() as f64;
                let ground = self.ground();
                Point { x: ground[0] + ground[2] / 2.0, y: ground[1] + ground[3] * (1.0 - (f64::from(*row) + 0.5) / servers) }
            }
            Thing::Line(line) => {
                let script = format!(
                    "const part = document.querySelector(`.lesson-lines li:nth-child(${{arguments[0]}}) label`); part.scrollIntoView({{block: 'nearest'}}); {middle}"
                );
                point(&self.page.js(&script, &[json!(line)]))
            }
            Thing::Slot(_) | Thing::Node(_) | Thing::Period { .. } => panic!("no lesson asks for a {thing}"),
        })
    }

    /// Left and upper edge, width and height of what is pressed over the picture.
    fn ground(&self) -> [f64; 4] {
        self.page.wait_for_element(".lesson-ground");
        let script = "const box = document.querySelector('.lesson-ground').getBoundingClientRect(); return [box.left, box.top, box.width, box.height]";
        let told = self.page.js(script, &[]);
        [0, 1, 2, 3].map(|i| told[i].as_f64().expect("a number"))
    }

    /// Enters an answer with the pointer, in the picture where it is there.
    fn point_at(&self, given: &Given) {
        let page = self.page;
        match given {
            Given::Choice(line) => page.click(&format!("#lesson-choice-{}", line + 1)),
            Given::Thing(thing) => {
                let Some(place) = self.place_of(thing) else { return self.enter(given) };
                page.click_at(Device::Mouse, place);
                let name = json!(thing.to_string());
                page.wait_for(
                    "the picked thing",
                    "document.querySelector('#lesson-pick').selectedOptions[0].innerText === arguments[0]",
                    &[name],
                );
            }
            // From the left until it is there.
            Given::Start(start) => {
                let [left, top, width, height] = self.ground();
                let at = |x: f64| Point { x: left + x, y: top + height / 2.0 };
                let is_there = || page.value("#lesson-start") == start.to_string();
                let mut x = 1.0;
                page.press_at(Device::Mouse, at(x));
                while !is_there() {
                    assert!(x < width, "slot {start} is in the picture");
                    page.move_from_to(Device::Mouse, at(x), at(x + 12.0), 1);
                    page.settle();
                    x += 12.0;
                }
                page.release(Device::Mouse);
            }
            Given::Number(number) => {
                page.click("#lesson-number");
                page.type_text(&number.to_string());
            }
            Given::Words(words) => {
                page.click("#lesson-words");
                page.type_text(words);
            }
            Given::Order(order) => self.enter_order(order),
            Given::Scenario => {}
        }
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
                self.press(&format!(".lesson-order li:nth-child({}) button", at + 1));
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
        match self.hand {
            Hand::Keys => self.enter(&given),
            Hand::Pointer => self.point_at(&given),
        }
        let page = self.page;
        // Enter in a field with a number gives the answer.
        if self.hand == Hand::Pointer || !matches!(given, Given::Start(_) | Given::Number(_)) {
            let what = format!("{given:?} to be an answer to “{}”", self.session.step().heading);
            page.wait_for(&what, "document.querySelector('#lesson-check')?.disabled === false", &[]);
            self.press("#lesson-check");
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
        self.press("#lesson-next");
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
fn every_lesson_is_solved_with_the_pointer() {
    with_page("lessons-pointer", |page| {
        page.size(1440, 900);
        for name in NAMES {
            open(page, &format!("?lesson={name}"));
            let mut student = Student { hand: Hand::Pointer, ..Student::new(page, lesson(name)) };
            student.go_through();
            let told = Answers::decode(&page.value("#lesson-code")).expect("a code");
            assert!(told.tasks.iter().all(|task| task.tries <= 2), "{name}: {:?}", told.tasks);
        }
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
fn a_file_with_a_lesson_is_opened_or_says_what_is_wrong_with_it() {
    with_page("lesson-file", |page| {
        open_lab(page, "");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        let own = with_newcomer(|request| request.duration = 4);
        expect_scenario(page, &own);
        open_start(page);
        let text = text_of("who-makes-room");
        page.choose_file("#choose-file", "wrong.lesson.md", text.replacen("answer:", "answr:", 1).as_bytes());
        expect_notice(
            page,
            "wrong.lesson.md is no lesson: line 26, column 1: there is no field `answr`; did you mean `answer`? Your work is as it was.",
        );
        page.choose_file("#choose-file", "long.md", &vec![b'#'; 300_000]);
        expect_notice(page, "long.md is no lesson: it has 300000 bytes; at most 262144 are read");
        // The name may be another one.
        page.choose_file("#choose-file", "lesson.txt", text.as_bytes());
        page.wait_for_text("#lesson-step", "Will there be room?");
        page.click("#lesson-leave");
        open_lab(page, "");
        expect_scenario(page, &own);
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
fn lines_are_shown_in_their_order() {
    with_page("lesson-order", |page| {
        let text = text_of("who-makes-room");
        let (_, step) = text.split_once("## Two jobs, or one?").expect("a step");
        open(page, &format!("#{}", link::encode(&format!("# Order\n\n## Two jobs, or one?{step}"))));
        // Nothing can be drawn here.
        assert!(page.texts(".lane .hint").iter().all(|hint| hint == "Pick a request."), "{:?}", page.texts(".lane .hint"));
        page.focus("#lesson-check");
        page.key("Enter");
        page.wait_for_element(".lesson-told.wrong");
        page.focus("#lesson-show-me");
        page.key("Enter");
        page.wait_for("no buttons", "document.querySelectorAll('.lesson-order button').length === 0", &[]);
        assert_eq!(page.texts(".lesson-order li"), ["job 2", "job 3"]);
        page.assert_accessible("lines in their order");
    });
}

#[test]
fn the_start_page_leads_with_the_lessons() {
    with_page("start-lessons", |page| {
        open_lab(page, "");
        open_start(page);
        assert_eq!(page.count("#start-lessons ~ ol.lessons > li, section:has(> #start-lessons) ol.lessons > li"), 13);
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
