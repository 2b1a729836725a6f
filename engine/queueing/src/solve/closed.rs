//! Closed classes, and mixed networks of closed and open classes.
//!
//! In a mixed network, the utilization by open classes slows each server for the closed classes; the open classes wait
//! for requests of both kinds. The method is exact for single-server queueing centers (Lazowska et al., 1984, section
//! 7.5).

use super::{Approximation, Method, SolverOutput, mixture, open, services};
use crate::Error;
use crate::laws::Demand;
use crate::mva;
use crate::network::{Discipline, Kind, Network};

/// The network as seen by the closed classes, without the server capacity that the open classes use.
#[derive(Debug)]
struct ClosedSubnetwork {
    /// Station indices of the queueing centers.
    queues: Vec<usize>,
    /// Number of servers of each queueing center.
    servers: Vec<u32>,
    /// Share of each queueing center that open classes leave to closed classes.
    closed_share: Vec<f64>,
    /// Class indices of the closed classes.
    closed: Vec<usize>,
    classes: Vec<mva::Class>,
}

/// The solution of the closed classes, by class and queueing center.
#[derive(Debug)]
struct ClosedSolution {
    method: Method,
    method_reason: String,
    throughputs: Vec<f64>,
    residences_s: Vec<Vec<f64>>,
}

impl ClosedSubnetwork {
    /// Returns whether a closed class has demand at the queueing center.
    fn is_visited(&self, queue: usize) -> bool {
        self.classes.iter().any(|class| class.demands_s[queue] > 0.0)
    }
}

pub(super) fn solve(
    network: &Network,
    demands: &[Vec<Demand>],
    approximation: Option<Approximation>,
) -> Result<SolverOutput, Error> {
    let subnetwork = closed_subnetwork(network, demands);
    let mut notes = open::arrival_notes(network);
    notes.extend(fifo_notes(network, demands, &subnetwork));
    let ClosedSolution { method, method_reason, throughputs, residences_s } = match approximation {
        Some(approximation) => approximate(network, &subnetwork, &mut notes, approximation)?,
        None => match solve_single_class(&subnetwork)? {
            Some(solution) => solution,
            None => solve_multiclass(network, &subnetwork, &mut notes)?,
        },
    };
    let mut output = SolverOutput {
        method,
        method_reason,
        notes,
        throughputs: network.classes.iter().map(crate::network::Class::arrival_rate).collect(),
        residences_s: demands.iter().map(|demands| demands.iter().map(|demand| demand.demand_s).collect()).collect(),
        loss_probabilities: vec![0.0; network.classes.len()],
    };
    for (at, &class) in subnetwork.closed.iter().enumerate() {
        output.throughputs[class] = throughputs[at];
        for (queue, &station) in subnetwork.queues.iter().enumerate() {
            output.residences_s[class][station] = residences_s[at][queue];
        }
    }
    add_open_classes(network, demands, &subnetwork, &mut output);
    if subnetwork.closed.len() < network.classes.len() {
        output.method_reason.push_str("; open classes reduce the servers' speed");
    }
    Ok(output)
}

fn closed_subnetwork(network: &Network, demands: &[Vec<Demand>]) -> ClosedSubnetwork {
    let loads = open::loads(network, demands);
    let stations = || network.stations.iter().enumerate();
    let queues: Vec<usize> = stations().filter(|(_, one)| one.kind == Kind::Queue).map(|(at, _)| at).collect();
    let closed: Vec<usize> =
        (0..network.classes.len()).filter(|&class| network.classes[class].population.is_some()).collect();
    let classes = closed.iter().map(|&class| mva::Class {
        population: network.classes[class].population.unwrap_or_default(),
        delay_s: stations().filter(|(_, one)| one.kind == Kind::Delay).map(|(at, _)| demands[class][at].demand_s).sum(),
        demands_s: queues.iter().map(|&at| demands[class][at].demand_s / (1.0 - loads[at])).collect(),
    });
    let classes = classes.collect();
    let servers = queues.iter().map(|&at| network.stations[at].servers).collect();
    let closed_share = queues.iter().map(|&at| 1.0 - loads[at]).collect();
    ClosedSubnetwork { queues, servers, closed_share, closed, classes }
}

/// Returns whether the stations of a network without capacities and priorities have a product form.
pub(super) fn has_product_form(network: &Network, demands: &[Vec<Demand>]) -> bool {
    fifo_notes(network, demands, &closed_subnetwork(network, demands)).is_empty()
}

/// Returns a note for each FCFS station without a product form, which would require exponential service times with the
/// same mean for all classes.
fn fifo_notes(network: &Network, demands: &[Vec<Demand>], subnetwork: &ClosedSubnetwork) -> Vec<String> {
    let has_no_product_form = |(queue, at): &(usize, &usize)| {
        let fifo = network.stations[**at].discipline == Discipline::Fifo;
        fifo && subnetwork.is_visited(*queue) && !mixture(&services(network, demands, **at)).is_exponential
    };
    let note = |(_, at): (usize, &usize)| {
        format!(
            "station {} serves first come, first served, but its service times are not all exponential with the same \
             mean: it is solved as processor sharing",
            network.stations[*at].name
        )
    };
    subnetwork.queues.iter().enumerate().filter(has_no_product_form).map(note).collect()
}

/// Solves one closed class exactly. Returns `None` if there are several classes, if open classes visit a multiserver
/// station, or if the exact solution is too large.
fn solve_single_class(subnetwork: &ClosedSubnetwork) -> Result<Option<ClosedSolution>, Error> {
    let [class] = &subnetwork.classes[..] else { return Ok(None) };
    let is_single_server = subnetwork.servers.iter().all(|servers| *servers == 1);
    let (method, reason, solution) = if is_single_server {
        let solution = mva::solve_exact(&class.demands_s, class.delay_s, class.population)?;
        (Method::MeanValueAnalysis, "one closed class, single-server queues: mean value analysis", solution)
    } else {
        let queues = class.demands_s.iter().zip(&subnetwork.servers);
        let queues: Vec<_> = queues.map(|(demand, servers)| mva::Queue::with_servers(*demand, *servers)).collect();
        let is_shared = (0..queues.len())
            .any(|at| subnetwork.is_visited(at) && subnetwork.servers[at] > 1 && subnetwork.closed_share[at] < 1.0);
        if is_shared || mva::work(&queues, class.population) > mva::MAX_WORK {
            return Ok(None);
        }
        let (solution, _) = mva::solve_load_dependent(&queues, class.delay_s, class.population)?;
        (Method::Convolution, "one closed class, multiserver queues: convolution", solution)
    };
    Ok(Some(ClosedSolution {
        method,
        method_reason: reason.to_owned(),
        throughputs: vec![solution.throughput],
        residences_s: vec![solution.stations.iter().map(|station| station.residence_s).collect()],
    }))
}

/// Solves several classes: exactly if the exact solution is small enough and no open class visits a multiserver
/// station.
fn solve_multiclass(
    network: &Network,
    subnetwork: &ClosedSubnetwork,
    notes: &mut Vec<String>,
) -> Result<ClosedSolution, Error> {
    let ClosedSubnetwork { classes, servers, closed_share, .. } = subnetwork;
    let multiserver = || (0..servers.len()).filter(|&at| servers[at] > 1 && subnetwork.is_visited(at));
    let count = count_of(classes);
    let (method, method_reason, solution) = if multiserver().next().is_none() && mva::steps(classes) <= mva::MAX_STEPS {
        let method_reason = format!("{count}: mean value analysis over all populations");
        (Method::MulticlassMeanValueAnalysis, method_reason, mva::solve_multiclass(classes)?)
    } else if multiserver().all(|at| closed_share[at] >= 1.0)
        && mva::multiclass_servers_work(classes, servers) <= mva::MAX_STEPS
    {
        let method_reason = format!("{count}, multiserver queues: convolution");
        (Method::MulticlassConvolution, method_reason, mva::solve_multiclass_servers(classes, servers)?)
    } else {
        return approximate(network, subnetwork, notes, Approximation::Linearizer);
    };
    let mva::MulticlassSolution { throughputs, residences_s } = solution;
    Ok(ClosedSolution { method, method_reason, throughputs, residences_s })
}

/// Returns the number of closed classes in words.
fn count_of(classes: &[mva::Class]) -> String {
    match classes.len() {
        1 => "one closed class".to_owned(),
        count => format!("{count} closed classes"),
    }
}

/// Approximates closed classes. A station with c servers becomes a server c times as fast and a delay of (c − 1)/c of
/// the service (Seidmann, Schweitzer, and Shalev-Oren, 1987).
fn approximate(
    network: &Network,
    subnetwork: &ClosedSubnetwork,
    notes: &mut Vec<String>,
    approximation: Approximation,
) -> Result<ClosedSolution, Error> {
    for (queue, &servers) in subnetwork.servers.iter().enumerate() {
        if servers > 1 && subnetwork.is_visited(queue) {
            notes.push(format!(
                "the {servers} servers of station {} are approximated by a delay and one server with their combined speed",
                network.stations[subnetwork.queues[queue]].name
            ));
        }
    }
    let to_single_server = |class: &mva::Class| -> mva::Class {
        let mut class = class.clone();
        for ((demand, servers), closed_share) in
            class.demands_s.iter_mut().zip(&subnetwork.servers).zip(&subnetwork.closed_share)
        {
            let servers = f64::from(*servers);
            class.delay_s += *demand * closed_share * (servers - 1.0) / servers;
            *demand /= servers;
        }
        class
    };
    let classes: Vec<_> = subnetwork.classes.iter().map(to_single_server).collect();
    let count = count_of(&classes);
    let (method, method_reason, mut solution) = match approximation {
        Approximation::Schweitzer => {
            notes.push("the solution is the Bard–Schweitzer approximation".to_owned());
            let method_reason = format!("{count}: the Bard–Schweitzer approximation");
            (Method::Schweitzer, method_reason, mva::approximate_multiclass_schweitzer(&classes)?)
        }
        Approximation::Linearizer if !notes.is_empty() && mva::steps(&classes) <= mva::MAX_STEPS => {
            // All stations now have one server, and there are few enough population vectors for the exact recursion.
            let method_reason = format!("{count}: mean value analysis over all populations");
            (Method::MulticlassMeanValueAnalysis, method_reason, mva::solve_multiclass(&classes)?)
        }
        Approximation::Linearizer if mva::steps(&classes) <= mva::MAX_STEPS => {
            notes.push("the solution is the Linearizer's approximation".to_owned());
            let method_reason = format!("{count}: the Linearizer");
            (Method::Linearizer, method_reason, mva::approximate_multiclass(&classes)?)
        }
        Approximation::Linearizer => {
            notes.push(
                "there are too many populations for an exact solution: the solution is the Linearizer's approximation"
                    .to_owned(),
            );
            let method_reason = format!("{count} with too many populations for an exact solution: the Linearizer");
            (Method::Linearizer, method_reason, mva::approximate_multiclass(&classes)?)
        }
    };
    for (residences, class) in solution.residences_s.iter_mut().zip(&subnetwork.classes) {
        for (queue, residence) in residences.iter_mut().enumerate() {
            let servers = f64::from(subnetwork.servers[queue]);
            *residence += class.demands_s[queue] * subnetwork.closed_share[queue] * (servers - 1.0) / servers;
        }
    }
    Ok(ClosedSolution { method, method_reason, throughputs: solution.throughputs, residences_s: solution.residences_s })
}

/// Adds the residence times of the open classes, which wait for each other and for the closed classes.
fn add_open_classes(
    network: &Network,
    demands: &[Vec<Demand>],
    subnetwork: &ClosedSubnetwork,
    output: &mut SolverOutput,
) {
    let open: Vec<usize> = (0..network.classes.len()).filter(|class| !subnetwork.closed.contains(class)).collect();
    for (queue, &at) in subnetwork.queues.iter().enumerate() {
        if !subnetwork.is_visited(queue) {
            output.notes.extend(open::station(network, demands, at, &mut output.residences_s));
            continue;
        }
        let servers = f64::from(subnetwork.servers[queue]);
        let closed_queue_length: f64 = subnetwork
            .closed
            .iter()
            .map(|&class| {
                let delay_s = demands[class][at].demand_s * (servers - 1.0) / servers;
                output.throughputs[class] * (output.residences_s[class][at] - delay_s).max(0.0)
            })
            .sum();
        for &class in &open {
            let own_demand_s = demands[class][at].demand_s;
            output.residences_s[class][at] = own_demand_s * (servers - 1.0) / servers
                + own_demand_s / servers * (1.0 + closed_queue_length) / subnetwork.closed_share[queue];
        }
    }
}
