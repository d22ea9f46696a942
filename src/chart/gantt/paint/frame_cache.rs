//! The cache of the previous frame of a Gantt chart, and which parts of it the next frame can reuse. When the axis moves or a few jobs change, that
//! is most of the frame.

use super::frame::{Frame, MovedJobs};
use super::row_bars::ColourKey;
use super::scene::Scene;
use crate::gantt::layout::gantt_kind::GanttKind;
use crate::gantt::plan::view::{Edition, ascending};
use crate::kit::palette::Theme;
use crate::kit::scale::RowScale;
use crate::kit::ticks::GridStep;
use bookahead_engine::core::sorting::sort_shared;
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// Strips closer together than this are painted as one, in device px: each costs a search for its bars.
const NEAR_PX: i32 = 24;
/// From this share of the picture on, all of it is painted.
const MOST: f64 = 0.6;
/// Most strips of a picture.
const STRIPS_MAX: usize = 8;

/// All that a picture depends on except the part of the axis that is in view and the plan.
#[derive(Clone, Debug, PartialEq)]
struct Appearance {
    layout: GanttKind,
    rows: RowScale,
    theme: Theme,
    moved: MovedJobs,
    blocked: (Vec<u32>, Vec<u32>),
    colours: ColourKey,
    /// They may be most of the plan: with others all is painted anew.
    marked: Vec<u32>,
    dpr: f64,
    slot_px: f64,
    width: u32,
    grid_step: GridStep,
    colored: f64,
    row_gap: i32,
}

impl Appearance {
    fn of(scene: &Scene) -> Self {
        let Frame { layout, rows, theme, emphasis, blocked, .. } = *scene.frame;
        Self {
            layout,
            rows,
            theme,
            moved: emphasis.moved,
            blocked: (blocked.slots.to_vec(), blocked.jobs.to_vec()),
            colours: ColourKey::of(scene.frame),
            marked: scene.frame.marked.to_vec(),
            dpr: scene.dpr,
            slot_px: scene.slot_px,
            width: scene.width,
            grid_step: scene.grid_step,
            colored: scene.colored,
            row_gap: scene.row_gap(),
        }
    }
}

/// A job that is drawn above the others, its slots, and whether its request is the one under the pointer.
type Highlight = (u32, Range<Slot>, bool);

/// The last frame.
#[derive(Clone, Debug)]
pub struct FrameCache {
    appearance: Appearance,
    left: f64,
    edition: Edition,
    highlights: Vec<Highlight>,
}

/// How to turn the last frame into the next one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// How far everything moves to the right, in device px.
    pub dx: i32,
    /// Columns to be painted anew, ascending, without touching each other.
    pub columns: Vec<Range<i32>>,
}

impl Change {
    /// The columns that may differ, in a picture of this width.
    pub fn reach(&self, width: u32) -> Range<u32> {
        match (self.dx, self.columns.first(), self.columns.last()) {
            (0, Some(first), Some(last)) => first.start.max(0) as u32..last.end.max(0) as u32,
            (0, ..) => 0..0,
            _ => 0..width,
        }
    }
}

impl FrameCache {
    /// Remembers a frame that has just been painted.
    pub fn new(scene: &Scene) -> Self {
        let edition = scene.frame.view.edition().clone();
        Self { appearance: Appearance::of(scene), left: scene.left(), edition, highlights: highlights(scene) }
    }

    /// How the next frame follows from this one; `None` if most of it is new.
    pub fn change(&self, scene: &Scene) -> Option<Change> {
        let changed = scene.frame.view.changed_since(&self.edition)?;
        let width = f64::from(scene.width());
        let dx = self.left - scene.left();
        if self.appearance != Appearance::of(scene) || dx.abs() > width * MOST {
            return None;
        }
        // Counted from slot 0 until the end.
        let (left, right) = (scene.left(), scene.left() + width);
        let mut parts = Vec::new();
        if dx != 0.0 {
            parts.push(if dx > 0.0 { left..left + dx } else { right + dx..right });
        }
        if !changed.is_empty() {
            parts.push(scene.columns_of(&changed));
        }
        let now = highlights(scene);
        let differing =
            self.highlights.iter().filter(|one| !now.contains(one)).chain(now.iter().filter(|one| !self.highlights.contains(one)));
        parts.extend(differing.map(|(_, slots, _)| scene.columns_of(slots)));
        parts.retain(|part| part.end > left && part.start < right);
        let mut parts: Vec<[u32; 2]> =
            parts.iter().map(|part| [part.start.max(left), part.end.min(right)].map(|x| (x - left) as u32)).collect();
        sort_shared(&mut parts, Ord::cmp);
        let mut columns: Vec<Range<i32>> = Vec::new();
        for [start, end] in parts {
            match columns.last_mut() {
                Some(last) if start as i32 <= last.end + NEAR_PX => last.end = last.end.max(end as i32),
                _ => columns.push(start as i32..end as i32),
            }
        }
        let painted: i32 = columns.iter().map(|columns| columns.end - columns.start).sum();
        (columns.len() <= STRIPS_MAX && f64::from(painted) <= width * MOST).then_some(Change { dx: dx as i32, columns })
    }
}

fn highlights(scene: &Scene) -> Vec<Highlight> {
    let view = scene.frame.view;
    let jobs = ascending(scene.jobs_that_come_and_go().collect()).into_iter();
    jobs.filter_map(|job| Some((job, view.slots_of(job)?, scene.hovered.contains(&job)))).collect()
}
