//! The lemma at work: the logical plan turned into the physical one slot by slot, with matrices that are tied to the bars.

use crate::harness::{Page, with_page};
use crate::lab::{bar_of, first_example, fragment_of, open_lab};
use bookahead::engine::run;
use bookahead::engine::slots::scenario::{Machine, SlotsScenario};
use bookahead::engine::slots::workload::{Preset, Workload};
use bookahead::formats::link::View;
use serde_json::json;

/// The cells of a table of the lemma's, row by row, headings left out.
fn cells(page: &Page, name: &str) -> Vec<Vec<String>> {
    let script = "return [...document.querySelector(`#lemma table[data-name='${arguments[0]}']`).tBodies[0].rows].map(
        row => [...row.querySelectorAll('td')].map(cell => cell.textContent))";
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
    let rows = page.js(script, &[json!(name)]);
    rows.as_array().into_iter().flatten().map(|row| row.as_array().into_iter().flatten().map(word).collect()).collect()
}

fn slot(page: &Page) -> u32 {
    page.value("#lemma-slot").parse().expect("a slot")
}

#[test]
fn jobs_that_go_on_stay_on_their_nodes_step_by_step() {
    with_page("lemma", |page| {
        open_lab(page, "");
        page.click("#lemma summary");
        page.wait_for_element("#lemma-picture svg");
        page.js("document.querySelector('#lemma').scrollIntoView()", &[]);
        page.click("#lemma-first");
        let outcome = run(&first_example()).expect("a plan");
        let arrivals = &outcome.arrivals;
        let name = |job: usize| format!("{}.{}", arrivals.user[arrivals.request[job] as usize], arrivals.number[job]);
        // Who is on a node of the machine in a slot.
        let on_nodes = |at: u32| -> Vec<String> {
            (0..5)
                .map(|node| {
                    let here = (0..outcome.decisions.start.len()).find(|&job| {
                        let start = outcome.decisions.start[job];
                        let runs = start <= at && at < start.saturating_add(arrivals.duration[arrivals.request[job] as usize]);
                        runs && outcome.nodes.of(job).contains(&node)
                    });
                    here.map_or_else(|| "–".to_string(), name)
                })
                .collect()
        };
        let mut at = slot(page);
        for _ in 0..4 {
            let [now, reordered] = [at, at + 1].map(on_nodes);
            assert_eq!(cells(page, &format!("J({at})"))[0], now);
            assert_eq!(
                cells(page, &format!("NJ({})", at + 1)),
                [reordered],
                "the next slot in the lemma's order is what is carried out"
            );
            let assignment = cells(page, "A");
            let goes_on = assignment.iter().flatten().filter(|cell| *cell == "1").count();
            let next = &cells(page, &format!("J({})", at + 1))[0];
            assert_eq!(goes_on, now.iter().filter(|job| *job != "–" && next.contains(job)).count());
            let permutation = cells(page, "C_M");
            for i in 0..5 {
                assert_eq!(permutation[i].iter().filter(|cell| *cell == "1").count(), 1, "{permutation:?}");
                assert_eq!(permutation.iter().filter(|row| row[i] == "1").count(), 1, "{permutation:?}");
                let transposed = cells(page, "C");
                let column: Vec<&String> = transposed.iter().map(|row| &row[i]).collect();
                assert_eq!(column, permutation[i].iter().collect::<Vec<_>>(), "C is its transpose");
            }
            page.click("#lemma-step");
            page.wait_until("the next step", || (slot(page) == at + 1).then_some(()));
            at += 1;
        }
        page.screenshot("lemma");
        page.assert_accessible("the lemma at work");
        // Keyboard: the picture itself.
        page.focus("#lemma-picture");
        page.key("ArrowLeft");
        page.wait_until("a step back", || (slot(page) == at - 1).then_some(()));
        page.key("Home");
        page.wait_until("the first", || (page.attribute("#lemma-back", "disabled").is_some()).then_some(()));
        // It plays by itself.
        let first = slot(page);
        page.click("#lemma-play");
        page.wait_until("it to play", || (slot(page) >= first + 2).then_some(()));
        page.click("#lemma-play");
        page.wait_until("it to pause", || (page.text("#lemma-play") == "Play").then_some(()));
    });
}

#[test]
fn of_a_large_machine_the_rows_that_change_are_shown() {
    with_page("lemma-large", |page| {
        let preset = Preset { mpi: false, rate: 3, flexible_percent: 75 };
        let scenario = SlotsScenario {
            machine: Machine { nodes: 48, ..Machine::default() },
            workload: Workload::of_generator(preset.generator(7, 400)),
            ..first_example()
        };
        open_lab(page, &fragment_of("Many nodes", scenario, View::default()));
        page.click("#lemma summary");
        page.wait_for_element("#lemma-picture svg");
        page.fill("#lemma-slot", "60");
        page.wait_for_element("#lemma table[data-name='J(60)']");
        assert_eq!(cells(page, "J(60)")[0].len(), 48, "the slots are shown whole");
        let permutation = cells(page, "C_M");
        let kept = permutation.len();
        assert!(kept > 1 && kept < 48, "{kept}");
        page.wait_for_text("#lemma-folded", &format!("Of 48 rows and columns the matrices show the {kept} that change places"));
        for i in 0..kept {
            assert_eq!(permutation[i].len(), kept);
            assert_eq!(permutation[i].iter().filter(|cell| *cell == "1").count(), 1, "{permutation:?}");
            assert_eq!(permutation.iter().filter(|row| row[i] == "1").count(), 1, "{permutation:?}");
            assert_eq!(permutation[i][i], "0", "what stays in its row is left out");
        }
        // Whoever goes on is where he was.
        let [now, reordered] = [cells(page, "J(60)"), cells(page, "NJ(61)")];
        let goes_on = now[0].iter().zip(&reordered[0]).filter(|(a, b)| a == b && *a != "–").count();
        let next = &cells(page, "J(61)")[0];
        assert_eq!(goes_on, now[0].iter().filter(|job| *job != "–" && next.contains(job)).count());
        page.assert_fits_width();
        page.assert_accessible("the lemma of a large machine");
        page.js("document.querySelector('#lemma').scrollIntoView()", &[]);
        page.screenshot("lemma-large");
    });
}

#[test]
fn matrices_and_bars_show_each_other_what_is_pointed_at() {
    with_page("lemma-hover", |page| {
        open_lab(page, "");
        page.click("#lemma summary");
        page.wait_for_element("#lemma-picture svg");
        page.fill("#lemma-slot", "13");
        page.wait_for_element("#lemma table[data-name='J(13)']");
        page.js("document.querySelector('#lemma table').scrollIntoView({block: 'center'})", &[]);
        let job = cells(page, "J(13)")[0][0].clone();
        page.hover(page.middle_of("#lemma table[data-name='J(13)'] tbody td"));
        page.wait_for_text(".chart .hovered", &format!("{job}: "));
        page.wait_until("the matrices to show it too", || {
            (page.count("#lemma th.pointed") > 0 && page.count(".turned.pointed") > 0).then_some(())
        });
        page.screenshot("lemma-hover");
        page.hover(bar_of(page, "physical", &job));
        page.wait_until("the same from the chart", || {
            (page.texts("#lemma table[data-name='J(13)'] td.pointed") == [job.clone()]).then_some(())
        });
    });
}
