//! Named servers: files, links and plans.

mod draw;
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
use crate::link_parts::{Panel, View, check_selected, check_step, whole};
use crate::plan_rows::{Machine, TakenJob};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::verification::Verification;
use bookahead_engine::idle::check::verify_servers;
use bookahead_engine::idle::{IdleOutcome, IdleScenario, bounds};
use bookahead_engine::study::StudyKind;
use link::{WireClocked, WireGeometry, WireNamed, WireSeen, WireSeenClocked, WireSeenWhole, WireServers, WireWhole};
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
    const LINK_FORM: u32 = 5;

    fn content(file: file::WireFile) -> Result<FileContent, ScenarioError> {
        file.content()
    }

    fn file_text(title: &str, idle: &IdleScenario) -> String {
        file::text(title, idle)
    }

    fn form_of(idle: &IdleScenario, view: &View) -> u32 {
        if view.compare_layout.is_some() {
            return 5;
        }
        let is_seen_more = view.geometry.step.is_some() || view.options.is_some();
        match (idle.clock.is_some(), idle.workload.names.is_plain()) {
            (true, _) => 4,
            (false, false) => 3,
            (false, true) => 1 + u32::from(is_seen_more),
        }
    }

    fn pack(idle: &IdleScenario, form: u32) -> postcard::Result<Vec<u8>> {
        let servers = WireServers::new(idle);
        if form < 3 {
            return postcard::to_stdvec(&servers);
        }
        let named = WireNamed::new(servers, idle);
        if form > 4 {
            return postcard::to_stdvec(&WireWhole::new(named, idle.clock));
        }
        match idle.clock {
            Some(clock) if form > 3 => postcard::to_stdvec(&WireClocked::new(named, clock)),
            _ => postcard::to_stdvec(&named),
        }
    }

    fn unpack(form: u32, bytes: &[u8]) -> Option<IdleScenario> {
        match form {
            1 | 2 => whole::<WireServers>(bytes).filter(|servers| !servers.is_of_slots())?.into_idle(),
            3 => whole::<WireNamed>(bytes)?.into_idle(),
            4 => whole::<WireClocked>(bytes)?.into_idle(),
            5 => whole::<WireWhole>(bytes)?.into_idle(),
            _ => None,
        }
    }

    fn pack_view(view: &View, form: u32) -> postcard::Result<Vec<u8>> {
        match form {
            0 | 1 => postcard::to_stdvec(&WireGeometry::new(&view.geometry)),
            2 | 3 => postcard::to_stdvec(&WireSeen::new(view)),
            4 => postcard::to_stdvec(&WireSeenClocked::new(view)),
            _ => postcard::to_stdvec(&WireSeenWhole::new(view)),
        }
    }

    fn unpack_view(form: u32, bytes: &[u8], view: &mut View) -> Option<()> {
        match form {
            1 => view.geometry = whole::<WireGeometry>(bytes)?.into_geometry()?,
            2 | 3 => whole::<WireSeen>(bytes)?.put_into(view)?,
            4 => whole::<WireSeenClocked>(bytes)?.put_into(view)?,
            5 => whole::<WireSeenWhole>(bytes)?.put_into(view)?,
            _ => return None,
        }
        Some(())
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
