//! Advice as programs read it.

use crate::run::{feed, repository, run};
use serde_json::Value;
use std::collections::BTreeMap;

const LAB: [&str; 3] = ["advise", "disk-paths", "-"];

/// Returns the ranked advice in an answer.
fn ranked(answer: &str) -> Vec<Value> {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    answer["advice"].as_array().expect("a list").clone()
}

#[test]
fn advice_has_the_question_the_lab_and_the_units() {
    let question = r#"{"work":{"read_share":70.0},"throughput":1.0,"cpu":2.0}"#;
    let answer: Value = serde_json::from_str(&feed(&LAB, question.as_bytes()).fine()).expect("JSON");
    assert_eq!(answer["question"], serde_json::from_str::<Value>(question).expect("JSON"));
    assert_eq!((&answer["lab"], &answer["engine"]), (&"disk-paths".into(), &env!("CARGO_PKG_VERSION").into()));
    assert_eq!(answer["lab_hash"].as_str().map(str::len), Some(12));
    assert_eq!(answer["units"]["throughput"], "relative to dedicated ECKD");
}

#[test]
fn advice_is_also_a_text_a_table_and_markdown() {
    for (lab, question, best) in [
        ("disk-paths", r#"{"throughput": 1, "cpu": 2}"#, "1"),
        ("tape-compression", "{}", "zstd"),
        ("journaling", "{}", "ext2"),
    ] {
        let ask = |format: &str| feed(&["advise", lab, "-", "--format", format], question.as_bytes()).fine();
        let [text, table, markdown] = ["text", "csv", "markdown"].map(ask);
        assert!(text.contains("As of 20") && text.contains(best), "{text}");
        let rows = csv::Reader::from_reader(table.as_bytes()).records().map(Result::unwrap).count();
        let lines = markdown.lines().filter(|line| line.starts_with('|')).count();
        assert_eq!(rows + 2, lines, "{lab}");
        assert!(rows > 0 && markdown.starts_with("| "), "{markdown}");
    }
}

#[test]
fn advice_is_a_list_of_all_ways_the_best_first() {
    let enquiry =
        br#"{"work": {"read_share": 70, "reread_share": 40}, "throughput": 1, "cpu": 2, "limits": ["no_fcp"]}"#;
    let advice = ranked(&feed(&LAB, enquiry).fine());
    assert_eq!(advice.len(), 13);
    assert_eq!(advice[0]["place"], 1);
    for one in &advice {
        assert!(["way", "title", "reason"].iter().all(|name| one[name].is_string()), "{one}");
        assert!(["place", "score", "throughput", "cpu", "hit_ratio"].iter().all(|name| one[name].is_number()), "{one}");
        let aside = one["set_aside"].as_array().expect("a list");
        assert_eq!(aside.is_empty(), one["place"] != 0, "{one}");
    }
}

/// Returns the sentence about the date of an answer's source.
fn date(answer: &str) -> String {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    answer["as_of"].as_str().unwrap_or_else(|| panic!("no date in {answer}")).to_owned()
}

#[test]
fn advice_has_the_date_of_its_source() {
    let advise = |lab: &str, request: &[u8]| date(&feed(&["advise", lab, "-"], request).fine());
    let work = br#"{"work": {"read_share": 70, "reread_share": 40}, "throughput": 1, "cpu": 2}"#;
    assert!(advise("disk-paths", work).starts_with("As of 2005 or 2006: IBM, z/VM Performance Report, "));
    assert!(advise("tape-compression", b"{}").starts_with("As of 2018: Khanh Ly, "));
    let file_system =
        advise("journaling", br#"{"size_gib": 500, "log_mib": 32, "filled_percent": 40, "file_kib": 10}"#);
    assert!(file_system.starts_with("As of 2004: Volker Sameske, "), "{file_system}");
    assert!(file_system.contains("ReiserFS was removed from Linux in version 6.13 (linuxiac.com"), "{file_system}");

    let sample = "labs/sfs-file-pool/samples/before.txt";
    let diagnosis = "As of z/VM 7.2: IBM, z/VM 7.2 documentation, “Server Utilization is Too High”.";
    assert_eq!(date(&run(&["diagnose", "sfs-file-pool", sample, "--format", "json"]).fine()), diagnosis);
    assert!(run(&["diagnose", "sfs-file-pool", sample]).fine().ends_with(&format!("{diagnosis}\n")));

    let plan = |format: &str| feed(&["directory", "plan", "-", "--format", format], b"path,entries\n/a,5\n").fine();
    assert!(date(&plan("json")).starts_with("As of 2015: V. Morabito, "));
    assert!(plan("text").contains("\nAs of 2015: V. Morabito, "));
}

/// Returns the values in a column of one of the lab's tables, by row key; empty cells are left out.
fn column(table: &str, name: &str) -> BTreeMap<String, f64> {
    let path = repository().join(format!("labs/disk-paths/data/{table}.csv"));
    let mut reader = csv::Reader::from_path(path).expect("a table");
    let at = reader.headers().expect("headers").iter().position(|title| title == name).expect("a column");
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.filter_map(|row| Some((row[0].to_owned(), row[at].parse().ok()?))).collect()
}

#[test]
fn default_work_is_ranked_by_the_published_cells() {
    let enquiry =
        br#"{"work": {"read_share": 70, "reread_share": 40, "initial_share": 50}, "throughput": 1, "cpu": 2}"#;
    let advice = ranked(&feed(&LAB, enquiry).fine());
    let phases = [
        ("write", "initial-write", 0.15),
        ("rewrite", "rewrite", 0.15),
        ("read", "initial-read", 0.42),
        ("reread", "reread", 0.28),
    ];
    // The table of dedicated ECKD has one row for both reads.
    let mix = |name: &str, ratio: &dyn Fn(&str) -> f64| {
        let base = column("eded", name);
        let base = |phase: &str| base[if phase == "reread" { "read" } else { phase }];
        let own: f64 = phases.iter().map(|(phase, table, share)| share * base(phase) * ratio(table)).sum();
        own / phases.iter().map(|(phase, _, share)| share * base(phase)).sum::<f64>()
    };
    for one in &advice {
        let way = one["way"].as_str().expect("a code");
        let time = mix("elapsed_per_kb", &|table| 1.0 / column(table, "kb_per_sec")[way]);
        let cpu = mix("total_cpu_per_kb", &|table| column(table, "total_cpu_per_kb")[way]);
        let near = |name: &str, value: f64| (one[name].as_f64().expect("a number") / value - 1.0).abs() < 1e-12;
        assert!(near("throughput", 1.0 / time) && near("cpu", cpu), "{one}: {} {cpu}", 1.0 / time);
        assert_eq!(one["basis"], "published", "{one}");
    }
    let rounded = |one: &Value| format!("{:.2}", one["throughput"].as_f64().expect("a number"));
    assert_eq!((&advice[1]["way"], rounded(&advice[1])), (&Value::from("EMD0"), "1.04".to_owned()));
    let d240 = advice.iter().find(|one| one["way"] == "D240").expect("there");
    assert_eq!(rounded(d240), "0.80", "{d240}");
}

#[test]
fn invalid_advice_request_is_refused() {
    feed(&LAB, br#"{"throughput": 1, "cpu": 1, "work": {"block_bytes": 3000}}"#)
        .refused(&["block_bytes must be one of"]);
    feed(&LAB, br#"{"throughput": 0, "cpu": 0}"#).refused(&["at least one above 0"]);
    feed(&LAB, br#"{"throughput": 1}"#).refused(&["-:1: missing field `cpu`"]);
    feed(&LAB, b"").refused(&["-:1:"]);
    let other = feed(&["advise", "zfs-directories", "-"], br#"{"throughput": 1, "cpu": 1}"#);
    other.refused(&["gives no advice: choose a lab with the model disk-path, tape, or journaling"]);
}

/// Returns the ranked advice about the tape lab's codec.
fn codec_advice(answers: &str) -> Vec<Value> {
    let text = feed(&["advise", "tape-compression", "-"], answers.as_bytes()).fine();
    ranked(&text)
}

#[test]
fn codec_advice_is_the_sources_in_each_of_its_cases() {
    for (answers, advice) in [
        (r#"{"data": "incompressible", "goal": "capacity"}"#, "off"),
        ("{}", "zstd"),
        (r#"{"jobs": "few"}"#, "lz4"),
        (r#"{"jobs": "few", "cache": "yes"}"#, "zstd"),
        (r#"{"goal": "single"}"#, "lz4"),
        (r#"{"limited": "yes"}"#, "either"),
        (r#"{"machine": "power7"}"#, "lz4"),
        (r#"{"machine": "power7", "work": "read"}"#, "ficon"),
        (r#"{"machine": "power7", "goal": "capacity", "work": "read"}"#, "lz4"),
    ] {
        let ranked = codec_advice(answers);
        assert_eq!((&ranked[0]["advice"], &ranked[0]["rank"]), (&advice.into(), &1.into()), "{answers}");
        let texts = ["title", "reason", "source"].map(|name| ranked[0][name].as_str().expect("a string"));
        assert!(texts[1].ends_with('.') && !texts[0].is_empty() && !texts[2].is_empty(), "{texts:?}");
    }
}

#[test]
fn codec_advice_ignores_answers_that_make_no_difference() {
    let power7 = codec_advice(r#"{"machine": "power7"}"#);
    assert_eq!(codec_advice(r#"{"machine": "power7", "jobs": "few", "cache": "yes", "limited": "yes"}"#), power7);
}

#[test]
fn codec_advice_unknown_answers_are_refused_with_the_known_ones() {
    for (answers, message) in [
        (r#"{"jobs": "some"}"#, r#"unknown answer "some" to "jobs": choose one of many, few"#),
        (r#"{"drawers": "few"}"#, r#"unknown question "drawers": choose one of data, machine, goal"#),
        (r#"{"jobs": 4}"#, "-:1: invalid type"),
    ] {
        feed(&["advise", "tape-compression", "-"], answers.as_bytes()).refused(&[message]);
    }
}

#[test]
fn file_system_advice_lists_all_with_reasons_the_best_first() {
    let request = br#"{"recover": "60", "shrink": "offline", "grow": "online", "size_gib": 500, "file_kib": 10}"#;
    let text = feed(&["advise", "journaling", "-"], request).fine();
    let advice = ranked(&text);
    assert_eq!(advice.len(), 7);
    assert_eq!((&advice[0]["policy"], &advice[0]["fit"]), (&"reiserfs".into(), &"yes".into()));
    assert_eq!(advice[0]["checks"][2]["reason"], "The source’s table lists “Offline and online”.");
    let ext2 = advice.iter().find(|one| one["policy"] == "ext2").expect("there");
    assert_eq!((&ext2["fit"], &ext2["checks"][0]["question"]), (&"no".into(), &"recover".into()));
    assert!(ext2["checks"][0]["reason"].as_str().expect("a string").ends_with("the limit is 60 s."), "{ext2}");
    assert!(ext2["recovery"]["seconds"][0].as_f64().expect("seconds") > 60.0, "{ext2}");
}

#[test]
fn file_system_advice_unknown_answers_and_sizes_are_refused() {
    for (request, message) in [
        (r#"{"shrink": "maybe"}"#, r#"unknown answer "maybe" to "shrink": choose one of any, offline, online"#),
        (r#"{"speed": "high"}"#, r#"no setting "speed": use one of recover, shrink, grow, contents, size_gib"#),
        (r#"{"size_gib": 0}"#, "size_gib must be from 1 to 16384 (GiB)"),
    ] {
        feed(&["advise", "journaling", "-"], request.as_bytes()).refused(&[message]);
    }
}
