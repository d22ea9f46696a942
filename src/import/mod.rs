//! Parsers of foreign formats.

mod gzip;
pub mod swf;
