//! `bookahead lesson`: checks lessons, makes their links, and prints them as sheets.

mod sheet;

use super::files::{Failure, print, read_bytes};
use bookahead::lessons::check;
use bookahead::lessons::link::{self, CHAT_CHARS};
use bookahead::lessons::model::Lesson;
use bookahead::lessons::parse::{self, error::BYTES_MAX};
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
pub struct LessonArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Prove that lessons work: every task can be solved, every prediction has one right choice, every feedback can happen
    Check {
        /// Lesson files (Markdown), or - for standard input
        #[arg(required = true)]
        lessons: Vec<PathBuf>,
    },
    /// Print the link of a lesson: the whole lesson is in it
    Link {
        /// Lesson file, or - for standard input
        lesson: PathBuf,
        /// Address of the page; without it only the part after the # is printed
        #[arg(long, value_name = "URL")]
        base: Option<String>,
    },
    /// Print a lesson as a page for paper (HTML): questions with room to write, the answers on the last page
    Sheet {
        /// Lesson file, or - for standard input
        lesson: PathBuf,
    },
}

pub fn run(args: &LessonArgs) -> Result<(), Failure> {
    match &args.command {
        Command::Check { lessons } => check_all(lessons),
        Command::Link { lesson, base } => {
            let (text, _) = read(lesson)?;
            let fragment = link::encode(&text);
            print(|out| match base {
                Some(base) => writeln!(out, "{}#{fragment}", base.split('#').next().unwrap_or_default()),
                None => writeln!(out, "{fragment}"),
            })
        }
        Command::Sheet { lesson } => {
            let page = sheet::page(&read(lesson)?.1).map_err(|error| Failure::at(lesson, error))?;
            print(|out| out.write_all(page.as_bytes()))
        }
    }
}

/// Reads a lesson. All that is wrong with it is printed; the failure tells how much.
fn read(path: &Path) -> Result<(String, Arc<Lesson>), Failure> {
    let bytes = read_bytes(path, BYTES_MAX)?;
    match parse::read_bytes(&bytes) {
        Ok(lesson) => Ok((String::from_utf8_lossy(&bytes).into_owned(), Arc::new(lesson))),
        Err(errors) => {
            print(|out| errors.iter().try_for_each(|error| writeln!(out, "{}: {error}", path.display())))?;
            Err(Failure::at(path, counted(errors.len())))
        }
    }
}

fn counted(errors: usize) -> String {
    if errors == 1 { "one error".to_string() } else { format!("{errors} errors") }
}

/// Checks every file, however many are wrong.
fn check_all(paths: &[PathBuf]) -> Result<(), Failure> {
    let mut last = None;
    for path in paths {
        if let Err(failure) = check_one(path) {
            last = Some(failure);
        }
    }
    last.map_or(Ok(()), Err)
}

fn check_one(path: &Path) -> Result<(), Failure> {
    let (text, lesson) = read(path)?;
    let findings = check::check(&lesson);
    let errors = findings.iter().filter(|finding| finding.is_error).count();
    let chars = link::encode(&text).len();
    print(|out| {
        for finding in &findings {
            writeln!(out, "{}: {finding}", path.display())?;
        }
        if chars > CHAT_CHARS {
            writeln!(out, "{}: remark: its link has {chars} characters; some chats cut off behind {CHAT_CHARS}", path.display())?;
        }
        if errors == 0 {
            let (steps, tasks) = (lesson.steps.len(), lesson.tasks());
            writeln!(out, "{}: works: {steps} steps, {tasks} tasks, a link of {chars} characters", path.display())?;
        }
        Ok(())
    })?;
    if errors == 0 { Ok(()) } else { Err(Failure::at(path, counted(errors))) }
}
