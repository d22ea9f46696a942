//! What studies at work are asked and tell, by system.

use crate::batch::metrics::BatchMetrics;
use crate::batch::{BatchQuery, BatchSnapshot, BatchUpdate};
use crate::core::columns::{Column, Columns};
use crate::idle::{IdleFigures, IdleQuery, IdleSnapshot, IdleUpdate};
use crate::slots::metrics::Metrics;
use crate::slots::update::{SlotsQuery, SlotsSnapshot, SlotsUpdate};
use crate::study_kind::{StudyKind, each, with_kind};
use crate::workflow::metrics::WorkflowMetrics;
use crate::workflow::{WorkflowQuery, WorkflowSnapshot, WorkflowUpdate};
use serde::{Deserialize, Serialize};

with_kind!(StudyQuery, StudyUpdate, StudySnapshot);

/// What is to be seen of a study beside its plan, by system.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum StudyQuery {
    /// Of [`Study::Slots`](crate::study::Study::Slots).
    Slots(SlotsQuery),
    /// Of [`Study::Idle`](crate::study::Study::Idle).
    Idle(IdleQuery),
    /// Of [`Study::Cluster`](crate::study::Study::Cluster).
    Cluster(BatchQuery),
    /// Of [`Study::Workflow`](crate::study::Study::Workflow).
    Workflow(WorkflowQuery),
}

impl StudyQuery {
    /// Nothing but the plan.
    pub fn nothing(kind: StudyKind) -> Self {
        match kind {
            StudyKind::Slots => Self::Slots(SlotsQuery::default()),
            StudyKind::Idle => Self::Idle(IdleQuery::default()),
            StudyKind::Cluster => Self::Cluster(BatchQuery::default()),
            StudyKind::Workflow => Self::Workflow(WorkflowQuery::default()),
        }
    }
}

/// A part of what changed in a plan, by system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StudyUpdate {
    /// Of [`Study::Slots`](crate::study::Study::Slots).
    Slots(SlotsUpdate),
    /// Of [`Study::Idle`](crate::study::Study::Idle).
    Idle(Box<IdleUpdate>),
    /// Of [`Study::Cluster`](crate::study::Study::Cluster).
    Cluster(Box<BatchUpdate>),
    /// Of [`Study::Workflow`](crate::study::Study::Workflow).
    Workflow(Box<WorkflowUpdate>),
}

/// What was asked for beside a plan, by system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StudySnapshot {
    /// Of [`Study::Slots`](crate::study::Study::Slots).
    Slots(SlotsSnapshot),
    /// Of [`Study::Idle`](crate::study::Study::Idle).
    Idle(Box<IdleSnapshot>),
    /// Of [`Study::Cluster`](crate::study::Study::Cluster).
    Cluster(Box<BatchSnapshot>),
    /// Of [`Study::Workflow`](crate::study::Study::Workflow).
    Workflow(Box<WorkflowSnapshot>),
}

/// The figures of a plan, by system.
#[derive(Clone, Debug, PartialEq)]
pub enum StudyMetrics {
    /// Of [`Study::Slots`](crate::study::Study::Slots).
    Slots(Metrics),
    /// Of [`Study::Idle`](crate::study::Study::Idle).
    Idle(Box<IdleFigures>),
    /// Of [`Study::Cluster`](crate::study::Study::Cluster).
    Cluster(BatchMetrics),
    /// Of [`Study::Workflow`](crate::study::Study::Workflow).
    Workflow(WorkflowMetrics),
}

impl Columns for StudyUpdate {
    fn columns(&mut self) -> Vec<Column<'_>> {
        each!(Self, self, update => update.columns())
    }
}

impl Columns for StudySnapshot {
    fn columns(&mut self) -> Vec<Column<'_>> {
        match self {
            Self::Slots(snapshot) => snapshot.columns(),
            Self::Idle(_) | Self::Cluster(_) | Self::Workflow(_) => Vec::new(),
        }
    }
}
