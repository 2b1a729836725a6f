//! A queueing network of a declaration: stations, classes, and their demands, as expressions.
//!
//! [`pathlength_queueing`] solves it: exactly, by asymptotic bounds, or by simulation. Terms and outputs use the
//! solution through functions of stations and classes, such as `residence(users, disk)`.

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
pub(crate) use check::{add_fields, check_network, network_sizes};
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
pub(crate) use without::{Solution, Solver, add_fields, call, check_network, function_names, network_sizes};

use super::limits::FieldPosition;
use super::{Declaration, List};
use pathlength_expression::Expression;
use std::collections::BTreeMap;

/// The name of a declared network in the field `model` of labs.
pub const NETWORK: &str = "network";

/// Maximum number of stations.
pub const MAX_STATIONS: usize = 32;

/// Maximum number of classes.
pub const MAX_CLASSES: usize = 8;

/// Maximum number of demands.
pub const MAX_DEMANDS: usize = 128;

/// Maximum number of steps of an exact solution: population vectors times stations, as the queueing crate counts them.
pub const MAX_SOLUTION_STEPS: u64 = 20_000_000;

/// Maximum number of events in a simulation.
pub const MAX_EVENTS: u64 = 4_000_000;

/// Maximum number of requests of closed classes in all runs of a simulation.
pub const MAX_SIMULATED_REQUESTS: u64 = 200_000;

/// The values of a network's expressions by list, entry, and field; times and rates are in seconds.
pub(crate) type FieldValues = BTreeMap<(List, usize, &'static str), f64>;

/// The meaning of an expression's value in a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A whole number of 1 or more, in any unit such as `users`.
    Count,
    /// A whole number of 0 or more.
    Seed,
    /// A time of 0 or more.
    Time,
    /// A rate above 0.
    Rate,
    /// A plain number of 0 or more.
    Plain,
}

/// An expression of a network.
#[derive(Clone, Debug)]
pub(crate) struct ParsedField {
    pub(crate) position: FieldPosition,
    pub(crate) meaning: Meaning,
    pub(crate) expression: Expression,
}

/// The text of an expression of a network, with its position.
pub(crate) struct Field<'a> {
    pub(crate) list: List,
    pub(crate) at: usize,
    pub(crate) name: &'static str,
    pub(crate) text: &'a str,
    pub(crate) meaning: Meaning,
}

impl Declaration {
    /// Returns whether anything of a network is declared.
    pub fn has_network(&self) -> bool {
        !self.stations.is_empty() || !self.classes.is_empty() || !self.demands.is_empty() || self.solution.is_some()
    }

    /// Returns the existing expressions of the network, by list and entry.
    pub(crate) fn network_fields(&self) -> Vec<Field<'_>> {
        let mut fields = Vec::new();
        let mut add = |list, at, name, text, meaning| {
            // A demand without a service time is refused when it is read.
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

/// A build without networks: it refuses their declarations.
#[cfg(not(feature = "network"))]
#[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "as with networks")]
mod without {
    use super::FieldValues;
    use crate::check::Parsed;
    use crate::limits::{CheckResult, FieldPosition};
    use crate::{Declaration, List};
    use pathlength_expression::{Answer, Call, Operands};
    use pathlength_model::Setting;
    use std::rc::Rc;

    /// An uninhabited type: there is no solution.
    #[derive(Debug)]
    pub(crate) enum Solution {}

    /// A solver that solves nothing.
    #[derive(Debug, Default)]
    pub(crate) struct Solver(());

    const MESSAGE: &str = "this module has no networks: name the model network in the lab";

    pub(crate) fn network_sizes(declaration: &Declaration) -> CheckResult {
        if declaration.has_network() { Err(FieldPosition(List::Stations, 0, "name").error(MESSAGE)) } else { Ok(()) }
    }

    pub(crate) fn add_fields(_: &mut Parsed) -> CheckResult {
        Ok(())
    }

    pub(crate) fn check_network(_: &Parsed) -> CheckResult {
        Ok(())
    }

    pub(crate) fn call(
        _: &Call,
        _: &Operands<'_>,
        _: usize,
        _: &Parsed,
        _: Option<&Result<Rc<Solution>, String>>,
    ) -> Option<Answer> {
        None
    }

    pub(crate) fn function_names() -> std::iter::Empty<&'static str> {
        std::iter::empty()
    }

    impl Solver {
        pub(crate) fn prepare(&mut self, _: &Parsed, _: &[Setting], _: &FieldValues) -> bool {
            true
        }

        pub(crate) fn solve(&mut self, _: &Parsed, _: &[Setting], _: &FieldValues) -> Result<Rc<Solution>, String> {
            Err(MESSAGE.to_owned())
        }
    }
}
