//! From what a result was made: the program's version, the scenario as a number, the seed, and the link.

use crate::json::exact;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

/// The program's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Hexadecimal digits of a scenario's hash that are shown: enough to tell any two scenarios apart that somebody has.
const DIGITS: usize = 12;

/// What results and exports carry, so that they can be made again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The program's version.
    pub version: &'static str,
    /// The scenario's hash: the first twelve hexadecimal digits of the SHA-256 of its file without a title. Equal scenarios have equal ones,
    /// whether they came as a file, as a link or by hand.
    pub scenario: String,
    /// The seed, where requests are drawn at random.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "exact_seed")]
    pub seed: Option<u64>,
}

/// A seed that JavaScript cannot hold as a number is more than one.
fn exact_seed<S: Serializer>(seed: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    match seed {
        Some(seed) => exact(seed, serializer),
        None => serializer.serialize_none(),
    }
}

impl Provenance {
    /// That of a scenario file without a title.
    pub(crate) fn of_file(text: &str, seed: Option<u64>) -> Self {
        let digest = Sha256::digest(text.as_bytes());
        let mut scenario: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        scenario.truncate(DIGITS);
        Self { version: VERSION, scenario, seed }
    }

    /// In words: "Bookahead 0.1.0, scenario 0123456789ab, seed 7".
    pub fn words(&self) -> String {
        let seed = self.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        format!("Bookahead {}, scenario {}{seed}", self.version, self.scenario)
    }

    /// As one word, for names of files and of workloads.
    pub fn word(&self) -> String {
        let seed = self.seed.map_or(String::new(), |seed| format!("-seed{seed}"));
        format!("bookahead-{}-{}{seed}", self.version, self.scenario)
    }
}
