//! What a pattern is made of: records of fields, as tables of constants.

/// One field of a record. Widths are in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    /// This text.
    Lit(&'static str),
    /// Blanks.
    Blank(usize),
    /// Bytes of zero.
    Zero(usize),
    /// Bytes that were random once and are the same in every record.
    Const(usize),
    /// A name, padded with blanks to a width: one of so many, the first ones more often.
    Name(usize, usize),
    /// Bytes of a width, one of so many values, the first ones more often.
    Code(usize, usize),
    /// Several words, cut or padded to a width: one of so many texts, the first ones more often.
    Phrase(usize, usize),
    /// One word, not padded.
    Word,
    /// Words, new ones in every record, padded with blanks to a width.
    Text(usize),
    /// A counter in decimal digits. It grows by 1 up to so much from one record to the next.
    Seq(usize, usize),
    /// The same as a binary number, high byte first.
    BinSeq(usize, usize),
    /// Random decimal digits.
    Digits(usize),
    /// A whole number of about so many bits, in decimal digits and not padded.
    Number(u32),
    /// A packed decimal number of about so many bits, and the percentage of records in which it is zero.
    Packed(usize, u32, u32),
    /// A binary number of about so many bits, high byte first, and the percentage of records in which it is zero.
    Bin(usize, u32, u32),
    /// Random bytes.
    Random(usize),
    /// Bytes that change in so many of a thousand records.
    Slow(usize, u32),
    /// One of several forms, the first ones more often.
    OneOf(&'static [&'static [Field]]),
    /// The same, padded with blanks or cut to a width.
    Line(usize, &'static [&'static [Field]]),
}

/// How wide a field is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    /// In bytes; about so many where records differ.
    pub(super) typical: usize,
    /// Is it the same in every record?
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
                let whole: usize = forms.concat().iter().map(|field| field.width().typical).sum();
                (whole / forms.len(), false)
            }
        };
        Width { typical, fixed }
    }
}

/// How text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// EBCDIC, code page 037.
    Ebcdic,
    /// ASCII.
    Ascii,
}

/// Pages of a fixed size that records are put into.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    /// Bytes of a page.
    pub(super) size: usize,
    /// What it begins with.
    pub(super) head: &'static [Field],
    /// Bytes at its end that stay zero.
    pub(super) free: usize,
}

/// Pieces of what was written a while ago come again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeats {
    /// How often such a piece stands in place of a record, in percent.
    pub(super) percent: u32,
    /// The shortest and the longest piece, in bytes.
    pub(super) length: [usize; 2],
    /// From how far back it comes at the most, in bytes. At the least 600: just beyond a history of 512.
    pub(super) back: usize,
}

/// Records of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Where its random numbers begin.
    pub(super) seed: u64,
    pub(super) code: Code,
    /// The fields of a record, in groups that follow one another.
    pub(super) record: &'static [&'static [Field]],
    pub(super) page: Option<Page>,
    pub(super) repeats: Option<Repeats>,
}

impl Layout {
    /// Records in EBCDIC, one after the other: what a table builds on.
    pub(super) const RECORDS: Self = Self { seed: 0, code: Code::Ebcdic, record: &[], page: None, repeats: None };
}

/// Pieces of so many bytes come again in so many percent of the records, from so far back at the most.
pub(super) const fn again(percent: u32, least: usize, longest: usize, back: usize) -> Repeats {
    Repeats { percent, length: [least, longest], back }
}
