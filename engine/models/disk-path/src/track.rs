//! The tracks of a 3390, the ECKD device of the measurements.

/// Returns the number of equal records with `bytes` of data that fit on a 3390 track.
///
/// IBM 3390 Direct Access Storage Reference Summary, GX26-4577: a track has 1,729 cells of 34 bytes. A record without a
/// key takes 19 cells plus the cells of its data. The data take 6 more bytes at the end, and 6 more for each full or
/// partial group of 232 bytes.
pub(super) const fn records_per_track(bytes: u32) -> u32 {
    let data = bytes + 6 * (bytes + 6).div_ceil(232) + 6;
    1729 / (19 + data.div_ceil(34))
}

#[cfg(test)]
mod tests {
    use super::records_per_track;

    #[test]
    fn tracks_hold_the_records_of_the_reference_summary() {
        assert_eq!([512, 1024, 2048, 4096].map(records_per_track), [49, 33, 21, 12]);
    }
}
