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
        _ => 0.66,
    }
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
}
