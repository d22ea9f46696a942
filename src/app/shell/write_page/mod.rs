//! The writing view of lessons: the text at the left, what students get beside it, and what is wrong with it.

mod acts;
mod checked;
mod found;
mod kept;
mod live;
mod live_frame;
mod preview;
mod recording;
mod reference;
pub(crate) mod view;
