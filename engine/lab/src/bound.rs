//! The content of a published cell: a number, or a bound on the number.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The content of a published cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
pub enum PublishedCell {
    /// A number.
    Value(f64),
    /// A bound, which the model satisfies or violates; the cell has no relative error.
    Bound(Bound),
}

impl PublishedCell {
    /// Returns the number, if the cell has one.
    pub fn value(self) -> Option<f64> {
        match self {
            Self::Value(value) => Some(value),
            Self::Bound(_) => None,
        }
    }

    /// Returns the bound, if the cell has one.
    pub fn bound(self) -> Option<Bound> {
        match self {
            Self::Value(_) => None,
            Self::Bound(bound) => Some(bound),
        }
    }
}

impl From<f64> for PublishedCell {
    fn from(value: f64) -> Self {
        Self::Value(value)
    }
}

/// The limits of a number. A single limit is excluded, as in `>3600`; the limits of a range are included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bound {
    /// Lower limit, if there is one.
    #[serde(rename = "least")]
    pub min: Option<f64>,
    /// Upper limit, if there is one.
    #[serde(rename = "most")]
    pub max: Option<f64>,
}

impl Bound {
    /// Returns whether `value` satisfies the bound; NaN does not.
    pub fn is_met(self, value: f64) -> bool {
        match (self.min, self.max) {
            (Some(min), Some(max)) => (min..=max).contains(&value),
            (Some(min), None) => value > min,
            (None, Some(max)) => value < max,
            (None, None) => false,
        }
    }

    /// Returns the smaller of the distances of `value` from the limits, each as a share of its limit: 0.01 is 1 %
    /// inside, -0.01 is 1 % outside. `None` if it is not finite.
    pub fn margin(self, value: f64) -> Option<f64> {
        let above = self.min.map(|min| (value - min) / min.abs());
        let below = self.max.map(|max| (max - value) / max.abs());
        let nearest = match (above, below) {
            (Some(above), Some(below)) => above.min(below),
            (one, other) => one.or(other)?,
        };
        nearest.is_finite().then_some(nearest)
    }
}

/// Reads a bound as in tables, `>3600`, `<1500`, or `1000..2000`, or as readers see it, `>3,600` or `1,000–2,000`.
impl FromStr for Bound {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.replace([',', ' '], "").replace('–', "..");
        let number = |text: &str| text.parse().ok().filter(|value: &f64| value.is_finite());
        let bound = if let Some(min) = text.strip_prefix('>') {
            Self { min: number(min), max: None }
        } else if let Some(max) = text.strip_prefix('<') {
            Self { min: None, max: number(max) }
        } else {
            match text.split_once("..").map(|(min, max)| (number(min), number(max))) {
                Some((Some(min), Some(max))) if min < max => Self { min: Some(min), max: Some(max) },
                _ => Self::default(),
            }
        };
        if bound == Self::default() { Err("write >3600, <1500, or 1000..2000") } else { Ok(bound) }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (Some(min), Some(max)) => write!(f, "{min}..{max}"),
            (Some(min), None) => write!(f, ">{min}"),
            (None, Some(max)) => write!(f, "<{max}"),
            (None, None) => Ok(()),
        }
    }
}

/// A cell in a compiled lab.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum Text {
    /// A number.
    Number(f64),
    /// A bound: `>3600`, `<1500`, or `1000..2000`.
    Bound(String),
}

impl TryFrom<Text> for PublishedCell {
    type Error = &'static str;

    fn try_from(text: Text) -> Result<Self, Self::Error> {
        match text {
            Text::Number(value) => Ok(Self::Value(value)),
            Text::Bound(text) => text.parse().map(Self::Bound),
        }
    }
}

impl From<PublishedCell> for Text {
    fn from(printed: PublishedCell) -> Self {
        match printed {
            PublishedCell::Value(value) => Self::Number(value),
            PublishedCell::Bound(bound) => Self::Bound(bound.to_string()),
        }
    }
}
