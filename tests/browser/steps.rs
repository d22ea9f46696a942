//! Stepping through decisions with keys, pointer and number: words and plan of each step, to the refusal, to the end, and with a link.

use crate::cluster::open_four;
use crate::harness::{Device, Page, with_page};
use crate::lab::{expect_figures, first_example, has_link, open_lab};

/// Requests that are not decided in what is shown.
fn later(page: &Page) -> u64 {
    page.count(".row .fate")
        - page
            .js("return [...document.querySelectorAll('.row .fate')].filter(e => e.innerText !== 'later').length", &[])
            .as_u64()
            .unwrap_or(0)
}

fn wait_for_step(page: &Page, step: u32) {
    page.wait_until("the step", || {
        (page.value("#step-slider") == step.to_string() && !page.text("#step-words").starts_with('…')).then_some(())
    });
}

#[test]
fn decisions_are_stepped_through_by_key_pointer_and_number() {
    with_page("steps", |page| {
        open_lab(page, "");
        assert_eq!(page.count("#stepping"), 0);
        page.click("#step-through");
        // It begins with the selected request.
        wait_for_step(page, 11);
        page.focus("#step-slider");
        page.key("Home");
        wait_for_step(page, 0);
        page.js("document.activeElement.blur()", &[]);
        page.wait_until("nothing to be decided", || (later(page) == page.count(".row")).then_some(()));
        // Keys: on, on, back; the request is selected and told.
        page.key(".");
        page.key(".");
        wait_for_step(page, 2);
        page.key(",");
        wait_for_step(page, 1);
        page.wait_for_text("#step-words", "1.1 starts at 11.");
        // The open algorithm covers the selected request.
        page.click("#algorithm-fold");
        page.wait_for_text("#verdict h3", "Both jobs accepted");
        assert_eq!(page.attribute("#request-0", "aria-selected").as_deref(), Some("true"));
        // To the next move by pointer: the eleventh request, for which 4.1 makes way.
        page.click("#step-next");
        wait_for_step(page, 11);
        let words = page.text("#step-words");
        for part in
            ["11.3 at 14: slot 15 is full. 4.1 makes way and moves from 15 to 16", "11.3 starts at 14.", "Same time, other node"]
        {
            assert!(words.contains(part), "{words}");
        }
        assert!(page.count(".trace[data-job='4.1']") > 0, "an arrow from where it was");
        // A number, and the slider.
        page.fill("#step-number", "4");
        page.key("Enter");
        wait_for_step(page, 4);
        page.wait_for_text("#step-words", "4.1 starts at 15.");
        assert_eq!(page.count(".trace"), 0, "nobody has moved yet");
        page.settle();
        let before = page.fragment();
        page.focus("#step-slider");
        page.key("ArrowRight");
        wait_for_step(page, 5);
        // A link restores the step.
        page.wait_until("the link of this step", || {
            let link = page.fragment();
            (link.contains("v3.") && link != before && has_link(page)).then_some(())
        });
        page.reload();
        page.wait_for_element("#stepping");
        wait_for_step(page, 5);
        page.wait_for_text("#step-words", "Request 5");
        // The end is the whole plan.
        page.fill("#step-number", "11");
        page.key("Enter");
        wait_for_step(page, 11);
        expect_figures(page, &first_example());
        page.click("#step-close");
        page.wait_for("no scrubber", "document.querySelectorAll('#stepping').length === 0", &[]);
        expect_figures(page, &first_example());
        assert_eq!(later(page), 0);
    });
}

#[test]
fn playing_goes_on_to_the_end_and_stops_when_asked() {
    with_page("step-play", |page| {
        open_lab(page, "");
        page.click("#step-through");
        page.click("#step-play");
        wait_for_step(page, 2);
        page.click_at(Device::Mouse, page.middle_of("#step-play"));
        let at = page.value("#step-slider");
        std::thread::sleep(std::time::Duration::from_millis(1_500));
        assert_eq!(page.value("#step-slider"), at, "it stands still");
    });
}

#[test]
fn on_a_phone_the_scrubber_fits() {
    with_page("step-phone", |page| {
        page.phone();
        open_lab(page, "");
        page.click("#step-through");
        wait_for_step(page, 11);
        page.click("#step-back");
        wait_for_step(page, 10);
        page.assert_fits_width();
    });
}

#[test]
fn named_servers_are_stepped_through() {
    with_page("step-idle", |page| {
        open_lab(page, "");
        page.key("2");
        page.wait_for_element("#idle-step-through:not([disabled])");
        page.click("#idle-step-through");
        page.click("#algorithm-fold");
        page.fill("#step-number", "1");
        page.key("Enter");
        wait_for_step(page, 1);
        let words = page.text("#step-words");
        for part in ["Submitted at", "are feasible", "Search, step 1"] {
            assert!(words.contains(part), "{words}");
        }
        assert!(later(page) > 0, "requests still to come are told apart");
        page.wait_until("the moment", || page.text("#step-words").contains(&page.text("#idle-verdict h3")).then_some(()));
    });
}

#[test]
fn the_jobs_of_a_cluster_are_stepped_through() {
    with_page("step-cluster", |page| {
        open_four(page);
        page.click("#cluster-step-through");
        // It begins with the selected job, the fourth.
        wait_for_step(page, 4);
        for part in [
            "Job 4 arrives at 2 s",
            "6 of 10 nodes are busy: job 1 (reserved until 10 s)",
            "Jobs 2 and 3 wait.",
            "goes ahead of job 2",
        ] {
            assert!(page.text("#step-words").contains(part), "{}", page.text("#step-words"));
        }
        page.wait_for("two jobs are drawn", "document.querySelectorAll('#cluster-gantt .bar-name').length === 2", &[]);
        page.assert_accessible("a cluster that is stepped through");
        page.screenshot("step-cluster");
        page.key(",");
        wait_for_step(page, 3);
        page.wait_for_text("#step-words", "Job 3 arrives at 1 s");
        page.wait_for("one job is drawn", "document.querySelectorAll('#cluster-gantt .bar-name').length === 1", &[]);
        page.click("#step-next");
        wait_for_step(page, 4);
        // A link restores the step.
        page.wait_until("the link of this step", || (crate::lab::shared(page)?.view.cluster.step == Some(4)).then_some(()));
        page.reload();
        page.wait_for_element("#stepping");
        wait_for_step(page, 4);
        page.click("#step-close");
        page.wait_for("all jobs are drawn", "document.querySelectorAll('#cluster-gantt .bar-name').length > 3", &[]);
        page.phone();
        page.click("#cluster-step-through");
        page.wait_for_element("#stepping");
        page.assert_fits_width();
    });
}
