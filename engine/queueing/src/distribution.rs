//! Distributions of service and interarrival times.

use super::{Error, Random};
use serde::{Deserialize, Serialize};

/// A distribution of times, in seconds.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Distribution {
    /// Exponential, as between the arrivals of a Poisson process.
    Exponential {
        /// Mean, in seconds.
        mean_s: f64,
    },
    /// Constant.
    Deterministic {
        /// The value, in seconds.
        value_s: f64,
    },
    /// The sum of `phases` exponential phases with equal means: less variable than an exponential time.
    Erlang {
        /// Mean of the sum, in seconds.
        mean_s: f64,
        /// Number of phases, 1 to 1,000.
        phases: u32,
    },
    /// A mixture of exponential distributions: more variable than an exponential time.
    Hyperexponential {
        /// The distributions of the mixture.
        branches: Vec<Branch>,
    },
    /// One of the given values.
    Empirical {
        /// The values, in seconds.
        values_s: Vec<f64>,
        /// Relative frequency of each value, in any unit. Default: all are equally frequent.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        weights: Vec<f64>,
    },
}

/// One of the exponential distributions of a [`Distribution::Hyperexponential`].
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// Probability of this branch; the probabilities of all branches add up to 1.
    pub probability: f64,
    /// Mean, in seconds.
    pub mean_s: f64,
}

/// Tolerance of a sum of probabilities, which are rounded when they are written as decimals.
const SUM_TOLERANCE: f64 = 1e-9;

/// Maximum number of phases: more are hard to distinguish from a constant, and a sample adds up all of them.
const MAX_PHASES: u32 = 1000;

impl Distribution {
    /// Checks the parameters.
    ///
    /// ```
    /// use pathlength_queueing::Distribution;
    ///
    /// let erlang = Distribution::Erlang { mean_s: 0.1, phases: 4 };
    /// erlang.check()?;
    /// assert_eq!(erlang.scv(), 0.25);
    /// # Ok::<(), pathlength_queueing::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Error`] if a time is negative or not finite, there is no branch or value, or probabilities do
    /// not add up to 1. Also returns it if weights are negative, all zero, or not equal in number to the values.
    pub fn check(&self) -> Result<(), Error> {
        let require = |valid: bool, problem: &str| if valid { Ok(()) } else { Err(Error::new(problem)) };
        let is_valid = |number: &f64| (0.0..=f64::MAX).contains(number);
        let require_time = |name: &str, seconds: f64| {
            if is_valid(&seconds) {
                return Ok(());
            }
            Err(Error::new(format!("the {name} is {seconds} s: give a finite number of 0 s or more")))
        };
        match self {
            Self::Exponential { mean_s } => require_time("mean", *mean_s),
            Self::Deterministic { value_s } => require_time("value", *value_s),
            Self::Erlang { mean_s, phases } => {
                require_time("mean", *mean_s)?;
                if (1..=MAX_PHASES).contains(phases) {
                    return Ok(());
                }
                Err(Error::new(format!("the number of phases is {phases}: give 1 to {MAX_PHASES}")))
            }
            Self::Hyperexponential { branches } => {
                require(!branches.is_empty(), "there are no branches: give at least one")?;
                let is_valid_branch = |branch: &Branch| is_valid(&branch.probability) && is_valid(&branch.mean_s);
                require(
                    branches.iter().all(is_valid_branch),
                    "a branch has a negative probability or mean, or one that is not finite: give numbers of 0 or more",
                )?;
                let sum: f64 = branches.iter().map(|branch| branch.probability).sum();
                if (sum - 1.0).abs() <= SUM_TOLERANCE {
                    return Ok(());
                }
                // More digits would show only rounding errors of the sum.
                let sum = (sum * 1e9).round() / 1e9;
                Err(Error::new(format!("the probabilities of the branches add up to {sum}, not 1: change them")))
            }
            Self::Empirical { values_s, weights } => {
                require(!values_s.is_empty(), "there are no values: give at least one")?;
                require(values_s.iter().all(is_valid), "a value is negative or not finite: give 0 s or more")?;
                let same_length = weights.is_empty() || weights.len() == values_s.len();
                require(same_length, "values and weights differ in number: give one weight per value, or omit all")?;
                require(weights.iter().all(is_valid), "a weight is negative or not finite: give numbers of 0 or more")?;
                let sum: f64 = weights.iter().sum();
                require(
                    weights.is_empty() || is_valid(&sum) && sum > 0.0,
                    "the sum of the weights is 0 or too large: give smaller weights, at least one of them above 0",
                )
            }
        }
    }

    /// Returns the mean, in seconds.
    pub fn mean(&self) -> f64 {
        match self {
            Self::Exponential { mean_s } | Self::Erlang { mean_s, .. } => *mean_s,
            Self::Deterministic { value_s } => *value_s,
            Self::Hyperexponential { branches } => {
                branches.iter().map(|branch| branch.probability * branch.mean_s).sum()
            }
            Self::Empirical { values_s, weights } => weighted_mean(values_s, weights, |value| value),
        }
    }

    /// Returns the squared coefficient of variation, variance / mean²: 1 if exponential, 0 if constant.
    pub fn scv(&self) -> f64 {
        let mean = self.mean();
        if mean <= 0.0 {
            return 0.0;
        }
        match self {
            Self::Exponential { .. } => 1.0,
            Self::Deterministic { .. } => 0.0,
            Self::Erlang { phases, .. } => 1.0 / f64::from(*phases),
            Self::Hyperexponential { branches } => {
                let relative = |branch: &Branch| branch.mean_s / mean;
                let square = |branch: &Branch| 2.0 * branch.probability * relative(branch) * relative(branch);
                branches.iter().map(square).sum::<f64>() - 1.0
            }
            Self::Empirical { values_s, weights } => {
                let square = |value: f64| (value / mean - 1.0) * (value / mean - 1.0);
                weighted_mean(values_s, weights, square)
            }
        }
    }

    /// Returns a random time, in seconds. The distribution must pass [`Distribution::check`].
    #[inline]
    pub fn sample(&self, random: &mut Random) -> f64 {
        match self {
            Self::Exponential { mean_s } => mean_s * random.exponential(),
            Self::Deterministic { value_s } => *value_s,
            Self::Erlang { mean_s, phases } => {
                let sum: f64 = (0..*phases).map(|_| random.exponential()).sum();
                sum * (mean_s / f64::from(*phases))
            }
            Self::Hyperexponential { branches } => {
                let probabilities = branches.iter().map(|branch| branch.probability);
                branches[choose(random.uniform(), probabilities)].mean_s * random.exponential()
            }
            Self::Empirical { values_s, weights } if weights.is_empty() => {
                values_s[random.uniform_below(values_s.len() as u64) as usize]
            }
            Self::Empirical { values_s, weights } => {
                let sum: f64 = weights.iter().sum();
                values_s[choose(random.uniform() * sum, weights.iter().copied())]
            }
        }
    }
}

fn weighted_mean(values: &[f64], weights: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    if weights.is_empty() {
        return values.iter().map(|value| of(*value)).sum::<f64>() / values.len() as f64;
    }
    let sum: f64 = weights.iter().sum();
    values.iter().zip(weights).map(|(value, weight)| weight / sum * of(*value)).sum()
}

/// Returns the index of the interval that `point` is in, if the lengths of adjacent intervals from 0 onward are
/// `weights`. A point beyond all of them, which rounding can cause, is in the last interval with a weight.
fn choose(mut point: f64, weights: impl Iterator<Item = f64>) -> usize {
    let mut last = 0;
    for (at, weight) in weights.enumerate() {
        if weight > 0.0 {
            last = at;
            if point < weight {
                break;
            }
        }
        point -= weight;
    }
    last
}
