//! The pictures of the decision on the selected request: the time plane, or primal and dual plane, and the Gantt chart of the servers. An idle period
//! that is pointed at is highlighted in all pictures. Handles change the request; arrow keys move from period to period.

use super::events::{PictureEvents, Scene};
use super::over_gantt::{Over, gantt_over};
use super::over_planes::{dual_over, primal_over, time_over};
use super::stage::{Picture, Scales, Stage, rows_of};
use super::strip_tree::tree_picture;
use crate::app::idle::commands::idle_window;
use crate::app::idle::compare::charts::CompareServers;
use crate::app::idle::figures::draw_of;
use crate::app::kit::browser::canvas::{Sheet, use_device_pixel_ratio, use_sheet};
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::area::{ONE_COLUMN_PX, use_size};
use crate::app::kit::plot::frame::{Margins, PlotFrame};
use crate::app::shell::context::{use_lab, use_newest};
use crate::app::shell::frame::dock::Dock;
use crate::app::shell::panel::save_figure::SaveFigure;
use crate::app::shell::pointer::hover::use_hovered;
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::planes::plane::PlaneScale;
use crate::chart::planes::plane_marks::Fit;
use crate::chart::planes::server_gantt::ServerRows;
use crate::engine::idle::clock::amount;
use crate::engine::idle::{Period, Rate};
use crate::engine::study::StudyKind;
use crate::formats::link::Plane;
use crate::state::{Gesture, IdleShown};
use std::rc::Rc;
use yew::prelude::*;

/// What stands where nothing is pointed at.
const HINT: &str = "Point at an idle period, or go from one to the next with the arrow keys; drag P, P′, the segment or its knob.";

impl Picture {
    /// Its class, and what tests find it by.
    const fn key(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Primal => "primal",
            Self::Dual => "dual",
            Self::Servers => "gantt",
        }
    }

    /// What it is called.
    const fn label(self) -> &'static str {
        match self {
            Self::Time => "Time plane",
            Self::Primal => "Primal plane",
            Self::Dual => "Dual plane",
            Self::Servers => "Servers",
        }
    }

    /// How to read it.
    const fn explanation(self) -> &'static str {
        match self {
            Self::Time => ": an idle period is a point, its start to the right, its end upwards",
            Self::Primal => ": time to the right, capacity upwards",
            Self::Dual => ": −μ to the right, −μ · end (from now) upwards",
            Self::Servers => ": idle periods light up where the job fits",
        }
    }
}

/// What a picture lies in: the pixels, and the SVG above them.
#[derive(Clone)]
struct Layers {
    pixels: Sheet,
    over: NodeRef,
}

#[hook]
fn use_layers() -> Layers {
    Layers { pixels: use_sheet(), over: use_node_ref() }
}

/// Properties of [`GeometryPlanes`].
#[derive(Properties, PartialEq)]
pub struct GeometryPlanesProps {
    /// What follows the opened tree below the pictures.
    pub children: Html,
}

/// The pictures, and what stands below them.
#[component]
pub fn GeometryPlanes(GeometryPlanesProps { children }: &GeometryPlanesProps) -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    // Here and not above: the tables beside the pictures do not follow the pointer.
    let pointed = use_state_eq(|| None::<Period>);
    let node = use_node_ref();
    let (width, height) = use_size(node.clone());
    // A narrow page is one column, as high as what is in it.
    let room = (width >= ONE_COLUMN_PX).then_some(height);
    let hovered = use_hovered(&lab.hover);
    let (theme, dpr) = (use_theme(), use_device_pixel_ratio());
    // The planes, of which there are one or two, and the servers.
    let layers = [use_layers(), use_layers(), use_layers()];
    let buffer = use_mut_ref(PixelBuffer::default);
    let held = use_mut_ref(|| None::<Scales>);
    let kept = use_mut_ref(|| None::<(Rc<IdleShown>, Rc<Vec<Rate>>, Rc<ServerRows>)>);
    let is_dual = lab.model().view.geometry.plane == Plane::Dual;
    let is_comparing = lab.model().is_comparing(StudyKind::Idle);
    let stage = lab.engine_state.plans.idle.as_ref().and_then(|shown| {
        let mut kept = kept.borrow_mut();
        if kept.as_ref().is_none_or(|(of, ..)| !Rc::ptr_eq(of, shown)) {
            let rates = Rc::new(shown.study.idle()?.servers.rates());
            let jobs = Rc::new(rows_of(shown, &rates));
            *kept = Some((Rc::clone(shown), rates, jobs));
        }
        let (_, rates, jobs) = kept.as_ref()?;
        let mut stage = Stage::new(shown, jobs, rates, (idle_window(&lab), lab.idle_time()), is_dual, (width, room))?;
        let mut held = held.borrow_mut();
        match (&*lab.gesture.borrow(), *held) {
            (Some(Gesture::Drag { .. }), Some(scales)) => stage.scales = scales,
            _ => *held = Some(stage.scales),
        }
        Some(stage)
    });
    {
        let (stage, pixels) = (stage.clone(), layers.clone().map(|layers| layers.pixels));
        let dep = stage.as_ref().map(|stage| (Rc::as_ptr(&stage.shown), stage.scales, stage.time));
        use_effect_with((dep, is_dual, is_comparing, theme, dpr), move |_| {
            let Some(stage) = stage else { return };
            let (mut buffer, palette) = (buffer.borrow_mut(), theme.palette());
            let [first, second, gantt] = pixels;
            if is_dual {
                if let Some(plane) = stage.dual_plane() {
                    plane.paint_primal(&mut buffer, palette, dpr);
                    first.show(&buffer, dpr);
                    plane.paint_dual(&mut buffer, palette, dpr);
                    second.show(&buffer, dpr);
                }
            } else if let Some(plane) = stage.time_plane() {
                plane.paint(&mut buffer, palette, dpr);
                first.show(&buffer, dpr);
            }
            if !is_comparing {
                stage.gantt().paint(&mut buffer, palette, dpr);
                gantt.show(&buffer, dpr);
            }
        });
    }
    let Some(stage) = stage.filter(|_| width > 0.0) else {
        return html! { <><div key="pictures" class="charts planes" ref={node} /></> };
    };
    let lit = stage.moment().and_then(|moment| pointed.filter(|period| moment.periods.binary_search(period).is_ok()));
    let said = lit.and_then(|lit| words(&stage, &lit)).unwrap_or_else(|| lab.hint(HINT, ""));
    let said = html! { <p class="lit-words" role="status" id="lit-words" title={said.clone()}>{ &said }</p> };
    let scene = Rc::new(Scene { lab, newest, stage, pointed, is_kept: false });
    let (lab, stage) = (&scene.lab, &scene.stage);
    let [first, second, gantt] = &layers;
    let planes = match (stage.time_plane(), stage.dual_plane()) {
        (Some(time), _) if !is_dual => {
            let events = PictureEvents::new(&scene, Picture::Time, &first.over);
            picture(&events, &first.pixels, &time.scale, time_over(&events, stage, &time, lit), Html::default())
        }
        (_, Some(plane)) => {
            let primal = PictureEvents::new(&scene, Picture::Primal, &first.over);
            let dual = PictureEvents::new(&scene, Picture::Dual, &second.over);
            html! {
                <div class="pair">
                    { picture(&primal, &first.pixels, &plane.primal, primal_over(&primal, stage, &plane, lit), Html::default()) }
                    { picture(&dual, &second.pixels, &plane.dual, dual_over(&dual, stage, &plane, lit), Html::default()) }
                </div>
            }
        }
        _ => Html::default(),
    };
    let servers = PictureEvents::new(&scene, Picture::Servers, &gantt.over);
    let tree = tree_picture(lab, &scene.newest, stage, width);
    let opened: &[_] = if lab.model().view.geometry.tree.is_some() { &[("opened-tree", "The opened tree")] } else { &[] };
    let names = [opened, &[("geometry-tables", "Tables"), ("strategies", "All strategies")]].concat();
    html! {
        <>
        <div key="pictures" class="charts planes" ref={node}>
            if is_comparing {
                <CompareServers stage={stage.clone()} newest={scene.newest.clone()} {hovered} pointed={scene.pointed.clone()} is_one_column={width < ONE_COLUMN_PX} />
            }
            { planes }
            if is_comparing {
                { said }
            } else {
                { picture(&servers, &gantt.pixels, &stage.scales.gantt, gantt_over(&servers, lab, stage, Over { lit, hovered, ..Over::default() }), said) }
            }
        </div>
        <Dock key="dock" {names}>
            { tree }
            { children.clone() }
        </Dock>
        </>
    }
}

/// A canvas with what lies above it, and what is said beside its heading.
fn picture(events: &PictureEvents, pixels: &Sheet, scale: &PlaneScale, over: Html, said: Html) -> Html {
    let picture = events.picture();
    let (key, label) = (picture.key(), picture.label());
    let frame = PlotFrame { width: scale.width(), height: scale.height(), margins: Margins::on_time_axis(picture.top_px()) };
    html! {
        <section class="chart" aria-label={label}>
            <SaveFigure name={label} id={format!("save-{key}")} lab={events.newest().clone()} draw={draw_of(picture)} />
            <h2>{ label }<span>{ picture.explanation() }</span></h2>
            { said }
            <div class={classes!("plot", key)}>
                <canvas class="pixels" ref={&pixels.node} />
                <svg class="over" ref={events.over()} data-plane={key} tabindex="0" role="group" aria-label={label} aria-describedby="lit-words"
                    width={frame.svg_width()} height={frame.svg_height()}
                    onpointermove={events.callback(PictureEvents::pointer_moved)}
                    onpointerleave={events.callback(PictureEvents::pointer_left)}
                    onpointerdown={events.callback(PictureEvents::pressed)}
                    onkeydown={events.callback(PictureEvents::key_pressed)}
                    onwheel={events.callback(PictureEvents::wheel_turned)}>
                    <g transform={frame.transform()}>{ over }</g>
                </svg>
            </div>
        </section>
    }
}

/// What an idle period is, in words.
fn words(stage: &Stage, period: &Period) -> Option<String> {
    let moment = stage.moment()?;
    let at = moment.periods.binary_search(period).ok()?;
    let fit = Fit::of(*moment.passed.get(at)?);
    let rate = stage.rate_of(period.server);
    let speed =
        if rate.compare(Rate::ONE).is_eq() { String::new() } else { format!(" of rate {}/{}", rate.numerator, rate.denominator) };
    let time = stage.time;
    let length = match period.is_open() {
        true => "without end".to_string(),
        false => format!("to {} ({} long)", time.at_after(period.start, period.end), amount(period.length().into(), time)),
    };
    let request = &moment.request;
    let start = period.start.max(request.earliest_start);
    let rest = match fit.is_feasible() {
        true => {
            let (before, wait) = (start - period.start, start - request.earliest_start);
            format!(": {} before the job, wait {}", amount(before.into(), time), amount(wait.into(), time))
        }
        false => String::new(),
    };
    Some(format!("Server {}{speed}, idle from {} {length}: {}{rest}.", period.server, time.at(period.start), fit.word()))
}
