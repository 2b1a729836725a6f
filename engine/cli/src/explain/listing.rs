//! Conclusions from directory listings.

use super::{ExplainArgs, as_json};
use crate::sheet::{Sheet, SheetCell, escaped, printable};
use crate::{Failure, Format};
use pathlength_measurements::directories::{DirectoryExplanation, explain_listing};
use std::fmt::Write as _;

/// The ids of the lab about directory sizes, of the block with its control, and of the step whose scenes set other
/// numbers of names.
const LAB: [&str; 3] = ["zfs-directories", "size", "larger"];
/// Numbers of names that the lab's control allows.
const LAB_NAMES: std::ops::RangeInclusive<u64> = 100..=300_000;

/// Explains a listing.
pub(super) fn answer(arguments: &ExplainArgs, bytes: &[u8]) -> Result<(), Failure> {
    let ExplainArgs { file, format, site, output, .. } = arguments;
    let explanation = explain_listing(bytes).map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?;
    let names = Some(explanation.conclusion.names).filter(|names| LAB_NAMES.contains(names));
    let [lab, part, step] = LAB;
    let link = names.map(|names| site.link(lab, ("names", names as f64), (part, Some(step)))).transpose()?;
    let link = link.as_deref();
    let text = match format {
        Format::Json => as_json(&explanation, link)?,
        Format::Markdown => report(&explanation, link, *format, &str::to_owned)?,
        format => report(&explanation, link, *format, &|text| output.folded(text))?,
    };
    output.print(&text)
}

fn formats(explanation: &DirectoryExplanation) -> Sheet {
    let mut sheet = Sheet::new(["format", "pages", "probes if found", "probes if missing", "index pages"]);
    for row in &explanation.formats {
        let numbers = [f64::from(row.pages), row.probes_found, row.probes_missing, f64::from(row.index_pages)];
        sheet.push(std::iter::once(row.format.into()).chain(numbers.map(SheetCell::from)));
    }
    sheet
}

fn directories(explanation: &DirectoryExplanation) -> Sheet {
    let has_sizes = explanation.rows.iter().any(|row| row.kilobytes.is_some());
    let titles = ["directory", "names"].into_iter().chain(has_sizes.then_some("KB"));
    let mut sheet = Sheet::new(titles);
    for row in &explanation.rows {
        let kilobytes = row.kilobytes.map_or(f64::NAN, |kilobytes| kilobytes as f64);
        let cells = [row.path.as_str().into(), (row.names as f64).into()];
        sheet.push(cells.into_iter().chain(has_sizes.then(|| kilobytes.into())));
    }
    sheet
}

/// Returns the explanation as text or Markdown. `folded` breaks long lines, except those of the tables.
fn report(
    explanation: &DirectoryExplanation,
    link: Option<&str>,
    format: Format,
    folded: &dyn Fn(&str) -> String,
) -> Result<String, std::fmt::Error> {
    let is_markdown = format == Format::Markdown;
    let shown = |text: &str| if is_markdown { escaped(text) } else { printable(text) };
    let mut out = String::new();
    let conclusion = shown(&explanation.conclusion.text);
    if is_markdown {
        writeln!(out, "### Directory listing\n\n**Conclusion:** {conclusion}\n")?;
    } else {
        writeln!(out, "Read as a directory listing.\n\nConclusion: {conclusion}\n")?;
    }
    match link {
        Some(link) if is_markdown => writeln!(out, "[Lab with these numbers]({link})\n")?,
        Some(link) => writeln!(out, "Lab: {link}\n")?,
        None => {}
    }
    let [formats, directories] = [formats(explanation), directories(explanation)].map(|sheet| sheet.as_format(format));
    let above = format!("{}{formats}\n{directories}\n", folded(&out));
    out.clear();
    let item = if is_markdown { "- " } else { "" };
    for note in &explanation.notes {
        writeln!(out, "{item}note: {}", shown(note))?;
    }
    for taken in &explanation.taken {
        writeln!(out, "{item}taken: {}", shown(taken))?;
    }
    Ok(above + &folded(&out))
}
