//! Version 3 of links: any study. It names the study, the panel and the experiment in words that never change. The recipe and what is seen of it are
//! bytes that only the study can read; their form has a number of its own, so that one study may change without the others. Fields are identified
//! by their order: do not reorder, remove or change anything.

use crate::link_parts::{LinkError, Opened, Panel, View, whole};
use crate::studies;
use bookahead_engine::Scenario;
use bookahead_engine::study::StudyKind;
use bookahead_papers::experiment::catalogue;
use serde::{Deserialize, Serialize};

/// Its name in links.
pub(super) const VERSION: &str = "v3";

#[derive(Serialize, Deserialize)]
struct Wire<'a> {
    study: &'a str,
    /// The form of `recipe` and `view`, from 1.
    form: u32,
    title: &'a str,
    recipe: &'a [u8],
    panel: &'a str,
    /// The experiment that is looked at, unless none has been looked at.
    experiment: Option<&'a str>,
    view: &'a [u8],
}

/// The bytes of a scenario whose edits are already folded, and of a view.
pub(super) fn bytes(scenario: &Scenario, view: &View) -> postcard::Result<Vec<u8>> {
    let (kind, form) = (scenario.study.kind(), studies::link_form(&scenario.study, view));
    let has_experiment = view.panel == Panel::Experiments || view.experiment != View::default().experiment;
    let experiment = catalogue().into_iter().nth(view.experiment as usize).filter(|_| has_experiment);
    let wire = Wire {
        study: kind.key(),
        form,
        title: &scenario.title,
        recipe: &studies::pack(&scenario.study, form)?,
        panel: view.panel.key(),
        experiment: experiment.as_ref().map(|experiment| experiment.key.as_str()),
        view: &studies::pack_view(kind, view, form)?,
    };
    postcard::to_stdvec(&wire)
}

/// What bytes stand for, unchecked.
///
/// # Errors
/// They cannot be the work of an encoder, or are that of a newer one.
pub(super) fn read(bytes: &[u8]) -> Result<Opened, LinkError> {
    let Wire { study, form, title, recipe, panel, experiment, view: seen } = whole(bytes).ok_or(LinkError::Damaged)?;
    let kind = StudyKind::from_key(study).ok_or_else(|| LinkError::unknown("study", study))?;
    if form > studies::newest_link_form(kind) {
        return Err(LinkError::Newer { what: format!("form {form} of the study {study:?}") });
    }
    let mut view = View { panel: Panel::from_key(panel).ok_or_else(|| LinkError::unknown("panel", panel))?, ..View::default() };
    if let Some(key) = experiment {
        let place = catalogue().iter().position(|experiment| experiment.key == key);
        view.experiment = place.ok_or_else(|| LinkError::unknown("experiment", key))? as u32;
    }
    let study = studies::unpack(kind, form, recipe).ok_or(LinkError::Damaged)?;
    studies::unpack_view(kind, form, seen, &mut view).ok_or(LinkError::Damaged)?;
    Ok(Opened::one(Scenario { title: title.to_string(), study }, view))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::link::codec::{Encoding, decode, encode};
    use crate::link::{AxisUnit, BarColours, Geometry, Layout, Plane, Shared, TimeWindow};
    use bookahead_engine::idle::reference::StripName;
    use bookahead_engine::idle::{Strategy, TreeName};

    const SERVERS: &str = r#"{"version": 2, "study": "idle", "title": "Fast and slow", "servers": {"groups": [{"servers": 2},
        {"rate": [1, 2]}], "look_ahead": 60, "least_size": 3, "strategy": "ff-ha", "replanning": true,
        "events": [{"submitted": 3, "id": 1, "by": 2}], "workload": {"requests": [{"earliest_start": 10, "size": 5, "deadline": 25},
        {"submitted": 2, "earliest_start": 12, "size": 3}]}}}"#;
    const SLOTS: &str = r#"{"version": 1, "title": "Two classes", "machine": {"nodes": 5}, "workload": {"generator": {},
        "edits": [{"id": 3, "remove": true}]}, "market": {"classes": [{"price": 9, "book_ahead_max": 4}, {"price": 7}]}}"#;

    fn shared(file: &str, view: View) -> Shared {
        Shared { scenario: json::read(file).expect("a scenario file").scenario, view }
    }

    fn servers() -> Shared {
        let geometry = Geometry {
            plane: Plane::Dual,
            time: Some(TimeWindow { first: -3.5, slots: 40.0 }),
            selected: Some(1),
            step: None,
            other: Some(Strategy::Lact),
            tree: Some(TreeName { rate: 1, strip: StripName::Strip(4) }),
        };
        shared(SERVERS, View { panel: Panel::Study(StudyKind::Idle), geometry, ..View::default() })
    }

    fn slots() -> Shared {
        let view = View {
            time: Some(TimeWindow { first: 0.0, slots: 12.0 }),
            selected: Some(4),
            layout: Layout::Physical,
            axis: AxisUnit::Clock,
            panel: Panel::Experiments,
            border: 2,
            colours: BarColours::Class,
            experiment: 7,
            ..View::default()
        };
        shared(SLOTS, view)
    }

    fn link_of(bytes: postcard::Result<Vec<u8>>) -> String {
        Encoding::of(VERSION, bytes).step(usize::MAX).expect("all bytes are deflated")
    }

    #[track_caller]
    fn refused(wire: &Wire, message: &str) {
        let error = decode(&link_of(postcard::to_stdvec(wire))).expect_err("refused");
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn studies_of_older_versions_can_be_shared_too() {
        for shared in [servers(), slots()] {
            let link = link_of(bytes(&shared.scenario, &shared.view));
            assert!(link.starts_with("v3."), "{link}");
            assert_eq!(decode(&link).map(Opened::into_shared), Ok(shared.clone()), "{link}");
            // What an older version can hold stays in that version.
            assert!(encode(&shared).starts_with("v2."));
        }
    }

    #[test]
    fn what_only_a_newer_program_knows_is_named() {
        let Shared { scenario, view } = servers();
        let whole = bytes(&scenario, &view).expect("a wire form");
        let wire = || whole_wire(&whole);
        let unknown =
            |what: &str| format!("the link holds {what}, which this version of Bookahead does not know; a newer one made it");
        refused(&Wire { study: "batch", ..wire() }, &unknown("the study \"batch\""));
        refused(&Wire { form: 7, ..wire() }, &unknown("form 7 of the study \"idle\""));
        refused(&Wire { panel: "queues\n", ..wire() }, &unknown("the panel \"queues\\n\""));
        refused(&Wire { experiment: Some("castillo-9.9"), ..wire() }, &unknown("the experiment \"castillo-9.9\""));
        let long = "x".repeat(1_000_000);
        refused(&Wire { study: &long, ..wire() }, &unknown(&format!("the study \"{}\"", "x".repeat(60))));
    }

    #[test]
    fn content_out_of_range_is_refused_with_its_place() {
        let Shared { scenario, mut view } = servers();
        let wide = TimeWindow { first: 0.0, slots: f64::INFINITY };
        view.geometry.time = Some(wide);
        let error = decode(&link_of(bytes(&scenario, &view))).expect_err("too wide").to_string();
        let place = "view.geometry.time.slots: inf is not allowed; must be a number from 0.001 to 100000000000";
        assert_eq!(error, format!("the link holds something out of range: {place}"));
        let long = "x".repeat(201);
        let whole = bytes(&scenario, &View::default()).expect("a wire form");
        let place = "title: a title of 201 characters is not allowed; must be at most 200 characters";
        refused(&Wire { title: &long, ..whole_wire(&whole) }, &format!("the link holds something out of range: {place}"));
    }

    #[test]
    fn damage_is_refused_wherever_it_is() {
        let Shared { scenario, view } = servers();
        let whole = bytes(&scenario, &view).expect("a wire form");
        for length in 0..whole.len() {
            assert_eq!(decode(&link_of(Ok(whole[..length].to_vec()))), Err(LinkError::Damaged), "{length} bytes");
        }
        assert_eq!(decode(&link_of(Ok([&whole[..], &[0]].concat()))), Err(LinkError::Damaged));
        for place in 0..whole.len() {
            for value in [0, 1, 2, 127, 128, 255] {
                let mut changed = whole.clone();
                changed[place] = value;
                // Some changes give another scenario; none may stop the program.
                let _ = decode(&link_of(Ok(changed)));
            }
        }
        let damaged = |wire: Wire| assert_eq!(decode(&link_of(postcard::to_stdvec(&wire))), Err(LinkError::Damaged));
        let wire = || whole_wire(&whole);
        let (recipe, seen) = ([wire().recipe, &[0]].concat(), [wire().view, &[0]].concat());
        damaged(Wire { form: 0, ..wire() });
        damaged(Wire { recipe: &recipe, ..wire() });
        damaged(Wire { view: &seen, ..wire() });
        damaged(Wire { study: "slots", ..wire() });
        // The payload of a study may not be that of two.
        let old = r#"{"version": 1, "machine": {"nodes": 5}, "workload": {"requests": []}}"#;
        let other = shared(old, View::default()).scenario;
        damaged(Wire { recipe: &studies::pack(&other.study, 1).expect("a wire form"), ..wire() });
    }

    fn whole_wire(bytes: &[u8]) -> Wire<'_> {
        whole(bytes).expect("what was written")
    }
}
