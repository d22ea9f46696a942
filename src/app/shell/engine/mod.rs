//! The page's side of the engines: what is asked, where, and what came back.

pub(crate) mod client;
pub(crate) mod event;
pub(crate) mod local_engine;
pub(crate) mod plan_copy;
pub(crate) mod plan_queue;
pub(crate) mod servers_copy;
pub(crate) mod state;
pub(crate) mod worker_link;
