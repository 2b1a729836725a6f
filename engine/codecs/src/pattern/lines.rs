//! Patterns of printed lines, sources, and documents, as tables.

use super::field::Code::Ascii;
use super::field::Field::{Blank, Digits, Line, Lit, Name, Number, Phrase, Seq, Text, Word};
use super::field::{Layout, Page, repeated};

/// A printed ledger.
pub(super) const REPORT: Layout = Layout {
    seed: 13,
    record: &[&[Line(
        133,
        &[&[
            Lit(" "),
            Seq(8, 9),
            Lit("  "),
            Name(16, 600),
            Lit("  "),
            Phrase(16, 40),
            Blank(24),
            Digits(4),
            Lit("."),
            Digits(2),
            Blank(28),
            Digits(2),
            Lit("."),
            Digits(2),
            Lit("   "),
            Name(3, 30),
        ]],
    )]],
    page: Some(Page {
        size: 7980,
        head: &[
            Line(133, &[&[Lit("1  LEDGER OF ACCOUNTS BY BRANCH AND REGION"), Blank(50), Lit("PAGE "), Seq(6, 1)]]),
            Line(133, &[&[Lit(" BRANCH "), Digits(4), Lit("  REGION "), Name(12, 20)]]),
            Line(
                133,
                &[&[Lit("0 ACCOUNT   NAME              TEXT"), Blank(30), Lit("AMOUNT"), Blank(28), Lit("RATE")]],
            ),
        ],
        free: 0,
    }),
    ..Layout::RECORDS
};

/// The operator's log.
pub(super) const OPERLOG: Layout = Layout {
    seed: 10,
    record: &[&[
        Line(10, &[&[Lit("N 0000000 ")], &[Lit("N 4000000 ")]]),
        Name(4, 4),
        Lit(" 18199 "),
        Seq(8, 40),
        Line(
            92,
            &[
                &[Lit(" JOB"), Digits(5), Lit(" 00000090  "), Phrase(46, 300)],
                &[Lit(" STC"), Digits(5), Lit(" 00000281  "), Name(8, 400), Lit(" "), Phrase(40, 400)],
                &[Blank(20), Phrase(40, 400), Lit(" "), Name(8, 300), Lit(" "), Digits(6)],
            ],
        ),
    ]],
    repeats: Some(repeated(12, 120, 360, 40_000)),
    ..Layout::RECORDS
};

/// Compiler listings.
pub(super) const LISTING: Layout = Layout {
    seed: 12,
    record: &[&[
        Lit(" "),
        Seq(6, 1),
        Lit("  "),
        Seq(6, 100),
        Line(
            118,
            &[
                &[Lit("         "), Name(8, 200), Lit(" "), Word, Lit(" "), Name(12, 300)],
                &[Lit("             MOVE "), Name(14, 400), Lit(" TO "), Name(14, 400)],
                &[Lit("     "), Name(4, 300), Lit("  "), Name(8, 60), Blank(30), Name(10, 300)],
                &[Lit(" ")],
            ],
        ),
    ]],
    repeats: Some(repeated(6, 133, 800, 60_000)),
    ..Layout::RECORDS
};

/// A library of source programs.
pub(super) const COBOL: Layout = Layout {
    seed: 14,
    record: &[&[
        Seq(6, 100),
        Line(
            74,
            &[
                &[Lit("     MOVE "), Name(10, 300), Lit(" TO "), Name(10, 300), Lit(".")],
                &[Lit(" ")],
                &[Lit("     IF "), Name(10, 300), Lit(" = "), Name(8, 100)],
                &[Lit("         PERFORM "), Name(10, 200)],
                &[Lit("     05  "), Name(10, 500), Lit("   PIC X("), Digits(2), Lit(").")],
                &[Lit("*  "), Text(40)],
            ],
        ),
    ]],
    repeats: Some(repeated(4, 160, 1000, 60_000)),
    ..Layout::RECORDS
};

/// Web service documents.
pub(super) const JSON: Layout = Layout {
    seed: 7,
    code: Ascii,
    record: &[&[
        Lit("{\"id\":1"),
        Seq(8, 9),
        Lit(",\"customer\":\""),
        Name(9, 2000),
        Lit("\",\"amount\":"),
        Number(18),
        Lit(",\"currency\":\""),
        Name(3, 8),
        Lit("\",\"status\":\""),
        Word,
        Lit("\",\"note\":\""),
        Word,
        Lit(" "),
        Word,
        Lit(" "),
        Word,
        Lit("\",\"reference\":\""),
        Digits(10),
        Lit("\",\"branch\":"),
        Number(10),
        Lit("},\n"),
    ]],
    repeats: Some(repeated(25, 60, 300, 50_000)),
    ..Layout::RECORDS
};

/// Messages between banks.
pub(super) const XML: Layout = Layout {
    seed: 16,
    code: Ascii,
    record: &[&[
        Lit("  <entry>\n    <reference>"),
        Seq(10, 9),
        Lit("</reference>\n    <amount currency=\""),
        Name(3, 6),
        Lit("\">"),
        Number(18),
        Lit("</amount>\n    <status>"),
        Word,
        Lit("</status>\n    <party>"),
        Name(12, 900),
        Lit("</party>\n    <text>"),
        Word,
        Lit(" "),
        Word,
        Lit("</text>\n  </entry>\n"),
    ]],
    repeats: Some(repeated(15, 100, 500, 50_000)),
    ..Layout::RECORDS
};
