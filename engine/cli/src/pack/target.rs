//! The output of a conversion.

use super::interrupt::PendingFile;
use super::sparse::SparseFile;
use std::fs::{self, File, FileTimes, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The output. A file gets its final name when it is complete, and replaces another only if allowed.
#[derive(Debug)]
pub(super) enum Target {
    Standard,
    /// A device or a pipe.
    Device(File),
    File(Box<FileTarget>),
}

/// A file without its final name.
#[derive(Debug)]
pub(super) struct FileTarget {
    pending: PendingFile,
    writer: SparseFile,
    input: Option<Metadata>,
    replaces: bool,
}

impl Target {
    /// Opens the output of an input with this metadata.
    pub(super) fn create(output: &Path, input: Option<&Metadata>, force: bool, is_sparse: bool) -> io::Result<Self> {
        if output.as_os_str() == "-" {
            return Ok(Self::Standard);
        }
        match fs::metadata(output) {
            Ok(existing) if existing.is_dir() => {
                return Err(io::Error::other("it is a folder: name a file with --output"));
            }
            // A rename would replace the device with a file.
            Ok(existing) if !existing.is_file() => {
                return OpenOptions::new().write(true).open(output).map(Self::Device);
            }
            Ok(_) if !force => {
                let what = "it already exists: replace it with --force, or name another file with --output";
                return Err(io::Error::other(what));
            }
            _ => {}
        }
        let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let pending = PendingFile::create(folder, input.is_some())?;
        let writer = SparseFile::new(pending.file().try_clone()?, is_sparse);
        Ok(Self::File(Box::new(FileTarget { pending, writer, input: input.cloned(), replaces: force })))
    }

    /// Appends bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Standard => io::stdout().lock().write_all(bytes),
            Self::Device(file) => file.write_all(bytes),
            Self::File(target) => target.writer.write(bytes),
        }
    }

    /// Ends the output. A file gets its final name and the input's mode, owner, and times; with `sync`, it is then
    /// durable.
    pub(super) fn publish(self, output: &Path, sync: bool) -> io::Result<()> {
        match self {
            Self::Standard => io::stdout().lock().flush(),
            Self::Device(mut file) => file.flush(),
            Self::File(target) => {
                let FileTarget { pending, mut writer, input, replaces } = *target;
                writer.finish()?;
                if let Some(input) = input {
                    copy_metadata(&input, pending.file())?;
                }
                pending.publish(output, replaces, sync)
            }
        }
    }
}

/// Gives a file the mode and the times of the input, and its owner if permitted.
fn copy_metadata(input: &Metadata, file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        let mut mode = input.mode() & 0o777;
        // Only the superuser can change owners. If the file cannot get the input's group, its own group gets no access.
        if fchown(file, Some(input.uid()), Some(input.gid())).is_err() && fchown(file, None, Some(input.gid())).is_err()
        {
            mode &= !0o070;
        }
        file.set_permissions(fs::Permissions::from_mode(mode))?;
    }
    let times = FileTimes::new().set_modified(input.modified()?);
    file.set_times(input.accessed().map_or(times, |accessed| times.set_accessed(accessed)))
}
