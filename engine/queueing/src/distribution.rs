//! How long things take.

use super::{Error, Random};
use serde::{Deserialize, Serialize};

/// A distribution of times, in seconds.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Distribution {
    /// As random as arrivals that know nothing of each other.
    Exponential {
        /// Mean, in seconds.
        mean_s: f64,
    },
    /// Always the same.
    Deterministic {
        /// The value, in seconds.
        value_s: f64,
    },
    /// The sum of so many exponential phases, all alike: steadier than one.
    Erlang {
        /// Mean of the sum, in seconds.
        mean_s: f64,
        /// How many phases: 1 or more.
        phases: u32,
    },
    /// One of several exponential distributions: less steady than one.
    Hyperexponential {
        /// The distributions to choose from.
        branches: Vec<Branch>,
    },
    /// One of the given values.
    Empirical {
        /// The values, in seconds.
        values_s: Vec<f64>,
        /// How often each value comes, in any unit; left out: all equally often.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        weights: Vec<f64>,
    },
}

/// One of the exponential distributions of a [`Distribution::Hyperexponential`].
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// How often it is chosen: the probabilities of all branches add up to 1.
    pub probability: f64,
    /// Its mean, in seconds.
    pub mean_s: f64,
}

/// How far from 1 the sum of probabilities may be that were written down in decimals.
const SUM_TOLERANCE: f64 = 1e-9;

/// More phases than anyone tells from a constant; a sample adds up all of them.
const MOST_PHASES: u32 = 1000;

impl Distribution {
    /// Looks at the numbers.
    ///
    /// # Errors
    /// [`Error`] if a time is negative or not finite, there is nothing to choose from, probabilities do not
    /// add up to 1, or weights are negative, all zero, or not as many as values.
    pub fn check(&self) -> Result<(), Error> {
        let require = |fine: bool, problem| if fine { Ok(()) } else { Err(Error::new(problem)) };
        let natural = |number: &f64| (0.0..=f64::MAX).contains(number);
        match self {
            Self::Exponential { mean_s } => require(natural(mean_s), "the mean must be a number of seconds, 0 or more"),
            Self::Deterministic { value_s } => {
                require(natural(value_s), "the value must be a number of seconds, 0 or more")
            }
            Self::Erlang { mean_s, phases } => {
                require(natural(mean_s), "the mean must be a number of seconds, 0 or more")?;
                require((1..=MOST_PHASES).contains(phases), "take 1 to 1000 phases")
            }
            Self::Hyperexponential { branches } => {
                require(!branches.is_empty(), "give at least one branch")?;
                let fine = |branch: &Branch| natural(&branch.probability) && natural(&branch.mean_s);
                require(branches.iter().all(fine), "probabilities and means of branches must be numbers, 0 or more")?;
                let sum: f64 = branches.iter().map(|branch| branch.probability).sum();
                require((sum - 1.0).abs() <= SUM_TOLERANCE, "make the probabilities of the branches add up to 1")
            }
            Self::Empirical { values_s, weights } => {
                require(!values_s.is_empty(), "give at least one value")?;
                require(values_s.iter().all(natural), "the values must be numbers of seconds, 0 or more")?;
                let as_many = weights.is_empty() || weights.len() == values_s.len();
                require(as_many, "give one weight a value, or none at all")?;
                require(weights.iter().all(natural), "the weights must be numbers, 0 or more")?;
                let sum: f64 = weights.iter().sum();
                require(weights.is_empty() || natural(&sum) && sum > 0.0, "give at least one value a weight above 0")
            }
        }
    }

    /// Mean, in seconds.
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

    /// Squared coefficient of variation: the variance in units of the squared mean; 1 if exponential, 0 if nothing
    /// varies.
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

    /// A random time, in seconds. The distribution must be one that [`Distribution::check`] accepts.
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
                branches[chosen(random.uniform(), probabilities)].mean_s * random.exponential()
            }
            Self::Empirical { values_s, weights } if weights.is_empty() => {
                values_s[random.below(values_s.len() as u64) as usize]
            }
            Self::Empirical { values_s, weights } => {
                let sum: f64 = weights.iter().sum();
                values_s[chosen(random.uniform() * sum, weights.iter().copied())]
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

/// The part of a line, divided by `weights`, that `point` is in. What rounding leaves over belongs to the last part that
/// has a weight.
fn chosen(mut point: f64, weights: impl Iterator<Item = f64>) -> usize {
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
