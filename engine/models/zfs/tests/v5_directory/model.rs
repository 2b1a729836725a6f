//! A v5 directory behaves like a map from names to fids, for any sequence of operations.

use pathlength_zfs::directory::{
    Aggregate, Cookie, Directory, DirectoryError, Fid, MAX_NAME_BYTES, Name, ObjectKind, V5Directory,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

#[derive(Clone, Debug)]
enum Step {
    Create(Vec<u8>),
    Remove(prop::sample::Index),
    RemoveAbsent(Vec<u8>),
    Rename(prop::sample::Index, Vec<u8>),
    RenameOver(prop::sample::Index, prop::sample::Index),
    Lookup(Vec<u8>),
    /// Removes the given number of every 256 names.
    Thin(u8),
}

/// Generates names of all lengths that are more or less similar.
fn name() -> impl Strategy<Value = Vec<u8>> {
    let byte = any::<u8>().prop_map(|b| if matches!(b, 0 | b'/') { b'x' } else { b });
    prop_oneof![
        4 => (0_u32..5000).prop_map(|n| format!("payroll.2015.08.{n:06}.dat").into_bytes()),
        2 => (0_u32..3000).prop_map(|n| format!("{n}.c").into_bytes()),
        2 => prop::collection::vec(prop::sample::select(b"ab".to_vec()), 1..10),
        2 => prop::collection::vec(byte.clone(), 1..40),
        1 => (prop::collection::vec(byte, 1..=12), 20..=MAX_NAME_BYTES).prop_map(|(middle, len)| {
            let mut name = vec![b'='; len];
            let at = (len - middle.len()) / 2;
            name[at..at + middle.len()].copy_from_slice(&middle);
            name
        }),
    ]
    .prop_filter("reserved", |name| name != b"." && name != b"..")
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        60 => name().prop_map(Step::Create),
        12 => any::<prop::sample::Index>().prop_map(Step::Remove),
        3 => name().prop_map(Step::RemoveAbsent),
        6 => (any::<prop::sample::Index>(), name()).prop_map(|(i, n)| Step::Rename(i, n)),
        2 => any::<[prop::sample::Index; 2]>().prop_map(|[a, b]| Step::RenameOver(a, b)),
        6 => name().prop_map(Step::Lookup),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let phase = (prop::collection::vec(step(), 200..900), any::<u8>());
    prop::collection::vec(phase, 2..5).prop_map(|phases| {
        phases
            .into_iter()
            .flat_map(|(mut steps, thin)| {
                steps.push(Step::Thin(thin));
                steps
            })
            .collect()
    })
}

type Model = BTreeMap<Vec<u8>, Fid>;

fn pick(model: &Model, index: prop::sample::Index) -> Option<Vec<u8>> {
    (!model.is_empty()).then(|| model.keys().nth(index.index(model.len())).expect("an index below the length").clone())
}

fn checked(name: &[u8]) -> Name<'_> {
    Name::new(name).expect("the strategy makes good names")
}

struct Pair {
    store: Aggregate,
    directory: V5Directory,
    model: Model,
    next_fid: u32,
}

impl Pair {
    fn new() -> Self {
        let mut store = Aggregate::new(100_000);
        let directory = V5Directory::create(&mut store, None).expect("space for one page");
        Self { store, directory, model: Model::new(), next_fid: 1 }
    }

    fn create(&mut self, name: Vec<u8>) {
        let fid = Fid { index: self.next_fid, unique: 7 };
        self.next_fid += 1;
        let result = self.directory.create(&mut self.store, checked(&name), fid, ObjectKind::File, &mut ());
        match self.model.entry(name) {
            Entry::Occupied(_) => assert_eq!(result, Err(DirectoryError::Exists)),
            Entry::Vacant(place) => {
                assert_eq!(result, Ok(()));
                place.insert(fid);
            }
        }
    }

    fn remove(&mut self, name: &[u8]) {
        let result = self.directory.remove(&mut self.store, checked(name), ObjectKind::File, &mut ());
        assert_eq!(result, self.model.remove(name).ok_or(DirectoryError::NotFound));
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) {
        let result = self.directory.rename(&mut self.store, checked(from), checked(to), &mut ());
        if from == to {
            assert_eq!(result, Ok(None));
        } else {
            let fid = self.model.remove(from).expect("the name was picked from the model");
            assert_eq!(result, Ok(self.model.insert(to.to_vec(), fid)));
        }
    }

    fn lookup(&mut self, name: &[u8]) {
        let result = self.directory.lookup(&self.store, checked(name), &mut ());
        assert_eq!(result, self.model.get(name).copied().ok_or(DirectoryError::NotFound));
    }

    fn apply(&mut self, step: Step) {
        match step {
            Step::Create(name) => self.create(name),
            Step::Remove(index) => {
                if let Some(name) = pick(&self.model, index) {
                    self.remove(&name);
                }
            }
            Step::RemoveAbsent(name) => self.remove(&name),
            Step::Rename(index, to) => {
                if let Some(from) = pick(&self.model, index) {
                    self.rename(&from, &to);
                }
            }
            Step::RenameOver(a, b) => {
                if let (Some(from), Some(to)) = (pick(&self.model, a), pick(&self.model, b)) {
                    self.rename(&from, &to);
                }
            }
            Step::Lookup(name) => self.lookup(&name),
            Step::Thin(share) => {
                let names: Vec<_> = self.model.keys().cloned().collect();
                for name in names.iter().enumerate().filter(|(n, _)| (n * 97) % 256 < usize::from(share)) {
                    self.remove(name.1);
                }
                self.check();
            }
        }
    }

    /// Checks everything that must hold between two steps.
    fn check(&mut self) {
        assert_eq!(self.directory.salvage(&self.store), []);
        assert_eq!(self.directory.stat(&self.store).names, self.model.len() as u64);
        let mut listed = Model::new();
        let mut visit = |entry: pathlength_zfs::directory::Entry<'_>| {
            assert_eq!(listed.insert(entry.name.to_vec(), entry.fid), None, "listed twice: {:?}", entry.name);
            true
        };
        assert_eq!(self.directory.readdir(&self.store, Cookie::START, &mut visit, &mut ()), Ok(None));
        for own in [&b"."[..], b".."] {
            assert_eq!(listed.remove(own), Some(Fid { index: 0, unique: 1 }));
        }
        assert_eq!(listed, self.model);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn random_operations_agree_with_map(steps in steps()) {
        let mut pair = Pair::new();
        for step in steps {
            pair.apply(step);
        }
        for name in pair.model.keys().cloned().collect::<Vec<_>>() {
            pair.lookup(&name);
            pair.remove(&name);
        }
        pair.check();
        let stat = pair.directory.stat(&pair.store);
        prop_assert_eq!((stat.pages, stat.levels), (1, 1), "an emptied directory is one page again");
    }
}
