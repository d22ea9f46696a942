//! The lesson as its students get it, with the picture of the step at the cursor; and a solution that is recorded in it.

use super::live_frame::{Told, address, ask_scenario, listen, load, use_frame};
use super::recording::{Recording, recording_bar};
use crate::lessons::model::{Assignment, Lesson};
use crate::lessons::session::Place;
use gloo_timers::callback::Timeout;
use std::sync::Arc;
use yew::prelude::*;

/// How long the frame may take, in milliseconds, before it is said that nothing will come.
const PATIENCE_MS: u32 = 20_000;

/// Properties of [`Live`].
#[derive(Properties)]
pub struct LiveProps {
    /// The text of the lesson.
    pub text: AttrValue,
    /// The lesson.
    pub lesson: Arc<Lesson>,
    /// Whether what is written has errors, so that this is an earlier text.
    pub is_old: bool,
    /// Whether what was typed last has been read.
    pub is_read: bool,
    /// The line of the cursor, from 1.
    pub line: usize,
    /// Takes what was recorded: the line in which the task asks, and the changes.
    pub on_solution: Callback<(usize, Vec<Assignment>)>,
}

impl PartialEq for LiveProps {
    fn eq(&self, other: &Self) -> bool {
        let key = |props: &Self| (props.text.clone(), Arc::as_ptr(&props.lesson), props.is_old, props.is_read, props.line);
        key(self) == key(other) && self.on_solution == other.on_solution
    }
}

/// The frame, and above it what is recorded.
#[component]
pub fn Live(LiveProps { text, lesson, is_old, is_read, line, on_solution }: &LiveProps) -> Html {
    let frame = use_node_ref();
    // How often the frame has begun; every time it has to be told anew.
    let begun = use_state_eq(|| 0_u32);
    let is_late = use_state_eq(|| false);
    let refused = use_state_eq(|| None::<String>);
    let recording = use_state(|| None::<Recording>);
    // How many loads the frame was sent, and the newest that it shows. What is changed before it shows the last one would be lost.
    let sent = use_state_eq(|| 0_u64);
    let seen = use_state_eq(|| 0_u64);
    let is_current = *is_read && *seen == *sent;
    // A recording belongs to one text.
    let going = (*recording).clone().filter(|recording| recording.text == *text && !is_old);
    {
        let (recording, lesson, line) = (recording.clone(), Arc::clone(lesson), *line);
        // The button may be pressed a moment before what was typed last has been read.
        use_effect_with(text.clone(), move |text| {
            if recording.as_ref().is_some_and(|recording| recording.text != *text && recording.is_untouched()) {
                recording.set(Recording::begin(text, &lesson, place_at(&lesson, line)));
            }
        });
    }
    let place = going.as_ref().map_or_else(|| place_at(lesson, *line), |recording| recording.place);
    let is_recording = going.is_some();
    {
        let (begun, refused, recording, going, frame) =
            (begun.clone(), refused.clone(), recording.setter(), going.clone(), frame.clone());
        let seen = seen.setter();
        let on_told = Callback::from({
            let frame = frame.clone();
            move |told| match told {
                Told::Ready => {
                    listen(&frame);
                    begun.set(*begun + 1);
                }
                Told::Shown(load) => {
                    refused.set(None);
                    seen.set(load);
                }
                Told::Refused(why) => refused.set(Some(why)),
                Told::Changed if going.is_some() => ask_scenario(&frame),
                Told::Scenario(now) => {
                    if let Some(going) = going.as_ref().filter(|_| is_current) {
                        recording.set(Some(going.with(&now)));
                    }
                }
                Told::Changed => {}
            }
        });
        use_frame(&frame, on_told);
    }
    {
        let (frame, sent) = (frame.clone(), sent.clone());
        use_effect_with((*begun, text.clone(), place, is_recording), move |(begun, text, place, is_recording)| {
            if *begun > 0 {
                load(&frame, *sent + 1, text, *place, !is_recording);
                sent.set(*sent + 1);
            }
        });
    }
    {
        let is_late = is_late.clone();
        use_effect_with(*begun > 0, move |has_begun| {
            is_late.set(false);
            let late = (!has_begun).then(|| Timeout::new(PATIENCE_MS, move || is_late.set(true)));
            move || drop(late)
        });
    }
    let step = &lesson.steps[place.step];
    let task = step.tasks.get(place.task);
    let at_cursor = match task {
        Some(_) => format!("At the cursor: step {}, task {}", place.step + 1, place.task + 1),
        None => format!("At the cursor: step {}", place.step + 1),
    };
    let begin = {
        let (recording, text, lesson) = (recording.clone(), text.clone(), Arc::clone(lesson));
        Callback::from(move |()| recording.set(Recording::begin(&text, &lesson, place)))
    };
    let end = {
        let (recording, on_solution, is_read) = (recording.clone(), on_solution.clone(), *is_read);
        Callback::from(move |taken: Option<(usize, Vec<Assignment>)>| {
            recording.set(None);
            // The lines of a text that has not been read yet may be others.
            if let Some(taken) = taken.filter(|_| is_read) {
                on_solution.emit(taken);
            }
        })
    };
    let is_shown = *begun > 0;
    let said = match (&*refused, *is_late && !is_shown) {
        (Some(why), _) => format!("The picture cannot show this: {why}"),
        (None, true) => "This browser shows no picture here. “Take the lesson” opens it in another tab.".to_string(),
        (None, false) if *is_old => "The lesson before these errors:".to_string(),
        (None, false) => String::new(),
    };
    html! {
        <section id="write-live" class={classes!("write-live", is_old.then_some("old"))} aria-label="The lesson, live">
            <div class="write-live-head">
                <p class="write-place">{ at_cursor }</p>
                if is_shown && !is_old { { recording_bar(going.as_ref(), is_current, task, &begin, &end) } }
                if !said.is_empty() { <p id="write-live-said" class="hint" role="status">{ said }</p> }
            </div>
            <iframe id="write-frame" ref={frame} src={address()} title="The lesson as students get it" loading="lazy" />
        </section>
    }
}

/// The task that a line belongs to: the last one that asks in it or above it, in its step.
fn place_at(lesson: &Lesson, line: usize) -> Place {
    let step = lesson.steps.iter().rposition(|step| step.line <= line).unwrap_or(0);
    let task = lesson.steps[step].tasks.iter().rposition(|task| task.line <= line).unwrap_or(0);
    Place { step, task }
}
