//! Parses the data for a lab's questions. Only the computed parts of labs and questions are read, not their text.

use crate::read::{CompiledLab, Node, compiled_lab};
use js_sys::{Array, Error};
use pathlength_lab::expression::{Quantity, Unit};
use pathlength_lab::{Answer, Choice, Draw, Feedback, FeedbackTo, SubmittedAnswer, Lab, Question};
use pathlength_model::{
    Description, OutputDescription, Parameter, Provenance, SettingDescription, SettingValues,
};
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;

/// Reads a lab without its text.
pub(super) fn lab(node: &Node) -> Result<Lab, Error> {
    let compiled = compiled_lab(node)?;
    #[cfg(feature = "formula")]
    let declaration = compiled.declaration;
    #[cfg(not(feature = "formula"))]
    let declaration = None;
    let CompiledLab { model, tables, parameters, .. } = compiled;
    let parameters = parameters.into_iter().map(|known| {
        let parameter = Parameter {
            title: String::new(),
            value: known.value,
            unit: known.unit,
            provenance: Provenance::Assumed,
            source: String::new(),
            start: None,
            step: None,
            inherited_from: None,
            interval: None,
            determined: None,
            fitted_on: known.fitted_on,
            chosen_with: Vec::new(),
            neutral: None,
            mechanism: None,
        };
        (known.name, parameter)
    });
    Ok(Lab {
        id: node.get("id").text()?,
        model,
        start: node.get("start").settings()?,
        declaration,
        tables,
        parameters: parameters.collect(),
        ..Lab::default()
    })
}

/// Reads the description of a lab's model without its titles.
pub(super) fn description(node: &Node) -> Result<Description, Error> {
    if !Array::is_array(&node.get("outputs").value) {
        return Err(Error::new("the lab has no description of its model: compile the lab again"));
    }
    let mut description = Description { settings: Vec::new(), outputs: Vec::new() };
    node.get("settings").each(&mut |node| {
        let (name, values) = (node.get("name").text()?, setting_values(&node.get("values"))?);
        let optional = node.get("optional").switch()?;
        description.settings.push(SettingDescription { name, title: String::new(), values, optional });
        Ok(())
    })?;
    node.get("outputs").each(&mut |node| {
        let (name, unit) = (node.get("name").text()?, node.get("unit").text()?);
        let [title, terms, half_width] = [const { String::new() }; 3];
        description.outputs.push(OutputDescription { name, title, unit, terms, half_width });
        Ok(())
    })?;
    Ok(description)
}

fn setting_values(node: &Node) -> Result<SettingValues, Error> {
    Ok(match node.get("kind").text()?.as_str() {
        "number" => SettingValues::Number {
            min: node.get("min").number()?,
            max: node.get("max").number()?,
            whole: node.get("whole").switch()?,
            only: node.get("only").numbers()?,
            unit: node.get("unit").text()?,
        },
        "word" => SettingValues::Word { words: node.get("words").texts()? },
        "switch" => SettingValues::Switch,
        _ => return Err(node.wrong("of kind number, word, or switch")),
    })
}

/// Reads a question without its text.
pub(super) fn question(value: &JsValue) -> Result<Question, Error> {
    let node = Node::new(value.clone(), "question");
    let mut feedback = Vec::new();
    node.get("feedback").each(&mut |node| {
        feedback.push(Feedback { to: feedback_to(&node.get("to"))?, blocks: Vec::new() });
        Ok(())
    })?;
    Ok(Question {
        id: node.get("id").text()?,
        ask: Vec::new(),
        answer: answer(&node.get("answer"))?,
        points: 0,
        draws: draws(&node.get("draws"))?,
        after: None,
        feedback,
        hints: Vec::new(),
    })
}

fn answer(node: &Node) -> Result<Answer, Error> {
    let text = |name| node.get(name).text();
    match text("kind")?.as_str() {
        "number" => Ok(Answer::Number { value: text("value")?, unit: text("unit")?, tolerance: text("tolerance")? }),
        "choice" => {
            let mut choices = Vec::new();
            node.get("choices").each(&mut |node| {
                let (id, right) = (node.get("id").text()?, node.get("right").switch()?);
                choices.push(Choice { id, text: Vec::new(), right });
                Ok(())
            })?;
            Ok(Answer::Choice { choices, many: node.get("many").switch()? })
        }
        _ => Err(node.wrong("of kind number or choice")),
    }
}

fn feedback_to(node: &Node) -> Result<FeedbackTo, Error> {
    match node.get("kind").text()?.as_str() {
        "right" => Ok(FeedbackTo::Right),
        "wrong" => Ok(FeedbackTo::Wrong),
        "choice" => Ok(FeedbackTo::Choice { id: node.get("id").text()? }),
        "when" => Ok(FeedbackTo::When { condition: node.get("condition").text()? }),
        _ => Err(node.wrong("of kind right, wrong, choice, or when")),
    }
}

/// Reads random numbers.
pub(super) fn draws(node: &Node) -> Result<Vec<Draw>, Error> {
    let mut draws = Vec::new();
    node.each(&mut |node| {
        let values = node.get("values").numbers()?;
        draws.push(Draw { name: node.get("name").text()?, values, unit: node.get("unit").text()? });
        Ok(())
    })?;
    Ok(draws)
}

/// Reads a reader's answer.
pub(super) fn given(value: &JsValue) -> Result<SubmittedAnswer, Error> {
    let node = Node::new(value.clone(), "answer");
    match node.get("kind").text()?.as_str() {
        "number" => Ok(SubmittedAnswer::Number { text: node.get("text").text()? }),
        "choice" => Ok(SubmittedAnswer::Choice { ids: node.get("ids").texts()? }),
        _ => Err(node.wrong("of kind number or choice")),
    }
}

/// Reads random values by name.
pub(super) fn quantities(value: &JsValue) -> Result<BTreeMap<String, Quantity>, Error> {
    let mut quantities = BTreeMap::new();
    Node::new(value.clone(), "draws").entries(&mut |name, node| {
        quantities.insert(name, quantity(node.get("value").number()?, &node.get("unit").text()?)?);
        Ok(())
    })?;
    Ok(quantities)
}

/// Returns a number in a unit given as text.
pub(super) fn quantity(value: f64, unit: &str) -> Result<Quantity, Error> {
    let unit = Unit::parse(unit).map_err(crate::boundary::js_error)?;
    Ok(Quantity::new(value, &unit))
}
