//! `IOzone` output: complete, truncated, in other units, and text that only resembles it.

mod samples;

use pathlength_disk_path::iozone_output::{
    IozoneOutput, IozonePhase, IozoneReading, MAX_BYTES, MAX_READINGS, is_iozone, read_iozone,
};
use proptest::prelude::*;
use samples::{DONE, KB_PER_S, Run, banner, reports, saved_reports, summary, table, throughput};

fn read(text: &str) -> IozoneOutput {
    read_iozone(text).unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

fn problem(text: &str) -> String {
    read_iozone(text).map_or_else(|problem| problem.to_string(), |_| String::new())
}

fn sorted(mut readings: Vec<IozoneReading>) -> Vec<IozoneReading> {
    let key = |reading: &IozoneReading| (reading.phase, [reading.file_kb, reading.record_kb, reading.processes]);
    readings.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap());
    readings
}

fn phases() -> impl Strategy<Value = Vec<IozonePhase>> {
    let all = IozonePhase::ALL;
    prop_oneof![Just(all.to_vec()), Just(all[..2].to_vec()), Just(all[2..].to_vec())]
}

/// Generates runs over file and record sizes that are powers of two, with some combinations left out.
fn runs() -> impl Strategy<Value = Run> {
    let sizes =
        |min: u32, max: u32, count: usize| proptest::sample::subsequence((min..=max).collect::<Vec<_>>(), 1..=count);
    let results = proptest::collection::vec((any::<bool>(), proptest::array::uniform4(1_u32..9_999_999)), 20);
    (phases(), sizes(6, 24, 4), sizes(2, 14, 5), results).prop_map(|(phases, files, records, results)| {
        let sizes = files.iter().flat_map(|file| records.iter().map(move |record| (*file, *record)));
        let results = sizes.zip(results).enumerate().filter(|(n, (_, (kept, _)))| *n == 0 || *kept);
        let results = results.map(|(_, ((file, record), (_, values)))| samples::Result {
            file_kb: 1 << file,
            record_kb: 1 << record,
            values,
        });
        Run { phases, results: results.collect() }
    })
}

/// Returns a run of all phases with one result.
fn one_result() -> Run {
    let values = [20_400, 20_900, 40_100, 40_300];
    let results = vec![samples::Result { file_kb: 819_200, record_kb: 64, values }];
    Run { phases: IozonePhase::ALL.to_vec(), results }
}

proptest! {
    #[test]
    fn whole_output_gives_every_throughput_once(run in runs()) {
        let begin = banner(&run, "", KB_PER_S);
        let mode = banner(&run, "-t 3", KB_PER_S);
        let first = run.first();
        let spaces_lost = table(&run, false).split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let quoted = format!("> {}", table(&run, false).trim_end_matches('\n').replace('\n', "\n> ")) + "\n";
        let alone = format!(
            "iozone -Rb a.xls {} -t 3 -s {}k{}", run.tests(), run.results[0].file_kb, summary(&run)
        );
        let several = [banner(&run, "-l 1 -u 2", KB_PER_S), throughput(&run, 1, "kB"), throughput(&run, 2, "kB")].concat();
        let cases = [
            (begin.clone() + &table(&run, false) + DONE, run.expected(1)),
            (begin.clone() + &table(&run, true) + DONE, run.expected(1)),
            (quoted, run.expected(1)),
            (begin.clone() + &spaces_lost + DONE, run.expected(1)),
            (begin + &table(&run, false) + DONE + &reports(&run), run.expected(1)),
            (reports(&run), run.expected(1)),
            (saved_reports(&run, ","), run.expected(1)),
            (saved_reports(&run, ";"), run.expected(1)),
            (saved_reports(&run, "\t").replace('\n', "\r\n"), run.expected(1)),
            (mode.clone() + &throughput(&run, 3, "kB") + DONE, first.expected(3)),
            (mode + &throughput(&run, 3, "kB") + &summary(&run) + DONE, first.expected(3)),
            (alone, first.expected(3)),
            (several + DONE, [first.expected(1), first.expected(2)].concat()),
        ];
        for (text, expected) in cases {
            let output = read(&text);
            prop_assert_eq!(sorted(output.readings), sorted(expected), "{}", &text);
            prop_assert_eq!(output.notes, "", "{}", &text);
            prop_assert!(is_iozone(&text), "{}", &text);
        }
    }

    #[test]
    fn cut_output_gives_no_number_that_lost_its_end(run in runs(), which in 0_usize..5, share in 0.0..1.0) {
        let outputs = [
            banner(&run, "", KB_PER_S) + &table(&run, false) + DONE + &reports(&run),
            reports(&run),
            saved_reports(&run, ","),
            banner(&run, "-l 1 -u 2", KB_PER_S) + &throughput(&run, 1, "kB") + &throughput(&run, 2, "kB") + &summary(&run),
            summary(&run),
        ];
        let whole = &outputs[which];
        let cut = &whole[..(whole.len() as f64 * share) as usize];
        let known = read(whole).readings;
        for reading in read_iozone(cut).map_or_else(|_| Vec::new(), |output| output.readings) {
            let is_known = |known: &&IozoneReading| IozoneReading { processes: None, ..**known }
                == IozoneReading { processes: None, ..reading };
            prop_assert!(known.iter().any(|known| is_known(&known)), "{reading:?} in {cut}");
        }
    }

    #[test]
    fn any_text_gives_bounded_valid_results(parts in proptest::collection::vec(parts(), 0..200)) {
        let text = parts.concat();
        is_iozone(&text);
        match read_iozone(&text) {
            Err(problem) => prop_assert!(problem.to_string().len() < 1000),
            Ok(output) => {
                prop_assert!(output.readings.len() <= MAX_READINGS && output.notes.len() < 1000);
                prop_assert!(output.readings.iter().all(|reading| reading.kb_per_s > 0.0 && reading.kb_per_s.is_finite()));
            }
        }
    }
}

/// Generates parts of outputs, and arbitrary text.
fn parts() -> impl Strategy<Value = String> {
    let parts = [
        "\"Writer report\"\n",
        "\"Re-Reader report\"\n",
        "              kB  reclen    write  rewrite    read    reread\n",
        "Children see throughput for  1 readers = ",
        "1 KB/sec",
        "\"64\"",
        " 1024 ",
        "\t",
        "\n",
        "\r",
        "\"",
        ",",
        ";",
        "-",
        ".",
        "<script>alert(1)</script>",
        "\u{202e}",
        "\u{a0}",
        "é",
        "Command line used: iozone -i",
        " -i 0 -s 9g",
        "Output is in ",
        "kBytes/sec",
        "\0",
        "\"Throughput report Y-axis\"\n",
        "\"  Initial write \"",
        "Record size = ",
        "Each process writes a 1 kByte file in 1 kByte records",
    ];
    let long = ["9".repeat(400), " ".repeat(1999), ",".repeat(1999)];
    let known: Vec<_> = parts.into_iter().map(str::to_owned).chain(long).collect();
    prop_oneof![4 => proptest::sample::select(known), 1 => any::<String>()]
}

#[test]
fn other_tests_and_processor_use_are_skipped() {
    let text = "
\tChildren see throughput for 5 stride readers \t= 1779844.83 KB/sec
\tChildren see throughput for 5 random readers \t= 1850449.30 KB/sec
\tChildren see throughput for 5 re-readers \t= 2055142.27 KB/sec
\"Writer CPU utilization report (Zero values should be ignored)\"
        \"64\"
\"1024\"    25.61

\"Random read report\"
        \"64\"
\"1024\"   77 
";
    let readings = read(text).readings;
    assert_eq!(readings.len(), 1);
    let IozoneReading { phase, kb_per_s, processes, .. } = readings[0];
    assert_eq!((phase, kb_per_s, processes), (IozonePhase::Reread, 2_055_142.27, Some(5.0)));
}

#[test]
fn megabytes_are_1024_kilobytes_and_other_units_are_named() {
    let mut run = one_result();
    run.results[0].values = [20, 21, 40, 41];
    let values: Vec<_> = read(&throughput(&run, 1, "MB")).readings.iter().map(|reading| reading.kb_per_s).collect();
    assert_eq!(values, [20_480.0, 21_504.0, 40_960.0, 41_984.0]);
    let operations = problem(&throughput(&run, 1, "ops"));
    assert!(operations.starts_with("Line 4 counts operations") && operations.contains("without -O"), "{operations}");
    for mode in ["OPS Mode. Output is in operations per second.", "Output is in microseconds per operation."] {
        let text = banner(&run, "", mode) + &table(&run, false) + DONE + &reports(&run);
        assert!(problem(&text).starts_with("Line 18 counts operations"), "{}", problem(&text));
    }
}

#[test]
fn cut_output_names_its_end_and_the_missing_part() {
    let run = one_result();
    let text = reports(&run);
    let output = read(&text[..text.find("Re-Reader").unwrap() + 3]);
    assert_eq!(output.readings, run.expected(1)[..3]);
    assert_eq!(output.notes, "The output ends in the middle of line 15: the re-reader report is missing.");
    let shorter = read(&text[..text.find("\n\"Re-Reader").unwrap()]);
    assert_eq!(shorter.notes, "The output ends with line 13: the re-reader report is missing.");
    let children = banner(&run, "-t 1", KB_PER_S) + &throughput(&run, 1, "kB");
    let notes = read(&children[..children.find("40300").unwrap() + 2]).notes;
    assert!(notes.starts_with("The output ends in the middle of line "), "{notes}");
    assert!(notes.ends_with(": the re-reader throughput is missing."), "{notes}");
}

#[test]
fn unrequested_phases_are_not_missing() {
    let (run, phases) = (one_result(), IozonePhase::ALL);
    let half = Run { phases: phases[..2].to_vec(), ..run.clone() };
    assert_eq!(read(&(banner(&half, "", KB_PER_S) + &table(&half, false) + DONE)).notes, "");
    let firsts = Run { phases: vec![phases[0], phases[2]], ..run.clone() };
    assert_eq!(read(&(banner(&run, "-+n", KB_PER_S) + &throughput(&firsts, 1, "kB") + DONE)).notes, "");
    let notes = read(&(banner(&run, "", KB_PER_S) + &throughput(&half, 1, "kB"))).notes;
    assert!(notes.contains("the reader, re-reader throughputs are missing"), "{notes}");
}

#[test]
fn row_with_unclear_columns_is_named() {
    let half = Run { phases: IozonePhase::ALL[2..].to_vec(), ..one_result() };
    let text = table(&half, false).split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let problem = problem(&text);
    assert!(
        problem.starts_with("Line 3 has fewer values ") && problem.contains("Choose the file as IOzone"),
        "{problem}"
    );
}

#[test]
fn other_texts_are_not_iozone_and_the_expected_lines_are_named() {
    let problem_of_csv = problem("a,b\n1,2");
    for expected in ["reclen", "“Writer report”", "“Children see throughput for”"] {
        assert!(problem_of_csv.contains(expected), "{problem_of_csv}");
    }
    assert!(!is_iozone("configuration,kb_per_s\nmy iozone run,12"));
    assert!(problem("\t\u{4}\u{6}\0\0\0").contains("save it as CSV"));
}

#[test]
fn large_output_is_refused_and_readings_are_limited() {
    let line = "Children see throughput for 1 readers = 1 KB/sec\n";
    let large = line.repeat(MAX_BYTES / line.len() + 1);
    assert!(problem(&large).contains("5 MB") && !is_iozone(&large));
    let output = read(&line.repeat(3000));
    assert_eq!(output.readings.len(), MAX_READINGS);
    assert!(output.notes.contains("2000"), "{}", output.notes);
}
