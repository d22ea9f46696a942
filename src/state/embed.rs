//! What the address of an embedded page asks for, and what such a page shows first.

use super::examples::{EXAMPLES, example_of};
use super::study::{can_show, of_panel};
use crate::engine::study::StudyKind;
use crate::formats::link::{Opened, Panel};

/// Longest name of a frame, in characters.
const ID_CHARS: usize = 64;

/// What is shown in the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbedView {
    /// The pictures of the plan, whatever the study.
    Plan,
    /// The same with the list beside them.
    List,
    /// The same with the inspector beside them: what became of the selected request, and the figures.
    Verdict,
    /// Revenue.
    Revenue,
    /// Idle periods of named servers.
    Plane,
    /// A cluster.
    Cluster,
    /// Workflows.
    Workflow,
    /// The lesson that the host sends; nothing before it comes.
    Lesson,
}

impl EmbedView {
    /// The view of this name.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "plan" => Self::Plan,
            "list" => Self::List,
            "verdict" => Self::Verdict,
            "revenue" => Self::Revenue,
            "plane" => Self::Plane,
            "cluster" => Self::Cluster,
            "workflow" => Self::Workflow,
            "lesson" => Self::Lesson,
            _ => return None,
        })
    }

    /// The panel that it stands for, if it is one of a study.
    fn panel(self) -> Option<Panel> {
        match self {
            Self::Plan | Self::List | Self::Verdict | Self::Lesson => None,
            Self::Revenue => Some(Panel::Revenue),
            Self::Plane => StudyKind::from_key("idle").map(Panel::Study),
            Self::Cluster => StudyKind::from_key("cluster").map(Panel::Study),
            Self::Workflow => StudyKind::from_key("workflow").map(Panel::Study),
        }
    }
}

/// How an embedded page is shown. What the address says beyond this is passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Embed {
    /// What is shown; `None` for what the link shows.
    pub view: Option<EmbedView>,
    /// Whether it is dark; `None` follows the browser.
    pub is_dark: Option<bool>,
    /// Whether nothing can be changed by hand.
    pub is_read_only: bool,
    /// What its messages are to be known by, for hosts with several frames.
    pub id: Option<String>,
}

impl Embed {
    /// What the parameters of the address ask for; `None` for a page that stands by itself. A page in a frame is embedded whatever its address says.
    pub fn of(is_framed: bool, parameter: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let view = parameter("embed");
        (is_framed || view.is_some()).then(|| Self {
            view: view.and_then(|name| EmbedView::named(&name)),
            is_dark: parameter("theme").and_then(|theme| is_dark(&theme)).flatten(),
            is_read_only: parameter("readonly").is_some_and(|value| matches!(value.as_str(), "" | "1" | "true")),
            id: parameter("id").filter(|id| !id.is_empty() && id.chars().count() <= ID_CHARS && !id.chars().any(char::is_control)),
        })
    }

    /// What the page shows first: what a link held, else the example of the view. The panel is the view's if it can show the scenario.
    pub fn first(&self, link: Option<Opened>) -> Opened {
        let panel = self.view.and_then(EmbedView::panel);
        let mut opened = link.unwrap_or_else(|| panel.map_or(&EXAMPLES[0], example_of).open());
        let study = &opened.scenario.study;
        if let Some(panel) = panel.filter(|panel| of_panel(*panel) == study.kind() && can_show(*panel, study)) {
            opened.view.panel = panel;
        }
        opened
    }
}

/// Whether a theme is dark, `None` inside for the browser's own; `None` for a name that is none.
pub fn is_dark(theme: &str) -> Option<Option<bool>> {
    match theme {
        "dark" => Some(Some(true)),
        "light" => Some(Some(false)),
        "host" => Some(None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(is_framed: bool, parameters: &[(&str, &str)]) -> Option<Embed> {
        Embed::of(is_framed, |name| parameters.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_string()))
    }

    #[test]
    fn a_frame_is_embedded_whatever_its_address_says() {
        assert_eq!(of(false, &[("theme", "dark")]), None);
        assert_eq!(of(true, &[]), Some(Embed::default()));
        assert_eq!(of(false, &[("embed", "")]), Some(Embed::default()));
    }

    #[test]
    fn values_that_are_none_are_passed_over() {
        let all = [("embed", "verdict"), ("theme", "dark"), ("readonly", ""), ("id", "third frame")];
        let asked =
            Embed { view: Some(EmbedView::Verdict), is_dark: Some(true), is_read_only: true, id: Some("third frame".to_string()) };
        assert_eq!(of(false, &all), Some(asked));
        let long = "x".repeat(65);
        for id in ["", "a\nb", &long] {
            let wrong = [("embed", "everything"), ("theme", "pink"), ("readonly", "no"), ("id", id)];
            assert_eq!(of(false, &wrong), Some(Embed::default()), "{id:?}");
        }
        assert_eq!(of(true, &[("id", &long[1..])]).unwrap().id.as_deref(), Some(&long[1..]));
    }

    #[test]
    fn a_view_shows_its_own_example_and_does_not_hide_what_a_link_holds() {
        let view = |view| Embed { view: Some(view), ..Embed::default() };
        let panel = |embed: &Embed, link| embed.first(link).view.panel;
        assert_eq!(panel(&Embed::default(), None), Panel::default());
        assert_eq!(panel(&view(EmbedView::List), None), Panel::default());
        assert_eq!(panel(&view(EmbedView::Cluster), None), Panel::Study(StudyKind::Cluster));
        assert_eq!(panel(&view(EmbedView::Revenue), None), Panel::Revenue);
        let cluster = || Some(example_of(Panel::Study(StudyKind::Cluster)).open());
        assert_eq!(panel(&view(EmbedView::Plane), cluster()), Panel::Study(StudyKind::Cluster));
        // A plan without a market has no revenue; with one it has.
        assert_eq!(panel(&view(EmbedView::Revenue), Some(EXAMPLES[0].open())), Panel::default());
        let mut market = example_of(Panel::Revenue).open();
        market.view.panel = Panel::default();
        assert_eq!(panel(&view(EmbedView::Revenue), Some(market)), Panel::Revenue);
    }
}
