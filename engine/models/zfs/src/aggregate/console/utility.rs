//! `IOEFSUTL` and `IOEAGFMT`: what jobs do with a file system that nobody uses.

use super::words::{Options, Syntax, flag, one, usage};
use super::zfsadm::FORMAT;
use super::{Answer, Console, Kind, Refused, refuse};
use crate::aggregate::OfflineReport;

const TO_V5: &[Syntax] = &[one("aggregate", "name"), flag("aggrversion_only"), flag("help")];

const TO_V4: &[Syntax] = &[one("aggregate", "name"), flag("verbose"), flag("help")];

/// So many directories are told one by one.
const MOST_TOLD: usize = 12;

impl Console {
    /// One of the programs, by its name in small letters.
    pub(super) fn utility(&mut self, program: &str, words: &[String], answer: &mut Answer) -> Result<(), Refused> {
        if program == "ioeagfmt" {
            let options = Options::read("IOEAGFMT", words, FORMAT)?;
            return self.format("IOEAGFMT", &options, answer);
        }
        // As in JCL, or as in a command.
        let joined;
        let words = match words {
            [word] if word.contains(' ') || word.starts_with("PARM=(") => {
                let word = word.trim_start_matches("PARM=(").trim_end_matches(')');
                joined = word.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
                &joined[..]
            }
            words => words,
        };
        let known = "format, converttov5 and converttov4";
        let Some((word, rest)) = words.split_first() else {
            return refuse(format!("IOEFSUTL needs a command; here it has {known}."));
        };
        let word = word.to_ascii_lowercase();
        let syntax = match &word[..] {
            "format" => FORMAT,
            "converttov5" => TO_V5,
            "converttov4" => TO_V4,
            _ => return refuse(format!("IOEFSUTL has no command {word:?} here; it has {known}.")),
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
        tell(&report, to, answer);
        answer.done(format!("The aggregate has version {version}."));
        Ok(())
    }
}

fn tell(report: &OfflineReport, to: &str, answer: &mut Answer) {
    for (path, converted) in report.converted.iter().take(MOST_TOLD) {
        answer.done(format!(
            "{path}: {} names are in format {to}, in {} KB instead of {} KB.",
            converted.names,
            u64::from(converted.blocks_after) * 8,
            u64::from(converted.blocks_before) * 8
        ));
    }
    match report.converted.len() {
        0 => answer.done("No directory was converted."),
        count if count > MOST_TOLD => answer.done(format!("So were {} more directories.", count - MOST_TOLD)),
        _ => {}
    }
    for left in report.unconverted.iter().take(MOST_TOLD) {
        let Refused(why) = left.refusal.clone().into();
        answer.add(Kind::Refused, format!("{} was not converted. {why}", left.path));
    }
}
