//! Parameters of a model, each with its unit and where it comes from.

use crate::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// Printed in the lab's own source.
    Published,
    /// Printed in another document, which is named.
    Documented,
    /// Computed from published or documented values.
    Derived,
    /// Chosen by us; the source says why.
    Assumed,
    /// Adjusted until the model meets the cells in `fitted_on`.
    Fitted,
    /// Fitted in another lab, the one in `inherited_from`, and taken over as it is there.
    Inherited,
}

words! {
    Provenance {
        Published = "published",
        Documented = "documented",
        Derived = "derived",
        Assumed = "assumed",
        Fitted = "fitted",
        Inherited = "inherited",
    }
}

/// One parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// What it is, in a few words.
    pub title: String,
    /// The value in `unit`.
    pub value: f64,
    /// The unit; "1" for a plain ratio.
    pub unit: String,
    /// Where the value comes from.
    pub provenance: Provenance,
    /// The document and place, or the reason.
    pub source: String,
    /// Where a fit begins (fitted parameters only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub start: Option<f64>,
    /// How far a fit moves the value to see what that does, as a share of it: 1e-5 if left out. A model that is
    /// simulated needs more, so that what a move does is more than noise (fitted parameters only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub step: Option<f64>,
    /// The lab that fitted the value (inherited parameters only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub inherited_from: Option<String>,
    /// The tables whose cells of role `fit` determine the value. Of an inherited parameter: those of its own lab that
    /// have the same cells as the tables it was fitted to there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub fitted_on: Vec<String>,
}

/// Parameters by name.
pub type Parameters = BTreeMap<String, Parameter>;
