//! One line of a log.

use super::{SwfHeader, SwfJobs};
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
/// Greatest time in a log, in seconds: three centuries.
pub const TIME_SECONDS_MAX: f64 = 1e10;
/// Greatest number of processors in a log.
pub const PROCESSORS_MAX: i32 = 1_000_000_000;
/// Statuses of lines that describe a part of a job's execution; the job has a line of its own besides.
const PARTIAL: [f64; 3] = [2.0, 3.0, 4.0];

/// What a line without comment holds.
#[derive(Debug)]
pub(super) struct JobLine {
    number: u32,
    submit: f64,
    wait: f64,
    run: f64,
    allocated: i32,
    requested: i32,
    requested_time: f64,
}

impl JobLine {
    /// Reads a job line.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(line: &[u8]) -> Result<Self, String> {
        let mut values = [0.0_f64; FIELDS];
        let mut fields = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
        let mut count = 0;
        for field in fields.by_ref().take(FIELDS) {
            // The first field that is no number is worth telling only if the line has the right number of fields: count first.
            values[count] = number(field).unwrap_or(f64::NAN);
            count += 1;
        }
        let rest = fields.count();
        if count + rest != FIELDS {
            let s = if count + rest == 1 { "" } else { "s" };
            return Err(format!("{} field{s}; a job line has {FIELDS}", count + rest));
        }
        if let Some(i) = values.iter().position(|value| value.is_nan()) {
            let field = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).nth(i).unwrap_or_default();
            let shown: String = String::from_utf8_lossy(field).chars().take(20).collect();
            return Err(format!("field {} ({}) is {shown:?}; must be a number", i + 1, NAMES[i]));
        }
        let [_, submit, wait, run, _, _, _, _, requested_time, _, status, ..] = values;
        if PARTIAL.contains(&status) {
            return Err(format!("status {status} marks a part of a job's execution; the job's own line counts"));
        }
        Ok(Self {
            number: whole(&values, 0, 0.0, f64::from(bounds::USER.max))? as u32,
            submit: within(&values, 1, 0.0, TIME_SECONDS_MAX).map(|()| submit)?,
            // Of use only where a log is replayed as it was: what makes no sense there is unknown, and no reason to refuse the line.
            wait: if (0.0..=TIME_SECONDS_MAX).contains(&wait) { wait } else { -1.0 },
            run: within(&values, 3, -1.0, TIME_SECONDS_MAX).map(|()| run)?,
            allocated: whole(&values, 4, -1.0, f64::from(PROCESSORS_MAX))? as i32,
            requested: whole(&values, 7, -1.0, f64::from(PROCESSORS_MAX))? as i32,
            requested_time: within(&values, 8, -1.0, TIME_SECONDS_MAX).map(|()| requested_time)?,
        })
    }

    /// Appends the job of `line` to the columns.
    pub fn push_to(&self, jobs: &mut SwfJobs, line: u32) {
        jobs.line.push(line);
        jobs.number.push(self.number);
        jobs.submit.push(self.submit);
        jobs.wait.push(self.wait);
        jobs.run.push(self.run);
        jobs.allocated.push(self.allocated);
        jobs.requested.push(self.requested);
        jobs.requested_time.push(self.requested_time);
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
        match name.trim() {
            "Computer" => set(&mut self.computer, text(value)),
            "Installation" => set(&mut self.installation, text(value)),
            "MaxNodes" => set(&mut self.max_nodes, leading(value)),
            "MaxProcs" => set(&mut self.max_procs, leading(value)),
            "MaxJobs" => set(&mut self.max_jobs, leading(value)),
            "TimeZone" => set(&mut self.time_zone, leading(value)),
            "StartTime" => set(&mut self.start_time, read_unix_date(value)),
            "UnixStartTime" => set(&mut self.unix_start_time, leading(value)),
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

/// The number that a value starts with.
fn leading<T: std::str::FromStr>(value: &str) -> Option<T> {
    let end = value.char_indices().find(|(i, c)| !(c.is_ascii_digit() || (*i == 0 && *c == '-'))).map_or(value.len(), |(i, _)| i);
    value[..end].parse().ok()
}
