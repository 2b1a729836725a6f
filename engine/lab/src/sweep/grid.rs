//! Grids of scenarios: fixed settings, and axes whose values are combined.

use pathlength_model::{Description, ModelError, Setting, SettingDescription, SettingValues, Settings};
use serde::Deserialize;
use std::ops::Range;

/// A grid as its author writes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GridSpec {
    /// The lab whose model and parameters the grid uses.
    pub lab: String,
    /// Model outputs to report [default: all].
    #[serde(default)]
    pub outputs: Vec<String>,
    /// Settings that all scenarios share.
    #[serde(default)]
    pub settings: Settings,
    /// The axes; the last one changes fastest.
    #[serde(default)]
    pub axis: Vec<AxisSpec>,
}

/// An axis as its author writes it: a setting with its values, or a CSV file of settings that change together.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AxisSpec {
    /// The setting that changes along this axis.
    pub setting: Option<String>,
    /// Values of the setting.
    pub values: Option<Vec<Setting>>,
    /// First value, last value, and number of values, with equal differences between neighbors.
    pub linear: Option<[f64; 3]>,
    /// First value, last value, and number of values, with equal ratios between neighbors.
    pub log: Option<[f64; 3]>,
    /// A CSV file with a column per setting and a row per point of this axis.
    pub csv: Option<String>,
}

/// Rows of a CSV file; the first row contains the column names.
pub type CsvRows = Vec<Vec<String>>;

/// Settings that change together, with their values at each point.
#[derive(Clone, Debug, PartialEq)]
struct Axis {
    names: Vec<String>,
    places: Vec<Vec<Setting>>,
}

/// The numbered scenarios of a grid: all combinations of the axes' values; the last axis changes fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    fixed: Settings,
    axes: Vec<Axis>,
    count: u64,
}

/// Maximum number of values in a range.
const MAX_PLACES: usize = 10_000_000;

impl Grid {
    /// Reads a grid for a model; `read` reads the CSV files that the grid names.
    ///
    /// # Errors
    /// Returns an error for an unknown, duplicate, or missing setting, an invalid value, an axis without values, or
    /// more than 2^53 scenarios.
    pub fn new(
        text: &GridSpec,
        description: &Description,
        read: &mut dyn FnMut(&str) -> Result<CsvRows, ModelError>,
    ) -> Result<Self, ModelError> {
        let mut axes = Vec::new();
        for axis in &text.axis {
            axes.push(match (&axis.csv, &axis.setting) {
                (Some(file), None) => zipped(file, &read(file)?, description)?,
                (None, Some(name)) => single(name, axis, description)?,
                _ => {
                    return Err(ModelError::new(
                        "an axis needs either a `setting` with its values or a `csv` file: give one of them",
                    ));
                }
            });
        }
        for (name, value) in text.settings.iter() {
            check(known(name, description)?, value)?;
        }
        let mut names: Vec<&str> = text.settings.iter().map(|(name, _)| name).collect();
        names.extend(axes.iter().flat_map(|axis| &axis.names).map(String::as_str));
        for (at, name) in names.iter().enumerate() {
            if names[..at].contains(name) {
                return Err(ModelError::new(format!("setting {name} is given twice: give it once")));
            }
        }
        let missing = description.settings.iter().filter(|setting| !setting.optional);
        let missing: Vec<_> =
            missing.map(|setting| setting.name.as_str()).filter(|name| !names.contains(name)).collect();
        if !missing.is_empty() {
            let names = missing.join(", ");
            return Err(ModelError::new(format!(
                "every scenario needs {names}: set each in [settings] or with an axis"
            )));
        }
        let count = axes.iter().try_fold(1_u64, |count, axis| count.checked_mul(axis.places.len() as u64));
        let count = count.filter(|count| *count <= 1 << 53);
        let count =
            count.ok_or_else(|| ModelError::new("the grid has more than 2^53 scenarios: make an axis shorter"))?;
        Ok(Self { fixed: text.settings.clone(), axes, count })
    }

    /// Returns the number of scenarios.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the names of all settings: those of the axes in their order, then the fixed ones.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let axes = self.axes.iter().flat_map(|axis| &axis.names).map(String::as_str);
        axes.chain(self.fixed.iter().map(|(name, _)| name))
    }

    /// Returns part `index`, counted from 1, of `parts` parts whose numbers of scenarios differ by at most one.
    ///
    /// # Panics
    /// Panics if `index` is not from 1 to `parts`.
    pub fn part(&self, index: u64, parts: u64) -> Range<u64> {
        assert!((1..=parts).contains(&index), "there is no part {index}: give 1 to {parts}");
        let edge = |index: u64| (u128::from(self.count) * u128::from(index) / u128::from(parts)) as u64;
        edge(index - 1)..edge(index)
    }

    /// Returns the values of a setting along its axis, and the number of consecutive scenarios with the same value:
    /// scenario `k` has value `k / every % values.len()`. A fixed setting has one value. `None` for a setting that the
    /// grid does not have.
    pub fn values(&self, name: &str) -> Option<(Vec<&Setting>, u64)> {
        let mut every = 1;
        for axis in self.axes.iter().rev() {
            if let Some(at) = axis.names.iter().position(|known| known == name) {
                return Some((axis.places.iter().map(|place| &place[at]).collect(), every));
            }
            every *= axis.places.len() as u64;
        }
        self.fixed.get(name).map(|value| (vec![value], every))
    }

    /// Returns scenario `number`, counted from 0, which depends only on the grid and the number.
    ///
    /// # Panics
    /// Panics if `number` is not below [`Grid::count`].
    pub fn scenario(&self, number: u64) -> Settings {
        assert!(number < self.count, "there is no scenario {number}: give a number below {}", self.count);
        let mut scenario = self.fixed.clone();
        let mut rest = number;
        for axis in self.axes.iter().rev() {
            let length = axis.places.len() as u64;
            let place = &axis.places[(rest % length) as usize];
            rest /= length;
            for (name, value) in axis.names.iter().zip(place) {
                scenario.set(name, value.clone());
            }
        }
        scenario
    }
}

fn known<'d>(name: &str, description: &'d Description) -> Result<&'d SettingDescription, ModelError> {
    description.settings.iter().find(|setting| setting.name == name).ok_or_else(|| {
        let names: Vec<_> = description.settings.iter().map(|setting| setting.name.as_str()).collect();
        ModelError::new(format!("the model has no setting \"{name}\": use one of {}", names.join(", ")))
    })
}

/// Checks that a value is valid for a setting.
fn check(setting: &SettingDescription, value: &Setting) -> Result<(), ModelError> {
    let wrong = |what: String| Err(ModelError::new(format!("setting {} must be {what}", setting.name)));
    match (&setting.values, value) {
        (SettingValues::Number { min, max, whole, only, unit }, Setting::Number(value)) => {
            if !only.is_empty() {
                let values: Vec<_> = only.iter().map(f64::to_string).collect();
                return if only.contains(value) { Ok(()) } else { wrong(format!("one of {}", values.join(", "))) };
            }
            if !(min..=max).contains(&value) {
                return wrong(format!("{min} to {max} {unit}, not {value}"));
            }
            if *whole && value.fract() != 0.0 { wrong(format!("a whole number, not {value}")) } else { Ok(()) }
        }
        (SettingValues::Number { .. }, _) => wrong("a number".to_owned()),
        (SettingValues::Word { words }, Setting::Word(word)) if words.contains(word) => Ok(()),
        (SettingValues::Word { words }, _) => wrong(format!("one of {}", words.join(", "))),
        (SettingValues::Switch, Setting::Switch(_)) => Ok(()),
        (SettingValues::Switch, _) => wrong("true or false".to_owned()),
    }
}

/// Returns an axis with one setting.
fn single(name: &str, axis: &AxisSpec, description: &Description) -> Result<Axis, ModelError> {
    let setting = known(name, description)?;
    let is_whole = matches!(setting.values, SettingValues::Number { whole: true, .. });
    let values = match (&axis.values, axis.linear, axis.log) {
        (Some(values), None, None) => values.clone(),
        (None, Some(range), None) => spread(name, range, is_whole, |first, last, part| first + part * (last - first))?,
        (None, None, Some(range)) => {
            if range[0].min(range[1]) <= 0.0 {
                return Err(ModelError::new(format!(
                    "axis {name}: `log` needs a first and a last value greater than 0"
                )));
            }
            spread(name, range, is_whole, |first, last, part| first * libm::pow(last / first, part))?
        }
        _ => {
            let what = "give only one of `values`, `linear`, and `log`; the last two need the first value, the last \
                        value, and the number of values";
            return Err(ModelError::new(format!("axis {name}: {what}")));
        }
    };
    if values.is_empty() {
        return Err(ModelError::new(format!("axis {name} has no values: give one or more")));
    }
    for value in &values {
        check(setting, value)?;
    }
    Ok(Axis { names: vec![name.to_owned()], places: values.into_iter().map(|value| vec![value]).collect() })
}

/// Returns the values in a range. For a setting with whole numbers, the values are rounded, and equal neighbors are
/// merged.
fn spread(
    name: &str,
    [first, last, count]: [f64; 3],
    is_whole: bool,
    at: impl Fn(f64, f64, f64) -> f64,
) -> Result<Vec<Setting>, ModelError> {
    if !(count.fract() == 0.0 && (2.0..=MAX_PLACES as f64).contains(&count)) {
        return Err(ModelError::new(format!(
            "axis {name}: the number of values must be 2 to {MAX_PLACES}, not {count}"
        )));
    }
    let number = count as usize;
    let value = |place: usize| match place {
        0 => first,
        // The last value is exactly as written.
        _ if place == number - 1 => last,
        _ => at(first, last, place as f64 / (count - 1.0)),
    };
    let mut values: Vec<f64> =
        (0..number).map(value).map(|value| if is_whole { value.round() } else { value }).collect();
    values.dedup();
    Ok(values.into_iter().map(Setting::Number).collect())
}

/// Returns an axis with the settings in a CSV file.
fn zipped(file: &str, rows: &CsvRows, description: &Description) -> Result<Axis, ModelError> {
    let wrong = |line: usize, what: &str| ModelError::new(format!("{file}:{line}: {what}"));
    let (names, rows) = match rows.split_first() {
        Some((names, rows)) if !rows.is_empty() => (names, rows),
        _ => return Err(wrong(1, "the file needs a header line with setting names and at least one line with values")),
    };
    let settings = names.iter().map(|name| known(name, description).map_err(|error| wrong(1, &error.to_string())));
    let settings = settings.collect::<Result<Vec<_>, _>>()?;
    let mut places = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let line = at + 2;
        if row.len() != names.len() {
            return Err(wrong(
                line,
                &format!("the line needs one value per setting ({}), but has {}", names.len(), row.len()),
            ));
        }
        let value = |(setting, text): (&&SettingDescription, &String)| {
            let value = match &setting.values {
                SettingValues::Number { .. } => {
                    let number = text.trim().parse().ok().filter(|value: &f64| value.is_finite());
                    number.map_or_else(|| Setting::Word(text.clone()), Setting::Number)
                }
                SettingValues::Switch => match text.trim() {
                    "true" => Setting::Switch(true),
                    "false" => Setting::Switch(false),
                    _ => Setting::Word(text.clone()),
                },
                SettingValues::Word { .. } => Setting::Word(text.trim().to_owned()),
            };
            check(setting, &value).map_err(|error| wrong(line, &error.to_string()))?;
            Ok::<_, ModelError>(value)
        };
        places.push(settings.iter().zip(row).map(value).collect::<Result<_, _>>()?);
    }
    Ok(Axis { names: names.clone(), places })
}
