//! LZ4's encoder compared with that of `lz4_flex`.

use pathlength_codecs::pattern::{LENGTH, NAMES, RANDOM, Shape, bytes};
use pathlength_codecs::{Coder, LZ4};
use proptest::prelude::*;

/// Returns the block of `lz4_flex`. Its native code hashes as many bytes as this crate does everywhere.
fn reference_block(input: &[u8]) -> Vec<u8> {
    lz4_flex::block::compress(input)
}

fn own_block(coder: &mut Coder, input: &[u8]) -> Vec<u8> {
    let mut block = Vec::new();
    coder.encode(input, &mut block);
    block
}

fn coder() -> Coder {
    Coder::new(&LZ4, &LZ4.default_options()).unwrap()
}

#[test]
fn patterns_encode_as_reference_does() {
    let mut coder = coder();
    for name in NAMES.into_iter().chain([RANDOM]) {
        let data = bytes(name, LENGTH, &Shape::default()).unwrap();
        assert!(own_block(&mut coder, &data) == reference_block(&data), "{name} as a whole");
        // One coder encodes units of all lengths, each as if it were the first.
        for unit in [1 << 16, 4096, 65_534, 65_535, 13] {
            for part in data.chunks(unit).take(3) {
                assert!(own_block(&mut coder, part) == reference_block(part), "{name} by {unit}");
            }
        }
    }
}

proptest! {
    #[test]
    fn repetitive_texts_encode_as_reference_does(
        pieces in prop::collection::vec((0_usize..400, 1_usize..40), 0..60),
        letters in 1_u8..5,
        long in any::<bool>(),
    ) {
        // Pieces of the earlier text, each followed by a letter.
        let mut text: Vec<u8> = (0..if long { 70_000_u32 } else { 20 }).map(|at| (at.wrapping_mul(at) >> 7) as u8).collect();
        for (back, length) in pieces {
            for _ in 0..length {
                text.push(text[text.len().saturating_sub(back + 1)]);
            }
            text.push(length as u8 % letters);
        }
        prop_assert_eq!(own_block(&mut coder(), &text), reference_block(&text));
    }

    #[test]
    fn short_texts_encode_as_reference_does(text in prop::collection::vec(0_u8..3, 0..40)) {
        prop_assert_eq!(own_block(&mut coder(), &text), reference_block(&text));
    }
}
