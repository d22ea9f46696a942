//! The page's copy of the plan of named servers, and the decision that is being looked at.

use crate::engine::idle::IdleScenario;
use crate::formats::link::Geometry;
use crate::state::Model;
use crate::worker::look_message::LookMessage;
use crate::worker::messages::ServersMessage;
use crate::worker::servers_plan::{ServersPlan, ServersUpdate};
use std::rc::Rc;
use std::sync::Arc;

/// What a model wants to see of the servers.
pub fn look_of(model: &Model) -> LookMessage {
    let Geometry { other, tree, .. } = model.view.geometry;
    LookMessage { selected: model.selected_idle(), other, tree }
}

/// What the page holds of the servers.
#[derive(Default)]
pub struct ServersCopy {
    plan: Rc<ServersPlan>,
    /// What the engine was sent last.
    known: Option<Arc<IdleScenario>>,
    look: LookMessage,
    /// Whether the engine does not know yet what is to be seen.
    is_look_waiting: bool,
}

impl ServersCopy {
    /// The plan.
    pub fn plan(&self) -> Rc<ServersPlan> {
        Rc::clone(&self.plan)
    }

    /// Something else is to be seen; whether it is.
    pub fn look_at(&mut self, look: LookMessage) -> bool {
        self.is_look_waiting |= self.look != look;
        self.look = look;
        self.is_look_waiting
    }

    /// Whether [`ServersCopy::take_look`] has something to ask for.
    pub fn has_look_waiting(&self) -> bool {
        self.is_look_waiting && self.known.is_some()
    }

    /// What the engine is to be asked for, if it was not asked yet and has the servers.
    pub fn take_look(&mut self) -> Option<LookMessage> {
        (std::mem::take(&mut self.is_look_waiting) && self.known.is_some()).then_some(self.look)
    }

    /// What is sent of a scenario's servers.
    pub fn message(&mut self, servers: Option<&Arc<IdleScenario>>) -> Option<ServersMessage> {
        let known = std::mem::replace(&mut self.known, servers.map(Arc::clone));
        self.is_look_waiting = false;
        servers.map(|servers| ServersMessage::new(servers, known.as_deref(), self.look))
    }

    /// The engine knows nothing any more.
    pub fn forget(&mut self) {
        self.known = None;
    }

    /// Takes in what changed. `None` if it does not fit what is here; the copy is empty then.
    #[must_use]
    pub fn take(&mut self, update: ServersUpdate) -> Option<()> {
        let taken = Rc::make_mut(&mut self.plan).take(update);
        if taken.is_none() {
            self.plan = Rc::default();
        }
        taken
    }
}
