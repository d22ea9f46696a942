//! On what the figures were taken: they mean little without.

use super::document::{grouped, short, spread};
use crate::measure::clock::timed;
use bookahead_reference::kernel;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread::available_parallelism;

/// The first line of what a program prints, or a question mark.
fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().map_or_else(|| "?".to_string(), |line| line.trim().to_string())
}

/// The value after `key` in a file of the kernel's.
fn line_of(path: &str, key: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

/// How fast the machine is from moment to moment: one that others share is not always the same.
#[derive(Default)]
pub struct Moments(Vec<f64>);

impl Moments {
    /// Takes down the reference kernel's M rounds/s, the median of some turns.
    pub fn take(&mut self) {
        let turns: Vec<f64> = (0..11).map(|_| timed(|| kernel::rounds(1_000_000)).0).collect();
        self.0.push(1e3 / spread(&turns)[0]);
    }

    /// The slowest and the fastest moment in words.
    pub fn text(&self) -> String {
        let [_, _, most] = spread(&self.0);
        let least = self.0.iter().copied().fold(f64::INFINITY, f64::min);
        format!("Reference kernel from row to row: {} to {} M rounds/s.", short(least), short(most))
    }
}

/// Today, as the system's `date` says.
pub fn today() -> String {
    first_line("date", &["+%Y-%m-%d"])
}

/// One line: processor, cores, memory, system, compiler, browser, commit.
pub fn described() -> String {
    let processor =
        line_of("/proc/cpuinfo", "model name").unwrap_or_else(|| first_line("sysctl", &["-n", "machdep.cpu.brand_string"]));
    let cores = available_parallelism().map_or_else(|_| "?".to_string(), |cores| cores.to_string());
    let kilobytes = line_of("/proc/meminfo", "MemTotal").and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let memory = kilobytes.map_or_else(|| "?".to_string(), |kilobytes| grouped((kilobytes / 1024.0 / 1024.0).round() as i64));
    let system = line_of_os().unwrap_or_else(|| env::consts::OS.to_string());
    let rustc = first_line("rustc", &["--version"]);
    let chrome = env::var_os("CHROME").map(PathBuf::from).unwrap_or_else(|| "chromium".into());
    let chromium = first_line(&chrome.to_string_lossy(), &["--version"]);
    let commit = first_line("git", &["rev-parse", "--short", "HEAD"]);
    format!("{processor}, {cores} cores, {memory} GiB, {system}; {rustc}; {chromium}, no GPU; {}, on top of {commit}.", today())
}

fn line_of_os() -> Option<String> {
    let text = fs::read_to_string("/etc/os-release").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(line.trim_matches('"').to_string())
}
