//! Input that no tool wrote.

use super::{refused, sample};
use pathlength_measurements::explain::{Explanation, Options, explain};
use pathlength_measurements::{MAX_BYTES, MAX_OBJECTS, read};
use proptest::prelude::*;

const SAMPLES: [&str; 5] = ["fio-depths.json", "fio-sync.json", "fio-rate.json", "iostat-intervals.json", "sadf.json"];

/// Reads and explains any bytes; returns the explanation, after checks that hold for all input.
fn survives(bytes: &[u8]) -> Option<Explanation> {
    match read(bytes) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
        Ok(measurements) => {
            assert!(!measurements.observations.is_empty() && !measurements.taken.is_empty());
            let all = explain(measurements, Options::default());
            assert_eq!(all.plausible, all.checks.iter().all(|check| check.failures == 0));
            for finding in all.conclusion.iter().chain(&all.others) {
                assert!(!finding.text.is_empty() && finding.in_system >= 0.0, "{finding:?}");
                if let Some(forecast) = &finding.forecast {
                    for part in [forecast.rate_per_s, forecast.response_s] {
                        assert!(part.low <= part.high && part.low >= 0.0, "{finding:?}");
                        assert!(part.model.is_none_or(|model| (part.low..=part.high).contains(&model)), "{finding:?}");
                    }
                }
            }
            Some(all)
        }
    }
}

#[test]
fn unknown_files_are_described_with_the_known_formats() {
    for (bytes, parts) in [
        (&b""[..], &["an empty file"][..]),
        (b"\0\x01binary", &["(not text)"]),
        (b"a,b\n1,2\n", &["text that begins with \u{201c}a,b\u{201d}"]),
        (b"[1, 2]", &["a JSON list"]),
        (br#"{"name": "x", "list": []}"#, &["JSON with \u{201c}name\u{201d}, \u{201c}list\u{201d}"]),
        (b"Device  r/s  w/s\nsda 1 2\n", &["run iostat -o JSON -x"]),
        (b"job: (groupid=0)\n  read: IOPS=12k\n", &["run fio with --output-format=json"]),
        (b"12:00:01  DEV  tps\n", &["sadf -j"]),
    ] {
        let error = refused(bytes);
        for part in parts.iter().chain(&[
            "unknown format",
            "fio --output-format=json",
            "iostat -o JSON -x",
            "sadf -j",
            "iozone",
        ]) {
            assert!(error.contains(part), "{error}");
        }
    }
}

#[test]
fn broken_json_is_refused_with_its_line() {
    let fio = |read: &str| format!("note\n{{\"fio version\": \"fio-3.33\",\n\"jobs\": [{{\"read\": {read}}}]}}");
    for (text, parts) in [
        (fio("{\"iops\": 1e999}"), &["line 3", "number out of range"][..]),
        (fio("{\"iops\": NaN}"), &["line 3"]),
        (fio("{\"iops\": \"many\"}"), &["line 3", "invalid type: string"]),
        (fio("{\"iops\": -5}"), &["iops of job 1 is -5, which is negative"]),
        (fio("{\"iops\": "), &["line 3"]),
        ("{\"fio version\": \"fio-3.33\",\n\"jobs\": [{".to_owned(), &["line 2", "the file is truncated"]),
        ("{\"fio version\": \"fio-3.33\"}".to_owned(), &["no jobs"]),
        ("{\"sysstat\": {}}".to_owned(), &["no disk statistics"]),
        (format!("{{\"fio version\": {}", "[".repeat(100_000)), &["line 1", "the file is truncated"]),
        (format!("{{\"sysstat\": {}", "{\"a\":".repeat(100_000)), &["line 1", "the file is truncated"]),
    ] {
        let error = refused(text.as_bytes());
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    let depth = fio("{\"iops\": 5}").replace("\"read\"", "\"job options\": {\"iodepth\": \"0\"}, \"read\"");
    assert!(refused(depth.as_bytes()).contains("iodepth of job 1 is “0”"));
}

#[test]
fn sizes_are_limited() {
    assert!(refused(&vec![b' '; MAX_BYTES + 1]).contains("larger than 64 MiB"));
    let objects = format!("{{\"sysstat\": [{}]}}", "{},".repeat(MAX_OBJECTS));
    assert!(refused(objects.as_bytes()).contains("more than 400000: give fewer reports"));
    let jobs = format!("{{\"fio version\": \"\", \"jobs\": [{}{{}}]}}", "{},".repeat(10_000));
    assert!(refused(jobs.as_bytes()).contains("with more than 10000 elements: give fewer reports, devices, or jobs"));
}

#[test]
fn many_devices_are_listed_in_part() {
    let device = |n: u32| format!(r#"{{"disk_device": "sd{n}", "r/s": {n}.0, "r_await": 1.0, "util": 50.0}}"#);
    let devices: Vec<_> = (1..=500).map(device).collect();
    let text = format!(r#"{{"sysstat": {{"hosts": [{{"statistics": [{{"disk": [{}]}}]}}]}}}}"#, devices.join(","));
    let all = survives(text.as_bytes()).expect("an explanation");
    assert_eq!((all.rows.len(), all.others.len()), (40, 5));
    assert!(all.notes.iter().any(|note| note.contains("Of 500 rows, the 40 with")), "{:?}", all.notes);
    assert!(all.notes.iter().any(|note| note.contains("aqu-sz is missing")), "{:?}", all.notes);
}

#[test]
fn thousands_of_jobs_end_in_few_notes() {
    let job = |n: u32| {
        format!(
            r#"{{"jobname": "j{n}", "groupid": 0, "job options": {{"rw": "r{n}"}}, "read": {{"iops": 5, "clat_ns": {{"mean": 1e8}}}}}}"#
        )
    };
    let jobs: Vec<_> = (0..9000).map(job).collect();
    let all = survives(format!(r#"{{"fio version": "x", "jobs": [{}]}}"#, jobs.join(",")).as_bytes())
        .expect("an explanation");
    assert!(
        all.notes.len() < 25 && all.notes.iter().any(|note| note.ends_with("further notes omitted.")),
        "{:?}",
        all.notes
    );
    assert_eq!(all.conclusion.expect("a conclusion").subject, "j0 and 8,999 other jobs at the same time");
}

#[test]
fn names_have_no_control_characters() {
    let text = sample("fio-depth-1.json").replace("\"depth-1\"", "\"a\\u001b[2J\\n<b>\"");
    let all = survives(text.as_bytes()).expect("an explanation");
    assert_eq!(all.rows[0].subject, "a\u{fffd}[2J\u{fffd}<b>");
}

#[test]
fn byte_order_mark_is_ignored() {
    assert!(survives(format!("\u{feff}{}", sample("sadf.json")).as_bytes()).is_some());
}

#[test]
fn huge_numbers_end_in_a_sentence() {
    for (from, to) in [("85862.00", "1e308"), ("0.27", "1e308"), ("23.30", "1e308"), ("88.80", "1e300")] {
        let all = survives(sample("iostat-intervals.json").replace(from, to).as_bytes()).expect("an explanation");
        assert!(!all.plausible, "{to}");
    }
    let depth = sample("fio-depth-1.json").replace("\"iodepth\" : \"1\"", "\"iodepth\" : \"4294967295\"");
    assert!(survives(depth.as_bytes()).is_some());
}

#[test]
fn cut_and_changed_samples_are_read_or_refused() {
    // A fixed sequence of changes: xorshift.
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut read = 0;
    for name in SAMPLES {
        let whole = sample(name).into_bytes();
        for _ in 0..150 {
            let mut bytes = whole.clone();
            for _ in 0..=draw(3) {
                let at = draw(bytes.len());
                match draw(4) {
                    0 => bytes[at] = b"0123456789.,-e\"{}[]:"[draw(20)],
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, b"09.-e\""[draw(6)]),
                    _ => bytes[at] = draw(256) as u8,
                }
            }
            read += usize::from(survives(&bytes).is_some());
            survives(&whole[..draw(whole.len())]);
        }
    }
    assert!(read > 100, "{read} changed samples were read");
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survives(&bytes);
    }

    #[test]
    fn any_reports_have_ordered_bounds(reports in proptest::collection::vec(
        (0.01..1e6_f64, 0.01..1e4_f64, 0.0..101.0_f64), 1..6)) {
        let rows: Vec<_> =
            reports.iter().map(|(rate, ms, util)| [*rate, *ms, *util, rate * ms / 1000.0]).collect();
        survives(super::devices::iostat(&rows).as_bytes());
    }
}
