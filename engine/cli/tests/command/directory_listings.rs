//! Listings, folders, and images in place of names.

use crate::run::{feed, repository, run};
use serde_json::Value;
use std::fs;

fn sample(name: &str) -> String {
    repository().join("engine/models/zfs/tests/listings").join(name).display().to_string()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn listing_gives_the_names_of_its_largest_directory() {
    for (name, directory, command) in [
        ("find-ls.txt", "./shop/orders", "Read as find -ls"),
        ("ls-slk.txt", "shop/orders", "Read as ls -slk"),
        ("ls-l-ibm-1047.txt", "shop/orders", "The text is in IBM-1047 (EBCDIC)."),
        ("find-print0.txt", "./shop/orders", "Lines end with NUL bytes."),
    ] {
        let built = run(&["directory", "build", &sample(name)]);
        assert_eq!((&json(&built.out)["names"], built.code), (&13.into(), 0), "{name}");
        let said = format!(
            "The 13 names in {directory} are used, because none of the 4 directories has more names \
             (--of PATH selects another)."
        );
        assert!(built.err.contains(&said) && built.err.contains(command), "{}", built.err);
    }
    let other = run(&["directory", "list", &sample("du-ak.txt"), "--of", "./shop/with blank", "--format", "json"]);
    let listed = json(&other.out);
    let mut names: Vec<_> = listed["names"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, [".", "..", "Grüße", "a  b", "trailing:"]);
    run(&["directory", "list", &sample("du-ak.txt"), "--of", "/u"]).refused(&["no names in \"/u\"", "./shop/orders"]);
    // A lookup reports a name's line number in the listing.
    let lines = fs::read_to_string(sample("find-ls.txt")).expect("a sample");
    let line = 1 + lines.lines().position(|line| line.ends_with("order.07")).expect("a line");
    let found = run(&["directory", "lookup", &sample("find-ls.txt"), "order.07"]).out;
    assert!(found.starts_with(&format!("order.07: line {line}; ")), "{found}");
}

#[test]
fn folder_gives_its_names() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a", "with blank", "c"] {
        fs::write(folder.path().join(name), "").expect("a file");
    }
    let path = folder.path().display().to_string();
    let built = json(&run(&["directory", "build", &path]).fine());
    assert_eq!(built["names"], 3);
    assert!(run(&["directory", "lookup", &path, "with blank"]).fine().starts_with("with blank: line "));
}

#[test]
fn image_answers_as_the_names_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = (0..3000).fold(String::new(), |text, n| text + &format!("payroll.{n}\n"));
    let names = folder.path().join("names.txt").display().to_string();
    fs::write(&names, &text).expect("a file");
    for format in ["v4", "v5"] {
        let image = folder.path().join(format).display().to_string();
        let build = |more: &[&str]| {
            let all = [&["directory", "build", &names, "--directory-format", format, "--image", &image], more].concat();
            let built = json(&run(&all).fine());
            (built["counts"].is_object(), built["pages"].clone(), fs::read(&image).expect("an image"))
        };
        let counted = build(&[]);
        let fast = build(&["--no-counts"]);
        assert_eq!((counted.0, fast.0), (true, false));
        assert!((&counted.1, &counted.2) == (&fast.1, &fast.2), "the same bytes");
        for question in [&["lookup", "payroll.7", "payroll.2999"][..], &["list", "--most", "50"], &["salvage"]] {
            let (command, rest) = question.split_first().expect("a command");
            let ask = |file: &str, more: &[&str]| run(&[&["directory", command, file], rest, more].concat());
            let expected = ask(&names, &["--directory-format", format]);
            let answer = ask(&image, &[]);
            assert_eq!((&answer.out, answer.code), (&expected.out, expected.code), "{format} {question:?}");
        }
        let other = if format == "v4" { "v5" } else { "v4" };
        run(&["directory", "list", &image, "--directory-format", other]).refused(&["omit --directory-format"]);
        run(&["directory", "build", &image]).refused(&["this is already a directory image: give a file of names"]);
    }
}

#[test]
fn damaged_image_ends_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let image = folder.path().join("image").display().to_string();
    feed(&["directory", "build", "-", "--image", &image], b"a\nb\nc\n").fine();
    let sound = fs::read(&image).expect("an image");
    let with = |bytes: &[u8], question: &[&str]| {
        fs::write(&image, bytes).expect("a file");
        run(&[&["directory", question[0], &image], &question[1..]].concat())
    };
    let mut flipped = sound.clone();
    *flipped.last_mut().expect("a byte") ^= 1;
    let salvage = with(&flipped, &["salvage"]);
    assert_eq!(salvage.code, 1);
    assert!(salvage.out.contains(" is damaged at byte 0: the checksum of the block is wrong"), "{}", salvage.out);
    for question in [&["lookup", "a"][..], &["list"]] {
        with(&flipped, question).refused(&["the checksum of the block is wrong", "run pathlength directory salvage"]);
    }
    let header = [&sound[..20], &[sound[20] ^ 1], &sound[21..]].concat();
    with(&header, &["salvage"]).refused(&["the header of the image is damaged"]);
    with(&sound[..sound.len() - 1], &["list"]).refused(&["bytes after its header instead of"]);
}

#[test]
fn explain_reads_listings_and_links_to_the_lab() {
    let text = (0..5000).fold(String::new(), |text, n| text + &format!("/u/web/page.{n:05}\n"));
    let explain = |more: &[&str]| feed(&[&["explain", "-"], more].concat(), text.as_bytes()).fine();
    let printed = explain(&[]);
    assert!(printed.starts_with("Read as a directory listing.\n\nConclusion: /u/web has 5,000 names."), "{printed}");
    assert!(printed.contains("\nLab: http://127.0.0.1:4173/labs/zfs-directories.html#at=size&s=1."), "{printed}");
    let explained = json(&explain(&["--format", "json", "--site", "https://example.org/p"]));
    assert_eq!((&explained["format"], &explained["conclusion"]["names"]), (&"listing".into(), &5000.into()));
    assert!(
        explained["link"].as_str().expect("a link").starts_with("https://example.org/p/labs/zfs-directories.html#")
    );
    let formats = explained["formats"].as_array().expect("a list");
    assert!(formats[0]["probes_found"].as_f64() > Some(10.0) && formats[1]["probes_found"] == 1.0, "{formats:?}");
    let markdown = explain(&["--format", "markdown"]);
    assert!(markdown.contains("[Lab with these numbers](http://127.0.0.1:4173/labs/"), "{markdown}");
    for site in ["javascript:alert(1)", "https://a b", "https://a/#x"] {
        feed(&["explain", "-", "--site", site], text.as_bytes()).refused(&["is not the address of a site"]);
    }
    // The listing has fewer names than the lab's control allows.
    assert!(!run(&["explain", &sample("find.txt")]).fine().contains("\nLab: "));
}
