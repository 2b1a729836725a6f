//! The initial state of the console: a small installation in which every command can succeed, and every error can
//! occur.

use super::DataSet;
use super::local_commands::fill;
use crate::aggregate::mount::{Access, MountOption, Parameters, Sysplex};
use crate::aggregate::{FileSystem, FormatOptions, Growth, Version};

/// Returns the initial data sets.
pub(super) fn data_sets() -> Vec<DataSet> {
    vec![share(), offline(), full(), large()]
}

fn formatted(options: FormatOptions) -> FileSystem {
    FileSystem::format(options).expect("the aggregate is large enough for its log")
}

fn mount(fs: &mut FileSystem) {
    fs.mount(Access::ReadWrite, MountOption::Unspecified, &Parameters::default(), Sysplex::default())
        .expect("it is not mounted");
}

/// Creates directories in the root directory, each with the given number of files.
fn populate(fs: &mut FileSystem, directories: &[(&str, u64)]) {
    let root = fs.root();
    for (name, files) in directories {
        let directory = fs.make_directory(root, name.as_bytes()).expect("there is space for a directory");
        assert!(fill(fs, directory, 0, *files).is_ok(), "there is space for its files");
    }
}

fn new_data_set(name: &str, fs: FileSystem, mount_point: Option<&str>) -> DataSet {
    let size = (fs.size_blocks(), 0);
    DataSet { name: name.to_owned(), size, fs: Some(fs), mount_point: mount_point.map(str::to_owned) }
}

/// Returns a mounted aggregate with a large and a small directory.
fn share() -> DataSet {
    let mut fs = formatted(FormatOptions::new(900, Version::V1_4));
    mount(&mut fs);
    populate(&mut fs, &[("dir1", 2000), ("dir2", 300)]);
    let dir2 = fs.find("/dir2").expect("it was created");
    fs.make_directory(dir2, b"inner").expect("there is space");
    fs.sync().expect("the changes fit into the log");
    new_data_set("POSIX.SHARE.VIVIAN", fs, Some("/tmp/MtPt"))
}

/// Returns an aggregate that is not mounted.
fn offline() -> DataSet {
    let mut fs = formatted(FormatOptions::new(900, Version::V1_4));
    mount(&mut fs);
    populate(&mut fs, &[("mail", 1200), ("spool", 80)]);
    fs.unmount().expect("it is mounted");
    new_data_set("OMVS.PRV.COMPAT.AGGR001", fs, None)
}

/// Returns a mounted aggregate without space for a copy of its directory in the other format.
fn full() -> DataSet {
    let size = 100;
    let options =
        FormatOptions { growth: Growth { by_blocks: 0, to_blocks: size }, ..FormatOptions::new(size, Version::V1_4) };
    let mut fs = formatted(options);
    mount(&mut fs);
    populate(&mut fs, &[("mail", 2000)]);
    let root = fs.root();
    for file in 0..fs.free_blocks() - 3 {
        fs.create_file(root, format!("log-{file:02}").as_bytes(), 7).expect("there is space for each file");
    }
    fs.sync().expect("the changes fit into the log");
    new_data_set("POSIX.SHARE.FULL", fs, Some("/tmp/full"))
}

/// Returns an unmounted aggregate that is larger than version 1.4 allows.
fn large() -> DataSet {
    let fs = formatted(FormatOptions::new(Version::V1_4.max_blocks() + 1, Version::V1_5));
    new_data_set("OMVS.BIG.ZFS", fs, None)
}
