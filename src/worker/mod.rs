//! The messages between page and worker, and the worker that answers them.
