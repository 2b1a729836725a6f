//! The use of cells in fits and comparisons.

use super::Key;
use pathlength_model::words;
use serde::{Deserialize, Serialize};

/// The use of a cell in fits and comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// 1 by definition: other cells are ratios to this cell.
    Baseline,
    /// Parameters are fitted to the cell.
    Fit,
    /// Excluded from every fit, so that the model's value is a prediction.
    HeldOut,
    /// Not published: only the model has a value.
    Predicted,
    /// The source has no value here.
    Missing,
    /// The source has a value that cannot be read with certainty.
    Damaged,
    /// Published, not modeled: only the publication has a value.
    Measured,
    /// Arithmetic on other published cells.
    Identity,
    /// An input to the cell's scenario or to a parameter, or a value that follows from such inputs by arithmetic.
    Input,
    /// The value that the model always has, whatever its parameters.
    BuiltIn,
    /// A published cell that the lab shares with another lab, in which the cell is fitted or held out.
    Inherited,
    /// A bound that the lab derives from a sentence in the source.
    Claim,
}

impl Role {
    /// Returns whether a cell with this role tests the model or determines its parameters, independently of other
    /// cells.
    pub fn is_independent(self) -> bool {
        matches!(self, Self::Fit | Self::HeldOut)
    }

    /// Returns the error in a declaration of this role, if there is one.
    pub(super) fn check(self, because: Option<&str>, from: Option<&str>) -> Option<&'static str> {
        let needs_reason =
            matches!(self, Self::Damaged | Self::Identity | Self::Input | Self::BuiltIn | Self::Inherited);
        if needs_reason && because.is_none_or(|reason| reason.trim().is_empty()) {
            return Some("has no reason: add because = \"…\" with one sentence");
        }
        match (self, from) {
            (Self::Inherited, Some(from)) if from.contains('/') => None,
            (Self::Inherited, _) => Some("needs the table that contains the cells: add from = \"lab/table\""),
            (_, None) => None,
            (_, Some(_)) => Some("has `from`, which is only for the role `inherited`: remove it"),
        }
    }
}

words! {
    Role {
        Baseline = "baseline",
        Fit = "fit",
        HeldOut = "held_out",
        Predicted = "predicted",
        Missing = "missing",
        Damaged = "damaged",
        Measured = "measured",
        Identity = "identity",
        Input = "input",
        BuiltIn = "built_in",
        Inherited = "inherited",
        Claim = "claim",
    }
}

/// A role for some cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoleRule {
    /// Row keys; all rows if empty.
    #[serde(default)]
    pub rows: Vec<Key>,
    /// Column names; all columns if empty.
    #[serde(default)]
    pub fields: Vec<String>,
    /// The role.
    pub role: Role,
    /// The reason for the role, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub because: Option<String>,
    /// The table in another lab that contains these cells, as `lab/table`, if the role is `inherited`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub from: Option<String>,
}
