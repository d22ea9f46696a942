//! What of a message travels beside its bytes: long columns of numbers. Between page and worker each becomes a typed array, which changes
//! hands without being copied (`transport`). Everything else of a message is encoded by postcard, which takes a few milliseconds for 100,000
//! rows; a column takes far less.

use crate::engine::slots::request::Request;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// A message with long columns.
pub trait Message: Serialize + DeserializeOwned {
    /// Its long columns, always in the same order. Which ones there are follows from the rest of the message: it is the same before they
    /// are taken out and after.
    fn columns(&mut self) -> Vec<Column<'_>>;
}

/// A long column of a message.
#[derive(Debug)]
pub enum Column<'a> {
    /// Bytes.
    Bytes(&'a mut Vec<u8>),
    /// Numbers of 32 bits.
    U32(&'a mut Vec<u32>),
    /// Numbers of 64 bits.
    U64(&'a mut Vec<u64>),
    /// Real numbers.
    F64(&'a mut Vec<f64>),
    /// Requests, [`REQUEST_FIELDS`] numbers of 32 bits each.
    Requests(&'a mut Arc<Vec<Request>>),
}

/// Numbers of a request in a column.
pub const REQUEST_FIELDS: usize = 7;

/// A request as numbers.
pub fn request_fields(request: &Request) -> [u32; REQUEST_FIELDS] {
    let Request { user, submitted, earliest_start, latest_start, duration, nodes, jobs } = *request;
    [user, submitted, earliest_start, latest_start, duration, nodes, jobs]
}

/// The inverse of [`request_fields`].
pub fn request_of(&[user, submitted, earliest_start, latest_start, duration, nodes, jobs]: &[u32; REQUEST_FIELDS]) -> Request {
    Request { user, submitted, earliest_start, latest_start, duration, nodes, jobs }
}
