//! The page in slides: a press takes the keys into the frame, and they turn the slides all the same.

use crate::harness::server::Server;
use crate::harness::{Device, Point, copied, with_folder};
use serde_json::json;
use std::path::Path;
use std::{env, fs};

/// Three slides; the page is on the second.
const SLIDES: &str = "<!DOCTYPE html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Slides</title>
<link rel=\"icon\" href=\"data:,\">
<div class=\"reveal\"><div class=\"slides\">
<section>Before</section>
<section><iframe title=\"Bookahead\" data-src=\"FRAME\" data-preload width=\"700\" height=\"400\"></iframe></section>
<section>After</section>
</div></div>
<script src=\"reveal.js\"></script>
<script>
    window.heard = 0;
    addEventListener('message', ({ data }) => heard += data?.ok === true || data?.event === 'ready' ? 1 : 0);
    RECIPE
    Reveal.initialize({ disableLayout: true, transition: 'none', controls: false, progress: false });
</script>
</html>";

#[test]
fn a_pressed_frame_does_not_stop_the_slides() {
    with_folder(
        "slides",
        |dist| copied(&dist, "slides", |_| false, &[]),
        |page| {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slides-of-reveal");
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).expect("a folder");
            let reveal = env::var("BOOKAHEAD_REVEAL").unwrap_or_default();
            fs::copy(&reveal, folder.join("reveal.js")).unwrap_or_else(|error| {
                panic!("reveal.js at BOOKAHEAD_REVEAL={reveal:?}: {error}; run scripts/setup --browser and source scripts/env")
            });
            let documented = include_str!("../../docs/embedding.md");
            let recipe =
                documented.split_once("\n## Slides\n").and_then(|(_, rest)| rest.split_once("```js\n")?.1.split_once("```"));
            let frame = format!("{}index.html?embed", page.server().address());
            let slides = SLIDES.replace("FRAME", &frame).replace("RECIPE", recipe.expect("a recipe").0);
            fs::write(folder.join("slides.html"), slides).expect("a page");
            let server = Server::start(folder);
            page.post("url", &json!({ "url": format!("{}slides.html", server.address()) }));
            page.wait_for("the slides", "Reveal.isReady()", &[]);
            page.js("Reveal.slide(1)", &[]);
            // The frame is ready and has been told what to listen for.
            page.wait_for("the page in the slide", "heard >= 2", &[]);
            let [left, top, width, height] = page.rect("iframe");
            page.click_at(Device::Mouse, Point { x: left + width / 2.0, y: top + height / 2.0 });
            page.wait_for("the frame to have the keys", "document.activeElement.tagName === 'IFRAME'", &[]);
            for (key, slide) in [("PageDown", 2), ("PageUp", 1)] {
                page.key(key);
                page.wait_for("the other slide", "Reveal.getIndices().h === arguments[0]", &[json!(slide)]);
                // As a lecturer who looks at the next slide and comes back.
                page.js("document.querySelector('iframe').contentWindow.focus()", &[]);
            }
            page.post("url", &json!({ "url": "about:blank" }));
        },
    );
}
