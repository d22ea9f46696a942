//! What a host asks for. The text of a message is read once, here, into checked values.

use super::{Refusal, Topic};
use crate::json::{Fields, FileContent};
use crate::json_parts::{Object, read_value};
use crate::link::{self, Opened, View};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

/// Greatest message that is read, in bytes of its JSON text.
pub const MESSAGE_BYTES_MAX: usize = 64 << 20;
/// Longest name of a message that is given back, in characters.
pub const ID_CHARS: usize = 64;
/// Farthest time that can be shown.
const TIME_MAX: f64 = 1e9;
/// Shortest stretch of time that can be shown.
const TIME_MIN: f64 = 1e-3;

/// A message of the host.
#[derive(Debug)]
pub struct Message {
    /// What its answer is to be known by: a text or a number.
    pub id: Option<Value>,
    /// What it asks for, or why that is refused.
    pub asked: Result<Asked, Refusal>,
}

/// What a host asks for.
#[derive(Debug)]
pub enum Asked {
    /// Whether the page is there.
    Hello,
    /// Another scenario.
    Load(Box<Opened>),
    /// A lesson.
    Lesson(Box<LessonAsked>),
    /// Something to be told.
    Get(What),
    /// Requests are changed, in one step of undo.
    Edit(Vec<NamedEdit>),
    /// Fields of the policy are changed.
    Policy(Fields),
    /// One step back.
    Undo,
    /// Back to what was loaded last.
    Reset,
    /// Something else is seen.
    View(ViewAsked),
    /// What the host wants to hear of.
    Listen(Vec<Topic>),
    /// The focus goes into the picture.
    Focus,
}

/// What can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// The scenario, as in a file.
    Scenario,
    /// A link to what is shown.
    Link,
    /// The plan, as the command line prints it.
    Plan,
    /// Its figures.
    Figures,
    /// The selected request.
    Selection,
    /// What is on screen.
    View,
    /// The picture.
    Svg,
    /// The answer code of the lesson.
    Answers,
}

/// A lesson that is to be shown.
#[derive(Debug, PartialEq, Eq)]
pub struct LessonAsked {
    /// Its text, as in a file.
    pub text: String,
    /// The step, from 1.
    pub step: u32,
    /// The task of the step, from 1.
    pub task: u32,
    /// Whether only what the step allows can be changed; otherwise everything can, for those who write the lesson.
    pub is_locked: bool,
}

/// A change of a request.
#[derive(Debug, PartialEq)]
pub struct NamedEdit {
    /// What people call the request.
    pub request: String,
    /// Fields under the names of the scenario file; `None` takes the request away.
    pub fields: Option<Fields>,
}

/// What is to be seen; what is `None` stays as it is.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ViewAsked {
    /// The plan after so many decisions; all of it for `null`.
    #[serde(deserialize_with = "some")]
    pub step: Option<Option<u32>>,
    /// The request to be selected, by what people call it; none for `null`.
    #[serde(deserialize_with = "some_name")]
    pub select: Option<Option<String>>,
    /// First and last moment on screen; all of it for `null`.
    #[serde(deserialize_with = "some")]
    pub zoom: Option<Option<(f64, f64)>>,
    /// Which pictures.
    pub chart: Option<String>,
    /// Fields of the policy to compare with; nothing for `null`.
    #[serde(deserialize_with = "some")]
    pub compare: Option<Option<Fields>>,
    /// `light`, `dark` or `host`.
    pub theme: Option<String>,
}

/// A field that is there, `null` included.
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The same for what people call a request: a number, or a text such as `11.2`.
fn some_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    let value = Option::<Value>::deserialize(deserializer)?;
    value.map_or(Ok(Some(None)), |value| {
        name(&value)
            .map(|name| Some(Some(name)))
            .ok_or_else(|| serde::de::Error::custom("invalid type: other, expected a number or a text"))
    })
}

fn name(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if text.chars().count() <= ID_CHARS => Some(text.clone()),
        _ => None,
    }
}

#[derive(Deserialize)]
struct Load {
    #[serde(default)]
    scenario: Option<Value>,
    #[serde(default)]
    link: Option<String>,
    #[serde(default)]
    lesson: Option<String>,
    #[serde(default)]
    step: Option<u32>,
    #[serde(default)]
    task: Option<u32>,
    #[serde(default)]
    locked: Option<bool>,
}

#[derive(Deserialize)]
struct Get {
    what: What,
}

#[derive(Deserialize)]
struct Edits {
    edits: Vec<Fields>,
}

#[derive(Deserialize)]
struct Policy {
    policy: Fields,
}

#[derive(Deserialize)]
struct Listen {
    to: Vec<Topic>,
}

/// Reads a message from its JSON text.
pub fn read(text: &str) -> Message {
    if text.len() > MESSAGE_BYTES_MAX {
        let allowed = format!("at most {} MiB", MESSAGE_BYTES_MAX >> 20);
        return Message { id: None, asked: Err(Refusal::at("", format!("a message of {} bytes", text.len()), allowed)) };
    }
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return Message { id: None, asked: Err(Refusal::sentence(format!("the message cannot be read: {error}"))) },
    };
    let id = value.get("id").filter(|id| name(id).is_some()).cloned();
    Message { id, asked: asked(value) }
}

fn asked(value: Value) -> Result<Asked, Refusal> {
    let what = value.get("do").and_then(Value::as_str).unwrap_or_default().to_string();
    Ok(match what.as_str() {
        "hello" => Asked::Hello,
        "undo" => Asked::Undo,
        "reset" => Asked::Reset,
        "focus" => Asked::Focus,
        "load" => load(fields(value)?)?,
        "get" => fields(value).map(|Get { what }| Asked::Get(what))?,
        "edit" => Asked::Edit(edits(fields(value)?)?),
        "policy" => fields(value).map(|Policy { policy }| Asked::Policy(policy))?,
        "view" => Asked::View(view(fields(value)?)?),
        "listen" => fields(value).map(|Listen { to }| Asked::Listen(to))?,
        _ => {
            let found = value.get("do").map_or_else(|| "a missing value".to_string(), short);
            return Err(Refusal::at("do", found, "hello, load, get, edit, policy, undo, reset, view, listen or focus"));
        }
    })
}

/// What was found, as far as a sentence has room for it.
fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= ID_CHARS { text } else { text.chars().take(ID_CHARS).chain(['…']).collect() }
}

/// The fields of a kind of message. Others are passed over: later versions of the protocol may have more.
fn fields<T: DeserializeOwned>(value: Value) -> Result<T, ScenarioError> {
    read_value(value).map(|Object(fields)| fields)
}

fn load(load: Load) -> Result<Asked, Refusal> {
    let Load { scenario, link, lesson, step, task, locked } = load;
    let opened = |opened| Asked::Load(Box::new(opened));
    let is_lesson = lesson.is_some();
    let of_lesson = [("step", step.is_some()), ("task", task.is_some()), ("locked", locked.is_some())];
    if let Some((place, _)) = of_lesson.into_iter().find(|(_, is_there)| *is_there && !is_lesson) {
        return Err(Refusal::at(place, "a value", "nothing, because it belongs to a lesson"));
    }
    match (scenario, link, lesson) {
        (Some(scenario), None, None) => {
            // The text of a file, or what it holds.
            let text = scenario.as_str().map_or_else(|| scenario.to_string(), str::to_string);
            let FileContent { scenario, second } = crate::json::read(&text)?;
            Ok(opened(Opened { view: View::first(&scenario), scenario, second }))
        }
        (None, Some(link), None) => Ok(opened(link::decode(&link)?)),
        (None, None, Some(text)) => {
            let [step, task] = [from_one("step", step)?, from_one("task", task)?];
            Ok(Asked::Lesson(Box::new(LessonAsked { text, step, task, is_locked: locked.unwrap_or(true) })))
        }
        (Some(_), Some(_), None) => Err(Refusal::at("", "both scenario and link", "one of the two")),
        (None, None, None) => Err(Refusal::at("", "neither scenario nor link", "one of the two")),
        (_, _, Some(_)) => Err(Refusal::at("", "a lesson beside a scenario or link", "one of them")),
    }
}

/// A number that counts from 1; 1 if it is left out.
fn from_one(place: &str, number: Option<u32>) -> Result<u32, Refusal> {
    match number {
        Some(0) => Err(Refusal::at(place, 0, "a number from 1")),
        number => Ok(number.unwrap_or(1)),
    }
}

fn edits(Edits { edits }: Edits) -> Result<Vec<NamedEdit>, ScenarioError> {
    let read = |(at, mut fields): (usize, Fields)| {
        let place = FieldPath::new("edits").index(at);
        let number = fields.remove("request").unwrap_or_default();
        let request = name(&number).ok_or_else(|| {
            ScenarioError::new(place.field("request"), short(&number), "what people call the request: a number or a text")
        })?;
        match fields.remove("remove") {
            None => Ok(NamedEdit { request, fields: Some(fields) }),
            Some(Value::Bool(true)) if fields.is_empty() => Ok(NamedEdit { request, fields: None }),
            Some(Value::Bool(true)) => Err(ScenarioError::new(place, "both remove and other fields", "one of the two")),
            Some(other) => Err(ScenarioError::new(place.field("remove"), short(&other), true)),
        }
    };
    edits.into_iter().enumerate().map(read).collect()
}

fn view(asked: ViewAsked) -> Result<ViewAsked, ScenarioError> {
    if let Some(Some((from, to))) = asked.zoom
        && !((-TIME_MAX..=TIME_MAX).contains(&from) && (-TIME_MAX..=TIME_MAX).contains(&to) && to - from >= TIME_MIN)
    {
        let allowed = format!("two times from {:.0} to {TIME_MAX:.0}, the first before the second", -TIME_MAX);
        return Err(ScenarioError::new(FieldPath::new("zoom"), format!("[{from}, {to}]"), allowed));
    }
    Ok(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Asked {
        read(text).asked.unwrap_or_else(|refusal| panic!("{text}: {}", refusal.message))
    }

    fn refused(text: &str) -> Refusal {
        read(text).asked.err().unwrap_or_else(|| panic!("{text} is taken"))
    }

    #[test]
    fn every_message_is_understood() {
        assert!(matches!(asked(r#"{"do":"hello"}"#), Asked::Hello));
        assert!(matches!(asked(r#"{"do":"undo"}"#), Asked::Undo));
        assert!(matches!(asked(r#"{"do":"reset"}"#), Asked::Reset));
        assert!(matches!(asked(r#"{"do":"focus"}"#), Asked::Focus));
        assert!(matches!(asked(r#"{"do":"get","what":"svg"}"#), Asked::Get(What::Svg)));
        assert!(matches!(asked(r#"{"do":"policy","policy":{"planner":"osp"}}"#), Asked::Policy(fields) if fields.len() == 1));
        assert!(
            matches!(asked(r#"{"do":"listen","to":["changed","key"]}"#), Asked::Listen(to) if to == [Topic::Changed, Topic::Key])
        );
        let Asked::Load(opened) =
            asked(r#"{"do":"load","scenario":{"version":1,"machine":{"nodes":3},"workload":{"requests":[]}}}"#)
        else {
            panic!("a scenario")
        };
        let link = link::encode(&opened.clone().into_shared());
        let again = asked(&format!(r#"{{"do":"load","link":"https://example.org/#{link}"}}"#));
        assert!(matches!(again, Asked::Load(again) if again.scenario == opened.scenario));
        let file = crate::json::write(&opened.scenario);
        let text = serde_json::json!({ "do": "load", "scenario": file }).to_string();
        assert!(matches!(asked(&text), Asked::Load(again) if again.scenario == opened.scenario));
    }

    #[test]
    fn a_lesson_comes_as_its_text() {
        let Asked::Lesson(lesson) = asked(r##"{"do":"load","lesson":"# One","step":3,"locked":false}"##) else {
            panic!("a lesson")
        };
        assert_eq!(*lesson, LessonAsked { text: "# One".to_string(), step: 3, task: 1, is_locked: false });
        assert_eq!(refused(r#"{"do":"load","lesson":"","step":0}"#).place, "step");
        assert_eq!(refused(r#"{"do":"load","lesson":"","task":-1}"#).place, "task");
        assert_eq!(refused(r#"{"do":"load","lesson":7}"#).place, "lesson");
        assert_eq!(refused(r#"{"do":"load","link":"v3.x","step":1}"#).place, "step");
        assert_eq!(refused(r#"{"do":"load","lesson":"","link":"v3.x"}"#).found, "a lesson beside a scenario or link");
    }

    #[test]
    fn a_null_is_not_the_same_as_nothing() {
        let Asked::View(view) = asked(r#"{"do":"view","step":null,"select":3,"zoom":[2,8.5],"compare":null,"later":[[]]}"#) else {
            panic!("a view")
        };
        assert_eq!((view.step, view.select, view.zoom), (Some(None), Some(Some("3".to_string())), Some(Some((2.0, 8.5)))));
        assert_eq!((view.compare, view.chart, view.theme), (Some(None), None, None));
        let Asked::View(view) = asked(r#"{"do":"view","select":null}"#) else { panic!("a view") };
        assert_eq!((view.step, view.select), (None, Some(None)));
    }

    #[test]
    fn edits_name_their_request() {
        let Asked::Edit(edits) =
            asked(r#"{"do":"edit","edits":[{"request":3,"latest_start":6},{"request":"11.2","remove":true}]}"#)
        else {
            panic!("edits")
        };
        assert_eq!(edits[0].fields.as_ref().and_then(|fields| fields["latest_start"].as_u64()), Some(6));
        assert_eq!(edits[1], NamedEdit { request: "11.2".to_string(), fields: None });
        assert_eq!(refused(r#"{"do":"edit","edits":[{"nodes":2}]}"#).place, "edits[0].request");
        assert_eq!(refused(r#"{"do":"edit","edits":[{"request":1,"remove":false}]}"#).place, "edits[0].remove");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let refusal = refused(r#"{"id":7,"do":"dance"}"#);
        assert_eq!((refusal.place.as_str(), refusal.found.as_str()), ("do", "\"dance\""));
        assert_eq!(read(r#"{"id":7,"do":"dance"}"#).id, Some(Value::from(7)));
        assert_eq!(refused(r#"{"do":["load"]}"#).place, "do");
        assert_eq!(refused(r"{}").found, "a missing value");
        assert_eq!(refused(r#"{"do":"load"}"#).found, "neither scenario nor link");
        assert_eq!(refused(r#"{"do":"load","link":3}"#).place, "link");
        assert_eq!(refused(r#"{"do":"load","link":"v3.x"}"#).place, "link");
        assert_eq!(refused(r#"{"do":"get","what":"secrets"}"#).place, "what");
        assert_eq!(refused(r#"{"do":"view","step":"three"}"#).place, "step");
        assert_eq!(refused(r#"{"do":"view","zoom":[5,5]}"#).place, "zoom");
        assert_eq!(refused(r#"{"do":"view","select":{}}"#).place, "select");
        let nodes = refused(r#"{"do":"load","scenario":{"version":1,"machine":{"nodes":0},"workload":{"requests":[]}}}"#);
        assert_eq!((nodes.place.as_str(), nodes.found.as_str()), ("machine.nodes", "0"));
    }

    #[test]
    fn hostile_texts_are_refused() {
        let deep = format!(r#"{{"do":"load","scenario":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
        assert!(refused(&deep).message.contains("recursion"), "{}", refused(&deep).message);
        let long = format!(r#"{{"do":"{}"}}"#, "x".repeat(1 << 20));
        assert!(refused(&long).message.len() < 300);
        let id = format!(r#"{{"do":"hello","id":"{}"}}"#, "x".repeat(65));
        assert_eq!(read(&id).id, None);
        assert_eq!(read(r#"{"do":"hello","id":{"a":[1]}}"#).id, None);
        assert!(refused("[1,2").message.starts_with("the message cannot be read"));
    }
}
