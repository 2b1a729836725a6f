//! Creates result objects with the fields of their TypeScript types.

use super::{ExpressionCheck, ParsedMeasurement, Quantity};
use js_sys::{Array, Object, Reflect};
use pathlength_lab::Verdict;
use pathlength_lab::expression::Request;
use pathlength_model::{Setting, Settings};
use wasm_bindgen::JsValue;

/// Creates an object from fields, without undefined ones.
pub(super) fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_undefined()) {
        // Only a frozen object or one with setters could refuse the value.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

/// Creates a list.
pub(super) fn list<T: Into<JsValue>>(items: impl IntoIterator<Item = T>) -> JsValue {
    items.into_iter().map(Into::into).collect::<Array>().into()
}

fn settings(settings: &Settings) -> JsValue {
    let value = |setting: &Setting| match setting {
        Setting::Number(number) => JsValue::from_f64(*number),
        Setting::Word(word) => word.as_str().into(),
        Setting::Switch(switch) => JsValue::from_bool(*switch),
    };
    let fields: Vec<_> = settings.iter().map(|(name, setting)| (name, value(setting))).collect();
    object(&fields)
}

impl From<Quantity> for JsValue {
    fn from(quantity: Quantity) -> Self {
        object(&[("value", quantity.value.into()), ("unit", quantity.unit.into())])
    }
}

impl From<ExpressionCheck> for JsValue {
    fn from(checked: ExpressionCheck) -> Self {
        match checked {
            ExpressionCheck::Quantity { unit } => object(&[("kind", "quantity".into()), ("unit", unit.into())]),
            ExpressionCheck::Condition => object(&[("kind", "condition".into())]),
            ExpressionCheck::Error { offset, message } => {
                object(&[("kind", "error".into()), ("offset", offset.into()), ("message", message.into())])
            }
        }
    }
}

impl From<ParsedMeasurement> for JsValue {
    fn from(measured: ParsedMeasurement) -> Self {
        match measured {
            ParsedMeasurement::Value { value } => object(&[("value", value.into())]),
            ParsedMeasurement::Problem { problem } => object(&[("problem", problem.into())]),
        }
    }
}

/// Creates the object of a request.
pub(super) fn request(request: &Request) -> JsValue {
    object(&[("output", request.output.as_str().into()), ("scenario", settings(&request.scenario))])
}

/// Creates the object of a verdict.
pub(super) fn verdict(verdict: Verdict) -> JsValue {
    let Verdict { right, feedback, value, problem } = verdict;
    object(&[
        ("right", right.into()),
        ("feedback", feedback.map_or(JsValue::NULL, Into::into)),
        ("value", value.into()),
        ("problem", problem.into()),
    ])
}
