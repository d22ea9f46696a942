//! The pictures of the README: each study in light and dark, and a drag as an animated picture. `scripts/pictures` puts them into `docs/pictures`.

use crate::harness::{Device, Page, with_page};
use crate::lab::{expect_figures, first_example, grip, open_lab, slot_px};
use serde_json::json;
use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// Size of the window, in CSS px.
const WINDOW: (u32, u32) = (1280, 720);
/// Largest size of the animated picture, in bytes.
const ANIMATED_MAX: u64 = 1_000_000;

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("tmp lies in target").join("readme-pictures");
    fs::create_dir_all(&folder).expect("the folder for pictures");
    folder
}

/// Keeps what is on the screen under a name.
fn keep(page: &Page, name: &str) {
    page.settle();
    let picture = page.screenshot(&format!("readme-{name}"));
    fs::copy(picture, folder().join(format!("{name}.png"))).expect("the picture is copied");
}

#[test]
fn each_study_in_light_and_dark() {
    with_page("readme-studies", |page| {
        page.size(WINDOW.0, WINDOW.1);
        open_lab(page, "");
        for study in ["slots", "idle", "revenue", "cluster", "workflow"] {
            page.js("document.querySelector(`#panel-${arguments[0]}`).click()", &[json!(study)]);
            page.wait_for("a picture", "document.querySelector('.charts svg, .charts canvas')", &[]);
            for (look, is_dark) in [("light", false), ("dark", true)] {
                page.prefer(is_dark, true);
                keep(page, &format!("{study}-{look}"));
            }
        }
    });
}

/// A picture as rows of pixels of three bytes.
struct Pixels {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

impl Pixels {
    /// What is on the screen.
    fn of(page: &Page, name: &str) -> Self {
        let bytes = fs::read(page.screenshot(name)).expect("the picture was written");
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("its pixels");
        let channels = info.color_type.samples();
        let bytes = bytes[..info.buffer_size()].chunks_exact(channels).flat_map(|pixel| pixel[..3].to_vec()).collect();
        Self { width: info.width, height: info.height, bytes }
    }

    fn row(&self, y: u32) -> &[u8] {
        let row = 3 * self.width as usize;
        &self.bytes[y as usize * row..][..row]
    }

    /// Left, top, right and bottom edge of what differs from another picture of the same size.
    fn changed(&self, other: &Self) -> Option<[u32; 4]> {
        let rows: Vec<u32> = (0..self.height).filter(|&y| self.row(y) != other.row(y)).collect();
        let differs = |x: &u32| rows.iter().any(|&y| self.row(y)[3 * *x as usize..][..3] != other.row(y)[3 * *x as usize..][..3]);
        let (left, right) = ((0..self.width).find(differs)?, (0..self.width).rev().find(differs)?);
        Some([left, *rows.first()?, right + 1, *rows.last()? + 1])
    }

    fn part(&self, [left, top, right, bottom]: [u32; 4]) -> Vec<u8> {
        (top..bottom).flat_map(|y| self.row(y)[3 * left as usize..3 * right as usize].to_vec()).collect()
    }
}

/// Writes an animated PNG: of each frame but the first only what has changed.
fn write_animated(path: &Path, frames: &[Pixels]) {
    let (first, last) = (&frames[0], frames.len() - 1);
    let changes: Vec<(usize, [u32; 4])> = (1..=last).filter_map(|at| Some((at, frames[at].changed(&frames[at - 1])?))).collect();
    let file = BufWriter::new(fs::File::create(path).expect("the file is made"));
    let mut encoder = png::Encoder::new(file, first.width, first.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.set_animated(changes.len() as u32 + 1, 0).expect("frames");
    encoder.set_frame_delay(9, 10).expect("a delay");
    let mut writer = encoder.write_header().expect("the header is written");
    writer.write_image_data(&first.bytes).expect("the first frame is written");
    for (at, edges) in changes {
        let [left, top, right, bottom] = edges;
        // The last one stays.
        writer.set_frame_delay(if at == last { 18 } else { 2 }, 10).expect("a delay");
        // Back to the corner first: a place is checked with the size that was.
        writer.set_frame_position(0, 0).expect("a place");
        writer.set_frame_dimension(right - left, bottom - top).expect("a size");
        writer.set_frame_position(left, top).expect("a place");
        writer.write_image_data(&frames[at].part(edges)).expect("a frame is written");
    }
    writer.finish().expect("the picture is whole");
}

#[test]
fn a_drag_as_an_animated_picture() {
    with_page("readme-drag", |page| {
        page.size(WINDOW.0, WINDOW.1);
        open_lab(page, "");
        expect_figures(page, &first_example());
        page.settle();
        let mut frames = vec![Pixels::of(page, "readme-drag")];
        let (from, slot) = (grip(page, "duration"), slot_px(page));
        page.press_at(Device::Mouse, from);
        let ways: Vec<f64> = (1..=8).chain((0..8).rev()).map(|quarters| f64::from(quarters) * slot / 4.0).collect();
        let mut at = 0.0;
        for way in ways {
            page.move_from_to(Device::Mouse, from.by(at, 0.0), from.by(way, 0.0), 2);
            at = way;
            page.settle();
            frames.push(Pixels::of(page, "readme-drag"));
        }
        page.release(Device::Mouse);
        let path = folder().join("drag.png");
        write_animated(&path, &frames);
        let size = fs::metadata(&path).expect("it was written").len();
        assert!(size <= ANIMATED_MAX, "{size} bytes");
        let mut reader =
            png::Decoder::new(std::io::BufReader::new(fs::File::open(&path).expect("it is there"))).read_info().expect("a PNG");
        let count = reader.info().animation_control().expect("it is animated").num_frames;
        assert!(count > 5, "{count} frames");
        let mut frame = vec![0; reader.output_buffer_size().expect("a size")];
        (0..count).for_each(|_| assert!(reader.next_frame(&mut frame).is_ok(), "each frame can be read"));
    });
}
