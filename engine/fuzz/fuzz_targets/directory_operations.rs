//! Both formats behave like a sorted map, and salvage finds no damage.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pathlength_zfs::directory::{
    Aggregate, Cookie, Directory, DirectoryError, Fid, Name, ObjectKind, V4Directory, V5Directory,
};
use std::collections::BTreeMap;

#[derive(Arbitrary, Debug)]
enum Operation {
    Create(Text),
    CreateMany(u16, u8),
    Lookup(Text),
    Remove(Text),
    RemoveMany(u16, u8),
    Rename(Text, Text),
    List,
}

/// A name: a number that often recurs, a run of up to 256 equal bytes, or any bytes.
#[derive(Arbitrary, Debug)]
enum Text {
    Number(u16),
    Long(u8, u8),
    Any(Vec<u8>),
}

impl Text {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Number(number) => number.to_string().into_bytes(),
            Self::Long(letter, length) => vec![letter | 0x80; usize::from(*length) + 1],
            Self::Any(bytes) => bytes.clone(),
        }
    }
}

type Map = BTreeMap<Vec<u8>, Fid>;

fn run<D: Directory>(mut store: Aggregate, mut directory: D, operations: &[Operation]) {
    let mut map = Map::new();
    let mut next = 0;
    for operation in operations {
        let mut create = |store: &mut Aggregate, directory: &mut D, map: &mut Map, bytes: Vec<u8>| {
            let Ok(name) = Name::new(&bytes) else { return };
            next += 1;
            let fid = Fid { index: next, unique: 1 };
            let answer = directory.create(store, name, fid, ObjectKind::File, &mut ());
            if map.contains_key(&bytes) || name.is_reserved() {
                assert_eq!(answer, Err(DirectoryError::Exists));
            } else {
                assert_eq!(answer, Ok(()));
                map.insert(bytes, fid);
            }
        };
        let remove = |store: &mut Aggregate, directory: &mut D, map: &mut Map, bytes: Vec<u8>| {
            let Ok(name) = Name::new(&bytes) else { return };
            let expected = match map.remove(&bytes) {
                _ if name.is_reserved() => Err(DirectoryError::Reserved),
                Some(fid) => Ok(fid),
                None => Err(DirectoryError::NotFound),
            };
            assert_eq!(directory.remove(store, name, ObjectKind::File, &mut ()), expected);
        };
        match operation {
            Operation::Create(text) => create(&mut store, &mut directory, &mut map, text.bytes()),
            Operation::CreateMany(first, count) => {
                for number in 0..u16::from(*count) {
                    let bytes = Text::Number(first.wrapping_add(number)).bytes();
                    create(&mut store, &mut directory, &mut map, bytes);
                }
            }
            Operation::Lookup(text) => {
                let bytes = text.bytes();
                if let Some(name) = Name::new(&bytes).ok().filter(|name| !name.is_reserved()) {
                    let expected = map.get(&bytes).copied().ok_or(DirectoryError::NotFound);
                    assert_eq!(directory.lookup(&store, name, &mut ()), expected);
                }
            }
            Operation::Remove(text) => remove(&mut store, &mut directory, &mut map, text.bytes()),
            Operation::RemoveMany(first, count) => {
                for number in 0..u16::from(*count) {
                    let bytes = Text::Number(first.wrapping_add(number)).bytes();
                    remove(&mut store, &mut directory, &mut map, bytes);
                }
            }
            Operation::Rename(from, to) => {
                let (from, to) = (from.bytes(), to.bytes());
                let (Ok(old), Ok(new)) = (Name::new(&from), Name::new(&to)) else { continue };
                if old.is_reserved() || new.is_reserved() {
                    assert!(directory.rename(&mut store, old, new, &mut ()).is_err());
                    continue;
                }
                let expected = match map.get(&from).copied() {
                    None => Err(DirectoryError::NotFound),
                    Some(_) if from == to => Ok(None),
                    Some(fid) => {
                        map.remove(&from);
                        Ok(map.insert(to.clone(), fid))
                    }
                };
                assert_eq!(directory.rename(&mut store, old, new, &mut ()), expected);
            }
            Operation::List => check(&store, &mut directory, &map),
        }
    }
    check(&store, &mut directory, &map);
}

fn check<D: Directory>(store: &Aggregate, directory: &mut D, map: &Map) {
    assert_eq!(directory.salvage(store), []);
    let stat = directory.stat(store);
    assert_eq!((stat.names, stat.links), (map.len() as u64, 2));
    let mut listed = Vec::new();
    let mut visit = |entry: pathlength_zfs::directory::Entry<'_>| {
        listed.push((entry.name.to_vec(), entry.fid));
        true
    };
    assert_eq!(directory.readdir(store, Cookie::START, &mut visit, &mut ()), Ok(None));
    listed.retain(|(name, _)| name != b"." && name != b"..");
    listed.sort();
    assert_eq!(listed, map.clone().into_iter().collect::<Vec<_>>());
}

fuzz_target!(|operations: Vec<Operation>| {
    let mut store = Aggregate::new(100_000);
    let directory = V4Directory::create(&mut store, None).expect("space for a page");
    run(store, directory, &operations);
    let mut store = Aggregate::new(100_000);
    let directory = V5Directory::create(&mut store, None).expect("space for a page");
    run(store, directory, &operations);
});
