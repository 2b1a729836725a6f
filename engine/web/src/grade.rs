//! The gradebook of a class, for the page for teachers.
//!
//! This module contains no model: it uses the first module of each lab, and both run in one worker.

use crate::boundary::js_error;
use js_sys::{Error, Float64Array, Object, Reflect};
use pathlength_lab::submission::{CourseTable, Gradebook, LabModel, OpenedLab, Roster, SetAssignment, base64url};
use pathlength_model::{ModelError, Setting, Settings};
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const DECLARATIONS: &str = "/** An open lab of another module. */\nexport interface OutsideModel {\n  prepare(scenario: Record<string, string | number | boolean>): boolean;\n  evaluate(scenario: Record<string, string | number | boolean>, outputs: string[]): Float64Array;\n}";

#[wasm_bindgen]
extern "C" {
    /// An open lab in another module.
    #[wasm_bindgen(typescript_type = "OutsideModel")]
    #[derive(Debug)]
    pub type OutsideModel;

    #[wasm_bindgen(method, catch)]
    fn prepare(this: &OutsideModel, scenario: &JsValue) -> Result<bool, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn evaluate(this: &OutsideModel, scenario: &JsValue, outputs: Vec<String>) -> Result<Float64Array, JsValue>;
}

fn scenario_of(settings: &Settings) -> JsValue {
    let scenario = Object::new();
    for (name, setting) in settings.iter() {
        let value = match setting {
            Setting::Number(number) => JsValue::from_f64(*number),
            Setting::Word(word) => JsValue::from_str(word),
            Setting::Switch(switch) => JsValue::from_bool(*switch),
        };
        // Setting a property of a plain object cannot fail.
        let _ = Reflect::set(&scenario, &name.into(), &value);
    }
    scenario.into()
}

#[allow(clippy::needless_pass_by_value)] // `map_err` passes an owned error
fn model_error(error: JsValue) -> ModelError {
    let message = error.dyn_ref::<Error>().map(|error| String::from(error.message()));
    ModelError::new(message.unwrap_or_else(|| "the model returned no result".to_owned()))
}

impl LabModel for OutsideModel {
    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        OutsideModel::prepare(self, &scenario_of(scenario)).map_err(model_error)
    }

    fn output(&mut self, output: &str, scenario: &Settings) -> Result<f64, ModelError> {
        let values = self.evaluate(&scenario_of(scenario), vec![output.to_owned()]).map_err(model_error)?;
        Ok(values.get_index(0))
    }
}

/// An encrypted file, split into the parts that the browser needs for decryption.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct ClosedFile {
    /// Its position.
    pub at: usize,
    /// The teacher's public key as base64url.
    pub key: String,
    /// The public key that was made for this file.
    pub enc: Vec<u8>,
    /// The text that is authenticated but not encrypted.
    pub header: String,
    /// The encrypted submission.
    pub ciphertext: Vec<u8>,
}

/// The files of a class and their grades.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Grading {
    book: Gradebook,
    labs: BTreeMap<String, OpenedLab>,
}

#[wasm_bindgen]
#[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
impl Grading {
    /// Starts without files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Grading {
        Self::default()
    }

    /// Adds a file by its path and its bytes.
    pub fn add(&mut self, file: String, bytes: &[u8]) {
        self.book.add(file, bytes);
    }

    /// Adds a file that cannot be read, with the reason.
    #[wasm_bindgen(js_name = addUnreadable)]
    pub fn add_unreadable(&mut self, file: String, reason: String) {
        self.book.add_unreadable(file, reason);
    }

    /// Adds a file that is not a submission, with the reason.
    pub fn skip(&mut self, file: String, reason: String) {
        self.book.skip(file, reason);
    }

    /// Returns the files that are still encrypted.
    pub fn closed(&self) -> Vec<ClosedFile> {
        let parts = |at: usize| {
            let envelope = self.book.files[at].envelope.as_ref()?;
            let (enc, ciphertext) = (envelope.enc.clone(), envelope.ciphertext.clone());
            Some(ClosedFile { at, key: base64url::encode(&envelope.key), enc, header: envelope.header(), ciphertext })
        };
        self.book.closed().into_iter().filter_map(parts).collect()
    }

    /// Records that the keys with the short names `given` do not decrypt a file.
    ///
    /// # Errors
    /// Throws if there is no such file.
    #[wasm_bindgen(js_name = keepClosed)]
    pub fn keep_closed(&mut self, at: usize, given: Vec<String>) -> Result<(), Error> {
        self.known(at)?;
        self.book.keep_closed(at, &given);
        Ok(())
    }

    /// Replaces an encrypted file with its decrypted content; `content` is undefined if the right key does not decrypt
    /// the file.
    ///
    /// # Errors
    /// Throws if there is no such file.
    pub fn open(&mut self, at: usize, content: Option<Vec<u8>>) -> Result<(), Error> {
        self.known(at)?;
        self.book.open(at, content.as_deref());
        Ok(())
    }

    /// Sorts the files by their paths, as the command does with a folder.
    pub fn sort(&mut self) {
        self.book.sort();
    }

    /// Sets the roster from CSV.
    ///
    /// # Errors
    /// Throws if the list is not CSV, or if it names no students or too many.
    #[wasm_bindgen(js_name = setRoster)]
    pub fn set_roster(&mut self, list: &str) -> Result<(), Error> {
        self.book.roster = Some(Roster::read(list).map_err(js_error)?);
        Ok(())
    }

    /// Sets the assignment against which all files are graded, from its JSON.
    ///
    /// # Errors
    /// Throws if it is not an assignment.
    #[wasm_bindgen(js_name = setAssignment)]
    pub fn set_assignment(&mut self, json: &str) -> Result<(), Error> {
        let value = serde_json::from_str(json).map_err(js_error)?;
        self.book.set = Some(SetAssignment::read(value).map_err(js_error)?);
        Ok(())
    }

    /// Moves the files of a course to separate classes, one for each assignment in `course` (as JSON). Unreadable files
    /// stay in this class, which lists files for other assignments as skipped.
    ///
    /// # Errors
    /// Throws if one of the strings is not an assignment.
    pub fn split(&mut self, course: Vec<String>) -> Result<Vec<Grading>, Error> {
        let read = |json: &String| SetAssignment::read(serde_json::from_str(json).map_err(js_error)?).map_err(js_error);
        let course = course.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
        Ok(self.book.split(course).into_iter().map(|book| Grading { book, labs: BTreeMap::new() }).collect())
    }

    /// Creates an empty table of the assignments of a course, with the roster.
    #[wasm_bindgen(js_name = courseTable)]
    pub fn course_table(&self) -> GradedCourse {
        GradedCourse { table: CourseTable::new(self.book.roster.clone()) }
    }

    /// Returns the reason why the files cannot be graded against their own assignments; undefined if they can.
    pub fn undecided(&self) -> Option<String> {
        self.book.undecided()
    }

    /// Returns the ids of the labs that grading needs.
    pub fn labs(&self) -> Vec<String> {
        self.book.labs()
    }

    /// Opens a compiled lab from its file, with the model of the same lab in another module.
    ///
    /// # Errors
    /// Throws if the file is not a lab that this engine can read.
    #[wasm_bindgen(js_name = openLab)]
    pub fn open_lab(&mut self, bytes: &[u8], model: OutsideModel) -> Result<(), Error> {
        let lab = OpenedLab::read_with(bytes, |_| Ok(Box::new(model))).map_err(js_error)?;
        self.labs.insert(lab.lab.id.clone(), lab);
        Ok(())
    }

    /// Returns the number of files to grade.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.book.files.len()
    }

    /// Grades the file at a position.
    ///
    /// # Errors
    /// Throws if there is no such file.
    pub fn grade(&mut self, at: usize) -> Result<(), Error> {
        self.known(at)?;
        self.book.grade(at, &mut self.labs);
        Ok(())
    }

    /// Searches the graded files for copies.
    pub fn compare(&mut self) {
        self.book.compare();
    }

    /// Returns the gradebook as JSON, as the command prints it.
    #[wasm_bindgen(js_name = toJson)]
    pub fn to_json(&self) -> String {
        self.book.to_json(&self.labs)
    }

    /// Returns the gradebook as CSV, as the command prints it.
    #[wasm_bindgen(js_name = toCsv)]
    pub fn to_csv(&self) -> String {
        self.book.to_csv()
    }

    /// Returns the gradebook as CSV for import into Canvas.
    #[wasm_bindgen(js_name = toCanvas)]
    pub fn to_canvas(&self) -> String {
        self.book.to_canvas()
    }

    /// Returns the gradebook as CSV for import into Moodle.
    #[wasm_bindgen(js_name = toMoodle)]
    pub fn to_moodle(&self) -> String {
        self.book.to_moodle()
    }

    /// Returns the questions in a file with the student's numbers and answers, as JSON.
    pub fn detail(&self, at: usize) -> String {
        self.book.detail(at, &self.labs).to_string()
    }
}

/// A table of all assignments of a course.
#[wasm_bindgen]
#[derive(Debug)]
pub struct GradedCourse {
    table: CourseTable,
}

#[wasm_bindgen]
impl GradedCourse {
    /// Adds an assignment with its graded files.
    pub fn add(&mut self, title: &str, graded: &Grading) {
        self.table.add(title, &graded.book);
    }

    /// Returns the assignments and the students as JSON.
    #[wasm_bindgen(js_name = toJson)]
    pub fn to_json(&self) -> String {
        self.table.to_value().to_string()
    }

    /// Returns the table as CSV, as the command prints it.
    #[wasm_bindgen(js_name = toCsv)]
    pub fn to_csv(&self) -> String {
        self.table.to_csv()
    }

    /// Returns the table as CSV for import into Canvas.
    #[wasm_bindgen(js_name = toCanvas)]
    pub fn to_canvas(&self) -> String {
        self.table.to_canvas()
    }

    /// Returns the table as CSV for import into Moodle.
    #[wasm_bindgen(js_name = toMoodle)]
    pub fn to_moodle(&self) -> String {
        self.table.to_moodle()
    }
}

impl Grading {
    fn known(&self, at: usize) -> Result<(), Error> {
        if at < self.length() { Ok(()) } else { Err(Error::new("there is no such file")) }
    }
}
