//! How typing and stepping changes a market. The engine checks every change before it is applied.

use super::market_drag::{MarketHandle, level, moved_market};
use crate::engine::core::bounds::Bound;
use crate::engine::core::error::{FieldPath, ScenarioError};
use crate::engine::slots::bounds;
use crate::engine::slots::revenue::{Class, Demand, Market, Method};

/// A number or name that can be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarketField {
    /// Of a class, 0 for class 1.
    Class(usize, ClassField),
    /// Slots between two updates of the limits.
    UpdateEvery,
    /// Nodes kept above a border, 0 between classes 1 and 2; typing it fixes the limits.
    Level(usize),
}

/// What can be typed about a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassField {
    /// Its name.
    Name,
    /// Price of a node for a slot.
    Price,
    /// Greatest book-ahead.
    BookAhead,
    /// Initial booking limit.
    Limit,
    /// Mean demand.
    Mean,
    /// Standard deviation of demand.
    Deviation,
}

impl ClassField {
    /// All of them, in the order of the columns.
    pub const ALL: [Self; 6] = [Self::Name, Self::Price, Self::BookAhead, Self::Limit, Self::Mean, Self::Deviation];

    /// The name in files and places.
    pub fn key(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Price => "price",
            Self::BookAhead => "book_ahead_max",
            Self::Limit => "limit",
            Self::Mean => "mean",
            Self::Deviation => "deviation",
        }
    }

    /// What it is, for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Price => "price",
            Self::BookAhead => "book-ahead",
            Self::Limit => "initial limit",
            Self::Mean => "mean demand",
            Self::Deviation => "deviation",
        }
    }
}

/// Where markets stand in a scenario.
const MARKET: &str = "market";

impl MarketField {
    /// The place in the scenario, as the engine names it.
    fn place(self) -> FieldPath {
        let market = FieldPath::new(MARKET);
        match self {
            Self::Class(class, field) => market.field("classes").index(class).field(field.key()),
            Self::UpdateEvery => market.field("update_every"),
            Self::Level(border) => market.field("classes").index(border + 1).field("limit"),
        }
    }

    /// A name for the field's element: `class-2-price`.
    pub fn id(self) -> String {
        match self {
            Self::Class(class, field) => format!("class-{}-{}", class + 1, field.key()),
            Self::UpdateEvery => "update-every".to_string(),
            Self::Level(border) => format!("level-{}", border + 1),
        }
    }

    /// What stands in the field; empty where nothing is given.
    pub fn text(self, market: &Market, nodes: u32) -> String {
        let (class, field) = match self {
            Self::UpdateEvery => return market.update_every.to_string(),
            Self::Level(border) => return level(market, nodes, border).to_string(),
            Self::Class(class, field) => (class, field),
        };
        let Some(class) = market.classes.get(class) else { return String::new() };
        match field {
            ClassField::Name => class.name.clone(),
            ClassField::Price => class.price.to_string(),
            ClassField::BookAhead => class.book_ahead_max.map(|most| most.to_string()).unwrap_or_default(),
            ClassField::Limit => class.limit.to_string(),
            ClassField::Mean => class.demand.map(|demand| demand.mean.to_string()).unwrap_or_default(),
            ClassField::Deviation => class.demand.map(|demand| demand.deviation.to_string()).unwrap_or_default(),
        }
    }

    /// The market with this text in the field.
    ///
    /// # Errors
    /// What is allowed instead, as a clause. The engine's own check says it.
    pub fn typed(self, market: &Market, nodes: u32, text: &str) -> Result<Market, String> {
        let mut next = market.clone();
        if let Self::Level(border) = self {
            let kept = Bound { name: "nodes kept", min: 0, max: market.initial_limits(nodes)[0] };
            return match text.trim().parse() {
                Ok(to) if kept.holds(to) => Ok(moved_market(market, nodes, border, MarketHandle::Level, f64::from(to))),
                _ => Err(kept.to_string()),
            };
        }
        self.put(&mut next, text.trim());
        match next.check(nodes, &FieldPath::new(MARKET)) {
            Ok(()) => Ok(next),
            Err(error) => Err(self.reason(&next, &error)),
        }
    }

    /// The market with the field's number changed by so many units; `None` if nothing stands there or that is not allowed.
    pub fn stepped(self, market: &Market, nodes: u32, by: i32) -> Option<Market> {
        let text = self.text(market, nodes);
        let (number, digits) = (text.parse::<f64>().ok()?, text.split_once('.').map_or(0, |(_, digits)| digits.len().min(6)));
        self.typed(market, nodes, &format!("{:.digits$}", number + f64::from(by))).ok()
    }

    /// Puts text into the field. What is no number becomes one that no check lets pass, so that the check says what is allowed.
    fn put(self, market: &mut Market, text: &str) {
        let whole = || text.parse().unwrap_or(u32::MAX);
        let real = || text.replace(',', ".").parse().unwrap_or(f64::NAN);
        let Self::Class(class, field) = self else {
            market.update_every = whole();
            return;
        };
        let Some(class) = market.classes.get_mut(class) else { return };
        match field {
            ClassField::Name => class.name = text.to_string(),
            ClassField::Price => class.price = whole(),
            ClassField::BookAhead => class.book_ahead_max = (!text.is_empty()).then(whole),
            ClassField::Limit => class.limit = whole(),
            ClassField::Mean if text.is_empty() => class.demand = None,
            ClassField::Mean => {
                let mean = real();
                // A class without demand gets a usual spread with its mean.
                let deviation = class.demand.map_or((mean / 6.0).max(1.0).round(), |demand| demand.deviation);
                class.demand = Some(Demand { mean, deviation });
            }
            ClassField::Deviation if text.is_empty() => class.demand = None,
            ClassField::Deviation => {
                class.demand = Some(Demand { mean: class.demand.map_or(0.0, |demand| demand.mean), deviation: real() });
            }
        }
    }

    /// Why the text cannot stand here. The check may stumble over a neighbour: a price lowered below the next one makes the next too high.
    fn reason(self, market: &Market, error: &ScenarioError) -> String {
        let ScenarioError { place, found, allowed } = error;
        if *place == self.place() {
            return allowed.clone();
        }
        let fields = (0..market.count()).flat_map(|class| ClassField::ALL.map(|field| (class, field)));
        let other = fields.into_iter().find(|&(class, field)| Self::Class(class, field).place() == *place);
        match other {
            Some((class, field)) => {
                format!("the {} of {} is {found} and must then be {allowed}", field.words(), class_name(market, class))
            }
            None => format!("{place} is {found} and must then be {allowed}"),
        }
    }
}

/// A class's name for people: its own, or its number.
pub fn class_name(market: &Market, class: usize) -> String {
    let name = market.classes.get(class).map_or("", |class| class.name.trim());
    if name.is_empty() { format!("class {}", class + 1) } else { name.to_string() }
}

/// The market with one class more, the cheapest; `None` if there are enough, or no price is left.
pub fn with_class(market: &Market, nodes: u32) -> Option<Market> {
    let mut next = market.clone();
    let last = next.classes.last_mut()?;
    let class = Class { name: String::new(), price: last.price / 2, book_ahead_max: None, limit: last.limit, demand: last.demand };
    let before = market.classes.iter().rev().nth(1).and_then(|class| class.book_ahead_max).unwrap_or(0);
    last.book_ahead_max = Some((before + 12).min(bounds::BOOK_AHEAD.max));
    next.classes.push(Class { name: format!("Class {}", market.count() + 1), ..class });
    if next.method == Method::Littlewood {
        next.method = Method::default();
    }
    next.check(nodes, &FieldPath::new(MARKET)).is_ok().then_some(next)
}

/// The market without a class; `None` if too few would be left.
pub fn without_class(market: &Market, nodes: u32, class: usize) -> Option<Market> {
    let mut next = market.clone();
    if class >= next.count() {
        return None;
    }
    next.classes.remove(class);
    if let Some(last) = next.classes.last_mut() {
        last.book_ahead_max = None;
    }
    if next.method == Method::Littlewood {
        next.method = Method::default();
    }
    next.check(nodes, &FieldPath::new(MARKET)).is_ok().then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::slots::revenue::DemandSource;

    const PRICE_2: MarketField = MarketField::Class(1, ClassField::Price);

    fn market() -> Market {
        Market::umar(40)
    }

    #[test]
    fn what_is_typed_is_what_stands_there() {
        for class in 0..3 {
            for field in ClassField::ALL {
                let field = MarketField::Class(class, field);
                let same = field.typed(&market(), 40, &field.text(&market(), 40)).unwrap();
                assert_eq!(same, market(), "{field:?}");
            }
        }
        assert_eq!(PRICE_2.typed(&market(), 40, " 70 ").unwrap().classes[1].price, 70);
        let mean = MarketField::Class(0, ClassField::Mean).typed(&market(), 40, "10,5").unwrap();
        assert_eq!(mean.classes[0].demand, Some(Demand::new(10.5, 1.5)));
    }

    #[test]
    fn refusals_say_what_is_allowed() {
        let refused = |field: MarketField, text: &str| field.typed(&market(), 40, text).unwrap_err();
        let class = MarketField::Class;
        assert_eq!(refused(PRICE_2, "100"), "a whole number from 1 to 99, below the price of the class before");
        for text in ["", "-1", "1.5", "1e3", "x", "99999999999999999999"] {
            assert_eq!(refused(PRICE_2, text), "a whole number from 1 to 99, below the price of the class before", "{text}");
        }
        assert_eq!(
            refused(class(0, ClassField::Price), "60"),
            "the price of Business is 60 and must then be a whole number from 1 to 59, below the price of the class before"
        );
        assert_eq!(refused(class(0, ClassField::Limit), "41"), "a whole number from 0 to 40; the machine has no more nodes");
        assert_eq!(
            refused(class(1, ClassField::Limit), "41"),
            "a whole number from 0 to 40; limits never rise from class to class"
        );
        assert_eq!(refused(class(1, ClassField::BookAhead), "12"), "a whole number from 13 to 1000000");
        assert!(refused(class(1, ClassField::BookAhead), "").starts_with("the greatest book-ahead of this class"));
        assert!(refused(class(2, ClassField::BookAhead), "40").starts_with("left out"));
        for text in ["0", "-1", "nan", "inf", "two"] {
            assert_eq!(refused(class(2, ClassField::Deviation), text), "a number above 0, at most 1000000", "{text}");
        }
        assert_eq!(refused(MarketField::Level(0), "41"), "a whole number from 0 to 40");
        assert_eq!(refused(MarketField::UpdateEvery, "11"), "a whole number from 12 to 1000000");
        assert_eq!(refused(class(0, ClassField::Name), &"x".repeat(41)), "at most 40 characters");
    }

    #[test]
    fn demand_may_be_left_out_where_it_is_not_needed() {
        let mean = MarketField::Class(2, ClassField::Mean);
        let without = mean.typed(&market(), 40, "").unwrap();
        assert_eq!((without.classes[2].demand, mean.text(&without, 40)), (None, String::new()));
        assert_eq!(mean.typed(&without, 40, "20").unwrap().classes[2].demand, Some(Demand::new(20.0, 3.0)));
        let given = Market { demand: DemandSource::Given, ..market() };
        assert!(mean.typed(&given, 40, "").unwrap_err().starts_with("the mean demand of this class"));
    }

    #[test]
    fn steps_stop_at_what_is_allowed_and_keep_their_digits() {
        assert_eq!(PRICE_2.stepped(&market(), 40, 39).unwrap().classes[1].price, 99);
        assert_eq!(PRICE_2.stepped(&market(), 40, 40), None);
        assert_eq!(MarketField::Class(0, ClassField::Name).stepped(&market(), 40, 1), None);
        let deviation = MarketField::Class(1, ClassField::Deviation);
        assert_eq!(deviation.text(&deviation.stepped(&market(), 40, 1).unwrap(), 40), "2.7");
        assert_eq!(deviation.stepped(&market(), 40, -2), None);
    }

    #[test]
    fn a_level_that_is_typed_fixes_the_limits() {
        let next = MarketField::Level(1).typed(&market(), 40, "25").unwrap();
        assert_eq!((next.method, next.initial_limits(40)), (Method::Fixed, vec![40, 35, 15]));
        assert_eq!(MarketField::Level(1).stepped(&next, 40, -1).unwrap().classes[2].limit, 16);
    }

    #[test]
    fn classes_come_and_go() {
        let mut grown = market();
        for count in 4..=8 {
            grown = with_class(&grown, 40).unwrap_or_else(|| grown.clone());
            assert!(grown.count() <= count);
        }
        // 100, 60, 40, 20, 10, 5, 2, 1.
        assert_eq!((grown.count(), grown.classes[7].price), (8, 1));
        assert_eq!(with_class(&grown, 40), None);
        let mut shrunk = grown;
        while let Some(next) = without_class(&shrunk, 40, shrunk.count() / 2) {
            next.check(40, &FieldPath::new(MARKET)).unwrap();
            shrunk = next;
        }
        assert_eq!(shrunk.count(), 2);
        let two = Market { method: Method::Littlewood, ..without_class(&market(), 40, 2).unwrap() };
        assert_eq!(with_class(&two, 40).unwrap().method, Method::EmsrB, "Littlewood's rule is for two");
        assert_eq!(without_class(&market(), 40, 3), None);
    }
}
