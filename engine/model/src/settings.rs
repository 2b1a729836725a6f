//! Settings of a scenario: named numbers, words, and switches.

use crate::{ModelError, Word};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// The value of one setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Setting {
    /// A switch.
    Switch(bool),
    /// A number in the unit of the setting.
    Number(f64),
    /// A word that the model knows.
    Word(String),
}

/// Settings by name, in the order of the names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings(Vec<(String, Setting)>);

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::deserialize(deserializer).map(|settings| Self(settings.into_iter().collect()))
    }
}

impl Settings {
    /// Sets the value of `name`; replaces any previous value.
    pub fn set(&mut self, name: &str, value: Setting) {
        let at = self.0.partition_point(|(known, _)| known.as_str() < name);
        match self.0.get_mut(at) {
            Some((known, old)) if known == name => *old = value,
            _ => self.0.insert(at, (name.to_owned(), value)),
        }
    }

    /// Returns the value of `name`; `None` if `name` is not set.
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns all settings in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Setting)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Sets all settings of `others`.
    pub fn extend(&mut self, others: &Self) {
        for (name, value) in &others.0 {
            self.set(name, value.clone());
        }
    }

    /// Checks that `names` contains the name of every setting.
    ///
    /// # Errors
    /// Returns [`ModelError`] with the known names if a setting has another name.
    pub fn only(&self, names: &[&str]) -> Result<(), ModelError> {
        match self.0.iter().map(|(name, _)| name).find(|name| !names.contains(&name.as_str())) {
            Some(name) => {
                Err(ModelError::new(format!("the model has no setting \"{name}\": use one of {}", names.join(", "))))
            }
            None => Ok(()),
        }
    }

    /// Converts the word of setting `name` to the value that it names.
    ///
    /// # Errors
    /// Returns [`ModelError`] with all words if the setting is missing or its value is not one of them.
    pub fn word<T: Word>(&self, name: &str) -> Result<T, ModelError> {
        let known = match self.get(name) {
            Some(Setting::Word(word)) => T::from_word(word),
            _ => None,
        };
        known.ok_or_else(|| ModelError::new(format!("setting {name} must be one of {}", T::WORDS.join(", "))))
    }

    /// Returns the numeric value of setting `name`.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the setting is missing or is not a number.
    pub fn number(&self, name: &str) -> Result<f64, ModelError> {
        match self.get(name) {
            Some(Setting::Number(value)) => Ok(*value),
            _ => Err(ModelError::new(format!("setting {name} must be a number"))),
        }
    }

    /// Returns the Boolean value of setting `name`; `None` if `name` is not set.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the setting is not true or false.
    pub fn switch(&self, name: &str) -> Result<Option<bool>, ModelError> {
        match self.get(name) {
            None => Ok(None),
            Some(Setting::Switch(value)) => Ok(Some(*value)),
            Some(_) => Err(ModelError::new(format!("setting {name} must be true or false"))),
        }
    }
}
