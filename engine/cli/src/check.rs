//! `pathlength check`: replays submissions and writes the gradebook.

use super::assignment;
use super::course::{Course, read_course};
use super::output::{read, say};
use super::report::counted;
use super::{Failure, Format, OutputOption};
use pathlength_lab::submission::{CourseTable, Gradebook, OpenedLab, PrivateKey, Roster, SetAssignment, SkippedFile};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Maximum size of a file: a submission of several hours of work takes a few hundred kilobytes, and a compiled lab less.
const MAX_BYTES: u64 = 16 << 20;

/// Maximum size of a key file, which takes a few hundred bytes.
const MAX_KEY_BYTES: u64 = 64 << 10;

/// The output format of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum GradebookFormat {
    /// Text for people.
    Text,
    /// JSON for programs: see docs/submissions.md.
    Json,
    /// CSV for spreadsheets.
    Csv,
    /// CSV that Canvas imports; with Canvas’s exported gradebook as the roster, it contains Canvas’s student ids.
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
    /// Assignment to grade against: its link, its code, or a file that contains either
    /// [default: the assignment in the files]
    #[arg(long, value_name = "LINK")]
    assignment: Option<String>,
    /// TOML file of a course, with the links of all assignments. Each file is graded against the assignment to which
    /// it belongs.
    #[arg(long, value_name = "FILE", conflicts_with = "assignment")]
    course: Option<PathBuf>,
    /// Key file that opens encrypted submissions; repeatable.
    #[arg(long, value_name = "FILE")]
    key: Vec<PathBuf>,
    /// CSV file with the students: columns id and name, or an export from Canvas or Moodle.
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
    report_skipped(&book.skipped);
    if book.files.is_empty() {
        return Err(Failure::Input("no submissions found: give submission files or folders".to_owned()));
    }
    if let Some(roster) = &asked.roster {
        let list = String::from_utf8_lossy(&read(roster, MAX_BYTES)?).into_owned();
        let wrong = |error| Failure::Input(format!("{}: {error}", roster.display()));
        book.roster = Some(Roster::read(&list).map_err(wrong)?);
    }
    let format = asked.format.unwrap_or(match asked.output.format(None, Format::Csv) {
        Format::Text => GradebookFormat::Text,
        _ => GradebookFormat::Csv,
    });
    let (text, to_review) = match &asked.course {
        None => check_class(asked, book, &mut labs, format)?,
        Some(course) => check_course(&read_course(course, &labs)?, book, &mut labs, format)?,
    };
    asked.output.print(&text)?;
    if to_review == 0 { Ok(()) } else { Err(Failure::No) }
}

fn report_skipped(files: &[SkippedFile]) {
    for skipped in files {
        say(&format!("pathlength: not graded: {}: {}", skipped.file, skipped.reason));
    }
}

type Labs = BTreeMap<String, OpenedLab>;

/// Grades all files against one assignment; returns the gradebook and the number of files to review.
fn check_class(
    asked: &CheckArgs,
    mut book: Gradebook,
    labs: &mut Labs,
    format: GradebookFormat,
) -> Result<(String, usize), Failure> {
    book.set = asked.assignment.as_deref().map(|given| set_for(given, &book, labs)).transpose()?;
    if let Some(why) = book.undecided() {
        return Err(Failure::Input(format!("{why}: give --assignment LINK")));
    }
    grade(&mut book, labs);
    let text = match format {
        GradebookFormat::Csv => book.to_csv(),
        GradebookFormat::Canvas => book.to_canvas(),
        GradebookFormat::Moodle => book.to_moodle(),
        GradebookFormat::Json => book.to_json(labs),
        GradebookFormat::Text => as_text(&book)?,
    };
    Ok((text, book.to_review()))
}

fn grade(book: &mut Gradebook, labs: &mut Labs) {
    for at in 0..book.files.len() {
        book.grade(at, labs);
    }
    book.compare();
}

/// Grades each file against its assignment in the course; returns the gradebook and the number of files to review.
fn check_course(
    course: &Course,
    mut book: Gradebook,
    labs: &mut Labs,
    format: GradebookFormat,
) -> Result<(String, usize), Failure> {
    let reported = book.skipped.len();
    let mut parts = book.split(course.assignments.iter().map(|(_, set)| set.clone()).collect());
    report_skipped(&book.skipped[reported..]);
    let mut table = CourseTable::new(book.roster.clone());
    for (part, (title, set)) in parts.iter_mut().zip(&course.assignments) {
        if !part.files.is_empty() {
            is_given(set, labs)?;
        }
        grade(part, labs);
        table.add(title, part);
    }
    let to_review = parts.iter().map(Gradebook::to_review).sum::<usize>() + book.to_review();
    let text = match format {
        GradebookFormat::Csv => table.to_csv(),
        GradebookFormat::Canvas => table.to_canvas(),
        GradebookFormat::Moodle => table.to_moodle(),
        GradebookFormat::Json => {
            let mut report = table.to_value();
            report["title"] = json!(course.title);
            report["gradebooks"] = parts.iter().map(|part| part.to_value(labs)).collect();
            report["rest"] = book.to_value(labs);
            format!("{report:#}\n")
        }
        GradebookFormat::Text => {
            let mut out = String::new();
            for (part, (title, _)) in parts.iter().zip(&course.assignments) {
                writeln!(out, "{}\n{}", title.replace(char::is_control, "?"), as_text(part)?)?;
            }
            if !book.files.is_empty() {
                writeln!(out, "Unreadable files\n{}", as_text(&book)?)?;
            }
            out.trim_end().to_owned() + "\n"
        }
    };
    Ok((text, to_review))
}

fn read_key(path: &Path) -> Result<PrivateKey, Failure> {
    let wrong = |error| Failure::Input(format!("{}: {error}", path.display()));
    PrivateKey::read(&read(path, MAX_KEY_BYTES)?).map_err(wrong)
}

/// Returns the assignment that `given` names, whose lab must be among the given labs.
fn set_for(given: &str, book: &Gradebook, labs: &Labs) -> Result<SetAssignment, Failure> {
    let class: Vec<_> = book.files.iter().filter_map(|file| file.submission.as_ref()).collect();
    let set = assignment::named(given, &class)?;
    is_given(&set, labs)?;
    Ok(set)
}

/// Checks that the lab of an assignment is among the given labs.
fn is_given(set: &SetAssignment, labs: &Labs) -> Result<(), Failure> {
    let lab = &set.assignment.lab;
    if labs.contains_key(lab) {
        return Ok(());
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
            book.skip(entry.display().to_string(), "a link to a folder: give the folder itself".to_owned());
        } else {
            collect(&entry, book)?;
        }
    }
    Ok(())
}

/// The compiled labs of a site that was built in a checkout.
const SITE_LABS: &str = "web/dist/site/labs";

/// Opens compiled labs: files, or folders that contain them as `<id>/lab.json`. By default, these are the labs of the
/// site that was built in this folder or a parent folder.
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
        let remedy = "make one with `npm run labs -- compile <id> --out lab.json` and give it with --lab lab.json";
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
                    "{student}: {points} of {max} points, verification code {}  ({})",
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
        writeln!(
            out,
            "graded against assignment {id} from the files: give --assignment LINK to grade against your own"
        )?;
    }
    writeln!(out, "{}, {} to review", counted(book.files.len() as u64, "file"), book.to_review())?;
    Ok(out)
}
