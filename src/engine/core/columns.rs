//! Long columns of numbers in what a run tells. Whoever carries it from one memory to another can carry them apart from the rest, without encoding.

use std::ops::Range;
use std::sync::Arc;

/// Something with long columns.
pub trait Columns {
    /// Its long columns, always in the same order. Which ones there are follows from the rest: it is the same while they are taken out.
    fn columns(&mut self) -> Vec<Column<'_>>;
}

/// A long column.
pub enum Column<'a> {
    /// Bytes.
    Bytes(&'a mut Vec<u8>),
    /// Numbers of 32 bits.
    U32(&'a mut Vec<u32>),
    /// Numbers of 64 bits.
    U64(&'a mut Vec<u64>),
    /// Real numbers.
    F64(&'a mut Vec<f64>),
    /// Records of numbers of 32 bits.
    Records(&'a mut dyn RecordColumn),
}

/// One row of a list as numbers.
pub trait Record: Copy {
    /// How many numbers a row has.
    const FIELDS: usize;
    /// Appends its numbers.
    fn write(&self, to: &mut Vec<u32>);
    /// A row of so many numbers.
    fn read(numbers: &[u32]) -> Self;
}

/// A list of records, read and written by rows.
pub trait RecordColumn {
    /// How many numbers a row has.
    fn fields(&self) -> usize;
    /// How many rows there are.
    fn rows(&self) -> usize;
    /// The numbers of some rows.
    fn numbers(&self, rows: Range<usize>) -> Vec<u32>;
    /// Takes all rows out.
    fn clear(&mut self);
    /// Makes room for so many rows.
    fn reserve(&mut self, rows: usize);
    /// Appends rows.
    fn append(&mut self, numbers: &[u32]);
}

impl<R: Record> RecordColumn for Arc<Vec<R>> {
    fn fields(&self) -> usize {
        R::FIELDS
    }

    fn rows(&self) -> usize {
        self.len()
    }

    fn numbers(&self, rows: Range<usize>) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(rows.len() * R::FIELDS);
        self[rows].iter().for_each(|row| row.write(&mut numbers));
        numbers
    }

    fn clear(&mut self) {
        *self = Arc::default();
    }

    fn reserve(&mut self, rows: usize) {
        Arc::make_mut(self).reserve_exact(rows);
    }

    fn append(&mut self, numbers: &[u32]) {
        Arc::make_mut(self).extend(numbers.chunks_exact(R::FIELDS).map(R::read));
    }
}
