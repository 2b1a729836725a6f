//! A model declared in a lab with `model: formula`, `model: network`, or `model: trace`: a [`Declaration`] in the
//! lab's files instead of Rust code.
//!
//! A declaration has settings, small tables of constants, terms, and outputs. Terms and outputs are expressions of
//! [`pathlength_expression`], the evaluator that also grades answers; they name settings, constants, parameters of the
//! lab, and each other in any order. [`Model::open`] checks names, units, and cycles; its errors name the entry and the
//! field.
//!
//! In addition to the functions available in every expression, a declaration can use closed forms of
//! [`pathlength_queueing`]: `mm1_response`, `mmc_response`, `mg1_response`, `erlang_b`, `erlang_c`,
//! `closed_throughput`, `closed_response`, `closed_throughput_bound`, and `closed_response_bound`.
//!
//! A [`NETWORK`] also has stations, classes, and demands, whose numeric fields are expressions. Functions such as
//! `residence(users, disk)` read the network's exact solution, its asymptotic bounds, or the results of its simulation.
//!
//! A [`TRACE`] has request streams and a cache instead. Functions such as `hit_ratio(users)` read the counts of the
//! requests that go through the cache.
//!
//! A declaration is untrusted, like any text of an author. [`MAX_ENTRIES`], [`MAX_TEXT_BYTES`], and the maximum
//! length of an expression limit the size of a declaration, and [`MAX_STEPS`] limits each evaluation.

#[cfg(not(all(feature = "network", feature = "trace")))]
mod absent;
mod check;
mod declaration;
mod fields;
mod functions;
mod limits;
mod model;
mod names;
#[cfg_attr(not(feature = "network"), allow(dead_code, reason = "only a build with networks solves them"))]
mod network;
mod order;
mod scope;
mod settings;
#[cfg(any(feature = "network", feature = "trace"))]
mod slices;
#[cfg_attr(
    not(all(feature = "network", feature = "trace")),
    allow(dead_code, reason = "a build without networks or traces never reads their solutions")
)]
mod solutions;
#[cfg_attr(not(feature = "trace"), allow(dead_code, reason = "only a build with traces runs them"))]
mod trace;

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
pub use trace::{
    DeclaredCache, DeclaredRange, DeclaredStream, MAX_CACHED_BLOCKS, MAX_OPTIMAL_REQUESTS, MAX_RANGES,
    MAX_STREAM_BLOCKS, MAX_STREAMS, MAX_TRACE_REQUESTS, StreamKind, TRACE,
};

/// The name, in the field `model` of labs, of a declared model without a network or a trace.
pub const FORMULA: &str = "formula";

/// The names of declared models in the field `model` of labs.
pub const DECLARED: [&str; 3] = [FORMULA, NETWORK, TRACE];

/// Returns whether a lab with this model declares the model itself.
pub fn is_declared(model: &str) -> bool {
    DECLARED.contains(&model)
}

/// Checks that a declaration contains the network or the trace that its model requires, and nothing that its model
/// does not allow.
///
/// # Errors
/// Returns [`DeclarationError`] if the network or the trace is missing or does not belong to the model.
pub fn check_kind(model: &str, declaration: &Declaration) -> Result<(), DeclarationError> {
    if declaration.has_trace() != (model == TRACE) {
        let message = match model {
            TRACE => "the trace has no streams: add [[streams]] and [cache]",
            _ => "only a trace has streams, ranges, and a cache: write `model: trace` in lab.md, or remove them",
        };
        let list = match declaration {
            Declaration { streams, ranges, .. } if streams.is_empty() && ranges.is_empty() && model != TRACE => {
                List::Cache
            }
            Declaration { streams, .. } if streams.is_empty() && model != TRACE => List::Ranges,
            _ => List::Streams,
        };
        return Err(DeclarationError { list, at: 0, field: "name", offset: 0, message: message.to_owned() });
    }
    let message = match (model, declaration.has_network()) {
        (NETWORK, false) => "the network has no stations: add [[stations]], [[classes]], and [[demands]]",
        (FORMULA, true) => "a formula has no network: write `model: network` in lab.md, or remove the network",
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

/// Maximum number of settings, and likewise of tables of constants, of terms, and of outputs.
pub const MAX_ENTRIES: usize = 64;

/// Maximum number of words of a setting, and of rows in a table of constants.
pub const MAX_ROWS: usize = 100;

/// Maximum length of all expressions together, in bytes.
pub const MAX_TEXT_BYTES: usize = 20_000;

/// Maximum number of steps in the closed forms of one evaluation: one per server, and one per user and queueing center.
pub const MAX_STEPS: u64 = 1_000_000;
