//! Reads JavaScript objects, value by value.
//!
//! This module does not use serde. The TypeScript declarations come from the engine's types either way, and serde's
//! code for nested input would be a third of a lab's first module.

#[cfg(feature = "formula")]
mod declaration;
mod lab;

#[cfg(feature = "formula")]
pub(crate) use declaration::declaration;
pub(crate) use lab::{CompiledLab, compiled_lab};

use js_sys::{Array, Error, Reflect};
use pathlength_model::{Setting, Settings};
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const DECLARATIONS: &str = "/** A scenario's settings by name. */\nexport type Scenario = Record<string, Setting>;";

#[wasm_bindgen]
extern "C" {
    /// A scenario as a JavaScript object.
    #[wasm_bindgen(typescript_type = "Scenario")]
    #[derive(Debug)]
    pub type Scenario;

    /// Numbers by name: parameters, or the numeric settings of a scenario.
    #[wasm_bindgen(typescript_type = "Record<string, number>")]
    #[derive(Debug)]
    pub type Numbers;

    /// Words by name: answers by question.
    #[cfg(feature = "tape-rest")]
    #[wasm_bindgen(typescript_type = "Record<string, string>")]
    #[derive(Debug)]
    pub type Words;
}

/// A value, with two names for error messages: the value's name, and the name of the whole value that contains it.
pub(crate) struct Node {
    pub(crate) value: JsValue,
    whole: &'static str,
    name: &'static str,
}

impl Node {
    /// Wraps a top-level value; error messages refer to it as `name`.
    pub(crate) fn new(value: JsValue, name: &'static str) -> Self {
        Self { value, whole: name, name }
    }

    pub(crate) fn wrong(&self, wanted: &str) -> Error {
        let (of, name) = if self.whole == self.name { ("", "") } else { ("'s ", self.name) };
        Error::new(&["the ", self.whole, of, name, " must be ", wanted].concat())
    }

    pub(crate) fn get(&self, name: &'static str) -> Node {
        let value = Reflect::get(&self.value, &name.into()).unwrap_or(JsValue::UNDEFINED);
        Node { value, whole: self.whole, name }
    }

    pub(crate) fn text(&self) -> Result<String, Error> {
        self.value.as_string().ok_or_else(|| self.wrong("text"))
    }

    /// Returns text that may be missing.
    #[cfg(feature = "formula")]
    pub(crate) fn optional_text(&self) -> Result<String, Error> {
        if self.value.is_undefined() { Ok(String::new()) } else { self.text() }
    }

    /// Wraps another value with the same names for error messages.
    #[cfg(feature = "formula")]
    pub(crate) fn with(&self, value: JsValue) -> Node {
        Node { value, whole: self.whole, name: self.name }
    }

    pub(crate) fn switch(&self) -> Result<bool, Error> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    pub(crate) fn number(&self) -> Result<f64, Error> {
        self.value.as_f64().ok_or_else(|| self.wrong("a number"))
    }

    /// Passes each element of a list to `read`; a missing list is empty.
    pub(crate) fn each(&self, read: &mut dyn FnMut(Node) -> Result<(), Error>) -> Result<(), Error> {
        if self.value.is_undefined() {
            return Ok(());
        }
        let list = self.value.dyn_ref::<Array>().ok_or_else(|| self.wrong("a list"))?;
        for value in list.iter() {
            read(Node { value, whole: self.whole, name: self.name })?;
        }
        Ok(())
    }

    pub(crate) fn texts(&self) -> Result<Vec<String>, Error> {
        let mut texts = Vec::new();
        self.each(&mut |node| {
            texts.push(node.text()?);
            Ok(())
        })?;
        Ok(texts)
    }

    #[cfg(feature = "rest")]
    pub(crate) fn numbers(&self) -> Result<Vec<f64>, Error> {
        let mut numbers = Vec::new();
        self.each(&mut |node| {
            numbers.push(node.number()?);
            Ok(())
        })?;
        Ok(numbers)
    }

    /// Passes each name and value of an object to `read`.
    pub(crate) fn entries(&self, read: &mut dyn FnMut(String, Node) -> Result<(), Error>) -> Result<(), Error> {
        // Unlike `Object::keys`, this catches errors thrown by an object's own traps.
        let names = Reflect::own_keys(&self.value).map_err(|_| self.wrong("an object"))?;
        for name in names.iter() {
            let value = Reflect::get(&self.value, &name).unwrap_or(JsValue::UNDEFINED);
            read(name.as_string().unwrap_or_default(), Node { value, whole: self.whole, name: self.name })?;
        }
        Ok(())
    }

    pub(crate) fn settings(&self) -> Result<Settings, Error> {
        let mut settings = Settings::default();
        if self.value.is_undefined() {
            return Ok(settings);
        }
        self.entries(&mut |name, node| {
            let value = &node.value;
            let setting = if let Some(word) = value.as_string() {
                Setting::Word(word)
            } else if let Some(number) = value.as_f64() {
                Setting::Number(number)
            } else if let Some(switch) = value.as_bool() {
                Setting::Switch(switch)
            } else {
                return Err(node.wrong("names with a number, a word, or a switch"));
            };
            settings.set(&name, setting);
            Ok(())
        })?;
        Ok(settings)
    }
}

/// Reads a scenario's settings.
pub(crate) fn scenario(scenario: Scenario) -> Result<Settings, Error> {
    Node::new(scenario.into(), "scenario").settings()
}

/// Reads numbers by name; error messages refer to them as `name`.
pub(crate) fn numbers(numbers: Numbers, name: &'static str) -> Result<BTreeMap<String, f64>, Error> {
    let mut read = BTreeMap::new();
    Node::new(numbers.into(), name).entries(&mut |name, node| {
        read.insert(name, node.number()?);
        Ok(())
    })?;
    Ok(read)
}

/// Reads words by name; error messages refer to them as `name`.
#[cfg(feature = "tape-rest")]
pub(crate) fn words(words: Words, name: &'static str) -> Result<BTreeMap<String, String>, Error> {
    let mut read = BTreeMap::new();
    Node::new(words.into(), name).entries(&mut |name, node| {
        read.insert(name, node.text()?);
        Ok(())
    })?;
    Ok(read)
}
