//! Input and output of the command.

use super::Failure;
use pathlength_lab::submission::canonical;
pub(crate) use pathlength_model::csv::row as csv_row;
use serde_json::Value;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Prints `text`; a closed standard output ends the command without an error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_with(|out| out.write_all(text.as_bytes()))
}

/// Prints the output of `write` as [`print`] does, without having all of it in memory.
pub(crate) fn print_with(write: impl FnOnce(&mut BufWriter<StdoutLock<'_>>) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Input(format!("cannot write the answer: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a message on standard error, which can be closed.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Returns a number in the notation of the page: the shortest text that is read back as the same number; empty for NaN.
pub(crate) fn number(value: f64) -> String {
    if value.is_finite() { canonical(&Value::from(value)) } else { String::new() }
}

/// Reads a file, or standard input for `-`, up to `limit` bytes.
pub(crate) fn read(path: &std::path::Path, limit: u64) -> Result<Vec<u8>, Failure> {
    use io::Read;
    let wrong = |error: io::Error| Failure::Input(format!("cannot read {}: {error}", path.display()));
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().take(limit + 1).read_to_end(&mut bytes).map_err(wrong)?;
    } else {
        std::fs::File::open(path).map_err(wrong)?.take(limit + 1).read_to_end(&mut bytes).map_err(wrong)?;
    }
    if bytes.len() as u64 > limit {
        return Err(Failure::Input(format!("{} has more than {} MiB: split it", path.display(), limit / (1 << 20))));
    }
    Ok(bytes)
}

/// A progress line on standard error for work of more than a second; only on a terminal.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    is_terminal: bool,
    begin: Instant,
    /// When the line was written last, in milliseconds from the beginning; 0 for never.
    shown_ms: AtomicU64,
}

impl ProgressLine {
    /// Time from the beginning to the first line, and from each line to the next.
    const DELAY_MS: u64 = 1000;
    const EACH_MS: u64 = 200;

    /// Begins work.
    pub(crate) fn new() -> Self {
        Self { is_terminal: io::stderr().is_terminal(), begin: Instant::now(), shown_ms: AtomicU64::new(0) }
    }

    /// Shows the text of `line`, if it is time for one.
    pub(crate) fn show(&self, line: impl FnOnce() -> String) {
        let now = self.begin.elapsed().as_millis() as u64;
        let due = Self::DELAY_MS.max(self.shown_ms.load(Ordering::Relaxed) + Self::EACH_MS);
        if self.is_terminal && now >= due {
            self.shown_ms.store(now, Ordering::Relaxed);
            let _ = write!(io::stderr(), "\r\x1b[K{} …", line());
        }
    }

    /// Removes the line.
    pub(crate) fn end(&self) {
        if self.shown_ms.load(Ordering::Relaxed) > 0 {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
