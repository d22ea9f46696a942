//! Named servers: files, links and plans.

mod draw;
pub(super) mod edit;
pub(crate) mod file;
mod jobs;
mod keys;
pub(crate) mod link;
mod plan;
mod ranges;
mod workload;

pub use draw::draw_servers;
pub use plan::ServersReport;
pub(super) use plan::figures;

use super::system::System;
use crate::json_parts::FileContent;
use crate::link_parts::{Packer, Panel, Unpacker, View, check_selected, check_step};
use crate::plan_rows::{Machine, TakenJob};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::verification::Verification;
use bookahead_engine::idle::check::verify_servers;
use bookahead_engine::idle::{IdleOutcome, IdleScenario, bounds};
use bookahead_engine::study::StudyKind;
use std::io;

/// How far the time on screen may reach, in ticks.
const VIEW_TICKS_MAX: f64 = 1e11;

/// Named servers.
pub(super) struct Idle;

impl System for Idle {
    type Recipe = IdleScenario;
    type Outcome = IdleOutcome;
    type File = file::WireFile;
    const PANEL: Panel = Panel::Study(StudyKind::Idle);
    const LINK_FORM: u32 = 6;

    fn content(file: file::WireFile) -> Result<FileContent, ScenarioError> {
        file.content()
    }

    fn file_text(title: &str, idle: &IdleScenario) -> String {
        file::text(title, idle)
    }

    fn form_of(idle: &IdleScenario, view: &View) -> u32 {
        link::form_of(idle, view)
    }

    fn pack(idle: &IdleScenario, pieces: &mut Packer) {
        link::pack(idle, pieces);
    }

    fn unpack(pieces: &mut Unpacker<'_>) -> Option<IdleScenario> {
        link::unpack(pieces)
    }

    fn pack_view(view: &View, pieces: &mut Packer) {
        link::pack_view(view, pieces);
    }

    fn unpack_view(pieces: &mut Unpacker<'_>, view: &mut View) -> Option<()> {
        link::unpack_view(pieces, view)
    }

    fn check_view(view: &View, place: &FieldPath) -> Result<(), ScenarioError> {
        let (geometry, place) = (&view.geometry, place.field("geometry"));
        if let Some(time) = geometry.time {
            time.check(&place.field("time"), VIEW_TICKS_MAX)?;
        }
        if let Some(tree) = geometry.tree
            && tree.rate >= bounds::GROUPS.max
        {
            let allowed = format!("below {}", bounds::GROUPS.max);
            return Err(ScenarioError::new(place.field("tree.rate"), tree.rate, allowed));
        }
        check_step(geometry.step, &place.field("step"))?;
        check_selected(geometry.selected, &place.field("selected"))
    }

    fn fold_view(idle: &IdleScenario, view: &mut View) {
        view.geometry.selected = view.geometry.selected.and_then(|id| idle.workload.folded_id(id));
    }

    fn run(idle: &IdleScenario) -> Result<IdleOutcome, ScenarioError> {
        idle.run()
    }

    fn machine(idle: &IdleScenario) -> Machine {
        jobs::machine(idle)
    }

    fn for_each_job(
        idle: &IdleScenario,
        outcome: &IdleOutcome,
        found: &mut dyn FnMut(TakenJob<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        jobs::for_each_job(idle, outcome, found)
    }

    fn write_csv(out: &mut impl io::Write, idle: &IdleScenario, outcome: &IdleOutcome) -> io::Result<()> {
        plan::write_servers_csv(out, idle, outcome)
    }

    fn verify(idle: &IdleScenario, outcome: &IdleOutcome) -> Verification {
        verify_servers(idle, outcome)
    }
}
