//! Diagnosis and planning for a file pool server.

use js_sys::Error;
use crate::boundary::js_error;
use crate::read::{Numbers, numbers};
use pathlength_file_pool::diagnosis::{Diagnosis, DiagnosisEnquiry, Symptom, diagnose};
use pathlength_file_pool::planning::{Plan, PlanningQuestion, Rules, plan};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// Answers with a lab's rules and table of symptoms.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FilePoolAdvisor {
    rules: Rules,
    symptoms: Vec<Symptom>,
}

#[wasm_bindgen]
impl FilePoolAdvisor {
    /// An advisor with a lab's parameters and a table of symptoms.
    ///
    /// # Errors
    /// Throws if a parameter is missing or out of range, or a symptom cannot be read.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn new(parameters: Numbers, symptoms: Vec<Ts<Symptom>>) -> Result<FilePoolAdvisor, Error> {
        let parameters = numbers(parameters, "parameters")?;
        let value = |name: &str| parameters.get(name).copied();
        let rules = Rules::new(&value).map_err(js_error)?;
        let symptoms = symptoms.iter().map(|row| row.to_rust().map_err(js_error)).collect::<Result<_, _>>()?;
        Ok(Self { rules, symptoms })
    }

    /// Diagnoses measurements.
    ///
    /// # Errors
    /// Throws if a measurement cannot be read, with its line, and if two measurements cannot be compared.
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn diagnose(&self, enquiry: Ts<DiagnosisEnquiry>) -> Result<Ts<Diagnosis>, Error> {
        let enquiry = enquiry.to_rust().map_err(js_error)?;
        diagnose(&enquiry, &self.symptoms, &self.rules).map_err(js_error)?.into_ts().map_err(js_error)
    }

    /// Applies a rule of thumb; the plan lists invalid numbers.
    ///
    /// # Errors
    /// Throws if the question cannot be read.
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn plan(&self, question: Ts<PlanningQuestion>) -> Result<Ts<Plan>, Error> {
        plan(&question.to_rust().map_err(js_error)?, &self.rules).into_ts().map_err(js_error)
    }
}
