//! Thin JavaScript bindings of the live pictures. Each is a feature, so that a page fetches only what it shows.

#[cfg(feature = "aggregate")]
mod aggregate;
#[cfg(feature = "disk-path")]
mod cache;
#[cfg(feature = "aggregate")]
mod console;
#[cfg(feature = "directory")]
mod directory;
#[cfg(feature = "journal")]
mod journal;
#[cfg(feature = "aggregate")]
mod planner;
#[cfg(feature = "file-pool")]
mod server;

#[cfg(feature = "aggregate")]
pub use aggregate::{AggregateInfo, AggregateView, Conversion, Cut, DirectoryPages};
#[cfg(feature = "disk-path")]
pub use cache::{CacheSlots, CacheSteps, CacheView};
#[cfg(feature = "aggregate")]
pub use console::{AnswerLine, ConsoleView};
#[cfg(feature = "directory")]
pub use directory::{DirectoryStat, DirectoryView, OperationSteps};
#[cfg(feature = "journal")]
pub use journal::{CutOutcome, PlugView};
#[cfg(feature = "aggregate")]
pub use planner::PlanView;
#[cfg(feature = "file-pool")]
pub use server::ServerView;

/// An object that crosses to JavaScript with its TypeScript type.
#[cfg(any(feature = "aggregate", feature = "directory", feature = "disk-path"))]
fn to_js<T: tsify::Tsify + serde::Serialize>(value: &T) -> Result<tsify::Ts<T>, js_sys::Error> {
    value.into_ts().map_err(pathlength_bindings::js_error)
}
