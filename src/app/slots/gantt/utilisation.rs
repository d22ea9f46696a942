//! Utilisation over time: the sliding window as a line, single slots as a light area.

use crate::app::kit::browser::canvas::use_device_pixel_ratio;
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::frame::{Margins, PlotFrame};
use crate::app::kit::plot::sheet::{PlotSheet, use_plot_sheet};
use crate::app::kit::plot::time_axis::Axis;
use crate::app::kit::text::format::percent;
use crate::app::shell::pointer::debounce::{Stand, use_settled};
use crate::chart::gantt::profile::{Plot, ProfilePainter, Series, top_share, value_at};
use crate::chart::{TimeScale, TimeUnit};
use crate::state::SlotsShown;
use std::rc::Rc;
use yew::prelude::*;

/// Height of the plot, in CSS px.
const PLOT_PX: f64 = 74.0;
/// Space above it for the label at 100 %.
const TOP_PX: f64 = 8.0;

/// Properties of [`ProfilePlot`].
#[derive(Properties, PartialEq)]
pub struct ProfilePlotProps {
    /// The plan.
    pub shown: Rc<SlotsShown>,
    /// The time axis.
    pub scale: TimeScale,
    /// What the axis counts in.
    pub unit: TimeUnit,
}

/// Utilisation over time.
#[component]
pub fn ProfilePlot(ProfilePlotProps { shown, scale, unit }: &ProfilePlotProps) -> Html {
    let plan = &*shown.plan();
    let theme = use_theme();
    let dpr = use_device_pixel_ratio();
    let axis = Axis { scale: *scale, names: plan.machine().time_names(*unit) };
    let plot = PlotSheet { axis, top: TOP_PX, height: PLOT_PX, theme, dpr };
    let top = top_share(plan);
    // Where more is booked than the machine has, the machine's end is named too.
    let names = use_memo(top.to_bits(), |_| {
        let shares: &[f64] = if top > 1.0 { &[top, 1.0] } else { &[1.0] };
        let name = |share: &f64| (format!("{:.0} %", share * 100.0), TOP_PX + 4.0 + PLOT_PX * (1.0 - share / top));
        shares.iter().map(name).chain([("0".to_string(), TOP_PX + PLOT_PX)]).collect::<Vec<_>>()
    });
    let sheet = use_plot_sheet(plot, names);
    {
        let (sheet, shown, time) = (sheet.clone(), Rc::clone(shown), *scale);
        let painter = use_mut_ref(ProfilePainter::default);
        use_effect_with((plan.edition().clone(), time, theme, dpr, top.to_bits()), move |_| {
            let mut painter = painter.borrow_mut();
            painter.paint(&Plot { view: &shown.plan(), time, height: PLOT_PX, dpr }, theme.palette());
            let buffer = painter.buffer();
            sheet.show_part(buffer, plot.place(), dpr, 0..buffer.width());
        });
    }
    // Nobody has it read aloud while it changes with every frame.
    let (Stand { scale: settled, .. }, _) = use_settled(Stand { scale: *scale, is_dragged: false, bracket: None });
    let middle = settled.whole_slot_at(settled.width() / 2.0).unwrap_or(0);
    let summary = format!(
        "Utilisation of the visible time; {}, {} of the nodes are busy, {} over the twelve slots up to it.",
        axis.names.in_slot(middle),
        percent(value_at(plan, Series::PerSlot, middle)),
        percent(value_at(plan, Series::Sliding, middle))
    );
    let frame = PlotFrame { width: scale.width(), height: PLOT_PX, margins: Margins::on_time_axis(TOP_PX) };
    html! {
        <div class="plot" id="utilisation">
            <canvas ref={sheet.node} class="sheet" aria-hidden="true" />
            { frame.svg(Some(summary), Html::default()) }
        </div>
    }
}
