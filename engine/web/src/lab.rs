//! An open lab with its model.

use crate::boundary::js_error;
use crate::read::{CompiledLab, Node, Scenario, compiled_lab, scenario as settings_of};
use js_sys::Error;
use pathlength_lab::{self as lab, Lab, Table};
use pathlength_model::{Model, Term, WordEnum};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// An open lab and its model.
#[wasm_bindgen]
#[derive(Debug)]
pub struct OpenLab {
    lab: CompiledLab,
    model: Box<dyn Model>,
}

#[wasm_bindgen]
impl OpenLab {
    /// Opens a compiled lab.
    ///
    /// # Errors
    /// Throws if the lab's tables or parameters do not match each other or the model.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
    pub fn new(lab: Ts<Lab>) -> Result<OpenLab, Error> {
        let lab = compiled_lab(&Node::new(lab.js_value(), "lab"))?;
        lab.tables.iter().try_for_each(Table::check_shape).map_err(js_error)?;
        let model = lab.open_model().map_err(js_error)?;
        Ok(Self { lab, model })
    }

    /// Sets the named parameters to these values, and all others to the lab's values.
    ///
    /// # Errors
    /// Throws if the model refuses a value.
    #[wasm_bindgen(js_name = setParameters)]
    pub fn set_parameters(&mut self, values: Scenario) -> Result<(), Error> {
        let given = settings_of(values)?;
        let value = |name: &str| given.number(name).ok().or_else(|| self.lab.value(name));
        self.model.set_parameters(&value).map_err(js_error)
    }

    /// Returns the number of cells of a table, including empty ones.
    ///
    /// # Errors
    /// Throws if there is no such table.
    pub fn cells(&self, table: &str) -> Result<u32, Error> {
        let table = table_of(&self.lab, table)?;
        Ok((table.rows.len() * table.fields.len()) as u32)
    }

    /// Performs a slice of the measurements for cell `at` of a table; returns `true` when they are complete.
    ///
    /// # Errors
    /// Throws if there is no such table or cell, and if the model does not know the cell's scenario.
    #[wasm_bindgen(js_name = prepareCell)]
    pub fn prepare_cell(&mut self, table: &str, at: u32) -> Result<bool, Error> {
        let table = table_of(&self.lab, table)?;
        let columns = table.fields.len().max(1);
        let (row, field) = (at as usize / columns, at as usize % columns);
        if row >= table.rows.len() {
            return Err(Error::new(&format!("table {} has no cell {at}", table.id)));
        }
        if table.output(row, field).is_none() {
            return Ok(true);
        }
        self.model.prepare(&table.scenario(row, field)).map_err(js_error)
    }

    /// Computes a table; the call takes a while unless every cell has been prepared.
    ///
    /// # Errors
    /// Throws the errors of `prepareCell`.
    pub fn reproduce(&mut self, table: &str) -> Result<ReproducedTable, Error> {
        lab::compute(table_of(&self.lab, table)?, &mut self.model).map(ReproducedTable).map_err(js_error)
    }

    /// Performs a slice of the measurements for a scenario; returns `true` when they are complete.
    ///
    /// # Errors
    /// Throws if the model does not know the scenario.
    pub fn prepare(&mut self, scenario: Scenario) -> Result<bool, Error> {
        self.model.prepare(&settings_of(scenario)?).map_err(js_error)
    }

    /// Returns the named outputs of a scenario, in the given order.
    ///
    /// # Errors
    /// Throws the errors of `prepare`, and if there is no such output.
    #[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
    pub fn evaluate(&mut self, scenario: Scenario, outputs: Vec<String>) -> Result<Vec<f64>, Error> {
        let evaluation = self.model.evaluate(&settings_of(scenario)?).map_err(js_error)?;
        outputs.iter().map(|output| evaluation.output(output).map_err(js_error)).collect()
    }

    /// Returns the terms of a scenario's output.
    ///
    /// # Errors
    /// Throws the errors of `evaluate`.
    pub fn explain(&mut self, scenario: Scenario, output: &str) -> Result<Terms, Error> {
        let evaluation = self.model.evaluate(&settings_of(scenario)?).map_err(js_error)?;
        evaluation.terms_of(output).map(Terms).map_err(js_error)
    }
}

fn table_of<'a>(lab: &'a CompiledLab, id: &str) -> Result<&'a Table, Error> {
    let table = lab.tables.iter().find(|table| table.id == id);
    table.ok_or_else(|| Error::new(&["the lab has no table \"", id, "\""].concat()))
}

/// The terms of an output, as columns.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Terms(Vec<Term>);

#[wasm_bindgen]
impl Terms {
    /// Returns one of the columns. Not inlined, so that the module contains the code only once.
    #[inline(never)]
    fn column(&self, value: fn(&Term) -> f64) -> Vec<f64> {
        self.0.iter().map(value).collect()
    }

    /// Returns the title of each term's operation.
    #[wasm_bindgen(getter)]
    pub fn titles(&self) -> Vec<String> {
        self.0.iter().map(|term| term.title.clone()).collect()
    }

    /// Returns the place where each term's work is done.
    #[wasm_bindgen(getter)]
    pub fn places(&self) -> Vec<String> {
        self.0.iter().map(|term| term.place.to_owned()).collect()
    }

    /// Returns the number of occurrences of each operation.
    #[wasm_bindgen(getter)]
    pub fn counts(&self) -> Vec<f64> {
        self.column(|term| term.count)
    }

    /// Returns the cost of one operation in each term, in microseconds.
    #[wasm_bindgen(getter)]
    pub fn costs(&self) -> Vec<f64> {
        self.column(|term| term.cost_us)
    }

    /// Returns the total cost of each term, in microseconds.
    #[wasm_bindgen(getter)]
    pub fn times(&self) -> Vec<f64> {
        self.column(|term| term.time_us)
    }
}

/// A reproduced table: columns with one value per cell, row by row; missing values are NaN.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ReproducedTable(Vec<lab::Cell>);

#[wasm_bindgen]
impl ReproducedTable {
    /// Returns one of the columns. Not inlined, so that the module contains the code only once.
    #[inline(never)]
    fn column(&self, value: fn(&lab::Cell) -> Option<f64>) -> Vec<f64> {
        self.0.iter().map(|cell| value(cell).unwrap_or(f64::NAN)).collect()
    }

    /// Returns the published values to compare with.
    #[wasm_bindgen(getter)]
    pub fn published(&self) -> Vec<f64> {
        self.column(|cell| cell.published)
    }

    /// Returns the model's values.
    #[wasm_bindgen(getter)]
    pub fn model(&self) -> Vec<f64> {
        self.column(|cell| Some(cell.model))
    }

    /// Returns the half-widths of the 95 % confidence intervals of the model's values.
    #[wasm_bindgen(getter, js_name = halfWidth)]
    pub fn half_width(&self) -> Vec<f64> {
        self.column(|cell| cell.half_width)
    }

    /// Returns the relative errors: 0.03 means 3 % too high.
    #[wasm_bindgen(getter)]
    pub fn error(&self) -> Vec<f64> {
        self.column(|cell| cell.error)
    }

    /// Returns the role of each cell, as an index.
    #[wasm_bindgen(getter)]
    pub fn role(&self) -> Vec<u8> {
        self.0.iter().map(|cell| cell.role.index()).collect()
    }
}
