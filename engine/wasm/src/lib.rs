//! Thin JavaScript bindings: parse, call the core, hand columns back.
//!
//! Long work is cut into slices by the caller: `prepare*` and `load` do a few milliseconds' worth and say how far they
//! are, so that a worker can look at its messages in between.

use js_sys::Error;
use pathlength::directory::live::{LiveDirectory, Loaded, Operation, PageSummary, PageView, Trace};
use pathlength::directory::{Cookie, Counts, Event, Format, Lock};
use pathlength::lab::{self, Lab, LabModel, Reproduction, Settings, Term};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The worker's own function, set before this module starts.
    #[wasm_bindgen(js_name = reportPanic)]
    fn report_panic(message: &str);
}

#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| report_panic(&panic.to_string())));
}

/// Every error crosses as a JavaScript `Error` with the engine's own message.
fn js_error(error: impl std::fmt::Display) -> Error {
    Error::new(&error.to_string())
}

/// A scenario's settings by name.
#[derive(Debug, Deserialize, Tsify)]
pub struct Scenario(#[tsify(type = "Record<string, Setting>")] Settings);

/// An object that crosses to JavaScript with its TypeScript type.
fn to_js<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, Error> {
    value.into_ts().map_err(js_error)
}

/// An open lab and its model.
#[wasm_bindgen]
#[derive(Debug)]
pub struct OpenLab {
    lab: Lab,
    model: LabModel,
}

#[wasm_bindgen]
impl OpenLab {
    /// Opens a compiled lab.
    ///
    /// # Errors
    /// If the lab's tables or parameters do not fit together or the model.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn new(lab: Ts<Lab>) -> Result<OpenLab, Error> {
        let lab = lab.to_rust().map_err(js_error)?;
        lab.check().map_err(js_error)?;
        let model = LabModel::new(&lab).map_err(js_error)?;
        Ok(Self { lab, model })
    }

    /// How many cells a table has, gaps included.
    ///
    /// # Errors
    /// If there is no such table.
    pub fn cells(&self, table: &str) -> Result<u32, Error> {
        let table = self.lab.table(table).map_err(js_error)?;
        Ok((table.rows.len() * table.fields.len()) as u32)
    }

    /// Does a slice of the measuring that cell `at` of a table needs; `true` when nothing is left to do.
    ///
    /// # Errors
    /// If there is no such table or the cell's scenario is not one the model knows.
    #[wasm_bindgen(js_name = prepareCell)]
    pub fn prepare_cell(&mut self, table: &str, at: u32) -> Result<bool, Error> {
        let table = self.lab.table(table).map_err(js_error)?;
        let columns = table.fields.len().max(1);
        let (row, field) = (at as usize / columns, at as usize % columns);
        if row >= table.rows.len() {
            return Err(Error::new(&format!("table {} has no cell {at}", table.id)));
        }
        self.model.prepare(&table.scenario(row, field)).map_err(js_error)
    }

    /// Computes a table. Takes a while unless every cell is prepared.
    ///
    /// # Errors
    /// As `prepareCell`.
    pub fn reproduce(&mut self, table: &str) -> Result<ReproducedTable, Error> {
        let table = self.lab.table(table).map_err(js_error)?;
        lab::reproduce(&self.lab, table, &mut self.model).map(ReproducedTable).map_err(js_error)
    }

    /// Does a slice of the measuring that a scenario needs; `true` when nothing is left to do.
    ///
    /// # Errors
    /// If the scenario is not one the model knows.
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn prepare(&mut self, scenario: Ts<Scenario>) -> Result<bool, Error> {
        self.model.prepare(&scenario.to_rust().map_err(js_error)?.0).map_err(js_error)
    }

    /// The outputs called `outputs` of a scenario, in that order.
    ///
    /// # Errors
    /// As `prepare`, or if there is no such output.
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn evaluate(&mut self, scenario: Ts<Scenario>, outputs: Vec<String>) -> Result<Vec<f64>, Error> {
        let evaluation = self.model.evaluate(&scenario.to_rust().map_err(js_error)?.0).map_err(js_error)?;
        outputs.iter().map(|output| evaluation.output(output).map_err(js_error)).collect()
    }

    /// The summands of a scenario's processor time.
    ///
    /// # Errors
    /// As `prepare`.
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn explain(&mut self, scenario: Ts<Scenario>) -> Result<Vec<Ts<Term>>, Error> {
        let evaluation = self.model.evaluate(&scenario.to_rust().map_err(js_error)?.0).map_err(js_error)?;
        evaluation.terms.iter().map(to_js).collect()
    }
}

/// A table beside its model: columns of one value a cell, row by row; NaN where there is nothing to say.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ReproducedTable(Reproduction);

#[wasm_bindgen]
impl ReproducedTable {
    fn column(&self, value: impl Fn(&lab::Cell) -> Option<f64>) -> Vec<f64> {
        self.0.cells.iter().map(|cell| value(cell).unwrap_or(f64::NAN)).collect()
    }

    /// Published values to compare with.
    #[wasm_bindgen(getter)]
    pub fn published(&self) -> Vec<f64> {
        self.column(|cell| cell.published)
    }

    /// The model's values.
    #[wasm_bindgen(getter)]
    pub fn model(&self) -> Vec<f64> {
        self.column(|cell| Some(cell.model))
    }

    /// Relative errors: 0.03 is 3 % too high.
    #[wasm_bindgen(getter)]
    pub fn error(&self) -> Vec<f64> {
        self.column(|cell| cell.error)
    }

    /// Roles in the order baseline, fit, held out, predicted, missing, damaged, from 0.
    #[wasm_bindgen(getter)]
    pub fn role(&self) -> Vec<u8> {
        self.0.cells.iter().map(|cell| cell.role as u8).collect()
    }

    /// Cells with a published value.
    #[wasm_bindgen(getter)]
    pub fn cells(&self) -> u32 {
        self.0.summary.cells as u32
    }

    /// Parameters fitted on this table, alone or with others.
    #[wasm_bindgen(getter, js_name = fittedParameters)]
    pub fn fitted_parameters(&self) -> u32 {
        self.0.summary.fitted_parameters as u32
    }

    /// Median of the absolute errors.
    #[wasm_bindgen(getter, js_name = medianError)]
    pub fn median_error(&self) -> f64 {
        self.0.summary.median_error.unwrap_or(f64::NAN)
    }

    /// Largest absolute error.
    #[wasm_bindgen(getter, js_name = maxError)]
    pub fn max_error(&self) -> f64 {
        self.0.summary.max_error.unwrap_or(f64::NAN)
    }

    /// Median of the absolute errors of held-out cells.
    #[wasm_bindgen(getter, js_name = heldOutMedianError)]
    pub fn held_out_median_error(&self) -> f64 {
        self.0.summary.held_out_median_error.unwrap_or(f64::NAN)
    }
}

/// A directory to play with.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DirectoryView(LiveDirectory);

/// Size and population of a directory.
#[derive(Debug, Serialize, Tsify)]
pub struct DirectoryStat {
    /// Names, without `.` and `..`.
    pub names: f64,
    /// Pages that hold or lead to names.
    pub pages: u32,
    /// Bytes of those pages.
    pub bytes: f64,
    /// Pages passed to reach an entry, its own included.
    pub levels: u32,
}

/// What an operation on a directory did.
#[wasm_bindgen]
#[derive(Debug)]
pub struct OperationSteps {
    trace: Trace,
    failure: Option<String>,
    names: Vec<String>,
    next: Option<Cookie>,
}

#[wasm_bindgen]
impl DirectoryView {
    /// An empty directory of format "v4" or "v5".
    ///
    /// # Errors
    /// For any other word.
    #[wasm_bindgen(constructor)]
    pub fn new(format: &str) -> Result<DirectoryView, Error> {
        let format = match format {
            "v4" => Format::V4,
            "v5" => Format::V5,
            other => return Err(Error::new(&format!("{other:?} is no directory format; there are v4 and v5"))),
        };
        LiveDirectory::new(format).map(Self).map_err(js_error)
    }

    /// "create", "lookup" or "remove" a name.
    ///
    /// # Errors
    /// For any other word. An operation that fails is no error here: it has steps, and `failure` says why.
    pub fn apply(&mut self, operation: &str, name: &str) -> Result<OperationSteps, Error> {
        let operation = match operation {
            "create" => Operation::Create,
            "lookup" => Operation::Lookup,
            "remove" => Operation::Remove,
            other => {
                return Err(Error::new(&format!("{other:?} is no operation; there are create, lookup and remove")));
            }
        };
        let (trace, answer) = self.0.apply(operation, name.as_bytes());
        let failure = answer.err().map(|error| error.to_string());
        Ok(OperationSteps { trace, failure, names: Vec::new(), next: None })
    }

    /// Enters the names of a UTF-8 text, one a line, given in chunks; `last` ends the text.
    ///
    /// # Errors
    /// Never in practice: the report is plain data.
    pub fn load(&mut self, chunk: &[u8], last: bool) -> Result<Ts<Loaded>, Error> {
        to_js(&self.0.load(chunk, last))
    }

    /// Lists up to `most` names from `cookie` on.
    pub fn list(&mut self, cookie: u64, most: u32) -> OperationSteps {
        let mut trace = Trace::default();
        match self.0.list(Cookie(cookie), most, &mut trace) {
            Ok((names, next)) => OperationSteps { trace, failure: None, names, next },
            Err(error) => OperationSteps { trace, failure: Some(error.to_string()), names: Vec::new(), next: None },
        }
    }

    /// Size and population.
    ///
    /// # Errors
    /// Never in practice: the answer is plain data.
    pub fn stat(&self) -> Result<Ts<DirectoryStat>, Error> {
        let stat = self.0.stat();
        to_js(&DirectoryStat {
            names: stat.names as f64,
            pages: stat.pages,
            bytes: stat.bytes as f64,
            levels: stat.levels,
        })
    }

    /// All pages, index pages first.
    ///
    /// # Errors
    /// For a damaged page.
    pub fn pages(&self) -> Result<Vec<Ts<PageSummary>>, Error> {
        self.0.pages().map_err(js_error)?.iter().map(to_js).collect()
    }

    /// What page `at` in the order of `pages` holds.
    ///
    /// # Errors
    /// For a damaged page, or one that is not there.
    pub fn page(&self, at: u32) -> Result<Ts<PageView>, Error> {
        to_js(&self.0.page(at).map_err(js_error)?)
    }

    /// What is wrong with the pages, one sentence each.
    pub fn salvage(&self) -> Vec<String> {
        self.0.salvage()
    }

    /// Flips a bit of a block, as a failing disk would.
    ///
    /// # Errors
    /// If there is no such byte.
    pub fn damage(&mut self, block: u32, offset: u32, bit: u8) -> Result<(), Error> {
        self.0.damage(block, offset, bit).map_err(js_error)
    }
}

#[wasm_bindgen]
impl OperationSteps {
    /// Why the operation failed; undefined if it did not.
    #[wasm_bindgen(getter)]
    pub fn failure(&self) -> Option<String> {
        self.failure.clone()
    }

    /// The names of a listing.
    #[wasm_bindgen(getter)]
    pub fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// Where a listing goes on; undefined at the end.
    #[wasm_bindgen(getter)]
    pub fn next(&self) -> Option<u64> {
        self.next.map(|cookie| cookie.0)
    }

    /// How many steps of each kind there were.
    ///
    /// # Errors
    /// Never in practice: counts are plain data.
    pub fn counts(&self) -> Result<Ts<Counts>, Error> {
        to_js(&self.trace.counts)
    }

    /// The kinds of steps, as numbers from 0: directory locked, page locked, page probed, level descended, name
    /// compared, piece walked, lookup cache hit, bytes copied, block logged, page added, page freed, split, merge.
    #[wasm_bindgen(getter)]
    pub fn kinds(&self) -> Vec<u8> {
        self.trace.steps.iter().map(|event| parts(*event).0).collect()
    }

    /// For each step the block it is about, or the offset or number of bytes if it is about none.
    #[wasm_bindgen(getter)]
    pub fn subjects(&self) -> Vec<u32> {
        self.trace.steps.iter().map(|event| parts(*event).1).collect()
    }

    /// For each step the other block of a split or merge; 1 for an exclusive lock, 0 for a shared one.
    #[wasm_bindgen(getter)]
    pub fn objects(&self) -> Vec<u32> {
        self.trace.steps.iter().map(|event| parts(*event).2).collect()
    }
}

/// A step as numbers.
fn parts(event: Event) -> (u8, u32, u32) {
    let exclusive = |lock| u32::from(lock == Lock::Exclusive);
    match event {
        Event::DirectoryLocked(lock) => (0, 0, exclusive(lock)),
        Event::PageLocked(block, lock) => (1, block, exclusive(lock)),
        Event::PageProbed(block) => (2, block, 0),
        Event::LevelDescended(block) => (3, block, 0),
        Event::NameCompared(offset) => (4, offset, 0),
        Event::PieceWalked => (5, 0, 0),
        Event::LookupCacheHit => (6, 0, 0),
        Event::BytesCopied(bytes) => (7, bytes, 0),
        Event::BlockLogged(block) => (8, block, 0),
        Event::PageAdded(block) => (9, block, 0),
        Event::PageFreed(block) => (10, block, 0),
        Event::Split(from, to) => (11, from, to),
        Event::Merge(into, from) => (12, into, from),
    }
}
