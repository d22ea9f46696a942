//! Co-allocation: many servers at once, reserved when a job is submitted (Castillo chapter 5).
//!
//! A request r = (q_r, s_r, l_r, n_r) is submitted at q_r and wants n_r servers for l_r seconds from s_r on. An *idle period* of a server is feasible for a start
//! s if it begins at or before s and ends at or after s + l_r. With n_r feasible periods the request starts at s. Else s grows by Δt, up to maxRet times;
//! then the request is put on hold and submitted again at q_r + H.
//!
//! Of the feasible periods those are taken that begin last, of these those that end first, then the lowest servers. Windows are half-open; the last period of
//! a server has no end. A start must lie in one of the Q quanta from that of the present on. A job that ends before its estimate gives the rest of its time
//! back: other reservations stay where they are.
//!
//! [`groups`] finds the periods quickly; [`quanta`] does it as the paper draws it, with two-level trees, and tells every step. Both give the same answers.

pub mod period;
pub mod groups;
pub mod tree;
pub mod tree_counts;
pub mod quanta;
mod range_search;
pub mod given;
pub mod session;
pub mod saved;
mod ahead;
mod watch;
