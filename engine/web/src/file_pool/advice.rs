//! Diagnosis and planning for a file pool server.

use js_sys::Error;
use crate::boundary::js_error;
use crate::read::{CompiledLab, Node, compiled_lab};
use pathlength_file_pool::diagnosis::{Diagnosis, DiagnosisEnquiry, Forecaster, Symptom, diagnose};
use pathlength_file_pool::planning::{Plan, PlanningQuestion, Rules, plan};
use pathlength_lab::{Lab, Table, published_servers};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// An advisor on file pool servers, with a lab's parameters and table of symptoms.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FilePoolAdvisor {
    rules: Rules,
    symptoms: Vec<Symptom>,
    forecaster: Forecaster,
}

#[wasm_bindgen]
impl FilePoolAdvisor {
    /// Creates an advisor with the parameters and published servers of a compiled lab, and a table of symptoms.
    ///
    /// # Errors
    /// Throws if the lab cannot be read, a parameter is missing or out of range, or a symptom cannot be read.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
    pub fn new(lab: Ts<Lab>, symptoms: Vec<Ts<Symptom>>) -> Result<FilePoolAdvisor, Error> {
        let CompiledLab { tables, parameters, .. } = compiled_lab(&Node::new(lab.js_value(), "lab"))?;
        tables.iter().try_for_each(Table::check_shape).map_err(js_error)?;
        let value = |name: &str| parameters.iter().find(|known| known.name == name).map(|known| known.value);
        let forecaster = Forecaster::new(&value, &published_servers(&tables)).map_err(js_error)?;
        let rules = Rules::new(&value).map_err(js_error)?;
        let symptoms = symptoms.iter().map(|row| row.to_rust().map_err(js_error)).collect::<Result<_, _>>()?;
        Ok(Self { rules, symptoms, forecaster })
    }

    /// Diagnoses measurements.
    ///
    /// # Errors
    /// Throws if a measurement is invalid, if the measurements cannot be compared, and for an unknown change or several
    /// changes.
    #[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
    pub fn diagnose(&self, enquiry: Ts<DiagnosisEnquiry>) -> Result<Ts<Diagnosis>, Error> {
        let enquiry = enquiry.to_rust().map_err(js_error)?;
        let diagnosis = diagnose(&enquiry, &self.symptoms, &self.rules, Some(&self.forecaster)).map_err(js_error)?;
        diagnosis.into_ts().map_err(js_error)
    }

    /// Applies a rule of thumb; the plan lists invalid numbers.
    ///
    /// # Errors
    /// Throws if the question cannot be read.
    #[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
    pub fn plan(&self, question: Ts<PlanningQuestion>) -> Result<Ts<Plan>, Error> {
        plan(&question.to_rust().map_err(js_error)?, &self.rules).into_ts().map_err(js_error)
    }
}
