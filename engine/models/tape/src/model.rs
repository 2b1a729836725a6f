//! The outputs of scenarios, and the terms of the host data rate.

use super::data::Data;
use super::network::{Component, CompressionProfile, Throughput, solve, thread_speed};
use super::ratios::{Ratios, SizeRequest};
use super::scenario::{Scenario, Work, describe_settings};
use super::{Costs, Speeds};
use pathlength_codecs::{CodecInfo, ZSTD};
use pathlength_model::{Description, Evaluation, ModelError, NamedModel, Output, ParameterValues, Settings, Term};

/// A model of a tape server, with a cache of compression ratios.
#[derive(Debug)]
pub struct Model {
    costs: Costs,
    speeds: Speeds,
    ratios: Ratios,
}

impl Model {
    /// Creates a model with the parameters from `value`.
    ///
    /// # Errors
    /// Returns a [`ModelError`] that names a parameter that is missing or out of range.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        Ok(Self { costs: Costs::new(value)?, speeds: Speeds::new(value)?, ratios: Ratios::default() })
    }

    /// Performs a slice of the work for `scenario`: generates one pattern, or compresses it with one codec. Returns
    /// `true` when nothing is left to do.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a codec cannot run with its options.
    pub fn prepare_scenario(&mut self, scenario: &Scenario) -> Result<bool, ModelError> {
        for data in scenario.data.parts() {
            for codec in codecs(scenario) {
                let request = size_request(scenario, codec, data);
                if self.ratios.known(&request).is_none() {
                    self.ratios.work(&request)?;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Runs the codecs that have not yet been run for `scenario`, and evaluates `scenario`.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a codec cannot run with its options, or if the parameters allow no solution.
    pub fn evaluate_scenario(&mut self, scenario: &Scenario) -> Result<Evaluation, ModelError> {
        while !self.prepare_scenario(scenario)? {}
        let own = self.profiles(scenario, scenario.codec)?;
        let beside = self.profiles(scenario, scenario.beside)?;
        let (all, all_beside) = (mean(&own), mean(&beside));
        let gains: Vec<f64> = own.iter().zip(&beside).map(|(own, beside)| gain(own, beside)).collect();
        let positive = gains.iter().filter(|gain| **gain > 0.0).count();

        let throughput = solve(&self.costs, scenario, &all)?;
        let rate_beside = solve(&self.costs, scenario, &all_beside)?.rate;
        let cpu_bound = match scenario.data {
            Data::One(_) => usize::from(throughput.bottleneck() == Component::Cpu),
            Data::All => {
                let mut count = 0;
                for profile in &own {
                    count += usize::from(solve(&self.costs, scenario, profile)?.bottleneck() == Component::Cpu);
                }
                count
            }
        };
        let mut outputs = vec![
            ("ratio", 1.0 / all.stored),
            ("ratio_gain", gain(&all, &all_beside)),
            ("gain_mean", gains.iter().sum::<f64>() / gains.len() as f64),
            ("gain_least", gains.iter().copied().fold(f64::INFINITY, f64::min)),
            ("gain_most", gains.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
            ("gain_count", positive as f64),
            ("rate", throughput.rate),
            ("rate_beside", throughput.rate / rate_beside),
            ("cpu_count", cpu_bound as f64),
        ];
        for (place, [utilization, limit, ..]) in Component::ALL.into_iter().zip(PLACES) {
            let load = throughput.loads[place as usize];
            outputs.push((utilization, 100.0 * load.utilization));
            outputs.push((limit, load.limit));
        }
        Ok(Evaluation { outputs, terms: terms(&throughput, scenario.jobs) })
    }

    /// Returns the compression profile of each written data set with a codec.
    fn profiles(&self, scenario: &Scenario, codec: &'static CodecInfo) -> Result<Vec<CompressionProfile>, ModelError> {
        let own = codec == scenario.codec;
        let speed = thread_speed(&self.costs, scenario, codec);
        let mut profiles = Vec::new();
        for data in scenario.data.parts() {
            let reached = self.ratios.known(&size_request(scenario, codec, data)).unwrap_or(1.0);
            let ratio = scenario.ratio.filter(|_| own).unwrap_or(reached);
            // Adapters take no processor time, and uncompressed data need no decompression.
            let is_stored = scenario.work == Work::ReadHit && ratio <= 1.0;
            let codec_s = if codec.in_adapter || is_stored {
                0.0
            } else {
                let mbs = match (scenario.speed.filter(|_| own), scenario.work) {
                    (Some(mbs), _) => mbs,
                    (None, Work::ReadHit) => self.speeds.decompress(codec)?,
                    (None, Work::PeakWrite | Work::SustainedWrite) => {
                        let level = if *codec == ZSTD { self.costs.zstd_level(scenario.level) } else { 1.0 };
                        self.speeds.compress(codec, data)? * level
                    }
                };
                1.0 / (mbs * speed)
            };
            profiles.push(CompressionProfile { stored: 1.0 / ratio, codec_s, adapter: codec.in_adapter });
        }
        Ok(profiles)
    }
}

/// Returns the codecs that must run for a scenario.
fn codecs(scenario: &Scenario) -> impl Iterator<Item = &'static CodecInfo> {
    let own = Some(scenario.codec).filter(|_| scenario.ratio.is_none());
    own.into_iter().chain(Some(scenario.beside).filter(|codec| *codec != scenario.codec))
}

fn size_request(scenario: &Scenario, codec: &'static CodecInfo, data: usize) -> SizeRequest {
    SizeRequest { data, shape: scenario.shape, codec, options: scenario.options(codec) }
}

/// Returns the mean profile of equally large data sets.
fn mean(profiles: &[CompressionProfile]) -> CompressionProfile {
    let mean = |of: fn(&CompressionProfile) -> f64| profiles.iter().map(of).sum::<f64>() / profiles.len() as f64;
    CompressionProfile {
        stored: mean(|profile| profile.stored),
        codec_s: mean(|profile| profile.codec_s),
        adapter: profiles[0].adapter,
    }
}

/// Returns the gain of one ratio over another, in %.
fn gain(own: &CompressionProfile, beside: &CompressionProfile) -> f64 {
    100.0 * (beside.stored / own.stored - 1.0)
}

/// Returns the components of the time per MB for all jobs together; this time is the reciprocal of the rate.
fn terms(throughput: &Throughput, jobs: u32) -> Vec<Term> {
    let places = Component::ALL
        .into_iter()
        .zip(PLACES)
        .map(|(place, [.., title, word])| (title, word, throughput.loads[place as usize].residence_s));
    let all = places.chain([("Host and protocol", "host", throughput.wait_s)]).filter(|(.., seconds)| *seconds > 0.0);
    let term = |(title, place, seconds): (&'static str, &'static str, f64)| {
        let time_us = 1e6 * seconds / f64::from(jobs);
        Term { title: title.to_owned(), count: 1.0, cost_us: time_us, time_us, place, part_of: &["rate"] }
    };
    all.map(term).collect()
}

/// For each component: the outputs for its utilization and its rate limit, its name for readers, and its name in terms.
const PLACES: [[&str; 4]; 6] = [
    ["utilization_port", "port_limit_rate", "FICON ports", "port"],
    ["utilization_cpu", "cpu_limit_rate", "Processor", "cpu"],
    ["utilization_controller", "controller_limit_rate", "Cache controllers", "controller"],
    ["utilization_drawer", "drawer_limit_rate", "Cache drawers", "drawer"],
    ["utilization_drive", "drive_limit_rate", "Tape drives", "drive"],
    ["utilization_grid", "grid_limit_rate", "Links to the other cluster", "grid"],
];

const fn output(name: &'static str, title: &'static str, unit: &'static str) -> Output {
    Output { name, title, unit, terms: "", half_width: "" }
}

const OUTPUTS: [Output; 21] = [
    output("ratio", "Compression ratio", "ratio"),
    output("ratio_gain", "Compression-ratio gain over the comparison codec", "%"),
    output("gain_mean", "Mean gain over the comparison codec", "%"),
    output("gain_least", "Smallest gain over the comparison codec", "%"),
    output("gain_most", "Largest gain over the comparison codec", "%"),
    output("gain_count", "Patterns with a gain over the comparison codec", "patterns"),
    Output { terms: "the time per MB for all jobs together", ..output("rate", "Host data rate", "MB/s") },
    output("rate_beside", "Rate relative to the comparison codec", "ratio"),
    output("cpu_count", "Processor-bound patterns", "patterns"),
    output("utilization_port", "FICON port utilization", "%"),
    output("port_limit_rate", "Rate limit of the FICON ports", "MB/s"),
    output("utilization_cpu", "Processor utilization", "%"),
    output("cpu_limit_rate", "Rate limit of the processor", "MB/s"),
    output("utilization_controller", "Cache controller utilization", "%"),
    output("controller_limit_rate", "Rate limit of the cache controllers", "MB/s"),
    output("utilization_drawer", "Cache drawer utilization", "%"),
    output("drawer_limit_rate", "Rate limit of the cache drawers", "MB/s"),
    output("utilization_drive", "Tape drive utilization", "%"),
    output("drive_limit_rate", "Rate limit of the tape drives", "MB/s"),
    output("utilization_grid", "Utilization of the links to the other cluster", "%"),
    output("grid_limit_rate", "Rate limit of the links to the other cluster", "MB/s"),
];

impl pathlength_model::Model for Model {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        (self.costs, self.speeds) = (Costs::new(values)?, Speeds::new(values)?);
        Ok(())
    }

    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        self.prepare_scenario(&Scenario::from_settings(scenario)?)
    }

    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        self.evaluate_scenario(&Scenario::from_settings(scenario)?)
    }
}

impl NamedModel for Model {
    const NAME: &'static str = "tape";
    const PARAMETERS: &'static [&'static str] = &super::PARAMETERS;

    fn describe() -> Description {
        Description { settings: describe_settings(), outputs: OUTPUTS.iter().map(Output::describe).collect() }
    }

    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError> {
        Self::new(values)
    }
}
