//! A reference model of a v4 directory, as simple as possible: no bytes, only the pieces in use and the names of each
//! chain. The model shares no code with the real directory and predicts the directory's counts.

use std::collections::VecDeque;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReferenceCounts {
    pub(crate) probed: u64,
    pub(crate) compared: u64,
    pub(crate) walked: u64,
    pub(crate) cache_hits: u64,
}

#[derive(Debug)]
struct Page {
    taken: [bool; 256],
    /// The names in each chain, the newest first.
    chains: Vec<VecDeque<(Vec<u8>, usize)>>,
}

impl Page {
    fn new() -> Self {
        let mut taken = [false; 256];
        taken[..5].fill(true);
        Self { taken, chains: vec![VecDeque::new(); 128] }
    }

    /// Returns the first piece and length of each free run.
    fn runs(&self) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for piece in (0..256).filter(|&piece| !self.taken[piece]) {
            match runs.last_mut() {
                Some((start, length)) if *start + *length == piece => *length += 1,
                _ => runs.push((piece, 1)),
            }
        }
        runs
    }
}

fn pieces(name: &[u8]) -> usize {
    (name.len() + 47) >> 5
}

fn bucket(name: &[u8]) -> usize {
    let hash = name.iter().fold(0_u64, |hash, &byte| (hash * 173 + u64::from(byte)) % (1 << 32));
    let bucket = (hash & 127) as usize;
    if hash >= 1 << 31 { (128 - bucket) % 128 } else { bucket }
}

#[derive(Debug)]
pub(crate) struct ReferenceModel {
    pages: Vec<Page>,
    cached: Option<Vec<u8>>,
    pub(crate) counts: ReferenceCounts,
}

type PieceLocation = Option<(usize, usize)>;

impl ReferenceModel {
    pub(crate) fn new() -> Self {
        let mut model = Self { pages: vec![Page::new()], cached: None, counts: ReferenceCounts::default() };
        model.add(b".", Some((0, 5)));
        model.add(b"..", Some((0, 6)));
        model
    }

    pub(crate) fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Returns the page and the piece of the name, and those for a new entry.
    fn search(&mut self, name: &[u8]) -> (PieceLocation, PieceLocation) {
        let before = self.counts;
        let (mut place, mut slot) = (None, None);
        for (number, page) in self.pages.iter().enumerate() {
            self.counts.probed += 1;
            for (other, piece) in &page.chains[bucket(name)] {
                self.counts.compared += 1;
                if other == name {
                    place = Some((number, *piece));
                    break;
                }
            }
            if place.is_some() {
                break;
            }
            if slot.is_none() {
                for (piece, length) in page.runs() {
                    self.counts.walked += 1;
                    if length >= pieces(name) {
                        slot = Some((number, piece));
                        break;
                    }
                }
            }
        }
        if self.cached.as_deref() == Some(name) {
            self.counts = ReferenceCounts { cache_hits: before.cache_hits + 1, ..before };
        } else {
            self.cached = (name.len() < 16).then(|| name.to_vec());
        }
        (place, slot)
    }

    fn add(&mut self, name: &[u8], slot: PieceLocation) {
        let (number, piece) = slot.unwrap_or_else(|| {
            self.pages.push(Page::new());
            (self.pages.len() - 1, 5)
        });
        self.pages[number].taken[piece..piece + pieces(name)].fill(true);
        self.pages[number].chains[bucket(name)].push_front((name.to_vec(), piece));
        self.cached = None;
    }

    fn remove_at(&mut self, name: &[u8], (number, piece): (usize, usize)) {
        let page = &mut self.pages[number];
        self.counts.walked += page.runs().iter().filter(|run| run.0 < piece).count() as u64;
        page.taken[piece..piece + pieces(name)].fill(false);
        page.chains[bucket(name)].retain(|(other, _)| other != name);
        self.cached = None;
    }

    pub(crate) fn lookup(&mut self, name: &[u8]) -> bool {
        name == b"." || self.search(name).0.is_some()
    }

    pub(crate) fn create(&mut self, name: &[u8]) -> bool {
        let (place, slot) = self.search(name);
        if place.is_none() {
            self.add(name, slot);
        }
        place.is_none()
    }

    pub(crate) fn remove(&mut self, name: &[u8]) -> bool {
        let place = self.search(name).0;
        if let Some(place) = place {
            self.remove_at(name, place);
        }
        place.is_some()
    }

    pub(crate) fn rename(&mut self, from: &[u8], to: &[u8]) -> bool {
        let Some(old) = self.search(from).0 else { return false };
        if from != to {
            let (target, slot) = self.search(to);
            if target.is_none() {
                self.add(to, slot);
            }
            self.remove_at(from, old);
        }
        true
    }

    /// Lists all names: clears the lookup cache and probes each page once.
    pub(crate) fn list(&mut self) {
        self.cached = None;
        self.counts.probed += self.pages.len() as u64;
    }
}
