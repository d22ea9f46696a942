//! Lessons that are handed out: inside the page in one file, as packages on learning platforms that are good, poor, slow, broken or none, and in frames of
//! hosts that keep answers.

use crate::harness::server::Server;
use crate::harness::{Page, copied, with_folder};
use crate::lab::expect_scenario;
use crate::lessons::{Student, lesson, text_of};
use crate::one_file::{open, with_one_file};
use bookahead::engine::Study;
use bookahead::formats::json as scenario_json;
use bookahead::lessons::answer_code::Answers;
use bookahead::lessons::resumed::resume;
use bookahead::lessons::session::Session;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

const NAME: &str = "who-makes-room";
const PLATFORM: &str = include_str!("platform.html");
const RUNTIME: &str = include_str!("runtime.html");
const BOOK: &str = include_str!("splice.html");

/// The page in one file, and what `bookahead lesson package` makes of it and of a lesson or a scenario: a file of this name in the same folder.
fn with_packages(dist: &Path, name: &str, made: &[(&str, &str)]) -> PathBuf {
    let folder = with_one_file(dist, &Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
    for (file, content) in made {
        let page = folder.join("bookahead.html");
        let mut child = Command::new(env!("CARGO_BIN_EXE_bookahead"))
            .args(["lesson", "package", "-", "--page"])
            .arg(&page)
            .arg("-o")
            .arg(folder.join(file))
            .stdin(Stdio::piped())
            .spawn()
            .expect("the binary");
        child.stdin.take().expect("piped").write_all(content.as_bytes()).expect("it reads");
        assert!(child.wait().expect("it ends").success());
    }
    folder
}

/// A learning platform that has unpacked a package.
fn platform(dist: &Path, name: &str) -> PathBuf {
    let folder = with_packages(dist, name, &[("lesson.zip", &text_of(NAME))]);
    let zip = fs::File::open(folder.join("lesson.zip")).expect("the package");
    let mut page = String::new();
    let mut zip = zip::ZipArchive::new(zip).expect("a zip");
    zip.by_name("index.html").expect("the page").read_to_string(&mut page).expect("text");
    fs::write(folder.join("index.html"), page).expect("the page");
    // Those of the page that lay there before, which the server would send instead.
    for copy in ["index.html.gz", "index.html.br"] {
        let _ = fs::remove_file(folder.join(copy));
    }
    fs::write(folder.join("platform.html"), PLATFORM).expect("a page");
    folder
}

/// Opens a page with a lesson in a frame, and looks at the frame.
fn open_host(page: &Page, address: &str) {
    page.post("url", &json!({ "url": "about:blank" }));
    page.post("url", &json!({ "url": address }));
    into_frame(page);
    page.wait_for_element("#lesson-step");
    page.settle();
}

/// Leaves the frame and the page around it.
fn leave(page: &Page) {
    page.post("frame/parent", &json!({}));
    page.post("url", &json!({ "url": "about:blank" }));
}

fn into_frame(page: &Page) {
    page.post("frame", &json!({ "id": 0 }));
}

/// What the host has under a name.
fn of_host(page: &Page, name: &str) -> Value {
    page.post("frame/parent", &json!({}));
    let value = page.js(&format!("return {name}"), &[]);
    into_frame(page);
    value
}

/// The lesson with its first answer given.
fn answered_once(page: &Page) -> Student<'_> {
    let mut student = Student::new(page, lesson(NAME));
    student.answer();
    student
}

#[test]
fn a_file_opens_what_is_inside_it() {
    let opened = bookahead::state::EXAMPLES[1].open();
    let Study::Slots(slots) = &opened.scenario.study else { panic!("an example of a plan in slots") };
    let scenario = scenario_json::write(&opened.scenario);
    with_folder(
        "packages-file",
        |dist| with_packages(&dist, "packages-file", &[("lesson.html", &text_of(NAME)), ("scenario.html", &scenario)]),
        |page| {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages-file");
            open(page, &folder, "lesson.html", "");
            page.wait_for_element("#lesson-step");
            page.settle();
            let student = answered_once(page);
            assert!(student.session.is_settled());
            // It goes on where the student was, and the way out leads out.
            page.reload();
            page.wait_for_element("#lesson-next:not([disabled])");
            page.click("#lesson-leave");
            page.wait_for_element("#start-lessons");
            open(page, &folder, "scenario.html", "");
            expect_scenario(page, slots);
            // The address says something else.
            open(page, &folder, "scenario.html", "?lesson=queues");
            page.wait_for_text("#lesson-title", &lesson("queues").title);
        },
    );
}

#[test]
fn a_platform_keeps_the_answers() {
    with_folder(
        "packages-scorm",
        |dist| platform(&dist, "packages-scorm"),
        |page| {
            let address = format!("{}platform.html?good", page.server().address());
            open_host(page, &address);
            page.wait_until("the beginning", || of_host(page, "calls.length > 3").as_bool().filter(|is| *is));
            assert_eq!(of_host(page, "calls[0]"), json!(["LMSInitialize", ""]));
            let mut student = Student::new(page, lesson(NAME));
            // What is chosen and not given is nobody's business.
            page.focus("#lesson-choice-1");
            page.key(" ");
            assert_eq!(of_host(page, "calls.filter(([name]) => name === 'LMSCommit').length"), 0);
            student.answer();
            let kept = || of_host(page, "kept");
            let kept_code = || kept()["cmi.suspend_data"].as_str().and_then(|code| Answers::decode(code).ok());
            let first = page.wait_until("the first answer", kept_code);
            assert_eq!(first.tasks.iter().filter(|task| task.first.is_some()).count(), 1);
            assert_eq!(kept()["cmi.core.lesson_status"], "incomplete");
            page.wait_until("it to be kept", || of_host(page, "sessionStorage.getItem('kept')").as_str().map(|_| ()));
            // A visit later it goes on with the second step.
            open_host(page, &address);
            page.wait_for_text("#lesson-step", "Somebody has to go");
            let mut student = Student::at(page, resume(&lesson(NAME), &first).expect("the session"));
            student.go_through();
            let code = page.value("#lesson-code");
            page.wait_until("all answers", || (kept()["cmi.suspend_data"] == code.as_str()).then_some(()));
            page.wait_for_element("#lesson-kept");
            let elements = kept();
            assert_eq!(elements["cmi.core.lesson_status"], "completed");
            assert_eq!(elements["cmi.core.lesson_location"], "6");
            let score = student.session.score().percent().to_string();
            let scores = ["raw", "min", "max"].map(|name| elements[format!("cmi.core.score.{name}")].clone());
            assert_eq!(scores, [json!(score), json!("0"), json!("100")]);
            assert!(elements["cmi.suspend_data"].as_str().is_some_and(|code| code.len() < 4_096));
            // Nothing is read but the answers and, once, whether there is a list of them; nothing is written twice.
            assert_eq!(
                of_host(page, "calls.filter(([name]) => name === 'LMSGetValue').map(([, element]) => element)"),
                json!(["cmi.suspend_data", "cmi.interactions._count"])
            );
            assert!(elements.as_object().is_some_and(|all| !all.keys().any(|name| name.starts_with("cmi.interactions"))));
            let twice =
                "calls.filter(([name]) => name === 'LMSSetValue').map(String).filter((call, at, all) => call === all[at - 1])";
            assert_eq!(of_host(page, twice), json!([]));
            // The browser keeps nothing itself.
            assert_eq!(page.js("return Object.keys(localStorage)", &[]), json!([]));
            leave(page);
        },
    );
}

/// A platform that runs scorm-again.
fn runtime(dist: &Path, name: &str) -> PathBuf {
    let folder = platform(dist, name);
    let scorm = env::var("BOOKAHEAD_SCORM").unwrap_or_default();
    fs::copy(&scorm, folder.join("scorm12.js")).unwrap_or_else(|error| {
        panic!("scorm-again at BOOKAHEAD_SCORM={scorm:?}: {error}; run scripts/setup --browser and source scripts/env")
    });
    fs::write(folder.join("runtime.html"), RUNTIME).expect("a page");
    folder
}

/// The answers that the runtime lists: which task, what was said, what is right, what came of it.
fn listed(page: &Page) -> Vec<[String; 4]> {
    let all = of_host(page, "Object.values(JSON.parse(JSON.stringify(API.cmi)).interactions)");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let row = |one: &Value| {
        assert!(!text(&one["latency"]).is_empty() && text(&one["time"]).len() == 8, "{one}");
        let right = text(&one["correct_responses"]["0"]["pattern"]);
        [text(&one["id"]), text(&one["student_response"]), right, text(&one["result"])]
    };
    all.as_array().expect("a list").iter().map(row).collect()
}

#[test]
fn a_real_runtime_lists_every_answer() {
    with_folder(
        "packages-runtime",
        |dist| runtime(&dist, "packages-runtime"),
        |page| {
            let address = format!("{}runtime.html", page.server().address());
            open_host(page, &address);
            let first = answered_once(page);
            let Answers { tasks, .. } = Answers::of(&first.session);
            page.focus("#lesson-next");
            page.key("Enter");
            page.wait_for_text("#lesson-step", "Somebody has to go");
            // A hint is no answer; a wrong answer is one, and the engine says what is right.
            page.click("#lesson-hint");
            page.wait_for_element(".lesson-hint");
            page.focus("#lesson-pick");
            page.keys("ArrowDown", 1);
            page.focus("#lesson-check");
            page.key("Enter");
            page.wait_for_element(".lesson-told.wrong");
            let rows = page.wait_until("two answers", || Some(listed(page)).filter(|rows| rows.len() == 2));
            assert_eq!(tasks[0].tries, 1);
            assert_eq!(rows[0].each_ref().map(String::as_str), ["step-1-task-1", "b", "b", "correct"]);
            assert_eq!(rows[1].each_ref().map(String::as_str), ["step-2-task-1", "1", "2", "wrong"]);
            // At the next visit the list goes on behind them.
            open_host(page, &address);
            page.wait_for_text("#lesson-step", "Somebody has to go");
            let code = of_host(page, "API.cmi.suspend_data");
            let answers = Answers::decode(code.as_str().expect("a code")).expect("a code");
            assert_eq!((answers.tasks[1].tries, answers.tasks[1].hints), (1, 1));
            let mut student = Student::at(page, resume(&lesson(NAME), &answers).expect("the session"));
            student.go_through();
            let rows = page.wait_until("all answers", || Some(listed(page)).filter(|rows| rows.len() == 8));
            assert_eq!(rows.iter().map(|row| row[3].as_str()).filter(|result| *result == "correct").count(), 7, "{rows:?}");
            let changes: Vec<_> = rows.iter().filter(|row| row[1].is_empty()).map(|row| row[0].as_str()).collect();
            assert_eq!(changes, ["step-3-task-1", "step-5-task-2"], "a change is no text");
            page.wait_until("the end", || (of_host(page, "API.cmi.core.lesson_status") == "completed").then_some(()));
            page.wait_for_element("#lesson-kept");
            assert_eq!(of_host(page, "refused"), json!([]), "nothing is written that the standard does not know");
            leave(page);
        },
    );
}

#[test]
fn a_slow_runtime_gets_the_answers_and_no_list() {
    with_folder(
        "packages-runtime-slow",
        |dist| runtime(&dist, "packages-runtime-slow"),
        |page| {
            open_host(page, &format!("{}runtime.html?slow", page.server().address()));
            answered_once(page);
            page.wait_until("the answer", || {
                of_host(page, "API.cmi.suspend_data").as_str().filter(|code| !code.is_empty()).map(|_| ())
            });
            page.wait_until("it to be kept", || of_host(page, "sessionStorage.getItem('kept')").as_str().map(|_| ()));
            assert!(listed(page).is_empty());
            assert_eq!(of_host(page, "refused"), json!([]));
            leave(page);
        },
    );
}

#[test]
fn no_platform_stops_a_lesson() {
    with_folder(
        "packages-bad",
        |dist| platform(&dist, "packages-bad"),
        |page| {
            for kind in ["throwing", "slow", "poor", "none"] {
                open_host(page, &format!("{}platform.html?{kind}", page.server().address()));
                let mut student = answered_once(page);
                page.wait_for_element(".lesson-told");
                if kind == "none" {
                    student.go_through();
                    assert_eq!(Answers::decode(&page.value("#lesson-code")).expect("a code").tasks.len(), 7);
                    assert_eq!(page.count("#lesson-kept"), 0);
                }
                if kind == "slow" {
                    page.wait_until("the answer", || of_host(page, "kept")["cmi.suspend_data"].as_str().map(|_| ()));
                    let calls = of_host(page, "calls.length").as_u64().expect("a number");
                    assert!(calls <= 12, "{calls} calls for one answer");
                }
                leave(page);
            }
        },
    );
}

/// A book on another port, whose frame shows a lesson of the page.
fn with_book(page: &Page, name: &str, frame: &str, attributes: &str, remembered: &str) -> Server {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-of-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let frame = format!("{}{frame}", page.server().address());
    fs::write(folder.join("book.html"), BOOK.replace("FRAME", &frame).replace("ATTRIBUTES", attributes)).expect("a page");
    let server = Server::start(folder);
    open_host(page, &format!("{}book.html#{remembered}", server.address()));
    server
}

/// The messages of a kind that the book has heard.
fn heard(page: &Page, subject: &str) -> Vec<Value> {
    let all = of_host(page, &format!("heard.filter(({{subject}}) => subject === 'SPLICE.{subject}')"));
    all.as_array().cloned().unwrap_or_default()
}

#[test]
fn a_book_on_another_port_keeps_the_answers() {
    with_folder(
        "packages-book",
        |dist| copied(&dist, "packages-book", |_| false, &[]),
        |page| {
            let frame = format!("index.html?embed&lesson={NAME}");
            let silent = with_book(page, "silence", &frame, "", "silent");
            assert_eq!(heard(page, "getState").len(), 1);
            page.focus("#lesson-choice-1");
            page.key(" ");
            assert!(heard(page, "reportScoreAndState").is_empty());
            let student = answered_once(page);
            let told = page.wait_until("a report", || heard(page, "reportScoreAndState").pop());
            let code = told["state"].as_str().expect("a code").to_string();
            let answers = Answers::decode(&code).expect("a code");
            assert_eq!(answers.tasks[0].tries, 1);
            let right = student.session.score().share();
            assert!((told["score"].as_f64().expect("a score") - right).abs() < 1e-12, "{told}");
            page.focus("#lesson-next");
            page.key("Enter");
            let step = page.wait_until("the step", || heard(page, "sendEvent").pop());
            assert_eq!((&step["name"], &step["data"]["step"], &step["data"]["steps"]), (&json!("step"), &json!(2), &json!(6)));
            assert_eq!(heard(page, "reportScoreAndState").len(), 1);
            leave(page);
            drop(silent);
            // It gives them back, and the lesson goes on.
            let _book = with_book(page, "answers", &frame, "", &code);
            page.wait_for_text("#lesson-step", "Somebody has to go");
            let mut student = Student::at(page, resume(&lesson(NAME), &answers).expect("the session"));
            student.go_through();
            let last = page.wait_until("the last report", || {
                heard(page, "reportScoreAndState").pop().filter(|told| told["state"] == page.value("#lesson-code").as_str())
            });
            assert_eq!(last["score"].as_f64(), Some(student.session.score().share()));
            page.wait_for_element("#lesson-kept");
            leave(page);
            // Nobody else's answers are taken.
            let other = Answers::of(&Session::new(lesson("queues"), "").expect("a session")).encode();
            let _other = with_book(page, "others", &frame, "", &other);
            page.wait_for_text("#lesson-step", &lesson(NAME).steps[0].heading);
            leave(page);
        },
    );
}

#[test]
fn a_lesson_in_a_sandbox_reports_too() {
    with_folder(
        "packages-sandbox",
        |dist| with_packages(&dist, "packages-sandbox", &[("lesson.html", &text_of(NAME))]),
        |page| {
            let _book = with_book(page, "sandbox", "lesson.html", "sandbox=\"allow-scripts\"", "silent");
            answered_once(page);
            page.wait_until("a report", || heard(page, "reportScoreAndState").pop());
            page.screenshot("packages-sandbox");
            leave(page);
        },
    );
}
