//! Exact solution of several classes at multiserver stations.
//!
//! The solution is Buzen's convolution over population vectors (Reiser and Kobayashi, 1975). Conditional mean value
//! analysis needs the marginal probabilities of each station. That analysis computes the probability of an empty
//! station as 1 minus the sum of all other probabilities, which rounding can make negative. Convolution only adds and
//! multiplies positive numbers, so it cannot fail, and its cost is known in advance.
//!
//! If `s` is the sum of `D_c z_c` over the classes, the weights of a station with m servers are the coefficients of
//!
//! > F(s) = 1 + s + s²/2! + … + s^(m−2)/(m−2)! + s^(m−1)/(m−1)! / (1 − s/m)
//!
//! Multiplying by `s` takes one pass over the population vectors, and so does dividing by 1 − s/m. A station therefore
//! costs as many passes as it has servers, instead of a sum over all pairs of population vectors. Mean queue lengths
//! follow from the derivative. `Q_c` is `D_c` times the coefficient of N − `1_c` in the product of F'(s) and the
//! weights of the other stations, divided by G(N).

use super::extended_float::ExtendedFloat;
use super::multiclass::{Class, MAX_STEPS, check_classes};
use super::{MAX_SERVERS, MulticlassSolution};
use crate::Error;

/// Maximum number of population vectors, whose weights take about ten megabytes for each doubling of the number of
/// multiserver stations.
const MAX_VECTORS: usize = 1_000_000;

/// The population vectors from 0 to the full population.
#[derive(Debug)]
struct Lattice {
    /// By class: the distance between two vectors that differ by one request.
    strides: Vec<usize>,
    /// By vector: a bit for each class that has a request.
    present: Vec<u32>,
    /// Total population.
    total: u32,
}

/// Returns the number of population vectors, or `None` if there are too many.
fn vectors(all: &[Class]) -> Option<usize> {
    let product = all.iter().try_fold(1_usize, |product, class| product.checked_mul(class.population as usize + 1));
    product.filter(|product| *product <= MAX_VECTORS)
}

/// Returns the number of products that [`solve_multiclass_servers`] sums; `u64::MAX` if there are too many population
/// vectors.
pub fn multiclass_servers_work(all: &[Class], servers: &[u32]) -> u64 {
    let Some(vectors) = vectors(all) else { return u64::MAX };
    let total: u64 = all.iter().map(|class| u64::from(class.population)).sum();
    let multiserver = || servers.iter().filter(|servers| **servers > 1);
    let halvings = u64::from(multiserver().count().max(1).ilog2()) + 2;
    let passes: u64 = multiserver().map(|servers| u64::from(*servers).min(total) + 2).sum();
    (vectors * all.len()) as u64 * (passes * halvings + 2 * servers.len() as u64)
}

/// Returns the exact steady state of classes at queueing centers with these numbers of servers.
///
/// A center must be processor-sharing, or FCFS with the same exponential service time for all classes.
///
/// # Errors
/// Returns [`Error`] as [`solve_multiclass`](super::solve_multiclass) does, and if `servers` does not contain a number
/// from 1 to [`MAX_SERVERS`] for each queueing center, or if the [work](multiclass_servers_work) exceeds [`MAX_STEPS`].
pub fn solve_multiclass_servers(all: &[Class], servers: &[u32]) -> Result<MulticlassSolution, Error> {
    check_classes(all)?;
    if servers.len() != all[0].demands_s.len() {
        return Err(Error::new("servers and demands differ in number: give one of each per queue"));
    }
    if let Some(at) = servers.iter().position(|servers| !(1..=MAX_SERVERS).contains(servers)) {
        return Err(Error::new(format!("queue {} has {} servers: give 1 to {MAX_SERVERS}", at + 1, servers[at])));
    }
    if multiclass_servers_work(all, servers) > MAX_STEPS {
        return Err(Error::new("exact solution is too large: reduce populations or approximate"));
    }
    let lattice = Lattice::new(all);
    let stations: Vec<Station> = (0..servers.len())
        .map(|at| Station { demands_s: all.iter().map(|class| class.demands_s[at]).collect(), servers: servers[at] })
        .collect();
    let (single, multiple): (Vec<_>, Vec<_>) = stations.iter().enumerate().partition(|(_, one)| one.servers == 1);
    let mut rest = lattice.delay_weights(all);
    for (_, station) in &single {
        rest = lattice.convolve(rest, station);
    }
    let normalization = multiple.iter().fold(rest.clone(), |weights, (_, station)| lattice.convolve(weights, station));
    let full = normalization.len() - 1;
    // G(N − 1_c), by class.
    let minus_one: Vec<_> = lattice.strides.iter().map(|stride| normalization[full - stride]).collect();
    let throughputs = minus_one.iter().map(|weight| (*weight / normalization[full]).value()).collect();
    let mut residences_s = vec![vec![0.0; servers.len()]; all.len()];
    let mut set = |at: usize, station: &Station, derivative: &[ExtendedFloat]| {
        for (c, residences) in residences_s.iter_mut().enumerate() {
            let weight = derivative[full - lattice.strides[c]] / minus_one[c];
            residences[at] = station.demands_s[c] * weight.value();
        }
    };
    for (at, station) in single {
        // For one server, F'(s) is F(s) / (1 − s), so the weights of the other stations alone are not needed.
        let mut derivative = normalization.clone();
        lattice.divide(&mut derivative, station);
        set(at, station, &derivative);
    }
    drop(normalization);
    lattice.leave_one_out(rest, &multiple, &mut |at, station, others| {
        set(at, station, &lattice.convolve_derivative(others, station));
    });
    Ok(MulticlassSolution { throughputs, residences_s })
}

/// A queueing center.
#[derive(Debug)]
struct Station {
    /// By class.
    demands_s: Vec<f64>,
    servers: u32,
}

/// Weights by population vector.
type Weights = Vec<ExtendedFloat>;

impl Lattice {
    fn new(all: &[Class]) -> Self {
        let mut strides = Vec::with_capacity(all.len());
        let mut count = 1;
        for class in all {
            strides.push(count);
            count *= class.population as usize + 1;
        }
        let digit = |at: usize, class: usize| at / strides[class] % (all[class].population as usize + 1);
        let present = |at: usize| (0..all.len()).fold(0, |bits, class| bits | u32::from(digit(at, class) > 0) << class);
        let present = (0..count).map(present).collect();
        Self { strides, present, total: all.iter().map(|class| class.population).sum() }
    }

    /// Returns the weights of the requests at delay centers: the product of `Z_c^n_c / n_c!`.
    fn delay_weights(&self, all: &[Class]) -> Weights {
        let mut weights = vec![ExtendedFloat::ONE; self.present.len()];
        for (at, present) in self.present.iter().enumerate().skip(1) {
            let class = present.trailing_zeros() as usize;
            let stride = self.strides[class];
            let requests = at / stride % (all[class].population as usize + 1);
            weights[at] = weights[at - stride] * ExtendedFloat::from(all[class].delay_s / requests as f64);
        }
        weights
    }

    /// Returns the factors of a station's classes and their strides.
    fn factors(&self, station: &Station, scale: f64) -> Vec<(usize, u32, ExtendedFloat)> {
        let classes = station.demands_s.iter().zip(&self.strides).enumerate();
        let visiting = classes.filter(|(_, (demand, _))| **demand > 0.0);
        visiting.map(|(c, (demand, stride))| (*stride, 1 << c, ExtendedFloat::from(demand * scale))).collect()
    }

    /// Multiplies the weights by `scale` × s.
    fn multiply(&self, weights: &mut Weights, station: &Station, scale: f64) {
        let factors = self.factors(station, scale);
        // Goes downward, because a vector needs the old weights of smaller vectors.
        for at in (0..weights.len()).rev() {
            weights[at] = self.sum(weights, &factors, at);
        }
    }

    /// Divides the weights by 1 − s/m.
    fn divide(&self, weights: &mut Weights, station: &Station) {
        let factors = self.factors(station, 1.0 / f64::from(station.servers));
        for at in 1..weights.len() {
            weights[at] = weights[at] + self.sum(weights, &factors, at);
        }
    }

    #[inline]
    fn sum(&self, weights: &Weights, factors: &[(usize, u32, ExtendedFloat)], at: usize) -> ExtendedFloat {
        let present = factors.iter().filter(|(_, bit, _)| self.present[at] & bit != 0);
        present.fold(ExtendedFloat::ZERO, |sum, (stride, _, factor)| sum + *factor * weights[at - stride])
    }

    /// Returns the weights of the other stations and this one: those of the other stations multiplied by F(s).
    fn convolve(&self, others: Weights, station: &Station) -> Weights {
        let last = (station.servers - 1).min(self.total);
        // s^j / j! times the weights of the other stations.
        let mut power = others;
        let mut sum = vec![ExtendedFloat::ZERO; power.len()];
        for j in 1..=last {
            add(&mut sum, &power);
            self.multiply(&mut power, station, 1.0 / f64::from(j));
        }
        self.divide(&mut power, station);
        add(&mut sum, &power);
        sum
    }

    /// Returns the weights of the other stations multiplied by F'(s).
    fn convolve_derivative(&self, others: &Weights, station: &Station) -> Weights {
        let last = (station.servers - 1).min(self.total);
        let mut power = others.clone();
        let mut sum = vec![ExtendedFloat::ZERO; power.len()];
        for j in 1..=last {
            if j < last {
                add(&mut sum, &power);
            } else {
                let mut tail = power.clone();
                self.divide(&mut tail, station);
                add(&mut sum, &tail);
            }
            self.multiply(&mut power, station, 1.0 / f64::from(j));
        }
        self.divide(&mut power, station);
        self.divide(&mut power, station);
        let share = ExtendedFloat::from(1.0 / f64::from(station.servers));
        for (sum, power) in sum.iter_mut().zip(&power) {
            *sum = *sum + *power * share;
        }
        sum
    }

    /// Calls `visit` for each station with the combined weights of `rest` and of all other stations.
    fn leave_one_out(
        &self,
        rest: Weights,
        stations: &[(usize, &Station)],
        visit: &mut impl FnMut(usize, &Station, &Weights),
    ) {
        match stations {
            [] => {}
            [(at, station)] => visit(*at, station, &rest),
            _ => {
                let (left, right) = stations.split_at(stations.len() / 2);
                let with = |all: &[(usize, &Station)], rest: Weights| {
                    all.iter().fold(rest, |rest, (_, station)| self.convolve(rest, station))
                };
                self.leave_one_out(with(right, rest.clone()), left, visit);
                self.leave_one_out(with(left, rest), right, visit);
            }
        }
    }
}

fn add(sum: &mut Weights, more: &Weights) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum = *sum + *more;
    }
}
