//! What users, broker and providers tell one another (Mondol 3.2.2), and what becomes of an application.

use super::graph::Time;
use serde::{Deserialize, Serialize};

/// Stands for a provider where a message has none.
pub const NO_PROVIDER: u32 = u32::MAX;

/// What a message says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MessageKind {
    /// User to broker: an application with its start; the value is the number of its tasks.
    Request,
    /// Broker to provider: which of your nodes are free from the start on? The value is the start.
    Query,
    /// Provider to broker: the state of its nodes; the value is the number of nodes.
    Response,
    /// The broker searches; the value is the number of mappings that it makes.
    Search,
    /// Broker to user: the application can be run; the value is its end.
    Reply,
    /// Broker to provider: reserve these nodes; the value is the number of tasks.
    Reserve,
    /// Provider to broker: they are reserved; the value is the number of tasks.
    Confirm,
    /// Provider to broker: it has changed its mind; the value is the number of tasks.
    Refuse,
    /// Broker to provider: the reservation is given back, for the broker searches again; the value is the number of tasks.
    Release,
    /// Broker to user, and to each provider whose nodes the last mapping has: it cannot be run as wanted; the value is the end it would have had, or 0 if no
    /// provider is left.
    Failure,
    /// Provider to broker: nodes of it failed, so that tasks of the application do not run there; the value is the moment.
    Lost,
    /// The request waited while the broker was busy; the value is how long.
    Wait,
    /// The broker allows itself so many mappings, where their number follows the load.
    Allow,
}

impl MessageKind {
    /// Every kind.
    pub const ALL: [Self; 13] = [
        Self::Request,
        Self::Query,
        Self::Response,
        Self::Search,
        Self::Reply,
        Self::Reserve,
        Self::Confirm,
        Self::Refuse,
        Self::Release,
        Self::Failure,
        Self::Lost,
        Self::Wait,
        Self::Allow,
    ];

    /// The name in plans.
    pub fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Query => "query",
            Self::Response => "response",
            Self::Search => "search",
            Self::Reply => "reply",
            Self::Reserve => "reserve",
            Self::Confirm => "confirm",
            Self::Refuse => "refuse",
            Self::Release => "release",
            Self::Failure => "failure",
            Self::Lost => "lost",
            Self::Wait => "wait",
            Self::Allow => "allow",
        }
    }
}

/// A message between the parties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The application it is about, by its place.
    pub application: u32,
    /// How often the broker has searched for it before.
    pub round: u32,
    /// What it says.
    pub kind: MessageKind,
    /// The provider that sends or gets it, or [`NO_PROVIDER`].
    pub provider: u32,
    /// A number that belongs to it.
    pub value: Time,
}

/// What became of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// It is reserved.
    Reserved,
    /// The best mapping ends after its deadline.
    TooLate,
    /// Every provider refused.
    NoProvider,
    /// No node is ever there for as long as a task takes.
    NoRoom,
    /// A node failed, and what was left of it could not be mapped again in time: it is given up.
    GivenUp,
}

impl Fate {
    /// The name in plans.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::TooLate => "too-late",
            Self::NoProvider => "no-provider",
            Self::NoRoom => "no-room",
            Self::GivenUp => "given-up",
        }
    }

    /// Why it is not reserved; nothing if it is.
    pub fn why_not(self) -> Option<&'static str> {
        match self {
            Self::Reserved => None,
            Self::TooLate => Some("after its deadline"),
            Self::NoProvider => Some("every provider refused"),
            Self::NoRoom => Some("no node is there for as long as a task takes"),
            Self::GivenUp => Some("given up when a node failed"),
        }
    }
}

/// What happened to a request at the broker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtBroker {
    /// When it came.
    pub asked: Time,
    /// When the broker began with it.
    pub taken: Time,
    /// When the user was answered, whatever the answer.
    pub answered: Time,
    /// Mappings that were allowed in the last search.
    pub allowed: u32,
    /// Requests that waited then, and below what else the number followed: nothing where it is fixed.
    pub waiting: u32,
    /// Reserved node-time in the window of the application: from its start until its deadline, at least as long as its critical path.
    pub booked: Time,
    /// All node-time of the window.
    pub room: Time,
    /// The end of the window.
    pub until: Time,
}

/// The result for one application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    /// What became of it.
    pub fate: Fate,
    /// Its first task; tasks are counted through all applications.
    pub first: u32,
    /// Its number of tasks.
    pub tasks: u32,
    /// When it was to start.
    pub start: Time,
    /// Length of its critical path.
    pub length: Time,
    /// Free node-time that its work takes at least, as a length of time since its start.
    pub area: Time,
    /// From its start to its end in the best mapping.
    pub makespan: Time,
    /// Makespan − length of the critical path.
    pub delay: Time,
    /// How often the broker searched.
    pub rounds: u32,
    /// Mappings that were made in the last search.
    pub iterations: u32,
    /// The best of them, from 0.
    pub best: u32,
    /// What happened to its request at the broker.
    pub broker: AtBroker,
}
