//! How long a lesson takes to check an answer: every shipped lesson is walked with the right answers, and each of them is looked at again and again.
//!
//! `cargo bench --bench lessons`; after `--` a word takes only the lessons that have it in their file's name.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::lessons::check::solved;
use bookahead::lessons::model::Ask;
use bookahead::lessons::parse;
use bookahead::lessons::record::Given;
use bookahead::lessons::session::Session;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// How often an answer is looked at; the fastest counts.
const RUNS: usize = 20;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/lessons");
    let mut files: Vec<_> = fs::read_dir(folder).expect("the lessons of the page").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| words.iter().all(|word| path.to_string_lossy().contains(word.as_str())));
    files.sort();
    println!("{:<40}{:>8}{:>12}{:>14}", "lesson", "tasks", "mean µs", "slowest µs");
    for path in files {
        let lesson = Arc::new(parse::read(&fs::read_to_string(&path).expect("a text")).expect("a lesson"));
        let right = solved(&lesson).expect("a lesson that can be planned");
        let mut session = Session::new(Arc::clone(&lesson), "").expect("a session");
        let mut now = session.here().scenario;
        let mut times = Vec::new();
        for met in &right {
            while session.task().is_none() || session.is_settled() {
                if session.next(&now).expect("a plan") {
                    now = session.here().scenario;
                }
            }
            let task = session.task().expect("a task");
            let is_change = matches!(task.ask, Ask::Do(_));
            let given = match &met.right {
                _ if is_change => Given::Scenario,
                Some(given) => given.clone(),
                None => Given::Words("Because.".to_string()),
            };
            if is_change {
                now = session.clone().show_me().expect("a solution").pop().unwrap_or(now);
            }
            let fastest = (0..RUNS).map(|_| {
                let began = Instant::now();
                std::hint::black_box(session.look(&given, &now).expect("a plan"));
                began.elapsed().as_secs_f64() * 1e6
            });
            times.push(fastest.fold(f64::INFINITY, f64::min));
            while !session.is_settled() {
                session.answer(given.clone(), &now, 0).expect("a plan");
            }
            now = session.revealed(&now).expect("a scenario").scenario;
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
        println!("{name:<40}{:>8}{mean:>12.0}{:>14.0}", times.len(), times.iter().copied().fold(0.0, f64::max));
    }
}
