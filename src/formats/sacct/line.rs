//! One line of accounting data: which column is what, and what its words mean.

/// Columns by name; several names may stand for the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Header {
    /// What stands between two columns.
    pub delimiter: String,
    /// The columns that the line names, in small letters.
    pub names: Vec<String>,
    /// Columns that the line names.
    pub columns: usize,
    /// Whether the delimiter ends each line, too (`--parsable`).
    pub ends_with_delimiter: bool,
    /// First and last column with text that may hold the delimiter.
    pub free: Option<(usize, usize)>,
    pub id: usize,
    pub submit: usize,
    pub start: usize,
    pub end: Option<usize>,
    pub elapsed: Option<usize>,
    pub limit: Option<usize>,
    pub state: Option<usize>,
    pub node_list: Option<usize>,
    pub allocated_tres: Option<usize>,
    pub partition: Option<usize>,
    /// Where nodes or processors are counted; the first that is not 0 counts.
    pub counts: Vec<Counted>,
    /// Whether nodes are counted, not processors.
    pub counts_nodes: bool,
}

/// A column that counts nodes or processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    pub column: usize,
    /// What is counted in a list such as `cpu=12,node=1`; `None` if the column is the number.
    pub key: Option<&'static str>,
}

/// Names of columns with nodes, and with processors.
const NODES: [&str; 3] = ["AllocNodes", "NNodes", "ReqNodes"];
const PROCESSORS: [&str; 3] = ["AllocCPUS", "NCPUS", "ReqCPUS"];
/// Names of columns that list what a job got or asked for.
const TRES: [&str; 2] = ["AllocTRES", "ReqTRES"];
/// Columns with text of users, which may hold any delimiter.
const FREE: [&str; 12] = [
    "JobName",
    "Comment",
    "AdminComment",
    "SystemComment",
    "SubmitLine",
    "WorkDir",
    "Constraints",
    "Extra",
    "Container",
    "StdIn",
    "StdOut",
    "StdErr",
];
/// Columns whose content holds commas.
const LISTS: [&str; 4] = ["AllocTRES", "ReqTRES", "NodeList", "Partition"];

impl Header {
    /// The columns that a line names.
    ///
    /// # Errors
    /// What is missing, in words.
    pub fn parse(line: &str, delimiter: &str, prefers_processors: bool) -> Result<Self, String> {
        let ends_with_delimiter = line.ends_with(delimiter);
        let names: Vec<&str> = line.strip_suffix(delimiter).unwrap_or(line).split(delimiter).map(str::trim).collect();
        let find = |name: &str| names.iter().position(|known| known.eq_ignore_ascii_case(name));
        let plain = |wanted: &[&str]| -> Vec<Counted> {
            wanted.iter().filter_map(|name| find(name)).map(|column| Counted { column, key: None }).collect()
        };
        let listed = |key: &'static str| -> Vec<Counted> {
            TRES.iter().filter_map(|name| find(name)).map(|column| Counted { column, key: Some(key) }).collect()
        };
        let needed = |found: Option<usize>, name: &str| found.ok_or_else(|| format!("there is no column {name}"));
        let or_listed = |counts: Vec<Counted>, key| if counts.is_empty() { listed(key) } else { counts };
        let (nodes, processors) = (or_listed(plain(&NODES), "node"), or_listed(plain(&PROCESSORS), "cpu"));
        let counts_nodes = !nodes.is_empty() && (!prefers_processors || processors.is_empty());
        let is_free = |name: &&str| {
            let is_one_of = |list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(name));
            is_one_of(&FREE) || (delimiter == "," && is_one_of(&LISTS))
        };
        let header = Self {
            delimiter: delimiter.to_string(),
            columns: names.len(),
            names: names.iter().map(|name| name.to_ascii_lowercase()).collect(),
            ends_with_delimiter,
            free: names.iter().position(&is_free).zip(names.iter().rposition(is_free)),
            id: needed(find("JobID").or_else(|| find("JobIDRaw")), "JobID")?,
            submit: needed(find("Submit"), "Submit")?,
            start: needed(find("Start"), "Start")?,
            end: find("End"),
            elapsed: find("ElapsedRaw").or_else(|| find("Elapsed")),
            limit: find("TimelimitRaw").or_else(|| find("Timelimit")),
            state: find("State"),
            node_list: find("NodeList"),
            allocated_tres: find("AllocTRES"),
            partition: find("Partition"),
            counts: if counts_nodes { nodes } else { processors },
            counts_nodes,
        };
        if header.end.is_none() && header.elapsed.is_none() {
            return Err("there is no column End".to_string());
        }
        if header.counts.is_empty() {
            return Err("there is no column AllocNodes, NNodes or NCPUS".to_string());
        }
        Ok(header)
    }

    /// Where a further column is.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.eq_ignore_ascii_case(name))
    }

    /// The columns of a line. Text of users may hold the delimiter; if only columns with such text are hit, the others are read all the same and those are
    /// empty.
    ///
    /// # Errors
    /// Too few or too many, in words.
    pub fn fields<'a>(&self, line: &'a str) -> Result<Vec<&'a str>, String> {
        let mut fields: Vec<&str> = line.split(self.delimiter.as_str()).map(str::trim).collect();
        if self.ends_with_delimiter && fields.len() > self.columns && fields.last() == Some(&"") {
            fields.pop();
        }
        let found = fields.len();
        if found < self.columns {
            return Err(format!("{found} fields; the header names {} columns", self.columns));
        }
        if found == self.columns {
            return Ok(fields);
        }
        let needed = [Some(self.id), Some(self.submit), Some(self.start), self.end, self.elapsed, self.limit, self.state];
        let further = [self.node_list, self.allocated_tres, self.partition];
        let mut all = needed.into_iter().chain(further).flatten().chain(self.counts.iter().map(|counted| counted.column));
        match self.free {
            Some((first, last)) if all.all(|column| column < first || column > last) => {
                let behind = fields.split_off(found - (self.columns - 1 - last));
                fields.truncate(first);
                fields.resize(last + 1, "");
                fields.extend(behind);
                Ok(fields)
            }
            _ => Err(format!(
                "{found} fields; the header names {} columns: a name in it holds {:?}, so that numbers are not where the header says; leave out columns \
                 such as JobName, or print with a --delimiter that no name holds",
                self.columns, self.delimiter
            )),
        }
    }
}

/// The delimiter of a line that names columns, `JobID` or any other first: what stands behind its first name. `None` if it has only one name.
pub(crate) fn delimiter(line: &str) -> Option<String> {
    if line.contains('|') && !line.contains("||") {
        return Some("|".to_string());
    }
    let is_name = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let found: String = line.trim_start().chars().skip_while(is_name).take_while(|c| !is_name(c)).collect();
    (!found.is_empty()).then_some(found)
}

/// Whether a word stands for nothing.
fn is_nothing(word: &str) -> bool {
    ["", "unknown", "none", "n/a", "invalid"].iter().any(|nothing| word.eq_ignore_ascii_case(nothing))
}

/// A moment of accounting data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Seconds since 1970; as if it were in UTC where no zone is told.
    pub seconds: i64,
    /// Seconds that the local clock is ahead of UTC; `None` if no zone is told.
    pub offset: Option<i32>,
}

/// Least number of digits of seconds since 1970 (from 1973 on): fewer are a year or a day.
const EPOCH_DIGITS: std::ops::RangeInclusive<usize> = 9..=11;

/// A moment such as `2024-03-01T12:00:00`: without seconds, with a blank for the T, with an offset such as `+0100`, or as seconds since 1970. `None` for
/// words such as `Unknown`.
///
/// # Errors
/// Something else, or a date that there is not.
pub(crate) fn moment(word: &str) -> Result<Option<Moment>, ()> {
    if is_nothing(word) {
        return Ok(None);
    }
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: Option<&str>| -> Result<i64, ()> {
        text.filter(|text| text.len() == 2 && are_digits(text)).and_then(|text| text.parse().ok()).ok_or(())
    };
    if are_digits(word) && EPOCH_DIGITS.contains(&word.len()) {
        return Ok(Some(Moment { seconds: word.parse().map_err(|_| ())?, offset: Some(0) }));
    }
    let date = word.get(..10).filter(|date| date.bytes().enumerate().all(|(at, byte)| (byte == b'-') == (at == 4 || at == 7)));
    let date = date.ok_or(())?;
    let year = date.get(..4).filter(|year| are_digits(year)).and_then(|year| year.parse::<i64>().ok()).ok_or(())?;
    let (month, day) = (number(date.get(5..7))?, number(date.get(8..10))?);
    if !(1..=12).contains(&month)
        || !(1..=days_in(year, month)).contains(&day)
        || !matches!(word.as_bytes().get(10), Some(b'T' | b' '))
    {
        return Err(());
    }
    let rest = word.get(11..).ok_or(())?;
    let zone_at = rest.find(['+', '-', 'Z', 'z']).unwrap_or(rest.len());
    let (clock, zone) = (rest[..zone_at].trim_end(), &rest[zone_at..]);
    // Fractions of a second are of no account.
    let clock = clock.split('.').next().unwrap_or(clock);
    let mut parts = clock.split(':');
    let (hour, minute) = (number(parts.next())?, number(parts.next())?);
    let second = parts.next().map_or(Ok(0), |second| number(Some(second)))?;
    if hour > 23 || minute > 59 || second > 60 || parts.next().is_some() {
        return Err(());
    }
    let offset = match zone.as_bytes() {
        [] => None,
        [b'Z' | b'z'] => Some(0),
        [sign, ..] => {
            let digits = zone[1..].replace(':', "");
            let (hours, minutes) = (number(digits.get(..2))?, digits.get(2..).filter(|rest| !rest.is_empty()));
            let minutes = minutes.map_or(Ok(0), |minutes| number(Some(minutes)))?;
            if hours > 14 || minutes > 59 {
                return Err(());
            }
            let ahead = (hours * 3_600 + minutes * 60) as i32;
            Some(if *sign == b'-' { -ahead } else { ahead })
        }
    };
    // Counted from the first of March of the year 0, so that leap days come last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day - 1;
    let local = (days - 719_468) * 86_400 + hour * 3_600 + minute * 60 + second;
    Ok(Some(Moment { seconds: local - i64::from(offset.unwrap_or(0)), offset }))
}

/// Days of a month.
fn days_in(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// A length of time such as `1-12:00:00`, `12:00:00`, `30:00` or `30` (minutes, or `unit` seconds each) in seconds; `None` for `UNLIMITED` and the like.
///
/// # Errors
/// Something else.
pub(crate) fn length(word: &str, unit: i64) -> Result<Option<i64>, ()> {
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

/// The number of a job: that of the array or of the heterogeneous job it is part of, and whether it is such a part (`123+0`). `None` for a step.
///
/// # Errors
/// No number.
pub(crate) fn job_number(word: &str) -> Result<Option<(u32, bool)>, ()> {
    if word.contains('.') {
        return Ok(None);
    }
    let digits = word.split(['_', '+']).next().unwrap_or(word);
    digits.parse().map(|number| Some((number, word.contains('+')))).map_err(|_| ())
}

/// How many nodes or processors. Slurm shortens large numbers in units of 1,024: `2K` is 2,048, `1.50K` is 1,536.
///
/// # Errors
/// No number.
pub(crate) fn count(word: &str) -> Result<i32, ()> {
    if is_nothing(word) {
        return Ok(0);
    }
    let unit = |letter: char| "KMG".find(letter.to_ascii_uppercase()).map(|power| (1_u64 << (10 * (power + 1))) as f64);
    let (digits, times) = match word.chars().last().and_then(unit) {
        Some(times) => (&word[..word.len() - 1], times),
        None => (word, 1.0),
    };
    let is_decimal = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = digits.parse::<f64>().ok().filter(|_| is_decimal).map(|number| number * times);
    number.filter(|number| number.fract() == 0.0 && *number <= f64::from(i32::MAX)).map(|number| number as i32).ok_or(())
}

/// How many nodes or processors a list such as `billing=12,cpu=12,node=1` names under this key; 0 if it does not.
///
/// # Errors
/// No number.
pub(crate) fn listed_count(word: &str, key: &str) -> Result<i32, ()> {
    let found = word.split(',').filter_map(|entry| entry.split_once('=')).find(|(name, _)| name.trim() == key);
    found.map_or(Ok(0), |(_, number)| count(number.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_sacct_mean_what_they_say() {
        let local = |seconds| Ok(Some(Moment { seconds, offset: None }));
        let zoned = |seconds, offset| Ok(Some(Moment { seconds, offset: Some(offset) }));
        let moments = [
            ("1970-01-01T00:00:00", local(0)),
            ("2024-02-29T12:30:01", local(1_709_209_801)),
            ("2024-02-29T12:30", local(1_709_209_800)),
            ("2024-02-29 12:30:01", local(1_709_209_801)),
            ("2024-02-29T12:30:01.250", local(1_709_209_801)),
            ("2024-02-29T12:30:01Z", zoned(1_709_209_801, 0)),
            ("2024-02-29T13:30:01+0100", zoned(1_709_209_801, 3_600)),
            ("2024-02-29T07:00:01-05:30", zoned(1_709_209_801, -19_800)),
            ("1709209801", zoned(1_709_209_801, 0)),
            ("Unknown", Ok(None)),
            ("None", Ok(None)),
        ];
        for (word, expected) in moments {
            assert_eq!(moment(word), expected, "{word}");
        }
        let refused = [
            "2024-13-01T00:00:00",
            "2024-02-30T00:00:00",
            "2023-02-29T00:00",
            "2024-03-01",
            "2024-03-01T12",
            "2024-03-01T24:00",
            "20240301",
        ];
        for word in [&refused[..], &["2024-03-01T12:00:00+1", "2024-03-01T12:00:00:00", "2024-03-01T12:00:00+99", "é"]].concat() {
            assert_eq!(moment(word), Err(()), "{word}");
        }
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
        assert_eq!(["123", "123_4", "123_[5-9]"].map(job_number), [Ok(Some((123, false))); 3]);
        assert_eq!(job_number("123+0"), Ok(Some((123, true))));
        assert_eq!((job_number("123.batch"), job_number("123_4.0"), job_number("x")), (Ok(None), Ok(None), Err(())));
        let counts = [("12", Ok(12)), ("2K", Ok(2_048)), ("1.50K", Ok(1_536)), ("1M", Ok(1 << 20)), ("", Ok(0)), ("9K", Ok(9_216))];
        for (word, expected) in counts {
            assert_eq!(count(word), expected, "{word}");
        }
        for word in ["-1", "1.5", "K", "1e3", "99G", "1.0001K"] {
            assert_eq!(count(word), Err(()), "{word}");
        }
        assert_eq!(
            (listed_count("cpu=12,node=1", "node"), listed_count("", "node"), listed_count("node=x", "node")),
            (Ok(1), Ok(0), Err(()))
        );
    }

    #[test]
    fn a_delimiter_inside_a_name_moves_no_number() {
        let header = |line: &str| Header::parse(line, &delimiter(line).unwrap(), false).unwrap();
        // The text of users stands last, first, in the middle: what is not hit is read.
        let last = header("JobID|Submit|Start|End|NNodes|JobName");
        assert_eq!(last.fields("1|s|t|e|2|a|b|c"), Ok(vec!["1", "s", "t", "e", "2", ""]));
        assert_eq!(last.fields("1|s|t|e|2|run|"), Ok(vec!["1", "s", "t", "e", "2", ""]));
        let middle = header("JobID|JobName|NNodes|Submit|Start|End");
        assert_eq!(middle.fields("1|run|64|2|s|t|e"), Ok(vec!["1", "", "2", "s", "t", "e"]));
        assert_eq!(middle.fields("1|run|2|s|t|"), Ok(vec!["1", "run", "2", "s", "t", ""]));
        // Two such texts around a number: it may be anywhere.
        let around = header("JobID|JobName|NNodes|Comment|Submit|Start|End");
        assert!(
            around
                .fields("1|run|64|2||s|t|e")
                .unwrap_err()
                .starts_with("8 fields; the header names 7 columns: a name in it holds \"|\"")
        );
        // No column may hold it, and an empty last column is no end of `--parsable`.
        let none = header("JobID|User|NNodes|Submit|Start|End|Timelimit");
        assert!(none.fields("1|run|64|2|s|t|e|").is_err());
        assert_eq!(none.fields("1|run|64").unwrap_err(), "3 fields; the header names 7 columns");
        let barred = header("JobID|Submit|Start|End|NNodes|");
        assert_eq!(barred.fields("1|s|t|e|2|"), Ok(vec!["1", "s", "t", "e", "2"]));
        let other = header("JobID@@Submit@@Start@@End@@NNodes");
        assert_eq!((other.delimiter.as_str(), other.fields("1@@s@@t@@e@@2")), ("@@", Ok(vec!["1", "s", "t", "e", "2"])));
        let comma = header("JobID,Submit,Start,End,AllocTRES");
        assert_eq!(
            comma.fields("1,s,t,e,cpu=1,node=2").unwrap_err().split(':').next(),
            Some("6 fields; the header names 5 columns")
        );
    }
}
