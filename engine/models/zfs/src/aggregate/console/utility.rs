//! `IOEFSUTL` and `IOEAGFMT`: jobs on a file system that is not mounted.

use super::words::{OptionSyntax, Options, counted, flag, usage, with_argument};
use super::zfsadm::FORMAT;
use super::{Answer, CommandError, Console, Kind, refuse};
use crate::aggregate::OfflineReport;

const TO_V5: &[OptionSyntax] = &[with_argument("aggregate", "name"), flag("aggrversion_only"), flag("help")];

const TO_V4: &[OptionSyntax] = &[with_argument("aggregate", "name"), flag("verbose"), flag("help")];

/// Maximum number of directories that are reported individually.
const MAX_LISTED_DIRECTORIES: usize = 12;

impl Console {
    /// Runs one of the programs; `program` is its name in lower case.
    pub(super) fn utility(&mut self, program: &str, words: &[String], answer: &mut Answer) -> Result<(), CommandError> {
        if program == "ioeagfmt" {
            let options = Options::read("IOEAGFMT", words, FORMAT)?;
            return self.format("IOEAGFMT", &options, answer);
        }
        // The parameters are given either as in JCL or as separate words.
        let joined;
        let words = match words {
            [word] if word.contains(' ') || word.starts_with("PARM=(") => {
                let word = word.trim_start_matches("PARM=(").trim_end_matches(')');
                joined = word.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
                &joined[..]
            }
            words => words,
        };
        let known = "format, converttov5, and converttov4";
        let Some((word, rest)) = words.split_first() else {
            return refuse(format!("IOEFSUTL needs a command; this console has {known}."));
        };
        let word = word.to_ascii_lowercase();
        let syntax = match &word[..] {
            "format" => FORMAT,
            "converttov5" => TO_V5,
            "converttov4" => TO_V4,
            _ => return refuse(format!("This console has no IOEFSUTL command {word:?}; it has {known}.")),
        };
        let command = format!("IOEFSUTL {word}");
        let options = Options::read(&command, rest, syntax)?;
        if options.has("help") {
            answer.done(usage(&command, syntax));
            return Ok(());
        }
        if word == "format" {
            return self.format(&command, &options, answer);
        }
        let name = options.need(&command, "aggregate", syntax)?;
        let sysplex = self.sysplex;
        let fs = self.aggregate(name)?;
        let (to, report) = if word == "converttov5" {
            ("v5", fs.convert_to_v5_offline(sysplex, options.has("aggrversion_only"))?)
        } else {
            ("v4", fs.convert_to_v4_offline()?)
        };
        let version = fs.version();
        report_conversions(&report, to, answer);
        answer.done(format!("The aggregate has version {version}."));
        Ok(())
    }
}

fn report_conversions(report: &OfflineReport, to: &str, answer: &mut Answer) {
    for (path, converted) in report.converted.iter().take(MAX_LISTED_DIRECTORIES) {
        answer.done(format!(
            "{path}: {} in format {to}, {} KB instead of {} KB.",
            counted(converted.names, "name"),
            u64::from(converted.blocks_after) * 8,
            u64::from(converted.blocks_before) * 8
        ));
    }
    match report.converted.len() {
        0 => answer.done("No directory was converted."),
        count if count > MAX_LISTED_DIRECTORIES => {
            let more = match count - MAX_LISTED_DIRECTORIES {
                1 => "1 more directory was converted.".to_owned(),
                more => format!("{more} more directories were converted."),
            };
            answer.done(more);
        }
        _ => {}
    }
    for left in report.skipped.iter().take(MAX_LISTED_DIRECTORIES) {
        let CommandError(why) = left.error.clone().into();
        answer.add(Kind::Refused, format!("{} was not converted. {why}", left.path));
    }
}
