//! The clock of a measurement: the system's, or in a browser `performance.now`.

/// Milliseconds since some moment.
#[cfg(not(target_arch = "wasm32"))]
pub fn now_ms() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        /// Milliseconds since the page or the worker began.
        #[wasm_bindgen(js_namespace = performance, js_name = now)]
        pub fn now_ms() -> f64;
    }
}

#[cfg(target_arch = "wasm32")]
pub use browser::now_ms;

/// Milliseconds that `run` takes, and what it returns.
pub fn timed<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let began = now_ms();
    let result = std::hint::black_box(run());
    (now_ms() - began, result)
}
