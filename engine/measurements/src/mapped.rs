//! Reader of CSV files whose columns a [`Mapping`] explains.

use super::cell::{decimals, half_unit, number};
use super::mapping::{Column, DecimalPoint, Mapping, Requests, Separator, Unit};
use super::notes::Notes;
use super::words::{self, count};
use super::{Flow, FlowKind, Format, Measurements, Observation, PrintedNumber, ReadError};
use csv::StringRecord;
use std::collections::{HashMap, HashSet};

/// Maximum number of rows: more than a day of reports about one device, one per second.
const MAX_ROWS: usize = 400_000;
/// Maximum number of columns that a sentence lists.
const MAX_LISTED: usize = 12;

/// A sum of columns: their positions, and the factor of their unit.
#[derive(Debug)]
struct Source {
    places: Vec<usize>,
    factor: f64,
    /// Maximum number of decimals of the numbers in these columns.
    decimals: i32,
}

/// The columns for one kind of request.
#[derive(Debug)]
struct FlowSources {
    kind: FlowKind,
    rate: Source,
    response_s: Source,
    bytes_per_s: Option<Source>,
    request_bytes: Option<Source>,
}

/// The selected rows below the header, with their line numbers.
struct Table<'m> {
    mapping: &'m Mapping,
    header: StringRecord,
    rows: Vec<(usize, StringRecord)>,
}

/// The columns of a file by their meaning.
#[derive(Debug)]
struct Sources {
    subject: usize,
    time: Option<usize>,
    flows: Vec<FlowSources>,
    in_system: Option<Source>,
    utilization: Option<Source>,
}

/// Reads the text of a CSV file with the mapping of its columns.
///
/// # Errors
/// Returns [`ReadError`] if the mapping contradicts itself or the header, if a row is invalid, or if no row contains
/// all numbers that the mapping names.
pub(crate) fn read(text: &str, mapping: &Mapping) -> Result<Measurements, ReadError> {
    check(mapping)?;
    let mut notes = Notes::default();
    let table = Table::new(text, mapping, &mut notes)?;
    let mut taken = Vec::new();
    let sources = Sources::new(&table, &mut taken)?;
    taken.push("All reports have the same weight in means.".to_owned());
    let observations = observations(&table, &sources, &mut notes)?;
    if observations.is_empty() {
        let notes = notes.into_sentences().join(" ");
        return Err(ReadError::new(format!(
            "no row has all the numbers that the mapping names: change the mapping. {notes}"
        )));
    }
    table.unused().into_iter().for_each(|sentence| notes.push(sentence));
    if sources.in_system.is_none() {
        notes.push(
            "in_system is not mapped: it is computed with Little's law, so the law cannot be checked.".to_owned(),
        );
    }
    if sources.utilization.is_none() {
        notes.push("utilization is not mapped: saturation of a device cannot be detected.".to_owned());
    }
    Ok(Measurements { format: Format::MappedCsv, program: None, taken, notes: notes.into_sentences(), observations })
}

/// Reads the rows; those without a needed value are left out, with a note.
fn observations(table: &Table<'_>, sources: &Sources, notes: &mut Notes) -> Result<Vec<Observation>, ReadError> {
    let (mut observations, mut left_out, mut first) = (Vec::new(), 0, None);
    let (mut times, mut reports, mut seen) = (HashMap::new(), HashMap::<String, usize>::new(), HashSet::new());
    let title = |place: usize| quoted(table.header.get(place).unwrap_or_default());
    for (line, row) in &table.rows {
        let cell = |place: usize| quoted(row.get(place).unwrap_or_default());
        let mut observation = match sources.observe(&Numbers { mapping: table.mapping, row }) {
            Ok(observation) => observation,
            Err(CellError::Negative(place)) => {
                return Err(ReadError::new(format!(
                    "line {line}: {} is negative in column {}: give the file as the tool wrote it",
                    cell(place),
                    title(place)
                )));
            }
            Err(CellError::Missing(place)) => {
                left_out += 1;
                first.get_or_insert_with(|| {
                    format!("the first on line {line}, in column {}: {}", title(place), cell(place))
                });
                continue;
            }
        };
        let report = if let Some(time) = &observation.time {
            let next = times.len() + 1;
            *times.entry(time.clone()).or_insert(next)
        } else {
            let report = reports.entry(observation.subject.clone()).or_default();
            *report += 1;
            *report
        };
        observation.report = Some(report);
        if !seen.insert((observation.subject.clone(), report)) {
            return Err(ReadError::new(format!(
                "line {line} repeats the subject {} at the time {}: select rows with [where], or name the column that \
                 differs as the subject or the time",
                quoted(&observation.subject),
                quoted(&observation.time.unwrap_or_default())
            )));
        }
        observations.push(observation);
    }
    if let Some(first) = first {
        notes.push(format!("Left out: {} without a value, {first}.", count(left_out, "row")));
    }
    Ok(observations)
}

impl Sources {
    /// Finds the columns that the mapping names and adds a sentence about each quantity.
    fn new(table: &Table<'_>, taken: &mut Vec<String>) -> Result<Self, ReadError> {
        let mapping = table.mapping;
        let subject = table.place(&mapping.subject)?;
        taken.push(format!("{}: the device.", quoted(&mapping.subject)));
        let time = mapping.time.as_deref().map(|name| table.place(name)).transpose()?;
        taken.extend(mapping.time.as_ref().map(|name| format!("{}: the report time.", quoted(name))));
        let kinds = [
            (FlowKind::All, "requests", &mapping.all),
            (FlowKind::Read, "reads", &mapping.read),
            (FlowKind::Write, "writes", &mapping.write),
        ];
        let mut flows = Vec::new();
        for (kind, noun, requests) in kinds {
            let Some(Requests { rate, response_time, throughput, request_size }) = requests else { continue };
            let response = format!("response time of {noun}, from queue entry to completion");
            flows.push(FlowSources {
                kind,
                rate: table.source(rate, &format!("completed {noun} per unit of time"), taken)?,
                response_s: table.source(response_time, &response, taken)?,
                bytes_per_s: table.optional(
                    throughput.as_ref(),
                    &format!("bytes transferred by {noun} per unit of time"),
                    taken,
                )?,
                request_bytes: table.optional(request_size.as_ref(), &format!("mean size of {noun}"), taken)?,
            });
        }
        let in_system = "mean number of requests in the device, waiting and in service";
        let in_system = table.optional(mapping.in_system.as_ref(), in_system, taken)?;
        let busy = "share of the time with at least one request in the device";
        let utilization = table.optional(mapping.utilization.as_ref(), busy, taken)?;
        Ok(Self { subject, time, flows, in_system, utilization })
    }

    /// Returns the observation in a row, without the number of its report.
    fn observe(&self, numbers: &Numbers<'_>) -> Result<Observation, CellError> {
        let text = |place: usize| words::name(numbers.row.get(place).unwrap_or_default());
        let subject = Some(text(self.subject)).filter(|name| !name.is_empty());
        Ok(Observation {
            subject: subject.ok_or(CellError::Missing(self.subject))?,
            report: None,
            time: self.time.map(text),
            flows: self.flows.iter().map(|flow| flow.read(numbers)).collect::<Result<_, _>>()?,
            in_system: self.in_system.as_ref().map(|source| numbers.sum(source)).transpose()?,
            utilization: self.utilization.as_ref().map(|source| numbers.sum(source)).transpose()?,
            clients: None,
        })
    }
}

/// Checks the conditions that the types of a mapping cannot express.
fn check(mapping: &Mapping) -> Result<(), ReadError> {
    let separate = mapping.read.is_some() || mapping.write.is_some();
    let wrong = if mapping.all.is_some() && separate {
        "the mapping has [all] and [read] or [write], which would count requests twice: remove [all]"
    } else if mapping.all.is_none() && !separate {
        "the mapping has no requests: give a rate and a response time in [all], or in [read] and [write]"
    } else if mapping.separator == Separator::Comma && mapping.decimal_point == DecimalPoint::Comma {
        "separator and decimal_point are both commas: change one of them"
    } else if mapping.header_line == 0 {
        "header_line is 0, but lines are counted from 1: give the line with the column names"
    } else {
        return Ok(());
    };
    Err(ReadError::new(wrong))
}

impl<'m> Table<'m> {
    fn new(text: &str, mapping: &'m Mapping, notes: &mut Notes) -> Result<Self, ReadError> {
        let skipped = mapping.header_line - 1;
        let start: usize = text.split_inclusive('\n').take(skipped).map(str::len).sum();
        let separator = match mapping.separator {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
        };
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator)
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(&text.as_bytes()[start..]);
        let mut records = reader.records();
        let wrong = |error: csv::Error| ReadError::new(format!("the CSV cannot be read ({error}): check its quotes"));
        let header = records.next().transpose().map_err(wrong)?;
        let header = header.ok_or_else(|| {
            ReadError::new(format!("the file has no line {}: correct header_line", mapping.header_line))
        })?;
        let mut table = Self { mapping, header, rows: Vec::new() };
        let wanted: Vec<(usize, &[String])> = mapping
            .rows
            .iter()
            .map(|(name, texts)| Ok((table.place(name)?, texts.texts())))
            .collect::<Result<_, ReadError>>()?;
        let mut all = 0;
        for record in records {
            let record = record.map_err(wrong)?;
            all += 1;
            if all > MAX_ROWS {
                return Err(ReadError::new(format!("the file has more than {MAX_ROWS} rows: give fewer reports")));
            }
            let is_wanted = |(place, texts): &(usize, &[String])| {
                record.get(*place).is_some_and(|cell| texts.iter().any(|text| text == cell))
            };
            if wanted.iter().all(is_wanted) {
                let line = record.position().map_or(0, |position| position.line() as usize) + skipped;
                table.rows.push((line, record));
            }
        }
        if skipped > 0 {
            notes.push(format!("Skipped: {} above the header.", count(skipped, "line")));
        }
        if !wanted.is_empty() {
            let selected = table.rows.len();
            notes.push(format!(
                "Of {}, the mapping selects {} with [where].",
                count(all, "row"),
                words::number(selected as f64)
            ));
        }
        Ok(table)
    }

    /// Returns the position of a column.
    fn place(&self, name: &str) -> Result<usize, ReadError> {
        let mut places = self.header.iter().enumerate().filter(|(_, title)| *title == name).map(|(place, _)| place);
        match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            (Some(_), Some(_)) => {
                Err(ReadError::new(format!("two columns are called {}: rename one of them in the file", quoted(name))))
            }
            (None, _) => {
                let known = listed(self.header.iter());
                let separated =
                    self.header.len() == 1 && self.header.iter().any(|title| title.contains([';', ',', '\t']));
                let fix = if separated {
                    "correct `separator` in the mapping"
                } else {
                    "correct the column's name or `header_line` in the mapping"
                };
                Err(ReadError::new(format!("no column {}; the file has {known}: {fix}", quoted(name))))
            }
        }
    }

    /// Returns the source of a quantity, after adding a sentence about it.
    fn source<U: Unit>(&self, column: &Column<U>, what: &str, taken: &mut Vec<String>) -> Result<Source, ReadError> {
        let names = column.column.texts();
        if names.is_empty() {
            return Err(ReadError::new(format!("the mapping has no column for the {what}: name one")));
        }
        let places = names.iter().map(|name| self.place(name)).collect::<Result<Vec<_>, _>>()?;
        let cells = || self.rows.iter().flat_map(|(_, row)| places.iter().filter_map(|place| row.get(*place)));
        let decimals = cells().filter_map(|cell| decimals(cell, self.mapping.decimal_point)).max().unwrap_or(0);
        let sum = names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(" + ");
        let half = words::number(half_unit(decimals) * places.len() as f64);
        let unit = column.unit;
        taken.push(format!("{sum} in {unit}: {what}; rounded, so true values differ by {half} or less."));
        Ok(Source { places, factor: unit.factor(), decimals })
    }

    fn optional<U: Unit>(
        &self,
        column: Option<&Column<U>>,
        what: &str,
        taken: &mut Vec<String>,
    ) -> Result<Option<Source>, ReadError> {
        column.map(|column| self.source(column, what, taken)).transpose()
    }

    /// Returns a sentence about the columns that the mapping does not name, if there are any.
    fn unused(&self) -> Option<String> {
        let Mapping { subject, time, rows, all, read, write, in_system, utilization, .. } = self.mapping;
        let mut used: HashSet<&str> = [subject.as_str()].into();
        used.extend(time.as_deref());
        used.extend(rows.keys().map(String::as_str));
        for requests in [all, read, write].into_iter().flatten() {
            let Requests { rate, response_time, throughput, request_size } = requests;
            used.extend(rate.column.texts().iter().chain(response_time.column.texts()).map(String::as_str));
            used.extend(throughput.iter().flat_map(|column| column.column.texts()).map(String::as_str));
            used.extend(request_size.iter().flat_map(|column| column.column.texts()).map(String::as_str));
        }
        used.extend(in_system.iter().flat_map(|column| column.column.texts()).map(String::as_str));
        used.extend(utilization.iter().flat_map(|column| column.column.texts()).map(String::as_str));
        let unused: Vec<&str> = self.header.iter().filter(|title| !used.contains(title)).collect();
        (!unused.is_empty())
            .then(|| format!("Columns that the mapping does not mention: {}.", listed(unused.into_iter())))
    }
}

/// The reason why a cell does not contain a valid number, with the position of its column.
#[derive(Clone, Copy, Debug)]
enum CellError {
    Missing(usize),
    Negative(usize),
}

/// The numbers in a row.
struct Numbers<'r> {
    mapping: &'r Mapping,
    row: &'r StringRecord,
}

impl Numbers<'_> {
    fn sum(&self, source: &Source) -> Result<PrintedNumber, CellError> {
        let mut sum = PrintedNumber::default();
        for &place in &source.places {
            let cell = self.row.get(place).unwrap_or_default();
            let value = number(cell, self.mapping.decimal_point).ok_or(CellError::Missing(place))?;
            if value < 0.0 {
                return Err(CellError::Negative(place));
            }
            sum = sum.plus(PrintedNumber { value, half: half_unit(source.decimals) });
        }
        Ok(sum.scaled(source.factor))
    }
}

impl FlowSources {
    fn read(&self, numbers: &Numbers<'_>) -> Result<Flow, CellError> {
        let optional = |source: &Option<Source>| source.as_ref().map(|source| numbers.sum(source)).transpose();
        Ok(Flow {
            kind: self.kind,
            rate: numbers.sum(&self.rate)?,
            response_s: Some(numbers.sum(&self.response_s)?),
            bytes_per_s: optional(&self.bytes_per_s)?,
            request_bytes: optional(&self.request_bytes)?,
            p99_s: None,
        })
    }
}

fn quoted(name: &str) -> String {
    format!("“{}”", words::name(name))
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names = names.map(quoted);
    let first: Vec<_> = names.by_ref().take(MAX_LISTED).collect();
    let more = names.count();
    if more > 0 { format!("{}, and {more} more", first.join(", ")) } else { first.join(", ") }
}
