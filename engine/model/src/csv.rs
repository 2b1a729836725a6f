//! Cells of CSV files: untrusted text must not become a formula in a spreadsheet.

use std::io::{self, Write};

/// Symbols that begin a formula in spreadsheets, including their full-width forms.
const STARTERS: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Characters that can separate cells, depending on the settings of the program that opens the file.
const SEPARATORS: [char; 6] = [',', ';', '|', '\t', '\n', '\r'];

/// Writes text as a cell: in quotes, and with an apostrophe before any text that a spreadsheet could read as a formula,
/// whichever cell separator the spreadsheet uses. Control characters other than tabs and line breaks become U+FFFD,
/// because terminals interpret them. Empty text is an empty cell; a number, `-`, or `+` gets no apostrophe. Cells that
/// are never text do not need this function. `web/src/charts/save.ts` implements the same rules for pages.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let harmless = is_number(text) || matches!(text, "-" | "+");
    // Whether a formula can begin at the current symbol.
    let mut open = !harmless;
    let mut written = 0;
    out.write_all(b"\"")?;
    for (at, symbol) in text.char_indices() {
        let control = symbol.is_control() && !matches!(symbol, '\t' | '\n' | '\r');
        let (before, replaced) = match symbol {
            '"' => ("\"", false),
            _ if control => ("\u{fffd}", true),
            _ if open && STARTERS.contains(&symbol) => ("'", false),
            _ => ("", false),
        };
        if !before.is_empty() {
            out.write_all(&text.as_bytes()[written..at])?;
            out.write_all(before.as_bytes())?;
            written = if replaced { at + symbol.len_utf8() } else { at };
        }
        open = !harmless && (SEPARATORS.contains(&symbol) || open && is_skipped(symbol));
    }
    out.write_all(&text.as_bytes()[written..])?;
    out.write_all(b"\"")
}

/// Returns text as a cell, as [`write_text`] writes it.
///
/// # Panics
/// Never panics: writing to memory cannot fail, and the bytes are UTF-8.
pub fn text(text: &str) -> String {
    let mut cell = Vec::with_capacity(text.len() + 2);
    write_text(&mut cell, text).expect("writing to memory cannot fail");
    String::from_utf8(cell).expect("the cell is UTF-8")
}

/// Returns a row of cells, each of which is a result of [`text`] or a number.
pub fn row(cells: impl IntoIterator<Item = String>) -> String {
    cells.into_iter().collect::<Vec<_>>().join(",") + "\n"
}

fn is_number(text: &str) -> bool {
    let digits = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E');
    text.bytes().all(digits) && text.parse::<f64>().is_ok()
}

/// Returns whether a spreadsheet program can skip the symbol before a formula.
fn is_skipped(symbol: char) -> bool {
    matches!(symbol, ' ' | '"' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200b}' | '\u{2028}' | '\u{2029}')
        || matches!(symbol, '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}')
}
