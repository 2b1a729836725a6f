//! The ground that all models stand on: settings in, outputs and their terms out.
//!
//! A [`Model`] answers scenarios, which are [`Settings`] by name, with an [`Evaluation`]. A [`ModelKind`] is what can be
//! said about a model before one is made: its name, its parameters, its [`Description`]. Nothing here knows a model, a
//! lab or JavaScript.

mod costs;
pub mod csv;
mod description;
mod error;
mod evaluation;
mod kind;
mod number;
mod parameters;
mod settings;

pub use costs::cost;
pub use description::{Description, OutputDescription, SettingDescription, SettingValues};
pub use error::ModelError;
pub use evaluation::{Evaluation, Term};
pub use kind::{Model, ModelKind, NamedModel, ParameterValues};
pub use number::{Number, number, whole};
pub use parameters::{Parameter, Parameters, Provenance};
pub use settings::{Setting, Settings, Word};
