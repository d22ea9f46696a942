//! One line of a log.

use super::{NO_USER, SwfHeader, SwfLog};
use bookahead_engine::core::bounds::TITLE_CHARS;
use bookahead_engine::core::calendar::read_unix_date;
use bookahead_engine::slots::bounds;

/// Fields of a job line.
const FIELDS: usize = 18;
/// Names of the fields, for messages.
const NAMES: [&str; FIELDS] = [
    "job number",
    "submit time",
    "wait time",
    "run time",
    "allocated processors",
    "average CPU time",
    "used memory",
    "requested processors",
    "requested time",
    "requested memory",
    "status",
    "user",
    "group",
    "executable",
    "queue",
    "partition",
    "preceding job",
    "think time",
];
/// Greatest number of a job.
pub const JOB_NUMBER_MAX: u32 = bounds::USER.max;
/// Greatest number of a job in a log: whole numbers are exact up to here.
const LOGGED_NUMBER_MAX: f64 = 9_007_199_254_740_992.0;
/// Greatest time in a log, in seconds: three centuries.
pub const TIME_SECONDS_MAX: f64 = 1e10;
/// Greatest number of processors in a log.
pub const PROCESSORS_MAX: i32 = 1_000_000_000;
/// Statuses of lines that describe a part of a job's execution; the job has a line of its own besides.
const PARTIAL: [f64; 3] = [2.0, 3.0, 4.0];

/// Status of a job that was cancelled, before its start or while it ran.
const CANCELLED: f64 = 5.0;

/// Why a line is no job.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Something is wrong with it.
    Bad(String),
    /// It is as it should be, but of a part of a job's execution.
    Part(String),
    /// It is as it should be, but the job never ran.
    NeverRan,
}

impl From<String> for Refusal {
    fn from(what: String) -> Self {
        Self::Bad(what)
    }
}

/// What a line without comment holds.
#[derive(Debug)]
pub(super) struct JobLine {
    /// `None` if it is greater than any number of a job here: some sites count beyond 2³².
    number: Option<u32>,
    submit: f64,
    wait: f64,
    run: f64,
    allocated: i32,
    requested: i32,
    requested_time: f64,
    /// What is no number of a user is not known, and no reason to refuse the line.
    user: u32,
    partition: f64,
    /// Whether there are fields behind the last one.
    pub has_further: bool,
}

impl JobLine {
    /// Reads a job line. Fields behind the last one are passed over: some archives add their own.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(line: &[u8]) -> Result<Self, Refusal> {
        let mut values = [0.0_f64; FIELDS];
        let mut fields = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
        let mut count = 0;
        for field in fields.by_ref().take(FIELDS) {
            // The first field that is no number is worth telling only if the line has the right number of fields: count first.
            values[count] = number(field).unwrap_or(f64::NAN);
            count += 1;
        }
        if count < FIELDS {
            let s = if count == 1 { "" } else { "s" };
            return Err(Refusal::Bad(format!("{count} field{s}; a job line has {FIELDS}")));
        }
        if let Some(i) = values.iter().position(|value| value.is_nan()) {
            let field = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).nth(i).unwrap_or_default();
            let shown: String = String::from_utf8_lossy(field).chars().take(20).collect();
            return Err(Refusal::Bad(format!("field {} ({}) is {shown:?}; must be a number", i + 1, NAMES[i])));
        }
        let [_, submit, wait, run, allocated, _, _, _, requested_time, _, status, user, _, _, _, partition, ..] = values;
        if PARTIAL.contains(&status) {
            return Err(Refusal::Part(format!("status {status} marks a part of a job's execution; the job's own line counts")));
        }
        if status == CANCELLED && run <= 0.0 && allocated <= 0.0 {
            return Err(Refusal::NeverRan);
        }
        Ok(Self {
            number: Some(whole(&values, 0, 0.0, LOGGED_NUMBER_MAX)?)
                .filter(|&number| number <= f64::from(JOB_NUMBER_MAX))
                .map(|number| number as u32),
            submit: within(&values, 1, 0.0, TIME_SECONDS_MAX).map(|()| submit)?,
            // Of use only where a log is replayed as it was: what makes no sense there is unknown, and no reason to refuse the line.
            wait: if (0.0..=TIME_SECONDS_MAX).contains(&wait) { wait } else { -1.0 },
            run: within(&values, 3, -1.0, TIME_SECONDS_MAX).map(|()| run)?,
            allocated: whole(&values, 4, -1.0, f64::from(PROCESSORS_MAX))? as i32,
            requested: whole(&values, 7, -1.0, f64::from(PROCESSORS_MAX))? as i32,
            requested_time: within(&values, 8, -1.0, TIME_SECONDS_MAX).map(|()| requested_time)?,
            user: if (0.0..f64::from(NO_USER)).contains(&user) { user as u32 } else { NO_USER },
            partition,
            has_further: fields.next().is_some(),
        })
    }

    /// Appends the job of `line` to the columns.
    pub fn push_to(&self, log: &mut SwfLog, line: u32) {
        log.notes.further_fields += u32::from(self.has_further);
        log.add_partition(&shown(self.partition));
        let jobs = &mut log.jobs;
        jobs.line.push(line);
        log.notes.renumbered += u32::from(self.number.is_none());
        jobs.number.push(self.number.unwrap_or(jobs.line.len() as u32));
        jobs.submit.push(self.submit);
        jobs.wait.push(self.wait);
        jobs.run.push(self.run);
        jobs.allocated.push(self.allocated);
        jobs.requested.push(self.requested);
        jobs.requested_time.push(self.requested_time);
        jobs.user.push(self.user);
    }
}

/// A finite decimal number.
fn number(field: &[u8]) -> Option<f64> {
    // Nearly every field is a short whole number.
    let (negative, digits) = match field {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if (1..=15).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) {
        let value = digits.iter().fold(0_u64, |value, digit| value * 10 + u64::from(digit - b'0')) as f64;
        return Some(if negative { -value } else { value });
    }
    // What overflows becomes infinite and is told as out of range.
    let is_decimal = field.iter().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte));
    // The standard library also takes words such as `inf` and `nan`; a log has none.
    is_decimal.then(|| std::str::from_utf8(field).ok()?.parse().ok())?
}

fn within(values: &[f64; FIELDS], i: usize, min: f64, max: f64) -> Result<(), String> {
    if (min..=max).contains(&values[i]) {
        return Ok(());
    }
    Err(format!("field {} ({}) is {}; must be from {min} to {max}", i + 1, NAMES[i], shown(values[i])))
}

fn whole(values: &[f64; FIELDS], i: usize, min: f64, max: f64) -> Result<f64, String> {
    if (min..=max).contains(&values[i]) && values[i].fract() == 0.0 {
        return Ok(values[i]);
    }
    Err(format!("field {} ({}) is {}; must be a whole number from {min} to {max}", i + 1, NAMES[i], shown(values[i])))
}

fn shown(value: f64) -> String {
    if value.abs() >= 1e15 { format!("{value:e}") } else { value.to_string() }
}

impl SwfHeader {
    /// Takes what is of use from a header line, without its semicolon. The first mention of a field counts.
    pub(super) fn read(&mut self, line: &[u8]) {
        let line = String::from_utf8_lossy(line);
        let Some((name, value)) = line.split_once(':') else { return };
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "computer" => set(&mut self.computer, text(value)),
            "installation" => set(&mut self.installation, text(value)),
            "maxnodes" => set(&mut self.max_nodes, leading(value)),
            "maxprocs" => set(&mut self.max_procs, leading(value)),
            "maxjobs" => set(&mut self.max_jobs, leading(value)),
            "timezone" => set(&mut self.time_zone, leading(value)),
            "starttime" => set(&mut self.start_time, read_unix_date(value)),
            "unixstarttime" => set(&mut self.unix_start_time, leading(value)),
            _ => {}
        }
    }
}

fn set<T>(field: &mut Option<T>, value: Option<T>) {
    if field.is_none() {
        *field = value;
    }
}

fn text(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.chars().take(TITLE_CHARS).collect())
}

/// The whole number that a value starts with; its digits may stand in groups of three (`1,024`). `None` for another number, such as `1e9` or `1.5`.
fn leading<T: std::str::FromStr>(value: &str) -> Option<T> {
    let word = value.split(|c: char| c.is_whitespace() || c == '(' || c == ';').next().unwrap_or_default();
    let digits = word.strip_prefix('-').unwrap_or(word);
    // A comma or full stop may end a number in a sentence.
    let digits = digits.trim_end_matches([',', '.']);
    let mut groups = digits.split(',');
    let is_digits = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = groups.next().is_some_and(|first| is_digits(first) && (first.len() <= 3 || !digits.contains(',')));
    let are_groups = groups.all(|group| group.len() == 3 && is_digits(group));
    let sign = if word.starts_with('-') { "-" } else { "" };
    if is_number && are_groups { format!("{sign}{}", digits.replace(',', "")).parse().ok() } else { with_unit(word) }
}

/// A number with a word behind it, such as `128nodes`.
fn with_unit<T: std::str::FromStr>(word: &str) -> Option<T> {
    let end = word.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(word.len());
    let (number, rest) = word.split_at(end);
    let is_unit = rest.starts_with(|c: char| c.is_alphabetic() || c == '/') && !rest.starts_with(['e', 'E']);
    if is_unit { number.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_says_a_number_or_nothing() {
        let cases = [
            ("1024", Some(1_024)),
            ("1,024", Some(1_024)),
            ("1,048,576", Some(1_048_576)),
            ("430 nodes (5 for development)", Some(430)),
            ("430,", Some(430)),
            ("128nodes", Some(128)),
            ("128(64 used)", Some(128)),
            ("-7200", Some(-7_200)),
            ("1e9", None),
            ("1.5", None),
            ("1,02", None),
            ("1024,5", None),
            ("UNKNOWN", None),
            ("", None),
        ];
        for (value, expected) in cases {
            assert_eq!(leading::<i32>(value), expected, "{value}");
        }
        let mut header = SwfHeader::default();
        header.read(b" maxprocs: 64");
        header.read(b"MAXNODES: 8");
        assert_eq!((header.max_procs, header.max_nodes), (Some(64), Some(8)));
    }
}
