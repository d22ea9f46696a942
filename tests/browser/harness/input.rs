//! Hands: pointer, keys, files. Real input events, as the browser makes them from a device.

use super::page::Page;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use std::fs;

/// A point of the viewport in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

impl Point {
    /// The point so far to the right and down.
    pub fn by(self, dx: f64, dy: f64) -> Self {
        Self { x: self.x + dx, y: self.y + dy }
    }
}

/// What the hand holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    Mouse,
    Touch,
    Pen,
}

impl Device {
    fn name(self) -> &'static str {
        match self {
            Self::Mouse => "mouse",
            Self::Touch => "touch",
            Self::Pen => "pen",
        }
    }
}

impl Page {
    fn pointer(&self, device: Device, actions: &[Value]) {
        let source = json!({
            "type": "pointer", "id": device.name(), "parameters": { "pointerType": device.name() }, "actions": actions,
        });
        self.post("actions", &json!({ "actions": [source] }));
    }

    // chromedriver forgets a finger between two commands, so fingers go through DevTools, which makes the same trusted events.
    fn touch(&self, kind: &str, at: Option<Point>) {
        let points: Vec<Value> = at.iter().map(|at| json!({ "x": at.x.round(), "y": at.y.round() })).collect();
        self.devtools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }

    /// Presses at a point; the pointer stays down until [`Page::release`].
    pub fn press_at(&self, device: Device, at: Point) {
        match device {
            Device::Touch => self.touch("touchStart", Some(at)),
            _ => self.pointer(device, &[move_to(at, 0), json!({ "type": "pointerDown", "button": 0 })]),
        }
    }

    /// Moves the pointer in `steps` equal steps; up or down as it is.
    pub fn move_from_to(&self, device: Device, from: Point, to: Point, steps: u32) {
        let points = (1..=steps).map(|i| {
            let part = f64::from(i) / f64::from(steps);
            from.by((to.x - from.x) * part, (to.y - from.y) * part)
        });
        match device {
            Device::Touch => points.for_each(|at| self.touch("touchMove", Some(at))),
            _ => self.pointer(device, &points.map(|at| move_to(at, 16)).collect::<Vec<_>>()),
        }
    }

    /// Moves the mouse to a point, nothing pressed.
    pub fn hover(&self, at: Point) {
        self.pointer(Device::Mouse, &[move_to(at, 0)]);
    }

    /// Lifts the pointer.
    pub fn release(&self, device: Device) {
        match device {
            Device::Touch => self.touch("touchEnd", None),
            _ => self.pointer(device, &[json!({ "type": "pointerUp", "button": 0 })]),
        }
    }

    /// Press, move, release.
    pub fn drag(&self, device: Device, from: Point, to: Point) {
        self.press_at(device, from);
        self.move_from_to(device, from, to, 12);
        self.release(device);
    }

    /// Press and release in one place.
    pub fn click_at(&self, device: Device, at: Point) {
        self.press_at(device, at);
        self.release(device);
    }

    /// Scrolls an element into view, waits until it stands still, and clicks its middle with the mouse. Whatever lies above it gets the click, as for a user.
    /// An entry of a menu is reached through the menu's button, a part of a dock that is too low by its name.
    pub fn click(&self, css: &str) {
        self.click_led(css, 2);
    }

    /// [`Page::click`], led to the element by so many others at most.
    fn click_led(&self, css: &str, leads: u32) {
        self.wait_for_element(css);
        // A name that is to be pressed first, or where the element is once two frames show it in the same place.
        let script = "
            const [css, is_led, done] = arguments;
            const it = document.querySelector(css);
            if (!it) return done(null);
            const menu = is_led && !it.matches('summary') && it.closest('details.menu:not([open])');
            if (menu) return done({ first: menu.querySelector('summary').id });
            const body = is_led && it.closest('.dock-body');
            const parts = body && body.clientHeight <= 80 ? [...body.querySelectorAll('[id]')].filter(part => part.contains(it)) : [];
            const first = parts.map(part => `go-${part.id}`).find(name => document.getElementById(name));
            if (first) return done({ first });
            it.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            const place = () => {
                const { left, top, width, height } = (document.querySelector(css) ?? it).getBoundingClientRect();
                return [left + width / 2, top + height / 2];
            };
            const look = (last, frames) => requestAnimationFrame(() => {
                const now = place();
                if (frames === 0 || String(now) === String(last)) done({ at: now }); else look(now, frames - 1);
            });
            look(place(), 30);";
        let found = self.js_async(script, &[json!(css), json!(leads > 0)]);
        if let Some(button) = found["first"].as_str() {
            self.click_led(&format!("#{button}"), leads - 1);
            self.settle();
            return self.click_led(css, leads - 1);
        }
        let at = [0, 1].map(|i| found["at"][i].as_f64().unwrap_or_else(|| panic!("{css} has a place: {found}")));
        self.click_at(Device::Mouse, Point { x: at[0], y: at[1] });
    }

    /// Chooses in a menu of policies.
    pub fn choose_policy(&self, menu: &str, key: &str) {
        self.click(&policy(menu, key));
        self.wait_for_policy(menu, key);
    }

    /// Waits until a policy decides.
    pub fn wait_for_policy(&self, menu: &str, key: &str) {
        let is_chosen = "document.querySelector(arguments[0])?.getAttribute('aria-pressed') === 'true'";
        self.wait_for(&format!("{key} in {menu}"), is_chosen, &[json!(policy(menu, key))]);
    }

    /// Turns the wheel over a point: down is positive, Control held zooms.
    pub fn wheel(&self, at: Point, delta_x: i32, delta_y: i32, control: bool) {
        let wheel = json!({ "type": "wheel", "id": "wheel", "actions": [
            { "type": "scroll", "x": at.x.round() as i64, "y": at.y.round() as i64, "deltaX": delta_x, "deltaY": delta_y, "duration": 0 },
        ] });
        if control {
            self.post("actions", &json!({ "actions": [keys_source(&[json!({ "type": "keyDown", "value": "\u{E009}" })])] }));
        }
        self.post("actions", &json!({ "actions": [wheel] }));
        if control {
            self.post("actions", &json!({ "actions": [keys_source(&[json!({ "type": "keyUp", "value": "\u{E009}" })])] }));
        }
    }

    /// Presses a key or chord such as `Escape`, `Shift+ArrowRight`, `Control+z`, `?`, into whatever has the focus.
    pub fn key(&self, chord: &str) {
        let names: Vec<&str> = if chord == "+" { vec!["+"] } else { chord.split('+').collect() };
        let codes: Vec<String> = names.iter().map(|name| code_of(name)).collect();
        let down = codes.iter().map(|code| json!({ "type": "keyDown", "value": code }));
        let up = codes.iter().rev().map(|code| json!({ "type": "keyUp", "value": code }));
        self.post("actions", &json!({ "actions": [keys_source(&down.chain(up).collect::<Vec<_>>())] }));
    }

    /// Presses the same key several times.
    pub fn keys(&self, chord: &str, times: u32) {
        for _ in 0..times {
            self.key(chord);
        }
    }

    /// Types text into whatever has the focus, key by key.
    pub fn type_text(&self, text: &str) {
        let keys: Vec<Value> =
            text.chars().flat_map(|c| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": c.to_string() }))).collect();
        self.post("actions", &json!({ "actions": [keys_source(&keys)] }));
    }

    /// Puts the focus on an element, replaces what stands in it, and leaves with Enter.
    pub fn fill(&self, css: &str, text: &str) {
        self.focus(css);
        self.key("Control+a");
        self.type_text(text);
        self.key("Enter");
    }

    /// Gives an element the focus.
    pub fn focus(&self, css: &str) {
        self.wait_for_element(css);
        self.js("document.querySelector(arguments[0]).focus()", &[json!(css)]);
        self.wait_for(
            &format!("{css} to have the focus"),
            "document.activeElement === document.querySelector(arguments[0])",
            &[json!(css)],
        );
    }

    /// Drops a file on an element: the events a drag from the desktop ends with, with a real File.
    pub fn drop_file(&self, css: &str, name: &str, contents: &[u8]) {
        self.drop_files(css, &[(name, contents)]);
    }

    /// Drops several files at once.
    pub fn drop_files(&self, css: &str, files: &[(&str, &[u8])]) {
        self.wait_for_element(css);
        let script = "
            const [css, files] = arguments;
            const transfer = new DataTransfer();
            for (const [name, encoded] of files)
                transfer.items.add(new File([Uint8Array.from(atob(encoded), c => c.charCodeAt(0))], name));
            const target = document.querySelector(css);
            const box = target.getBoundingClientRect();
            const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
            for (const kind of ['dragenter', 'dragover', 'drop'])
                target.dispatchEvent(new DragEvent(kind, {dataTransfer: transfer, bubbles: true, cancelable: true, composed: true, clientX, clientY}));";
        let files: Vec<_> = files.iter().map(|(name, contents)| json!([name, BASE64.encode(contents)])).collect();
        self.js(script, &[json!(css), json!(files)]);
    }

    /// Chooses a file in a file input, which may be hidden behind a button.
    pub fn choose_file(&self, css: &str, name: &str, contents: &[u8]) {
        self.wait_for_element(css);
        let path = self.browser().folder().join(name);
        fs::write(&path, contents).expect("the file to choose can be written");
        let element = self.element(css);
        self.post(&format!("element/{element}/value"), &json!({ "text": path }));
    }
}

/// An entry of a menu of policies; keys may have a plus sign.
fn policy(menu: &str, key: &str) -> String {
    format!("[id='{menu}-{key}']")
}

fn move_to(at: Point, duration_ms: u32) -> Value {
    json!({ "type": "pointerMove", "origin": "viewport", "x": at.x.round() as i64, "y": at.y.round() as i64, "duration": duration_ms })
}

fn keys_source(actions: &[Value]) -> Value {
    json!({ "type": "key", "id": "keyboard", "actions": actions })
}

/// WebDriver's private code point for a key's name; a single character stands for itself.
fn code_of(name: &str) -> String {
    let code = match name {
        "Backspace" => '\u{E003}',
        "Tab" => '\u{E004}',
        "Enter" => '\u{E007}',
        "Shift" => '\u{E008}',
        "Control" => '\u{E009}',
        "Alt" => '\u{E00A}',
        "Escape" => '\u{E00C}',
        "Space" => ' ',
        "PageUp" => '\u{E00E}',
        "PageDown" => '\u{E00F}',
        "End" => '\u{E010}',
        "Home" => '\u{E011}',
        "ArrowLeft" => '\u{E012}',
        "ArrowUp" => '\u{E013}',
        "ArrowRight" => '\u{E014}',
        "ArrowDown" => '\u{E015}',
        "Insert" => '\u{E016}',
        "Delete" => '\u{E017}',
        "Meta" => '\u{E03D}',
        one if one.chars().count() == 1 => return one.to_string(),
        other => panic!("no such key: {other}"),
    };
    code.to_string()
}
