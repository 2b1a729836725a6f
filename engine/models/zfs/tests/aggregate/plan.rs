//! The planner: parsing the output of commands, and the order of the plan.

use pathlength_zfs::aggregate::plan::{
    Benefit, Candidate, Guidelines, Input, InputError, InputFormat, Reader, SpaceUnit, plan, read as read_declared,
};
use proptest::prelude::*;
use std::fmt::Write;

/// Reads text without declaring the unit of `df`.
fn read(text: &str) -> Result<Input, InputError> {
    read_declared(text, None)
}

fn guidelines() -> Guidelines {
    Guidelines {
        some_benefit_kilobytes: 160,
        considerable_entries: 10_000,
        considerable_kilobytes: 800,
        bytes_per_entry: 80.0,
        measured_entries: 2_000..=50_000,
        rates: vec![("slow".to_owned(), 1000.0), ("fast".to_owned(), 4000.0)],
    }
}

fn known(path: &str, entries: Option<u64>, kilobytes: Option<u64>, operations: Option<u64>) -> Candidate {
    Candidate { path: path.to_owned(), entries, kilobytes, operations }
}

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn listing_recursive_has_sizes_and_numbers_of_names() {
    let text = "/u:\ntotal 180\n   8 drwxr-xr-x   2 OMVSKERN SYS1  8192 Aug 12 13:45 small\n 172 drwxr-xr-x   2 OMVSKERN \
                SYS1 176128 Aug 12 13:45 with a blank\n   4 -rw-r--r--   1 OMVSKERN SYS1  1024 Aug 12  2015 file\n\n\
                /u/small:\ntotal 8\n   4 -rw-r--r--   1 OMVSKERN SYS1  1024 Aug 12 13:45 one\n";
    let input = read(text).unwrap();
    assert_eq!(input.form, InputFormat::Listing);
    assert_eq!(
        input.candidates,
        [
            known("/u", Some(3), None, None),
            known("/u/small", Some(1), Some(8), None),
            known("/u/with a blank", None, Some(172), None),
        ]
    );
}

#[test]
fn listing_with_dot_entries_has_size_of_directory() {
    let text = "/:\ntotal 48\n 20 drwxr-xr-x 3 A B 8192 Aug 12 13:45 .\n 20 drwxr-xr-x 3 A B 8192 Aug 12 13:45 ..\n  0 \
                crw-rw-rw- 1 A B 1, 3 Aug 12 13:45 null\n  8 drwxr-xr-x 3 A B 8192 Aug 12 13:45 bin\n";
    let input = read(text).unwrap();
    assert_eq!(input.candidates, [known("/", Some(2), Some(20), None), known("/bin", None, Some(8), None)]);
}

#[test]
fn csv_with_any_column_order_and_commas_in_paths_is_parsed() {
    let input = read("path,operations,entries\n/a,5,100\n/b,c,,200\n").unwrap();
    assert_eq!(input.candidates, [known("/a", Some(100), None, Some(5)), known("/b,c", Some(200), None, None)]);
}

#[test]
fn file_systems_and_operations_are_parsed() {
    let text = "Mounted on     Filesystem                Avail/Total    Files      Status\n\
                /u/a           (OMVS.U.A)                1000/72000     4294967000/4294967295 Available\n\
                /              (OMVS.ROOT)               2/4            50         Available\n";
    let input = read(text).unwrap();
    assert_eq!(input.form, InputFormat::FileSystems);
    let seen: Vec<_> =
        input.file_systems.lines.iter().map(|fs| (&fs.mounted_on[..], &fs.name[..], fs.objects)).collect();
    assert_eq!(seen, [("/u/a", "OMVS.U.A", Some(295)), ("/", "OMVS.ROOT", None)]);

    let text = "Operation      Count    XCF req   Avg Time   Bytes\n---------- ------ ---\nzfs_opens   37  0  0.053\n\
                zfs_reads  4160  0  0.080  16.234M\n*TOTALS*  4197 0 0.079\n";
    let input = read(text).unwrap();
    let seen: Vec<_> = input.operations.iter().map(|line| (&line.operation[..], line.count)).collect();
    assert_eq!(seen, [("zfs_opens", 37), ("zfs_reads", 4160)]);
}

#[test]
fn invalid_text_is_refused_with_its_line() {
    assert!(error("").starts_with("the text is empty"));
    assert!(error("\n \n").starts_with("the text is empty"));
    assert!(
        error("/u:\ntotal 8\n\u{fffd}\u{1}garbage\nmore\nand more\n")
            .starts_with("line 3: this is neither a line of ls -slk")
    );
    assert!(
        error("some words\nand more\n")
            .starts_with("line 1: the text does not begin like the output of a known command")
    );
    // Two listings without the paths of their directories.
    let list = "total 8\n   8 drwxr-xr-x   2 OMVSKERN SYS1  8192 Aug 12 13:45 small\n";
    assert_eq!(read(list).unwrap().candidates.len(), 2);
    assert!(error(&[list, list].concat()).starts_with("line 3: a second total follows without the path"));
    assert!(error(&["/u:\n", list, "\n", list].concat()).starts_with("line 5: a second total follows"));
    assert_eq!(
        error("path,entries\n/b,many\n"),
        "line 2: \"many\" is not a valid number of entries: give a whole number up to 100000000000000"
    );
    assert!(error("path,entries\n/a,100000000000001\n").starts_with("line 2: \"100000000000001\" is not"));
    assert!(error("path,entries,path\n").starts_with("line 1: two columns are called \"path\""));
    assert_eq!(error("path,entries\n/a\n"), "line 2: the line has 1 of 2 cells: give a cell for each column");
    assert_eq!(error("path,size\n"), "line 1: unknown column \"size\": use path, entries, kilobytes, or operations");
    assert!(error("Mounted on Filesystem\nnonsense\n").starts_with("line 2: this is not a line of df -t"));
    assert_eq!(
        error("Operation Count\nzfs_opens\n"),
        "line 2: the operation \"zfs_opens\" has no count: add the count"
    );
}

#[test]
fn ranked_plan_is_sorted_by_seconds_saved() {
    let mut plan = plan(
        [
            known("/little", Some(10), None, Some(1_000_000)),
            known("/some", Some(3_000), None, Some(7)),
            known("/considerable", Some(10_000), None, None),
            known("/busy", Some(20_000), None, Some(900)),
            known("/by-size", None, Some(800), Some(9)),
            known("/also-some", None, Some(161), None),
            known("/just-little", None, Some(160), None),
        ],
        &guidelines(),
    );
    // Conversion saves n microseconds per operation in a directory of n names; 800 KB at 80 bytes per name are 10,240
    // names.
    plan.rank(|names| names as f64 / 1e6);
    let order: Vec<_> = plan.steps.iter().map(|step| (&step.candidate.path[..], step.seconds_saved)).collect();
    assert_eq!(
        order,
        [
            ("/busy", Some(18.0)),
            ("/little", Some(10.0)),
            ("/by-size", Some(0.09216)),
            ("/some", Some(0.021)),
            ("/considerable", None),
            ("/also-some", None),
            ("/just-little", None),
        ]
    );
    let benefits: Vec<_> = plan.steps.iter().map(|step| step.benefit).collect();
    let [little, some, considerable] = [Benefit::Little, Benefit::Some, Benefit::Considerable];
    assert_eq!(benefits, [considerable, little, considerable, some, considerable, some, little]);
    let busy = &plan.steps[0];
    assert_eq!((busy.free_kilobytes, busy.entries_estimated), (1563, false));
    assert_eq!(guidelines().seconds(20_000).collect::<Vec<_>>(), [20.0, 5.0]);
    assert_eq!(plan.max_free_kilobytes, 1563);
    let all: f64 = plan.steps.iter().filter_map(|step| step.candidate.entries).map(|names| names as f64 / 1000.0).sum();
    assert!((plan.all_seconds[0] - all).abs() < 1e-9 && (plan.all_seconds[1] - all / 4.0).abs() < 1e-9);
}

#[test]
fn listing_in_any_time_style_has_the_same_names() {
    for time in [
        "Aug 12 13:45",
        "Aug 12  2015",
        "12. Aug 13:45",
        "12 août  2015",
        " 8月 12 13:45",
        "2015-08-12 13:45",
        "2015-08-12 13:45:10.123456789 +0200",
        "2015-08-12 13:45:10 -0500",
        "2015-08-12 ",
        "08-12 13:45",
    ] {
        let text =
            format!("/u:\ntotal 9\n 8 drwxr-xr-x 2 A B 8192 {time} RelNotes 2.0\n 1 -rw-r--r-- 1 A B 10 {time} x\n");
        let candidates = read(&text).unwrap().candidates;
        assert_eq!(
            candidates,
            [known("/u", Some(2), None, None), known("/u/RelNotes 2.0", None, Some(8), None)],
            "{time}"
        );
    }
}

#[test]
fn listing_in_an_unknown_time_style_is_refused_with_its_line() {
    for time in ["1439387110", "Aug 12 13:45:10 2015", "2015-08-12 13:45:10", "12.08.2015 13:45", "2015-08-12T13:45"] {
        let text = format!("/u:\ntotal 8\n   8 drwxr-xr-x   2 A B 8192 {time} name\n");
        let error = error(&text);
        assert!(
            error.starts_with(&format!(
                "line 3: \"{time} name\" does not begin with a time in a known format: run ls with"
            )),
            "{error}"
        );
    }
}

#[test]
fn df_unit_is_detected_declared_or_requested() {
    let head = "Mounted on     Filesystem   Avail/Total    Files      Status\n";
    let with_t = "/u (OMVS.U) 182912/720000 4294950000/4294967295 Available\n";
    let without_t = "/u (OMVS.U) 182912/720000 4294950000 Available\n";
    let odd = "/v (OMVS.V) 1001/720000 4294950000/4294967295 Available\n";
    let unit = |lines: &str, declared| {
        let input = read_declared(&format!("{head}{lines}"), declared).map_err(|error| error.to_string())?;
        Ok::<_, String>((input.file_systems.unit, input.file_systems.declared))
    };
    assert_eq!(unit(with_t, None), Ok((SpaceUnit::HalfKilobyte, false)));
    assert!(unit(without_t, None).unwrap_err().starts_with("the column Files has no slash, as in df without -t"));
    assert!(
        unit(&[with_t, odd].concat(), None).unwrap_err().starts_with("line 3: an odd number of units is impossible")
    );
    for declared in [SpaceUnit::HalfKilobyte, SpaceUnit::Kilobyte] {
        for lines in [with_t, without_t, odd] {
            assert_eq!(unit(lines, Some(declared)), Ok((declared, true)));
        }
    }
}

#[test]
fn output_of_similar_command_is_refused_with_suggestion() {
    for (text, command) in [
        ("Mounted on\nIOEZ00438I Starting Query Command KNPFS.\n", "not a line of df -t"),
        ("zfs_opens 37 0 0.053\n", "zfsadm query -knpfs"),
        ("Operation Count\nzfs_reads some 0 0.1\n", "line 2: a table of zfsadm query -knpfs"),
        ("File System Name: OMVS.U\n", "the output of zfsadm fsinfo is not supported"),
        ("Filesystem Size Used Avail Use% Mounted on\n", "the output of df -t on z/OS"),
        ("/u (OMVS.U) 1000/72000 4294967000/4294967295 Available\n", "the entire output of df -t"),
    ] {
        let error = error(text);
        assert!(error.starts_with("line ") && error.contains(command), "{text}: {error}");
    }
}

#[test]
fn tables_of_calls_are_added_below_their_captions() {
    let text = "IOEZ00438I Starting Query Command KNPFS.\n\n        PFS Calls on Owner\n        ------------------\n\
                Operation      Count  XCF req.  Avg Time\n---------      -----\nzfs_opens      37     0    0.053\n\
                zfs_lookups    5      0         0.1\n*TOTALS*       42     0    0.053\n\n        PFS Calls on Client\n\
                Operation      Count  XCF req.  Avg Time\nzfs_lookups    7      0         0.1\n";
    let input = read(text).unwrap();
    let counts: Vec<_> = input.operations.iter().map(|line| (line.operation.as_str(), line.count)).collect();
    assert_eq!((counts, input.operation_tables), (vec![("zfs_opens", 37), ("zfs_lookups", 12)], 2));
    for caption in ["        PFS Calls on Owner\n", "IOEZ00438I Starting Query Command KNPFS.\n"] {
        assert!(error(caption).contains("paste the table below them"), "{}", error(caption));
    }
}

#[test]
fn million_lines_are_parsed() {
    let mut text = String::from("/large:\n");
    for name in 0..1_000_000 {
        writeln!(text, "4 -rw-r--r-- 1 A B 10 Aug 12 13:45 {name}").unwrap();
    }
    assert_eq!(read(&text).unwrap().candidates, [known("/large", Some(1_000_000), None, None)]);
}

/// Generates lines as commands print them, and other text.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let first = prop::sample::select(vec![
        "",
        "path,entries,operations",
        "kilobytes,path",
        "Mounted on Filesystem Avail/Total Files Status",
        "Operation Count",
        "/u:",
        "\u{feff}path,entries",
    ]);
    let line = prop::sample::select(vec![
        "/a,12,3",
        "\"/b, \"\"c\"\"\",100000000000000,0",
        "/d (OMVS.D) 1000/72000 4294967000/4294967295 Available",
        "/e (OMVS.E) 100000000000000/1 50",
        "zfs_lookups 804133 0 0.021",
        "---------- ----- ---",
        "total 1264",
        "   8 drwxr-xr-x 2 SHOP STAFF 8192 Jul 29 09:14 bin",
        "100000000000000 drwxr-xr-x 2 A B 8192 2015-08-12 13:45 large",
        "  0 crw-rw-rw- 1 A B 1, 3 Aug 12 13:45 null",
        "/u/bin:",
        "",
    ]);
    let line = prop_oneof![8 => line.prop_map(|line| line.as_bytes().to_vec()), 1 => prop::collection::vec(any::<u8>(), 0..40)];
    (first, prop::collection::vec(line, 0..12)).prop_map(|(first, lines)| {
        let mut text = first.as_bytes().to_vec();
        for line in lines {
            text.push(b'\n');
            text.extend(line);
        }
        text
    })
}

fn in_chunks(text: &[u8], size: usize) -> Result<Input, InputError> {
    let mut reader = Reader::default();
    text.chunks(size).try_for_each(|piece| reader.push(piece))?;
    reader.finish()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_planned_or_refused_with_its_line(text in texts(), size in 1_usize..50) {
        let whole = in_chunks(&text, text.len().max(1));
        prop_assert_eq!(&in_chunks(&text, size), &whole, "the result depends on the chunks");
        match whole {
            Ok(input) => {
                let all = input.candidates.len();
                let mut planned = plan(input.candidates, &guidelines());
                planned.rank(|names| names as f64 * 1e-9);
                prop_assert_eq!(planned.steps.len(), all);
                prop_assert!(planned.steps.is_sorted_by(|a, b| a.seconds_saved >= b.seconds_saved));
                prop_assert!(planned.all_seconds.iter().all(|seconds| seconds.is_finite() && *seconds >= 0.0));
            }
            Err(InputError { line, what }) => {
                let lines = text.split(|byte| *byte == b'\n').count();
                prop_assert!(line <= lines && (line > 0 || ["the text is empty", "the column Files"].iter().any(|whole| what.starts_with(whole))), "{}: {}", line, what);
            }
        }
    }
}
