//! The form in which messages travel between page and worker: one array for the encoded message, and one typed array for each long column. The typed
//! arrays are transferred, not copied.

use super::columns::{Column, Message, REQUEST_FIELDS, request_fields, request_of};
use crate::engine::slots::request::Request;
use js_sys::{Array, BigUint64Array, Float64Array, Object, Reflect, Uint8Array, Uint32Array};
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};

/// Requests copied at a time.
const REQUESTS_AT_A_TIME: usize = 8192;

/// A message as the browser carries it, and what is handed over with it. `file` stands for the bytes of a message that carries a file: it is
/// outside the module's memory already.
pub fn seal<M: Message>(mut message: M, file: Option<Uint8Array>) -> (Array, Array) {
    let columns: Vec<Object> = message.columns().iter_mut().map(|column| take_column(column, file.as_ref())).collect();
    // Serialising plain data into memory cannot fail.
    let bytes = Uint8Array::from(postcard::to_stdvec(&message).unwrap_or_default().as_slice());
    let (sealed, transfer) = (Array::new(), Array::new());
    for array in std::iter::once(bytes.into()).chain(columns) {
        sealed.push(&array);
        transfer.push(&Reflect::get(&array, &"buffer".into()).unwrap_or_default());
    }
    (sealed, transfer)
}

/// The inverse of [`seal`]; `None` if this is not such a message.
pub fn unseal<M: Message>(sealed: JsValue) -> Option<M> {
    let sealed: Array = sealed.dyn_into().ok()?;
    let bytes: Uint8Array = sealed.get(0).dyn_into().ok()?;
    let mut message: M = postcard::from_bytes(&bytes.to_vec()).ok()?;
    let columns = message.columns();
    if columns.len() + 1 != sealed.length() as usize {
        return None;
    }
    for (i, column) in columns.into_iter().enumerate() {
        put_column(column, sealed.get(i as u32 + 1))?;
    }
    Some(message)
}

/// Takes a column out of a message.
fn take_column(column: &mut Column<'_>, file: Option<&Uint8Array>) -> Object {
    match column {
        Column::Bytes(bytes) => file.cloned().unwrap_or_else(|| std::mem::take(*bytes).as_slice().into()).into(),
        Column::U32(numbers) => Uint32Array::from(std::mem::take(*numbers).as_slice()).into(),
        Column::U64(numbers) => BigUint64Array::from(std::mem::take(*numbers).as_slice()).into(),
        Column::F64(numbers) => Float64Array::from(std::mem::take(*numbers).as_slice()).into(),
        Column::Requests(requests) => request_array(&std::mem::take(*requests)).into(),
    }
}

/// Puts a column back into a message; `None` if it is of another type.
fn put_column(column: Column<'_>, array: JsValue) -> Option<()> {
    match column {
        Column::Bytes(bytes) => *bytes = array.dyn_into::<Uint8Array>().ok()?.to_vec(),
        Column::U32(numbers) => *numbers = array.dyn_into::<Uint32Array>().ok()?.to_vec(),
        Column::U64(numbers) => *numbers = array.dyn_into::<BigUint64Array>().ok()?.to_vec(),
        Column::F64(numbers) => *numbers = array.dyn_into::<Float64Array>().ok()?.to_vec(),
        Column::Requests(requests) => *requests = Arc::new(requests_of(&array.dyn_into().ok()?)),
    }
    Some(())
}

fn request_array(requests: &[Request]) -> Uint32Array {
    let array = Uint32Array::new_with_length((requests.len() * REQUEST_FIELDS) as u32);
    let mut at = 0;
    for rows in requests.chunks(REQUESTS_AT_A_TIME) {
        let numbers: Vec<u32> = rows.iter().flat_map(request_fields).collect();
        let end = at + numbers.len() as u32;
        array.subarray(at, end).copy_from(&numbers);
        at = end;
    }
    array
}

fn requests_of(array: &Uint32Array) -> Vec<Request> {
    let mut requests = Vec::with_capacity(array.length() as usize / REQUEST_FIELDS);
    for at in (0..array.length()).step_by(REQUESTS_AT_A_TIME * REQUEST_FIELDS) {
        let numbers = array.subarray(at, at + (REQUESTS_AT_A_TIME * REQUEST_FIELDS) as u32).to_vec();
        requests.extend(numbers.as_chunks::<REQUEST_FIELDS>().0.iter().map(request_of));
    }
    requests
}
