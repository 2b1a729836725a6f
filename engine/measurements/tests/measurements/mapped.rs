//! CSV files with a mapping of their columns.

use pathlength_measurements::explain::{Kind, Options, explain};
use pathlength_measurements::{FlowKind, Mapping, Measurements, read_mapped};

const CSV: &str = include_str!("../samples/devices.csv");
const MAPPING: &str = include_str!("../samples/devices.toml");

fn mapping(text: &str) -> Mapping {
    toml::from_str(text).expect("a mapping")
}

fn read(csv: &str, text: &str) -> Result<Measurements, String> {
    read_mapped(csv.as_bytes(), &mapping(text)).map_err(|error| error.to_string())
}

fn close(value: f64, expected: f64) {
    assert!((value / expected - 1.0).abs() < 1e-12, "{value} is not {expected}");
}

#[test]
fn mapped_rows_are_observations_in_base_units() {
    let read = read(CSV, MAPPING).expect("measurements");
    let subjects: Vec<_> =
        read.observations.iter().map(|one| (one.subject.as_str(), one.report, one.time.as_deref())).collect();
    let expected = [("D001", 1, "10:00"), ("D002", 1, "10:00"), ("D001", 2, "10:15"), ("D002", 2, "10:15")];
    assert_eq!(subjects[..4], expected.map(|(subject, report, time)| (subject, Some(report), Some(time))));
    // The row for D001 at 10:30 has no rate; the row for D002 has one.
    assert_eq!(subjects[4..], [("D002", Some(3), Some("10:30"))]);
    let worst = &read.observations[2];
    assert_eq!(worst.flows[0].kind, FlowKind::All);
    close(worst.rate(), 400.0);
    let response_s = worst.flows[0].response_s.expect("a time");
    close(response_s.value, 0.0145);
    // The time is the sum of three columns, each rounded to 0.1 ms.
    close(response_s.half, 3.0 * 0.05e-3);
    close(worst.utilization.expect("a share").value, 0.95);
    close(worst.in_system.expect("a number").value, 5.8);
}

#[test]
fn mapped_file_lists_what_was_taken_and_left_out() {
    let read = read(CSV, MAPPING).expect("measurements");
    let taken = read.taken.join("\n");
    for part in [
        "“device”: the device.",
        "“rate” in requests/s: completed requests per unit of time; rounded, so true values differ by 0.05 or less.",
        "“queued” + “pending” + “connected” in ms: response time of requests",
        "“busy” in %: share of the time",
    ] {
        assert!(taken.contains(part), "{part:?} is not in {taken}");
    }
    let notes = read.notes.join("\n");
    for part in [
        "Skipped: 1 line above the header.",
        "Of 7 rows, the mapping selects 6 with [where].",
        "Left out: 1 row without a value, the first on line 8, in column “rate”: “n/a”.",
        "Columns that the mapping does not mention: “comment”.",
    ] {
        assert!(notes.contains(part), "{part:?} is not in {notes}");
    }
}

#[test]
fn mapped_device_is_explained_by_its_worst_report() {
    let explained = explain(read(CSV, MAPPING).expect("measurements"), Options::default());
    let laws: Vec<_> = explained.checks.iter().map(|check| (check.comparisons, check.failures)).collect();
    assert_eq!(laws, [(5, 0), (5, 0)], "utilization and Little's law");
    let conclusion = explained.conclusion.expect("a conclusion");
    assert_eq!((conclusion.kind, conclusion.subject.as_str(), conclusion.report), (Kind::Saturated, "D001", Some(2)));
}

#[test]
fn device_without_utilization_is_not_called_idle() {
    let lines: Vec<_> = MAPPING.lines().filter(|line| !line.contains("busy")).collect();
    let without = lines.join(
        "
",
    );
    let explained = explain(read(CSV, &without).expect("measurements"), Options::default());
    let findings: Vec<_> = explained.conclusion.iter().chain(&explained.others).collect();
    let kinds: Vec<_> = findings.iter().map(|one| (one.subject.as_str(), one.kind)).collect();
    assert_eq!(kinds, [("D001", Kind::Queueing), ("D002", Kind::Light)]);
    for one in findings {
        assert!(!one.text.contains("idle") && one.text.contains("Without a utilization"), "{}", one.text);
        assert_eq!((one.rests_on.name, one.rests_on.value), ("mean number of requests", one.in_system));
        assert!(one.rests_on.value.is_finite() && one.forecast.is_none());
    }
}

#[test]
fn mapped_unit_of_another_size_fails_a_law() {
    let wrong = MAPPING.replace("\"ms\"", "\"us\"");
    let explained = explain(read(CSV, &wrong).expect("measurements"), Options::default());
    assert!(!explained.plausible && explained.conclusion.is_none());
    let failed: Vec<_> = explained.checks.iter().filter(|check| !check.holds()).map(|check| check.left).collect();
    assert_eq!(failed, ["the mapped in_system"]);
}

#[test]
fn mapping_with_an_unknown_unit_or_key_is_refused() {
    for (from, to, part) in [
        ("\"ms\"", "\"ticks\"", "unknown variant `ticks`, expected one of `us`, `ms`, `s`"),
        ("\"requests/s\"", "\"1/s\"", "expected one of `requests/s`, `requests/min`, `requests/h`"),
        ("rate =", "rates =", "unknown field `rates`"),
    ] {
        let error = toml::from_str::<Mapping>(&MAPPING.replacen(from, to, 1)).expect_err("an error").to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn mapping_that_does_not_fit_the_file_is_refused() {
    let cases = [
        ("\"busy\"", "\"load\"", "no column “load”; the file has “interval”, “class”"),
        ("header_line = 2", "header_line = 0", "header_line is 0"),
        ("header_line = 2", "header_line = 90", "the file has no line 90"),
        ("header_line = 2", "header_line = 2\nseparator = \";\"", "correct `separator` in the mapping"),
        ("\"disk\"", "\"drum\"", "no row has all the numbers that the mapping names"),
        ("time = \"interval\"", "time = \"class\"", "line 6 repeats the subject “D001” at the time “disk”"),
        ("[all]", "[read]", ""),
        (
            "[where]\nclass = \"disk\"\n",
            "[read]\nrate = { column = \"rate\", unit = \"requests/s\" }\n\
            response_time = { column = \"pending\", unit = \"ms\" }\n",
            "would count requests twice",
        ),
    ];
    for (from, to, part) in cases {
        let text = MAPPING.replacen(from, to, 1);
        assert_ne!(text, MAPPING);
        match read(CSV, &text) {
            Ok(_) => assert_eq!(part, "", "{text}"),
            Err(error) => assert!(!part.is_empty() && error.contains(part), "{error}"),
        }
    }
    let negative = read(&CSV.replace("400.0", "-400.0"), MAPPING).expect_err("an error");
    assert!(negative.contains("line 6: “-400.0” is negative in column “rate”"), "{negative}");
}

#[test]
fn mapped_file_can_have_semicolons_and_decimal_commas() {
    let csv: String = CSV.lines().map(|line| line.replace(',', ";").replace('.', ",") + "\n").collect();
    let options = "header_line = 2\nseparator = \";\"\ndecimal_point = \",\"";
    let other = read(&csv, &MAPPING.replace("header_line = 2", options)).expect("measurements");
    assert_eq!(other.observations, read(CSV, MAPPING).expect("measurements").observations);
}

#[test]
fn mapped_reads_and_writes_are_flows_with_sizes() {
    let csv = "disk,reads,read us,read MiB/s,writes,write us\nA,60,500,0.5,120,250\n";
    let text = "subject = 'disk'\n[read]\nrate = { column = 'reads', unit = 'requests/min' }\n\
                response_time = { column = 'read us', unit = 'us' }\nthroughput = { column = 'read MiB/s', unit = 'MiB/s' }\n\
                [write]\nrate = { column = 'writes', unit = 'requests/min' }\n\
                response_time = { column = 'write us', unit = 'us' }\n";
    let read = read(csv, text).expect("measurements");
    let flows = &read.observations[0].flows;
    assert_eq!([flows[0].kind, flows[1].kind], [FlowKind::Read, FlowKind::Write]);
    close(flows[0].rate.value, 1.0);
    close(flows[1].rate.value, 2.0);
    close(flows[1].response_s.expect("a time").value, 250e-6);
    close(flows[0].bytes_per_s.expect("bytes").value, 524_288.0);
    // Without a time column, each row of a device is a report; the rows are numbered in order.
    assert_eq!((read.observations[0].report, read.observations[0].time.as_deref()), (Some(1), None));
    assert!(read.notes.iter().any(|note| note.starts_with("utilization is not mapped")), "{:?}", read.notes);
}
