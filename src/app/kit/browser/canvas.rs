//! The only code that draws on a canvas: it copies a pixel buffer to the canvas as one image.

use super::paper::{PAPER_DPR, use_is_on_paper};
use super::text_zoom::text_zoom;
use crate::chart::kit::palette::css;
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::{Anchor, Caption, Rect, Rgba};
use gloo_events::EventListener;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, ContextAttributes2d, HtmlCanvasElement, ImageData, Node};
use yew::prelude::*;

/// The page's font; the style sheet says the same. Written as browsers tell it.
const FONT: &str = r#"system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif"#;

/// A canvas of the page, shared by all its copies. What is known of it is not asked of the browser again in every frame.
#[derive(Clone, Default)]
pub struct Sheet {
    /// Where it stands in the page.
    pub node: NodeRef,
    pen: Rc<RefCell<Option<Pen>>>,
}

/// A canvas that is there, and how it was left.
struct Pen {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// In device px.
    size: (u32, u32),
    /// Whether no picture was put onto it since it was fitted.
    is_new: bool,
    font: String,
}

/// A canvas for a component.
#[hook]
pub fn use_sheet() -> Sheet {
    (*use_state(Sheet::default)).clone()
}

impl Sheet {
    /// Puts a picture onto the canvas, whose size in device px becomes the picture's. Where the browser has no memory for it, the canvas
    /// stays as it is and the console says so.
    pub fn show(&self, picture: &PixelBuffer, dpr: f64) {
        self.with_pen(&mut |pen| {
            pen.resize((picture.width(), picture.height()), dpr)?;
            pen.put(picture, (0.0, 0.0), 0..picture.width())
        });
    }

    /// Puts a picture onto a part of the canvas that shows the one before it: what differs from that lies in some columns. `place` is that of
    /// its upper left corner, in CSS px.
    pub fn show_part(&self, picture: &PixelBuffer, place: (f64, f64), dpr: f64, columns: Range<u32>) {
        let (x, y) = ((place.0 * dpr).round(), (place.1 * dpr).round());
        self.with_pen(&mut |pen| pen.put(picture, (x, y), if pen.is_new { 0..picture.width() } else { columns.clone() }));
    }

    /// Gives the canvas a size in CSS px. The next picture is put onto it whole.
    pub fn fit(&self, (width, height): (f64, f64), dpr: f64) {
        let size = PixelBuffer::device_size(width, height, dpr);
        self.with_pen(&mut |pen| {
            pen.is_new = true;
            pen.resize(size, dpr)
        });
    }

    /// Fills a rectangle, given in CSS px.
    pub fn fill(&self, Rect { x, y, width, height }: Rect, color: Rgba, dpr: f64) {
        let [left, top, right, bottom] = [x, y, x + width, y + height].map(|edge| (edge * dpr).round());
        self.with_pen(&mut |pen| {
            pen.context.set_fill_style_str(&css(color));
            pen.context.fill_rect(left, top, right - left, bottom - top);
            Ok(())
        });
    }

    /// Writes texts over the picture the canvas shows.
    pub fn write(&self, captions: &[Caption], dpr: f64) {
        self.with_pen(&mut |pen| {
            pen.write(captions, dpr);
            Ok(())
        });
    }

    fn with_pen(&self, act: &mut dyn FnMut(&mut Pen) -> Result<(), JsValue>) {
        let Some(node) = self.node.get() else { return };
        let mut kept = self.pen.borrow_mut();
        // Another element may have taken its place.
        let pen = kept
            .take()
            .filter(|pen| AsRef::<Node>::as_ref(&pen.canvas) == &node)
            .map_or_else(|| Pen::of(node.unchecked_into()), Ok);
        let done = pen.and_then(|mut pen| {
            let done = act(&mut pen);
            *kept = Some(pen);
            done
        });
        if let Err(error) = done {
            web_sys::console::warn_1(&error);
        }
    }
}

impl Pen {
    fn of(canvas: HtmlCanvasElement) -> Result<Self, JsValue> {
        // Pictures leave nothing see-through: the browser need not look for what lies below.
        let opaque = ContextAttributes2d::new();
        opaque.set_alpha(false);
        let context = canvas.get_context_with_context_options("2d", &opaque)?.ok_or(JsValue::NULL)?.unchecked_into();
        Ok(Self { size: (canvas.width(), canvas.height()), is_new: true, font: String::new(), canvas, context })
    }

    /// Puts some columns of a picture onto the canvas; the picture's upper left corner is at a place in device px.
    fn put(&mut self, picture: &PixelBuffer, (left, top): (f64, f64), columns: Range<u32>) -> Result<(), JsValue> {
        let (width, height) = (picture.width(), picture.height());
        if columns.is_empty() || width == 0 || height == 0 {
            return Ok(());
        }
        let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(picture.bytes()), width, height)?;
        let (x, across) = (f64::from(columns.start), f64::from(columns.end - columns.start));
        self.context.put_image_data_with_dirty_x_and_dirty_y_and_dirty_width_and_dirty_height(
            &image,
            left,
            top,
            x,
            0.0,
            across,
            f64::from(height),
        )?;
        self.is_new = false;
        Ok(())
    }

    fn write(&mut self, captions: &[Caption], dpr: f64) {
        let context = &self.context;
        let mut looks = None;
        for Caption { text, x, baseline, anchor, font_px, is_strong, color } in captions {
            if looks.replace((font_px, is_strong, color, anchor)) != Some((font_px, is_strong, color, anchor)) {
                let font = format!("{}{}px {FONT}", if *is_strong { "600 " } else { "" }, font_px * dpr);
                // To set it, the browser has to know the style of the whole page anew.
                if self.font != font {
                    context.set_font(&font);
                    self.font = font;
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

    /// Sets the size in device px.
    fn resize(&mut self, size: (u32, u32), dpr: f64) -> Result<(), JsValue> {
        if self.size != size {
            self.canvas.set_width(size.0);
            self.canvas.set_height(size.1);
            // All it was told is forgotten.
            self.font.clear();
            self.size = size;
            // As many CSS px as make whole device px, also where the plot is not so wide: else the browser would stretch the picture and blur
            // it. Through the style object: the Content-Security-Policy forbids style attributes.
            let style = self.canvas.style();
            style.set_property("width", &format!("{}px", f64::from(size.0) / dpr))?;
            style.set_property("height", &format!("{}px", f64::from(size.1) / dpr))?;
        }
        Ok(())
    }
}

/// Device px per CSS px of the window.
fn device_pixel_ratio() -> f64 {
    web_sys::window().map_or(1.0, |window| window.device_pixel_ratio())
}

/// Device px per px of a chart; follows the window to another screen, and to paper.
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
    if use_is_on_paper() { PAPER_DPR } else { now * text_zoom() }
}
