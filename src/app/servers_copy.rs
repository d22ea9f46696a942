//! The page's side of the servers: what the worker knows of them, what is to be seen, and the copy of their plan.

use crate::engine::idle::IdleScenario;
use crate::share::Geometry;
use crate::state::Model;
use crate::worker::body::{LookBody, ServersBody, ServersPlannedBody};
use crate::worker::servers_plan::ServersPlan;
use crate::worker::wire::unpack;
use js_sys::Uint32Array;
use std::rc::Rc;
use std::sync::Arc;

/// What a model wants to see of the servers.
pub fn look_of(model: &Model) -> LookBody {
    let Geometry { other, tree, .. } = model.view.geometry;
    LookBody { selected: model.selected_idle(), other, tree }
}

/// What the page holds of the servers.
#[derive(Default)]
pub struct ServersCopy {
    plan: Rc<ServersPlan>,
    /// What the worker was sent last.
    known: Option<Arc<IdleScenario>>,
    look: LookBody,
    /// Whether the worker was not told yet what is to be seen.
    is_look_waiting: bool,
}

impl ServersCopy {
    /// The plan.
    pub fn plan(&self) -> Rc<ServersPlan> {
        Rc::clone(&self.plan)
    }

    /// Something else is to be seen; whether it is.
    pub fn look_at(&mut self, look: LookBody) -> bool {
        self.is_look_waiting |= self.look != look;
        self.look = look;
        self.is_look_waiting
    }

    /// Whether [`ServersCopy::take_look`] has something to ask for.
    pub fn has_look_waiting(&self) -> bool {
        self.is_look_waiting && self.known.is_some()
    }

    /// What the worker is to be asked for, if it was not asked yet and has the servers.
    pub fn take_look(&mut self) -> Option<LookBody> {
        (std::mem::take(&mut self.is_look_waiting) && self.known.is_some()).then_some(self.look)
    }

    /// What is sent of a scenario's servers.
    pub fn body(&mut self, servers: Option<&Arc<IdleScenario>>) -> Option<ServersBody> {
        let known = std::mem::replace(&mut self.known, servers.map(Arc::clone));
        self.is_look_waiting = false;
        servers.map(|servers| ServersBody::new(servers, known.as_deref(), self.look))
    }

    /// The worker knows nothing any more.
    pub fn forget(&mut self) {
        self.known = None;
    }

    /// Takes in what the worker tells. `None` if it does not fit what is here; the copy is empty then.
    #[must_use]
    pub fn take(&mut self, body: ServersPlannedBody, block: Option<&Uint32Array>) -> Option<()> {
        let taken = Rc::make_mut(&mut self.plan).take(body, unpack(block?)?);
        if taken.is_none() {
            self.plan = Rc::default();
        }
        taken
    }
}
