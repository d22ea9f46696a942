//! Terms and conditions. Printed, an expression reads as it is written in a lesson.

use std::fmt;

/// An expression on a plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Number(f64),
    /// A term without brackets, such as `acceptance` or `wait.mean`, or a word, such as `backfilled`: whether it is a term the plan says.
    Name(String),
    /// A term of a request, class or slot: `start(2)`.
    Of(String, Of),
    /// The value of a term when the step began.
    Given(Box<Self>),
    /// Not so.
    Not(Box<Self>),
    /// All of them.
    And(Vec<Self>),
    /// At least one of them.
    Or(Vec<Self>),
    /// Compares two values.
    Compare {
        /// The left one.
        left: Box<Self>,
        /// How.
        how: Comparison,
        /// The right one.
        right: Box<Self>,
        /// How far apart equal numbers may be.
        within: Option<Within>,
    },
    /// Computes with two numbers.
    Arithmetic(Box<Self>, Operation, Box<Self>),
}

/// What stands in the brackets of a term.
#[derive(Clone, Debug, PartialEq)]
pub enum Of {
    /// The thing that is picked.
    It,
    /// All requests.
    All,
    /// No request.
    None,
    /// At least one request.
    Any,
    /// This request, class, task or slot; of a request with several jobs one of them.
    One(Name),
    /// Jobs with this property: `count(accepted)`.
    Property(String),
}

/// What people call a request or a job: `2`, or `11.3` for job 3 of request 11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The request's number.
    pub request: u32,
    /// Which of its jobs, from 1.
    pub job: Option<u32>,
}

/// How far a number may be away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within {
    /// So much.
    Amount(f64),
    /// So many per cent of the right one.
    Percent(f64),
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `≠`
    Unequal,
    /// `<`
    Less,
    /// `≤`
    AtMost,
    /// `>`
    Greater,
    /// `≥`
    AtLeast,
}

impl Comparison {
    /// Its sign.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Unequal => "≠",
            Self::Less => "<",
            Self::AtMost => "≤",
            Self::Greater => ">",
            Self::AtLeast => "≥",
        }
    }
}

/// How two numbers are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`
    Plus,
    /// `−`
    Minus,
    /// `×`
    Times,
    /// `÷`
    By,
}

impl Operation {
    /// Its sign.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "−",
            Self::Times => "×",
            Self::By => "÷",
        }
    }
}

impl Name {
    /// A whole request.
    pub fn whole(request: u32) -> Self {
        Self { request, job: None }
    }

    /// The name that a text is; `None` if it is none.
    pub fn read(text: &str) -> Option<Self> {
        let (request, job) = text.split_once('.').map_or((text, None), |(request, job)| (request, Some(job)));
        let number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten();
        let job = match job {
            None => None,
            Some(job) => Some(number(job).filter(|job| *job > 0)?),
        };
        Some(Self { request: number(request)?, job })
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.job {
            None => write!(f, "{}", self.request),
            Some(job) => write!(f, "{}.{job}", self.request),
        }
    }
}

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::It => f.write_str("it"),
            Self::All => f.write_str("all"),
            Self::None => f.write_str("none"),
            Self::Any => f.write_str("any"),
            Self::One(name) => name.fmt(f),
            Self::Property(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Within {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Amount(amount) => write!(f, " within {amount}"),
            Self::Percent(percent) => write!(f, " within {percent} %"),
        }
    }
}

impl Expr {
    /// How strongly its operator binds; a weaker one inside a stronger one stands in brackets.
    fn strength(&self) -> u8 {
        match self {
            Self::Or(_) => 0,
            Self::And(_) => 1,
            Self::Not(_) => 2,
            Self::Compare { .. } => 3,
            Self::Arithmetic(_, Operation::Plus | Operation::Minus, _) => 4,
            Self::Arithmetic(..) => 5,
            _ => 6,
        }
    }

    /// Writes it, in brackets if it binds less than `strength`.
    fn write(&self, f: &mut fmt::Formatter<'_>, strength: u8) -> fmt::Result {
        if self.strength() < strength { write!(f, "({self})") } else { write!(f, "{self}") }
    }

    /// The parts that all have to hold.
    pub fn parts(&self) -> &[Self] {
        if let Self::And(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    /// Calls `found` with it and every expression in it.
    pub fn visit<'a>(&'a self, found: &mut dyn FnMut(&'a Self)) {
        found(self);
        match self {
            Self::Number(_) | Self::Name(_) | Self::Of(..) => {}
            Self::Given(inner) | Self::Not(inner) => inner.visit(found),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.visit(found)),
            Self::Compare { left, right, .. } | Self::Arithmetic(left, _, right) => {
                left.visit(found);
                right.visit(found);
            }
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
            Self::Of(name, of) => write!(f, "{name}({of})"),
            Self::Given(inner) => write!(f, "given({inner})"),
            Self::Not(inner) => {
                f.write_str("not ")?;
                inner.write(f, 2)
            }
            Self::And(parts) | Self::Or(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        f.write_str(if matches!(self, Self::And(_)) { " and " } else { " or " })?;
                    }
                    part.write(f, self.strength() + 1)?;
                }
                Ok(())
            }
            Self::Compare { left, how, right, within } => {
                left.write(f, 4)?;
                write!(f, " {} ", how.sign())?;
                right.write(f, 4)?;
                within.map_or(Ok(()), |within| within.fmt(f))
            }
            Self::Arithmetic(left, how, right) => {
                left.write(f, self.strength())?;
                write!(f, " {} ", how.sign())?;
                right.write(f, self.strength() + 1)
            }
        }
    }
}
