//! One line of accounting data: which column is what, and what its words mean.

/// Columns by name; several names may stand for the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub columns: usize,
    pub id: usize,
    pub submit: usize,
    pub start: usize,
    pub end: Option<usize>,
    pub elapsed: Option<usize>,
    pub limit: Option<usize>,
    /// Where nodes or processors are counted; the first that is not 0 counts.
    pub counts: Vec<usize>,
}

/// Names of columns with nodes, and with processors.
const NODES: [&str; 3] = ["AllocNodes", "NNodes", "ReqNodes"];
const PROCESSORS: [&str; 3] = ["AllocCPUS", "NCPUS", "ReqCPUS"];

impl Header {
    /// The columns that a line names, and whether nodes are counted (not processors).
    ///
    /// # Errors
    /// What is missing, in words.
    pub fn parse(line: &str, prefers_processors: bool) -> Result<(Self, bool), String> {
        let names: Vec<&str> = line.trim_end_matches('|').split('|').map(str::trim).collect();
        let find = |name: &str| names.iter().position(|known| known.eq_ignore_ascii_case(name));
        let any = |wanted: &[&str]| -> Vec<usize> { wanted.iter().filter_map(|name| find(name)).collect() };
        let needed = |found: Option<usize>, name: &str| found.ok_or_else(|| format!("there is no column {name}"));
        let (nodes, processors) = (any(&NODES), any(&PROCESSORS));
        let by_nodes = !nodes.is_empty() && (!prefers_processors || processors.is_empty());
        let counts = if by_nodes { nodes } else { processors };
        let header = Self {
            columns: names.len(),
            id: needed(find("JobID").or_else(|| find("JobIDRaw")), "JobID")?,
            submit: needed(find("Submit"), "Submit")?,
            start: needed(find("Start"), "Start")?,
            end: find("End"),
            elapsed: find("ElapsedRaw").or_else(|| find("Elapsed")),
            limit: find("TimelimitRaw").or_else(|| find("Timelimit")),
            counts,
        };
        if header.end.is_none() && header.elapsed.is_none() {
            return Err("there is no column End".to_string());
        }
        if header.counts.is_empty() {
            return Err("there is no column AllocNodes, NNodes or NCPUS".to_string());
        }
        Ok((header, by_nodes))
    }
}

/// Whether a word stands for nothing.
fn is_nothing(word: &str) -> bool {
    ["", "unknown", "none", "n/a", "invalid"].iter().any(|nothing| word.eq_ignore_ascii_case(nothing))
}

/// A moment such as `2024-03-01T12:00:00` in seconds since 1970, as if it were in UTC; `None` for words such as `Unknown`.
///
/// # Errors
/// Something else.
pub(super) fn moment(word: &str) -> Result<Option<i64>, ()> {
    if is_nothing(word) {
        return Ok(None);
    }
    let bytes = word.as_bytes();
    let separators = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if bytes.len() != 19 || separators.iter().any(|&(at, separator)| bytes[at] != separator) {
        return Err(());
    }
    let number = |from: usize, to: usize| -> Result<i64, ()> {
        let digits = word.get(from..to).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
        digits.and_then(|digits| digits.parse().ok()).ok_or(())
    };
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return Err(());
    }
    // Days from the first of March of the year 0, so that leap days come last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day - 1;
    Ok(Some((days - 719_468) * 86_400 + hour * 3_600 + minute * 60 + second))
}

/// A length of time such as `1-12:00:00`, `12:00:00`, `30:00` or `30` (minutes, or `unit` seconds each) in seconds; `None` for `UNLIMITED` and the like.
///
/// # Errors
/// Something else.
pub(super) fn length(word: &str, unit: i64) -> Result<Option<i64>, ()> {
    if is_nothing(word) || ["UNLIMITED", "Partition_Limit"].iter().any(|open| word.eq_ignore_ascii_case(open)) {
        return Ok(None);
    }
    let (days, clock) = match word.split_once('-') {
        Some((days, clock)) => (days.parse::<u32>().map_err(|_| ())?, clock),
        None => (0, word),
    };
    // Fractions of a second are of no account.
    let clock = clock.split('.').next().unwrap_or(clock);
    let parts: Vec<i64> =
        clock.split(':').map(|part| part.parse::<u32>().map(i64::from)).collect::<Result<_, _>>().map_err(|_| ())?;
    let seconds = match (parts[..].as_ref(), days > 0 || word.contains('-')) {
        ([hours, minutes, seconds], _) => hours * 3_600 + minutes * 60 + seconds,
        ([hours, minutes], true) => hours * 3_600 + minutes * 60,
        ([hours], true) => hours * 3_600,
        ([minutes, seconds], false) => minutes * 60 + seconds,
        ([number], false) => number * unit,
        _ => return Err(()),
    };
    Ok(Some(i64::from(days) * 86_400 + seconds))
}

/// The number of a job: that of the array or of the heterogeneous job it is part of. `None` for a step.
///
/// # Errors
/// No number.
pub(super) fn job_number(word: &str) -> Result<Option<u32>, ()> {
    if word.contains('.') {
        return Ok(None);
    }
    let digits = word.split(['_', '+']).next().unwrap_or(word);
    digits.parse().map(Some).map_err(|_| ())
}

/// How many nodes or processors; `2K` as old versions print it.
///
/// # Errors
/// No number.
pub(super) fn count(word: &str) -> Result<i32, ()> {
    if is_nothing(word) {
        return Ok(0);
    }
    let (digits, times) = match word.strip_suffix(['K', 'k']) {
        Some(digits) => (digits, 1_000),
        None => (word, 1),
    };
    digits.parse::<i32>().ok().and_then(|number| number.checked_mul(times)).filter(|number| *number >= 0).ok_or(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_sacct_mean_what_they_say() {
        assert_eq!(moment("1970-01-01T00:00:00"), Ok(Some(0)));
        assert_eq!(moment("2024-02-29T12:30:01"), Ok(Some(1_709_209_801)));
        assert_eq!((moment("Unknown"), moment("None"), moment("2024-13-01T00:00:00")), (Ok(None), Ok(None), Err(())));
        assert_eq!(moment("2024-02-29 12:30:01"), Err(()));
        let lengths = [
            ("1-12:00:00", Ok(Some(129_600))),
            ("02:03:04", Ok(Some(7_384))),
            ("2-03", Ok(Some(183_600))),
            ("30:00", Ok(Some(1_800))),
            ("30", Ok(Some(1_800))),
            ("UNLIMITED", Ok(None)),
            ("Partition_Limit", Ok(None)),
            ("soon", Err(())),
        ];
        for (word, expected) in lengths {
            assert_eq!(length(word, 60), expected, "{word}");
        }
        assert_eq!(["123", "123_4", "123_[5-9]", "123+0"].map(job_number), [Ok(Some(123)); 4]);
        assert_eq!((job_number("123.batch"), job_number("123_4.0"), job_number("x")), (Ok(None), Ok(None), Err(())));
        assert_eq!((count("12"), count("2K"), count(""), count("-1")), (Ok(12), Ok(2_000), Ok(0), Err(())));
    }
}
