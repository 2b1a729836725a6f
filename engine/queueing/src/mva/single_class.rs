//! Exact mean value analysis of one class at single-server queueing centers and a delay center.
//!
//! The textbook recursion (Reiser and Lavenberg, 1980) starts from the queue lengths `Q_k(n-1)`. The recursion computes
//! the residence times `R_k(n) = D_k (1 + Q_k(n-1))`, their sum `R(n)`, the throughput `X(n) = n / (Z + R(n))`, and the
//! queue lengths `Q_k(n) = X(n) R_k(n)`. The computation for each population therefore waits for a sum over the
//! centers. With the moments `A_j = sum of D_k^j` and `M_j(n) = sum of D_k^j R_k(n)`, the same recursion reads
//!
//! `R(n) = A_1 + X(n-1) M_1(n-1)` and `M_j(n) = A_(j+1) + X(n-1) M_(j+1)(n-1)`.
//!
//! `R(n)` needs only `M_1(n-1)`, which needs only `M_2(n-2)`: the sum over the centers is needed only two populations
//! later, so it is ready in time. The dependency chain from one population to the next is a product, a sum, and a
//! quotient.

use super::{Solution, StationSolution, check};
use crate::Error;

/// Number of independent partial sums. WebAssembly does not keep more than two sums in registers.
const LANES: usize = 2;

/// `LANES` queueing centers. Unused lanes have a demand of 0 and add nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    /// `D_k`.
    demand_s: [f64; LANES],
    /// `D_k^3`.
    demand_cubed: [f64; LANES],
    /// `D_k^2 R_k(n)`.
    weighted_residence: [f64; LANES],
}

/// The state of the recursion at population `n`.
#[derive(Clone, Copy, Debug)]
struct State {
    /// `X(n)`.
    throughput: f64,
    /// `A_1`, the response time of a single request.
    total_demand_s: f64,
    /// `A_1 + Z`, the cycle time of a single request.
    uncontended_cycle_s: f64,
    /// Waiting time at all centers, `R(n) - A_1`.
    waiting_s: f64,
    /// `A_2`.
    demand_moment_2: f64,
    /// `M_1(n)`.
    residence_moment_1: f64,
    /// `M_2(n)`.
    residence_moment_2: f64,
}

impl State {
    /// Starts at population 0. `lanes` has space for all demands.
    fn new(demands_s: &[f64], delay_s: f64, lanes: &mut [Lane]) -> Self {
        let (mut total_demand_s, mut demand_moment_2) = (0.0, 0.0);
        for (lane, demands) in lanes.iter_mut().zip(demands_s.chunks(LANES)) {
            *lane = Lane::default();
            for (at, &demand) in demands.iter().enumerate() {
                lane.demand_s[at] = demand;
                lane.demand_cubed[at] = demand * demand * demand;
                total_demand_s += demand;
                demand_moment_2 += demand * demand;
            }
        }
        Self {
            throughput: 0.0,
            total_demand_s,
            uncontended_cycle_s: total_demand_s + delay_s,
            waiting_s: 0.0,
            demand_moment_2,
            residence_moment_1: 0.0,
            residence_moment_2: 0.0,
        }
    }

    /// Advances by one request, to `population`.
    #[inline]
    fn advance_population(&mut self, population: f64, lanes: &mut [Lane]) {
        // X(n-1).
        let last_throughput = self.throughput;
        self.waiting_s = last_throughput * self.residence_moment_1;
        self.throughput = population / (self.uncontended_cycle_s + self.waiting_s);
        self.residence_moment_1 = self.demand_moment_2 + last_throughput * self.residence_moment_2;
        let mut sums = [0.0; LANES];
        for lane in lanes {
            for (at, sum) in sums.iter_mut().enumerate() {
                lane.weighted_residence[at] =
                    lane.demand_cubed[at] + last_throughput * (lane.demand_s[at] * lane.weighted_residence[at]);
                *sum += lane.weighted_residence[at];
            }
        }
        self.residence_moment_2 = sums[0] + sums[1];
    }

    /// Advances from population 0 to `population`.
    #[inline]
    fn advance_to(&mut self, population: u32, lanes: &mut [Lane]) {
        let mut present = 0.0;
        for _ in 0..population {
            present += 1.0;
            self.advance_population(present, lanes);
        }
    }

    fn response_s(&self) -> f64 {
        self.total_demand_s + self.waiting_s
    }
}

/// Returns throughput in requests per second and response time in seconds, as [`solve_exact`] does, but without
/// allocation and without checks. Where [`solve_exact`] returns an error, the result is meaningless.
pub fn throughput_and_response<const STATIONS: usize>(
    demands_s: [f64; STATIONS],
    delay_s: f64,
    population: u32,
) -> (f64, f64) {
    // There are more lanes than needed, but their number is a compile-time constant.
    let mut lanes = [Lane::default(); STATIONS];
    let lanes = &mut lanes[..STATIONS.div_ceil(LANES)];
    let mut state = State::new(&demands_s, delay_s, lanes);
    state.advance_to(population, lanes);
    (state.throughput, state.response_s())
}

/// Returns the exact steady state of `population` requests at single-server queueing centers with these demands and at
/// a delay center; all times are in seconds.
///
/// ```
/// use pathlength_queueing::mva::solve_exact;
///
/// // 50 users who think for 5 s; each request needs 0.05 s of CPU and 0.08 s and 0.1 s of two disks.
/// let solution = solve_exact(&[0.05, 0.08, 0.1], 5.0, 50)?;
/// assert!(solution.throughput < 10.0 && solution.stations[2].utilization > 0.85);
/// // Interactive response time law: R = N/X − Z.
/// assert!((solution.response_s - (50.0 / solution.throughput - 5.0)).abs() < 1e-9);
/// # Ok::<(), pathlength_queueing::Error>(())
/// ```
///
/// # Errors
/// Returns [`Error`] if the population is not from 1 to [`MAX_POPULATION`](super::MAX_POPULATION), a demand or the
/// delay is out of range, or the delay and all demands are 0.
pub fn solve_exact(demands_s: &[f64], delay_s: f64, population: u32) -> Result<Solution, Error> {
    check(demands_s.iter().copied(), delay_s, population)?;
    let mut lanes = vec![Lane::default(); demands_s.len().div_ceil(LANES)];
    let mut state = State::new(demands_s, delay_s, &mut lanes);
    state.advance_to(population, &mut lanes);
    let throughput = state.throughput;
    let weighted_residences = lanes.iter().flat_map(|lane| lane.weighted_residence);
    let stations = demands_s.iter().zip(weighted_residences).map(|(&demand, weighted)| {
        let residence_s = if demand == 0.0 { 0.0 } else { weighted / demand / demand };
        StationSolution { residence_s, queue_length: throughput * residence_s, utilization: throughput * demand }
    });
    Ok(Solution { throughput, response_s: state.response_s(), stations: stations.collect() })
}

/// Throughput and response time at a population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Population N.
    pub population: u32,
    /// Throughput X(N) in requests per second.
    pub throughput: f64,
    /// Response time R(N) in seconds.
    pub response_s: f64,
}

/// Returns throughput and response time as [`solve_exact`] does for every population from 1 to `max_population`.
///
/// # Errors
/// Returns [`Error`] as [`solve_exact`] does.
pub fn throughput_curve(demands_s: &[f64], delay_s: f64, max_population: u32) -> Result<Vec<CurvePoint>, Error> {
    check(demands_s.iter().copied(), delay_s, max_population)?;
    let mut lanes = vec![Lane::default(); demands_s.len().div_ceil(LANES)];
    let mut state = State::new(demands_s, delay_s, &mut lanes);
    let points = (1..=max_population).map(|population| {
        state.advance_population(f64::from(population), &mut lanes);
        CurvePoint { population, throughput: state.throughput, response_s: state.response_s() }
    });
    Ok(points.collect())
}
