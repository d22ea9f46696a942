//! The class page: codes of invented students, made as their pages make them, are pasted with a chat around them; what is shown is what they answered.

use crate::harness::{Page, with_page};
use crate::lab::{expect_notice, open_lab, open_start};
use bookahead::engine::Scenario;
use bookahead::lessons::answer_code::{Answers, Short};
use bookahead::lessons::model::Lesson;
use bookahead::lessons::record::Given;
use bookahead::lessons::session::Session;
use bookahead::lessons::{link, parse};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn text_of(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("www/lessons/{name}.lesson.md"));
    fs::read_to_string(path).expect("a lesson of the page")
}

fn lesson(text: &str) -> Arc<Lesson> {
    Arc::new(parse::read(text).unwrap_or_else(|errors| panic!("{errors:?}")))
}

/// A lesson with two votes, of which each student has another machine to think about.
const VOTES: &str = r#"# Two votes
seed: each student

## Is there room?
scenario:
```json
{"version": 1, "title": "Two", "machine": {"nodes": 2}, "workload": {"requests": [{"earliest_start": 2, "duration": 1}]}}
```

predict twice: Is request 1 accepted?
- yes
- no
answer: accepted(1)

explain: Why?
"#;

/// An invented student.
struct Student {
    session: Session,
    now: Scenario,
}

impl Student {
    fn new(lesson: &Arc<Lesson>, name: &str) -> Self {
        let session = Session::new(Arc::clone(lesson), name).expect("a lesson that can be planned");
        Self { now: session.here().scenario, session }
    }

    /// Gives answers to the task, then has it shown if it is not right yet, and goes on.
    fn answer(mut self, answers: &[Given], hints: u32, seconds: u32) -> Self {
        for _ in 0..hints {
            self.session.hint();
        }
        for answer in answers {
            self.session.answer(answer.clone(), &self.now, seconds).expect("a plan");
        }
        if !self.session.is_settled() {
            self.now = self.session.show_me().expect("a solution").pop().unwrap_or(self.now);
        }
        self.now = self.session.revealed(&self.now).expect("a scenario").scenario;
        if self.session.next(&self.now).expect("a next step") {
            self.now = self.session.here().scenario;
        }
        self
    }

    /// The task of this kind with the right answer.
    fn right(&self) -> Given {
        self.session.right(&self.now).expect("a plan").expect("a right answer")
    }

    fn answer_right(self, seconds: u32) -> Self {
        let right = self.right();
        self.answer(&[right], 0, seconds)
    }

    fn code(&self) -> String {
        Answers::of(&self.session).encode()
    }
}

/// The codes of a class that takes the second lesson, each with the name: who answers right, who does not, who stops.
fn codes(who: &Arc<Lesson>) -> Vec<(&'static str, String)> {
    let job = |student: &Student, right: bool| {
        let answer = student.right();
        let all = student.session.candidates(&student.now).expect("jobs");
        if right { answer } else { all.into_iter().map(|(given, _)| given).find(|given| *given != answer).expect("another job") }
    };
    let ana = Student::new(who, "Ana").answer_right(50);
    let ana = ana.answer_right(70).answer(&[], 0, 0);
    // Job 2 is placed one slot early, then where it is.
    let Given::Start(start) = ana.right() else { panic!("the fourth task is to place a job") };
    let ana = ana.answer(&[Given::Start(start - 1), Given::Start(start)], 1, 30);
    let budi = Student::new(who, "=Budi").answer(&[Given::Choice(0)], 0, 10);
    let wrong = job(&budi, false);
    let budi = budi.answer(&[wrong], 2, 200);
    let citra = Student::new(who, "Citra").answer_right(10).answer_right(10).answer(&[], 0, 0).answer_right(10);
    vec![("Ana", ana.code()), ("=Budi", budi.code()), ("Citra", citra.code())]
}

/// Opens the page.
fn open(page: &Page) {
    page.open("#class");
    page.wait_for_element("#class-codes");
    page.settle();
}

/// Pastes a text.
fn paste(page: &Page, text: &str) {
    let script = "
        const field = document.querySelector('#class-codes');
        field.value = arguments[0];
        field.dispatchEvent(new InputEvent('input', {bubbles: true}))";
    page.js(script, &[json!(text)]);
    page.settle();
}

/// The cells of a row of the table of students, each as one line.
fn cells(page: &Page, name: &str) -> Vec<String> {
    let script = "
        const row = [...document.querySelectorAll('#class-students tr')].find(row => row.cells[0].innerText === arguments[0]);
        return [...row.cells].slice(1).map(cell => cell.innerText.replace(/\\s+/g, ' ').trim())";
    let cells = page.js(script, &[json!(name)]);
    cells.as_array().expect("cells").iter().map(|cell| cell.as_str().expect("a text").to_string()).collect()
}

/// The rows of the first table of a task: the answer, and how often it was given.
fn bars(page: &Page, task: u32) -> Vec<Vec<String>> {
    let script = "
        const table = document.querySelector(`#class-task-${arguments[0]}`).parentElement.querySelector('table');
        return [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.innerText.replace(/\\s+/g, ' ').trim()).filter(text => text))";
    serde_json::from_value(page.js(script, &[json!(task)])).expect("texts")
}

#[test]
fn a_class_is_read_from_a_chat() {
    with_page("class", |page| {
        let who = lesson(&text_of("who-makes-room"));
        let codes = codes(&who);
        open(page);
        page.assert_accessible("the class page without codes");
        let foreign = Student::new(&lesson(&text_of("queues")), "Eko").answer(&[Given::Choice(0)], 0, 9).code();
        let mut forged = Answers::of(&Student::new(&who, "Fajar").answer_right(10).session);
        forged.tasks[0].first = Some(Short::Number(9.0));
        let mut damaged = codes[0].1.clone();
        damaged.truncate(damaged.len() - 3);
        let chat = format!(
            "[09:12] Ana: here it is {}, thanks!\n\"Budi\";\"{}\"\n> {}\nDian {damaged}\n{foreign} and {}",
            codes[0].1,
            codes[1].1,
            codes[2].1,
            forged.encode()
        );
        paste(page, &chat);
        page.wait_for_text("#class-status", "3 students; 3 codes are not counted");
        assert_eq!(page.text("#class-lesson-title"), who.title, "the codes tell the lesson");
        page.wait_for_element(".class-bars tr.right");
        assert_eq!(cells(page, "Right at first")[..4], ["2 of 3", "2 of 3", "0 of 0", "1 of 2"]);
        let ana = cells(page, "Ana");
        assert_eq!(ana[..2], ["✓ right no 1 min", "✓ right job 2 2 min"]);
        assert_eq!(ana[2], "◐ shown");
        assert!(ana[3].starts_with("✓ right later") && ana[3].ends_with("2 tries, 1 hint, 1 min"), "{}", ana[3]);
        assert_eq!(ana[4], "– not answered");
        let budi = cells(page, "=Budi");
        assert_eq!(budi[..2], ["✗ wrong yes 1 min", "◐ shown job 1 2 hints, 4 min"]);
        page.wait_for(
            "what is right in the last task",
            "document.querySelectorAll('.class-question .class-bars tr.right').length >= 5",
            &[],
        );
        assert_eq!(bars(page, 1), [["yes", "1"], ["✓ no (right)", "2"]]);
        assert_eq!(bars(page, 2), [["job 1", "1"], ["✓ job 2 (right)", "2"]]);
        let placed = bars(page, 4);
        assert_eq!(placed.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(), ["1", "1"], "{placed:?}");
        assert!(placed[1][0].ends_with("(right)"));
        assert_eq!(page.count("#class-task-4 ~ .scroll-x svg.class-where rect.placed"), 2);
        let left_out = page.text(".class-left-out");
        assert!(left_out.contains("the answer code is damaged"), "{left_out}");
        assert!(left_out.contains("Eko: answers to the lesson “Queues: who may go ahead?”"), "{left_out}");
        assert!(left_out.contains("Fajar: an answer that the lesson does not offer"), "{left_out}");
        page.click("#class-csv");
        let (name, csv) = page.wait_for_download(".csv");
        assert_eq!(name, "who-makes-room-class.csv");
        let csv = String::from_utf8(csv).expect("text");
        let rows: Vec<&str> = csv.lines().collect();
        assert!(rows[0].starts_with("name,1.1 first,1.1 second,1.1 tries,1.1 hints,1.1 state,1.1 minutes,2.1 first"), "{csv}");
        assert!(
            rows[1].starts_with("Ana,2,,1,0,first try,1,2,,1,0,first try,2,") && rows[2].starts_with("'=Budi,1,,1,0,shown,1,"),
            "{csv}"
        );
        page.assert_accessible("the class page");
        hides_names(page);
        looks_well(page);
    });
}

/// The switch hides names everywhere, in what was pasted too.
fn hides_names(page: &Page) {
    page.focus("#class-hide");
    page.key(" ");
    page.wait_for_element("#class-covered");
    let all = page.text("#class");
    for name in ["Ana", "Budi", "Citra", "Eko", "Fajar"] {
        assert!(!all.contains(name), "{name} in {all}");
    }
    assert!(all.contains("Student 2"));
    page.key(" ");
    page.wait_for_element("#class-codes");
    assert!(page.value("#class-codes").contains("here it is"), "nothing that was pasted is lost");
}

fn looks_well(page: &Page) {
    page.as_printed(true);
    let is_seen = "const seen = css => document.querySelector(css).getClientRects().length > 0;
        return [seen('#class-students'), seen('.class-question'), seen('#class-codes'), seen('#class-csv')]";
    assert_eq!(page.js(is_seen, &[]), json!([true, true, false, false]), "on paper");
    page.as_printed(false);
    page.screenshots("class");
    page.assert_fits_width();
    page.size(320, 700);
    page.assert_fits_width();
}

#[test]
fn second_votes_stand_beside_the_first_ones() {
    with_page("class-votes", |page| {
        // Of a link; the same for everybody first.
        let text = VOTES.replace("seed: each student\n", "");
        let votes = lesson(&text);
        let vote = |name: &str, first: usize, second: usize| {
            Student::new(&votes, name).answer(&[Given::Choice(first), Given::Choice(second)], 0, 5).code()
        };
        let all = [vote("A", 1, 0), vote("B", 1, 0), vote("C", 0, 0), vote("D", 0, 1), vote("", 1, 1), vote("", 1, 1)];
        open(page);
        paste(page, &all.join(" "));
        page.wait_for_text("#class-status", "a lesson that is not beside this page");
        page.click(".class-entry summary");
        page.fill("#class-link", "#l1.damaged");
        page.key("Enter");
        expect_notice(page, "This lesson cannot be opened: the link is damaged");
        page.fill("#class-link", &format!("https://example.org/#{}", link::encode(&text)));
        page.key("Enter");
        page.wait_for_text("#class-status", "6 students.");
        page.wait_for_element(".class-bars tr.right");
        assert_eq!(bars(page, 1), [["✓ yes (right)", "2", "3"], ["no", "4", "3"]]);
        let told = page.text("#class-task-1 ~ .hint");
        assert!(told.contains("6 students answered, 2 of them right at first."), "{told}");
        assert!(told.contains("6 voted twice; 3 changed the vote: 2 to the right answer, 1 away from it"), "{told}");
        assert_eq!(cells(page, "A")[0], "✓ right no → yes 1 min");
        assert_eq!(cells(page, "Student 6")[0], "✗ wrong no → no 1 min");
        page.screenshot("class-votes");
    });
}

#[test]
fn a_code_under_another_name_does_not_count_where_requests_are_drawn() {
    with_page("class-forged", |page| {
        let votes = lesson(VOTES);
        let own = Answers::of(&Student::new(&votes, "Gita").answer(&[Given::Choice(0), Given::Choice(0)], 0, 5).session);
        let copied = Answers { name: "Hendra".to_string(), ..own.clone() };
        open(page);
        page.choose_file("#class-file", "votes.lesson.md", VOTES.as_bytes());
        // A table of a spreadsheet, in UTF-16.
        let table = format!("Name\tCode\r\nGita\t{}\r\nHendra\t{}\r\n", own.encode(), copied.encode());
        let bytes: Vec<u8> = [0xFF, 0xFE].into_iter().chain(table.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        page.choose_file("#class-file", "codes.csv", &bytes);
        page.wait_for_text("#class-status", "1 student; 1 code is not counted");
        page.wait_for_text(".class-left-out", "Hendra: the requests were drawn for another name");
        page.wait_for_text("#class-task-1 ~ .hint", "The requests are drawn for each student");
        page.choose_file("#class-file", "notes.txt", b"nothing in here");
        expect_notice(page, "notes.txt holds no answer codes");
    });
}

#[test]
fn the_start_page_and_the_end_of_a_lesson_lead_to_it() {
    with_page("class-ways", |page| {
        open_lab(page, "");
        open_start(page);
        page.click("#open-class");
        page.wait_for_element("#class-codes");
        page.click("#class-leave");
        page.wait_for_element("#start-lessons");
        // With the name of a lesson in the address it is chosen.
        page.open("?lesson=queues#class");
        page.wait_for_element("#class-codes");
        assert_eq!(page.value("#class-lesson"), "queues");
    });
}
