//! Bars that are drawn over all others.

use super::bar::Bar;
use super::scene::Scene;
use crate::kit::label::Candidate;
use crate::kit::raster::PixelBuffer;

/// Bars over all others. Returns those that may have room for a name, and `candidates`.
pub fn paint_emphasised(buffer: &mut PixelBuffer, scene: &Scene, bars: Vec<Bar>, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    for bar in bars {
        let tone = scene.tone_of(bar.job);
        scene.paint_emphasised(buffer, &bar, scene.fill_of(bar.job, tone));
        candidates.extend(scene.candidate(bar, tone, true));
    }
    candidates
}
