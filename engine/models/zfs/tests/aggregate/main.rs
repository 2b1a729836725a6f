//! Aggregates with a log: what a loss of power may leave, what conversion costs and refuses, what belongs to whom.

mod conversion;
mod cuts;
mod live;
mod model;
mod plan;
mod refusals;
mod space;
mod streams;

use pathlength_zfs::aggregate::{Access, FileSystem, FormatOptions, MountOption, Parameters, Sysplex, Version};

/// A new file system, mounted for reading and writing.
fn mounted(options: FormatOptions) -> FileSystem {
    let mut fs = FileSystem::format(options).unwrap();
    mount(&mut fs);
    fs
}

fn mount(fs: &mut FileSystem) {
    fs.mount(Access::ReadWrite, MountOption::Unspecified, &Parameters::default(), Sysplex::default()).unwrap();
}

/// A small one of this version.
fn small(version: Version) -> FileSystem {
    mounted(FormatOptions::new(200, version))
}

/// It is as it must be.
#[track_caller]
fn assert_sound(fs: &FileSystem) {
    let troubles: Vec<String> = fs.check().iter().map(ToString::to_string).collect();
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}
