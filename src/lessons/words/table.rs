//! The words of conditions and of what may be changed, in every language: one row for each. `{}` stands for what is put in.

use crate::model::Language;

/// A row: its name, English, Bahasa Indonesia.
type Row = (&'static str, [&'static str; 2]);

/// Terms as people read them. Another term reads as it is written, with spaces.
const TERMS: &[Row] = &[
    ("accepted", ["accepted", "diterima"]),
    ("acceptance", ["acceptance", "penerimaan"]),
    ("booking_limits", ["booking limits", "batas pemesanan"]),
    ("charged", ["charged", "tagihan"]),
    ("class", ["class", "kelas"]),
    ("deadline", ["deadline", "tenggat"]),
    ("delay", ["delay", "keterlambatan"]),
    ("duration", ["duration", "durasi"]),
    ("earliest_start", ["earliest start", "mulai paling awal"]),
    ("edits", ["number of changes", "jumlah perubahan"]),
    ("end", ["end", "selesai"]),
    ("estimate", ["estimate", "perkiraan"]),
    ("first_start", ["first start", "mulai semula"]),
    ("last_end", ["last end", "selesai terakhir"]),
    ("latest_start", ["latest start", "mulai paling lambat"]),
    ("limit", ["limit", "batas"]),
    ("line", ["line at work", "baris yang dijalankan"]),
    ("machine", ["number of nodes", "jumlah node"]),
    ("makespan", ["makespan", "makespan"]),
    ("mean_delay", ["mean delay", "keterlambatan rata-rata"]),
    ("method", ["method", "metode"]),
    ("moved", ["moved", "dipindahkan"]),
    ("moves", ["jobs moved by the last decision", "job yang dipindahkan oleh keputusan terakhir"]),
    ("next", ["next line", "baris berikutnya"]),
    ("nodes", ["nodes", "node"]),
    ("planner", ["planner", "perencana"]),
    ("price", ["price", "harga"]),
    ("revenue", ["revenue", "pendapatan"]),
    ("runtime", ["runtime", "waktu jalan"]),
    ("scheduler", ["scheduler", "penjadwal"]),
    ("server", ["server", "server"]),
    ("shift", ["shift", "cara memindahkan"]),
    ("shifts", ["shifts", "jumlah pemindahan"]),
    ("size", ["size", "ukuran"]),
    ("start", ["start", "mulai"]),
    ("strategy", ["strategy", "strategi"]),
    ("submitted", ["submitted", "waktu pengajuan"]),
    ("utilisation", ["utilisation", "utilisasi"]),
    ("wait", ["wait", "waktu tunggu"]),
    ("wait.mean", ["wait mean", "waktu tunggu rata-rata"]),
    ("window", ["window", "jendela waktu"]),
];

/// Whole sentences and their parts.
const SENTENCES: &[Row] = &[
    ("accepted one", ["request {} is accepted", "permintaan {} diterima"]),
    ("accepted not", ["request {} is refused", "permintaan {} ditolak"]),
    ("accepted all", ["every request is accepted", "setiap permintaan diterima"]),
    ("accepted none", ["no request is accepted", "tidak ada permintaan yang diterima"]),
    ("accepted any", ["a request is accepted", "ada permintaan yang diterima"]),
    ("moved one", ["job {} has moved", "job {} dipindahkan"]),
    ("moved not", ["job {} has not moved", "job {} tidak dipindahkan"]),
    ("moved all", ["every job has moved", "setiap job dipindahkan"]),
    ("moved none", ["no job has moved", "tidak ada job yang dipindahkan"]),
    ("moved any", ["a job has moved", "ada job yang dipindahkan"]),
    ("not", ["not: {}", "tidak: {}"]),
    ("and", [" and ", " dan "]),
    ("or", [" or ", " atau "]),
    ("given", ["{} at the beginning", "{} pada awal langkah"]),
    ("count", ["number of jobs {}", "jumlah job yang {}"]),
    ("free", ["free nodes in slot {}", "node bebas di slot {}"]),
    ("of", ["{} of {}", "{} {}"]),
    ("of job", ["{} of job {}", "{} job {}"]),
    ("of class", ["{} of class {}", "{} kelas {}"]),
    ("of request", ["{} of request {}", "{} permintaan {}"]),
    ("of every class", ["{} of every class", "{} setiap kelas"]),
    ("of every request", ["{} of every request", "{} setiap permintaan"]),
    ("request", ["request {}", "permintaan {}"]),
    ("requests", ["requests", "semua permintaan"]),
    ("within", [" within {}", " dengan selisih paling banyak {}"]),
    ("locked", ["Nothing can be changed in this step.", "Tidak ada yang dapat diubah pada langkah ini."]),
    ("allowed", ["Only the {} can be changed in this step.", "Hanya {} yang dapat diubah pada langkah ini."]),
    ("allowed and", ["{} and the {}", "{} dan {}"]),
    ("allowed comma", [", the ", ", "]),
    ("thing job", ["job {}", "job {}"]),
    ("thing request", ["request {}", "permintaan {}"]),
    ("thing task", ["task {}", "tugas {}"]),
    ("thing slot", ["slot {}", "slot {}"]),
    ("thing server", ["server {}", "server {}"]),
    ("thing node", ["node {}", "node {}"]),
    ("thing line", ["line {}", "baris {}"]),
    ("thing period", ["server {}, idle from {} to {}", "server {}, menganggur dari {} sampai {}"]),
    ("thing last period", ["server {}, idle from {} on", "server {}, menganggur sejak {}"]),
];

fn row(rows: &'static [Row], name: &str, language: Language) -> Option<&'static str> {
    let (_, words) = rows.iter().find(|(known, _)| *known == name)?;
    Some(match language {
        Language::English => words[0],
        Language::Indonesian => words[1],
    })
}

/// A term as people read it.
pub fn term(name: &str, language: Language) -> String {
    row(TERMS, name, language).map_or_else(|| name.replace(['_', '.'], " "), str::to_string)
}

/// Whether a name is that of a term.
pub fn is_term(name: &str) -> bool {
    TERMS.iter().any(|(known, _)| *known == name)
}

/// A sentence, with its parts put in one after the other.
pub fn sentence(name: &str, language: Language, parts: &[&str]) -> String {
    let Some(words) = row(SENTENCES, name, language) else { return parts.join(" ") };
    let mut parts = parts.iter();
    let mut said = String::new();
    for (at, piece) in words.split("{}").enumerate() {
        if at > 0 {
            said += parts.next().copied().unwrap_or_default();
        }
        said += piece;
    }
    said
}

#[cfg(test)]
mod tests {
    use super::{SENTENCES, TERMS};
    use std::collections::BTreeSet;

    #[test]
    fn every_row_says_the_same_in_both_languages() {
        for rows in [TERMS, SENTENCES] {
            let names: BTreeSet<_> = rows.iter().map(|(name, _)| name).collect();
            assert_eq!(names.len(), rows.len(), "two rows of one name");
            for (name, [english, indonesian]) in rows {
                assert!(!english.trim().is_empty() && !indonesian.trim().is_empty(), "{name}");
                assert_eq!(english.matches("{}").count(), indonesian.matches("{}").count(), "{name}");
            }
        }
    }
}
