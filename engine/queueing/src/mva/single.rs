//! Exact mean value analysis of one class at stations of one server each, and a delay.
//!
//! The textbook recursion (Reiser and Lavenberg, 1980) finds from the queues `Q_k(n-1)` the residence times
//! `r_k(n) = d_k (1 + Q_k(n-1))`, their sum `R(n)`, the throughput `X(n) = n / (Z + R(n))`, and the queues
//! `Q_k(n) = X(n) r_k(n)`: each request waits for a sum over the stations. With the moments `A_j = sum of d_k^j` and
//! `M_j(n) = sum of d_k^j r_k(n)` the same recursion reads
//!
//! `R(n) = A_1 + X(n-1) M_1(n-1)` and `M_j(n) = A_(j+1) + X(n-1) M_(j+1)(n-1)`.
//!
//! `R(n)` needs only `M_1(n-1)`, and that only `M_2(n-2)`: the sum over the stations belongs to the request before the
//! last and is ready in time. What is left on the way from one request to the next is a product, a sum and a quotient.

use super::{Solution, Station, check};
use crate::Error;

/// Stations whose sums go side by side. Of more than two, WebAssembly keeps too few in registers.
const LANES: usize = 2;

/// A few stations. Places that are not used have the demand 0 and add nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    demand_s: [f64; LANES],
    cubed: [f64; LANES],
    /// `d_k^2 r_k(n)`.
    weighted: [f64; LANES],
}

/// Where the recursion is after `n` requests.
#[derive(Clone, Copy, Debug)]
struct State {
    throughput: f64,
    /// What all stations together take from a request that meets no other, `A_1`.
    demand_s: f64,
    /// The same and the delay.
    alone_s: f64,
    /// What the last request waited at all stations together.
    waiting_s: f64,
    /// `A_2`, `M_1(n)` and `M_2(n)`.
    squares: f64,
    first: f64,
    second: f64,
}

impl State {
    /// Nobody is there yet. `lanes` has room for all demands.
    fn new(demands_s: &[f64], delay_s: f64, lanes: &mut [Lane]) -> Self {
        let (mut sum_s, mut squares) = (0.0, 0.0);
        for (lane, demands) in lanes.iter_mut().zip(demands_s.chunks(LANES)) {
            *lane = Lane::default();
            for (at, &demand) in demands.iter().enumerate() {
                lane.demand_s[at] = demand;
                lane.cubed[at] = demand * demand * demand;
                sum_s += demand;
                squares += demand * demand;
            }
        }
        let alone_s = sum_s + delay_s;
        Self { throughput: 0.0, demand_s: sum_s, alone_s, waiting_s: 0.0, squares, first: 0.0, second: 0.0 }
    }

    /// One request more, which makes `population`.
    #[inline]
    fn admit(&mut self, population: f64, lanes: &mut [Lane]) {
        let before = self.throughput;
        self.waiting_s = before * self.first;
        self.throughput = population / (self.alone_s + self.waiting_s);
        self.first = self.squares + before * self.second;
        let mut sums = [0.0; LANES];
        for lane in lanes {
            for (at, sum) in sums.iter_mut().enumerate() {
                lane.weighted[at] = lane.cubed[at] + before * (lane.demand_s[at] * lane.weighted[at]);
                *sum += lane.weighted[at];
            }
        }
        self.second = sums[0] + sums[1];
    }

    /// All requests.
    #[inline]
    fn admit_all(&mut self, population: u32, lanes: &mut [Lane]) {
        let mut present = 0.0;
        for _ in 0..population {
            present += 1.0;
            self.admit(present, lanes);
        }
    }

    fn response_s(&self) -> f64 {
        self.demand_s + self.waiting_s
    }
}

/// Throughput in requests a second and response time in seconds of `population` requests at stations of one server each
/// with these demands, and a delay. Nothing is allocated, and nothing is checked: where [`exact`] gives an error, this
/// gives numbers that mean nothing.
pub fn throughput_and_response<const STATIONS: usize>(
    demands_s: [f64; STATIONS],
    delay_s: f64,
    population: u32,
) -> (f64, f64) {
    // As many lanes as stations are too many, but their number is known when this is compiled.
    let mut lanes = [Lane::default(); STATIONS];
    let lanes = &mut lanes[..STATIONS.div_ceil(LANES)];
    let mut state = State::new(&demands_s, delay_s, lanes);
    state.admit_all(population, lanes);
    (state.throughput, state.response_s())
}

/// The long run of `population` requests that circulate among stations of one server each with these demands, and a
/// delay, all in seconds.
///
/// # Errors
/// [`Error`] if the population is not from 1 to [`MOST_REQUESTS`](super::MOST_REQUESTS), a demand or the delay is
/// no time, or all are 0.
pub fn exact(demands_s: &[f64], delay_s: f64, population: u32) -> Result<Solution, Error> {
    check(demands_s.iter().copied(), delay_s, population)?;
    let mut lanes = vec![Lane::default(); demands_s.len().div_ceil(LANES)];
    let mut state = State::new(demands_s, delay_s, &mut lanes);
    state.admit_all(population, &mut lanes);
    let throughput = state.throughput;
    let weighted = lanes.iter().flat_map(|lane| lane.weighted);
    let stations = demands_s.iter().zip(weighted).map(|(&demand, weighted)| {
        let residence_s = if demand == 0.0 { 0.0 } else { weighted / demand / demand };
        Station { residence_s, queue: throughput * residence_s, utilization: throughput * demand }
    });
    Ok(Solution { throughput, response_s: state.response_s(), stations: stations.collect() })
}

/// Throughput and response time with so many requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Requests that circulate.
    pub population: u32,
    /// Requests a second.
    pub throughput: f64,
    /// Seconds from one think time to the next.
    pub response_s: f64,
}

/// As [`exact`], for every population from 1 to `most`.
///
/// # Errors
/// As [`exact`].
pub fn curve(demands_s: &[f64], delay_s: f64, most: u32) -> Result<Vec<Point>, Error> {
    check(demands_s.iter().copied(), delay_s, most)?;
    let mut lanes = vec![Lane::default(); demands_s.len().div_ceil(LANES)];
    let mut state = State::new(demands_s, delay_s, &mut lanes);
    let points = (1..=most).map(|population| {
        state.admit(f64::from(population), &mut lanes);
        Point { population, throughput: state.throughput, response_s: state.response_s() }
    });
    Ok(points.collect())
}
