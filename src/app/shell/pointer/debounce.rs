//! Delays work during a drag: parts of the page that are scrolled out of view are updated when the pointer rests.

use crate::app::shell::context::Lab;
use crate::chart::TimeScale;
use crate::chart::gantt::lane::Bracket;
use crate::state::Draft;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// How long the pointer rests before they follow.
const REST_MS: u32 = 150;

/// Whether the part with this id is to show the present state now.
#[hook]
pub fn use_is_due(lab: &Lab, id: &'static str) -> bool {
    // Counted, not compared with what it was at the last rest: the pointer may pass there again.
    let changes = use_mut_ref(|| (0_u32, None::<Draft>));
    let rested = use_state_eq(|| 0_u32);
    let draft = &lab.model().draft;
    let now = {
        let (count, last) = &mut *changes.borrow_mut();
        if last != draft {
            *count += 1;
            last.clone_from(draft);
        }
        *count
    };
    // While something is dragged, whether it was in sight at first or at the last rest: to look right after a change, the browser would have
    // to lay out the page once more.
    let in_sight = use_mut_ref(|| None);
    // Nothing waits any more once the drag, or the look at another policy, has ended.
    let is_rest = draft.is_none() || *rested == now;
    if is_rest {
        in_sight.take();
    }
    let is_due = is_rest || *in_sight.borrow_mut().get_or_insert_with(|| is_in_sight(id));
    use_effect_with((now, draft.is_some()), move |&(now, is_dragged)| {
        let timer = is_dragged.then(|| Timeout::new(REST_MS, move || rested.set(now)));
        move || drop(timer)
    });
    is_due
}

/// Whether an element is somewhere in the window, as it was laid out last.
fn is_in_sight(id: &str) -> bool {
    let window = web_sys::window();
    let height = window.as_ref().and_then(|window| window.inner_height().ok()?.as_f64());
    let element = window.and_then(|window| window.document()?.get_element_by_id(id));
    let (Some(height), Some(element)) = (height, element) else { return true };
    let area = element.get_bounding_client_rect();
    area.top() < height && area.bottom() > 0.0
}

/// How long things rest until they count as settled, in milliseconds.
const SETTLED_MS: u32 = 60;

/// What follows the axis and the pointer. It is a stream of changes while the axis moves or something is dragged; what is changed by key or
/// typed is none, and the focus is seen all along.
#[derive(Clone, Copy)]
pub struct Stand {
    /// The time axis.
    pub scale: TimeScale,
    /// Whether something is dragged.
    pub is_dragged: bool,
    /// The selected request's bracket.
    pub bracket: Option<Bracket>,
}

impl PartialEq for Stand {
    fn eq(&self, other: &Self) -> bool {
        let is_same = !(self.is_dragged && other.is_dragged) || self.bracket == other.bracket;
        self.scale == other.scale && self.is_dragged == other.is_dragged && is_same
    }
}

/// Such a stream.
struct Stream {
    now: Stand,
    /// As it was when it rested last.
    settled: Stand,
}

/// How things stood when they rested last, and whether that is how they stand now. Not even the first of many changes counts at once: what the
/// browser has to paint anew for it makes the frame late, and once one is late, it shows every later one a frame later.
#[hook]
pub fn use_settled(now: Stand) -> (Stand, bool) {
    let stream = use_mut_ref(|| Stream { now, settled: now });
    let timer = use_rest_timer();
    let draw_anew = use_force_update();
    let this = &mut *stream.borrow_mut();
    if this.now != now {
        this.now = now;
        let stream = Rc::downgrade(&stream);
        timer.restart(SETTLED_MS, move || {
            if stream.upgrade().is_some_and(|stream| stream.borrow().settled != stream.borrow().now) {
                draw_anew.force_update();
            }
        });
    } else if !timer.is_running() || this.settled == now {
        // What counts as the same may still tell more.
        this.settled = now;
    }
    (this.settled, this.settled == now)
}

/// A timer for a component, at rest.
#[hook]
pub fn use_rest_timer() -> RestTimer {
    (*use_state(RestTimer::default)).clone()
}

/// Waits until nothing has changed for a while, at most twice that long. However often it begins anew, it is one timer of the browser's: else it
/// would be one in every frame while something moves.
#[derive(Clone, Default)]
pub struct RestTimer(Rc<RefCell<Waiting>>);

#[derive(Default)]
struct Waiting {
    timer: Option<Timeout>,
    /// Whether something changed since the timer began.
    has_changed: bool,
    at_rest: Option<Box<dyn FnOnce()>>,
}

impl RestTimer {
    /// Whether it waits.
    pub fn is_running(&self) -> bool {
        self.0.borrow().timer.is_some()
    }

    /// Something has changed: what is to be done at rest, instead of what was.
    pub fn restart(&self, ms: u32, at_rest: impl FnOnce() + 'static) {
        let this = &mut *self.0.borrow_mut();
        this.at_rest = Some(Box::new(at_rest));
        this.has_changed = this.timer.is_some();
        this.timer.get_or_insert_with(|| Self::wait(&self.0, ms));
    }

    fn wait(waiting: &Rc<RefCell<Waiting>>, ms: u32) -> Timeout {
        let waiting = Rc::downgrade(waiting);
        Timeout::new(ms, move || {
            let Some(waiting) = waiting.upgrade() else { return };
            let at_rest = {
                let this = &mut *waiting.borrow_mut();
                this.timer = std::mem::take(&mut this.has_changed).then(|| Self::wait(&waiting, ms));
                if this.timer.is_none() { this.at_rest.take() } else { None }
            };
            if let Some(at_rest) = at_rest {
                at_rest();
            }
        })
    }
}

/// Properties of such a part. It takes nothing from the context: that would draw it anew at once.
#[derive(Properties)]
pub struct PartProps {
    /// The page's state.
    pub lab: Lab,
    /// What [`use_is_due`] says.
    pub is_due: bool,
}

impl PartialEq for PartProps {
    /// What is not due counts as unchanged.
    fn eq(&self, other: &Self) -> bool {
        // The properties there are were due when they came: the first are, as there is nothing to be out of sight yet.
        !(self.is_due && other.is_due)
    }
}
