//! The v4 directory: geometry and counts, behavior, limits, and damaged pages.

mod behavior;
mod counts;
mod damage;
mod limits;
mod reference_model;

use pathlength_zfs::directory::{
    Aggregate, Cookie, Counts, Directory, DirectoryError, Event, Fid, Name, ObjectKind, Observer, V4Directory,
};

/// An observer that records every event.
#[derive(Debug, Default)]
struct Recorder(Vec<Event>);

impl Observer for Recorder {
    fn note(&mut self, event: Event) {
        self.0.push(event);
    }
}

fn name(bytes: &(impl AsRef<[u8]> + ?Sized)) -> Name<'_> {
    Name::new(bytes.as_ref()).expect("a valid name")
}

fn fid(index: u32) -> Fid {
    Fid { index, unique: 1 }
}

/// Returns a root directory in an aggregate of `blocks` blocks.
fn new_directory(blocks: u32) -> (Aggregate, V4Directory) {
    let mut store = Aggregate::new(blocks);
    let directory = V4Directory::create(&mut store, None).expect("an empty aggregate has space");
    (store, directory)
}

/// Returns a directory with these names, added in order; their fids count from 0.
fn filled(names: &[String]) -> (Aggregate, V4Directory) {
    let (mut store, mut directory) = new_directory(u32::MAX);
    let entries = names.iter().zip(0..).map(|(bytes, index)| (name(bytes), fid(index)));
    directory.fill(&mut store, entries).expect("the aggregate has no limit");
    (store, directory)
}

fn create(store: &mut Aggregate, directory: &mut V4Directory, bytes: &str, index: u32) -> Result<(), DirectoryError> {
    directory.create(store, name(bytes), fid(index), ObjectKind::File, &mut ())
}

fn remove(store: &mut Aggregate, directory: &mut V4Directory, bytes: &str) -> Result<Fid, DirectoryError> {
    directory.remove(store, name(bytes), ObjectKind::File, &mut ())
}

/// Returns the complete listing from `cookie` onward.
fn list_from(store: &Aggregate, directory: &mut V4Directory, cookie: Cookie) -> Vec<(Vec<u8>, Fid)> {
    let mut entries = Vec::new();
    let end = directory.readdir(
        store,
        cookie,
        &mut |entry| {
            entries.push((entry.name.to_vec(), entry.fid));
            true
        },
        &mut (),
    );
    assert_eq!(end, Ok(None), "a listing that is not stopped reaches the end");
    entries
}

/// Returns all bytes of an aggregate's blocks in use.
fn bytes_of(store: &Aggregate) -> Vec<u8> {
    (0..store.blocks_in_use()).flat_map(|block| *store.block(block)).collect()
}

fn counted<T>(operation: impl FnOnce(&mut Counts) -> T) -> (T, Counts) {
    let mut counts = Counts::default();
    let result = operation(&mut counts);
    (result, counts)
}
