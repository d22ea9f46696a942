//! What each message of the host does, and what it is answered.

use super::look::{look, named, seen, selected_name};
use super::tell;
use crate::app::shell::address_bar;
use crate::app::shell::context::Lab;
use crate::app::shell::embed::embed;
use crate::app::shell::engine::errand::ask_worker;
use crate::app::shell::header::skip_to_picture;
use crate::app::shell::panel::save_figure::link_of;
use crate::app::shell::storage::work::{Standing, Work as Piece};
use crate::app::workbench::figure;
use crate::chart::kit::figure::Origin;
use crate::engine::core::error::FieldPath;
use crate::formats::json;
use crate::formats::link::Opened;
use crate::formats::messages::{Answer, Asked, NamedEdit, Refusal, What};
use crate::formats::plan_files::PlanFile;
use crate::formats::provenance::Provenance;
use crate::formats::studies::{edited, with_policy};
use crate::state::{Action, HistoryAction, ScenarioEdit};
use crate::worker::messages::{Update, Work};
use serde_json::{Value, json};

/// Whether a message is about the plan and not only about the scenario.
pub fn needs_plan(asked: &Asked) -> bool {
    !matches!(asked, Asked::Load(_) | Asked::Lesson(_) | Asked::Listen(_) | Asked::Get(What::Scenario | What::Link | What::Answers))
}

/// Whether the page looks different after it.
pub fn changes(asked: &Asked) -> bool {
    !matches!(asked, Asked::Get(_) | Asked::Listen(_) | Asked::Hello | Asked::Focus)
}

/// Does what is asked and answers, at once or when the answer is there.
pub fn give(lab: &Lab, loaded: &mut Opened, id: Option<Value>, asked: Asked) {
    let done = match asked {
        Asked::Get(What::Plan) => return plan(lab, id, |plan| plan),
        Asked::Get(What::Figures) => return plan(lab, id, |mut plan| plan["metrics"].take()),
        Asked::Get(what) => get(lab, what),
        Asked::Load(opened) => {
            *loaded = embed().map_or_else(|| (*opened).clone(), |embed| embed.first(Some((*opened).clone())));
            lab.begin_with(loaded.clone(), Piece::new(Standing::Untouched, String::new(), None));
            Ok(Value::Null)
        }
        Asked::Lesson(asked) => lab.begin_lesson(&asked).map(|()| Value::Null).map_err(Refusal::sentence),
        Asked::Edit(edits) => edit(lab, edits),
        Asked::Policy(fields) => {
            with_policy(&lab.model().workspace.planned(lab.model().view.panel), &fields, &FieldPath::new("policy"))
                .map(|study| take(lab, study))
                .map_err(Refusal::from)
        }
        Asked::Undo if lab.model().can_undo() => {
            lab.act(Action::History(HistoryAction::Undo));
            Ok(Value::Null)
        }
        Asked::Undo => Err(Refusal::sentence("there is nothing to undo")),
        Asked::Reset => {
            lab.act(Action::Scenario(ScenarioEdit::Open(Box::new(loaded.clone()))));
            Ok(Value::Null)
        }
        Asked::View(asked) => look(lab, asked),
        Asked::Listen(topics) => {
            tell::listen(topics);
            Ok(Value::Null)
        }
        Asked::Focus => {
            skip_to_picture();
            Ok(Value::Null)
        }
        Asked::Hello => return,
    };
    tell::answer(&Answer::new(id, done));
}

/// Another study takes the place of the one that is shown, in one step of undo.
fn take(lab: &Lab, study: crate::engine::Study) -> Value {
    lab.act(Action::Scenario(ScenarioEdit::Study(Box::new(study), None)));
    Value::Null
}

fn edit(lab: &Lab, edits: Vec<NamedEdit>) -> Result<Value, Refusal> {
    let mut study = (*lab.model().workspace.planned(lab.model().view.panel)).clone();
    for (at, NamedEdit { request, fields }) in edits.into_iter().enumerate() {
        let place = FieldPath::new("edits").index(at);
        let (_, id) = named(lab, &request, place.field("request").as_str())?;
        study = edited(&study, id, fields.as_ref(), &place)?;
    }
    Ok(take(lab, study))
}

fn get(lab: &Lab, what: What) -> Result<Value, Refusal> {
    let scenario = || lab.model().workspace.scenario(lab.model().view.panel);
    match what {
        What::Scenario => {
            // What was written can be read.
            Ok(serde_json::from_str(&json::write(&scenario())).unwrap_or_default())
        }
        What::Link => Some(link_of(lab)).filter(|link| !link.is_empty()).map(Value::from).ok_or_else(no_link),
        What::Selection => Ok(json!({ "request": selected_name(lab) })),
        What::View => Ok(seen(lab)),
        What::Svg => {
            let figure = figure(lab).ok_or_else(|| Refusal::sentence("the plan is not there yet"))?;
            let scenario = scenario();
            let provenance = Provenance::of(&scenario.study).words();
            Ok(figure.svg(&Origin { title: scenario.title, provenance, link: link_of(lab) }).into())
        }
        What::Answers => lab.answer_code().map(Value::from).ok_or_else(|| Refusal::sentence("no lesson is shown")),
        // These take longer.
        What::Plan | What::Figures => Ok(Value::Null),
    }
}

fn no_link() -> Refusal {
    Refusal::sentence(format!("no link can hold the scenario; links have at most {} characters", address_bar::FRAGMENT_CHARS))
}

/// Has a worker plan and write, and answers with a part of what it wrote.
fn plan(lab: &Lab, id: Option<Value>, part: fn(Value) -> Value) {
    let study = lab.model().workspace.scenario(lab.model().view.panel).study;
    ask_worker(Work::File(Box::new(study), PlanFile::Json), &lab.notices, move |update| {
        let result = match update {
            Ok(Update::File(bytes)) => serde_json::from_slice(&bytes).map(part).map_err(Refusal::sentence),
            Ok(_) => return,
            Err(problem) => Err(Refusal::sentence(problem)),
        };
        tell::answer(&Answer::new(id.clone(), result));
    });
}
