//! The only place that touches a canvas: a pixel buffer goes onto it as one image.

use crate::chart::raster::PixelBuffer;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// Puts a picture onto a canvas, whose size in device px becomes the picture's; `size` is its width and height in CSS px.
///
/// # Errors
/// The browser has no memory for it; the canvas stays as it is.
pub fn put(canvas: &HtmlCanvasElement, picture: &PixelBuffer, size: (f64, f64)) -> Result<(), JsValue> {
    let (width, height) = (picture.width(), picture.height());
    if canvas.width() != width || canvas.height() != height {
        canvas.set_width(width);
        canvas.set_height(height);
        // Through the style object: the Content-Security-Policy forbids style attributes.
        canvas.style().set_property("width", &format!("{}px", size.0))?;
        canvas.style().set_property("height", &format!("{}px", size.1))?;
    }
    if width == 0 || height == 0 {
        return Ok(());
    }
    let context: CanvasRenderingContext2d = canvas.get_context("2d")?.ok_or(JsValue::NULL)?.unchecked_into();
    let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(picture.bytes()), width, height)?;
    context.put_image_data(&image, 0.0, 0.0)
}

/// Device px per CSS px of the window.
pub fn device_pixel_ratio() -> f64 {
    web_sys::window().map_or(1.0, |window| window.device_pixel_ratio())
}
