//! Limits on the size of an entry of a declaration, and on the number of entries.

use super::settings::{allowed, allows};
use super::{
    Constants, Declaration, DeclarationError, DeclaredSetting, List, MAX_ENTRIES, MAX_ROWS, MAX_TEXT_BYTES, SettingKind,
};
use pathlength_expression::Unit;
use pathlength_model::{Setting, WordEnum};

/// Maximum length of a name, and of a word in a unit.
pub(crate) const MAX_NAME_BYTES: usize = 40;
const MAX_TITLE_BYTES: usize = 400;

/// A position in a declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldPosition(pub(crate) List, pub(crate) usize, pub(crate) &'static str);

impl FieldPosition {
    pub(crate) fn error(self, message: impl Into<String>) -> DeclarationError {
        self.at(0, message)
    }

    pub(crate) fn at(self, offset: usize, message: impl Into<String>) -> DeclarationError {
        DeclarationError { list: self.0, at: self.1, field: self.2, offset, message: message.into() }
    }
}

pub(crate) type CheckResult<T = ()> = Result<T, DeclarationError>;

/// Checks that nothing is too long and that there are not too many entries, before any other check.
pub(crate) fn sizes(declaration: &Declaration) -> CheckResult {
    let Declaration { settings, constants, terms, outputs, .. } = declaration;
    let lists = [
        (List::Settings, settings.len()),
        (List::Constants, constants.len()),
        (List::Terms, terms.len()),
        (List::Outputs, outputs.len()),
    ];
    for (list, length) in lists {
        if length > MAX_ENTRIES {
            return Err(FieldPosition(list, MAX_ENTRIES, "name")
                .error(format!("there are more than {MAX_ENTRIES} {}: remove some", list.word())));
        }
    }
    if outputs.is_empty() {
        return Err(FieldPosition(List::Outputs, 0, "name").error("the model has no outputs: add [[outputs]]"));
    }
    let mut rest = MAX_TEXT_BYTES;
    let texts = terms.iter().enumerate().flat_map(|(at, term)| {
        [(FieldPosition(List::Terms, at, "is"), &term.is), (FieldPosition(List::Terms, at, "count"), &term.count)]
    });
    let texts = texts
        .chain(outputs.iter().enumerate().map(|(at, output)| (FieldPosition(List::Outputs, at, "is"), &output.is)));
    let of_solution = declaration.solution_fields();
    let of_solution = of_solution.iter().map(|field| (FieldPosition(field.list, field.at, field.name), field.text));
    for (place, text) in texts.map(|(place, text)| (place, text.as_str())).chain(of_solution) {
        rest = rest.checked_sub(text.len()).ok_or_else(|| {
            place.error(format!("all expressions together have more than {MAX_TEXT_BYTES} bytes: shorten them"))
        })?;
    }
    if let Some((at, setting)) = settings.iter().enumerate().find(|(_, setting)| setting.words.len() > MAX_ROWS) {
        let place = FieldPosition(List::Settings, at, "words");
        return Err(place.error(format!("{} has more than {MAX_ROWS} words: remove some", short(&setting.name))));
    }
    if let Some((at, constants)) = constants.iter().enumerate().find(|(_, constants)| constants.rows.len() > MAX_ROWS) {
        let place = FieldPosition(List::Constants, at, "rows");
        return Err(place.error(format!("{} has more than {MAX_ROWS} rows: remove some", short(&constants.name))));
    }
    if let Some((at, term)) = terms.iter().enumerate().find(|(_, term)| term.part_of.len() > MAX_ENTRIES) {
        let place = FieldPosition(List::Terms, at, "part_of");
        return Err(
            place.error(format!("{} is part of more than {MAX_ENTRIES} outputs: shorten `part_of`", short(&term.name)))
        );
    }
    Ok(())
}

/// Shortens text for a message.
pub(crate) fn short(text: &str) -> String {
    pathlength_expression::shortened(text)
}

/// Reads a unit.
pub(crate) fn unit(place: FieldPosition, text: &str) -> CheckResult<Unit> {
    Unit::parse(text).map_err(|error| place.error(format!("{error}: write a unit such as ms, requests/s, or %")))
}

/// Checks a text that readers see.
pub(crate) fn words(place: FieldPosition, text: &str) -> CheckResult {
    match text.len() {
        0 => Err(place.error("the text is empty: write a title or a sentence")),
        length if length > MAX_TITLE_BYTES => {
            Err(place.error(format!("the text has more than {MAX_TITLE_BYTES} bytes: shorten it")))
        }
        _ => Ok(()),
    }
}

/// Checks the values that a setting can have.
pub(crate) fn check_setting(at: usize, setting: &DeclaredSetting) -> CheckResult {
    let place = |field| FieldPosition(List::Settings, at, field);
    match setting.kind {
        SettingKind::Number => {
            let limits =
                setting.min.zip(setting.max).filter(|(min, max)| min.is_finite() && max.is_finite() && min < max);
            if limits.is_none() {
                return Err(place("min").error("a number needs limits: give `min` and a larger `max`"));
            }
        }
        SettingKind::Choice => {
            let is_twice = setting.words.iter().enumerate().any(|(at, word)| setting.words[..at].contains(word));
            let is_word = |word: &String| {
                word.len() <= MAX_NAME_BYTES
                    && word.starts_with(|c: char| c.is_ascii_alphanumeric())
                    && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
            };
            if setting.words.len() < 2 || is_twice || !setting.words.iter().all(is_word) {
                return Err(place("words").error(
                    "a choice needs two or more different words of letters, digits, _, and -: \
                     write words = [\"one\", \"other\"]",
                ));
            }
        }
        SettingKind::Switch => {}
    }
    let is_number = setting.kind == SettingKind::Number;
    let foreign = [
        ("unit", !setting.unit.is_empty() && !is_number),
        ("min", setting.min.is_some() && !is_number),
        ("max", setting.max.is_some() && !is_number),
        ("whole", setting.whole && !is_number),
        ("words", !setting.words.is_empty() && setting.kind != SettingKind::Choice),
    ];
    if let Some((field, _)) = foreign.into_iter().find(|(_, is_there)| *is_there) {
        return Err(place(field).error(format!("`{field}` belongs to another kind of setting: remove it")));
    }
    match &setting.default {
        Some(value) if !allows(setting, value) => {
            Err(place("default").error(format!("the default must be {}", allowed(setting))))
        }
        _ => Ok(()),
    }
}

/// Checks that the rows of a table of constants match the setting `by`, which chooses the row.
pub(crate) fn check_constants(at: usize, constants: &Constants, by: Option<&DeclaredSetting>) -> CheckResult {
    let place = |field| FieldPosition(List::Constants, at, field);
    words(place("source"), &constants.source)?;
    if let Some((_, value)) = constants.rows.iter().find(|(_, value)| !value.is_finite()) {
        return Err(place("rows").error(format!("{value} is not a finite number: give one")));
    }
    match by.map(|by| (by, by.kind)) {
        Some((by, SettingKind::Choice)) => {
            let keys: Vec<&Setting> = constants.rows.iter().map(|(key, _)| key).collect();
            let wanted: Vec<Setting> = by.words.iter().cloned().map(Setting::Word).collect();
            if keys.len() == wanted.len() && wanted.iter().all(|word| keys.contains(&word)) {
                return Ok(());
            }
            Err(place("rows").error(format!("give one row for each word of {}: {}", by.name, by.words.join(", "))))
        }
        Some((by, SettingKind::Number)) => {
            let keys: Vec<f64> = constants
                .rows
                .iter()
                .filter_map(|(key, _)| match key {
                    Setting::Number(key) => Some(*key),
                    _ => None,
                })
                .collect();
            let ascends = keys.windows(2).all(|pair| pair[0] < pair[1]) && keys.len() == constants.rows.len();
            let covers = keys.first().zip(keys.last()).is_some_and(|(first, last)| {
                *first <= by.min.unwrap_or_default() && *last >= by.max.unwrap_or_default()
            });
            let (name, min, max) = (&by.name, by.min.unwrap_or_default(), by.max.unwrap_or_default());
            Err(place("rows").error(match (ascends, covers) {
                (true, true) => return Ok(()),
                (true, false) => format!("the rows do not cover {name} from {min} to {max}: add rows"),
                (false, _) => format!("the rows are not in ascending order of {name}: sort them, without repetitions"),
            }))
        }
        _ => Err(place("by").error(format!(
            "\"{}\" is not a number or choice setting: give the name of such a setting",
            short(&constants.by)
        ))),
    }
}
