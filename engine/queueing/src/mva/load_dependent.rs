//! Exact solution of one class at multiserver or load-dependent stations.
//!
//! The textbook recursion over the population computes the probability of an empty station as 1 minus the sum of all
//! other probabilities. With many servers, rounding can make this difference negative. This solution uses Buzen's
//! convolution (1973). The normalization constant `G(n)`, the sum of the weights of all states with `n` requests, needs
//! only sums and products of positive numbers. The weights exceed the range of `f64`, so they have separate exponents.
//! With more requests than servers, a station's weights are a geometric series with a running sum. The cost of a
//! station is therefore N times its number of servers, not N². The queue length at a station follows from the
//! convolution of all other stations, which is computed for all stations by halving the list.

use super::extended_float::ExtendedFloat;
use super::{Solution, StationSolution, check};
use crate::Error;

/// A station with a load-dependent service rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue {
    /// Service demand in seconds at speed 1.
    pub demand_s: f64,
    /// Speed of the station with 1, 2, … requests; the last speed holds for more requests. The speeds of c servers are
    /// 1, 2, … c.
    pub speeds: Vec<f64>,
}

impl Queue {
    /// Creates a multiserver station.
    pub fn with_servers(demand_s: f64, servers: u32) -> Self {
        Self { demand_s, speeds: (1..=servers).map(f64::from).collect() }
    }

    /// Returns the ratio of the weights of the states with `present` and `present` − 1 requests.
    fn ratio(&self, present: usize) -> ExtendedFloat {
        ExtendedFloat::from(self.demand_s / self.speeds[present.min(self.speeds.len()) - 1])
    }
}

/// Maximum number of products; summing them takes a few seconds.
pub const MAX_WORK: u64 = 1_000_000_000;

/// Returns the number of products that [`solve_load_dependent`] sums for these queues.
pub fn work(queues: &[Queue], population: u32) -> u64 {
    let is_load_dependent = |queue: &&Queue| queue.speeds.len() > 1;
    let speeds: u64 = queues.iter().filter(is_load_dependent).map(|queue| queue.speeds.len() as u64).sum();
    let halvings = u64::from(queues.iter().filter(is_load_dependent).count().max(1).ilog2()) + 1;
    u64::from(population) * (speeds * halvings + queues.len() as u64)
}

/// Returns the steady state of `population` requests at these queues and a delay center, and the throughputs with 1, 2,
/// … requests up to the population.
///
/// # Errors
/// Returns [`Error`] as [`solve_exact`](super::solve_exact) does, and if a speed is not a positive number, or
/// if the [`work`] exceeds [`MAX_WORK`].
pub fn solve_load_dependent(queues: &[Queue], delay_s: f64, population: u32) -> Result<(Solution, Vec<f64>), Error> {
    check(queues.iter().map(|queue| queue.demand_s), delay_s, population)?;
    for (at, queue) in queues.iter().enumerate() {
        let is_valid = |speed: &f64| (1e-9..=1e9).contains(speed);
        if queue.speeds.is_empty() || !queue.speeds.iter().all(is_valid) {
            let message =
                format!("a speed of queue {} is missing or out of range: give one or more from 10^-9 to 10^9", at + 1);
            return Err(Error::new(message));
        }
    }
    if work(queues, population) > MAX_WORK {
        return Err(Error::new("exact solution is too large: reduce the population or the number of servers"));
    }
    let (fixed_rate, load_dependent): (Vec<_>, Vec<_>) =
        queues.iter().enumerate().partition(|(_, queue)| queue.speeds.len() == 1);
    let mut rest = delay_weights(delay_s, population as usize);
    for (_, queue) in &fixed_rate {
        rest = convolve(&rest, queue);
    }
    // G(n) and X(n) = G(n − 1) / G(n).
    let all = load_dependent.iter().fold(rest.clone(), |all, (_, queue)| convolve(&all, queue));
    let throughputs: Vec<f64> = all.windows(2).map(|pair| (pair[0] / pair[1]).value()).collect();
    let throughput = throughputs.last().copied().unwrap_or_default();
    let mut queue_lengths = vec![0.0; queues.len()];
    for (k, queue) in &fixed_rate {
        let demand_s = queue.demand_s / queue.speeds[0];
        // Q_k(n) = D_k X(n) (1 + Q_k(n − 1)).
        queue_lengths[*k] = throughputs.iter().fold(0.0, |queue_length, rate| demand_s * rate * (1.0 + queue_length));
    }
    let normalization = all[all.len() - 1];
    leave_one_out(rest, &load_dependent, &mut |k, queue, others| {
        queue_lengths[k] = queue_length(queue, others, normalization);
    });
    let stations = queues.iter().zip(&queue_lengths).map(|(queue, &queue_length)| StationSolution {
        residence_s: queue_length / throughput,
        queue_length,
        utilization: throughput * queue.demand_s / queue.speeds[queue.speeds.len() - 1],
    });
    let response_s = queue_lengths.iter().sum::<f64>() / throughput;
    Ok((Solution { throughput, response_s, stations: stations.collect() }, throughputs))
}

/// Returns the weights of 0, 1, … requests at a delay center.
fn delay_weights(delay_s: f64, population: usize) -> Vec<ExtendedFloat> {
    let mut weight = ExtendedFloat::ONE;
    let mut weights = vec![weight];
    for present in 1..=population {
        weight = weight * ExtendedFloat::from(delay_s / present as f64);
        weights.push(weight);
    }
    weights
}

/// Returns the weights of 0, 1, … requests at a set of stations and this queue; `others` contains the weights of the
/// set.
fn convolve(others: &[ExtendedFloat], queue: &Queue) -> Vec<ExtendedFloat> {
    // The head: the queue's weights for fewer requests than it has speeds.
    let mut own = vec![ExtendedFloat::ONE];
    for present in 1..queue.speeds.len() {
        own.push(own[present - 1] * queue.ratio(present));
    }
    let ratio = queue.ratio(queue.speeds.len());
    let next = own[own.len() - 1] * ratio;
    // The geometric tail: the sum over the states with more requests at the queue.
    let mut tail = ExtendedFloat::ZERO;
    let weight = |population: usize| {
        let head = others[..=population].iter().rev().zip(&own);
        let sum = head.fold(ExtendedFloat::ZERO, |sum, (others, own)| sum + *others * *own);
        if let Some(remaining) = population.checked_sub(own.len()) {
            tail = tail * ratio + next * others[remaining];
        }
        sum + tail
    };
    (0..others.len()).map(weight).collect()
}

/// Returns the queue length `Q_k`. `others` are the weights of all other stations together, and `normalization` is
/// G(N).
fn queue_length(queue: &Queue, others: &[ExtendedFloat], normalization: ExtendedFloat) -> f64 {
    let mut own = ExtendedFloat::ONE;
    let mut sum = ExtendedFloat::ZERO;
    for (present, others) in others.iter().rev().enumerate().skip(1) {
        own = own * queue.ratio(present);
        sum = sum + own * *others * ExtendedFloat::from(present as f64);
    }
    (sum / normalization).value()
}

/// Calls `visit` for each queue with the combined weights of `rest` and of all other queues.
fn leave_one_out(
    rest: Vec<ExtendedFloat>,
    queues: &[(usize, &Queue)],
    visit: &mut impl FnMut(usize, &Queue, &[ExtendedFloat]),
) {
    match queues {
        [] => {}
        [(at, queue)] => visit(*at, queue, &rest),
        _ => {
            let (left, right) = queues.split_at(queues.len() / 2);
            leave_one_out(right.iter().fold(rest.clone(), |rest, (_, queue)| convolve(&rest, queue)), left, visit);
            leave_one_out(left.iter().fold(rest, |rest, (_, queue)| convolve(&rest, queue)), right, visit);
        }
    }
}
