//! Advice on I/O paths to a disk.

use crate::boundary::{js_error, to_js};
use crate::read::{CompiledLab, Node, compiled_lab};
use js_sys::Error;
use pathlength_disk_path::advice::{Advice, Enquiry, Errors, Published, advise, prepare};
use pathlength_disk_path::{Costs, Model};
use pathlength_lab::path_advice::{PathErrors, published_paths};
use pathlength_lab::{Lab, Table};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// An advisor that ranks the I/O paths of a guest for a workload, with the tables and parameters of a lab.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PathAdvisor {
    model: Model,
    published: Published,
    tables: Vec<Table>,
    errors: PathErrors,
}

/// The ranked I/O paths, and the errors of the model that ranks them.
#[derive(Debug, Serialize, Tsify)]
pub struct Ranking {
    /// The paths, the best first and excluded ones last.
    pub ways: Vec<Advice>,
    /// Median errors of the model; missing if no table contains errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub errors: Option<Errors>,
    /// Number of published values from which the errors are computed.
    pub cells: usize,
}

#[wasm_bindgen]
impl PathAdvisor {
    /// Creates an advisor for a compiled lab.
    ///
    /// # Errors
    /// Throws if the lab cannot be read, and if a parameter is missing or out of range.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // the bindings pass owned values
    pub fn new(lab: Ts<Lab>) -> Result<PathAdvisor, Error> {
        let CompiledLab { tables, parameters, .. } = compiled_lab(&Node::new(lab.js_value(), "lab"))?;
        tables.iter().try_for_each(Table::check_shape).map_err(js_error)?;
        let value = |name: &str| parameters.iter().find(|known| known.name == name).map(|known| known.value);
        let model = Model::new(Costs::new(&value).map_err(js_error)?);
        let published = Published::new(&published_paths(&tables));
        Ok(Self { model, published, tables, errors: PathErrors::default() })
    }

    /// Returns the ids of the tables whose errors count.
    #[wasm_bindgen(getter, js_name = errorTables)]
    pub fn error_tables(&self) -> Vec<String> {
        self.tables.iter().filter(|table| PathErrors::is_counted(table)).map(|table| table.id.clone()).collect()
    }

    /// Adds the errors in a reproduced table, from its column `error`.
    #[wasm_bindgen(js_name = addErrors)]
    pub fn add_errors(&mut self, table: &str, errors: &[f64]) {
        if let Some(table) = self.tables.iter().find(|known| known.id == table) {
            self.errors.add(table, errors);
        }
    }

    /// Runs a slice of the measurements for a request; returns `true` at the end.
    ///
    /// # Errors
    /// Throws if a setting or a weight in the request is invalid.
    #[allow(clippy::needless_pass_by_value)] // the bindings pass owned values
    pub fn prepare(&mut self, enquiry: Ts<Enquiry>) -> Result<bool, Error> {
        prepare(&mut self.model, &enquiry.to_rust().map_err(js_error)?).map_err(js_error)
    }

    /// Returns the ranking. Ranking takes a while if the request has not been prepared. Relative errors in the request
    /// replace the lab's.
    ///
    /// # Errors
    /// Throws as `prepare` does, and if a relative error in the request is invalid.
    #[allow(clippy::needless_pass_by_value)] // the bindings pass owned values
    pub fn advise(&mut self, enquiry: Ts<Enquiry>) -> Result<Ts<Ranking>, Error> {
        let mut enquiry = enquiry.to_rust().map_err(js_error)?;
        let errors = self.errors.medians();
        enquiry.errors = enquiry.errors.or(errors);
        let ways = advise(&mut self.model, &self.published, &enquiry).map_err(js_error)?;
        to_js(&Ranking { ways, errors, cells: self.errors.cells() })
    }
}
