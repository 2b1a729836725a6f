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
//! For the same reason two requests can be admitted before the stations are looked at, which halves the looking.

use super::{Solution, Station, check};
use crate::lab::ModelError;

/// Sums over the stations go side by side, each over every fourth.
const SUMS: usize = 4;
type Sums = [f64; SUMS];

fn total(sums: Sums) -> f64 {
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// The recursion after `n` requests. `A` is a list with an element for each station.
#[derive(Clone, Copy, Debug)]
struct Recursion<A> {
    /// `d_k`, its cube, and `d_k^2 r_k(n)`.
    demands_s: A,
    cubed: A,
    weighted: A,
    /// `A_1`, and the same with the delay.
    demand_s: f64,
    alone_s: f64,
    /// `X(n)`, and what the last request waited at all stations together.
    throughput: f64,
    waiting_s: f64,
    /// `A_2`, `M_1(n)` and `M_2(n)`.
    squares: f64,
    first: f64,
    second: f64,
}

impl<A: AsRef<[f64]> + AsMut<[f64]> + Clone> Recursion<A> {
    /// Nobody is there yet.
    fn new(demands_s: A, delay_s: f64) -> Self {
        let (mut cubed, mut weighted) = (demands_s.clone(), demands_s.clone());
        let (mut sum_s, mut squares) = (0.0, 0.0);
        for cube in cubed.as_mut() {
            sum_s += *cube;
            squares += *cube * *cube;
            *cube = *cube * *cube * *cube;
        }
        weighted.as_mut().fill(0.0);
        let (throughput, waiting_s, first, second) = (0.0, 0.0, 0.0, 0.0);
        let alone_s = sum_s + delay_s;
        Self { demands_s, cubed, weighted, demand_s: sum_s, alone_s, throughput, waiting_s, squares, first, second }
    }

    /// One request more, which makes `population`.
    fn admit(&mut self, population: f64) {
        let before = self.throughput;
        self.waiting_s = before * self.first;
        self.throughput = population / (self.alone_s + self.waiting_s);
        self.first = self.squares + before * self.second;
        let mut sums = [0.0; SUMS];
        self.each_station(|sum, demand, cube, weighted| {
            *weighted = cube + before * (demand * *weighted);
            sums[sum] += *weighted;
        });
        self.second = total(sums);
    }

    /// Two requests more, which make `population`: bit for bit what one and one do. Gives throughput and response time
    /// with one of them.
    fn admit_two(&mut self, population: f64) -> (f64, f64) {
        let before = self.throughput;
        let waiting_s = before * self.first;
        let between = (population - 1.0) / (self.alone_s + waiting_s);
        self.waiting_s = between * (self.squares + before * self.second);
        self.throughput = population / (self.alone_s + self.waiting_s);
        let (mut once, mut twice) = ([0.0; SUMS], [0.0; SUMS]);
        self.each_station(|sum, demand, cube, weighted| {
            let first = cube + before * (demand * *weighted);
            once[sum] += first;
            *weighted = cube + between * (demand * first);
            twice[sum] += *weighted;
        });
        self.first = self.squares + between * total(once);
        self.second = total(twice);
        (between, self.demand_s + waiting_s)
    }

    /// Does something with the sum that a station belongs to, its demand, its cube and what is weighted.
    #[inline]
    fn each_station(&mut self, mut act: impl FnMut(usize, f64, f64, &mut f64)) {
        let (demands, last_demands) = self.demands_s.as_ref().as_chunks::<SUMS>();
        let (cubes, last_cubes) = self.cubed.as_ref().as_chunks::<SUMS>();
        let (weighted, last_weighted) = self.weighted.as_mut().as_chunks_mut::<SUMS>();
        for ((demands, cubes), weighted) in demands.iter().zip(cubes).zip(weighted) {
            for sum in 0..SUMS {
                act(sum, demands[sum], cubes[sum], &mut weighted[sum]);
            }
        }
        for (sum, ((demand, cube), weighted)) in last_demands.iter().zip(last_cubes).zip(last_weighted).enumerate() {
            act(sum, *demand, *cube, weighted);
        }
    }

    /// All requests.
    fn admit_all(&mut self, population: u32) {
        let mut present = 0.0;
        if population % 2 == 1 {
            present = 1.0;
            self.admit(present);
        }
        for _ in 0..population / 2 {
            present += 2.0;
            self.admit_two(present);
        }
    }

    /// Throughput and response time.
    fn found(&self) -> (f64, f64) {
        (self.throughput, self.demand_s + self.waiting_s)
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
    let mut recursion = Recursion::new(demands_s, delay_s);
    recursion.admit_all(population);
    recursion.found()
}

/// The long run of `population` requests that circulate among stations of one server each with these demands, and a
/// delay, all in seconds.
///
/// # Errors
/// [`ModelError`] if the population is not from 1 to [`MOST_REQUESTS`](super::MOST_REQUESTS), a demand or the delay is
/// no time, or all are 0.
pub fn exact(demands_s: &[f64], delay_s: f64, population: u32) -> Result<Solution, ModelError> {
    check(demands_s.iter().copied(), delay_s, population)?;
    let mut recursion = Recursion::new(demands_s.to_vec(), delay_s);
    recursion.admit_all(population);
    let (throughput, response_s) = recursion.found();
    let stations = demands_s.iter().zip(&recursion.weighted).map(|(&demand, weighted)| {
        let residence_s = if demand == 0.0 { 0.0 } else { weighted / demand / demand };
        Station { residence_s, queue: throughput * residence_s, utilization: throughput * demand }
    });
    Ok(Solution { throughput, response_s, stations: stations.collect() })
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
pub fn curve(demands_s: &[f64], delay_s: f64, most: u32) -> Result<Vec<Point>, ModelError> {
    check(demands_s.iter().copied(), delay_s, most)?;
    let mut recursion = Recursion::new(demands_s.to_vec(), delay_s);
    let mut points = Vec::with_capacity(most as usize);
    let odd = most % 2;
    if odd == 1 {
        recursion.admit(1.0);
        let (throughput, response_s) = recursion.found();
        points.push(Point { population: 1, throughput, response_s });
    }
    for before in (odd..most).step_by(2) {
        let (throughput, response_s) = recursion.admit_two(f64::from(before + 2));
        points.push(Point { population: before + 1, throughput, response_s });
        let (throughput, response_s) = recursion.found();
        points.push(Point { population: before + 2, throughput, response_s });
    }
    Ok(points)
}
