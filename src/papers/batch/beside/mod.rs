//! What others found of reservations beside a queue, as Umar 2.1.3 and 2.1.4 report it, measured again: Smith, Foster and Taylor (2000) against the share of
//! reservations; Kaushik, Figueira and Chiappari (2006) and Moaddeli, Dastghaibifard and Moosavi (2008) against the window between the earliest and the
//! latest start.
//!
//! Ours: the jobs are those of the model of Lublin and Feitelson; reservations ask for a start up to three hours ahead. The works measure other systems.

mod axis;
mod study;
mod trial;

pub use axis::BesideAxis;
pub use study::{BesideStudy, FULL_SIZE, LECTURE_SIZE};
pub use trial::BesideTrial;
