//! Solves the network of a scenario with the queueing crate.

use super::problem::{Problem, problem};
use super::solution::{AtStation, ClassMeasures, Solution, StationMeasures, certain};
use super::{MAX_EVENTS, MAX_SIMULATED_REQUESTS, MAX_SOLUTION_STEPS, Method};
use crate::check::Parsed;
use crate::fields::FieldValues;
use crate::slices::{SlicedRun, Slices};
use pathlength_model::Setting;
use pathlength_queueing::bounds::{Bounds, asymptotic_multiclass, saturation};
use pathlength_queueing::simulate::{Report, Simulation};
use pathlength_queueing::{Estimate, mva, solve};
use std::rc::Rc;

type Outcome = Result<Rc<Solution>, String>;

/// Maximum number of cached simulations.
const MAX_KEPT: usize = 256;

/// Number of events per slice of a simulation; a slice takes a few milliseconds.
const SLICE: u32 = 20_000;

/// A network solver that caches simulations.
#[derive(Debug, Default)]
pub(crate) struct Solver(Slices<Run, MAX_KEPT>);

impl Solver {
    /// Simulates a slice if the solution method is simulation; returns whether the solution exists or can be computed
    /// immediately.
    pub(crate) fn prepare(&mut self, parsed: &Parsed, settings: &[Setting], values: &FieldValues) -> bool {
        match problem(parsed, settings, values) {
            Ok(problem) if problem.method == Method::Simulation => self.0.advance(problem),
            _ => true,
        }
    }

    /// Returns the solution of a scenario, or the reason why the network has no solution.
    pub(crate) fn solve(&mut self, parsed: &Parsed, settings: &[Setting], values: &FieldValues) -> Outcome {
        let problem = problem(parsed, settings, values)?;
        match problem.method {
            Method::Exact => exact(&problem).map(Rc::new),
            Method::Bounds => bounds(&problem).map(Rc::new),
            Method::Simulation => self.0.finish(&problem),
        }
    }
}

/// A simulation in progress.
#[derive(Debug)]
struct Run {
    simulation: Simulation,
    slices: u64,
}

impl SlicedRun for Run {
    type Problem = Problem;
    type Answer = Solution;

    fn start(problem: &Problem) -> Result<Self, String> {
        let closed: u64 = problem.network.classes.iter().filter_map(|class| class.population).map(u64::from).sum();
        if closed * u64::from(problem.options.runs) > MAX_SIMULATED_REQUESTS {
            return Err(format!(
                "{closed} requests with `runs` = {} are too many to simulate: lower the population or `runs` to at \
                 most {MAX_SIMULATED_REQUESTS} requests in all runs together, or choose another method",
                problem.options.runs
            ));
        }
        let simulation = Simulation::new(&problem.network, problem.options).map_err(|error| error.to_string())?;
        Ok(Self { simulation, slices: 0 })
    }

    fn step(&mut self, problem: &Problem) -> Result<Option<Solution>, String> {
        self.slices += 1;
        if self.simulation.step(SLICE).map_err(|error| error.to_string())? {
            return measured(problem, &self.simulation.report(&problem.network)).map(Some);
        }
        if self.slices * u64::from(SLICE) > 2 * MAX_EVENTS {
            return Err(
                "the simulation needs too many events: allow wider intervals with a larger `precision`".to_owned()
            );
        }
        Ok(None)
    }
}

impl Problem {
    fn is_closed(&self) -> bool {
        self.network.classes.iter().all(|class| class.population.is_some())
    }

    /// Returns the demand, in seconds, of a class at a declared station.
    fn demand_s(&self, class: usize, station: usize) -> f64 {
        self.needs[class][station].map_or(0.0, |need| need.visits * need.service_s)
    }

    /// Returns the closed classes with the demands at the declared queueing centers, and the number of servers at each
    /// of these centers.
    fn closed_classes(&self) -> (Vec<mva::Class>, Vec<u32>) {
        let queues: Vec<usize> = (0..self.servers.len()).filter(|&at| self.servers[at] > 0).collect();
        let classes = self.network.classes.iter().enumerate().filter_map(|(c, class)| {
            Some(mva::Class {
                population: class.population?,
                delay_s: self.class_think_s[c] + self.delays_s(c),
                demands_s: queues.iter().map(|&at| self.demand_s(c, at)).collect(),
            })
        });
        (classes.collect(), queues.iter().map(|&at| self.servers[at]).collect())
    }

    /// Returns the demand, in seconds, of a class at all declared delay centers.
    fn delays_s(&self, class: usize) -> f64 {
        (0..self.servers.len()).filter(|&at| self.servers[at] == 0).map(|at| self.demand_s(class, at)).sum()
    }

    /// Returns the asymptotic bounds and the saturation point of each class; `None` if any class is open. Delays other
    /// than the think time are part of the response time.
    fn bounds(&self) -> Vec<Option<(Bounds, f64)>> {
        if !self.is_closed() {
            return vec![None; self.network.classes.len()];
        }
        let (classes, servers) = self.closed_classes();
        let all = asymptotic_multiclass(&classes, &servers).into_iter().zip(&classes).enumerate();
        all.map(|(c, (mut bounds, class))| {
            bounds.response_s.min += self.delays_s(c);
            bounds.response_s.max += self.delays_s(c);
            let queues: Vec<_> = class.demands_s.iter().copied().zip(servers.iter().copied()).collect();
            Some((bounds, saturation(&queues, class.delay_s)))
        })
        .collect()
    }

    /// Returns the balanced job bounds of a network's only class; `None` if the network has no such bounds.
    fn balanced_bounds(&self) -> Option<Bounds> {
        match &solve::class_bounds(&self.network).ok()?[..] {
            [Some(only)] => only.balanced,
            _ => None,
        }
    }

    /// Returns the number of steps of the exact solution.
    fn steps(&self) -> u64 {
        let (classes, servers) = self.closed_classes();
        let has_servers = servers.iter().any(|servers| *servers > 1);
        match (&classes[..], has_servers) {
            ([], _) => 0,
            ([class], true) => {
                let queues = class.demands_s.iter().zip(&servers);
                let queues: Vec<_> =
                    queues.map(|(demand, servers)| mva::Queue::with_servers(*demand, *servers)).collect();
                mva::work(&queues, class.population)
            }
            ([class], false) => u64::from(class.population) * servers.len() as u64,
            (_, true) => mva::multiclass_servers_work(&classes, &servers),
            (_, false) => mva::steps(&classes),
        }
    }
}

/// Returns the sum of means as an estimate with a half-width of 0.
fn sum(estimates: impl Iterator<Item = f64>) -> Estimate {
    certain(estimates.sum())
}

pub(super) fn exact(problem: &Problem) -> Result<Solution, String> {
    problem.network.check().map_err(|error| error.to_string())?;
    if problem.steps() > MAX_SOLUTION_STEPS {
        return Err(format!(
            "the exact solution takes more than {MAX_SOLUTION_STEPS} steps: lower the populations or the numbers of \
             servers, or choose another method"
        ));
    }
    let solution = solve::solve(&problem.network).map_err(|error| error.to_string())?;
    if let Some(note) = solution.notes.first() {
        return Err(format!(
            "the network has no exact solution ({note}): use discipline = \"ps\", exponential service times with the \
             same mean for all classes, or the method simulation"
        ));
    }
    let (bounds, balanced) = (problem.bounds(), problem.balanced_bounds());
    let classes = solution.classes.iter().zip(bounds).enumerate().map(|(c, (class, bounds))| {
        let stations = problem.names.iter().enumerate().map(|(k, name)| {
            let station = solution.stations.iter().find(|station| station.name == *name);
            let at = station.and_then(|station| station.classes.iter().find(|at| at.class == class.name));
            AtStation {
                visits: problem.needs[c][k].unwrap_or_default().visits,
                demand_s: problem.demand_s(c, k),
                throughput: certain(at.map_or(0.0, |at| at.throughput)),
                residence_s: at.map_or(0.0, |at| at.residence_s),
                queue_length: certain(at.map_or(0.0, |at| at.mean_in_system)),
                utilization: at.and_then(|at| at.utilization).unwrap_or_default(),
            }
        });
        let stations = stations.collect();
        let (throughput, response_s) = (certain(class.throughput), certain(class.response_s));
        ClassMeasures { throughput, response_s, stations, bounds, balanced }
    });
    let classes: Vec<_> = classes.collect();
    let stations = problem.names.iter().map(|name| {
        let station = solution.stations.iter().find(|station| station.name == *name);
        let of = |read: &dyn Fn(&solve::StationMetrics) -> f64| certain(station.map_or(0.0, read));
        StationMeasures {
            throughput: of(&|station| station.throughput),
            response_s: of(&|station| station.response_s),
            queue_length: of(&|station| station.mean_in_system),
            utilization: of(&|station| station.utilization.unwrap_or_default()),
        }
    });
    let stations = stations.collect();
    Ok(Solution { classes, stations })
}

/// Returns the asymptotes of light and heavy load: the maximum throughput and the minimum response time. The response
/// time in excess of the demands is spent at the bottleneck.
fn bounds(problem: &Problem) -> Result<Solution, String> {
    problem.network.check().map_err(|error| error.to_string())?;
    let is_open = problem.network.classes.iter().all(|class| class.population.is_none());
    if is_open {
        // The solver refuses saturated stations; one pass over the stations solves any other open network.
        solve::solve(&problem.network).map_err(|error| error.to_string())?;
    } else if !problem.is_closed() {
        return Err("bounds exist only if all classes are closed or all are open: choose another method".to_owned());
    }
    let count = problem.servers.len();
    let per_server_s = |c: usize, k: usize| match problem.servers[k] {
        0 => 0.0,
        servers => problem.demand_s(c, k) / f64::from(servers),
    };
    let balanced = problem.balanced_bounds();
    let all = problem.network.classes.iter().zip(problem.bounds()).enumerate();
    let classes = all.map(|(c, (class, bounds))| {
        let demand_s: f64 = (0..count).map(|k| problem.demand_s(c, k)).sum();
        let (throughput, response_s) = match &bounds {
            Some((bounds, _)) => (bounds.throughput.max, bounds.response_s.min),
            None => (class.arrival_rate(), demand_s),
        };
        let bottleneck = (0..count).reduce(|most, k| if per_server_s(c, k) > per_server_s(c, most) { k } else { most });
        let stations = (0..count).map(|k| {
            let wait_s = if Some(k) == bottleneck { (response_s - demand_s).max(0.0) } else { 0.0 };
            let residence_s = problem.demand_s(c, k) + wait_s;
            let visits = problem.needs[c][k].unwrap_or_default().visits;
            AtStation {
                visits,
                demand_s: problem.demand_s(c, k),
                throughput: certain(throughput * visits),
                residence_s,
                queue_length: certain(throughput * residence_s),
                utilization: (throughput * per_server_s(c, k)).min(1.0),
            }
        });
        let stations = stations.collect();
        let (throughput, response_s) = (certain(throughput), certain(response_s));
        ClassMeasures { throughput, response_s, stations, bounds, balanced }
    });
    let classes: Vec<ClassMeasures> = classes.collect();
    let stations = (0..count).map(|k| {
        let at = || classes.iter().map(|class| &class.stations[k]);
        let (throughput, queue_length) =
            (sum(at().map(|at| at.throughput.mean)), sum(at().map(|at| at.queue_length.mean)));
        StationMeasures {
            throughput,
            response_s: certain(if throughput.mean > 0.0 { queue_length.mean / throughput.mean } else { 0.0 }),
            queue_length,
            // The sum over classes can exceed the capacity, because each bound is for a class alone.
            utilization: certain(at().map(|at| at.utilization).sum::<f64>().min(1.0)),
        }
    });
    let stations = stations.collect();
    Ok(Solution { classes, stations })
}

/// Returns the measures of a simulation. The response time is divided among the stations in proportion to their queue
/// lengths, so that its components add up.
fn measured(problem: &Problem, report: &Report) -> Result<Solution, String> {
    let is_known = |estimate: &Estimate| estimate.mean.is_finite() && estimate.half_width.is_finite();
    let (bounds, balanced) = (problem.bounds(), problem.balanced_bounds());
    let none = certain(0.0);
    let mut classes = Vec::new();
    for (c, (class, bounds)) in report.classes.iter().zip(bounds).enumerate() {
        if !is_known(&class.throughput) || !is_known(&class.response_s) {
            return Err(format!(
                "too few requests of class {} were simulated for an estimate: bring its rate nearer to those of the \
                 other classes, or choose another method",
                class.name
            ));
        }
        let mut stations = Vec::new();
        for (k, name) in problem.names.iter().enumerate() {
            let station = report.stations.iter().find(|station| station.name == *name);
            let visit = station.and_then(|station| station.classes.iter().find(|visit| visit.class == class.name));
            let need = problem.needs[c][k].unwrap_or_default();
            let throughput = visit.map_or(none, |visit| visit.throughput);
            let utilization = match problem.servers[k] {
                0 => 0.0,
                servers => throughput.mean * need.service_s / f64::from(servers),
            };
            stations.push(AtStation {
                visits: need.visits,
                demand_s: problem.demand_s(c, k),
                throughput,
                residence_s: 0.0,
                queue_length: visit.map_or(none, |visit| visit.mean_in_system),
                utilization,
            });
        }
        let number: f64 = stations.iter().map(|at| at.queue_length.mean).sum();
        for at in &mut stations {
            at.residence_s = if number > 0.0 { class.response_s.mean * (at.queue_length.mean / number) } else { 0.0 };
        }
        let (throughput, response_s) = (class.throughput, class.response_s);
        classes.push(ClassMeasures { throughput, response_s, stations, bounds, balanced });
    }
    let stations = problem.names.iter().map(|name| {
        let station = report.stations.iter().find(|station| station.name == *name);
        StationMeasures {
            throughput: station.map_or(none, |station| station.throughput),
            response_s: station.map_or(none, |station| station.response_s),
            queue_length: station.map_or(none, |station| station.mean_in_system),
            utilization: station.and_then(|station| station.utilization).unwrap_or(none),
        }
    });
    let stations = stations.collect();
    Ok(Solution { classes, stations })
}
