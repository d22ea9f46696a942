//! What the formats ask of a system.

use crate::json_parts::{FileContent, below};
use crate::link_parts::{Packer, Unpacker, View};
use crate::plan_rows::{Machine, TakenJob};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::verification::Verification;
use bookahead_engine::{Scenario, Study};
use serde::de::DeserializeOwned;
use std::io;

/// A scenario file of a system.
pub(crate) trait StudyFile: DeserializeOwned {
    /// The recipe of a study.
    type Recipe;

    /// What the file holds. Only what gets lost or is needed here is checked.
    ///
    /// # Errors
    /// Something out of range.
    fn content(self) -> Result<FileContent, ScenarioError>;

    /// A file as text, with the edits of a given list written into the list.
    fn text(title: &str, recipe: &Self::Recipe) -> String;
}

/// The part of a link that is a system's own. It has forms, which count from 1; every one stays readable. A form has the pieces of the form before it and behind
/// them its own. Pieces are identified by their order, and so are fields and variants in them: do not reorder, remove or change any.
pub(crate) trait Linked {
    /// The recipe of a study.
    type Recipe;
    /// The newest form of `pack` and `pack_view`.
    const LINK_FORM: u32 = 1;

    /// The oldest form of version 3 that can hold a study and a view; 1 if versions 1 and 2 can hold what form 1 can.
    fn form_of(_: &Self::Recipe, _: &View) -> u32 {
        1
    }

    /// Packs a recipe whose edits are already folded, for a link of a form that can hold it.
    fn pack(recipe: &Self::Recipe, pieces: &mut Packer);

    /// What the pieces of a link stand for, unchecked; `None` if they cannot be the work of an encoder.
    fn unpack(pieces: &mut Unpacker<'_>) -> Option<Self::Recipe>;

    /// Packs what is seen of the study, for a link of a form that can hold it.
    fn pack_view(view: &View, pieces: &mut Packer);

    /// Puts what the pieces of a link stand for into a view, unchecked; `None` if they cannot be the work of an encoder.
    fn unpack_view(pieces: &mut Unpacker<'_>, view: &mut View) -> Option<()>;
}

/// A system as files, links and results know it. Each has one implementation, in a folder of its own.
pub(crate) trait System: Linked {
    /// The result of a run.
    type Outcome;
    /// A scenario file.
    type File: StudyFile<Recipe = Self::Recipe>;

    /// Checks what a view says of the study.
    ///
    /// # Errors
    /// The first thing out of range.
    fn check_view(view: &View, place: &FieldPath) -> Result<(), ScenarioError>;

    /// Has the selection follow its request when the edits are written into a given list.
    fn fold_view(recipe: &Self::Recipe, view: &mut View);

    /// Plans the study.
    ///
    /// # Errors
    /// The recipe leads to a workload out of bounds.
    fn run(recipe: &Self::Recipe) -> Result<Self::Outcome, ScenarioError>;

    /// The machine as other tools see it.
    fn machine(recipe: &Self::Recipe) -> Machine;

    /// Calls `found` with every job of a plan in arrival order.
    ///
    /// # Errors
    /// Those of `found`.
    fn for_each_job(
        recipe: &Self::Recipe,
        outcome: &Self::Outcome,
        found: &mut dyn FnMut(TakenJob<'_>) -> io::Result<()>,
    ) -> io::Result<()>;

    /// Writes a plan as CSV, a line for each job or request.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_csv(out: &mut impl io::Write, recipe: &Self::Recipe, outcome: &Self::Outcome) -> io::Result<()>;

    /// Has the independent checker look at a plan.
    fn verify(recipe: &Self::Recipe, outcome: &Self::Outcome) -> Verification;
}

/// The study if its values fit one another.
///
/// # Errors
/// The first that does not; its place is below `place`.
pub(super) fn checked(study: Study, place: &FieldPath) -> Result<Study, ScenarioError> {
    let scenario = Scenario::new("", study);
    scenario.check().map_err(|error| {
        // What is known of the place in a file is the field of the request or of the policy.
        let path = error.place.as_str();
        let field =
            path.rsplit_once(".request.").map_or_else(|| path.strip_prefix("policy.").unwrap_or_default(), |(_, field)| field);
        below(place, ScenarioError { place: FieldPath::new(field), ..error })
    })?;
    Ok(scenario.study)
}
