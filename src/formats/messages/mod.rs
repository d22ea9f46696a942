//! Messages between an embedded page and its host, version 1 of the protocol. Described in `docs/embedding.md`.

mod asked;
mod refusal;
mod told;

pub use asked::{Asked, ID_CHARS, LessonAsked, MESSAGE_BYTES_MAX, Message, NamedEdit, ViewAsked, What, read};
pub use refusal::Refusal;
pub use told::{Answer, Event, PROTOCOL, Told, Topic};
