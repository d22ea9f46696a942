//! What is compared: planners, and how often a refused request comes again.

use bookahead_engine::slots::scenario::PlannerKind;

/// Who decides: at the earliest start alone, anywhere in the window, and with moves of others.
pub const PLANNERS: [PlannerKind; 3] = [PlannerKind::Rigid, PlannerKind::FirstFit, PlannerKind::FcfsEds];
/// Most attempts after the first one.
pub const AGAIN: [u32; 6] = [0, 1, 2, 3, 5, 8];
