//! ALDC: the published format bit by bit, and the hardware's greedy longest match.

use pathlength_codecs::aldc::{MAX_COPY_BYTES, TokenKind, tokens};
use pathlength_codecs::{ALDC, Coder, Options};
use proptest::prelude::*;

fn coder(history: usize) -> Coder {
    Coder::new(&ALDC, &Options { history, ..ALDC.default_options() }).unwrap()
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|n| u8::from_str_radix(&hex[2 * n..2 * n + 2], 16).unwrap()).collect()
}

fn encoded(history: usize, text: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    coder(history).encode(text, &mut packed);
    packed
}

fn decoded(history: usize, packed: &[u8]) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    coder(history).decode(packed, 1 << 20, &mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// Returns the lengths of the tokens that the hardware finds: it compares the text with every address of the history.
fn exhaustive_lengths(text: &[u8], history: usize) -> Vec<usize> {
    let (mut memory, mut written) = (vec![None; history], 0);
    let mut lengths = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let max_length = MAX_COPY_BYTES.min(text.len() - at);
        let matches = (0..history).map(|address| {
            // A copy may overlap the bytes that it writes.
            let mut after: Vec<_> = Vec::new();
            (0..max_length)
                .take_while(|n| {
                    let source = (address + n) % history;
                    let ahead = (source + history - written % history) % history;
                    let byte = if ahead < *n { after[ahead] } else { memory[source] };
                    after.push(Some(text[at + n]));
                    byte == Some(text[at + n])
                })
                .count()
        });
        let length = matches.max().unwrap().max(1);
        for &byte in &text[at..at + length.max(1)] {
            memory[written % history] = Some(byte);
            written += 1;
        }
        // A length of 1 is a literal.
        lengths.push(length);
        at += length;
    }
    lengths
}

const VECTORS: [(usize, &[u8], &str); 7] = [
    (512, b"", "fff8"),
    (512, b"A", "20fffc"),
    (512, b"ABAAAAAACABABABA", "209088390110e80300afff80"),
    (512, &[0; 272], "007fbc01fff0"),
    (512, &[0; 600], "007fbc01fef87fc643dfff"),
    (1024, b"ABAAAAAACABABABA", "2090883900887400c015fff0"),
    (2048, b"ABAAAAAACABABABA", "2090883900443a003002bffe"),
];

#[test]
fn known_vectors_decode_and_own_encoding_is_as_short() {
    for (history, text, hex) in VECTORS {
        assert_eq!(decoded(history, &bytes(hex)).unwrap(), text, "{hex}");
        assert_eq!(encoded(history, text).len(), hex.len() / 2, "{hex}");
    }
}

#[test]
fn copy_of_zeros_has_at_most_271_bytes() {
    for (zeros, lengths) in [(271, vec![1, 270]), (272, vec![1, 271]), (273, vec![1, 271, 1]), (274, vec![1, 271, 2])] {
        let text = vec![0; zeros];
        let found: Vec<_> = tokens(&text, 512).iter().map(|token| token.length).collect();
        assert_eq!(found, lengths, "{zeros} zeros");
        assert_eq!(decoded(512, &encoded(512, &text)).unwrap(), text);
    }
}

#[test]
fn reserved_codes_are_refused() {
    for code in 240..=254_u32 {
        // A literal, and then a copy with this code.
        let bits = 0b0_0100_0001 << 23 | 0b1_1111 << 18 | code << 10;
        let error = decoded(512, &bits.to_be_bytes()).unwrap_err();
        assert!(error.contains("reserved"), "{code}: {error}");
    }
}

#[test]
fn copy_from_unwritten_history_is_refused() {
    // A literal, and two bytes from address 1.
    let bits = 0b0_0100_0001 << 23 | 0b100 << 20 | 1 << 11;
    assert!(decoded(512, &u32::to_be_bytes(bits)).unwrap_err().contains("unwritten part"));
}

/// Returns text with repeated pieces, including runs and inexact repetitions.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => (1..2500_usize, 1..40_usize, any::<u8>()).prop_map(|(back, count, end)| (vec![end], back, count)),
        1 => (1..2500_usize, 1..400_usize).prop_map(|(back, count)| (vec![], back, count)),
        4 => (0..3_u8, 1..30_usize).prop_map(|(byte, count)| (vec![byte; count], 0, 0)),
        1 => (0..3_u8, 1..600_usize).prop_map(|(byte, count)| (vec![byte; count], 0, 0)),
        4 => proptest::collection::vec(0..4_u8, 1..30).prop_map(|bytes| (bytes, 0, 0)),
        1 => proptest::collection::vec(any::<u8>(), 1..30).prop_map(|bytes| (bytes, 0, 0)),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| {
        let mut text: Vec<u8> = Vec::new();
        for (bytes, back, count) in pieces {
            for _ in 0..count {
                text.push(text.len().checked_sub(back).map_or(0, |from| text[from]));
            }
            text.extend(bytes);
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn tokens_have_the_longest_match_of_the_history(text in text(), history in proptest::sample::select(&[512, 1024, 2048][..])) {
        let found: Vec<_> = tokens(&text, history).iter().map(|token| token.length).collect();
        prop_assert_eq!(found, exhaustive_lengths(&text, history));
    }

    #[test]
    fn tokens_equal_the_encoder_output(text in text(), history in proptest::sample::select(&[512, 1024, 2048][..])) {
        let (tokens, mut back) = (tokens(&text, history), Vec::new());
        for token in &tokens {
            prop_assert_eq!(token.at, back.len());
            match token.kind {
                TokenKind::Literal(byte) => back.push(byte),
                TokenKind::Address(address) => for n in 0..token.length {
                    let now = back.len();
                    let distance = (now + 2 * history - (address + n) % history) % history;
                    back.push(back[now - if distance == 0 { history } else { distance }]);
                },
            }
        }
        prop_assert_eq!(&back, &text);
        // The codewords and the end marker, thirteen ones, are the encoder's output.
        let packed = encoded(history, &text);
        let mut bits: Vec<u8> = tokens.iter().flat_map(|t| (0..t.bits).rev().map(|n| (t.code >> n & 1) as u8)).collect();
        bits.extend([1; 13]);
        bits.resize(bits.len().next_multiple_of(8), 0);
        let written: Vec<u8> = packed.iter().flat_map(|byte| (0..8).rev().map(move |n| byte >> n & 1)).collect();
        prop_assert_eq!(bits, written);
    }
}
