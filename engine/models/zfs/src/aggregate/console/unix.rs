//! Shell commands for a migration: mounting and unmounting file systems, and creating and listing directories.

use super::words::{OptionSyntax, Options, counted, flag, with_argument};
use super::{Answer, CommandError, Console, normalize_name, refuse};
use crate::aggregate::mount::{Access, MountOption};
use crate::aggregate::{FileSystemError, Version};
use crate::directory::{Format, Object};

const MOUNT: &[OptionSyntax] = &[
    OptionSyntax { name: "mountpoint", argument: "path", max_arguments: 1 },
    with_argument("t", "zfs"),
    with_argument("f", "name"),
    with_argument("o", "option"),
    flag("r"),
];

impl Console {
    pub(super) fn mount(&mut self, words: &[String], answer: &mut Answer) -> Result<(), CommandError> {
        let form = "Usage: mount -t zfs -f NAME -o CONVERTTOV5 /path.";
        let options = Options::read("mount", words, MOUNT)?;
        let (Some(name), Some(at)) = (options.get("f"), options.get("mountpoint")) else {
            return refuse(format!("mount needs a data set and a path. {form}"));
        };
        if !options.get("t").is_some_and(|kind| kind.eq_ignore_ascii_case("zfs")) {
            return refuse(format!("Only zFS can be mounted here. {form}"));
        }
        if !at.starts_with('/') || at.split('/').any(|name| name == "." || name == "..") {
            return refuse(format!(
                "{at:?} is not a valid mount point: give a path that begins with a slash and has no . or .. component."
            ));
        }
        let at = at.trim_end_matches('/').to_owned();
        let option = match options.get("o").map(str::to_ascii_uppercase).as_deref() {
            None => MountOption::Unspecified,
            Some("CONVERTTOV5") => MountOption::ConvertToV5,
            Some("NOCONVERTTOV5") => MountOption::NoConvertToV5,
            Some("RO") => return refuse("For a read-only mount, give -r."),
            Some(other) => {
                return refuse(format!("Unknown option {other}. Give CONVERTTOV5 or NOCONVERTTOV5."));
            }
        };
        if let Some(data_set) = self.data_sets.iter().find(|data_set| data_set.mount_point.as_ref() == Some(&at)) {
            return refuse(format!("{} is mounted there; choose another path.", data_set.name));
        }
        let access = if options.has("r") { Access::ReadOnly } else { Access::ReadWrite };
        let (parameters, sysplex) = (self.parameters, self.sysplex);
        let fs = self.aggregate(name)?;
        let before = fs.version();
        fs.mount(access, option, &parameters, sysplex)?;
        let (version, converts) = (fs.version(), fs.aggregate_info().converttov5);
        let wants_v5 = converts || (option == MountOption::Unspecified && parameters.change_aggrversion_on_mount);
        let name = normalize_name(name)?;
        self.data_set(&name)?.mount_point = Some(at.clone());
        answer.done(format!("{name} is mounted at {}.", if at.is_empty() { "/" } else { &at }));
        if before != version {
            answer.remark(format!(
                "The file system's version was changed from {before} to {version}; no directory was converted."
            ));
        }
        if wants_v5 && version == Version::V1_4 {
            answer.remark(if access == Access::ReadOnly {
                "The mount is read-only, so neither the file system's version nor a directory changes.".to_owned()
            } else {
                CommandError::from(FileSystemError::OlderMember { release: sysplex.oldest }).0
            });
        } else if converts && access == Access::ReadWrite {
            answer.remark("The file system's v4 directories are converted as they are accessed.");
        }
        if option == MountOption::NoConvertToV5 && (parameters.converttov5 || parameters.change_aggrversion_on_mount) {
            answer.remark("NOCONVERTTOV5 takes precedence over IOEFSPRM.");
        }
        Ok(())
    }

    pub(super) fn unmount(&mut self, words: &[String], answer: &mut Answer) -> Result<(), CommandError> {
        let [name] = words else { return refuse("unmount needs one path, or the name of one data set.") };
        let path = name.trim_end_matches('/');
        let upper = name.to_ascii_uppercase();
        let at = self
            .data_sets
            .iter_mut()
            .find(|data_set| data_set.mount_point.as_deref() == Some(path) || data_set.name == upper);
        let Some(data_set) = at else {
            return refuse(format!("Nothing is mounted at {name}. Enter aggregates for a list of data sets."));
        };
        data_set.fs()?.unmount()?;
        data_set.mount_point = None;
        answer.done(format!("{} is unmounted.", data_set.name));
        Ok(())
    }

    /// Lists a directory and its subdirectories with their sizes, as `ls -slk` does.
    pub(super) fn list(&mut self, words: &[String], answer: &mut Answer) -> Result<(), CommandError> {
        let (flags, paths): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.starts_with('-'));
        if let Some(flag) = flags.iter().find(|flag| !flag[1..].chars().all(|letter| "slkda".contains(letter))) {
            return refuse(format!("ls supports only -slkda here, not {flag}: enter ls -slk /path."));
        }
        let [path] = paths[..] else { return refuse("ls needs one path: ls -slk /path.") };
        let (data_set, inside) = self.mounted(path)?;
        let fs = data_set.fs()?;
        let directory = fs.find(inside)?;
        let names = fs.list(directory)?;
        let mut lines = vec![(directory, ".".to_owned())];
        let mut files = 0;
        for (name, fid) in names {
            match fs.object(fid) {
                Some(Object::Directory(_)) => lines.push((fid, String::from_utf8_lossy(&name).into_owned())),
                _ => files += 1,
            }
        }
        for (fid, name) in lines {
            let stat = fs.stat(fid)?;
            let format = if stat.format == Format::V4 { "v4" } else { "v5" };
            answer.report(format!("{:>7} drwxr-xr-x {:>5} {name}", u64::from(stat.pages) * 8, stat.links));
            answer.remark(format!("{name} has {} in format {format}.", counted(stat.names, "name")));
        }
        if files > 0 {
            answer
                .remark(format!("Not listed: {} in {path}. The first column is in kilobytes.", counted(files, "file")));
        }
        Ok(())
    }

    pub(super) fn make_directory(&mut self, words: &[String], answer: &mut Answer) -> Result<(), CommandError> {
        let [path] = words else { return refuse("mkdir needs one path: mkdir /path.") };
        let Some((parent, name)) = path.trim_end_matches('/').rsplit_once('/') else {
            return refuse(format!("A path begins with a slash, but {path:?} does not."));
        };
        let (data_set, inside) = self.mounted(if parent.is_empty() { "/" } else { parent })?;
        let fs = data_set.fs()?;
        let parent = fs.find(inside)?;
        let made = fs.make_directory(parent, name.as_bytes())?;
        let format = if fs.stat(made)?.format == Format::V4 { "v4" } else { "v5" };
        answer.done(format!("{path} was created in format {format}."));
        Ok(())
    }
}
