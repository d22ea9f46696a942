//! A part of an experiment: what the units of one shard found. Only the program of the version that wrote it reads it: what a unit found is written in the
//! engine's own form, which keeps every bit.

use super::error::{FileError, parse};
use super::value::Whole;
use crate::provenance::VERSION;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bookahead_engine::ScenarioError;
use bookahead_engine::core::error::FieldPath;
use bookahead_engine::experiment::{Options, Shard, UnitResult};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
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
    /// Which share of its units.
    pub shard: Shard,
    /// What they found, by unit.
    pub found: BTreeMap<u32, UnitResult>,
}

/// A part as it is written. Keys in alphabetical order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePart {
    experiment: String,
    /// By unit: base64 of the engine's form.
    found: BTreeMap<u32, String>,
    jobs: Whole<u32>,
    #[serde(rename = "part")]
    shard: String,
    runs: Whole<u32>,
    seed: Whole<u64>,
    version: String,
}

impl Part {
    /// Nothing is found yet.
    pub fn new(experiment: String, options: Options, shard: Shard) -> Self {
        Self { experiment, options, shard, found: BTreeMap::new() }
    }

    /// Writes it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let Self { experiment, options, shard, found } = self;
        let encoded = |found: &UnitResult| postcard::to_stdvec(found).map(|bytes| STANDARD.encode(bytes)).map_err(io::Error::other);
        let part = WirePart {
            experiment: experiment.clone(),
            found: found.iter().map(|(&unit, found)| Ok((unit, encoded(found)?))).collect::<io::Result<_>>()?,
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
        let WirePart { experiment, found, jobs: Whole(requests), shard, runs: Whole(runs), seed: Whole(seed), version } =
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
        Ok(Self { experiment, options: Options { runs, requests, seed }, shard: shard.parse()?, found })
    }

    /// Whether both are of the same experiment of the same size, divided in the same way.
    pub fn goes_with(&self, other: &Self) -> bool {
        (&self.experiment, self.options, self.shard.count()) == (&other.experiment, other.options, other.shard.count())
    }
}
