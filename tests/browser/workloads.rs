//! Workloads by the generator: the papers' ranges, one's own, and numbers that cannot be.

use crate::geometry::{open_servers, pick};
use crate::harness::with_page;
use crate::lab::{
    FIRST_EXPERIMENT, expect_scenario, expect_workbench, first_example, held_idle, held_slots, leave_start, open_experiment,
    open_generator, open_lab,
};
use bookahead::engine::idle::IdleSource;
use bookahead::engine::slots::scenario::{Machine, SlotsScenario};
use bookahead::engine::slots::workload::{Preset, Range, Source, Workload};
use bookahead::state::Example;

#[test]
fn the_generator_makes_what_its_form_says() {
    with_page("generator", |page| {
        open_lab(page, "");
        open_generator(page);
        page.screenshot("generator");
        // Nothing that cannot be: each field tells its range, the rate too.
        for (field, text, allowed) in [
            ("requests", "2000001", "a whole number from 0 to 2000000"),
            ("flexible", "101", "a whole number from 0 to 100"),
            ("duration-min", "99", "a whole number from 1 to 48"),
            ("relax-max", "-4", "a whole number from"),
            ("seed", "1.5", "a whole number from 0"),
        ] {
            page.fill(&format!("#generator-{field}"), text);
            page.wait_for_text(&format!("#generator-{field}-note"), allowed);
        }
        page.fill("#generator-rate", "0");
        page.wait_for_text("#generator-rate-note", "a number above 0, at most 1000");
        assert_eq!(page.count("#generator-dialog[open]"), 1, "Enter in a field does not generate what it refuses");
        page.click("#generate");
        page.wait_for("the first refused number to be shown", "document.activeElement.id === 'generator-requests'", &[]);
        page.screenshot("generator-refused");
        assert_eq!(page.count("#generator-dialog[open]"), 1, "nor does the button");
        // The first Escape brings the field's number back, the next closes the dialog.
        page.key("Escape");
        page.wait_for("the number in force", "document.querySelector('#generator-requests').value === '1000'", &[]);
        assert_eq!(page.count("#generator-dialog[open]"), 1);
        page.key("Escape");
        page.wait_for("the start page below it", "document.querySelector('#start') && !document.querySelector('dialog')", &[]);
        leave_start(page);
        expect_scenario(page, &first_example());

        // A workload of the papers, changed.
        open_generator(page);
        let place = Preset::all().iter().position(|p| p.mpi && p.rate == 3 && p.flexible_percent == 50).expect("a preset");
        page.js(
            "const s = document.querySelector('#generator-preset'); s.value = arguments[0]; s.dispatchEvent(new Event('change', {bubbles: true}))",
            &[place.to_string().into()],
        );
        page.wait_for("its ranges", "document.querySelector('#generator-duration-max').value === '15'", &[]);
        for (field, text) in [("seed", "42"), ("relax-max", "9")] {
            page.focus(&format!("#generator-{field}"));
            page.key("Control+a");
            page.type_text(text);
            page.key("Tab");
        }
        // Enter in a field takes the number and generates.
        page.fill("#generator-requests", "120");
        let mut generator = Preset { mpi: true, rate: 3, flexible_percent: 50 }.generator(42, 120);
        generator.relax = Range { max: 9, ..generator.relax };
        let expected = SlotsScenario {
            machine: Machine { nodes: Preset::NODES, ..Machine::default() },
            workload: Workload::of_generator(generator),
            ..first_example()
        };
        expect_workbench(page);
        expect_scenario(page, &expected);
        page.screenshot("generated");
        assert!(page.fragment().len() < 200, "{}", page.fragment());

        // The same seed again is the same workload; another seed another.
        open_generator(page);
        assert_eq!(page.value("#generator-seed"), "42");
        page.focus("#generator-seed");
        page.key("ArrowUp");
        page.click("#generate");
        let has_seed = |held: &SlotsScenario| matches!(held.workload.source, Source::Generator(g) if g.seed == 43);
        page.wait_until("the other seed", || held_slots(page).filter(has_seed));
        page.click("#undo");
        expect_scenario(page, &expected);
        page.click("#undo");
        expect_scenario(page, &first_example());
    });
}

#[test]
fn the_greatest_seed_keeps_its_digits_in_every_form() {
    let seed = u64::MAX.to_string();
    with_page("seed-generator", |page| {
        open_lab(page, "");
        open_generator(page);
        // One more is no seed, and the field says what is.
        page.fill("#generator-seed", "18446744073709551616");
        page.wait_for_text(
            "#generator-seed-note",
            "“18446744073709551616” is not allowed: a whole number from 0 to 18446744073709551615.",
        );
        page.focus("#generator-seed");
        page.key("Control+a");
        page.type_text(&seed);
        // There is none above it.
        page.key("Tab");
        page.focus("#generator-seed");
        page.key("ArrowUp");
        assert_eq!(page.value("#generator-seed"), seed);
        page.click("#generate");
        page.wait_until("the link to hold the seed", || {
            let held = held_slots(page)?;
            matches!(held.workload.source, Source::Generator(generator) if generator.seed == u64::MAX).then_some(())
        });
        open_generator(page);
        assert_eq!(page.value("#generator-seed"), seed);
    });
    with_page("seed-servers", |page| {
        open_servers(page, &Example::find("eleven-servers").expect("an example").open().into_shared());
        for source in ["pareto", "fortnight"] {
            pick(page, "#idle-source", source);
            page.wait_for("the first seed", "document.querySelector('#idle-seed')?.value === '1'", &[]);
            page.settle();
            page.fill("#idle-seed", &seed);
            page.wait_until("the link to hold the seed", || {
                let held = held_idle(page)?;
                let held = match held.workload.source {
                    IdleSource::Pareto(pareto) if source == "pareto" => pareto.seed,
                    IdleSource::Fortnight(fortnight) if source == "fortnight" => fortnight.seed,
                    _ => return None,
                };
                (held == u64::MAX).then_some(())
            });
            assert_eq!(page.value("#idle-seed"), seed);
        }
    });
    with_page("seed-experiment", |page| {
        open_lab(page, "");
        open_experiment(page, FIRST_EXPERIMENT);
        page.fill("#experiment-runs", "2");
        page.fill("#experiment-jobs", "2500");
        page.fill("#experiment-seed", &seed);
        assert_eq!((page.value("#experiment-seed"), page.text("#experiment-seed-problem")), (seed.clone(), String::new()));
        page.click("#run-experiment");
        page.wait_for_text("#experiment-state", "Done");
        page.js("[...document.querySelectorAll('.progress button')].find(button => button.innerText === 'JSON').click()", &[]);
        let (name, bytes) = page.wait_for_download(".json");
        let results: serde_json::Value = serde_json::from_slice(&bytes).expect("the results can be read");
        assert!(name.ends_with(&format!("-seed{seed}.json")) && results["seed"] == u64::MAX, "{name}: {}", results["seed"]);
    });
}
