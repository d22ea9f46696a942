//! How a step begins.

use crate::model::Lesson;
use crate::{seed, show};
use bookahead_engine::Scenario;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_formats::link::{Opened, View};

/// A step as it begins.
pub fn of(lesson: &Lesson, name: &str, left: &[Option<Scenario>], step: usize) -> Result<Opened, ScenarioError> {
    let refused = |found: &str| ScenarioError::new(FieldPath::new("scenario"), found, "a scenario for the first step");
    let Some(this) = lesson.steps.get(step) else { return Err(refused("no step")) };
    let before = step.checked_sub(1);
    let kept = before.and_then(|before| left.get(before)?.clone());
    let mut opened = match (&this.scenario, before) {
        (Some(opened), _) if lesson.head.is_seeded => {
            Opened { scenario: seed::drawn_for(&opened.scenario, seed::of_name(name))?, ..opened.clone() }
        }
        (Some(opened), _) => opened.clone(),
        (None, Some(before)) => {
            let scenario = match kept {
                Some(scenario) => scenario,
                None => of(lesson, name, left, before)?.scenario,
            };
            Opened { view: View::first(&scenario), scenario, second: None }
        }
        (None, None) => return Err(refused("nothing")),
    };
    show::put(&this.show, &mut opened)?;
    Ok(opened)
}
