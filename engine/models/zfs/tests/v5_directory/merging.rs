//! Merged pages leave space for more names, so that a directory of constant size does not merge and split repeatedly.

use pathlength_zfs::directory::{
    Aggregate, BLOCK_BYTES, Directory, Event, Fid, Name, ObjectKind, Observer, V5Directory,
};
use std::collections::BTreeMap;

/// Bytes per name.
const NAME_BYTES: usize = 40;

#[derive(Default)]
struct Pages {
    probed: u32,
    merged: Option<(u32, u32)>,
    splits: u32,
}

impl Observer for Pages {
    fn note(&mut self, event: Event) {
        match event {
            Event::PageProbed(block) => self.probed = block,
            Event::Merge(lower, upper) => self.merged = Some((lower, upper)),
            Event::Split(..) => self.splits += 1,
            _ => {}
        }
    }
}

/// Returns a name that has hardly any prefix or suffix in common with other names.
fn text_of(n: u32) -> String {
    let word = |n: u32| format!("{:08x}", n.wrapping_mul(0x9e37_79b1).rotate_left(n % 31));
    format!("{}{}{}{}{n:08}", word(n), word(n + 1_000_003), word(n + 2_000_003), word(n + 3_000_017))
}

fn create(store: &mut Aggregate, directory: &mut V5Directory, n: u32, pages: &mut Pages) {
    let text = text_of(n);
    assert_eq!(text.len(), NAME_BYTES);
    let fid = Fid { index: n, unique: 1 };
    directory.create(store, Name::new(text.as_bytes()).unwrap(), fid, ObjectKind::File, pages).unwrap();
}

#[test]
fn merged_page_takes_more_names_without_a_split() {
    let mut store = Aggregate::new(u32::MAX);
    let mut directory = V5Directory::create(&mut store, None).unwrap();
    let mut pages = Pages::default();
    for n in 0..20_000 {
        create(&mut store, &mut directory, n, &mut pages);
    }
    // The names of each page.
    let mut names: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for n in 0..20_000 {
        directory.lookup(&store, Name::new(text_of(n).as_bytes()).unwrap(), &mut pages).unwrap();
        names.entry(pages.probed).or_default().push(n);
    }
    // Every other page loses names until it is merged with its neighbor, which loses none in that time.
    let (mut next, mut merges) = (100_000, 0);
    for list in names.into_values().step_by(2) {
        pages.merged = None;
        for n in list {
            directory
                .remove(&mut store, Name::new(text_of(n).as_bytes()).unwrap(), ObjectKind::File, &mut pages)
                .unwrap();
            if pages.merged.is_some() {
                break;
            }
        }
        let Some((lower, _)) = pages.merged else { continue };
        merges += 1;
        // Adds names that fall into the merged page, up to an eighth of a page.
        pages.splits = 0;
        let mut added = 0;
        while added < BLOCK_BYTES / 8 / NAME_BYTES {
            let text = text_of(next);
            let _ = directory.lookup(&store, Name::new(text.as_bytes()).unwrap(), &mut pages);
            if pages.probed == lower {
                create(&mut store, &mut directory, next, &mut pages);
                added += 1;
            }
            next += 1;
        }
        assert_eq!(pages.splits, 0, "merge {merges} filled its page");
    }
    assert!(merges > 10, "{merges} merges");
    assert_eq!(directory.salvage(&store), []);
}
