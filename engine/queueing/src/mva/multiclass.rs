//! Exact mean value analysis of several classes at single-server queueing centers and delay centers.
//!
//! The recursion (Reiser and Lavenberg, 1980) visits every population vector up to the full population; the number of
//! vectors is the product of `N_c` + 1 over the classes.

use super::{MulticlassSolution, check};
use crate::Error;

/// Maximum number of steps of the recursion, which together take a few seconds.
pub const MAX_STEPS: u64 = 500_000_000;

/// A closed class.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Population `N_c`.
    pub population: u32,
    /// Total demand at delay centers in seconds, think time included.
    pub delay_s: f64,
    /// Service demand at each queueing center in seconds.
    pub demands_s: Vec<f64>,
}

/// Returns the number of steps that [`solve_multiclass`] takes for these classes.
pub fn steps(all: &[Class]) -> u64 {
    let populations = all.iter().fold(1_u64, |product, class| product.saturating_mul(u64::from(class.population) + 1));
    let queues = all.first().map_or(0, |class| class.demands_s.len());
    populations.saturating_mul((all.len() * (queues + 1)) as u64)
}

/// Checks classes.
///
/// # Errors
/// Returns [`Error`] if there is no class, the classes differ in the number of demands, or a value is out of range.
pub(super) fn check_classes(all: &[Class]) -> Result<(), Error> {
    let queues = all.first().map_or(0, |class| class.demands_s.len());
    if all.is_empty() {
        return Err(Error::new("there are no classes: give at least one"));
    }
    if all.iter().any(|class| class.demands_s.len() != queues) {
        return Err(Error::new("the classes differ in their number of demands: give each class one demand per queue"));
    }
    for (at, class) in all.iter().enumerate() {
        check(class.demands_s.iter().copied(), class.delay_s, class.population)
            .map_err(|error| Error::new(format!("class {}: {error}", at + 1)))?;
    }
    Ok(())
}

/// Returns the exact steady state of these classes.
///
/// # Errors
/// Returns [`Error`] if there is no class, classes differ in the number of demands, a value is out of range,
/// or the recursion has more than [`MAX_STEPS`] steps.
pub fn solve_multiclass(all: &[Class]) -> Result<MulticlassSolution, Error> {
    check_classes(all)?;
    if steps(all) > MAX_STEPS {
        return Err(Error::new("exact solution is too large: reduce populations or approximate"));
    }
    let queues = all[0].demands_s.len();
    // Population vectors are numbered with the largest class as the most significant digit. Only the queue lengths back
    // to N − 1_c of the largest class must be kept.
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&class| all[class].population);
    let mut strides = vec![0; all.len()];
    let mut count = 1;
    for &class in &order {
        strides[class] = count;
        count *= all[class].population as usize + 1;
    }
    let kept = order.last().map_or(0, |&class| strides[class]) + 1;
    // Q_k of the last `kept` population vectors.
    let mut queue_lengths = vec![0.0; kept * queues];
    // The population vector n.
    let mut population = vec![0_u32; all.len()];
    // X_c(n) and R_ck(n).
    let mut throughputs = vec![0.0; all.len()];
    let mut residences = vec![vec![0.0; queues]; all.len()];
    let mut sums = vec![0.0; queues];
    for index in 1..count {
        let Some(digit) = order.iter().position(|&class| population[class] < all[class].population) else { break };
        population[order[digit]] += 1;
        for &class in &order[..digit] {
            population[class] = 0;
        }
        sums.fill(0.0);
        for (c, class) in all.iter().enumerate() {
            if population[c] == 0 {
                continue;
            }
            // A_k(n) = Q_k(n − 1_c): the arrival theorem.
            let index_minus_one = (index - strides[c]) % kept * queues;
            let arrival_queue_lengths = &queue_lengths[index_minus_one..index_minus_one + queues];
            let mut cycle_s = class.delay_s;
            let centers = class.demands_s.iter().zip(arrival_queue_lengths).zip(&mut residences[c]);
            for ((demand, arrival_queue_length), residence) in centers {
                *residence = demand * (1.0 + arrival_queue_length);
                cycle_s += *residence;
            }
            throughputs[c] = f64::from(population[c]) / cycle_s;
            for (sum, residence) in sums.iter_mut().zip(&residences[c]) {
                *sum += throughputs[c] * residence;
            }
        }
        let start = index % kept * queues;
        queue_lengths[start..start + queues].copy_from_slice(&sums);
    }
    Ok(MulticlassSolution { throughputs, residences_s: residences })
}
