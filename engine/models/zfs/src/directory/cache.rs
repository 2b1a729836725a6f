//! A metadata cache: so many pages, the one used longest ago goes first.

use super::{BlockNumber, Event, Observer};

/// Not a place in the list.
const NONE: u32 = u32::MAX;

/// Watches a directory at work and counts which of the pages it touches would have been in a cache of a given size.
///
/// It holds no bytes: the pages are in the aggregate. Index pages and pages of entries count alike, as the metadata
/// cache of zFS holds all contents of directories. Replacement is by least recent use.
#[derive(Clone, Debug)]
pub struct MetadataCache {
    capacity: u32,
    held: u32,
    /// The neighbours of each block in the order of use, by block number; `None` for a block that is not held.
    places: Vec<Option<(u32, u32)>>,
    newest: u32,
    oldest: u32,
    /// Pages that were there.
    pub hits: u64,
    /// Pages that were not, and took the place of others.
    pub misses: u64,
}

impl MetadataCache {
    /// An empty cache of `capacity` pages.
    pub fn new(capacity: u32) -> Self {
        Self { capacity, held: 0, places: Vec::new(), newest: NONE, oldest: NONE, hits: 0, misses: 0 }
    }

    /// Pages held now.
    pub const fn held(&self) -> u32 {
        self.held
    }

    /// A page is needed.
    pub fn touch(&mut self, block: BlockNumber) {
        let at = block as usize;
        if at >= self.places.len() {
            self.places.resize(at + 1, None);
        }
        if self.places[at].is_some() {
            self.hits += 1;
            self.unlink(block);
        } else {
            self.misses += 1;
            if self.capacity == 0 {
                return;
            }
            if self.held == self.capacity {
                self.unlink(self.oldest);
            }
        }
        self.link(block);
    }

    /// A page is given back: its content is worth nothing now.
    pub fn forget(&mut self, block: BlockNumber) {
        if self.places.get(block as usize).is_some_and(Option::is_some) {
            self.unlink(block);
        }
    }

    fn link(&mut self, block: u32) {
        self.places[block as usize] = Some((NONE, self.newest));
        match self.place(self.newest) {
            Some((newer, _)) => *newer = block,
            None => self.oldest = block,
        }
        self.newest = block;
        self.held += 1;
    }

    fn unlink(&mut self, block: u32) {
        let Some((newer, older)) = self.places[block as usize].take() else { return };
        match self.place(newer) {
            Some((_, next)) => *next = older,
            None => self.newest = older,
        }
        match self.place(older) {
            Some((next, _)) => *next = newer,
            None => self.oldest = newer,
        }
        self.held -= 1;
    }

    /// The neighbours (newer, older) of a held block.
    fn place(&mut self, block: u32) -> Option<&mut (u32, u32)> {
        self.places.get_mut(block as usize)?.as_mut()
    }
}

impl Observer for MetadataCache {
    fn note(&mut self, event: Event) {
        match event {
            Event::PageProbed(block) | Event::LevelDescended(block) => self.touch(block),
            Event::PageFreed(block) => self.forget(block),
            _ => {}
        }
    }
}

/// Both hear everything.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline]
    fn note(&mut self, event: Event) {
        self.0.note(event);
        self.1.note(event);
    }
}

#[cfg(test)]
mod tests {
    use super::MetadataCache;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug)]
    enum Use {
        Touch(u32),
        Forget(u32),
    }

    fn uses() -> impl Strategy<Value = Vec<Use>> {
        let one = prop_oneof![9 => (0..24_u32).prop_map(Use::Touch), 1 => (0..24_u32).prop_map(Use::Forget)];
        prop::collection::vec(one, 0..400)
    }

    proptest! {
        #[test]
        fn the_page_used_longest_ago_goes_first(capacity in 0..20_u32, uses in uses()) {
            let mut cache = MetadataCache::new(capacity);
            // The plain model: pages in the order of use, newest last.
            let (mut pages, mut hits, mut misses) = (Vec::new(), 0, 0);
            for each in uses {
                match each {
                    Use::Touch(block) => {
                        cache.touch(block);
                        let known = pages.iter().position(|page| *page == block);
                        match known {
                            Some(at) => { pages.remove(at); hits += 1; }
                            None => misses += 1,
                        }
                        pages.push(block);
                        if pages.len() > capacity as usize {
                            pages.remove(0);
                        }
                    }
                    Use::Forget(block) => {
                        cache.forget(block);
                        pages.retain(|page| *page != block);
                    }
                }
                prop_assert_eq!((cache.hits, cache.misses, cache.held() as usize), (hits, misses, pages.len()));
            }
        }
    }
}
