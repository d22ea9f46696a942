//! The picture of the first plan, which stands in the page itself until the program is there.

use crate::cli::ok;
use bookahead::formats::json::write;
use bookahead::state::EXAMPLES;
use std::{env, fs};

/// The picture, which `index.html` takes in.
const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/first-plan.svg");

#[test]
fn the_picture_in_the_page_is_that_of_the_first_example() {
    let drawn = ok(&["plan", "-", "--svg", "--chart", "physical"], &write(&EXAMPLES[0].open().scenario));
    // After a wanted change of the chart: BOOKAHEAD_BLESS=1 cargo test first_plan, then look at the picture.
    if env::var_os("BOOKAHEAD_BLESS").is_some() {
        fs::write(PICTURE, &drawn).expect("the picture can be written");
    }
    assert_eq!(fs::read_to_string(PICTURE).expect("the picture"), drawn, "BOOKAHEAD_BLESS=1 rewrites www/first-plan.svg");
}
