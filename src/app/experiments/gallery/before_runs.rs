//! What the gallery shows before anything is run: a card for each figure and table of the papers, and for each experiment that none of them shows.

use crate::engine::core::sorting::map_of;
use crate::engine::study::StudyKind;
use crate::formats::link::Panel as PanelOfPage;
use crate::papers::experiment::{Card, Claim, ExperimentInfo, Panel, PanelForm, Paper, Results, See, before, catalogue, gallery};
use crate::state::open_named;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The studies that figures belong to, as the header calls them.
pub const STUDIES: [&str; 5] = ["Plan", "Idle periods", "Revenue", "Cluster", "Workflow"];
/// Experiments that are ours, as the last of the papers.
pub const OURS: &str = "All planners";

/// A card of the gallery.
pub struct Item {
    /// Its name in the document: that of the figure, or of the experiment.
    pub key: String,
    /// Whose it is, and which: "Umar, Figure 6.2".
    pub source: String,
    /// What it is, in our words.
    pub caption: String,
    /// The study it belongs to.
    pub study: &'static str,
    /// The experiment that shows it, by its place in the catalogue.
    pub place: Option<u32>,
    /// The experiment that it opens: that one, or one that it only names.
    pub leads_to: Option<u32>,
    /// The figure or table of a paper, if it is one.
    pub card: Option<Card>,
}

impl Item {
    fn of_card(card: Card, place_of: impl Fn(&str) -> Option<u32>, listed: &[ExperimentInfo]) -> Self {
        let place = card.experiments().first().and_then(|key| place_of(key));
        let leads_to = match card.see() {
            Some(See::Experiment(key)) => place_of(key),
            _ => place,
        };
        let study = match (card.see(), leads_to) {
            (Some(See::Example(key)), _) => open_named(key).map_or(STUDIES[0], |opened| study_of_panel(opened.view.panel)),
            (_, Some(place)) => study_of(listed[place as usize].paper),
            (_, None) => STUDIES[0],
        };
        let source = format!("{}, {}", card.source.words(), card.name());
        Self { key: card.key(), source, caption: card.caption.clone(), study, place, leads_to, card: Some(card) }
    }

    fn of_experiment(place: u32, listed: &ExperimentInfo) -> Self {
        let study = study_of(listed.paper);
        let (key, source, caption) = (listed.key.clone(), listed.paper.words().to_string(), listed.title.clone());
        Self { key, source, caption, study, place: Some(place), leads_to: Some(place), card: None }
    }

    /// The claims of an experiment that are about it.
    pub fn claims<'a>(&self, results: &'a Results) -> Vec<&'a Claim> {
        self.card.as_ref().map_or_else(|| results.claims.iter().collect(), |card| card.claims(results))
    }

    /// The first picture of an experiment that is the figure; tables have none.
    pub fn panel<'a>(&self, results: &'a Results) -> Option<&'a Panel> {
        let place = self.card.as_ref().map_or(Some(0), |card| card.panels(results).first().copied())?;
        results.panels.get(place)
    }

    /// The same, if it is made of curves.
    pub fn curves<'a>(&self, results: &'a Results) -> Option<&'a Panel> {
        self.panel(results).filter(|panel| panel.form == PanelForm::Curves)
    }
}

fn study_of(paper: Paper) -> &'static str {
    STUDIES[match paper {
        Paper::UmarPlanning | Paper::Pujiyanta | Paper::Sulistio | Paper::Stores | Paper::Comparison => 0,
        Paper::Castillo | Paper::CastilloByMean | Paper::CastilloSoon | Paper::Structures => 1,
        Paper::Umar | Paper::UmarRate => 2,
        Paper::CoAllocation | Paper::Parameters | Paper::Forecast | Paper::Beside => 3,
        Paper::Mondol => 4,
    }]
}

fn study_of_panel(panel: PanelOfPage) -> &'static str {
    STUDIES[match panel {
        PanelOfPage::Study(StudyKind::Idle) => 1,
        PanelOfPage::Revenue => 2,
        PanelOfPage::Study(StudyKind::Cluster) => 3,
        PanelOfPage::Study(StudyKind::Workflow) => 4,
        PanelOfPage::Study(_) | PanelOfPage::Experiments => 0,
    }]
}

/// What never changes: the cards, the experiments, and what these claim before they are run.
pub struct Shelf {
    /// The cards, paper by paper.
    pub items: Vec<Item>,
    /// The experiments, in the order of the catalogue.
    pub listed: Vec<ExperimentInfo>,
    /// What they say before they are run, by name.
    pub before: BTreeMap<String, Rc<Results>>,
}

impl Shelf {
    /// All of them.
    pub fn new() -> Self {
        let listed = catalogue();
        let place_of = |key: &str| (0..).zip(&listed).find_map(|(place, listed)| (listed.key == key).then_some(place));
        let mut items: Vec<Item> = gallery().into_iter().map(|card| Item::of_card(card, place_of, &listed)).collect();
        let places: Vec<u32> = items.iter().filter_map(|item| item.place).collect();
        let others = (0..).zip(&listed).filter(|(place, _)| !places.contains(place));
        items.extend(others.map(|(place, listed)| Item::of_experiment(place, listed)));
        let before = map_of(listed.iter().filter_map(|listed| Some((listed.key.clone(), Rc::new(before(&listed.key)?)))));
        Self { items, listed, before }
    }

    /// The experiment that shows a card.
    pub fn experiment(&self, item: &Item) -> Option<&ExperimentInfo> {
        self.listed.get(item.place? as usize)
    }

    /// Experiments whose curves are on cards, those on top first.
    pub fn drawn(&self) -> Vec<ExperimentInfo> {
        let has_curves = |item: &Item, key: &str| self.before.get(key).is_some_and(|before| item.curves(before).is_some());
        let of = self.items.iter().filter_map(|item| self.experiment(item).filter(|listed| has_curves(item, &listed.key)));
        of.cloned().collect()
    }

    /// Which of the pictures of examples a card has, from 0.
    pub fn example_place(&self, item: &Item) -> u32 {
        let examples = self.items.iter().filter(|item| item.card.as_ref().is_some_and(|card| card.chart().is_some()));
        examples.take_while(|other| other.key != item.key).count() as u32
    }
}
