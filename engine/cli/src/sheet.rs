//! A table of an answer as text, CSV, and Markdown.

use super::Format;
use super::output::{csv_row, number};
use super::report::short;
use pathlength_model::csv;

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SheetCell {
    Text(String),
    /// NaN is an empty cell.
    Number(f64),
}

impl From<&str> for SheetCell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for SheetCell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for SheetCell {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl SheetCell {
    /// Returns the cell as text for people: fractions with four significant digits, and no control characters.
    fn shown(&self) -> String {
        match self {
            Self::Text(text) => printable(text),
            Self::Number(value) if value.is_nan() => String::new(),
            Self::Number(value) if value.fract() == 0.0 => format!("{value:.0}"),
            Self::Number(value) => short(*value),
        }
    }
}

/// Returns text without control characters.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|symbol| if symbol.is_control() { '\u{fffd}' } else { symbol }).collect()
}

/// A table.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    titles: Vec<String>,
    rows: Vec<Vec<SheetCell>>,
}

impl Sheet {
    /// Returns a table without rows.
    pub(crate) fn new<T: Into<String>>(titles: impl IntoIterator<Item = T>) -> Self {
        Self { titles: titles.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = SheetCell>) {
        self.rows.push(row.into_iter().collect());
    }

    /// Returns the table in a format; for JSON, which has no tables, as text.
    pub(crate) fn as_format(&self, format: Format) -> String {
        match format {
            Format::Csv => self.csv(),
            Format::Markdown => self.markdown(),
            Format::Text | Format::Json => self.text(),
        }
    }

    /// Returns whether all cells of a column are numbers.
    fn is_numeric(&self, column: usize) -> bool {
        self.rows.iter().all(|row| matches!(row.get(column), Some(SheetCell::Number(_))))
    }

    fn text(&self) -> String {
        let mut lines: Vec<Vec<String>> = vec![self.titles.clone()];
        lines.extend(self.rows.iter().map(|row| row.iter().map(SheetCell::shown).collect()));
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let columns: Vec<_> = (0..self.titles.len()).map(|column| (width(column), self.is_numeric(column))).collect();
        let mut out = String::new();
        for line in &lines {
            let cells = line.iter().zip(&columns).map(|(cell, &(width, is_numeric))| {
                if is_numeric { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            });
            out += cells.collect::<Vec<_>>().join("  ").trim_end();
            out.push('\n');
        }
        out
    }

    fn csv(&self) -> String {
        let mut out = csv_row(self.titles.iter().map(|title| csv::text(title)));
        for row in &self.rows {
            out += &csv_row(row.iter().map(|cell| match cell {
                SheetCell::Text(text) => csv::text(text),
                SheetCell::Number(value) => number(*value),
            }));
        }
        out
    }

    fn markdown(&self) -> String {
        let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut out = row(self.titles.iter().map(|title| escaped(title)).collect());
        let rule = |column| if self.is_numeric(column) { "---:" } else { "---" }.to_owned();
        out += &row((0..self.titles.len()).map(rule).collect());
        for cells in &self.rows {
            out += &row(cells.iter().map(|cell| escaped(&cell.shown())).collect());
        }
        out
    }
}

/// Escapes text for Markdown and HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for symbol in text.chars() {
        match symbol {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '|' | '`' | '*' | '[' | ']' => out.extend(['\\', symbol]),
            _ => out.push(symbol),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_cells_stay_in_their_cells() {
        let mut sheet = Sheet::new(["name", "value"]);
        sheet.push(["a|b <script> [x](y)\u{1b}[2J\n".into(), 0.123_456_7.into()]);
        sheet.push(["=1+1".into(), f64::NAN.into()]);
        let markdown = sheet.as_format(Format::Markdown);
        let rows: Vec<_> = markdown.lines().collect();
        assert_eq!(rows[1], "| --- | ---: |");
        assert_eq!(rows[2], "| a\\|b &lt;script> \\[x\\](y)\u{fffd}\\[2J\u{fffd} | 0.1235 |");
        assert_eq!(rows[3], "| =1+1 |  |");
        assert_eq!(sheet.as_format(Format::Text).lines().nth(2), Some("=1+1"));
        assert!(sheet.as_format(Format::Csv).ends_with("\"'=1+1\",\n"));
    }
}
