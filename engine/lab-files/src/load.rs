//! Reads a lab from its files.

use crate::inherited::read_parameters;
use crate::{LabError, LabFiles, declared, read_record};
use pathlength_lab::sweep::CsvRows;
use pathlength_lab::{Key, Lab, PublishedCell, Source, Table, check_model_name};
use pathlength_model::{ModelError, Provenance};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The front matter of `lab.md`.
#[derive(Debug, Deserialize)]
struct FrontMatter {
    title: String,
    model: String,
    #[serde(default)]
    tables: Vec<String>,
    #[serde(default)]
    sources: BTreeMap<String, Source>,
    /// The name of the source behind the lab's advice.
    advice: Option<String>,
}

/// Returns an error with the file and the line.
pub(super) fn wrong(path: &Path, line: u64, what: &str) -> LabError {
    LabError::new(format!("{}:{line}: {what}", path.display()))
}

/// Returns the number of the first line of `text` for which `is` returns `true`.
pub(super) fn line_where(text: &str, is: impl Fn(&str) -> bool) -> u64 {
    text.lines().position(is).map_or(1, |at| at as u64 + 1)
}

/// Reads a TOML text; messages name `path` and the line.
///
/// # Errors
/// Returns [`LabError`] if the text is not TOML, or does not describe a `T`.
pub fn parse<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T, LabError> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() as u64 + 1);
        wrong(path, line, error.message())
    })
}

/// Reads and checks a lab.
///
/// # Errors
/// Returns [`LabError`] if there is no such lab or one of its files is wrong: the message names the file, the line, and
/// the remedy.
pub fn load(labs: &LabFiles, id: &str) -> Result<Lab, LabError> {
    let known = labs.ids()?;
    if !known.iter().any(|known| known == id) {
        return Err(LabError::new(format!("unknown lab {id:?}: use one of {}", known.join(", "))));
    }
    let folder = labs.lab(id);
    let front = front_matter(labs, &folder.join("lab.md"))?;
    let tables: Vec<Table> =
        front.tables.iter().map(|table| self::table(labs, &folder, table)).collect::<Result<_, _>>()?;
    let path = folder.join("parameters.toml");
    let text = labs.text(&path)?;
    let mut lab = Lab {
        format: Lab::FORMAT,
        id: id.to_owned(),
        advice: front.advice.and_then(|name| front.sources.get(&name).cloned()),
        title: front.title,
        declaration: declared::read(labs, &folder, &front.model)?,
        model: front.model,
        parameters: read_parameters(labs, &path, &text, &tables)?,
        tables,
        ..Lab::default()
    };
    declared::check(labs, &folder, &lab)?;
    check_parameters(&lab, &path, &text)?;
    check_baselines(labs, &lab, &folder)?;
    let opened = lab.check().and_then(|()| lab.open());
    opened.map_err(|error| LabError::new(format!("{}: {error}", path.display())))?;
    lab.fit = read_record(labs, id)?.filter(|record| record.staleness(&lab).is_none());
    Ok(lab)
}

/// Reads the front matter, between the two lines `---` at the beginning.
fn front_matter(labs: &LabFiles, path: &Path) -> Result<FrontMatter, LabError> {
    let text = labs.text(path)?;
    let mut lines = text.lines();
    if lines.next() != Some("---") {
        return Err(wrong(
            path,
            1,
            "the file has no front matter: begin it with two lines --- around `title`, `model`, and `tables`",
        ));
    }
    // An empty line replaces the first one, so that messages have the line numbers of the file.
    let mut yaml = "\n".to_owned();
    loop {
        match lines.next() {
            Some("---") => break,
            Some(line) => yaml = yaml + line + "\n",
            None => return Err(wrong(path, 1, "the front matter has no end: close it with a line ---")),
        }
    }
    let front: FrontMatter = serde_saphyr::from_str(&yaml).map_err(|error| {
        let line = error.location().map_or(1, |location| location.line());
        wrong(path, line, &format!("front matter: {}", error.without_snippet()))
    })?;
    if front.tables.is_empty() {
        return Err(wrong(
            path,
            1,
            "the front matter has no `tables`: list the files in data/ without their extension",
        ));
    }
    if let Err(error) = check_model_name(&front.model) {
        let line = line_where(&text, |line| line.starts_with("model:"));
        return Err(wrong(path, line, &error.to_string()));
    }
    if let Some(table) = front.tables.iter().find(|table| table.contains(['/', '\\'])) {
        let line = line_where(&text, |line| line.contains(table.as_str()));
        return Err(wrong(path, line, &format!("{table:?} is not a table name: give the file name without a folder")));
    }
    Ok(front)
}

/// Checks the names in `parameters.toml`; the lines of errors come from its `text`.
fn check_parameters(lab: &Lab, path: &Path, text: &str) -> Result<(), LabError> {
    let wanted = lab.model_parameters()?;
    if let Some(name) = wanted.iter().find(|name| !lab.parameters.contains_key(*name)) {
        let what = format!("the model needs a parameter {name}: add [{name}]");
        return Err(wrong(path, text.lines().count() as u64, &what));
    }
    for (name, parameter) in &lab.parameters {
        let line = || line_where(text, |line| line.trim() == format!("[{name}]"));
        if !wanted.contains(name) {
            return Err(wrong(path, line(), &format!("the model has no parameter {name}: remove it")));
        }
        if parameter.mechanism.is_some() && parameter.neutral.is_none() {
            return Err(wrong(
                path,
                line(),
                &format!("[{name}]: `mechanism` needs a value that switches it off: add `neutral`"),
            ));
        }
        for table in &parameter.fitted_on {
            lab.table(table).map_err(|error| wrong(path, line(), &error.to_string()))?;
        }
        // An inherited parameter has no such line here: the line is in the file of the lab that fitted it.
        for entry in parameter.chosen_with.iter().filter(|_| parameter.inherited_from.is_none()) {
            let at = line() + line_where(&text[offset(text, line())..], |line| line.starts_with("chosen_with")) - 1;
            if parameter.provenance != Provenance::Assumed {
                let what = format!("[{name}]: `chosen_with` is only for provenance \"assumed\": remove it");
                return Err(wrong(path, at, &what));
            }
            lab.check_chosen_with(entry).map_err(|error| wrong(path, at, &error.to_string()))?;
        }
    }
    Ok(())
}

/// Returns the byte offset of a line; lines are counted from 1.
fn offset(text: &str, line: u64) -> usize {
    text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum()
}

/// Checks the names in the baselines of tables.
fn check_baselines(labs: &LabFiles, lab: &Lab, folder: &Path) -> Result<(), LabError> {
    for table in &lab.tables {
        let Some(baseline) = &table.baseline else { continue };
        if let Err(error) = baseline.check(table, lab) {
            let path = folder.join("data").join(format!("{}.toml", table.id));
            let line = line_where(&labs.text(&path)?, |line| line.starts_with("baseline"));
            return Err(wrong(&path, line, &error.to_string()));
        }
    }
    Ok(())
}

fn table(labs: &LabFiles, folder: &Path, id: &str) -> Result<Table, LabError> {
    let path = folder.join("data").join(format!("{id}.toml"));
    let text = labs.text(&path)?;
    let mut table: Table = parse(&path, &text)?;
    id.clone_into(&mut table.id);
    let csv = table.csv_name().to_owned();
    if csv.contains(['/', '\\', '.']) {
        let line = line_where(&text, |line| line.starts_with("csv"));
        return Err(wrong(
            &path,
            line,
            &format!("{csv:?} is not the name of a CSV file: give the name without its folder and extension"),
        ));
    }
    values(&mut table, &folder.join("data").join(format!("{csv}.csv")), labs)?;
    table.check().map_err(|error| LabError::new(format!("{}: {error}", path.display())))?;
    Ok(table)
}

/// Reads the rows of `table` from its CSV file.
fn values(table: &mut Table, path: &Path, labs: &LabFiles) -> Result<(), LabError> {
    let text = labs.text(path)?;
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let expected: Vec<_> =
        std::iter::once(&table.row.name).chain(table.fields.iter().map(|field| &field.name)).cloned().collect();
    let found: Vec<_> = reader.headers()?.iter().map(str::to_owned).collect();
    if found != expected {
        let what = format!(
            "the columns are {}, but {}.toml names {}: use the same columns in both files",
            found.join(","),
            table.id,
            expected.join(",")
        );
        return Err(wrong(path, 1, &what));
    }
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        if record.len() != expected.len() {
            let what = format!("the row needs one value per column ({}), but has {}", expected.len(), record.len());
            return Err(wrong(path, line, &what));
        }
        let key = match record[0].trim() {
            "" => return Err(wrong(path, line, "the row has no key: fill in its first cell")),
            key => number(key).map_or_else(|| Key::Word(key.to_owned()), Key::Number),
        };
        if table.rows.contains(&key) {
            return Err(wrong(path, line, &format!("the key {key} is not unique: give each row a different key")));
        }
        table.rows.push(key);
        let halves: Vec<f64> = record.iter().skip(1).map(half_digit).collect();
        table.half_digits.extend(halves);
        let values = record.iter().skip(1).map(|cell| match cell.trim() {
            "" => Ok(None),
            cell if number(cell).is_some() => Ok(number(cell).map(PublishedCell::Value)),
            // These signs indicate a bound.
            cell if cell.contains(['<', '>']) || cell.contains("..") => cell
                .parse()
                .map(|bound| Some(PublishedCell::Bound(bound)))
                .map_err(|error| wrong(path, line, &format!("{cell:?} is not a bound: {error}"))),
            cell => Err(wrong(path, line, &format!("{cell:?} is not a number: correct the cell, or leave it empty"))),
        });
        table.cells.push(values.collect::<Result<_, _>>()?);
    }
    Ok(())
}

/// Returns half a unit in the last place of a number with a single significant digit; 0 for any other text. `10` has
/// two significant digits: the zeros at the end of a whole number may be significant.
fn half_digit(text: &str) -> f64 {
    let text = text.trim().trim_start_matches('-');
    let digits = text.replacen('.', "", 1);
    if digits.trim_start_matches('0').len() != 1 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return 0.0;
    }
    let places = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    format!("0.{}5", "0".repeat(places)).parse().unwrap_or(0.0)
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Reads the cells of a CSV file that a grid names, called `name` in messages.
///
/// # Errors
/// Returns [`ModelError`] if the bytes are not CSV in UTF-8.
pub fn parse_csv(bytes: &[u8], name: &str) -> Result<CsvRows, ModelError> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let row = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
    let rows = reader.records().map(|record| record.map(row)).collect::<Result<_, _>>();
    rows.map_err(|error| ModelError::new(format!("{name}: {error}")))
}
