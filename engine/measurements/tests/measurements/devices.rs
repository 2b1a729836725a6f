//! iostat and sadf.

use super::{close, conclusion, explained, forecast, json, sample};
use pathlength_measurements::explain::{Kind, Options, explain};
use pathlength_measurements::read;
use serde_json::{Value, json as object};

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn worst_interval_and_mean_are_those_of_the_file() {
    let text = sample("iostat-intervals.json");
    let (finding, forecast) = forecast(&text, Kind::Saturated);
    let file = json("iostat-intervals.json");
    let reports = file["sysstat"]["hosts"][0]["statistics"].as_array().expect("a list");
    let rows: Vec<_> = reports.iter().skip(1).map(|report| &report["disk"][0]).collect();
    // Report 4 has the longest queue; the first report contains means since the system started.
    let worst = rows[2];
    assert_eq!(finding.report, Some(4));
    let (rate, busy, in_system) = (number(&worst["r/s"]), number(&worst["util"]) / 100.0, number(&worst["aqu-sz"]));
    close(finding.rests_on.value, 100.0 * busy);
    close(finding.in_system, in_system);
    assert!(finding.text.contains("26.2 requests in it while it works, 25.2 of them waiting"), "{}", finding.text);
    assert!(finding.text.contains("the worst of 4 reports (2 with the same finding)"), "{}", finding.text);
    // Two devices with half the demand S = U/X each and 23 requests: X = 2 N / (S (N + 1)), at most 2/S.
    let (service_s, n) = (busy / rate, in_system.round());
    close(forecast.rate_per_s.model.expect("a model"), 2.0 * n / (service_s * (n + 1.0)));
    close(forecast.rate_per_s.high, 2.0 / service_s);
    close(forecast.rate_per_s.low, rate);

    let mean = |field: &str| rows.iter().map(|row| number(&row[field])).sum::<f64>() / 4.0;
    let all = explained(&text);
    assert!(all.rows[0].what == "mean of 4 reports" && all.rows[1].what == "report 4, the worst", "{:?}", all.rows);
    close(all.rows[0].rate_per_s, mean("r/s") + mean("w/s") + mean("d/s") + mean("f/s"));
    close(all.rows[0].utilization_percent.expect("a utilization"), mean("util"));
    close(all.rows[0].in_system.expect("a number"), mean("aqu-sz"));
    let times: f64 = rows.iter().map(|row| number(&row["r/s"]) * number(&row["r_await"])).sum();
    close(all.rows[0].response_ms.expect("a time"), times / (4.0 * mean("r/s")));
    assert!(all.notes.iter().any(|note| note.contains("The first of 5 reports is left out")), "{:?}", all.notes);
    // kB of 1,024 bytes.
    close(all.rows[1].bytes_per_s.expect("bytes"), 1024.0 * number(&worst["rkB/s"]));
}

#[test]
fn first_report_can_be_kept() {
    let measurements = read(sample("iostat-intervals.json").as_bytes()).expect("a sample");
    let all = explain(measurements, Options { keep_first_report: true });
    assert_eq!(all.rows[0].what, "mean of 5 reports");
    assert!(all.notes.iter().any(|note| note.contains("as with iostat -y")), "{:?}", all.notes);
}

#[test]
fn sadf_and_iostat_agree_about_the_same_seconds() {
    let [sadf, iostat] = ["sadf.json", "iostat-intervals.json"].map(|name| forecast(&sample(name), Kind::Saturated).1);
    assert!((sadf.rate_per_s.present / iostat.rate_per_s.present - 1.0).abs() < 0.01);
    let all = explained(&sample("sadf.json"));
    let row = &json("sadf.json")["sysstat"]["hosts"][0]["statistics"][2]["disk"][0];
    close(all.rows[1].rate_per_s, number(&row["tps"]));
    close(all.rows[1].response_ms.expect("a time"), number(&row["await"]));
    let time = row_time(2);
    assert_eq!(all.rows[1].what, format!("report 3 ({time}), the worst"));
    close(all.rows[1].bytes_per_s.expect("bytes"), 1024.0 * number(&row["rkB"]));
}

/// Returns the time of a report from sadf.
fn row_time(report: usize) -> String {
    let time = &json("sadf.json")["sysstat"]["hosts"][0]["statistics"][report]["timestamp"]["time"];
    time.as_str().expect("a time").to_owned()
}

#[test]
fn iostat_times_and_other_timestamps_are_read() {
    let with = |timestamp: Value| {
        let mut file = json("iostat-since-boot.json");
        file["sysstat"]["hosts"][0]["statistics"][0]["timestamp"] = timestamp;
        explained(&file.to_string()).rows[0].what.clone()
    };
    assert_eq!(with(object!("11/27/2026 11:29:45 AM")), "report 1 (11/27/2026 11:29:45 AM)");
    assert_eq!(with(object!(7)), "report 1");
    assert_eq!(with(object!({ "date": "2026-11-27" })), "report 1 (2026-11-27)");
}

#[test]
fn device_without_numbers_is_not_called_idle_without_reason() {
    let text = |row: Value| {
        let file = object!({ "sysstat": { "hosts": [{ "statistics": [{ "disk": [row] }] }] } });
        conclusion(&file.to_string()).text
    };
    let device =
        |rate: f64, ms: f64| object!({ "disk_device": "sda", "r/s": rate, "r_await": ms, "util": 0.0, "aqu-sz": 0.0 });
    assert_eq!(text(device(0.0, 0.0)), "sda has no requests: nothing waits for it.");
    assert_eq!(text(device(0.5, 0.0)), "sda has requests that take no measurable time: nothing waits for it.");
    let half = object!({ "disk_device": "sda", "r/s": 5.0, "r_await": 1.0, "w/s": 5.0, "util": 1.0 });
    assert_eq!(text(half), "sda has requests without response times: it cannot be explained.");
    let sizes = explained(
        &object!({ "sysstat": { "hosts": [{ "statistics": [{ "disk": [device(1.0, 1.0)] }] }] } }).to_string(),
    );
    assert_eq!(sizes.rows[0].bytes_per_s, None);
}

#[test]
fn idle_device_needs_no_remedy() {
    let finding = conclusion(&sample("iostat-since-boot.json"));
    assert!(finding.kind == Kind::Idle && finding.forecast.is_none(), "{finding:?}");
}

/// Returns iostat output with reports of one device: reads per second, response time in milliseconds, utilization in
/// percent, and number in system. The first report, which is left out, is the same as the second.
pub(super) fn iostat(reports: &[[f64; 4]]) -> String {
    let first = reports.first().into_iter().chain(reports);
    let rows = first.map(|[rate, ms, util, number]| {
        object!({ "disk": [{ "disk_device": "sda", "r/s": rate, "w/s": 0.0, "r_await": ms, "w_await": 0.0, "rkB/s": rate * 4.0,
            "wkB/s": 0.0, "rareq-sz": 4.0, "util": util, "aqu-sz": number }] })
    });
    object!({ "sysstat": { "hosts": [{ "statistics": rows.collect::<Vec<_>>() }] } }).to_string()
}

#[test]
fn queueing_device_halves_its_load_by_mm1() {
    // M/M/1 with S = 5 ms and U = 0.5: R = 10 ms. At half the rate, R = 5 / (1 − 0.25).
    let (finding, forecast) = forecast(&iostat(&[[100.0, 10.0, 50.0, 1.0]]), Kind::Queueing);
    close(finding.rests_on.value, 2.0);
    close(forecast.response_s.model.expect("M/M/1"), 0.005 / 0.75);
    close(forecast.response_s.low, 0.005);
    close(forecast.response_s.high, 0.01);
    close(forecast.rate_per_s.low, 50.0);
}

#[test]
fn bursts_that_mm1_does_not_explain_have_bounds_only() {
    let (_, forecast) = forecast(&iostat(&[[100.0, 50.0, 50.0, 5.0]]), Kind::Queueing);
    assert_eq!(forecast.response_s.model, None);
    close(forecast.response_s.low, 0.005);
    close(forecast.response_s.high, 0.05);
    assert!(forecast.model.contains("M/M/1 does not fit"), "{}", forecast.model);
}

#[test]
fn light_device_doubles_its_load_by_mm1() {
    // U = 0.2 and S = 5 ms: R = 6.25 ms, and 5 / (1 − 0.4) at twice the rate.
    let (_, forecast) = forecast(&iostat(&[[40.0, 6.25, 20.0, 0.25]]), Kind::Light);
    close(forecast.response_s.model.expect("M/M/1"), 0.005 / 0.6);
    close(forecast.response_s.low, 0.00625);
    assert!(forecast.response_s.high.is_infinite());
}

#[test]
fn busy_device_with_one_request_is_bound_by_depth() {
    let (finding, forecast) = forecast(&iostat(&[[190.0, 5.2, 95.0, 0.99]]), Kind::DepthBound);
    close(finding.rests_on.value, 0.99 / 0.95);
    close(forecast.rate_per_s.high, 380.0);
}

#[test]
fn another_report_shows_that_a_device_is_parallel() {
    let reports = [[1000.0, 1.0, 100.0, 1.0], [8000.0, 4.0, 100.0, 32.0]];
    let finding = conclusion(&iostat(&reports));
    assert_eq!((finding.kind, finding.report), (Kind::Saturated, Some(3)));
    // A request takes 1/1,000 s alone, so 8,000 requests/s need eight at once.
    assert!(finding.text.contains("it serves about 8 requests at once, according to report 2"), "{}", finding.text);
}

#[test]
fn utilization_of_clock_ticks_is_noted_and_not_used() {
    let all = explained(&iostat(&[[100.0, 0.1, 40.0, 0.01]]));
    assert!(all.notes.iter().any(|note| note.contains("clock ticks")), "{:?}", all.notes);
    let finding = all.conclusion.expect("a conclusion");
    assert_eq!(finding.kind, Kind::Light);
    close(finding.rests_on.value, 1.0);
}

#[test]
fn plain_iostat_is_refused_with_the_needed_option() {
    let plain = r#"{"sysstat": {"hosts": [{"statistics": [{"disk": [{"disk_device": "sda", "tps": 3.0, "kB_read/s": 1.0}]}]}]}}"#;
    assert!(super::refused(plain.as_bytes()).contains("run iostat with -x"));
    let none = r#"{"sysstat": {"hosts": [{"statistics": [{"avg-cpu": {}}]}]}}"#;
    assert!(super::refused(none.as_bytes()).contains("no disk statistics"));
}
