//! The tree of an opened strip as a drawing: the data in its nodes, and the nodes the search visited.

use super::stage::Stage;
use crate::app::idle::figures::opened_tree_figure;
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::kit::svg::px;
use crate::chart::planes::strip_tree::{TreeSpot, tree_spots};
use crate::engine::idle::reference::TreeNode;
use crate::engine::idle::reference::{Order, StripName};
use crate::engine::idle::{Period, TreeName};
use yew::prelude::*;

/// The tree that holds a period, if there is one.
pub fn tree_of(stage: &Stage, period: &Period) -> Option<TreeName> {
    let moment = stage.moment()?;
    let rates = stage.servers.servers.distinct_rates();
    let own = stage.rate_of(period.server);
    let rate = rates.iter().position(|rate| rate.compare(own).is_eq()).unwrap_or(0) as u32;
    let width = stage.servers.strip_width().max(1);
    let key = match moment.strips_by {
        Some(Order::Start) => Some(period.start),
        Some(Order::End) if period.is_open() => None,
        Some(Order::End) => Some(period.end),
        Some(Order::Length) => Some(period.length()),
        None => Some(0),
    };
    let strip = match key {
        None => StripName::Open,
        Some(key) if moment.strips_by.is_some() && key / width >= moment.request.submitted / width => StripName::Strip(key / width),
        Some(_) => StripName::Past,
    };
    let is_it = |name: &TreeName| name.strip == strip && (name.rate == rate || moment.trees.iter().all(|tree| tree.name.rate == 0));
    moment.trees.iter().map(|tree| tree.name).find(is_it)
}

/// The opened tree, if there is one.
pub fn tree_picture(lab: &Lab, newest: &Newest, stage: &Stage, width: f64) -> Html {
    let (Some(name), Some(moment)) = (lab.model().view.geometry.tree, stage.moment()) else { return Html::default() };
    let (spots, height) = tree_spots(moment, name, width);
    if spots.is_empty() {
        return Html::default();
    }
    let edges: String =
        spots.iter().map(|spot| format!("M{:.1} {:.1}L{:.1} {:.1}", spot.parent.0, spot.parent.1, spot.x, spot.y)).collect();
    let nodes = spots.iter().map(|spot| tree_node(spot, &moment.tree[spot.node])).collect::<Html>();
    html! {
        <section class="chart tree" id="opened-tree" aria-label="The opened tree">
            <h2>{ "The opened tree" }<span>{ ": periods left of the median | latest end; numbers say in which order the search read" }</span></h2>
            <SaveFigure name="The opened tree" id="save-opened-tree" lab={newest.clone()} draw={Draw::Shown(opened_tree_figure)} />
            <svg class="tree-picture" width={px(width)} height={px(height)} role="img" aria-label="Tree of idle periods; the table below says the same">
                <path class="edges" d={edges} />
                { nodes }
            </svg>
        </section>
    }
}

/// A node with what it knows, and when the search read it.
fn tree_node(spot: &TreeSpot, node: &TreeNode) -> Html {
    let class = match (spot.is_found, spot.visited > 0, spot.is_marked) {
        (true, ..) => "node found",
        (_, true, _) => "node read",
        (_, _, true) => "node marked",
        _ => "node",
    };
    let end = |end: u32| if end == u32::MAX { "∞".to_string() } else { end.to_string() };
    let words = match node.leaves {
        1 => format!("Server {}: {} – {}", node.last.server, node.last.start, end(node.last.end)),
        leaves => format!(
            "{leaves} periods; median {}, latest end {}, longest {} – {}",
            node.median,
            end(node.latest_end),
            node.longest.start,
            end(node.longest.end)
        ),
    };
    let below = match node.leaves {
        _ if !spot.has_room => String::new(),
        1 => format!("{}–{}", node.last.start, end(node.last.end)),
        _ => format!("≤ {} | {}", node.median, end(node.latest_end)),
    };
    let radius = if spot.visited > 0 || spot.has_room { "8" } else { "3" };
    html! {
        <g {class}>
            <circle cx={px(spot.x)} cy={px(spot.y)} r={radius}><title>{ words }</title></circle>
            if spot.visited > 0 {
                <text class="visit" x={px(spot.x)} y={px(spot.y + 4.0)} text-anchor="middle">{ spot.visited }</text>
            }
            <text class="node-words" x={px(spot.x)} y={px(spot.y + 22.0)} text-anchor="middle">{ below }</text>
        </g>
    }
}
