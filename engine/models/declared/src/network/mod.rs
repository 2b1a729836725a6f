//! A queueing network in a declaration: stations, classes, and their demands, as expressions.
//!
//! [`pathlength_queueing`] solves the network: exactly, by asymptotic bounds, or by simulation. Terms and outputs use
//! the solution through functions of stations and classes, such as `residence(users, disk)`.

#[cfg(feature = "network")]
mod check;
mod declaration;
#[cfg(feature = "network")]
mod functions;
#[cfg(feature = "network")]
mod live;
#[cfg(feature = "network")]
mod problem;
#[cfg(feature = "network")]
mod solution;
#[cfg(feature = "network")]
mod solve;

#[cfg(feature = "network")]
pub(crate) use check::{check_network, network_sizes};
#[cfg(feature = "network")]
pub(crate) use declaration::Method;
pub use declaration::{DeclaredClass, DeclaredDemand, DeclaredSolution, DeclaredStation, ServiceOrder, StationKind};
#[cfg(feature = "network")]
pub(crate) use functions::{call, names as function_names};
#[cfg(feature = "network")]
pub use live::LiveNetwork;
#[cfg(feature = "network")]
pub(crate) use solution::Solution;
#[cfg(feature = "network")]
pub(crate) use solve::Solver;
#[cfg(not(feature = "network"))]
pub(crate) use without::{Solution, Solver, call, check_network, function_names, network_sizes};

use super::fields::{Field, Meaning};
use super::{Declaration, List};

/// The name of a declared network in the field `model` of labs.
pub const NETWORK: &str = "network";

/// Maximum number of stations.
pub const MAX_STATIONS: usize = 32;

/// Maximum number of classes.
pub const MAX_CLASSES: usize = 8;

/// Maximum number of demands.
pub const MAX_DEMANDS: usize = 128;

/// Maximum number of steps of an exact solution, as the queueing crate counts them.
pub const MAX_SOLUTION_STEPS: u64 = 20_000_000;

/// Maximum number of events in a simulation.
pub const MAX_EVENTS: u64 = 4_000_000;

/// Maximum number of requests of closed classes in all runs of a simulation.
pub const MAX_SIMULATED_REQUESTS: u64 = 200_000;

impl Declaration {
    /// Returns whether any part of a network is declared.
    pub fn has_network(&self) -> bool {
        !self.stations.is_empty() || !self.classes.is_empty() || !self.demands.is_empty() || self.solution.is_some()
    }

    /// Returns the existing expressions of the network, by list and entry.
    pub(crate) fn network_fields(&self) -> Vec<Field<'_>> {
        let mut fields = Vec::new();
        let mut add = |list, at, name, text, meaning| {
            // A demand without a service time is refused when the demand is read.
            if !str::is_empty(text) || name == "service" {
                fields.push(Field { list, at, name, text, meaning });
            }
        };
        for (at, station) in self.stations.iter().enumerate() {
            add(List::Stations, at, "servers", &station.servers, Meaning::Count);
        }
        for (at, class) in self.classes.iter().enumerate() {
            add(List::Classes, at, "population", &class.population, Meaning::Count);
            add(List::Classes, at, "think_time", &class.think_time, Meaning::Time);
            add(List::Classes, at, "rate", &class.rate, Meaning::Rate);
        }
        for (at, demand) in self.demands.iter().enumerate() {
            add(List::Demands, at, "service", &demand.service, Meaning::Time);
            add(List::Demands, at, "visits", &demand.visits, Meaning::Plain);
            add(List::Demands, at, "variation", &demand.variation, Meaning::Plain);
        }
        if let Some(solution) = &self.solution {
            add(List::Solution, 0, "seed", &solution.seed, Meaning::Seed);
            add(List::Solution, 0, "runs", &solution.runs, Meaning::Count);
            add(List::Solution, 0, "precision", &solution.precision, Meaning::Plain);
        }
        fields
    }
}

/// Replacements in a build without networks, which refuse the declaration of a network.
#[cfg(not(feature = "network"))]
mod without {
    use crate::absent::{self, Absent};
    use crate::limits::{CheckResult, FieldPosition};
    use crate::{Declaration, List};

    pub(crate) use crate::absent::{call, check as check_network, function_names};

    #[derive(Debug)]
    pub(crate) enum Solution {}

    impl Absent for Solution {
        const MESSAGE: &'static str = "this module has no networks: write `model: network` in lab.md";
    }

    pub(crate) type Solver = absent::Solver<Solution>;

    pub(crate) fn network_sizes(declaration: &Declaration) -> CheckResult {
        if !declaration.has_network() {
            return Ok(());
        }
        Err(FieldPosition(List::Stations, 0, "name").error(Solution::MESSAGE))
    }
}
