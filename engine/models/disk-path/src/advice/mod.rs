//! Advice on I/O paths for a workload: ranks the thirteen measured paths, each with a reason.
//!
//! Any mix of phases is computed from the printed cells. The model computes the effect of a minidisk cache of limited
//! size, evaluates paths without printed cells, and explains the ranking.

mod published;
mod reason;
mod ways;

use published::Assessment;
pub use published::{Published, PublishedCell};
pub use ways::Limit;

use super::iozone::Sharing;
use super::{Model, Scenario};
use pathlength_model::{ModelError, Setting, Settings};
use reason::{Answer, reason};
use serde::{Deserialize, Serialize};
use ways::IO_PATHS;

/// A request for advice.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct Enquiry {
    /// The workload, in settings of the model that do not depend on the path. They are the shares of reads, rereads,
    /// and initial writes in %, the `block_bytes` of the guest's file system, and the use and size of the minidisk
    /// cache. All settings are optional.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, number | boolean | string>"))]
    pub work: Settings,
    /// The weight of throughput, 0 or more.
    pub throughput: f64,
    /// The weight of processor time, 0 or more; at least one weight must be positive.
    pub cpu: f64,
    /// The constraints that exclude paths.
    #[serde(default)]
    pub limits: Vec<Limit>,
    /// The median errors of the model, for paths without printed cells; without these errors, such paths share a rank
    /// only if their scores are equal.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub errors: Option<Errors>,
}

/// Median relative errors of the model: 0.03 is 3 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct Errors {
    /// Error of the ratio of a path's throughput to that of dedicated ECKD.
    pub throughput: f64,
    /// Error of the ratio of a path's processor time per KB to that of dedicated ECKD.
    pub cpu: f64,
}

/// The basis of the numbers in an assessment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The printed cells.
    Published,
    /// The printed cells for KB from the cache and for KB from the disk, in the proportion that the model computes.
    Between,
    /// The model, because a required cell is not printed.
    Model,
}

/// The assessment of one path.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Advice {
    /// The source's code for the path.
    pub way: &'static str,
    /// Title of the path.
    pub title: &'static str,
    /// Rank, from 1; paths that cannot be distinguished share a rank. 0 for an excluded path.
    pub place: u32,
    /// The 95 % interval for the ratio of the best path's score to this path's score: 1.05 means 5 % behind. The
    /// interval comes from the scatter between runs of the same work and from rounding, or from the errors of the
    /// model. Missing for the best path, for excluded paths, and if neither the scatter nor the errors are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub behind: Option<[f64; 2]>,
    /// The weighted geometric mean of `throughput` and of the reciprocal of `cpu`: 1 for dedicated ECKD.
    pub score: f64,
    /// Throughput relative to dedicated ECKD.
    pub throughput: f64,
    /// CPU time of the guest and CP per KB, relative to dedicated ECKD.
    pub cpu: f64,
    /// The basis of `throughput` and `cpu`.
    pub basis: Basis,
    /// The share of KB read from the minidisk cache, among all KB read.
    pub hit_ratio: f64,
    /// The model's explanation, in a sentence.
    pub reason: String,
    /// The reasons for the exclusion; empty if the path is not excluded.
    pub set_aside: Vec<String>,
}

/// The settings that describe the workload.
const WORK: [&str; 10] = [
    "read_share",
    "reread_share",
    "initial_share",
    "block_bytes",
    "cache_mb",
    "file_mb",
    "guests",
    "sharing",
    "scan_rate",
    "fair_share",
];

/// Scores that differ by less than this are equal except for rounding.
const ROUNDING: f64 = 1e-9;

/// The 95 % interval of Student's t distribution with six degrees of freedom is ± this number. The scatter between runs
/// is estimated from seven pairs.
const STUDENT_95: f64 = 2.447;

/// Half of a normal distribution is within this number of standard deviations of the mean.
const PROBABLE_ERROR: f64 = 0.6745;

impl Enquiry {
    /// Returns the workload on a placeholder path. Unexplained effects are included, because the printed cells
    /// contain them.
    fn base(&self) -> Result<Scenario, ModelError> {
        self.work.only(&WORK)?;
        let mut settings = self.work.clone();
        settings.set("path", Setting::Word("eckd".to_owned()));
        settings.set("phase", Setting::Word("mix".to_owned()));
        for effect in ["first_write_stall", "slow_dedicated_write"] {
            settings.set(effect, Setting::Switch(true));
        }
        Scenario::from_settings(&settings)
    }

    /// Returns the weights, which add up to 1.
    fn weights(&self) -> Result<[f64; 2], ModelError> {
        let (throughput, cpu) = (self.throughput, self.cpu);
        let sum = throughput + cpu;
        if !(throughput >= 0.0 && cpu >= 0.0 && sum > 0.0 && sum.is_finite()) {
            return Err(ModelError::new(
                "the weights of throughput and processor time are out of range: give 0 or more, and at least one above 0",
            ));
        }
        Ok([throughput / sum, cpu / sum])
    }

    /// Returns the variances that the model's errors cause in the logarithms of throughput and CPU time; 0 if the
    /// errors are not known.
    fn model_variances(&self) -> Result<[f64; 2], ModelError> {
        let Some(errors) = self.errors else { return Ok([0.0; 2]) };
        if !(errors.throughput >= 0.0 && errors.cpu >= 0.0) {
            return Err(ModelError::new("a relative error is negative or not a number: give 0 or more"));
        }
        Ok([errors.throughput, errors.cpu].map(|error| square(libm::log1p(error) / PROBABLE_ERROR)))
    }
}

fn square(value: f64) -> f64 {
    value * value
}

/// Performs a slice of the measurements for `enquiry`; returns `true` when they are complete.
///
/// # Errors
/// Returns [`ModelError`] if a setting or a weight of the enquiry is invalid.
pub fn prepare(model: &mut Model, enquiry: &Enquiry) -> Result<bool, ModelError> {
    let base = enquiry.base()?;
    enquiry.weights()?;
    for way in &IO_PATHS {
        if !model.prepare_scenario(&way.scenario(&base))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether the size of the cache matters.
fn has_cache_of_size(scenario: &Scenario) -> bool {
    scenario.cache_mb.is_some() && scenario.is_cached() && scenario.read_share > 0.0
}

/// Returns the thirteen paths, the best first and excluded paths last, after performing missing measurements.
/// `published` are the printed cells.
///
/// # Errors
/// Returns the errors of [`prepare`], or [`ModelError`] if a relative error of the enquiry is invalid.
pub fn advise(model: &mut Model, published: &Published, enquiry: &Enquiry) -> Result<Vec<Advice>, ModelError> {
    let base = enquiry.base()?;
    let weights = enquiry.weights()?;
    let model_variances = enquiry.model_variances()?;
    let mut answers = Vec::with_capacity(IO_PATHS.len());
    for way in &IO_PATHS {
        let scenario = way.scenario(&base);
        let evaluation = model.evaluate_scenario(&scenario)?;
        answers.push(Answer { way: *way, scenario, evaluation });
    }
    let [fast, slim] = ["kb_per_s", "total_cpu_per_kb"].map(|name| ratios(&answers, name));
    let (fast, slim) = (fast?, slim?);
    let mut advice = Vec::with_capacity(IO_PATHS.len());
    for (at, answer) in answers.iter().enumerate() {
        let sources = |phase| model.data_sources(&answer.scenario, phase);
        let (basis, [throughput, cpu], variances) = match published.assess(at, &answer.scenario, sources) {
            Some(Assessment { ratios, variances }) if has_cache_of_size(&answer.scenario) => {
                (Basis::Between, ratios, variances)
            }
            Some(Assessment { ratios, variances }) => (Basis::Published, ratios, variances),
            None => (Basis::Model, [fast[at], slim[at]], model_variances),
        };
        let variance = weights[0] * weights[0] * variances[0] + weights[1] * weights[1] * variances[1];
        advice.push((
            variance,
            Advice {
                way: answer.way.code,
                title: answer.way.title,
                place: 0,
                behind: None,
                score: libm::exp(weights[0] * libm::log(throughput) - weights[1] * libm::log(cpu)),
                throughput,
                cpu,
                basis,
                hit_ratio: answer.evaluation.output("hit_ratio")?,
                reason: reason(&answers, at, weights)?,
                set_aside: against(answer, &base, &enquiry.limits),
            },
        ));
    }
    // Paths with the same score stay in the source's order.
    advice.sort_by(|(_, a), (_, b)| {
        a.set_aside.len().min(1).cmp(&b.set_aside.len().min(1)).then(b.score.total_cmp(&a.score))
    });
    place(&mut advice);
    Ok(advice.into_iter().map(|(_, advice)| advice).collect())
}

/// Returns one output of each path, relative to the first.
fn ratios(answers: &[Answer], output: &str) -> Result<Vec<f64>, ModelError> {
    let values = answers.iter().map(|answer| answer.evaluation.output(output)).collect::<Result<Vec<_>, _>>()?;
    Ok(values.iter().map(|value| value / values[0]).collect())
}

/// Returns all reasons for the exclusion of a path.
fn against(answer: &Answer, base: &Scenario, limits: &[Limit]) -> Vec<String> {
    let shared = base.guests > 1 && base.sharing == Sharing::Shared && !limits.contains(&Limit::Minidisk);
    let limits = limits.iter().copied().chain(shared.then_some(Limit::Minidisk));
    let limits = limits.filter_map(|limit| answer.way.against(limit)).map(str::to_owned);
    limits.chain(answer.way.against_blocks(base.block_bytes)).collect()
}

/// Assigns ranks to sorted paths and computes how far each path is behind the best one. Paths that cannot be
/// distinguished from the best path of a rank share the rank. Each item of `advice` begins with the variance of the
/// logarithm of the path's score.
fn place(advice: &mut [(f64, Advice)]) {
    let kept = advice.iter().take_while(|(_, advice)| advice.set_aside.is_empty()).count();
    let mut first = 0;
    for at in 0..kept {
        let apart = |other: usize| {
            let [(own_variance, own), (variance, other)] = [&advice[at], &advice[other]];
            (libm::log(other.score) - libm::log(own.score), STUDENT_95 * libm::sqrt(own_variance + variance))
        };
        let (distance, half) = apart(first);
        if distance > half.max(ROUNDING) {
            first = at;
        }
        let (distance, half) = apart(0);
        let behind = (at > 0 && half > 0.0).then(|| [distance - half, distance + half].map(libm::exp));
        advice[at].1.place = first as u32 + 1;
        advice[at].1.behind = behind;
    }
}
