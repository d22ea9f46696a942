//! The page's access to the engines: queue, local engine, worker link, and copies of the plans.

pub(crate) mod client;
pub(crate) mod event;
pub(crate) mod local_engine;
pub(crate) mod plan_copy;
pub(crate) mod plan_queue;
pub(crate) mod servers_copy;
pub(crate) mod state;
pub(crate) mod worker_link;
