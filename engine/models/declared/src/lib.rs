//! A model declared in a lab, `model: formula` or `model: network`: a [`Declaration`] in the lab's own text instead of
//! Rust.
//!
//! A declaration has settings, small tables of constants, terms, and outputs. Terms and outputs are expressions of
//! [`pathlength_expression`], the evaluator that also grades answers; they name settings, constants, parameters of the
//! lab, and each other in any order. [`Model::open`] checks names, units, and cycles; its errors name the entry and the
//! field.
//!
//! Besides the functions of every expression, it can use closed forms of [`pathlength_queueing`]: `mm1_response`,
//! `mmc_response`, `mg1_response`, `erlang_b`, `erlang_c`, `closed_throughput`, `closed_response`,
//! `closed_throughput_bound`, and `closed_response_bound`.
//!
//! A [`NETWORK`] also has stations, classes, and demands, whose numbers are expressions. Functions such as
//! `residence(users, disk)` read its solution, which is exact, by asymptotic bounds, or simulated.
//!
//! A declaration is untrusted, like any text of an author. [`MAX_ENTRIES`], [`MAX_TEXT_BYTES`], and the length of an
//! expression bound its size, and [`MAX_STEPS`] bounds each evaluation.

mod check;
mod declaration;
mod functions;
mod limits;
mod model;
mod names;
#[cfg_attr(not(feature = "network"), allow(dead_code, reason = "only a build with networks solves them"))]
mod network;
mod order;
mod scope;
mod settings;

pub use declaration::{
    Constants, Declaration, DeclarationError, DeclaredOutput, DeclaredSetting, DeclaredTerm, List, SettingKind,
};
pub use model::Model;
#[cfg(feature = "network")]
pub use network::LiveNetwork;
pub use network::{
    DeclaredClass, DeclaredDemand, DeclaredSolution, DeclaredStation, MAX_CLASSES, MAX_DEMANDS, MAX_EVENTS,
    MAX_SIMULATED_REQUESTS, MAX_SOLUTION_STEPS, MAX_STATIONS, NETWORK, ServiceOrder, StationKind,
};

/// The name of a declared model without a network in the field `model` of labs.
pub const FORMULA: &str = "formula";

/// The names of declared models in the field `model` of labs.
pub const DECLARED: [&str; 2] = [FORMULA, NETWORK];

/// Returns whether a lab with this model declares it.
pub fn is_declared(model: &str) -> bool {
    DECLARED.contains(&model)
}

/// Checks that a declaration has a network if its model is one, and none otherwise.
///
/// # Errors
/// Returns [`DeclarationError`] at the first list of the network.
pub fn check_kind(model: &str, declaration: &Declaration) -> Result<(), DeclarationError> {
    let message = match (model, declaration.has_network()) {
        (NETWORK, false) => "the network has no stations: add [[stations]], [[classes]], and [[demands]]",
        (FORMULA, true) => "a formula has no network: write `model: network` in lab.md, or remove this",
        _ => return Ok(()),
    };
    let list = match declaration {
        Declaration { stations, classes, demands, .. } if stations.is_empty() => match (&classes[..], &demands[..]) {
            ([_, ..], _) => List::Classes,
            ([], [_, ..]) => List::Demands,
            ([], []) => List::Solution,
        },
        _ => List::Stations,
    };
    Err(DeclarationError { list, at: 0, field: "name", offset: 0, message: message.to_owned() })
}

/// Maximum number of settings, of tables of constants, of terms, and of outputs, each.
pub const MAX_ENTRIES: usize = 64;

/// Maximum number of words of a setting and of rows of a table of constants.
pub const MAX_ROWS: usize = 100;

/// Maximum length of all expressions together, in bytes.
pub const MAX_TEXT_BYTES: usize = 20_000;

/// Maximum number of steps in the closed forms of one evaluation: servers, and users times queueing centers.
pub const MAX_STEPS: u64 = 1_000_000;
