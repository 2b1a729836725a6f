//! Options that many commands have: the format of the output, its destination, and the source of labs.

use super::Failure;
use super::fold::{fold, width};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pathlength_lab_files::LabFiles;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Text,
    /// JSON for programs
    Json,
    /// CSV for spreadsheets
    Csv,
    /// A Markdown table for documents and tickets
    Markdown,
}

/// Returns a parser of `--format` for a command with these formats: other formats are refused before the input is read.
pub(crate) fn one_of<const N: usize>(formats: [Format; N]) -> impl TypedValueParser<Value = Format> {
    let values = PossibleValuesParser::new(formats.into_iter().filter_map(|format| format.to_possible_value()));
    values.try_map(|name| Format::from_str(&name, false))
}

/// The file for the output.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct OutputOption {
    /// Output file; `-` for standard output, the default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputOption {
    /// Returns the option for an output file.
    pub(crate) fn in_file(path: &Path) -> Self {
        Self { output: Some(path.to_owned()) }
    }

    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Returns the given format; by default, text on a terminal and `piped` elsewhere.
    pub(crate) fn format(&self, given: Option<Format>, piped: Format) -> Format {
        given.unwrap_or(if self.is_terminal() { Format::Text } else { piped })
    }

    fn is_terminal(&self) -> bool {
        self.file().is_none() && io::stdout().is_terminal()
    }

    /// Breaks lines that are longer than the width of the output.
    pub(crate) fn folded(&self, text: &str) -> String {
        fold(text, width(self.is_terminal()))
    }

    /// Prints text; a closed standard output ends the command without an error.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        self.print_with(|out| out.write_all(text.as_bytes()))
    }

    /// Prints the output of `write` as [`OutputOption::print`] does, without keeping all of it in memory.
    pub(crate) fn print_with(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let Some(path) = self.file() else { return super::output::print_with(|out| write(out)) };
        let written = File::create(path).and_then(|file| {
            let mut out = BufWriter::with_capacity(1 << 16, file);
            write(&mut out)?;
            out.flush()
        });
        written.map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))
    }
}

/// The option of commands that read labs.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LabsOption {
    /// Folder with labs [default: the labs built into the command]
    #[arg(long, value_name = "FOLDER")]
    labs: Option<PathBuf>,
}

impl LabsOption {
    /// Returns the files of the labs that the option names.
    pub(crate) fn files(self) -> LabFiles {
        self.labs.map_or(LabFiles::Embedded, LabFiles::Folder)
    }
}
