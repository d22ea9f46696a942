//! How well what was typed fits words: for lists that are searched while one types.

/// What a word that begins one of the words is worth, one inside of a word, and one whose letters only come one after the other.
const WORTH: (u32, u32, u32) = (300, 150, 50);
/// Longest text that is looked at.
const CHARS_MAX: usize = 100;

/// How well typed words fit a line; more is better, `None` if one of them does not fit at all. Letters may be left out ("zi" is "Zoom in"), case
/// does not matter, and the order of the words does not. Nothing typed fits everything alike.
pub fn fit(typed: &str, line: &str) -> Option<u32> {
    let line = line.to_lowercase();
    let typed: String = typed.chars().take(CHARS_MAX).collect::<String>().to_lowercase();
    let mut worth = 0;
    for word in typed.split_whitespace() {
        worth += fit_word(word, &line)?;
    }
    // Of two that fit alike, the shorter says less that was not asked for.
    Some(worth * 1_000 + 999_u32.saturating_sub(line.len() as u32) * u32::from(worth > 0))
}

fn fit_word(word: &str, line: &str) -> Option<u32> {
    let starts_word = |at: usize| !line[..at].chars().next_back().is_some_and(char::is_alphanumeric);
    let mut places = line.match_indices(word).map(|(at, _)| at);
    match (places.clone().any(starts_word), places.next()) {
        (true, _) => return Some(WORTH.0),
        (false, Some(_)) => return Some(WORTH.1),
        _ => {}
    }
    // The letters in their order, each at the next place where it begins a word if there is one, else at the next place at all.
    let mut rest = 0;
    let mut at_starts = 0;
    for letter in word.chars() {
        let next = |only_starts: bool| {
            let mut places = line[rest..].match_indices(letter).map(|(at, _)| rest + at);
            places.find(|&at| !only_starts || starts_word(at))
        };
        let start = next(true);
        let at = start.or_else(|| next(false))?;
        at_starts += u32::from(start.is_some());
        rest = at + letter.len_utf8();
    }
    Some(WORTH.2 + at_starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best<'a>(typed: &str, lines: &[&'a str]) -> Option<&'a str> {
        lines.iter().filter_map(|line| Some((fit(typed, line)?, *line))).max_by_key(|(worth, _)| *worth).map(|(_, line)| line)
    }

    #[test]
    fn what_was_meant_comes_first() {
        let lines = [
            "Zoom in",
            "Zoom out",
            "Undo",
            "Redo",
            "Open an example: Eleven requests, five nodes",
            "Planner: First fit",
            "Planner: FCFS-EDS",
            "New request",
        ];
        for (typed, meant) in [
            ("zi", "Zoom in"),
            ("zoom o", "Zoom out"),
            ("UND", "Undo"),
            ("eleven", "Open an example: Eleven requests, five nodes"),
            ("five open", "Open an example: Eleven requests, five nodes"),
            ("eds", "Planner: FCFS-EDS"),
            ("plff", "Planner: First fit"),
            ("new", "New request"),
        ] {
            assert_eq!(best(typed, &lines), Some(meant), "{typed}");
        }
        assert_eq!(best("xyz", &lines), None);
        assert_eq!(best("undo xyz", &lines), None, "every word has to fit");
        assert_eq!((fit("", "Undo"), fit("  ", "Zoom in")), (Some(0), Some(0)));
        assert!(fit("ß–𝄞", "Größe – 𝄞").is_some() && fit("\u{0}", "").is_none());
    }
}
