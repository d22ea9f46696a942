//! Which file of `src/` needs which, read from the imports and paths in their code, and the files that need one another in a circle.
//!
//! A file needs another if it names something that is defined there. A re-export (`pub use`) is followed to where the name is defined; to
//! re-export a name, or to declare a module, is not to need it. Code under `#[cfg(test)]` is left out.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// The way to a module or an item from `src/` down, as `["engine", "slots", "plan", "Plan"]`.
type Path = Vec<String>;

/// Folders of `src/` that are crates of their own: `crate::` in them is the folder. Elsewhere it is `src/`.
const CRATES: &[&str] = &["engine", "papers", "chart", "formats", "lessons", "cli"];

/// What a file says of others.
#[derive(Default)]
struct File {
    module: Path,
    imports: Vec<Import>,
    /// Paths in the code, with the module they stand in.
    paths: Vec<(Path, Path)>,
    /// Every word of the code outside imports.
    words: BTreeSet<String>,
    /// Modules that are declared for tests only.
    tests: Vec<Path>,
}

/// One name of a `use`.
struct Import {
    /// The module it stands in.
    within: Path,
    path: Path,
    /// What it is called here.
    name: String,
    is_public: bool,
}

/// The circles among sources, given by their paths below the repository and their texts: each as the sorted paths of its files.
pub fn circles(sources: &[(String, String)]) -> Vec<Vec<String>> {
    let names: Vec<String> = sources.iter().map(|(path, _)| path.clone()).collect();
    circles_among(&names, &needs(sources))
}

/// The circles among what lies directly in a folder of `src/`: a folder in it counts as one with all that is in it, a file by itself.
pub fn circles_within(folder: &str, sources: &[(String, String)]) -> Vec<Vec<String>> {
    let part = |path: &str| Some(format!("{folder}/{}", path.strip_prefix(folder)?.strip_prefix('/')?.split('/').next()?));
    let parts: Vec<Option<String>> = sources.iter().map(|(path, _)| part(path)).collect();
    let names: Vec<String> = parts.iter().flatten().cloned().collect::<BTreeSet<_>>().into_iter().collect();
    let place = |file: usize| parts[file].as_ref().and_then(|part| names.binary_search(part).ok());
    let mut of_parts = vec![BTreeSet::new(); names.len()];
    for (file, needed) in needs(sources).iter().enumerate() {
        if let Some(own) = place(file) {
            of_parts[own].extend(needed.iter().filter_map(|&file| place(file)).filter(|&other| other != own));
        }
    }
    circles_among(&names, &of_parts)
}

/// The numbers of the files that each file needs.
fn needs(sources: &[(String, String)]) -> Vec<BTreeSet<usize>> {
    let files: Vec<File> = sources.iter().map(|(path, text)| File::read(path, text)).collect();
    let tests: Vec<&Path> = files.iter().flat_map(|file| &file.tests).collect();
    let is_test = |file: &File| tests.iter().any(|test| file.module.starts_with(test.as_slice()));
    let map = Map(files.iter().zip(0..).filter(|(file, _)| !is_test(file)).map(|(file, i)| (&file.module, (i, file))).collect());
    files.iter().map(|file| if is_test(file) { BTreeSet::new() } else { map.needs(file) }).collect()
}

/// The circles among things with these names, of which each needs others by their numbers.
fn circles_among(names: &[String], needs: &[BTreeSet<usize>]) -> Vec<Vec<String>> {
    let reached: Vec<BTreeSet<usize>> = (0..names.len()).map(|one| reached_from(one, needs)).collect();
    let mut circles = BTreeSet::new();
    for (one, others) in reached.iter().enumerate().filter(|(one, others)| others.contains(one)) {
        let circle = others.iter().filter(|&&other| reached[other].contains(&one));
        let mut found: Vec<String> = circle.map(|&other| names[other].clone()).collect();
        found.sort();
        circles.insert(found);
    }
    circles.into_iter().collect()
}

/// Everything that is needed by one, or by one it needs, and so on.
fn reached_from(one: usize, needs: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![one]);
    while let Some(next) = open.pop() {
        open.extend(needs[next].iter().filter(|&&needed| reached.insert(needed)));
    }
    reached
}

/// The files with their numbers, by module.
struct Map<'a>(BTreeMap<&'a Path, (usize, &'a File)>);

impl Map<'_> {
    /// The numbers of the files that a file needs.
    fn needs(&self, file: &File) -> BTreeSet<usize> {
        let used = file.imports.iter().filter(|import| !import.is_public || file.words.contains(&import.name));
        let imported = used.map(|import| (&import.within, &import.path));
        let named = file.paths.iter().map(|(within, path)| (within, path));
        let targets = imported.chain(named).filter_map(|(within, path)| self.defined_in(&self.absolute(within, path)?, 0));
        targets.filter(|target| target.module != file.module).map(|target| self.0[&target.module].0).collect()
    }

    /// A path in some module as a path from `src/` down; `None` if it leads into a foreign crate or to something local.
    fn absolute(&self, within: &[String], path: &[String]) -> Option<Path> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => within.iter().take(1).filter(|name| CRATES.contains(&name.as_str())).cloned().collect(),
            "bookahead" => Path::new(),
            "self" => within.to_vec(),
            "super" => {
                let (_, parent) = within.split_last()?;
                return match rest.first() {
                    Some(next) if next == "super" => self.absolute(parent, rest),
                    _ => Some([parent, rest].concat()),
                };
            }
            name => match name.strip_prefix("bookahead_") {
                Some(name) => vec![name.to_string()],
                // A module below this one, or one that is imported here.
                None => {
                    let child = [within, std::slice::from_ref(first)].concat();
                    let is_child = self.0.contains_key(&child);
                    let import = || self.0.get(&within.to_vec())?.1.imports.iter().find(|import| import.name == name);
                    if is_child { child } else { self.absolute(within, &import().filter(|i| i.path[0] != name)?.path)? }
                }
            },
        };
        Some([&start, rest].concat())
    }

    /// The file that defines what a path from `src/` down leads to, after re-exports.
    fn defined_in(&self, path: &[String], hops: usize) -> Option<&File> {
        let known = (0..=path.len()).rev().find_map(|length| self.0.get(&path[..length].to_vec()));
        let (_, file) = known?;
        let rest = &path[file.module.len()..];
        let import = rest.first().and_then(|name| file.imports.iter().find(|import| import.name == *name));
        match import {
            Some(import) if hops < 8 => {
                let target = self.absolute(&import.within, &import.path)?;
                self.defined_in(&[&target, &rest[1..]].concat(), hops + 1)
            }
            _ => Some(file),
        }
    }
}

impl File {
    fn read(path: &str, text: &str) -> Self {
        let mut module: Path = path.trim_start_matches("src/").trim_end_matches(".rs").split('/').map(str::to_string).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib")) || path == "src/cli/main.rs" {
            module.pop();
        }
        let mut file = Self { module: module.clone(), ..Self::default() };
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
        file.scan(&module, tokens);
        file
    }

    /// Takes in the code of a module or of a part of it.
    fn scan(&mut self, module: &Path, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at..] {
                [TokenTree::Punct(hash), TokenTree::Group(attribute), rest @ ..]
                    if hash.as_char() == '#' && is_for_tests(attribute) =>
                {
                    let length = item_length(rest);
                    self.tests.extend(declared_module(&rest[..length]).map(|name| child(module, &name)));
                    at += 2 + length;
                }
                [TokenTree::Ident(word), TokenTree::Ident(_), ..] if word == "use" => {
                    let length = item_length(&tokens[at..]);
                    let mut paths = Vec::new();
                    read_tree(&Path::new(), &tokens[at + 1..at + length], &mut paths);
                    let is_public = is_word(at.checked_sub(1).map(|at| &tokens[at]), "pub")
                        || is_word(at.checked_sub(2).map(|at| &tokens[at]), "pub");
                    let import = |(path, name)| Import { within: module.clone(), path, name, is_public };
                    self.imports.extend(paths.into_iter().map(import));
                    at += length;
                }
                [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Group(body), ..] if word == "mod" => {
                    self.scan(&child(module, &name.to_string()), body.stream());
                    at += 3;
                }
                [TokenTree::Ident(word), TokenTree::Ident(_), ..] if word == "mod" => at += 2,
                [TokenTree::Ident(_), ..] => {
                    let path = path_at(&tokens[at..]);
                    at += 3 * path.len() - 2;
                    self.words.extend(path.iter().cloned());
                    if path.len() > 1 {
                        self.paths.push((module.clone(), path));
                    }
                }
                [TokenTree::Group(group), ..] => {
                    self.scan(module, group.stream());
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }
}

fn child(module: &Path, name: &str) -> Path {
    module.iter().cloned().chain([name.to_string()]).collect()
}

fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

/// Whether an attribute is `cfg(test)`.
fn is_for_tests(attribute: &Group) -> bool {
    attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// How many tokens there are up to the end of an item: a semicolon or a body in braces.
fn item_length(tokens: &[TokenTree]) -> usize {
    let is_import = tokens.iter().take(3).any(|token| is_word(Some(token), "use"));
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !is_import,
        _ => false,
    };
    tokens.iter().position(ends).map_or(tokens.len(), |end| end + 1)
}

/// The name in `mod name;`.
fn declared_module(item: &[TokenTree]) -> Option<String> {
    let at = item.iter().position(|token| is_word(Some(token), "mod"))?;
    Some(item.get(at + 1)?.to_string())
}

/// The words of `a::b::c` at the beginning of some tokens.
fn path_at(tokens: &[TokenTree]) -> Path {
    let mut path = Path::new();
    let mut rest = tokens;
    while let [TokenTree::Ident(word), after @ ..] = rest {
        path.push(word.to_string());
        match after {
            [TokenTree::Punct(a), TokenTree::Punct(b), next @ ..] if (a.as_char(), b.as_char()) == (':', ':') => rest = next,
            _ => break,
        }
    }
    path
}

/// The paths of a `use` tree with what they are called, from what stands before the tree on.
fn read_tree(before: &Path, tokens: &[TokenTree], found: &mut Vec<(Path, String)>) {
    for branch in tokens.split(|token| matches!(token, TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | ';'))) {
        let mut path = [before.clone(), path_at(branch)].concat();
        match branch.last() {
            Some(TokenTree::Group(group)) => {
                let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                read_tree(&path, &tokens, found);
            }
            Some(TokenTree::Ident(name)) => {
                if name == "self" && path.len() > 1 {
                    path.pop();
                }
                let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name.to_string() };
                found.push((path, name));
            }
            // `*`: the module itself.
            Some(_) => found.push((path, "*".to_string())),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{circles, circles_within};

    fn owned(sources: &[(&str, &str)]) -> Vec<(String, String)> {
        sources.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect()
    }

    fn of(sources: &[(&str, &str)]) -> Vec<Vec<String>> {
        circles(&owned(sources))
    }

    #[test]
    fn two_files_that_import_one_another_are_a_circle() {
        let plan = ("src/engine/slots/plan.rs", "use super::job::{Job, Size as Large};\npub struct Plan;");
        let job = ("src/engine/slots/job.rs", "use crate::slots::plan::Plan;\npub struct Job;\npub struct Size;");
        assert_eq!(of(&[plan, job]), [["src/engine/slots/job.rs", "src/engine/slots/plan.rs"]]);
        assert!(of(&[plan, ("src/engine/slots/job.rs", "pub struct Job;")]).is_empty());
    }

    #[test]
    fn a_circle_leads_through_re_exports_other_crates_and_paths_in_the_code() {
        let files = [
            ("src/lib.rs", "pub use bookahead_engine as engine;\npub mod state;\npub mod app;"),
            ("src/state.rs", "fn a() -> u32 { format!(\"{}\", crate::app::view::width(1)).len() }"),
            ("src/app/mod.rs", "pub mod view;\nmod kit;\npub use kit::Kit;"),
            ("src/app/view.rs", "use super::Kit;\nuse crate::engine::Plan;"),
            ("src/app/kit.rs", "use crate::state;\nfn a() { state::a() }"),
            ("src/engine/lib.rs", "mod plan;\npub use plan::Plan;"),
            ("src/engine/plan.rs", "pub struct Plan;"),
        ];
        assert_eq!(of(&files), [["src/app/kit.rs", "src/app/view.rs", "src/state.rs"]]);
    }

    #[test]
    fn a_parent_that_uses_its_child_and_is_used_by_it_is_a_circle() {
        let parent = "mod child;\n#[cfg(test)]\nmod tests;\nuse child::run;\npub struct Parent;\nfn a() { run() }";
        let child = "use super::Parent;\npub fn run() {}";
        let files = [("src/engine/mod.rs", parent), ("src/engine/child.rs", child), ("src/engine/tests.rs", "use super::Parent;")];
        assert_eq!(of(&files), [["src/engine/child.rs", "src/engine/mod.rs"]]);
        // To hand a name on is not to need it.
        let parent = "mod child;\npub use child::run;\npub struct Parent;";
        assert!(of(&[("src/engine/mod.rs", parent), ("src/engine/child.rs", child)]).is_empty());
    }

    #[test]
    fn comments_strings_and_tests_need_nothing() {
        let plan = ("src/engine/plan.rs", "use super::job::Job;\npub struct Plan;");
        let job = "//! See [`crate::plan::Plan`].\n/* use super::plan::Plan; */\nconst A: &str = \"use super::plan::Plan;\";\n\
            #[cfg(test)]\nuse super::plan::Plan;\n#[cfg(test)]\nmod tests { use super::super::plan::Plan; }\npub struct Job;";
        assert!(of(&[plan, ("src/engine/job.rs", job)]).is_empty());
        assert_eq!(of(&[plan, ("src/engine/job.rs", &format!("{job}\nuse super::plan::Plan;"))]).len(), 1);
    }

    #[test]
    fn folders_whose_files_are_in_no_circle_can_be_in_one() {
        let files = [
            ("src/formats/lib.rs", "pub mod link;\nmod saved;\npub mod studies;"),
            ("src/formats/link/mod.rs", "mod codec;\nmod view;\npub use view::View;"),
            ("src/formats/link/codec.rs", "use crate::studies::slots::pack;"),
            ("src/formats/link/view.rs", "pub struct View;"),
            ("src/formats/saved.rs", "use crate::link::View;"),
            ("src/formats/studies/mod.rs", "pub mod slots;"),
            ("src/formats/studies/slots.rs", "use crate::link::View;\npub fn pack() {}"),
        ];
        assert!(of(&files).is_empty());
        assert_eq!(circles_within("src/formats", &owned(&files)), [["src/formats/link", "src/formats/studies"]]);
        assert!(circles_within("src/formats/studies", &owned(&files)).is_empty());
        assert!(circles_within("src/chart", &owned(&files)).is_empty());
    }
}
