//! Thin JavaScript bindings of diagnosis and planning for a file pool server. A module of its own: only the last steps
//! of one lab need it.

use js_sys::Error;
use pathlength_bindings::js_error;
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
    /// An advisor with the parameters called `names`, which have these values, and a table of symptoms.
    ///
    /// # Errors
    /// If a parameter is missing or out of range, or a symptom is none.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn new(names: Vec<String>, values: Vec<f64>, symptoms: Vec<Ts<Symptom>>) -> Result<FilePoolAdvisor, Error> {
        let value = |name: &str| names.iter().position(|known| known == name).and_then(|at| values.get(at).copied());
        let rules = Rules::new(&value).map_err(js_error)?;
        let symptoms = symptoms.iter().map(|row| row.to_rust().map_err(js_error)).collect::<Result<_, _>>()?;
        Ok(Self { rules, symptoms })
    }

    /// What measurements come to.
    ///
    /// # Errors
    /// If a measurement cannot be read, with its line; if the two cannot be compared.
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn diagnose(&self, enquiry: Ts<DiagnosisEnquiry>) -> Result<Ts<Diagnosis>, Error> {
        let enquiry = enquiry.to_rust().map_err(js_error)?;
        diagnose(&enquiry, &self.symptoms, &self.rules).map_err(js_error)?.into_ts().map_err(js_error)
    }

    /// What a rule of thumb says, or what is wrong with the numbers.
    ///
    /// # Errors
    /// If it is no question.
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn plan(&self, question: Ts<PlanningQuestion>) -> Result<Ts<Plan>, Error> {
        plan(&question.to_rust().map_err(js_error)?, &self.rules).into_ts().map_err(js_error)
    }
}
