//! Files in which zeros are holes, which take no space on disk.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// A block of this many zeros, at a multiple of its size, becomes a hole: smaller holes would save less than their
/// system calls cost.
const HOLE_BYTES: usize = 1 << 15;
static ZEROS: [u8; HOLE_BYTES] = [0; HOLE_BYTES];

/// Writes a new file sequentially.
#[derive(Debug)]
pub(super) struct SparseFile {
    file: File,
    has_holes: bool,
    /// Number of bytes so far, including holes.
    bytes: u64,
    /// Trailing zeros that are not in the file yet.
    hole_bytes: u64,
}

impl SparseFile {
    /// Returns a writer to an empty file, which can get holes if `has_holes` is true.
    pub(super) fn new(file: File, has_holes: bool) -> Self {
        Self { file, has_holes, bytes: 0, hole_bytes: 0 }
    }

    /// Appends bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.has_holes {
            return self.file.write_all(bytes);
        }
        let (mut start, mut at) = (0, 0);
        while at < bytes.len() {
            let room = HOLE_BYTES - (self.bytes % HOLE_BYTES as u64) as usize;
            let block = &bytes[at..bytes.len().min(at + room)];
            if *block == ZEROS[..block.len()] {
                self.write_data(&bytes[start..at])?;
                self.hole_bytes += block.len() as u64;
                start = at + block.len();
            }
            at += block.len();
            self.bytes += block.len() as u64;
        }
        self.write_data(&bytes[start..])
    }

    fn write_data(&mut self, data: &[u8]) -> io::Result<()> {
        if data.is_empty() {
            return Ok(());
        }
        if self.hole_bytes > 0 {
            self.file.seek(SeekFrom::Current(self.hole_bytes.cast_signed()))?;
            self.hole_bytes = 0;
        }
        self.file.write_all(data)
    }

    /// Ends the file.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        if self.hole_bytes > 0 {
            self.file.set_len(self.bytes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn file_has_the_bytes_that_were_written_in_any_pieces() {
        let lengths = [0, 1, HOLE_BYTES - 1, HOLE_BYTES, HOLE_BYTES + 1, 5 * HOLE_BYTES];
        // Zeros and other bytes alternate, and each comes last once.
        for last in [2 * lengths.len() - 1, 2 * lengths.len()] {
            let text: Vec<u8> = (0..last).flat_map(|n| vec![(n % 2) as u8; lengths[n % lengths.len()]]).collect();
            for piece in [1000, HOLE_BYTES, 3 * HOLE_BYTES + 7, text.len()] {
                let mut file = tempfile::tempfile().unwrap();
                let mut sparse = SparseFile::new(file.try_clone().unwrap(), true);
                text.chunks(piece).for_each(|part| sparse.write(part).unwrap());
                sparse.finish().unwrap();
                let mut back = Vec::new();
                file.rewind().unwrap();
                file.read_to_end(&mut back).unwrap();
                assert!(back == text, "pieces of {piece}");
            }
        }
    }
}
