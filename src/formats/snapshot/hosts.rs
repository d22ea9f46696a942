//! Lists of nodes as Slurm writes them: `n[1-3,07],rack[1-2]n[01-10]`.

use std::collections::BTreeMap;

/// Most names that all lists of a snapshot may have together.
const NAMES_MAX: usize = 8_000_000;

/// Names of nodes, numbered as they come.
#[derive(Debug, Default)]
pub(super) struct Hosts {
    numbers: BTreeMap<String, u32>,
    read: usize,
}

impl Hosts {
    /// The number of a node.
    pub fn number(&mut self, name: &str) -> u32 {
        let next = self.numbers.len() as u32;
        match self.numbers.get(name) {
            Some(&number) => number,
            None => *self.numbers.entry(name.to_string()).or_insert(next),
        }
    }

    /// The numbers of the nodes of a list, each once.
    ///
    /// # Errors
    /// It is no list, or there are too many names; in words.
    pub fn of_list(&mut self, list: &str) -> Result<Vec<u32>, String> {
        if ["", "(null)", "None", "None assigned", "N/A"].iter().any(|nothing| list.eq_ignore_ascii_case(nothing)) {
            return Ok(Vec::new());
        }
        let shown = || list.chars().take(40).collect::<String>();
        let mut names = Vec::new();
        for entry in entries(list).ok_or_else(|| format!("the list of nodes {:?} has a bracket too many", shown()))? {
            let left = NAMES_MAX.saturating_sub(self.read + names.len());
            let found = expanded(entry, left).map_err(|()| {
                format!(
                    "the list of nodes is {:?}; must be one such as n[1-3,7], with at most {NAMES_MAX} names in all lists",
                    shown()
                )
            })?;
            names.extend(found);
        }
        self.read += names.len();
        let mut numbers: Vec<u32> = names.iter().map(|name| self.number(name)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }
}

/// The entries of a list: cut at the commas outside of brackets.
fn entries(list: &str) -> Option<Vec<&str>> {
    let (mut found, mut from, mut is_inside) = (Vec::new(), 0, false);
    for (at, letter) in list.char_indices() {
        match letter {
            '[' if is_inside => return None,
            '[' => is_inside = true,
            ']' if !is_inside => return None,
            ']' => is_inside = false,
            ',' if !is_inside => {
                found.push(&list[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(&list[from..]);
    (!is_inside).then_some(found)
}

/// The names of an entry: every combination of what is in its brackets.
fn expanded(entry: &str, most: usize) -> Result<Vec<String>, ()> {
    let mut names = vec![String::new()];
    let mut rest = entry.trim();
    while let Some((before, behind)) = rest.split_once('[') {
        let (inside, after) = behind.split_once(']').ok_or(())?;
        let numbers = ranges(inside, most)?;
        if names.len().saturating_mul(numbers.len()) > most {
            return Err(());
        }
        names = names.iter().flat_map(|name| numbers.iter().map(move |number| format!("{name}{before}{number}"))).collect();
        rest = after;
    }
    if most == 0 {
        return Err(());
    }
    names.iter_mut().for_each(|name| name.push_str(rest));
    Ok(names)
}

/// Numbers such as `1-3,07`, as they are written.
fn ranges(inside: &str, most: usize) -> Result<Vec<String>, ()> {
    let mut found = Vec::new();
    for part in inside.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |word: &str| word.trim().parse::<u64>().map_err(|_| ());
        let (from, to, width) = (number(first)?, number(last)?, first.trim().len());
        if to < from || width > 20 || usize::try_from(to - from).map_or(true, |more| found.len() + more >= most) {
            return Err(());
        }
        found.extend((from..=to).map(|number| format!("{number:0width$}")));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_slurm_writes_them() {
        let names = |entry: &str| expanded(entry, 100);
        assert_eq!(names("n[1-3,07]").unwrap(), ["n1", "n2", "n3", "n07"]);
        assert_eq!(names("r[1-2]n[08-10]").unwrap(), ["r1n08", "r1n09", "r1n10", "r2n08", "r2n09", "r2n10"]);
        assert_eq!(names("big").unwrap(), ["big"]);
        let mut hosts = Hosts::default();
        assert_eq!(hosts.of_list("big,n[1-3],n2").unwrap(), [0, 1, 2, 3]);
        assert_eq!(hosts.of_list("(null)").unwrap(), [0; 0]);
        assert_eq!(hosts.of_list("n3").unwrap(), [3]);
    }

    #[test]
    fn what_is_no_list_or_too_long_is_refused() {
        let mut hosts = Hosts::default();
        for list in ["n[1-3", "n]1[", "n[[1]]", "n[3-1]", "n[a]", "n[1-99999999999]", "n[1-9999][1-9999]", "n[]"] {
            assert!(hosts.of_list(list).unwrap_err().contains("list of nodes"), "{list}");
        }
    }
}
