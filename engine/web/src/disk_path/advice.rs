//! Advice on the ways to a disk.

use js_sys::Error;
use crate::boundary::js_error;
use crate::read::{Numbers, numbers};
use pathlength_disk_path::advice::{Advice, Enquiry, Published, PublishedCell, advise, prepare};
use pathlength_disk_path::{Costs, Model};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// Ranks the ways of a guest to a disk for some work, with a lab's printed cells and parameters.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PathAdvisor {
    model: Model,
    published: Published,
}

#[wasm_bindgen]
impl PathAdvisor {
    /// An advisor with a lab's parameters, and with the printed cells of a lab.
    ///
    /// # Errors
    /// If a parameter is missing or out of range, or a cell cannot be read.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn new(parameters: Numbers, cells: Vec<Ts<PublishedCell>>) -> Result<PathAdvisor, Error> {
        let parameters = numbers(parameters, "parameters")?;
        let value = |name: &str| parameters.get(name).copied();
        let model = Model::new(Costs::new(&value).map_err(js_error)?);
        let cells = cells.iter().map(|cell| cell.to_rust().map_err(js_error)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { model, published: Published::new(&cells) })
    }

    /// Does a slice of the measuring that an enquiry needs; `true` when nothing is left to do.
    ///
    /// # Errors
    /// If the enquiry makes no sense.
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn prepare(&mut self, enquiry: Ts<Enquiry>) -> Result<bool, Error> {
        prepare(&mut self.model, &enquiry.to_rust().map_err(js_error)?).map_err(js_error)
    }

    /// All ways, the best first and those that are set aside last. Takes a while unless everything is prepared.
    ///
    /// # Errors
    /// As `prepare`.
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn advise(&mut self, enquiry: Ts<Enquiry>) -> Result<Vec<Ts<Advice>>, Error> {
        let enquiry = enquiry.to_rust().map_err(js_error)?;
        advise(&mut self.model, &self.published, &enquiry)
            .map_err(js_error)?
            .iter()
            .map(|advice| advice.into_ts().map_err(js_error))
            .collect()
    }
}
