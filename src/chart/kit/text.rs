//! Estimated width of a text, to keep labels apart. No font is available here: the widths are those of common sans-serif faces with tabular figures,
//! rounded up.

/// Approximate width of `text` in CSS px at a font size in CSS px, semi-bold.
pub fn text_width(text: &str, font_px: f64) -> f64 {
    text.chars().map(char_width).sum::<f64>() * font_px
}

/// Width of a character in units of the font size.
fn char_width(c: char) -> f64 {
    match c {
        '0'..='9' => 0.62,
        '.' | ',' | ':' | ' ' | '\'' | '|' | 'i' | 'l' | 'j' => 0.34,
        'w' => 0.82,
        'm' | 'M' | 'W' => 0.96,
        '…' | '\u{2e80}'.. => 1.0,
        _ => 0.66,
    }
}

/// A text, or its first characters and an ellipsis, so that it is no wider than so many px; nothing where not one character fits.
pub fn cut_to_width(text: &str, width: f64, font_px: f64) -> String {
    if text_width(text, font_px) <= width {
        return text.to_string();
    }
    let mut room = width - text_width("…", font_px);
    let is_in = |c: &char| {
        room -= char_width(*c) * font_px;
        room >= 0.0
    };
    let first: String = text.chars().take_while(is_in).collect();
    if first.is_empty() { first } else { first + "…" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_text_is_wider() {
        assert!(text_width("11.1", 12.0) > text_width("1.1", 12.0));
        assert!((20.0..34.0).contains(&text_width("11.1", 12.0)));
        assert_eq!(text_width("", 12.0), 0.0);
    }

    #[test]
    fn a_cut_text_ends_with_an_ellipsis_and_fits() {
        assert_eq!(cut_to_width("abc", 1e9, 10.0), "abc");
        assert_eq!(["", "abc", "mmmm"].map(|text| cut_to_width(text, 18.0, 10.0)), ["", "a…", ""]);
        for width in 0..200 {
            let cut = cut_to_width(&"wi".repeat(50), f64::from(width), 10.0);
            assert!(text_width(&cut, 10.0) <= f64::from(width) && (cut.is_empty() || cut.ends_with('…')), "{cut}");
        }
    }
}
