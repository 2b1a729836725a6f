//! Fits of a lab's parameters, for the model desk.
//!
//! This module contains every model: a fit evaluates its model thousands of times, and the calls must not leave the
//! module.

use crate::boundary::js_error;
use js_sys::{Error, Function};
use pathlength_lab::{
    FitRecord, FitRequest, Lab, Reproduction, StudyContext, StudyProgress, Summary, study,
};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;

thread_local! {
    /// The listener for the progress of the running study. A worker has one thread and runs one study at a time.
    static LISTENER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

fn report(progress: StudyProgress) {
    let (work, done, all) = match progress {
        StudyProgress::Draw(done, all) => ("draw", done, all),
        StudyProgress::Fold(done, all) => ("fold", done, all),
        StudyProgress::Value(done, all) => ("value", done, all),
        StudyProgress::Slice => return,
    };
    LISTENER.with_borrow(|listener| {
        if let Some(listener) = listener {
            // An error in the listener does not affect the study.
            let _ = listener.call3(&JsValue::NULL, &work.into(), &(done as u32).into(), &(all as u32).into());
        }
    });
}

/// The results of a study.
#[derive(Serialize)]
struct Answer {
    /// The JSON that the command prints, as text, because the page saves it unchanged.
    report: String,
    before: Side,
    after: Side,
}

/// All tables, computed with the parameters before or after the fit.
#[derive(Serialize)]
struct Side {
    tables: Vec<Reproduction>,
    summary: Summary,
}

/// A lab whose parameters can be fitted.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Desk {
    lab: Lab,
    records: BTreeMap<String, FitRecord>,
}

#[wasm_bindgen]
#[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
impl Desk {
    /// Opens a compiled lab from its file.
    ///
    /// # Errors
    /// Throws if the file is not a lab that this engine can read.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Desk, Error> {
        let lab: Lab = serde_json::from_slice(bytes).map_err(js_error)?;
        lab.check().map_err(js_error)?;
        Ok(Self { lab, records: BTreeMap::new() })
    }

    /// Returns the ids of the labs from which this lab inherits parameters.
    pub fn lenders(&self) -> Vec<String> {
        let inherited = self.lab.parameters.values().filter_map(|parameter| parameter.inherited_from.clone());
        let mut all: Vec<String> = inherited.collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Adds the fit record in the file of a lab from which this lab inherits parameters.
    ///
    /// # Errors
    /// Throws if the file is not a lab that this engine can read.
    pub fn lend(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let lab: Lab = serde_json::from_slice(bytes).map_err(js_error)?;
        if let Some(record) = lab.fit {
            self.records.insert(lab.id, record);
        }
        Ok(())
    }

    /// Executes a request in JSON and returns the results as JSON. A request takes from a tenth of a second to minutes.
    /// `listener` receives the kind of work, the amount of finished work, and the total amount.
    ///
    /// # Errors
    /// Throws if the request cannot be read or contains an unknown name, and if the model refuses a value.
    pub fn study(&self, request: &str, listener: Function) -> Result<String, Error> {
        let request: FitRequest = serde_json::from_str(request).map_err(js_error)?;
        LISTENER.set(Some(listener));
        let progress = |progress| {
            report(progress);
            Ok(())
        };
        let context = StudyContext { threads: 1, records: &self.records, progress: &progress };
        let found = study(&self.lab, &request, &context).map_err(js_error)?;
        let [before, after] = found.before_and_after(&self.lab).map_err(js_error)?;
        let answer = Answer {
            report: serde_json::to_string(&found.report()).map_err(js_error)? + "\n",
            before: Side { tables: before.0, summary: before.1 },
            after: Side { tables: after.0, summary: after.1 },
        };
        serde_json::to_string(&answer).map_err(js_error)
    }
}
