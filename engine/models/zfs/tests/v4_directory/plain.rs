//! The rules of a v4 directory said again, as plainly as possible: no bytes, only which pieces are taken and which
//! names hang in which chain. It shares no code with the real directory and counts what that should count.

use std::collections::VecDeque;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) probed: u64,
    pub(crate) compared: u64,
    pub(crate) walked: u64,
    pub(crate) cache_hits: u64,
}

#[derive(Debug)]
struct Page {
    taken: [bool; 256],
    /// Newest first.
    chains: Vec<VecDeque<(Vec<u8>, usize)>>,
}

impl Page {
    fn new() -> Self {
        let mut taken = [false; 256];
        taken[..5].fill(true);
        Self { taken, chains: vec![VecDeque::new(); 128] }
    }

    /// First piece and length of each free run.
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
pub(crate) struct Plain {
    pages: Vec<Page>,
    cached: Option<Vec<u8>>,
    pub(crate) tally: Tally,
}

type Slot = Option<(usize, usize)>;

impl Plain {
    pub(crate) fn new() -> Self {
        let mut plain = Self { pages: vec![Page::new()], cached: None, tally: Tally::default() };
        plain.enter(b".", Some((0, 5)));
        plain.enter(b"..", Some((0, 6)));
        plain
    }

    pub(crate) fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Page and piece of the name, and where a new entry would go.
    fn search(&mut self, name: &[u8]) -> (Slot, Slot) {
        let before = self.tally;
        let (mut place, mut slot) = (None, None);
        for (number, page) in self.pages.iter().enumerate() {
            self.tally.probed += 1;
            for (other, piece) in &page.chains[bucket(name)] {
                self.tally.compared += 1;
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
                    self.tally.walked += 1;
                    if length >= pieces(name) {
                        slot = Some((number, piece));
                        break;
                    }
                }
            }
        }
        if self.cached.as_deref() == Some(name) {
            self.tally = Tally { cache_hits: before.cache_hits + 1, ..before };
        } else {
            self.cached = (name.len() < 16).then(|| name.to_vec());
        }
        (place, slot)
    }

    fn enter(&mut self, name: &[u8], slot: Slot) {
        let (number, piece) = slot.unwrap_or_else(|| {
            self.pages.push(Page::new());
            (self.pages.len() - 1, 5)
        });
        self.pages[number].taken[piece..piece + pieces(name)].fill(true);
        self.pages[number].chains[bucket(name)].push_front((name.to_vec(), piece));
        self.cached = None;
    }

    fn take_out(&mut self, name: &[u8], (number, piece): (usize, usize)) {
        let page = &mut self.pages[number];
        self.tally.walked += page.runs().iter().filter(|run| run.0 < piece).count() as u64;
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
            self.enter(name, slot);
        }
        place.is_none()
    }

    pub(crate) fn remove(&mut self, name: &[u8]) -> bool {
        let place = self.search(name).0;
        if let Some(place) = place {
            self.take_out(name, place);
        }
        place.is_some()
    }

    pub(crate) fn rename(&mut self, from: &[u8], to: &[u8]) -> bool {
        let Some(old) = self.search(from).0 else { return false };
        if from != to {
            let (target, slot) = self.search(to);
            if target.is_none() {
                self.enter(to, slot);
            }
            self.take_out(from, old);
        }
        true
    }

    /// A listing forgets the cached name and probes each page once.
    pub(crate) fn list(&mut self) {
        self.cached = None;
        self.tally.probed += self.pages.len() as u64;
    }
}
