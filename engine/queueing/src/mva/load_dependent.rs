//! Exact solution of one class at stations with several servers, or whose speed depends on how many are there.
//!
//! The textbook's recursion over the population finds the probability of an empty station as 1 minus all others, which
//! for many servers becomes negative. Here every network is put together station by station (Buzen's convolution,
//! 1973): `G(n)`, the sum of the weights of all states with `n` requests, needs nothing but sums and products of positive
//! numbers. Weights leave the range of floating point, so they carry exponents of their own. Behind its last server a
//! station's weights are a geometric series, and summed up on the way: a station costs `N` times its servers, not `N`
//! squared. What is at a station follows from all others without it, and those are put together by halves.

use super::scaled::Scaled;
use super::{Solution, check};
use crate::Error;

/// A station as one request after the other sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue {
    /// What a request takes here in all, in seconds, at speed 1.
    pub demand_s: f64,
    /// How fast the station works with 1, 2, … requests; the last speed goes on. So many servers: 1, 2, … to their
    /// number.
    pub speeds: Vec<f64>,
}

impl Queue {
    /// A station with so many servers, all alike.
    pub fn servers(demand_s: f64, servers: u32) -> Self {
        Self { demand_s, speeds: (1..=servers).map(f64::from).collect() }
    }

    /// What makes the state with one more request so many times as likely, for 1, 2, … requests.
    fn ratio(&self, present: usize) -> Scaled {
        Scaled::from(self.demand_s / self.speeds[present.min(self.speeds.len()) - 1])
    }
}

/// The most products that are added up: some seconds' worth.
pub const MOST_WORK: u64 = 1_000_000_000;

/// What [`load_dependent`] has to add up for these queues.
pub fn work(queues: &[Queue], population: u32) -> u64 {
    let several = |queue: &&Queue| queue.speeds.len() > 1;
    let speeds: u64 = queues.iter().filter(several).map(|queue| queue.speeds.len() as u64).sum();
    let halves = u64::from(queues.iter().filter(several).count().max(1).ilog2()) + 1;
    u64::from(population) * (speeds * halves + queues.len() as u64)
}

/// The long run of `population` requests that circulate among these queues and a delay in seconds, and the throughput
/// with 1, 2, … requests up to them.
///
/// # Errors
/// [`Error`] as in [`exact`](super::exact), for speeds that are not positive numbers, or for more than
/// [`MOST_WORK`].
pub fn load_dependent(queues: &[Queue], delay_s: f64, population: u32) -> Result<(Solution, Vec<f64>), Error> {
    check(queues.iter().map(|queue| queue.demand_s), delay_s, population)?;
    for (at, queue) in queues.iter().enumerate() {
        let fine = |speed: &f64| (1e-9..=1e9).contains(speed);
        if queue.speeds.is_empty() || !queue.speeds.iter().all(fine) {
            let message =
                format!("the speeds of queue {} are wrong; give one or more, each from 10^-9 to 10^9", at + 1);
            return Err(Error::new(message));
        }
    }
    if work(queues, population) > MOST_WORK {
        return Err(Error::new("so many requests at so many servers take too long; give fewer of either"));
    }
    let (single, several): (Vec<_>, Vec<_>) = queues.iter().enumerate().partition(|(_, queue)| queue.speeds.len() == 1);
    let mut rest = delay(delay_s, population as usize);
    for (_, queue) in &single {
        rest = join(&rest, queue);
    }
    let all = several.iter().fold(rest.clone(), |all, (_, queue)| join(&all, queue));
    let throughputs: Vec<f64> = all.windows(2).map(|pair| (pair[0] / pair[1]).value()).collect();
    let throughput = throughputs.last().copied().unwrap_or_default();
    let mut numbers = vec![0.0; queues.len()];
    for (at, queue) in &single {
        let demand_s = queue.demand_s / queue.speeds[0];
        numbers[*at] = throughputs.iter().fold(0.0, |number, rate| demand_s * rate * (1.0 + number));
    }
    let whole = all[all.len() - 1];
    leave_one_out(rest, &several, &mut |at, queue, others| numbers[at] = number(queue, others, whole));
    let stations = queues.iter().zip(&numbers).map(|(queue, &number)| super::Station {
        residence_s: number / throughput,
        queue: number,
        utilization: throughput * queue.demand_s / queue.speeds[queue.speeds.len() - 1],
    });
    let response_s = numbers.iter().sum::<f64>() / throughput;
    Ok((Solution { throughput, response_s, stations: stations.collect() }, throughputs))
}

/// The weights of 0, 1, … requests where nobody waits.
fn delay(delay_s: f64, population: usize) -> Vec<Scaled> {
    let mut weight = Scaled::ONE;
    let mut weights = vec![weight];
    for present in 1..=population {
        weight = weight * Scaled::from(delay_s / present as f64);
        weights.push(weight);
    }
    weights
}

/// The weights of 0, 1, … requests at `others` and the queue together.
fn join(others: &[Scaled], queue: &Queue) -> Vec<Scaled> {
    // Up to one request less than there are speeds each state counts alone.
    let mut own = vec![Scaled::ONE];
    for present in 1..queue.speeds.len() {
        own.push(own[present - 1] * queue.ratio(present));
    }
    let ratio = queue.ratio(queue.speeds.len());
    let next = own[own.len() - 1] * ratio;
    // The states with more.
    let mut tail = Scaled::ZERO;
    let joined = |population: usize| {
        let head = others[..=population].iter().rev().zip(&own);
        let sum = head.fold(Scaled::ZERO, |sum, (others, own)| sum + *others * *own);
        if let Some(left) = population.checked_sub(own.len()) {
            tail = tail * ratio + next * others[left];
        }
        sum + tail
    };
    (0..others.len()).map(joined).collect()
}

/// The mean number at the queue. `others` are the weights of all other stations together, `whole` is that of all.
fn number(queue: &Queue, others: &[Scaled], whole: Scaled) -> f64 {
    let mut own = Scaled::ONE;
    let mut number = Scaled::ZERO;
    for (present, others) in others.iter().rev().enumerate().skip(1) {
        own = own * queue.ratio(present);
        number = number + own * *others * Scaled::from(present as f64);
    }
    (number / whole).value()
}

/// Tells for each queue the weights of the `rest` and all queues but this one.
fn leave_one_out(rest: Vec<Scaled>, queues: &[(usize, &Queue)], tell: &mut impl FnMut(usize, &Queue, &[Scaled])) {
    match queues {
        [] => {}
        [(at, queue)] => tell(*at, queue, &rest),
        _ => {
            let (left, right) = queues.split_at(queues.len() / 2);
            leave_one_out(right.iter().fold(rest.clone(), |rest, (_, queue)| join(&rest, queue)), left, tell);
            leave_one_out(left.iter().fold(rest, |rest, (_, queue)| join(&rest, queue)), right, tell);
        }
    }
}
