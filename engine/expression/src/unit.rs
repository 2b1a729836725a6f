//! Units: notation, dimensions, and conversion.

use std::fmt;

/// A unit such as `operations/s`: symbols with powers, at most one per dimension.
///
/// Times, bytes, and shares are built in, with their multiples. Any other word is a separate dimension: `names`,
/// `pages`. Singular and plural are equivalent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// Whether quantities are in hundredths.
    percent: bool,
    /// Symbols with their powers, in text order.
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
struct Part {
    dimension: String,
    symbol: String,
    /// Size in nanoseconds or bytes: a whole number, so that a conversion rounds only once.
    size: f64,
    power: i8,
}

/// Symbols, with their dimensions and sizes.
const KNOWN: [(&str, &str, f64); 23] = [
    ("ns", "s", 1.0),
    ("us", "s", 1e3),
    ("µs", "s", 1e3), // U+00B5
    ("μs", "s", 1e3), // U+03BC
    ("ms", "s", 1e6),
    ("s", "s", 1e9),
    ("sec", "s", 1e9),
    ("second", "s", 1e9),
    ("min", "s", 6e10),
    ("minute", "s", 6e10),
    ("h", "s", 3.6e12),
    ("hour", "s", 3.6e12),
    ("B", "B", 1.0),
    ("byte", "B", 1.0),
    ("kB", "B", 1e3),
    ("MB", "B", 1e6),
    ("GB", "B", 1e9),
    ("TB", "B", 1e12),
    // By the convention in storage, 8 KB is 8,192 bytes.
    ("KB", "B", 1024.0),
    ("KiB", "B", 1024.0),
    ("MiB", "B", 1_048_576.0),
    ("GiB", "B", 1_073_741_824.0),
    ("TiB", "B", 1_099_511_627_776.0),
];

/// Words for plain numbers.
const PLAIN: [&str; 5] = ["1", "ratio", "times", "x", "×"];
const PERCENT: [&str; 2] = ["%", "percent"];

/// The maximum power; a larger one is a mistake.
const MAX_POWER: i8 = 9;
const MAX_WORD_BYTES: usize = 40;

impl Unit {
    /// Reads `operations/s`, `us`, `%`, `B*s`, `operations per s`; a plain number has the unit `1` or none.
    ///
    /// # Errors
    /// Returns a message for the author if a word cannot be a unit, or if a power is too large.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut unit = Self::default();
        if text.trim().is_empty() {
            return Ok(unit);
        }
        let mut power = 1;
        let text = text.replace(" per ", "/");
        for piece in text.split_inclusive(['*', '/']) {
            let word = piece.trim_end_matches(['*', '/']).trim();
            unit.add_word(word, power)?;
            power = if piece.ends_with('/') { -1 } else { 1 };
        }
        Ok(unit)
    }

    fn add_word(&mut self, word: &str, power: i8) -> Result<(), String> {
        if PLAIN.contains(&word) {
            return Ok(());
        }
        if PERCENT.contains(&word) {
            if self.percent || power < 0 {
                return Err("a unit can have % only once, and not in a denominator".to_owned());
            }
            self.percent = true;
            return Ok(());
        }
        let is_word = word.chars().all(|c| c.is_alphanumeric() || c == '_') && word.starts_with(char::is_alphabetic);
        if !is_word || word.len() > MAX_WORD_BYTES {
            return Err(format!("\"{}\" is not a unit", shortened(word)));
        }
        let stem = stem(word);
        let known = |wanted: &str| KNOWN.iter().find(|(symbol, ..)| *symbol == wanted);
        let (dimension, size) = match known(word).or_else(|| known(stem)) {
            Some((_, dimension, size)) => (*dimension, *size),
            None => match KNOWN.iter().find(|(symbol, ..)| [word, stem].iter().any(|w| symbol.eq_ignore_ascii_case(w)))
            {
                Some((symbol, ..)) => return Err(format!("there is no unit \"{word}\"; did you mean {symbol}?")),
                None if stem == "op" => ("operation", 1.0),
                None => (stem, 1.0),
            },
        };
        let part = Part { dimension: dimension.to_owned(), symbol: word.to_owned(), size, power };
        match self.at(dimension) {
            Some(at) if self.parts[at].size.total_cmp(&size).is_eq() => self.raise(at, power),
            Some(at) => {
                Err(format!("{} and {word} have the same dimension: use only one of them", self.parts[at].symbol))
            }
            None => {
                self.parts.push(part);
                Ok(())
            }
        }
    }

    /// Returns the index of the part with this dimension; `None` if the unit does not have it.
    fn at(&self, dimension: &str) -> Option<usize> {
        self.parts.iter().position(|part| part.dimension == dimension)
    }

    fn raise(&mut self, at: usize, power: i8) -> Result<(), String> {
        let part = &mut self.parts[at];
        part.power += power;
        if part.power.abs() > MAX_POWER {
            return Err(format!("the exponent of {} is out of range: use -{MAX_POWER} to {MAX_POWER}", part.symbol));
        }
        if part.power == 0 {
            self.parts.remove(at);
        }
        Ok(())
    }

    /// Returns whether quantities in this unit are dimensionless.
    pub fn is_plain(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns whether quantities in the two units can be added and compared.
    pub fn fits(&self, other: &Self) -> bool {
        let has = |part: &Part| other.at(&part.dimension).is_some_and(|at| other.parts[at].power == part.power);
        self.parts.len() == other.parts.len() && self.parts.iter().all(has)
    }

    /// Converts `value` to the unit `to`; `None` if their dimensions differ.
    pub fn convert(&self, value: f64, to: &Self) -> Option<f64> {
        if !self.fits(to) {
            return None;
        }
        let pairs = self.parts.iter().filter_map(|from| to.at(&from.dimension).map(|at| (from, &to.parts[at])));
        let value = pairs.fold(value, |value, (from, to)| rescale(value, from, to));
        Some(match (self.percent, to.percent) {
            (true, false) => value / 100.0,
            (false, true) => value * 100.0,
            _ => value,
        })
    }

    /// Returns this unit without hundredths: `%` becomes a plain number.
    pub(super) fn whole(&self) -> Self {
        Self { percent: false, parts: self.parts.clone() }
    }

    /// Returns the square root; `None` if a power is odd.
    pub(super) fn root(&self) -> Option<Self> {
        let half = |part: &Part| (part.power % 2 == 0).then(|| Part { power: part.power / 2, ..part.clone() });
        Some(Self { percent: false, parts: self.parts.iter().map(half).collect::<Option<_>>()? })
    }

    /// Returns whether this is a time to the power of `power`, such as `ms` with 1 or `requests/s` with -1. It may be
    /// combined with counts, as in `ms/request`, but not with bytes.
    pub fn is_time(&self, power: i8) -> bool {
        self.parts.iter().any(|part| part.dimension == "s" && part.power == power)
            && self.parts.iter().all(|part| part.dimension != "B")
    }

    /// Converts `value` to seconds to the power of `power`, for a unit for which [`Unit::is_time`] is true.
    pub fn to_seconds(&self, value: f64, power: i8) -> f64 {
        self.rescaled(value, power, false)
    }

    /// Converts seconds to the power of `power` to this unit.
    pub fn from_seconds(&self, value: f64, power: i8) -> f64 {
        self.rescaled(value, power, true)
    }

    fn rescaled(&self, value: f64, power: i8, back: bool) -> f64 {
        let second = Part { dimension: "s".to_owned(), symbol: "s".to_owned(), size: 1e9, power };
        match self.at("s").map(|at| &self.parts[at]) {
            Some(own) if back => rescale(value, &second, own),
            Some(own) => rescale(value, own, &second),
            None => value,
        }
    }

    /// Returns the unit of the product with `other`, or of the quotient if `over` is set, and `value`, a quantity in
    /// `other`, converted to that unit. For a dimension of both units, the symbol of `self` is kept.
    pub(super) fn times(&self, other: &Self, value: Option<f64>, over: bool) -> Result<(Self, Option<f64>), String> {
        let (mut unit, mut value) = (self.clone(), value);
        for part in &other.parts {
            let power = if over { -part.power } else { part.power };
            match unit.at(&part.dimension) {
                Some(at) => {
                    let to = Part { power: part.power, ..unit.parts[at].clone() };
                    value = value.map(|value| rescale(value, part, &to));
                    unit.raise(at, power)?;
                }
                None => unit.parts.push(Part { power, ..part.clone() }),
            }
        }
        Ok((unit, value))
    }
}

/// Returns the singular of a word.
fn stem(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| stem.len() > 1).unwrap_or(word)
}

/// Shortens text for a message.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_WORD_BYTES) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Converts a quantity from `from` to `to`, which has the same dimension and power.
fn rescale(mut value: f64, from: &Part, to: &Part) -> f64 {
    let (many, few) = if from.power > 0 { (from.size, to.size) } else { (to.size, from.size) };
    for _ in 0..from.power.abs() {
        value = if many >= few { value * (many / few) } else { value / (few / many) };
    }
    value
}

impl fmt::Display for Unit {
    /// Writes the unit in its notation; nothing for a plain number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut above = self.percent.then_some("%").into_iter().collect::<Vec<_>>();
        let mut below = Vec::new();
        for part in &self.parts {
            let side = if part.power > 0 { &mut above } else { &mut below };
            side.extend(std::iter::repeat_n(part.symbol.as_str(), usize::from(part.power.unsigned_abs())));
        }
        if above.is_empty() && !below.is_empty() {
            above.push("1");
        }
        f.write_str(&above.join("*"))?;
        below.iter().try_for_each(|symbol| write!(f, "/{symbol}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Unit;

    fn unit(text: &str) -> Unit {
        Unit::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn known_units_are_converted_exactly() {
        for (value, from, to, expected) in [
            (12.0, "us", "ms", 0.012),
            (1.2, "ms", "us", 1200.0),
            (7.0, "µs", "s", 7e-6),
            (7.0, "μs", "us", 7.0),
            (1.5, "h", "min", 90.0),
            (2.0, "minutes", "seconds", 120.0),
            (8.0, "KiB", "B", 8192.0),
            (8.0, "KB", "bytes", 8192.0),
            (8.0, "kB", "bytes", 8000.0),
            (1.0, "GiB", "MiB", 1024.0),
            (12.0, "%", "ratio", 0.12),
            (0.12, "1", "%", 12.0),
            (12.0, "percent", "%", 12.0),
            (3.0, "operations/ms", "ops/s", 3000.0),
            (3.0, "1/us", "1/s", 3e6),
            (5.0, "MB*s", "kB*ms", 5e6),
            (2.0, "s/page", "ms/pages", 2000.0),
            (9.0, "operations/s per processor", "operations/processor/s", 9.0),
        ] {
            assert_eq!(unit(from).convert(value, &unit(to)), Some(expected), "{value} {from} in {to}");
        }
    }

    #[test]
    fn amounts_of_different_dimensions_are_kept_apart() {
        for (one, other) in [("names", "pages"), ("s", "B"), ("operations/s", "operations"), ("s", "1/s"), ("%", "s")] {
            assert!(!unit(one).fits(&unit(other)), "{one} and {other}");
        }
    }

    #[test]
    fn unit_text_round_trips() {
        for text in ["operations/s", "us", "", "%", "1/s", "B*names/page", "s*s", "processors"] {
            assert_eq!(unit(text).to_string(), text);
        }
        assert_eq!(unit("ratio").to_string(), "");
    }

    #[test]
    fn text_that_is_not_a_unit_is_refused() {
        for (text, message) in [
            ("Kib", "did you mean KiB"),
            ("MS", "did you mean ms"),
            ("8", "is not a unit"),
            ("operations//s", "is not a unit"),
            ("a b", "is not a unit"),
            ("s/%", "%"),
            ("us/s", "us and s have the same dimension"),
            ("s*s*s*s*s*s*s*s*s*s", "the exponent of s is out of range: use -9 to 9"),
        ] {
            let error = Unit::parse(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
        assert!(Unit::parse(&"é".repeat(10_000)).is_err_and(|error| error.len() < 200));
    }
}
