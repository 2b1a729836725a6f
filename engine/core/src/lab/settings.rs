//! Settings of a scenario as a table or a control gives them: names with a number, a word or a switch.

use super::ModelError;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The value of one setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum Setting {
    /// A switch.
    Switch(bool),
    /// A number in the setting's own unit.
    Number(f64),
    /// One of a model's words.
    Word(String),
}

/// Settings by name.
pub type Settings = BTreeMap<String, Setting>;

impl<'de> IntoDeserializer<'de> for &Setting {
    type Deserializer = SettingDeserializer;
    fn into_deserializer(self) -> SettingDeserializer {
        SettingDeserializer(self.clone())
    }
}

/// Feeds one setting to serde.
#[derive(Debug)]
pub struct SettingDeserializer(Setting);

impl<'de> serde::Deserializer<'de> for SettingDeserializer {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Setting::Switch(value) => visitor.visit_bool(value),
            Setting::Number(value) => visitor.visit_f64(value),
            Setting::Word(value) => visitor.visit_string(value),
        }
    }

    fn deserialize_option<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: serde::de::Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        match self.0 {
            Setting::Word(value) => value.into_deserializer().deserialize_enum(name, variants, visitor),
            _ => Err(serde::de::Error::custom(format!("a word is wanted, one of {}", variants.join(", ")))),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A model's typed scenario from settings.
///
/// # Errors
/// [`ModelError`] that names what is missing, unknown or of the wrong kind.
pub fn settings<T: DeserializeOwned>(settings: &Settings) -> Result<T, ModelError> {
    let pairs = settings.iter().map(|(name, value)| (name.as_str(), value));
    T::deserialize(MapDeserializer::<_, serde::de::value::Error>::new(pairs))
        .map_err(|error| ModelError::new(format!("the scenario is not one this model knows: {error}")))
}
