//! Everything the tests need to drive the page: a web server that remembers who asked for what, the browser, hands and eyes.

pub mod axe;
pub mod browser;
pub mod copied;
pub mod input;
pub mod page;
pub mod pool;
pub mod program;
pub mod server;
pub mod webdriver;

pub use browser::Engine;
pub use copied::copied;
pub use input::{Device, Point};
pub use page::{Page, with_arguments, with_engines, with_folder, with_page, with_page_alone};
