//! Parameters of a model with units and provenance.

use crate::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The provenance of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// Published in the source of the lab.
    Published,
    /// Published in another document, which `source` names.
    Documented,
    /// Computed from published or documented values.
    Derived,
    /// Chosen by us; `source` contains the reason.
    Assumed,
    /// Fitted to the cells of the tables in `fitted_on`.
    Fitted,
    /// Fitted in another lab, `inherited_from`, and copied from there.
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
    /// Name for readers.
    pub title: String,
    /// The value in `unit`.
    pub value: f64,
    /// The unit; "1" for a plain ratio.
    pub unit: String,
    /// Provenance.
    pub provenance: Provenance,
    /// The document and the position in it, or the reason.
    pub source: String,
    /// Start value of the fit (fitted parameters only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub start: Option<f64>,
    /// Step of the numerical derivative in a fit, relative to the value (fitted parameters only): 1e-5 by default. A
    /// simulated model needs a larger step, so that the effect of the step exceeds the noise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub step: Option<f64>,
    /// The lab in which the value was fitted (inherited parameters only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub inherited_from: Option<String>,
    /// The tables whose cells of role `fit` determine the value. For an inherited parameter: the tables of this lab
    /// with the same cells as the tables to which it was fitted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub fitted_on: Vec<String>,
    /// The cells that were known when the value was chosen (assumed parameters only): tables, or single rows as in
    /// `table:row`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub chosen_with: Vec<String>,
    /// The value at which the mechanism that the parameter describes has no effect: 0 for a cost, 1 for a factor. The
    /// model desk fixes the parameter at this value to switch the mechanism off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub neutral: Option<f64>,
    /// The name of the mechanism that `neutral` switches off, if several parameters describe the mechanism or the title
    /// does not name it; by default, the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub mechanism: Option<String>,
    /// The 95 % interval of a fitted value, from the lab's record of its fit. Absent if there is no such record, if the
    /// fit is saturated, or if the cells do not determine the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub interval: Option<[f64; 2]>,
    /// Whether the cells determine a fitted value, according to the lab's record of its fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub determined: Option<bool>,
}

impl Parameter {
    /// Returns whether the value was fitted, in this lab or in the one that it is inherited from.
    pub fn is_fitted(&self) -> bool {
        matches!(self.provenance, Provenance::Fitted | Provenance::Inherited)
    }
}

/// Parameters by name.
pub type Parameters = BTreeMap<String, Parameter>;
