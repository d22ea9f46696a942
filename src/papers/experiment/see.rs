//! What cards of the gallery lead to.

/// What a card leads to that is not run on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum See {
    /// An example, of the page, or the scenario of a figure.
    Example(&'static str),
    /// An experiment of the catalogue.
    Experiment(&'static str),
}

impl See {
    /// It, by its name: "example `holes`".
    pub fn words(self) -> String {
        match self {
            Self::Example(key) => format!("example `{key}`"),
            Self::Experiment(key) => format!("experiment `{key}`"),
        }
    }
}
