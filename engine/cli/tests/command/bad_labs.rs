//! A lab with a mistake is refused with a message that contains the file, the line, and the solution.

use crate::interface::copy;
use crate::run::{repository, run};
use std::fs;
use tempfile::TempDir;

const TABLE: &str = "data/v2r1-ptestdu.toml";
const VALUES: &str = "data/v2r1-ptestdu.csv";
/// A table with a held-out row.
const HELD_OUT: &str = "data/v2r2-ptestdu.toml";

/// A copy of the labs in which a test makes mistakes.
pub(crate) struct Labs(TempDir);

impl Labs {
    pub(crate) fn new() -> Self {
        let labs = tempfile::tempdir().expect("a folder");
        copy(&repository().join("labs"), labs.path());
        Self(labs)
    }

    /// Replaces the first occurrence of `old` in `file` of zfs-directories.
    pub(crate) fn change(self, file: &str, old: &str, new: &str) -> Self {
        let path = self.0.path().join("zfs-directories").join(file);
        let text = fs::read_to_string(&path).expect("text");
        assert!(text.contains(old), "{file} has no {old:?}");
        fs::write(path, text.replacen(old, new, 1)).expect("a file");
        self
    }

    /// Checks that the lab is refused with a message that begins with `place` in its folder and contains all of
    /// `parts`.
    #[track_caller]
    pub(crate) fn refused(&self, place: &str, parts: &[&str]) {
        let labs = self.0.path().to_str().expect("a path");
        let run = run(&["reproduce", "--labs", labs, "zfs-directories"]);
        run.refused(parts);
        assert!(run.err.starts_with(&format!("pathlength: {labs}/zfs-directories/{place}: ")), "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

/// Returns the line of the first occurrence of `text` in `file`.
pub(crate) fn line(file: &str, text: &str) -> usize {
    let whole = fs::read_to_string(repository().join("labs/zfs-directories").join(file)).expect("text");
    whole.lines().position(|line| line.contains(text)).expect("such a line") + 1
}

#[test]
fn unknown_lab_lists_the_known_ones() {
    for id in ["nonsense", "", ".", "..", "../labs", "zfs-directories/", "zfs-directories/data"] {
        run(&["reproduce", id]).refused(&[
            "unknown lab",
            "use one of cache-size, disk-paths, journaling, queueing, raid5-small-writes, sfs-file-pool, tape-compression, zfs-directories, zfs-migration",
        ]);
    }
}

#[test]
fn unknown_table_lists_the_known_ones() {
    run(&["reproduce", "zfs-directories", "--table", "nonsense"])
        .refused(&["no table \"nonsense\"", "v2r1-ptestdl2, v2r1-ptestdl"]);
}

#[test]
fn folder_without_labs_is_refused() {
    run(&["labs", "--labs", "no/such/folder"]).refused(&["cannot read no/such/folder"]);
    let empty = tempfile::tempdir().expect("a folder");
    run(&["labs", "--labs", empty.path().to_str().expect("a path")]).refused(&["contains no lab", "lab.md"]);
}

#[test]
fn ragged_row_is_refused_with_its_line() {
    let place = format!("{VALUES}:3");
    Labs::new().change(VALUES, "31688,", "").refused(&place, &["one value per column (13), but has 12"]);
    Labs::new().change(VALUES, "31688,", "31688,1,").refused(&place, &["one value per column (13), but has 14"]);
}

#[test]
fn value_that_is_not_a_number_is_refused_with_its_line() {
    for value in ["12 MB", "3168x8", "NaN", "inf", "1e999", "0x10"] {
        let labs = Labs::new().change(VALUES, "31688,", &format!("{value},"));
        labs.refused(&format!("{VALUES}:3"), &[value, "is not a number"]);
    }
    Labs::new().change(VALUES, "20000,", ",").refused(&format!("{VALUES}:3"), &["no key"]);
    Labs::new().change(VALUES, "20000,", "2000,").refused(&format!("{VALUES}:3"), &["the key 2000 is not unique"]);
}

#[test]
fn columns_must_be_those_of_the_table() {
    Labs::new()
        .change(VALUES, "monoplex_r13_v4_e", "monoplex")
        .refused(&format!("{VALUES}:1"), &["names_per_directory,monoplex,"]);
    Labs::new()
        .change(VALUES, "names_per_directory", "names")
        .refused(&format!("{VALUES}:1"), &["v2r1-ptestdu.toml names"]);
}

#[test]
fn invalid_toml_is_refused_with_its_line() {
    let place = |text| format!("{TABLE}:{}", line(TABLE, text));
    Labs::new().change(TABLE, "role = \"fit\"", "role = fit").refused(&place("role = \"fit\""), &[]);
    Labs::new()
        .change(TABLE, "role = \"fit\"", "role = \"fits\"")
        .refused(&place("role = \"fit\""), &["fits", "held_out"]);
    Labs::new().change(TABLE, "[row]", "[column]").refused(&place("[row]"), &["unknown field `column`"]);
    Labs::new().change(TABLE, "key = \"names\"", "kee = \"names\"").refused(&place("key = \"names\""), &["kee"]);
    let place = format!("{HELD_OUT}:{}", line(HELD_OUT, "role = \"held_out\""));
    Labs::new().change(HELD_OUT, "rows = [20000]", "rows = [20000").refused(&place, &[]);
}

#[test]
fn table_takes_its_values_from_another_file() {
    let said = |csv: &str| Labs::new().change(TABLE, "role = \"fit\"", &format!("csv = \"{csv}\"\nrole = \"fit\""));
    let place = format!("{TABLE}:{}", line(TABLE, "role = \"fit\""));
    for csv in ["../data/v2r1-ptestdu", "v2r1-ptestdu.csv"] {
        said(csv).refused(&place, &[csv, "without its folder and extension"]);
    }
    said("v2r2-ptestdl").refused("data/v2r2-ptestdl.csv:1", &["v2r1-ptestdu.toml names"]);
    let labs = said("again");
    let data = labs.0.path().join("zfs-directories/data");
    fs::rename(data.join("v2r1-ptestdu.csv"), data.join("again.csv")).expect("another name");
    let given = run(&["reproduce", "--labs", labs.0.path().to_str().expect("a path"), "zfs-directories"]).fine();
    assert_eq!(given, run(&["reproduce", "zfs-directories"]).fine());
}

#[test]
fn names_in_a_table_must_refer_to_something() {
    Labs::new()
        .change(HELD_OUT, "rows = [20000]", "rows = [30000]")
        .refused(HELD_OUT, &["row 30000", "not in the table"]);
    Labs::new().change(VALUES, "31688,", "0,").refused(TABLE, &["row 2", "relative error is undefined"]);
    Labs::new()
        .change(TABLE, "relative_to = \"monoplex_r13_v4_e\"", "relative_to = \"r13\"")
        .refused(TABLE, &["\"r13\", which is not a column"]);
}

#[test]
fn parameters_must_be_those_of_the_model() {
    const FILE: &str = "parameters.toml";
    let place = |text| format!("{FILE}:{}", line(FILE, text));
    let last = fs::read_to_string(repository().join("labs/zfs-directories").join(FILE)).expect("text").lines().count();
    Labs::new()
        .change(FILE, "[update_owner]", "[update_owners]")
        .refused(&format!("{FILE}:{last}"), &["needs a parameter update_owner"]);
    Labs::new()
        .change(
            FILE,
            "[update_owner]",
            "[more]\ntitle = \"\"\nvalue = 1\nunit = \"1\"\nprovenance = \"assumed\"\nsource = \"\"\n\n[update_owner]",
        )
        .refused(&place("[update_owner]"), &["no parameter more"]);
    Labs::new().change(FILE, "start = 4.0", "begin = 4.0").refused(&place("start = 4.0"), &["unknown field `begin`"]);
    Labs::new().change(FILE, "value = 20\n", "value = \"20\"\n").refused(&place("value = 20"), &["20"]);
    Labs::new()
        .change(FILE, "fitted_on = [\"v2r1-ptestdl2\"", "fitted_on = [\"ptest\"")
        .refused(&place("[processors]"), &["no table \"ptest\""]);
    Labs::new()
        .change(FILE, "value = 4.144", "value = nan # ")
        .refused(FILE, &["processors must be a number of 0 or more"]);
    Labs::new().change(FILE, "value = 4.144", "value = 0 # ").refused(FILE, &["processors must be greater than 0"]);
}

#[test]
fn inherited_parameter_is_that_of_the_other_lab_or_refused() {
    const FILE: &str = "parameters.toml";
    let labs = Labs::new();
    let folder = labs.0.path().to_str().expect("a path");
    let whole = fs::read_to_string(labs.0.path().join("zfs-migration").join(FILE)).expect("text");
    let at = whole.lines().position(|line| line == "[v4_search]").expect("the parameter") + 1;
    let refused = |old: &str, new: &str, line: usize, part: &str| {
        fs::write(labs.0.path().join("zfs-migration").join(FILE), whole.replacen(old, new, 1)).expect("a file");
        let run = run(&["reproduce", "--labs", folder, "zfs-migration"]);
        run.refused(&[part]);
        assert!(run.err.starts_with(&format!("pathlength: {folder}/zfs-migration/{FILE}:{line}: ")), "{}", run.err);
    };
    let own = "[v4_search]\ninherited_from = \"zfs-directories\"\n";
    let typed = format!("{own}value = 11.85\n");
    refused(own, &typed, at + 2, "[v4_search] takes its value from the lab zfs-directories: remove all lines");
    refused(own, &own.replace("zfs-directories", "zfs"), at + 1, "there is no lab \"zfs\" next to this one");
    refused(own, &own.replace("zfs-directories", "../labs"), at + 1, "there is no lab \"../labs\" next to this one");
    refused(
        own,
        &own.replace("zfs-directories", "disk-paths"),
        at + 1,
        "the lab disk-paths has no parameter v4_search",
    );
    refused(own, &typed.replace("inherited_from = \"zfs-directories\"", "title = 1"), at + 1, "expected a string");

    // The lookups of zfs-migration depend on the value in zfs-directories.
    fs::write(labs.0.path().join("zfs-migration").join(FILE), &whole).expect("a file");
    let lookups = ["reproduce", "--labs", folder, "zfs-migration", "--table", "lookups", "--format", "csv"];
    let before = run(&lookups).fine();
    let origin = labs.0.path().join("zfs-directories").join(FILE);
    let text = fs::read_to_string(&origin).expect("text");
    let (head, tail) = text.split_once("[v4_search]\n").expect("the parameter");
    fs::write(&origin, format!("{head}[v4_search]\n{}", tail.replacen("value = ", "value = 2", 1))).expect("a file");
    assert_ne!(run(&lookups).fine(), before);
}

#[test]
fn front_matter_must_be_there_and_right() {
    const FILE: &str = "lab.md";
    Labs::new().change(FILE, "---\n", "").refused("lab.md:1", &["begin it with two lines ---"]);
    Labs::new().change(FILE, "\n---\n", "\n").refused("lab.md:1", &["no end"]);
    let place = |text| format!("{FILE}:{}", line(FILE, text));
    let (model, table) = (place("model: "), place("- v2r1-ptestdl2"));
    Labs::new().change(FILE, "model: zfs-directories", "model: [1]").refused(&model, &[]);
    Labs::new().change(FILE, "tables:", "table:").refused("lab.md:1", &["has no `tables`"]);
    Labs::new()
        .change(FILE, "model: zfs-directories", "model: disk")
        .refused(&model, &["unknown model \"disk\": choose one of "]);
    Labs::new().change(FILE, "- v2r1-ptestdl2", "- ../v2r1-ptestdl2").refused(&table, &["is not a table name"]);
}

#[test]
fn line_ends_of_another_system_change_nothing() {
    let labs = Labs::new();
    let folder = labs.0.path().join("zfs-directories");
    for path in ["lab.md", "parameters.toml", TABLE, VALUES] {
        let text = fs::read_to_string(folder.join(path)).expect("text");
        fs::write(folder.join(path), text.replace('\n', "\r\n")).expect("a file");
    }
    let given = run(&["reproduce", "--labs", labs.0.path().to_str().expect("a path"), "zfs-directories"]).fine();
    assert_eq!(given, run(&["reproduce", "zfs-directories"]).fine());
}

#[test]
fn missing_table_is_refused_with_its_file() {
    let labs = Labs::new().change("lab.md", "- v2r1-ptestdl2", "- v9");
    let given = run(&["labs", "--labs", labs.0.path().to_str().expect("a path")]);
    given.refused(&["cannot read ", "data/v9.toml"]);
}
