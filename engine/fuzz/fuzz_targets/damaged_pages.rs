//! Every operation returns for any contents of the pages, without a panic or an endless search.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pathlength_zfs::directory::{Aggregate, Cookie, Directory, Fid, Name, ObjectKind, V4Directory, V5Directory};

#[derive(Arbitrary, Debug)]
struct Input {
    names: u16,
    steps: Vec<Step>,
}

#[derive(Arbitrary, Debug)]
enum Step {
    /// A change to the bytes of a block from an offset onward.
    Damage {
        block: u8,
        offset: u16,
        bytes: [u8; 4],
    },
    /// A copy of one block onto another.
    Copy {
        from: u8,
        to: u8,
    },
    Create(u16, bool),
    Lookup(u16),
    Remove(u16, bool),
    Rename(u16, u16),
    List(u64),
}

fn name(number: u16) -> String {
    format!("payroll.{}.data", number % 4096)
}

fn run<D: Directory>(mut store: Aggregate, mut directory: D, input: &Input) {
    let kind = |directory| if directory { ObjectKind::Directory } else { ObjectKind::File };
    for number in 0..input.names % 2048 {
        let name = name(number);
        let name = Name::new(name.as_bytes()).expect("a name");
        directory.create(&mut store, name, Fid::default(), ObjectKind::File, &mut ()).expect("space for all");
    }
    let blocks = store.blocks_in_use();
    let target = |block: u8| 1 + u32::from(block) % (blocks - 1);
    for step in &input.steps {
        match *step {
            Step::Damage { block, offset, bytes } => {
                let page = store.block_mut(target(block));
                for (at, byte) in bytes.into_iter().enumerate() {
                    page[(usize::from(offset) + at) % page.len()] = byte;
                }
            }
            Step::Copy { from, to } => {
                let page = *store.block(target(from));
                *store.block_mut(target(to)) = page;
            }
            Step::Create(number, sub) => {
                let name = name(number);
                let name = Name::new(name.as_bytes()).expect("a name");
                let _ = directory.create(&mut store, name, Fid::default(), kind(sub), &mut ());
            }
            Step::Lookup(number) => {
                let _ = directory.lookup(&store, Name::new(name(number).as_bytes()).expect("a name"), &mut ());
            }
            Step::Remove(number, sub) => {
                let name = name(number);
                let _ = directory.remove(&mut store, Name::new(name.as_bytes()).expect("a name"), kind(sub), &mut ());
            }
            Step::Rename(from, to) => {
                let (from, to) = (name(from), name(to));
                let [from, to] = [&from, &to].map(|name| Name::new(name.as_bytes()).expect("a name"));
                let _ = directory.rename(&mut store, from, to, &mut ());
            }
            Step::List(cookie) => {
                let mut left = 100_000_u32;
                let mut visit = |_: pathlength_zfs::directory::Entry<'_>| {
                    left = left.saturating_sub(1);
                    left > 0
                };
                let _ = directory.readdir(&store, Cookie(cookie), &mut visit, &mut ());
            }
        }
    }
    let _ = (directory.salvage(&store), directory.stat(&store));
}

fuzz_target!(|input: Input| {
    let mut store = Aggregate::new(4096);
    let directory = V4Directory::create(&mut store, None).expect("space for a page");
    run(store, directory, &input);
    let mut store = Aggregate::new(4096);
    let directory = V5Directory::create(&mut store, None).expect("space for a page");
    run(store, directory, &input);
});
