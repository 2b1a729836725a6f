//! Where the files of labs come from: a folder, or the labs inside the command.

use super::Failure;
use super::output::read;
use pathlength_lab::submission::sha256;
use rust_embed::Embed;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum size of a file of a lab.
const MAX_BYTES: u64 = 16 << 20;

/// The files of the labs inside the command. A debug build reads them from the checkout instead, so that changes to a
/// lab need no compiler.
#[derive(Embed)]
#[folder = "../../labs"]
#[include = "*/lab.md"]
#[include = "*/model.toml"]
#[include = "*/parameters.toml"]
#[include = "*/fit.json"]
#[include = "*/data/*"]
struct EmbeddedLabs;

/// The folder that messages name for a file inside the command.
const EMBEDDED: &str = "labs";

/// The files of labs.
#[derive(Clone, Debug)]
pub(crate) enum LabFiles {
    /// The labs inside the command.
    Embedded,
    /// The labs of a folder, one folder each.
    Folder(PathBuf),
}

impl LabFiles {
    /// Returns the path of a lab, followed by the name of a file in the other functions and in messages.
    pub(crate) fn lab(&self, id: &str) -> PathBuf {
        match self {
            Self::Embedded => Path::new(EMBEDDED).join(id),
            Self::Folder(folder) => folder.join(id),
        }
    }

    /// Returns the ids of the labs, in order.
    ///
    /// # Errors
    ///
    /// The folder cannot be read or has no lab.
    pub(crate) fn ids(&self) -> Result<Vec<String>, Failure> {
        let mut ids = Vec::new();
        match self {
            Self::Embedded => {
                ids.extend(EmbeddedLabs::iter().filter_map(|path| path.strip_suffix("/lab.md").map(str::to_owned)));
            }
            Self::Folder(folder) => {
                let wrong = |error| Failure::Input(format!("cannot read {}: {error}", folder.display()));
                for entry in fs::read_dir(folder).map_err(wrong)? {
                    let entry = entry.map_err(wrong)?;
                    if entry.path().join("lab.md").is_file() {
                        ids.push(entry.file_name().to_string_lossy().into_owned());
                    }
                }
                if ids.is_empty() {
                    let message = "has no lab: name a folder whose folders have a file lab.md";
                    return Err(Failure::Input(format!("{} {message}", folder.display())));
                }
            }
        }
        ids.sort();
        Ok(ids)
    }

    /// Reads a file; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is larger than 16 MiB.
    pub(crate) fn find(&self, path: &Path) -> Result<Option<Vec<u8>>, Failure> {
        match self {
            Self::Embedded => {
                let name = path.strip_prefix(EMBEDDED).unwrap_or(path);
                let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
                Ok(EmbeddedLabs::get(&parts.join("/")).map(|file| file.data.into_owned()))
            }
            Self::Folder(_) if path.is_file() => read(path, MAX_BYTES).map(Some),
            Self::Folder(_) => Ok(None),
        }
    }

    /// Returns the first 12 digits of the hash of a lab: SHA-256 over the names and bytes of the files that the command reads.
    /// Two labs with the same hash give the same results.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or is larger than 16 MiB.
    pub(crate) fn hash(&self, id: &str) -> Result<String, Failure> {
        let mut names = ["fit.json", "lab.md", "model.toml", "parameters.toml"].map(str::to_owned).to_vec();
        match self {
            Self::Embedded => {
                let prefix = format!("{id}/");
                let names_here = EmbeddedLabs::iter().filter_map(|path| path.strip_prefix(&prefix).map(str::to_owned));
                names.extend(names_here.filter(|name| name.starts_with("data/")));
            }
            Self::Folder(_) => {
                let folder = self.lab(id).join("data");
                let wrong = |error| Failure::Input(format!("cannot read {}: {error}", folder.display()));
                for entry in fs::read_dir(&folder).map_err(wrong)? {
                    names.push(format!("data/{}", entry.map_err(wrong)?.file_name().to_string_lossy()));
                }
            }
        }
        names.sort();
        let mut hashes = String::new();
        for name in names {
            if let Some(bytes) = self.find(&self.lab(id).join(&name))? {
                writeln!(hashes, "{name} {}", sha256(bytes))?;
            }
        }
        Ok(sha256(hashes).to_string().trim_start_matches("sha256-")[..12].to_owned())
    }

    /// Reads a file as text.
    ///
    /// # Errors
    ///
    /// The file is missing, cannot be read, is larger than 16 MiB or is not UTF-8.
    pub(crate) fn text(&self, path: &Path) -> Result<String, Failure> {
        let missing = || Failure::Input(format!("cannot read {}: there is no such file", path.display()));
        String::from_utf8(self.find(path)?.ok_or_else(missing)?)
            .map_err(|error| Failure::Input(format!("{} is not UTF-8: {error}", path.display())))
    }
}

/// The option of commands that read labs.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LabsOption {
    /// Folder with labs [default: the labs inside the command]
    #[arg(long, value_name = "FOLDER")]
    labs: Option<PathBuf>,
}

impl LabsOption {
    /// Returns the files of the labs that the option names.
    pub(crate) fn files(self) -> LabFiles {
        self.labs.map_or(LabFiles::Embedded, LabFiles::Folder)
    }
}
