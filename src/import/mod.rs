//! Parsers of foreign formats.

pub mod swf;
