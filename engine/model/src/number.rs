//! Numeric settings: how a model declares and reads them.

use crate::{ModelError, Setting, SettingDescription, SettingValues, Settings};

/// A numeric setting, as a model declares it.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Name in scenarios.
    pub name: &'static str,
    /// Name for readers.
    pub title: &'static str,
    /// Lower and upper limits.
    pub range: [i32; 2],
    /// Whether the number must be whole.
    pub whole: bool,
    /// The allowed values; empty if all values in the range are allowed.
    pub only: &'static [f64],
    /// Unit.
    pub unit: &'static str,
}

/// Declares a setting for any number in a range.
pub const fn number(name: &'static str, title: &'static str, range: [i32; 2], unit: &'static str) -> Number {
    Number { name, title, range, whole: false, only: &[], unit }
}

/// Declares a setting for any whole number in a range.
pub const fn whole(name: &'static str, title: &'static str, range: [i32; 2], unit: &'static str) -> Number {
    Number { whole: true, ..number(name, title, range, unit) }
}

impl Number {
    /// Returns the value of this setting, if the scenario has it.
    ///
    /// # Errors
    /// Returns [`ModelError`] with the allowed values if the value is not one of them.
    pub fn given(&self, settings: &Settings) -> Result<Option<f64>, ModelError> {
        let value = match settings.get(self.name) {
            None => return Ok(None),
            Some(Setting::Number(value)) => *value,
            Some(_) => f64::NAN,
        };
        let Self { name, unit, range: [min, max], whole, only, .. } = *self;
        let is_in_range = value >= f64::from(min) && value <= f64::from(max);
        if is_in_range && !(whole && value.fract() != 0.0) && (only.is_empty() || only.contains(&value)) {
            return Ok(Some(value));
        }
        let allowed = if !only.is_empty() {
            // All values in these lists are whole: code that prints fractions would enlarge the WebAssembly module.
            let each: Vec<_> = only.iter().map(|value| (*value as i64).to_string()).collect();
            format!("one of {}", each.join(", "))
        } else if whole {
            format!("a whole number from {min} to {max}")
        } else {
            format!("from {min} to {max}")
        };
        Err(ModelError::new(format!("setting {name} must be {allowed} ({unit})")))
    }

    /// Returns the value of this setting, or `default` if the scenario does not have it.
    ///
    /// # Errors
    /// Returns the errors of [`Number::given`].
    pub fn of(&self, settings: &Settings, default: f64) -> Result<f64, ModelError> {
        Ok(self.given(settings)?.unwrap_or(default))
    }

    /// Returns the description of the setting, which a scenario may omit.
    pub fn describe(&self) -> SettingDescription {
        SettingDescription {
            name: self.name.to_owned(),
            title: self.title.to_owned(),
            values: SettingValues::Number {
                min: f64::from(self.range[0]),
                max: f64::from(self.range[1]),
                whole: self.whole,
                only: self.only.to_vec(),
                unit: self.unit.to_owned(),
            },
            optional: true,
        }
    }
}
