//! `bookahead lesson package`: the page in one file with a lesson or a scenario inside, as it is or as a package for learning platforms.

use super::super::files::{Failure, check_output, read_bytes, write_to};
use super::reading::read_text;
use bookahead::formats::json;
use bookahead::formats::link::{self as scenario_link, Shared, View};
use bookahead::formats::one_file::filled;
use bookahead::lessons::{link as lesson_link, scorm};
use clap::Args;
use std::path::{Path, PathBuf};

/// More than any page in one file has.
const PAGE_BYTES_MAX: usize = 64 << 20;

#[derive(Args)]
pub struct PackageArgs {
    /// Lesson file (Markdown) or scenario file (JSON), or - for standard input
    file: PathBuf,
    /// The page in one file: bookahead.html of a release
    #[arg(long, value_name = "FILE")]
    page: PathBuf,
    /// What is written: OUT.html, or for a lesson OUT.zip, a SCORM 1.2 package
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

/// What goes inside.
struct Content {
    /// As behind the # of an address: characters of base64url and a dot, which cannot end a block of data.
    link: String,
    /// The title of a lesson; a scenario has no answers to report.
    lesson: Option<String>,
}

pub fn run(args: &PackageArgs) -> Result<(), Failure> {
    let is_zip = match args.output.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("zip") => true,
        Some("html" | "htm") => false,
        _ => return Err(Failure::at(&args.output, "its name must end with .html, or with .zip for a SCORM package")),
    };
    let content = content(&args.file)?;
    let page = read_bytes(&args.page, PAGE_BYTES_MAX)?;
    if page.len() > PAGE_BYTES_MAX {
        return Err(Failure::at(&args.page, format!("has more than {} MiB", PAGE_BYTES_MAX >> 20)));
    }
    let page = String::from_utf8(page).map_err(|_| Failure::at(&args.page, "is not text in UTF-8"))?;
    check_output(&args.output)?;
    let bytes = match content {
        Content { link, lesson: Some(title) } if is_zip => scorm::package(&page, &title, &link),
        Content { lesson: None, .. } if is_zip => {
            return Err(Failure::at(
                &args.file,
                "a SCORM package needs a lesson; a scenario has no answers to report. Write .html instead",
            ));
        }
        Content { link, .. } => filled(&page, &link, false).map(String::into_bytes),
    };
    let no_room = || Failure::at(&args.page, "has no room for a lesson; --page takes bookahead.html of a release of this version");
    let bytes = bytes.ok_or_else(no_room)?;
    write_to(&args.output, |out| out.write_all(&bytes))
}

fn content(path: &Path) -> Result<Content, Failure> {
    let bytes = read_bytes(path, json::MAX_BYTES)?;
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        let (text, lesson) = read_text(path, &bytes)?;
        return Ok(Content { link: lesson_link::encode(&text), lesson: Some(lesson.title.clone()) });
    }
    let scenario = json::read_bytes(&bytes).map_err(|error| Failure::at(path, error))?.scenario;
    if !scenario_link::fits(&scenario) {
        return Err(Failure::at(path, "has too many requests for a link"));
    }
    let link = scenario_link::encode(&Shared { view: View::first(&scenario), scenario });
    Ok(Content { link, lesson: None })
}
