//! The page kept in the browser, so that it opens without a network (`www/sw.js`). A newer build is announced and waits until the reader asks for it.

use super::embed::is_embedded;
use super::engine::warm_up::when_idle;
use super::notices::{Notice, Notices};
use crate::app::kit::browser::head::head_value;
use gloo_events::EventListener;
use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};
use yew::prelude::*;

/// Has the browser keep the page, once it has come to rest. Embedded, and where a browser or a host offers none of this, nothing happens.
#[hook]
pub fn use_kept_for_offline(notices: &Notices, is_at_rest: bool) {
    let notices = notices.clone();
    use_effect_with(is_at_rest, move |&is_at_rest| {
        if let Some((container, address)) = keeper().filter(|_| is_at_rest) {
            // Not kept is no fault: the page works as long as its host answers.
            when_idle(move || spawn_local(async move { drop(keep(container, &address, &notices).await) }));
        }
    });
}

/// Who keeps pages in this browser, and the script that is to do it for this page.
fn keeper() -> Option<(ServiceWorkerContainer, String)> {
    let window = web_sys::window()?;
    let address = head_value("offline")?;
    // Missing on pages that are neither encrypted nor of this machine.
    let container = Reflect::get(&window.navigator(), &JsValue::from_str("serviceWorker")).ok()?.dyn_into().ok()?;
    (!is_embedded()).then_some((container, address))
}

async fn keep(container: ServiceWorkerContainer, address: &str, notices: &Notices) -> Result<(), JsValue> {
    let registration: ServiceWorkerRegistration = JsFuture::from(container.register(address)).await?.unchecked_into();
    // Without one that answers for this page, what is installed is the first build and nothing new.
    if container.controller().is_none() {
        return Ok(());
    }
    if let Some(newer) = registration.waiting() {
        announce(&container, newer, notices);
    }
    let (notices, registered) = (notices.clone(), registration.clone());
    let found = EventListener::new(&registration, "updatefound", move |_| {
        let Some(newer) = registered.installing() else { return };
        let (container, notices, installing) = (container.clone(), notices.clone(), newer.clone());
        let changed = EventListener::new(&newer, "statechange", move |_| {
            if installing.state() == ServiceWorkerState::Installed {
                announce(&container, installing.clone(), &notices);
            }
        });
        // It lasts as long as the worker it listens to.
        changed.forget();
    });
    found.forget();
    Ok(())
}

/// Offers the newer build.
fn announce(container: &ServiceWorkerContainer, newer: ServiceWorker, notices: &Notices) {
    let container = container.clone();
    let take_over = Callback::from(move |()| {
        let reload = EventListener::once(&container, "controllerchange", |_| {
            // The browser asks the reader itself where that would lose something.
            drop(web_sys::window().map(|window| window.location().reload()));
        });
        reload.forget();
        // A worker that is gone has made way for a newer one, which is announced too.
        drop(newer.post_message(&JsValue::from_str("take over")));
    });
    notices.add(Notice::word("A new version of Bookahead is ready. Your work stays as it is.").with_action("Reload", take_over));
}
