//! Lessons: expressions, drawn numbers, and graded answers.

mod charts;
mod expressions;
mod grading;
mod hostile;
mod same;
mod trees;

use pathlength_lab::expression::{Expression, ExpressionError, Kind, NameScope, Quantity, Unit, Value};
use pathlength_lab::{Lab, describe_model};
use pathlength_model::{Description, ModelError, Setting, Settings};
use std::collections::BTreeMap;

/// A lab with one table, one parameter, start settings, a random number, and a submitted answer.
struct World {
    lab: Lab,
    description: Description,
    draws: BTreeMap<String, Quantity>,
    given: Option<Quantity>,
}

fn quantity(value: f64, unit: &str) -> Quantity {
    Quantity::new(value, &Unit::parse(unit).expect("a unit"))
}

fn world() -> World {
    let lab = serde_json::from_value(serde_json::json!({
        "id": "lab",
        "title": "Lab",
        "model": "directory",
        "start": { "workload": "ptestDL", "machine": "z9", "plex": "client", "release": "V2R1", "format": "v5", "names": 2000 },
        "tables": [{
            "id": "runs",
            "title": "Runs",
            "source": "A slide",
            "role": "fit",
            "row": { "name": "names", "key": "names", "title": "Names", "unit": "names" },
            "fields": [
                { "name": "speed", "title": "Speed", "group": "A", "unit": "operations/s", "output": "external_throughput", "scenario": {} },
                { "name": "gain", "title": "Speed", "group": "B", "unit": "ratio", "relative_to": "speed", "output": "external_throughput", "scenario": {} },
            ],
            "rows": [2000, 5000],
            "cells": [[100_000, 1.25], [50_000, null]],
        }],
        "parameters": { "name_bytes": { "title": "Name", "value": 20, "unit": "bytes", "provenance": "assumed", "source": "A guess" } },
    }));
    World {
        lab: lab.expect("a lab"),
        description: describe_model("directory").expect("a model"),
        draws: [("n".to_owned(), quantity(5000.0, "names"))].into(),
        given: None,
    }
}

impl World {
    /// Returns the same lab with an answer.
    fn given(self, value: f64, unit: &str) -> Self {
        Self { given: Some(quantity(value, unit)), ..self }
    }

    fn known(&self) -> NameScope<'_> {
        let World { lab, description, draws, given } = self;
        NameScope { lab, description, draws, given: given.as_ref() }
    }

    fn check(&self, text: &str) -> Result<Kind, ExpressionError> {
        Expression::parse(text)?.check(&self.known())
    }

    fn evaluate(&self, text: &str) -> Result<Value, ExpressionError> {
        Expression::parse(text)?.evaluate(&self.known(), &mut model)
    }
}

/// Returns the output of a simple model: 10 per name, and a tenth of that for format v4.
fn model(output: &str, scenario: &Settings) -> Result<f64, ModelError> {
    let names = scenario.number("names")?;
    let mut v4 = scenario.clone();
    v4.set("format", Setting::Word("v4".to_owned()));
    let factor = if *scenario == v4 { 1.0 } else { 10.0 };
    match output {
        "busy_processors" => Ok(0.0),
        "external_throughput" | "internal_throughput" => Ok(names * factor),
        _ => Err(ModelError::new("this model does not know that")),
    }
}
