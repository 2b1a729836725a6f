//! The planner. The caller passes the text in chunks and performs the measurements in slices.

use crate::boundary::{js_error, parse_word, to_js};
use crate::read::{CompiledLab, Node, compiled_lab};
use js_sys::Error;
use pathlength_lab::{Lab, Table, published_lookups};
use pathlength_zfs::aggregate::plan::{PlanRequest, Planner, Report, SpaceUnit};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// A plan in progress.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PlanView(Planner);

#[wasm_bindgen]
impl PlanView {
    /// Starts a plan with the parameters and published lookups of a compiled lab. `machine` and `plex` are words from
    /// the lab's settings. `conversion_rate` is the user's conversion rate in names per second; `unit_bytes` is the
    /// declared unit of `df`.
    ///
    /// # Errors
    /// Throws if the lab cannot be read, if a parameter is missing, if the machine, system, or unit is unknown, or if
    /// the rate is not positive.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // the bindings pass owned values
    pub fn new(
        lab: Ts<Lab>,
        machine: &str,
        plex: &str,
        conversion_rate: Option<f64>,
        unit_bytes: Option<u32>,
    ) -> Result<PlanView, Error> {
        let (machine, plex) = (parse_word(machine, "machine")?, parse_word(plex, "system")?);
        let CompiledLab { tables, parameters, .. } = compiled_lab(&Node::new(lab.js_value(), "lab"))?;
        tables.iter().try_for_each(Table::check_shape).map_err(js_error)?;
        let value = |name: &str| parameters.iter().find(|known| known.name == name).map(|known| known.value);
        let published = published_lookups(&tables).map_err(js_error)?;
        let unit = unit_bytes
            .map(|bytes| {
                SpaceUnit::of_bytes(bytes)
                    .ok_or_else(|| Error::new("df prints sizes in units of 512 or 1024 bytes: give 512 or 1024"))
            })
            .transpose()?;
        Planner::new(&value, &published, PlanRequest { machine, plex, conversion_rate, unit }).map(Self).map_err(js_error)
    }

    /// Reads the next bytes of the text.
    ///
    /// # Errors
    /// Throws if a line is too long, or if the beginning of the text is invalid or of an unknown format.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.0.read(bytes).map_err(js_error)
    }

    /// Finishes reading the text.
    ///
    /// # Errors
    /// Throws the errors of `read`, and if the text is empty, a unit is unknown, or most lines are invalid.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.0.finish().map_err(js_error)
    }

    /// Performs a slice of the measurements; returns `true` when they are complete.
    ///
    /// # Errors
    /// Never throws in practice: all sizes can be measured.
    pub fn prepare(&mut self) -> Result<bool, Error> {
        self.0.prepare().map_err(js_error)
    }

    /// Returns the report, with up to `most` individual directories.
    ///
    /// # Errors
    /// Never throws in practice: the result is plain data.
    pub fn report(&mut self, most: u32) -> Result<Ts<Report<'static>>, Error> {
        let report = to_js(&self.0.report(most as usize).map_err(js_error)?)?;
        // The result no longer refers to the planner.
        Ok(Ts::new_unchecked(report.into()))
    }

    /// Returns the complete plan as CSV, as the command prints it.
    ///
    /// # Errors
    /// Throws the errors of `prepare`.
    pub fn csv(&mut self) -> Result<String, Error> {
        let mut csv = Vec::new();
        self.0.report(usize::MAX).map_err(js_error)?.csv(&mut csv).map_err(js_error)?;
        String::from_utf8(csv).map_err(js_error)
    }
}
