//! What others keep of a student's answers, and give back: a session from an answer code, the score, packages for learning platforms, links on paper.

use crate::cli::{ok, ran};
use bookahead::formats::link as scenario_link;
use bookahead::lessons::answer_code::{Answers, Short};
use bookahead::lessons::check::solved;
use bookahead::lessons::link;
use bookahead::lessons::model::{Ask, Lesson};
use bookahead::lessons::parse;
use bookahead::lessons::record::{Given, State};
use bookahead::lessons::resumed::resume;
use bookahead::lessons::session::Session;
use proptest::prelude::*;
use roxmltree::Document;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const WHO: &str = include_str!("../../www/lessons/who-makes-room.lesson.md");

fn lesson(text: &str) -> Arc<Lesson> {
    Arc::new(parse::read(text).unwrap_or_else(|errors| panic!("{errors:#?}")))
}

/// Every shipped lesson.
fn shipped() -> Vec<Arc<Lesson>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/www/lessons");
    let paths = fs::read_dir(folder).expect("the folder of lessons").map(|entry| entry.expect("an entry").path());
    paths.map(|path| lesson(&fs::read_to_string(path).expect("a text"))).collect()
}

/// Goes through a lesson with the right answers as far as `tasks` of them, and asks `look` after each.
fn walk(lesson: &Arc<Lesson>, tasks: usize, look: &dyn Fn(&Session)) -> Session {
    let right = solved(lesson).expect("a lesson that can be planned");
    let mut session = Session::new(Arc::clone(lesson), "").expect("a session");
    let mut now = session.here().scenario;
    for met in right.iter().take(tasks) {
        while session.task().is_none() || session.is_settled() {
            if session.next(&now).expect("a plan") {
                now = session.here().scenario;
            }
        }
        if matches!(session.task().expect("a task").ask, Ask::Do(_)) {
            now = session.show_me().expect("a solution").pop().unwrap_or(now);
        } else {
            let given = met.right.clone().unwrap_or(Given::Words("Because.".to_string()));
            session.answer(given.clone(), &now, 60).expect("a plan");
            if !session.is_settled() {
                session.answer(given, &now, 60).expect("a plan");
            }
        }
        now = session.revealed(&now).expect("a scenario").scenario;
        look(&session);
    }
    session
}

#[test]
fn a_session_goes_on_from_its_code() {
    for lesson in shipped() {
        let all = lesson.tasks();
        walk(&lesson, all, &|session| {
            let answers = Answers::decode(&Answers::of(session).encode()).expect("a code");
            let resumed = resume(&lesson, &answers).unwrap_or_else(|| panic!("{}: {answers:?}", lesson.title));
            assert_eq!(Answers::of(&resumed), answers, "{}", lesson.title);
            assert_eq!(resumed.score(), session.score());
            assert_eq!(resumed.is_done(), session.is_done());
            // The first task that is open, or the end.
            assert!(session.is_done() == resumed.is_settled(), "{}: {:?}", lesson.title, resumed.place());
        });
    }
}

#[test]
fn the_changes_of_solutions_are_there_again() {
    let lesson = lesson(WHO);
    let session = walk(&lesson, 3, &|_| {});
    let mut resumed = resume(&lesson, &Answers::of(&session)).expect("a session");
    assert_eq!((resumed.place().step, resumed.place().task), (3, 0));
    let now = resumed.here().scenario;
    resumed.go_to(2, &now).expect("a plan");
    let judged = resumed.look(&Given::Scenario, &resumed.here().scenario).expect("a plan");
    assert_eq!(judged.outcome, bookahead::lessons::session::Outcome::Right);
}

#[test]
fn answers_of_others_are_not_taken() {
    let ours = lesson(WHO);
    let answers = Answers::of(&walk(&ours, 3, &|_| {}));
    let other =
        shipped().into_iter().find(|other| other.title != ours.title && other.tasks() != ours.tasks()).expect("another lesson");
    assert!(resume(&other, &answers).is_none());
    assert!(resume(&ours, &Answers { variant: 7, ..answers.clone() }).is_none());
    let with = |task: usize, first: Short| {
        let mut answers = answers.clone();
        answers.tasks[task].first = Some(first);
        resume(&ours, &answers)
    };
    // A line that is not there, a line of a thing to be picked, words where a number was asked for.
    for (task, first) in
        [(0, Short::Number(9.0)), (0, Short::Number(0.0)), (0, Short::Done), (1, Short::Order(vec![1])), (4, Short::Pair(1, 2))]
    {
        assert!(with(task, first.clone()).is_none(), "{task} {first:?}");
    }
    assert!(with(4, Short::Number(-3.25)).is_some());
}

proptest! {
    #[test]
    fn no_code_stops_the_page(task in 0..7_usize, number in any::<f64>(), lines in proptest::collection::vec(any::<u32>(), 0..6), state in 0..4_u8) {
        let ours = lesson(WHO);
        let mut answers = Answers::of(&Session::new(Arc::clone(&ours), "N.").expect("a session"));
        for first in [Short::Number(number), Short::Number(number.trunc()), Short::Order(lines), Short::Done] {
            answers.tasks[task].first = Some(first);
            answers.tasks[task].state = [State::Open, State::First, State::Later, State::Shown][usize::from(state)];
            answers.tasks[task].hints = 3;
            if let Some(session) = resume(&ours, &answers) {
                let now = session.here().scenario;
                let _ = session.look(&Given::Scenario, &now);
                prop_assert!(session.hints().len() <= session.task().map_or(0, |task| task.hints.len()));
            }
        }
    }
}

#[test]
fn the_score_counts_right_answers() {
    let lesson = lesson(WHO);
    let session = walk(&lesson, 0, &|_| {});
    assert_eq!((session.score().right, session.score().tasks, session.is_done()), (0, 7, false));
    let all = walk(&lesson, 7, &|_| {});
    // Two of them were played by the solution: what is shown is not right.
    assert_eq!((all.score().right, all.score().percent(), all.is_done()), (5, 71, true));
    assert!((all.score().share() - 5.0 / 7.0).abs() < 1e-12);
}

/// A folder of this test with a page in one file that has room for a lesson, and such a file of an older version.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let page = "<!DOCTYPE html><body><script type=\"text/plain\" id=\"inside\"></script>\n<script type=\"text/plain\" id=\"module\">H4sI</script></body>";
    fs::write(folder.join("page.html"), page).expect("a page");
    fs::write(folder.join("old.html"), "<!DOCTYPE html><body></body>").expect("a page");
    folder
}

#[test]
fn a_lesson_goes_into_the_page_in_one_file() {
    let folder = folder("package-html");
    let path = |name: &str| folder.join(name).display().to_string();
    let hostile = WHO.replacen("# Who makes room?", "# </script><script>alert(1)</script> & <!--", 1);
    ok(&["lesson", "package", "-", "--page", &path("page.html"), "-o", &path("lesson.html")], &hostile);
    let page = fs::read_to_string(path("lesson.html")).expect("the page");
    let inside =
        |page: &str| page.split("id=\"inside\">").nth(1).and_then(|rest| rest.split('<').next()).expect("a block").to_string();
    assert_eq!(link::decode(&inside(&page)), Ok(hostile.clone()));
    assert_eq!(page.matches("<script").count(), 2, "nothing of the lesson is part of the page");
    // What is inside is put out by what comes next; a scenario goes inside too.
    let scenario = ok(&["open", &scenario_link::encode(&first_example())], "");
    fs::write(path("scenario.json"), &scenario).expect("a file");
    ok(&["lesson", "package", &path("scenario.json"), "--page", &path("lesson.html"), "-o", &path("scenario.html")], "");
    let page = fs::read_to_string(path("scenario.html")).expect("the page");
    let opened = scenario_link::decode(&inside(&page)).expect("a link");
    assert_eq!(opened.scenario, first_example().scenario);
    for (args, message) in [
        (
            ["-", "--page", "old.html", "-o", "x.html"],
            "has no room for a lesson; --page takes bookahead.html of a release of this version",
        ),
        (["-", "--page", "page.html", "-o", "x.pdf"], "its name must end with .html, or with .zip for a SCORM package"),
        (["scenario.json", "--page", "page.html", "-o", "x.zip"], "a SCORM package needs a lesson"),
        (["-", "--page", "page.html", "-o", "lesson.html"], "the file exists; --force writes over it"),
        (["-", "--page", "none.html", "-o", "x.html"], "cannot be read"),
    ] {
        let args: Vec<String> = args.iter().map(|arg| if arg.contains('.') { path(arg) } else { (*arg).to_string() }).collect();
        let args: Vec<&str> = ["lesson", "package"].into_iter().chain(args.iter().map(String::as_str)).collect();
        let (code, out, error) = ran(&args, WHO);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{error}");
        assert!(error.contains(message) && error.lines().count() == 1, "{error}");
    }
    assert!(!folder.join("x.html").exists() && !folder.join("x.zip").exists());
}

fn first_example() -> scenario_link::Shared {
    let opened = bookahead::state::EXAMPLES[0].open();
    scenario_link::Shared { view: scenario_link::View::first(&opened.scenario), scenario: opened.scenario }
}

#[test]
fn a_package_for_learning_platforms_is_complete_and_always_the_same() {
    let folder = folder("package-zip");
    let path = |name: &str| folder.join(name).display().to_string();
    let hostile = WHO.replacen("# Who makes room?", "# <b>Who</b> & \"what\" </title>", 1);
    for name in ["one.zip", "other.zip"] {
        ok(&["lesson", "package", "-", "--page", &path("page.html"), "-o", &path(name)], &hostile);
    }
    let bytes = fs::read(path("one.zip")).expect("the package");
    assert_eq!(bytes, fs::read(path("other.zip")).expect("the package"));
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a zip");
    let names: Vec<String> = zip.file_names().map(|name| name.expect("a name").into_owned()).collect();
    assert_eq!(names, ["imsmanifest.xml", "index.html"]);
    let mut text = |name: &str| {
        let mut text = String::new();
        zip.by_name(name).expect("a file").read_to_string(&mut text).expect("text");
        text
    };
    let manifest = text("imsmanifest.xml");
    let document = Document::parse(&manifest).expect("XML");
    let of = |name: &str| document.descendants().filter(move |node| node.tag_name().name() == name).collect::<Vec<_>>();
    assert!(of("title").iter().all(|title| title.text() == Some("<b>Who</b> & \"what\" </title>")) && of("title").len() == 2);
    let (item, resource) = (of("item")[0], of("resource")[0]);
    assert_eq!(item.attribute("identifierref"), resource.attribute("identifier"));
    assert_eq!(resource.attribute(("http://www.adlnet.org/xsd/adlcp_rootv1p2", "scormtype")), Some("sco"));
    assert_eq!((resource.attribute("href"), of("file")[0].attribute("href")), (Some("index.html"), Some("index.html")));
    assert_eq!(of("schemaversion")[0].text(), Some("1.2"));
    let page = text("index.html");
    assert!(page.contains(&format!("id=\"inside\" data-heard-by=\"scorm\">{}</script>", link::encode(&hostile))), "{page}");
}

#[test]
fn a_short_link_is_printed_as_a_qr_code() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/www/lessons/who-makes-room.lesson.md");
    let address = "https://example.org/bookahead/?lesson=who-makes-room&x=\"<";
    let (code, sheet, error) = ran(&["lesson", "sheet", "--base", address, path], "");
    assert_eq!((code, error.as_str()), (Some(0), ""));
    let figure = sheet.split("<figure").nth(1).and_then(|rest| rest.split("</figure>").next()).expect("a figure");
    assert!(figure.contains("<svg ") && figure.contains("who-makes-room&amp;x=&quot;&lt;"), "{figure}");
    // A whole lesson has too many characters for a code that a phone reads from paper.
    let (code, sheet, error) = ran(&["lesson", "sheet", "--base", "https://example.org/", path], "");
    assert_eq!(code, Some(0));
    assert!(!sheet.contains("<figure") && error.starts_with("remark: the link has ") && error.contains("up to 700"), "{error}");
    assert!(!ok(&["lesson", "sheet", path], "").contains("<figure"));
}
