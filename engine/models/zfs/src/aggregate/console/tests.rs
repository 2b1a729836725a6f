//! The console as its users see it.

use super::{Console, Kind, Line};
use crate::aggregate::{Attributes, FileSystem, FormatOptions, Growth, Version};
use crate::directory::{AnyDirectory, Directory, Fid, Name, ObjectKind};
use proptest::prelude::*;

/// Returns the answer to a line, with the kind of each line.
fn answer(console: &mut Console, line: &str) -> Vec<String> {
    console.answer(line).into_iter().map(|Line { kind, text }| format!("{}: {text}", kind.word())).collect()
}

#[track_caller]
fn says(console: &mut Console, line: &str, wanted: &[&str]) {
    assert_eq!(answer(console, line), wanted, "{line}");
}

/// Asserts that the only line of the answer is this error.
#[track_caller]
fn refuses(console: &mut Console, line: &str, wanted: &str) {
    says(console, line, &[&format!("refused: {wanted}")]);
}

const OLDER: &str = "The sysplex has a system at release V1R13, which does not support version 1.5 aggregates: upgrade \
                     all systems to V2R1 or later first.";

const READ_ONLY: &str = "The file system is mounted read-only: mount it for reading and writing.";

#[test]
fn slide_commands_print_messages_of_slides() {
    let mut console = Console::new();
    says(
        &mut console,
        "# zfsadm define -aggr POSIX.SHARE.EXAMPLE -cyl 5 0 -vol POSIX0",
        &["message: IOEZ00248I VSAM linear dataset POSIX.SHARE.EXAMPLE successfully created."],
    );
    says(
        &mut console,
        "zfsadm format -aggr POSIX.SHARE.EXAMPLE –version5",
        &[
            "remark: A long dash was read as a hyphen: slides and word processors replace hyphens with dashes.",
            "message: IOEZ00077I HFS-compatibility aggregate POSIX.SHARE.EXAMPLE has been successfully created",
        ],
    );
    says(
        &mut console,
        "zfsadm convert -aggrversion posix.share.vivian",
        &[
            "message: IOEZ00810I Successfully changed aggregate POSIX.SHARE.VIVIAN to version 1.5.",
            "remark: No directory was converted. New ones will have format v5.",
        ],
    );
    let converted = answer(&mut console, "zfsadm convert -path /tmp/MtPt/dir1");
    assert_eq!(
        converted[0],
        "message: IOEZ00791I Successfully converted directory /tmp/MtPt/dir1 to version 5 format."
    );
    assert!(converted[1].starts_with("remark: 2000 names: ") && converted[1].contains(" KB before, "), "{converted:?}");
    assert_eq!(converted.len(), 2);
    says(
        &mut console,
        "mount -t zfs -f POSIX.SHARE.EXAMPLE -o CONVERTTOV5 /tmp/new",
        &[
            "done: POSIX.SHARE.EXAMPLE is mounted at /tmp/new.",
            "remark: The file system's v4 directories are converted as they are accessed.",
        ],
    );
}

#[test]
fn messages_with_id_are_those_seen_in_documents() {
    let seen = [
        "IOEZ00248I VSAM linear dataset A.B successfully created.",
        "IOEZ00077I HFS-compatibility aggregate A.B has been successfully created",
        "IOEZ00810I Successfully changed aggregate A.B to version 1.5.",
        "IOEZ00791I Successfully converted directory /n/d to version 5 format.",
        "IOEZ00317I The value for configuration option -converttov5 is OFF.",
        "IOEZ00317I The value for configuration option -converttov5 is ON.",
        "IOEZ00300I Successfully set -converttov5 to on",
    ];
    let mut console = Console::new();
    let mut said = Vec::new();
    for line in [
        "zfsadm define -aggregate A.B -volumes V -megabytes 4 1",
        "zfsadm configquery -converttov5 -format_aggrversion",
        "ioefsutl format -aggregate A.B -version4",
        "mount -t zfs -f A.B /n",
        "mkdir /n/d",
        "zfsadm convert -aggrversion A.B",
        "zfsadm convert -path /n/d",
        "zfsadm config -converttov5 on -format_aggrversion 5",
        "zfsadm configquery -converttov5",
        "zfsadm aggrinfo A.B -long",
        "unmount /n",
        "IOEFSUTL converttov4 -aggregate A.B",
        "IOEFSUTL PARM=('converttov5 -aggregate A.B')",
    ] {
        let lines = console.answer(line);
        assert!(lines.iter().all(|line| line.kind != Kind::Refused), "{line}: {lines:?}");
        said.extend(lines);
    }
    let mut messages = 0;
    for Line { kind, text } in said {
        assert_eq!(kind == Kind::Message, text.contains("IOEZ"), "{text}");
        if kind == Kind::Message {
            assert!(seen.contains(&&text[..]), "{text}");
            messages += 1;
        }
    }
    assert_eq!(messages, seen.len());
}

#[test]
fn aggrinfo_free_space_is_sum_of_blocks_and_fragments() {
    let mut console = Console::new();
    let lines = console.answer("zfsadm aggrinfo -aggregate POSIX.SHARE.FULL -long");
    let numbers = |at: usize| -> Vec<u64> {
        lines[at].text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
    };
    let [free, total] = numbers(0)[..] else { panic!("{lines:?}") };
    let [blocks, 8, fragments, 1] = numbers(3)[..] else { panic!("{lines:?}") };
    assert_eq!((free, total), (8 * blocks + fragments, 800));
    assert_eq!(lines[1].text, "version 1.4");
    assert_eq!(lines[2].text, "sysplex-aware");
    answer(&mut console, "unmount /tmp/full");
    answer(&mut console, "mount -t zfs -f POSIX.SHARE.FULL -o converttov5 /tmp/full");
    let lines = console.answer("zfsadm aggrinfo -aggregate POSIX.SHARE.FULL -long");
    assert_eq!((&lines[1].text[..], &lines[2].text[..]), ("version 1.5", "sysplex-aware, converttov5"));
}

#[test]
fn convert_to_v4_above_4_tb_is_refused() {
    refuses(
        &mut Console::new(),
        "IOEFSUTL converttov4 -aggregate OMVS.BIG.ZFS",
        "The aggregate has 4294967304 KB, but version 1.4 allows 4294967296 KB: copy parts of it to several smaller \
                 aggregates.",
    );
}

#[test]
fn convert_to_v4_above_max_subdirectories_is_refused() {
    let mut fs = FileSystem::format(FormatOptions::new(1000, Version::V1_5)).unwrap();
    // Create only the entries, because that many directories would take half a gigabyte.
    let Ok(AnyDirectory::V5(mut root)) = fs.open_directory(fs.root()) else { panic!("a v5 directory") };
    let nowhere = Fid { index: u32::MAX, unique: 1 };
    for at in 0..65_534 {
        let name = at.to_string();
        root.create(&mut fs.store, Name::new(name.as_bytes()).unwrap(), nowhere, ObjectKind::Directory, &mut ())
            .unwrap();
        fs.sync_if_over_threshold().unwrap();
    }
    let mut console = Console::new();
    console.data_sets[1].fs = Some(fs);
    says(
        &mut console,
        "IOEFSUTL converttov4 -aggregate OMVS.PRV.COMPAT.AGGR001",
        &[
            "done: No directory was converted.",
            "refused: / was not converted. The directory has 65534 subdirectories, but format v4 allows 65533: copy \
                         parts of it to several directories of a version 1.4 aggregate.",
            "done: The aggregate has version 1.5.",
        ],
    );
}

#[test]
fn convert_to_v4_after_bpxwmigf_or_encryption_is_refused() {
    let none = Attributes::default();
    for (attributes, sentence) in [
        (
            Attributes { from_hfs: true, ..none },
            "The aggregate was migrated in place from an HFS file system and cannot go back to version 1.4: copy its \
                         files to another aggregate.",
        ),
        (Attributes { encrypted: true, ..none }, "The aggregate contains encrypted files: decrypt them first."),
        (Attributes { compressed: true, ..none }, "The aggregate contains compressed files: decompress them first."),
    ] {
        let options = FormatOptions { attributes, ..FormatOptions::new(200, Version::V1_5) };
        let mut console = Console::new();
        console.data_sets[1].fs = Some(FileSystem::format(options).unwrap());
        refuses(&mut console, "IOEFSUTL converttov4 -aggregate OMVS.PRV.COMPAT.AGGR001", sentence);
    }
}

#[test]
fn version_1_5_with_older_release_in_sysplex_is_refused() {
    let mut console = Console::new();
    says(&mut console, "sysplex v1r13", &["done: The oldest release in the sysplex is V1R13."]);
    for line in [
        "zfsadm convert -aggrversion POSIX.SHARE.VIVIAN",
        "zfsadm convert -path /tmp/MtPt/dir1",
        "IOEFSUTL converttov5 -aggregate OMVS.PRV.COMPAT.AGGR001",
        "IOEFSUTL converttov5 -aggregate OMVS.PRV.COMPAT.AGGR001 -aggrversion_only",
        "IOEFSUTL format -aggregate OMVS.PRV.COMPAT.AGGR001 -version5 -overwrite",
        "zfsadm format -aggregate OMVS.PRV.COMPAT.AGGR001 -version5 -overwrite",
    ] {
        refuses(&mut console, line, OLDER);
    }
    let mounted = "mount -t zfs -f OMVS.PRV.COMPAT.AGGR001 -o CONVERTTOV5 /tmp/other";
    let remark = format!("remark: {OLDER}");
    says(&mut console, mounted, &["done: OMVS.PRV.COMPAT.AGGR001 is mounted at /tmp/other.", &remark]);
    let lines = answer(&mut console, "zfsadm fileinfo -path /tmp/other/mail");
    assert!(lines.contains(&"report: dir version 4".to_owned()), "{lines:?}");
}

#[test]
fn convert_to_v5_without_room_keeps_v4() {
    let mut console = Console::new();
    let lines = answer(&mut console, "zfsadm convert -path /tmp/full/mail");
    let [line] = &lines[..] else { panic!("{lines:?}") };
    let begin = "refused: The directory of ";
    let end = "automatic growth is off: turn it on or grow the aggregate.";
    assert!(line.starts_with(begin) && line.contains(" does not fit into ") && line.ends_with(end), "{line}");
    let lines = answer(&mut console, "zfsadm fileinfo -path /tmp/full/mail");
    assert!(lines.contains(&"report: dir version 4".to_owned()), "{lines:?}");
}

#[test]
fn convert_to_v4_without_room_keeps_version() {
    let mut console = Console::new();
    for line in [
        "zfsadm define -aggregate A.B -volumes V -kilobytes 800",
        "zfsadm format -aggregate A.B -version5",
        "mount -t zfs -f A.B /n",
        "mkdir /n/d",
        "fill /n/d 3800",
        "unmount /n",
    ] {
        let lines = console.answer(line);
        assert!(lines.iter().all(|line| line.kind != Kind::Refused), "{line}: {lines:?}");
    }
    let lines = answer(&mut console, "IOEFSUTL converttov4 -aggregate A.B");
    let [root, directory, version] = &lines[..] else { panic!("{lines:?}") };
    assert!(root.starts_with("done: /: 1 name in format v4"), "{root}");
    assert!(directory.starts_with("refused: /d was not converted. The directory of "), "{directory}");
    assert!(directory.ends_with("automatic growth is off: turn it on or grow the aggregate."), "{directory}");
    assert_eq!(version, "done: The aggregate has version 1.5.");
}

#[test]
fn full_aggregate_at_max_size_does_not_grow() {
    for (version, name) in [(Version::V1_4, "1.4"), (Version::V1_5, "1.5")] {
        let growth = Growth { by_blocks: 90, to_blocks: u32::MAX };
        let options = FormatOptions { growth, ..FormatOptions::new(version.max_blocks(), version) };
        let mut console = Console::new();
        let mut fs = FileSystem::format(options).unwrap();
        // Proceed as if all other blocks were in use, because a test cannot allocate them all.
        fs.store.set_limit(fs.store.total_blocks());
        console.data_sets[1].fs = Some(fs);
        answer(&mut console, "mount -t zfs -f OMVS.PRV.COMPAT.AGGR001 /n");
        let lines = answer(&mut console, "fill /n 1000");
        let wanted =
            format!("refused: The aggregate is full, and it has the maximum size for version {name}: remove files.");
        assert_eq!(lines.last(), Some(&wanted), "{lines:?}");
    }
}

#[test]
fn convert_without_room_grows_aggregate_if_allowed() {
    let mut console = Console::new();
    for line in [
        "zfsadm define -aggregate A.B -volumes V -kilobytes 400 80",
        "zfsadm format -aggregate A.B -version4",
        "mount -t zfs -f A.B /n",
        "mkdir /n/d",
        "fill /n/d 2000",
    ] {
        let lines = console.answer(line);
        assert!(lines.iter().all(|line| line.kind != Kind::Refused), "{line}: {lines:?}");
    }
    let lines = answer(&mut console, "zfsadm convert -path /n/d");
    assert!(
        lines.iter().any(|line| line.contains("There was not enough space for both formats: the aggregate grew")),
        "{lines:?}"
    );
}

#[test]
fn read_only_mount_converts_nothing() {
    let mut console = Console::new();
    says(
        &mut console,
        "mount -r -t zfs -f OMVS.PRV.COMPAT.AGGR001 -o CONVERTTOV5 /tmp/other",
        &[
            "done: OMVS.PRV.COMPAT.AGGR001 is mounted at /tmp/other.",
            "remark: The mount is read-only, so neither the file system's version nor a directory changes.",
        ],
    );
    refuses(&mut console, "zfsadm convert -path /tmp/other/mail", READ_ONLY);
    refuses(&mut console, "zfsadm convert -aggrversion OMVS.PRV.COMPAT.AGGR001", READ_ONLY);
    refuses(&mut console, "mkdir /tmp/other/new", READ_ONLY);
}

#[test]
fn mount_option_takes_precedence_over_parameters() {
    let mut console = Console::new();
    says(
        &mut console,
        "zfsadm config -converttov5 on -change_aggrversion_on_mount on",
        &[
            "done: change_aggrversion_on_mount is on from now on.",
            "message: IOEZ00300I Successfully set -converttov5 to on",
            "remark: This affects later mount and format commands; mounted file systems stay as they are.",
        ],
    );
    says(
        &mut console,
        "mount -t zfs -f OMVS.PRV.COMPAT.AGGR001 -o NOCONVERTTOV5 /tmp/other",
        &[
            "done: OMVS.PRV.COMPAT.AGGR001 is mounted at /tmp/other.",
            "remark: NOCONVERTTOV5 takes precedence over IOEFSPRM.",
        ],
    );
    says(&mut console, "unmount /tmp/other", &["done: OMVS.PRV.COMPAT.AGGR001 is unmounted."]);
    says(
        &mut console,
        "mount -t zfs -f OMVS.PRV.COMPAT.AGGR001 /tmp/other",
        &[
            "done: OMVS.PRV.COMPAT.AGGR001 is mounted at /tmp/other.",
            "remark: The file system's version was changed from 1.4 to 1.5; no directory was converted.",
            "remark: The file system's v4 directories are converted as they are accessed.",
        ],
    );
}

#[test]
fn fileinfo_with_converttov5_converts_directories_on_path() {
    let mut console = Console::new();
    let looks = "zfsadm fileinfo -path /tmp/MtPt/dir2";
    let lines = answer(&mut console, looks);
    for field in ["length 24576", "dir version 4", "dir name count na", "dir tree status na", "linkcount 3"] {
        assert!(lines.contains(&format!("report: {field}")), "{field} in {lines:?}");
    }
    assert!(!lines.iter().any(|line| line.contains("fileinfo converts")), "{lines:?}");
    answer(&mut console, "unmount /tmp/MtPt");
    answer(&mut console, "mount -t zfs -f POSIX.SHARE.VIVIAN -o CONVERTTOV5 /tmp/MtPt");
    let lines = answer(&mut console, looks);
    for field in ["dir version 5", "dir name count 301"] {
        assert!(lines.contains(&format!("report: {field}")), "{field} in {lines:?}");
    }
    assert_eq!(
        lines.last().unwrap(),
        "remark: 2 directories on this path had format v4 until now: with the attribute converttov5, fileinfo converts \
         the directories that it accesses."
    );
}

#[test]
fn crash_after_conversion_keeps_converted_directory() {
    let mut console = Console::new();
    answer(&mut console, "zfsadm convert -path /tmp/MtPt/dir1");
    let lines = answer(&mut console, "crash");
    assert_eq!(lines.last().unwrap(), "done: Every name refers to its object, and every block in use has one owner.");
    assert!(
        lines.iter().any(|line| line.starts_with("done: POSIX.SHARE.VIVIAN: recovery replayed 1 transaction")),
        "{lines:?}"
    );
    let lines = answer(&mut console, "zfsadm fileinfo -path /tmp/MtPt/dir1");
    assert!(lines.contains(&"report: dir name count 2000".to_owned()), "{lines:?}");
}

#[test]
fn empty_frees_pages_of_v5_but_not_of_v4() {
    let mut console = Console::new();
    answer(&mut console, "zfsadm convert -path /tmp/MtPt/dir1");
    let lines = answer(&mut console, "empty /tmp/MtPt/dir1");
    assert!(lines[0].ends_with("KB and now has 8 KB."), "{lines:?}");
    says(
        &mut console,
        "empty /tmp/MtPt/dir2",
        &["done: Removed 300 files; /tmp/MtPt/dir2 had 24 KB and now has 24 KB."],
    );
}

#[test]
fn jcl_line_is_executed_damaged_copy_is_refused() {
    let mut console = Console::new();
    let lines = answer(&mut console, "// PARM=('converttov5 -aggregate OMVS.PRV.COMPAT.AGGR001')");
    assert_eq!(lines.last().unwrap(), "done: The aggregate has version 1.5.");
    assert_eq!(lines.len(), 4, "{lines:?}");
    let [line] = &answer(&mut console, "I0EFSUTL format")[..] else { panic!("one line") };
    assert!(line.starts_with("refused: The program's name is IOEFSUTL, with the letter O."), "{line}");
    refuses(
        &mut console,
        "//STDOUT DD SYSOUT=H",
        "Enter only the job's line with PARM=('…'), or IOEFSUTL followed by the text between the quotes.",
    );
}

#[test]
fn invalid_commands_are_refused_with_remedy() {
    let mut console = Console::new();
    for (line, wanted) in [
        ("rm -rf /", "Unknown command \"rm\". Enter help for a list of commands."),
        (
            "zfsadm",
            "zfsadm needs a command; this console has define, format, convert, aggrinfo, fileinfo, config, and configquery.",
        ),
        (
            "zfsadm grow",
            "This console has no zfsadm command \"grow\"; it has define, format, convert, aggrinfo, fileinfo, config, and configquery.",
        ),
        (
            "zfsadm convert",
            "Give either -path or -aggrversion. Usage: zfsadm convert with -path name, -aggrversion name, -help.",
        ),
        (
            "zfsadm format -aggr A.B -version",
            "-version is ambiguous in zfsadm format: write more of the option's name.",
        ),
        ("zfsadm config -converttov5 perhaps", "converttov5 must be on or off, not \"perhaps\"."),
        ("zfsadm convert -path", "-path of zfsadm convert needs a value: name."),
        ("zfsadm convert -path dir1", "A path begins with a slash, but \"dir1\" does not."),
        (
            "zfsadm convert -path /u/x",
            "No file system is mounted at or above /u/x. Enter aggregates for a list of mounted file systems.",
        ),
        ("zfsadm convert -path /tmp/MtPt/nothing", "No file or directory has the path /nothing: check its spelling."),
        (
            "zfsadm aggrinfo NO.SUCH",
            "There is no data set NO.SUCH. Define it with zfsadm define, or enter aggregates for a list of data sets.",
        ),
        (
            "zfsadm aggrinfo 1.2",
            "\"1.2\" is not a valid data set name: give parts of 1 to 8 letters and digits that begin with a \
             letter, with dots between them, and at most 44 characters.",
        ),
        ("mount 'x", "The quote ' is not closed: add the closing quote."),
        ("mount /tmp/x", "mount needs a data set and a path. Usage: mount -t zfs -f NAME -o CONVERTTOV5 /path."),
        ("IOEFSUTL converttov5 -aggregate POSIX.SHARE.VIVIAN", "The file system is mounted: unmount it first."),
        ("zfsadm define -aggr A.C -vol V -cyl five", "\"five\" is not a whole number; give one, as in -cyl 5 0."),
        (
            "fill /tmp/MtPt/dir1 50000",
            "A directory in this console can have 50000 names, and this one has 2000; create fewer files.",
        ),
    ] {
        refuses(&mut console, line, wanted);
    }
    says(&mut console, "   ", &[]);
    assert!(answer(&mut console, &"x".repeat(1001))[0].contains("at most 1000 characters"));
}

/// Generates lines with valid commands, and with other text.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let name =
        prop::sample::select(vec!["POSIX.SHARE.VIVIAN", "OMVS.PRV.COMPAT.AGGR001", "POSIX.SHARE.FULL", "A.B", "no"]);
    let path =
        prop::sample::select(vec!["/tmp/MtPt", "/tmp/MtPt/dir1", "/tmp/full/mail", "/tmp/MtPt/dir2/inner", "/n", "/"]);
    let form = prop::sample::select(vec![
        "zfsadm define -aggr NAME -vol V -kil 800 80",
        "zfsadm format -aggr NAME -version4 -overwrite",
        "zfsadm format NAME -version5",
        "zfsadm convert -path PATH",
        "zfsadm convert -aggrversion NAME",
        "zfsadm aggrinfo NAME -long",
        "zfsadm fileinfo PATH",
        "zfsadm config -converttov5 on",
        "zfsadm config -change_aggrversion_on_mount on -format_aggrversion 5",
        "mount -t zfs -f NAME -o CONVERTTOV5 PATH",
        "mount -t zfs -f NAME PATH -r",
        "unmount PATH",
        "unmount NAME",
        "IOEFSUTL converttov5 -aggregate NAME",
        "IOEFSUTL converttov4 NAME",
        "ls -slk PATH",
        "mkdir PATH/new",
        "fill PATH 300",
        "empty PATH",
        "sysplex V1R13",
        "sysplex V2R1",
        "crash",
    ]);
    let command = (form, name, path).prop_map(|(form, name, path)| form.replace("NAME", name).replace("PATH", path));
    prop::collection::vec(prop_oneof![9 => command, 1 => ".{0,40}"], 0..25)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
        fn random_lines_keep_aggregates_consistent(lines in lines()) {
        let mut console = Console::new();
        for line in lines {
            console.answer(&line);
        }
        prop_assert_eq!(
            answer(&mut console, "check"),
                        ["done: Every name refers to its object, and every block in use has one owner."]
        );
    }
}
