//! fio and `IOzone`.

use super::{close, conclusion, explained, forecast, json, sample};
use pathlength_measurements::explain::{BalancedNetwork, Kind};
use serde_json::{Value, json as object};
use std::fmt::Write;

/// Returns the requests per second and the mean response time in seconds for a direction of a job, from the JSON
/// itself.
fn rate_and_time(job: &Value, direction: &str) -> (f64, f64) {
    let number = |value: &Value| value.as_f64().expect("a number");
    (number(&job[direction]["iops"]), number(&job[direction]["lat_ns"]["mean"]) / 1e9)
}

#[test]
fn depth_one_is_bound_by_latency_and_depth() {
    let text = sample("fio-depth-1.json");
    let (finding, forecast) = forecast(&text, Kind::DepthBound);
    let (rate, response_s) = rate_and_time(&json("fio-depth-1.json")["jobs"][0], "read");
    close(finding.rests_on.value, rate * response_s);
    // Little's law: one request in flight nearly all of the time.
    assert!((0.98..=1.0).contains(&finding.in_system), "{finding:?}");
    let bounds = forecast.rate_per_s;
    close(bounds.low, rate);
    close(bounds.high, 2.0 * rate);
    assert_eq!(bounds.model, None);
    close(forecast.response_s.low, 2.0 / (2.0 * rate));
    close(forecast.response_s.high, 2.0 / rate);
    let all = explained(&text);
    assert_eq!(all.program.as_deref(), Some("fio-3.33"));
    close(
        all.rows[0].bytes_per_s.expect("bytes"),
        json("fio-depth-1.json")["jobs"][0]["read"]["bw_bytes"].as_f64().expect("a number"),
    );
    assert!(all.taken.iter().any(|sentence| sentence.contains("lat_ns mean: response time in nanoseconds")));
}

#[test]
fn four_depths_show_the_saturation_point_and_a_model() {
    let (finding, forecast) = forecast(&sample("fio-depths.json"), Kind::Saturated);
    let jobs = json("fio-depths.json");
    let points: Vec<(f64, f64)> = [1.0, 4.0, 16.0, 64.0]
        .into_iter()
        .zip(jobs["jobs"].as_array().expect("a list"))
        .map(|(depth, job)| (depth, rate_and_time(job, "read").0))
        .collect();
    assert_eq!(finding.subject, "d64");
    // N* = D X_max, with the response time at depth 1 for D.
    let saturation = points[3].1 * rate_and_time(&jobs["jobs"][0], "read").1;
    assert!(finding.text.contains(&format!("{saturation:.2} requests in flight; beyond it")), "{}", finding.text);
    // The rate at depth 32 is at least on the line between depths 16 and 64, and at most the rate at 64.
    let rate = forecast.rate_per_s;
    close(rate.low, points[2].1 + (points[3].1 - points[2].1) * 16.0 / 48.0);
    close(rate.high, points[3].1);
    // The model by brute force: K and D of X(N) = N K / (D (N + K − 1)) with the least squares of the logarithms.
    let squares = |k: f64, demand: f64| -> f64 {
        let logs = points.iter().map(|(n, rate)| libm::log(n * k / (demand * (n + k - 1.0)) / rate));
        logs.map(|log| log * log).sum()
    };
    let grid = (1..=64).flat_map(|k| (1..=2000).map(move |step| (f64::from(k), f64::from(step) * 1e-7)));
    let (k, demand) = grid.min_by(|a, b| squares(a.0, a.1).total_cmp(&squares(b.0, b.1))).expect("a fit");
    let value = rate.model.expect("a model");
    let expected = 32.0 * k / (demand * (32.0 + k - 1.0));
    assert!((value / expected - 1.0).abs() < 0.005, "{value} instead of {expected} with {k} stations");
    close(forecast.response_s.model.expect("a model"), 32.0 / value);
}

/// Returns the sample with eight depths, reduced to some of the jobs, and the rate of each job.
fn depths(kept: &[usize]) -> (String, Vec<f64>) {
    let mut file = json("fio-eight-depths.json");
    let jobs = file["jobs"].as_array().expect("a list").clone();
    file["jobs"] = kept.iter().map(|at| jobs[*at].clone()).collect();
    (file.to_string(), jobs.iter().map(|job| rate_and_time(job, "read").0).collect())
}

#[test]
fn bounds_contain_the_depths_that_were_left_out() {
    // The depths are 1, 2, 4, … 128. The test forecasts twice the depth from the first two, three, and four depths.
    for kept in [&[0, 1][..], &[0, 1, 2], &[0, 1, 2, 3]] {
        let (text, rates) = depths(kept);
        let (_, forecast) = forecast(&text, Kind::DepthBound);
        let bounds = forecast.rate_per_s;
        assert!((bounds.low..=bounds.high).contains(&rates[kept.len()]), "{bounds:?}");
        if let Some([low, high]) = bounds.interval {
            assert!((low..=high).contains(&rates[kept.len()]), "{bounds:?}");
        }
    }
    // Half the depth of 32, without a measurement at depth 16.
    let (text, rates) = depths(&[0, 1, 2, 3, 5]);
    let (_, forecast) = forecast(&text, Kind::Saturated);
    let bounds = forecast.rate_per_s;
    assert!((bounds.low..=bounds.high).contains(&rates[4]), "{bounds:?}");
    assert!((bounds.model.expect("a model") / rates[4] - 1.0).abs() < 0.1, "{bounds:?}");
    assert!(forecast.assumes.contains("same device in the same state"), "{}", forecast.assumes);
}

#[test]
fn noise_that_breaks_the_assumed_shape_is_named() {
    // The machine did other work, too: the rate at 128 is below that at 64, which is above the line through 16 and 32.
    let (text, rates) = depths(&[0, 1, 2, 3, 4, 5, 6, 7]);
    let (_, forecast) = forecast(&text, Kind::Saturated);
    let line = rates[5] + (rates[5] - rates[4]) * 2.0;
    let deviation = 100.0 * (rates[6] / rates[7] - 1.0).max(rates[6] / line - 1.0);
    assert!(
        forecast.assumes.contains(&format!("deviate from this assumption by up to {deviation:.1} %")),
        "{}",
        forecast.assumes
    );
}

#[test]
fn balanced_network_has_the_closed_form() {
    let network = BalancedNetwork { stations: 5, demand_s: 0.002 };
    for population in [1_u32, 2, 7, 100] {
        let n = f64::from(population);
        close(network.throughput(population).expect("a rate"), n / (0.002 * (n + 4.0) / 5.0));
    }
    let points: Vec<_> = [1_u32, 3, 10].map(|n| (f64::from(n), network.throughput(n).expect("a rate"))).into();
    let fitted = BalancedNetwork::fit(&points).expect("a fit");
    assert_eq!(fitted.stations, 5);
    close(fitted.demand_s, 0.002);
}

#[test]
fn synchronous_engine_ignores_the_depth() {
    let (finding, forecast) = forecast(&sample("fio-sync.json"), Kind::IgnoredDepth);
    let job = &json("fio-sync.json")["jobs"][0];
    let both = ["read", "write"].map(|direction| rate_and_time(job, direction));
    close(finding.in_system, both.iter().map(|(rate, time_s)| rate * time_s).sum());
    let rate = both[0].0 + both[1].0;
    close(forecast.rate_per_s.low, rate);
    close(forecast.rate_per_s.high, 16.0 * rate);
    assert!(finding.text.starts_with("iodepth=16 of “sync-mix” has no effect: the psync engine"), "{}", finding.text);
    let notes = explained(&sample("fio-sync.json")).notes.join(" ");
    for part in ["Skipped: 2 lines before the JSON", "psync, the default on Linux, is assumed", "numjobs=2 and 1 entry"]
    {
        assert!(notes.contains(part), "{notes}");
    }
}

#[test]
fn rate_limit_is_named_as_the_bound() {
    let (finding, forecast) = forecast(&sample("fio-rate.json"), Kind::WorkloadBound);
    let (rate, response_s) = rate_and_time(&json("fio-rate.json")["jobs"][0], "write");
    assert!(finding.text.contains("The job has a rate limit"), "{}", finding.text);
    // X ≤ N/R.
    close(forecast.rate_per_s.high, 8.0 / response_s);
    close(forecast.rate_per_s.low, rate);
}

/// Returns the output of jobs that run at the same time, each with a rate and a mean response time.
fn jobs(all: &[(&str, f64, f64, Value)]) -> String {
    let job = |(name, iops, lat_ns, options): &(&str, f64, f64, Value)| object!({ "jobname": name, "groupid": 0, "job options": options, "read": { "iops": iops, "lat_ns": { "mean": lat_ns } } });
    object!({ "fio version": "fio-3.33", "jobs": all.iter().map(job).collect::<Vec<_>>() }).to_string()
}

#[test]
fn jobs_at_the_same_time_are_one_population() {
    let options = object!({ "ioengine": "io_uring", "iodepth": "4", "numjobs": "2", "rw": "read" });
    let text = jobs(&[("a", 1000.0, 4e6, options.clone()), ("a", 1000.0, 3.8e6, options)]);
    let finding = conclusion(&text);
    assert_eq!(finding.kind, Kind::DepthBound);
    assert_eq!(finding.subject, "a and 1 other job at the same time");
    close(finding.in_system, 7.8);
    assert!(explained(&text).notes.iter().any(|note| note.contains("numjobs=2 and 2 entries: one entry for each")));
}

#[test]
fn missing_fields_are_sentences() {
    let text = object!({ "fio version": "fio-3.33", "jobs": [
        { "jobname": "a", "read": { "iops": 10.0, "clat_ns": { "mean": 1e6 } }, "write": { "iops": 0, "total_ios": 0 } },
        { "jobname": "b", "error": 5, "read": { "bw_bytes": 10 } },
    ] });
    let all = explained(&text.to_string());
    let notes = all.notes.join(" ");
    for part in [
        "lat_ns mean of a is missing: clat_ns mean is used.",
        "no single block size",
        "iops of b is missing",
        "b ended with error 5",
    ] {
        assert!(notes.contains(part), "{notes}");
    }
    assert_eq!(all.rows.len(), 1);
}

/// Returns `IOzone` output in throughput mode, with a read throughput in KB/s for each number of processes.
fn iozone(throughputs: &[(u32, f64)]) -> String {
    let mut text =
        "\tIozone: Performance Test of File I/O\n\tCommand line used: iozone -i 0 -i 1 +n -s 1048576 -r 64 -l 1 -u 4\n\
                    \tOutput is in kBytes/sec\n"
            .to_owned();
    for (processes, kb_per_s) in throughputs {
        write!(
            text,
            "\tThroughput test with {processes} process\n\tEach process writes a 1048576 kByte file in 64 kByte records\n\n\
             \tChildren see throughput for  {processes} readers \t\t= {kb_per_s:>10.2} kB/sec\n"
        )
        .expect("text");
    }
    text
}

#[test]
fn iozone_processes_are_a_population() {
    let (finding, forecast) = forecast(&iozone(&[(1, 64_000.0)]), Kind::DepthBound);
    // 64 KB requests: 1,000 per second, so each takes a millisecond.
    close(forecast.rate_per_s.low, 1000.0);
    close(forecast.response_s.present, 0.001);
    assert!(finding.text.contains("1 request in flight and 1 ms each"), "{}", finding.text);
    let (_, forecast) = self::forecast(&iozone(&[(1, 64_000.0), (2, 115_200.0), (4, 192_000.0)]), Kind::DepthBound);
    // From 2 to 4 processes, each adds 600 requests/s; each of four more adds at most 600 requests/s.
    close(forecast.rate_per_s.low, 3000.0);
    close(forecast.rate_per_s.high, 5400.0);
    // X(N) = N / (D (N + K − 1) / K) with K = 9 and D = 1 ms has these rates: 8 processes reach 4,500/s.
    close(forecast.rate_per_s.model.expect("a model"), 4500.0);
}

#[test]
fn iozone_cache_is_noted() {
    let text = "\tIozone: Performance Test of File I/O\n\tCommand line used: iozone -i 0 -i 1 -s 819200 -r 64\n\
                \x20             kB  reclen    write  rewrite    read    reread\n\
                \x20         819200      64    20400    20900    40100   400300\n";
    let all = explained(text);
    assert!(all.notes.iter().any(|note| note.contains("Re-reads are up to 9.98 times as fast")), "{:?}", all.notes);
    assert!(all.notes.iter().any(|note| note.contains("Little's law cannot be checked")), "{:?}", all.notes);
    assert_eq!(all.rows.len(), 4);
}
