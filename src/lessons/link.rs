//! A whole lesson in a link: `l1.` and base64url (no padding) of its text, deflated with a dictionary, and a checksum. Like links of scenarios they are
//! readable for ever: the dictionary belongs to version 1 and never changes.

use crate::parse::error::BYTES_MAX;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::read::DeflateDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use std::fmt;
use std::io::Read;

/// What a link begins with.
pub const PREFIX: &str = "l1.";
/// Longest link that every chat passes on.
pub const CHAT_CHARS: usize = 2_000;
/// Longest link that is read: a lesson that does not deflate at all.
const CHARS_MAX: usize = 2 * BYTES_MAX;
/// What lessons have in common. Files of later versions get dictionaries of their own.
const DICTIONARY: &[u8] = include_bytes!("dictionary-1.txt");
/// Bytes of the checksum.
const CHECK_BYTES: usize = 4;

/// Why a link was refused. `Display` gives one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonLinkError {
    /// It does not begin as links of lessons do.
    NotALesson,
    /// A version this program does not know.
    OtherVersion {
        /// Its name, such as `l2`.
        version: String,
    },
    /// Characters are missing or changed.
    Damaged,
    /// Longer than any lesson.
    TooLong,
}

impl fmt::Display for LessonLinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALesson => write!(f, "this is not the link of a lesson: after the # it must start with \"{PREFIX}\""),
            Self::OtherVersion { version } => {
                write!(f, "the lesson has version {version}, made by a newer version of Bookahead; this one reads l1")
            }
            Self::Damaged => write!(f, "the link is damaged: characters are missing or changed; ask for it to be sent again"),
            Self::TooLong => write!(f, "the link holds more than {} KiB", BYTES_MAX >> 10),
        }
    }
}

impl std::error::Error for LessonLinkError {}

/// The link's fragment, without `#`; `text` is a lesson file.
pub fn encode(text: &str) -> String {
    let mut bytes = deflated(text.as_bytes());
    bytes.extend(crc32fast::hash(text.as_bytes()).to_le_bytes());
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// Whether an address or a fragment is that of a lesson, whole or damaged, of this or a later version.
pub fn is_lesson(link: &str) -> bool {
    version(fragment(link)).is_some()
}

/// The text of the lesson in a link: the fragment with or without `#`, or a whole address. The text is not looked at: that is what
/// [`parse::read`](crate::parse::read) does.
///
/// # Errors
/// Whatever is wrong with it; nothing panics or takes long, whatever the link.
pub fn decode(link: &str) -> Result<String, LessonLinkError> {
    let fragment = fragment(link);
    let Some(body) = fragment.strip_prefix(PREFIX) else {
        return Err(match version(fragment) {
            Some(version) => LessonLinkError::OtherVersion { version: version.to_string() },
            None => LessonLinkError::NotALesson,
        });
    };
    if body.len() > CHARS_MAX {
        return Err(LessonLinkError::TooLong);
    }
    let bytes = URL_SAFE_NO_PAD.decode(body).map_err(|_| LessonLinkError::Damaged)?;
    let (deflated, check) = bytes.split_last_chunk::<CHECK_BYTES>().ok_or(LessonLinkError::Damaged)?;
    let text = inflated(deflated)?;
    if crc32fast::hash(&text).to_le_bytes() != *check {
        return Err(LessonLinkError::Damaged);
    }
    String::from_utf8(text).map_err(|_| LessonLinkError::Damaged)
}

fn fragment(link: &str) -> &str {
    link.split_once('#').map_or(link, |(_, fragment)| fragment).trim()
}

/// `l` and a number, before a dot.
fn version(fragment: &str) -> Option<&str> {
    let (version, _) = fragment.split_once('.')?;
    let digits = version.strip_prefix('l')?;
    (matches!(digits.len(), 1..=9) && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0'))
        .then_some(version)
}

/// Deflates a text that comes behind the dictionary: the encoder is fed both, and what it makes of the dictionary is left out.
fn deflated(text: &[u8]) -> Vec<u8> {
    let mut deflate = Compress::new(Compression::best(), false);
    let mut bytes = Vec::new();
    feed(&mut deflate, DICTIONARY, &mut bytes, FlushCompress::Sync);
    bytes.clear();
    feed(&mut deflate, text, &mut bytes, FlushCompress::Finish);
    bytes
}

fn feed(deflate: &mut Compress, input: &[u8], bytes: &mut Vec<u8>, flush: FlushCompress) {
    const ROOM: usize = 4 << 10;
    let before = deflate.total_in();
    loop {
        bytes.reserve(ROOM);
        let done = usize::try_from(deflate.total_in() - before).unwrap_or(usize::MAX);
        let status = deflate.compress_vec(input.get(done..).unwrap_or_default(), bytes, flush);
        let is_fed = deflate.total_in() - before == input.len() as u64 && bytes.len() < bytes.capacity();
        // An error would make a link that is refused as damaged, which is better than a page that stops.
        if is_fed && flush != FlushCompress::Finish || !matches!(status, Ok(Status::Ok)) {
            return;
        }
    }
}

/// Inflates no more than a lesson may have. The dictionary is put before it as a block that is stored as it is.
fn inflated(deflated: &[u8]) -> Result<Vec<u8>, LessonLinkError> {
    let length = DICTIONARY.len() as u16;
    let mut block = vec![0];
    block.extend(length.to_le_bytes());
    block.extend((!length).to_le_bytes());
    let mut decoder = DeflateDecoder::new(block.as_slice().chain(DICTIONARY).chain(deflated));
    let mut bytes = Vec::new();
    let most = DICTIONARY.len() + BYTES_MAX + 1;
    decoder.by_ref().take(most as u64).read_to_end(&mut bytes).map_err(|_| LessonLinkError::Damaged)?;
    if bytes.len() == most {
        return Err(LessonLinkError::TooLong);
    }
    Ok(bytes.split_off(DICTIONARY.len().min(bytes.len())))
}
