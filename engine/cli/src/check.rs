//! `pathlength check`: replays submissions and writes the gradebook.

use super::assignment;
use super::output::{read, say};
use super::report::counted;
use super::{Failure, Format, OutputOption};
use pathlength_lab::submission::{Gradebook, OpenedLab, PrivateKey, Roster, SetAssignment};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Maximum size of a file: the submission of several hours takes a few hundred kilobytes, a compiled lab less.
const MAX_BYTES: u64 = 16 << 20;

/// Maximum size of a key file, which takes some hundred bytes.
const MAX_KEY_BYTES: u64 = 64 << 10;

/// The output of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum GradebookFormat {
    /// Text for people.
    Text,
    /// JSON for programs: see docs/submissions.md.
    Json,
    /// CSV for spreadsheets.
    Csv,
    /// CSV that Canvas imports; with the export of Canvas’s gradebook as the roster, students have Canvas’s ids.
    Canvas,
    /// CSV that Moodle imports.
    Moodle,
}

/// The options of `pathlength check`.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// Submissions, or folders of them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Compiled lab, or a folder of compiled labs such as a site's `labs`; repeatable [default: the site built here]
    #[arg(long, value_name = "FILE")]
    lab: Vec<PathBuf>,
    /// Grade by this assignment: its link, its code, or a file with one of them [default: the one in the files].
    #[arg(long, value_name = "LINK")]
    assignment: Option<String>,
    /// Key file that opens encrypted submissions; repeatable.
    #[arg(long, value_name = "FILE")]
    key: Vec<PathBuf>,
    /// CSV file with the students: columns id and name, or an export of Canvas or Moodle.
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Output format [default: text on a terminal, otherwise csv]
    #[arg(long, value_enum)]
    format: Option<GradebookFormat>,
    #[command(flatten)]
    output: OutputOption,
}

/// Runs `pathlength check`.
pub(crate) fn check(asked: &CheckArgs) -> Result<(), Failure> {
    let mut labs = open_labs(&asked.lab)?;
    let mut book = Gradebook::default();
    for path in &asked.files {
        collect(path, &mut book)?;
    }
    book.open_with(&asked.key.iter().map(|path| read_key(path)).collect::<Result<Vec<_>, _>>()?);
    for skipped in &book.skipped {
        say(&format!("pathlength: not graded: {}: {}", skipped.file, skipped.reason));
    }
    if book.files.is_empty() {
        return Err(Failure::Input("no .json files found: give submission files or folders".to_owned()));
    }
    if let Some(roster) = &asked.roster {
        let list = String::from_utf8_lossy(&read(roster, MAX_BYTES)?).into_owned();
        let wrong = |error| Failure::Input(format!("{}: {error}", roster.display()));
        book.roster = Some(Roster::read(&list).map_err(wrong)?);
    }
    book.set = asked.assignment.as_deref().map(|given| set_for(given, &book, &labs)).transpose()?;
    if let Some(why) = book.undecided() {
        return Err(Failure::Input(format!("{why}: give --assignment LINK")));
    }
    for at in 0..book.files.len() {
        book.grade(at, &mut labs);
    }
    book.compare();
    let default = match asked.output.format(None, Format::Csv) {
        Format::Text => GradebookFormat::Text,
        _ => GradebookFormat::Csv,
    };
    let text = match asked.format.unwrap_or(default) {
        GradebookFormat::Csv => book.to_csv(),
        GradebookFormat::Canvas => book.to_canvas(),
        GradebookFormat::Moodle => book.to_moodle(),
        GradebookFormat::Json => book.to_json(&labs),
        GradebookFormat::Text => as_text(&book)?,
    };
    asked.output.print(&text)?;
    if book.to_review() == 0 { Ok(()) } else { Err(Failure::No) }
}

fn read_key(path: &Path) -> Result<PrivateKey, Failure> {
    let wrong = |error| Failure::Input(format!("{}: {error}", path.display()));
    PrivateKey::read(&read(path, MAX_KEY_BYTES)?).map_err(wrong)
}

/// Returns the assignment that `given` names, whose lab must be among the given ones.
fn set_for(given: &str, book: &Gradebook, labs: &BTreeMap<String, OpenedLab>) -> Result<SetAssignment, Failure> {
    let class: Vec<_> = book.files.iter().filter_map(|file| file.submission.as_ref()).collect();
    let set = assignment::named(given, &class)?;
    let lab = &set.assignment.lab;
    if labs.contains_key(lab) {
        return Ok(set);
    }
    let remedy = "give its compiled file with --lab";
    Err(Failure::Input(format!("the assignment's lab {lab:?} is not among the given labs: {remedy}")))
}

/// Adds the files of a path: the file itself, or all files in a folder, in the order of their names.
fn collect(path: &Path, book: &mut Gradebook) -> Result<(), Failure> {
    let name = path.display().to_string();
    if !path.is_dir() {
        match read(path, MAX_BYTES) {
            Ok(bytes) => book.add(name, &bytes),
            Err(error) => book.add_unreadable(name, error.to_string()),
        }
        return Ok(());
    }
    let wrong = |error| Failure::Input(format!("cannot read {name}: {error}"));
    let entries = std::fs::read_dir(path).map_err(wrong)?;
    let mut entries =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    entries.sort();
    for entry in entries {
        // A link to a folder can be circular.
        if entry.is_dir() && entry.is_symlink() {
            book.skip(entry.display().to_string(), "a link to a folder".to_owned());
        } else {
            collect(&entry, book)?;
        }
    }
    Ok(())
}

/// The compiled labs of a site that was built in a checkout.
const SITE_LABS: &str = "web/dist/site/labs";

/// Opens compiled labs: files, or folders that have them as `<id>/lab.json`. By default, these are the labs of the site
/// that was built in this folder or one above.
pub(crate) fn open_labs(named: &[PathBuf]) -> Result<BTreeMap<String, OpenedLab>, Failure> {
    let mut places = named.to_vec();
    if named.is_empty() {
        let here = std::env::current_dir()?;
        places.extend(here.ancestors().map(|above| above.join(SITE_LABS)).find(|site| site.is_dir()));
    }
    let mut files = Vec::new();
    for place in places {
        if place.is_dir() {
            let labs = std::fs::read_dir(&place)?.collect::<Result<Vec<_>, _>>()?;
            files.extend(labs.iter().map(|lab| lab.path().join("lab.json")).filter(|lab| lab.is_file()));
        } else {
            files.push(place);
        }
    }
    if files.is_empty() {
        let remedy = "make it with `npm run labs -- compile <id> --out lab.json` and give it with --lab lab.json";
        return Err(Failure::Input(format!("no compiled lab found: {remedy}")));
    }
    let mut labs = BTreeMap::new();
    for file in files {
        let lab = OpenedLab::read(&read(&file, MAX_BYTES)?)
            .map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?;
        labs.insert(lab.lab.id.clone(), lab);
    }
    Ok(labs)
}

fn as_text(book: &Gradebook) -> Result<String, Failure> {
    let mut out = String::new();
    for file in &book.files {
        match &file.submission {
            None => writeln!(out, "{}", file.file)?,
            Some(submission) => {
                let student = &submission.submission.student;
                let (points, max) = (file.replay.points(), file.replay.max());
                // Control characters could change the text on a terminal.
                let student = format!("{} {}", student.id, student.name).replace(char::is_control, "?");
                writeln!(
                    out,
                    "{student}: {points} of {max} points, receipt {}  ({})",
                    submission.receipt(),
                    file.file
                )?;
            }
        }
        for flag in &file.replay.flags {
            writeln!(out, "  {}", flag.to_string().replace(char::is_control, "?"))?;
        }
    }
    for entry in book.missing() {
        let student = format!("{} {}", entry.key(), entry.name).replace(char::is_control, "?");
        writeln!(out, "{student}: no file")?;
    }
    let first = book.files.iter().find_map(|file| file.submission.as_ref());
    if let (None, Some(first)) = (&book.set, first) {
        let id = first.assignment_id();
        writeln!(out, "graded by assignment {id} from the files: give --assignment LINK to grade by your own")?;
    }
    writeln!(out, "{}, {} to review", counted(book.files.len() as u64, "file"), book.to_review())?;
    Ok(out)
}
