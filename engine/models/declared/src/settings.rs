//! Settings of a declared model: their description, and their values in a scenario.

use super::{DeclaredSetting, SettingKind};
use pathlength_model::{ModelError, Setting, SettingDescription, SettingValues, Settings};

/// Returns the description of a setting.
pub(crate) fn describe(setting: &DeclaredSetting) -> SettingDescription {
    let values = match setting.kind {
        SettingKind::Number => SettingValues::Number {
            min: setting.min.unwrap_or_default(),
            max: setting.max.unwrap_or_default(),
            whole: setting.whole,
            only: Vec::new(),
            unit: setting.unit.clone(),
        },
        SettingKind::Choice => SettingValues::Word { words: setting.words.clone() },
        SettingKind::Switch => SettingValues::Switch,
    };
    SettingDescription {
        name: setting.name.clone(),
        title: setting.title.clone(),
        values,
        optional: setting.default.is_some(),
    }
}

/// Returns whether the setting can have this value.
pub(crate) fn allows(setting: &DeclaredSetting, value: &Setting) -> bool {
    match (setting.kind, value) {
        (SettingKind::Number, Setting::Number(number)) => {
            let (min, max) = (setting.min.unwrap_or_default(), setting.max.unwrap_or_default());
            (min..=max).contains(number) && !(setting.whole && number.fract() != 0.0)
        }
        (SettingKind::Choice, Setting::Word(word)) => setting.words.contains(word),
        (SettingKind::Switch, Setting::Switch(_)) => true,
        _ => false,
    }
}

/// Returns the values that a setting can have, for a message.
pub(crate) fn allowed(setting: &DeclaredSetting) -> String {
    match setting.kind {
        SettingKind::Number => {
            let what = if setting.whole { "a whole number " } else { "" };
            let (min, max) = (setting.min.unwrap_or_default(), setting.max.unwrap_or_default());
            let unit = if setting.unit.is_empty() { "plain" } else { &setting.unit };
            format!("{what}from {min} to {max} ({unit})")
        }
        SettingKind::Choice => format!("one of {}", setting.words.join(", ")),
        SettingKind::Switch => "true or false".to_owned(),
    }
}

/// Returns the value of each setting in a scenario, or its default.
pub(crate) fn read(settings: &[DeclaredSetting], scenario: &Settings) -> Result<Vec<Setting>, ModelError> {
    scenario.only(&settings.iter().map(|setting| setting.name.as_str()).collect::<Vec<_>>())?;
    let value = |setting: &DeclaredSetting| match scenario.get(&setting.name).or(setting.default.as_ref()) {
        Some(value) if allows(setting, value) => Ok(value.clone()),
        _ => Err(ModelError::new(format!("setting {} must be {}", setting.name, allowed(setting)))),
    };
    settings.iter().map(value).collect()
}
