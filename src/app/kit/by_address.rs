//! Something shared that is equal to itself alone, for state whose changes are not to draw anything anew.

use std::ops::Deref;
use std::rc::Rc;

/// A shared value; two are equal if they are the same one.
pub struct ByAddress<T>(Rc<T>);

impl<T> ByAddress<T> {
    /// A value of its own.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }

    /// The same, counted.
    pub fn rc(&self) -> &Rc<T> {
        &self.0
    }
}

impl<T> From<Rc<T>> for ByAddress<T> {
    fn from(shared: Rc<T>) -> Self {
        Self(shared)
    }
}

impl<T> Clone for ByAddress<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for ByAddress<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for ByAddress<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
