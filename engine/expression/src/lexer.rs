//! Splits text into tokens.

use super::{ExpressionError, Quantity, Unit};

/// A token of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A number with its unit.
    Number(Quantity),
    /// A bare word.
    Word(&'a str),
    /// The text between quotation marks.
    Text(&'a str),
    /// A symbol.
    Sign(&'static str),
}

/// The symbols, longer ones first, so that `<=` is not taken for `<`.
const SIGNS: [&str; 14] = ["==", "!=", "<=", ">=", "(", ")", ",", "=", "<", ">", "+", "-", "*", "/"];

/// Words that join conditions; they are never units.
pub(super) const JOINS: [&str; 3] = ["and", "or", "not"];

/// Returns the tokens of `text`, each with its byte offset.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token<'_>)>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (token, length) = if first.is_ascii_digit() {
            number(rest, at)?
        } else if first.is_alphabetic() || first == '_' {
            let length = word(rest);
            (Token::Word(&rest[..length]), length)
        } else if first == '"' || first == '\'' {
            let inside = rest[1..].find(first);
            let length =
                inside.ok_or_else(|| ExpressionError::new(at, "the closing quotation mark is missing: add it"))?;
            (Token::Text(&rest[1..=length]), length + 2)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Token::Sign(sign), sign.len())
        } else {
            return Err(ExpressionError::new(at, format!("unexpected character {first:?}: remove it")));
        };
        tokens.push((at, token));
        at += length;
    }
    Ok(tokens)
}

/// Returns the number of bytes of the word at the start of `text`.
fn word(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())
}

/// Returns the number of bytes of the digits at the start of `text`.
fn digits(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())
}

/// Returns the number of bytes of the number at the start of `text`: digits, a fraction, and an exponent.
pub(super) fn numeral(text: &str) -> usize {
    let mut end = digits(text);
    if let Some(fraction) = text[end..].strip_prefix('.').map(digits).filter(|length| *length > 0) {
        end += 1 + fraction;
    }
    if let Some(exponent) = text[end..].strip_prefix(['e', 'E']) {
        let sign = usize::from(exponent.starts_with(['+', '-']));
        let length = digits(&exponent[sign..]);
        if length > 0 {
            end += 1 + sign + length;
        }
    }
    end
}

/// Reads a number and the unit after it.
fn number(text: &str, at: usize) -> Result<(Token<'_>, usize), ExpressionError> {
    let end = numeral(text);
    let value: f64 = text[..end].parse().unwrap_or(f64::INFINITY);
    if !value.is_finite() {
        return Err(ExpressionError::new(at, "the number is too large: write a smaller one"));
    }
    let space = text[end..].len() - text[end..].trim_start().len();
    let length = unit(&text[end + space..]);
    if length == 0 {
        return Ok((Token::Number(Quantity::new(value, &Unit::default())), end));
    }
    let (start, end) = (end + space, end + space + length);
    let unit = Unit::parse(&text[start..end]).map_err(|error| ExpressionError::new(at + start, error))?;
    Ok((Token::Number(Quantity::new(value, &unit)), end))
}

/// Returns the length of the unit at the start of `text`. A unit has spaces only around `per`: `10 names / n` divides
/// by `n`.
fn unit(text: &str) -> usize {
    let mut end = 0;
    loop {
        let rest = &text[end..];
        let operator = match end {
            0 => 0,
            _ if rest.starts_with(" per ") => " per ".len(),
            _ => usize::from(rest.starts_with(['*', '/'])),
        };
        let symbol = &rest[operator..];
        let length = match symbol.chars().next() {
            Some(sign @ ('%' | '×')) => sign.len_utf8(),
            Some(first) if first.is_alphabetic() => word(symbol),
            _ => 0,
        };
        let function = symbol[length..].starts_with('(');
        if length == 0 || (end > 0 && operator == 0) || function || JOINS.contains(&&symbol[..length]) {
            return end;
        }
        end += operator + length;
    }
}
