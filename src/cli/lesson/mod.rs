//! `bookahead lesson`: checks lessons, makes their links and packages, and prints them as sheets.

mod package;
mod qr;
mod reading;
mod sheet;

use super::files::{Failure, print};
use bookahead::lessons::check;
use bookahead::lessons::link::{self, CHAT_CHARS};
use clap::{Args, Subcommand};
use reading::{counted, read};
use std::io::Write;
use std::path::{Path, PathBuf};

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
        /// Where it can be taken on a screen: the address of the page, or of the lesson on it (…?lesson=NAME). It is printed as a QR code if it is short enough
        #[arg(long, value_name = "URL")]
        base: Option<String>,
    },
    /// Write the page in one file with a lesson or a scenario inside, or a package for learning platforms (SCORM 1.2)
    Package(package::PackageArgs),
}

pub fn run(args: &LessonArgs) -> Result<(), Failure> {
    match &args.command {
        Command::Check { lessons } => check_all(lessons),
        Command::Link { lesson, base } => {
            let (text, _) = read(lesson)?;
            let fragment = link::encode(&text);
            print(|out| match base {
                Some(base) => writeln!(out, "{}", link_at(base, &fragment)),
                None => writeln!(out, "{fragment}"),
            })
        }
        Command::Sheet { lesson: path, base } => {
            let (text, lesson) = read(path)?;
            let address = base.as_ref().map(|base| address(base, &text));
            let code = address.as_deref().map(qr::svg).transpose().unwrap_or_else(|chars| {
                eprintln!("remark: the link has {chars} characters; a QR code is printed of up to {}", qr::CHARS_MAX);
                None
            });
            let code = address.as_deref().zip(code.as_deref());
            let page = sheet::page(&lesson, code).map_err(|error| Failure::at(path, error))?;
            print(|out| out.write_all(page.as_bytes()))
        }
        Command::Package(args) => package::run(args),
    }
}

/// The address with a fragment in the place of its own.
fn link_at(base: &str, fragment: &str) -> String {
    format!("{}#{fragment}", base.split('#').next().unwrap_or_default())
}

/// Where a lesson is opened: an address that names it, else one that holds it.
fn address(base: &str, text: &str) -> String {
    let names_it = base.split_once('?').is_some_and(|(_, query)| query.split(['&', '#']).any(|part| part.starts_with("lesson=")));
    if names_it { base.to_string() } else { link_at(base, &link::encode(text)) }
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
