//! Words and names, all of them invented or everyday English; none come from real data.

use super::field::Code;
use super::random::Random;

/// Words of texts.
const WORDS: &str = "\
    the of and to in is for on was by with not from this are be at volume record file system data job step time \
    ended started server storage cache account balance customer number order payment total branch region status \
    active closed pending waiting request reply message queue thread region partition member library catalog backup \
    restore archive copy group pool device channel control unit reader writer buffer block track cylinder extent \
    index table space page row column key value length count limit rate percent minutes seconds hours daily weekly \
    monthly report summary detail line field format input output program module load link call return code error \
    warning severe normal complete failed retry allocated released mounted demounted assigned unknown invalid \
    expected received sent local remote primary secondary cluster drive tape disk memory processor network session \
    user owner access denied granted security profile class policy rule date begin end first last next previous \
    current new old open close read write update delete";

/// Returns the words of texts, the most common first.
pub(super) fn words() -> Vec<&'static str> {
    WORDS.split(' ').collect()
}

/// EBCDIC code page 037 for the characters from blank to tilde.
const CP037: [u8; 95] = [
    0x40, 0x5a, 0x7f, 0x7b, 0x5b, 0x6c, 0x50, 0x7d, 0x4d, 0x5d, 0x5c, 0x4e, 0x6b, 0x60, 0x4b, 0x61, 0xf0, 0xf1, 0xf2,
    0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0x7a, 0x5e, 0x4c, 0x7e, 0x6e, 0x6f, 0x7c, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5,
    0xc6, 0xc7, 0xc8, 0xc9, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7,
    0xe8, 0xe9, 0xba, 0xe0, 0xbb, 0xb0, 0x6d, 0x79, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x91, 0x92,
    0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xc0, 0x4f, 0xd0, 0xa1,
];

impl Code {
    /// Returns the code of an ASCII character.
    pub(super) fn encode(self, ascii: u8) -> u8 {
        match self {
            Self::Ascii => ascii,
            Self::Ebcdic => CP037[usize::from(ascii.clamp(b' ', b'~') - b' ')],
        }
    }

    /// Appends text.
    pub(super) fn push(self, text: &str, out: &mut Vec<u8>) {
        out.extend(text.bytes().map(|byte| self.encode(byte)));
    }
}

/// Returns an invented name: syllables and, often, a digit or two.
pub(super) fn name(width: usize, random: &mut Random) -> String {
    const FIRST: &[u8] = b"BCDFGHKLMNPRSTVX";
    const SECOND: &[u8] = b"AEIOUY";
    let mut name = String::new();
    let length = width - random.uniform(1 + width / 3);
    while name.len() < length {
        if name.len() > 2 && random.uniform(4) == 0 {
            name.push(char::from(b'0' + random.uniform(10) as u8));
        } else {
            name.push(char::from(FIRST[random.uniform(FIRST.len())]));
            name.push(char::from(SECOND[random.uniform(SECOND.len())]));
        }
    }
    name.truncate(length);
    name
}

/// Returns words up to a width.
pub(super) fn phrase(width: usize, words: &[&str], random: &mut Random) -> String {
    let mut phrase = String::new();
    while phrase.len() < width && (phrase.len() < width / 2 || random.uniform(6) > 0) {
        phrase.push_str(words[random.skewed(words.len())]);
        phrase.push(' ');
    }
    phrase.truncate(width);
    phrase
}
