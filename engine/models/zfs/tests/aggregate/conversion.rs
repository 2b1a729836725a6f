//! Conversions: explicit, on access, and of a whole aggregate, and the space they need.

use crate::{assert_sound, mount, mounted, small};
use pathlength_zfs::aggregate::{
    Access, FileSystem, FormatOptions, Growth, MountOption, Parameters, Release, Sysplex, Version,
};
use pathlength_zfs::directory::{Fid, Format};

/// Returns a file system with `/a/b/c` and a hundred files in each directory.
fn nested(version: Version) -> FileSystem {
    let mut fs = small(version);
    let mut at = fs.root();
    for name in [b"a", b"b", b"c"] {
        for file in 0..100 {
            fs.create_file(at, format!("file-{file}").as_bytes(), 0).unwrap();
        }
        at = fs.make_directory(at, name).unwrap();
    }
    fs
}

fn format_of(fs: &FileSystem, fid: Fid) -> Format {
    fs.stat(fid).unwrap().format
}

/// Returns the formats of `/`, `/a`, `/a/b`, and `/a/b/c`.
fn formats(fs: &FileSystem) -> Vec<Format> {
    fs.directories().unwrap().iter().map(|(_, fid)| format_of(fs, *fid)).collect()
}

#[test]
fn new_directory_has_format_of_version() {
    assert_eq!(formats(&nested(Version::V1_4)), [Format::V4; 4]);
    assert_eq!(formats(&nested(Version::V1_5)), [Format::V5; 4]);
}

#[test]
fn v5_directory_between_v4_directories_is_sound() {
    let mut fs = nested(Version::V1_4);
    let a = fs.find("/a").unwrap();
    fs.convert(a, Format::V5).unwrap();
    assert_eq!(fs.version(), Version::V1_5, "the first conversion changes the version");
    assert_eq!(formats(&fs), [Format::V4, Format::V5, Format::V4, Format::V4]);
    assert_sound(&fs);
    fs.unmount().unwrap();
    let fs = FileSystem::open(fs.medium().clone()).unwrap();
    assert_eq!(formats(&fs), [Format::V4, Format::V5, Format::V4, Format::V4]);
    assert_sound(&fs);
}

#[test]
fn conversion_keeps_names_links_and_objects() {
    let mut fs = nested(Version::V1_4);
    let a = fs.find("/a").unwrap();
    let sorted = |fs: &mut FileSystem| {
        let mut names = fs.list(a).unwrap();
        names.sort();
        names
    };
    let (names, links) = (sorted(&mut fs), fs.stat(a).unwrap().links);
    for format in [Format::V5, Format::V4] {
        let free = fs.free_blocks();
        let conversion = fs.convert(a, format).unwrap();
        assert_eq!(conversion.names, 101);
        assert_eq!(sorted(&mut fs), names);
        assert_eq!(fs.stat(a).unwrap().links, links);
        assert_eq!(fs.free_blocks() + conversion.blocks_after, free + conversion.blocks_before);
        assert_sound(&fs);
    }
}

#[test]
fn access_with_converttov5_converts_directories() {
    let mut fs = nested(Version::V1_4);
    fs.unmount().unwrap();
    let parameters = Parameters { converttov5: true, ..Parameters::default() };
    fs.mount(Access::ReadWrite, MountOption::Unspecified, &parameters, Sysplex::default()).unwrap();
    assert_eq!((fs.version(), formats(&fs)), (Version::V1_5, vec![Format::V4; 4]), "mounting converts no directory");
    let b = fs.find("/a/b").unwrap();
    assert_eq!(formats(&fs), [Format::V5, Format::V5, Format::V4, Format::V4], "the searched directories");
    fs.list(b).unwrap();
    assert_eq!(formats(&fs), [Format::V5, Format::V5, Format::V5, Format::V4]);
    // A call of `file_info` is an access to the directory.
    let info = fs.file_info("/a/b/c").unwrap();
    assert_eq!((info.names, formats(&fs)), (Some(0), vec![Format::V5; 4]));
    assert_sound(&fs);
}

#[test]
fn file_info_without_converttov5_converts_nothing() {
    let mut fs = nested(Version::V1_4);
    let info = fs.file_info("/a/b/c").unwrap();
    assert_eq!((info.names, formats(&fs)), (None, vec![Format::V4; 4]));
}

#[test]
fn mount_option_takes_precedence_over_parameters() {
    use MountOption::{ConvertToV5, NoConvertToV5, Unspecified};
    let on = Parameters { converttov5: true, change_aggrversion_on_mount: true, ..Parameters::default() };
    let changes = Parameters { change_aggrversion_on_mount: true, ..Parameters::default() };
    let off = Parameters::default();
    let cases = [
        // Mount option, parameters, version after the mount, and format of the root after an access.
        (Unspecified, off, Version::V1_4, Format::V4),
        (Unspecified, changes, Version::V1_5, Format::V4),
        (Unspecified, on, Version::V1_5, Format::V5),
        (ConvertToV5, off, Version::V1_5, Format::V5),
        (NoConvertToV5, on, Version::V1_4, Format::V4),
        (NoConvertToV5, changes, Version::V1_4, Format::V4),
    ];
    for (option, parameters, version, format) in cases {
        let mut fs = small(Version::V1_4);
        fs.unmount().unwrap();
        fs.mount(Access::ReadWrite, option, &parameters, Sysplex::default()).unwrap();
        assert_eq!(fs.version(), version, "{option:?} {parameters:?}");
        fs.list(fs.root()).unwrap();
        assert_eq!(format_of(&fs, fs.root()), format, "{option:?} {parameters:?}");
    }
}

#[test]
fn mount_read_only_or_with_older_system_converts_nothing() {
    let older = Sysplex { oldest: Release { version: 1, release: 13 } };
    for (access, sysplex) in [(Access::ReadOnly, Sysplex::default()), (Access::ReadWrite, older)] {
        let mut fs = small(Version::V1_4);
        fs.unmount().unwrap();
        fs.mount(access, MountOption::ConvertToV5, &Parameters::default(), sysplex).unwrap();
        fs.list(fs.root()).unwrap();
        assert_eq!((fs.version(), format_of(&fs, fs.root())), (Version::V1_4, Format::V4));
    }
}

#[test]
fn utilities_convert_all_directories_and_version() {
    let mut fs = nested(Version::V1_4);
    fs.unmount().unwrap();
    let report = fs.convert_to_v5_offline(Sysplex::default(), false).unwrap();
    let paths: Vec<&str> = report.converted.iter().map(|(path, _)| &path[..]).collect();
    assert_eq!(paths, ["/", "/a", "/a/b", "/a/b/c"]);
    assert_eq!((fs.version(), formats(&fs)), (Version::V1_5, vec![Format::V5; 4]));
    assert_sound(&fs);
    let report = fs.convert_to_v4_offline().unwrap();
    assert_eq!((report.converted.len(), report.skipped.len()), (4, 0));
    assert_eq!((fs.version(), formats(&fs)), (Version::V1_4, vec![Format::V4; 4]));
    assert_sound(&fs);

    let report = fs.convert_to_v5_offline(Sysplex::default(), true).unwrap();
    assert!(report.converted.is_empty());
    assert_eq!((fs.version(), formats(&fs)), (Version::V1_5, vec![Format::V4; 4]), "the version alone");
}

/// Returns a file system with a large directory and almost no free blocks.
fn crowded(version: Version, growth: Growth) -> (FileSystem, Fid) {
    let mut options = FormatOptions::new(100, version);
    options.growth = growth;
    let mut fs = mounted(options);
    let directory = fs.make_directory(fs.root(), b"d").unwrap();
    for name in 0..600 {
        let name = format!("{name:03}{}{name:03}", "x".repeat(74));
        fs.create_file(directory, name.as_bytes(), 0).unwrap();
    }
    let left = fs.free_blocks();
    for name in 0..left - 3 {
        fs.create_file(fs.root(), format!("{name}").as_bytes(), 7).unwrap();
    }
    // A file of seven fragments takes a block, of which one fragment stays free.
    assert_eq!(fs.size_blocks(), 100);
    (fs, directory)
}

#[test]
fn convert_to_v5_without_room_leaves_aggregate_unchanged() {
    let (mut fs, directory) = crowded(Version::V1_4, Growth { by_blocks: 0, to_blocks: 100 });
    fs.change_version().unwrap();
    let before = fs.clone();
    let message = fs.convert(directory, Format::V5).unwrap_err().to_string();
    assert!(message.starts_with("the directory of ") && message.contains(" blocks is unchanged, "), "{message}");
    assert!(message.ends_with("automatic growth is off: turn it on or grow the aggregate"), "{message}");
    assert!(fs.is_same_as(&before));
    assert_sound(&fs);
}

#[test]
fn convert_to_v4_without_room_skips_directory() {
    let (mut fs, directory) = crowded(Version::V1_5, Growth { by_blocks: 0, to_blocks: 100 });
    fs.unmount().unwrap();
    let report = fs.convert_to_v4_offline().unwrap();
    let Some(left) = report.skipped.last() else { panic!("{report:?}") };
    let message = left.error.to_string();
    assert_eq!(left.path, "/d");
    assert!(message.starts_with("the directory of ") && message.contains(" blocks is unchanged, "), "{message}");
    assert!(message.ends_with("automatic growth is off: turn it on or grow the aggregate"), "{message}");
    assert_eq!((fs.version(), format_of(&fs, directory)), (Version::V1_5, Format::V5));
    mount(&mut fs);
    assert_eq!(fs.list(directory).unwrap().len(), 600);
    assert_sound(&fs);
}

#[test]
fn conversion_without_room_grows_aggregate() {
    let (mut fs, directory) = crowded(Version::V1_4, Growth { by_blocks: 2, to_blocks: 200 });
    let conversion = fs.convert(directory, Format::V5).unwrap();
    assert!(conversion.grown > 1, "{conversion:?}");
    assert_eq!(fs.size_blocks(), 100 + 2 * conversion.grown);
    assert_eq!(format_of(&fs, directory), Format::V5);
    assert_sound(&fs);
    let mut opened = FileSystem::open(fs.medium().clone()).unwrap();
    assert!(opened.is_same_as(&fs), "a completed conversion is in the log");
    mount(&mut opened);
    assert_eq!(opened.list(directory).unwrap().len(), 600);
}

#[test]
fn access_without_room_for_conversion_keeps_v4() {
    let (mut fs, directory) = crowded(Version::V1_4, Growth { by_blocks: 0, to_blocks: 100 });
    fs.unmount().unwrap();
    fs.mount(Access::ReadWrite, MountOption::ConvertToV5, &Parameters::default(), Sysplex::default()).unwrap();
    assert_eq!(fs.list(directory).unwrap().len(), 600);
    assert_eq!(format_of(&fs, directory), Format::V4);
    assert_sound(&fs);
}
