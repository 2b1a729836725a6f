//! A name with its hash, and the parts of a hash that the index and the pages use.

use crate::directory::Name;
use xxhash_rust::xxh3::xxh3_64;

/// A name and its hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key<'a> {
    pub(super) hash: u64,
    pub(super) name: &'a [u8],
}

impl<'a> Key<'a> {
    #[inline]
    pub(super) fn new(name: Name<'a>) -> Self {
        Self { hash: hash_of(name.bytes()), name: name.bytes() }
    }
}

/// Returns the hash that determines the location of a name; the hash is part of the format.
#[inline]
pub(super) fn hash_of(name: &[u8]) -> u64 {
    xxh3_64(name)
}

/// Returns the first `depth` bits of a hash.
#[inline]
pub(super) fn bits_of(hash: u64, depth: u8) -> u32 {
    // Shifts in two steps, because a shift by 64 is not defined.
    (hash >> 1).wrapping_shr(63 - u32::from(depth)) as u32
}

/// Returns the 16 bits after the first `depth` bits of a hash.
#[inline]
pub(super) fn fragment_of(hash: u64, depth: u8) -> u16 {
    ((hash << depth) >> 48) as u16
}

/// Returns the first hash whose first `depth` bits are `bits`.
#[inline]
pub(super) fn first_hash(bits: u32, depth: u8) -> u64 {
    u64::from(bits).checked_shl(64 - u32::from(depth)).unwrap_or(0)
}
