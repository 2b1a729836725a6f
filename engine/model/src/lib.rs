//! The ground that all models stand on: settings in, outputs and their terms out.
//!
//! A [`Model`] answers scenarios, which are [`Settings`] by name, with an [`Evaluation`]. A [`NamedModel`] is one that a
//! registry can list: it says its name, its parameters and its [`Description`] before one is made. Nothing here knows a model, a
//! lab or JavaScript.

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
mod settings;
mod word;

pub use choice::{
    AnsweredQuestion, Answers, ChoiceOption, ChoiceQuestion, applicable_answers, find_option, find_question,
};
pub use columns::Columns;
pub use costs::cost;
pub use description::{Description, Output, OutputDescription, SettingDescription, SettingValues};
pub use error::ModelError;
pub use evaluation::{Evaluation, Term};
pub use model::{Model, NamedModel, ParameterValues};
pub use number::{Number, number, whole};
pub use parameters::{Parameter, Parameters, Provenance};
pub use settings::{Setting, Settings};
pub use word::{Word, WordEnum};
