//! A live directory accepts any text in any chunks, and any damage to its pages.

use pathlength_zfs::directory::live::{LiveDirectory, LoadSummary, Operation, Trace};
use pathlength_zfs::directory::{Cookie, Format, NamesText};
use proptest::prelude::*;
use std::collections::BTreeSet;

const FORMATS: [Format; 2] = [Format::V4, Format::V5];

fn live(format: Format) -> LiveDirectory {
    LiveDirectory::new(format).expect("space for a page")
}

/// Loads `text` cut at `cuts`.
fn load(directory: &mut LiveDirectory, text: &[u8], cuts: &[usize]) -> LoadSummary {
    let mut at = 0;
    for &cut in cuts.iter().filter(|cut| **cut < text.len()) {
        if cut > at {
            directory.load(&text[at..cut], false);
            at = cut;
        }
    }
    directory.load(&text[at..], true)
}

fn listed(directory: &mut LiveDirectory) -> BTreeSet<String> {
    let (mut names, next) = directory.list(Cookie::START, u32::MAX, &mut Trace::default()).expect("sound");
    assert_eq!(next, None);
    names.retain(|name| !matches!(name.as_str(), "." | ".."));
    names.into_iter().collect()
}

fn reasons(loaded: &LoadSummary) -> Vec<(u32, &str)> {
    loaded.rejections.iter().map(|rejection| (rejection.line, rejection.reason.as_str())).collect()
}

#[test]
fn load_adds_ignores_or_rejects_every_line() {
    let text =
        [b"a\n\n\r\nb\r\na\nc\0d\ne/f\n\xff\n".as_slice(), &[b'x'; 300], b"\r\n..\n", "\u{e9}".as_bytes()].concat();
    for format in FORMATS {
        let mut directory = live(format);
        let loaded = load(&mut directory, &text, &[]);
        assert_eq!((loaded.lines, loaded.entered, loaded.empty, loaded.rejected), (11, 3, 2, 6));
        let expected = [
            (5, "the name is already in the directory: give another name"),
            (6, "the name has a NUL byte at byte 1: remove it"),
            (7, "the name has a slash at byte 1: give one component of the path"),
            (8, "the name is not UTF-8"),
            (9, "the name has 300 bytes: give at most 256"),
            (10, "the name is already in the directory: give another name"),
        ];
        assert_eq!(reasons(&loaded), expected);
        assert_eq!(listed(&mut directory), ["a", "b", "\u{e9}"].map(str::to_owned).into());
    }
}

#[test]
fn load_reports_first_rejections_only() {
    let loaded = load(&mut live(Format::V5), &b"same\n".repeat(1000), &[]);
    assert_eq!((loaded.entered, loaded.rejected, loaded.rejections.len()), (1, 999, 20));
}

#[test]
fn load_after_end_of_text_starts_new_report() {
    let mut directory = live(Format::V4);
    assert_eq!(directory.load(b"a\nb", true).lines, 2);
    let second = directory.load(b"b\nc", true);
    assert_eq!((second.lines, second.entered, reasons(&second).len()), (2, 1, 1));
    assert_eq!(directory.load(b"", true), LoadSummary::default());
}

#[test]
fn load_endless_line_is_rejected_with_its_length() {
    let mut directory = live(Format::V5);
    for _ in 0..1000 {
        directory.load(&[b'x'; 10_000], false);
    }
    let loaded = directory.load(b"\r\nnext\n", true);
    assert_eq!(reasons(&loaded), [(1, "the name has 10000000 bytes: give at most 256")]);
    assert_eq!((loaded.entered, listed(&mut directory)), (1, ["next".to_owned()].into()));
}

#[test]
fn list_of_zero_names_keeps_position() {
    for format in FORMATS {
        let mut directory = live(format);
        directory.load(b"a\nb\n", true);
        let (names, next) = directory.list(Cookie::START, 0, &mut Trace::default()).expect("sound");
        assert_eq!((names.len(), next), (0, Some(Cookie::START)));
    }
}

#[test]
fn missing_pages_and_blocks_are_refused() {
    for format in FORMATS {
        let mut directory = live(format);
        assert!(directory.page(0).is_ok() && directory.page(u32::MAX).is_err());
        for (block, offset) in [(0, 0), (u32::MAX, 0), (1, 8192), (1, u32::MAX), (1000, 5)] {
            assert!(directory.damage(block, offset, 0).is_err(), "{block} {offset}");
        }
        assert!(directory.damage(1, 8191, 255).is_ok());
    }
}

#[test]
fn pages_match_their_summaries() {
    for format in FORMATS {
        let mut directory = live(format);
        let names: BTreeSet<_> = (0..3000).map(|n| format!("payroll.{n}.data")).collect();
        directory.load(names.iter().fold(String::new(), |text, name| text + name + "\n").as_bytes(), true);
        let mut found = BTreeSet::new();
        for (at, summary) in directory.pages().expect("sound").into_iter().enumerate() {
            let page = directory.page(at as u32).expect("sound");
            assert_eq!(page.summary, summary);
            let gaps: u32 = page.gaps.iter().map(|gap| gap.bytes).sum();
            assert!(summary.used_bytes + gaps <= 8192 && summary.index || summary.used_bytes + gaps == 8192);
            for entry in page.entries {
                assert!(entry.offset + entry.bytes <= 8192);
                found.insert(entry.name);
            }
        }
        assert!(found.is_superset(&names), "{format:?}");
        assert_eq!(directory.stat().names, 3000);
    }
}

#[test]
fn pages_with_damaged_header_are_reported() {
    let mut directory = live(Format::V5);
    directory.load((0..500).fold(String::new(), |text, n| text + &format!("name.{n}\n")).as_bytes(), true);
    for block in 1..9 {
        for offset in 0..64 {
            for bit in [0, 5, 7] {
                let _ = directory.damage(block, offset, bit);
                for page in directory.pages().unwrap_or_default().into_iter().filter(|page| page.damage.is_empty()) {
                    assert!(page.used_bytes <= 8192 || page.index, "{page:?}");
                }
                let _ = directory.damage(block, offset, bit);
            }
        }
    }
}

/// Generates lines of all kinds.
fn line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        5 => "[a-c]{0,3}".prop_map(String::into_bytes),
        3 => "\\PC{0,20}".prop_map(String::into_bytes),
        2 => prop::collection::vec(any::<u8>(), 0..10),
        2 => (250..262_usize).prop_map(|length| vec![b'l'; length]),
        1 => (500..530_usize).prop_map(|length| vec![b'l'; length]),
        1 => (80..90_usize).prop_map(|length| "\u{20ac}".repeat(length).into_bytes()),
    ]
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let end = prop_oneof![3 => Just(&b"\n"[..]), 1 => Just(&b"\r\n"[..]), 1 => Just(&b"\r\r\n"[..])];
    (prop::collection::vec((line(), end), 0..30), any::<bool>()).prop_map(|(lines, ended)| {
        let mut text = lines.into_iter().flat_map(|(line, end)| [&line, end].concat()).collect::<Vec<_>>();
        if !ended {
            text.pop();
        }
        text
    })
}

/// An operation on one of a few names, or damage.
#[derive(Clone, Debug)]
enum Step {
    Apply(u8, u16),
    List(u64, u32),
    Damage(u32, u32, u8),
    Look(u32),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..3_u8, 0..600_u16).prop_map(|(operation, name)| Step::Apply(operation, name)),
        1 => (any::<u64>(), 0..50_u32).prop_map(|(cookie, most)| Step::List(cookie, most)),
        1 => (0..20_000_u64, 0..50_u32).prop_map(|(cookie, most)| Step::List(cookie, most)),
        4 => (0..12_u32, 0..8192_u32, 0..8_u8).prop_map(|(block, offset, bit)| Step::Damage(block, offset, bit)),
        4 => (0..12_u32, 0..64_u32, 0..8_u8).prop_map(|(block, offset, bit)| Step::Damage(block, offset, bit)),
        2 => (0..12_u32).prop_map(Step::Look),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn load_in_any_chunks_gives_same_directory(text in text(), mut cuts in prop::collection::vec(0..2000_usize, 0..40)) {
        cuts.sort_unstable();
        for format in FORMATS {
            let (mut whole, mut cut) = (live(format), live(format));
            let loaded = load(&mut whole, &text, &[]);
            prop_assert_eq!(loaded.lines, loaded.entered + loaded.empty + loaded.rejected);
            prop_assert_eq!(load(&mut cut, &text, &cuts), loaded.clone());
            prop_assert_eq!(listed(&mut cut), listed(&mut whole));
            let all: Vec<_> = (0..text.len()).collect();
            prop_assert_eq!(load(&mut live(format), &text, &all), loaded.clone());
            prop_assert_eq!(whole.stat().names, u64::from(loaded.entered));
        }
    }

    #[test]
    fn operations_on_damaged_pages_do_not_panic(steps in prop::collection::vec(step(), 1..60)) {
        for format in FORMATS {
            let mut directory = live(format);
            directory.load((0..500).fold(String::new(), |text, n| text + &format!("name.{n}\n")).as_bytes(), true);
            for step in &steps {
                match *step {
                    Step::Apply(operation, name) => {
                        let operation = [Operation::Create, Operation::Lookup, Operation::Remove][operation as usize];
                        let _ = directory.apply(operation, format!("name.{name}").as_bytes());
                    }
                    Step::List(cookie, most) => {
                        let _ = directory.list(Cookie(cookie), most, &mut Trace::default());
                    }
                    Step::Damage(block, offset, bit) => {
                        let _ = directory.damage(block, offset, bit);
                    }
                    Step::Look(page) => {
                        let _ = directory.page(page);
                    }
                }
            }
            let _ = (directory.pages(), directory.stat(), directory.salvage());
        }
    }
}

#[test]
fn byte_order_mark_does_not_belong_to_the_first_name() {
    let max_name = "x".repeat(256);
    for text in [format!("\u{feff}{max_name}\r\nb\n"), format!("{max_name}\nb")] {
        for cuts in [&[][..], &[1, 2, 3, 4, 200, 259]] {
            let mut directory = live(Format::V5);
            assert_eq!(load(&mut directory, text.as_bytes(), cuts).entered, 2);
            assert_eq!(listed(&mut directory), BTreeSet::from([max_name.clone(), "b".to_owned()]));
        }
    }
}

#[test]
fn names_ended_by_nul_bytes_may_have_line_breaks() {
    let mut lines = Vec::new();
    let mut add = |line: u32, name: &[u8]| {
        lines.push((line, name.to_vec()));
        Ok(())
    };
    let mut text = NamesText::ended_by(0);
    text.read(b"a\nb\0c\r", false, &mut add);
    let summary = text.read(b"\0\0d", true, &mut add);
    assert_eq!((summary.lines, summary.entered, summary.empty), (4, 3, 1));
    assert_eq!(lines, [(1, b"a\nb".to_vec()), (2, b"c\r".to_vec()), (4, b"d".to_vec())]);
}
