//! What the forms of a log and of a snapshot have in common: the cluster that it becomes, and the button that opens it.

use crate::app::shell::context::Lab;
use crate::app::shell::storage::work::{Standing, Work};
use crate::engine::Scenario;
use crate::engine::batch::BatchScenario;
use crate::engine::batch::workload::BatchSource;
use crate::formats::link::{Opened, TimeWindow, View};
use crate::worker::messages::ShapedMessage;
use std::rc::Rc;
use yew::prelude::*;

/// A study that a log becomes, or why it cannot; nothing before that is known.
pub type Shaped = Option<Result<Rc<ShapedMessage>, String>>;

/// From this limit on, in seconds, a job of a running machine would make the first view so long that nothing else is seen.
const LONG_LIMIT: u32 = 7 * 86_400;
/// What is seen then, in seconds: before the present moment, and after it.
const SEEN: (f64, f64) = (6.0 * 3_600.0, 48.0 * 3_600.0);

/// The cluster.
pub fn shaped_cluster(shaped: &Shaped) -> Option<&BatchScenario> {
    shaped.as_ref()?.as_ref().ok()?.study.cluster()
}

/// Opens it, made from `what` ("the log").
pub fn on_use(lab: &Lab, shaped: &Shaped, what: &'static str) -> Callback<MouseEvent> {
    let (lab, shaped) = (lab.clone(), shaped.clone());
    Callback::from(move |_: MouseEvent| {
        let Some(Ok(found)) = &shaped else { return };
        let scenario = Scenario::new(lab.log_name.to_string(), (*found.study).clone());
        let mut view = View::first(&scenario);
        view.cluster.time = found.study.cluster().and_then(first_window);
        let work = Work::new(Standing::Kept, format!("{what} {}", *lab.log_name), None);
        lab.begin_with(Opened { scenario, view, second: None }, work);
        lab.engine.drop_log();
    })
}

/// The time that is seen first, if not all of it: of a running machine with a job without a limit, the next two days.
fn first_window(cluster: &BatchScenario) -> Option<TimeWindow> {
    let now = f64::from(cluster.now?);
    let BatchSource::Jobs(jobs) = &cluster.workload.source else { return None };
    let first = (now - SEEN.0).max(0.0);
    jobs.iter().any(|job| job.estimate >= LONG_LIMIT).then_some(TimeWindow { first, slots: now + SEEN.1 - first })
}
