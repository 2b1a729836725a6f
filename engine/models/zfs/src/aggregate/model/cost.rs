//! The parameters that a lab provides: costs of searches, conversion rates, and benefit thresholds.

use crate::directory::ptest::{SearchCosts, join_names};
use pathlength_model::{ModelError, costs, require_positive};

costs! {
    /// Conversion rates, and thresholds for the benefit of a conversion.
    ConversionCosts;
    /// Number of names in the smallest directory in which lookups were measured.
    measured_names_min,
    /// Number of names in the largest directory in which lookups were measured.
    measured_names_max,
    /// Names converted per second on a z9.
    convert_rate_z9,
    /// Names converted per second on a zEC12.
    convert_rate_zec12,
    /// Size in kilobytes above which a conversion is of some benefit.
    some_benefit_kb,
    /// Minimum number of names for a conversion to be of considerable benefit.
    considerable_names,
    /// Minimum size in kilobytes for a conversion to be of considerable benefit.
    considerable_kb,
}

impl ConversionCosts {
    /// Returns the speed of a zEC12 relative to that of a z9.
    pub(super) fn zec12_speed(&self) -> f64 {
        self.convert_rate_zec12 / self.convert_rate_z9
    }

    /// Returns the bytes per name in a directory at the threshold of considerable benefit.
    pub(crate) fn bytes_per_name(&self) -> f64 {
        self.considerable_kb * 1024.0 / self.considerable_names
    }

    fn check(&self) -> Result<(), ModelError> {
        require_positive(&[
            ("convert_rate_z9", self.convert_rate_z9),
            ("convert_rate_zec12", self.convert_rate_zec12),
            ("considerable_names", self.considerable_names),
            ("considerable_kb", self.considerable_kb),
        ])
    }
}

/// All costs of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// Costs of searches and reads in directories.
    pub search: SearchCosts,
    /// Conversion rates, and thresholds for the benefit of a conversion.
    pub conversion: ConversionCosts,
}

impl Costs {
    /// The names of the parameters.
    pub const NAMES: &'static [&'static str] = &join_names::<{ SearchCosts::NAMES.len() + ConversionCosts::NAMES.len() }>(
        SearchCosts::NAMES,
        ConversionCosts::NAMES,
    );

    /// Takes each parameter from `value`.
    ///
    /// # Errors
    /// Returns a [`ModelError`] that names a parameter that is missing or out of range.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        Ok(Self { search: SearchCosts::new(value)?, conversion: ConversionCosts::new(value)? })
    }
}
