//! What was read otherwise than it stands in a file, counted by kind: a graph goes on without it, and its reader is told.

use bookahead_engine::core::sorting::sort_shared_by_key;

/// What is noted. The order is that in which notes are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A run time below 0 counts as 0.
    BelowZero,
    /// A file without run times: every task counts as one that takes none.
    NoRunTimes,
    /// A part of the workflow that is in another file, without a run time.
    SubWorkflow,
    /// A task that ran more than once.
    RunAgain,
    /// A run of a task that there is not.
    UnknownRun,
    /// A size that is no number from 0 on counts as unknown.
    Size,
    /// Writer and reader of an edge give a file other sizes.
    OtherSize,
    /// An edge that follows from a file alone.
    Inferred,
    /// A file with several writers: no edge follows from it.
    ManyWriters,
    /// Edges that would follow from files make a cycle with those that are given.
    CyclicFiles,
    /// A name is cut.
    LongName,
}

impl Kind {
    /// What happened so many times.
    fn words(self, count: u32) -> String {
        let counted = |one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        match self {
            Self::BelowZero => counted("run time below 0 counts as 0", "run times below 0 count as 0"),
            Self::NoRunTimes => "the file has no \"execution\", and so no run times".to_string(),
            Self::SubWorkflow => {
                let what = "of another file has no run time: it is one task that takes 0 s, and what is inside it is missing";
                counted(
                    &format!("workflow {what}"),
                    "workflows of other files have no run time: each is one task that takes 0 s, and what is inside them is missing",
                )
            }
            Self::RunAgain => {
                counted("task ran more than once: its last run counts", "tasks ran more than once: their last runs count")
            }
            Self::UnknownRun => {
                counted("run of a task that there is not is left out", "runs of tasks that there are not are left out")
            }
            Self::Size => counted(
                "size is no number from 0 on: it counts as unknown",
                "sizes are no numbers from 0 on: they count as unknown",
            ),
            Self::OtherSize => {
                let what = "a file another size than its reader: the writer's counts";
                counted(&format!("edge whose writer gives {what}"), &format!("edges whose writers give {what}"))
            }
            Self::Inferred => counted(
                "edge comes from files alone: one task writes what another reads",
                "edges come from files alone: one task writes what another reads",
            ),
            Self::ManyWriters => counted(
                "file has several writers, and its readers are not said to wait for any: no edge comes from it",
                "files have several writers, and their readers are not said to wait for any: no edge comes from them",
            ),
            Self::CyclicFiles => {
                counted(
                    "edge that files ask for makes a cycle with the others",
                    "edges that files ask for make a cycle with the others",
                ) + ": no edge comes from files alone"
            }
            Self::LongName => counted("name is too long and cut", "names are too long and cut"),
        }
    }
}

/// Everything that is noted of a file.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<(Kind, u32, String)>);

impl Notes {
    /// One more of a kind; `first` says where and what it is, and is told of the first.
    pub fn add(&mut self, kind: Kind, first: impl FnOnce() -> String) {
        match self.0.iter_mut().find(|(other, ..)| *other == kind) {
            Some((_, count, _)) => *count += 1,
            None => self.0.push((kind, 1, first())),
        }
    }

    /// A sentence for each kind.
    pub fn sentences(mut self) -> Vec<String> {
        sort_shared_by_key(&mut self.0, |(kind, ..)| *kind);
        let sentence = |(kind, count, first): &(Kind, u32, String)| match first.is_empty() {
            true => kind.words(*count),
            false if *count == 1 => format!("{} ({first})", kind.words(*count)),
            false => format!("{} (the first: {first})", kind.words(*count)),
        };
        self.0.iter().map(sentence).collect()
    }
}
