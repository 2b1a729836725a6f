//! Damage to blocks, and checksums that detect it.
//!
//! A disk writes a block sector by sector, so a power failure can leave a torn block: half new, half old. Bit rot
//! changes a block that was written completely. Contents are typed, so damage is typed as well. A table with entries of
//! equal size is torn between two entries. Other damaged content becomes [`Content::Garbage`], which no reader accepts
//! as valid.

use super::block::{BlockNo, Change, Content, LogBlock, LogBody};
use super::geometry::Geometry;
use super::image::Image;
use super::ring::{Ring, log_block};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use xxhash_rust::xxh3::Xxh3;

/// Number of tags in the first half of a descriptor or revoke block.
const TAGS_IN_HALF: usize = 250;

/// Returns the checksum of `contents`.
pub(super) fn checksum(contents: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = Xxh3::new();
    contents.hash(&mut hasher);
    hasher.finish()
}

/// Returns a block whose first half has reached the medium.
pub(super) fn torn(old: &Content, new: &Content) -> Content {
    match new {
        Content::Bitmap(words) => Content::Bitmap(half(words, if let Content::Bitmap(old) = old { old } else { &[] })),
        Content::Inodes(inodes) => {
            Content::Inodes(half(inodes, if let Content::Inodes(old) = old { old } else { &[] }))
        }
        Content::Pointers(blocks) => {
            Content::Pointers(half(blocks, if let Content::Pointers(old) = old { old } else { &[] }))
        }
        // This content fits in the first sector, so a torn write leaves it complete.
        Content::LogStart(_) => new.clone(),
        Content::Log(log) => match &log.body {
            LogBody::Commit { .. } => new.clone(),
            LogBody::Descriptor(homes) | LogBody::Revoke(homes) if homes.len() <= TAGS_IN_HALF => new.clone(),
            _ => Content::Garbage,
        },
        Content::Empty => Content::Empty,
        Content::Data(_) | Content::Node(_) | Content::Garbage => Content::Garbage,
    }
}

/// Returns the first half of `new` and the second half of `old`; without an old table, the second half is empty.
fn half<T: Clone + Default>(new: &[T], old: &[T]) -> Rc<[T]> {
    let middle = new.len() / 2;
    (0..new.len())
        .map(|at| if at < middle { new[at].clone() } else { old.get(at).cloned().unwrap_or_default() })
        .collect()
}

/// Changes a bit of the first image or record that a recovery reads. Returns `false` if the log contains no image or
/// record.
pub(super) fn rot_log(image: &mut Image, geometry: &Geometry) -> bool {
    let Content::LogStart(start) = image.read(Geometry::LOG) else { return false };
    let ring = Ring::new(geometry.log_blocks);
    let mut position = start.position;
    for _ in 0..ring.size() {
        let Content::Log(log) = image.read(log_block(position)) else { return false };
        if log.sequence != start.sequence {
            return false;
        }
        match &log.body {
            LogBody::Descriptor(homes) if !homes.is_empty() => {
                let image_block = log_block(ring.behind(position, 1));
                let rotten = rotten(image.read(image_block));
                image.write(image_block, rotten);
                return true;
            }
            LogBody::Records { changes, .. } if !changes.is_empty() => {
                image.write(log_block(position), rotten(Content::Log(log)));
                return true;
            }
            _ => position = ring.behind(position, 1),
        }
    }
    false
}

/// Returns the content with one bit changed.
fn rotten(content: Content) -> Content {
    match content {
        Content::Bitmap(words) => {
            let mut words = words.to_vec();
            if let Some(word) = words.first_mut() {
                *word ^= 1 << 7;
            }
            Content::Bitmap(words.into())
        }
        Content::Log(log) => {
            let LogBlock { sequence, mut body } = LogBlock::clone(&log);
            if let LogBody::Records { changes, .. } = &mut body
                && let Some((_, change)) = changes.first_mut()
            {
                *change = Change::Whole(Content::Garbage);
            }
            Content::Log(Rc::new(LogBlock { sequence, body }))
        }
        _ => Content::Garbage,
    }
}

/// Returns the checksum of a transaction, which covers its sequence number, its images with their home locations, and
/// its revoked blocks.
pub(super) fn transaction_checksum<'a>(
    sequence: u32,
    images: impl Iterator<Item = (BlockNo, &'a Content)>,
    revoked: &[BlockNo],
) -> u64 {
    let images: Vec<(BlockNo, &Content)> = images.collect();
    checksum(&(sequence, images, revoked))
}
