//! The ways of a Linux guest to a disk under z/VM, and the minidisk cache on them.
//!
//! [`Model`] answers scenarios: a closed form (`path`) bills one KB of each `IOzone` phase with what the device, the
//! guest and the control program (CP) spend on it. What a closed form cannot say, how much of what is read comes from
//! the minidisk cache, is measured: [`iozone`] runs the phases' real stream of requests against a real cache
//! ([`cache`]). [`advice`] sets the measured ways side by side for some work.

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
