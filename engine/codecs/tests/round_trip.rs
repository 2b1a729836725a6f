//! Decompressed data equal the input, in units and in streams, for chunks of any size.

use pathlength_codecs::{ALDC, CODECS, CodecInfo, Coder, Decoder, Encoder, Options, size_of};
use proptest::prelude::*;

/// Returns data made of random pieces and of repeats, near or far.
fn data() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..40).prop_map(|bytes| (bytes, 0, 0)),
        (any::<u8>(), 1..700_usize).prop_map(|(byte, count)| (vec![byte; count], 0, 0)),
        (1..5000_usize, 1..600_usize).prop_map(|(back, count)| (Vec::new(), back, count)),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| {
        let mut data = Vec::new();
        for (bytes, back, count) in pieces {
            data.extend(bytes);
            for _ in 0..count.min(if back <= data.len() { count } else { 0 }) {
                data.push(data[data.len() - back]);
            }
        }
        data
    })
}

fn options() -> impl Strategy<Value = (&'static CodecInfo, Options)> {
    let codec = proptest::sample::select(&CODECS[..]);
    let unit = prop_oneof![Just(0), 1..3000_usize];
    (codec, proptest::sample::select(&[512, 1024, 2048][..]), 1..=9, unit, any::<bool>()).prop_map(
        |(codec, history, level, unit, raw)| (codec, Options { history, level, unit, raw: raw && codec == &ALDC }),
    )
}

fn decoded(
    codec: &CodecInfo,
    options: &Options,
    packed: &[u8],
    piece: usize,
) -> Result<Vec<u8>, pathlength_codecs::Error> {
    let (mut decoder, mut out) = (Decoder::new(codec, options)?, Vec::new());
    for mut part in packed.chunks(piece) {
        while !part.is_empty() {
            part = &part[decoder.push(part, &mut out)?..];
        }
    }
    decoder.finish()?;
    Ok(out)
}

proptest! {
    #[test]
    fn unit_decodes_to_its_input((codec, options) in options(), data in data()) {
        let mut coder = Coder::new(codec, &options).unwrap();
        let (mut packed, mut back) = (vec![7], vec![9]);
        coder.encode(&data, &mut packed);
        coder.decode(&packed[1..], data.len(), &mut back).unwrap();
        prop_assert_eq!(&back[1..], &data);
        if let Some(limit) = data.len().checked_sub(1) {
            prop_assert!(coder.decode(&packed[1..], limit, &mut back).is_err());
            prop_assert_eq!(back.len(), 1 + data.len());
        }
        // Empty data have no units at all.
        let kept = if data.is_empty() { 0 } else { packed.len() - 1 };
        prop_assert_eq!(size_of(&mut coder, &data, 0, false), kept);
    }

    #[test]
    fn stream_decodes_to_its_input_in_any_pieces(
        (codec, options) in options(),
        data in data(),
        pieces in (1..500_usize, 1..500_usize),
    ) {
        let (mut encoder, mut packed) = (Encoder::new(codec, &options).unwrap(), Vec::new());
        for part in data.chunks(pieces.0) {
            encoder.push(part, &mut packed);
        }
        encoder.finish(&mut packed);
        prop_assert_eq!(decoded(codec, &options, &packed, pieces.1).unwrap(), data);
        for cut in [0, packed.len() / 2, packed.len() - 1] {
            // A cut between two units leaves a valid shorter stream, except in an ALDC file, which has a trailer.
            if options.unit == 0 || (codec == &ALDC && !options.raw) {
                prop_assert!(decoded(codec, &options, &packed[..cut], pieces.1).is_err());
            }
        }
    }

    #[test]
    fn units_are_coded_independently((codec, options) in options(), data in data(), before in data()) {
        let (mut new, mut used) = (Coder::new(codec, &options).unwrap(), Coder::new(codec, &options).unwrap());
        let (mut one, mut other) = (Vec::new(), Vec::new());
        new.encode(&data, &mut one);
        used.encode(&before, &mut other);
        other.clear();
        used.encode(&data, &mut other);
        prop_assert_eq!(one, other);
    }
}
