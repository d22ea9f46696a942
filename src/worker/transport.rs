//! The form in which messages travel between page and worker: one array for the encoded message, and one typed array for each long column. The typed
//! arrays are transferred, not copied.

use crate::engine::core::columns::{Column, Columns, RecordColumn};
use js_sys::{Array, BigUint64Array, Float64Array, Object, Reflect, Uint8Array, Uint32Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};

/// Rows of records copied at a time.
const ROWS_AT_A_TIME: usize = 8192;

/// A message as the browser carries it, and what is handed over with it. `file` stands for the bytes of a message that carries a file: it is
/// outside the module's memory already.
pub fn seal<M: Columns + Serialize>(mut message: M, file: Option<Uint8Array>) -> (Array, Array) {
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
pub fn unseal<M: Columns + DeserializeOwned>(sealed: JsValue) -> Option<M> {
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
        Column::Records(records) => take_records(&mut **records).into(),
    }
}

/// Puts a column back into a message; `None` if it is of another type.
fn put_column(column: Column<'_>, array: JsValue) -> Option<()> {
    match column {
        Column::Bytes(bytes) => *bytes = array.dyn_into::<Uint8Array>().ok()?.to_vec(),
        Column::U32(numbers) => *numbers = array.dyn_into::<Uint32Array>().ok()?.to_vec(),
        Column::U64(numbers) => *numbers = array.dyn_into::<BigUint64Array>().ok()?.to_vec(),
        Column::F64(numbers) => *numbers = array.dyn_into::<Float64Array>().ok()?.to_vec(),
        Column::Records(records) => put_records(records, &array.dyn_into().ok()?),
    }
    Some(())
}

fn take_records(records: &mut dyn RecordColumn) -> Uint32Array {
    let (rows, fields) = (records.rows(), records.fields());
    let array = Uint32Array::new_with_length((rows * fields) as u32);
    for first in (0..rows).step_by(ROWS_AT_A_TIME) {
        let end = rows.min(first + ROWS_AT_A_TIME);
        array.subarray((first * fields) as u32, (end * fields) as u32).copy_from(&records.numbers(first..end));
    }
    records.clear();
    array
}

fn put_records(records: &mut dyn RecordColumn, array: &Uint32Array) {
    let fields = records.fields();
    records.reserve(array.length() as usize / fields.max(1));
    for at in (0..array.length()).step_by(ROWS_AT_A_TIME * fields) {
        records.append(&array.subarray(at, at + (ROWS_AT_A_TIME * fields) as u32).to_vec());
    }
}
