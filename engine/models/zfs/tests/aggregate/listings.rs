//! Listings from real tools: every form contains the directories and names of the same tree. `tests/listings` contains
//! the samples.

use pathlength_zfs::aggregate::plan::{
    Candidate, Input, InputError, InputFormat, Reader, SpaceUnit, is_listing, listed_names,
};
use std::path::Path;

fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/listings").join(name);
    std::fs::read(path).expect("a sample")
}

fn read(bytes: &[u8]) -> Result<Input, InputError> {
    let mut reader = Reader::default();
    reader.push(bytes)?;
    reader.finish()
}

/// Returns the path, number of names, and kilobytes of each directory, with paths from the root of the tree.
fn directories(name: &str) -> Vec<(String, Option<u64>, Option<u64>)> {
    let input = read(&sample(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(input.form, InputFormat::Listing, "{name}");
    let short = |path: String| path.trim_start_matches("./").to_owned();
    let all = input
        .candidates
        .into_iter()
        .map(|Candidate { path, entries, kilobytes, .. }| (short(path), entries, kilobytes));
    all.collect()
}

/// The directories of the tree with their numbers of names. Each directory takes 4 KB.
const TREE: [(&str, u64); 5] =
    [("shop", 7), ("shop/empty", 0), ("shop/orders", 13), ("shop/orders/2026", 5), ("shop/with blank", 3)];

#[test]
fn listing_of_any_command_has_directories_and_names_of_tree() {
    for (name, has_empty, has_sizes) in [
        ("ls-l-locale.txt", true, true),
        ("ls-l-iso.txt", true, true),
        ("ls-l-long-iso.txt", true, true),
        ("ls-l-full-iso.txt", true, true),
        ("ls-l-ibm-1047.txt", true, true),
        ("ls-slk.txt", true, true),
        ("ls-la.txt", true, true),
        ("ls-lis.txt", true, true),
        ("ls-li.txt", true, true),
        ("ls-1R.txt", true, false),
        ("find.txt", false, false),
        ("find-depth.txt", false, false),
        ("find-print0.txt", false, false),
        ("find-ls.txt", true, true),
        ("find-printf.txt", true, true),
        ("du-ak.txt", false, false),
    ] {
        // Without types, an empty directory looks like a file.
        let tree = TREE.into_iter().filter(|(_, names)| has_empty || *names > 0);
        let expected: Vec<_> = tree
            .map(|(path, names)| {
                // A listing without "." entries does not contain the size of the first directory.
                let is_unknown = path == "shop" && !name.starts_with("find-") && name != "ls-la.txt";
                (path.to_owned(), Some(names), Some(4).filter(|_| has_sizes && !is_unknown))
            })
            .collect();
        assert_eq!(directories(name), expected, "{name}");
    }
}

#[test]
fn listing_describes_command_units_and_skipped_lines() {
    for (name, expected) in [
        ("ls-l-locale.txt", "Read as ls -l: sizes are the lengths of directories in bytes, rounded up to KB."),
        ("ls-slk.txt", "Read as ls -slk: sizes in KB."),
        ("ls-lis.txt", "Read as ls -slk: sizes in KB."),
        (
            "ls-li.txt",
            "Read as ls -l: sizes are the lengths of directories in bytes, rounded up to KB. A number in the first \
             column exceeds the total of its list, so this column does not contain sizes in KB and is not used.",
        ),
        ("ls-1R.txt", "Read as ls -R: names only, without sizes."),
        ("ls-l-ibm-1047.txt", "The text is in IBM-1047 (EBCDIC)."),
        ("find-ls.txt", "\"./shop\" is a starting point and not counted as a name."),
        ("find-print0.txt", "Lines end with NUL bytes."),
        ("find-ls.txt", "Read as find -ls: each path is a name in its directory; sizes in KB"),
        ("find-printf.txt", "Read as find -printf '%y %k %p\\n'"),
        ("du-ak.txt", "Read as du -a: each path is a name in its directory."),
        ("df-k.txt", "Read as df: space in 1,024-byte units, according to the header; the number of files is missing"),
        ("df-output.txt", "number of files and directories from IUsed"),
        ("aggrinfo.txt", "Read as zfsadm aggrinfo: space in KB. Aggregates listed with version 1.5: 1 of 1."),
    ] {
        let input = read(&sample(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(input.reading.contains(expected), "{name}: {}", input.reading);
    }
}

#[test]
fn listing_numbers_above_their_total_are_not_sizes() {
    // The directory is 9,000 bytes long, or 9 KB rounded up, and the total of the list is 12 KB.
    for (first, kilobytes, is_size) in [(11, 11, true), (12, 12, true), (13, 9, false), (10_119_444, 9, false)] {
        let listing = format!("/u:\ntotal 12\n{first} drwxr-xr-x 2 A B 9000 Mar  2  2026 a\n");
        let input = read(listing.as_bytes()).expect("a listing");
        let found: Vec<_> = input.candidates.iter().map(|one| (one.path.as_str(), one.kilobytes)).collect();
        assert_eq!(found, [("/u", None), ("/u/a", Some(kilobytes))], "{first}");
        assert_eq!(input.reading.starts_with("Read as ls -slk: sizes in KB."), is_size, "{first}: {}", input.reading);
    }
}

#[test]
fn files_without_their_directories_are_counted_in_them() {
    let expected = [("shop", 4), ("shop/orders", 12), ("shop/orders/2026", 5), ("shop/with blank", 3)];
    let expected = expected.map(|(path, names)| (path.to_owned(), Some(names), None));
    assert_eq!(directories("find-files.txt"), expected);
}

#[test]
fn find_starting_points_are_not_counted_as_names() {
    let entries = |text: &str| {
        let all = read(text.as_bytes()).expect("a listing").candidates.into_iter();
        all.map(|one| (one.path, one.entries.unwrap_or(0))).collect::<Vec<_>>()
    };
    let expected = |all: &[(&str, u64)]| all.iter().map(|(path, n)| ((*path).to_owned(), *n)).collect::<Vec<_>>();
    let start = "src\nsrc/a\nsrc/b\nsrc/b/c\n";
    assert_eq!(entries(start), expected(&[("src", 2), ("src/b", 1)]));
    assert_eq!(read(start.as_bytes()).expect("a listing").rejected.count, 0);
    assert_eq!(entries("/u/a\n/u/a/x\n/u/b\n/u/b/y\n"), expected(&[("/u/a", 1), ("/u/b", 1)]));
    // `find -mindepth 1` omits its starting point: a file next to the directories shows that every line is an entry.
    assert_eq!(entries("/u/a\n/u/a/x\n/u/f\n"), expected(&[("/u", 2), ("/u/a", 1)]));
    assert_eq!(entries("/\n/a\n/a/b\n"), expected(&[("/", 1), ("/a", 1)]));
}

#[test]
fn du_without_files_is_refused() {
    let error = read(b"4\t/a/b\n900\t/a\n8\t/c\n").expect_err("no names").to_string();
    assert!(
        error.contains("\"/a\" has 896 KB beyond its listed names (1)") && error.ends_with("run du -ak"),
        "{error}"
    );
    assert!(read(b"4\t/a/b\n60\t/a\n").is_ok());
}

#[test]
fn df_of_any_columns_has_sizes_and_objects() {
    for name in ["df-k.txt", "df-kT.txt", "df-P.txt", "df-output.txt"] {
        let FileSystemsOf { unit, rows } = file_systems(name);
        assert_eq!(unit, SpaceUnit::Kilobyte, "{name}");
        let all: Vec<_> = rows.iter().map(|(mounted_on, _, total, _)| (mounted_on.as_str(), *total)).collect();
        assert_eq!(all, [("/", 264_212_084), ("/dev/shm", 24_684_092)], "{name}");
        let objects = rows.iter().map(|row| row.3).collect::<Vec<_>>();
        let expected = if name == "df-output.txt" { [Some(552_773), Some(1)] } else { [None, None] };
        assert_eq!(objects, expected, "{name}");
    }
    for name in ["df-h.txt", "df-i.txt"] {
        let error = read(&sample(name)).expect_err("no exact sizes").to_string();
        assert!(error.starts_with("line 1: this is the output of df without exact sizes: paste"), "{error}");
    }
}

struct FileSystemsOf {
    unit: SpaceUnit,
    rows: Vec<(String, u64, u64, Option<u64>)>,
}

/// Returns the mount points with their free and total units, and their numbers of objects.
fn file_systems(name: &str) -> FileSystemsOf {
    let input = read(&sample(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let rows = input.file_systems.lines.into_iter();
    let rows = rows.map(|line| (line.mounted_on, line.available.0, line.available.1, line.objects)).collect();
    FileSystemsOf { unit: input.file_systems.unit, rows }
}

#[test]
fn aggregate_free_space_must_equal_blocks_and_fragments() {
    let FileSystemsOf { unit, rows } = file_systems("aggrinfo.txt");
    assert_eq!(
        (unit, rows),
        (SpaceUnit::Kilobyte, vec![("OMVSSPN.VER15.ZFS".to_owned(), 26_600_551, 59_261_760, None)])
    );
    let text = String::from_utf8(sample("aggrinfo.txt")).expect("text");
    let input = read(text.replace("7 free 1K", "8 free 1K").as_bytes()).expect("a file system");
    assert!(
        input
            .reading
            .contains("line 7: the free 8 KB blocks (3325068) and 1 KB fragments (8) do not add up to the 26600551 K"),
        "{}",
        input.reading
    );
}

#[test]
fn lines_that_do_not_fit_are_counted_and_left_out() {
    let text = "ls: cannot open directory '/u/x': Permission denied\n/u:\ntotal 8\nls: cannot access 'y'\n\
                8 drwxr-xr-x 2 A B 8192 Aug 12 13:45 small\n4 -rw-r--r-- 1 A B 1 Aug 12 13:45 one\n";
    let input = read(text.as_bytes()).expect("a listing");
    assert_eq!((input.rejected.count, input.rejected.first.len()), (2, 2));
    assert_eq!(input.candidates[0].entries, Some(2));
    assert!(input.reading.contains("2 lines are invalid and left out; the first: line 1: "), "{}", input.reading);
    let more = format!("{text}{}", "nonsense\n".repeat(9));
    let error = read(more.as_bytes()).expect_err("mostly nonsense").to_string();
    assert!(error.starts_with("line 1: ") && error.ends_with("(invalid lines: 11 of 13)"), "{error}");
}

#[test]
fn names_of_largest_or_named_directory_are_those_of_tree() {
    let orders: Vec<_> = (1..=12).map(|n| format!("order.{n:02}")).chain(["2026".to_owned()]).collect();
    for (name, root) in [
        ("ls-l-locale.txt", ""),
        ("ls-l-ibm-1047.txt", ""),
        ("ls-la.txt", ""),
        ("ls-li.txt", ""),
        ("find-ls.txt", "./"),
        ("find-print0.txt", "./"),
        ("find-printf.txt", "./"),
        ("du-ak.txt", "./"),
    ] {
        let bytes = sample(name);
        let names = |path: Option<&str>| {
            let listed = listed_names(&bytes, path).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut names: Vec<_> = listed.names.into_iter().map(|(_, name)| name).collect();
            names.sort();
            (listed.directory, listed.directories, names)
        };
        let mut expected = orders.clone();
        expected.sort();
        assert_eq!(names(None), (format!("{root}shop/orders"), 4, expected), "{name}");
        let blank = names(Some(&format!("{root}shop/with blank"))).2;
        assert_eq!(blank, ["Grüße", "a  b", "trailing:"], "{name}");
        let all = names(Some(&format!("{root}shop"))).2;
        assert_eq!(all, [".hidden", "a -> b", "empty", "orders", "pipe", "readme.txt", "with blank"], "{name}");
    }
    let error = listed_names(&sample("du-ak.txt"), Some("/u")).expect_err("no such directory").to_string();
    assert_eq!(error, "the listing has no names in \"/u\": give another directory, such as \"./shop/orders\"");
}

#[test]
fn listings_differ_from_names_by_paths_modes_and_totals() {
    // The output of `ls -R` for a relative path begins with lines that can be names.
    let names = ["ls-1.txt", "find-names.txt", "ls-1R.txt"];
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/listings")).expect("samples") {
        let name = entry.expect("a sample").file_name().into_string().expect("text");
        let is_one = ["ls-", "find", "du-"].iter().any(|start| name.starts_with(start)) && !names.contains(&&*name);
        if name != "make-tree.sh" {
            assert_eq!(is_listing(&sample(&name)), is_one, "{name}");
        }
    }
    assert!(is_listing(b"total 8\n-rw-r--r-- 1 a b 5 Mar  2  2026 x\n") && !is_listing(b"total 8\nx\n"));
    assert!(is_listing(b".:\ntotal 0\n") && is_listing(b".\n./a\n") && !is_listing(b".\n..\na\n"));
}

#[test]
fn cut_and_changed_samples_are_read_or_refused() {
    // A fixed sequence of changes: xorshift.
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut draw = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut accepted = 0;
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/listings")).expect("samples") {
        let whole = std::fs::read(entry.expect("a sample").path()).expect("a sample");
        for _ in 0..200 {
            let mut bytes = whole.clone();
            for _ in 0..=draw(4) {
                let at = draw(bytes.len());
                match draw(4) {
                    0 => bytes[at] = b"0 /\n\0:-.\x15d"[draw(10)],
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, b"/ \n:9-l"[draw(7)]),
                    _ => bytes[at] = draw(256) as u8,
                }
            }
            bytes.truncate(bytes.len() - draw(bytes.len()) / 4);
            let result = read(&bytes);
            let chunk = 1 + draw(30);
            let mut reader = Reader::default();
            let in_chunks = bytes.chunks(chunk).try_for_each(|piece| reader.push(piece)).and_then(|()| reader.finish());
            assert_eq!(in_chunks, result, "the result depends on the chunks");
            accepted += usize::from(result.is_ok());
            let names = listed_names(&bytes, None);
            if let (Ok(input), Ok(names)) = (result, names) {
                let largest = input.candidates.iter().filter_map(|candidate| candidate.entries).max();
                // A directory that is listed twice is counted once.
                assert!(Some((names.names.len() + names.not_utf8) as u64) >= largest);
            }
        }
    }
    assert!(accepted > 3000, "{accepted} changed samples were read");
}
