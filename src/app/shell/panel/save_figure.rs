//! The button beside a figure's heading that saves it: as SVG or PNG for papers and slides, or its data as CSV.

use crate::app::kit::browser::download::{blob, download, download_blob, file_name};
use crate::app::kit::browser::png_file::download_png;
use crate::app::kit::controls::menu::Menu;
use crate::app::shell::address_bar;
use crate::app::shell::commands::on_screen::{Offer, use_offer};
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::notices::Notice;
use crate::chart::kit::figure::{Figure, Origin};
use crate::formats::csv::table;
use crate::formats::link;
use crate::formats::provenance::Provenance;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use yew::prelude::*;

/// Longest list of requests whose link is made while one waits.
const LONG: usize = 5_000;

/// How a figure is drawn when it is saved.
#[derive(Clone)]
pub enum Draw {
    /// From what the page shows.
    Shown(fn(&Lab) -> Option<Figure>),
    /// From something of its own, with what stands below it in place of the scenario.
    Own(Rc<dyn Fn() -> (Figure, String)>),
}

impl PartialEq for Draw {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            // A button stays with its figure.
            (Self::Shown(_), Self::Shown(_)) => true,
            (Self::Own(one), Self::Own(other)) => Rc::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// Properties of [`SaveFigure`].
#[derive(Properties, PartialEq)]
pub struct SaveFigureProps {
    /// What the figure is called.
    pub name: AttrValue,
    /// The button's id.
    pub id: AttrValue,
    /// The page's state.
    pub lab: Newest,
    /// How it is drawn.
    pub draw: Draw,
    /// Where the button stands, if not beside a chart's heading.
    #[prop_or_default]
    pub class: Classes,
}

/// What a figure is saved as.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Svg,
    Png,
    Csv,
}

/// All forms, with what their buttons are found by and what they say.
const FORMS: [(Form, &str, &str); 3] = [(Form::Svg, "svg", "SVG"), (Form::Png, "png", "PNG"), (Form::Csv, "csv", "Data as CSV")];

/// The button and its menu.
#[component]
pub fn SaveFigure(SaveFigureProps { name, id, lab, draw, class }: &SaveFigureProps) -> Html {
    use_offer(&lab.get().offers, (name.clone(), draw.clone(), lab.clone()), |(name, draw, lab)| {
        let entry = |(form, _, words): (Form, &str, &str)| {
            let (draw, lab) = (draw.clone(), lab.clone());
            Offer::new(format!("Save figure: {name}, {words}"), move || save(&lab.get(), &draw, form))
        };
        FORMS.map(entry).to_vec()
    });
    let buttons = FORMS.map(|(form, key, words)| {
        let (lab, draw) = (lab.clone(), draw.clone());
        let save = Callback::from(move |_: MouseEvent| save(&lab.get(), &draw, form));
        html! { <button type="button" {key} id={format!("{id}-{key}")} onclick={save}>{ words }</button> }
    });
    html! {
        <Menu id={id.clone()} class={classes!("save-figure", class.clone())} words="Save" label={AttrValue::from(format!("Save figure: {name}"))}>{ for buttons }</Menu>
    }
}

/// The scenario's link, for what is taken away; empty if no link can hold it.
pub fn link_of(lab: &Lab) -> String {
    let shared = lab.model().shared();
    match lab.link.is_of(lab.model()) && !lab.link.text.is_empty() {
        true => address_bar::link(&lab.link.text),
        false if shared.scenario.study.given_requests() > LONG || !link::fits(&shared.scenario) => String::new(),
        false => address_bar::link(&link::encode(&shared)),
    }
}

fn save(lab: &Lab, draw: &Draw, form: Form) {
    let scenario = lab.model().workspace.scenario(lab.model().view.panel);
    let (title, (figure, provenance)) = match draw {
        Draw::Own(draw) => (String::new(), draw()),
        Draw::Shown(draw) => match draw(lab) {
            Some(figure) => (scenario.title, (figure, Provenance::of(&scenario.study).words())),
            None => return lab.notices.add(Notice::problem("There is nothing to save yet: the plan is still being made.")),
        },
    };
    let origin = Origin { title, provenance, link: link_of(lab) };
    let file = |extension: &str| file_name(&format!("{} {}", origin.title, figure.key), extension);
    let refused = {
        let notices = lab.notices.clone();
        move || notices.add(Notice::problem("The browser refused to make the file."))
    };
    let written: Result<(), JsValue> = match form {
        Form::Csv => download(&file("csv"), "text/csv", &table(&origin.lines(), &figure.data.columns, &figure.data.rows)),
        Form::Svg | Form::Png => blob("image/svg+xml", figure.svg(&origin).as_bytes()).and_then(|svg| match form {
            Form::Svg => download_blob(&file("svg"), &svg),
            _ => {
                let refused = refused.clone();
                download_png(file("png"), &svg, figure.size(&origin), Callback::from(move |()| refused()))
            }
        }),
    };
    if written.is_err() {
        refused();
    }
}
