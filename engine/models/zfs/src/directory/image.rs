//! A directory as a file: its blocks, each with a checksum.
//!
//! | bytes | field |
//! |---|---|
//! | 0..8 | magic number `PLDIRIMG` |
//! | 8..12 | version of the image, 1 |
//! | 12..16 | format of the directory, 4 or 5 |
//! | 16..24 | block and offset of the anode |
//! | 24..28 | number of blocks, block 0 included |
//! | 28..36 | XXH3 of the bytes before this field |
//! | 36.. | XXH3 of each block, 8 bytes |
//! | then | the blocks |
//!
//! All numbers are little-endian. A flipped bit is always detected: by the checksum of its block, or by that of the
//! header.

use super::anode::{ANODE_BYTES, Anode};
use super::{Aggregate, AnyDirectory, BLOCK_BYTES, Damage, Format, V4Directory, V5Directory};
use std::fmt;
use std::io::{self, Write};
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"PLDIRIMG";
const VERSION: u32 = 1;
/// Bytes of the header before its checksum.
const HEADER_BYTES: usize = 28;
const CHECKSUM_BYTES: usize = 8;

/// Reason why an image cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageError(String);

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ImageError {}

/// A directory that was read from an image.
#[derive(Debug)]
pub struct DirectoryImage {
    /// The blocks.
    pub store: Aggregate,
    /// The directory.
    pub directory: AnyDirectory,
    /// Blocks with wrong checksums.
    pub damage: Vec<Damage>,
}

impl DirectoryImage {
    /// Returns whether `bytes` begin with the magic number of an image.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Writes a directory that was built in a separate aggregate.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn write(store: &Aggregate, directory: &AnyDirectory, out: &mut impl Write) -> io::Result<()> {
        let (format, anode) = match directory {
            AnyDirectory::V4(directory) => (4_u32, directory.anode()),
            AnyDirectory::V5(directory) => (5, directory.anode()),
        };
        let (block, offset) = anode.location();
        let mut header = MAGIC.to_vec();
        for number in [VERSION, format, block, offset, store.blocks.len() as u32] {
            header.extend(number.to_le_bytes());
        }
        out.write_all(&header)?;
        out.write_all(&xxh3_64(&header).to_le_bytes())?;
        for block in &store.blocks {
            out.write_all(&xxh3_64(block).to_le_bytes())?;
        }
        store.blocks.iter().try_for_each(|block| out.write_all(block))
    }

    /// Reads an image. Damaged blocks are reported but not corrected.
    ///
    /// # Errors
    /// Returns [`ImageError`] if the header is damaged or has another version, or if the image is too short or too
    /// long.
    pub fn read(bytes: &[u8]) -> Result<Self, ImageError> {
        let error = |what: String| Err(ImageError(what));
        let Some((header, rest)) = bytes.split_at_checked(HEADER_BYTES).filter(|_| Self::is_one(bytes)) else {
            return error(
                "this is not a directory image: build one with pathlength directory build --image".to_owned(),
            );
        };
        let Some((checksum, rest)) = rest.split_first_chunk::<CHECKSUM_BYTES>() else {
            return error("the image is truncated in its header: build it again".to_owned());
        };
        if u64::from_le_bytes(*checksum) != xxh3_64(header) {
            return error("the header of the image is damaged: build the image again".to_owned());
        }
        let numbers: Vec<_> =
            header[MAGIC.len()..].as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        let &[version, format, block, offset, blocks] = numbers.as_slice() else {
            return error("the image is truncated in its header: build it again".to_owned());
        };
        if version != VERSION {
            return error(format!("the image has version {version}: build it again with this program"));
        }
        let expected = blocks as usize * (CHECKSUM_BYTES + BLOCK_BYTES);
        if rest.len() != expected {
            let (bytes, expected) = (rest.len(), expected);
            return error(format!(
                "the image has {bytes} bytes after its header instead of {expected}: copy or build it again"
            ));
        }
        if block == 0 || block >= blocks || offset as usize > BLOCK_BYTES - ANODE_BYTES {
            return error(format!("the image has no anode at byte {offset} of block {block}: build it again"));
        }
        let (checksums, contents) = rest.split_at(blocks as usize * CHECKSUM_BYTES);
        let mut store = Aggregate::new(u32::MAX);
        store.blocks = contents.as_chunks().0.to_vec();
        let checksums = checksums.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let is_wrong = |(_, (block, checksum)): &(u32, (&[u8; BLOCK_BYTES], u64))| xxh3_64(*block) != *checksum;
        let damage = (0..).zip(store.blocks.iter().zip(checksums)).filter(is_wrong);
        let damage = damage.map(|(block, _)| Damage { block, offset: 0, what: "the checksum of the block is wrong" });
        let damage = damage.collect();
        let anode = Anode::at(block, offset);
        let directory = match format {
            4 => AnyDirectory::V4(V4Directory::open(anode)),
            5 => AnyDirectory::V5(V5Directory::open(anode)),
            _ => return error(format!("the image has a directory in format {format}, not 4 or 5: build it again")),
        };
        Ok(Self { store, directory, damage })
    }

    /// Returns the format of the directory.
    pub fn format(&self) -> Format {
        match self.directory {
            AnyDirectory::V4(_) => Format::V4,
            AnyDirectory::V5(_) => Format::V5,
        }
    }
}
