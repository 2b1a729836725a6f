//! A setting that is a number: what models declare of theirs, and how it is read from a scenario.

use crate::{ModelError, Setting, SettingDescription, SettingValues, Settings};

/// A setting that is a number.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its name in scenarios.
    pub name: &'static str,
    /// Its name for readers.
    pub title: &'static str,
    /// The least and the greatest.
    pub range: [i32; 2],
    /// Whether only whole numbers make sense.
    pub whole: bool,
    /// The values there are, if it is not all between.
    pub only: &'static [f64],
    /// Unit.
    pub unit: &'static str,
}

/// A setting that can be any number of a range.
pub const fn number(name: &'static str, title: &'static str, range: [i32; 2], unit: &'static str) -> Number {
    Number { name, title, range, whole: false, only: &[], unit }
}

/// A setting that can be any whole number of a range.
pub const fn whole(name: &'static str, title: &'static str, range: [i32; 2], unit: &'static str) -> Number {
    Number { whole: true, ..number(name, title, range, unit) }
}

impl Number {
    /// The value of this setting, if it is not left out.
    ///
    /// # Errors
    /// [`ModelError`] that says what it must be.
    pub fn given(&self, settings: &Settings) -> Result<Option<f64>, ModelError> {
        let value = match settings.get(self.name) {
            None => return Ok(None),
            Some(Setting::Number(value)) => *value,
            Some(_) => f64::NAN,
        };
        let Self { name, unit, range: [least, greatest], whole, only, .. } = *self;
        let inside = value >= f64::from(least) && value <= f64::from(greatest);
        if inside && !(whole && value.fract() != 0.0) && (only.is_empty() || only.contains(&value)) {
            return Ok(Some(value));
        }
        let must = if !only.is_empty() {
            // All such values are whole; to print other numbers would cost a page much of its module.
            let each: Vec<_> = only.iter().map(|value| (*value as i64).to_string()).collect();
            format!("one of {}", each.join(", "))
        } else if whole {
            format!("a whole number from {least} to {greatest}")
        } else {
            format!("from {least} to {greatest}")
        };
        Err(ModelError::new(format!("setting {name} must be {must} ({unit})")))
    }

    /// The value of this setting, or `otherwise` where it is left out.
    ///
    /// # Errors
    /// As [`Number::given`].
    pub fn of(&self, settings: &Settings, otherwise: f64) -> Result<f64, ModelError> {
        Ok(self.given(settings)?.unwrap_or(otherwise))
    }

    /// What the setting can be, for those who write scenarios.
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
