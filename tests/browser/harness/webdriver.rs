//! The WebDriver protocol, as much of it as the tests need: JSON over HTTP to a driver on this machine.

use serde_json::{Value, json};
use std::fmt;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The driver refused a command, or did not answer.
#[derive(Debug)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A browser window under a driver's control.
pub struct Session {
    port: u16,
    id: String,
}

impl Session {
    /// Starts a browser with the given capabilities.
    pub fn start(port: u16, capabilities: &Value) -> Result<Self, Refused> {
        let answer = call(port, "POST", "/session", Some(&json!({ "capabilities": { "alwaysMatch": capabilities } })))?;
        let id = answer["sessionId"].as_str().ok_or_else(|| Refused(format!("no session in {answer}")))?.to_string();
        Ok(Self { port, id })
    }

    /// POSTs to `/session/{id}/{command}`.
    pub fn post(&self, command: &str, body: &Value) -> Result<Value, Refused> {
        call(self.port, "POST", &format!("/session/{}/{command}", self.id), Some(body))
    }

    /// GETs `/session/{id}/{command}`.
    pub fn get(&self, command: &str) -> Result<Value, Refused> {
        call(self.port, "GET", &format!("/session/{}/{command}", self.id), None)
    }

    /// Sends a command of the Chrome DevTools Protocol.
    pub fn devtools(&self, command: &str, parameters: Value) -> Result<Value, Refused> {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Closes the browser.
    pub fn end(&self) -> Result<Value, Refused> {
        call(self.port, "DELETE", &format!("/session/{}", self.id), None)
    }
}

/// One command, one connection. Returns the answer's `value`.
fn call(port: u16, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Refused> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let (status, text) = exchange(port, method, path, &body).map_err(|error| Refused(format!("{method} {path}: {error}")))?;
    let answer: Value = serde_json::from_str(&text).map_err(|error| Refused(format!("{method} {path}: {error} in: {text}")))?;
    let value = answer["value"].clone();
    if status == 200 {
        return Ok(value);
    }
    let word = |name: &str| value[name].as_str().unwrap_or_default().to_string();
    // The driver appends its own stack and versions; the first line is what matters.
    let message = word("message");
    Err(Refused(format!("{method} {path}: {}: {}", word("error"), message.lines().next().unwrap_or_default())))
}

fn exchange(port: u16, method: &str, path: &str, body: &str) -> Result<(u16, String), Box<dyn std::error::Error>> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    let mut bytes = Vec::new();
    let mut chunk = [0; 65_536];
    // The driver may keep the connection open all the same, so stop where Content-Length says.
    loop {
        let read = stream.read(&mut chunk)?;
        bytes.extend_from_slice(&chunk[..read]);
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
            if read == 0 {
                return Err("the answer ends inside its head".into());
            }
            continue;
        };
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let length: usize = head.lines().find_map(|line| line.strip_prefix("content-length:")).map_or("", str::trim).parse()?;
        if bytes.len() >= end + 4 + length {
            let status = head.split_whitespace().nth(1).unwrap_or_default().parse()?;
            return Ok((status, String::from_utf8_lossy(&bytes[end + 4..end + 4 + length]).into_owned()));
        }
        if read == 0 {
            return Err("the answer ends early".into());
        }
    }
}
