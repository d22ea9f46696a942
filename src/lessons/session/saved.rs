//! A session between two visits.

use super::{Place, Session};
use crate::hash;
use crate::model::Lesson;
use crate::record::Record;
use bookahead_engine::Scenario;
use bookahead_formats::link::{self, Shared, View};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is kept between two visits.
#[derive(Serialize, Deserialize)]
struct Saved {
    lesson: u32,
    name: String,
    at: Place,
    left: Vec<Option<String>>,
    records: Vec<Record>,
}

impl Session {
    /// The session as text, for the browser's storage; `now` is the scenario on screen.
    pub fn save(&self, now: &Scenario) -> String {
        let link = |scenario: &Scenario| link::encode(&Shared { scenario: scenario.clone(), view: View::first(scenario) });
        let mut left: Vec<Option<String>> = self.left.iter().map(|left| left.as_ref().map(link)).collect();
        left[self.at.step] = Some(link(now));
        let saved =
            Saved { lesson: hash::of(&self.lesson), name: self.name.clone(), at: self.at, left, records: self.records.clone() };
        // Plain data always has a JSON form; without one the lesson begins anew.
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Goes on with a saved session at [`Session::here`]; `None` if it is of another lesson, or of another state of this one.
    pub fn resume(lesson: Arc<Lesson>, saved: &str) -> Option<Self> {
        let Saved { lesson: hash, name, at, left, records } = serde_json::from_str(saved).ok()?;
        let fits = hash == hash::of(&lesson) && left.len() == lesson.steps.len() && records.len() == lesson.tasks();
        let is_place = lesson.steps.get(at.step).is_some_and(|step| at.task <= step.tasks.len());
        if !fits || !is_place {
            return None;
        }
        let open = |left: Option<String>| left.and_then(|text| link::decode(&text).ok()).map(|opened| opened.scenario);
        Self::at(lesson, name, at, left.into_iter().map(open).collect(), records).ok()
    }
}
