//! A field for a number. The input is checked against a range; an invalid value is reported beside the field.

use crate::engine::core::bounds::Bound;
use std::fmt::{self, Display, Formatter};
use std::num::{ParseFloatError, TryFromIntError};
use std::str::FromStr;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

/// A number that can be typed, counted in its smallest steps: `u32`, `u64` for seeds, and [`Hundredths`].
pub trait FieldNumber: Copy + Ord + Display + FromStr + TryFrom<u64> + Into<u64> + 'static {
    /// What is allowed, in words.
    fn allowed(bound: Bound<Self>) -> String {
        bound.to_string()
    }
}

impl FieldNumber for u32 {}

impl FieldNumber for u64 {}

/// A number with two decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hundredths(pub u32);

impl Hundredths {
    /// The nearest to a number.
    pub fn of(value: f64) -> Self {
        Self((value * 100.0).round() as u32)
    }

    /// The number.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

impl Display for Hundredths {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl FromStr for Hundredths {
    type Err = ParseFloatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self::of)
    }
}

impl From<Hundredths> for u64 {
    fn from(Hundredths(value): Hundredths) -> Self {
        value.into()
    }
}

impl TryFrom<u64> for Hundredths {
    type Error = TryFromIntError;

    fn try_from(value: u64) -> Result<Self, Self::Error> {
        value.try_into().map(Self)
    }
}

impl FieldNumber for Hundredths {
    fn allowed(bound: Bound<Self>) -> String {
        format!("a number from {} to {}", bound.min, bound.max)
    }
}

/// Properties of [`NumberField`].
#[derive(Properties, Clone, PartialEq)]
pub struct NumberFieldProps<N: FieldNumber> {
    /// Element id.
    pub id: AttrValue,
    /// What the number is.
    pub label: AttrValue,
    /// The present value.
    pub value: N,
    /// What is allowed.
    pub bound: Bound<N>,
    /// Called with a new value that is allowed.
    pub onchange: Callback<N>,
    /// What an arrow with Shift adds.
    #[prop_or(5)]
    pub coarse: u64,
    /// The number that stands for none, where there may be none, and what the field says then. An empty field means it, too.
    #[prop_or_default]
    pub none: Option<(N, &'static str)>,
}

impl<N: FieldNumber> NumberFieldProps<N> {
    /// What the field says of a number.
    fn text_of(&self, value: N) -> String {
        self.none.filter(|(none, _)| *none == value).map_or_else(|| value.to_string(), |(_, words)| words.to_string())
    }

    /// The number that is meant by a text, if it is allowed.
    fn number_of(&self, text: &str) -> Option<N> {
        let none = self.none.filter(|(_, words)| text.is_empty() || text.eq_ignore_ascii_case(words));
        none.map(|(none, _)| none).or_else(|| text.parse().ok().filter(|number| self.bound.holds(*number)))
    }

    /// What is allowed, in words.
    fn allowed(&self) -> String {
        let allowed = N::allowed(self.bound);
        self.none.map_or(allowed.clone(), |(_, words)| format!("{allowed}, or nothing for “{words}”"))
    }
}

/// What is being typed.
#[derive(Clone, PartialEq)]
struct Typed {
    text: String,
    /// What is allowed instead, once it was refused.
    allowed: Option<String>,
}

/// A number with its label. Arrow keys change it by one step, with Shift by more; what is typed stays in the field, whatever else of the page
/// changes meanwhile, until it is taken or the number in force becomes another one. A number that is not allowed stays there with
/// the reason below it, and changes nothing.
#[component]
pub fn NumberField<N: FieldNumber>(props: &NumberFieldProps<N>) -> Html {
    let NumberFieldProps { id, label, value, bound, onchange, coarse, none } = props;
    let (value, bound, coarse, is_none) = (*value, *bound, *coarse, none.is_some_and(|(none, _)| none == *value));
    let typed = use_state_eq(|| None::<Typed>);
    {
        let typed = typed.clone();
        use_effect_with(value, move |_| typed.set(None));
    }
    let take = {
        let (typed, props) = (typed.clone(), props.clone());
        Callback::from(move |text: String| match props.number_of(text.trim()) {
            Some(number) => {
                typed.set(None);
                if number != value {
                    props.onchange.emit(number);
                }
            }
            None => typed.set(Some(Typed { text: text.trim().chars().take(40).collect(), allowed: Some(props.allowed()) })),
        })
    };
    let on_input = {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            typed.set(Some(Typed { text, allowed: None }));
        })
    };
    let on_change = {
        let take = take.clone();
        Callback::from(move |event: Event| take.emit(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let in_force = props.text_of(value);
    let on_key = {
        let (take, onchange, typed, in_force) = (take, onchange.clone(), typed.clone(), in_force.clone());
        Callback::from(move |event: KeyboardEvent| {
            let step = if event.shift_key() { coarse } else { 1 };
            let next = match event.key().as_str() {
                // Where there is none, counting begins.
                "ArrowUp" | "ArrowDown" if is_none => bound.min.into(),
                "ArrowUp" => value.into().saturating_add(step).min(bound.max.into()),
                "ArrowDown" => value.into().saturating_sub(step).max(bound.min.into()),
                "Enter" => {
                    take.emit(event.target_unchecked_into::<HtmlInputElement>().value());
                    return;
                }
                "Escape" => {
                    // The typed text goes, the number in force comes back; a dialog stays open for it.
                    let field = event.target_unchecked_into::<HtmlInputElement>();
                    if field.value() != in_force {
                        event.prevent_default();
                        field.set_value(&in_force);
                        typed.set(None);
                    }
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            // What lies between two numbers of this type is one too.
            if let Ok(next) = N::try_from(next)
                && next != value
            {
                onchange.emit(next);
            }
        })
    };
    let shown = typed.as_ref().map_or(in_force, |typed| typed.text.clone());
    let refused = typed.as_ref().and_then(|typed| Some((&typed.text, typed.allowed.as_ref()?)));
    let note = format!("{id}-note");
    html! {
        <div class="field">
            <label for={id.clone()}>{ label.clone() }</label>
            <input id={id.clone()} inputmode="numeric" autocomplete="off" value={shown} oninput={on_input} onchange={on_change} onkeydown={on_key}
                aria-invalid={refused.is_some().to_string()} aria-describedby={refused.map(|_| note.clone())} />
            if let Some((text, allowed)) = refused {
                <p class="problem" id={note} role="alert">{ format!("“{text}” is not allowed: {allowed}.") }</p>
            }
        </div>
    }
}
