//! A lesson asks for a line of the policy: it is chosen in the lines by pointer or keys, or in the list; the answer shows it. Also on a phone and in the dark.

use crate::harness::{Page, with_page};
use crate::lessons::{Student, lesson};
use serde_json::json;

/// The line that is marked as the one at work.
#[track_caller]
fn expect_line(page: &Page, line: &str) {
    let marked = "JSON.stringify([...document.querySelectorAll('.lesson-lines li[aria-current=step]')].map(li => li.dataset.line)) === JSON.stringify([arguments[0]])";
    page.wait_for(&format!("the line {line}"), marked, &[json!(line)]);
}

/// Answers what comes before the lines.
fn go_to_lines(page: &Page) -> Student<'_> {
    page.open("?lesson=left-and-right-holes");
    page.wait_for_element("#lesson-step");
    page.settle();
    let mut student = Student::new(page, lesson("left-and-right-holes"));
    student.answer();
    student.next();
    assert_eq!(page.count(".lesson-lines"), 0, "nothing is told before the place is");
    student.answer();
    page.wait_for_element(".lesson-lines");
    student.next();
    student
}

#[test]
fn the_next_line_is_chosen_where_the_lines_are() {
    with_page("lesson-lines", |page| {
        go_to_lines(page);
        expect_line(page, "move");
        page.assert_accessible("a lesson with lines");
        page.screenshot("lesson-lines");
        // By the pointer: what is chosen is chosen in the list, too.
        page.click("#lesson-line-9");
        page.wait_for("it to be chosen", "document.querySelector('#lesson-pick').selectedIndex === 9", &[]);
        page.click("#lesson-check");
        page.wait_for_text(".lesson-told.wrong", "Nothing is put back");
        expect_line(page, "move");
        // By keys: arrows within the lines, and Enter answers.
        page.focus("#lesson-line-9");
        page.keys("ArrowUp", 3);
        page.wait_for("the line above", "document.querySelector('#lesson-line-6').checked", &[]);
        page.key("Enter");
        page.wait_for_text(".lesson-told.right", "The planner looks at slot 8 again");
        expect_line(page, "enough");
        assert_eq!(page.count(".lesson-lines input"), 0, "nothing more is asked");
        page.wait_for_text(".lesson-said", "line 6");
        for (width, height) in [(390, 844), (320, 700)] {
            page.size(width, height);
            page.assert_fits_width();
        }
    });
}

#[test]
fn lines_are_chosen_on_a_phone_and_in_the_dark() {
    with_page("lesson-lines-phone", |page| {
        page.size(390, 844);
        page.prefer(true, false);
        let mut student = go_to_lines(page);
        page.assert_fits_width();
        let [_, _, _, height] = page.rect("#lesson-line-6 + span");
        assert!(height > 0.0);
        page.assert_accessible("lines on a phone");
        page.screenshot("lesson-lines-phone");
        student.answer();
        expect_line(page, "enough");
    });
}
