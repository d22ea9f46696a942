//! Everything the tests need to drive the page: a web server that remembers who asked for what, the browser, hands and eyes.

pub mod axe;
pub mod browser;
pub mod input;
pub mod page;
pub mod server;
pub mod webdriver;

pub use input::{Device, Point};
pub use page::{Page, with_folder, with_page};
