//! What may be seen of every study, wherever its view keeps it.

use super::view::TimeWindow;
use bookahead_engine::core::edits::RequestId;

/// Where a view keeps what may be seen of every study.
pub struct Seen<'a> {
    /// The selected request.
    pub selected: &'a mut Option<RequestId>,
    /// Time on screen, where the study has an axis of time; `None` shows all.
    pub time: Option<&'a mut Option<TimeWindow>>,
    /// How many requests are decided in what is on screen, where the study can be stepped through; `None` shows the whole plan.
    pub step: Option<&'a mut Option<u32>>,
}
