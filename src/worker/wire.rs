//! Bodies in browser messages: typed arrays stay what they are and are transferred, not copied.

use js_sys::{Array, Uint8Array, Uint32Array};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};

/// Page to worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Ask {
    /// Plan a scenario; a newer one replaces an older one.
    Plan {
        /// Number of the scenario; counts up.
        rev: u32,
        /// A [`super::body::PlanBody`].
        #[serde(with = "serde_wasm_bindgen::preserve")]
        body: Uint8Array,
    },
    /// Read a workload log.
    ReadLog {
        /// The file as it is.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Uint8Array,
    },
    /// Turn the log read last into requests.
    ShapeLog {
        /// A [`super::body::ShapeBody`].
        #[serde(with = "serde_wasm_bindgen::preserve")]
        body: Uint8Array,
    },
    /// Forget the log, or stop reading it.
    DropLog,
}

/// Worker to page.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The worker listens.
    Ready,
    /// Planning goes on.
    Progress {
        /// Which scenario.
        rev: u32,
        /// Jobs decided.
        decided: u32,
        /// Jobs in all.
        jobs: u32,
    },
    /// A plan.
    Planned {
        /// Which scenario.
        rev: u32,
        /// A [`super::body::PlannedBody`].
        #[serde(with = "serde_wasm_bindgen::preserve")]
        body: Uint8Array,
        /// [`super::columns::pack_arrivals`] as a `Uint32Array`, or undefined if they are what was sent last.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        arrivals: JsValue,
        /// [`super::columns::pack_plan`].
        #[serde(with = "serde_wasm_bindgen::preserve")]
        plan: Uint32Array,
    },
    /// The scenario is out of bounds.
    Invalid {
        /// Which scenario.
        rev: u32,
        /// Place, what was found, what is allowed.
        message: String,
    },
    /// Reading a log goes on.
    LogProgress {
        /// Bytes read.
        read: f64,
        /// Bytes in all.
        total: f64,
        /// Jobs found.
        jobs: u32,
    },
    /// The log is read, or cannot be.
    LogRead {
        /// A `Result<`[`super::body::LogBody`]`, String>`.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        body: Uint8Array,
    },
    /// The log as requests, or why it cannot be.
    LogShaped {
        /// A `Result<`[`super::body::ShapedBody`]`, String>`.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        body: Uint8Array,
    },
}

impl Ask {
    /// What is handed over with the message instead of copied.
    pub fn transfer(&self) -> Array {
        match self {
            Self::Plan { body, .. } | Self::ShapeLog { body } => Array::of(&[body.buffer().into()]),
            Self::ReadLog { file } => Array::of(&[file.buffer().into()]),
            Self::DropLog => Array::new(),
        }
    }
}

impl Reply {
    /// What is handed over with the message instead of copied.
    pub fn transfer(&self) -> Array {
        match self {
            Self::Planned { body, arrivals, plan, .. } => {
                let buffers = Array::of(&[body.buffer().into(), plan.buffer().into()]);
                if let Some(arrivals) = arrivals.dyn_ref::<Uint32Array>() {
                    buffers.push(&arrivals.buffer().into());
                }
                buffers
            }
            Self::LogRead { body } | Self::LogShaped { body } => Array::of(&[body.buffer().into()]),
            Self::Ready | Self::Progress { .. } | Self::Invalid { .. } | Self::LogProgress { .. } => Array::new(),
        }
    }
}

/// A body as bytes.
pub fn to_bytes<T: Serialize>(body: &T) -> Uint8Array {
    // Serialising plain data into memory cannot fail.
    let bytes = postcard::to_stdvec(body).unwrap_or_default();
    Uint8Array::from(bytes.as_slice())
}

/// A body from bytes; `None` if they are not one.
pub fn from_bytes<T: DeserializeOwned>(bytes: &Uint8Array) -> Option<T> {
    postcard::from_bytes(&bytes.to_vec()).ok()
}
