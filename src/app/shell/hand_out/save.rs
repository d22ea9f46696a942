//! Saves the page with something inside: as one file, or as a package for learning platforms.

use super::page_file;
use crate::app::kit::browser::download::{blob, download_blob, file_name};
use crate::app::shell::notices::{Cause, Notice, Notices};
use crate::formats::one_file::filled;
use crate::lessons::scorm;
use wasm_bindgen_futures::spawn_local;

/// What is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One file, which runs by double click.
    Page,
    /// A package in SCORM 1.2.
    Scorm,
}

/// Saves the page with a link inside; the title names the file.
pub fn save_with_inside(title: &str, link: &str, form: Form, notices: &Notices) {
    let (title, link, notices) = (title.to_string(), link.to_string(), notices.clone());
    spawn_local(async move {
        let saved = match page_file::text().await {
            Ok(page) => save(&page, &title, &link, form),
            Err(problem) => Err(problem),
        };
        notices.add(match saved {
            Ok(words) => Notice::word(words).about(Cause::Leaving),
            Err(problem) => Notice::problem(problem).about(Cause::Leaving),
        });
    });
}

/// Puts the link into the page and offers the file. Tells what to do with it, or what is wrong.
fn save(page: &str, title: &str, link: &str, form: Form) -> Result<String, String> {
    let (bytes, mime, ending) = match form {
        Form::Page => (filled(page, link, false).map(String::into_bytes), "text/html", "html"),
        Form::Scorm => (scorm::package(page, title, link), "application/zip", "zip"),
    };
    let no_room = "bookahead.html beside this page is another page, or of an older version: it has no room for anything inside.";
    let bytes = bytes.ok_or(no_room)?;
    let name = file_name(title, ending);
    let refused = |_| "The browser refused to save the file.".to_string();
    blob(mime, &bytes).and_then(|blob| download_blob(&name, &blob)).map_err(refused)?;
    Ok(match form {
        Form::Page => format!("{name} is saved. It opens by double click and needs no network."),
        Form::Scorm => format!("{name} is saved. Upload it to the learning platform as it is."),
    })
}
