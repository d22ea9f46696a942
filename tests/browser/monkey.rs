//! A monkey at the page: clicks, drags, keys, text, links, files, reloads and full storage, by chance but from a seed. Whatever it does, no scenario is
//! lost, no task of the page takes a second, and nothing is written to the console as an error.
//!
//! In the suite it does a few hundred things. `scripts/test --monkey [SEED]`, or BOOKAHEAD_MONKEY="ACTIONS SEED", has it do more.

use crate::harness::{Device, Page, Point, with_page};
use crate::lab::{open_lab, wait_for_link};
use bookahead::formats::json;
use bookahead::formats::link::decode;
use bookahead::formats::saved::SavedWork;
use bookahead::state::EXAMPLES;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::env;

/// What it does in the suite: how much, and the seed.
const USUALLY: (u32, u64) = (300, 20_131_013);
/// Longest task of the page, in milliseconds.
const TASK_MS: f64 = 1_000.0;
/// After so many actions it is looked at what is stored and at the console.
const LOOK_EVERY: u32 = 10;
/// Actions that are told when something is wrong.
const TOLD: usize = 30;
/// After so many actions it goes around, and does so many things at each place.
const GO_AROUND_EVERY: u32 = 250;
const AROUND: u32 = 10;
/// Characters that fill the storage: more than browsers give.
const STORAGE_CHARS: u32 = 6_000_000;

/// In the page: what there is to click, what took long, what was said.
const EYES: &str = "
    window.monkey = {longest: 0, said: []};
    new PerformanceObserver(list => list.getEntries().forEach(entry => { monkey.longest = Math.max(monkey.longest, entry.duration); }))
        .observe({type: 'longtask', buffered: true});
    monkey.visible = css => [...document.querySelectorAll(css)].filter(e => {
        // What would leave the page or open a window of the browser's own.
        if (e.closest('[inert], [disabled]') || e.matches('a[target], [type=file], #print, #save-pdf')) return false;
        if (document.querySelector('dialog[open]') && !e.closest('dialog[open]')) return false;
        const box = e.getBoundingClientRect();
        return box.width > 0 && box.height > 0 && e.checkVisibility();
    });
    // The middle of one of them, in view.
    monkey.place = (css, chance) => {
        const all = monkey.visible(css);
        if (!all.length) return null;
        const e = all[Math.floor(chance * all.length)];
        e.scrollIntoView({block: 'nearest', inline: 'nearest'});
        const box = e.getBoundingClientRect();
        const inside = (at, most) => Math.min(Math.max(at, 1), most - 2);
        const name = [e.tagName.toLowerCase(), e.id && '#' + e.id, (e.innerText ?? '').slice(0, 30).replace(/\\s+/g, ' ')].join(' ');
        return [name, inside(box.left + box.width / 2, innerWidth), inside(box.top + box.height / 2, innerHeight), box.width, box.height];
    };
    monkey.focus = (css, chance) => {
        const all = monkey.visible(css);
        const e = all[Math.floor(chance * all.length)];
        e?.focus();
        e?.select?.();
        return e ? `${e.tagName.toLowerCase()} #${e.id}` : null;
    };
    new MutationObserver(() => document.querySelectorAll('.notice p, .deleted').forEach(p => {
        if (!monkey.said.includes(p.innerText)) monkey.said.push(p.innerText);
    })).observe(document, {subtree: true, childList: true, characterData: true});";

/// What the monkey has seen of the stored work, by name: title and links.
type Seen = BTreeMap<String, String>;

struct Monkey<'a> {
    page: &'a Page,
    chance: ChaCha8Rng,
    trail: RefCell<Vec<String>>,
    links: Vec<String>,
    seen: Seen,
    /// Whether the storage is full of something else.
    is_full: bool,
    /// Its width and height in CSS px.
    window: (u32, u32),
    /// Processor time of the page's tasks, at the last look, in seconds.
    cpu: f64,
}

impl Monkey<'_> {
    fn share(&mut self) -> f64 {
        f64::from(self.chance.next_u32()) / (f64::from(u32::MAX) + 1.0)
    }

    fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.chance.random_range(0..all.len())]
    }

    fn tell(&self, what: impl Into<String>) {
        self.trail.borrow_mut().push(what.into());
    }

    /// The last actions, for whoever has to find out.
    fn trail(&self) -> String {
        let trail = self.trail.borrow();
        trail[trail.len().saturating_sub(TOLD)..].join("\n    ")
    }

    /// A visible element by chance.
    fn place(&mut self, css: &str) -> Option<(String, Point, [f64; 2])> {
        let share = self.share();
        let place = self.page.js("return window.monkey?.place(arguments[0], arguments[1])", &[json!(css), json!(share)]);
        let number = |at: usize| place[at].as_f64();
        let name = place[0].as_str()?.to_string();
        Some((name, Point { x: number(1)?, y: number(2)? }, [number(3)?, number(4)?]))
    }

    fn click(&mut self) {
        let css =
            "button, summary, input, select, label.check, [role=slider], [role=option], .row, [role=row], canvas, a[href^='#']";
        if let Some((name, at, _)) = self.place(css) {
            self.tell(format!("clicks {name} at {:.0} {:.0}", at.x, at.y));
            self.page.click_at(Device::Mouse, at);
        }
    }

    fn drag(&mut self) {
        let css = *self.one_of(&["canvas", "[role=slider]", ".knob, [id^=handle-]", "canvas, .stage svg, .plot svg"]);
        if let Some((name, at, [width, height])) = self.place(css) {
            let from = at.by((self.share() - 0.5) * width * 0.9, (self.share() - 0.5) * height * 0.9);
            let (width, height) = self.window;
            let within =
                |at: Point| Point { x: at.x.clamp(1.0, f64::from(width) - 2.0), y: at.y.clamp(1.0, f64::from(height) - 2.0) };
            let to = within(from.by((self.share() - 0.5) * 600.0, (self.share() - 0.5) * 200.0));
            let steps = self.chance.random_range(1..8);
            self.tell(format!("drags {name} from {from:?} to {to:?}"));
            self.page.press_at(Device::Mouse, within(from));
            self.page.move_from_to(Device::Mouse, within(from), to, steps);
            if self.share() < 0.15 {
                self.page.key("Escape");
            }
            self.page.release(Device::Mouse);
        }
    }

    fn types(&mut self) {
        let share = self.share();
        let css = "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea";
        let focused = self.page.js("return window.monkey?.focus(arguments[0], arguments[1])", &[json!(css), json!(share)]);
        if let Some(name) = focused.as_str() {
            let texts = [
                "0",
                "1",
                "2",
                "7",
                "12",
                "64",
                "300",
                "1000",
                "-1",
                "1.5",
                "65535",
                "65536",
                "1000000",
                "4000000",
                "99999999999",
                "1e9",
                "",
                "abc",
                "é — ∞",
                "<img src=x onerror=throw>",
                "\u{202e}desrever",
                "{}",
                "0x10",
            ];
            let text = *self.one_of(&texts);
            self.tell(format!("types {text:?} into {name}"));
            self.page.type_text(text);
            let after = *self.one_of(&["Enter", "Tab", "Escape"]);
            self.page.key(after);
        }
    }

    fn key(&mut self) {
        let keys = [
            "ArrowLeft",
            "ArrowRight",
            "ArrowUp",
            "ArrowDown",
            "Shift+ArrowRight",
            "Shift+ArrowLeft",
            "Control+z",
            "Control+z",
            "Control+Shift+z",
            "Delete",
            "Escape",
            "Escape",
            "Tab",
            "Tab",
            "Shift+Tab",
            "Enter",
            "Space",
            "Home",
            "End",
            "PageDown",
            "+",
            "-",
            "0",
            "?",
            "/",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "n",
            "p",
            "[",
            "]",
            "c",
            "f",
            "o",
            "Control+k",
        ];
        let key = *self.one_of(&keys);
        self.tell(format!("presses {key}"));
        self.page.key(key);
    }

    fn wheel(&mut self) {
        if let Some((name, at, _)) = self.place("canvas") {
            let (dx, dy) = (self.chance.random_range(-300..300), self.chance.random_range(-500..500));
            let zooms = self.share() < 0.5;
            self.tell(format!("turns the wheel over {name} by {dx} {dy}, zooming: {zooms}"));
            self.page.wheel(at, dx, dy, zooms);
        }
    }

    /// A link into the address bar; now and then a damaged one.
    fn follows_link(&mut self) {
        let links = std::mem::take(&mut self.links);
        let mut link = self.one_of(&links).clone();
        self.links = links;
        if self.share() < 0.3 {
            let at = self.chance.random_range(0..link.len());
            link = link.chars().enumerate().map(|(i, c)| if i == at { 'x' } else { c }).collect();
        }
        self.tell(format!("follows the link {link}"));
        self.page.js("location.hash = arguments[0]", &[json!(link)]);
    }

    fn drops_files(&mut self) {
        let scenario = |title: &str, at: usize| {
            let mut scenario = EXAMPLES[at % EXAMPLES.len()].open().scenario;
            scenario.title = title.to_string();
            json::write(&scenario).into_bytes()
        };
        let log = b"; MaxNodes: 6\n5 0 10 600 2 -1 -1 2 600 -1 1 1 1 -1 1 -1 -1 -1\n".to_vec();
        let some = self.chance.random_range(0..EXAMPLES.len());
        let number = self.chance.next_u32();
        let graph = b"3\n0 1 0\n1 4 1 0\n2 3 1 0\n3 2 2 1 2\n4 0 1 3\n".to_vec();
        let kinds: [(&str, Vec<u8>); 8] = [
            ("first.json", scenario(&format!("First {number}"), some)),
            ("second.json", scenario(&format!("Second {number}"), some + 1)),
            ("log.swf", log),
            ("graph.stg", graph),
            ("graph.json", br#"{"name": "a", "workflow": {"tasks": [{"name": "a", "runtimeInSeconds": 5}]}}"#.to_vec()),
            ("broken.json", b"{\"version\": 1, ".to_vec()),
            ("noise.gz", vec![0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6]),
            ("empty.txt", Vec::new()),
        ];
        let count = self.chance.random_range(1..4);
        let files: Vec<(&str, &[u8])> =
            (0..count).map(|_| self.one_of(&kinds)).map(|(name, bytes)| (*name, bytes.as_slice())).collect();
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        self.tell(format!("drops {}", names.join(", ")));
        self.page.drop_files("body", &files);
        self.page.settle();
    }

    /// Loads the page anew: the same scenario must be there.
    fn reloads(&mut self) {
        // A file that is being read or a plan under way is not part of it.
        self.page.js("document.querySelector('dialog[open] .close, dialog[open] [aria-label=Close]')?.click()", &[]);
        self.rests();
        // Loading removes what is stored twice: it counts what was stored just before.
        self.looks();
        let before = self.page.fragment();
        self.tell(format!("reloads {before}"));
        self.page.reload();
        self.rests();
        self.looks();
        if self.is_full {
            return;
        }
        let after = self.page.fragment();
        // A list that no link can hold has none.
        if before.len() < 8 {
            return;
        }
        let scenario = |link: &str| decode(link).map(|opened| opened.scenario).map_err(|error| format!("{link}: {error}"));
        assert_eq!(scenario(&after), scenario(&before), "the scenario after a reload; before:\n    {}", self.trail());
    }

    /// Waits until what was done is saved.
    fn rests(&self) {
        std::thread::sleep(std::time::Duration::from_millis(450));
        wait_for_link(self.page);
    }

    /// Fills the storage with something else, or empties it of that.
    fn fills_storage(&mut self) {
        self.is_full = !self.is_full;
        self.tell(format!("storage full: {}", self.is_full));
        let script = "
            localStorage.removeItem('monkey');
            let length = arguments[0], text = '';
            while (length > 100) {
                try { localStorage.setItem('monkey', text + 'x'.repeat(length)); text += 'x'.repeat(length); } catch { length = Math.floor(length / 2); }
            }";
        self.page.js(script, &[json!(if self.is_full { STORAGE_CHARS } else { 0 })]);
    }

    /// Goes to a part of the page, each as often as the others; links and keys alone lead there seldom.
    fn opens_workbench(&mut self) {
        self.page.js("document.querySelector('dialog[open]')?.close(); document.activeElement?.blur()", &[]);
        let key = *self.one_of(&["1", "2", "3", "4", "5", "6"]);
        self.tell(format!("opens workbench {key}"));
        self.page.key(key);
        self.page.settle();
    }

    /// Goes to each part of the page in turn, and to what is asked for there by a button alone, and does a few things.
    fn goes_around(&mut self) {
        let parts = [("1", "#planner-osp"), ("1", "#ask-for-offers"), ("2", ""), ("3", ""), ("4", ""), ("5", ""), ("6", "")];
        for (key, button) in parts {
            self.page.js("document.querySelector('dialog[open]')?.close(); document.activeElement?.blur()", &[]);
            self.tell(format!("goes around: {key} {button}"));
            self.page.key(key);
            self.page.settle();
            self.page.js("document.querySelector(arguments[0] || 'x-none')?.click()", &[json!(button)]);
            for _ in 0..AROUND {
                match self.chance.random_range(0..4) {
                    0 | 1 => self.click(),
                    2 => self.drag(),
                    _ => self.types(),
                }
            }
            self.looks();
        }
    }

    fn does_something(&mut self) {
        match self.chance.random_range(0..1_000) {
            0..380 => self.click(),
            380..560 => self.drag(),
            560..760 => self.key(),
            760..860 => self.types(),
            860..920 => self.wheel(),
            920..950 => self.follows_link(),
            950..970 => self.drops_files(),
            970..980 => self.reloads(),
            980..985 => self.fills_storage(),
            985..993 => {
                let (width, height) = *self.one_of(&[(1280, 800), (390, 800), (800, 800), (1280, 800)]);
                self.tell(format!("sizes the window {width} × {height}"));
                self.window = (width, height);
                self.page.size(width, height);
            }
            993..998 => self.opens_workbench(),
            _ => {
                self.tell("waits");
                self.rests();
            }
        }
    }

    /// What is stored: name, title and links of each piece of work.
    fn stored(&self) -> Seen {
        let script = "return Object.keys(localStorage).filter(key => key.startsWith('bookahead.work.')).map(key => [key, localStorage.getItem(key)])";
        let entries = self.page.js(script, &[]);
        let entries = entries.as_array().into_iter().flatten();
        let of = |entry: &Value| {
            let saved = SavedWork::read(entry[1].as_str()?).ok()?;
            Some((entry[0].as_str()?.to_string(), format!("{:?}", saved.content())))
        };
        entries.filter_map(of).collect()
    }

    /// Nothing that was stored is gone, but what was deleted, what another entry holds, and what was told.
    fn looks(&mut self) {
        let errors = self.page.errors();
        assert!(errors.is_empty(), "errors on the console: {errors:#?}\n    {}", self.trail());
        assert_eq!(self.page.count("body.failed"), 0, "the page has failed:\n    {}", self.trail());
        let stored = self.stored();
        let said = self.page.js("return window.monkey.said.splice(0).join('\\n')", &[]);
        let said = said.as_str().unwrap_or_default();
        for (key, content) in &self.seen {
            let is_there = stored.contains_key(key) || stored.values().any(|other| other == content);
            let is_told = said.contains("was removed:") || said.contains("is deleted");
            assert!(is_there || is_told, "{key} is lost: {content}\nsaid: {said}\n    {}", self.trail());
        }
        self.seen = stored;
        let longest = self.page.js("return [monkey.longest, monkey.longest = 0][0]", &[]).as_f64().unwrap_or_default();
        let cpu = self.processor_time();
        // On a busy machine a task may wait for the processor: what it used of it counts.
        let used_ms = (cpu - std::mem::replace(&mut self.cpu, cpu)) * 1_000.0;
        assert!(
            longest < TASK_MS || used_ms < TASK_MS,
            "a task took {longest:.0} ms, all of them {used_ms:.0} ms of processor time:\n    {}",
            self.trail()
        );
    }

    /// Seconds that the page's tasks took of a processor since it was loaded.
    fn processor_time(&self) -> f64 {
        let metrics = self.page.devtools("Performance.getMetrics", json!({}));
        let metrics = metrics["metrics"].as_array().cloned().unwrap_or_default();
        metrics
            .iter()
            .find(|metric| metric["name"] == "TaskDuration")
            .and_then(|metric| metric["value"].as_f64())
            .unwrap_or_default()
    }
}

/// Links that the page has had, from the pinned ones; small ones, so that many can be followed.
fn links() -> Vec<String> {
    let pinned = include_str!("../links/pinned.txt").lines().filter_map(|line| line.strip_prefix("link: "));
    pinned.filter(|link| link.len() < 2_000).map(|link| format!("#{}", link.trim_start_matches('#'))).collect()
}

#[test]
fn whatever_a_monkey_does_nothing_is_lost() {
    let asked = env::var("BOOKAHEAD_MONKEY").unwrap_or_default();
    let mut asked = asked.split_whitespace();
    let actions = asked.next().map_or(USUALLY.0, |actions| actions.parse().expect("BOOKAHEAD_MONKEY: a number of actions"));
    let seed = asked.next().map_or(USUALLY.1, |seed| seed.parse().expect("BOOKAHEAD_MONKEY: a seed"));
    with_page("monkey", |page| {
        page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": EYES }));
        page.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" }));
        open_lab(page, "");
        let links = links();
        assert!(links.len() > 20, "{}", links.len());
        let (chance, trail) = (ChaCha8Rng::seed_from_u64(seed), RefCell::default());
        let mut monkey = Monkey { page, chance, trail, links, seen: Seen::new(), is_full: false, window: (1_280, 800), cpu: 0.0 };
        for action in 0..actions {
            monkey.does_something();
            if action % GO_AROUND_EVERY == GO_AROUND_EVERY / 5 {
                monkey.goes_around();
            }
            if action % LOOK_EVERY == 0 {
                monkey.looks();
            }
        }
        monkey.looks();
    });
}
