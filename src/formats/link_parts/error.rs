//! Why a link is refused, and the limits of its size.

use bookahead_engine::ScenarioError;
use std::fmt;

/// Greatest length of a link that is read, in characters.
pub const LINK_CHARS_MAX: usize = 32 << 20;
/// Greatest size of what a link holds, unpacked, in bytes: room for the longest legal list of requests.
pub const UNPACKED_MAX: usize = 64 << 20;
/// Characters of a found name that a message quotes.
const QUOTED_CHARS: usize = 60;

/// Why a link was refused. `Display` gives one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// Nothing after the `#`.
    Empty,
    /// Something else than a Bookahead link.
    NotALink,
    /// A version this program does not know.
    OtherVersion {
        /// Its name, such as `v4`.
        version: String,
    },
    /// A version this program knows, with something in it that it does not know.
    Newer {
        /// What it is, such as `the study "batch"`.
        what: String,
    },
    /// Characters are missing or changed.
    Damaged,
    /// More than [`LINK_CHARS_MAX`] characters.
    TooLong,
    /// It would unpack to more than [`UNPACKED_MAX`] bytes.
    UnpacksTooLong,
    /// The link is whole, but something in it is out of range.
    OutOfRange(ScenarioError),
}

impl LinkError {
    /// The link names a study, panel or experiment that this program does not have.
    pub(crate) fn unknown(what: &str, name: &str) -> Self {
        let quoted: String = name.chars().take(QUOTED_CHARS).collect();
        Self::Newer { what: format!("the {what} {quoted:?}") }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the link is empty: nothing follows the #"),
            Self::NotALink => write!(f, "this is not a Bookahead link: after the # it must start with \"v1.\", \"v2.\" or \"v3.\""),
            Self::OtherVersion { version } => {
                write!(f, "the link has version {version}, made by a newer version of Bookahead; this one reads v1, v2 and v3")
            }
            Self::Newer { what } => {
                write!(f, "the link holds {what}, which this version of Bookahead does not know; a newer one made it")
            }
            Self::Damaged => write!(f, "the link is damaged: characters are missing or changed; ask for it to be sent again"),
            Self::TooLong => write!(f, "the link is longer than {LINK_CHARS_MAX} characters"),
            Self::UnpacksTooLong => write!(f, "the link unpacks to more than {} MiB", UNPACKED_MAX >> 20),
            Self::OutOfRange(error) => write!(f, "the link holds something out of range: {error}"),
        }
    }
}

impl std::error::Error for LinkError {}

impl From<ScenarioError> for LinkError {
    fn from(error: ScenarioError) -> Self {
        Self::OutOfRange(error)
    }
}
