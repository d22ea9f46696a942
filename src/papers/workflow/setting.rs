//! What the experiments have in common: nodes, pre-loads, methods, and what is computed for how large applications.

/// Nodes of the tables and of Figures 4.13 to 4.15.
pub(super) const NODES: [u32; 9] = [10, 15, 20, 25, 30, 35, 40, 45, 50];
/// Pre-load in per cent.
pub(super) const LOADS: [u32; 4] = [0, 25, 50, 75];
/// Place of the average load in [`LOADS`].
pub(super) const AVERAGE: usize = 2;
/// Mappings that are searched at most (M).
pub(super) const ITERATIONS: u32 = 50;
/// Nodes of Figures 4.7 to 4.12.
pub(super) const FIGURE_NODES: u32 = 20;
/// Mondol's method, Blythe's, and HEFT, which the thesis does not have, in the order of the curves.
pub(super) const METHODS: [&str; 3] = ["slack", "blythe", "heft"];
/// Methods of the thesis, the first ones.
pub(super) const PAPER_METHODS: usize = 2;
/// Other applications that are reserved before, for each pre-load.
pub(super) const OTHERS: [u32; 4] = [0, 2, 4, 6];
/// Applications start within so many mean critical paths.
pub(super) const STARTS_WITHIN: u64 = 10;

/// A method's name for people.
pub(super) fn title(method: &str) -> &str {
    match method {
        "slack" => "Slack",
        "blythe" => "Blythe",
        "heft" => "HEFT",
        other => other,
    }
}

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Tables B.1 to B.3, with Figures 4.1 to 4.6: share delayed and mean delay.
    Table,
    /// Figures 4.7 to 4.12: the same against the number of mappings, with the t-test.
    Iterations,
    /// Figures 4.13 to 4.15: what a search takes.
    Work,
}

/// What a pre-load in per cent is: the thesis does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preloading {
    /// A number of other applications, two for each 25 %, whatever the number of nodes.
    Applications,
    /// A share of the time of all nodes.
    Share,
}

/// Tasks of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 50.
    Fifty,
    /// 100.
    Hundred,
    /// 300.
    ThreeHundred,
}

impl Size {
    /// Every size.
    pub(super) const ALL: [Self; 3] = [Self::Fifty, Self::Hundred, Self::ThreeHundred];

    /// The number.
    pub fn tasks(self) -> u32 {
        match self {
            Self::Fifty => 50,
            Self::Hundred => 100,
            Self::ThreeHundred => 300,
        }
    }

    /// From 1, as the tables count.
    pub(super) fn place(self) -> u32 {
        match self {
            Self::Fifty => 1,
            Self::Hundred => 2,
            Self::ThreeHundred => 3,
        }
    }
}

impl Kind {
    /// Number of places of a curve.
    pub(super) fn places(self) -> usize {
        if self == Self::Iterations { ITERATIONS as usize } else { NODES.len() }
    }
}

/// Nodes and pre-load on which an application is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub nodes: u32,
    /// In per cent.
    pub load: u32,
}

/// The place of a number in a sample: of a picture, a method and a place of the curve.
pub(super) fn column(picture: usize, method: usize, place: usize, places: usize) -> usize {
    (picture * METHODS.len() + method) * places + place
}
