//! Small words: numbers, plurals, ranges, lists.

use crate::request::Slot;
use crate::workload::Arrivals;

/// A number as running text has it: up to ten in words.
pub(super) fn count(n: usize) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_string())
}

/// "one job", "two jobs".
pub(super) fn counted(n: usize, noun: &str) -> String {
    format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" })
}

/// The same with the first letter large, to start a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| std::iter::once(first.to_ascii_uppercase()).chain(chars).collect())
}

/// "12" or "12–14", both ends inclusive.
pub(super) fn range(first: Slot, last: Slot) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

/// "a", "a and b", "a, b and c".
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The name of a job: user and job number, "11.3".
pub(super) fn job_name(arrivals: &Arrivals, job: u32) -> String {
    let job = job as usize;
    format!("{}.{}", arrivals.user[arrivals.request[job] as usize], arrivals.number[job])
}

/// The names of jobs in ascending order, neighbours drawn together: "11.1, 11.2 and 11.5–11.9".
pub(super) fn job_names(arrivals: &Arrivals, jobs: &[u32]) -> String {
    let runs = jobs.chunk_by(|a, b| a + 1 == *b).flat_map(|run| match run {
        [] => vec![],
        [first, _, .., last] => vec![format!("{}–{}", job_name(arrivals, *first), job_name(arrivals, *last))],
        short => short.iter().map(|&job| job_name(arrivals, job)).collect(),
    });
    list(&runs.collect::<Vec<_>>())
}
