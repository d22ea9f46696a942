//! The servers of one of two plans over time. A press on a job selects it; dragging it changes the request, unless the plan is kept from before an edit.

use crate::app::idle::geometry::events::{PictureEvents, Scene, row_in};
use crate::app::idle::geometry::over_gantt::{OUTLINES_MAX, Over, gantt_over};
use crate::app::idle::geometry::stage::{Picture, Stage};
use crate::app::kit::browser::canvas::{use_device_pixel_ratio, use_sheet};
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::frame::{Margins, PlotFrame};
use crate::app::shell::context::{Newest, use_lab};
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::planes::server_gantt::ServerBar;
use crate::chart::{Mark, Marks};
use crate::engine::idle::Period;
use std::rc::Rc;
use yew::prelude::*;

/// Most bars of the other plan that are looked at.
const LOOKED_AT_MAX: usize = 20_000;

/// Where the other plan has what differs, as far as it is in view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ghosts {
    /// Its bars.
    pub bars: Vec<ServerBar>,
    /// Whether they are too many to be outlined.
    pub are_too_many: bool,
}

impl Ghosts {
    /// Those of a plan beside another one.
    pub fn of(stage: &Stage, marks: &Marks) -> Self {
        let gantt = stage.gantt();
        let mut looked_at = 0;
        let mut bars = Vec::new();
        for bar in gantt.in_view() {
            looked_at += 1;
            bars.extend((marks.of(bar.job) != Mark::Same).then_some(*bar));
            if looked_at > LOOKED_AT_MAX || bars.len() > OUTLINES_MAX {
                return Self { bars: Vec::new(), are_too_many: true };
            }
        }
        Self { bars, are_too_many: false }
    }
}

/// Properties of [`ComparedServers`].
#[derive(Clone, Properties)]
pub struct ComparedServersProps {
    /// "a", "b" or "overlay": names the chart.
    pub side: &'static str,
    /// The plan.
    pub stage: Stage,
    /// The page's state, whenever it is asked for.
    pub newest: Newest,
    /// The job under the pointer: its row in the study's own plan.
    pub hovered: Option<u32>,
    /// The idle period that is pointed at in the planes.
    pub pointed: UseStateHandle<Option<Period>>,
    /// How its jobs differ from the other plan's, if that is known.
    pub marks: Option<Rc<Marks>>,
    /// What is outlined over it.
    pub ghosts: Ghosts,
    /// Whether the plan is kept from before an edit.
    pub is_kept: bool,
}

impl PartialEq for ComparedServersProps {
    fn eq(&self, other: &Self) -> bool {
        let key = |props: &Self| (props.side, props.hovered, props.is_kept, props.marks.as_ref().map(Rc::as_ptr));
        Rc::ptr_eq(&self.stage.shown, &other.stage.shown)
            && (self.stage.scales, self.stage.time) == (other.stage.scales, other.stage.time)
            && (self.stage.looked_at(), self.stage.later_from()) == (other.stage.looked_at(), other.stage.later_from())
            && key(self) == key(other)
            && self.ghosts == other.ghosts
    }
}

/// The chart.
#[component]
pub fn ComparedServers(props: &ComparedServersProps) -> Html {
    let ComparedServersProps { side, stage, newest, hovered, pointed, marks, ghosts, is_kept } = props.clone();
    let lab = use_lab();
    let (theme, dpr) = (use_theme(), use_device_pixel_ratio());
    let (sheet, over) = (use_sheet(), use_node_ref());
    let buffer = use_mut_ref(PixelBuffer::default);
    {
        let (stage, sheet, marks) = (stage.clone(), sheet.clone(), marks.clone());
        let marks_key = marks.as_ref().map(Rc::as_ptr);
        let key = (Rc::as_ptr(&stage.shown.plan), marks_key, stage.scales, stage.time, stage.later_from());
        use_effect_with((key, theme, dpr), move |_| {
            let mut buffer = buffer.borrow_mut();
            stage.gantt().paint_with(&mut buffer, theme.palette(), dpr, marks.as_deref());
            sheet.show(&buffer, dpr);
        });
    }
    let own = lab.engine_state.plans.idle.as_ref();
    let hovered = hovered.and_then(|row| row_in(&stage.shown.plan, &own?.plan, row));
    let scale = stage.scales.gantt;
    let frame =
        PlotFrame { width: scale.width(), height: scale.height(), margins: Margins::on_time_axis(Picture::Servers.top_px()) };
    let scene = Rc::new(Scene { lab, newest, stage, pointed, is_kept });
    let events = PictureEvents::new(&scene, Picture::Servers, &over);
    let above = gantt_over(&events, &scene.lab, &scene.stage, Over { lit: None, hovered, ghosts: &ghosts.bars, is_kept });
    html! {
        <div class="plot gantt">
            <canvas class="pixels" ref={&sheet.node} />
            <svg class="over" ref={over} id={format!("idle-gantt-{side}")} role="group" aria-label="Servers over time; the list below says what differs"
                width={frame.svg_width()} height={frame.svg_height()}
                onpointermove={events.callback(PictureEvents::pointer_moved)}
                onpointerleave={events.callback(PictureEvents::pointer_left)}
                onpointerdown={events.callback(PictureEvents::pressed)}
                onwheel={events.callback(PictureEvents::wheel_turned)}>
                <g transform={frame.transform()}>{ above }</g>
            </svg>
        </div>
    }
}
