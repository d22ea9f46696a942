//! Which systems there are, and what helps to write a match over all of them.

use serde::{Deserialize, Serialize};

/// A match whose arms are all the same.
macro_rules! each {
    ($of:ident, $value:expr, $it:ident => $does:expr) => {
        match $value {
            $of::Slots($it) => $does,
            $of::Idle($it) => $does,
            $of::Cluster($it) => $does,
            $of::Workflow($it) => $does,
        }
    };
}
pub(crate) use each;

/// A match over two values whose arms are all the same for values of one system; `$otherwise` is its last arm, for those of two systems.
macro_rules! both {
    ($of:ident, $with:ident, $values:expr, ($it:ident, $other:ident) => $does:expr, $otherwise:pat => $else:expr) => {
        match $values {
            ($of::Slots($it), $with::Slots($other)) => $does,
            ($of::Idle($it), $with::Idle($other)) => $does,
            ($of::Cluster($it), $with::Cluster($other)) => $does,
            ($of::Workflow($it), $with::Workflow($other)) => $does,
            $otherwise => $else,
        }
    };
}
pub(crate) use both;

/// A study is made of the recipe of any system, and gives it back where it is one of that system.
macro_rules! recipes {
    ($($(#[$doc:meta])* $name:ident: $system:ident($recipe:ty))*) => { $(
        impl From<$recipe> for Study {
            fn from(recipe: $recipe) -> Self {
                Self::$system(recipe)
            }
        }

        impl Study {
            $(#[$doc])*
            pub fn $name(&self) -> Option<&$recipe> {
                if let Self::$system(recipe) = self { Some(recipe) } else { None }
            }
        }
    )* };
}
pub(crate) use recipes;

/// Which system the values of a type belong to.
macro_rules! with_kind {
    ($($of:ident),*) => { $(
        impl $of {
            /// Which system it belongs to.
            pub fn kind(&self) -> StudyKind {
                match self {
                    Self::Slots(_) => StudyKind::Slots,
                    Self::Idle(_) => StudyKind::Idle,
                    Self::Cluster(_) => StudyKind::Cluster,
                    Self::Workflow(_) => StudyKind::Workflow,
                }
            }
        }
    )* };
}
pub(crate) use with_kind;

/// Which system a study belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StudyKind {
    /// [`Study::Slots`](crate::study::Study::Slots).
    Slots,
    /// [`Study::Idle`](crate::study::Study::Idle).
    Idle,
    /// [`Study::Cluster`](crate::study::Study::Cluster).
    Cluster,
    /// [`Study::Workflow`](crate::study::Study::Workflow).
    Workflow,
}

impl StudyKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Slots, Self::Idle, Self::Cluster, Self::Workflow];

    /// The name used in files, links and on the command line. It never changes.
    pub fn key(self) -> &'static str {
        match self {
            Self::Slots => "slots",
            Self::Idle => "idle",
            Self::Cluster => "cluster",
            Self::Workflow => "workflow",
        }
    }

    /// The kind with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}
