//! `df` of z/OS: `/mount/point (NAME) available/all free[/all] status`.

use super::{InputError, parse_number};

/// The unit in which `df` prints space. Its output does not contain it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpaceUnit {
    /// 512 bytes, as `df` and `df -t` print.
    #[default]
    HalfKilobyte,
    /// 1 KB, with `-k`.
    Kilobyte,
}

impl SpaceUnit {
    /// Returns the unit with that many bytes.
    pub const fn of_bytes(bytes: u32) -> Option<Self> {
        match bytes {
            512 => Some(Self::HalfKilobyte),
            1024 => Some(Self::Kilobyte),
            _ => None,
        }
    }

    /// Returns the bytes of the unit.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::HalfKilobyte => 512,
            Self::Kilobyte => 1024,
        }
    }
}

/// A line of `df -t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSystemLine {
    /// Mount point.
    pub mounted_on: String,
    /// Its name.
    pub name: String,
    /// Free and total units of space.
    pub available: (u64, u64),
    /// Number of files and directories, if both numbers are printed.
    pub objects: Option<u64>,
}

/// The output of `df`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSystems {
    /// The file systems, in order.
    pub lines: Vec<FileSystemLine>,
    /// The unit of their space.
    pub unit: SpaceUnit,
    /// Whether the reader declared the unit.
    pub declared: bool,
    /// The first line with an odd number of units.
    first_odd_line: Option<usize>,
}

impl FileSystems {
    /// Parses one more line.
    pub(super) fn push_line(&mut self, at: usize, text: &str) -> Result<(), InputError> {
        let line = parse_file_system(at, text)?;
        let (available, all) = line.available;
        if available % 2 + all % 2 > 0 {
            self.first_odd_line.get_or_insert(at);
        }
        self.lines.push(line);
        Ok(())
    }

    /// Determines the unit: the declared one, or that of `df -t` if the numbers are possible in it.
    pub(super) fn finish(self, declared: Option<SpaceUnit>) -> Result<Self, InputError> {
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
        // A file system consists of fragments of 1 KB, which are two units of 512 bytes.
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
}

fn parse_file_system(line: usize, text: &str) -> Result<FileSystemLine, InputError> {
    let wrong = || InputError {
        line,
        what:
            "this is not a line of df -t: paste the output of df -t, with mount point, (file system), available/total, \
               free/all files"
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
