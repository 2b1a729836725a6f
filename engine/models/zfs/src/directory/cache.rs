//! A metadata cache with a fixed number of pages and least-recently-used replacement.

use super::{BlockNumber, Event, Observer};

/// Marks the end of the list.
const NO_BLOCK: u32 = u32::MAX;

/// An observer that counts how many of a directory's page accesses would hit or miss a cache of a given size.
///
/// The cache stores no bytes: the pages are in the aggregate. Index pages and pages with entries count equally, because
/// the metadata cache of zFS holds all contents of directories. The least recently used page is replaced.
#[derive(Clone, Debug)]
pub struct MetadataCache {
    capacity: u32,
    cached_pages: u32,
    /// The neighbors (newer, older) of each block in the order of use, by block number; `None` for a block that is not
    /// cached.
    links: Vec<Option<(u32, u32)>>,
    newest: u32,
    oldest: u32,
    /// Number of accesses to pages in the cache.
    pub hits: u64,
    /// Number of accesses to pages that were not in the cache; each of these pages was then cached.
    pub misses: u64,
}

impl MetadataCache {
    /// Creates an empty cache of `capacity` pages.
    pub fn new(capacity: u32) -> Self {
        Self { capacity, cached_pages: 0, links: Vec::new(), newest: NO_BLOCK, oldest: NO_BLOCK, hits: 0, misses: 0 }
    }

    /// Returns the number of pages in the cache.
    pub const fn cached_pages(&self) -> u32 {
        self.cached_pages
    }

    /// Records an access to a page.
    pub fn touch(&mut self, block: BlockNumber) {
        let at = block as usize;
        if at >= self.links.len() {
            self.links.resize(at + 1, None);
        }
        if self.links[at].is_some() {
            self.hits += 1;
            self.unlink(block);
        } else {
            self.misses += 1;
            if self.capacity == 0 {
                return;
            }
            if self.cached_pages == self.capacity {
                self.unlink(self.oldest);
            }
        }
        self.link(block);
    }

    /// Removes a freed page.
    pub fn invalidate(&mut self, block: BlockNumber) {
        if self.links.get(block as usize).is_some_and(Option::is_some) {
            self.unlink(block);
        }
    }

    fn link(&mut self, block: u32) {
        self.links[block as usize] = Some((NO_BLOCK, self.newest));
        match self.links_of(self.newest) {
            Some((newer, _)) => *newer = block,
            None => self.oldest = block,
        }
        self.newest = block;
        self.cached_pages += 1;
    }

    fn unlink(&mut self, block: u32) {
        let Some((newer, older)) = self.links[block as usize].take() else { return };
        match self.links_of(newer) {
            Some((_, next)) => *next = older,
            None => self.newest = older,
        }
        match self.links_of(older) {
            Some((next, _)) => *next = newer,
            None => self.oldest = newer,
        }
        self.cached_pages -= 1;
    }

    /// Returns the neighbors (newer, older) of a block; `None` if the block is not cached.
    fn links_of(&mut self, block: u32) -> Option<&mut (u32, u32)> {
        self.links.get_mut(block as usize)?.as_mut()
    }
}

impl Observer for MetadataCache {
    fn note(&mut self, event: Event) {
        match event {
            Event::PageProbed(block) | Event::LevelDescended(block) => self.touch(block),
            Event::PageFreed(block) => self.invalidate(block),
            _ => {}
        }
    }
}

/// Passes every event to both observers.
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
        Invalidate(u32),
    }

    fn uses() -> impl Strategy<Value = Vec<Use>> {
        let one = prop_oneof![9 => (0..24_u32).prop_map(Use::Touch), 1 => (0..24_u32).prop_map(Use::Invalidate)];
        prop::collection::vec(one, 0..400)
    }

    proptest! {
        #[test]
        fn metadata_cache_replaces_least_recently_used_page(capacity in 0..20_u32, uses in uses()) {
            let mut cache = MetadataCache::new(capacity);
            // The reference model: pages in the order of use, newest last.
            let (mut pages, mut hits, mut misses) = (Vec::new(), 0, 0);
            for used in uses {
                match used {
                    Use::Touch(block) => {
                        cache.touch(block);
                        let position = pages.iter().position(|page| *page == block);
                        match position {
                            Some(at) => { pages.remove(at); hits += 1; }
                            None => misses += 1,
                        }
                        pages.push(block);
                        if pages.len() > capacity as usize {
                            pages.remove(0);
                        }
                    }
                    Use::Invalidate(block) => {
                        cache.invalidate(block);
                        pages.retain(|page| *page != block);
                    }
                }
                prop_assert_eq!((cache.hits, cache.misses, cache.cached_pages() as usize), (hits, misses, pages.len()));
            }
        }
    }
}
