//! What may be changed in a step, as fields: the same can be dragged in the picture.

use super::going::Going;
use crate::app::kit::fields::number::NumberField;
use crate::app::shell::context::Lab;
use crate::app::shell::notices::{Cause, Notice};
use crate::engine::core::bounds::Bound;
use crate::lessons::levers::with;
use crate::lessons::model::{Lever, Setting, Which};
use crate::lessons::settings::{choices, singles, value};
use crate::lessons::words::of_lever;
use crate::state::{Action, ScenarioEdit};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// With more fields than this the picture is the better place.
const FIELDS: usize = 12;
/// Numbers of scenario files lie in this range; the scenario's own check knows better.
pub const RANGE: Bound<u32> = Bound { name: "number", min: 0, max: 4_000_000 };

/// The fields.
pub fn lever_form(lab: &Lab, going: &Going) -> Html {
    let scenario = lab.lesson_scenario();
    let single = going.session.step().allow.iter().flat_map(|lever| singles(&scenario, lever));
    let fields: Vec<Html> = single
        .filter_map(|lever| {
            let set = setter(lab, &lever);
            let label = of_lever(&lever, going.session.lesson().head.language);
            let id = AttrValue::from(format!("lever-{}", id_of(&lever)));
            match value(&scenario, &lever)? {
                Setting::Number(number) => {
                    let onchange = set.reform(|number: u32| Setting::Number(f64::from(number)));
                    let number = number as u32;
                    Some(html! { <NumberField<u32> key={id.to_string()} id={id.clone()} {label} value={number} bound={RANGE} {onchange} /> })
                }
                Setting::Word(word) => {
                    let names = choices(&scenario, &lever);
                    let options = names.iter().map(|name| html! { <option value={name.clone()} selected={*name == word}>{ name }</option> });
                    let onchange = set.reform(|event: Event| Setting::Word(event.target_unchecked_into::<HtmlSelectElement>().value()));
                    Some(html! { <label key={id.to_string()} class="field"><span>{ label }</span><select id={id.clone()} {onchange}>{ for options }</select></label> })
                }
            }
        })
        .take(FIELDS)
        .collect();
    if fields.is_empty() {
        return Html::default();
    }
    html! { <fieldset class="lesson-levers"><legend>{ going.words().you_may_change }</legend>{ for fields }</fieldset> }
}

fn setter(lab: &Lab, lever: &Lever) -> Callback<Setting> {
    let (lab, lever) = (lab.clone(), lever.clone());
    Callback::from(move |setting: Setting| match with(&lab.lesson_scenario(), &lever, &setting) {
        Ok(changed) => lab.act(Action::Scenario(ScenarioEdit::Study(Box::new(changed.study), None))),
        Err(error) => lab.notices.add(Notice::problem(error.to_string()).about(Cause::Changing)),
    })
}

fn id_of(lever: &Lever) -> String {
    match lever.of {
        Some(Which::One(number)) => format!("{}-{number}", lever.name),
        Some(Which::All) | None => lever.name.clone(),
    }
}
