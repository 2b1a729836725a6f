//! `pathlength labs`: the labs and their tables.

use super::sheet::Sheet;
use super::{Failure, Format, OutputOption};
use pathlength_lab::{Lab, Source, Table};
use pathlength_lab_files::{LabFiles, load};
use serde::Serialize;
use std::fmt::Write as _;

/// A lab in the JSON of `pathlength labs`.
#[derive(Serialize)]
struct ListedLab {
    id: String,
    title: String,
    model: String,
    hash: String,
    tables: Vec<ListedTable>,
}

#[derive(Serialize)]
struct ListedTable {
    id: String,
    title: String,
}

/// Runs `pathlength labs`.
pub(crate) fn list(labs: &LabFiles, format: Format, output: &OutputOption) -> Result<(), Failure> {
    let mut all = Vec::new();
    for id in labs.ids()? {
        let Lab { title, model, tables, .. } = load(labs, &id)?;
        let tables = tables.into_iter().map(|Table { id, title, .. }| ListedTable { id, title }).collect();
        all.push(ListedLab { hash: labs.hash(&id)?, id, title, model, tables });
    }
    match format {
        Format::Json => output.print(&(serde_json::to_string_pretty(&all)? + "\n")),
        Format::Text => {
            let mut out = String::new();
            for lab in &all {
                writeln!(out, "{}: {}", lab.id, lab.title)?;
                for table in &lab.tables {
                    writeln!(out, "  {}: {}", table.id, table.title)?;
                }
            }
            output.print(&out)
        }
        Format::Csv | Format::Markdown => {
            let mut sheet = Sheet::new(["lab", "title", "model", "hash", "table", "table_title"]);
            for ListedLab { id, title, model, hash, tables } in &all {
                for table in tables {
                    sheet.push([id, title, model, hash, &table.id, &table.title].map(|text| text.as_str().into()));
                }
            }
            output.print(&sheet.as_format(format))
        }
    }
}

/// An answer with the date of the source behind it.
#[derive(Debug, Serialize)]
pub(crate) struct DatedAnswer<'l, T> {
    #[serde(flatten)]
    pub(crate) answer: T,
    /// The source, its date, and later changes, in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_of: Option<&'l str>,
}

impl<'l, T> DatedAnswer<'l, T> {
    /// Adds a sentence about the source's date.
    pub(crate) fn new(answer: T, as_of: Option<&'l str>) -> Self {
        Self { answer, as_of }
    }
}

/// Returns the sentence about the date of the source behind a lab's advice.
pub(crate) fn as_of(lab: &Lab) -> Option<String> {
    lab.advice.as_ref().and_then(Source::as_of)
}
