//! Scenario and view to text and back: the version, a dot, and base64url (no padding) of zlib-deflated postcard.

use super::v3;
use crate::link_parts::{LINK_CHARS_MAX, LinkError, Opened, Panel, Shared, UNPACKED_MAX, View};
use crate::{old_links, studies};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bookahead_engine::Scenario;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_papers::experiment::{self, bounds};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::io::{Read, Write};

/// Longest list of requests that a link is made of: whatever is longer no address bar, chat or browser's storage takes.
const REQUESTS_MAX: usize = 300_000;

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
        let mut view = shared.view;
        studies::fold_view(&shared.scenario.study, &mut view);
        let scenario = shared.scenario.folded();
        // What an older version can hold stays in that version, which older builds read too.
        let is_newer = studies::link_form(&scenario.study, &view) > 1;
        let old = if is_newer { None } else { old_links::pack(&scenario, &view) };
        let (version, bytes) = old.unwrap_or_else(|| (v3::VERSION, v3::bytes(&scenario, &view)));
        Self::of(version, bytes)
    }

    pub(super) fn of(version: &'static str, bytes: postcard::Result<Vec<u8>>) -> Self {
        // Plain data always has a wire form and memory always takes it; were it ever otherwise, the link would be refused as damaged, which is
        // better than a page that stops.
        let bytes = bytes.unwrap_or_default();
        Self { version, bytes, done: 0, deflated: ZlibEncoder::new(Vec::new(), Compression::best()) }
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
    let read = match old_links::reader(version) {
        Some(read) => read,
        None if version == v3::VERSION => v3::read,
        None if is_version(version) => return Err(LinkError::OtherVersion { version: version.to_string() }),
        None => return Err(LinkError::NotALink),
    };
    let deflated = URL_SAFE_NO_PAD.decode(body).map_err(|_| LinkError::Damaged)?;
    let mut opened = read(&inflate(&deflated)?)?;
    for scenario in [Some(&opened.scenario), opened.second.as_ref()].into_iter().flatten() {
        scenario.check()?;
    }
    check_view(&opened.view)?;
    show_own_study(&mut opened);
    Ok(opened)
}

/// Has the panel of a study be that of a study that the link carries. The command line once wrote links of every study with the panel of a plan in slots; the
/// page then showed an example that has nothing to do with the link.
fn show_own_study(opened: &mut Opened) {
    let carried =
        |kind| [Some(&opened.scenario), opened.second.as_ref()].into_iter().flatten().any(|scenario| scenario.study.kind() == kind);
    if let Panel::Study(kind) = opened.view.panel
        && opened.view.panel == View::default().panel
        && !carried(kind)
    {
        opened.view.panel = View::first(&opened.scenario).panel;
    }
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
    studies::check_views(view, &place)?;
    if view.experiment >= experiment::COUNT {
        return Err(ScenarioError::new(place.field("experiment"), view.experiment, format!("below {}", experiment::COUNT)));
    }
    if let Some(options) = view.options {
        let place = place.field("options");
        for (bound, value) in [(bounds::RUNS, options.runs), (bounds::REQUESTS, options.requests)] {
            if !bound.holds(value) {
                return Err(ScenarioError::new(place.field(bound.name), value, bound.to_string()));
            }
        }
    }
    Ok(())
}
