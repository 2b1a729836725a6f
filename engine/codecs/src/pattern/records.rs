//! Patterns of records with binary and packed fields, as tables.

use super::field::Field::{
    Bin, BinSeq, Blank, Code, Const, Digits, Name, OneOf, Packed, Phrase, Random, Seq, Slow, Text, Zero,
};
use super::field::{Layout, Page, repeated};

/// Index entries: keys of seven bytes in order, and row locations.
pub(super) const DB2IX: Layout = Layout {
    seed: 1,
    record: &[&[BinSeq(7, 90), Random(4), Const(2), Code(10, 3000), Const(2)]],
    page: Some(Page { size: 2048, head: &[BinSeq(4, 1), Const(20), Random(4), Zero(12)], free: 80 }),
    ..Layout::RECORDS
};

/// Load modules: instructions.
pub(super) const LOADLIB: Layout = Layout {
    seed: 2,
    record: &[&[OneOf(&[
        &[Code(2, 60), Random(2)],
        &[Code(1, 30), Random(1)],
        &[Code(1, 40), Random(2), Zero(1)],
        &[Code(4, 1000)],
        &[Code(6, 3000)],
        &[Name(8, 400)],
        &[Zero(4), Random(4)],
        &[Zero(16)],
        &[Zero(24)],
    ])]],
    repeats: Some(repeated(1, 60, 400, 60_000)),
    ..Layout::RECORDS
};

/// A table space: rows in pages.
pub(super) const DB2PAGE: Layout = Layout {
    seed: 3,
    record: &[&[
        Const(3),
        BinSeq(4, 3),
        Packed(5, 14, 20),
        Bin(4, 10, 20),
        Random(2),
        Packed(5, 16, 30),
        Bin(4, 9, 10),
        Code(2, 40),
        Bin(4, 10, 10),
        Digits(6),
        Packed(5, 14, 20),
        Text(26),
        Bin(4, 8, 20),
        Random(2),
        Digits(4),
        Zero(2),
        Code(2, 30),
        Bin(4, 12, 20),
        Name(8, 600),
        Packed(5, 14, 20),
        Zero(3),
    ]],
    page: Some(Page { size: 4096, head: &[BinSeq(4, 1), Const(10), Random(6)], free: 160 }),
    ..Layout::RECORDS
};

/// Customer records in control intervals.
pub(super) const VSAMKSDS: Layout = Layout {
    seed: 9,
    record: &[&[
        Seq(9, 7),
        Name(14, 1500),
        Blank(8),
        Text(20),
        Packed(6, 16, 20),
        Random(3),
        Bin(4, 9, 20),
        Packed(6, 14, 20),
        Blank(12),
        Bin(4, 8, 20),
        Code(2, 30),
        Digits(6),
        Zero(8),
        Packed(6, 16, 40),
        Const(3),
    ]],
    page: Some(Page { size: 4096, head: &[], free: 1100 }),
    ..Layout::RECORDS
};

/// A storage dump: pages of control blocks, pointers, and text.
pub(super) const DUMP: Layout = Layout {
    seed: 6,
    record: &[&[OneOf(&[
        &[Zero(1), Code(1, 12), Random(2), Zero(1), Code(1, 12), Random(2)],
        &[Zero(28)],
        &[Name(8, 300), Zero(8)],
        &[Zero(60)],
        &[Random(10)],
        &[Text(40)],
        &[Code(24, 200)],
        &[Zero(200)],
    ])]],
    page: Some(Page { size: 4160, head: &[Const(32), BinSeq(8, 1), Zero(24)], free: 0 }),
    repeats: Some(repeated(1, 256, 1500, 60_000)),
    ..Layout::RECORDS
};

/// Processor activity records: many counters.
pub(super) const SMF70: Layout = Layout {
    seed: 4,
    record: &[
        &[Const(28), BinSeq(4, 900), Name(4, 6)],
        &[Bin(4, 12, 25); 86],
        &[Const(24), Random(20), Zero(110)],
        &[Name(12, 12); 8],
        &[Zero(90)],
    ],
    ..Layout::RECORDS
};

/// Job and step records.
pub(super) const SMF30: Layout = Layout {
    seed: 8,
    record: &[
        &[Const(24), BinSeq(4, 900), Name(4, 4), Name(8, 300), Const(20), Name(8, 200), Phrase(52, 100)],
        &[Bin(4, 12, 40); 20],
        &[Zero(108), Const(20), Random(16), Name(8, 100), Blank(90), Zero(178)],
    ],
    ..Layout::RECORDS
};

/// A transaction journal.
pub(super) const CICSJRN: Layout = Layout {
    seed: 5,
    record: &[&[
        Const(34),
        BinSeq(8, 4000),
        Name(8, 40),
        Name(4, 60),
        Const(26),
        Random(20),
        Packed(6, 26, 20),
        Phrase(50, 300),
        Blank(40),
        Name(24, 500),
        Const(20),
        Zero(70),
        Packed(5, 24, 20),
        Digits(12),
        Code(20, 100),
        Zero(12),
        Text(36),
        Blank(94),
        Random(12),
        Zero(59),
    ]],
    ..Layout::RECORDS
};

/// A table unloaded to a sequential file.
pub(super) const DB2UNLD: Layout = Layout {
    seed: 11,
    record: &[&[
        Const(8),
        Seq(10, 5),
        Name(24, 800),
        Blank(46),
        Text(50),
        Packed(6, 24, 10),
        Packed(6, 24, 30),
        Zero(40),
        Code(6, 200),
        Digits(10),
        Blank(70),
        Name(24, 400),
        Phrase(70, 200),
        Blank(50),
        Random(10),
        Zero(50),
        Const(18),
        Packed(6, 20, 50),
        Digits(8),
        Slow(12, 50),
    ]],
    ..Layout::RECORDS
};

/// A log of segment changes.
pub(super) const IMSLOG: Layout = Layout {
    seed: 15,
    record: &[&[
        Const(12),
        BinSeq(8, 300),
        Name(8, 20),
        Name(8, 60),
        Zero(40),
        Const(10),
        Packed(6, 24, 20),
        Random(14),
        Blank(50),
        Text(26),
        Phrase(50, 200),
        Zero(40),
        Packed(6, 24, 40),
        Zero(70),
    ]],
    ..Layout::RECORDS
};

/// A customer master file.
pub(super) const CUSTMAST: Layout = Layout {
    seed: 17,
    record: &[&[
        Seq(10, 3),
        Name(20, 800),
        Blank(34),
        Phrase(26, 400),
        Name(12, 200),
        Blank(54),
        Packed(6, 22, 30),
        Packed(6, 22, 30),
        Const(4),
        Digits(6),
        Zero(70),
        Name(2, 40),
        Blank(60),
        Text(20),
        Packed(5, 18, 60),
        Code(4, 40),
        Random(4),
        Zero(57),
    ]],
    ..Layout::RECORDS
};
