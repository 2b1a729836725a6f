//! Base64 for URLs (RFC 4648, section 5), without padding.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Encodes bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        // Four symbols encode three bytes.
        for at in 0..=group.len() {
            text.push(char::from(DIGITS[(bits >> (18 - 6 * at)) as usize & 63]));
        }
    }
    text
}

/// Decodes text; returns `None` unless the text is the exact output of [`encode`] for some bytes.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.as_bytes().chunks(4) {
        let bits = group.iter().try_fold(0, |bits, symbol| Some(bits << 6 | value_of(*symbol)?))?;
        // Four symbols encode three bytes; a group of one symbol is incomplete.
        let [_, whole @ .., last] = (bits << (6 * (4 - group.len()))).to_be_bytes();
        let decoded = [whole[0], whole[1], last];
        let (kept, rest) = decoded.split_at(group.len() - 1);
        if group.len() == 1 || rest.iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend_from_slice(kept);
    }
    Some(bytes)
}

fn value_of(symbol: u8) -> Option<u32> {
    let value = match symbol {
        b'A'..=b'Z' => symbol - b'A',
        b'a'..=b'z' => symbol - b'a' + 26,
        b'0'..=b'9' => symbol - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_every_length_decodes_to_its_bytes() {
        for (text, bytes) in [("", ""), ("Zg", "f"), ("Zm8", "fo"), ("Zm9v", "foo"), ("Zm9vYg", "foob")] {
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()), "{text}");
            assert_eq!(encode(bytes.as_bytes()), text);
        }
        assert_eq!(decode("-_-_"), Some(vec![0xfb, 0xff, 0xbf]));
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&all)), Some(all));
    }

    #[test]
    fn base64_in_another_notation_is_refused() {
        // Truncated text, another alphabet, padding, and bits beyond the last byte.
        for text in ["Zm9vY", "Z", "Zm+v", "Zm/v", "Zg==", "Zh", "Zm9", "Zm 8", "Zm8\n", "Zé"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
