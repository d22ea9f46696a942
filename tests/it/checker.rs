//! checker
