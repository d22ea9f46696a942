//! A table with headings in a region of its own, which scrolls sideways where the page is narrower than the table.

use yew::prelude::*;

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its heading; a column without one has an empty cell there.
    pub heading: AttrValue,
    /// Class of the heading.
    pub class: Option<&'static str>,
}

impl Column {
    /// A column with a heading.
    pub fn new(heading: impl Into<AttrValue>) -> Self {
        Self { heading: heading.into(), class: None }
    }

    /// The same with a class for the heading.
    pub fn with_class(self, class: &'static str) -> Self {
        Self { class: Some(class), ..self }
    }

    /// Columns with these headings.
    pub fn all(headings: impl IntoIterator<Item = impl Into<AttrValue>>) -> Vec<Self> {
        headings.into_iter().map(Self::new).collect()
    }
}

/// Properties of [`Table`].
#[derive(Properties, PartialEq)]
pub struct TableProps {
    /// What the region around it is called.
    pub label: AttrValue,
    /// Element id of the table.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// Class of the table.
    #[prop_or_default]
    pub class: Classes,
    /// What stands above it. Without one the table is called like its region.
    #[prop_or_default]
    pub caption: Option<AttrValue>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows; see [`row`] and [`text_rows`].
    pub children: Html,
}

/// A table. The region can be focused, so that the arrow keys scroll it.
#[component]
pub fn Table(props: &TableProps) -> Html {
    let TableProps { label, id, class, caption, columns, children } = props;
    let class = (!class.is_empty()).then(|| class.clone());
    let own_label = caption.is_none().then(|| label.clone());
    html! {
        <div class="scroll-x" tabindex="0" role="region" aria-label={label.clone()}>
            <table id={id.clone()} {class} aria-label={own_label}>
                if let Some(caption) = caption {
                    <caption>{ caption }</caption>
                }
                <thead><tr>{ for columns.iter().map(heading) }</tr></thead>
                <tbody>{ children.clone() }</tbody>
            </table>
        </div>
    }
}

fn heading(column: &Column) -> Html {
    let Column { heading, class } = column;
    if heading.is_empty() {
        html! { <td class={*class} /> }
    } else {
        html! { <th scope="col" class={*class}>{ heading }</th> }
    }
}

/// A row; its first cell names it.
pub fn row(name: impl Into<Html>, cells: impl IntoIterator<Item = impl Into<Html>>) -> Html {
    let cells = cells.into_iter().map(|cell| html! { <td>{ cell.into() }</td> });
    html! { <tr><th scope="row">{ name.into() }</th>{ cells.collect::<Html>() }</tr> }
}

/// Rows of plain text; the first cell of each names it.
pub fn text_rows(rows: impl IntoIterator<Item = Vec<String>>) -> Html {
    let rows = rows.into_iter().map(|cells| {
        let mut cells = cells.into_iter();
        row(cells.next().unwrap_or_default(), cells)
    });
    rows.collect()
}
