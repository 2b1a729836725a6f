//! `pathlength directory` on all kinds of name files.

use crate::run::{Run, feed, run};
use serde_json::Value;

/// Runs `question` with both formats; their exit statuses and messages must be the same.
fn both(question: &[&str], names: &[u8]) -> Run {
    let (command, rest) = question.split_first().expect("a command");
    let ask = |format| feed(&[&["directory", command, "--directory-format", format, "-"], rest].concat(), names);
    let [v4, v5] = ["v4", "v5"].map(ask);
    assert_eq!((v4.code, &v4.err), (v5.code, &v5.err), "{question:?}");
    v5
}

/// Returns a text of `names` different names.
fn payroll(names: u32) -> String {
    (0..names).fold(String::new(), |text, n| text + &format!("payroll.{n}\n"))
}

fn listed(names: &[u8]) -> Vec<String> {
    let text = both(&["list"], names).fine();
    text.lines().filter(|name| !matches!(*name, "." | "..")).map(str::to_owned).collect()
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

#[test]
fn empty_file_makes_an_empty_directory() {
    assert_eq!(listed(b""), [""; 0]);
    let built: Value = serde_json::from_str(&both(&["build"], b"").fine()).expect("JSON");
    assert_eq!((&built["names"], &built["pages"]), (&0.into(), &1.into()));
    assert_eq!(both(&["salvage"], b"").fine(), "1 page is sound\n");
}

#[test]
fn line_ends_do_not_belong_to_names() {
    for text in ["a\nb\nc\n", "a\nb\nc", "a\r\nb\r\nc\r\n", "a\r\nb\nc\r"] {
        assert_eq!(sorted(listed(text.as_bytes())), ["a", "b", "c"], "{text:?}");
    }
}

#[test]
fn name_takes_every_byte_of_utf_8_but_two() {
    let names = ["with space", "\u{e9}t\u{e9}", "\u{1f4be}", "tab\there", "-", "--names", "\"quoted\"", "a,b"];
    assert_eq!(sorted(listed(names.join("\n").as_bytes())), sorted(names.map(str::to_owned).to_vec()));
}

#[test]
fn name_has_up_to_256_bytes() {
    let max_name = "n".repeat(256);
    assert_eq!(listed(max_name.as_bytes()), [max_name.as_str()]);
    let build = both(&["build"], format!("ok\n{max_name}n\n").as_bytes());
    assert!(build.err.contains("line 2: the name has 257 bytes: give at most 256"), "{}", build.err);
}

#[test]
fn invalid_lines_are_counted_and_listed() {
    let text = b"a\n\n\r\nb\0c\nc/d\nb\xff\na\n..\nlast\n";
    let report = both(&["build"], text);
    assert_eq!(report.code, 0, "{report:?}");
    assert!(report.err.contains("-: of 9 lines, 2 entered, 5 rejected (2 duplicates), 2 empty"), "{}", report.err);
    for (line, reason) in
        [(4, "NUL byte at byte 1"), (5, "slash at byte 1"), (6, "not UTF-8"), (7, "already in the directory"), (8, "")]
    {
        let listed = report.err.lines().find(|listed| listed.starts_with(&format!("  line {line}: ")));
        assert!(listed.is_some_and(|listed| listed.contains(reason)), "line {line} in {}", report.err);
    }
    let built: Value = serde_json::from_str(&report.out).expect("JSON");
    assert_eq!((&built["names"], &built["input"]["rejected"]), (&2.into(), &5.into()));
    // Listing and salvage read the same names, and a lookup reports a name's line number in the file.
    for question in [&["list"][..], &["salvage"]] {
        assert_eq!(both(question, text).err, report.err, "{question:?}");
    }
    assert!(both(&["lookup", "last"], text).out.starts_with("last: line 9; "));
    let many = "a\n".repeat(1000);
    assert!(both(&["build"], many.as_bytes()).err.ends_with("\n  and 994 more\n"));
}

#[test]
fn file_without_any_name_is_refused() {
    both(&["build"], b"\n").refused(&["-: no valid name in 1 line: give one name per line\n"]);
    both(&["list"], b"\xff\n/\n").refused(&[
        "no valid name in 2 lines: give one name per line\n",
        "line 1: the name is not UTF-8",
        "line 2: ",
    ]);
}

#[test]
fn byte_order_mark_is_not_part_of_a_name() {
    assert_eq!(sorted(listed("\u{feff}a\nb\n".as_bytes())), ["a", "b"]);
}

#[test]
fn names_may_end_with_nul_bytes() {
    let text = b"a\nb\0c\0";
    let list = feed(&["directory", "list", "-0", "--format", "json", "-"], text).fine();
    let list: Value = serde_json::from_str(&list).expect("JSON");
    let names: Vec<_> = list["names"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(sorted(names.into_iter().map(str::to_owned).collect()), [".", "..", "a\nb", "c"]);
    assert!(list["next"].is_null());
}

#[test]
fn messages_name_the_file_that_was_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("names.txt");
    std::fs::write(&path, "secret\nsecret\n").expect("a file");
    let path = path.to_str().expect("a path");
    let run = run(&["directory", "build", path]);
    assert!(run.err.starts_with(&format!("pathlength: {path}: of 2 lines, 1 entered")), "{}", run.err);
    assert!(!run.err.contains("secret") && !run.err.contains(".rs"), "{}", run.err);
}

#[test]
fn missing_file_is_refused_with_its_name() {
    run(&["directory", "build", "no/such/file"]).refused(&["cannot read no/such/file"]);
}

#[test]
fn lookup_prints_lines_and_exits_1_for_a_missing_name() {
    let found = both(&["lookup", "b"], b"a\nb\n").fine();
    assert!(found.starts_with("b: line 2; 1 page probed, "), "{found}");
    let run = both(&["lookup", "b", "nobody", "a"], b"a\nb\n");
    assert_eq!((run.code, run.out.lines().count()), (1, 3), "{run:?}");
    assert!(run.out.contains("nobody: not found") && run.out.contains("a: line 1"), "{}", run.out);
}

#[test]
fn texts_have_the_plural_for_more_than_one() {
    let ask = |arguments: &[&str], names: &str| {
        feed(&[&["directory"], arguments, &["--directory-format", "v4", "-"]].concat(), names.as_bytes())
    };
    let build = ["build", "--format", "text"];
    assert!(ask(&build, "a\n").fine().starts_with("1 name in 1 page (8 KB), "));
    assert!(ask(&build, &payroll(400)).fine().starts_with("400 names in 2 pages (16 KB), "));
    assert_eq!(ask(&["salvage"], "a\n").fine(), "1 page is sound\n");
    assert_eq!(ask(&["salvage"], &payroll(400)).fine(), "2 pages are sound\n");
    assert!(ask(&build, "a\n\na\n").err.contains("of 3 lines, 1 entered, 1 rejected (1 duplicate), 1 empty"));
    assert!(ask(&build, "a\na\na\n").err.contains("of 3 lines, 1 entered, 2 rejected (2 duplicates), 0 empty"));
}

#[test]
fn listing_continues_at_its_cookie() {
    let names = payroll(400);
    for format in ["v4", "v5"] {
        let list = |cookie: &str| {
            let question =
                ["directory", "list", "--most", "150", "--cookie", cookie, "--directory-format", format, "-"];
            feed(&question, names.as_bytes())
        };
        let (mut all, mut cookie) = (Vec::new(), "0".to_owned());
        loop {
            let part = list(&cookie);
            assert_eq!(part.code, 0, "{part:?}");
            all.extend(part.out.lines().map(str::to_owned));
            match part.err.strip_prefix("pathlength: more names follow: continue with --cookie ") {
                Some(next) => next.trim().clone_into(&mut cookie),
                None => break,
            }
        }
        let whole = feed(&["directory", "list", "--directory-format", format, "-"], names.as_bytes()).fine();
        assert_eq!(all.join("\n") + "\n", whole);
        assert_eq!(whole.lines().count(), 402);
    }
}

#[test]
fn listing_of_zero_names_is_refused() {
    assert_eq!(feed(&["directory", "list", "--most", "0", "-"], b"a\n").code, 2);
}

#[test]
fn foreign_cookie_is_refused_or_continues() {
    feed(&["directory", "list", "--directory-format", "v4", "--cookie", "65536", "-"], b"a\nb\n")
        .refused(&["cookie 65536", "cookie 0"]);
    for cookie in ["1", "31", "8191", "8192", "4294967296", "18446744073709551615"] {
        for format in ["v4", "v5"] {
            let run = feed(&["directory", "list", "--cookie", cookie, "--directory-format", format, "-"], b"a\nb\n");
            assert!(matches!(run.code, 0 | 2) && !run.err.contains("panicked"), "{run:?}");
        }
    }
}

#[test]
fn build_counts_what_building_took() {
    let names = payroll(1000);
    for format in ["v4", "v5"] {
        let text = feed(&["directory", "build", "--directory-format", format, "-"], names.as_bytes()).fine();
        let built: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(built["names"], 1000);
        let counts = &built["counts"];
        let count = |name: &str| counts[name].as_u64().expect("a count");
        // A creation searches first and changes at least one block.
        assert!(count("pages_probed") >= 1000 && count("blocks_logged") >= 1000, "{counts}");
        assert_eq!(count("pages_freed") + count("merges"), 0, "{counts}");
    }
}

#[test]
fn metadata_cache_misses_each_page_once_if_large_else_always() {
    let names = payroll(1000);
    for format in ["v4", "v5"] {
        let build = |pages: &str| -> Value {
            let ask = ["directory", "build", "--directory-format", format, "--metadata-cache", pages, "-"];
            serde_json::from_str(&feed(&ask, names.as_bytes()).fine()).expect("JSON")
        };
        let (none, large) = (build("0"), build("1000"));
        let count = |built: &Value, name: &str| built["metadata_cache"][name].as_u64().expect("a count");
        assert_eq!(count(&none, "hits"), 0);
        assert_eq!(count(&none, "misses"), count(&large, "hits") + count(&large, "misses"));
        assert!(count(&large, "misses") <= large["pages"].as_u64().expect("a count"), "{large}");
    }
}
