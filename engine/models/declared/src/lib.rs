//! The model that a lab declares itself, `model: formula`: a [`Declaration`] in the lab's own text instead of Rust.
//!
//! A declaration has settings, small tables of constants, terms and outputs. Terms and outputs are expressions of
//! [`pathlength_expression`], the evaluator that also grades answers; they name settings, constants, parameters of the lab
//! and each other in any order. [`Model::open`] checks names, units and circles; its errors name the entry and the field.
//!
//! Besides the functions of every expression there are closed forms of [`pathlength_queueing`]: `mm1_response`,
//! `mmc_response`, `mg1_response`, `erlang_b`, `erlang_c`, `closed_throughput`, `closed_response`,
//! `closed_throughput_bound` and `closed_response_bound`.
//!
//! A declaration is as hostile as any text of an author. [`MAX_ENTRIES`], [`MAX_TEXT_BYTES`] and the length of an
//! expression bound its size, and [`MAX_STEPS`] bounds each evaluation.

mod check;
mod declaration;
mod functions;
mod limits;
mod model;
mod names;
mod order;
mod scope;
mod settings;

pub use declaration::{
    Constants, Declaration, DeclarationError, DeclaredOutput, DeclaredSetting, DeclaredTerm, List, SettingKind,
};
pub use model::Model;

/// The name in the field `model` of labs.
pub const NAME: &str = "formula";

/// Maximum number of settings, of tables of constants, of terms and of outputs, each.
pub const MAX_ENTRIES: usize = 64;

/// Maximum number of words of a setting and of rows of a table of constants.
pub const MAX_ROWS: usize = 100;

/// Maximum length of all expressions together, in bytes.
pub const MAX_TEXT_BYTES: usize = 20_000;

/// Maximum number of steps that the closed forms of one evaluation take: servers, and users times queueing centers.
pub const MAX_STEPS: u64 = 1_000_000;
