//! The six steps that the source recommends, with figures from the reader's own system.

use super::{Benefit, Report};
use pathlength_listings::group_digits;
use serde::Serialize;
use std::fmt::Write;

/// One step of the strategy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Recommendation {
    /// Title of the step.
    pub title: &'static str,
    /// The reason, with figures from the reader's own system.
    pub advice: String,
}

/// Maximum number of directories or file systems that are named in a sentence.
const MAX_NAMED: usize = 5;

/// Returns the six steps in the source's order.
pub(super) fn strategy(report: &Report<'_>) -> Vec<Recommendation> {
    let step = |title, advice: &str| Recommendation { title, advice: advice.to_owned() };
    vec![
        step(
            "Delay converting HFS file systems until z/OS 2.1",
            "Unless there is an immediate need, convert them when all systems have z/OS 2.1 or later: they can then have \
             v5 directories from the beginning.",
        ),
        step(
            "Do not use v5 until all systems are committed to z/OS 2.1 or later",
            "Going back to v4 with IOEFSUTL can be painful.",
        ),
        step("Set format_aggrversion=5", "New file systems are then version 1.5, without a change of JCL or programs."),
        step(
            "Set change_aggrversion_on_mount=ON",
            "The change is fast, and new directories are then v5. Existing ones do not change.",
        ),
        Recommendation {
            title: "Determine whether CONVERTTOV5 can be on everywhere",
            advice: advise_global_conversion(report),
        },
        Recommendation {
            title: "If not, convert where the gain is largest",
            advice: advise_selective_conversion(report),
        },
    ]
}

/// Describes the one-time cost of turning conversion on everywhere.
fn advise_global_conversion(report: &Report<'_>) -> String {
    let mut seconds = report.totals.seconds.clone();
    let mut names = report.totals.entries;
    let mut what = "all directories in this list";
    if report.totals.directories == 0 {
        let known = || report.file_systems.iter().filter(|line| line.objects.is_some());
        names = known().filter_map(|line| line.objects).map(|objects| objects as f64).sum();
        seconds = (0..report.rates.len()).map(|rate| known().map(|line| line.seconds[rate]).sum()).collect();
        what = "all file systems in this list";
    }
    let ask = "This depends on how many directories are accessed at IPL, and on how many names they have.";
    let then = "If that can be tolerated once, specify CONVERTTOV5=ON in IOEFSPRM.";
    if names == 0.0 {
        return format!("{ask} {then}");
    }
    let mut times = String::new();
    for (at, (rate, seconds)) in report.rates.iter().zip(&seconds).enumerate() {
        let comma = if at == 0 { "" } else { " or " };
        let place = if rate.title == "own" { "at your own rate".to_owned() } else { format!("on a {}", rate.title) };
        let _ = write!(times, "{comma}{seconds:.1} s {place}");
    }
    let names = group_digits(names);
    format!("{ask} If an IPL accesses {what}, with {names} names, the IPL takes longer: {times}. {then}")
}

/// Describes where to start if conversion is not turned on everywhere.
fn advise_selective_conversion(report: &Report<'_>) -> String {
    let select = "mount their file systems with CONVERTTOV5, or convert individual directories with zfsadm convert";
    let select_one = "mount its file system with CONVERTTOV5, or convert the directory with zfsadm convert";
    let worthwhile = report.directories.iter().filter(|row| row.benefit > Benefit::Little);
    let named: Vec<&str> = worthwhile.take(MAX_NAMED).map(|row| row.path).collect();
    if !named.is_empty() {
        let select = if named.len() == 1 { select_one } else { select };
        return format!("Begin with {}: {select}.", named.join(", "));
    }
    let worthwhile = report.file_systems.iter().filter(|row| row.at_most > Some(Benefit::Little));
    let named: Vec<&str> = worthwhile.take(MAX_NAMED).map(|row| &row.mounted_on[..]).collect();
    if !named.is_empty() {
        return format!("Look for large directories with ls -slk in {}, and {select}.", named.join(", "));
    }
    if report.form == super::InputFormat::Operations {
        let share: f64 = report.operations.iter().filter(|row| row.on_names).map(|row| row.share).sum();
        let share = 100.0 * share;
        return format!(
            "{share:.0} % of these operations search, read, or change directories, and only those can gain. Look for \
             large directories in the file systems with most of these operations; {select}."
        );
    }
    "No directory in this list is above the thresholds, so none gains much.".to_owned()
}
