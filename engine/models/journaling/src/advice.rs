//! Advice on the file system: questions about the requirements, and how each file system meets them.
//!
//! Recovery times are estimated for the given sizes. A table in the lab shows whether a file system can shrink or grow.
//! File contents after a crash follow from the rules of the file system.

use super::recovery_time::{RecoveryEstimate, RecoveryEstimator, SIZE_SETTINGS, check_sizes};
use super::rules::{DataRule, Policy, Rules};
use pathlength_model::{
    Answers, ChoiceOption, ChoiceQuestion, ModelError, Setting, Settings, applicable_answers, find_option,
};
use serde::Serialize;

const fn option(value: &'static str, title: &'static str) -> ChoiceOption {
    ChoiceOption::new(value, title)
}

/// The answer that requires nothing.
const ANY: &str = "any";
const RESIZING: &[ChoiceOption] =
    &[option(ANY, "no"), option("offline", "yes, unmounted"), option("online", "yes, in use")];

/// The questions, in the order in which they are asked. The values of `recover` are seconds.
pub const QUESTIONS: [ChoiceQuestion; 4] = [
    ChoiceQuestion {
        id: "recover",
        title: "Maximum recovery time after a power cut",
        options: &[
            option(ANY, "any time"),
            option("10", "ten seconds"),
            option("60", "a minute"),
            option("600", "ten minutes"),
            option("3600", "an hour"),
        ],
        after: &[],
    },
    ChoiceQuestion { id: "shrink", title: "Shrinking required", options: RESIZING, after: &[] },
    ChoiceQuestion { id: "grow", title: "Growing required", options: RESIZING, after: &[] },
    ChoiceQuestion {
        id: "contents",
        title: "Exposure of old block contents after a power cut",
        options: &[option(ANY, "acceptable"), option("never", "never")],
        after: &[],
    },
];

/// A file system or mode: its policy, its title, and its name in the source's table.
const FILE_SYSTEMS: [[&str; 3]; 7] = [
    ["ext2", "ext2", "ext2"],
    ["writeback", "ext3, writeback", "ext3"],
    ["ordered", "ext3, ordered", "ext3"],
    ["journal", "ext3, journal", "ext3"],
    ["reiserfs", "ReiserFS", "ReiserFS"],
    ["jfs", "JFS", "JFS"],
    ["xfs", "XFS", "XFS"],
];

/// Whether a file system meets a requirement, ordered from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    /// The file system meets the requirement.
    Yes,
    /// The file system may meet the requirement, depending on the disks.
    Perhaps,
    /// The file system does not meet the requirement.
    No,
}

/// A requirement, and whether a file system meets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RequirementCheck {
    /// The question.
    pub question: &'static str,
    /// Whether the requirement is met.
    pub fit: Fit,
    /// The reason, in a sentence.
    pub reason: String,
}

/// A file system, and how well it meets the requirements.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileSystemAdvice {
    /// Name of the policy in scenarios.
    pub policy: &'static str,
    /// Name for readers.
    pub title: &'static str,
    /// Whether all requirements are met.
    pub fit: Fit,
    /// The requirements, in the order of the questions.
    pub checks: Vec<RequirementCheck>,
    /// The estimate of the file system's recovery; missing if there is a problem.
    // A separate type would have the same name as a class that the module exports.
    #[cfg_attr(
        feature = "typescript",
        tsify(
            type = "{ blocks_read: number; blocks_written: number; seconds: [number, number]; components: [string, [number, number]][] } | undefined"
        )
    )]
    pub recovery: Option<RecoveryEstimate>,
    /// The reason why the file system is not possible with the given sizes; empty if it is possible.
    pub problem: String,
}

/// Content of a chooser: the questions, and the file systems as compared for the answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileSystemChoice {
    /// The questions.
    pub questions: Vec<ChoiceQuestion>,
    /// All file systems, as sorted by [`FileSystemAdvisor::advise`].
    pub file_systems: Vec<FileSystemAdvice>,
}

/// The source's words on whether a file system can shrink and grow.
#[derive(Clone, Debug)]
struct Resizing {
    shrinks: String,
    expands: String,
}

/// An advisor that compares file systems, and caches the recovery estimates.
#[derive(Debug)]
pub struct FileSystemAdvisor {
    estimator: RecoveryEstimator,
    /// How each file system can be resized, in the order of [`FILE_SYSTEMS`].
    resizing: Vec<Resizing>,
    sizes: Settings,
    /// The recovery estimates for `sizes` so far, in the order of [`FILE_SYSTEMS`].
    recoveries: Vec<Result<RecoveryEstimate, ModelError>>,
}

impl FileSystemAdvisor {
    /// Creates an advisor from the parameters of a lab, which `value` returns, and from the lab's table, which has the
    /// columns `file_system`, `shrinks`, and `expands`.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a parameter is missing or out of range, or if the table lacks a column or a file
    /// system.
    pub fn new(
        value: &dyn Fn(&str) -> Option<f64>,
        columns: &[String],
        rows: &[Vec<String>],
    ) -> Result<Self, ModelError> {
        let column = |name: &str| {
            let at = columns.iter().position(|column| column == name);
            at.ok_or_else(|| ModelError::new(["no column \"", name, "\": add it to the table"].concat()))
        };
        let (name, shrinks, expands) = (column("file_system")?, column("shrinks")?, column("expands")?);
        let cell = |row: &[String], at: usize| row.get(at).cloned().unwrap_or_default();
        let resizing = |[.., source]: [&str; 3]| {
            let row = rows.iter().find(|row| row.get(name).is_some_and(|cell| cell == source));
            let row = row.ok_or_else(|| ModelError::new(["no row \"", source, "\": add it to the table"].concat()))?;
            Ok(Resizing { shrinks: cell(row, shrinks), expands: cell(row, expands) })
        };
        let resizing = FILE_SYSTEMS.into_iter().map(resizing).collect::<Result<_, ModelError>>()?;
        Ok(Self {
            estimator: RecoveryEstimator::new(value)?,
            resizing,
            sizes: Settings::default(),
            recoveries: Vec::new(),
        })
    }

    /// Estimates the next recovery that a request needs; returns `true` when all recoveries have been estimated. An
    /// estimate takes a fraction of a second.
    ///
    /// # Errors
    /// Returns the errors of [`FileSystemAdvisor::advise`].
    pub fn prepare(&mut self, request: &Settings) -> Result<bool, ModelError> {
        let (_, mut sizes) = parse_request(request)?;
        if sizes != self.sizes {
            self.sizes = sizes.clone();
            self.recoveries.clear();
        }
        if let Some([policy, ..]) = FILE_SYSTEMS.get(self.recoveries.len()) {
            sizes.set("policy", Setting::Word((*policy).to_owned()));
            self.recoveries.push(self.estimator.estimate(&sizes));
        }
        Ok(self.recoveries.len() == FILE_SYSTEMS.len())
    }

    /// Compares all file systems. File systems that meet the requirements come first; among those that meet them
    /// equally well, the one with the shortest recovery on slow disks comes first.
    ///
    /// A request contains answers to [`QUESTIONS`], which are words, and the sizes that [`RecoveryEstimator::estimate`]
    /// takes. A missing answer requires nothing.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a question or an answer is unknown, or a size is out of range.
    pub fn advise(&mut self, request: &Settings) -> Result<Vec<FileSystemAdvice>, ModelError> {
        while !self.prepare(request)? {}
        let (answers, _) = parse_request(request)?;
        let answers = applicable_answers(&QUESTIONS, &answers)?;
        let required: Vec<_> = answers.iter().filter(|(_, option)| option.value != ANY).collect();
        let advice = FILE_SYSTEMS.iter().zip(&self.resizing).zip(&self.recoveries);
        let mut all = Vec::new();
        for (([policy, title, _], resizing), recovery) in advice {
            let mut settings = Settings::default();
            settings.set("policy", Setting::Word((*policy).to_owned()));
            let rules: Policy = settings.word("policy")?;
            let check = |(question, option): &&(&'static ChoiceQuestion, &'static ChoiceOption)| {
                let (fit, reason) = match question.id {
                    "recover" => check_recovery(recovery, option.value),
                    "shrink" => check_resizing(&resizing.shrinks, option.value),
                    "grow" => check_resizing(&resizing.expands, option.value),
                    _ => check_contents(rules),
                };
                RequirementCheck { question: question.id, fit, reason }
            };
            let checks: Vec<_> = required.iter().map(check).collect();
            // Even if no recovery time is required, a file system that is impossible with these sizes is not suitable.
            let possible = if recovery.is_ok() { Fit::Yes } else { Fit::No };
            let fit = checks.iter().map(|check| check.fit).fold(possible, Fit::max);
            all.push(FileSystemAdvice {
                policy,
                title,
                fit,
                checks,
                recovery: recovery.clone().ok(),
                problem: recovery.as_ref().err().map(ToString::to_string).unwrap_or_default(),
            });
        }
        let slow_s = |advice: &FileSystemAdvice| advice.recovery.as_ref().map_or(f64::INFINITY, |it| it.seconds[1]);
        all.sort_by(|a, b| a.fit.cmp(&b.fit).then(slow_s(a).total_cmp(&slow_s(b))));
        Ok(all)
    }

    /// Returns the questions and the comparison, as a chooser shows them.
    ///
    /// # Errors
    /// Returns the errors of [`FileSystemAdvisor::advise`].
    pub fn choose(&mut self, request: &Settings) -> Result<FileSystemChoice, ModelError> {
        Ok(FileSystemChoice { questions: QUESTIONS.to_vec(), file_systems: self.advise(request)? })
    }
}

/// Splits a request into answers and sizes, and checks both.
fn parse_request(request: &Settings) -> Result<(Answers, Settings), ModelError> {
    let questions = QUESTIONS.map(|question| question.id);
    request.only(&[questions.as_slice(), &SIZE_SETTINGS].concat())?;
    let (mut answers, mut sizes) = (Answers::new(), Settings::default());
    for (name, value) in request.iter() {
        match (QUESTIONS.iter().find(|question| question.id == name), value) {
            (None, value) => sizes.set(name, value.clone()),
            (Some(question), Setting::Word(word)) => {
                answers.insert(name.to_owned(), find_option(question, word)?.value.to_owned());
            }
            (Some(question), _) => {
                find_option(question, "")?;
            }
        }
    }
    check_sizes(&sizes)?;
    Ok((answers, sizes))
}

fn check_recovery(recovery: &Result<RecoveryEstimate, ModelError>, limit: &str) -> (Fit, String) {
    let [fast, slow] = match recovery {
        Ok(recovery) => recovery.seconds,
        Err(problem) => return (Fit::No, format!("This file system is not possible, because {problem}.")),
    };
    let limit_s: u32 = limit.parse().unwrap_or(u32::MAX);
    let takes = format!("Recovery takes {}", format_range(fast, slow));
    if slow <= f64::from(limit_s) {
        (Fit::Yes, takes + ".")
    } else if fast > f64::from(limit_s) {
        (Fit::No, format!("{takes}; the limit is {}.", format_duration(f64::from(limit_s))))
    } else {
        (Fit::Perhaps, takes + ": the time depends on the disks and on the read order.")
    }
}

fn check_resizing(published: &str, required: &str) -> (Fit, String) {
    let can = published.to_ascii_lowercase();
    // A file system that can be resized only in use also meets the requirement `offline`.
    let fits = if required == "online" { can.contains("online") } else { can != "no" };
    (if fits { Fit::Yes } else { Fit::No }, format!("The source’s table lists “{published}”."))
}

fn check_contents(policy: Policy) -> (Fit, String) {
    let reason = match policy {
        Policy::Ordered => {
            "Data reach their home locations before the names and sizes that refer to them are committed."
        }
        Policy::Reiser => "In this lab, the file system uses data=ordered; otherwise, it behaves like writeback.",
        Policy::Journal => "Data go through the log.",
        Policy::None => "No rule orders the writes.",
        Policy::Writeback | Policy::Logical | Policy::LogicalDelayed => {
            "Only metadata is logged: a file may get its blocks before its data are written."
        }
    };
    let fit = if Rules::of(policy).data == DataRule::Unordered { Fit::No } else { Fit::Yes };
    (fit, reason.to_owned())
}

/// Formats a number with two significant digits, using only integers: code that formats floating-point numbers would
/// enlarge the page's module considerably.
fn format_two_digits(value: f64) -> String {
    let (mut scale, mut decimals) = (1.0, 0);
    while value * scale < 9.95 && decimals < 6 {
        (scale, decimals) = (scale * 10.0, decimals + 1);
    }
    let mut unit = 1.0;
    while value / unit >= 99.5 {
        unit *= 10.0;
    }
    if decimals == 0 {
        let whole = (libm::round(value / unit) * unit) as u64;
        return if whole < 1000 { whole.to_string() } else { format!("{},{:03}", whole / 1000, whole % 1000) };
    }
    let digits = libm::round(value * scale) as u64;
    let fraction = format!("{:0decimals$}", digits % scale as u64);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{}{point}{fraction}", digits / scale as u64)
}

fn format_duration(seconds: f64) -> String {
    if seconds < 99.5 {
        format_two_digits(seconds) + " s"
    } else if seconds < 5400.0 {
        format!("{} min", libm::round(seconds / 60.0) as u64)
    } else {
        format_two_digits(seconds / 3600.0) + " h"
    }
}

/// Returns a range of durations, with the unit once if both durations have the same unit.
fn format_range(min_s: f64, max_s: f64) -> String {
    let (from, to) = (format_duration(min_s), format_duration(max_s));
    if from == to {
        return from;
    }
    match (from.split_once(' '), to.split_once(' ')) {
        (Some((number, unit)), Some((_, same))) if unit == same => format!("{number} to {to}"),
        _ => format!("{from} to {to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{format_duration, format_range};

    #[test]
    fn duration_is_formatted_with_two_digits_and_the_usual_unit() {
        let text = |seconds: f64| format_duration(seconds);
        assert_eq!([0.0031, 0.512, 3.0, 9.96, 44.0].map(text), ["0.0031 s", "0.51 s", "3 s", "10 s", "44 s"]);
        assert_eq!([127.0, 2532.0, 7200.0].map(text), ["2 min", "42 min", "2 h"]);
        assert_eq!([9000.0, 4.4e5, 8.6e6].map(text), ["2.5 h", "120 h", "2,400 h"]);
        assert_eq!(format_range(44.0, 68.0), "44 to 68 s");
        assert_eq!(format_range(90.0, 309.0), "90 s to 5 min");
        assert_eq!(format_range(0.5, 0.5), "0.5 s");
    }
}
