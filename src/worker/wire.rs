//! Messages as the browser carries them: what is said, as bytes, and beside it at most one typed array, which is handed over and not copied.

use super::body::{LogBody, LookBody, MoneyBody, PlanBody, PlannedBody, ServersPlannedBody, ShapeBody, ShapedBody};
use super::columns::{REQUEST_FIELDS, request_fields, request_of};
use crate::engine::experiment::{Found, Options};
use crate::engine::request::Request;
use js_sys::{Array, Object, Reflect, Uint8Array, Uint32Array};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};

/// Page to worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Ask {
    /// Plan a scenario; a newer one replaces an older one. Beside it the requests of a new list ([`pack_requests`]).
    Plan {
        /// Number of the scenario; counts up.
        rev: u32,
        /// Whether the page holds no plan that could be patched.
        whole: bool,
        /// First slot after what is on screen.
        visible: u32,
        /// The scenario.
        body: Box<PlanBody>,
    },
    /// Look at something else of the servers planned last.
    Look {
        /// Number of this question, counted with those of scenarios.
        rev: u32,
        /// What is to be seen.
        look: LookBody,
    },
    /// Read a workload log: the file beside it, as it is.
    ReadLog,
    /// Turn the log read last into requests.
    ShapeLog(ShapeBody),
    /// Forget the log, or stop reading it.
    DropLog,
    /// Do a unit of an experiment.
    Unit {
        /// The experiment's name.
        experiment: String,
        /// Its size.
        options: Options,
        /// Which unit.
        index: u32,
    },
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
    /// A column of a plan beside it. They come in order ([`super::columns::with_plan_columns`]), each on its own, so that the page can do
    /// other things between them.
    Column {
        /// Which scenario.
        rev: u32,
    },
    /// A plan, or what changed in it: the columns of a patch ([`super::columns::with_patch_columns`]) beside it, joined.
    Planned {
        /// Which scenario.
        rev: u32,
        /// Number of this plan; counts up.
        plan_number: u32,
        /// The plan that the patch changes; `None` if the plan is a new one, whose columns have come.
        base: Option<u32>,
        /// Its figures, or `None` while only what is visible is planned anew.
        body: Option<PlannedBody>,
    },
    /// A part of a plan's money, its columns beside it, joined ([`super::money::money_columns`]).
    Money {
        /// Which scenario.
        rev: u32,
        /// The part.
        body: MoneyBody,
    },
    /// A plan of the servers, or what changed in it: its columns ([`super::servers_plan`]) beside it, joined.
    Servers {
        /// Which scenario, or which look.
        rev: u32,
        /// Its figures.
        body: Box<ServersPlannedBody>,
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
    LogRead(Result<LogBody, String>),
    /// The log as requests ([`pack_requests`], beside it), or why it cannot be.
    LogShaped(Result<ShapedBody, String>),
    /// Share of the unit that is done.
    UnitShare(f64),
    /// What the unit found, or why it cannot be done.
    UnitDone(u32, Result<Found, String>),
}

/// A message, and what is handed over with it.
pub fn seal<T: Serialize>(said: &T, beside: Option<&Object>) -> (Array, Array) {
    // Serialising plain data into memory cannot fail.
    let bytes = Uint8Array::from(postcard::to_stdvec(said).unwrap_or_default().as_slice());
    let (message, transfer) = (Array::new(), Array::new());
    for array in [Some(&*bytes), beside].into_iter().flatten() {
        message.push(array);
        transfer.push(&Reflect::get(array, &"buffer".into()).unwrap_or_default());
    }
    (message, transfer)
}

/// What a message says and what is beside it, undefined if nothing is; `None` if it is not one.
pub fn unseal<T: DeserializeOwned>(message: JsValue) -> Option<(T, JsValue)> {
    let message: Array = message.dyn_into().ok()?;
    let bytes: Uint8Array = message.get(0).dyn_into().ok()?;
    Some((postcard::from_bytes(&bytes.to_vec()).ok()?, message.get(1)))
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
