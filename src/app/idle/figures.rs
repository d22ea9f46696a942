//! What is on screen of named servers, as figures to take away.

use super::commands::{IDLE, idle_window};
use super::compare::both_plans::Both;
use super::geometry::stage::{Picture, rows_of};
use crate::app::shell::commands::study::step_of;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::save_figure::Draw;
use crate::chart::Mark;
use crate::chart::kit::figure::Figure;
use crate::chart::planes::figures::PlaneFrame;
use crate::chart::planes::server_gantt::ServerRows;
use crate::chart::planes::servers_figure::{Outlined, ServersLook, servers_chart};
use crate::chart::planes::sizes_figure::sizes_figure;
use crate::chart::planes::tree_figure::tree_figure;
use crate::engine::core::formula::Formula;
use crate::engine::idle::Rate;
use crate::engine::idle::metrics::{Placed, formulas};
use crate::state::IdleShown;
use yew::Callback;

/// How a picture is drawn.
pub fn draw_of(picture: Picture) -> Draw {
    Draw::Shown(match picture {
        Picture::Time => |lab| with_frame(lab, |frame| frame.time_plane()),
        Picture::Primal => |lab| with_frame(lab, |frame| frame.primal_plane()),
        Picture::Dual => |lab| with_frame(lab, |frame| frame.dual_plane()),
        Picture::Servers => servers_figure,
    })
}

/// The servers over time.
pub fn servers_figure(lab: &Lab) -> Option<Figure> {
    let look = ServersLook { later_from: step_of(lab, &IDLE), ..ServersLook::default() };
    figure_of(lab, lab.engine_state.plans.idle.as_ref()?, look)
}

/// The servers of a plan.
fn figure_of(lab: &Lab, shown: &IdleShown, look: ServersLook<'_>) -> Option<Figure> {
    let (plan, idle) = (&shown.plan, shown.study.idle()?);
    let rates = idle.servers.rates();
    Some(servers_chart(
        (&plan.arrivals, &idle.workload.names),
        &plan.decisions,
        &plan.pieces,
        (&rates, lab.idle_time()),
        idle_window(lab),
        look,
    ))
}

/// Plan A (0) or B of two that are compared.
pub fn side_figure(lab: &Lab, side: usize) -> Option<Figure> {
    let both = Both::of(lab)?;
    let marks = both.marks();
    let marks = marks.as_ref().map(|marks| &marks[side.min(1)]);
    let look = ServersLook { later_from: step_of(lab, &IDLE), marks, outlined: None };
    let figure = figure_of(lab, both.plans.get(side)?, look)?;
    let key = if side == 0 { "servers-a" } else { "servers-b" };
    Some(Figure { key, title: both.names.get(side)?.clone(), ..figure })
}

/// Plan A with what differs in B outlined.
pub fn overlay_figure(lab: &Lab) -> Option<Figure> {
    let both = Both::of(lab)?;
    let [a, b] = &both.plans;
    let Some([marks, marks_b]) = both.marks() else { return side_figure(lab, 0) };
    let rows = rows_of(b, &b.study.idle()?.servers.rates());
    let is_meant = |job: u32| marks_b.of(job) != Mark::Same;
    let name = |job: u32| b.plan.arrivals.id.get(job as usize).map_or_else(String::new, |&id| b.name_of(id).to_string());
    let outlined = Outlined { rows: &rows, is_meant: &is_meant, name: &name };
    let figure = figure_of(lab, a, ServersLook { later_from: step_of(lab, &IDLE), marks: Some(&marks), outlined: Some(outlined) })?;
    Some(Figure { key: "servers-overlaid", title: format!("{}, and outlined where B has it", both.names[0]), ..figure })
}

fn with_frame(lab: &Lab, draw: impl FnOnce(PlaneFrame<'_>) -> Figure) -> Option<Figure> {
    let shown = lab.engine_state.plans.idle.as_ref()?;
    let (servers, moment) = (shown.study.idle()?, shown.moment()?);
    let rates = servers.servers.rates();
    let rate = match moment.taken() {
        Some(taken) => rates.get(taken.period.server as usize).copied(),
        None => rates.iter().copied().max_by(|a, b| a.compare(*b)),
    };
    let rate = rate.unwrap_or(Rate::ONE);
    let (window, strip_width, time) = (idle_window(lab)?, servers.strip_width(), lab.idle_time());
    Some(draw(PlaneFrame { moment, rates: &rates, rate, window, strip_width, time }))
}

/// The opened tree.
pub fn opened_tree_figure(lab: &Lab) -> Option<Figure> {
    tree_figure(lab.engine_state.plans.idle.as_ref()?.moment()?, lab.model().view.geometry.tree?)
}

/// Whom two plans serve, by size.
pub fn served_figure(lab: &Lab) -> Option<Figure> {
    let both = Both::of(lab)?;
    Some(sizes_figure(&both.sizes_served()?, both.names.each_ref().map(String::as_str)))
}

/// The formulas of the figures, from the plan as it is shown.
pub fn formulas_of(shown: &IdleShown) -> Callback<(), Vec<Formula>> {
    let shown = shown.clone();
    Callback::from(move |()| {
        let Some(idle) = shown.study.idle() else { return Vec::new() };
        let (plan, rates) = (&shown.plan, idle.servers.rates());
        let placed = Placed { arrivals: &plan.arrivals, start: &plan.decisions.start, servers: &idle.servers };
        let rows = ServerRows::of_plan(&plan.arrivals, &plan.decisions, &plan.pieces, &rates);
        let spans =
            || (0..rates.len() as u32).flat_map(|server| rows.row(server).iter().map(move |bar| (server, bar.start, bar.end)));
        formulas(&placed, spans, idle.workload.mean_size())
    })
}
