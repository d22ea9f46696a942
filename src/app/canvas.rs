//! The only place that touches a canvas: a pixel buffer goes onto it as one image.

use crate::chart::palette::css;
use crate::chart::raster::PixelBuffer;
use crate::chart::{Anchor, Caption, Rgba};
use gloo_events::EventListener;
use std::ops::Range;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, ContextAttributes2d, HtmlCanvasElement, ImageData};
use yew::prelude::*;

/// The page's font; the style sheet says the same. Written as browsers tell it.
const FONT: &str = r#"system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif"#;

/// Puts a picture onto a canvas, whose size in device px becomes the picture's. Where the browser has no memory for it, the canvas stays
/// as it is and the console says so.
pub fn show(canvas: &NodeRef, picture: &PixelBuffer, dpr: f64) {
    show_columns(canvas, picture, dpr, 0..picture.width());
}

/// Puts a picture onto the canvas that shows the one before it: what differs from that lies in some columns.
pub fn show_columns(canvas: &NodeRef, picture: &PixelBuffer, dpr: f64, columns: Range<u32>) {
    if let Some(canvas) = canvas.cast::<HtmlCanvasElement>()
        && let Err(error) = put(&canvas, picture, dpr, columns)
    {
        web_sys::console::warn_1(&error);
    }
}

fn put(canvas: &HtmlCanvasElement, picture: &PixelBuffer, dpr: f64, mut columns: Range<u32>) -> Result<(), JsValue> {
    let (width, height) = (picture.width(), picture.height());
    if resize(canvas, (width, height), dpr)? {
        columns = 0..width;
    }
    if columns.is_empty() || width == 0 || height == 0 {
        return Ok(());
    }
    let context = context_of(canvas)?;
    let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(picture.bytes()), width, height)?;
    let (x, across) = (f64::from(columns.start), f64::from(columns.end - columns.start));
    context.put_image_data_with_dirty_x_and_dirty_y_and_dirty_width_and_dirty_height(
        &image,
        0.0,
        0.0,
        x,
        0.0,
        across,
        f64::from(height),
    )
}

/// Writes texts onto a canvas that shows its picture already.
pub fn write(canvas: &NodeRef, captions: &[Caption], dpr: f64) {
    if let Some(canvas) = canvas.cast::<HtmlCanvasElement>()
        && let Ok(context) = context_of(&canvas)
    {
        write_onto(&context, captions, dpr);
    }
}

/// Writes texts onto an empty canvas of some size in CSS px.
pub fn write_alone(canvas: &NodeRef, captions: &[Caption], (width, height): (f64, f64), dpr: f64, background: Rgba) {
    let Some(canvas) = canvas.cast::<HtmlCanvasElement>() else { return };
    let (width, height) = PixelBuffer::device_size(width, height, dpr);
    if let Ok(_) = resize(&canvas, (width, height), dpr)
        && let Ok(context) = context_of(&canvas)
    {
        context.set_fill_style_str(&css(background));
        context.fill_rect(0.0, 0.0, f64::from(width), f64::from(height));
        write_onto(&context, captions, dpr);
    }
}

fn write_onto(context: &CanvasRenderingContext2d, captions: &[Caption], dpr: f64) {
    let mut looks = None;
    for Caption { text, x, baseline, anchor, font_px, is_strong, color } in captions {
        if looks.replace((font_px, is_strong, color, anchor)) != Some((font_px, is_strong, color, anchor)) {
            let font = format!("{}{}px {FONT}", if *is_strong { "600 " } else { "" }, font_px * dpr);
            // To set it, the browser has to know the style of the whole page anew.
            if context.font() != font {
                context.set_font(&font);
            }
            context.set_fill_style_str(&css(*color));
            context.set_text_align(match anchor {
                Anchor::Start => "left",
                Anchor::Middle => "center",
                Anchor::End => "right",
            });
        }
        // Fails for no place that is a number.
        let _ = context.fill_text(text, x * dpr, baseline * dpr);
    }
}

/// Sets the size of a canvas in device px; whether it was another one.
fn resize(canvas: &HtmlCanvasElement, (width, height): (u32, u32), dpr: f64) -> Result<bool, JsValue> {
    let is_other = canvas.width() != width || canvas.height() != height;
    if is_other {
        canvas.set_width(width);
        canvas.set_height(height);
        // As many CSS px as make whole device px, also where the plot is not so wide: else the browser would stretch the picture and blur
        // it. Through the style object: the Content-Security-Policy forbids style attributes.
        canvas.style().set_property("width", &format!("{}px", f64::from(width) / dpr))?;
        canvas.style().set_property("height", &format!("{}px", f64::from(height) / dpr))?;
    }
    Ok(is_other)
}

fn context_of(canvas: &HtmlCanvasElement) -> Result<CanvasRenderingContext2d, JsValue> {
    // Pictures leave nothing see-through: the browser need not look for what lies below.
    let opaque = ContextAttributes2d::new();
    opaque.set_alpha(false);
    Ok(canvas.get_context_with_context_options("2d", &opaque)?.ok_or(JsValue::NULL)?.unchecked_into())
}

/// Device px per CSS px of the window.
fn device_pixel_ratio() -> f64 {
    web_sys::window().map_or(1.0, |window| window.device_pixel_ratio())
}

/// Device px per CSS px of the window; follows it to another screen.
#[hook]
pub fn use_device_pixel_ratio() -> f64 {
    let dpr = use_state_eq(device_pixel_ratio);
    // Zooming the page changes it with the size of everything, which is drawn again anyway: then the newest is what counts.
    let now = device_pixel_ratio();
    {
        let dpr = dpr.clone();
        use_effect_with(now.to_bits(), move |_| {
            let query = web_sys::window().and_then(|window| window.match_media(&format!("(resolution: {now}dppx)")).ok().flatten());
            let listener = query.map(|query| EventListener::new(&query, "change", move |_| dpr.set(device_pixel_ratio())));
            move || drop(listener)
        });
    }
    now
}
