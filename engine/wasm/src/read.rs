//! Reads a compiled lab and a scenario from JavaScript objects.
//!
//! By hand and not with serde: the declarations in TypeScript come from the core's types either way, and serde's part
//! for nested input would be a third of the whole module.

use js_sys::{Array, Error, Reflect};
use pathlength_lab::{Bound, Field, Key, Printed, Role, RoleRule, RowKey, RowValue, Table};
use pathlength_model::{Setting, Settings};
use wasm_bindgen::{JsCast, JsValue};

/// A value in a lab, and the name to use when it is wrong.
struct Node {
    value: JsValue,
    name: &'static str,
}

impl Node {
    fn wrong(&self, wanted: &str) -> Error {
        Error::new(&["the lab's ", self.name, " must be ", wanted].concat())
    }

    fn get(&self, name: &'static str) -> Node {
        Node { value: Reflect::get(&self.value, &name.into()).unwrap_or(JsValue::UNDEFINED), name }
    }

    fn text(&self) -> Result<String, Error> {
        self.value.as_string().ok_or_else(|| self.wrong("text"))
    }

    fn number(&self) -> Result<f64, Error> {
        self.value.as_f64().ok_or_else(|| self.wrong("a number"))
    }

    /// Gives each element of a list to `read`; a list that is not there has none.
    fn each(&self, read: &mut dyn FnMut(Node) -> Result<(), Error>) -> Result<(), Error> {
        if self.value.is_undefined() {
            return Ok(());
        }
        let list = self.value.dyn_ref::<Array>().ok_or_else(|| self.wrong("a list"))?;
        for value in list.iter() {
            read(Node { value, name: self.name })?;
        }
        Ok(())
    }

    /// Gives each name and value of an object to `read`.
    fn entries(&self, read: &mut dyn FnMut(String, Node) -> Result<(), Error>) -> Result<(), Error> {
        // Unlike `Object::keys` this catches what an object with traps of its own throws.
        let names = Reflect::own_keys(&self.value).map_err(|_| self.wrong("an object"))?;
        for name in names.iter() {
            let value = Reflect::get(&self.value, &name).unwrap_or(JsValue::UNDEFINED);
            read(name.as_string().unwrap_or_default(), Node { value, name: self.name })?;
        }
        Ok(())
    }

    fn texts(&self) -> Result<Vec<String>, Error> {
        let mut texts = Vec::new();
        self.each(&mut |node| {
            texts.push(node.text()?);
            Ok(())
        })?;
        Ok(texts)
    }

    fn key(&self) -> Result<Key, Error> {
        match self.value.as_string() {
            Some(word) => Ok(Key::Word(word)),
            None => self.number().map(Key::Number),
        }
    }

    fn keys(&self) -> Result<Vec<Key>, Error> {
        let mut keys = Vec::new();
        self.each(&mut |node| {
            keys.push(node.key()?);
            Ok(())
        })?;
        Ok(keys)
    }

    fn settings(&self) -> Result<Settings, Error> {
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
                return Err(node.wrong("names with a number, a word or a switch"));
            };
            settings.set(&name, setting);
            Ok(())
        })?;
        Ok(settings)
    }

    fn role(&self) -> Result<Role, Error> {
        Ok(match self.text()?.as_str() {
            "baseline" => Role::Baseline,
            "fit" => Role::Fit,
            "held_out" => Role::HeldOut,
            "predicted" => Role::Predicted,
            "missing" => Role::Missing,
            "damaged" => Role::Damaged,
            "measured" => Role::Measured,
            _ => return Err(self.wrong("baseline, fit, held_out, predicted, missing, damaged or measured")),
        })
    }
}

/// A scenario's settings.
pub(super) fn scenario(value: JsValue) -> Result<Settings, Error> {
    Node { value, name: "scenario" }.settings()
}

/// What a model needs of a compiled lab.
#[derive(Debug)]
pub(super) struct Needed {
    pub(super) model: String,
    pub(super) tables: Vec<Table>,
    pub(super) parameters: Vec<NamedValue>,
}

/// The value of a parameter.
#[derive(Debug)]
pub(super) struct NamedValue {
    pub(super) name: String,
    pub(super) number: f64,
    pub(super) fitted_on: Vec<String>,
}

/// A compiled lab. Provenance and prose are left behind.
pub(super) fn lab(value: JsValue) -> Result<Needed, Error> {
    let node = Node { value, name: "data" };
    let mut lab = Needed { model: node.get("model").text()?, tables: Vec::new(), parameters: Vec::new() };
    node.get("tables").each(&mut |node| {
        lab.tables.push(table(&node)?);
        Ok(())
    })?;
    node.get("parameters").entries(&mut |name, node| {
        let number = node.get("value").number()?;
        lab.parameters.push(NamedValue { name, number, fitted_on: node.get("fitted_on").texts()? });
        Ok(())
    })?;
    Ok(lab)
}

fn table(node: &Node) -> Result<Table, Error> {
    let row = node.get("row");
    let mut table = Table {
        id: node.get("id").text()?,
        title: String::new(),
        source: String::new(),
        csv: None,
        note: None,
        role: node.get("role").role()?,
        scenario: node.get("scenario").settings()?,
        row: RowKey {
            name: String::new(),
            key: row.get("key").value.as_string(),
            title: String::new(),
            unit: String::new(),
            values: Vec::new(),
        },
        fields: Vec::new(),
        roles: Vec::new(),
        rows: node.get("rows").keys()?,
        cells: Vec::new(),
        printed: Vec::new(),
    };
    row.get("values").each(&mut |node| {
        let (is, scenario) = (node.get("is").key()?, node.get("scenario").settings()?);
        table.row.values.push(RowValue { is, title: None, claim: None, scenario });
        Ok(())
    })?;
    node.get("fields").each(&mut |node| {
        table.fields.push(field(&node)?);
        Ok(())
    })?;
    node.get("roles").each(&mut |node| {
        table.roles.push(rule(&node)?);
        Ok(())
    })?;
    node.get("cells").each(&mut |row| {
        if row.value.is_undefined() {
            return Err(row.wrong("a list of lists"));
        }
        let mut cells = Vec::new();
        row.each(&mut |cell| {
            cells.push(match cell.value.as_f64() {
                Some(value) => Some(Printed::Value(value)),
                None if cell.value.is_null() => None,
                // Whether a bound is met the page finds out by itself, and only a page that has one.
                None => cell.text().map(|_| Some(Printed::Bound(Bound::default())))?,
            });
            Ok(())
        })?;
        table.cells.push(cells);
        Ok(())
    })?;
    Ok(table)
}

fn field(node: &Node) -> Result<Field, Error> {
    let base = node.get("relative_to_row");
    Ok(Field {
        name: node.get("name").text()?,
        title: String::new(),
        group: String::new(),
        unit: String::new(),
        output: node.get("output").value.as_string(),
        relative_to: node.get("relative_to").value.as_string(),
        relative_to_row: if base.value.is_undefined() { None } else { Some(base.key()?) },
        scatter: None,
        scenario: node.get("scenario").settings()?,
    })
}

fn rule(node: &Node) -> Result<RoleRule, Error> {
    Ok(RoleRule { rows: node.get("rows").keys()?, fields: node.get("fields").texts()?, role: node.get("role").role()? })
}
