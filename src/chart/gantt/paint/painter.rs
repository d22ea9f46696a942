//! Paints the Gantt chart: grid, bars and emphasis as pixels, names as labels for the layer above.

use super::emphasised_bars::paint_emphasised;
use super::frame::Frame;
use super::frame_cache::{Change, FrameCache};
use super::row_bars::RowBars;
use super::row_painter::paint_rows;
use super::scene::Scene;
use crate::gantt::bar::Bar;
use crate::gantt::layout::gantt_kind::GanttKind;
use crate::gantt::layout::physical;
use crate::gantt::level_of_detail::coverage::WHOLE;
use crate::gantt::level_of_detail::density::Density;
use crate::gantt::level_of_detail::overview::{Overview, Quality};
use crate::gantt::level_of_detail::silhouette::Silhouette;
use crate::gantt::plan::view::Edition;
use crate::kit::label;
use crate::kit::label::{Candidate, Label};
use crate::kit::raster::PixelBuffer;
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// Most bars, each of one row, that are painted one by one where an overview could show nearly the same.
const DIRECT_MAX: usize = 150_000;
/// Most nodes of jobs of a new plan that are looked at for one picture: the overview of the largest plans takes a few pictures, so that
/// none of them takes long.
const OVERVIEW_STEP: f64 = 1.5e6;
/// Fewer are painted one by one even where an overview would show the same.
const DIRECT_LEAST: usize = 10_000;

/// Paints frames, keeping its memory from one to the next.
#[derive(Clone, Debug)]
pub struct Painter {
    buffer: PixelBuffer,
    density: Density,
    /// A part of the picture by itself.
    strip: PixelBuffer,
    strip_density: Density,
    strip_bars: RowBars,
    bars: RowBars,
    /// The picture in the buffer, if parts of it may serve for the next.
    cache: Option<FrameCache>,
    overview: Overview,
    /// Coverage of a line.
    columns: Vec<i32>,
    is_complete: bool,
    is_in_parts: bool,
    changed: Range<u32>,
    /// What the plan was in the last picture.
    edition: Option<Edition>,
    /// Fewest bars that are left to a sharp overview, and to a blurred one.
    direct: (usize, usize),
}

impl Default for Painter {
    fn default() -> Self {
        Self::with_direct(DIRECT_LEAST, DIRECT_MAX)
    }
}

impl Painter {
    /// A painter that leaves views of at least so many bars, each counted on every row, to an overview where that shows the same, and of
    /// at least so many to one that shows nearly the same. `usize::MAX` for both is the plain way of painting.
    pub fn with_direct(sharp: usize, blurred: usize) -> Self {
        Self {
            buffer: PixelBuffer::default(),
            density: Density::default(),
            strip: PixelBuffer::default(),
            strip_density: Density::default(),
            strip_bars: RowBars::default(),
            bars: RowBars::default(),
            cache: None,
            overview: Overview::default(),
            columns: Vec::new(),
            is_complete: true,
            is_in_parts: false,
            changed: 0..0,
            edition: None,
            direct: (sharp, blurred),
        }
    }

    /// The picture painted last.
    pub fn buffer(&self) -> &PixelBuffer {
        &self.buffer
    }

    /// Whether the last picture was made from the one before it.
    pub fn is_in_parts(&self) -> bool {
        self.is_in_parts
    }

    /// The columns of the last picture, in device px, that may differ from the picture before it.
    pub fn changed(&self) -> Range<u32> {
        self.changed.clone()
    }

    /// Whether the last picture shows all there is: that of a very large new plan may show its beginning only, and more each time it is
    /// painted.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Paints a frame and returns the names that fit on its bars.
    ///
    /// O(bars in view + pixels); where the axis is moved or a few jobs changed since the last frame and no bar has room for a name, O(bars
    /// in what is new + pixels moved). Where bars are not readable, the logical layout falls back to a
    /// [silhouette](crate::gantt::layout::logical::Detail) and the physical one to an overview made once per plan: O(pixels).
    pub fn paint(&mut self, frame: &Frame) -> Vec<Label> {
        (self.is_complete, self.is_in_parts) = (true, false);
        let cache = self.cache.take();
        let scene = Scene::new(frame);
        let (width, height) = PixelBuffer::device_size(frame.time.width(), frame.rows.height(), scene.dpr);
        self.changed = 0..width;
        if width == 0 || height == 0 {
            self.buffer.reset(width, height, scene.palette.background);
            return Vec::new();
        }
        let silhouette = Silhouette { view: frame.view, time: &frame.time, rows: &frame.rows, dpr: scene.dpr };
        if frame.layout == GanttKind::Logical && silhouette.applies() {
            self.buffer.resize(width, height);
            scene.paint_ground(&mut self.buffer);
            let others = frame.marked.iter().copied().filter(|job| !scene.selected.contains(job));
            silhouette.paint(&mut self.buffer, scene.palette, scene.selected.clone().chain(others));
            scene.paint_blocked(&mut self.buffer);
            return Vec::new();
        }
        let visible = scene.visible_slots();
        let is_from_afar = self.is_seen_from_afar(&scene, visible.clone());
        let is_direct = frame.layout == GanttKind::Physical && !is_from_afar;
        if is_direct
            && frame.view.violated().is_empty()
            && let Some(change) = cache.and_then(|cache| cache.change(&scene))
            && (self.buffer.width(), self.buffer.height()) == (width, height)
            && let changed = change.reach(width)
            && self.paint_change(&scene, change)
        {
            (self.cache, self.is_in_parts) = (Some(FrameCache::new(&scene)), true);
            self.changed = changed;
            return Vec::new();
        }
        self.buffer.resize(width, height);
        let candidates = if is_from_afar {
            scene.paint_ground(&mut self.buffer);
            let (candidates, emphasised) = self.paint_overview(&scene, visible);
            paint_emphasised(&mut self.buffer, &scene, emphasised, candidates)
        } else if is_direct && scene.rows_are_lines {
            self.bars.follow(&scene);
            paint_rows(&mut self.buffer, &self.bars, &scene)
        } else {
            scene.paint_ground(&mut self.buffer);
            paint_bars(&mut self.buffer, &mut self.density, &scene)
        };
        scene.paint_violated(&mut self.buffer);
        scene.paint_blocked(&mut self.buffer);
        // Names are found with all bars at hand only, and so is what becomes violated elsewhere.
        let is_kept = is_direct && candidates.is_empty() && frame.view.violated().is_empty();
        self.cache = is_kept.then(|| FrameCache::new(&scene));
        label::labels(frame.view, candidates, frame.unit)
    }

    /// Makes the last picture the next one. Whether that is it: where there is room for a name, all has to be painted.
    fn paint_change(&mut self, scene: &Scene, change: Change) -> bool {
        self.buffer.shift(change.dx);
        let (margin, height) = (scene.margin(), self.buffer.height());
        for columns in change.columns {
            // Bars beside the strip reach into it.
            let strip = scene.strip(columns.start - margin..columns.end + margin);
            self.strip.resize(strip.width(), height);
            let candidates = if strip.rows_are_lines {
                self.strip_bars.look_up_once(&strip);
                paint_rows(&mut self.strip, &self.strip_bars, &strip)
            } else {
                strip.paint_ground(&mut self.strip);
                paint_bars(&mut self.strip, &mut self.strip_density, &strip)
            };
            if !candidates.is_empty() {
                return false;
            }
            strip.paint_blocked(&mut self.strip);
            self.buffer.take_columns(&self.strip, margin..margin + columns.end - columns.start, columns.start);
        }
        true
    }

    /// Whether the overview is to be shown instead of the bars.
    fn is_seen_from_afar(&mut self, scene: &Scene, visible: Range<Slot>) -> bool {
        let view = scene.frame.view;
        let bars = (view.starting_in(visible).len() as f64 * view.nodes_per_job()) as usize;
        // A plan that changes from picture to picture is not worth an overview until it is too large for anything else.
        let is_known = self.overview.is_of(view) || self.edition.as_ref() == Some(view.edition());
        self.edition = Some(view.edition().clone());
        let (sharp, blurred) = self.direct;
        scene.frame.layout == GanttKind::Physical
            && bars >= sharp
            && match Overview::quality(view, scene.slots_per_px()) {
                Quality::Sharp => bars >= blurred || (is_known && scene.bars_are_faded()),
                Quality::Blurred => bars >= blurred,
                Quality::None => false,
            }
    }

    /// The share of busy nodes in every pixel, and the few bars long enough to be seen.
    fn paint_overview(&mut self, scene: &Scene, visible: Range<Slot>) -> (Vec<Candidate>, Vec<Bar>) {
        let view = scene.frame.view;
        self.overview.follow(view, OVERVIEW_STEP);
        self.is_complete = self.overview.is_complete();
        self.density.reset(scene.width(), scene.lines_in(self.buffer.height()));
        self.columns.resize(self.buffer.width() as usize, 0);
        let edges = self.overview.edges(self.columns.len(), scene.first(), scene.slots_per_px());
        for (line, rows) in self.overview.lines() {
            let rows = rows.start.max(scene.rows.start)..rows.end.min(scene.rows.end);
            if rows.is_empty() {
                continue;
            }
            self.overview.coverage(line, &edges, scene.slots_per_px(), WHOLE, &mut self.columns);
            for (lines, weight) in scene.lines_of(rows) {
                lines.for_each(|line| self.density.add_columns(line, &self.columns, weight));
            }
        }
        self.density.show(&mut self.buffer, scene.palette.busy_mean, &|line| scene.pixel_rows_of(line));
        let (mut candidates, mut emphasised) = (Vec::new(), Vec::new());
        for &job in self.overview.long_jobs() {
            if view.slots_of(job).is_none_or(|slots| slots.end <= visible.start || slots.start >= visible.end) {
                continue;
            }
            let tone = scene.tone_of(job);
            physical::for_each_bar_of(view, job, scene.rows.clone(), &mut |bar| {
                if scene.is_drawn_alone(&bar) && !scene.is_emphasised(job, tone) {
                    scene.paint_alone(&mut self.buffer, &bar, scene.fill_of(job, tone));
                    candidates.extend(scene.candidate(bar, tone, false));
                }
            });
        }
        for job in scene.jobs_that_stand_out() {
            physical::for_each_bar_of(view, job, scene.rows.clone(), &mut |bar| {
                if bar.start < visible.end && bar.end > visible.start {
                    emphasised.push(bar);
                }
            });
        }
        (candidates, emphasised)
    }
}

/// Every bar by itself, those that stand out over the others. Returns the bars that may have room for a name.
fn paint_bars(buffer: &mut PixelBuffer, density: &mut Density, scene: &Scene) -> Vec<Candidate> {
    let (mut candidates, mut emphasised) = (Vec::new(), Vec::new());
    density.reset(scene.width(), scene.lines_in(buffer.height()));
    scene.frame.layout.for_each_bar(scene.frame.view, scene.slots_around(), scene.rows.clone(), |bar| {
        let tone = scene.tone_of(bar.job);
        if scene.is_emphasised(bar.job, tone) {
            emphasised.push(bar);
        } else if scene.is_drawn_alone(&bar) {
            scene.paint_bar(buffer, scene.area_of(&bar, 0.0), scene.fill_of(bar.job, tone));
            candidates.extend(scene.candidate(bar, tone, false));
        } else {
            scene.add_density(density, &bar, tone);
        }
    });
    density.show(buffer, scene.palette.busy_mean, &|line| scene.pixel_rows_of(line));
    paint_emphasised(buffer, scene, emphasised, candidates)
}
