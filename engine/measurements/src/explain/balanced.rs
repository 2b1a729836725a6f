//! A balanced closed network, fitted to the rates of a workload at several depths.

use pathlength_queueing::bound_of_errors;
use pathlength_queueing::mva::solve_exact;

/// Maximum number of stations in a fit: more stations differ only at depths far beyond the measured ones.
const MAX_STATIONS: u32 = 64;
/// Minimum number of depths for a fit: a fit has two parameters, so only a third depth can disagree with it.
const MIN_POINTS: usize = 3;

/// A closed network of identical stations, each with one server and exponential service times, that every request
/// visits once.
///
/// The network's throughput is `X(N) = N / (D (N + K − 1) / K)`. D is the demand of a request without waiting; K is the
/// number of stations, and thus the maximum number of requests served at once. The formula is exact by mean value
/// analysis (Lazowska et al., 1984, section 5.4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalancedNetwork {
    /// Number of stations K.
    pub stations: u32,
    /// Demand D at all stations together, in seconds.
    pub demand_s: f64,
}

impl BalancedNetwork {
    /// Fits both parameters to pairs of population and requests per second by least squares on the logarithms; `None`
    /// with fewer than two points.
    pub fn fit(points: &[(f64, f64)]) -> Option<Self> {
        if points.len() < 2 {
            return None;
        }
        let candidates = (1..=MAX_STATIONS).map(|stations| {
            let k = f64::from(stations);
            // The logarithms of the demands that the points imply; the least-squares estimate is the demands' geometric
            // mean.
            let logs: Vec<f64> = points
                .iter()
                .map(|(population, rate)| libm::log(population * k / ((population + k - 1.0) * rate)))
                .collect();
            let mean = logs.iter().sum::<f64>() / logs.len() as f64;
            let squares: f64 = logs.iter().map(|log| (log - mean) * (log - mean)).sum();
            (squares, Self { stations, demand_s: libm::exp(mean) })
        });
        let best = candidates.reduce(|best, next| if next.0 < best.0 { next } else { best });
        best.map(|(_, network)| network).filter(|network| network.demand_s.is_finite() && network.demand_s > 0.0)
    }

    /// Returns the throughput in requests per second for a population, by mean value analysis; `None` for a population
    /// or a demand outside the library's range.
    pub fn throughput(&self, population: u32) -> Option<f64> {
        let demands_s = vec![self.demand_s / f64::from(self.stations); self.stations as usize];
        solve_exact(&demands_s, 0.0, population).ok().map(|solution| solution.throughput)
    }
}

/// The depths from which a fit predicts the rate at a measured depth, to determine the errors of the fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prediction {
    /// All other depths: for a forecast between measured depths.
    FromOthers,
    /// Smaller depths: for a forecast beyond all measured depths, where errors are larger.
    FromSmaller,
}

/// A fit with its errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedFit {
    /// The fit to all points.
    pub(super) network: BalancedNetwork,
    /// Number of points.
    pub(super) points: usize,
    /// Largest relative error of a predicted point.
    pub(super) max_error: f64,
    /// Bound on the logarithm of a further error, with a probability of 95 %.
    pub(super) log_bound: f64,
}

impl CheckedFit {
    /// Fits a network to points in the order of their populations, and predicts points from other points; `None` with
    /// fewer than three points.
    pub(super) fn new(points: &[(f64, f64)], prediction: Prediction) -> Option<Self> {
        if points.len() < MIN_POINTS {
            return None;
        }
        let network = BalancedNetwork::fit(points)?;
        let first = match prediction {
            Prediction::FromOthers => 0,
            Prediction::FromSmaller => MIN_POINTS - 1,
        };
        let errors: Option<Vec<f64>> = (first..points.len())
            .map(|at| {
                let others = match prediction {
                    Prediction::FromOthers => [&points[..at], &points[at + 1..]].concat(),
                    Prediction::FromSmaller => points[..at].to_vec(),
                };
                let (population, rate) = points[at];
                let predicted = BalancedNetwork::fit(&others)?.throughput(population as u32)?;
                Some(libm::log(predicted / rate)).filter(|error| error.is_finite())
            })
            .collect();
        let errors = errors?;
        let max_error = errors.iter().map(|error| (libm::exp(*error) - 1.0).abs()).fold(0.0, f64::max);
        Some(Self { network, points: points.len(), max_error, log_bound: bound_of_errors(&errors) })
    }
}
