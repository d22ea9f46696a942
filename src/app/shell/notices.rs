//! Messages to the user, and the message shown if the page itself fails.

use super::embed::protocol::tell::tell;
use super::storage::status;
use crate::app::shell::engine::local_engine;
use crate::formats::messages::Event;
use std::fmt::Display;
use std::rc::Rc;
use yew::prelude::*;

/// A message to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// What to say.
    pub text: AttrValue,
    /// Whether something went wrong.
    pub is_problem: bool,
    /// What it is about, if that may settle by itself.
    pub cause: Option<Cause>,
    /// What can be done about it: the words of a button, and what it does.
    pub action: Option<(AttrValue, Callback<()>)>,
}

/// What messages are about. A newer message about the same takes the place of the older one, and all about it go once it is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Something could not be opened.
    Opening,
    /// A change was not allowed.
    Changing,
    /// Something was taken out of the page, or could not be: a file, a copied link.
    Leaving,
    /// Something was looked for that is not there.
    Finding,
    /// Work could not be saved.
    Saving,
    /// What is shown could not be planned.
    Planning,
}

impl Notice {
    /// Something went wrong.
    pub fn problem(text: impl Into<AttrValue>) -> Self {
        Self { text: text.into(), is_problem: true, cause: None, action: None }
    }

    /// Something is worth knowing.
    pub fn word(text: impl Into<AttrValue>) -> Self {
        Self { text: text.into(), is_problem: false, cause: None, action: None }
    }

    /// The same about something that may settle.
    pub fn about(self, cause: Cause) -> Self {
        Self { cause: Some(cause), ..self }
    }

    /// The same with something to do.
    pub fn with_action(self, words: impl Into<AttrValue>, act: Callback<()>) -> Self {
        Self { action: Some((words.into(), act)), ..self }
    }
}

/// Messages on screen, oldest first.
#[derive(Clone, Default, PartialEq)]
pub struct NoticeList(Vec<(u32, Notice)>, u32);

/// What happens to the list.
pub enum NoticeAction {
    /// One more.
    Add(Notice),
    /// One less.
    Dismiss(u32),
    /// What some are about is settled.
    Settle(Cause),
}

impl Reducible for NoticeList {
    type Action = NoticeAction;

    fn reduce(self: Rc<Self>, action: NoticeAction) -> Rc<Self> {
        let Self(mut list, mut next) = (*self).clone();
        match action {
            NoticeAction::Add(notice) => {
                list.retain(|(_, other)| *other != notice && (notice.cause.is_none() || other.cause != notice.cause));
                if list.len() == 3 {
                    list.remove(0);
                }
                list.push((next, notice));
                next += 1;
            }
            NoticeAction::Dismiss(id) => list.retain(|(other, _)| *other != id),
            NoticeAction::Settle(cause) => list.retain(|(_, notice)| notice.cause != Some(cause)),
        }
        Rc::new(Self(list, next))
    }
}

/// A handle on the list.
#[derive(Clone, PartialEq)]
pub struct Notices(pub UseReducerDispatcher<NoticeList>);

impl Notices {
    /// Shows a message.
    pub fn add(&self, notice: Notice) {
        if notice.is_problem {
            // The host of an embedded page hears of it too.
            tell(&Event::Error { message: notice.text.to_string() });
        }
        self.0.dispatch(NoticeAction::Add(notice));
    }

    /// Says why a change was not made.
    pub fn refuse(&self, why: &impl Display) {
        self.add(Notice::problem(format!("{why}. Nothing was changed.")).about(Cause::Changing));
    }

    /// Messages about this are out of date.
    pub fn settle(&self, cause: Cause) {
        self.0.dispatch(NoticeAction::Settle(cause));
    }
}

/// The messages, each with a button to dismiss it; problems are announced at once.
pub fn notice_bar(list: &UseReducerHandle<NoticeList>) -> Html {
    let items = list.0.iter().map(|(id, notice)| {
        let dismiss = {
            let (list, id) = (list.clone(), *id);
            Callback::from(move |_: MouseEvent| list.dispatch(NoticeAction::Dismiss(id)))
        };
        html! {
            <div key={*id} class={classes!("notice", notice.is_problem.then_some("problem"))} role={if notice.is_problem { "alert" } else { "status" }}>
                <p>{ notice.text.clone() }</p>
                { for notice.action.clone().map(|(words, act)| html! {
                    <button type="button" class="act" onclick={act.reform(|_: MouseEvent| ())}>{ words }</button>
                }) }
                <button type="button" onclick={dismiss} aria-label="Dismiss message">{ "×" }</button>
            </div>
        }
    });
    html! { <div class="notices">{ for items }</div> }
}

/// Replaces the page by a plain message should it ever panic; it tells what of the work is saved. The engine may panic without that.
pub fn show_panics_to_the_user() {
    // Yew sets a hook of its own, unless it is given one.
    yew::set_custom_panic_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        if local_engine::is_at_work() {
            return;
        }
        let Some(body) = web_sys::window().and_then(|window| window.document()).and_then(|document| document.body()) else {
            return;
        };
        body.set_class_name("failed");
        body.set_text_content(Some(&format!("Bookahead has failed, which is our mistake. {}", status::words())));
    }));
}
