//! Sweeps over grids give the same answers as single runs, and the same bytes however the work is divided.

use crate::run::{Run, feed, run};
use arrow_array::{Array, Float64Array, RecordBatch, StringArray, UInt64Array};
use arrow_ipc::reader::StreamReader;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use tempfile::TempDir;

/// Directories in both formats: R13 has no v5, so some scenarios have no result.
const GRID: &str = r#"
lab = "zfs-directories"
outputs = ["external_throughput", "elapsed_us"]

[settings]
workload = "ptestDL"
machine = "z9"
plex = "monoplex"

[[axis]]
setting = "release"
values = ["R13", "V2R1"]

[[axis]]
setting = "format"
values = ["v4", "v5"]

[[axis]]
setting = "names"
log = [1, 3000, 13]
"#;

/// The values of the axis `names`, calculated independently: 3000 to the powers of 0/12 to 12/12, rounded.
const NAMES: [f64; 13] = [1.0, 2.0, 4.0, 7.0, 14.0, 28.0, 55.0, 107.0, 208.0, 405.0, 790.0, 1539.0, 3000.0];

struct Folder(TempDir);

impl Folder {
    fn new(grid: &str) -> Self {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("grid.toml"), grid).expect("a file");
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn sweep(&self, more: &[&str]) -> Run {
        run(&[&["sweep", &self.path("grid.toml")], more].concat())
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }
}

#[test]
fn sweep_rows_are_what_run_answers() {
    let folder = Folder::new(GRID);
    let text = folder.sweep(&["--format", "jsonl"]).fine();
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let header = lines.next().expect("a header");
    assert_eq!(header["outputs"][1]["unit"], "us");
    assert_eq!(header["settings"], json!(["release", "format", "names", "machine", "plex", "workload"]));
    let rows: Vec<_> = lines.collect();
    // The 13 values from 1 to 3,000 at equal ratios all differ after rounding.
    assert_eq!((rows.len(), &header["scenarios"]), (2 * 2 * 13, &json!(52)));
    let mut number = 0;
    for release in ["R13", "V2R1"] {
        for format in ["v4", "v5"] {
            for names in NAMES {
                let scenario = json!({ "workload": "ptestDL", "machine": "z9", "plex": "monoplex", "release": release,
                                       "format": format, "names": names });
                let row = &rows[number];
                assert_eq!((&row["scenario"], &row["settings"]), (&json!(number), &scenario));
                let single = feed(&["run", "zfs-directories", "-"], scenario.to_string().as_bytes());
                if (release, format) == ("R13", "v5") {
                    single.refused(&[row["error"].as_str().expect("a reason")]);
                } else {
                    let single: Value = serde_json::from_str(&single.fine()).expect("JSON");
                    for output in ["external_throughput", "elapsed_us"] {
                        assert_eq!(row["outputs"][output], single["outputs"][output], "{row}");
                    }
                }
                number += 1;
            }
        }
    }
}

#[test]
fn sweep_csv_has_units_origin_and_reasons() {
    let text = Folder::new(GRID).sweep(&[]).fine();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header: Vec<_> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    let expected = "scenario release format names machine plex workload external_throughput [operations/s] \
                    elapsed_us [us] error lab lab_hash engine";
    assert_eq!(header.join(" "), expected);
    let hash = run(&["--version"]).fine();
    let hash = hash.lines().find_map(|line| line.strip_prefix("zfs-directories ")).expect("the lab's hash").trim();
    for (number, row) in reader.records().map(|row| row.expect("a row")).enumerate() {
        assert_eq!(row[0], number.to_string());
        assert_eq!((&row[10], &row[11], &row[12]), ("zfs-directories", hash, env!("CARGO_PKG_VERSION")));
        let has_answer = &row[1] != "R13" || &row[2] != "v5";
        assert_eq!((row[7].is_empty(), row[9].is_empty()), (!has_answer, has_answer), "{row:?}");
    }
}

/// Studies of one lab with different outputs.
const STUDIES: &str = r#"
lab = "journaling"

[settings]
policy = "ordered"

[[axis]]
setting = "study"
values = ["growth", "cut"]
"#;

#[test]
fn sweep_without_outputs_leaves_those_of_other_studies_empty() {
    let text = Folder::new(STUDIES).sweep(&[]).fine();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let at = |name: &str| header.iter().position(|title| title.split(' ').next() == Some(name)).expect("a column");
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 2);
    for (row, study, own, other) in
        [(&rows[0], "growth", "pieces", "recovery_read"), (&rows[1], "cut", "recovery_read", "pieces")]
    {
        assert_eq!((&row[at("study")], &row[at("error")], &row[at(other)]), (study, "", ""));
        assert!(row[at(own)].parse::<f64>().is_ok_and(|value| value > 0.0), "{row:?}");
    }
    let named = Folder::new(&STUDIES.replacen('\n', "\noutputs = [\"pieces\"]\n", 1)).sweep(&[]).fine();
    assert_eq!(named.lines().filter(|row| row.contains("the model has no output")).count(), 1, "{named}");
}

#[test]
fn sweep_bytes_do_not_depend_on_threads_shards_or_interruptions() {
    for format in ["csv", "jsonl"] {
        let folder = Folder::new(GRID);
        let sweep = |more: &[&str]| folder.sweep(&[&["--format", format], more].concat());
        let whole = sweep(&["--threads", "1"]).fine();
        for threads in ["2", "7"] {
            assert_eq!(sweep(&["--threads", threads]).fine(), whole);
        }

        // There are more shards than scenarios, so some shards are empty.
        let parts: Vec<_> = (1..=60).map(|part| folder.path(&format!("part-{part}"))).collect();
        for (part, path) in parts.iter().enumerate().rev() {
            sweep(&["--shard", &format!("{}/60", part + 1), "-o", path]).fine();
        }
        let order: Vec<_> = parts.iter().skip(20).chain(&parts[..20]).map(String::as_str).collect();
        sweep(&[&["-o", &folder.path("merged"), "--merge"], &order[..]].concat()).fine();
        assert_eq!(folder.text("merged"), whole);

        let cut = folder.path("cut");
        for bytes in [0, 3, whole.find('\n').unwrap() + 1, whole.len() / 3, whole.len() - 1, whole.len()] {
            fs::write(&cut, &whole[..bytes]).expect("a file");
            sweep(&["--resume", "-o", &cut]).fine();
            assert_eq!(folder.text("cut"), whole, "cut after {bytes} bytes");
        }
    }
}

/// A grid with more rows than an Arrow batch holds, with words and numbers.
const ROWS: &str = r#"
lab = "disk-paths"

[settings]
phase = "mix"

[[axis]]
setting = "path"
values = ["eckd", "fcp"]

[[axis]]
setting = "read_share"
linear = [0, 100, 1500]
"#;

/// Returns the batches of an Arrow stream.
fn batches(bytes: &[u8]) -> Vec<RecordBatch> {
    let reader = StreamReader::try_new(bytes, None).expect("a schema");
    reader.map(|batch| batch.expect("a batch")).collect()
}

/// Returns a cell of a column as the CSV shows it.
fn cell(column: &dyn Array, at: usize) -> String {
    if column.is_null(at) {
        return String::new();
    }
    let any = column.as_any();
    if let Some(numbers) = any.downcast_ref::<Float64Array>() {
        return serde_json::to_string(&numbers.value(at)).expect("a number").trim_end_matches(".0").to_owned();
    }
    if let Some(numbers) = any.downcast_ref::<UInt64Array>() {
        return numbers.value(at).to_string();
    }
    any.downcast_ref::<StringArray>().expect("a string").value(at).to_owned()
}

#[test]
fn sweep_arrow_has_the_values_of_the_csv_and_units() {
    for grid in [GRID, ROWS] {
        let folder = Folder::new(grid);
        let csv = folder.sweep(&[]).fine();
        let mut csv = csv::Reader::from_reader(csv.as_bytes());
        let titles = csv.headers().expect("a header").clone();
        folder.sweep(&["--format", "arrow", "-o", &folder.path("all.arrow")]).fine();
        let all = batches(&fs::read(folder.path("all.arrow")).expect("a file"));
        let schema = all[0].schema();
        for (field, title) in schema.fields().iter().zip(&titles) {
            let unit = field.metadata().get("unit").map_or("", |unit| unit);
            let has_unit = title.contains('[');
            assert_eq!(title, if has_unit { format!("{} [{unit}]", field.name()) } else { field.name().clone() });
        }
        assert_eq!(schema.metadata().get("engine").map(|text| &**text), Some(env!("CARGO_PKG_VERSION")));
        let mut rows = csv.records().map(|row| row.expect("a row"));
        for batch in &all {
            for at in 0..batch.num_rows() {
                let row = rows.next().expect("a row of the CSV");
                let cells: Vec<_> = batch.columns().iter().map(|column| cell(column, at)).collect();
                let expected: Vec<_> = row.iter().take(cells.len()).map(|cell| cell.trim_end_matches(".0")).collect();
                assert_eq!(cells, expected);
            }
        }
        assert_eq!(rows.next(), None);
    }
}

#[test]
fn sweep_arrow_bytes_do_not_depend_on_shards_or_interruptions() {
    let folder = Folder::new(ROWS);
    let bytes = |name: &str| fs::read(folder.path(name)).expect("a file");
    let sweep = |more: &[&str]| folder.sweep(&[&["--format", "arrow"], more].concat());
    sweep(&["-o", &folder.path("whole"), "--threads", "1"]).fine();
    sweep(&["-o", &folder.path("other"), "--threads", "3"]).fine();
    let whole = bytes("whole");
    assert_eq!(batches(&whole).iter().map(RecordBatch::num_rows).collect::<Vec<_>>(), [1024, 1024, 952]);
    assert!(bytes("other") == whole);

    let parts: Vec<_> = (1..=7).map(|part| folder.path(&format!("part-{part}"))).collect();
    for (part, path) in parts.iter().enumerate() {
        sweep(&["--shard", &format!("{}/7", part + 1), "-o", path]).fine();
    }
    let order: Vec<_> = parts.iter().rev().map(String::as_str).collect();
    sweep(&[&["-o", &folder.path("merged"), "--merge"], &order[..]].concat()).fine();
    assert!(bytes("merged") == whole);
    let refused = sweep(&[&["-o", &folder.path("gap"), "--merge"], &order[1..]].concat());
    refused.refused(&["scenarios 2571 to 2999 are missing: give all shards"]);

    let cut = folder.path("cut");
    for length in [0, 5, 900, whole.len() / 2, whole.len() - 9, whole.len() - 8, whole.len()] {
        fs::write(&cut, &whole[..length]).expect("a file");
        sweep(&["--resume", "-o", &cut]).fine();
        assert!(bytes("cut") == whole, "cut after {length} bytes");
    }
    fs::write(folder.path("grid.toml"), ROWS.replace("[0, 100, 1500]", "[0, 90, 1500]")).expect("a file");
    sweep(&["--resume", "-o", &cut]).refused(&["cut is from a different grid, lab, or version"]);
}

#[test]
fn sweep_killed_at_random_moments_resumes_to_the_same_bytes() {
    const KILLS: u64 = 20;
    for format in ["csv", "jsonl", "arrow"] {
        let folder = Folder::new(&ROWS.replace("1500]", "15000]"));
        folder.sweep(&["--format", format, "-o", &folder.path("whole")]).fine();
        let whole = fs::read(folder.path("whole")).expect("a file");
        let resumed = folder.path("resumed");
        let size = || fs::metadata(&resumed).map_or(0, |file| file.len());
        let mut killed = 0;
        for kill in 1..=KILLS {
            let mut sweep = Command::new(env!("CARGO_BIN_EXE_pathlength"))
                .args(["sweep", &folder.path("grid.toml"), "--format", format, "--resume", "-o", &resumed])
                .spawn()
                .expect("the program");
            // The command is killed at points from its first bytes of output to shortly before the last ones.
            let enough = whole.len() as u64 * (2 * kill - 1) / (2 * KILLS);
            while size() < enough && sweep.try_wait().expect("a state").is_none() {
                std::thread::yield_now();
            }
            sweep.kill().expect("a signal");
            killed += usize::from(!sweep.wait().expect("a state").success());
            assert!(whole.starts_with(&fs::read(&resumed).expect("a file")), "{format} after kill {kill}");
        }
        assert!(killed > 0, "{format}: every sweep had ended before its kill");
        folder.sweep(&["--format", format, "--resume", "-o", &resumed]).fine();
        assert!(fs::read(&resumed).expect("a file") == whole, "{format}");
    }
}

#[test]
fn sweep_output_file_named_by_a_hyphen_is_standard_output() {
    let folder = Folder::new(GRID);
    let text = folder.sweep(&["-o", "-"]).fine();
    assert_eq!(text, folder.sweep(&[]).fine());
    assert!(!std::path::Path::new("-").exists());
    folder.sweep(&["--resume", "-o", "-"]).refused(&["standard output cannot be continued", "name a file"]);
}

#[test]
fn sweep_of_other_inputs_is_not_continued_or_merged() {
    let folder = Folder::new(GRID);
    let (all, part, every) = (folder.path("all.csv"), folder.path("part.csv"), folder.path("every.csv"));
    folder.sweep(&["-o", &all]).fine();
    folder.sweep(&["-o", &all]).refused(&["already exists", "--resume"]);
    folder.sweep(&["--shard", "1/2", "-o", &part]).fine();
    folder.sweep(&["--shard", "1/1", "-o", &every]).fine();
    folder.sweep(&["--merge", &part]).refused_after_rows(&["scenarios 26 to 51 are missing"]);
    folder.sweep(&["--merge", &part, &every]).refused_after_rows(&["scenario 0 is in two files"]);
    folder.sweep(&["--merge", &part, &all]).refused(&["all.csv has no checksums", "--shard"]);
    folder.sweep(&["--merge", &every]).fine();
    // The first file has a row from a different grid, and the second one has a different header.
    let text = folder.text("all.csv");
    fs::write(&all, text.replace("\"V2R1\"", "\"V2R2\"")).expect("a file");
    folder.sweep(&["--resume", "-o", &all]).refused(&["is from a different grid, lab, or version"]);
    fs::write(&all, text.replace("scenario,", "number,").replace("\"scenario\"", "\"number\"")).expect("a file");
    folder.sweep(&["--resume", "-o", &all]).refused(&["is from a different grid, lab, or version"]);
    folder.sweep(&["--merge", &all]).refused(&["is from a different grid, lab, or version"]);
    let text = folder.text("part.csv");
    fs::write(&part, &text[..text.len() - 1]).expect("a file");
    folder.sweep(&["--merge", &part, "-o", &folder.path("merged")]).refused(&["part.csv", "incomplete", "--resume"]);
    assert!(!std::path::Path::new(&folder.path("merged")).exists());
}

#[test]
fn sweep_damaged_shard_is_continued_before_the_damage() {
    for format in ["csv", "jsonl", "arrow"] {
        let folder = Folder::new(ROWS);
        let sweep = |more: &[&str]| folder.sweep(&[&["--format", format], more].concat());
        let shard = folder.path("part");
        sweep(&["--shard", "1/1", "-o", &shard]).fine();
        let good = fs::read(&shard).expect("a file");
        // The damage is in the second half, so that good rows of text and good batches of Arrow precede it. In Arrow, a
        // damaged setting is harmless, because settings come from the grid; so this test damages an output.
        let at = if format == "arrow" {
            let last = batches(&good).pop().expect("a batch");
            let outputs = last.column_by_name("kb_per_s").expect("an output").as_any();
            let value = outputs.downcast_ref::<Float64Array>().expect("numbers").value(0).to_le_bytes();
            good.windows(8).rposition(|bytes| bytes == value).expect("the output")
        } else {
            good.len() * 3 / 4
        };
        let mut damaged = good.clone();
        damaged[at] ^= 4;
        fs::write(&shard, damaged).expect("a file");
        sweep(&["--merge", &shard, "-o", &folder.path("merged")])
            .refused(&["part is incomplete or damaged", "--resume"]);
        sweep(&["--shard", "1/1", "--resume", "-o", &shard]).fine();
        assert!(fs::read(&shard).expect("a file") == good, "{format}");
        sweep(&["--merge", &shard, "-o", &folder.path("merged")]).fine();
        sweep(&["-o", &folder.path("whole")]).fine();
        assert!(fs::read(folder.path("merged")).expect("a file") == fs::read(folder.path("whole")).expect("a file"));
    }
}

#[test]
fn sweep_axis_of_a_csv_file_changes_settings_together() {
    let grid =
        GRID.replace("[[axis]]\nsetting = \"release\"\nvalues = [\"R13\", \"V2R1\"]", "[[axis]]\ncsv = \"both.csv\"");
    let grid = grid.replace("machine = \"z9\"\n", "");
    let folder = Folder::new(&grid);
    let csv = |text: &str| fs::write(folder.path("both.csv"), text).expect("a file");
    csv("machine,release\nz9,R13\nz196,V2R2\n");
    let text = folder.sweep(&[]).fine();
    let pairs: std::collections::BTreeSet<_> = text
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<_> = line.split(',').collect();
            (cells[1].to_owned(), cells[2].to_owned())
        })
        .collect();
    assert_eq!(
        pairs,
        [("\"z9\"", "\"R13\""), ("\"z196\"", "\"V2R2\"")].map(|(a, b)| (a.to_owned(), b.to_owned())).into()
    );
    csv("machine,release\nz9\n");
    folder.sweep(&[]).refused(&["both.csv:2: the line needs one value per setting (2), but has 1"]);
    csv("machine,speed\nz9,3\n");
    folder.sweep(&[]).refused(&["both.csv:1: the model has no setting \"speed\""]);
    csv("machine,release\n");
    folder.sweep(&[]).refused(&["both.csv:1: the file needs a header line with setting names"]);
    fs::remove_file(folder.path("both.csv")).expect("a file");
    folder.sweep(&[]).refused(&["cannot read", "both.csv"]);
}

#[test]
fn sweep_invalid_grid_is_refused() {
    let refused = |from: &str, to: &str, parts: &[&str]| {
        let grid = GRID.replacen(from, to, 1);
        assert_ne!(grid, GRID);
        Folder::new(&grid).sweep(&[]).refused(parts);
    };
    refused("zfs-directories", "nonsense", &["unknown lab \"nonsense\": use one of cache-size"]);
    refused("elapsed_us", "speed", &["no output \"speed\": use one of external_throughput"]);
    refused("\"z9\"", "\"z10\"", &["setting machine must be one of z9"]);
    refused("\"z9\"", "9", &["setting machine must be one of z9"]);
    refused("machine = \"z9\"\n", "", &["every scenario needs machine"]);
    refused("plex =", "names = 5\nplex =", &["setting names is given twice"]);
    refused("[1, 3000, 13]", "[0, 3000, 13]", &["axis names", "greater than 0"]);
    refused("[1, 3000, 13]", "[1, 1e9, 13]", &["setting names must be 1 to 1000000 names"]);
    refused("[1, 3000, 13]", "[1, 3000, 1]", &["the number of values must be 2 to"]);
    refused("[1, 3000, 13]", "[1, 3000]", &["grid.toml:20:"]);
    refused("log = ", "values = [2]\nlog = ", &["axis names: give only one of `values`, `linear`, and `log`"]);
    refused("values = [\"v4\", \"v5\"]", "values = []", &["axis format has no values"]);
    refused("setting = \"format\"\n", "", &["an axis needs either a `setting` with its values or a `csv` file"]);
    refused("lab = ", "labs = ", &["unknown field `labs`"]);
    let folder = Folder::new(GRID);
    for shard in ["0/3", "4/3", "1", "a/b"] {
        assert_eq!(folder.sweep(&["--shard", shard]).code, 2);
    }
}

#[test]
fn sweep_dry_run_counts_without_evaluating_all() {
    let text = Folder::new(GRID).sweep(&["--dry-run", "--shard", "2/2"]).fine();
    assert!(text.starts_with("26 scenarios with 6 settings and 2 outputs\n"), "{text}");
    let large = GRID.replace("log = [1, 3000, 13]", "linear = [1, 1000000, 1000000]");
    let text = Folder::new(&large).sweep(&["--dry-run"]).fine();
    assert!(text.starts_with("4000000 scenarios ") && text.lines().count() == 2, "{text}");
}
