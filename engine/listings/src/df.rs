//! File system space, from the output of three commands. On z/OS, `df` prints
//! `/mount/point (NAME) available/all free[/all] status`. The POSIX and GNU `df` commands print a header with column
//! names. The third command is `zfsadm aggrinfo -long`.

use super::group_digits;
use super::time::word;
use super::{InputError, parse_number};

/// Kilobytes per block of an aggregate.
const BLOCK_KB: u64 = 8;

/// The unit in which `df` prints space. On z/OS, the output does not contain the unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpaceUnit {
    /// 512 bytes, as `df` and `df -t` print.
    #[default]
    HalfKilobyte,
    /// 1 KB, as `df -k` prints.
    Kilobyte,
}

impl SpaceUnit {
    /// Returns the unit with this number of bytes; `None` unless the number is 512 or 1,024.
    pub const fn of_bytes(bytes: u32) -> Option<Self> {
        match bytes {
            512 => Some(Self::HalfKilobyte),
            1024 => Some(Self::Kilobyte),
            _ => None,
        }
    }

    /// Returns the number of bytes in the unit.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::HalfKilobyte => 512,
            Self::Kilobyte => 1024,
        }
    }
}

/// A file system in the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSystemLine {
    /// Mount point; the file system's name if the mount point is unknown.
    pub mounted_on: String,
    /// Name of the file system.
    pub name: String,
    /// Free and total units of space.
    pub available: (u64, u64),
    /// Number of files and directories, if the line contains it.
    pub objects: Option<u64>,
}

/// A column in POSIX or GNU `df` output, between the name and the mount point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Size,
    Available,
    UsedInodes,
    Other,
}

/// The command that printed the file systems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Style {
    /// `df` on z/OS.
    #[default]
    Zos,
    /// POSIX and GNU `df`.
    Columns(Vec<Column>),
    /// `zfsadm aggrinfo -long`.
    Aggregates,
}

/// The output of `df` or `zfsadm aggrinfo`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSystems {
    /// The file systems, in order.
    pub lines: Vec<FileSystemLine>,
    /// The unit of the file systems' space.
    pub unit: SpaceUnit,
    /// Whether the unit was declared.
    pub declared: bool,
    style: Style,
    /// The first line with an odd number of units.
    first_odd_line: Option<usize>,
    /// Number of aggregates of version 1.5, which can have v5 directories.
    version_5: usize,
}

impl FileSystems {
    /// Returns a reader for the lines below a POSIX or GNU header, `Filesystem 1024-blocks … Mounted on`; `None` if a
    /// space column is missing or rounded.
    pub(super) fn with_header(header: &str) -> Option<Self> {
        let lower = header.to_ascii_lowercase();
        let columns = lower.trim().strip_prefix("filesystem")?.strip_suffix("mounted on")?;
        let mut unit = None;
        let columns: Vec<_> = columns
            .split_whitespace()
            .map(|title| match title {
                "1k-blocks" | "1024-blocks" => {
                    unit = Some(SpaceUnit::Kilobyte);
                    Column::Size
                }
                "512-blocks" | "512b-blocks" => {
                    unit = Some(SpaceUnit::HalfKilobyte);
                    Column::Size
                }
                "avail" | "available" => Column::Available,
                "iused" => Column::UsedInodes,
                _ => Column::Other,
            })
            .collect();
        columns.contains(&Column::Available).then_some(())?;
        Some(Self { unit: unit?, style: Style::Columns(columns), ..Self::default() })
    }

    /// Returns a reader for the output of `zfsadm aggrinfo -long`.
    pub(super) fn of_aggregates() -> Self {
        Self { unit: SpaceUnit::Kilobyte, style: Style::Aggregates, ..Self::default() }
    }

    /// Returns whether zFS messages can appear between the lines.
    pub(super) fn has_messages(&self) -> bool {
        self.style == Style::Aggregates
    }

    /// Parses one more line.
    pub(super) fn push_line(&mut self, at: usize, text: &str) -> Result<(), InputError> {
        let line = match &self.style {
            Style::Zos => parse_file_system(at, text)?,
            Style::Columns(columns) => parse_columns(at, text, columns)?,
            Style::Aggregates => match parse_aggregate(at, text)? {
                Some(line) => line,
                None => return self.push_detail(at, text),
            },
        };
        let (available, all) = line.available;
        if self.style == Style::Zos && available % 2 + all % 2 > 0 {
            self.first_odd_line.get_or_insert(at);
        }
        self.lines.push(line);
        Ok(())
    }

    /// Parses a line below the first line of an aggregate.
    fn push_detail(&mut self, at: usize, text: &str) -> Result<(), InputError> {
        let text = text.trim();
        self.version_5 += usize::from(text == "version 1.5");
        let blocks = text.split_once(" free 8k blocks; ").and_then(|(blocks, rest)| {
            let fragments = rest.strip_suffix(" free 1K fragments")?;
            Some((blocks.parse::<u64>().ok()?, fragments.parse::<u64>().ok()?))
        });
        let free_kb = self.lines.last().map(|line| line.available.0);
        if let Some(((blocks, fragments), free_kb)) = blocks.zip(free_kb)
            && blocks.checked_mul(BLOCK_KB).and_then(|kb| kb.checked_add(fragments)) != Some(free_kb)
        {
            let what = format!(
                "the free {BLOCK_KB} KB blocks ({blocks}) and 1 KB fragments ({fragments}) do not add up to \
                 the {free_kb} K free in the aggregate: paste the output as it was printed"
            );
            return Err(InputError { line: at, what });
        }
        Ok(())
    }

    /// Determines the unit: the declared one, or that of `df -t` if the numbers are consistent with it.
    pub(super) fn finish(self, declared: Option<SpaceUnit>) -> Result<Self, InputError> {
        if self.style != Style::Zos {
            return Ok(self);
        }
        if let Some(unit) = declared {
            return Ok(Self { unit, declared: true, ..self });
        }
        let declare = "declare the units, 512 bytes for df and 1 KB for df -k, or paste the output of df -t";
        if !self.lines.is_empty() && self.lines.iter().all(|line| line.objects.is_none()) {
            let what = format!(
                "the column Files has no slash, as in df without -t, whose units can be 512 bytes or 1 KB: {declare}"
            );
            return Err(InputError { line: 0, what });
        }
        // A file system consists of fragments of 1 KB, each of which is two units of 512 bytes.
        match self.first_odd_line {
            Some(line) => {
                let what = format!(
                    "an odd number of units is impossible with 512-byte units, because zFS has 1 KB fragments: {declare}"
                );
                Err(InputError { line, what })
            }
            None => Ok(self),
        }
    }

    /// Describes the command and the unit.
    pub(super) fn reading(&self) -> String {
        let unit = group_digits(f64::from(self.unit.bytes()));
        match &self.style {
            Style::Aggregates => format!(
                "Read as zfsadm aggrinfo: space in KB. Aggregates listed with version 1.5: {} of {}. The output \
                 contains no number of files, so the benefit is unknown: df -t prints this number.",
                self.version_5,
                self.lines.len()
            ),
            Style::Columns(columns) => {
                let objects = if columns.contains(&Column::UsedInodes) {
                    "number of files and directories from IUsed"
                } else {
                    "the number of files is missing (df --output=source,size,avail,iused,target prints it)"
                };
                format!("Read as df: space in {unit}-byte units, according to the header; {objects}.")
            }
            Style::Zos if self.declared => format!("Read as df: space in {unit}-byte units, as declared."),
            Style::Zos => format!(
                "Read as df -t without -k: space in {unit}-byte units. If -k was also given, declare 1 KB units."
            ),
        }
    }
}

/// Parses a line of `df` output in the POSIX or GNU format.
fn parse_columns(line: usize, text: &str, columns: &[Column]) -> Result<FileSystemLine, InputError> {
    let wrong = || InputError {
        line,
        what: "this is not a line of df with the columns of its header: paste the output of one command".to_owned(),
    };
    let (name, mut rest) = word(text);
    let (mut available, mut size, mut objects) = (None, None, None);
    for column in columns {
        let (cell, after) = word(rest);
        rest = after;
        match column {
            Column::Size => size = Some(parse_number(line, cell, "size")?),
            Column::Available => available = Some(parse_number(line, cell, "available space")?),
            Column::UsedInodes if cell != "-" => objects = Some(parse_number(line, cell, "number of files")?),
            Column::UsedInodes | Column::Other => {}
        }
    }
    let mounted_on = rest.trim();
    let (Some(available), Some(size), false) = (available, size, mounted_on.is_empty()) else { return Err(wrong()) };
    Ok(FileSystemLine {
        mounted_on: mounted_on.to_owned(),
        name: name.to_owned(),
        available: (available, size),
        objects,
    })
}

/// Returns whether a line is the first line of an aggregate: `NAME (R/W COMP): 12 K free out of total 1440`.
pub(super) fn is_aggregate(text: &str) -> bool {
    text.contains(" K free out of total ")
}

/// Parses the first line of an aggregate; returns `None` for the lines below it.
fn parse_aggregate(line: usize, text: &str) -> Result<Option<FileSystemLine>, InputError> {
    let Some((before, total)) = text.split_once(" K free out of total ") else { return Ok(None) };
    let wrong = || InputError {
        line,
        what: "this is not a line of zfsadm aggrinfo: paste the output as it was printed".to_owned(),
    };
    let (name, free) = before.rsplit_once(':').ok_or_else(wrong)?;
    let name = word(name).0;
    let available = (parse_number(line, free.trim(), "free space")?, parse_number(line, total.trim(), "total space")?);
    Ok(Some(FileSystemLine { mounted_on: name.to_owned(), name: name.to_owned(), available, objects: None }))
}

fn parse_file_system(line: usize, text: &str) -> Result<FileSystemLine, InputError> {
    let wrong = || InputError {
        line,
        what: "this is not a line of df -t: paste the output of df -t, whose columns are mount point, (file system), \
             available/total, and free/all files"
            .to_owned(),
    };
    let (mounted_on, rest) = text.split_once('(').ok_or_else(wrong)?;
    let (name, rest) = rest.split_once(')').ok_or_else(wrong)?;
    let mut words = rest.split_whitespace();
    let (available, all) = words.next().and_then(|word| word.split_once('/')).ok_or_else(wrong)?;
    let objects = match words.next().and_then(|word| word.split_once('/')) {
        Some((free, all)) => {
            let (free, all) =
                (parse_number(line, free, "number of free files")?, parse_number(line, all, "number of files")?);
            Some(all.saturating_sub(free))
        }
        None => None,
    };
    Ok(FileSystemLine {
        mounted_on: mounted_on.trim().to_owned(),
        name: name.trim().to_owned(),
        available: (parse_number(line, available, "available space")?, parse_number(line, all, "total space")?),
        objects,
    })
}
