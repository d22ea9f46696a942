//! A small picture of an example, drawn from the plan that an engine of its own makes of it.

use crate::app::kit::browser::canvas::{use_device_pixel_ratio, use_sheet};
use crate::app::kit::browser::theme::use_theme;
use crate::app::shell::engine::local_engine::LocalEngine;
use crate::app::shell::engine::transport::{Engine, Listener};
use crate::app::workbench::{first_query, small_picture};
use crate::engine::Study;
use crate::formats::link::Opened;
use crate::papers::experiment::Card;
use crate::state::{PlanCopy, Shown, open_named};
use crate::worker::messages::{Command, Reply, Snapshot, Update, Work};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// Size of a picture, in CSS px.
const SIZE_PX: (f64, f64) = (240.0, 143.0);
/// Time between the beginnings of two pictures, in milliseconds: the page is there at once, and fills.
const APART_MS: u32 = 16;

/// Properties of [`ExamplePicture`].
#[derive(Properties)]
pub struct ExamplePictureProps {
    /// Of which example, or scenario of a card, by its name.
    pub name: &'static str,
    /// The figure of a paper that it stands for; without one it is the usual picture of the example.
    #[prop_or_default]
    pub card: Option<Card>,
    /// Which picture of the page it is, from 0.
    pub place: u32,
}

impl PartialEq for ExamplePictureProps {
    fn eq(&self, other: &Self) -> bool {
        (self.name, &self.card, self.place) == (other.name, &other.card, other.place)
    }
}

/// The picture. Whatever it shows is told by the words beside it.
#[component]
pub fn ExamplePicture(ExamplePictureProps { name, card, place }: &ExamplePictureProps) -> Html {
    let shown = use_state(|| None::<Shown>);
    let sheet = use_sheet();
    let (theme, dpr) = (use_theme(), use_device_pixel_ratio());
    {
        let (shown, name, place) = (shown.setter(), *name, *place);
        let study = card.as_ref().and_then(Card::example);
        use_effect_with((), move |()| {
            let engine = Rc::new(RefCell::new(None));
            let kept = Rc::clone(&engine);
            let begin = Timeout::new(APART_MS * place, move || *kept.borrow_mut() = plan(name, study, shown));
            move || {
                drop(begin);
                engine.take();
            }
        });
    }
    {
        let (shown, sheet, name) = (shown.clone(), sheet.clone(), *name);
        let chart = card.as_ref().and_then(Card::chart);
        let is_there = shown.is_some();
        use_effect_with((is_there, theme, dpr), move |_| {
            let selected = || open_named(name).and_then(|opened| opened.view.selected);
            let picture = shown.as_ref().and_then(|shown| small_picture(shown, selected, chart, SIZE_PX, dpr, theme));
            if let Some(picture) = picture {
                sheet.show(&picture, dpr);
            }
        });
    }
    html! { <canvas ref={sheet.node} class="small-picture" width="240" height="143" aria-hidden="true" /> }
}

/// Has an example planned, or a study in its place; what comes of it is told once all of it is there.
fn plan(name: &str, study: Option<Study>, tell: UseStateSetter<Option<Shown>>) -> Option<LocalEngine> {
    let Opened { scenario, view, .. } = open_named(name)?;
    let (study, query) = (Arc::new(study.unwrap_or(scenario.study)), first_query(&view));
    let copy = RefCell::new(PlanCopy::new(study.kind()));
    let plans = RefCell::new(None::<Shown>);
    let of = Arc::clone(&study);
    let on_reply = Callback::from(move |reply: Reply| match reply {
        Reply::Update(_, Update::Study(update)) => {
            if let Some(Some(shown)) = copy.borrow_mut().take(update, &of) {
                *plans.borrow_mut() = Some(shown);
            }
        }
        Reply::Snapshot(_, Snapshot::Study(snapshot)) => {
            let mut plans = plans.borrow_mut();
            *plans = plans.take().map(|shown| shown.with(snapshot));
        }
        Reply::Progress(_, progress) if progress.is_done => tell.set(plans.borrow().clone()),
        _ => {}
    });
    // A picture that fails is left out.
    let engine = LocalEngine::start(Listener { on_reply, on_death: Callback::noop() })?;
    engine.send(Command::Open(0, Work::Study(Box::new((*study).clone()), query)), None);
    Some(engine)
}
