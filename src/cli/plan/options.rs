//! What the options of one study have in common.

use bookahead::engine::Study;
use bookahead::engine::study::StudyKind;

/// Refusals that are told one by one before the rest is counted.
pub const REFUSALS_TOLD: usize = 50;

/// The options of one study: they change its policy, or the form in which its plan is printed.
pub trait StudyOptions {
    /// Whose options they are.
    fn kind(&self) -> StudyKind;

    /// What a scenario of the study holds, as a message says it.
    fn name(&self) -> &'static str;

    /// Whether one of them is given.
    fn is_given(&self) -> bool;

    /// Why they do not apply to a scenario that holds something else: `found`.
    fn refusal(&self, found: &str) -> String;

    /// Puts the options into a study of this kind; others stay as they are.
    ///
    /// # Errors
    /// The study lacks what an option needs, in words.
    fn apply(&self, study: &mut Study) -> Result<(), String>;
}
