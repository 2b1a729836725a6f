//! The common base of all models: settings in, outputs and their terms out.
//!
//! A [`Model`] evaluates a scenario, given as [`Settings`], and returns an [`Evaluation`]. A [`NamedModel`] can be
//! listed in a registry: its name, parameters, and [`Description`] are known before it is opened. This crate does not
//! depend on any model, on labs, or on JavaScript.

mod choice;
mod columns;
mod costs;
pub mod csv;
mod description;
mod error;
mod evaluation;
mod model;
mod number;
mod parameters;
mod power_failure;
mod recent;
mod settings;
mod sliced;
mod word;

pub use choice::{
    AnsweredQuestion, Answers, ChoiceOption, ChoiceQuestion, applicable_answers, find_option, find_question,
};
pub use columns::Columns;
pub use costs::{Former, cost, require_positive};
pub use description::{Description, Output, OutputDescription, SettingDescription, SettingValues};
pub use error::ModelError;
pub use evaluation::{Evaluation, Term};
pub use model::{Model, NamedModel, ParameterValues};
pub use number::{Number, number, whole};
pub use parameters::{Parameter, Parameters, Provenance};
pub use power_failure::{Disk, Loss};
pub use recent::Recent;
pub use settings::{Setting, Settings};
pub use sliced::SlicedModel;
pub use word::{Word, WordEnum};
