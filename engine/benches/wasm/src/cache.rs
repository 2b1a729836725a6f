//! Minidisk cache workloads: reads that all hit, reads that all miss, and a random mixture of both.

use pathlength_disk_path::cache::{Disk, MinidiskCache};
use wasm_bindgen::prelude::*;

/// Number of 4 KB blocks per track.
const TRACK: u32 = 12;
const GUESTS: u32 = 4;

/// A disk on which each track is filled with its number.
#[derive(Debug)]
struct Tracks;

impl Disk for Tracks {
    type Block = u8;

    fn read(&self, first: u64, into: &mut [u8]) {
        into.fill((first / u64::from(TRACK)) as u8);
    }

    fn write(&mut self, _first: u64, _from: &[u8]) {}
}

/// One cache for each workload, all of the same size, and the tracks to read.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CacheWork {
    found: MinidiskCache<u8>,
    /// As many tracks as the cache holds, in random order.
    order: Vec<u32>,
    passing: MinidiskCache<u8>,
    /// The next track.
    next: u64,
    mixed: MinidiskCache<u8>,
    /// State of the random-number generator.
    state: u64,
    sum: u64,
}

#[wasm_bindgen]
impl CacheWork {
    /// Creates full caches of `count` tracks.
    #[wasm_bindgen(constructor)]
    pub fn new(count: u32) -> Self {
        let cache = || MinidiskCache::new(TRACK, count, GUESTS);
        let (found, passing, mixed) = (cache(), cache(), cache());
        let mut work = Self { found, order: (0..count).collect(), passing, next: 0, mixed, state: 1 << 63 | 1, sum: 0 };
        work.hit();
        work.miss();
        work.random();
        work.shuffle(1);
        work
    }

    /// Shuffles the tracks.
    pub fn shuffle(&mut self, seed: u32) {
        self.state = u64::from(seed) | 1 << 63;
        for last in (1..self.order.len()).rev() {
            let other = random(&mut self.state, last as u64 + 1);
            self.order.swap(last, other as usize);
        }
    }

    /// Reads as many tracks as the cache holds, all of them cached.
    pub fn hit(&mut self) {
        for track in &self.order {
            self.sum += read(&mut self.found, u64::from(*track));
        }
    }

    /// Reads as many tracks as the cache holds, in sequence, none of them cached.
    pub fn miss(&mut self) {
        for _ in 0..self.order.len() {
            self.sum += read(&mut self.passing, self.next);
            self.next += 1;
        }
    }

    /// Reads as many tracks as the cache holds, chosen at random from twice as many.
    pub fn random(&mut self) {
        let tracks = 2 * self.order.len() as u64;
        for _ in 0..self.order.len() {
            let track = random(&mut self.state, tracks);
            self.sum += read(&mut self.mixed, track);
        }
    }

    /// Returns a checksum of the work so far, which is the same natively and in WebAssembly.
    pub fn counted(&self) -> f64 {
        let hits = |cache: &MinidiskCache<u8>| (0..GUESTS).map(|guest| cache.counts(guest).hits).sum::<u64>();
        (hits(&self.found) + hits(&self.passing) + hits(&self.mixed) + self.sum) as f64
    }
}

/// Reads a track for one of the guests and adds up the returned data.
fn read(cache: &mut MinidiskCache<u8>, track: u64) -> u64 {
    let mut blocks = [0; TRACK as usize];
    cache.read(&Tracks, track as u32 % GUESTS, track * u64::from(TRACK), &mut blocks, &mut |_| ());
    u64::from(blocks[0]) + u64::from(blocks[TRACK as usize - 1])
}

fn random(state: &mut u64, below: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % below
}
