//! Figures with their formulas, and the formulas with the numbers of a plan.

use std::fmt::Write;

/// What a figure is worked out from.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number with its name.
    Term {
        /// What it is.
        name: String,
        /// How much.
        value: f64,
    },
    /// All of them together.
    Sum(Vec<Self>),
    /// The first less the second.
    Difference(Box<Self>, Box<Self>),
    /// The first times the second.
    Product(Box<Self>, Box<Self>),
    /// The first by the second; 0 where the second is 0, as figures of empty plans are.
    Quotient(Box<Self>, Box<Self>),
}

impl Expression {
    /// A number with its name.
    pub fn term(name: impl Into<String>, value: impl Into<f64>) -> Self {
        Self::Term { name: name.into(), value: value.into() }
    }

    /// A whole number with its name; beyond 2⁵³ it is rounded.
    pub fn count(name: impl Into<String>, value: u64) -> Self {
        Self::Term { name: name.into(), value: value as f64 }
    }

    /// This divided by something.
    #[must_use]
    pub fn over(self, divisor: Self) -> Self {
        Self::Quotient(Box::new(self), Box::new(divisor))
    }

    /// This times something.
    #[must_use]
    pub fn times(self, factor: Self) -> Self {
        Self::Product(Box::new(self), Box::new(factor))
    }

    /// This less something.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self::Difference(Box::new(self), Box::new(other))
    }

    /// What it comes to.
    pub fn value(&self) -> f64 {
        match self {
            Self::Term { value, .. } => *value,
            Self::Sum(parts) => parts.iter().map(Self::value).sum(),
            Self::Difference(a, b) => a.value() - b.value(),
            Self::Product(a, b) => a.value() * b.value(),
            Self::Quotient(a, b) => {
                let divisor = b.value();
                if divisor == 0.0 { 0.0 } else { a.value() / divisor }
            }
        }
    }

    /// With the names of its numbers.
    pub fn in_words(&self) -> String {
        self.written(0, &|name, _| name.to_string())
    }

    /// With its numbers, written as `number` does.
    pub fn in_numbers(&self, number: &dyn Fn(f64) -> String) -> String {
        self.written(0, &|_, value| number(value))
    }

    /// How closely its parts belong together: sums least.
    fn rank(&self) -> u8 {
        match self {
            Self::Sum(parts) if parts.len() == 1 => parts[0].rank(),
            Self::Sum(_) | Self::Difference(..) => 1,
            Self::Product(..) | Self::Quotient(..) => 2,
            Self::Term { .. } => 4,
        }
    }

    /// In brackets where it stands beside something that belongs together more closely than its own parts.
    fn written(&self, around: u8, leaf: &dyn Fn(&str, f64) -> String) -> String {
        let text = match self {
            Self::Term { name, value } => leaf(name, *value),
            Self::Sum(parts) => {
                let mut text = String::new();
                for (i, part) in parts.iter().enumerate() {
                    // Writing to memory cannot fail.
                    let _ = write!(text, "{}{}", if i > 0 { " + " } else { "" }, part.written(1, leaf));
                }
                if text.is_empty() { "0".to_string() } else { text }
            }
            Self::Difference(a, b) => format!("{} − {}", a.written(1, leaf), b.written(2, leaf)),
            Self::Product(a, b) => format!("{} × {}", a.written(2, leaf), b.written(3, leaf)),
            Self::Quotient(a, b) => format!("{} ÷ {}", a.written(2, leaf), b.written(3, leaf)),
        };
        if self.rank() < around { format!("({text})") } else { text }
    }
}

/// A figure and what it is worked out from.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// The figure's name in files.
    pub key: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// What it is worked out from.
    pub expression: Expression,
}

impl Formula {
    /// The formula with its numbers, written as `number` does, and what they come to; a number that is the result already stands once.
    pub fn in_numbers(&self, number: &dyn Fn(f64) -> String, result: &str) -> String {
        let numbers = self.expression.in_numbers(number);
        if numbers == number(self.expression.value()) { format!("= {result}") } else { format!("= {numbers} = {result}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_the_result_stands_once() {
        let of = |expression| Formula { key: "moves", name: "moves", expression };
        let number = |value: f64| value.to_string();
        let moves = of(Expression::term("moves", 0.0));
        assert_eq!(moves.in_numbers(&number, "0"), "= 0");
        assert_eq!(of(Expression::term("share", 0.5)).in_numbers(&number, "0.5 = 50 %"), "= 0.5 = 50 %");
        let sum = of(Expression::term("a", 1.0).less(Expression::term("b", 1.0)));
        assert_eq!(sum.in_numbers(&number, "0"), "= 1 − 1 = 0");
    }

    #[test]
    fn brackets_stand_where_they_are_needed() {
        let term = |name: &str, value: f64| Expression::term(name, value);
        let span = term("end", 18.0).less(term("start", 11.0));
        let share = term("busy", 30.0).over(term("nodes", 5.0).times(span));
        assert_eq!(share.in_words(), "busy ÷ (nodes × (end − start))");
        assert_eq!(share.in_numbers(&|value| value.to_string()), "30 ÷ (5 × (18 − 11))");
        assert_eq!(share.value(), 30.0 / 35.0);
        let sum = Expression::Sum(vec![term("a", 1.0).times(term("b", 2.0)), term("c", 3.0)]);
        assert_eq!((sum.in_words(), sum.value()), ("a × b + c".to_string(), 5.0));
        assert_eq!((term("a", 1.0).over(term("b", 0.0)).value(), Expression::Sum(Vec::new()).in_words()), (0.0, "0".to_string()));
    }
}
