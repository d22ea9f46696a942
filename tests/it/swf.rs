//! Workload logs: what occurs in them, what is refused with its line, and the archive's own logs where they are at hand.

use bookahead::engine::slots::bounds;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::workload::Source;
use bookahead::formats::sacct::{SacctError, read_sacct};
use bookahead::formats::swf::{
    ImportError, InputError, Oversize, PROBLEMS_KEPT, SwfError, SwfOptions, SwfReader, read_log, to_workload,
};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A job line: number, submit, run, allocated, requested processors, requested time.
fn job(number: i64, submit: i64, run: i64, allocated: i64, requested: i64, time: i64) -> String {
    format!("{number} {submit} 10 {run} {allocated} 12.50 -1 {requested} {time} -1 1 4 1 -1 0 -1 -1 -1\n")
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

fn requests_of(text: &str, options: &SwfOptions) -> Vec<Request> {
    let log = read_log(text.as_bytes().to_vec()).expect("a log");
    let (_, workload, _) = to_workload(&log, options).expect("a workload");
    let Source::Requests(requests) = workload.source else { panic!("a list") };
    requests.to_vec()
}

/// The problem of a file with one good job and this line after it.
#[track_caller]
fn problem(line: &str, what: &str) {
    let log = read_log(format!("{}{line}\n", job(1, 0, 10, 1, 1, 10)).into_bytes()).expect("one good job");
    assert_eq!((log.jobs.len(), log.problems.total), (1, 1), "{line}");
    assert_eq!((log.problems.kept[0].line, log.problems.kept[0].what.as_str()), (2, what));
}

#[test]
fn jobs_become_requests_by_the_documented_rule() {
    let text = job(5, 1_000, 100, 3, 2, 601) + &job(6, 1_299, 900, 4, -1, -1) + &job(7, 1_300, 50, -1, 1, 30);
    let requests = requests_of(&text, &SwfOptions { book_ahead: 3, ..SwfOptions::default() });
    let expected = [
        // Requested time and processors go first: ⌈601 ÷ 300⌉ = 3 slots, two nodes; relax 12 + 3.
        Request { user: 5, submitted: 0, earliest_start: 3, latest_start: 18, duration: 3, nodes: 2, jobs: 1 },
        // Else run time and allocated processors; 299 seconds later is still the same slot.
        Request { user: 6, submitted: 0, earliest_start: 3, latest_start: 18, duration: 3, nodes: 4, jobs: 1 },
        Request { user: 7, submitted: 1, earliest_start: 4, latest_start: 17, duration: 1, nodes: 1, jobs: 1 },
    ];
    assert_eq!(requests, expected);
    let rounded =
        requests_of(&job(1, 0, 10, 1, 1, 900), &SwfOptions { relax_slots: 1, relax_percent: 34, ..SwfOptions::default() });
    assert_eq!(rounded[0].relax(), 1 + 2, "34 % of 3 slots is rounded up");
}

#[test]
fn submit_times_may_be_out_of_order_and_floats() {
    let float = "3 250.75 -1 9 1 -1 -1 1 9 -1 1 1 1 -1 -1 -1 -1 -1\n";
    let requests = requests_of(&(job(1, 900, 10, 1, 1, 10) + &job(2, 300, 10, 1, 1, 10) + float), &SwfOptions::default());
    assert_eq!(requests.iter().map(|r| (r.user, r.submitted)).collect::<Vec<_>>(), [(3, 0), (2, 0), (1, 2)]);
}

#[test]
fn the_header_names_machine_and_moment() {
    let header = "\u{feff}; Computer: IBM SP2\r\n;MaxNodes: 338 (batch partition; 512 total)\r\n; MaxProcs: 676\n; UnixStartTime: 835823160\n\
                  ; Note: anything: goes\n;\n; MaxProcs: 1\n\n";
    let log = read_log(format!("{header}{}", job(1, 0, 10, 1, 1, 10).replace('\n', "\r\n")).into_bytes()).expect("a log");
    assert_eq!(log.header.computer.as_deref(), Some("IBM SP2"));
    assert_eq!((log.header.max_nodes, log.header.max_procs, log.header.unix_start_time), (Some(338), Some(676), Some(835_823_160)));
    let nodes_of = |text: String| {
        let log = read_log(text.into_bytes()).expect("a log");
        to_workload(&log, &SwfOptions::default()).expect("a workload").0.nodes
    };
    assert_eq!(nodes_of(header.to_string() + &job(1, 0, 10, 1, 1, 10)), 676);
    assert_eq!(nodes_of("; MaxNodes: 256\n".to_string() + &job(1, 0, 10, 1, 1, 10)), 256);
    assert_eq!(nodes_of("; MaxProcs: -1\n".to_string() + &job(1, 0, 10, 7, -1, 10)), 7, "the largest job");
}

#[test]
fn jobs_with_numbers_beyond_ours_are_numbered_by_their_place() {
    let good = job(2, 5, 10, 1, 1, 10);
    let log =
        read_log(format!("{good}{}{}", good.replacen('2', "4294967299", 1), good.replacen('2', "4294967294", 1)).into_bytes())
            .unwrap();
    assert_eq!(log.jobs.number, [2, 2, 4_294_967_294]);
    assert_eq!(log.notes.words(), ["1 job has its place in the file for a number"]);
}

#[test]
fn bad_lines_are_told_with_their_number() {
    let good = job(2, 5, 10, 1, 1, 10);
    let good = good.trim_end();
    problem("2 5 -1 10 1 -1 -1 1 10 -1 1 4 1 -1 0 -1 -1", "17 fields; a job line has 18");
    problem("7", "1 field; a job line has 18");
    problem(&good.replace("12.50", "12,50"), "field 6 (average CPU time) is \"12,50\"; must be a number");
    problem(&good.replace("12.50", "NaN"), "field 6 (average CPU time) is \"NaN\"; must be a number");
    problem(&good.replace("12.50", "inf"), "field 6 (average CPU time) is \"inf\"; must be a number");
    problem(&good.replacen('2', "-2", 1), "field 1 (job number) is -2; must be a whole number from 0 to 9007199254740992");
    problem(&good.replacen('5', "1e99", 1), "field 2 (submit time) is 1e99; must be from 0 to 10000000000");
    problem(&good.replacen('5', "1e999", 1), "field 2 (submit time) is inf; must be from 0 to 10000000000");
    problem(&good.replacen('5', "-5", 1), "field 2 (submit time) is -5; must be from 0 to 10000000000");
    problem(
        "2 5 -1 10 1.5 -1 -1 1 10 -1 1 4 1 -1 0 -1 -1 -1",
        "field 5 (allocated processors) is 1.5; must be a whole number from -1 to 1000000000",
    );
    problem(
        "2 5 -1 10 1 -1 -1 1 10 -1 3 4 1 -1 0 -1 -1 -1",
        "status 3 marks a part of a job's execution; the job's own line counts",
    );
}

#[test]
fn many_bad_lines_are_counted_and_the_first_are_kept() {
    let mut text = String::new();
    for i in 0..300 {
        text += &job(i, i, 10, 1, 1, 10);
        text += "1 2 3\n";
    }
    let log = read_log(text.into_bytes()).expect("as many jobs as bad lines");
    assert_eq!((log.jobs.len(), log.problems.total, log.problems.kept.len()), (300, 300, PROBLEMS_KEPT));
    assert_eq!(log.problems.kept[99].line, 200);
}

#[test]
fn jobs_that_cannot_be_used_are_left_out_with_the_reason() {
    let text = job(1, 0, -1, 1, 1, -1) + &job(2, 0, 10, -1, 0, 10) + &job(3, 0, 10, 9, -1, 10) + &job(4, 600, 0, 2, 2, 10);
    let log = read_log(text.into_bytes()).expect("a log");
    let options = SwfOptions { machine_nodes: Some(5), ..SwfOptions::default() };
    let (_, workload, report) = to_workload(&log, &options).expect("a workload");
    let told: Vec<(u32, &str)> = report.skipped.kept.iter().map(|p| (p.line, p.what.as_str())).collect();
    let expected = [
        (1, "neither requested time nor run time is known"),
        (2, "neither requested nor allocated processors are known"),
        (3, "9 processors on a machine of 5"),
    ];
    assert_eq!(told, expected);
    assert_eq!((report.requests, report.oversize_skipped, report.oversize_clipped, report.first_submit_seconds), (1, 1, 0, 600.0));
    assert_eq!(workload.source.len(), 1);
    let (_, workload, report) = to_workload(&log, &SwfOptions { oversize: Oversize::Clip, ..options }).expect("a workload");
    assert_eq!((report.requests, report.oversize_skipped, report.oversize_clipped), (2, 0, 1));
    assert!(workload.check(5, &bookahead::engine::core::error::FieldPath::new("")).is_ok());
}

#[test]
fn nothing_left_says_why() {
    let log = read_log(job(1, 0, 10, 9, 9, 10).into_bytes()).expect("a log");
    let error = to_workload(&log, &SwfOptions { machine_nodes: Some(5), ..SwfOptions::default() }).expect_err("no job is left");
    assert_eq!(error.to_string(), "no job can be used; the first: line 1: 9 processors on a machine of 5");
}

#[test]
fn too_many_slots_name_the_slot_length_that_would_do() {
    // The last submission is 8,000,000 seconds after the first: with slots of 1 second beyond the range, and the relax time counts too.
    let log = read_log((job(1, 0, 10, 1, 1, 10) + &job(2, 8_000_000, 10, 1, 1, 10)).into_bytes()).expect("a log");
    let options = SwfOptions { slot_seconds: 1, ..SwfOptions::default() };
    let error = to_workload(&log, &options).expect_err("too many slots");
    assert_eq!(error, ImportError::SlotTooShort { slot_seconds: 1, least: Some(3) });
    assert_eq!(error.to_string(), "slot_seconds: 1 gives more slots than a scenario may have; for this log use at least 3");
    assert!(to_workload(&log, &SwfOptions { slot_seconds: 3, ..options }).is_ok());
    assert!(to_workload(&log, &SwfOptions { slot_seconds: 2, ..options }).is_err());
    let far = SwfOptions { relax_percent: 10_000, ..SwfOptions::default() };
    let log = read_log(job(1, 0, 10, 1, 1, 9_999_999_999).into_bytes()).expect("a log");
    assert!(to_workload(&log, &far).expect_err("no slot length does").to_string().contains("allow less relax time"));
}

#[test]
fn options_have_ranges() {
    let log = read_log(job(1, 0, 10, 1, 1, 10).into_bytes()).expect("a log");
    let default = SwfOptions::default();
    for (options, message) in [
        (SwfOptions { slot_seconds: 0, ..default }, "slot_seconds: 0 is not allowed; must be a whole number from 1 to 86400"),
        (SwfOptions { machine_nodes: Some(0), ..default }, "nodes: 0 is not allowed; must be a whole number from 1 to 65535"),
        (
            SwfOptions { book_ahead: 1_000_001, ..default },
            "book_ahead: 1000001 is not allowed; must be a whole number from 0 to 1000000",
        ),
        (
            SwfOptions { relax_percent: 10_001, ..default },
            "relax_percent: 10001 is not allowed; must be a whole number from 0 to 10000",
        ),
    ] {
        assert_eq!(to_workload(&log, &options).expect_err("out of range").to_string(), message);
    }
}

#[test]
fn reading_goes_in_steps_and_packed_is_as_plain() {
    let text: String = (0..5_000).map(|i| job(i, i * 7, 10, 1, 1, 10)).collect();
    let plain = read_log(text.clone().into_bytes()).expect("a log");
    let packed = gzip(text.as_bytes());
    let total = packed.len();
    let mut reader = SwfReader::new(packed);
    let mut steps = 0;
    let mut before = 0;
    loop {
        let progress = reader.step(100).expect("a log");
        assert!(progress.bytes_read <= progress.bytes_total && progress.bytes_total == total);
        assert!(progress.jobs <= before + 100);
        before = progress.jobs;
        steps += 1;
        if progress.done {
            break;
        }
    }
    assert!(steps >= 50, "{steps} steps");
    assert_eq!(reader.finish().expect("a log"), plain);
}

#[test]
fn damaged_and_foreign_files_give_one_sentence() {
    let text: String = (0..5_000).map(|i| job(i, i * 7, 10, 1, 1, 10)).collect();
    let packed = gzip(text.as_bytes());
    let cut = read_log(packed[..packed.len() / 2].to_vec()).expect_err("cut off");
    assert!(cut.to_string().starts_with("the gzip data is damaged or cut off after line "), "{cut}");
    assert_eq!(read_log(Vec::new()), Err(SwfError::NoJobs));
    assert_eq!(read_log(b"; Computer: none\n\n".to_vec()), Err(SwfError::NoJobs));
    let error = read_log(b"{\"version\":1}\n".to_vec()).expect_err("JSON").to_string();
    assert_eq!(error, "this does not look like an SWF log: line 1: 1 field; a job line has 18");
    let variant: String = (0..500).map(|i| job(i, i, 10, 1, 1, 10).trim_end().to_string() + " 0 0\n").collect();
    let read = read_log(variant.clone().into_bytes()).expect("a variant with 20 fields");
    assert_eq!((read.jobs.len(), read.notes.further_fields), (500, 500));
    assert_eq!(read.notes.words(), ["500 lines have more than 18 fields: the further ones are passed over"]);
    let short: String = variant.lines().map(|line| line.split_whitespace().take(17).collect::<Vec<_>>().join(" ") + "\n").collect();
    let error = read_log(short.into_bytes()).expect_err("a variant with 17 fields").to_string();
    assert_eq!(error, "this does not look like an SWF log: line 1: 17 fields; a job line has 18 (and 99 more bad lines)");
    let foreign: [(&[u8], &str); 3] = [
        (b"\xfd7zXZ\0\x00", "the file is an xz file; unpack it with `xz -d`"),
        (b"PK\x03\x04log", "the file is a zip archive; unpack it with `unzip`"),
        (b"\xff\xfe;\0", "the file is text in UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`"),
    ];
    for (bytes, told) in foreign {
        assert_eq!(read_log(bytes.to_vec()).expect_err("no text").to_string(), told);
    }
}

#[test]
fn a_job_that_was_cancelled_before_it_started_is_no_job() {
    // A log may begin with many of them.
    let cancelled = "7 5 90 0 0 -1 -1 4 600 -1 5 1 1 1 1 1 -1 -1\n".repeat(150);
    let log = read_log((cancelled + &job(9, 100, 10, 1, 1, 10) + "10 101 90 30 4 -1 -1 4 600 -1 5 1 1 1 1 1 -1 -1\n").into_bytes())
        .expect("a log");
    assert_eq!((&log.jobs.number[..], log.notes.never_ran, log.problems.total), (&[9, 10][..], 150, 150));
    let told = "it was cancelled before it started (status 5, no run time, no processors)";
    assert!(log.problems.kept.iter().all(|problem| problem.what == told));
}

#[test]
fn ten_megabytes_of_noise_give_one_sentence_at_once() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut noise = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    let bytes: Vec<u8> = (0..10 << 20).map(|_| noise()).collect();
    // Noise without the zero byte and the line ends that give it away, noise that looks like text, and noise that claims to be packed.
    let no_lines: Vec<u8> = bytes.iter().map(|&b| if b == 0 || b == b'\n' { b'x' } else { b }).collect();
    let digits: Vec<u8> = bytes.iter().map(|&b| b"0123456789 -.\n"[usize::from(b) % 14]).collect();
    let packed: Vec<u8> = [0x1f, 0x8b, 8, 0].iter().chain(&bytes).copied().collect();
    for file in [bytes, no_lines, digits, packed] {
        let start = Instant::now();
        let error = read_log(file).expect_err("noise").to_string();
        assert!(error.len() < 250 && (error.contains("does not look like an SWF log") || error.contains("gzip")), "{error}");
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    }
}

#[test]
fn a_bomb_is_stopped_long_before_the_limit() {
    // Of 40 MiB, packed to less than a hundredth, no more is read than that many times its size.
    let bomb = gzip(&vec![b'\n'; 40 << 20]);
    let most = (100 * bomb.len()).max(16 << 20);
    assert!(most < 30 << 20, "{}", bomb.len());
    let mut reader = SwfReader::new(bomb.clone());
    let lines = (0..).find(|_| reader.step(1).is_err()).expect("an end");
    assert!((16 << 20..=most).contains(&lines), "{lines}");
    let error = read_log(bomb.clone()).expect_err("a bomb");
    let why = InputError::GrowsTooMuch;
    assert!(matches!(error, SwfError::Input { why: InputError::GrowsTooMuch, .. }), "{error:?}");
    assert_eq!(error.to_string(), why.to_string());
    assert!(why.to_string().contains("more than 100 times its size"), "{why}");
    let head = b"JobID|Submit|Start|End|NNodes\n".to_vec();
    let accounting = gzip(&[head, vec![b'\n'; 40 << 20]].concat());
    assert_eq!(read_sacct(accounting, false), Err(SacctError::Input(InputError::GrowsTooMuch)));
    // A log that is not packed is as large as it is.

    assert!(matches!(read_log(vec![b'\n'; 513 << 20]), Err(SwfError::Input { why: InputError::TooLong, .. })));
}

/// Where the archive's logs are. They are optional, also in continuous integration: they may not be redistributed.
fn data() -> Option<PathBuf> {
    std::env::var_os("BOOKAHEAD_DATA").map(|folder| PathBuf::from(folder).join("swf"))
}

#[test]
fn the_archives_logs_become_workloads() {
    let Some(folder) = data() else {
        // Straight to standard error: what goes through println! is shown for failed tests only.
        let _ = writeln!(std::io::stderr(), "skipped: set BOOKAHEAD_DATA to the folder that holds swf/*.swf.gz to test real logs");
        return;
    };
    // The last number: jobs that were cancelled while they waited.
    for (name, nodes, jobs, requests, never_ran) in [
        ("KTH-SP2-1996-2.1-cln", 100, 28_476, 28_475, 0),
        ("CTC-SP2-1996-3.1-cln", 338, 77_222, 77_222, 0),
        ("HPC2N-2002-2.2-cln", 240, 202_871, 202_871, 0),
        ("SDSC-BLUE-2000-4.2-cln-14d", 1_152, 4_025, 4_025, 289),
        ("lublin_256", 256, 10_000, 10_000, 0),
    ] {
        let path = folder.join(format!("{name}.swf.gz"));
        let bytes =
            std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}; BOOKAHEAD_DATA names its folder", path.display()));
        let start = Instant::now();
        let log = read_log(bytes).expect(name);
        let read = start.elapsed();
        let (machine, workload, report) = to_workload(&log, &SwfOptions::default()).expect(name);
        assert_eq!(
            (machine.nodes, log.jobs.len(), report.requests, log.problems.total),
            (nodes, jobs, requests, never_ran),
            "{name}"
        );
        assert_eq!(report.skipped.total, jobs as u32 - requests, "{name}");
        assert!(bounds::REQUESTS.holds(workload.source.len()));
        assert!(workload.check(machine.nodes, &bookahead::engine::core::error::FieldPath::new("workload")).is_ok(), "{name}");
        println!("{name}: {requests} requests, read in {read:?}, requests made in {:?}", start.elapsed() - read);
    }
}
