//! A slider for a number of many magnitudes: each step of it is the same share of the number. Everything follows while it moves; letting go of it, or of
//! the key, is one undo step.

use crate::engine::core::bounds::Bound;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Steps from one end of the slider to the other.
const STEPS: u32 = 240;

/// Properties of [`RangeField`].
#[derive(Properties, PartialEq)]
pub struct RangeFieldProps {
    /// Element id.
    pub id: AttrValue,
    /// What the number is.
    pub label: AttrValue,
    /// The present value, with a move in progress.
    pub value: u32,
    /// What is allowed; from 1 on at least.
    pub bound: Bound,
    /// The number in words.
    pub words: AttrValue,
    /// Called with every value it moves to.
    pub on_move: Callback<u32>,
    /// Called when it is let go.
    pub on_rest: Callback<()>,
}

/// Where a value stands on the slider.
fn step_of(value: u32, bound: Bound) -> u32 {
    let (min, max) = (f64::from(bound.min.max(1)), f64::from(bound.max.max(2)));
    let share = libm::log(f64::from(value).clamp(min, max) / min) / libm::log(max / min).max(f64::MIN_POSITIVE);
    (share * f64::from(STEPS)).round().clamp(0.0, f64::from(STEPS)) as u32
}

/// The value at a step, in two significant digits; the ends are exact. It differs from the present value if the step does.
fn value_at(step: u32, present: u32, bound: Bound) -> u32 {
    let from = step_of(present, bound);
    if step == from {
        return present;
    }
    let (min, max) = (f64::from(bound.min.max(1)), f64::from(bound.max.max(2)));
    let exact = min * libm::pow(max / min, f64::from(step) / f64::from(STEPS));
    let unit = libm::pow(10.0, (libm::floor(libm::log10(exact)) - 1.0).max(0.0));
    let rounded = ((exact / unit).round() * unit) as u32;
    let (step_at_least, step_at_most) = (present.saturating_add(1), present.saturating_sub(1));
    let value = match step {
        0 => bound.min,
        STEPS => bound.max,
        _ if step > from => rounded.max(step_at_least),
        _ => rounded.min(step_at_most),
    };
    value.clamp(bound.min, bound.max)
}

/// The slider.
#[component]
pub fn RangeField(props: &RangeFieldProps) -> Html {
    let RangeFieldProps { id, label, value, bound, words, on_move, on_rest } = props;
    let (value, bound) = (*value, *bound);
    // After Escape the pointer may still be down: what it does then is not heard.
    let is_over = use_mut_ref(|| false);
    let on_input = {
        let (on_move, is_over) = (on_move.clone(), is_over.clone());
        Callback::from(move |event: InputEvent| {
            let slider = event.target_unchecked_into::<HtmlInputElement>();
            if *is_over.borrow() {
                slider.set_value(&step_of(value, bound).to_string());
            } else if let Ok(step) = slider.value().parse() {
                on_move.emit(value_at(step, value, bound));
            }
        })
    };
    let begin = {
        let is_over = is_over.clone();
        move || *is_over.borrow_mut() = false
    };
    let on_down = {
        let begin = begin.clone();
        Callback::from(move |_: PointerEvent| begin())
    };
    let on_key =
        Callback::from(move |event: KeyboardEvent| if event.key() == "Escape" { *is_over.borrow_mut() = true } else { begin() });
    let rest = {
        let on_rest = on_rest.clone();
        move || on_rest.emit(())
    };
    let (on_up, on_key_up, on_blur) = (
        Callback::from({
            let rest = rest.clone();
            move |_: PointerEvent| rest()
        }),
        Callback::from({
            let rest = rest.clone();
            move |_: KeyboardEvent| rest()
        }),
        Callback::from(move |_: FocusEvent| rest()),
    );
    html! {
        <input type="range" class="range-field" {id} min="0" max={STEPS.to_string()} step="1" value={step_of(value, bound).to_string()}
            aria-label={label} aria-valuetext={words} oninput={on_input} onpointerdown={on_down} onkeydown={on_key}
            onpointerup={&on_up} onpointercancel={on_up} onkeyup={on_key_up} onblur={on_blur} />
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUND: Bound = Bound::new("a number", 1, 1_000_000_000);

    #[test]
    fn every_step_gives_another_number_and_keeps_the_order() {
        for present in [1, 2, 7, 14, 900, 604_800, 999_999_999] {
            let from = step_of(present, BOUND);
            assert_eq!(value_at(from, present, BOUND), present);
            for (step, is_more) in [(from + 1, true), (from.wrapping_sub(1), false)] {
                if step <= STEPS {
                    let value = value_at(step, present, BOUND);
                    assert_eq!(value > present, is_more, "{present} at {step}: {value}");
                    assert_ne!(value, present);
                }
            }
        }
        assert_eq!((value_at(0, 900, BOUND), value_at(STEPS, 900, BOUND)), (BOUND.min, BOUND.max));
    }

    #[test]
    fn a_bound_of_one_number_is_no_trouble() {
        let one = Bound::new("a number", 5, 5);
        assert_eq!((step_of(5, one), value_at(STEPS, 5, one), value_at(0, 5, one)), (0, 5, 5));
    }
}
