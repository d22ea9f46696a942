//! The known name that is nearest to a mistyped one.

/// Most letters in which a name may differ from the one that is suggested.
const FAR: usize = 2;

/// The nearest of some names, if one is near.
pub fn of<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |name: &str| strsim::damerau_levenshtein(found, name);
    let (far, name) = known.into_iter().map(|name| (distance(name), name)).min()?;
    // Of a short name not everything may differ.
    (far <= FAR && far * 2 < found.chars().count().max(3)).then_some(name)
}

/// `; did you mean …?`, or nothing.
pub fn hint<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    of(found, known).map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}
