//! The generator draws what it says, and old seeds keep their meaning.

use crate::support::{Fnv, plan, policy};
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::workload::{Generator, Preset, Range, Workload};
use std::fs;
use std::path::PathBuf;

const SEED: u64 = 42;

fn generator() -> Generator {
    Generator {
        seed: SEED,
        requests: 20_000,
        arrivals_per_slot: 2.5,
        duration: Range::new(5, 48),
        book_ahead: Range::new(0, 48),
        relax: Range::new(1, 24),
        flexible_percent: 75,
        nodes: Range::new(1, 5),
        jobs: Range::new(1, 3),
    }
}

fn draw(generator: &Generator) -> Vec<Request> {
    generator.check(30, &FieldPath::new("generator")).expect("a generator within bounds");
    generator.generate().expect("slots within bounds")
}

fn columns(requests: &[Request]) -> [Vec<u32>; 6] {
    let column = |field: fn(&Request) -> u32| requests.iter().map(field).collect::<Vec<u32>>();
    [
        column(|r| r.submitted),
        column(|r| r.duration),
        column(|r| r.earliest_start - r.submitted),
        column(Request::relax),
        column(|r| r.nodes),
        column(|r| r.jobs),
    ]
}

fn hash(requests: &[Request]) -> u64 {
    let users = requests.iter().map(|request| request.user);
    columns(requests).into_iter().fold(Fnv::new().words(users), Fnv::words).0
}

#[test]
fn ranges_are_inclusive_and_reached_at_both_ends() {
    let [_, duration, book_ahead, relax, nodes, jobs] = columns(&draw(&generator()));
    let ends = |column: &[u32]| (*column.iter().min().unwrap(), *column.iter().max().unwrap());
    assert_eq!(ends(&duration), (5, 48));
    assert_eq!(ends(&book_ahead), (0, 48));
    assert_eq!(ends(&nodes), (1, 5));
    assert_eq!(ends(&jobs), (1, 3));
    let flexible: Vec<u32> = relax.into_iter().filter(|&relax| relax > 0).collect();
    assert_eq!(ends(&flexible), (1, 24));
    let one = |value| Range::new(value, value);
    let fixed =
        Generator { duration: one(7), book_ahead: one(0), relax: one(0), nodes: one(3), jobs: one(2), requests: 50, ..generator() };
    for request in draw(&fixed) {
        let Request { duration, nodes, jobs, .. } = request;
        assert_eq!((duration, nodes, jobs, request.relax(), request.earliest_start), (7, 3, 2, 0, request.submitted));
    }
}

/// Every value of a range turns up about as often as the others: within six standard deviations.
#[test]
fn draws_are_uniform() {
    let [_, duration, book_ahead, _, nodes, jobs] = columns(&draw(&generator()));
    for (column, min, max) in [(duration, 5, 48), (book_ahead, 0, 48), (nodes, 1, 5), (jobs, 1, 3)] {
        let n = column.len() as f64;
        let share = 1.0 / f64::from(max - min + 1);
        let deviation = (n * share * (1.0 - share)).sqrt();
        for value in min..=max {
            let count = column.iter().filter(|&&drawn| drawn == value).count() as f64;
            assert!((count - n * share).abs() < 6.0 * deviation, "{value} of {min}..={max}: {count} times in {n}");
        }
    }
}

/// Mean and variance of a Poisson number are both its rate. The last slot may be cut short and is left out.
#[test]
fn arrivals_are_poisson() {
    for rate in [0.2, 2.0, 3.0, 11.5, 40.0, 700.0] {
        let requests = draw(&Generator { requests: 60_000, arrivals_per_slot: rate, ..generator() });
        let slots = requests.last().unwrap().submitted;
        let mut counts = vec![0.0; slots as usize];
        for request in requests.iter().filter(|request| request.submitted < slots) {
            counts[request.submitted as usize] += 1.0;
        }
        let n = f64::from(slots);
        let mean = counts.iter().sum::<f64>() / n;
        let variance = counts.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>() / (n - 1.0);
        // Five standard deviations of the estimates: √(λ/n) for the mean, about λ√(2/n + 1/(λn)) for the variance.
        assert!((mean - rate).abs() < 5.0 * (rate / n).sqrt(), "rate {rate}: mean {mean}");
        let of_variance = rate * (2.0 / n + 1.0 / (rate * n)).sqrt();
        assert!((variance - rate).abs() < 5.0 * of_variance, "rate {rate}: variance {variance}");
        // No arrivals in a slot: e^−λ of them.
        let none = counts.iter().filter(|&&count| count == 0.0).count() as f64 / n;
        let expected = libm::exp(-rate);
        assert!((none - expected).abs() < 5.0 * (expected * (1.0 - expected) / n).sqrt() + 1e-9, "rate {rate}: {none} empty");
    }
}

#[test]
fn the_share_of_flexible_requests_is_as_asked() {
    for percent in [0, 1, 25, 50, 75, 99, 100] {
        let requests = draw(&Generator { flexible_percent: percent, ..generator() });
        let (n, share) = (requests.len() as f64, f64::from(percent) / 100.0);
        let flexible = requests.iter().filter(|request| request.relax() > 0).count() as f64;
        assert!((flexible - n * share).abs() <= 5.0 * (n * share * (1.0 - share)).sqrt(), "{percent} %: {flexible} of {n}");
    }
}

/// A comparison at another range meets the same requests in everything else. Relax time and share show in one column.
#[test]
fn changing_one_range_leaves_the_other_columns_alone() {
    let base = generator();
    let changes: [(usize, Generator); 6] = [
        (1, Generator { duration: Range::new(1, 9), ..base }),
        (2, Generator { book_ahead: Range::new(3, 900), ..base }),
        (3, Generator { relax: Range::new(2, 3), ..base }),
        (3, Generator { flexible_percent: 10, ..base }),
        (4, Generator { nodes: Range::new(2, 30), ..base }),
        (5, Generator { jobs: Range::new(1, 9), ..base }),
    ];
    let before = columns(&draw(&base));
    for (changed, generator) in changes {
        let after = columns(&draw(&generator));
        for column in 0..before.len() {
            assert_eq!(before[column] == after[column], column != changed, "column {column} under {generator:?}");
        }
    }
    let other_rate = columns(&draw(&Generator { arrivals_per_slot: 3.0, ..base }));
    assert_ne!(before[0], other_rate[0]);
    assert_eq!(before[1..], other_rate[1..], "the rate changes when requests come, not what they ask for");
    let more = draw(&Generator { requests: 30_000, ..base });
    assert_eq!(draw(&base), more[..20_000], "a longer workload begins as the shorter one");
    assert_ne!(draw(&base), draw(&Generator { seed: SEED + 1, ..base }));
}

/// Requests come in order of submission, users count from 1, and everything fits the machine.
#[test]
fn requests_are_valid_and_in_order() {
    let requests = draw(&generator());
    assert_eq!(requests.len(), 20_000);
    for (i, request) in requests.iter().enumerate() {
        request.check(5, &FieldPath::new("request")).expect("a request within bounds");
        assert_eq!(request.user as usize, i + 1);
    }
    assert!(requests.windows(2).all(|pair| pair[0].submitted <= pair[1].submitted));
}

/// The sixteen workloads of the papers. A seed in a link means these very requests: a hash that changes breaks every old link.
#[test]
fn a_seed_keeps_its_meaning() {
    assert_eq!(hash(&draw(&generator())), PINNED_GENERATOR, "{:#018x}", hash(&draw(&generator())));
    let many = Generator { arrivals_per_slot: 700.0, ..generator() };
    assert_eq!(hash(&draw(&many)), PINNED_MANY, "{:#018x}", hash(&draw(&many)));
    let presets = Preset::all();
    assert_eq!(presets.len(), 16);
    let mut words = Vec::new();
    for preset in presets {
        let generator = preset.generator(1, 1_000);
        generator.check(Preset::NODES, &FieldPath::new("preset")).expect("a preset within bounds");
        let requests = draw(&generator);
        let hash = hash(&requests);
        words.extend([hash as u32, (hash >> 32) as u32]);
        plan(Preset::NODES, &requests, policy("fcfs-eds", "hold"));
    }
    let hash = Fnv::new().words(words).0;
    assert_eq!(hash, PINNED_PRESETS, "{hash:#018x}");
}

const PINNED_GENERATOR: u64 = 0x0a82_b147_5459_ba86;
const PINNED_MANY: u64 = 0xcc7d_7144_8c65_e813;
const PINNED_PRESETS: u64 = 0xe402_211f_fe81_157b;

/// A workload too sparse or too long for the slots is refused, not drawn for ever.
#[test]
fn workloads_beyond_the_last_slot_are_refused() {
    let sparse = Generator { arrivals_per_slot: 1e-9, requests: 10, ..generator() };
    let error = Workload::of_generator(sparse).arrivals().expect_err("ten requests in ten milliard slots");
    assert!(error.to_string().contains("more arrivals per slot"), "{error}");
}

/// `rand_distr` and the like take `exp` and `ln` from the platform as soon as any crate of the build turns `num-traits/std` on, which
/// proptest does. Whatever the engine draws must come from `libm`.
#[test]
fn the_engine_does_not_draw_through_platform_mathematics() {
    for manifest in [include_str!("../../Cargo.toml"), include_str!("../../src/engine/Cargo.toml")] {
        assert!(!manifest.contains("\nrand_distr"), "draw with libm instead");
    }
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine"))];
    let mut sources = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the sources are here") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a readable source");
            for method in [".exp()", ".ln()", ".powf(", ".powi(", ".sin()", ".cos()", ".log10()", ".log2()"] {
                assert!(!text.contains(method), "{} uses {method}", path.display());
            }
            sources += 1;
        }
    }
    assert!(sources > 20, "the walk finds the engine's sources");
}
