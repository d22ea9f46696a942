//! A plan as the files of other tools see it, whatever the study: the machine, and the jobs one by one. Studies make these rows, `plan_files` writes them.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

/// The machine as other tools see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Machine {
    /// What stands before a node's number: `cn` or `server `.
    pub prefix: &'static str,
    /// Number of nodes.
    pub nodes: u32,
    /// Seconds of a slot or tick.
    pub seconds: u32,
    /// What the study counts time in.
    pub unit: &'static str,
}

/// Nodes for a stretch of time, in slots or ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held<'a> {
    /// First.
    pub start: u64,
    /// First one after it.
    pub end: u64,
    /// Ascending.
    pub nodes: Cow<'a, [u32]>,
}

/// A job and what became of it. Times are in slots or ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TakenJob<'a> {
    /// What people call it.
    pub name: String,
    /// When it was submitted, and decided.
    pub submitted: u64,
    /// Nodes it asks for at once.
    pub nodes: u32,
    /// How long it asks for them.
    pub duration: u64,
    /// What it got, in order of time; nothing if it was refused.
    pub held: Vec<Held<'a>>,
    /// Where it was first placed, if it stands elsewhere.
    pub moved_from: Option<u64>,
    /// Why it was refused, in words.
    pub refused: Option<String>,
}

/// Nodes as evalys writes them: `0-3 5`.
pub(crate) struct Intervals<'a>(pub &'a [u32]);

impl Display for Intervals<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, run) in self.0.chunk_by(|a, b| a + 1 == *b).enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            match run {
                [only] => write!(f, "{only}")?,
                [first, .., last] => write!(f, "{first}-{last}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_an_interval() {
        let words = |nodes: &[u32]| Intervals(nodes).to_string();
        assert_eq!(
            (words(&[]), words(&[5]), words(&[0, 1, 2, 3, 5]), words(&[1, 3])),
            (String::new(), "5".into(), "0-3 5".into(), "1 3".into())
        );
    }
}
