//! Changes to a lab for a fit that differs from the lab's own fit: other parameters and other cells.

use super::targets::{Targets, fit_cells, groups};
use crate::expression::unknown_name;
use crate::{Key, Lab, Role, RoleRule, Table};
use pathlength_model::{ModelError, Provenance};

fn parameter<'l>(lab: &'l mut Lab, name: &str) -> Result<&'l mut pathlength_model::Parameter, ModelError> {
    if !lab.parameters.contains_key(name) {
        return Err(ModelError::new(unknown_name("parameter", name, lab.parameters.keys().map(String::as_str))));
    }
    Ok(lab.parameters.get_mut(name).expect("a known parameter"))
}

/// Removes a parameter from every fit; its value is `value`, or the stored one.
///
/// # Errors
/// Returns [`ModelError`] if the lab has no such parameter.
pub fn fix_parameter(lab: &mut Lab, name: &str, value: Option<f64>) -> Result<(), ModelError> {
    let parameter = parameter(lab, name)?;
    parameter.value = value.unwrap_or(parameter.value);
    if parameter.provenance == Provenance::Fitted {
        parameter.provenance = Provenance::Assumed;
        parameter.fitted_on.clear();
    }
    Ok(())
}

/// Fits a parameter that the lab does not fit, from its stored value, together with the first group of parameters whose
/// cells depend on it.
///
/// # Errors
/// Returns [`ModelError`] if the lab has no such parameter or already fits it, its value is not greater than
/// 0, or no fitted cell depends on it.
pub fn free_parameter(lab: &mut Lab, name: &str) -> Result<(), ModelError> {
    let known = parameter(lab, name)?;
    let value = known.value;
    let wrong = |what: &str| Err(ModelError::new(format!("parameter {name} {what}")));
    if known.provenance == Provenance::Fitted {
        return wrong("is already fitted: remove it from --free");
    }
    if !(value > 0.0 && value.is_finite()) {
        return wrong("cannot be fitted, because its value is not greater than 0: give a larger one with --fix");
    }
    let mut model = lab.open()?;
    let mut joined = None;
    for group in groups(lab)? {
        let targets = Targets::new(lab, fit_cells(lab, &group.tables)?);
        // The factors are large because some effects are steps, and some values are counts, which change by whole
        // numbers.
        let mut answers = [1.0, 1.5, 0.5].map(|factor| {
            let moved = |other: &str| if other == name { Some(factor * value) } else { lab.value(other) };
            model.set_parameters(&moved).and_then(|()| targets.evaluate(&mut model)).ok()
        });
        let before = answers[0].take();
        if before.is_some() && answers[1..].iter().any(|after| after.is_some() && *after != before) {
            joined = Some(group.tables);
            break;
        }
    }
    let Some(tables) = joined else {
        return wrong("cannot be fitted, because it affects no cell in the fit: remove it from --free");
    };
    let parameter = parameter(lab, name)?;
    parameter.provenance = Provenance::Fitted;
    parameter.start = Some(value);
    parameter.fitted_on = tables;
    Ok(())
}

/// Returns the table with this id.
fn table<'l>(lab: &'l mut Lab, id: &str) -> Result<&'l mut Table, ModelError> {
    let Some(at) = lab.tables.iter().position(|known| known.id == id) else {
        return Err(ModelError::new(unknown_name("table", id, lab.tables.iter().map(|table| table.id.as_str()))));
    };
    Ok(&mut lab.tables[at])
}

/// Returns the position of a row.
fn row_of(table: &Table, row: &str) -> Result<usize, ModelError> {
    let keys: Vec<String> = table.rows.iter().map(Key::to_string).collect();
    keys.iter().position(|key| key == row).ok_or_else(|| {
        ModelError::new(unknown_name(&format!("row of {} called", table.id), row, keys.iter().map(String::as_str)))
    })
}

/// Returns the position of a column.
fn column_of(table: &Table, name: &str) -> Result<usize, ModelError> {
    table.fields.iter().position(|known| known.name == name).ok_or_else(|| {
        let names = table.fields.iter().map(|known| known.name.as_str());
        ModelError::new(unknown_name(&format!("column of {} called", table.id), name, names))
    })
}

/// Replaces the published value of a cell, for instance with a reader's own measurement. The cell keeps its role.
///
/// # Errors
/// Returns [`ModelError`] if the table, row, or column is unknown, or if the value is not greater than 0: errors are
/// relative to it.
pub fn set_value(lab: &mut Lab, table_id: &str, row: &str, column: &str, value: f64) -> Result<(), ModelError> {
    let table = table(lab, table_id)?;
    let (row, column) = (row_of(table, row)?, column_of(table, column)?);
    if !(value > 0.0 && value.is_finite()) {
        return Err(ModelError::new(format!("a value of table {table_id} is {value}: give a value greater than 0")));
    }
    table.cells[row][column] = Some(value.into());
    // The printed digits no longer apply, because the new value is not from the source.
    let at = row * table.fields.len() + column;
    if let Some(text) = table.printed.get_mut(at) {
        text.clear();
    }
    if let Some(half) = table.half_digits.get_mut(at) {
        *half = 0.0;
    }
    Ok(())
}

/// Assigns a role to cells: those in a table, in one of its rows, or in one of its columns (with `*` for the row), or a
/// single cell.
///
/// # Errors
/// Returns [`ModelError`] if the table, row, or column is unknown.
pub fn set_role(
    lab: &mut Lab,
    table: &str,
    row: Option<&str>,
    field: Option<&str>,
    role: Role,
) -> Result<(), ModelError> {
    let found = self::table(lab, table)?;
    let rows = match row.filter(|row| *row != "*") {
        None => Vec::new(),
        Some(row) => vec![found.rows[row_of(found, row)?].clone()],
    };
    let fields = match field.filter(|field| *field != "*") {
        None => Vec::new(),
        Some(field) => vec![found.fields[column_of(found, field)?].name.clone()],
    };
    found.roles.push(RoleRule { rows, fields, role, because: None, from: None });
    Ok(())
}
