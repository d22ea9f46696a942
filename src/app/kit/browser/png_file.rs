//! An SVG as a PNG: the browser draws it onto a canvas, at twice its size.

use super::download::download_blob;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url};
use yew::Callback;

/// Pixels of the PNG for one of the picture.
const SCALE: f64 = 2.0;

/// Offers an SVG of some size in CSS px as a PNG to save. `on_failure` is told if the browser does not draw it.
///
/// # Errors
/// The browser refuses to begin.
pub fn download_png(name: String, svg: &Blob, (width, height): (f64, f64), on_failure: Callback<()>) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(svg)?;
    let image = HtmlImageElement::new()?;
    let on_load = {
        let (image, url, on_failure) = (image.clone(), url.clone(), on_failure.clone());
        Closure::once_into_js(move || {
            if draw(name, &image, (width, height), on_failure.clone()).is_err() {
                on_failure.emit(());
            }
            // Nothing is lost where it cannot be given back.
            let _ = Url::revoke_object_url(&url);
        })
    };
    let on_error = Closure::once_into_js(move || on_failure.emit(()));
    image.set_onload(Some(on_load.unchecked_ref()));
    image.set_onerror(Some(on_error.unchecked_ref()));
    image.set_src(&url);
    Ok(())
}

fn draw(name: String, image: &HtmlImageElement, (width, height): (f64, f64), on_failure: Callback<()>) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document()).ok_or(JsValue::NULL)?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
    canvas.set_width((width * SCALE) as u32);
    canvas.set_height((height * SCALE) as u32);
    let context: CanvasRenderingContext2d = canvas.get_context("2d")?.ok_or(JsValue::NULL)?.unchecked_into();
    context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width * SCALE, height * SCALE)?;
    let take = Closure::once_into_js(move |blob: Option<Blob>| {
        if blob.is_none_or(|blob| download_blob(&name, &blob).is_err()) {
            on_failure.emit(());
        }
    });
    canvas.to_blob(take.unchecked_ref())
}
