//! What the console has at the beginning: a small installation in which each command has something to do, and each
//! refusal a reason.

use super::Held;
use super::own::fill;
use crate::aggregate::mount::{Access, MountOption, Parameters, Sysplex};
use crate::aggregate::{FileSystem, FormatOptions, Growth, Version};

/// The data sets.
pub(super) fn held() -> Vec<Held> {
    vec![share(), offline(), full(), large()]
}

fn formatted(options: FormatOptions) -> FileSystem {
    FileSystem::format(options).expect("it is large enough for its log")
}

fn mount(fs: &mut FileSystem) {
    fs.mount(Access::ReadWrite, MountOption::Unspecified, &Parameters::default(), Sysplex::default())
        .expect("it is not mounted");
}

/// Directories with so many files, and one inside the last.
fn populate(fs: &mut FileSystem, directories: &[(&str, u64)]) {
    let root = fs.root();
    for (name, files) in directories {
        let directory = fs.make_directory(root, name.as_bytes()).expect("there is room for a directory");
        assert!(fill(fs, directory, 0, *files).is_ok(), "there is room for its files");
    }
}

fn held_as(name: &str, fs: FileSystem, at: Option<&str>) -> Held {
    let size = (fs.size_blocks(), 0);
    Held { name: name.to_owned(), size, fs: Some(fs), at: at.map(str::to_owned) }
}

/// Mounted, with a large directory and a small one.
fn share() -> Held {
    let mut fs = formatted(FormatOptions::new(900, Version::V1_4));
    mount(&mut fs);
    populate(&mut fs, &[("dir1", 2000), ("dir2", 300)]);
    let dir2 = fs.find("/dir2").expect("it was made");
    fs.make_directory(dir2, b"inner").expect("there is room");
    fs.sync().expect("it is less than the log");
    held_as("POSIX.SHARE.VIVIAN", fs, Some("/tmp/MtPt"))
}

/// Not mounted.
fn offline() -> Held {
    let mut fs = formatted(FormatOptions::new(900, Version::V1_4));
    mount(&mut fs);
    populate(&mut fs, &[("mail", 1200), ("spool", 80)]);
    fs.unmount().expect("it is mounted");
    held_as("OMVS.PRV.COMPAT.AGGR001", fs, None)
}

/// Mounted, and without room for a second format of its directory.
fn full() -> Held {
    let size = 100;
    let options =
        FormatOptions { growth: Growth { by_blocks: 0, to_blocks: size }, ..FormatOptions::new(size, Version::V1_4) };
    let mut fs = formatted(options);
    mount(&mut fs);
    populate(&mut fs, &[("mail", 2000)]);
    let root = fs.root();
    for file in 0..fs.free_blocks() - 3 {
        fs.create_file(root, format!("log-{file:02}").as_bytes(), 7).expect("there is room for each");
    }
    fs.sync().expect("it is less than the log");
    held_as("POSIX.SHARE.FULL", fs, Some("/tmp/full"))
}

/// Larger than version 1.4 may be.
fn large() -> Held {
    let fs = formatted(FormatOptions::new(Version::V1_4.most_blocks() + 1, Version::V1_5));
    held_as("OMVS.BIG.ZFS", fs, None)
}
