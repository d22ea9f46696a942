//! The handles of the selected job: what pointer and keys do on them.

use crate::app::kit::browser::text_zoom::window_place;
use crate::app::shell::context::Lab;
use crate::app::shell::pointer::gesture::press;
use crate::state::{ClusterDrag, ClusterHandle, Gesture};
use yew::prelude::*;

/// What a handle of the selected job does when it is pressed.
pub fn on_handle(lab: &Lab, handle: ClusterHandle, per_px: f64) -> Callback<PointerEvent> {
    let lab = lab.clone();
    Callback::from(move |event: PointerEvent| {
        // The picture around it is not pressed as well.
        event.stop_propagation();
        if let Some((id, origin)) = lab.selected_job() {
            let what = ClusterDrag { id, origin, handle, per_px };
            press(&lab, &event, Gesture::drag(event.pointer_id(), window_place(&event), what));
        }
    })
}

/// What the arrow keys do on a handle: about four px, in a round number of seconds or nodes.
pub fn on_handle_key(lab: &Lab, handle: ClusterHandle, per_px: f64) -> Callback<KeyboardEvent> {
    let lab = lab.clone();
    // The edge of a bar goes down when nodes are added.
    let upwards = if handle.is_upright() { -1 } else { 1 };
    Callback::from(move |event: KeyboardEvent| {
        let by = match event.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            "ArrowUp" => upwards,
            "ArrowDown" => -upwards,
            _ => return,
        };
        if lab.gesture.borrow().is_some() {
            return;
        }
        let step = libm::pow(10.0, libm::floor(libm::log10((4.0 * per_px).max(1.0)))) as i64;
        let step = if event.shift_key() { 10 * step } else { step };
        lab.nudge_job(handle, by * step, event.repeat());
        event.prevent_default();
        event.stop_propagation();
    })
}
