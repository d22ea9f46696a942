//! The ES module on a page that is not ours: the same results as the command line, and errors that name place and range.

use crate::harness::{Page, copied, with_folder};
use bookahead::formats::json::write;
use bookahead::state::Example;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Plans of every kind: parametric, MPI, moved to the left, generated, with a market; servers given, generated, of several rates.
const EXAMPLES: [&str; 9] = [
    "eleven-requests",
    "eleven-requests-mpi",
    "holes",
    "left-hole",
    "half-a-day",
    "three-classes",
    "figure-3-3",
    "pareto-class",
    "three-rates",
];

/// A folder with the module and this page.
fn folder_with(dist: &Path, name: &str, page: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("js")).expect("a folder for files to serve");
    for file in ["bookahead.js", "bookahead_bg.wasm"] {
        let from = dist.join("js").join(file);
        fs::copy(&from, folder.join("js").join(file)).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    }
    fs::write(folder.join("index.html"), page).expect("a page to serve");
    folder
}

/// Runs a test on a page that loads the module.
fn with_module(name: &str, test: impl FnOnce(&Page)) {
    let folder = |dist: PathBuf| folder_with(&dist, name, include_str!("js_module.html"));
    with_folder(name, folder, |page| {
        page.open("");
        page.wait_for("the module to be there", "window.call", &[]);
        test(page);
    });
}

/// What the command line prints for this input.
fn printed(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bookahead"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.as_bytes().to_vec();
    // A command that reads nothing may be gone before this is written.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("no panic");
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Calls a function of the module with values given as JSON, and compares what it gives with this JSON: fields, their order, every bit of
/// every number.
#[track_caller]
fn assert_gives(page: &Page, name: &str, given: &[&str], expected: &str) {
    // Both as text again: the driver would round numbers and hide what JSON does not have.
    let script = "const { gives, ...thrown } = call(arguments[0], ...arguments[1].map(text => JSON.parse(text)));
        return gives === undefined ? thrown : [JSON.stringify(gives), JSON.stringify(JSON.parse(arguments[2]))]";
    let found = page.js(script, &[json!(name), json!(given), json!(expected)]);
    assert!(found.is_array(), "{name}({given:?}) throws {found}");
    assert_eq!(found[0], found[1], "{name}({given:?})");
}

/// What a function of the module throws at arguments in JavaScript.
fn thrown(page: &Page, name: &str, given: &str) -> Value {
    let thrown = page.js(&format!("return call(arguments[0], {given})"), &[json!(name)]);
    assert_eq!(thrown["throws"], "Error", "{name}({given}): {thrown}");
    thrown
}

#[track_caller]
fn assert_refuses(page: &Page, name: &str, given: &str, [place, found, allowed]: [&str; 3]) {
    let thrown = thrown(page, name, given);
    assert_eq!([&thrown["place"], &thrown["found"], &thrown["allowed"]], [place, found, allowed], "{name}({given})");
    let start = if place.is_empty() { "the argument" } else { place };
    let message = match found {
        "a missing value" => format!("{start} is missing; must be {allowed}"),
        _ => format!("{start}: {found} is not allowed; must be {allowed}"),
    };
    assert_eq!(thrown["message"], message);
}

#[test]
fn plans_are_those_of_the_command_line() {
    with_module("module-plans", |page| {
        for key in EXAMPLES {
            let scenario = write(&Example::find(key).expect("an example").open().scenario);
            assert_gives(page, "plan", &[&scenario], &printed(&["plan", "-", "--json"], &scenario));
            assert_gives(page, "check", &[&scenario], r#"{"violations":[]}"#);
        }
    });
}

#[test]
fn limits_are_those_of_the_command_line() {
    with_module("module-limits", |page| {
        let market =
            |rest: &str| format!(r#"{{"capacity":40,"prices":[100,60,40],"means":[10,13,20.5],"deviations":[1.5,1.7,2.3]{rest}}}"#);
        let options = "limits --json --capacity 40 --prices 100,60,40 --means 10,13,20.5 --deviations 1.5,1.7,2.3";
        for (rest, more) in [
            ("", ""),
            (r#","method":"emsr-a","partitioned":true"#, " --method emsr-a --partitioned"),
            (r#","method":"optimal""#, " --method optimal"),
            (r#","method":"fixed","limits":[40,35,30]"#, " --method fixed --limits 40,35,30"),
        ] {
            let args: Vec<&str> = options.split(' ').chain(more.split_whitespace()).collect();
            assert_gives(page, "limits", &[&market(rest)], &printed(&args, ""));
        }
    });
}

#[test]
fn experiments_are_those_of_the_command_line() {
    with_module("module-experiments", |page| {
        for (name, options, args) in [
            ("revenue-parametric-2", r#"{"runs":2,"jobs":2400,"seed":7}"#, "--runs 2 --jobs 2400 --seed 7"),
            ("castillo-4.2", r#"{"runs":2,"jobs":1000}"#, "--runs 2 --jobs 1000"),
        ] {
            let args: Vec<&str> = ["experiment", name, "--json"].into_iter().chain(args.split(' ')).collect();
            assert_gives(page, "experiment", &[&json!(name).to_string(), options], &printed(&args, ""));
        }
    });
}

#[test]
fn seeds_beyond_the_numbers_of_javascript_are_bigints() {
    with_module("module-seeds", |page| {
        let seed = "18446744073709551615";
        let text = format!(r#"{{"version":1,"machine":{{"nodes":9}},"workload":{{"generator":{{"seed":{seed},"requests":50}}}}}}"#);
        let script = "const { gives } = call('plan',
            { version: 1, machine: { nodes: 9 }, workload: { generator: { seed: BigInt(arguments[0]), requests: 50 } } });
            const isExact = gives.provenance.seed === BigInt(arguments[0]);
            // JSON.parse rounds the seed.
            const plain = value => JSON.stringify(value, (key, item) => key === 'seed' ? 0 : item);
            return isExact && plain(gives) === plain(JSON.parse(arguments[1]))";
        assert_eq!(page.js(script, &[json!(seed), json!(printed(&["plan", "-", "--json"], &text))]), true);
        let script = "const { gives } = call('experiment', 'castillo-4.2', { runs: 1, jobs: 1000, seed: BigInt(arguments[0]) });
            return [typeof gives.seed, gives.seed.toString()]";
        assert_eq!(page.js(script, &[json!(seed)]), json!(["bigint", seed]));
        let small = "return typeof call('experiment', 'castillo-4.2', { runs: 1, jobs: 1000, seed: 5n }).gives.seed";
        assert_eq!(page.js(small, &[]), "number");
    });
}

#[test]
fn what_is_not_allowed_is_refused_with_place_and_range() {
    with_module("module-refusals", |page| {
        let with = |rest: &str| format!("{{ version: 1, machine: {{ nodes: 5 }}, workload: {{ requests: [{rest}] }} }}");
        let good = "{ earliest_start: 3, duration: 2 }";
        let place = "workload.requests[1]";
        for (request, place, found, allowed) in [
            ("{ earliest_start: 3, duration: 2, nodes: 7 }", ".nodes", "7", "a whole number from 1 to 5"),
            ("{ earliest_start: -3, duration: 2 }", ".earliest_start", "-3", "a whole number from 0 to 4000000"),
            ("{ earliest_start: 1.5, duration: 2 }", ".earliest_start", "1.5", "a whole number from 0 to 4000000"),
            ("{ earliest_start: '3', duration: 2 }", ".earliest_start", "\"3\"", "a whole number from 0 to 4000000"),
            ("{ earliest_start: 3, duration: undefined }", ".duration", "null", "a whole number from 1 to 1000000"),
            ("{ earliest_start: 3, duration: [2] }", ".duration", "a list", "a whole number from 1 to 1000000"),
            ("{ earliest_start: 3 }", ".duration", "a missing value", "given"),
            ("[3, 2]", "", "a list", "an object in braces"),
            ("{ earliest_start: 3, duration: () => 2 }", ".duration", "Function(duration)", "a whole number from 1 to 1000000"),
            (
                "{ earliest_start: 3, duration: 2n ** 70n }",
                ".duration",
                "a BigInt of more than 64 bits",
                "a number of at most 64 bits",
            ),
        ]
        .map(|(request, field, found, allowed)| (request, format!("{place}{field}"), found, allowed))
        {
            for name in ["plan", "check"] {
                assert_refuses(page, name, &with(&format!("{good}, {request}")), [&place, found, allowed]);
            }
        }
        let colour = thrown(page, "plan", &with("{ earliest_start: 3, duration: 2, colour: 'red' }"));
        assert_eq!([&colour["place"], &colour["found"]], ["workload.requests[0].colour", "an unknown field"]);
        assert!(colour["allowed"].as_str().is_some_and(|allowed| allowed.contains("earliest_start, ")), "{colour}");

        assert_refuses(page, "plan", "5", ["", "5", "an object in braces"]);
        assert_refuses(page, "plan", "undefined", ["", "null", "an object in braces"]);
        assert_refuses(page, "plan", "{}", ["version", "a missing value", "given"]);
        assert_refuses(page, "plan", "{ version: 3, later: [] }", ["version", "3", "1 or 2"]);
        assert_refuses(page, "plan", "{ version: 2 }", ["study", "a missing value", "given"]);
        // An object that holds itself has no end.
        assert_refuses(page, "plan", "(() => { const o = {}; o.version = o; return o })()", ["version", "an object", "a number"]);
        assert_refuses(
            page,
            "plan",
            "{ version: 1, machine: { nodes: 5 }, workload: 'none' }",
            ["workload", "\"none\"", "an object in braces"],
        );
        let market = "{ capacity: 40, prices: [100, 200], means: [1, 2], deviations: [1, NaN] }";
        assert_eq!(thrown(page, "limits", market)["place"], "prices[1]");
        let market = "{ capacity: 40, prices: [100, 60], means: [1, 2], deviations: [1, NaN] }";
        assert_refuses(page, "limits", market, ["deviations[1]", "NaN", "a number of at least 0, at most 1000000"]);
        assert_refuses(page, "limits", "{ capacity: 40, prices: 5 }", ["prices", "5", "a list of numbers"]);
        assert_eq!(thrown(page, "experiment", "'revenue-of-the-moon'")["place"], "name");
        assert_refuses(page, "experiment", "5", ["name", "a value that is no text", "the name of an experiment"]);
        assert_refuses(page, "experiment", "'castillo-4.2', { runs: 0 }", ["runs", "0", "a whole number from 1 to 1000"]);
        // None of it did any harm.
        assert_gives(
            page,
            "check",
            &[&write(&Example::find("holes").expect("an example").open().scenario)],
            r#"{"violations":[]}"#,
        );
    });
}

/// The first block of this language below this heading of the documentation.
fn documented(heading: &str, language: &str) -> String {
    let text = include_str!("../../docs/js-module.md");
    let section = text.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section {heading}")).1;
    let block = section.split_once(&format!("```{language}\n")).and_then(|(_, rest)| rest.split_once("\n```"));
    block.unwrap_or_else(|| panic!("no {language} below {heading}")).0.to_string()
}

#[test]
fn the_documented_examples_run() {
    let name = "module-documented";
    let folder = |dist: PathBuf| {
        let folder = folder_with(&dist, name, &documented("On another page", "html"));
        fs::write(folder.join("limits.mjs"), documented("In Node", "js")).expect("a program for Node");
        let ran = Command::new("node").arg("limits.mjs").current_dir(&folder).output().expect("Node, which the build needs too");
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "[ 40, 31, 18 ]\n", "{}", String::from_utf8_lossy(&ran.stderr));
        folder
    };
    with_folder(name, folder, |page| {
        page.open("");
        let printed = documented("On another page", "text");
        page.wait_until("the documented page to print what it says", || (page.text("pre") == printed).then_some(()));
    });
}

/// Runs npm; `None` where there is none.
fn npm(folder: &Path, args: &[&str]) -> Option<()> {
    let ran = match Command::new("npm")
        .args(args)
        .args(["--offline", "--no-audit", "--no-fund", "--ignore-scripts"])
        .current_dir(folder)
        .output()
    {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        ran => ran.expect("npm runs"),
    };
    assert!(ran.status.success(), "npm {args:?}: {}", String::from_utf8_lossy(&ran.stderr));
    Some(())
}

#[test]
fn what_npm_packs_can_be_installed_and_plans() {
    let name = "module-npm";
    let folder = |dist: PathBuf| {
        let folder = copied(&dist.join("js"), name, |file| file.ends_with(".br") || file.ends_with(".gz"), &[]);
        let user = folder.join("user");
        fs::create_dir_all(&user).expect("a folder");
        fs::write(user.join("package.json"), r#"{ "private": true, "type": "module" }"#).expect("a package");
        if npm(&folder, &["pack", "--pack-destination", "user"]).is_none() {
            // Straight to standard error: what goes through eprintln! is shown for failed tests only.
            let _ = io::stderr().write_all(format!("skipped: {name}: there is no npm\n").as_bytes());
            return folder;
        }
        let archive =
            fs::read_dir(&user).expect("a folder").flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let archive = archive.into_iter().find(|file| file.ends_with(".tgz")).expect("an archive");
        assert_eq!(archive, format!("bookahead-{}.tgz", env!("CARGO_PKG_VERSION")));
        npm(&user, &["install", &format!("./{archive}")]);
        assert!(user.join("node_modules/bookahead/licences.txt").is_file(), "the licences go with it");
        let program = fs::read_to_string(folder.join("README.md")).expect("a text");
        let program = program.split("```js\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program").to_string();
        let program =
            program.replace("console.log(plan", "console.log(JSON.stringify(plan").replace("decisions);", "decisions[0].start));");
        fs::write(user.join("plans.js"), program).expect("a program");
        let ran = Command::new("node").arg("plans.js").current_dir(&user).output().expect("Node, which the build needs too");
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "11\n", "{}", String::from_utf8_lossy(&ran.stderr));
        folder
    };
    with_folder(name, folder, |_| {});
}
