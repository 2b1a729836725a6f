//! Comparing and copying names by words of eight bytes, the last word overlapping the one before it.
//!
//! Slice equality and slice copies become calls into byte loops in WebAssembly; names are far too short for that.

/// The word in eight bytes.
#[inline]
fn word(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes)
}

/// Whether `a` and `b` are the same bytes.
#[inline]
pub(super) fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if let (Some(x), Some(y)) = (a.last_chunk::<8>(), b.last_chunk::<8>()) {
        let mut words = a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0);
        return word(*x) == word(*y) && words.all(|(x, y)| word(*x) == word(*y));
    }
    if let (Some(x), Some(y)) = (ends(a), ends(b)) {
        return x == y;
    }
    a.iter().zip(b).all(|(x, y)| x == y)
}

/// The first and the last four bytes of at least four, as one word.
#[inline]
fn ends(bytes: &[u8]) -> Option<u64> {
    let (first, last) = (bytes.first_chunk::<4>()?, bytes.last_chunk::<4>()?);
    Some(u64::from(u32::from_le_bytes(*first)) | (u64::from(u32::from_le_bytes(*last)) << 32))
}

/// Copies `from` over `to`, which is as long.
#[inline]
pub(super) fn copy(to: &mut [u8], from: &[u8]) {
    debug_assert_eq!(to.len(), from.len());
    if let Some(last) = from.last_chunk::<8>() {
        for (to, from) in to.as_chunks_mut::<8>().0.iter_mut().zip(from.as_chunks::<8>().0) {
            *to = word(*from).to_le_bytes();
        }
        if let Some(to) = to.last_chunk_mut::<8>() {
            *to = word(*last).to_le_bytes();
        }
    } else if let (Some(first), Some(last)) = (from.first_chunk::<4>(), from.last_chunk::<4>()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        if let Some(to) = to.first_chunk_mut::<4>() {
            *to = first.to_le_bytes();
        }
        if let Some(to) = to.last_chunk_mut::<4>() {
            *to = last.to_le_bytes();
        }
    } else {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
    }
}

/// How many bytes `a` and `b` have in common at their beginning.
#[inline]
pub(super) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let mut same = 0;
    for (x, y) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        let differ = word(*x) ^ word(*y);
        if differ != 0 {
            return same + differ.trailing_zeros() as usize / 8;
        }
        same += 8;
    }
    same + a[same..].iter().zip(&b[same..]).take_while(|(x, y)| x == y).count()
}

/// How many bytes `a` and `b` have in common at their end.
#[inline]
pub(super) fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    let mut same = 0;
    for (x, y) in a.as_rchunks::<8>().1.iter().rev().zip(b.as_rchunks::<8>().1.iter().rev()) {
        let differ = word(*x) ^ word(*y);
        if differ != 0 {
            return same + differ.leading_zeros() as usize / 8;
        }
        same += 8;
    }
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    same + a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_agree_with_plain_bytes_at_every_length() {
        for len in 0..40 {
            let a: Vec<u8> = (0..len).collect();
            let mut copied = vec![0xff; a.len()];
            copy(&mut copied, &a);
            assert_eq!(copied, a);
            assert!(equal(&a, &copied));
            for at in 0..a.len() {
                let mut b = a.clone();
                b[at] ^= 0x80;
                assert!(!equal(&a, &b), "length {len}, byte {at}");
                assert_eq!(common_prefix(&a, &b), at);
                assert_eq!(common_suffix(&a, &b), a.len() - 1 - at);
                assert_eq!(common_prefix(&a, &a[..at]), at);
                assert_eq!(common_suffix(&a, &a[at..]), a.len() - at);
            }
        }
    }
}
