//! Parsers of foreign formats.
