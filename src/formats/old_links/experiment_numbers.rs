//! The numbers that stand for experiments in links of version 2. The table never changes: a link with a newer experiment is of version 3, which
//! has its name.

use bookahead_papers::experiment::catalogue;

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

/// The number of an experiment, from its place in the catalogue; `None` if version 2 does not know it.
pub(super) fn experiment_number(place: u32) -> Option<u32> {
    let key = catalogue().into_iter().nth(place as usize)?.key;
    EXPERIMENTS.iter().position(|other| *other == key).map(|number| number as u32)
}

/// The place in the catalogue of the experiment with this number; a place behind it for one that is not there.
pub(super) fn experiment_of(number: u32) -> u32 {
    let known = catalogue();
    let key = EXPERIMENTS.get(number as usize);
    key.and_then(|key| known.iter().position(|experiment| experiment.key == *key)).unwrap_or(known.len()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_stands_for_an_experiment() {
        for number in 0..EXPERIMENTS.len() as u32 {
            assert_eq!(experiment_number(experiment_of(number)), Some(number), "an experiment keeps its name");
        }
        assert_eq!((experiment_of(999), experiment_number(999)), (catalogue().len() as u32, None));
    }
}
