//! A part of an experiment: what the units of one shard found. Only the program of the version that wrote it reads it: what a unit found is written in the
//! engine's own form, which keeps every bit.

use crate::json_parts::{FileError, Whole, parse};
use crate::provenance::VERSION;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bookahead_engine::ScenarioError;
use bookahead_engine::core::error::FieldPath;
use bookahead_papers::experiment::{Options, Shard, UnitResult};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt;
use std::io;

/// Greatest part that is read, in bytes.
pub const PART_BYTES_MAX: usize = 1 << 30;

/// What the units of one shard of an experiment found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The experiment's name.
    pub experiment: String,
    /// How large it is.
    pub options: Options,
    /// What it is run on.
    pub input: InputMark,
    /// Which share of its units.
    pub shard: Shard,
    /// What they found, by unit.
    pub found: BTreeMap<u32, UnitResult>,
}

/// What an experiment was run on, told by a hash of what counts: of a log its jobs as they are taken, the nodes and whether estimates count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum InputMark {
    /// Jobs or graphs that the experiment draws.
    #[default]
    Drawn,
    /// A log.
    Log(String),
    /// Task graphs.
    Graphs(String),
}

impl InputMark {
    /// That of the jobs of a log, as they are taken.
    pub fn of_log(jobs: &impl Serialize) -> Self {
        Self::Log(hash(jobs))
    }

    /// That of task graphs.
    pub fn of_graphs(graphs: &impl Serialize) -> Self {
        Self::Graphs(hash(graphs))
    }

    /// As it is written.
    fn wire(&self) -> Option<String> {
        (*self != Self::Drawn).then(|| self.to_string())
    }

    fn from_wire(text: Option<&str>) -> Result<Self, ScenarioError> {
        let Some(text) = text else { return Ok(Self::Drawn) };
        let is_hash = |hash: &str| hash.len() == 2 * HASH_BYTES && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        match text.split_once(' ').filter(|(_, hash)| is_hash(hash)) {
            Some(("log", hash)) => Ok(Self::Log(hash.to_string())),
            Some(("graphs", hash)) => Ok(Self::Graphs(hash.to_string())),
            _ => Err(ScenarioError::new(FieldPath::new("input"), format!("{text:?}"), "\"log\" or \"graphs\" and a hash")),
        }
    }
}

impl fmt::Display for InputMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawn => f.write_str("drawn jobs"),
            Self::Log(hash) => write!(f, "log {hash}"),
            Self::Graphs(hash) => write!(f, "graphs {hash}"),
        }
    }
}

/// Bytes of a hash that are kept: enough that no two inputs meet by chance.
const HASH_BYTES: usize = 16;

/// SHA-256 of the engine's own form.
fn hash(input: &impl Serialize) -> String {
    // Numbers to memory cannot fail.
    let bytes = postcard::to_stdvec(input).unwrap_or_default();
    Sha256::digest(&bytes).iter().take(HASH_BYTES).map(|byte| format!("{byte:02x}")).collect()
}

/// A part as it is written. Keys in alphabetical order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePart {
    experiment: String,
    /// By unit: base64 of the engine's form.
    found: BTreeMap<u32, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    jobs: Whole<u32>,
    #[serde(rename = "part")]
    shard: String,
    runs: Whole<u32>,
    seed: Whole<u64>,
    version: String,
}

impl Part {
    /// Nothing is found yet.
    pub fn new(experiment: String, options: Options, input: InputMark, shard: Shard) -> Self {
        Self { experiment, options, input, shard, found: BTreeMap::new() }
    }

    /// Writes it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let Self { experiment, options, input, shard, found } = self;
        let encoded = |found: &UnitResult| postcard::to_stdvec(found).map(|bytes| STANDARD.encode(bytes)).map_err(io::Error::other);
        let part = WirePart {
            experiment: experiment.clone(),
            found: found.iter().map(|(&unit, found)| Ok((unit, encoded(found)?))).collect::<io::Result<_>>()?,
            input: input.wire(),
            jobs: Whole(options.requests),
            shard: shard.to_string(),
            runs: Whole(options.runs),
            seed: Whole(options.seed),
            version: VERSION.to_string(),
        };
        serde_json::to_writer_pretty(&mut *out, &part)?;
        writeln!(out)
    }

    /// Reads it.
    ///
    /// # Errors
    /// Not such a part, or one of another version of the program.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        let text = str::from_utf8(bytes).map_err(|error| FileError::NotText { byte: error.valid_up_to() })?;
        let WirePart { experiment, found, input, jobs: Whole(requests), shard, runs: Whole(runs), seed: Whole(seed), version } =
            parse(text)?;
        if version != VERSION {
            return Err(ScenarioError::new(FieldPath::new("version"), format!("{version:?}"), format!("{VERSION:?}")).into());
        }
        let decoded = |(unit, text): (u32, String)| {
            let bytes = STANDARD.decode(text).ok()?;
            let (found, rest) = postcard::take_from_bytes(&bytes).ok()?;
            rest.is_empty().then_some((unit, found))
        };
        let found = found.into_iter().map(|entry| {
            let unit = entry.0;
            decoded(entry).ok_or_else(|| {
                ScenarioError::new(FieldPath::new("found").field(&unit.to_string()), "something else", "what this program wrote")
            })
        });
        let found = found.collect::<Result<_, _>>()?;
        let input = InputMark::from_wire(input.as_deref())?;
        Ok(Self { experiment, options: Options { runs, requests, seed }, input, shard: shard.parse()?, found })
    }

    /// Whether both are of the same experiment of the same size on the same input, divided in the same way.
    pub fn goes_with(&self, other: &Self) -> bool {
        let whole = |part: &Self| (part.experiment.clone(), part.options, part.input.clone(), part.shard.count());
        whole(self) == whole(other)
    }
}
