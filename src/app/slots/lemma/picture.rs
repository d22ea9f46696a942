//! The plan while it is turned from virtual to physical nodes: physical up to a slot, logical after it.

use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::controls::keys::COARSE;
use crate::app::kit::plot::area::place_in;
use crate::app::shell::pointer::hover::{Hover, use_hovered};
use crate::chart::gantt::layout::turning::{turned_bars, turned_stretch};
use crate::chart::kit::palette::css;
use crate::chart::kit::svg::px;
use crate::engine::slots::request::Slot;
use crate::state::SlotsShown;
use std::rc::Rc;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// Width of a slot, room at the left, above and below, in CSS px.
const SLOT_PX: f64 = 40.0;
/// Height of a row, and of one of a machine of more than [`FEW`] nodes.
const ROW_PX: (f64, f64) = (24.0, 15.0);
const FEW: u32 = 16;
const LEFT_PX: f64 = 40.0;
const TOP_PX: f64 = 20.0;
const BELOW_PX: f64 = 22.0;

/// Properties of [`LemmaPicture`].
#[derive(Properties, PartialEq)]
pub struct LemmaPictureProps {
    /// The plan.
    pub shown: Rc<SlotsShown>,
    /// The last slot that is on physical nodes, t.
    pub slot: Slot,
    /// The first slot that can be chosen.
    pub least: Slot,
    /// The last one.
    pub most: Slot,
    /// Called when another slot is chosen.
    pub on_slot: Callback<Slot>,
    /// What is pointed at.
    pub hover: Hover,
}

/// The picture: a slider for the keyboard, a press chooses a slot.
#[component]
pub fn LemmaPicture(LemmaPictureProps { shown, slot, least, most, on_slot, hover }: &LemmaPictureProps) -> Html {
    let (slot, least, most) = (*slot, *least, *most);
    let palette = use_theme().palette();
    let pointed_at = use_hovered(hover);
    let node = use_node_ref();
    let plan = &*shown.plan();
    let nodes = plan.rows();
    let row_px = if nodes <= FEW { ROW_PX.0 } else { ROW_PX.1 };
    let slots = turned_stretch(slot, least, most);
    let first = slots.start;
    let x = |slot: Slot| LEFT_PX + f64::from(slot.saturating_sub(first)) * SLOT_PX;
    let y = |row: u32| TOP_PX + f64::from(nodes - row) * row_px;
    let (width, bottom) = (x(slots.end), TOP_PX + f64::from(nodes) * row_px);
    let bars = turned_bars(plan, slots.clone(), slot).into_iter().map(|bar| {
        let job = bar.job;
        let (enter, leave) = ({ let hover = hover.clone(); move |_: PointerEvent| hover.point(Some(job)) }, { let hover = hover.clone(); move |_: PointerEvent| hover.point(None) });
        let (width, height) = (f64::from(bar.end - bar.start) * SLOT_PX - 2.0, f64::from(bar.rows) * row_px - 3.0);
        let (left, top) = (x(bar.start) + 1.0, y(bar.row + bar.rows) + 1.5);
        let is_logical = bar.start > slot;
        html! {
            <g key={format!("{job}-{}-{}", bar.start, bar.row)} class={classes!("turned", is_logical.then_some("logical"), (pointed_at == Some(job)).then_some("pointed"))}
                onpointerenter={enter} onpointerleave={leave}>
                <rect x={px(left)} y={px(top)} width={px(width)} height={px(height)} rx="3" fill={css(palette.tint(plan.tint_of(plan.request_row(job)).into()))} />
                <text x={px(left + 6.0)} y={px(top + height / 2.0 + 4.0)}>{ plan.name_of(job) }</text>
            </g>
        }
    });
    let ticks = slots.clone().map(|at| {
        html! { <text key={at} class={classes!("tick", (at == slot || at == slot + 1).then_some("current"))} x={px(x(at) + SLOT_PX / 2.0)} y={px(bottom + 15.0)} text-anchor="middle">{ at }</text> }
    });
    let names = (0..nodes).map(|row| {
        html! { <text class="tick" x={px(LEFT_PX - 6.0)} y={px(y(row) - row_px / 2.0 + 4.0)} text-anchor="end">{ row }</text> }
    });
    let on_press = {
        let (node, on_slot) = (node.clone(), on_slot.clone());
        Callback::from(move |event: PointerEvent| {
            if let Some(element) = node.cast::<Element>() {
                let at = f64::from(first) + (place_in(&element, &event).0 - LEFT_PX) / SLOT_PX;
                // Saturating: what lies before slot 0 is none.
                on_slot.emit((at.floor() as Slot).clamp(least, most));
            }
        })
    };
    let on_key = {
        let on_slot = on_slot.clone();
        Callback::from(move |event: KeyboardEvent| {
            let by = if event.shift_key() { COARSE as Slot } else { 1 };
            let next = match event.key().as_str() {
                "ArrowRight" | "ArrowUp" => slot.saturating_add(by),
                "ArrowLeft" | "ArrowDown" => slot.saturating_sub(by),
                "Home" => least,
                "End" => most,
                _ => return,
            };
            event.prevent_default();
            on_slot.emit(next.clamp(least, most));
        })
    };
    let line = x(slot + 1);
    html! {
        <div class="scroll-x lemma-picture" tabindex="0" id="lemma-picture" role="slider" aria-label="Slots that are on physical nodes" aria-valuemin={least.to_string()}
            aria-valuemax={most.to_string()} aria-valuenow={slot.to_string()} aria-valuetext={format!("up to slot {slot}")} onkeydown={on_key}>
            <svg ref={node} width={px(width + 8.0)} height={px(bottom + BELOW_PX)} onpointerdown={on_press} aria-hidden="true">
                <rect class="step" x={px(x(slot))} y={px(TOP_PX)} width={px(2.0 * SLOT_PX)} height={px(bottom - TOP_PX)} />
                { for names }
                { for bars }
                <line class="turn" x1={px(line)} x2={px(line)} y1="2" y2={px(bottom)} />
                <text class="side" x={px(line - 8.0)} y="12" text-anchor="end">{ "on nodes" }</text>
                <text class="side" x={px(line + 8.0)} y="12">{ "only counted" }</text>
                { for ticks }
            </svg>
        </div>
    }
}
