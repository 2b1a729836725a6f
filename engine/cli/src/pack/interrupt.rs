//! A signal that ends the command leaves no incomplete file behind.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{NamedTempFile, TempPath};

/// The path of the file that is being written; dropping it removes the file.
static PENDING: Mutex<Option<TempPath>> = Mutex::new(None);

fn pending() -> MutexGuard<'static, Option<TempPath>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is removed unless it is published, even if a signal ends the command.
#[derive(Debug)]
pub(super) struct PendingFile(File);

impl PendingFile {
    /// Creates a file. Only its owner can read a `private` file; otherwise, the umask determines the readers.
    pub(super) fn create(folder: &Path, private: bool) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".pathlength-");
        #[cfg(unix)]
        if !private {
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        }
        // Without this lock, a signal between the creation of the file and the storage of its path would leave the file
        // behind.
        let mut slot = pending();
        let (file, path) = NamedTempFile::into_parts(builder.tempfile_in(folder)?);
        *slot = Some(path);
        Ok(Self(file))
    }

    /// Returns the open file.
    pub(super) fn file(&self) -> &File {
        &self.0
    }

    /// Gives the file its final name; with `sync`, once its bytes are on disk.
    pub(super) fn publish(self, output: &Path, replaces: bool, sync: bool) -> io::Result<()> {
        if sync {
            self.0.sync_all()?;
        }
        let mut slot = pending();
        let Some(path) = slot.take() else { return Ok(()) };
        let published = if replaces { path.persist(output) } else { path.persist_noclobber(output) };
        Ok(published?)
    }
}

impl Drop for PendingFile {
    fn drop(&mut self) {
        drop(pending().take());
    }
}

/// Ends the command on Ctrl-C, TERM, and HUP with status 128 + signal number, after removing the file that is being
/// written. An ignored signal, such as HUP with `nohup`, stays ignored.
#[cfg(unix)]
pub(super) fn watch() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored_signals();
    let signals = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = signal_hook::iterator::Signals::new(signals)?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // Held until the end, so that no other file is created.
            let mut slot = pending();
            drop(slot.take());
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Does nothing, because only Unix has these signals.
#[cfg(not(unix))]
pub(super) fn watch() -> io::Result<()> {
    Ok(())
}

/// Returns the signals that were ignored when the command started, one bit each; 0 if the system does not list them.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
