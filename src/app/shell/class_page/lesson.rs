//! The lesson whose answers are shown: the one that is chosen or brought in, else the one that most codes answer; and what is right in it.

use crate::app::shell::file_import::pause;
use crate::app::shell::lesson::shipped::LESSONS;
use crate::app::shell::lesson::wanted::Wanted;
use crate::lessons::check::Solving;
use crate::lessons::class::{Codes, Question};
use crate::lessons::hash;
use crate::lessons::model::Lesson;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// A lesson; equal to itself alone.
#[derive(Clone)]
pub struct Shared(pub Arc<Lesson>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Which lesson is shown.
#[derive(Clone, PartialEq)]
pub enum Choice {
    /// The one that most codes answer, as far as it is known.
    OfCodes,
    /// One that lies beside the page.
    Shipped(&'static str),
    /// The one that was brought in.
    Own,
}

/// Where a lesson comes from.
#[derive(Clone, PartialEq)]
pub enum Source {
    /// It lies beside the page.
    Shipped(&'static str),
    /// It was brought in.
    Own(Shared),
}

/// A lesson with its questions.
#[derive(Clone)]
pub struct Asked {
    /// The lesson.
    pub lesson: Shared,
    /// Its tasks with what is right in them, as far as that is found out.
    pub questions: Rc<Vec<Question>>,
    /// Why it cannot be told what is right.
    pub problem: Option<AttrValue>,
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        self.lesson == other.lesson && Rc::ptr_eq(&self.questions, &other.questions) && self.problem == other.problem
    }
}

/// A lesson that is open, or why it cannot be opened; with where it comes from.
type Opened = Option<(Source, Result<Asked, AttrValue>)>;

/// The title of the lesson with this hash, if it lies beside the page.
pub fn title_of(hash: u32) -> Option<&'static str> {
    LESSONS.iter().find(|lesson| lesson.hash == hash).map(|lesson| lesson.title)
}

/// Where the lesson comes from that is to be shown.
pub fn source(choice: &Choice, own: Option<&Shared>, codes: &Codes) -> Option<Source> {
    let of_own = own.map(|lesson| Source::Own(lesson.clone()));
    match choice {
        Choice::Shipped(name) => Some(Source::Shipped(name)),
        Choice::Own => of_own,
        Choice::OfCodes => {
            let own_hash = own.map(|lesson| hash::of(&lesson.0));
            codes.lessons().into_iter().find_map(|(wanted, _)| {
                let shipped = LESSONS.iter().find(|lesson| lesson.hash == wanted);
                if own_hash == Some(wanted) { of_own.clone() } else { shipped.map(|lesson| Source::Shipped(lesson.name)) }
            })
        }
    }
}

/// The lesson with its questions, as far as they are there; nothing while it is fetched.
#[hook]
pub fn use_asked(wanted: Option<Source>) -> Option<Result<Asked, AttrValue>> {
    let opened: UseStateHandle<Opened> = use_state(|| None);
    {
        let show = opened.setter();
        use_effect_with(wanted.clone(), move |wanted| {
            let is_left = Rc::new(Cell::new(false));
            if let Some(source) = wanted.clone() {
                let is_left = Rc::clone(&is_left);
                let show = move |asked: Result<Asked, AttrValue>, source: &Source| {
                    if !is_left.get() {
                        show.set(Some((source.clone(), asked)));
                    }
                    !is_left.get()
                };
                spawn_local(open(source, show));
            }
            move || is_left.set(true)
        });
    }
    (*opened).clone().filter(|(source, _)| Some(source) == wanted.as_ref()).map(|(_, asked)| asked)
}

/// Fetches a lesson, shows its questions, and then what is right in them: the page answers between one task and the next. `show` tells whether anybody
/// still wants it.
async fn open(source: Source, show: impl Fn(Result<Asked, AttrValue>, &Source) -> bool) {
    let found = match &source {
        Source::Shipped(name) => Wanted::File((*name).to_string()).load().await.map(|found| Shared(found.lesson)),
        Source::Own(lesson) => Ok(lesson.clone()),
    };
    let lesson = match found {
        Ok(lesson) => lesson,
        Err(why) => {
            show(Err(why.into()), &source);
            return;
        }
    };
    let mut questions = Question::all(&lesson.0);
    let asked = |questions: &[Question], problem| Asked { lesson: lesson.clone(), questions: Rc::new(questions.to_vec()), problem };
    let mut is_wanted = show(Ok(asked(&questions, None)), &source);
    let mut problem = None;
    match Solving::new(&lesson.0) {
        Ok(mut solving) => {
            while is_wanted && let Some(met) = solving.next() {
                match met {
                    Ok(met) => {
                        if let Some(question) = questions.get_mut(lesson.0.number_of(met.step, met.task)) {
                            question.solve(&lesson.0, &met);
                        }
                    }
                    Err(error) => problem = Some(AttrValue::from(error.to_string())),
                }
                pause().await;
                is_wanted = show(Ok(asked(&questions, problem.clone())), &source);
            }
        }
        Err(error) => drop(show(Ok(asked(&questions, Some(error.to_string().into()))), &source)),
    }
}
