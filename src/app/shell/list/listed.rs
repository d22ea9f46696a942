//! What a list of requests needs to know of a plan, and what its rows look like and do.

use crate::app::shell::commands::study::Study;
use crate::engine::core::edits::RequestId;
use crate::state::ListingTab;
use yew::prelude::*;

/// Height of a row of two lines, in CSS px; the style sheet says the same.
const TWO_LINES_PX: f64 = 40.0;

/// A plan whose requests are listed.
pub trait ListedPlan: Clone + PartialEq + 'static {
    /// The system's part of the common commands.
    fn study(&self) -> Study;

    /// The request in a row of the plan.
    fn id_at(&self, row: usize) -> Option<RequestId>;

    /// The row of a request.
    fn row_of(&self, id: RequestId) -> Option<usize>;

    /// The row of the request that people call so, the first of several.
    fn row_named(&self, name: &str) -> Option<usize>;

    /// The row of the request that a job belongs to: the same, where every request is one job.
    fn row_of_job(&self, job: u32) -> Option<usize> {
        self.id_at(job as usize).map(|_| job as usize)
    }

    /// Height of a row, in CSS px.
    fn row_px(&self, _: ListingTab) -> f64 {
        TWO_LINES_PX
    }

    /// Draws rows that are in view.
    fn draw(&self, rows: Vec<RowLook>, actions: &RowActions) -> Html;
}

/// A row of the list and its place in it.
#[derive(Clone, Copy, PartialEq)]
pub struct RowLook {
    /// Row of the request in the plan.
    pub row: usize,
    /// Place in the list.
    pub place: usize,
    /// Length of the list.
    pub len: usize,
    /// Whether it says why a job was refused.
    pub has_reason: bool,
    /// Whether it is selected, alone or with others.
    pub is_selected: bool,
    /// Whether it is the one of several that handles and words are about.
    pub is_main: bool,
    /// Whether a bar of it is pointed at.
    pub is_pointed_at: bool,
}

/// What a row does.
pub struct RowActions {
    /// It is clicked.
    pub choose: Callback<(MouseEvent, usize)>,
    /// The pointer comes upon it (with the first of its jobs that has a bar) or leaves it.
    pub point: Callback<Option<u32>>,
}
