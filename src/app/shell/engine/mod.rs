//! The page's access to the engines: one in the page and one in a worker behind the same trait, and the queue of what they are asked for.

pub(crate) mod client;
pub(crate) mod errand;
pub(crate) mod local_engine;
pub(crate) mod replies;
pub(crate) mod state;
pub(crate) mod study_queue;
pub(crate) mod transport;
pub(crate) mod warm_up;
pub(crate) mod worker_engine;
