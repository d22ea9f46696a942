//! The numbers that stand for experiments in links of version 2. A number is given once and never changes its meaning, whatever is added to the
//! program: a new experiment gets the next free number, at the end of the table.

use bookahead_engine::experiment::catalogue;

/// Experiments by number, with their names in the catalogue.
const EXPERIMENTS: [&str; 21] = [
    "revenue-parametric-1",
    "revenue-parametric-2",
    "revenue-parametric-3",
    "revenue-parametric-4",
    "revenue-mpi-1",
    "revenue-mpi-2",
    "revenue-mpi-3",
    "revenue-mpi-4",
    "castillo-3.4",
    "castillo-3.5",
    "castillo-3.6",
    "castillo-3.7",
    "castillo-3.8",
    "castillo-3.9",
    "castillo-3.10",
    "castillo-4.2",
    "castillo-4.4",
    "castillo-4.5",
    "castillo-4.6",
    "castillo-4.7",
    "castillo-4.8",
];

/// The number of an experiment, from its place in the catalogue.
pub(crate) fn experiment_number(place: u32) -> u32 {
    let key = catalogue().into_iter().nth(place as usize).map(|experiment| experiment.key);
    key.and_then(|key| EXPERIMENTS.iter().position(|other| *other == key)).unwrap_or(EXPERIMENTS.len()) as u32
}

/// The place in the catalogue of the experiment with this number; a place behind it for one that is not there.
pub(crate) fn experiment_of(number: u32) -> u32 {
    let known = catalogue();
    let key = EXPERIMENTS.get(number as usize);
    key.and_then(|key| known.iter().position(|experiment| experiment.key == *key)).unwrap_or(known.len()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_has_a_number() {
        for place in 0..catalogue().len() as u32 {
            assert_eq!(experiment_of(experiment_number(place)), place, "add the new experiment at the end of EXPERIMENTS");
        }
        assert_eq!(experiment_of(999), catalogue().len() as u32);
    }
}
