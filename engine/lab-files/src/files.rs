//! The source of lab files: a folder, or the labs inside the program.

use crate::LabError;
use pathlength_lab::submission::sha256;
use rust_embed::Embed;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Maximum size of a lab file.
const MAX_BYTES: u64 = 16 << 20;

/// The files of the labs that come with the program. A debug build reads them from the checkout instead, so that a
/// change to a lab does not require a new build.
#[derive(Embed)]
#[cfg_attr(packed_labs, folder = "labs")]
#[cfg_attr(not(packed_labs), folder = "../../labs")]
#[include = "*/lab.md"]
#[include = "*/model.toml"]
#[include = "*/parameters.toml"]
#[include = "*/fit.json"]
#[include = "*/data/*"]
struct EmbeddedLabs;

/// The folder that messages name for a file inside the program.
const EMBEDDED: &str = "labs";

/// The source of lab files.
#[derive(Clone, Debug)]
pub enum LabFiles {
    /// The labs that come with the program.
    Embedded,
    /// The labs in a folder, each in its own subfolder.
    Folder(PathBuf),
}

impl LabFiles {
    /// Returns the path of a lab, to which the other functions and messages append the name of a file.
    pub fn lab(&self, id: &str) -> PathBuf {
        match self {
            Self::Embedded => Path::new(EMBEDDED).join(id),
            Self::Folder(folder) => folder.join(id),
        }
    }

    /// Returns the ids of the labs, in order.
    ///
    /// # Errors
    /// Returns [`LabError`] if the folder cannot be read or has no lab.
    pub fn ids(&self) -> Result<Vec<String>, LabError> {
        let mut ids = Vec::new();
        match self {
            Self::Embedded => {
                ids.extend(EmbeddedLabs::iter().filter_map(|path| path.strip_suffix("/lab.md").map(str::to_owned)));
            }
            Self::Folder(folder) => {
                let wrong = |error| LabError::new(format!("cannot read {}: {error}", folder.display()));
                for entry in fs::read_dir(folder).map_err(wrong)? {
                    let entry = entry.map_err(wrong)?;
                    if entry.path().join("lab.md").is_file() {
                        ids.push(entry.file_name().to_string_lossy().into_owned());
                    }
                }
                if ids.is_empty() {
                    let message = "contains no lab: name a folder whose subfolders contain a file lab.md";
                    return Err(LabError::new(format!("{} {message}", folder.display())));
                }
            }
        }
        ids.sort();
        Ok(ids)
    }

    /// Reads a file; `None` if there is no such file.
    ///
    /// # Errors
    /// Returns [`LabError`] if the file cannot be read or is larger than 16 MiB.
    pub fn find(&self, path: &Path) -> Result<Option<Vec<u8>>, LabError> {
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

    /// Returns the first 12 digits of the hash of a lab: SHA-256 over the names and bytes of the files that
    /// [`load`](crate::load) reads. Two labs with the same hash have the same results.
    ///
    /// # Errors
    /// Returns [`LabError`] if a file cannot be read or is larger than 16 MiB.
    pub fn hash(&self, id: &str) -> Result<String, LabError> {
        let mut names = ["fit.json", "lab.md", "model.toml", "parameters.toml"].map(str::to_owned).to_vec();
        match self {
            Self::Embedded => {
                let prefix = format!("{id}/");
                let names_here = EmbeddedLabs::iter().filter_map(|path| path.strip_prefix(&prefix).map(str::to_owned));
                names.extend(names_here.filter(|name| name.starts_with("data/")));
            }
            Self::Folder(_) => {
                let folder = self.lab(id).join("data");
                let wrong = |error| LabError::new(format!("cannot read {}: {error}", folder.display()));
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
    /// Returns [`LabError`] if the file is missing, cannot be read, is larger than 16 MiB, or is not UTF-8.
    pub fn text(&self, path: &Path) -> Result<String, LabError> {
        let missing = || LabError::new(format!("cannot read {}: there is no such file", path.display()));
        String::from_utf8(self.find(path)?.ok_or_else(missing)?).map_err(|error| {
            LabError::new(format!("{} is not UTF-8 text ({error}): save the file as UTF-8", path.display()))
        })
    }
}

/// Reads a file, or standard input for `-`, up to `limit` bytes.
///
/// # Errors
/// Returns [`LabError`] if the file cannot be read or is larger than `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, LabError> {
    let wrong = |error: io::Error| LabError::new(format!("cannot read {}: {error}", path.display()));
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().take(limit + 1).read_to_end(&mut bytes).map_err(wrong)?;
    } else {
        fs::File::open(path).map_err(wrong)?.take(limit + 1).read_to_end(&mut bytes).map_err(wrong)?;
    }
    if bytes.len() as u64 > limit {
        let limit = limit / (1 << 20);
        return Err(LabError::new(format!("{} is larger than {limit} MiB: give a smaller file", path.display())));
    }
    Ok(bytes)
}
