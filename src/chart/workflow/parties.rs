//! What user, broker and providers tell one another, in words: who says it to whom, in which phase, and what.

use super::times::in_units;
use bookahead_engine::workflow::parties::{Message, MessageKind, NO_PROVIDER};

/// Most providers that have a column in the diagram.
pub const PROVIDERS_MAX: u32 = 24;

/// Who says it to whom: 0 is the user, 1 the broker, then the providers.
pub fn ends(message: &Message) -> (u32, u32) {
    let provider = message.provider.saturating_add(2);
    match message.kind {
        MessageKind::Request => (0, 1),
        MessageKind::Search | MessageKind::Wait | MessageKind::Allow => (1, 1),
        MessageKind::Reply => (1, 0),
        // The user is told, and so are the providers whose nodes the mapping has.
        MessageKind::Failure if message.provider == NO_PROVIDER => (1, 0),
        MessageKind::Query | MessageKind::Reserve | MessageKind::Release | MessageKind::Failure => (1, provider),
        MessageKind::Response | MessageKind::Confirm | MessageKind::Refuse | MessageKind::Lost => (provider, 1),
    }
}

/// What a message says.
pub fn words(message: &Message, ticks: u32) -> String {
    let value = message.value;
    let tasks = format!("{value} {}", if value == 1 { "task" } else { "tasks" });
    match message.kind {
        MessageKind::Request => format!("request: {tasks}"),
        MessageKind::Query => format!("free from {}?", in_units(value, ticks)),
        MessageKind::Response => format!("{value} {}", if value == 1 { "node" } else { "nodes" }),
        MessageKind::Search => format!("searches: {value} {}", if value == 1 { "mapping" } else { "mappings" }),
        MessageKind::Wait => format!("waits {}: the broker is busy", in_units(value, ticks)),
        MessageKind::Allow => format!("may make {value} {}", if value == 1 { "mapping" } else { "mappings" }),
        MessageKind::Reply => format!("ends at {}", in_units(value, ticks)),
        MessageKind::Reserve => format!("reserve {tasks}"),
        MessageKind::Confirm => "reserved".to_string(),
        MessageKind::Refuse => "changed my mind".to_string(),
        MessageKind::Lost => format!("failed at {}", in_units(value, ticks)),
        MessageKind::Release => "give it back".to_string(),
        MessageKind::Failure if value == 0 => "no provider is left".to_string(),
        MessageKind::Failure => format!("would end at {}: too late", in_units(value, ticks)),
    }
}

/// The phase that a message belongs to.
pub fn phase(kind: MessageKind) -> &'static str {
    match kind {
        MessageKind::Request | MessageKind::Wait | MessageKind::Query => "request",
        MessageKind::Response => "response",
        MessageKind::Search | MessageKind::Allow => "search",
        MessageKind::Reply | MessageKind::Failure => "reply",
        MessageKind::Reserve | MessageKind::Confirm | MessageKind::Refuse | MessageKind::Release => "reserve",
        MessageKind::Lost => "failure",
    }
}

/// What a party is called, by its number of [`ends`].
pub fn party(number: u32) -> String {
    match number {
        0 => "User".to_string(),
        1 => "Broker".to_string(),
        provider => format!("Provider {}", provider - 1),
    }
}
