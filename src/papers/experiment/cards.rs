//! The cards of the gallery, paper by paper.

use super::find;
use super::gallery::{Card, ExampleChart, Shown, Source, Which};
use bookahead_engine::core::sorting::sort_shared_by_key;

/// Every figure and table, paper by paper.
pub fn gallery() -> Vec<Card> {
    let mut cards = umar();
    cards.extend(pujiyanta());
    cards.extend(castillo());
    cards.extend(sulistio());
    cards.extend(mondol());
    cards
}

fn card(source: Source, number: impl Into<String>, caption: impl Into<String>, shown: Shown) -> Card {
    Card { source, is_table: false, number: number.into(), caption: caption.into(), shown }
}

fn table(source: Source, number: impl Into<String>, caption: impl Into<String>, shown: Shown) -> Card {
    Card { is_table: true, ..card(source, number, caption, shown) }
}

fn experiment(key: impl Into<String>) -> Shown {
    Shown::Experiments { keys: vec![key.into()], panel: None, claims: Which::All }
}

fn part(key: impl Into<String>, panel: impl Into<String>, claims: &[usize]) -> Shown {
    Shown::Experiments { keys: vec![key.into()], panel: Some(panel.into()), claims: Which::At(claims.to_vec()) }
}

fn both_readings(key: &str) -> Shown {
    Shown::Experiments { keys: vec![key.to_string(), format!("{key}-mean-rate")], panel: None, claims: Which::All }
}

fn with_share(key: String) -> Shown {
    let share = format!("{key}-share");
    Shown::Experiments { keys: vec![key, share], panel: None, claims: Which::All }
}

fn example(key: &'static str, look: &'static str, chart: ExampleChart) -> Shown {
    Shown::Example { key, look, chart }
}

fn umar() -> Vec<Card> {
    const S: Source = Source::Umar;
    let title = |key: &str| find(key).map_or_else(|_| String::new(), |listed| listed.title);
    let mut cards = vec![
        card(
            S,
            "3.12",
            "Eleven requests on five nodes, planned by FCFS-EDS: virtual nodes",
            example("eleven-requests", "the plan, view Logical", ExampleChart::Logical),
        ),
        card(
            S,
            "3.13",
            "The same plan on the nodes of the machine",
            example("eleven-requests", "the plan, view Physical", ExampleChart::Physical),
        ),
        card(
            S,
            "3.14",
            "The same requests with jobs of two nodes: virtual nodes",
            example("eleven-requests-mpi", "the plan, view Logical", ExampleChart::Logical),
        ),
    ];
    for number in 2..=17 {
        let key = format!("umar-6.{number}");
        let caption = title(&key);
        let caption = caption.split(" (Umar").next().unwrap_or(&caption).to_string();
        cards.push(card(S, format!("6.{number}"), caption, experiment(key)));
    }
    let revenue = |place: u32| format!("revenue-{}-{}", if place < 4 { "parametric" } else { "mpi" }, place % 4 + 1);
    for place in 0..8 {
        let kind = if place < 4 { "parametric" } else { "MPI" };
        let caption =
            format!("Revenue without limits, with fixed and with updated limits: {kind} jobs, experiment #{}", place % 4 + 1);
        cards.push(card(S, format!("6.{}", 18 + place), caption, experiment(revenue(place))));
    }
    cards.push(table(S, "6.4", "Rates and initial booking limits, parametric jobs", Shown::Nothing("An input, not a result: the rates and limits of revenue-parametric-1 to -4. Rows 2 and 4 swap b_2 and b_3; Tables 6.6 and 6.8 have them right.")));
    for place in 0..4 {
        let caption = format!("Booking limits before and after the update: parametric jobs, experiment #{}", place + 1);
        cards.push(table(S, format!("6.{}", 5 + place), caption, part(revenue(place), "", &[])));
    }
    cards.push(table(
        S,
        "6.9",
        "Classes, book-ahead and prices, MPI jobs",
        Shown::Nothing("An input, not a result: the market of revenue-mpi-1 to -4."),
    ));
    cards.push(table(
        S,
        "6.10",
        "Rates and initial booking limits, MPI jobs",
        Shown::Nothing("An input, not a result: the rates and limits of revenue-mpi-1 to -4."),
    ));
    for place in 4..8 {
        let caption = format!("Booking limits before and after the update: MPI jobs, experiment #{}", place - 3);
        cards.push(table(S, format!("6.{}", 7 + place), caption, part(revenue(place), "", &[])));
    }
    cards
}

fn pujiyanta() -> Vec<Card> {
    const S: Source = Source::Pujiyanta;
    vec![
        card(
            S,
            "2",
            "Eleven requests on five nodes: virtual nodes",
            example("holes", "the plan after eleven requests, view Logical", ExampleChart::LogicalBefore),
        ),
        card(S, "3", "Request 12 asks for three jobs", example("holes", "request 12 in the list", ExampleChart::LogicalBefore)),
        card(
            S,
            "4",
            "Request 12 planned by FCFS-LRH: virtual nodes",
            example("holes", "the plan, view Logical", ExampleChart::Logical),
        ),
        card(
            S,
            "5",
            "A plan by FCFS-LRH before it is mapped: virtual nodes",
            example("holes", "the plan, view Logical", ExampleChart::Logical),
        ),
        card(
            S,
            "6",
            "The same plan on the nodes of the machine",
            example("holes", "the plan, view Physical", ExampleChart::Physical),
        ),
        card(S, "7", "Utilisation over time under FCFS-LRH and without planning, rate 3, all flexible", experiment("pujiyanta-7")),
        card(S, "8", "Utilisation over time under FCFS-LRH and without planning, rate 4, all flexible", experiment("pujiyanta-8")),
        card(S, "9", "Utilisation by share of flexible requests, rate 3", experiment("pujiyanta-9")),
        card(S, "10", "Utilisation by share of flexible requests, rate 4", experiment("pujiyanta-10")),
        card(S, "11", "What FCFS-LRH gains over no planning, by share of flexible requests", experiment("pujiyanta-11")),
    ]
}

fn castillo() -> Vec<Card> {
    const S: Source = Source::Castillo;
    vec![
        card(
            S,
            "3.3",
            "Four idle periods and the tree that holds them",
            example("figure-3-3", "the plane and the opened tree", ExampleChart::Plane),
        ),
        card(S, "3.4", "Loss rate of five strategies against load", experiment("castillo-3.4")),
        card(S, "3.5", "Fairness of five strategies against load", experiment("castillo-3.5")),
        card(S, "3.6", "Utilisation under five strategies against load", experiment("castillo-3.6")),
        card(S, "3.7", "Mean delay under five strategies against load", experiment("castillo-3.7")),
        card(S, "3.8", "Loss rate against mean job size", experiment("castillo-3.8")),
        card(S, "3.9", "Loss rate against the tightness of deadlines", experiment("castillo-3.9")),
        card(S, "3.10", "Loss rate against the number of servers", experiment("castillo-3.10")),
        card(S, "4.2", "FF-HA and FF-HU at four levels of heterogeneity: work lost and utilisation", both_readings("castillo-4.2")),
        card(
            S,
            "4.3",
            "Idle periods in the primal and in the dual plane",
            example("dual-deceives", "both planes; the thesis gives no numbers for its drawing", ExampleChart::DualPlane),
        ),
        card(S, "4.4", "Work lost by FF-HU, FF-HA and FF-HA+ against load", both_readings("castillo-4.4")),
        card(S, "4.5", "Effort of FF-HA+ and FF-HU against load; running time in the thesis", experiment("castillo-4.5")),
        card(S, "4.6", "Utilisation under FF-HU, FF-HA and FF-HA+ against load", both_readings("castillo-4.6")),
        card(S, "4.7", "Waiting time under FF-HU, FF-HA and FF-HA+ against load", both_readings("castillo-4.7")),
        card(S, "4.8", "FF-HA+ at four levels of heterogeneity: work lost and utilisation", both_readings("castillo-4.8")),
        card(S, "5.3", "Temporal penalty by length: co-allocation and batch scheduling", experiment("castillo-5.3")),
        card(S, "5.4", "Distribution of waiting times", experiment("castillo-5.4")),
        card(S, "5.5", "Distribution of the lengths of jobs", experiment("castillo-5.5")),
        card(S, "5.6", "Mean waiting time by number of nodes", experiment("castillo-5.6")),
        card(S, "5.7", "Distribution of waiting times with advance reservations", experiment("castillo-5.7")),
        card(S, "5.8", "Mean waiting time against the share of advance reservations", experiment("castillo-5.8")),
        card(S, "5.9", "Operations per request against the share of advance reservations", experiment("castillo-5.9")),
        table(S, "5.3", "Retries by number of nodes", experiment("castillo-table-5.3")),
    ]
}

fn sulistio() -> Vec<Card> {
    const S: Source = Source::Sulistio;
    let of = |panel: &str, claims: &[usize]| part("sulistio-4-9", panel, claims);
    vec![
        card(S, "4", "Utilisation by search limit", of("utilisation", &[2, 3, 8, 9, 10])),
        card(S, "5", "Busy nodes over two weeks", experiment("sulistio-5")),
        card(S, "6", "Reservations rejected by search limit", of("rejections", &[0, 6])),
        card(S, "7", "Rejections that users avoid by taking a smaller offer", of("self_selected", &[5, 7])),
        card(S, "8", "Revenue of reservations by search limit", of("revenue", &[1])),
        card(S, "9", "Mean wait of the jobs that do not reserve", of("waiting", &[4])),
    ]
}

fn mondol() -> Vec<Card> {
    const S: Source = Source::Mondol;
    let mut cards = vec![
        card(
            S,
            "2.2",
            "An application in the format of the Standard Task Graph Set",
            example("nine-tasks", "the table of tasks; a file of this format opens the same", ExampleChart::Graph),
        ),
        card(
            S,
            "2.3",
            "The same application as a graph with weights of edges",
            example("nine-tasks", "the graph", ExampleChart::Graph),
        ),
        card(S, "2.4", "The graph with the weights folded into the tasks", example("nine-tasks", "the graph", ExampleChart::Graph)),
        card(
            S,
            "2.5",
            "How a task is drawn with its slack",
            Shown::Nothing("The key to a drawing; the page has its own in every graph."),
        ),
        card(
            S,
            "2.6",
            "The graph with earliest and latest starts",
            example("nine-tasks", "the graph: EST, LST and the critical path", ExampleChart::Graph),
        ),
        card(S, "3.5", "Six tasks with earliest and latest starts", example("six-tasks", "the graph", ExampleChart::Graph)),
        card(
            S,
            "3.6",
            "A list of reservations and its drawing as an array",
            Shown::Nothing("A sketch of a data structure; what it holds is the plan of a node."),
        ),
        card(
            S,
            "3.7",
            "What the two nodes have reserved before",
            example("six-tasks", "the plan of the nodes, first step", ExampleChart::Nodes),
        ),
    ];
    for (number, caption) in [
        ("3.8", "First mapping: the nodes after T0 and T2"),
        ("3.9", "First mapping: the nodes after T1"),
        ("3.10", "First mapping: the nodes after T3, T4 and T5"),
        ("3.11", "Second mapping: the nodes after T0, T1 and T3"),
        ("3.12", "Second mapping: the nodes after T2"),
    ] {
        let look = "the steps of a mapping; tests/it/workflows.rs replays the two orders of the thesis";
        cards.push(card(S, number, caption, example("six-tasks", look, ExampleChart::Nodes)));
    }
    for (place, tasks) in [(1, 50), (2, 100), (3, 300)] {
        let tasks = format!("{tasks} tasks");
        let b = format!("mondol-b.{place}");
        let iterations = format!("mondol-4.{}", 6 + place);
        cards.extend([
            card(
                S,
                format!("4.{place}"),
                format!("Applications delayed by number of nodes, pre-load 50 %: {tasks}"),
                part(b.clone(), "delayed_50", &[0, 3]),
            ),
            card(
                S,
                format!("4.{}", 3 + place),
                format!("Mean delay by number of nodes, pre-load 50 %: {tasks}"),
                part(b.clone(), "delay_50", &[1]),
            ),
            card(
                S,
                format!("4.{}", 6 + place),
                format!("Applications without delay after 1 to 50 mappings: {tasks}"),
                part(iterations.clone(), "zero_delay", &[0]),
            ),
            card(
                S,
                format!("4.{}", 9 + place),
                format!("Mean delay after 1 to 50 mappings: {tasks}"),
                part(iterations, "delay", &[1, 2, 3, 4, 5]),
            ),
            card(
                S,
                format!("4.{}", 12 + place),
                format!("What a search takes, by number of nodes; running time in the thesis: {tasks}"),
                experiment(format!("mondol-4.{}", 12 + place)),
            ),
            table(S, format!("B.{place}"), format!("Delays by number of nodes and pre-load: {tasks}"), with_share(b)),
        ]);
    }
    let place = |card: &Card| {
        let mut parts = card.number.split('.');
        let chapter = parts.next().unwrap_or_default().to_string();
        (card.is_table, chapter, parts.next().and_then(|number| number.parse::<u32>().ok()))
    };
    sort_shared_by_key(&mut cards, place);
    cards
}
