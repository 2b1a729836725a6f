//! Comparing and copying names in words of several bytes; the last word may overlap the word before it.
//!
//! In WebAssembly, slice comparisons and copies become calls to functions that loop over bytes, which is slow for data
//! as short as names.

/// Returns eight bytes as a word.
#[inline]
fn word(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes)
}

/// Returns the first and the last `N` bytes of a slice; `None` if it has fewer than `N` bytes.
#[inline]
fn ends<const N: usize>(bytes: &[u8]) -> Option<([u8; N], [u8; N])> {
    Some((*bytes.first_chunk()?, *bytes.last_chunk()?))
}

/// Returns whether `a` and `b` are equal. For 4 to 32 bytes, there is no loop, because processors would often
/// mispredict the end of a loop.
#[inline]
pub(super) fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() || a.is_empty() {
        return a.len() == b.len();
    }
    if let (Some((a_first, a_last)), Some((b_first, b_last))) = (ends::<16>(a), ends::<16>(b)) {
        let differ = (u128::from_le_bytes(a_first) ^ u128::from_le_bytes(b_first))
            | (u128::from_le_bytes(a_last) ^ u128::from_le_bytes(b_last));
        let mut words = a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0);
        return differ == 0 && (a.len() <= 32 || words.all(|(x, y)| word(*x) == word(*y)));
    }
    if let (Some((a_first, a_last)), Some((b_first, b_last))) = (ends::<8>(a), ends::<8>(b)) {
        return (word(a_first) ^ word(b_first)) | (word(a_last) ^ word(b_last)) == 0;
    }
    if let (Some((a_first, a_last)), Some((b_first, b_last))) = (ends::<4>(a), ends::<4>(b)) {
        let half = u32::from_le_bytes;
        return (half(a_first) ^ half(b_first)) | (half(a_last) ^ half(b_last)) == 0;
    }
    a.iter().zip(b).all(|(x, y)| x == y)
}

/// Copies `from` to `to`, which has the same length. As in [`equal`], there is no loop for 4 to 32 bytes.
#[inline]
pub(super) fn copy(to: &mut [u8], from: &[u8]) {
    debug_assert_eq!(to.len(), from.len());
    if let Some((first, last)) = ends::<16>(from) {
        if from.len() > 32 {
            for (to, from) in to.as_chunks_mut::<16>().0.iter_mut().zip(from.as_chunks::<16>().0) {
                *to = *from;
            }
        }
        put_ends(to, first, last);
    } else if let Some((first, last)) = ends::<8>(from) {
        put_ends(to, first, last);
    } else if let Some((first, last)) = ends::<4>(from) {
        put_ends(to, first, last);
    } else {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
    }
}

/// Writes the first and the last `N` bytes of a slice that has at least `N` bytes.
#[inline]
fn put_ends<const N: usize>(to: &mut [u8], first: [u8; N], last: [u8; N]) {
    if let Some(to) = to.first_chunk_mut() {
        *to = first;
    }
    if let Some(to) = to.last_chunk_mut() {
        *to = last;
    }
}

/// Returns the length of the longest common prefix.
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

/// Returns the length of the longest common suffix.
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
        for len in 0..70 {
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
