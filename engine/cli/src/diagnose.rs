//! `pathlength diagnose`: conclusions from measurements of a file pool server.

use super::labs::{DatedAnswer, as_of};
use super::output::{read, say};
use super::{Failure, Format, OutputOption};
use pathlength_file_pool::diagnosis::{
    Application, CureForecast, Diagnosis, DiagnosisEnquiry, Finding, Forecaster, Measurement, MeasurementError, Part,
    ServerMeasurement, Symptom, diagnose as answer,
};
use pathlength_file_pool::planning::Rules;
use pathlength_lab::published_servers;
use pathlength_lab_files::{LabFiles, load};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The model whose labs have a table of symptoms.
const MODEL: &str = "file-pool";
/// Maximum size of a measurement, which is a page or two long.
const MAX_BYTES: u64 = 1 << 20;

/// Facts that are not in the measurements.
#[derive(Debug)]
pub(crate) struct DiagnoseOptions {
    pub(crate) changed: Vec<String>,
    pub(crate) elapsed_s: Option<f64>,
    pub(crate) response_s: Option<[f64; 2]>,
}

/// Runs `pathlength diagnose`.
pub(crate) fn diagnose(
    labs: &LabFiles,
    id: &str,
    texts: &[Option<PathBuf>; 2],
    options: DiagnoseOptions,
    format: Format,
    output: &OutputOption,
) -> Result<(), Failure> {
    let lab = load(labs, id)?;
    if lab.model != MODEL {
        return Err(Failure::Input(format!(
            "lab {id} uses the model {}, which has no table of symptoms: choose a lab with the model {MODEL}",
            lab.model
        )));
    }
    let rules = Rules::new(&|name| lab.value(name))?;
    let symptoms = symptoms(labs, &labs.lab(id).join("data").join("symptoms.csv"))?;
    let [before, after] = texts;
    let enquiry = DiagnosisEnquiry {
        before: before.as_deref().map(text).transpose()?.unwrap_or_default(),
        after: after.as_deref().map(text).transpose()?,
        changed: options.changed,
        elapsed_s: options.elapsed_s,
        response_s: options.response_s,
    };
    let forecaster = Forecaster::new(&|name| lab.value(name), &published_servers(&lab.tables))?;
    let diagnosis = answer(&enquiry, &symptoms, &rules, Some(&forecaster)).map_err(|error| match error {
        MeasurementError::Unreadable(what) => Failure::Input(what),
        MeasurementError::Impossible(what) => {
            say(&format!("pathlength: {what}"));
            Failure::No
        }
    })?;
    let date = as_of(&lab);
    if format == Format::Json {
        let dated = DatedAnswer::new(diagnosis, date.as_deref());
        return output.print(&(serde_json::to_string_pretty(&dated)? + "\n"));
    }
    let date = date.map_or_else(String::new, |date| date + "\n");
    output.print(&output.folded(&(as_text(&diagnosis)? + &date)))
}

/// Reads a measurement, which is not always UTF-8; the numbers are ASCII.
fn text(path: &Path) -> Result<String, Failure> {
    Ok(String::from_utf8_lossy(&read(path, MAX_BYTES)?).into_owned())
}

fn symptoms(labs: &LabFiles, path: &Path) -> Result<Vec<Symptom>, Failure> {
    let text = labs.text(path)?;
    let rows = csv::Reader::from_reader(text.as_bytes()).deserialize().collect::<Result<_, _>>();
    rows.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// The ids of the causes whose tests and remedies have been printed.
type PrintedCauses<'a> = BTreeSet<&'a str>;

fn as_text(diagnosis: &Diagnosis) -> Result<String, std::fmt::Error> {
    let (mut out, mut printed) = (String::new(), PrintedCauses::new());
    let both = diagnosis.after.is_some();
    if both {
        writeln!(out, "First measurement\n")?;
    }
    measurement(&mut out, &diagnosis.before, &mut printed)?;
    if let Some(after) = &diagnosis.after {
        writeln!(out, "Second measurement\n")?;
        measurement(&mut out, after, &mut printed)?;
    }
    for comparison in &diagnosis.comparisons {
        writeln!(out, "Compared{}{}\n", if comparison.server.is_empty() { "" } else { ": " }, comparison.server)?;
        for change in &comparison.changes {
            writeln!(out, "  {:<36} {:>10.3} {:>10.3} {}", change.title, change.before, change.after, change.unit)?;
        }
        writeln!(out)?;
        for sentence in &comparison.verdict {
            writeln!(out, "{sentence}")?;
        }
    }
    Ok(out)
}

fn measurement<'a>(
    out: &mut String,
    measurement: &'a Measurement,
    printed: &mut PrintedCauses<'a>,
) -> std::fmt::Result {
    if let Some(found) = &measurement.application {
        application(out, found, printed)?;
    }
    for found in &measurement.servers {
        server(out, found, printed)?;
    }
    for note in &measurement.notes {
        writeln!(out, "{note}\n")?;
    }
    Ok(())
}

fn application<'a>(
    out: &mut String,
    application: &'a Application,
    printed: &mut PrintedCauses<'a>,
) -> std::fmt::Result {
    writeln!(out, "{}\n", application.conclusion)?;
    forecast(out, application.forecast.as_ref())?;
    for counter in &application.counters {
        let delta = counter.delta.map_or_else(|| "-".to_owned(), |delta| delta.to_string());
        let unit = if counter.unit.is_empty() { String::new() } else { format!(" ({})", counter.unit) };
        writeln!(out, "  {delta:>12}  {}{unit}", counter.name)?;
    }
    writeln!(out)?;
    for figure in &application.figures {
        writeln!(out, "  {:<36} {:>10.1} {}", figure.title, figure.value, figure.unit)?;
    }
    writeln!(out)?;
    for note in &application.notes {
        writeln!(out, "{note}")?;
    }
    writeln!(out)?;
    findings(out, &application.findings, printed)
}

fn server<'a>(out: &mut String, server: &'a ServerMeasurement, printed: &mut PrintedCauses<'a>) -> std::fmt::Result {
    writeln!(out, "{} {}: {} requests/s, {} s each", server.name, server.interval, server.rate, server.total_s)?;
    writeln!(out, "\n{}\n", server.conclusion)?;
    forecast(out, server.forecast.as_ref())?;
    parts(out, &server.times, "s")?;
    if let Some(total) = server.utilization {
        writeln!(out, "  {total} % busy")?;
        parts(out, &server.utilizations, "%")?;
    }
    for check in &server.checks {
        writeln!(out, "  holds: {}", check.title)?;
    }
    writeln!(out)?;
    findings(out, &server.findings, printed)
}

fn forecast(out: &mut String, forecast: Option<&CureForecast>) -> std::fmt::Result {
    forecast.map_or(Ok(()), |forecast| writeln!(out, "{}\n", forecast.text))
}

fn parts(out: &mut String, parts: &[Part], unit: &str) -> std::fmt::Result {
    for Part { title, value, share, demand_ms, .. } in parts {
        write!(out, "    {title:<28} {value:>8.3} {unit}  {:>5.1} %", 100.0 * share)?;
        if *demand_ms > 0.0 {
            write!(out, "  {demand_ms:.3} ms per request")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn findings<'a>(out: &mut String, findings: &'a [Finding], printed: &mut PrintedCauses<'a>) -> std::fmt::Result {
    // The causes for which the source has no test, and those for which it has no remedy.
    let mut missing = [("test", Vec::new()), ("remedy", Vec::new())];
    for finding in findings {
        writeln!(out, "{}: {}", finding.symptom, finding.because)?;
        let (new, again): (Vec<&Symptom>, Vec<&Symptom>) =
            finding.rows.iter().partition(|row| printed.insert(row.id.as_str()));
        // Causes for which the source has only a name are printed in one line.
        let (bare, rows): (Vec<&Symptom>, Vec<&Symptom>) = new.into_iter().partition(|row| row.is_bare());
        for row in rows {
            writeln!(out, "  {}", title(row))?;
            for ((name, causes), text) in missing.iter_mut().zip([&row.rule, &row.action]) {
                if text.is_empty() {
                    causes.push(row);
                } else {
                    writeln!(out, "    {:<7} {text}", format!("{name}:"))?;
                }
            }
        }
        if !bare.is_empty() {
            writeln!(out, "  {}: {}", finding.bare, titles(&bare))?;
        }
        if !again.is_empty() {
            writeln!(out, "  As above: {}", titles(&again))?;
        }
        writeln!(out)?;
    }
    for (name, causes) in missing.iter().filter(|(_, causes)| !causes.is_empty()) {
        writeln!(out, "The source gives no {name} for: {}.\n", titles(causes))?;
    }
    Ok(())
}

fn title(row: &Symptom) -> String {
    format!("{} ({})", row.cause, row.id)
}

fn titles(rows: &[&Symptom]) -> String {
    rows.iter().map(|row| title(row)).collect::<Vec<_>>().join("; ")
}
