//! A request for a fit: the same for the options of the command, the controls of the page, and saved runs.

use super::edits::{fix_parameter, free_parameter, set_role, set_value};
use super::{CrossValidation, Draws};
use crate::{Lab, Role};
use pathlength_model::{ModelError, Word};
use serde::{Deserialize, Serialize};

/// Maximum number of draws: more would not make any interval usefully narrower.
pub const MAX_DRAWS: usize = 100_000;

/// Changes to a lab before its fit, and the additional studies. The default contains neither changes nor studies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FitRequest {
    /// Parameters to hold fixed: `NAME` at its stored value, or `NAME=VALUE`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fix: Vec<String>,
    /// Names of parameters to fit in addition to those that the lab fits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<String>,
    /// Cells to hold out of the fit: `TABLE`, `TABLE:ROW`, or `TABLE:ROW:COLUMN`; `*` is every row or column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hide: Vec<String>,
    /// Other values of cells, such as the reader's measurements: `TABLE:ROW:COLUMN=NUMBER`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub value: Vec<String>,
    /// Other roles of cells: `TABLE:ROW:COLUMN=ROLE`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub role: Vec<String>,
    /// The folds for cross-validation: `row`, `column`, `configuration`, `random` (10 folds), or `random:K`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_validate: Option<String>,
    /// Decrease and increase of each chosen parameter, in percent, with and without a refit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leverage: Option<f64>,
    /// Number of bootstrap draws; 0 means none.
    pub bootstrap: usize,
    /// Seed of the draws and of random folds.
    pub seed: u64,
}

impl Default for FitRequest {
    fn default() -> Self {
        let none = Vec::new;
        let (fix, free, hide, value, role) = (none(), none(), none(), none(), none());
        Self { fix, free, hide, value, role, cross_validate: None, leverage: None, bootstrap: 0, seed: 1 }
    }
}

impl FitRequest {
    /// Applies the changes to a lab, in the order of the fields.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a change is malformed, or names an unknown parameter, cell, or role.
    pub fn edit(&self, lab: &mut Lab) -> Result<(), ModelError> {
        for fix in &self.fix {
            let (name, value) = fix.split_once('=').map_or((fix.as_str(), None), |(name, value)| (name, Some(value)));
            let number = |text: &str| {
                let wrong = || ModelError::new(format!("fix {fix}: {text:?} is not a number: give NAME=VALUE"));
                text.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(wrong)
            };
            fix_parameter(lab, name, value.map(number).transpose()?)?;
        }
        for name in &self.free {
            free_parameter(lab, name)?;
        }
        for cells in &self.hide {
            set_cells(lab, cells, Role::HeldOut)?;
        }
        for rule in &self.value {
            let wrong = || ModelError::new(format!("value {rule}: give TABLE:ROW:COLUMN=NUMBER"));
            let (cell, number) = rule.split_once('=').ok_or_else(wrong)?;
            let parts: Vec<&str> = cell.splitn(3, ':').collect();
            let &[table, row, column] = parts.as_slice() else { return Err(wrong()) };
            set_value(lab, table, row, column, number.trim().parse().map_err(|_| wrong())?)?;
        }
        for rule in &self.role {
            let wrong = |what: &str| ModelError::new(format!("role {rule}: {what}"));
            let (cells, role) = rule.split_once('=').ok_or_else(|| wrong("has no role: give TABLE:ROW:COLUMN=ROLE"))?;
            let known = || wrong(&format!("unknown role {role:?}: use one of {}", Role::WORDS.join(", ")));
            set_cells(lab, cells, Role::from_word(role).ok_or_else(known)?)?;
        }
        Ok(())
    }

    /// Returns the settings of the draws.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a bootstrap has only one draw, or more than [`MAX_DRAWS`].
    pub(super) fn draws(&self, threads: usize) -> Result<Draws, ModelError> {
        if self.bootstrap == 1 || self.bootstrap > MAX_DRAWS {
            return Err(ModelError::new(format!(
                "bootstrap is {}: give 2 to {MAX_DRAWS} draws, or 0 for none",
                self.bootstrap
            )));
        }
        Ok(Draws { draws: self.bootstrap, seed: self.seed, threads })
    }
}

fn set_cells(lab: &mut Lab, cells: &str, role: Role) -> Result<(), ModelError> {
    let mut parts = cells.splitn(3, ':');
    let table = parts.next().unwrap_or_default();
    set_role(lab, table, parts.next(), parts.next(), role)
}

impl CrossValidation {
    /// Parses the folds to leave out, in the notation of [`FitRequest::cross_validate`].
    ///
    /// # Errors
    /// Returns a message if the text is not one of the valid words, or if there are fewer than two random folds.
    pub fn read(text: &str) -> Result<Self, String> {
        let (name, folds) = text.split_once(':').map_or((text, None), |(name, folds)| (name, Some(folds)));
        match (name, folds) {
            ("row", None) => Ok(Self::Row),
            ("column", None) => Ok(Self::Column),
            ("configuration", None) => Ok(Self::Configuration),
            ("random", None) => Ok(Self::Random(10)),
            ("random", Some(folds)) => match folds.parse() {
                Ok(folds) if folds >= 2 => Ok(Self::Random(folds)),
                _ => Err(format!("{folds:?} is not a valid number of folds: give 2 or more, as in random:10")),
            },
            _ => Err(format!("{text:?} is unknown: use row, column, configuration, random, or random:K")),
        }
    }

    /// Returns the name of one fold.
    pub fn fold(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Configuration => "configuration",
            Self::Random(_) => "random fold",
        }
    }
}
