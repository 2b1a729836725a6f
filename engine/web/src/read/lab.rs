//! Parses a compiled lab, without provenance or prose.

use super::Node;
use js_sys::Error;
use pathlength_lab::{Bound, Field, Key, PublishedCell, Role, RoleRule, RowKey, RowValue, Table};
use pathlength_model::Word;
#[cfg(feature = "first")]
use pathlength_model::{Model, ModelError};

/// The parts of a compiled lab that computations use.
#[derive(Debug)]
pub(crate) struct CompiledLab {
    pub(crate) model: String,
    pub(crate) tables: Vec<Table>,
    pub(crate) parameters: Vec<NamedParameter>,
    /// The model that the lab declares.
    #[cfg(feature = "formula")]
    pub(crate) declaration: Option<pathlength_lab::Declaration>,
}

impl CompiledLab {
    /// Opens the lab's model.
    #[cfg(feature = "first")]
    pub(crate) fn open_model(&self) -> Result<Box<dyn Model>, ModelError> {
        let values = |name: &str| self.value(name);
        #[cfg(feature = "formula")]
        if let Some(declaration) = &self.declaration {
            let units: Vec<_> = self.parameters.iter().map(|known| (known.name.clone(), known.unit.clone())).collect();
            return Ok(Box::new(pathlength_lab::DeclaredModel::open(declaration, &units, &values)?));
        }
        pathlength_lab::open_model(&self.model, &values)
    }

    /// Returns the lab's value for a parameter; `None` if the lab does not contain the parameter.
    #[cfg(feature = "first")]
    pub(crate) fn value(&self, name: &str) -> Option<f64> {
        self.parameters.iter().find(|known| known.name == name).map(|known| known.value)
    }
}

/// A parameter without its provenance.
#[derive(Debug)]
pub(crate) struct NamedParameter {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) unit: String,
    pub(crate) fitted_on: Vec<String>,
}

/// Reads a compiled lab.
pub(crate) fn compiled_lab(node: &Node) -> Result<CompiledLab, Error> {
    let mut lab = CompiledLab {
        model: node.get("model").text()?,
        tables: Vec::new(),
        parameters: Vec::new(),
        #[cfg(feature = "formula")]
        declaration: super::declaration(&node.get("declaration"))?,
    };
    node.get("tables").each(&mut |node| {
        lab.tables.push(table(&node)?);
        Ok(())
    })?;
    node.get("parameters").entries(&mut |name, node| {
        let (value, unit) = (node.get("value").number()?, node.get("unit").text()?);
        lab.parameters.push(NamedParameter { name, value, unit, fitted_on: node.get("fitted_on").texts()? });
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
        baseline: None,
        chosen_in_view: None,
        role: node.get("role").role()?,
        because: node.get("because").value.as_string(),
        from: node.get("from").value.as_string(),
        scenario: node.get("scenario").settings()?,
        row: RowKey {
            name: String::new(),
            key: row.get("key").value.as_string(),
            title: String::new(),
            unit: row.get("unit").text()?,
            values: Vec::new(),
        },
        fields: Vec::new(),
        roles: Vec::new(),
        rows: node.get("rows").keys()?,
        cells: Vec::new(),
        printed: Vec::new(),
        half_digits: Vec::new(),
        recorded: None,
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
    node.get("half_digits").each(&mut |node| {
        table.half_digits.push(node.number()?);
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
                Some(value) => Some(PublishedCell::Value(value)),
                None if cell.value.is_null() => None,
                // The page itself checks whether a bound is satisfied.
                None => cell.text().map(|_| Some(PublishedCell::Bound(Bound::default())))?,
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
        unit: node.get("unit").text()?,
        output: node.get("output").value.as_string(),
        relative_to: node.get("relative_to").value.as_string(),
        relative_to_row: if base.value.is_undefined() { None } else { Some(base.key()?) },
        scatter: None,
        scenario: node.get("scenario").settings()?,
    })
}

fn rule(node: &Node) -> Result<RoleRule, Error> {
    let (rows, fields) = (node.get("rows").keys()?, node.get("fields").texts()?);
    let (because, from) = (node.get("because").value.as_string(), node.get("from").value.as_string());
    Ok(RoleRule { rows, fields, role: node.get("role").role()?, because, from })
}

impl Node {
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

    fn role(&self) -> Result<Role, Error> {
        Role::from_word(&self.text()?).ok_or_else(|| self.wrong(&["one of ", &Role::WORDS.join(", ")].concat()))
    }
}
