//! Listing names in the order of their hash.
//!
//! A cookie is a position in the order of the hashes. The cookie of `.` is 0, and that of `..` is 1. The cookie of the
//! r-th of the names whose hashes begin with the 58 bits b is `2 + 64 b + r`. A cookie does not depend on pages, so it
//! stays valid when pages split and merge. Names whose hashes share 58 bits are in the order of their hash and then of
//! their bytes. At most [`MAX_BUCKET_NAMES`] names in a directory can share these bits, so that each has a unique
//! cookie. (Among a million names, the probability that two hashes share 58 bits is 2 in a million. Only if one name of
//! the pair is added or removed during a listing can the other be listed twice or not at all.)

use super::V5Directory;
use super::index::Index;
use super::key::{first_hash, fragment_of, hash_of};
use super::page::Page;
use crate::directory::{Aggregate, Cookie, Damage, DirectoryError, Entry, Event, Lock, MAX_NAME_BYTES, Observer};

/// Number of low-order hash bits that a cookie leaves out.
const BUCKET_SHIFT: u32 = 6;

/// Maximum number of names in a bucket, which contains the names whose hashes share the bits in a cookie.
const MAX_BUCKET_NAMES: u64 = 61;

/// The first cookie after those of `.` and `..`.
const FIRST_NAME: u64 = 2;

/// Returns the cookie after the `rank`-th name of a bucket; ranks count from 0.
const fn cookie_after(bucket: u64, rank: u64) -> Cookie {
    let next = if rank + 1 < MAX_BUCKET_NAMES { rank + 1 } else { MAX_BUCKET_NAMES };
    Cookie((bucket << BUCKET_SHIFT) + next + FIRST_NAME)
}

/// Returns whether the bucket of this hash has the maximum number of names.
#[cold]
pub(super) fn is_crowded(page: &Page<'_>, hash: u64) -> Result<bool, Damage> {
    let wanted = fragment_of(hash, page.header.depth);
    let mut name = [0; MAX_NAME_BYTES];
    let mut count = 0;
    for (_, fragment, at) in page.slots_from(page.header.home(wanted)) {
        if at == 0 || fragment > wanted {
            break;
        }
        if fragment == wanted {
            let length = page.assemble(page.entry(at)?, &mut name);
            count += u64::from(hash_of(&name[..length]) >> BUCKET_SHIFT == hash >> BUCKET_SHIFT);
        }
    }
    Ok(count >= MAX_BUCKET_NAMES)
}

/// Progress of a listing.
struct Position {
    /// The bucket of the last name listed, or the bucket at which to continue.
    bucket: u64,
    /// Number of names in that bucket that this call has passed.
    passed: u64,
    /// Number of names in that bucket that were listed before this call.
    skip: u64,
}

impl V5Directory {
    pub(super) fn list_from(
        &self,
        store: &Aggregate,
        cookie: Cookie,
        visit: &mut dyn FnMut(Entry<'_>) -> bool,
        observer: &mut impl Observer,
    ) -> Result<Option<Cookie>, DirectoryError> {
        let own = [(&b"."[..], self.anode.fid(store)), (b"..", self.anode.parent(store))];
        for (at, (name, fid)) in (0..FIRST_NAME).zip(own) {
            let next = Cookie(at + 1);
            if cookie.0 <= at && !visit(Entry { name, fid, next }) {
                return Ok(Some(next));
            }
        }
        let index = Index::read(self.anode, store)?;
        let place = cookie.0.saturating_sub(FIRST_NAME);
        let mut position = Position { bucket: place >> BUCKET_SHIFT, passed: 0, skip: place % (1 << BUCKET_SHIFT) };
        let mut from = position.bucket << BUCKET_SHIFT;
        loop {
            let (number, _) = index.descend(store, from, observer)?;
            observer.note(Event::PageLocked(number, Lock::Shared));
            observer.note(Event::PageProbed(number));
            let page = Page::open_for(store, number, from)?;
            if let Some(next) = list_page(&page, from, &mut position, visit, observer)? {
                return Ok(Some(next));
            }
            let depth = page.header.depth;
            match page.header.bits + 1 {
                end if end == 1 << depth => return Ok(None),
                next => from = first_hash(next, depth),
            }
        }
    }
}

/// Lists a page's names from the hash `from` onward. Returns the cookie at which to continue if `visit` stops.
fn list_page(
    page: &Page<'_>,
    from: u64,
    position: &mut Position,
    visit: &mut dyn FnMut(Entry<'_>) -> bool,
    observer: &mut impl Observer,
) -> Result<Option<Cookie>, Damage> {
    let mut name = [0; MAX_NAME_BYTES];
    for (_, _, at) in page.slots_from(page.header.home(fragment_of(from, page.header.depth))) {
        observer.note(Event::PieceWalked);
        if at == 0 {
            continue;
        }
        let entry = page.entry(at)?;
        let length = page.assemble(entry, &mut name);
        let bucket = hash_of(&name[..length]) >> BUCKET_SHIFT;
        if bucket < position.bucket {
            continue;
        }
        if bucket > position.bucket {
            *position = Position { bucket, passed: 0, skip: 0 };
        }
        let rank = position.passed;
        position.passed += 1;
        if rank < position.skip {
            continue;
        }
        observer.note(Event::BytesCopied(length as u32));
        let next = cookie_after(bucket, rank);
        if !visit(Entry { name: &name[..length], fid: entry.fid, next }) {
            return Ok(Some(next));
        }
    }
    Ok(None)
}
