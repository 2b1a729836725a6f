//! Explains why a path is better or worse than another: the components of the model's result that differ most, in
//! words.

use super::super::scenario::{Path, Scenario};
use super::ways::{IO_PATHS, IoPath};
use pathlength_model::{Evaluation, ModelError};

/// The model's result for a path.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) way: IoPath,
    pub(super) scenario: Scenario,
    pub(super) evaluation: Evaluation,
}

/// The components of time that reasons distinguish.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Device,
    Guest,
    Cp,
}

const PARTS: [Part; 3] = [Part::Device, Part::Guest, Part::Cp];

/// Minimum change in the score for which a difference is mentioned.
const SMALL: f64 = 0.01;

/// Explains the result of path `at` in a sentence. `weights` are those of throughput and processor time.
pub(super) fn reason(answers: &[Answer], at: usize, weights: [f64; 2]) -> Result<String, ModelError> {
    let answer = &answers[at];
    if at == 0 {
        return Ok(baseline(answer));
    }
    let stem = &answers[answer.way.stem()];
    let mut parts = Vec::new();
    for part in PARTS {
        // The component's contribution to the score, which is positive if the component takes less time.
        let less = |output: &str| -> Result<f64, ModelError> {
            let all = stem.evaluation.output(output)?;
            Ok((part.time(stem, output) - part.time(answer, output)) / all)
        };
        let gain = weights[0] * less("elapsed_per_kb")? + weights[1] * less("total_cpu_per_kb")?;
        if gain.abs() >= SMALL {
            parts.push((part, gain));
        }
    }
    parts.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
    let against =
        if stem.way.code == IO_PATHS[0].code { String::new() } else { format!("Compared with {}, ", stem.way.code) };
    let sentence = match parts[..] {
        [] => same(answer, stem)?,
        [(part, gain)] => format!("{against}{}.", told(part, gain > 0.0, answer, stem)?),
        [(one, first), (two, second), ..] => {
            let but = if (first > 0.0) == (second > 0.0) { "" } else { "but " };
            let (one, two) = (told(one, first > 0.0, answer, stem)?, told(two, second > 0.0, answer, stem)?);
            format!("{against}{one}; {but}{two}.")
        }
    };
    Ok(capital(&sentence))
}

fn baseline(answer: &Answer) -> String {
    let [device, guest, cp] = PARTS.map(|part| number(part.time(answer, part.output())));
    format!(
        "The baseline: one KB takes {device} µs at the device, {guest} µs of the guest’s CPU time, and {cp} µs of CP’s."
    )
}

/// Describes two paths that cost the same or nearly the same.
fn same(answer: &Answer, stem: &Answer) -> Result<String, ModelError> {
    let Answer { way, scenario, evaluation } = answer;
    let why = if way.mdc && scenario.read_share == 0.0 {
        "nothing is read, and the minidisk cache does not help with writes"
    } else if way.mdc && evaluation.output("hit_ratio")? == 0.0 {
        "the minidisk cache satisfies none of the reads"
    } else if way.mdc {
        "hits save as much as filling the minidisk cache costs"
    } else if way.path == stem.way.path {
        "without the cache, a minidisk has the same path as a dedicated device"
    } else {
        "no component of the time differs enough to matter"
    };
    Ok(format!("{} costs about as much as {}: {why}.", way.code, stem.way.code))
}

impl Part {
    /// Returns the component's time in an output, in microseconds per KB.
    fn time(self, answer: &Answer, output: &str) -> f64 {
        let here = |place: &str| match self {
            Self::Device => place == "device",
            Self::Guest => place == "guest",
            Self::Cp => place == "CP" || place == "minidisk cache",
        };
        let terms = answer.evaluation.terms.iter();
        terms.filter(|term| here(term.place) && term.part_of.contains(&output)).map(|term| term.time_us).sum()
    }

    /// Returns the output to which the sentence about the component refers.
    fn output(self) -> &'static str {
        if self == Self::Device { "elapsed_per_kb" } else { "total_cpu_per_kb" }
    }
}

/// Describes a difference: its cause and its size.
fn told(part: Part, better: bool, answer: &Answer, stem: &Answer) -> Result<String, ModelError> {
    let what = cause(part, better, answer)?;
    let [own, other] = [answer, stem].map(|of| number(part.time(of, part.output())));
    let unit = match part {
        Part::Device => "of device time",
        Part::Guest => "of the guest’s CPU time",
        Part::Cp => "of CP’s CPU time",
    };
    Ok(format!("{what}: {own} µs {unit} per KB instead of {other}"))
}

/// Returns the cause of a difference from the reference path, or only the component's name if no measured path shows
/// the cause.
fn cause(part: Part, better: bool, answer: &Answer) -> Result<String, ModelError> {
    let Answer { way, scenario, evaluation } = answer;
    let stalls = scenario.first_write_stall && (1.0 - scenario.read_share) * scenario.initial_share > 0.0;
    if way.mdc {
        let hits = (100.0 * scenario.read_share * evaluation.output("hit_ratio")?).round();
        let come = if hits > 0.0 { format!("{hits} % of all data come") } else { "hardly anything comes".to_owned() };
        return Ok(match (part, better) {
            (Part::Device, true) if way.path == Path::Diagnose && stalls => {
                format!("with the cache, initial writes do not stall, and {come} from it")
            }
            (Part::Device, true) => format!("{come} from the minidisk cache, without disk I/O"),
            (Part::Device, false) if way.path == Path::EmulatedFba => {
                format!("filling the cache uses smaller requests, while {come} from it")
            }
            (Part::Device, false) => {
                format!("filling the cache reads whole tracks, record by record, while {come} from it")
            }
            (Part::Guest, true) => "cached data arrive without an interrupt".to_owned(),
            (Part::Guest, false) => "the guest does more work".to_owned(),
            (Part::Cp, true) => "hits save CP the disk I/O".to_owned(),
            (Part::Cp, false) => "CP copies data into the cache and out of it".to_owned(),
        });
    }
    let block = way.block_bytes;
    Ok(match (part, better, way.path) {
        (Part::Device, true, Path::EmulatedFba | Path::Fcp) => {
            "no records are transferred on a FICON channel".to_owned()
        }
        (Part::Device, false, Path::EmulatedFba) => "the requests of the FBA driver are small".to_owned(),
        (Part::Device, false, Path::Diagnose) if block < BASE && stalls => {
            format!(
                "initial writes stall, which the source does not explain, and every {BASE} bytes need {} records \
                 instead of one",
                BASE / block
            )
        }
        (Part::Device, false, Path::Diagnose) if stalls => {
            "initial writes stall, which the source does not explain".to_owned()
        }
        (Part::Device, true, Path::Eckd) if !way.dedicated => {
            "unlike on a dedicated device, writes are not slowed down, which the source does not explain".to_owned()
        }
        (Part::Device, false, Path::Diagnose) if block < BASE => {
            format!("every {BASE} bytes need {} records instead of one", BASE / block)
        }
        (Part::Guest, true, Path::Fcp) => "large requests need few interrupts".to_owned(),
        (Part::Guest, false, Path::EmulatedFba) => "small requests need many interrupts".to_owned(),
        (Part::Cp, true, Path::Diagnose) => "a Diagnose block is less work for CP than a channel program".to_owned(),
        (Part::Cp, false, Path::Diagnose) if block < BASE => {
            format!("CP handles each block of {block} bytes separately")
        }
        (Part::Cp, false, Path::EmulatedFba) => "CP emulates FBA with its own SCSI driver".to_owned(),
        (Part::Cp, true, Path::Fcp) => "CP only manages the guest’s queues".to_owned(),
        (Part::Device, _, _) => "time at the device".to_owned(),
        (Part::Guest, _, _) => "guest work".to_owned(),
        (Part::Cp, _, _) => "CP work".to_owned(),
    })
}

/// Block size of the baseline, in bytes.
const BASE: u32 = IO_PATHS[0].block_bytes;

/// Formats a number with up to three significant digits.
fn number(value: f64) -> String {
    if value < 0.995 {
        format!("{value:.2}")
    } else if value < 99.95 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
