//! From what a result was made: the program's version, the scenario or experiment as a number, and the seed.

use crate::json_parts::exact;
use bookahead_papers::experiment::{Options, Results};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::io;

/// The program's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Hexadecimal digits of a hash that are shown: enough to tell any two scenarios apart that somebody has.
const DIGITS: usize = 12;

/// What a result was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A scenario.
    Scenario,
    /// An experiment.
    Experiment,
}

impl Source {
    /// Its name in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Scenario => "scenario",
            Self::Experiment => "experiment",
        }
    }
}

/// What results and exports carry, so that they can be made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The program's version.
    pub version: &'static str,
    /// What the hash is of.
    pub source: Source,
    /// The first twelve hexadecimal digits of a SHA-256. Of a scenario, that of its file without a title: equal scenarios have equal ones, whether
    /// they came as a file, as a link or by hand. Of an experiment, that of its name, requests, runs and seed as JSON.
    pub hash: String,
    /// The seed, where requests are drawn at random.
    pub seed: Option<u64>,
}

/// A seed that JavaScript cannot hold as a number is more than one.
#[derive(Serialize)]
struct Seed(#[serde(serialize_with = "exact")] u64);

impl Serialize for Provenance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Provenance", 2 + usize::from(self.seed.is_some()))?;
        fields.serialize_field("version", self.version)?;
        fields.serialize_field(self.source.key(), &self.hash)?;
        if let Some(seed) = self.seed {
            fields.serialize_field("seed", &Seed(seed))?;
        }
        fields.end()
    }
}

/// What decides the results of an experiment, in alphabetical order.
#[derive(Serialize)]
struct Recipe<'a> {
    experiment: &'a str,
    jobs: u32,
    runs: u32,
    #[serde(serialize_with = "exact")]
    seed: u64,
}

impl Provenance {
    /// That of a scenario file without a title.
    pub(crate) fn of_file(text: &str, seed: Option<u64>) -> Self {
        Self { version: VERSION, source: Source::Scenario, hash: hash(text), seed }
    }

    /// That of the results of an experiment, finished or not.
    pub fn of_experiment(results: &Results) -> Self {
        let Options { runs, requests, seed } = results.options;
        // Text and numbers always have a JSON form.
        let recipe = serde_json::to_string(&Recipe { experiment: &results.key, jobs: requests, runs, seed }).unwrap_or_default();
        Self { version: VERSION, source: Source::Experiment, hash: hash(&recipe), seed: Some(seed) }
    }

    /// In words: "Bookahead 0.1.0, scenario 0123456789ab, seed 7".
    pub fn words(&self) -> String {
        let seed = self.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        format!("Bookahead {}, {} {}{seed}", self.version, self.source.key(), self.hash)
    }

    /// Writes the line of comment that stands above a table.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn comment(&self, out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "# {}", self.words())
    }

    /// As one word, for names of files and of workloads.
    pub fn word(&self) -> String {
        let seed = self.seed.map_or(String::new(), |seed| format!("-seed{seed}"));
        format!("bookahead-{}-{}{seed}", self.version, self.hash)
    }
}

fn hash(text: &str) -> String {
    let mut hash: String = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    hash.truncate(DIGITS);
    hash
}
