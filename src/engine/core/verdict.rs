//! The decision on one request, as a headline and sentences.

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// "All three jobs accepted".
    pub headline: String,
    /// What happened, in order; each a whole sentence.
    pub sentences: Vec<String>,
    /// How the request fared.
    pub tone: Tone,
}

impl Verdict {
    /// The headline and what happened first, in a line.
    pub fn in_brief(&self) -> String {
        format!("{}. {}", self.headline, self.sentences.first().map_or("", String::as_str))
    }
}

/// How a request fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Every job accepted.
    Good,
    /// Some jobs accepted, or none decided yet; or some of those accepted will not run.
    Partly,
    /// No job accepted.
    Refused,
}
