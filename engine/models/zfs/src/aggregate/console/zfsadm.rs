//! `zfsadm`: data sets, formatting, conversion, reports, and parameters.

use super::words::{OptionSyntax, Options, counted, flag, usage, with_argument};
use super::{Answer, CommandError, Console, DataSet, MAX_DATA_SETS, normalize_name, refuse};
use crate::aggregate::mount::Access;
use crate::aggregate::{FileInfo, FileSystem, FormatOptions, Growth, Version};
use crate::directory::{Format, Object};

/// Maximum size in blocks of a data set that is defined in the console: 512 MB.
const MAX_DATA_SET_BLOCKS: u32 = 65_536;

/// Number of 8 KB blocks per cylinder.
const BLOCKS_PER_CYLINDER: u64 = 90;

const DEFINE: &[OptionSyntax] = &[
    with_argument("aggregate", "name"),
    with_argument("volumes", "volume"),
    OptionSyntax { name: "cylinders", argument: "primary secondary", max_arguments: 2 },
    OptionSyntax { name: "kilobytes", argument: "primary secondary", max_arguments: 2 },
    OptionSyntax { name: "megabytes", argument: "primary secondary", max_arguments: 2 },
    flag("help"),
];

pub(super) const FORMAT: &[OptionSyntax] = &[
    with_argument("aggregate", "name"),
    flag("version4"),
    flag("version5"),
    flag("overwrite"),
    flag("compat"),
    flag("help"),
];

const CONVERT: &[OptionSyntax] = &[with_argument("path", "name"), with_argument("aggrversion", "name"), flag("help")];

const AGGRINFO: &[OptionSyntax] = &[with_argument("aggregate", "name"), flag("long"), flag("help")];

const FILEINFO: &[OptionSyntax] = &[with_argument("path", "name"), flag("help")];

const CONFIG: &[OptionSyntax] = &[
    with_argument("format_aggrversion", "4 or 5"),
    with_argument("change_aggrversion_on_mount", "on or off"),
    with_argument("converttov5", "on or off"),
    flag("help"),
];

const CONFIGQUERY: &[OptionSyntax] =
    &[flag("format_aggrversion"), flag("change_aggrversion_on_mount"), flag("converttov5"), flag("help")];

impl Console {
    pub(super) fn zfsadm(&mut self, words: &[String], answer: &mut Answer) -> Result<(), CommandError> {
        let known = "define, format, convert, aggrinfo, fileinfo, config, and configquery";
        let Some((word, rest)) = words.split_first() else {
            return refuse(format!("zfsadm needs a command; this console has {known}."));
        };
        let word = word.to_ascii_lowercase();
        let syntax = match &word[..] {
            "define" => DEFINE,
            "format" => FORMAT,
            "convert" => CONVERT,
            "aggrinfo" => AGGRINFO,
            "fileinfo" => FILEINFO,
            "config" => CONFIG,
            "configquery" => CONFIGQUERY,
            "query" => {
                return refuse(
                    "zfsadm query reports the counts of a running system. Paste your system's output into this \
                     lab's planner.",
                );
            }
            _ => return refuse(format!("This console has no zfsadm command {word:?}; it has {known}.")),
        };
        let command = format!("zfsadm {word}");
        let options = Options::read(&command, rest, syntax)?;
        if options.has("help") {
            answer.done(usage(&command, syntax));
            return Ok(());
        }
        match &word[..] {
            "define" => self.define(&options, answer),
            "format" => self.format(&command, &options, answer),
            "convert" => self.convert(&options, answer),
            "aggrinfo" => self.aggrinfo(&options, answer),
            "fileinfo" => self.fileinfo(&options, answer),
            "config" => self.config(&options, answer),
            _ => self.configquery(&options, answer),
        }
    }

    fn define(&mut self, options: &Options, answer: &mut Answer) -> Result<(), CommandError> {
        let name = normalize_name(options.need("zfsadm define", "aggregate", DEFINE)?)?;
        if self.data_sets.iter().any(|data_set| data_set.name == name) {
            return refuse(format!("The data set {name} already exists; choose another name."));
        }
        if self.data_sets.len() >= MAX_DATA_SETS {
            return refuse(format!("This console has at most {MAX_DATA_SETS} data sets. Enter begin to start over."));
        }
        options.need("zfsadm define", "volumes", DEFINE)?;
        let units: Vec<(&[String], u64)> =
            [("cylinders", BLOCKS_PER_CYLINDER * 8), ("kilobytes", 1), ("megabytes", 1024)]
                .into_iter()
                .filter_map(|(unit, kilobytes)| Some((options.all(unit)?, kilobytes)))
                .collect();
        let [(numbers, kilobytes)] = units[..] else {
            return refuse(
                "zfsadm define needs the size of the data set in one unit: -cylinders, -kilobytes, or -megabytes.",
            );
        };
        let blocks = |at: usize| match numbers.get(at).map(|number| number.parse::<u64>()) {
            None => Ok(0),
            Some(Ok(number)) => Ok(u32::try_from(number.saturating_mul(kilobytes) / 8).unwrap_or(u32::MAX)),
            Some(Err(_)) => refuse(format!("{:?} is not a whole number; give one, as in -cyl 5 0.", numbers[at])),
        };
        let size = (blocks(0)?, blocks(1)?);
        if size.0 > MAX_DATA_SET_BLOCKS {
            return refuse(format!(
                "The data set is too large; this console allows at most {} KB.",
                u64::from(MAX_DATA_SET_BLOCKS) * 8
            ));
        }
        if size.0 == 0 {
            return refuse("The size of the data set is 0; give at least one cylinder, as in -cyl 5 0.");
        }
        answer.message(format!("IOEZ00248I VSAM linear dataset {name} successfully created."));
        self.data_sets.push(DataSet { name, size, fs: None, mount_point: None });
        Ok(())
    }

    /// Formats an aggregate, on behalf of `zfsadm` and the utilities.
    pub(super) fn format(&mut self, command: &str, options: &Options, answer: &mut Answer) -> Result<(), CommandError> {
        let version = match (options.has("version4"), options.has("version5")) {
            (true, true) => return refuse("An aggregate has one version; give -version4 or -version5."),
            (true, false) => Version::V1_4,
            (false, true) => Version::V1_5,
            (false, false) => self.parameters.format_aggrversion,
        };
        let name = options.need(command, "aggregate", FORMAT)?;
        let sysplex = self.sysplex;
        let data_set = self.data_set(name)?;
        if data_set.mount_point.is_some() {
            return refuse(format!("{} is mounted; unmount it first.", data_set.name));
        }
        if data_set.fs.is_some() && !options.has("overwrite") {
            return refuse(format!(
                "{} is already formatted. With -overwrite, it is formatted again, and all its contents are lost.",
                data_set.name
            ));
        }
        if version == Version::V1_5 {
            sysplex.check_v5_support()?;
        }
        let (size, by_blocks) = data_set.size;
        let to_blocks = if by_blocks == 0 { size } else { MAX_DATA_SET_BLOCKS };
        let growth = Growth { by_blocks, to_blocks };
        data_set.fs = Some(FileSystem::format(FormatOptions { growth, ..FormatOptions::new(size, version) })?);
        answer
            .message(format!("IOEZ00077I HFS-compatibility aggregate {} has been successfully created", data_set.name));
        if !options.has("version4") && !options.has("version5") {
            answer.remark(format!("No version was given, so format_aggrversion decides: version {version}."));
        }
        Ok(())
    }

    fn convert(&mut self, options: &Options, answer: &mut Answer) -> Result<(), CommandError> {
        match (options.get("path"), options.get("aggrversion")) {
            (Some(path), None) => self.convert_directory(path, answer),
            (None, Some(name)) => {
                self.aggregate(name)?.change_version()?;
                let name = normalize_name(name)?;
                answer.message(format!("IOEZ00810I Successfully changed aggregate {name} to version 1.5."));
                answer.remark("No directory was converted. New ones will have format v5.");
                Ok(())
            }
            _ => refuse(format!("Give either -path or -aggrversion. {}", usage("zfsadm convert", CONVERT))),
        }
    }

    fn convert_directory(&mut self, path: &str, answer: &mut Answer) -> Result<(), CommandError> {
        let (data_set, inside) = self.mounted(path)?;
        let fs = data_set.fs()?;
        let (version, size) = (fs.version(), fs.size_blocks());
        // This search does not access the directory itself, so the conversion attribute of the mount does not take
        // effect here.
        let directory = fs.find(inside)?;
        let converted = fs.convert(directory, Format::V5)?;
        let blocks_of_8_kb = |blocks: u32| format!("{} KB", u64::from(blocks) * 8);
        let (now, grown_to) = (fs.version(), fs.size_blocks());
        answer.message(format!("IOEZ00791I Successfully converted directory {path} to version 5 format."));
        answer.remark(format!(
            "{}: {} before, {} now, and both at once during the conversion.",
            counted(converted.names, "name"),
            blocks_of_8_kb(converted.blocks_before),
            blocks_of_8_kb(converted.blocks_after)
        ));
        if version != now {
            answer.remark(format!("The aggregate had version {version}; it was changed to {now} first."));
        }
        if size != grown_to {
            answer.remark(format!(
                "There was not enough space for both formats: the aggregate grew from {} to {}.",
                blocks_of_8_kb(size),
                blocks_of_8_kb(grown_to)
            ));
        }
        Ok(())
    }

    fn aggrinfo(&mut self, options: &Options, answer: &mut Answer) -> Result<(), CommandError> {
        let name = options.need("zfsadm aggrinfo", "aggregate", AGGRINFO)?;
        let fs = self.aggregate(name)?;
        let Some(mounted) = fs.mounted else {
            return refuse(format!(
                "{} is not mounted; mount it first. zfsadm reports only on mounted aggregates.",
                normalize_name(name)?
            ));
        };
        let info = fs.aggregate_info();
        let mode = if mounted.access == Access::ReadWrite { "R/W" } else { "R/O" };
        answer.report(format!(
            "{} ({mode} COMP): {} K free out of total {}",
            normalize_name(name)?,
            info.free_kilobytes,
            info.total_kilobytes
        ));
        if options.has("long") {
            answer.report(format!("version {}", info.version));
            answer.report(if info.converttov5 { "sysplex-aware, converttov5" } else { "sysplex-aware" });
            answer.report(format!("{} free 8k blocks; {} free 1K fragments", info.free_blocks, info.free_fragments));
            answer.report(format!("{} K log file", info.log_kilobytes));
            answer.remark("zFS also prints an auditfid, which aggregates in this console do not have.");
        }
        Ok(())
    }

    fn fileinfo(&mut self, options: &Options, answer: &mut Answer) -> Result<(), CommandError> {
        let path = options.need("zfsadm fileinfo", "path", FILEINFO)?;
        let (data_set, inside) = self.mounted(path)?;
        let fs = data_set.fs()?;
        let before = fs.v4_directories_on(inside);
        let info = fs.file_info(inside)?;
        let after = fs.v4_directories_on(inside);
        answer.report(format!("path: {path}"));
        for field in fields(&info) {
            answer.report(field);
        }
        answer.remark("zFS prints these fields, and others that this console does not model, in columns.");
        if after < before {
            let directories = if before - after == 1 {
                "One directory".to_owned()
            } else {
                format!("{} directories", before - after)
            };
            answer.remark(format!(
                "{directories} on this path had format v4 until now: with the attribute converttov5, fileinfo converts the \
                 directories that it accesses."
            ));
        }
        Ok(())
    }

    fn config(&mut self, options: &Options, answer: &mut Answer) -> Result<(), CommandError> {
        let mut parameters = self.parameters;
        let mut set = Vec::new();
        if let Some(value) = options.get("format_aggrversion") {
            parameters.format_aggrversion = match value {
                "4" => Version::V1_4,
                "5" => Version::V1_5,
                _ => return refuse(format!("format_aggrversion must be 4 or 5, not {value:?}.")),
            };
            set.push(("format_aggrversion", value.to_owned()));
        }
        for (name, place) in [
            ("change_aggrversion_on_mount", &mut parameters.change_aggrversion_on_mount),
            ("converttov5", &mut parameters.converttov5),
        ] {
            let Some(value) = options.get(name).map(str::to_ascii_lowercase) else { continue };
            *place = match &value[..] {
                "on" => true,
                "off" => false,
                _ => return refuse(format!("{name} must be on or off, not {value:?}.")),
            };
            set.push((name, value));
        }
        if set.is_empty() {
            return refuse(format!("zfsadm config needs an option to set. {}", usage("zfsadm config", CONFIG)));
        }
        self.parameters = parameters;
        for (name, value) in set {
            match name {
                "converttov5" => answer.message(format!("IOEZ00300I Successfully set -converttov5 to {value}")),
                _ => answer.done(format!("{name} is {value} from now on.")),
            }
        }
        answer.remark("This affects later mount and format commands; mounted file systems stay as they are.");
        Ok(())
    }

    fn configquery(&self, options: &Options, answer: &mut Answer) -> Result<(), CommandError> {
        let on_off = |on: bool| if on { "ON" } else { "OFF" };
        let parameters = &self.parameters;
        let mut asked = false;
        if options.has("format_aggrversion") {
            let version = if parameters.format_aggrversion == Version::V1_4 { 4 } else { 5 };
            answer.done(format!("format_aggrversion is {version}."));
            asked = true;
        }
        if options.has("change_aggrversion_on_mount") {
            let value = on_off(parameters.change_aggrversion_on_mount);
            answer.done(format!("change_aggrversion_on_mount is {value}."));
            asked = true;
        }
        if options.has("converttov5") {
            answer.message(format!(
                "IOEZ00317I The value for configuration option -converttov5 is {}.",
                on_off(parameters.converttov5)
            ));
            asked = true;
        }
        if asked { Ok(()) } else { refuse(usage("zfsadm configquery", CONFIGQUERY)) }
    }
}

impl FileSystem {
    /// Returns the number of v4 directories on a path; the search does not count as an access to these directories.
    fn v4_directories_on(&self, path: &str) -> usize {
        let mut at = self.root();
        let mut count = 0;
        for name in path.split('/').filter(|name| !name.is_empty()).map(Some).chain([None]) {
            match self.object(at) {
                Some(Object::Directory(Format::V4)) => count += 1,
                Some(Object::Directory(Format::V5)) => {}
                _ => break,
            }
            let Some(name) = name.and_then(|name| crate::directory::Name::new(name.as_bytes()).ok()) else { break };
            let Ok(next) = self.lookup_unaccessed(at, name) else { break };
            at = next;
        }
        count
    }
}

/// Returns the report fields that the model supports; a field without a known value contains "na".
fn fields(info: &FileInfo) -> Vec<String> {
    let or_na = |value: Option<u64>| value.map_or("na".to_owned(), |value| value.to_string());
    let mut fields = vec![
        format!("fid {},{}", info.fid.index, info.fid.unique),
        format!("length {}", info.length),
        format!("1K blocks {}", info.kilobytes),
    ];
    if let Object::Directory(format) = info.object {
        fields.push("object type DIR".to_owned());
        fields.push(format!("linkcount {}", info.links));
        fields.push(format!("dir version {}", if format == Format::V4 { 4 } else { 5 }));
        fields.push(format!("dir name count {}", or_na(info.names)));
        fields.push(format!("dir data version {}", or_na(info.data_version)));
        if format == Format::V4 {
            fields.push("dir tree status na".to_owned());
        }
    } else {
        fields.push("object type FILE".to_owned());
    }
    fields
}
