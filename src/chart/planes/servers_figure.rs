//! Who has which server when, as a figure to take away.

use super::figures::{framed, time_marks, x_axis};
use super::plane::PlaneScale;
use super::server_gantt::{LATER, ServerBar, ServerRows};
use crate::gantt::bar::Rect;
use crate::gantt::plan::marks::{MARK_WORDS, Marks};
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, LEFT_PX, PLOT_PX, QUIET};
use crate::kit::palette::mix;
use crate::kit::scale::RowScale;
use crate::kit::svg::path;
use crate::kit::text::text_width;
use bookahead_engine::core::time_names::TimeNames;
use bookahead_engine::idle::adaptive::Piece;
use bookahead_engine::idle::{IdleArrivals, IdleDecisions, NO_SERVER, Rate, RequestNames, Tick};

/// Most bars that are drawn one by one.
const BARS_MAX: usize = 20_000;
/// Most bars that carry words for whoever points at them.
const WORDS_MAX: usize = 5_000;
/// Height of a row where there is room, and greatest height of all rows, in CSS px.
const ROW_PX: (f64, f64) = (26.0, 420.0);

/// A bar and what its job is called.
type NamedBar = (ServerBar, String);

impl ServerRows {
    /// Who has which server when: the pieces where reservations adapt, else where every accepted request was put.
    pub fn of_plan(arrivals: &IdleArrivals, decisions: &IdleDecisions, pieces: &[Piece], rates: &[Rate]) -> Self {
        let servers = rates.len() as u32;
        if !pieces.is_empty() {
            let bars = pieces.iter().map(|&Piece { job, server, start, end }| ServerBar { job, server, start, end });
            return Self::new(servers, bars);
        }
        let placed = decisions.server.iter().zip(&decisions.start).zip(&arrivals.size).zip(0_u32..);
        let bars = placed.filter_map(|(((&server, &start), &size), job)| {
            let rate = rates.get(server as usize).filter(|_| server != NO_SERVER)?;
            Some(ServerBar { job, server, start, end: start.saturating_add(rate.duration(size).min(u64::from(Tick::MAX)) as Tick) })
        });
        Self::new(servers, bars)
    }
}

/// Bars of another plan that are outlined over a figure.
#[derive(Clone, Copy)]
pub struct Outlined<'a> {
    /// Who has which server when there.
    pub rows: &'a ServerRows,
    /// Which jobs.
    pub is_meant: &'a dyn Fn(u32) -> bool,
    /// What they are called.
    pub name: &'a dyn Fn(u32) -> String,
}

/// What a plan's bars look like.
#[derive(Clone, Copy, Default)]
pub struct ServersLook<'a> {
    /// Jobs from this one on are decided later than what is looked at and are drawn faintly.
    pub later_from: Option<u32>,
    /// How its jobs differ from the other plan's; without marks they have colours of their own.
    pub marks: Option<&'a Marks>,
    /// What is outlined over it.
    pub outlined: Option<Outlined<'a>>,
}

/// Who has which server when, over a stretch of time or all of it, as bars and as data. Opportunistic jobs are numbered from 1 by their place among
/// the events. The data holds the bars that are outlined too, as those of plan B.
pub fn servers_chart(
    (arrivals, names): (&IdleArrivals, &RequestNames),
    decisions: &IdleDecisions,
    pieces: &[Piece],
    (rates, time): (&[Rate], TimeNames),
    window: Option<(f64, f64)>,
    look: ServersLook<'_>,
) -> Figure {
    let rows = ServerRows::of_plan(arrivals, decisions, pieces, rates);
    let name = |job: u32| match arrivals.id.get(job as usize) {
        Some(&id) => names.of(id).to_string(),
        None => format!("opportunistic-{}", job as usize - arrivals.jobs() + 1),
    };
    let whole = || (0.0, f64::from(arrivals.deadline.iter().copied().max().unwrap_or(1)) * 1.04);
    let servers = rates.len() as u32;
    let window = window.unwrap_or_else(whole);
    let outlined = look.outlined.map(|Outlined { rows, is_meant, name }| {
        let bars = bars_within(rows, servers, window).filter(|bar| is_meant(bar.job));
        bars.map(|bar| (bar, name(bar.job))).collect::<Vec<_>>()
    });
    servers_figure(&rows, (look, outlined.as_deref()), servers, (window, time), name)
}

/// The bars of so many servers that reach into a window.
fn bars_within(rows: &ServerRows, servers: u32, (from, to): (f64, f64)) -> impl Iterator<Item = ServerBar> {
    let bars = (0..servers).flat_map(|server| rows.row(server));
    bars.filter(move |bar| f64::from(bar.end) > from && f64::from(bar.start) < to).copied()
}

/// Who has which server when, over a stretch of time, as bars and as data: one line for each, `end` the first tick after it.
fn servers_figure(
    rows: &ServerRows,
    (ServersLook { later_from, marks, .. }, outlined): (ServersLook<'_>, Option<&[NamedBar]>),
    servers: u32,
    (window, time): ((f64, f64), TimeNames),
    name: impl Fn(u32) -> String,
) -> Figure {
    let height = (f64::from(servers) * ROW_PX.0).clamp(40.0, ROW_PX.1);
    let scale = PlaneScale::new(window, (0.0, 1.0), PLOT_PX, height);
    let lanes = RowScale::new(servers, 0.0, height / f64::from(servers.max(1)), height);
    let bars: Vec<ServerBar> = bars_within(rows, servers, window).collect();
    let mut plot = Drawing::default();
    for (_, x) in time_marks(&scale, time).marks {
        plot.line((x, 0.0), (x, height), Pen::new(INK.grid, 1.0));
    }
    let is_single = bars.len() <= BARS_MAX;
    // Neighbours in a row that end within the same px are one where there are many.
    let mut reached = (u32::MAX, f64::NEG_INFINITY);
    for bar in &bars {
        let (x, end) = (scale.x_of(f64::from(bar.start)), scale.x_of(f64::from(bar.end)));
        if !is_single && reached.0 == bar.server && end < reached.1 + 1.0 {
            continue;
        }
        reached = (bar.server, end);
        let gap = if lanes.row_px() >= 7.0 { 1.0 } else { 0.0 };
        let y = lanes.y_of(f64::from(bar.server) + 1.0) + gap;
        let rect = Rect { x, y, width: (end - x - gap).max(0.3), height: (lanes.row_px() - 2.0 * gap).max(0.2) };
        let job = name(bar.job);
        let words = (bars.len() <= WORDS_MAX)
            .then(|| format!("{job}: server {}, {} to {}", bar.server, time.at(bar.start), time.at_after(bar.start, bar.end)));
        let tint = marks.map_or_else(|| INK.tint(bar.job), |marks| INK.mark_tint(marks.of(bar.job) as usize));
        let is_later = later_from.is_some_and(|later| bar.job >= later);
        plot.rect(rect, if is_later { mix(INK.background, tint, LATER) } else { tint }, words.as_deref());
        let left = rect.x.max(0.0);
        if rect.height >= 12.0 && text_width(&job, 11.0) + 8.0 <= (rect.x + rect.width).min(scale.width()) - left {
            let font = Font { px: 11.0, colour: INK.on_tint, is_strong: true };
            plot.text((left + 5.0, rect.y + rect.height / 2.0 + 4.0), Anchor::Start, font, &job);
        }
    }
    for (bar, _) in outlined.unwrap_or_default().iter().take(BARS_MAX) {
        let (x, end) = (scale.x_of(f64::from(bar.start)), scale.x_of(f64::from(bar.end)));
        let (top, bottom) = (lanes.y_of(f64::from(bar.server) + 1.0) + 1.0, lanes.y_of(f64::from(bar.server)) - 1.0);
        plot.path(&path(&[(x, top), (end, top), (end, bottom), (x, bottom)], true), Pen::new(INK.ink, 1.4).dashed("4 3"));
    }
    let mut drawing = Drawing::default();
    framed(&mut drawing, (LEFT_PX, 0.0), &plot, &scale);
    x_axis(&mut drawing, (LEFT_PX, 0.0), &scale, ("", time));
    let every = ((14.0 / lanes.row_px().max(1e-6)).ceil() as usize).max(1);
    for server in (0..servers).step_by(every) {
        drawing.text((LEFT_PX - 8.0, lanes.y_of(f64::from(server) + 0.5) + 4.0), Anchor::End, QUIET, &server.to_string());
    }
    let cells = |bar: &ServerBar, name: String| {
        std::iter::once(name).chain([bar.server, bar.start, bar.end].map(|number| number.to_string())).collect::<Vec<_>>()
    };
    let mut data = DataTable::new(["request", "server", "start", "end"]);
    data.rows = bars.iter().map(|bar| cells(bar, name(bar.job))).collect();
    if let Some(later) = later_from {
        data.columns.push("is_later".to_string());
        data.rows.iter_mut().zip(&bars).for_each(|(row, bar)| row.push((bar.job >= later).to_string()));
    }
    if let Some(outlined) = outlined {
        data.columns.push("plan".to_string());
        data.rows.iter_mut().for_each(|row| row.push("A".to_string()));
        let is_later = |bar: &ServerBar| later_from.map(|later| (bar.job >= later).to_string());
        let row =
            |(bar, name): &NamedBar| cells(bar, name.clone()).into_iter().chain(is_later(bar)).chain(["B".to_string()]).collect();
        data.rows.extend(outlined.iter().map(row));
    }
    let colours = if marks.is_some() { MARK_WORDS } else { "" };
    let over = if outlined.is_some() { " Outlined: what differs, where plan B has it." } else { "" };
    let later = later_from.map_or_else(String::new, |decided| {
        let requests = if decided == 1 { "request" } else { "requests" };
        format!(" After {decided} {requests}: jobs decided later are faint.")
    });
    let note = if is_single { String::new() } else { format!(" {} bars: neighbours within a pixel are drawn as one.", bars.len()) };
    Figure {
        key: "servers",
        title: "Servers".to_string(),
        explanation: format!("A row for each server, a bar for each job, from its start to its end.{colours}{later}{over}{note}"),
        height: height + AXIS_PX,
        drawing,
        data,
    }
}
