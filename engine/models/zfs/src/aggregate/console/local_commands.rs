//! Commands specific to this console: they simulate programs, the rest of the sysplex, and power failures.

use super::words::counted;
use super::{Answer, CommandError, Console, Kind, refuse};
use crate::aggregate::mount::{Release, Sysplex};
use crate::aggregate::{FileSystem, FileSystemError};
use crate::directory::{DirectoryError, Fid, Object};

/// Maximum number of names to which `fill` extends a directory.
const MAX_DIRECTORY_NAMES: u64 = 50_000;

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
            "mount -t zfs -f NAME -o CONVERTTOV5 | NOCONVERTTOV5 PATH, with -r for a read-only mount",
            "unmount PATH",
            "IOEFSUTL format -aggregate NAME -version4 | -version5",
            "IOEFSUTL converttov5 -aggregate NAME -aggrversion_only",
            "IOEFSUTL converttov4 -aggregate NAME",
            "ls -slk PATH and mkdir PATH",
        ] {
            answer.done(line);
        }
        answer.remark(
            "Additional commands of this console: aggregates (lists data sets); fill PATH NUMBER (creates files);",
        );
        answer.remark("empty PATH (removes files); sysplex V1R13 or V2R1 (sets the oldest release);");
        answer.remark("crash (power failure and recovery); check (looks for damage); and begin (starts over).");
    }

    pub(super) fn aggregates(&self, answer: &mut Answer) {
        for data_set in &self.data_sets {
            let what = match &data_set.fs {
                None => "defined, not formatted".to_owned(),
                Some(fs) => format!("version {}, {} KB", fs.version(), u64::from(fs.size_blocks()) * 8),
            };
            let place = data_set.mount_point.as_ref().map_or("not mounted".to_owned(), |at| format!("mounted at {at}"));
            answer.done(format!("{}: {what}, {place}", data_set.name));
        }
    }

    /// Creates files with numbered names.
    pub(super) fn fill(&mut self, words: &[String], answer: &mut Answer) -> Result<(), CommandError> {
        let [path, number] = words else { return refuse("fill needs a path and a number: fill /tmp/MtPt/dir2 1000.") };
        let Ok(number) = number.parse::<u64>() else {
            return refuse(format!("{number:?} is not a whole number; give one, as in fill /tmp/MtPt/dir2 1000."));
        };
        let (data_set, inside) = self.mounted(path)?;
        let fs = data_set.fs()?;
        let directory = fs.find(inside)?;
        let there = fs.list(directory)?.len() as u64;
        if there.saturating_add(number) > MAX_DIRECTORY_NAMES {
            return refuse(format!(
                "A directory in this console can have {MAX_DIRECTORY_NAMES} names, and this one has {there}; create \
                 fewer files."
            ));
        }
        let made = fill(fs, directory, there, number);
        let now = fs.list(directory)?.len() as u64;
        let (files, names) = (counted(now - there, "file"), counted(now, "name"));
        answer.done(format!("Created {files}; {path} has {names}."));
        made
    }

    /// Removes the files of a directory.
    pub(super) fn empty(&mut self, words: &[String], answer: &mut Answer) -> Result<(), CommandError> {
        let [path] = words else { return refuse("empty needs one path: empty /path.") };
        let (data_set, inside) = self.mounted(path)?;
        let fs = data_set.fs()?;
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
            "Removed {}; {path} had {} KB and now has {} KB.",
            counted(removed, "file"),
            u64::from(before) * 8,
            u64::from(now) * 8
        ));
        Ok(())
    }

    /// Sets the oldest release in the sysplex.
    pub(super) fn set_oldest_release(&mut self, words: &[String], answer: &mut Answer) -> Result<(), CommandError> {
        let release = words.first().map(|word| word.to_ascii_uppercase());
        let parts = release.as_deref().and_then(|word| word.strip_prefix('V')?.split_once('R'));
        let number = |text: &str| text.parse::<u8>().ok();
        let Some((Some(version), Some(release))) = parts.map(|(version, release)| (number(version), number(release)))
        else {
            return refuse("sysplex needs its oldest release: sysplex V1R13 or sysplex V2R1.");
        };
        self.sysplex = Sysplex { oldest: Release { version, release } };
        for mounted in self.data_sets.iter_mut().filter_map(|data_set| data_set.fs.as_mut()?.mounted.as_mut()) {
            mounted.sysplex = self.sysplex;
        }
        answer.done(format!("The oldest release in the sysplex is {}.", self.sysplex.oldest));
        Ok(())
    }

    /// Simulates a power failure: changes that are not in the log are lost, and recovery runs.
    pub(super) fn crash(&mut self, answer: &mut Answer) -> Result<(), CommandError> {
        answer.done("Power fails and returns. Mounted file systems are recovered from their logs.");
        for data_set in &mut self.data_sets {
            let Some(fs) = data_set.fs.as_mut().filter(|fs| fs.mounted.is_some()) else { continue };
            let mounted = fs.mounted;
            match FileSystem::open(fs.medium().clone()) {
                Ok(mut opened) => {
                    opened.mounted = mounted;
                    let recovery = opened.recovery();
                    answer.done(format!(
                        "{}: recovery replayed {} and wrote {}.",
                        data_set.name,
                        counted(recovery.transactions.into(), "transaction"),
                        counted(recovery.blocks_written.into(), "block")
                    ));
                    *fs = opened;
                }
                Err(unreadable) => return refuse(format!("{}: {unreadable}.", data_set.name)),
            }
        }
        self.check(answer);
        Ok(())
    }

    /// Runs the consistency check on all aggregates.
    pub(super) fn check(&self, answer: &mut Answer) {
        let mut inconsistencies = 0;
        for data_set in &self.data_sets {
            for inconsistency in data_set.fs.iter().flat_map(FileSystem::check_consistency) {
                answer.add(Kind::Refused, format!("{}: {inconsistency}.", data_set.name));
                inconsistencies += 1;
            }
        }
        if inconsistencies == 0 {
            answer.done("Every name refers to its object, and every block in use has one owner.");
        }
    }
}

/// Creates this number of files whose names do not exist yet; numbering starts at `from`.
pub(super) fn fill(fs: &mut FileSystem, directory: Fid, from: u64, number: u64) -> Result<(), CommandError> {
    let mut at = from;
    let mut left = number;
    while left > 0 {
        match fs.create_file(directory, format!("message-{at:06}.eml").as_bytes(), 0) {
            Ok(_) => left -= 1,
            Err(FileSystemError::Directory(DirectoryError::Exists)) => {}
            Err(error) => return Err(error.into()),
        }
        at += 1;
    }
    Ok(())
}
