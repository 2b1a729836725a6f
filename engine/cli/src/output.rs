//! Input and output of the command.

use super::Failure;
pub(crate) use pathlength_lab_files::{number, read};
pub(crate) use pathlength_model::csv::row as csv_row;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Prints `text`; a closed standard output ends the command without an error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_with(|out| out.write_all(text.as_bytes()))
}

/// Prints the output of `write` like [`print`], without keeping all of it in memory.
pub(crate) fn print_with(write: impl FnOnce(&mut BufWriter<StdoutLock<'_>>) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Input(format!("cannot write the output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a message to standard error, which may be closed.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// A progress line on standard error for work that takes more than a second, on terminals only.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    is_terminal: bool,
    begin: Instant,
    /// When the line was last written, in milliseconds since the start; 0 means never.
    shown_ms: AtomicU64,
}

impl ProgressLine {
    /// Time from the start to the first line, and between lines.
    const DELAY_MS: u64 = 1000;
    const EACH_MS: u64 = 200;

    /// Begins work.
    pub(crate) fn new() -> Self {
        Self { is_terminal: io::stderr().is_terminal(), begin: Instant::now(), shown_ms: AtomicU64::new(0) }
    }

    /// Shows the text of `line` if the next line is due.
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
