//! What a picture of a Gantt chart depends on: the plan, the axes, the colours and what stands out.

use crate::gantt::layout::gantt_kind::GanttKind;
use crate::gantt::plan::marks::Marks;
use crate::gantt::plan::view::PlanView;
use crate::kit::palette::Theme;
use crate::kit::scale::{RowScale, TimeScale};
use bookahead_engine::core::time_names::TimeUnit;
use bookahead_engine::slots::revenue::Market;
use bookahead_engine::slots::workload::RequestId;

/// What stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Emphasis {
    /// The selected request: its jobs in the accent colour.
    pub selected: Option<RequestId>,
    /// The job under the pointer or the keyboard's focus (row in the arrivals): all bars of its request are outlined.
    pub hovered: Option<u32>,
    /// Which moved jobs are shown as such.
    pub moved: MovedJobs,
}

/// Which moved jobs are shown as moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovedJobs {
    /// None.
    None,
    /// Those moved to make room for the selected request.
    #[default]
    ForSelected,
    /// Every job that stands elsewhere than where it was first placed.
    All,
}

/// What bars are coloured by, where they are neither selected nor moved.
#[derive(Clone, Copy, Debug, Default)]
pub enum Colours<'a> {
    /// By request, so that neighbours differ.
    #[default]
    Request,
    /// By class of the market.
    Class(&'a Market),
    /// By how they differ from another plan; the selected request is outlined.
    Compared(&'a Marks),
}

/// What stands in the way of a refused request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blocked<'a> {
    /// Slots that rule out its starts, ascending: hatched.
    pub slots: &'a [u32],
    /// Jobs there that do not make way: outlined.
    pub jobs: &'a [u32],
}

/// Everything a picture depends on.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The plan.
    pub view: &'a PlanView,
    /// What rows stand for.
    pub layout: GanttKind,
    /// The time axis; its width is the picture's.
    pub time: TimeScale,
    /// The node axis; its height is the picture's.
    pub rows: RowScale,
    /// Device px per CSS px.
    pub dpr: f64,
    /// Light or dark.
    pub theme: Theme,
    /// How labels name points in time.
    pub unit: TimeUnit,
    /// What stands out.
    pub emphasis: Emphasis,
    /// What bars are coloured by.
    pub colours: Colours<'a>,
    /// What stands in the way of the selected request, if it was refused.
    pub blocked: Blocked<'a>,
    /// Jobs that were picked beside the selected request (rows in the arrivals, ascending): in the accent colour as well.
    pub marked: &'a [u32],
}
