//! Reads terms and conditions.

use super::error::{EXPR_CHARS_MAX, LessonError, quoted};
use super::piece::Piece;
use crate::expr::{Comparison, Expr, Name, Of, Operation, Within};
use winnow::ascii::multispace0;
use winnow::combinator::{alt, cut_err, delimited, fail, opt, preceded, repeat, terminated};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::stream::Stream as _;
use winnow::token::{one_of, take_while};
use winnow::{ModalResult, Parser};

/// Most brackets and `not`s of an expression: the reader goes into them.
const DEEP: usize = 50;
/// Words with a meaning of their own.
const RESERVED: [&str; 4] = ["and", "or", "not", "within"];
/// What may begin an operand.
const OPERAND: &str = "a term such as start(2) or acceptance, a number, a word, `not` or `(`";

/// Reads an expression, and behind it how far a number may be away.
///
/// # Errors
/// What stands where, and what may stand there.
pub fn read(piece: &Piece) -> Result<(Expr, Option<Within>), LessonError> {
    let text = piece.text.as_str();
    let chars = text.chars().count();
    if chars > EXPR_CHARS_MAX {
        return Err(LessonError::new(piece.at(), format!("an expression of {chars} characters; at most {EXPR_CHARS_MAX}")));
    }
    let deep = text.matches('(').count() + text.split_whitespace().filter(|word| *word == "not").count();
    if deep > DEEP {
        return Err(LessonError::new(piece.at(), format!("{deep} brackets and `not`s; at most {DEEP}")));
    }
    (any, opt(within)).parse(text).map_err(|error| {
        let byte = error.offset();
        let rest = text.get(byte..).unwrap_or_default();
        let found = match rest.split_whitespace().next() {
            None => "the end".to_string(),
            Some(word) => quoted(word),
        };
        let expected = error.into_inner().context().find_map(|context| match context {
            StrContext::Expected(StrContextValue::Description(what)) => Some(*what),
            _ => None,
        });
        let allowed = expected.unwrap_or("an operator such as = or `and`, or the end");
        LessonError::new(piece.place(byte), format!("{found} is not allowed here; allowed is {allowed}"))
    })
}

/// A reader that skips the space behind what it reads.
fn token<'a, T>(inner: impl Parser<&'a str, T, ErrMode<ContextError>>) -> impl Parser<&'a str, T, ErrMode<ContextError>> {
    terminated(inner, multispace0)
}

/// Says what was expected, once it is certain that it has to stand here.
fn expected<'a, T>(
    inner: impl Parser<&'a str, T, ErrMode<ContextError>>,
    what: &'static str,
) -> impl Parser<&'a str, T, ErrMode<ContextError>> {
    cut_err(inner).context(StrContext::Expected(StrContextValue::Description(what)))
}

/// A word: letters, digits, `_`, `.` and, before another letter or digit, `-`. A name such as `ff-ha+` ends with a `+`.
fn word<'a>(input: &mut &'a str) -> ModalResult<&'a str> {
    let text = *input;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        let is_part = match c {
            _ if at == 0 => c.is_ascii_alphabetic(),
            '_' => true,
            '.' | '-' => next.is_some_and(|next| next.is_ascii_alphanumeric()),
            '+' => text[..at].contains('-') && next.is_none_or(|next| next == '-' || !next.is_alphanumeric()),
            c => c.is_ascii_alphanumeric(),
        };
        if !is_part {
            break;
        }
        end = at + c.len_utf8();
    }
    if end == 0 || RESERVED.contains(&&text[..end]) {
        return fail.parse_next(input);
    }
    *input = &text[end..];
    Ok(&text[..end])
}

/// One of the reserved words.
fn keyword<'a>(name: &'static str) -> impl Parser<&'a str, (), ErrMode<ContextError>> {
    move |input: &mut &'a str| {
        let start = input.checkpoint();
        let found = take_while(1.., |c: char| c.is_ascii_alphabetic()).parse_next(input)?;
        if found == name {
            multispace0.void().parse_next(input)
        } else {
            input.reset(&start);
            fail.parse_next(input)
        }
    }
}

fn any(input: &mut &str) -> ModalResult<Expr> {
    preceded(multispace0, joined("or", all, Expr::Or)).parse_next(input)
}

fn all(input: &mut &str) -> ModalResult<Expr> {
    joined("and", negated, Expr::And).parse_next(input)
}

/// One or several parts with a keyword between them.
fn joined<'a>(
    name: &'static str,
    part: fn(&mut &'a str) -> ModalResult<Expr>,
    join: fn(Vec<Expr>) -> Expr,
) -> impl Parser<&'a str, Expr, ErrMode<ContextError>> {
    move |input: &mut &'a str| {
        let first = part(input)?;
        let others: Vec<Expr> = repeat(0.., preceded(keyword(name), expected(part, OPERAND))).parse_next(input)?;
        if others.is_empty() { Ok(first) } else { Ok(join(std::iter::once(first).chain(others).collect())) }
    }
}

fn negated(input: &mut &str) -> ModalResult<Expr> {
    let inner = preceded(keyword("not"), expected(negated, OPERAND));
    alt((inner.map(|inner| Expr::Not(Box::new(inner))), comparison)).parse_next(input)
}

fn comparison(input: &mut &str) -> ModalResult<Expr> {
    let left = sum.parse_next(input)?;
    let sign = alt((
        alt(("!=", "≠")).value(Comparison::Unequal),
        alt(("<=", "≤")).value(Comparison::AtMost),
        alt((">=", "≥")).value(Comparison::AtLeast),
        '='.value(Comparison::Equal),
        '<'.value(Comparison::Less),
        '>'.value(Comparison::Greater),
    ));
    let Some(how) = opt(token(sign)).parse_next(input)? else { return Ok(left) };
    let (right, within) = (expected(sum, OPERAND), opt(within)).parse_next(input)?;
    Ok(Expr::Compare { left: Box::new(left), how, right: Box::new(right), within })
}

fn within(input: &mut &str) -> ModalResult<Within> {
    let amount = expected(token(number), "a number, and `%` behind a share");
    let (amount, percent) = preceded(keyword("within"), (amount, opt(token('%')))).parse_next(input)?;
    Ok(if percent.is_some() { Within::Percent(amount) } else { Within::Amount(amount) })
}

fn sum(input: &mut &str) -> ModalResult<Expr> {
    let sign = alt(('+'.value(Operation::Plus), one_of(['-', '−']).value(Operation::Minus)));
    chained(product, sign).parse_next(input)
}

fn product(input: &mut &str) -> ModalResult<Expr> {
    let sign = alt((one_of(['*', '×']).value(Operation::Times), one_of(['/', '÷']).value(Operation::By)));
    chained(atom, sign).parse_next(input)
}

/// Operands with operators between them, from left to right.
fn chained<'a>(
    operand: fn(&mut &'a str) -> ModalResult<Expr>,
    sign: impl Parser<&'a str, Operation, ErrMode<ContextError>>,
) -> impl Parser<&'a str, Expr, ErrMode<ContextError>> {
    let mut sign = token(sign);
    move |input: &mut &'a str| {
        let mut value = operand(input)?;
        while let Some(how) = opt(sign.by_ref()).parse_next(input)? {
            let right = expected(operand, OPERAND).parse_next(input)?;
            value = Expr::Arithmetic(Box::new(value), how, Box::new(right));
        }
        Ok(value)
    }
}

/// A number: digits, with a point or not, with a sign before it or not.
fn number(input: &mut &str) -> ModalResult<f64> {
    let sign = opt(one_of(['-', '−'])).parse_next(input)?;
    let digits = take_while(1.., |c: char| c.is_ascii_digit() || c == '.');
    let finite = |digits: &str| digits.parse().ok().filter(|number: &f64| number.is_finite());
    let number = digits.verify_map(finite).parse_next(input)?;
    Ok(if sign.is_some() { -number } else { number })
}

fn atom(input: &mut &str) -> ModalResult<Expr> {
    alt((token(number).map(Expr::Number), delimited(token('('), cut_err(any), expected(token(')'), "`)` or an operator")), term))
        .context(StrContext::Expected(StrContextValue::Description(OPERAND)))
        .parse_next(input)
}

fn term(input: &mut &str) -> ModalResult<Expr> {
    let name = token(word).parse_next(input)?;
    if opt(token('(')).parse_next(input)?.is_none() {
        return Ok(Expr::Name(name.to_string()));
    }
    let closed = expected(token(')'), "`)`");
    if name == "given" {
        return terminated(expected(term, "a term such as acceptance or start(2)"), closed)
            .map(|inner| Expr::Given(Box::new(inner)))
            .parse_next(input);
    }
    let inside = expected(token(of), "a number, it, all, none, any or a property such as accepted");
    terminated(inside, closed).map(|of| Expr::Of(name.to_string(), of)).parse_next(input)
}

/// What stands in the brackets of a term.
fn of(input: &mut &str) -> ModalResult<Of> {
    let name = take_while(1.., |c: char| c.is_ascii_digit() || c == '.').verify_map(Name::read).map(Of::One);
    let property = word.map(|word| match word {
        "it" => Of::It,
        "all" => Of::All,
        "none" => Of::None,
        "any" => Of::Any,
        property => Of::Property(property.to_string()),
    });
    alt((name, property)).parse_next(input)
}
