//! Which way to the disk suits some work: the thirteen that were measured, in order, each with a reason.
//!
//! Any mix of phases at the printed conditions is computed from the printed cells. The model answers for the others,
//! such as a minidisk cache of some size, and gives the reasons.

mod published;
mod reason;
mod ways;

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
    /// The work, in settings of the model that do not depend on the way: shares of reads, rereads and initial writes in
    /// %, `block_bytes` of the guest's file system, and what uses the minidisk cache. All are optional.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, number | boolean | string>"))]
    pub work: Settings,
    /// How much throughput counts, 0 or more.
    pub throughput: f64,
    /// How much processor time counts, 0 or more; not 0 as well.
    pub cpu: f64,
    /// What sets a way aside.
    #[serde(default)]
    pub limits: Vec<Limit>,
    /// How far the model is usually off; without it only equal ways share a place.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub errors: Option<Errors>,
}

/// Median relative errors of the model: 0.03 is 3 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct Errors {
    /// Of throughputs relative to dedicated ECKD.
    pub throughput: f64,
    /// Of processor times of one KB relative to dedicated ECKD.
    pub cpu: f64,
}

/// What numbers rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The printed cells.
    Published,
    /// The model, since nothing was printed for these conditions.
    Model,
}

/// The assessment of one way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Advice {
    /// The source's code for it.
    pub way: &'static str,
    /// What it is.
    pub title: &'static str,
    /// From 1; ways that the model cannot tell apart share one. 0 for a way that is set aside.
    pub place: u32,
    /// The mean of `throughput` and of the reciprocal of `cpu`, geometric and weighted: 1 for dedicated ECKD.
    pub score: f64,
    /// Throughput relative to dedicated ECKD.
    pub throughput: f64,
    /// CPU time of one KB, of guest and CP, relative to dedicated ECKD.
    pub cpu: f64,
    /// What `throughput` and `cpu` rest on.
    pub basis: Basis,
    /// KB read that came from the minidisk cache, of all KB read.
    pub hit_ratio: f64,
    /// What makes it so by the model, in a sentence.
    pub reason: String,
    /// Why it is set aside; empty if it is not.
    pub set_aside: Vec<String>,
}

/// The settings that describe work.
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

/// Scores that differ by less are equal but for rounding.
const ROUNDING: f64 = 1e-9;

impl Enquiry {
    /// Returns the work without a certain way. Effects that the source does not explain were measured all the
    /// same, and the printed cells contain them.
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

    /// The weights, which add up to 1.
    fn weights(&self) -> Result<[f64; 2], ModelError> {
        let (throughput, cpu) = (self.throughput, self.cpu);
        let sum = throughput + cpu;
        if !(throughput >= 0.0 && cpu >= 0.0 && sum > 0.0 && sum.is_finite()) {
            return Err(ModelError::new(
                "throughput and processor time must count 0 or more, and one of them more than 0",
            ));
        }
        Ok([throughput / sum, cpu / sum])
    }

    /// Scores whose logarithms differ by less are not told apart.
    fn blur(&self, [throughput, cpu]: [f64; 2]) -> Result<f64, ModelError> {
        let Some(errors) = self.errors else { return Ok(ROUNDING) };
        if !(errors.throughput >= 0.0 && errors.cpu >= 0.0) {
            return Err(ModelError::new("errors must be 0 or more"));
        }
        Ok((throughput * libm::log1p(errors.throughput) + cpu * libm::log1p(errors.cpu)).max(ROUNDING))
    }
}

/// Does a slice of the measuring that `enquiry` needs; `true` when nothing is left to do.
///
/// # Errors
/// Returns [`ModelError`] if a setting, a weight or an error of the enquiry is invalid.
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

/// Whether the work was measured on this way: with the printed file, and with room in the cache for all rereads.
fn is_published(scenario: &Scenario, file_mb: f64) -> bool {
    let cache_matters = scenario.is_cached() && scenario.read_share > 0.0;
    (scenario.cache_mb.is_none() || !cache_matters)
        && scenario.file_mb.is_none_or(|mb| (mb - file_mb).abs() < f64::EPSILON * file_mb)
}

/// The thirteen ways, the best first and those that are set aside last; measures first what is not known yet.
/// `published` are the printed cells.
///
/// # Errors
/// As [`prepare`].
pub fn advise(model: &mut Model, published: &Published, enquiry: &Enquiry) -> Result<Vec<Advice>, ModelError> {
    let base = enquiry.base()?;
    let weights = enquiry.weights()?;
    let blur = enquiry.blur(weights)?;
    let mut answers = Vec::with_capacity(IO_PATHS.len());
    for way in &IO_PATHS {
        let scenario = way.scenario(&base);
        let evaluation = model.evaluate_scenario(&scenario)?;
        answers.push(Answer { way: *way, scenario, evaluation });
    }
    let [fast, slim] = ["kb_per_s", "total_cpu_per_kb"].map(|name| ratios(&answers, name));
    let (fast, slim) = (fast?, slim?);
    let mut advice = Vec::with_capacity(IO_PATHS.len());
    let file_mb = model.costs().file_mb;
    for (at, answer) in answers.iter().enumerate() {
        let printed = Some(&answer.scenario).filter(|scenario| is_published(scenario, file_mb));
        let (basis, [throughput, cpu]) = match printed.and_then(|scenario| published.ratios(at, scenario)) {
            Some(ratios) => (Basis::Published, ratios),
            None => (Basis::Model, [fast[at], slim[at]]),
        };
        advice.push(Advice {
            way: answer.way.code,
            title: answer.way.title,
            place: 0,
            score: libm::exp(weights[0] * libm::log(throughput) - weights[1] * libm::log(cpu)),
            throughput,
            cpu,
            basis,
            hit_ratio: answer.evaluation.output("hit_ratio")?,
            reason: reason(&answers, at, weights)?,
            set_aside: against(answer, &base, &enquiry.limits),
        });
    }
    // Ways with the same score stay in the order of the source.
    advice.sort_by(|a, b| a.set_aside.len().min(1).cmp(&b.set_aside.len().min(1)).then(b.score.total_cmp(&a.score)));
    place(&mut advice, blur);
    Ok(advice)
}

/// One output of each way, relative to the first.
fn ratios(answers: &[Answer], output: &str) -> Result<Vec<f64>, ModelError> {
    let values = answers.iter().map(|answer| answer.evaluation.output(output)).collect::<Result<Vec<_>, _>>()?;
    Ok(values.iter().map(|value| value / values[0]).collect())
}

/// All that speaks against a way.
fn against(answer: &Answer, base: &Scenario, limits: &[Limit]) -> Vec<String> {
    let shared = base.guests > 1 && base.sharing == Sharing::Shared && !limits.contains(&Limit::Minidisk);
    let limits = limits.iter().copied().chain(shared.then_some(Limit::Minidisk));
    let limits = limits.filter_map(|limit| answer.way.against(limit)).map(str::to_owned);
    limits.chain(answer.way.against_blocks(base.block_bytes)).collect()
}

/// Gives places to ways in their order. Those that are not told apart from the best of them share its place.
fn place(advice: &mut [Advice], blur: f64) {
    let (mut best, mut first) = (f64::INFINITY, 0);
    for (at, advice) in advice.iter_mut().enumerate().take_while(|(_, advice)| advice.set_aside.is_empty()) {
        if libm::log(best) - libm::log(advice.score) > blur {
            (best, first) = (advice.score, at as u32 + 1);
        }
        advice.place = first;
    }
}
