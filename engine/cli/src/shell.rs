//! `pathlength completions` and `pathlength man`: completion scripts and man pages, generated from the arguments.

use super::{Arguments, Failure};
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;
use std::path::Path;

/// The name of the program in scripts and pages.
const PROGRAM: &str = "pathlength";

/// Runs `pathlength completions`.
pub(crate) fn complete(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), PROGRAM, &mut script);
    super::output::print_with(|out| out.write_all(&script))
}

/// Runs `pathlength man`: writes a page for the command and one for each subcommand.
pub(crate) fn write_man_pages(folder: &Path) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| Failure::Input(format!("cannot write {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(wrong)?;
    // The commit in the version would change every page with every commit.
    let command = Arguments::command().version(env!("CARGO_PKG_VERSION"));
    clap_mangen::generate_to(command, folder).map_err(wrong)
}
