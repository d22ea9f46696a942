//! The whole graph, small, below a graph that has no room: with a frame around what is in view, which a press brings elsewhere. The keyboard scrolls the
//! graph itself.

use crate::app::kit::browser::canvas::{use_device_pixel_ratio, use_sheet};
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::by_address::ByAddress;
use crate::app::kit::plot::area::{place_in, scroll_to, scrolled};
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::kit::svg::px;
use crate::chart::workflow::picture::paint_graph;
use crate::state::WorkflowShown;
use gloo_events::EventListener;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Least and greatest height, in CSS px.
const HEIGHT_PX: (f64, f64) = (44.0, 110.0);

/// Properties of [`GraphOverview`].
#[derive(Clone, Properties, PartialEq)]
pub struct GraphOverviewProps {
    /// The plan.
    pub shown: Rc<WorkflowShown>,
    /// The application whose graph is looked at.
    pub application: u32,
    /// The element that scrolls the graph.
    pub view: NodeRef,
    /// Width and height of what can be seen of the graph at once, in CSS px.
    pub seen: (f64, f64),
    /// Width and height of the whole graph, in CSS px.
    pub whole: (f64, f64),
    /// Whether the plan is being changed by a pointer: the picture follows when it rests.
    pub is_dragged: bool,
}

/// The picture, or nothing while the whole graph is in view.
#[component]
pub fn GraphOverview(props: &GraphOverviewProps) -> Html {
    let GraphOverviewProps { seen, whole, .. } = props;
    if seen.0 <= 0.0 || (whole.0 <= seen.0 && whole.1 <= seen.1) {
        return Html::default();
    }
    html! { <Picture ..props.clone() /> }
}

#[component]
fn Picture(GraphOverviewProps { shown, application, view, seen, whole, is_dragged }: &GraphOverviewProps) -> Html {
    let (seen, whole) = (*seen, *whole);
    let (theme, dpr, sheet, over) = (use_theme(), use_device_pixel_ratio(), use_sheet(), use_node_ref());
    let scrolled = use_scrolled(view);
    let held = use_mut_ref(|| None::<i32>);
    let size = (seen.0, (whole.1 * seen.0 / whole.0).clamp(HEIGHT_PX.0, HEIGHT_PX.1));
    {
        let (sheet, plan) = (sheet.clone(), ByAddress::from(Rc::clone(&shown.plan)));
        use_effect_with((plan, *application, size, theme, dpr, *is_dragged), move |(plan, application, .., is_dragged)| {
            if !is_dragged {
                let mut picture = PixelBuffer::default();
                paint_graph(plan, *application, &mut picture, theme.palette(), size, dpr);
                sheet.show(&picture, dpr);
            }
        });
    }
    let scale = (size.0 / whole.0, size.1 / whole.1);
    let go = {
        let (view, over) = (view.clone(), over.clone());
        move |event: &PointerEvent| {
            if let (Some(over), Some(view)) = (over.cast::<Element>(), view.cast::<Element>()) {
                let (x, y) = place_in(&over, event);
                scroll_to(&view, (x / scale.0 - seen.0 / 2.0, y / scale.1 - seen.1 / 2.0));
            }
        }
    };
    let on_down = {
        let (go, held, over) = (go.clone(), Rc::clone(&held), over.clone());
        Callback::from(move |event: PointerEvent| {
            if let Some(over) = over.cast::<Element>().filter(|_| event.button() == 0) {
                // Fails only for a pointer that is gone already.
                let _ = over.set_pointer_capture(event.pointer_id());
                *held.borrow_mut() = Some(event.pointer_id());
                go(&event);
            }
        })
    };
    let on_move = {
        let held = Rc::clone(&held);
        Callback::from(move |event: PointerEvent| {
            if *held.borrow() == Some(event.pointer_id()) {
                go(&event);
            }
        })
    };
    let on_up = Callback::from(move |event: PointerEvent| {
        held.borrow_mut().take_if(|held| *held == event.pointer_id());
    });
    let frame = |at: f64, seen: f64, whole: f64, scale: f64| (at * scale, seen.min(whole) * scale);
    let (x, width) = frame(scrolled.0, seen.0, whole.0, scale.0);
    let (y, height) = frame(scrolled.1, seen.1, whole.1, scale.1);
    html! {
        <div class="graph-overview plot" aria-hidden="true" title="The whole graph: press to go there">
            <canvas ref={sheet.node} class="pixels" />
            <svg class="over" ref={over} width={px(size.0)} height={px(size.1)} onpointerdown={on_down} onpointermove={on_move}
                onpointerup={on_up.clone()} onpointercancel={on_up}>
                <rect class="in-view" x={px(x + 1.0)} y={px(y + 1.0)} width={px((width - 2.0).max(4.0))} height={px((height - 2.0).max(4.0))} rx="3" />
            </svg>
        </div>
    }
}

/// How far an element is scrolled, right and down.
#[hook]
fn use_scrolled(view: &NodeRef) -> (f64, f64) {
    let place = use_state_eq(|| (0.0, 0.0));
    {
        let (place, view) = (place.setter(), view.clone());
        use_effect_with((), move |()| {
            let listener = view.cast::<Element>().map(|element| {
                place.set(scrolled(&element));
                EventListener::new(&element.clone(), "scroll", move |_| place.set(scrolled(&element)))
            });
            move || drop(listener)
        });
    }
    *place
}
