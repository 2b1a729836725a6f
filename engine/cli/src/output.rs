//! Input and output of the command.

use super::Failure;
use pathlength_lab::submission::canonical;
use serde_json::Value;
use std::io::{self, BufWriter, StdoutLock, Write};

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

/// Returns a row of a CSV file from cells that `pathlength_model::csv` and [`number`] have written.
pub(crate) fn csv_row(cells: impl IntoIterator<Item = String>) -> String {
    cells.into_iter().collect::<Vec<_>>().join(",") + "\n"
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
