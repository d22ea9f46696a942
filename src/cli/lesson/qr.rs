//! A link as a QR code, for paper and for a wall.

use qrcode::{EcLevel, QrCode};
use std::fmt::Write as _;

/// Longest link that is printed as a code. What is longer needs more dots than a phone reads from a sheet of paper.
pub const CHARS_MAX: usize = 700;
/// Light dots around the code; readers need them.
const QUIET: usize = 4;

/// The code as an SVG picture of dots one unit wide.
///
/// # Errors
/// The link is too long: its characters.
pub fn svg(link: &str) -> Result<String, usize> {
    let chars = link.chars().count();
    let code = QrCode::with_error_correction_level(link, EcLevel::L).ok().filter(|_| chars <= CHARS_MAX).ok_or(chars)?;
    let width = code.width();
    let colours = code.to_colors();
    let side = width + 2 * QUIET;
    let mut path = String::new();
    for (row, line) in colours.chunks(width).enumerate() {
        for (column, _) in line.iter().enumerate().filter(|(_, dot)| dot.select(true, false)) {
            // Writing to memory cannot fail.
            let _ = write!(path, "M{} {}h1v1h-1z", column + QUIET, row + QUIET);
        }
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"QR code of the link\" shape-rendering=\"crispEdges\">\
         <rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/><path d=\"{path}\" fill=\"#000\"/></svg>"
    ))
}
