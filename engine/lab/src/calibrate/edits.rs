//! Changes of a lab for a fit that differs from its own: other parameters, other cells.

use super::targets::{Targets, fit_cells, groups};
use crate::expression::unknown_name;
use crate::{Key, Lab, Role, RoleRule};
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
/// Returns [`ModelError`] if the lab has no such parameter or fits it already, if its value is not greater than 0, or
/// if no fitted cell depends on it.
pub fn free_parameter(lab: &mut Lab, name: &str) -> Result<(), ModelError> {
    let known = parameter(lab, name)?;
    let value = known.value;
    let wrong = |what: &str| Err(ModelError::new(format!("parameter {name} {what}")));
    if known.provenance == Provenance::Fitted {
        return wrong("is fitted already: remove --free for it");
    }
    if !(value > 0.0 && value.is_finite()) {
        return wrong("cannot be fitted from its value: give a value greater than 0 with --fix NAME=VALUE");
    }
    let mut model = lab.open()?;
    let mut joined = None;
    for group in groups(lab)? {
        let targets = Targets::new(lab, fit_cells(lab, &group.tables)?);
        // Some effects are steps; some values are counts, whose next value is a whole number away.
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
        return wrong("cannot be fitted: no cell of role fit depends on it");
    };
    let parameter = parameter(lab, name)?;
    parameter.provenance = Provenance::Fitted;
    parameter.start = Some(value);
    parameter.fitted_on = tables;
    Ok(())
}

/// Gives cells a role: those of a table, of one of its rows, of one of its columns (with `*` for the row), or one cell.
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
    let ids: Vec<String> = lab.tables.iter().map(|table| table.id.clone()).collect();
    let Some(found) = lab.tables.iter_mut().find(|known| known.id == table) else {
        return Err(ModelError::new(unknown_name("table", table, ids.iter().map(String::as_str))));
    };
    let rows = match row.filter(|row| *row != "*") {
        None => Vec::new(),
        Some(row) => {
            let keys: Vec<String> = found.rows.iter().map(Key::to_string).collect();
            let Some(at) = keys.iter().position(|key| key == row) else {
                let names = keys.iter().map(String::as_str);
                return Err(ModelError::new(unknown_name(&format!("row of {table} called"), row, names)));
            };
            vec![found.rows[at].clone()]
        }
    };
    let fields = match field.filter(|field| *field != "*") {
        None => Vec::new(),
        Some(field) if found.fields.iter().any(|known| known.name == field) => vec![field.to_owned()],
        Some(field) => {
            let names = found.fields.iter().map(|known| known.name.as_str());
            return Err(ModelError::new(unknown_name(&format!("column of {table} called"), field, names)));
        }
    };
    found.roles.push(RoleRule { rows, fields, role, because: None, from: None });
    Ok(())
}
