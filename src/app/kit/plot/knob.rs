//! A knob in an SVG: a draggable handle that is a slider for keyboard and screen readers.

use crate::chart::kit::svg::px;
use yew::prelude::*;

/// Reach of a bar-shaped knob: width and height of the square in which it is taken hold of, in CSS px.
const REACH_PX: f64 = 24.0;
/// Where the middle of that square is the middle of the knob: from its upper edge to the middle, in CSS px.
pub const REACH_ABOVE_PX: f64 = REACH_PX / 2.0;

/// How a knob looks, and where around its middle it is taken hold of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KnobShape {
    /// A bar with round corners.
    Bar {
        /// Width and height in CSS px.
        size: (f64, f64),
        /// How far above the knob's middle its reach begins, in CSS px.
        reach_above: f64,
    },
    /// A disc. Its reach grows where fingers are used; the style sheet says so.
    Disc,
}

/// What a knob is to keyboard and screen readers.
#[derive(Clone, Debug, PartialEq)]
pub struct Slider {
    /// The present value.
    pub now: String,
    /// Least value.
    pub min: String,
    /// Greatest value.
    pub max: String,
    /// The present value in words, where the number alone does not say it.
    pub words: Option<String>,
    /// Called with the keys that are pressed on the knob.
    pub on_key: Callback<KeyboardEvent>,
}

/// Properties of [`Knob`].
#[derive(Properties, PartialEq)]
pub struct KnobProps {
    /// Middle of the knob, in CSS px of its SVG.
    pub at: (f64, f64),
    /// How it looks.
    pub shape: KnobShape,
    /// What it changes.
    pub name: AttrValue,
    /// Whether it is dragged up and down rather than left and right.
    pub is_upright: bool,
    /// Element id.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// Classes beside `handle`.
    #[prop_or_default]
    pub class: Classes,
    /// Value of `data-drag`, by which knobs without an id are told apart.
    #[prop_or_default]
    pub drag_key: Option<AttrValue>,
    /// Value of `data-copy`: which other knob this one is a copy of.
    #[prop_or_default]
    pub copy_key: Option<AttrValue>,
    /// What it is to keyboard and screen readers. A copy of a knob is nothing to them, so that they meet the knob once.
    #[prop_or_default]
    pub slider: Option<Slider>,
    /// Called when it is pressed.
    pub on_press: Callback<PointerEvent>,
}

/// A knob with its reach, its name as a tooltip.
#[component]
pub fn Knob(props: &KnobProps) -> Html {
    let KnobProps { at, shape, name, is_upright, id, class, drag_key, copy_key, slider, on_press } = props;
    let class = classes!("handle", is_upright.then_some("nodes"), class.clone());
    let how = if slider.is_some() { "drag, or use the arrow keys" } else { "drag" };
    let title = html! { <title>{ format!("{name}: {how}") }</title> };
    let shape = knob_shape(*shape, *at);
    match slider {
        Some(Slider { now, min, max, words, on_key }) => html! {
            <g {class} id={id.clone()} data-drag={drag_key.clone()} tabindex="0" role="slider" aria-label={name.clone()}
                aria-orientation={if *is_upright { "vertical" } else { "horizontal" }} aria-valuenow={now.clone()}
                aria-valuemin={min.clone()} aria-valuemax={max.clone()} aria-valuetext={words.clone()}
                onpointerdown={on_press.clone()} onkeydown={on_key.clone()}>
                { title }
                { shape }
            </g>
        },
        None => html! {
            <g {class} id={id.clone()} data-drag={drag_key.clone()} data-copy={copy_key.clone()} aria-hidden="true" onpointerdown={on_press.clone()}>
                { title }
                { shape }
            </g>
        },
    }
}

fn knob_shape(shape: KnobShape, (x, y): (f64, f64)) -> Html {
    match shape {
        KnobShape::Bar { size: (width, height), reach_above } => html! {
            <>
                <rect class="reach" x={px(x - REACH_PX / 2.0)} y={px(y - reach_above)} width={px(REACH_PX)} height={px(REACH_PX)} />
                <rect class="knob" x={px(x - width / 2.0)} y={px(y - height / 2.0)} width={px(width)} height={px(height)} rx="3" />
            </>
        },
        KnobShape::Disc => {
            let (cx, cy) = (AttrValue::from(px(x)), AttrValue::from(px(y)));
            html! {
                <>
                    <circle class="reach" cx={&cx} cy={&cy} r="13" />
                    <circle class="knob" {cx} {cy} r="5.5" />
                </>
            }
        }
    }
}
