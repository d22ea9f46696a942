//! How a start is foretold.

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every job runs to its limit.
    Limits,
    /// Similar jobs waited so long.
    Similar,
    /// The median of plans with drawn run times and drawn later jobs.
    Drawn,
    /// Every job runs as long as its user's last two.
    Predicted,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Limits, Self::Similar, Self::Drawn, Self::Predicted];

    /// The name in keys of measures.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Limits => "limits",
            Self::Similar => "similar",
            Self::Drawn => "drawn",
            Self::Predicted => "last_two",
        }
    }

    /// In words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Limits => "All jobs run to their limits (squeue --start)",
            Self::Similar => "Mean wait of similar jobs",
            Self::Drawn => "Median of 100 plans with drawn run times and later jobs",
            Self::Predicted => "Run times of the user’s last two jobs (Tsafrir et al.)",
        }
    }
}
