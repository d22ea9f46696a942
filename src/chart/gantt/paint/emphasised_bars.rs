//! Bars that are drawn over all others.

use super::scene::Scene;
use crate::gantt::bar::Bar;
use crate::gantt::plan::view::ascending;
use crate::kit::label::Candidate;
use crate::kit::raster::PixelBuffer;

impl Scene<'_> {
    /// Whether a job is of the selected request, or of one that was picked with it.
    #[inline]
    pub fn is_picked(&self, job: u32) -> bool {
        self.selected.contains(&job) || self.frame.marked.binary_search(&job).is_ok()
    }

    /// The jobs that are drawn over an overview: emphasised ones and moved ones, ascending.
    pub fn jobs_that_stand_out(&self) -> Vec<u32> {
        ascending(self.jobs_that_come_and_go().chain(self.frame.marked.iter().copied()).collect())
    }

    /// Those of them that change from one frame to the next, some of them twice.
    pub fn jobs_that_come_and_go(&self) -> impl Iterator<Item = u32> {
        self.selected.clone().chain(self.moved.iter().copied()).chain(self.hovered.clone())
    }
}

/// Bars over all others. Returns those that may have room for a name, and `candidates`.
pub fn paint_emphasised(buffer: &mut PixelBuffer, scene: &Scene, bars: Vec<Bar>, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    for bar in bars {
        let tone = scene.tone_of(bar.job);
        scene.paint_emphasised(buffer, &bar, scene.fill_of(bar.job, tone));
        candidates.extend(scene.candidate(bar, tone, true));
    }
    candidates
}
