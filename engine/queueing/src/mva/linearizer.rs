//! Approximate mean value analysis of several classes, for networks with too many population vectors for the exact
//! recursion.
//!
//! The Linearizer (Chandy and Neuse, 1982) estimates arrival-instant queue lengths `A_k` from the queue lengths `Q_k`
//! of N, the full population. The fraction of a class at a center hardly changes from N to N − `1_c`, which has one
//! request of class c fewer. The first iteration assumes no change (Bard and Schweitzer); each later one uses the
//! change between the solutions for N and for N − `1_c`.
//!
//! The Linearizer's accuracy is not proved, but measured on random networks. These networks have one to three classes
//! of 1 to 25 requests at one to three queues. Demands are 0 or from 0.01 to 2 seconds, and delays are from 0.01 to 8
//! seconds. The error of a network is the largest error of a class's throughput. In 1,000,000 of these networks, the
//! error is at most 0.05 % in half, 0.85 % in 99 %, 1.9 % in 99.9 %, and 5.0 % in all. Hill climbing in the same ranges
//! finds larger errors, up to 10.3 % where a class of one request competes with two classes of 25 requests each. Errors
//! reach 5.2 % where every class has two requests or more, and 0.84 % in networks of one class. Errors above 2 % are
//! nearly always those of the smallest class.

use super::MulticlassSolution;
use super::multiclass::{Class, check_classes};
use crate::Error;

/// Number of estimates of the fraction deltas; more estimates hardly improve the accuracy.
const OUTER_ITERATIONS: usize = 3;

/// Convergence threshold: the largest change of a queue length in an iteration, relative to the class's population.
const TOLERANCE: f64 = 1e-10;
const MAX_ITERATIONS: usize = 100_000;

/// Values by class and station.
type ClassByStation = Vec<Vec<f64>>;

/// Returns the approximate steady state of these classes.
///
/// # Errors
/// Returns [`Error`] if there is no class, the classes differ in the number of demands, a value is out of range, or the
/// iteration does not converge.
pub fn approximate_multiclass(all: &[Class]) -> Result<MulticlassSolution, Error> {
    check_classes(all)?;
    let queues = all[0].demands_s.len();
    let full_population = populations(all);
    // By removed class: the change of the fraction of each class at each queue from N to N − 1_c.
    let mut fraction_deltas = vec![vec![vec![0.0; queues]; all.len()]; all.len()];
    let mut queue_lengths = balanced_start(all, &full_population);
    let population_minus_one = |removed: usize| {
        let mut populations = full_population.clone();
        populations[removed] -= 1.0;
        populations
    };
    let mut queue_lengths_minus_one: Vec<ClassByStation> =
        (0..all.len()).map(|removed| balanced_start(all, &population_minus_one(removed))).collect();
    for _ in 1..OUTER_ITERATIONS {
        iterate(all, &full_population, &fraction_deltas, &mut queue_lengths)?;
        for (removed, queue_lengths) in queue_lengths_minus_one.iter_mut().enumerate() {
            iterate(all, &population_minus_one(removed), &fraction_deltas, queue_lengths)?;
        }
        for (removed, deltas) in fraction_deltas.iter_mut().enumerate() {
            let populations = population_minus_one(removed);
            for (c, deltas) in deltas.iter_mut().enumerate() {
                for (k, delta) in deltas.iter_mut().enumerate() {
                    let fraction = queue_lengths[c][k] / full_population[c];
                    let fraction_minus_one = if populations[c] > 0.0 {
                        queue_lengths_minus_one[removed][c][k] / populations[c]
                    } else {
                        0.0
                    };
                    *delta = fraction_minus_one - fraction;
                }
            }
        }
    }
    iterate(all, &full_population, &fraction_deltas, &mut queue_lengths)
}

/// Returns the approximate steady state of these classes by the method of Bard and Schweitzer (1979). This is the
/// Linearizer's first iteration, for which a class's fraction at a center is assumed to be the same with one request
/// fewer.
///
/// The method takes a fraction of the Linearizer's time, which grows with the square of the number of classes. In 5,000
/// of the measured random networks, the largest throughput error is at most 1.4 % in half, 7 % in 95 %, 12 % in 99 %,
/// and 27 % in all. In no network is this error smaller than the Linearizer's.
///
/// # Errors
/// Returns [`Error`] as [`approximate_multiclass`] does.
pub fn approximate_multiclass_schweitzer(all: &[Class]) -> Result<MulticlassSolution, Error> {
    check_classes(all)?;
    let unchanged = vec![vec![vec![0.0; all[0].demands_s.len()]; all.len()]; all.len()];
    let populations = populations(all);
    iterate(all, &populations, &unchanged, &mut balanced_start(all, &populations))
}

fn populations(all: &[Class]) -> Vec<f64> {
    all.iter().map(|class| f64::from(class.population)).collect()
}

/// Returns the start of an iteration: each class spread evenly over the centers that it visits.
fn balanced_start(all: &[Class], populations: &[f64]) -> ClassByStation {
    let spread = |(class, population): (&Class, &f64)| {
        let visited = class.demands_s.iter().filter(|demand| **demand > 0.0).count().max(1) as f64;
        class.demands_s.iter().map(|demand| if *demand > 0.0 { population / visited } else { 0.0 }).collect()
    };
    all.iter().zip(populations).map(spread).collect()
}

/// Solves for these populations with given fraction deltas; `queue_lengths` is the start of the iteration and its
/// result.
fn iterate(
    all: &[Class],
    populations: &[f64],
    fraction_deltas: &[ClassByStation],
    queue_lengths: &mut ClassByStation,
) -> Result<MulticlassSolution, Error> {
    let queues = all[0].demands_s.len();
    // X_c and R_ck.
    let mut throughputs = vec![0.0; all.len()];
    let mut residences_s = vec![vec![0.0; queues]; all.len()];
    for _ in 0..MAX_ITERATIONS {
        for (c, class) in all.iter().enumerate() {
            let mut cycle_s = class.delay_s;
            for (k, demand) in class.demands_s.iter().enumerate() {
                // A_k: the queue length of every class j with N − 1_c, estimated from its fraction with N.
                let arrival_queue_length: f64 = (0..all.len())
                    .filter(|&j| populations[j] > 0.0)
                    .map(|j| {
                        let population = populations[j] - f64::from(u8::from(j == c));
                        population * (queue_lengths[j][k] / populations[j] + fraction_deltas[c][j][k])
                    })
                    .sum();
                residences_s[c][k] = demand * (1.0 + arrival_queue_length.max(0.0));
                cycle_s += residences_s[c][k];
            }
            throughputs[c] = populations[c] / cycle_s;
        }
        let mut max_delta: f64 = 0.0;
        for (c, queue_lengths) in queue_lengths.iter_mut().enumerate() {
            for (queue_length, residence) in queue_lengths.iter_mut().zip(&residences_s[c]) {
                let next = throughputs[c] * residence;
                max_delta = max_delta.max((next - *queue_length).abs() / populations[c].max(1.0));
                *queue_length = next;
            }
        }
        if max_delta < TOLERANCE {
            return Ok(MulticlassSolution { throughputs, residences_s });
        }
    }
    Err(Error::new("the approximation does not converge: simulate this network instead"))
}
