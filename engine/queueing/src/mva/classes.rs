//! Exact mean value analysis of several classes at stations of one server each, and delays.
//!
//! The recursion goes through all populations up to the whole one (Reiser and Lavenberg, 1980): their number is the
//! product of the classes' populations, each and one more.

use super::{ClassesSolution, check};
use crate::Error;

/// The most single steps: some seconds' worth.
pub const MOST_STEPS: u64 = 500_000_000;

/// A closed class.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// How many requests circulate.
    pub population: u32,
    /// What a request takes in seconds where it waits for nobody.
    pub delay_s: f64,
    /// What it takes in seconds at each queue.
    pub demands_s: Vec<f64>,
}

/// How many steps [`classes`] takes.
pub fn steps(all: &[Class]) -> u64 {
    let populations = all.iter().fold(1_u64, |product, class| product.saturating_mul(u64::from(class.population) + 1));
    let queues = all.first().map_or(0, |class| class.demands_s.len());
    populations.saturating_mul((all.len() * (queues + 1)) as u64)
}

/// # Errors
/// [`Error`] if there is no class, they differ in the number of queues, or one makes no sense.
pub(super) fn check_classes(all: &[Class]) -> Result<(), Error> {
    let queues = all.first().map_or(0, |class| class.demands_s.len());
    if all.is_empty() || all.iter().any(|class| class.demands_s.len() != queues) {
        return Err(Error::new("give one class or more, and each a demand for every queue"));
    }
    for (at, class) in all.iter().enumerate() {
        check(class.demands_s.iter().copied(), class.delay_s, class.population)
            .map_err(|error| Error::new(format!("class {}: {error}", at + 1)))?;
    }
    Ok(())
}

/// The long run of these classes, exactly.
///
/// # Errors
/// [`Error`] if there is no class, they differ in the number of queues, one makes no sense, or there are too many
/// populations.
pub fn classes(all: &[Class]) -> Result<ClassesSolution, Error> {
    check_classes(all)?;
    if steps(all) > MOST_STEPS {
        return Err(Error::new("so many requests of so many classes take too long; give fewer, or approximate"));
    }
    let queues = all[0].demands_s.len();
    // Populations are numbered with the largest class in front, and only as many are kept as one step back may need.
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&class| all[class].population);
    let mut strides = vec![0; all.len()];
    let mut count = 1;
    for &class in &order {
        strides[class] = count;
        count *= all[class].population as usize + 1;
    }
    let kept = order.last().map_or(0, |&class| strides[class]) + 1;
    let mut numbers = vec![0.0; kept * queues];
    let mut present = vec![0_u32; all.len()];
    let mut throughputs = vec![0.0; all.len()];
    let mut residences = vec![vec![0.0; queues]; all.len()];
    let mut sums = vec![0.0; queues];
    for population in 1..count {
        let Some(digit) = order.iter().position(|&class| present[class] < all[class].population) else { break };
        present[order[digit]] += 1;
        for &class in &order[..digit] {
            present[class] = 0;
        }
        sums.fill(0.0);
        for (at, class) in all.iter().enumerate() {
            if present[at] == 0 {
                continue;
            }
            let fewer = (population - strides[at]) % kept * queues;
            let mut round_s = class.delay_s;
            let queue = class.demands_s.iter().zip(&numbers[fewer..fewer + queues]).zip(&mut residences[at]);
            for ((demand, number), residence) in queue {
                *residence = demand * (1.0 + number);
                round_s += *residence;
            }
            throughputs[at] = f64::from(present[at]) / round_s;
            for (sum, residence) in sums.iter_mut().zip(&residences[at]) {
                *sum += throughputs[at] * residence;
            }
        }
        let here = population % kept * queues;
        numbers[here..here + queues].copy_from_slice(&sums);
    }
    Ok(ClassesSolution { throughputs, residences_s: residences })
}
