//! The model of a lab: from the registry, or declared in the lab.
//!
//! A lab whose `model` is `formula`, `network`, or `trace` has a declaration; other labs have none. Callers use the lab
//! instead of the registry, so they need not distinguish the two kinds of labs.

use super::Lab;
use super::registry::{MODELS, describe_model, former_parameters, model_parameters, open_model, unknown_model};
use pathlength_declared::{DECLARED, is_declared};
#[cfg(feature = "formula")]
use pathlength_declared::{Declaration, Model as DeclaredModel, check_kind};
use pathlength_model::{Description, Model, ModelError, ParameterValues};

/// Checks that a model name is in the registry or is `formula`, `network`, or `trace`.
///
/// # Errors
/// Returns [`ModelError`] with the names of all models if there is no model with this name.
pub fn check_model_name(name: &str) -> Result<(), ModelError> {
    if is_declared(name) || describe_model(name).is_ok() {
        return Ok(());
    }
    let all: Vec<_> = MODELS.iter().copied().chain(DECLARED).collect();
    Err(unknown_model(name, &all))
}

impl Lab {
    /// Opens the lab's model with the lab's parameters.
    ///
    /// # Errors
    /// Returns the errors of [`Lab::open_with`].
    pub fn open(&self) -> Result<Box<dyn Model>, ModelError> {
        self.open_with(&|name| self.value(name))
    }

    /// Opens the lab's model with other parameter values.
    ///
    /// # Errors
    /// Returns an error if the lab neither declares a model nor names a model in this build. Also returns one if the
    /// declaration is wrong, or if a parameter is missing or out of range.
    pub fn open_with(&self, values: ParameterValues<'_>) -> Result<Box<dyn Model>, ModelError> {
        if !is_declared(&self.model) {
            return open_model(&self.model, values);
        }
        #[cfg(feature = "formula")]
        return Ok(Box::new(DeclaredModel::open(self.declaration()?, &self.parameter_units(), values)?));
        #[cfg(not(feature = "formula"))]
        Err(unknown_model(&self.model, MODELS))
    }

    /// Returns the settings and outputs of the lab's model: from the lab's description or, without one (format 1), from
    /// the model in this build.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the lab has no description, and the model is not in this build or its declaration is
    /// invalid.
    pub fn describe_model(&self) -> Result<Description, ModelError> {
        if let Some(description) = &self.description {
            return Ok(description.clone());
        }
        #[cfg(feature = "formula")]
        if is_declared(&self.model) {
            return Ok(self.declared_model()?.describe());
        }
        describe_model(&self.model).map_err(|error| {
            let message = format!("the lab has no description of its model ({error}): compile the lab again");
            ModelError::new(message)
        })
    }

    /// Returns the names of the parameters that the lab's model needs.
    ///
    /// # Errors
    /// Returns the errors of [`Lab::open_with`] that do not depend on parameter values.
    pub fn model_parameters(&self) -> Result<Vec<String>, ModelError> {
        #[cfg(feature = "formula")]
        if is_declared(&self.model) {
            return Ok(self.declared_model()?.parameters().into_iter().map(str::to_owned).collect());
        }
        Ok(model_parameters(&self.model)?.iter().map(|name| (*name).to_owned()).collect())
    }

    /// Checks that the lab has no unknown parameter, and that it has a declaration only if its model is declared.
    pub(super) fn check_model(&self) -> Result<(), ModelError> {
        #[cfg(feature = "formula")]
        if is_declared(&self.model) {
            return self.check_declared();
        } else if self.declaration.is_some() {
            let message = format!(
                "the model {} takes no declaration: remove the declaration, or set `model` to one of {}",
                self.model,
                DECLARED.join(", ")
            );
            return Err(ModelError::new(message));
        }
        let known = [model_parameters(&self.model)?, former_parameters(&self.model)?];
        self.check_parameters(&|name| known.iter().any(|all| all.contains(&name)))
    }

    fn check_parameters(&self, is_known: &dyn Fn(&str) -> bool) -> Result<(), ModelError> {
        match self.parameters.keys().find(|name| !is_known(name)) {
            Some(name) => Err(ModelError::new(format!("the model has no parameter {name}: remove it"))),
            None => Ok(()),
        }
    }

    /// Checks the declaration, and the lab's description and parameters against the declared model.
    #[cfg(feature = "formula")]
    fn check_declared(&self) -> Result<(), ModelError> {
        let model = self.declared_model()?;
        if self.description.as_ref().is_some_and(|own| model.describe() != *own) {
            return Err(ModelError::new("the description does not match the declared model: compile the lab again"));
        }
        let known = model.parameters();
        self.check_parameters(&|name| known.contains(&name))
    }

    /// Returns the names and units of the lab's parameters, in the form that a declared model needs.
    #[cfg(feature = "formula")]
    fn parameter_units(&self) -> Vec<(String, String)> {
        self.parameters.iter().map(|(name, parameter)| (name.clone(), parameter.unit.clone())).collect()
    }

    #[cfg(feature = "formula")]
    fn declaration(&self) -> Result<&Declaration, ModelError> {
        self.declaration.as_ref().ok_or_else(|| {
            let name = &self.model;
            ModelError::new(format!("the model {name} needs a declaration: write it in model.toml, next to lab.md"))
        })
    }

    /// Returns the lab's declared model, without parameter values.
    #[cfg(feature = "formula")]
    fn declared_model(&self) -> Result<DeclaredModel, ModelError> {
        let declaration = self.declaration()?;
        check_kind(&self.model, declaration).map_err(ModelError::from_error)?;
        DeclaredModel::new(declaration, &self.parameter_units()).map_err(ModelError::from_error)
    }
}
