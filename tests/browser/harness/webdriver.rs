//! A browser window under a WebDriver's control: a synchronous front of the asynchronous client `fantoccini`.

use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::fmt;
use std::future::Future;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use url::{ParseError, Url};

/// How long the driver may take for an answer. Longer than its own limits for scripts and for loading a page.
const ANSWER_LIMIT: Duration = Duration::from_secs(60);

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
    runtime: Runtime,
    client: Client,
}

/// A command below `/session/{id}/`, those of Chromium included, for which the client has no method.
#[derive(Debug)]
struct Command {
    method: Method,
    name: String,
    body: Option<String>,
}

impl WebDriverCompatibleCommand for Command {
    fn endpoint(&self, base_url: &Url, session_id: Option<&str>) -> Result<Url, ParseError> {
        base_url.join(&format!("session/{}/{}", session_id.unwrap_or_default(), self.name))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (self.method.clone(), self.body.clone())
    }
}

impl Session {
    /// Starts a browser with the given capabilities through the driver on this port.
    pub fn start(port: u16, capabilities: &Value) -> Result<Self, Refused> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| Refused(error.to_string()))?;
        let capabilities = capabilities.as_object().cloned().unwrap_or_default();
        let address = format!("http://127.0.0.1:{port}");
        let client = answered(&runtime, "new session", async {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            builder.capabilities(capabilities).connect(&address).await.map_err(|error| error.to_string())
        })?;
        Ok(Self { runtime, client })
    }

    fn issue(&self, method: Method, name: &str, body: Option<&Value>) -> Result<Value, Refused> {
        let command = Command { method, name: name.to_string(), body: body.map(Value::to_string) };
        let answer = async { self.client.issue_cmd(command).await.map_err(|error| in_one_line(&error)) };
        answered(&self.runtime, name, answer)
    }

    /// POSTs to `/session/{id}/{command}`.
    pub fn post(&self, command: &str, body: &Value) -> Result<Value, Refused> {
        self.issue(Method::POST, command, Some(body))
    }

    /// GETs `/session/{id}/{command}`.
    pub fn get(&self, command: &str) -> Result<Value, Refused> {
        self.issue(Method::GET, command, None)
    }

    /// DELETEs `/session/{id}/{command}`.
    pub fn delete(&self, command: &str) -> Result<Value, Refused> {
        self.issue(Method::DELETE, command, None)
    }

    /// Sends a command of the Chrome DevTools Protocol.
    pub fn devtools(&self, command: &str, parameters: Value) -> Result<Value, Refused> {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Closes the browser.
    pub fn end(&self) -> Result<(), Refused> {
        let client = self.client.clone();
        answered(&self.runtime, "close", async { client.close().await.map_err(|error| in_one_line(&error)) })
    }
}

/// Waits for the driver's answer.
fn answered<T>(runtime: &Runtime, what: &str, answer: impl Future<Output = Result<T, String>>) -> Result<T, Refused> {
    let answer = runtime.block_on(async { timeout(ANSWER_LIMIT, answer).await });
    let answer = answer.unwrap_or_else(|_| Err(format!("no answer within {ANSWER_LIMIT:?}")));
    answer.map_err(|error| Refused(format!("{what}: {error}")))
}

/// The driver's error by its standard name, with the first line of its message: the rest is its own stack and versions.
fn in_one_line(error: &CmdError) -> String {
    match error {
        CmdError::Standard(error) => format!("{}: {}", error.error(), error.message.lines().next().unwrap_or_default()),
        error => error.to_string(),
    }
}
