//! Reads a lab's folder and answers questions about its tables.

use super::output::{print, read, say};
use super::{Failure, Format};
use pathlength::lab::{self, Key, Lab, LabModel, Reproduction, Settings, Table};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// A text file of a lab is far smaller.
const MOST_BYTES: u64 = 16 << 20;

/// The front matter of `lab.md`.
#[derive(Debug, Deserialize)]
struct FrontMatter {
    title: String,
    model: String,
    #[serde(default)]
    tables: Vec<String>,
}

/// The folder of labs: the one that was named, else `labs` here or above.
pub(crate) fn folder(named: Option<PathBuf>) -> Result<PathBuf, Failure> {
    if let Some(folder) = named {
        return Ok(folder);
    }
    let here = std::env::current_dir()?;
    here.ancestors()
        .map(|above| above.join("labs"))
        .find(|folder| folder.is_dir())
        .ok_or_else(|| Failure::Input("no folder `labs` here or above; say where it is with --labs FOLDER".to_owned()))
}

fn text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read(path, MOST_BYTES)?)
        .map_err(|error| Failure::Input(format!("{} is not UTF-8: {error}", path.display())))
}

/// Says what is wrong with a file, and in which line.
fn wrong(path: &Path, line: u64, what: &str) -> Failure {
    Failure::Input(format!("{}:{line}: {what}", path.display()))
}

/// The line of the first line of `text` that `is` the one.
fn line_where(text: &str, is: impl Fn(&str) -> bool) -> u64 {
    text.lines().position(is).map_or(1, |at| at as u64 + 1)
}

fn parse<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T, Failure> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() as u64 + 1);
        wrong(path, line, error.message())
    })
}

pub(crate) fn load(labs: &Path, id: &str) -> Result<Lab, Failure> {
    let known = ids(labs)?;
    if !known.iter().any(|known| known == id) {
        return Err(Failure::Input(format!("there is no lab {id:?}; there are {}", known.join(", "))));
    }
    let folder = labs.join(id);
    let front = front_matter(&folder.join("lab.md"))?;
    let tables = front.tables.iter().map(|table| self::table(&folder, table)).collect::<Result<_, _>>()?;
    let path = folder.join("parameters.toml");
    let text = text(&path)?;
    let lab = Lab {
        format: Lab::FORMAT,
        id: id.to_owned(),
        title: front.title,
        model: front.model,
        tables,
        parameters: parse(&path, &text)?,
        ..Lab::default()
    };
    check_parameters(&lab, &path, &text)?;
    lab.check().map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    Ok(lab)
}

/// Reads what stands between the two lines `---` at the beginning.
fn front_matter(path: &Path) -> Result<FrontMatter, Failure> {
    let text = text(path)?;
    let mut lines = text.lines();
    if lines.next() != Some("---") {
        return Err(wrong(path, 1, "the file must begin with front matter between two lines ---"));
    }
    // An empty line stands for the first, so that the lines of a message are those of the file.
    let mut yaml = "\n".to_owned();
    loop {
        match lines.next() {
            Some("---") => break,
            Some(line) => yaml = yaml + line + "\n",
            None => return Err(wrong(path, 1, "the front matter has no end; close it with a line ---")),
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
            "the front matter needs `tables`, a list of the files in data/ without their ending",
        ));
    }
    if LabModel::parameters(&front.model).is_empty() {
        let line = line_where(&text, |line| line.starts_with("model:"));
        return Err(wrong(path, line, &format!("there is no model {:?}; there is directory", front.model)));
    }
    if let Some(table) = front.tables.iter().find(|table| table.contains(['/', '\\'])) {
        let line = line_where(&text, |line| line.contains(table.as_str()));
        return Err(wrong(path, line, &format!("{table:?} is no name of a table; give the file's name alone")));
    }
    Ok(front)
}

/// Checks the names in `parameters.toml`, whose `text` tells the lines.
fn check_parameters(lab: &Lab, path: &Path, text: &str) -> Result<(), Failure> {
    let wanted = LabModel::parameters(&lab.model);
    if let Some(name) = wanted.iter().find(|name| !lab.parameters.contains_key(**name)) {
        let what = format!("the model needs a parameter {name}; add [{name}]");
        return Err(wrong(path, text.lines().count() as u64, &what));
    }
    for (name, parameter) in &lab.parameters {
        let line = || line_where(text, |line| line.trim() == format!("[{name}]"));
        if !wanted.contains(&name.as_str()) {
            return Err(wrong(path, line(), &format!("the model has no parameter {name}; take it out")));
        }
        for table in &parameter.fitted_on {
            lab.table(table).map_err(|error| wrong(path, line(), &error.to_string()))?;
        }
    }
    Ok(())
}

fn table(folder: &Path, id: &str) -> Result<Table, Failure> {
    let path = folder.join("data").join(format!("{id}.toml"));
    let mut table: Table = parse(&path, &text(&path)?)?;
    id.clone_into(&mut table.id);
    values(&mut table, &folder.join("data").join(format!("{id}.csv")))?;
    table.check().map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    Ok(table)
}

/// Reads the rows of `table` from its CSV file.
fn values(table: &mut Table, path: &Path) -> Result<(), Failure> {
    let text = text(path)?;
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let expected: Vec<_> =
        std::iter::once(&table.row.name).chain(table.fields.iter().map(|field| &field.name)).cloned().collect();
    let found: Vec<_> = reader.headers()?.iter().map(str::to_owned).collect();
    if found != expected {
        let what = format!("the columns are {}; {}.toml names {}", found.join(","), table.id, expected.join(","));
        return Err(wrong(path, 1, &what));
    }
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        if record.len() != expected.len() {
            let what = format!("the row has {} values for {} columns", record.len(), expected.len());
            return Err(wrong(path, line, &what));
        }
        let key = match record[0].trim() {
            "" => return Err(wrong(path, line, "the row has no key")),
            key => number(key).map_or_else(|| Key::Word(key.to_owned()), Key::Number),
        };
        if table.rows.contains(&key) {
            return Err(wrong(path, line, &format!("a row before has the key {key} too")));
        }
        table.rows.push(key);
        let values = record.iter().skip(1).map(|cell| match cell.trim() {
            "" => Ok(None),
            cell => number(cell).map(Some).ok_or_else(|| wrong(path, line, &format!("{cell:?} is not a number"))),
        });
        table.cells.push(values.collect::<Result<_, _>>()?);
    }
    Ok(())
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

pub(crate) fn ids(labs: &Path) -> Result<Vec<String>, Failure> {
    let wrong = |error| Failure::Input(format!("cannot read {}: {error}", labs.display()));
    let mut ids = Vec::new();
    for entry in fs::read_dir(labs).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        if entry.path().join("lab.md").is_file() {
            ids.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    ids.sort();
    Ok(ids)
}

/// `pathlength labs`
pub(crate) fn list(labs: Option<PathBuf>) -> Result<(), Failure> {
    let labs = folder(labs)?;
    let mut out = String::new();
    for id in ids(&labs)? {
        let lab = load(&labs, &id)?;
        writeln!(out, "{id}: {}", lab.title)?;
        for table in &lab.tables {
            writeln!(out, "  {}: {}", table.id, table.title)?;
        }
    }
    print(&out)
}

#[derive(Serialize)]
struct Report<'a> {
    lab: &'a str,
    engine: &'a str,
    tables: &'a [Reproduction],
}

/// `pathlength reproduce`
pub(crate) fn reproduce(labs: Option<PathBuf>, id: &str, only: Option<&str>, format: Format) -> Result<(), Failure> {
    let lab = load(&folder(labs)?, id)?;
    let mut model = lab.open()?;
    let chosen: Vec<&Table> = match only {
        Some(table) => vec![lab.table(table)?],
        None => lab.tables.iter().collect(),
    };
    let tables = chosen
        .into_iter()
        .map(|table| lab::reproduce(table, lab.fitted_parameters(&table.id), &mut model))
        .collect::<Result<Vec<_>, _>>()?;
    match format {
        Format::Text => print(&as_text(&lab, &tables)?),
        Format::Csv => print(&as_csv(&tables)?),
        Format::Json => {
            let report = Report { lab: &lab.id, engine: env!("CARGO_PKG_VERSION"), tables: &tables };
            print(&(serde_json::to_string_pretty(&report)? + "\n"))
        }
    }
}

/// A number with four significant digits.
fn short(value: f64) -> String {
    if value == 0.0 || value.abs() >= 1000.0 {
        return format!("{value:.0}");
    }
    let mut decimals = 3_usize;
    let mut size = value.abs();
    while size >= 10.0 {
        size /= 10.0;
        decimals -= 1;
    }
    while size < 1.0 {
        size *= 10.0;
        decimals += 1;
    }
    format!("{value:.decimals$}")
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{:.1} %", value * 100.0))
}

fn as_text(lab: &Lab, tables: &[Reproduction]) -> Result<String, Failure> {
    let mut out = String::new();
    for table in tables {
        writeln!(out, "{} ({})\n  {}\n", table.title, table.id, table.source)?;
        let widths = table.cells.iter().map(|cell| cell.row.to_string().chars().count());
        let width = widths.max().unwrap_or(0).max(8);
        writeln!(
            out,
            "  {:>width$}  {:<24} {:>10} {:>10} {:>8}  role",
            "row", "column", "published", "model", "error"
        )?;
        for cell in &table.cells {
            writeln!(
                out,
                "  {:>width$}  {:<24} {:>10} {:>10} {:>8}  {}",
                cell.row,
                cell.column,
                cell.published.map_or_else(|| "-".to_owned(), short),
                short(cell.model),
                cell.error.map_or_else(|| "-".to_owned(), |error| format!("{:+.1} %", error * 100.0)),
                serde_json::to_string(&cell.role)?.trim_matches('"'),
            )?;
        }
        let summary = table.summary;
        writeln!(
            out,
            "\n  {} cells, median error {}, largest {}, median of held-out cells {}\n",
            summary.cells,
            percent(summary.median_error),
            percent(summary.max_error),
            percent(summary.held_out_median_error),
        )?;
    }
    // Tables whose parameters were fitted together are judged together.
    let mut groups: Vec<Vec<String>> = Vec::new();
    for parameter in lab.parameters.values().filter(|parameter| !parameter.fitted_on.is_empty()) {
        if !groups.contains(&parameter.fitted_on) {
            groups.push(parameter.fitted_on.clone());
        }
    }
    groups.sort_by_key(|group| tables.iter().position(|table| group.contains(&table.id)));
    for group in groups {
        let fitted = lab.parameters.values().filter(|parameter| parameter.fitted_on == group).count();
        let tables = tables.iter().filter(|table| group.contains(&table.id));
        let cells: Vec<_> = tables.flat_map(|table| &table.cells).collect();
        let summary = lab::summarize(&cells, fitted);
        if summary.cells > 0 {
            writeln!(
                out,
                "{}: {fitted} fitted parameters explain {} cells; median error {}, largest {}, median of held-out cells {}",
                group.join(", "),
                summary.cells,
                percent(summary.median_error),
                percent(summary.max_error),
                percent(summary.held_out_median_error),
            )?;
        }
    }
    // Each quantity by itself: what is fitted, and what is predicted without having been fitted.
    for (role, words) in [(lab::Role::Fit, "fitted"), (lab::Role::HeldOut, "held out")] {
        let cells = || tables.iter().flat_map(|table| &table.cells).filter(|cell| cell.role == role);
        let mut metrics: Vec<_> = cells().map(|cell| (&cell.metric, &cell.unit)).collect();
        metrics.sort();
        metrics.dedup();
        for (metric, unit) in metrics {
            let cells: Vec<_> = cells().filter(|cell| (&cell.metric, &cell.unit) == (metric, unit)).collect();
            let summary = lab::summarize(&cells, 0);
            let (median, largest) = (percent(summary.median_error), percent(summary.max_error));
            writeln!(
                out,
                "  {words}, {metric} ({unit}): {} cells, median error {median}, largest {largest}",
                summary.cells
            )?;
        }
    }
    Ok(out)
}

fn as_csv(tables: &[Reproduction]) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["table", "row", "column", "metric", "unit", "published", "model", "error", "role"])?;
    for table in tables {
        for cell in &table.cells {
            writer.serialize((
                &table.id,
                &cell.row,
                &cell.column,
                &cell.metric,
                &cell.unit,
                cell.published,
                cell.model,
                cell.error,
                cell.role,
            ))?;
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// `pathlength calibrate`
pub(crate) fn calibrate(labs: Option<PathBuf>, id: &str, check: bool) -> Result<(), Failure> {
    /// Stored values carry four digits; a difference beyond this is a change.
    const TOLERANCE: f64 = 0.01;
    let lab = load(&folder(labs)?, id)?;
    let fitted = lab::calibrate(&lab)?;
    let mut out = String::new();
    writeln!(out, "{:<26} {:>12} {:>12} {:>10} {:>12}", "parameter", "stored", "fitted", "differs", "std. error")?;
    for parameter in &fitted {
        writeln!(
            out,
            "{:<26} {:>12} {:>12} {:>10} {:>12}",
            parameter.name,
            short(parameter.stored),
            format!("{:.6}", parameter.value),
            format!("{:+.2} %", parameter.difference() * 100.0),
            format!("{:.0} %", parameter.relative_error * 100.0),
        )?;
    }
    let left_out = lab::leave_one_out(&lab)?;
    if !left_out.is_empty() {
        writeln!(out, "\nwith one configuration after the other left out of the fit and predicted from the rest")?;
    }
    let mut metrics: Vec<_> = left_out.iter().map(|cell| &cell.metric).collect();
    metrics.sort();
    metrics.dedup();
    for metric in metrics {
        let cells: Vec<_> = left_out.iter().filter(|cell| cell.metric == *metric).collect();
        let mut errors: Vec<f64> = cells.iter().filter_map(|cell| cell.error.map(f64::abs)).collect();
        errors.sort_by(f64::total_cmp);
        let (median, largest) = (percent(lab::median(&errors)), percent(errors.last().copied()));
        let undetermined = cells.len() - errors.len();
        write!(out, "{metric:<26} {} cells, median error {median}, largest {largest}", errors.len())?;
        match undetermined {
            0 => writeln!(out)?,
            some => writeln!(out, "; {some} cells depend on a parameter that no other configuration determines")?,
        }
    }
    print(&out)?;
    if check && fitted.iter().any(|parameter| parameter.difference().abs() > TOLERANCE) {
        say("pathlength: a stored value is more than 1 % from its fit; put the fitted values into parameters.toml");
        return Err(Failure::No);
    }
    Ok(())
}

#[derive(Serialize)]
struct Answer {
    outputs: std::collections::BTreeMap<&'static str, f64>,
    terms: Vec<lab::Term>,
}

/// `pathlength run`
pub(crate) fn run(labs: Option<PathBuf>, id: &str, scenario: &Path) -> Result<(), Failure> {
    let lab = load(&folder(labs)?, id)?;
    let bytes = read(scenario, MOST_BYTES)?;
    let settings: Settings = serde_json::from_slice(&bytes)
        .map_err(|error| Failure::Input(format!("{}:{}: {error}", scenario.display(), error.line())))?;
    let evaluation = lab.open()?.evaluate(&settings)?;
    let answer = Answer { outputs: evaluation.outputs.into_iter().collect(), terms: evaluation.terms };
    print(&(serde_json::to_string_pretty(&answer)? + "\n"))
}
