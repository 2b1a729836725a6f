//! Commands that only this console has: they stand for programs, for the rest of the sysplex and for bad luck.

use super::{Answer, Console, Kind, Refused, refuse};
use crate::aggregate::mount::{Release, Sysplex};
use crate::aggregate::{FileSystem, Refusal};
use crate::directory::{DirectoryError, Fid, Object};

/// The most names that one command makes, and that a directory of this console has.
const MOST_NAMES: u64 = 50_000;

impl Console {
    pub(super) fn help(answer: &mut Answer) {
        for line in [
            "zfsadm define -aggregate NAME -volumes VOLUME -cylinders PRIMARY SECONDARY",
            "zfsadm format -aggregate NAME -version4 | -version5",
            "zfsadm convert -path PATH | -aggrversion NAME",
            "zfsadm aggrinfo -aggregate NAME -long",
            "zfsadm fileinfo -path PATH",
            "zfsadm config -format_aggrversion 4|5 | -change_aggrversion_on_mount on|off | -converttov5 on|off",
            "zfsadm configquery -format_aggrversion | -change_aggrversion_on_mount | -converttov5",
            "mount -t zfs -f NAME -o CONVERTTOV5 | NOCONVERTTOV5 PATH, with -r for reading only",
            "unmount PATH",
            "IOEFSUTL format -aggregate NAME -version4 | -version5",
            "IOEFSUTL converttov5 -aggregate NAME -aggrversion_only",
            "IOEFSUTL converttov4 -aggregate NAME",
            "ls -slk PATH and mkdir PATH",
        ] {
            answer.done(line);
        }
        answer.remark(
            "Only this console has: aggregates, which lists the data sets; fill PATH NUMBER, which makes files;",
        );
        answer.remark("empty PATH, which removes them; sysplex V1R13 or V2R1, the oldest release in it;");
        answer.remark("crash, a loss of power and what recovery does; check, which looks for damage; and begin.");
    }

    pub(super) fn aggregates(&self, answer: &mut Answer) {
        for held in &self.held {
            let what = match &held.fs {
                None => "defined, not formatted".to_owned(),
                Some(fs) => format!("version {}, {} KB", fs.version(), u64::from(fs.size_blocks()) * 8),
            };
            let place = held.at.as_ref().map_or("not mounted".to_owned(), |at| format!("mounted at {at}"));
            answer.done(format!("{}: {what}, {place}", held.name));
        }
    }

    /// Makes files with numbered names.
    pub(super) fn fill(&mut self, words: &[String], answer: &mut Answer) -> Result<(), Refused> {
        let [path, number] = words else { return refuse("fill needs a path and a number: fill /tmp/MtPt/dir2 1000.") };
        let Ok(number) = number.parse::<u64>() else { return refuse(format!("{number:?} is no whole number.")) };
        let (held, inside) = self.mounted(path)?;
        let fs = held.fs()?;
        let directory = fs.find(inside)?;
        let there = fs.list(directory)?.len() as u64;
        if there.saturating_add(number) > MOST_NAMES {
            return refuse(format!("A directory of this console takes {MOST_NAMES} names, and this one has {there}."));
        }
        let made = fill(fs, directory, there, number);
        let now = fs.list(directory)?.len() as u64;
        answer.done(format!("{} files were made; {path} has {now} names.", now - there));
        made
    }

    /// Removes the files of a directory.
    pub(super) fn empty(&mut self, words: &[String], answer: &mut Answer) -> Result<(), Refused> {
        let [path] = words else { return refuse("empty needs one path.") };
        let (held, inside) = self.mounted(path)?;
        let fs = held.fs()?;
        let directory = fs.find(inside)?;
        let before = fs.stat(directory)?.pages;
        let mut removed = 0;
        for (name, fid) in fs.list(directory)? {
            if fs.object(fid) == Some(Object::File) {
                fs.remove_file(directory, &name)?;
                removed += 1;
            }
        }
        let now = fs.stat(directory)?.pages;
        answer.done(format!(
            "{removed} files were removed; {path} had {} KB and has {} KB.",
            u64::from(before) * 8,
            u64::from(now) * 8
        ));
        Ok(())
    }

    /// The oldest release of the sysplex.
    pub(super) fn members(&mut self, words: &[String], answer: &mut Answer) -> Result<(), Refused> {
        let release = words.first().map(|word| word.to_ascii_uppercase());
        let parts = release.as_deref().and_then(|word| word.strip_prefix('V')?.split_once('R'));
        let number = |text: &str| text.parse::<u8>().ok();
        let Some((Some(version), Some(release))) = parts.map(|(version, release)| (number(version), number(release)))
        else {
            return refuse("sysplex needs the oldest release in it: sysplex V1R13 or sysplex V2R1.");
        };
        self.sysplex = Sysplex { oldest: Release { version, release } };
        for mounted in self.held.iter_mut().filter_map(|held| held.fs.as_mut()?.mounted.as_mut()) {
            mounted.sysplex = self.sysplex;
        }
        answer.done(format!("The oldest release in the sysplex is {}.", self.sysplex.oldest));
        Ok(())
    }

    /// A loss of power: what was not in the log is gone, and recovery runs.
    pub(super) fn crash(&mut self, answer: &mut Answer) -> Result<(), Refused> {
        answer.done("The power is lost and comes back. What is mounted is recovered from its log.");
        for held in &mut self.held {
            let Some(fs) = held.fs.as_mut().filter(|fs| fs.mounted.is_some()) else { continue };
            let mounted = fs.mounted;
            match FileSystem::open(fs.medium().clone()) {
                Ok(mut opened) => {
                    opened.mounted = mounted;
                    let recovery = opened.recovery();
                    answer.done(format!(
                        "{}: {} transactions were replayed, {} blocks written.",
                        held.name, recovery.transactions, recovery.blocks_written
                    ));
                    *fs = opened;
                }
                Err(unreadable) => return refuse(format!("{}: {unreadable}.", held.name)),
            }
        }
        self.check(answer);
        Ok(())
    }

    /// Looks for damage.
    pub(super) fn check(&self, answer: &mut Answer) {
        let mut troubles = 0;
        for held in &self.held {
            for trouble in held.fs.iter().flat_map(FileSystem::check) {
                answer.add(Kind::Refused, format!("{}: {trouble}.", held.name));
                troubles += 1;
            }
        }
        if troubles == 0 {
            answer.done("Every name leads to its object, and every block belongs to one owner.");
        }
    }
}

/// Makes files with names that are not there yet.
pub(super) fn fill(fs: &mut FileSystem, directory: Fid, from: u64, number: u64) -> Result<(), Refused> {
    let mut at = from;
    let mut left = number;
    while left > 0 {
        match fs.create_file(directory, format!("message-{at:06}.eml").as_bytes(), 0) {
            Ok(_) => left -= 1,
            Err(Refusal::Directory(DirectoryError::Exists)) => {}
            Err(refusal) => return Err(refusal.into()),
        }
        at += 1;
    }
    Ok(())
}
