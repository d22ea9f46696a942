//! Tables, their pages, the figures of all policies, figures with their formulas.

pub(crate) mod formulas;
pub(crate) mod pager;
pub(crate) mod policies;
pub(crate) mod table;
