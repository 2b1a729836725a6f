//! The I/O paths of a Linux guest to a disk under z/VM, and the minidisk cache.
//!
//! [`Model`] evaluates scenarios: a closed form (`path`) adds up the costs of one KB of each `IOzone` phase in the
//! device, the guest, and the control program (CP). The minidisk cache's hit ratio has no closed form, so it is
//! measured: [`iozone`] runs the phases' real request stream against a real cache ([`cache`]). [`advice`] ranks the
//! measured paths for a workload.

pub mod advice;
pub mod cache;
mod costs;
pub mod iozone;
pub mod iozone_output;
pub mod live;
mod medium;
mod model;
mod path;
mod scenario;
mod stream;
mod track;

pub use costs::Costs;
pub use iozone::Sharing;
pub use model::Model;
pub use scenario::{Path, Phase, Scenario};
