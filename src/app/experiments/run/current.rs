//! The experiment under way or done last. It lives as long as the page, so that a look at another panel neither stops it nor forgets its result.

use super::pool::{Pool, RunStatus};
use crate::app::experiments::gallery::queue::GalleryStore;
use crate::engine::ScenarioError;
use crate::papers::batch::ClusterInput;
use crate::papers::experiment::{ExperimentInfo, LogUse, Options};
use std::cell::RefCell;
use std::rc::Rc;
use yew::Callback;

/// A log that was given to experiments.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenLog {
    /// Its name.
    pub name: Rc<str>,
    /// Its jobs.
    pub input: ClusterInput,
    /// How they were taken: only experiments that take them so can use them.
    usage: LogUse,
}

/// The experiment under way or done last.
#[derive(Default)]
pub struct RunStore(Rc<RefCell<Inner>>, GalleryStore);

#[derive(Default)]
struct Inner {
    pool: Option<Pool>,
    /// Which experiment at which size.
    of: Option<(u32, Options)>,
    /// Whether it is on the jobs of a log.
    on_log: bool,
    log: Option<GivenLog>,
    status: Option<RunStatus>,
    /// Told of every new status.
    listener: Option<Callback<RunStatus>>,
    /// Told when a log was given or forgotten.
    on_log_change: Option<Callback<()>>,
}

impl RunStore {
    /// Nothing is run yet; at first a single experiment is on the screen, or the gallery.
    pub fn new(is_open: bool) -> Self {
        let store = Self::default();
        store.1.open(is_open);
        store
    }

    /// What the gallery has run.
    pub fn gallery(&self) -> &GalleryStore {
        &self.1
    }

    /// How the run of an experiment goes, if it is the one here.
    pub fn status(&self, experiment: u32) -> Option<RunStatus> {
        let inner = self.0.borrow();
        inner.status.clone().filter(|_| inner.of.is_some_and(|(of, _)| of == experiment))
    }

    /// What an experiment found on drawn jobs, be it done or stopped, if it was run before.
    pub fn found(&self, key: &str) -> Option<RunStatus> {
        self.1.found(key).map(RunStatus::ended)
    }

    /// The size of the run of an experiment, if it is the one here.
    pub fn options(&self, experiment: u32) -> Option<Options> {
        self.0.borrow().of.filter(|(of, _)| *of == experiment).map(|(_, options)| options)
    }

    /// Tells a listener of every new status from now on; `None` tells nobody.
    pub fn listen(&self, listener: Option<Callback<RunStatus>>) {
        self.0.borrow_mut().listener = listener;
    }

    /// The log that was given, if an experiment takes it as it was taken.
    pub fn log(&self, experiment: &ExperimentInfo) -> Option<GivenLog> {
        self.0.borrow().log.clone().filter(|log| experiment.log_use() == Some(log.usage))
    }

    /// Gives a log to an experiment and to those that take logs the same way; nothing comes of it for others.
    pub fn give_log(&self, name: Rc<str>, input: ClusterInput, experiment: &ExperimentInfo) {
        self.set_log(experiment.log_use().map(|usage| GivenLog { name, input, usage }));
    }

    fn set_log(&self, log: Option<GivenLog>) {
        let listener = {
            let mut inner = self.0.borrow_mut();
            inner.log = log;
            inner.on_log_change.clone()
        };
        if let Some(listener) = listener {
            listener.emit(());
        }
    }

    /// Tells a listener from now on when a log was given or forgotten; `None` tells nobody.
    pub fn listen_to_log(&self, listener: Option<Callback<()>>) {
        self.0.borrow_mut().on_log_change = listener;
    }

    /// Forgets the log.
    pub fn drop_log(&self) {
        self.set_log(None);
    }

    /// Whether the run of an experiment is here and is on the jobs of a log.
    pub fn is_on_log(&self, experiment: u32) -> bool {
        let inner = self.0.borrow();
        inner.on_log && inner.of.is_some_and(|(of, _)| of == experiment)
    }

    /// Starts a run in place of the one here, on the jobs of a log or on drawn ones.
    ///
    /// # Errors
    /// Why the options are not allowed. The run that was here goes on then.
    pub fn start(&self, experiment: u32, key: &str, options: Options, input: Option<ClusterInput>) -> Result<(), ScenarioError> {
        let (inner, gallery) = (Rc::downgrade(&self.0), self.1.clone());
        let on_log = input.is_some();
        let tell = Callback::from(move |status: RunStatus| {
            let Some(inner) = inner.upgrade() else { return };
            let listener = {
                let mut inner = inner.borrow_mut();
                // The first word of a run comes while it starts.
                inner.of = Some((experiment, options));
                inner.on_log = on_log;
                inner.status = Some(status.clone());
                inner.listener.clone()
            };
            if !status.is_running && !on_log && status.results.progress.done > 0 {
                gallery.keep(&status.results);
            }
            if let Some(listener) = listener {
                listener.emit(status);
            }
        });
        let pool = Pool::start(key, options, input, tell)?;
        drop(self.0.borrow_mut().pool.replace(pool));
        Ok(())
    }

    /// Stops the run; what is done counts.
    pub fn stop(&self) {
        let pool = self.0.borrow_mut().pool.take();
        if let Some(pool) = pool {
            pool.stop();
        }
    }

    /// Ends the run and forgets it.
    pub fn clear(&self) {
        let mut inner = self.0.borrow_mut();
        (inner.pool, inner.of, inner.status) = (None, None, None);
    }
}
