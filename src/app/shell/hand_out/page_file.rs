//! The text of the page in one file: of this page itself where it is one, else of `bookahead.html` beside it on its host, which is fetched when it is needed.

use crate::app::shell::inside;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, Node, Response};

/// The file beside the page; every release has it.
const FILE: &str = "bookahead.html";
/// The element that the program draws into.
const APP: &str = "app";
/// The only attribute of the page as it was loaded; the program adds others.
const LANGUAGE: &str = "lang";

thread_local! {
    /// What is seen before the program is there.
    static FIRST_LOOK: RefCell<Option<Node>> = const { RefCell::new(None) };
}

/// Remembers what stands in the element that the program draws into: the file that is made of this page shows it again.
pub fn remember_first_look(app: &Element) {
    if inside::is_one_file() {
        FIRST_LOOK.set(app.clone_node_with_deep(true).ok());
    }
}

/// The text.
///
/// # Errors
/// There is no such file: why, and what can be done, in words.
pub async fn text() -> Result<String, String> {
    match inside::is_one_file() {
        true => own().ok_or_else(|| "The browser did not give the text of this page. Copy the file itself instead.".to_string()),
        false => beside().await.ok_or_else(|| {
            format!("There is no {FILE} beside this page. It is part of every release: put it beside index.html, or use “bookahead lesson package”.")
        }),
    }
}

async fn beside() -> Option<String> {
    let fetched = JsFuture::from(web_sys::window()?.fetch_with_str(&format!("./{FILE}"))).await.ok()?;
    let response = fetched.dyn_into::<Response>().ok().filter(Response::ok)?;
    JsFuture::from(response.text().ok()?).await.ok()?.as_string()
}

/// The page as it was before the program changed it: browsers keep everything of it but what the program drew and set.
fn own() -> Option<String> {
    let document: Document = web_sys::window()?.document()?;
    let page: Element = document.document_element()?.clone_node_with_deep(true).ok()?.dyn_into().ok()?;
    for name in page.get_attribute_names().iter().filter_map(|name: JsValue| name.as_string()).filter(|name| name != LANGUAGE) {
        page.remove_attribute(&name).ok()?;
    }
    // It was the address of this page's own worker; the file puts its own there.
    if let Some(worker) = page.query_selector("meta[name=bookahead-worker]").ok()? {
        worker.set_attribute("content", "").ok()?;
    }
    let body = page.query_selector("body").ok()??;
    let children = body.children();
    for child in (0..children.length()).rev().filter_map(|at| children.item(at)) {
        if child.id() == APP {
            let first_look = FIRST_LOOK.with_borrow(Clone::clone)?.clone_node_with_deep(true).ok()?;
            body.replace_child(&first_look, &child).ok()?;
        } else if child.tag_name() != "SCRIPT" {
            child.remove();
        }
    }
    // No line feed at the end: browsers take it into the body, and every file that is made of another would have one more.
    Some(format!("<!DOCTYPE html>\n{}", page.outer_html()))
}
