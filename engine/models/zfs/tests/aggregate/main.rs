//! Aggregates with a log: crash states, conversions and their errors, and the allocation of space.

mod conversion;
mod crashes;
mod errors;
mod listings;
mod live;
mod model;
mod plan;
mod space;
mod streams;
mod write_cache;

use pathlength_zfs::aggregate::{Access, FileSystem, FormatOptions, MountOption, Parameters, Sysplex, Version};

/// Returns a new file system, mounted for reading and writing.
fn mounted(options: FormatOptions) -> FileSystem {
    let mut fs = FileSystem::format(options).unwrap();
    mount(&mut fs);
    fs
}

fn mount(fs: &mut FileSystem) {
    fs.mount(Access::ReadWrite, MountOption::Unspecified, &Parameters::default(), Sysplex::default()).unwrap();
}

/// Returns a small file system of this version.
fn small(version: Version) -> FileSystem {
    mounted(FormatOptions::new(200, version))
}

/// Asserts that the consistency check finds nothing.
#[track_caller]
fn assert_sound(fs: &FileSystem) {
    let inconsistencies: Vec<String> = fs.check_consistency().iter().map(ToString::to_string).collect();
    assert!(inconsistencies.is_empty(), "{}", inconsistencies.join("\n"));
}
