//! Over the plan: the dashed bar that a student places, and the slots that can be picked.

use super::ask::{asked_number, first_place};
use crate::app::kit::plot::area::place_in;
use crate::app::shell::context::Lab;
use crate::chart::TimeScale;
use crate::chart::kit::svg::px;
use crate::lessons::model::{Ask, Pickable};
use crate::lessons::record::{Given, Thing};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// What a lesson draws over a plan of this height; nothing where there is no lesson.
pub fn over_plan(lab: &Lab, scale: TimeScale, height: f64) -> Html {
    let Some(going) = lab.going() else { return Html::default() };
    let Some(task) = going.session.task() else { return Html::default() };
    let given = going.session.record().and_then(|record| record.second.as_ref().or(record.first.as_ref()));
    let answer = going.draft.as_ref().or(given);
    let (start, slots) = match (&task.ask, answer) {
        (Ask::Place(name), answer) => {
            let start = if let Some(Given::Start(start)) = answer { *start } else { first_place(lab, going) };
            (Some(start), asked_number(lab, "duration", name.request).unwrap_or(1))
        }
        (Ask::Pick(Pickable::Slot), Some(Given::Thing(Thing::Slot(slot)))) => (Some(*slot), 1),
        (Ask::Pick(Pickable::Slot), _) => (None, 1),
        _ => return Html::default(),
    };
    let is_place = matches!(task.ask, Ask::Place(_));
    let set = (!going.session.is_settled()).then(|| {
        let lab = lab.clone();
        Callback::from(move |event: PointerEvent| {
            // A press, or a move with the button held down.
            if event.buttons() != 1 {
                return;
            }
            let Some(element) = event.current_target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
            event.prevent_default();
            // Beyond the edge it goes on.
            let _ = element.set_pointer_capture(event.pointer_id());
            let slot = scale.slot_at(place_in(&element, &event).0).max(0.0).floor() as u32;
            let given = if is_place { Given::Start(slot) } else { Given::Thing(Thing::Slot(slot)) };
            lab.draft_answer(Some(given));
        })
    });
    let bar = start.map(|start| {
        let (left, right) = (scale.x_of(f64::from(start)), scale.x_of(f64::from(start + slots)));
        html! { <rect class="lesson-guess" x={px(left + 1.0)} width={px((right - left - 2.0).max(2.0))} y="1" height={px((height - 2.0).max(2.0))} rx="3" /> }
    });
    html! {
        <>
            { for bar }
            if let Some(set) = set {
                <rect class="lesson-ground" width={px(scale.width())} height={px(height)} onpointerdown={set.clone()} onpointermove={set} />
            }
        </>
    }
}
