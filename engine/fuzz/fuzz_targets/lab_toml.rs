//! Lab files with any contents are read or rejected; writing a lab and reading it again changes nothing.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pathlength_lab::{Key, Lab, PublishedCell, Table};
use pathlength_model::Parameters;
use pathlength_zfs::directory::ptest::Scenario;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../labs/zfs-directories/data/v2r1-ptestdl.toml");
const PARAMETERS: &str = include_str!("../../../labs/zfs-directories/parameters.toml");

/// A replacement of some characters of the text.
#[derive(Arbitrary, Debug)]
struct Edit<'a> {
    at: u16,
    take: u8,
    put: &'a str,
}

/// Edits to one of the two files, and the rows and cells of the table.
#[derive(Arbitrary, Debug)]
struct Input<'a> {
    table: bool,
    edits: Vec<Edit<'a>>,
    rows: Vec<Result<f64, String>>,
    cells: Vec<Vec<Option<f64>>>,
}

/// The lab, reduced to two columns because parsing takes most of the time.
static LAB: LazyLock<Lab> = LazyLock::new(|| Lab {
    model: "directory".to_owned(),
    tables: vec![toml::from_str(&short_table()).expect("a table")],
    parameters: toml::from_str(PARAMETERS).expect("parameters"),
    ..Lab::default()
});

fn short_table() -> String {
    TABLE.split("[[fields]]").take(3).collect::<Vec<_>>().join("[[fields]]")
}

fn edited(text: &str, edits: &[Edit<'_>]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for edit in edits {
        let at = usize::from(edit.at) % (text.len() + 1);
        let to = (at + usize::from(edit.take)).min(text.len());
        text.splice(at..to, edit.put.chars());
    }
    text.into_iter().collect()
}

fuzz_target!(|input: Input<'_>| {
    let mut lab = LAB.clone();
    if input.table {
        let Ok(table) = toml::from_str::<Table>(&edited(&short_table(), &input.edits)) else { return };
        lab.tables = vec![table];
    } else {
        let Ok(parameters) = toml::from_str::<Parameters>(&edited(PARAMETERS, &input.edits)) else { return };
        lab.parameters = parameters;
    }
    let keys = input.rows.into_iter().map(|row| row.map_or_else(Key::Word, Key::Number));
    let cells = input.cells.into_iter().map(|row| row.into_iter().map(|cell| cell.map(PublishedCell::Value)).collect());
    (lab.tables[0].rows, lab.tables[0].cells) = (keys.collect(), cells.collect());
    let fits = lab.check();
    let table = &lab.tables[0];
    if table.check().is_ok() {
        for row in 0..table.rows.len() {
            for field in 0..table.fields.len() {
                table.role(row, field);
                let _ = Scenario::from_settings(&table.scenario(row, field));
            }
        }
    }
    // JSON cannot represent numbers that are not finite.
    let json = serde_json::to_string(&lab).expect("plain data");
    if let Ok(again) = serde_json::from_str::<Lab>(&json) {
        assert_eq!(serde_json::to_string(&again).expect("plain data"), json);
        assert!(fits.is_err() || again.check().is_ok());
    }
});
