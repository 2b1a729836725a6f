//! Expressions, random numbers, and graded answers.
//!
//! The model runs in the module with the lab. A caller first gets the requests to send to the model
//! (`requests`). The other module evaluates the requests in chunks, and the caller passes the values to this module in
//! the same order.

#![allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values

mod read;
mod write;

use js_sys::Error;
use crate::boundary::{js_error, to_js};
use crate::read::Node;
use pathlength_lab::expression::{self, Expression, ExpressionError, Kind, NameScope, Request, Unit, Value, measure};
use pathlength_lab::{Draw, Grader, Lab};
use pathlength_model::{Description, ModelError, Settings};
#[cfg(feature = "formula")]
use pathlength_model::WordEnum;
use std::collections::BTreeMap;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// A number with its unit; the unit of a plain number is empty.
#[derive(Debug, Tsify)]
pub struct Quantity {
    /// The number.
    pub value: f64,
    /// Its unit.
    pub unit: String,
}

/// The kind of an expression, or its error.
#[derive(Debug, Tsify)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExpressionCheck {
    /// A number.
    Quantity {
        /// The number's unit; empty for a plain number.
        unit: String,
    },
    /// A condition.
    Condition,
    /// An expression that cannot be computed.
    Error {
        /// Position in the text, in UTF-16 units.
        offset: usize,
        /// A sentence without a full stop.
        message: String,
    },
}

/// A reader's text as a number, or the problem with the text.
#[derive(Debug, Tsify)]
#[serde(untagged)]
pub enum ParsedMeasurement {
    /// A number in the requested unit.
    Value {
        /// The number.
        value: f64,
    },
    /// Text that cannot be read as a number.
    Problem {
        /// A sentence for the reader.
        problem: String,
    },
}

/// A lab with its expressions and questions.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Lesson {
    lab: Lab,
    description: Description,
}

#[wasm_bindgen]
impl Lesson {
    /// Opens a compiled lab; the text of the lab may be omitted. The model's description is read from the lab.
    ///
    /// # Errors
    /// Throws if `lab` is not a lab, or is a lab of format 1, which has no description of its model.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "Lab")] lab: &JsValue) -> Result<Lesson, Error> {
        let node = Node::new(lab.clone(), "lab");
        Ok(Self { lab: read::lab(&node)?, description: read::description(&node.get("description"))? })
    }

    /// Checks an expression. `given` is the unit of the reader's answer, if the expression may refer to it.
    ///
    /// # Errors
    /// Throws if a draw or a unit cannot be read. Errors in the expression are returned instead.
    #[wasm_bindgen(unchecked_return_type = "ExpressionCheck")]
    pub fn check(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "Draw[]")] draws: &JsValue,
        given: Option<String>,
    ) -> Result<JsValue, Error> {
        let mut known = BTreeMap::new();
        for draw in read::draws(&Node::new(draws.clone(), "draws"))? {
            let value = draw.values.first().copied().unwrap_or_default();
            known.insert(draw.name, read::quantity(value, &draw.unit)?);
        }
        let given = given.map(|unit| read::quantity(0.0, &unit)).transpose()?;
        let known = self.known(&known, given.as_ref());
        let checked = match Expression::parse(text).and_then(|expression| expression.check(&known)) {
            Ok(Kind::Quantity(unit)) => ExpressionCheck::Quantity { unit: unit.to_string() },
            Ok(Kind::Condition) => ExpressionCheck::Condition,
            Err(error) => checked_error(text, error),
        };
        Ok(checked.into())
    }

    /// Returns the requests that expressions make to the model.
    ///
    /// # Errors
    /// Throws if an expression is invalid.
    #[wasm_bindgen(unchecked_return_type = "Request[]")]
    pub fn requests(
        &self,
        expressions: Vec<String>,
        #[wasm_bindgen(unchecked_param_type = "Record<string, Quantity>")] draws: &JsValue,
    ) -> Result<JsValue, Error> {
        let draws = read::quantities(draws)?;
        Ok(write::list(all_requests(&expressions, &self.known(&draws, None))?.iter().map(write::request)))
    }

    /// Returns the values of expressions; `answers` are the values of `requests`.
    ///
    /// # Errors
    /// Throws the errors of `requests`, and if an expression divides by zero or is a condition.
    #[wasm_bindgen(unchecked_return_type = "Quantity[]")]
    pub fn calculate(
        &self,
        expressions: Vec<String>,
        #[wasm_bindgen(unchecked_param_type = "Record<string, Quantity>")] draws: &JsValue,
        answers: Vec<f64>,
    ) -> Result<JsValue, Error> {
        let draws = read::quantities(draws)?;
        let known = self.known(&draws, None);
        let requests = all_requests(&expressions, &known)?;
        let mut model = answered(&requests, &answers);
        let mut values = Vec::with_capacity(expressions.len());
        for text in &expressions {
            match Expression::parse(text).and_then(|expression| expression.evaluate(&known, &mut model)) {
                Ok(Value::Quantity(quantity)) => {
                    values.push(Quantity { value: quantity.value, unit: quantity.unit.to_string() });
                }
                Ok(Value::Condition(_)) => return Err(Error::new(&format!("\"{text}\" is a condition, not a number"))),
                Err(error) => return Err(Error::new(&format!("\"{text}\": {error}"))),
            }
        }
        Ok(write::list(values))
    }

    /// Returns the requests to the model for grading answers to a question.
    ///
    /// # Errors
    /// Throws if the question's expressions cannot be computed.
    #[wasm_bindgen(js_name = questionRequests, unchecked_return_type = "Request[]")]
    pub fn question_requests(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Question")] question: &JsValue,
        seed: Option<String>,
    ) -> Result<JsValue, Error> {
        let question = read::question(question)?;
        let grader = Grader::new(&self.lab, &self.description, &question, seed.as_deref()).map_err(js_error)?;
        Ok(write::list(grader.requests().map_err(js_error)?.iter().map(write::request)))
    }

    /// Grades an answer; `answers` are the values of `questionRequests`.
    ///
    /// # Errors
    /// Throws the errors of `questionRequests`, and if the correct answer cannot be computed.
    #[wasm_bindgen(unchecked_return_type = "Verdict")]
    pub fn judge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Question")] question: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "SubmittedAnswer")] given: &JsValue,
        seed: Option<String>,
        answers: Vec<f64>,
    ) -> Result<JsValue, Error> {
        let question = read::question(question)?;
        let given = read::given(given)?;
        let grader = Grader::new(&self.lab, &self.description, &question, seed.as_deref()).map_err(js_error)?;
        let requests = grader.requests().map_err(js_error)?;
        Ok(write::verdict(grader.judge(&given, &mut answered(&requests, &answers)).map_err(js_error)?))
    }
}

impl Lesson {
    fn known<'a>(
        &'a self,
        draws: &'a BTreeMap<String, expression::Quantity>,
        given: Option<&'a expression::Quantity>,
    ) -> NameScope<'a> {
        NameScope { lab: &self.lab, description: &self.description, draws, given }
    }
}

fn all_requests(expressions: &[String], known: &NameScope<'_>) -> Result<Vec<Request>, Error> {
    let mut all = Vec::new();
    for text in expressions {
        let requests = Expression::parse(text).and_then(|expression| expression.requests(known));
        all.extend(requests.map_err(|error| Error::new(&format!("\"{text}\": {error}")))?);
    }
    Ok(all)
}

/// Returns a model that looks up its answers to `requests` in `answers`.
fn answered(requests: &[Request], answers: &[f64]) -> impl FnMut(&str, &Settings) -> Result<f64, ModelError> {
    |output, scenario| {
        let asked = |request: &Request| request.output == output && request.scenario == *scenario;
        let answer = requests.iter().position(asked).and_then(|at| answers.get(at));
        answer.copied().ok_or_else(|| ModelError::new(format!("the model was not asked for {output}")))
    }
}

/// Returns a question's random numbers, in their own units; without a seed, returns the first value of each.
///
/// # Errors
/// Throws if the question cannot be read.
#[wasm_bindgen(unchecked_return_type = "Record<string, number>")]
pub fn draw(
    #[wasm_bindgen(unchecked_param_type = "Question")] question: &JsValue,
    seed: Option<String>,
) -> Result<JsValue, Error> {
    let question = read::question(question)?;
    let drawn = |draw: &Draw| pathlength_lab::drawn(&question.id, draw, seed.as_deref());
    let numbers: Vec<_> = question.draws.iter().map(|draw| (draw.name.as_str(), drawn(draw).into())).collect();
    Ok(write::object(&numbers))
}

/// Parses a number as readers write it ("12.5k", "1.2 ms", "1,200", "12 %") in a unit.
///
/// # Errors
/// Throws if the unit is unknown.
#[wasm_bindgen(js_name = measure, unchecked_return_type = "ParsedMeasurement")]
pub fn measure_text(text: &str, unit: &str) -> Result<JsValue, Error> {
    let unit = Unit::parse(unit).map_err(js_error)?;
    let measured = match measure(text, &unit) {
        Ok(value) => ParsedMeasurement::Value { value },
        Err(problem) => ParsedMeasurement::Problem { problem },
    };
    Ok(measured.into())
}

/// Returns the 95 % prediction interval of a published value; undefined if no draw changes the model's value. The
/// interval follows from the model's value, the model's values for draws of the fitted parameters, and the scatter of
/// published values. The single module of zfs-migration omits this function to save space: the lab's cells have
/// intervals, but its charts do not.
#[cfg(not(feature = "zfs-migration"))]
#[wasm_bindgen(js_name = valueInterval)]
pub fn value_interval(value: f64, draws: &[f64], scatter: f64, freedom: u32) -> Option<Vec<f64>> {
    pathlength_lab::value_interval(value, draws, scatter, freedom as usize).map(Vec::from)
}

/// Describes a model.
///
/// # Errors
/// Throws if the model is unknown.
#[wasm_bindgen(js_name = describeModel)]
pub fn describe_model(name: &str) -> Result<Ts<Description>, Error> {
    to_js(&pathlength_lab::describe_model(name).map_err(js_error)?)
}

/// The model that a lab declares, or the first mistake in its declaration.
#[cfg(feature = "formula")]
#[derive(Debug, Tsify)]
#[serde(untagged)]
pub enum DeclaredModel {
    /// A valid declaration.
    Sound {
        /// The settings and outputs of the model.
        description: Description,
    },
    /// A mistake.
    Mistake {
        /// The list that contains the entry.
        list: String,
        /// Index of the entry.
        at: usize,
        /// Field of the entry.
        field: String,
        /// Position in the field, in UTF-16 units.
        offset: usize,
        /// A sentence without a full stop.
        message: String,
    },
}

/// Checks the model that a lab declares: `formula`, `network`, or `trace`. `parameters` maps the lab's parameters to
/// their units.
///
/// # Errors
/// Throws if the declaration lacks required fields. The author's mistakes are returned instead.
#[cfg(feature = "formula")]
#[wasm_bindgen(js_name = declareModel, unchecked_return_type = "DeclaredModel")]
pub fn declare_model(
    #[wasm_bindgen(unchecked_param_type = "Declaration")] declaration: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, string>")] parameters: &JsValue,
    model: &str,
) -> Result<JsValue, Error> {
    let declaration = crate::read::declaration(&Node::new(declaration.clone(), "declaration"))?.unwrap_or_default();
    let mut units = Vec::new();
    Node::new(parameters.clone(), "units").entries(&mut |name, node| {
        units.push((name, node.text()?));
        Ok(())
    })?;
    let checked = pathlength_lab::declared::check_kind(model, &declaration);
    match checked.and_then(|()| pathlength_lab::DeclaredModel::new(&declaration, &units)) {
        Ok(model) => Ok(write::object(&[("description", to_js(&model.describe())?.js_value())])),
        Err(error) => {
            let text = declaration.text(&error);
            let offset = text.get(..error.offset).map_or(0, |before| before.encode_utf16().count());
            Ok(write::object(&[
                ("list", error.list.word().into()),
                ("at", error.at.into()),
                ("field", error.field.into()),
                ("offset", offset.into()),
                ("message", error.message.into()),
            ]))
        }
    }
}

/// Checks that a lab's tables and parameters match each other and the model.
///
/// # Errors
/// Throws if the lab cannot be read, or if its tables or parameters do not match each other or the model.
#[wasm_bindgen(js_name = checkLab)]
pub fn check_lab(#[wasm_bindgen(unchecked_param_type = "unknown")] lab: &JsValue) -> Result<(), Error> {
    read::lab(&Node::new(lab.clone(), "lab"))?.check().map_err(js_error)
}

fn checked_error(text: &str, error: ExpressionError) -> ExpressionCheck {
    let offset = text.get(..error.offset).map_or(0, |before| before.encode_utf16().count());
    ExpressionCheck::Error { offset, message: error.message }
}
