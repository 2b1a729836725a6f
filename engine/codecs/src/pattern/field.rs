//! Records and their fields, as tables of constants.

/// One field of a record. Widths are in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    /// A fixed text.
    Lit(&'static str),
    /// Blanks.
    Blank(usize),
    /// Bytes of zero.
    Zero(usize),
    /// Random bytes that are the same in every record.
    Const(usize),
    /// A name, padded with blanks to a width, and the number of names. The first names are more frequent.
    Name(usize, usize),
    /// Bytes of a given width, and the number of their possible values. The first values are more frequent.
    Code(usize, usize),
    /// Several words, truncated or padded to a width, and the number of such texts. The first texts are more frequent.
    Phrase(usize, usize),
    /// One word, not padded.
    Word,
    /// Words, different in every record, padded with blanks to a width.
    Text(usize),
    /// A counter in decimal digits, and its maximum increment from one record to the next.
    Seq(usize, usize),
    /// A counter as a big-endian binary number.
    BinSeq(usize, usize),
    /// Random decimal digits.
    Digits(usize),
    /// A whole number of about this many bits, in decimal digits and not padded.
    Number(u32),
    /// A packed decimal number: its width, approximate bits, and the percentage of records in which it is zero.
    Packed(usize, u32, u32),
    /// A big-endian binary number: its width, approximate bits, and the percentage of records in which it is zero.
    Bin(usize, u32, u32),
    /// Random bytes.
    Random(usize),
    /// Bytes of a given width, and the number of records per thousand that change the bytes.
    Slow(usize, u32),
    /// One of several forms. The first forms are more frequent.
    OneOf(&'static [&'static [Field]]),
    /// One of several forms, padded with blanks or truncated to a width.
    Line(usize, &'static [&'static [Field]]),
}

/// Width of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    /// Width in bytes; approximate if records differ.
    pub(super) typical: usize,
    /// Whether all records have the same width.
    pub(super) fixed: bool,
}

impl Field {
    pub(super) fn width(&self) -> Width {
        let (typical, fixed) = match *self {
            Self::Lit(text) => (text.len(), true),
            Self::Blank(width)
            | Self::Zero(width)
            | Self::Const(width)
            | Self::Name(width, _)
            | Self::Code(width, _)
            | Self::Phrase(width, _)
            | Self::Text(width)
            | Self::Seq(width, _)
            | Self::BinSeq(width, _)
            | Self::Digits(width)
            | Self::Packed(width, ..)
            | Self::Bin(width, ..)
            | Self::Random(width)
            | Self::Slow(width, _)
            | Self::Line(width, _) => (width, true),
            Self::Word => (5, false),
            Self::Number(bits) => (1 + bits as usize * 3 / 10, false),
            Self::OneOf(forms) => {
                let total: usize = forms.concat().iter().map(|field| field.width().typical).sum();
                (total / forms.len(), false)
            }
        };
        Width { typical, fixed }
    }
}

/// Character encoding of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// EBCDIC, code page 037.
    Ebcdic,
    /// ASCII.
    Ascii,
}

/// Pages of a fixed size that contain records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    /// Size in bytes.
    pub(super) size: usize,
    /// Fields at the start of the page.
    pub(super) head: &'static [Field],
    /// Unused bytes at the end of the page, which stay zero.
    pub(super) free: usize,
}

/// Repetition of pieces of earlier data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeats {
    /// Percentage of records that a repeated piece replaces.
    pub(super) percent: u32,
    /// Minimum and maximum length of a piece, in bytes.
    pub(super) length: [usize; 2],
    /// Maximum distance of a piece, in bytes. The minimum is 600, just beyond a history of 512 bytes.
    pub(super) max_distance: usize,
}

/// Records of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Seed of the records' random numbers.
    pub(super) seed: u64,
    pub(super) code: Code,
    /// Fields of a record, in groups that follow each other.
    pub(super) record: &'static [&'static [Field]],
    pub(super) page: Option<Page>,
    pub(super) repeats: Option<Repeats>,
}

impl Layout {
    /// The default layout: EBCDIC records in sequence, without pages or repetition.
    pub(super) const RECORDS: Self = Self { seed: 0, code: Code::Ebcdic, record: &[], page: None, repeats: None };
}

/// Returns the repetition of pieces of `min_length` to `max_length` bytes in `percent` of the records, from at most
/// `max_distance` bytes back.
pub(super) const fn repeated(percent: u32, min_length: usize, max_length: usize, max_distance: usize) -> Repeats {
    Repeats { percent, length: [min_length, max_length], max_distance }
}
