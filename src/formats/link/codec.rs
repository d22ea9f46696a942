//! Scenario and view to text and back: `v1.` or, with a market, servers or another panel, `v2.` and then base64url (no padding) of zlib-deflated postcard.

use super::{Opened, Shared, TimeWindow, View, v1, v2};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::experiment;
use bookahead_engine::idle::bounds as idle_bounds;
use bookahead_engine::slots::bounds;
use bookahead_engine::{Scenario, Study};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::de::DeserializeOwned;
use std::fmt;
use std::io::{Read, Write};

/// Greatest length of a link that is read, in characters.
pub const LINK_CHARS_MAX: usize = 32 << 20;
/// Greatest size of what a link holds, unpacked, in bytes: room for the longest legal list of requests.
pub const UNPACKED_MAX: usize = 64 << 20;
/// Longest list of requests that a link is made of: whatever is longer no address bar, chat or browser's storage takes.
const REQUESTS_MAX: usize = 300_000;
/// How far the time on screen may reach, in slots.
const VIEW_SLOTS_MAX: f64 = 1e8;
/// The same in ticks.
const VIEW_TICKS_MAX: f64 = 1e11;
/// Narrowest time on screen, in slots.
const VIEW_SLOTS_MIN: f64 = 1e-3;

/// Why a link was refused. `Display` gives one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// Nothing after the `#`.
    Empty,
    /// Something else than a Bookahead link.
    NotALink,
    /// A version this program does not know.
    OtherVersion {
        /// Its name, such as `v3`.
        version: String,
    },
    /// Characters are missing or changed.
    Damaged,
    /// More than [`LINK_CHARS_MAX`] characters.
    TooLong,
    /// It would unpack to more than [`UNPACKED_MAX`] bytes.
    UnpacksTooLong,
    /// The link is whole, but something in it is out of range.
    OutOfRange(ScenarioError),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the link is empty: nothing follows the #"),
            Self::NotALink => write!(f, "this is not a Bookahead link: after the # it must start with v1. or v2."),
            Self::OtherVersion { version } => {
                write!(f, "the link has version {version}, made by a newer version of Bookahead; this one reads v1 and v2")
            }
            Self::Damaged => write!(f, "the link is damaged: characters are missing or changed; ask for it to be sent again"),
            Self::TooLong => write!(f, "the link is longer than {LINK_CHARS_MAX} characters"),
            Self::UnpacksTooLong => write!(f, "the link unpacks to more than {} MiB", UNPACKED_MAX >> 20),
            Self::OutOfRange(error) => write!(f, "the link holds something out of range: {error}"),
        }
    }
}

impl std::error::Error for LinkError {}

/// The link's fragment, without `#`. Edits of a given list are written into the list, and the selection follows them.
pub fn encode(shared: &Shared) -> String {
    let mut encoding = Encoding::new(shared);
    loop {
        if let Some(link) = encoding.step(usize::MAX) {
            return link;
        }
    }
}

/// Whether a link can hold a scenario; making one of a longer list would only take time and memory.
pub fn fits(scenario: &Scenario) -> bool {
    scenario.study.given_requests() <= REQUESTS_MAX
}

/// A link being made, piece by piece: deflating a long list takes longer than a frame.
pub struct Encoding {
    version: &'static str,
    bytes: Vec<u8>,
    done: usize,
    deflated: ZlibEncoder<Vec<u8>>,
}

impl Encoding {
    /// Starts on a link; see [`encode`].
    pub fn new(shared: &Shared) -> Self {
        let version = if v2::Wire::is_needed(&shared.scenario, &shared.view) { "v2" } else { "v1" };
        Self { version, bytes: wire_bytes(shared), done: 0, deflated: ZlibEncoder::new(Vec::new(), Compression::best()) }
    }

    /// Deflates up to so many bytes more; the link once all are.
    pub fn step(&mut self, bytes: usize) -> Option<String> {
        let piece = &self.bytes[self.done..self.done.saturating_add(bytes).min(self.bytes.len())];
        // Memory always takes it.
        let _ = self.deflated.write_all(piece);
        self.done += piece.len();
        if self.done < self.bytes.len() {
            return None;
        }
        self.deflated.try_finish().ok();
        Some(format!("{}.{}", self.version, URL_SAFE_NO_PAD.encode(self.deflated.get_ref())))
    }
}

fn wire_bytes(shared: &Shared) -> Vec<u8> {
    let mut view = shared.view;
    match &shared.scenario.study {
        Study::Slots(slots) => view.selected = view.selected.and_then(|id| slots.workload.folded_id(id)),
        Study::Idle(idle) => view.geometry.selected = view.geometry.selected.and_then(|id| idle.workload.folded_id(id)),
    }
    let scenario = shared.scenario.folded();
    // Plain data always has a wire form and memory always takes it; were it ever otherwise, the link would be refused as damaged, which is
    // better than a page that stops.
    // What version 1 can hold stays in version 1, which older builds read too.
    let bytes = match &scenario.study {
        Study::Slots(slots) if !v2::Wire::is_needed(&scenario, &view) => {
            postcard::to_stdvec(&v1::Wire::new(&scenario.title, slots, &view))
        }
        _ => v2::Wire::bytes(&scenario, &view),
    };
    bytes.unwrap_or_default()
}

/// Reads a link: the fragment with or without `#`, or a whole address.
///
/// # Errors
/// Whatever is wrong with it; nothing panics or takes long, whatever the text.
pub fn decode(link: &str) -> Result<Opened, LinkError> {
    if link.len() > LINK_CHARS_MAX {
        return Err(LinkError::TooLong);
    }
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment).trim();
    if fragment.is_empty() {
        return Err(LinkError::Empty);
    }
    let (version, body) = fragment.split_once('.').ok_or(LinkError::NotALink)?;
    let unpack: fn(&[u8]) -> Option<Result<Opened, ScenarioError>> = match version {
        "v1" => |bytes| {
            let (title, slots, view) = whole::<v1::Wire>(bytes)?.into_parts()?;
            Some(Ok(Opened::of_slots(title, slots, view)))
        },
        "v2" => v2::Wire::read,
        _ if is_version(version) => return Err(LinkError::OtherVersion { version: version.to_string() }),
        _ => return Err(LinkError::NotALink),
    };
    let deflated = URL_SAFE_NO_PAD.decode(body).map_err(|_| LinkError::Damaged)?;
    let opened = unpack(&inflate(&deflated)?).ok_or(LinkError::Damaged)?.map_err(LinkError::OutOfRange)?;
    for scenario in [Some(&opened.scenario), opened.second.as_ref()].into_iter().flatten() {
        scenario.check().map_err(LinkError::OutOfRange)?;
    }
    check_view(&opened.view).map_err(LinkError::OutOfRange)?;
    Ok(opened)
}

/// The bytes as one value, with nothing behind it.
fn whole<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(value)
}

/// `v` and a number.
fn is_version(name: &str) -> bool {
    let digits = name.strip_prefix('v').unwrap_or_default();
    (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0')
}

/// Unpacks no more than [`UNPACKED_MAX`] bytes; zlib's checksum tells damage.
fn inflate(deflated: &[u8]) -> Result<Vec<u8>, LinkError> {
    let mut decoder = ZlibDecoder::new(deflated);
    let mut bytes = Vec::new();
    decoder.by_ref().take(UNPACKED_MAX as u64 + 1).read_to_end(&mut bytes).map_err(|_| LinkError::Damaged)?;
    if bytes.len() > UNPACKED_MAX {
        return Err(LinkError::UnpacksTooLong);
    }
    if decoder.total_in() != deflated.len() as u64 {
        return Err(LinkError::Damaged);
    }
    Ok(bytes)
}

fn check_view(view: &View) -> Result<(), ScenarioError> {
    let place = FieldPath::new("view");
    check_time(view.time, &place.field("time"), VIEW_SLOTS_MAX)?;
    check_time(view.geometry.time, &place.field("geometry.time"), VIEW_TICKS_MAX)?;
    if let Some(tree) = view.geometry.tree
        && tree.rate >= idle_bounds::GROUPS.max
    {
        let allowed = format!("below {}", idle_bounds::GROUPS.max);
        return Err(ScenarioError::new(place.field("geometry.tree.rate"), tree.rate, allowed));
    }
    if view.experiment >= experiment::COUNT {
        return Err(ScenarioError::new(place.field("experiment"), view.experiment, format!("below {}", experiment::COUNT)));
    }
    let borders = bounds::CLASSES.max - 1;
    if view.border >= borders {
        return Err(ScenarioError::new(place.field("border"), view.border, format!("below {borders}")));
    }
    for (name, selected) in [("selected", view.selected), ("geometry.selected", view.geometry.selected)] {
        if let Some(id) = selected.filter(|id| *id > 2 * bounds::REQUESTS.max) {
            return Err(ScenarioError::new(place.field(name), id, format!("at most {}", 2 * bounds::REQUESTS.max)));
        }
    }
    Ok(())
}

fn check_time(time: Option<TimeWindow>, place: &FieldPath, most: f64) -> Result<(), ScenarioError> {
    let Some(TimeWindow { first, slots }) = time else { return Ok(()) };
    let check = |name: &str, value: f64, min: f64, max: f64| {
        let allowed = || format!("a number from {min} to {max}");
        // NaN lies in no range.
        if (min..=max).contains(&value) { Ok(()) } else { Err(ScenarioError::new(place.field(name), value, allowed())) }
    };
    check("first", first, -most, most)?;
    check("slots", slots, VIEW_SLOTS_MIN, most)
}
