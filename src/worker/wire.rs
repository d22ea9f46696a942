//! Bodies in browser messages: typed arrays stay what they are and are transferred, not copied.

use super::columns::{REQUEST_FIELDS, request_fields, request_of};
use crate::engine::request::Request;
use js_sys::{Array, Uint8Array, Uint32Array};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};

/// Page to worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Ask {
    /// Plan a scenario; a newer one replaces an older one.
    Plan {
        /// Number of the scenario; counts up.
        rev: u32,
        /// Whether the page holds no plan that could be patched.
        whole: bool,
        /// First slot after what is on screen.
        visible: u32,
        /// A [`super::body::PlanBody`].
        #[serde(with = "serde_wasm_bindgen::preserve")]
        body: Uint8Array,
        /// The requests of a new list ([`pack_requests`]), else undefined.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        requests: JsValue,
    },
    /// Read a workload log.
    ReadLog {
        /// The file as it is.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Uint8Array,
    },
    /// Turn the log read last into requests.
    ShapeLog {
        /// A [`super::body::ShapeBody`].
        #[serde(with = "serde_wasm_bindgen::preserve")]
        body: Uint8Array,
    },
    /// Forget the log, or stop reading it.
    DropLog,
}

/// Worker to page.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The worker listens.
    Ready,
    /// Planning goes on.
    Progress {
        /// Which scenario.
        rev: u32,
        /// Jobs decided.
        decided: u32,
        /// Jobs in all.
        jobs: u32,
    },
    /// A column of a plan; they come in order ([`super::columns::with_plan_columns`]), each on its own, so that the page can do other things
    /// between them.
    Column {
        /// Which scenario.
        rev: u32,
        /// The column.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        column: Uint32Array,
    },
    /// A plan, or what changed in it.
    Planned {
        /// Which scenario.
        rev: u32,
        /// Number of this plan; counts up.
        plan_number: u32,
        /// The plan that [`Reply::Planned::patch`] changes; `None` if the plan is a new one, whose columns have come.
        base: Option<u32>,
        /// A [`super::body::PlannedBody`], or `None` while only what is visible is planned anew.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        body: Uint8Array,
        /// Columns of a patch ([`super::columns::with_patch_columns`]), joined; undefined for a new plan.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        patch: JsValue,
    },
    /// The scenario is out of bounds.
    Invalid {
        /// Which scenario.
        rev: u32,
        /// Place, what was found, what is allowed.
        message: String,
    },
    /// Reading a log goes on.
    LogProgress {
        /// Bytes read.
        read: f64,
        /// Bytes in all.
        total: f64,
        /// Jobs found.
        jobs: u32,
    },
    /// The log is read, or cannot be.
    LogRead {
        /// A `Result<`[`super::body::LogBody`]`, String>`.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        body: Uint8Array,
    },
    /// The log as requests, or why it cannot be.
    LogShaped {
        /// A `Result<`[`super::body::ShapedBody`]`, String>`.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        body: Uint8Array,
        /// The requests ([`pack_requests`]), if there are any.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        requests: JsValue,
    },
}

/// Buffers that are handed over with a message instead of copied.
fn buffers<const N: usize>(parts: [&JsValue; N]) -> Array {
    parts.into_iter().filter_map(|part| js_sys::Reflect::get(part, &"buffer".into()).ok()).filter(JsValue::is_object).collect()
}

impl Ask {
    /// What is handed over with the message instead of copied.
    pub fn transfer(&self) -> Array {
        match self {
            Self::Plan { body, requests, .. } => buffers([body, requests]),
            Self::ShapeLog { body } => buffers([body]),
            Self::ReadLog { file } => buffers([file]),
            Self::DropLog => Array::new(),
        }
    }
}

impl Reply {
    /// What is handed over with the message instead of copied.
    pub fn transfer(&self) -> Array {
        match self {
            Self::Planned { body, patch, .. } => buffers([body, patch]),
            Self::Column { column, .. } => buffers([column]),
            Self::LogShaped { body, requests } => buffers([body, requests]),
            Self::LogRead { body } => buffers([body]),
            Self::Ready | Self::Progress { .. } | Self::Invalid { .. } | Self::LogProgress { .. } => Array::new(),
        }
    }
}

/// Joins columns in one block: their lengths, then their contents, each copied once and straight to where it is sent from.
pub fn pack(columns: &[&[u32]]) -> Uint32Array {
    let lengths: Vec<u32> = columns.iter().map(|column| column.len() as u32).collect();
    let block = Uint32Array::new_with_length(lengths.iter().sum::<u32>() + columns.len() as u32);
    let mut at = 0;
    for column in std::iter::once(&lengths.as_slice()).chain(columns) {
        let end = at + column.len() as u32;
        block.subarray(at, end).copy_from(column);
        at = end;
    }
    block
}

/// Takes `N` joined columns apart; `None` if the block is not one of `N` columns.
pub fn unpack<const N: usize>(block: &Uint32Array) -> Option<[Vec<u32>; N]> {
    let mut at = N as u32;
    let lengths = block.subarray(0, at).to_vec();
    if lengths.len() != N || lengths.iter().try_fold(at, |sum, &length| sum.checked_add(length))? != block.length() {
        return None;
    }
    let mut columns = [const { Vec::new() }; N];
    for (column, length) in columns.iter_mut().zip(lengths) {
        *column = block.subarray(at, at + length).to_vec();
        at += length;
    }
    Some(columns)
}

/// Rows copied at a time between requests and numbers.
const ROWS_AT_A_TIME: usize = 8192;

/// A list of requests as one block.
pub fn pack_requests(requests: &[Request]) -> Uint32Array {
    let block = Uint32Array::new_with_length((requests.len() * REQUEST_FIELDS) as u32);
    let mut at = 0;
    for rows in requests.chunks(ROWS_AT_A_TIME) {
        let numbers: Vec<u32> = rows.iter().flat_map(request_fields).collect();
        let end = at + numbers.len() as u32;
        block.subarray(at, end).copy_from(&numbers);
        at = end;
    }
    block
}

/// The inverse of [`pack_requests`]; none where there is no block.
pub fn unpack_requests(block: &JsValue) -> Vec<Request> {
    let Some(block) = block.dyn_ref::<Uint32Array>() else { return Vec::new() };
    let mut requests = Vec::with_capacity(block.length() as usize / REQUEST_FIELDS);
    for at in (0..block.length()).step_by(ROWS_AT_A_TIME * REQUEST_FIELDS) {
        let numbers = block.subarray(at, at + (ROWS_AT_A_TIME * REQUEST_FIELDS) as u32).to_vec();
        requests.extend(numbers.as_chunks::<REQUEST_FIELDS>().0.iter().map(request_of));
    }
    requests
}

/// A body as bytes.
pub fn to_bytes<T: Serialize>(body: &T) -> Uint8Array {
    // Serialising plain data into memory cannot fail.
    let bytes = postcard::to_stdvec(body).unwrap_or_default();
    Uint8Array::from(bytes.as_slice())
}

/// A body from bytes; `None` if they are not one.
pub fn from_bytes<T: DeserializeOwned>(bytes: &Uint8Array) -> Option<T> {
    postcard::from_bytes(&bytes.to_vec()).ok()
}
