//! The patterns: the same bytes everywhere, in the format that each name implies.

use pathlength_codecs::pattern::{LENGTH, MIXTURE, NAMES, RANDOM, Shape, about, bytes, length, sha256};
use pathlength_codecs::{ALDC, Coder, DEFLATE, LZ4, ZSTD, size_of};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

fn all() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain([RANDOM, MIXTURE])
}

fn shipped(name: &str) -> Vec<u8> {
    bytes(name, length(name), &Shape::default()).unwrap()
}

fn shaped(name: &str, length: usize, shape: Shape) -> Vec<u8> {
    bytes(name, length, &shape).unwrap()
}

#[test]
fn patterns_have_the_shipped_hashes() {
    for name in all() {
        let digits = Sha256::digest(shipped(name)).into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let hash: String = digits.map(|digit| char::from_digit(digit.into(), 16).unwrap()).collect();
        assert_eq!(sha256(name), Some(hash.as_str()), "{name}: other bytes than before");
    }
}

#[test]
fn known_names_have_descriptions_and_others_no_data() {
    for name in all() {
        assert!(about(name).is_some_and(|sentence| sentence.ends_with('.')), "{name}");
    }
    for name in ["", "db2ix", "RECS", "A000"] {
        assert_eq!(bytes(name, 10, &Shape::default()), None);
        assert_eq!((about(name), sha256(name)), (None, None));
    }
}

#[test]
fn mixture_has_the_first_four_blocks_of_each_pattern() {
    let mixture = shipped(MIXTURE);
    assert_eq!(mixture.len(), 18 * 4 * 32_768);
    for (share, name) in mixture.chunks(4 * 32_768).zip(NAMES) {
        assert!(share == &shipped(name)[..share.len()], "{name}");
    }
}

#[test]
fn random_bytes_are_uniform() {
    let mut counts = [0_f64; 256];
    for byte in shipped(RANDOM) {
        counts[usize::from(byte)] += 1.0;
    }
    let expected = LENGTH as f64 / 256.0;
    let chi_square: f64 = counts.iter().map(|count| (count - expected) * (count - expected) / expected).sum();
    // 255 degrees of freedom: mean 255, standard deviation 22.6; the bounds are five standard deviations on either
    // side.
    assert!((142.0..368.0).contains(&chi_square), "{chi_square}");
}

/// The shape without repeated pieces, which may start or end within a record.
const WHOLE_RECORDS: Shape = Shape { period: 1.0, entropy: 1.0, relocality: 0.0 };

#[test]
fn json_lines_are_valid_json() {
    let text = String::from_utf8(shaped("JSON", 300_000, WHOLE_RECORDS)).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let mut before = 0;
    // The last line may be incomplete.
    for line in &lines[..lines.len() - 1] {
        let document: serde_json::Value =
            serde_json::from_str(line.trim_end_matches(',')).unwrap_or_else(|error| panic!("{error}: {line}"));
        let id = document["id"].as_u64().unwrap();
        assert!(id > before && document["amount"].as_u64().unwrap() > 0, "{line}");
        before = id;
    }
}

#[test]
fn xml_elements_are_closed_in_order() {
    let text = String::from_utf8(shaped("XML", 300_000, WHOLE_RECORDS)).unwrap();
    let mut open: Vec<&str> = Vec::new();
    let mut closed = 0;
    for tag in text.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag) {
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            closed += 1;
        } else {
            open.push(tag.split(' ').next().unwrap());
        }
    }
    assert!(closed > 4000 && open.len() < 3, "{closed} closed, {open:?} left open");
}

#[test]
fn cobol_lines_have_ascending_numbers_in_ebcdic() {
    // Each line of the source programs has a number in columns 1 to 6, ascending by 1 to 100, and blanks at its end.
    let bytes = shaped("COBOL", 80 * 2000, WHOLE_RECORDS);
    let numbers: Vec<u32> = bytes
        .chunks(80)
        .map(|line| {
            assert_eq!(line[79], 0x40, "the last column is blank");
            line[..6].iter().fold(0, |number, digit| {
                assert!((0xf0..=0xf9).contains(digit), "{digit:02x} is not a digit");
                number * 10 + u32::from(digit - 0xf0)
            })
        })
        .collect();
    for pair in numbers.windows(2) {
        let step = (pair[1] + 1_000_000 - pair[0]) % 1_000_000;
        assert!((1..=100).contains(&step), "{pair:?}");
    }
}

#[test]
fn packed_numbers_have_decimal_digits_and_a_sign() {
    // Each record of the master file has two packed numbers of six bytes after 156 bytes of text.
    for record in shipped("CUSTMAST").chunks_exact(400) {
        for number in [&record[156..162], &record[162..168]] {
            let halves: Vec<u8> = number.iter().flat_map(|byte| [byte >> 4, byte & 15]).collect();
            assert!(halves[..11].iter().all(|digit| *digit < 10) && halves[11] == 12, "{number:02x?}");
        }
    }
}

#[test]
fn control_intervals_end_with_free_space() {
    for interval in shipped("VSAMKSDS").chunks_exact(4096) {
        assert!(interval[4096 - 1100..].iter().all(|byte| *byte == 0));
        assert!(interval[..32].iter().any(|byte| *byte != 0));
    }
}

/// Returns the number of bytes that equal those `distance` bytes earlier.
fn repeats_at(bytes: &[u8], distance: usize) -> usize {
    bytes.iter().zip(&bytes[distance..]).filter(|(one, other)| one == other).count()
}

#[test]
fn period_factor_moves_the_distance_of_repeats() {
    for (period, record) in [(0.5, 200), (1.0, 400), (1.28, 512), (1.5, 600), (2.0, 800)] {
        let bytes = shaped("CUSTMAST", 200_000, Shape { period, ..Shape::default() });
        let at_record = repeats_at(&bytes, record);
        for other in [record - 13, record + 13, 3 * record / 2] {
            assert!(at_record > repeats_at(&bytes, other), "period {period}: {other} bytes repeat more than {record}");
        }
    }
}

#[test]
fn higher_entropy_factor_increases_compressed_size() {
    let mut coder = Coder::new(&DEFLATE, &DEFLATE.default_options()).unwrap();
    for name in NAMES {
        let sizes = [0.25, 0.5, 1.0, 2.0]
            .map(|entropy| size_of(&mut coder, &shaped(name, 400_000, Shape { entropy, ..Shape::default() }), 0, true));
        assert!(sizes.is_sorted(), "{name}: {sizes:?}");
    }
}

#[test]
fn repeated_pieces_are_beyond_a_history_of_512() {
    let mut deflate = Coder::new(&DEFLATE, &DEFLATE.default_options()).unwrap();
    let mut aldc = Coder::new(&ALDC, &ALDC.default_options()).unwrap();
    for name in ["LOADLIB", "OPERLOG", "JSON", "XML"] {
        let [few, many] = [0.0, 3.0].map(|relocality| {
            let bytes = shaped(name, 400_000, Shape { relocality, ..Shape::default() });
            [&mut deflate, &mut aldc].map(|coder| size_of(coder, &bytes, 0, false) as f64)
        });
        let [seen, hidden] = [many[0] / few[0], many[1] / few[1]];
        assert!(seen < 0.9 && hidden > 0.93, "{name}: DEFLATE's size times {seen}, ALDC's times {hidden}");
    }
}

#[test]
fn zstd_beats_deflate_and_mixture_is_near_the_average() {
    let coders = [&LZ4, &DEFLATE, &ZSTD];
    let mut coders = coders.map(|codec| Coder::new(codec, &codec.default_options()).unwrap());
    let mut sizes =
        |name| coders.each_mut().map(|coder| size_of(coder, &shipped(name), 0, true) as f64 / length(name) as f64);
    let mut sums = [0.0; 3];
    for name in NAMES {
        let [lz4, deflate, zstd] = sizes(name);
        assert!(zstd <= deflate, "{name}: {zstd} of its size by ZSTD, {deflate} by DEFLATE");
        for (sum, size) in sums.iter_mut().zip([lz4, deflate, zstd]) {
            *sum += size / 18.0;
        }
    }
    for (mixture, average) in sizes(MIXTURE).into_iter().zip(sums) {
        assert!((mixture / average - 1.0).abs() < 0.1, "{mixture} of the size, {average} on average");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn shorter_piece_is_a_prefix_of_a_longer_one(
        name in proptest::sample::select(all().collect::<Vec<_>>()),
        short in 0_usize..150_000,
        more in 0_usize..150_000,
        factors in [-5.0..5.0_f64, -5.0..5.0_f64, -5.0..5.0_f64],
    ) {
        let [period, entropy, relocality] = factors.map(f64::exp2);
        let shape = Shape { period, entropy, relocality };
        let [piece, longer] = [short, short + more].map(|length| shaped(name, length, shape));
        prop_assert_eq!((piece.len(), longer.len()), (short, short + more));
        prop_assert!(piece == longer[..short]);
    }
}

#[test]
fn factors_out_of_bounds_are_clamped() {
    let strange = Shape { period: f64::INFINITY, entropy: -1.0, relocality: f64::NAN };
    let bounded = Shape { period: 16.0, entropy: 1.0 / 16.0, relocality: 1.0 };
    for name in NAMES {
        assert!(shaped(name, 20_000, strange) == shaped(name, 20_000, bounded), "{name}");
    }
}
