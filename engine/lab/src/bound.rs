//! What a source prints in a cell: a number, or only on which side of one the true number is.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a source prints in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
pub enum Printed {
    /// A number.
    Value(f64),
    /// A bound: no error can be relative to it, but it is met or not.
    Bound(Bound),
}

impl Printed {
    /// The number, if it is one.
    pub fn value(self) -> Option<f64> {
        match self {
            Self::Value(value) => Some(value),
            Self::Bound(_) => None,
        }
    }

    /// The bound, if it is one.
    pub fn bound(self) -> Option<Bound> {
        match self {
            Self::Value(_) => None,
            Self::Bound(bound) => Some(bound),
        }
    }
}

impl From<f64> for Printed {
    fn from(value: f64) -> Self {
        Self::Value(value)
    }
}

/// Between which numbers something is. One of them alone is excluded, as `>3600` says; both are included, as in a range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bound {
    /// The least, if there is one.
    pub least: Option<f64>,
    /// The most, if there is one.
    pub most: Option<f64>,
}

impl Bound {
    /// Whether `value` is where the bound says; what is no number is not.
    pub fn is_met(self, value: f64) -> bool {
        match (self.least, self.most) {
            (Some(least), Some(most)) => (least..=most).contains(&value),
            (Some(least), None) => value > least,
            (None, Some(most)) => value < most,
            (None, None) => false,
        }
    }

    /// How far inside the bound `value` is, as a share of the nearest end: 0.01 is 1 % inside, -0.01 is 1 % outside.
    /// None where no share can be taken: of an end that is 0, or of a value that is NaN.
    pub fn margin(self, value: f64) -> Option<f64> {
        let above = self.least.map(|least| (value - least) / least.abs());
        let below = self.most.map(|most| (most - value) / most.abs());
        let nearest = match (above, below) {
            (Some(above), Some(below)) => above.min(below),
            (one, other) => one.or(other)?,
        };
        nearest.is_finite().then_some(nearest)
    }
}

/// A bound as tables have it, `>3600`, `<1500` or `1000..2000`, or as readers see it, `>3,600` or `1,000–2,000`.
impl FromStr for Bound {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.replace([',', ' '], "").replace('–', "..");
        let number = |text: &str| text.parse().ok().filter(|value: &f64| value.is_finite());
        let bound = if let Some(least) = text.strip_prefix('>') {
            Self { least: number(least), most: None }
        } else if let Some(most) = text.strip_prefix('<') {
            Self { least: None, most: number(most) }
        } else {
            match text.split_once("..").map(|(least, most)| (number(least), number(most))) {
                Some((Some(least), Some(most))) if least < most => Self { least: Some(least), most: Some(most) },
                _ => Self::default(),
            }
        };
        if bound == Self::default() { Err("a bound is written as >3600, <1500 or 1000..2000") } else { Ok(bound) }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (Some(least), Some(most)) => write!(f, "{least}..{most}"),
            (Some(least), None) => write!(f, ">{least}"),
            (None, Some(most)) => write!(f, "<{most}"),
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
    /// A bound: `>3600`, `<1500` or `1000..2000`.
    Bound(String),
}

impl TryFrom<Text> for Printed {
    type Error = &'static str;

    fn try_from(text: Text) -> Result<Self, Self::Error> {
        match text {
            Text::Number(value) => Ok(Self::Value(value)),
            Text::Bound(text) => text.parse().map(Self::Bound),
        }
    }
}

impl From<Printed> for Text {
    fn from(printed: Printed) -> Self {
        match printed {
            Printed::Value(value) => Self::Number(value),
            Printed::Bound(bound) => Self::Bound(bound.to_string()),
        }
    }
}
