//! Commands of the shell that a migration needs: mounting, directories and their sizes.

use super::words::{Options, Syntax, flag, one};
use super::{Answer, Console, Refused, data_set, refuse};
use crate::aggregate::mount::{Access, MountOption};
use crate::aggregate::{Refusal, Version};
use crate::directory::{Format, Object};

const MOUNT: &[Syntax] = &[
    Syntax { name: "mountpoint", takes: "path", most: 1 },
    one("t", "zfs"),
    one("f", "name"),
    one("o", "option"),
    flag("r"),
];

impl Console {
    pub(super) fn mount(&mut self, words: &[String], answer: &mut Answer) -> Result<(), Refused> {
        let form = "It is written mount -t zfs -f NAME -o CONVERTTOV5 /path.";
        let options = Options::read("mount", words, MOUNT)?;
        let (Some(name), Some(at)) = (options.get("f"), options.get("mountpoint")) else {
            return refuse(format!("mount needs a data set and a path. {form}"));
        };
        if !options.get("t").is_some_and(|kind| kind.eq_ignore_ascii_case("zfs")) {
            return refuse(format!("Here is only zFS to be mounted. {form}"));
        }
        if !at.starts_with('/') || at.split('/').any(|name| name == "." || name == "..") {
            return refuse(format!("{at:?} is no path to mount at; it begins with a slash and has no . or .. in it."));
        }
        let at = at.trim_end_matches('/').to_owned();
        let option = match options.get("o").map(str::to_ascii_uppercase).as_deref() {
            None => MountOption::Unspecified,
            Some("CONVERTTOV5") => MountOption::ConvertToV5,
            Some("NOCONVERTTOV5") => MountOption::NoConvertToV5,
            Some("RO") => return refuse("For reading only, give -r."),
            Some(other) => {
                return refuse(format!(
                    "The option {other} is not known here; there are CONVERTTOV5 and NOCONVERTTOV5."
                ));
            }
        };
        if let Some(held) = self.held.iter().find(|held| held.at.as_ref() == Some(&at)) {
            return refuse(format!("{} is mounted there; choose another path.", held.name));
        }
        let access = if options.has("r") { Access::ReadOnly } else { Access::ReadWrite };
        let (parameters, sysplex) = (self.parameters, self.sysplex);
        let fs = self.aggregate(name)?;
        let before = fs.version();
        fs.mount(access, option, &parameters, sysplex)?;
        let (version, converts) = (fs.version(), fs.aggregate_info().converttov5);
        let asked = converts || (option == MountOption::Unspecified && parameters.change_aggrversion_on_mount);
        let name = data_set(name)?;
        self.held(&name)?.at = Some(at.clone());
        answer.done(format!("{name} is mounted at {}.", if at.is_empty() { "/" } else { &at }));
        if before != version {
            answer.remark(format!("Its version was changed from {before} to {version}; no directory was converted."));
        }
        if asked && version == Version::V1_4 {
            answer.remark(if access == Access::ReadOnly {
                "It is mounted for reading only, so neither its version nor a directory changes.".to_owned()
            } else {
                Refused::from(Refusal::OlderMember { release: sysplex.oldest }).0
            });
        } else if converts && access == Access::ReadWrite {
            answer.remark("Its v4 directories are converted as they are accessed.");
        }
        if option == MountOption::NoConvertToV5 && (parameters.converttov5 || parameters.change_aggrversion_on_mount) {
            answer.remark("NOCONVERTTOV5 came before what IOEFSPRM says.");
        }
        Ok(())
    }

    pub(super) fn unmount(&mut self, words: &[String], answer: &mut Answer) -> Result<(), Refused> {
        let [name] = words else { return refuse("unmount needs one path, or the name of one data set.") };
        let path = name.trim_end_matches('/');
        let upper = name.to_ascii_uppercase();
        let at = self.held.iter_mut().find(|held| held.at.as_deref() == Some(path) || held.name == upper);
        let Some(held) = at else { return refuse(format!("Nothing is mounted at {name}.")) };
        held.fs()?.unmount()?;
        held.at = None;
        answer.done(format!("{} is unmounted.", held.name));
        Ok(())
    }

    /// `ls -slk`: the size of a directory and of those in it.
    pub(super) fn list(&mut self, words: &[String], answer: &mut Answer) -> Result<(), Refused> {
        let (flags, paths): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.starts_with('-'));
        if flags.iter().any(|flag| !flag[1..].chars().all(|letter| "slkda".contains(letter))) {
            return refuse("Here ls shows sizes: ls -slk /path.");
        }
        let [path] = paths[..] else { return refuse("ls needs one path: ls -slk /path.") };
        let (held, inside) = self.mounted(path)?;
        let fs = held.fs()?;
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
            answer.remark(format!("{name} has {} names in format {format}.", stat.names));
        }
        if files > 0 {
            answer.remark(format!("Its {files} files are left out here. The first column is in kilobytes."));
        }
        Ok(())
    }

    pub(super) fn make_directory(&mut self, words: &[String], answer: &mut Answer) -> Result<(), Refused> {
        let [path] = words else { return refuse("mkdir needs one path.") };
        let Some((parent, name)) = path.trim_end_matches('/').rsplit_once('/') else {
            return refuse(format!("A path begins with a slash, and {path:?} does not."));
        };
        let (held, inside) = self.mounted(if parent.is_empty() { "/" } else { parent })?;
        let fs = held.fs()?;
        let parent = fs.find(inside)?;
        let made = fs.make_directory(parent, name.as_bytes())?;
        let format = if fs.stat(made)?.format == Format::V4 { "v4" } else { "v5" };
        answer.done(format!("{path} is there, in format {format}."));
        Ok(())
    }
}
