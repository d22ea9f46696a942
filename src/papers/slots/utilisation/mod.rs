//! Utilisation with and without planning: Umar's Figures 6.2 to 6.17 and Pujiyanta's Figures 7 to 11.

mod figure;
mod setting;
mod trial;

pub use setting::UtilisationExperiment;
pub use trial::UtilisationTrial;
