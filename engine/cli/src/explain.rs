//! `pathlength explain`: conclusions from the output of fio, iostat, sadf, and `IOzone`, from CSV files with a mapping
//! of their columns, and from directory listings.

mod listing;

use super::format::one_of;
use super::link::SiteOption;
use super::output::{read, say};
use super::sheet::{Sheet, SheetCell, escaped};
use super::{Failure, Format, OutputOption};
use clap::Args;
use pathlength_lab_files::parse;
use pathlength_measurements::directories::is_directory_listing;
use pathlength_measurements::explain::{Explanation, Finding, Options, Row, explain};
use pathlength_measurements::{MAX_BYTES, Mapping, read as read_measurements, read_mapped};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The formats, for `--help`.
pub(crate) const FORMATS: &str = r#"Formats and the commands that write them:
  fio JSON       fio --output-format=json JOBFILE
  iostat JSON    iostat -o JSON -x 1 60
  sadf JSON      sar -o FILE -d 1 60; sadf -j FILE -- -d
  IOzone output  iozone
  listing        ls -lR, ls -slkR; find, find -ls, find -printf '%y %k %p\n'; du -ak
  CSV            any program, such as an SMF reporting tool or a monitor, with --mapping

A mapping is a TOML file. It names the column and the unit of each quantity; other columns are ignored,
and units have no default:

  subject = "device"                     # column with the name of the device
  time = "interval"                      # column with the time; rows with the same text are one report
  utilization = { column = "busy", unit = "%" }

  [where]                                # only rows with this text in this column
  class = "disk"

  [all]                                  # or [read] and [write]
  rate = { column = "rate", unit = "requests/s" }
  response_time = { column = ["queued", "pending", "connected"], unit = "ms" }   # the sum of three columns

Examples:
  iostat -o JSON -x 1 10 | pathlength explain -
  pathlength explain fio.json --format markdown
  find /u -print0 | pathlength explain -
  pathlength explain devices.csv --mapping devices.toml"#;

/// The lab whose first chart shows the response time of a device by utilization, and the part of the page with that
/// chart.
const DEVICE_LAB: [&str; 2] = ["queueing", "busy"];
/// Maximum size of a mapping in bytes.
const MAX_MAPPING_BYTES: u64 = 1 << 20;
/// Highest utilization that the lab's control allows, in percent.
const MAX_BUSY: f64 = 95.0;

/// The arguments of `pathlength explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Output of fio, iostat, sadf, or IOzone, a CSV file, or a listing; `-` for standard input
    file: PathBuf,
    /// TOML file with the meaning and unit of each column of a CSV file
    #[arg(long, value_name = "FILE", conflicts_with = "keep_first_report")]
    mapping: Option<PathBuf>,
    /// Keep iostat's first report (for output of iostat -y; without -y, it is the mean since the system started)
    #[arg(long)]
    keep_first_report: bool,
    /// Output format
    #[arg(long, value_parser = one_of([Format::Text, Format::Json, Format::Markdown]), default_value = "text")]
    format: Format,
    #[command(flatten)]
    site: SiteOption,
    #[command(flatten)]
    output: OutputOption,
}

/// An explanation with the version of the engine and a link.
#[derive(Serialize)]
struct VersionedExplanation<'a, T> {
    engine: &'static str,
    #[serde(flatten)]
    explanation: &'a T,
    /// Address of a lab with these numbers; missing if no lab has settings for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<&'a str>,
}

/// Returns an explanation as JSON.
fn as_json<T: Serialize>(explanation: &T, link: Option<&str>) -> Result<String, Failure> {
    let versioned = VersionedExplanation { engine: env!("CARGO_PKG_VERSION"), explanation, link };
    Ok(serde_json::to_string_pretty(&versioned)? + "\n")
}

/// Returns the link to the device lab with the conclusion's utilization; `None` if the lab cannot show it.
fn device_link(explanation: &Explanation, site: &SiteOption) -> Result<Option<String>, Failure> {
    let utilization = explanation.conclusion.as_ref().filter(|found| found.rests_on.name == "utilization");
    let percent = utilization.map(|found| found.rests_on.value).filter(|percent| (0.0..=MAX_BUSY).contains(percent));
    let [lab, part] = DEVICE_LAB;
    percent.map(|percent| site.link(lab, ("busy", percent.round()), (part, None))).transpose()
}

/// Runs `pathlength explain`.
pub(crate) fn answer(arguments: &ExplainArgs) -> Result<(), Failure> {
    let ExplainArgs { file, mapping, keep_first_report, format, site, output } = arguments;
    let bytes = read(file, MAX_BYTES as u64)?;
    let measurements = match mapping {
        Some(path) => read_mapped(&bytes, &read_mapping(path)?),
        None if is_directory_listing(&bytes) => return listing::answer(arguments, &bytes),
        None => read_measurements(&bytes),
    };
    let measurements = measurements.map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?;
    let explanation = explain(measurements, Options { keep_first_report: *keep_first_report });
    let link = device_link(&explanation, site)?;
    let link = link.as_deref();
    match format {
        Format::Json => output.print(&as_json(&explanation, link)?)?,
        Format::Markdown => output.print(&as_markdown(&explanation, link)?)?,
        _ => output.print(&as_text(&explanation, link, &|text| output.folded(text))?)?,
    }
    if explanation.plausible {
        return Ok(());
    }
    for check in explanation.checks.iter().filter(|check| !check.holds()) {
        say(&format!("pathlength: {}: {}", file.display(), check.text));
    }
    Err(Failure::No)
}

/// Reads a mapping.
fn read_mapping(path: &Path) -> Result<Mapping, Failure> {
    let text = String::from_utf8(read(path, MAX_MAPPING_BYTES)?).map_err(|error| {
        Failure::Input(format!("{} is not UTF-8 text ({error}): save the file as UTF-8", path.display()))
    })?;
    Ok(parse(path, &text)?)
}

/// Returns the name of the format, with the program if it is known.
fn title(explanation: &Explanation) -> String {
    let program = explanation.program.as_ref().map_or_else(String::new, |program| format!(" ({program})"));
    format!("{}{program}", explanation.format)
}

/// Returns the sentences about a finding, including the forecast and its assumptions.
fn sentences(finding: &Finding) -> Vec<(&'static str, String)> {
    let mut sentences = vec![("Conclusion", finding.text.clone())];
    if let Some(forecast) = &finding.forecast {
        sentences.push(("Forecast", forecast.text()));
        sentences.push(("Model", format!("{}. {}", forecast.model, forecast.assumes)));
    }
    sentences
}

fn table(rows: &[Row]) -> Sheet {
    let has_p99 = rows.iter().any(|row| row.p99_ms.is_some());
    let has_utilization = rows.iter().any(|row| row.utilization_percent.is_some());
    let mut titles = vec!["subject", "what", "requests/s", "MB/s", "response ms"];
    titles.extend(has_p99.then_some("p99 ms"));
    titles.push("in system");
    titles.extend(has_utilization.then_some("busy %"));
    let mut sheet = Sheet::new(titles);
    for row in rows {
        let cell = |value: Option<f64>| SheetCell::from(value.unwrap_or(f64::NAN));
        let mut cells: Vec<SheetCell> = vec![row.subject.as_str().into(), row.what.as_str().into()];
        cells.extend([row.rate_per_s.into(), cell(row.bytes_per_s.map(|bytes| bytes / 1e6)), cell(row.response_ms)]);
        cells.extend(has_p99.then(|| cell(row.p99_ms)));
        cells.push(cell(row.in_system));
        cells.extend(has_utilization.then(|| cell(row.utilization_percent)));
        sheet.push(cells);
    }
    sheet
}

/// Returns the explanation as text. `folded` breaks long lines, except those of the table.
fn as_text(
    explanation: &Explanation,
    link: Option<&str>,
    folded: &dyn Fn(&str) -> String,
) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "Read as {}.\n", title(explanation))?;
    if let Some(conclusion) = &explanation.conclusion {
        for (title, sentence) in sentences(conclusion) {
            writeln!(out, "{title}: {sentence}\n")?;
        }
    } else {
        writeln!(out, "Conclusion: none, because a check fails.\n")?;
    }
    for other in &explanation.others {
        writeln!(out, "Also: {}\n", other.text)?;
    }
    if let Some(link) = link {
        writeln!(out, "Lab: {link}\n")?;
    }
    let above = folded(&out) + &table(&explanation.rows).as_format(Format::Text) + "\n";
    out.clear();
    for check in &explanation.checks {
        writeln!(out, "{}: {}", if check.holds() { "holds" } else { "FAILS" }, check.text)?;
    }
    if !explanation.checks.is_empty() {
        writeln!(out)?;
    }
    for note in &explanation.notes {
        writeln!(out, "note: {note}")?;
    }
    for taken in &explanation.taken {
        writeln!(out, "taken: {taken}")?;
    }
    Ok(above + &folded(&out))
}

fn as_markdown(explanation: &Explanation, link: Option<&str>) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "### {}\n", escaped(&title(explanation)))?;
    if let Some(conclusion) = &explanation.conclusion {
        for (title, sentence) in sentences(conclusion) {
            writeln!(out, "**{title}:** {}\n", escaped(&sentence))?;
        }
    } else {
        writeln!(out, "**Conclusion:** none, because a check fails.\n")?;
    }
    for other in &explanation.others {
        writeln!(out, "**Also:** {}\n", escaped(&other.text))?;
    }
    if let Some(link) = link {
        writeln!(out, "[Lab with these numbers]({link})\n")?;
    }
    writeln!(out, "{}", table(&explanation.rows).as_format(Format::Markdown))?;
    for check in &explanation.checks {
        writeln!(out, "- {}: {}", if check.holds() { "holds" } else { "**fails**" }, escaped(&check.text))?;
    }
    for note in &explanation.notes {
        writeln!(out, "- note: {}", escaped(note))?;
    }
    for taken in &explanation.taken {
        writeln!(out, "- taken: {}", escaped(taken))?;
    }
    Ok(out)
}
