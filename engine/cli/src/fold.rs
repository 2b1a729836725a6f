//! Text folded to the width of the terminal.

/// Width of text that is not on a terminal, in columns.
const WIDTH: usize = 80;
/// Maximum width on a terminal, in columns: sentences in longer lines are hard to read.
const MAX_TERMINAL_WIDTH: usize = 100;
/// Columns by which the continuation of a line is indented, unless the line is a paragraph.
const INDENT: usize = 2;

/// Returns the width of text in columns: `COLUMNS`, or the width of the terminal.
pub(crate) fn width(is_terminal: bool) -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
    match columns.filter(|&columns| columns > 0) {
        Some(columns) => columns,
        None if is_terminal => {
            terminal().filter(|&width| width > 0).map_or(WIDTH, |width| width.min(MAX_TERMINAL_WIDTH))
        }
        None => WIDTH,
    }
}

/// Breaks lines of more than `width` columns at spaces. A word that is too long for any line, such as an address, is
/// not broken.
pub(crate) fn fold(text: &str, width: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_blank = |line: Option<&&str>| line.is_none_or(|line| line.is_empty());
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        let margin = line.len() - line.trim_start_matches(' ').len();
        let is_paragraph = margin == 0
            && is_blank(at.checked_sub(1).and_then(|before| lines.get(before)))
            && is_blank(lines.get(at + 1));
        let hang = if is_paragraph { 0 } else { margin + INDENT };
        // The columns in use, and the columns used before the first word of the line.
        let (mut used, mut empty) = (margin, margin);
        out += &line[..margin];
        for (number, word) in line[margin..].split(' ').enumerate() {
            let length = word.chars().count();
            let space = usize::from(number > 0);
            if used > empty && used + space + length > width && hang + length <= width {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', hang));
                (used, empty) = (hang, hang);
            } else if space > 0 {
                out.push(' ');
                used += 1;
            }
            out += word;
            used += length;
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraph_continues_at_the_margin() {
        assert_eq!(fold("to be or not to be\n", 10), "to be or\nnot to be\n");
        assert_eq!(fold("a\n\nto be or not\n\nb\n", 8), "a\n\nto be or\nnot\n\nb\n");
    }

    #[test]
    fn lines_of_a_block_continue_further_to_the_right() {
        assert_eq!(fold("to be or\nnot to be\n", 5), "to be\n  or\nnot\n  to\n  be\n");
        assert_eq!(fold("  rule:   to be or not\n", 16), "  rule:   to be\n    or not\n");
    }

    #[test]
    fn word_longer_than_the_width_is_not_broken() {
        assert_eq!(fold("Lab: https://example.org/a now", 10), "Lab: https://example.org/a\nnow\n");
        assert_eq!(fold("  https://example.org/a\n", 10), "  https://example.org/a\n");
    }

    #[test]
    fn columns_are_characters() {
        assert_eq!(fold("“é” → µs", 8), "“é” → µs\n");
        assert_eq!(fold("“é” → µs", 7), "“é” →\nµs\n");
    }
}
