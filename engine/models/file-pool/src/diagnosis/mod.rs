//! Diagnosis of a file pool server from measurements, and the effect of a change.
//!
//! A measurement with impossible or contradictory numbers is refused. Any other measurement is broken down into ranked
//! components. It leads to one conclusion, stated with the number on which the conclusion is based. The largest
//! component refers to rows of the table of symptoms. Only a published rule can call a value too high. Two measurements
//! can be compared only if a single change lies between them, because the effects of two changes could not be
//! separated.

mod application;
mod compare;
mod forecast;
mod plausible;
mod server;
mod words;

pub use application::{Application, ApplicationFigure, CounterRow};
pub use compare::{Change, Comparison};
pub use forecast::{CureForecast, Forecaster, PublishedServer, ThreadDemand};
pub use server::{Check, Part, ServerMeasurement};

use super::planning::Rules;
pub use super::report::MeasurementError;
use super::report::{Counters, Report, read};
use pathlength_model::ModelError;
use serde::{Deserialize, Serialize};

/// A row of the table of symptoms. A field is empty if the sources do not contain its value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct Symptom {
    /// Name of the row.
    pub id: String,
    /// The measured component that shows the symptom.
    pub component: String,
    /// Name of the symptom in the book.
    pub symptom: String,
    /// Possible cause.
    pub cause: String,
    /// Page in the book.
    pub page: String,
    /// The measured component that an action against the cause changes.
    pub aims_at: String,
    /// Rule that confirms the cause.
    pub rule: String,
    /// Remedy.
    pub action: String,
    /// Source of the rule and the action.
    pub source: String,
}

impl Symptom {
    /// Returns whether the sources contain neither a rule nor an action for this row.
    pub const fn is_bare(&self) -> bool {
        self.rule.is_empty() && self.action.is_empty()
    }

    /// Returns the cause and the remedy as a sentence.
    fn advice(&self) -> String {
        if self.action.is_empty() {
            format!("“{}”. The source gives no remedy", self.cause)
        } else {
            format!("“{}”: {}", self.cause, self.action)
        }
    }
}

/// A request for a diagnosis.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct DiagnosisEnquiry {
    /// The first measurement, or the counters from before an application's run.
    pub before: String,
    /// The second measurement, or the counters from after the application's run.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub after: Option<String>,
    /// The change between the measurements: the id of a row of the table of symptoms; at most one id.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub changed: Vec<String>,
    /// Application elapsed time in seconds. Defaults to the elapsed time in the text.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub elapsed_s: Option<f64>,
    /// Average response times of users in both measurements, in seconds.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional, type = "[number, number]"))]
    pub response_s: Option<[f64; 2]>,
}

/// The analysis of one measurement.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Measurement {
    /// The analysis of counters.
    #[cfg_attr(feature = "typescript", tsify(type = "Application | null"))]
    pub application: Option<Application>,
    /// The analysis of each server in a report.
    pub servers: Vec<ServerMeasurement>,
    /// Notes on the text.
    pub notes: Vec<String>,
}

/// A symptom to which a measured component points.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Finding {
    /// Name of the symptom in the book.
    pub symptom: String,
    /// The evidence in the measurement, as a sentence.
    pub because: String,
    /// Whether the conclusion is based on this symptom.
    pub first: bool,
    /// Share of the time that the symptom explains, from 0 to 1; the findings after the first are sorted by this share.
    /// `None` for a rule about a quantity that is not a time.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub share: Option<f64>,
    /// A heading for the rows for which the sources contain neither a rule nor an action; empty if there are no such
    /// rows.
    pub bare: String,
    /// The rows of the table for the measured component, those with a rule or an action first.
    pub rows: Vec<Symptom>,
}

/// A diagnosis.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Diagnosis {
    /// The first measurement.
    pub before: Measurement,
    /// The second measurement.
    #[cfg_attr(feature = "typescript", tsify(type = "Measurement | null"))]
    pub after: Option<Measurement>,
    /// The change between the measurements.
    #[cfg_attr(feature = "typescript", tsify(type = "Symptom | null"))]
    pub changed: Option<Symptom>,
    /// The comparisons of the two measurements, one per server; a single one for counters.
    pub comparisons: Vec<Comparison>,
}

/// Diagnoses the measurements in an enquiry. `symptoms` is the table of symptoms; `rules` are the published rules.
/// The effects of remedies are forecast if there is a `forecaster`.
///
/// # Errors
/// Returns [`MeasurementError`] if a text cannot be read, a number is impossible or contradicts another, or the
/// measurements cannot be compared. Also returns it if the change is unknown, or if there is more than one change.
pub fn diagnose(
    enquiry: &DiagnosisEnquiry,
    symptoms: &[Symptom],
    rules: &Rules,
    forecaster: Option<&Forecaster>,
) -> Result<Diagnosis, MeasurementError> {
    let changed = changed(&enquiry.changed, symptoms)?;
    for (name, time) in [("elapsed time", enquiry.elapsed_s)]
        .into_iter()
        .chain(enquiry.response_s.iter().flatten().map(|time| ("response time", Some(*time))))
    {
        if time.is_some_and(|time| !(time > 0.0 && time.is_finite())) {
            return Err(ModelError::new(format!("the {name} must be a number of seconds above 0")).into());
        }
    }
    let mut texts = vec![in_text("first", read(&enquiry.before))?];
    if let Some(after) = &enquiry.after {
        texts.push(in_text("second", read(after))?);
    }
    // Counters from before and after an application's run are one measurement.
    if let [Report::Counters(first), Report::Counters(second)] =
        &texts.iter().map(|text| &text.report).collect::<Vec<_>>()[..]
        && first.is_snapshot()
        && second.is_snapshot()
    {
        let joined = Report::Counters(Counters::clone(first).joined(second)?);
        texts[0].report = joined;
        texts[0].unused += texts[1].unused;
        texts.truncate(1);
    }
    let mut measurements = Vec::with_capacity(2);
    for (text, which) in texts.iter().zip(["first", "second"]) {
        let measured = measurement(&text.report, text.unused, enquiry.elapsed_s, symptoms, rules, forecaster);
        measurements.push(in_text(which, measured)?);
    }
    let mut measurements = measurements.into_iter();
    let before = measurements.next().unwrap_or_default();
    let after = measurements.next();
    let comparisons = match &after {
        Some(after) => compare::compare(&before, after, changed.as_ref(), enquiry.response_s)?,
        None => Vec::new(),
    };
    Ok(Diagnosis { before, after, changed, comparisons })
}

fn in_text<T>(which: &str, read: Result<T, MeasurementError>) -> Result<T, MeasurementError> {
    read.map_err(|error| error.with_context(&format!("{which} measurement")))
}

/// Returns the change between the measurements; `None` if no change was given.
fn changed(ids: &[String], symptoms: &[Symptom]) -> Result<Option<Symptom>, ModelError> {
    match ids {
        [] => Ok(None),
        [id] => symptoms.iter().find(|row| row.id == *id).cloned().map(Some).ok_or_else(|| {
            let known: Vec<_> = symptoms.iter().map(|row| row.id.as_str()).collect();
            ModelError::new(format!("unknown action “{id}”: choose one of {}", known.join(", ")))
        }),
        _ => Err(ModelError::new(
            "change one thing and measure again before you make another change: if two changes have opposite \
             effects, neither seems worthwhile",
        )),
    }
}

fn measurement(
    report: &Report,
    unused: u32,
    elapsed_s: Option<f64>,
    symptoms: &[Symptom],
    rules: &Rules,
    forecaster: Option<&Forecaster>,
) -> Result<Measurement, MeasurementError> {
    let mut measurement = Measurement::default();
    match report {
        Report::Counters(counters) if counters.is_snapshot() => {
            return Err(ModelError::new(
                "the counters are from only one moment: add the same counters, taken after the application’s run, \
                 below them or as the second text",
            )
            .into());
        }
        Report::Counters(counters) => {
            measurement.application = Some(application::look(counters, elapsed_s, symptoms, rules)?);
        }
        Report::Servers(servers) => {
            let servers = servers.iter().map(|server| server::look(server, symptoms, rules, forecaster));
            measurement.servers = servers.collect::<Result<_, _>>()?;
        }
    }
    if unused > 0 {
        measurement.notes.push(if unused == 1 {
            "1 line was not used: it is neither a counter nor a row of a report.".to_owned()
        } else {
            format!("{unused} lines were not used: they are neither counters nor rows of a report.")
        });
    }
    Ok(measurement)
}

/// Returns the heading for the rows with neither a rule nor an action.
fn bare_heading(rows: &[Symptom]) -> String {
    match rows.iter().filter(|row| row.is_bare()).count() {
        0 => String::new(),
        1 => "For 1 cause, the source gives neither a test nor a remedy".to_owned(),
        count => format!("For {count} causes, the source gives neither a test nor a remedy"),
    }
}

/// Returns the rows of the table for a component, those with a rule or an action first.
fn rows_of(component: &str, symptoms: &[Symptom]) -> Vec<Symptom> {
    let mut rows: Vec<Symptom> = symptoms.iter().filter(|row| row.component == component).cloned().collect();
    rows.sort_by_key(Symptom::is_bare);
    rows
}
