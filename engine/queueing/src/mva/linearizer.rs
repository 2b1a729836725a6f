//! Approximate mean value analysis of several classes, for networks with too many populations to go through.
//!
//! The Linearizer (Chandy and Neuse, 1982): what share of a class is where hardly changes when one request is taken
//! away, so the queues that an arriving request meets are estimated from the whole population's, first as if the shares
//! did not change at all (Bard and Schweitzer), then with the change that solving with one request less has shown.
//!
//! Its accuracy is measured, not proved. In 1,000,000 random networks (one to three classes of 1 to 25 requests at one to
//! three queues, demands of 0 or from 0.01 to 2 s, delays from 0.01 to 8 s) the largest error of a class's throughput is
//! at most 0.05 % in half of the networks, 0.85 % in 99 %, 1.9 % in 99.9 %, and 5.0 % in all. Hill climbing in the same
//! ranges finds worse ones: 10.3 % where a class of one request meets two classes of 25, 5.2 % where every class has two
//! requests or more, and 0.84 % in networks of one class. An error above 2 % is nearly always that of the smallest class.

use super::ClassesSolution;
use super::classes::{Class, check_classes};
use crate::Error;

/// How often the changes of the shares are estimated again; more often brings next to nothing.
const ROUNDS: usize = 3;

/// Iterations end when no number of requests changes by more than this share of its population.
const TOLERANCE: f64 = 1e-10;
const MOST_ITERATIONS: usize = 100_000;

/// Values by class and queue.
type Table = Vec<Vec<f64>>;

/// The long run of these classes, approximately.
///
/// # Errors
/// [`Error`] if there is no class, they differ in the number of queues, one makes no sense, or the iteration does not
/// end.
pub fn approximate(all: &[Class]) -> Result<ClassesSolution, Error> {
    check_classes(all)?;
    let queues = all[0].demands_s.len();
    let whole: Vec<f64> = all.iter().map(|class| f64::from(class.population)).collect();
    let even = |populations: &[f64]| -> Table {
        let share = |(class, population): (&Class, &f64)| {
            let used = class.demands_s.iter().filter(|demand| **demand > 0.0).count().max(1) as f64;
            class.demands_s.iter().map(|demand| if *demand > 0.0 { population / used } else { 0.0 }).collect()
        };
        all.iter().zip(populations).map(share).collect()
    };
    // How the share of each class at each queue changes when a request of the first class is taken away.
    let mut changes = vec![vec![vec![0.0; queues]; all.len()]; all.len()];
    let mut numbers = even(&whole);
    let fewer = |taken: usize| {
        let mut populations = whole.clone();
        populations[taken] -= 1.0;
        populations
    };
    let mut less: Vec<Table> = (0..all.len()).map(|taken| even(&fewer(taken))).collect();
    for _ in 1..ROUNDS {
        iterate(all, &whole, &changes, &mut numbers)?;
        for (taken, less) in less.iter_mut().enumerate() {
            iterate(all, &fewer(taken), &changes, less)?;
        }
        for (taken, changes) in changes.iter_mut().enumerate() {
            let populations = fewer(taken);
            for (class, changes) in changes.iter_mut().enumerate() {
                for (queue, change) in changes.iter_mut().enumerate() {
                    let share = numbers[class][queue] / whole[class];
                    let then =
                        if populations[class] > 0.0 { less[taken][class][queue] / populations[class] } else { 0.0 };
                    *change = then - share;
                }
            }
        }
    }
    iterate(all, &whole, &changes, &mut numbers)
}

/// Solves for these populations with the changes given; `numbers` is where to begin, and the result.
fn iterate(
    all: &[Class],
    populations: &[f64],
    changes: &[Table],
    numbers: &mut Table,
) -> Result<ClassesSolution, Error> {
    let queues = all[0].demands_s.len();
    let mut throughputs = vec![0.0; all.len()];
    let mut residences_s = vec![vec![0.0; queues]; all.len()];
    for _ in 0..MOST_ITERATIONS {
        for (at, class) in all.iter().enumerate() {
            let mut round_s = class.delay_s;
            for (queue, demand) in class.demands_s.iter().enumerate() {
                let met: f64 = (0..all.len())
                    .filter(|&other| populations[other] > 0.0)
                    .map(|other| {
                        let left = populations[other] - f64::from(u8::from(other == at));
                        left * (numbers[other][queue] / populations[other] + changes[at][other][queue])
                    })
                    .sum();
                residences_s[at][queue] = demand * (1.0 + met.max(0.0));
                round_s += residences_s[at][queue];
            }
            throughputs[at] = populations[at] / round_s;
        }
        let mut moved: f64 = 0.0;
        for (at, numbers) in numbers.iter_mut().enumerate() {
            for (number, residence) in numbers.iter_mut().zip(&residences_s[at]) {
                let found = throughputs[at] * residence;
                moved = moved.max((found - *number).abs() / populations[at].max(1.0));
                *number = found;
            }
        }
        if moved < TOLERANCE {
            return Ok(ClassesSolution { throughputs, residences_s });
        }
    }
    Err(Error::new("the approximation does not settle; simulate this network instead"))
}
