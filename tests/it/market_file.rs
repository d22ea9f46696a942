//! Markets in scenario files and links: what is read, what is written, what is refused and in which words.

use crate::samples::{GOLDEN_1A, golden_with_market};
use crate::support::{decode_one as decode, read_one as read, slots_mut, slots_of};
use bookahead::engine::slots::revenue::{Demand, DemandSource, Market, Method, Nesting};
use bookahead::formats::json::write;
use bookahead::formats::link::{Shared, View, encode};

/// A file with this market on five nodes.
fn with_market(market: &str) -> String {
    format!(r#"{{"version":1,"machine":{{"nodes":5}},"workload":{{"requests":[]}},"market":{market}}}"#)
}

#[track_caller]
fn refused(market: &str, message: &str) {
    match read(&with_market(market)) {
        Ok(_) => panic!("{market} was taken"),
        Err(error) => assert_eq!(error.to_string(), message, "for {market}"),
    }
}

/// Two classes, the second with these fields.
fn second(fields: &str) -> String {
    format!(r#"{{"classes":[{{"price":10,"book_ahead_max":3,"limit":4}},{{{fields}}}]}}"#)
}

#[test]
fn a_market_reads_with_its_defaults() {
    let scenario = read(&with_market(&second(r#""price":7"#))).expect("legal");
    let market = slots_of(&scenario).market.as_ref().expect("it is there");
    assert_eq!((market.method, market.nesting), (Method::EmsrB, Nesting::Nested));
    assert_eq!((market.update_every, market.demand), (288, DemandSource::Forecast));
    let [first, last] = &market.classes[..] else { panic!("two classes") };
    assert_eq!(
        (first.name.as_str(), first.price, first.book_ahead_max, first.limit, first.demand),
        ("Class 1", 10, Some(3), 4, None)
    );
    assert_eq!((last.name.as_str(), last.price, last.book_ahead_max, last.limit), ("Class 2", 7, None, 4));
    assert_eq!(slots_of(&read(GOLDEN_1A).expect("legal")).market, None);
}

#[test]
fn a_market_is_written_as_it_is_read() {
    let scenario = read(&golden_with_market()).expect("legal");
    let text = write(&scenario);
    assert_eq!(read(&text).expect("what was written"), scenario);
    let lines: Vec<&str> = text.lines().skip_while(|line| !line.contains("market")).collect();
    assert_eq!(lines[0], "  \"market\": {");
    let premium = r#"{"name": "Premium", "price": 100, "book_ahead_max": 11, "limit": 5, "mean": 1.5, "deviation": 0.5},"#;
    assert_eq!(lines[6].trim(), premium);
    let mut umar = scenario;
    slots_mut(&mut umar).market = Some(Market { demand: DemandSource::Given, ..Market::umar(5) });
    assert_eq!(read(&write(&umar)).expect("what was written"), umar);
}

#[test]
fn what_is_wrong_with_a_market_is_told_at_its_field() {
    for (market, message) in [
        ("{}", "market.classes: a list of 0 is not allowed; must be a list of 2 to 8 classes"),
        (r#"{"classes":[{"price":3}]}"#, "market.classes: a list of 1 is not allowed; must be a list of 2 to 8 classes"),
        (
            &format!(r#"{{"classes":[{}]}}"#, [r#"{"price":3}"#; 9].join(",")),
            "market.classes: a list of 9 is not allowed; must be a list of 2 to 8 classes",
        ),
        (r#"{"classes":3}"#, "market.classes: 3 is not allowed; must be a list of objects"),
        (r#"{"classes":[[]]}"#, "market.classes[0]: a list is not allowed; must be an object in braces"),
        (
            r#"{"colour":3}"#,
            "line 1, column 80: unknown field `colour`, expected one of `method`, `nesting`, `update_every`, `demand`, `classes`",
        ),
    ] {
        refused(market, message);
    }
    for (fields, message) in [
        (r#""price":"7""#, "price: \"7\" is not allowed; must be a whole number from 1 to 100000"),
        (r#""price":0"#, "price: 0 is not allowed; must be a whole number from 1 to 9, below the price of the class before"),
        (r#""price":10"#, "price: 10 is not allowed; must be a whole number from 1 to 9, below the price of the class before"),
        (
            r#""price":7,"limit":6"#,
            "limit: 6 is not allowed; must be a whole number from 0 to 4; limits never rise from class to class",
        ),
        (r#""price":7,"limit":5,"name":3"#, "name: 3 is not allowed; must be a text in quotes"),
        (
            r#""price":7,"book_ahead_max":9"#,
            "book_ahead_max: 9 is not allowed; must be left out: the last class takes every longer book-ahead",
        ),
        (r#""price":7,"mean":2"#, "deviation is missing; must be a number above 0, at most 1000000"),
        (r#""price":7,"mean":-1,"deviation":1"#, "mean: -1 is not allowed; must be a number from 0 to 1000000"),
        (r#""price":7,"mean":3,"deviation":0"#, "deviation: 0 is not allowed; must be a number above 0, at most 1000000"),
        (r#""price":7,"mean":true,"deviation":1"#, "mean: true is not allowed; must be a number"),
    ] {
        refused(&second(fields), &format!("market.classes[1].{message}"));
    }
    refused(&second(""), "market.classes[1] has no \"price\", which is needed");
    let rising = r#"{"classes":[{"price":10,"book_ahead_max":3,"limit":4},{"price":7,"limit":5}]}"#;
    refused(
        rising,
        "market.classes[1].limit: 5 is not allowed; must be a whole number from 0 to 4; limits never rise from class to class",
    );
    let borders = r#"{"classes":[{"price":10,"book_ahead_max":3},{"price":7,"book_ahead_max":3},{"price":5}]}"#;
    refused(borders, "market.classes[1].book_ahead_max: 3 is not allowed; must be a whole number from 4 to 1000000");
    let open = r#"{"classes":[{"price":10},{"price":7}]}"#;
    refused(
        open,
        "market.classes[0].book_ahead_max is missing; must be the greatest book-ahead of this class; only the last goes \
         without",
    );
    let two = r#""classes":[{"price":10,"book_ahead_max":3},{"price":7}]"#;
    for (field, message) in [
        (r#""method":"emsr""#, "method: \"emsr\" is not allowed; must be one of none, fixed, littlewood, emsr-a, emsr-b, optimal"),
        (r#""nesting":1"#, "nesting: 1 is not allowed; must be one of nested, partitioned"),
        (r#""demand":"known""#, "demand: \"known\" is not allowed; must be one of forecast, given"),
        (r#""demand":"given""#, "classes[0].mean is missing; must be the mean demand of this class, since demand is given"),
        (r#""update_every":11"#, "update_every: 11 is not allowed; must be a whole number from 12 to 1000000"),
    ] {
        refused(&format!("{{{field},{two}}}"), &format!("market.{message}"));
    }
    let three = r#"{"method":"littlewood","classes":[{"price":10,"book_ahead_max":3},{"price":7,"book_ahead_max":6},{"price":5}]}"#;
    refused(
        three,
        "market.method: littlewood with 3 classes is not allowed; must be emsr-a, emsr-b or optimal for more than two classes",
    );
}

#[test]
fn a_market_that_is_fitted_to_a_smaller_machine_is_legal() {
    let mut scenario = read(&golden_with_market()).expect("legal");
    slots_mut(&mut scenario).machine.nodes = 3;
    assert_eq!(scenario.check().expect_err("too high").place.as_str(), "market.classes[0].limit");
    let slots = slots_mut(&mut scenario);
    slots.market = slots.market.take().map(|market| market.fitted(3));
    assert_eq!(scenario.check(), Ok(()));
}

#[test]
fn a_link_with_a_market_is_of_version_2_and_one_without_of_version_1() {
    let shared = |text: &str| Shared { scenario: read(text).expect("legal"), view: View::default() };
    let plain = shared(GOLDEN_1A);
    assert!(encode(&plain).starts_with("v1."));
    let priced = shared(&golden_with_market());
    let link = encode(&priced);
    assert!(link.starts_with("v2.") && link.len() < 300, "{link}");
    assert_eq!(decode(&link), Ok(priced.clone()));
    // Made when version 2 was settled: it must open for as long as version 2 is read.
    assert_eq!(decode(OLD_LINK), Ok(priced));
    // The content of one version is not that of the other.
    assert!(decode(&link.replacen("v2.", "v1.", 1)).is_err() && decode(&encode(&plain).replacen("v1.", "v2.", 1)).is_err());
}

#[test]
fn a_link_may_hold_a_market_out_of_range() {
    let mut scenario = read(&golden_with_market()).expect("legal");
    if let Some(market) = &mut slots_mut(&mut scenario).market {
        market.classes[1].demand = Some(Demand { mean: f64::NAN, deviation: 1.0 });
    }
    let error = decode(&encode(&Shared { scenario, view: View::default() })).expect_err("out of range").to_string();
    let message = "market.classes[1].mean: NaN is not allowed; must be a number from 0 to 1000000";
    assert_eq!(error, format!("the link holds something out of range: {message}"));
}

const OLD_LINK: &str = "v2.eNpFjjsKwlAQReeTkMAkxN7mlRZ2tsITxd4tCBkhkETMmKzHBbgol2BhYSnxBXKaC_cMw10eax20dZ3eerW7rd2lGtS111ItfhIIzQjMiEhWFJIvpMjGnkIdgSAzIiERs-CMEI71CAP_j5GTU6dN1TclSozhw9eHfPl031vVqtkW82iysAvx9smhPpu5zQpocunkPh7hEfb8APaaG4Q";
