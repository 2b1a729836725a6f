//! Diagnosis of measurements: figures, checks, the largest components, and the effect of a change.

use crate::{AFTER, EXAMPLE, TWO_PARTS, ask, first, impossible};
use pathlength_file_pool::diagnosis::{Change, Diagnosis, DiagnosisEnquiry};
use proptest::prelude::*;

fn figure(diagnosis: &Diagnosis, name: &str) -> Option<f64> {
    let application = diagnosis.before.application.as_ref().expect("counters");
    application.figures.iter().find(|figure| figure.name == name).map(|figure| figure.value)
}

fn near(value: Option<f64>, expected: f64, off: f64) {
    assert!(value.is_some_and(|value| (value - expected).abs() <= off), "{value:?} is not {expected}");
}

fn compared(before: &str, after: &str, changed: &[&str], response_s: Option<[f64; 2]>) -> Result<Diagnosis, String> {
    let changed = changed.iter().map(|id| (*id).to_owned()).collect();
    let enquiry = DiagnosisEnquiry {
        before: before.to_owned(),
        after: Some(after.to_owned()),
        changed,
        response_s,
        ..DiagnosisEnquiry::default()
    };
    ask(&enquiry).map_err(|error| error.to_string())
}

#[test]
fn application_published_example_has_published_figures() {
    let found = first(EXAMPLE);
    near(figure(&found, "request_time"), 118.0, 0.0);
    near(figure(&found, "io_time"), 109.0, 0.0);
    near(figure(&found, "ios"), 19.0, 0.0);
    near(figure(&found, "time_per_io"), 5.7, 0.05);
    near(figure(&found, "share"), 9.1, 0.05);
    near(figure(&found, "io_share"), 92.0, 0.5);
    assert_eq!(figure(&found, "service_time"), None, "the example has no number of requests");
    let application = found.before.application.expect("counters");
    assert!(application.counters.iter().any(|row| row.name == "Refresh Directory Requests" && row.delta == Some(1.0)));
    assert!(application.notes.iter().any(|note| note.contains("Total File Pool Requests")));
}

#[test]
fn application_service_time_prefers_its_own_counter() {
    let text =
        "0 900 File Pool Request Time (msec)\n0 2 FILE POOL REQUEST SERVICE TIME (sec)\n0 50 Total  file pool requests";
    near(figure(&first(text), "service_time"), 40.0, 1e-12);
}

#[test]
fn application_falling_counter_is_noted_without_difference() {
    let found = first("9 3 Deadlocks\n1 5 Requests");
    let application = found.before.application.expect("counters");
    assert_eq!((application.counters[0].delta, application.counters[1].delta), (None, Some(4.0)));
    assert!(application.notes[0].contains("fell from 9 to 3") && application.notes[0].contains("line 1"));
}

#[test]
fn application_all_agents_active_is_overload() {
    let findings = |highest: u32| {
        let text = format!("0 {highest} Active Agents Highest Value\n20 20 Total Number of Agents");
        first(&text).before.application.expect("counters").findings
    };
    assert!(findings(19).is_empty());
    assert!(
        findings(20)[0].because.contains("overloaded") && findings(20)[0].rows.iter().any(|row| row.id == "agents")
    );
}

#[test]
fn server_published_report_passes_all_checks() {
    for server in &first(&format!("{TWO_PARTS}{AFTER}")).before.servers {
        assert_eq!(server.checks.len(), 5, "{}", server.name);
    }
}

#[test]
fn server_contradictory_row_is_refused_with_both_numbers() {
    let broken = |from: &str, to: &str, title: &str, numbers: &str| {
        let message = impossible(&AFTER.replace(from, to));
        assert!(
            message.starts_with("first measurement: line 1: the numbers of RWSERV1 contradict each other"),
            "{message}"
        );
        assert!(message.contains(title) && message.contains(numbers), "{message}");
    };
    // Apart from rounding, the computed and printed values differ only because of the replaced number.
    broken(" 0.051 ", " 0.061 ", "request time", "computed value is 0.169 s and the printed value is 0.158 s");
    broken(
        " 39.51 ",
        " 38.51 ",
        "utilization add up",
        "computed value is 39.51 % and the printed value is 38.51 %. The difference is 0.975 % more",
    );
    broken(
        " 5.6 ",
        " 7.6 ",
        "Little",
        "computed value is 5.584 agents and the printed value is 7.600 agents. The difference is 1.948 agents more",
    );
    broken("63617", "68617", "interval", "computed value is 1941.5 s and the printed value is 1800.0 s");
    assert!(impossible("1 5 7 Requests").contains("line 1: “Requests” grew by 4, but the printed difference is 7"));
}

#[test]
fn measurement_impossible_number_is_refused_by_its_value() {
    let busy = |total: &str, page: &str| AFTER.replace(" 39.51 ", total).replace(" 15.44 ", page);
    for (text, parts) in [
        (busy(" 175.29 ", " 151.22 "), ["line 1: the utilization of RWSERV1", "is 175.3 %, but its one thread"]),
        (
            busy(" 39.51 ", " 45.44 "),
            ["utilization of RWSERV1 (page reads), 45.44 %", "larger than the total, 39.51 %"],
        ),
        (
            AFTER.replace(" 0.051 ", " 0.251 "),
            ["block I/O time of RWSERV1, 0.251 s", "larger than the 0.158 s of a whole"],
        ),
        (AFTER.replace("63617 35.343", "0 0"), ["line 1: RWSERV1 has 0 requests", "cannot take 0.158 s each"]),
        (
            AFTER.replace("63617 35.343 0.158 0.003 0.002 0.051 0 0.103", "0 0 0 0 0 0 0 0"),
            ["line 1: RWSERV1 has 0 requests", "cannot keep it 39.51 % busy"],
        ),
        (
            "0 99999999 Total BIO Request Time (msec)\n0 1 Total I/O Requests".to_owned(),
            ["line 1: “Total BIO", "99999999 ms per I/O"],
        ),
        (
            "0 9 Total I/O Requests\n0 9010 Total BIO Request Time".to_owned(),
            ["line 2: ", "1001.1 ms per I/O, but a disk takes at most 1000.0 ms"],
        ),
        (
            "0 5 Total BIO Request Time\n3 3 Total I/O Requests".to_owned(),
            ["line 1: “Total BIO Request Time” grew by 5", "(line 2) by 0"],
        ),
        (
            "0 21 Active Agents Highest Value\n20 20 Total Number of Agents".to_owned(),
            ["line 1: ", "is 21, more than the 20"],
        ),
        ("1 2 A\n14 -15 1 Refresh Requests".to_owned(), ["line 2: -15 is negative", "give 0 or more"]),
        ("1 2 A\n0 1.234.567 Total Requests".to_owned(), ["line 2: 1.234.567 is not a readable number", "1,234,567.8"]),
        (AFTER.replace(" 11.64 ", " -11.64 "), ["line 1: -11.64 is negative", "give 0 or more"]),
        (AFTER.replace(" 11.64 ", " 11,64 "), ["line 1: 11,64 is not a readable number", "write a number like"]),
    ] {
        let message = impossible(&text);
        for part in parts {
            assert!(message.contains(part), "{text}: {message}");
        }
    }
    // A single I/O of one second is possible, and so is a thread that is always busy.
    first("0 9 Total I/O Requests\n0 9000 Total BIO Request Time");
    first(&AFTER.replace(" 39.51 ", " 100.00 ").replace(" 15.44 ", " 75.93 "));
}

#[test]
fn server_idle_has_no_findings() {
    // One 10 ms request per 100 s.
    let idle = "10:00 10:30 SERVER 18 0.010 0.010 0.004 0 0.006 0 0 0.02 0.00 0.02 0 0 0.0 0.0 0";
    let server = first(idle).before.servers.remove(0);
    assert_eq!(
        server.conclusion,
        "No component is too high: the server is idle, 0.020 % busy, with fewer than 0.2 requests in it on average."
    );
    assert!(server.findings.is_empty(), "{:?}", server.findings);
    let harmless = first(AFTER).before.servers.remove(0);
    assert!(
        harmless.conclusion.starts_with("No component is too high according to the source"),
        "{}",
        harmless.conclusion
    );
    assert!(harmless.conclusion.contains("39.51 % busy, below the limit of 50 %"), "{}", harmless.conclusion);
    assert!(harmless.findings.iter().all(|finding| !finding.first));
}

#[test]
fn server_demands_follow_from_utilization_and_rate() {
    let found = first(TWO_PARTS);
    let demand = |name: &str| {
        let part = found.before.servers[0].utilizations.iter().find(|part| part.name == name);
        part.map(|part| part.demand_ms)
    };
    near(demand("cpu"), 4.362, 0.0005);
    near(demand("page"), 48.150, 0.0005);
    near(demand("checkpoint"), 7.528, 0.0005);
    assert_eq!(demand("qsam"), None, "a component of 0 is not listed");
}

#[test]
fn server_case_study_conclusion_is_server_paging() {
    let found = first(TWO_PARTS);
    let server = &found.before.servers[0];
    let names: Vec<_> = server.times.iter().map(|part| part.name).collect();
    assert_eq!(names, ["block_io", "other", "lock", "cpu"]);
    // Page reads take 60.38 %, which is 80.2 % of the total utilization, 75.29 %.
    assert!(
        server.conclusion.starts_with(
            "The single thread of the server is 75.29 % busy, at or above the limit of 50 %, and 80.2 % of that is page \
             reads"
        ),
        "{}",
        server.conclusion
    );
    assert!(server.conclusion.contains("Start with “Server paging”"), "{}", server.conclusion);
    let order: Vec<_> = server.findings.iter().map(|finding| (&finding.symptom[..], finding.first)).collect();
    assert_eq!(
        order,
        [("High other time", true), ("High block_io time", false), ("High lock time", false), ("High cpu time", false)]
    );
    assert!(server.findings[0].because.contains("see “Server paging”"), "{}", server.findings[0].because);
    assert_eq!(server.findings[0].rows.iter().map(|row| &row.id[..]).collect::<Vec<_>>(), ["paging", "agents", "busy"]);
    let block_io = &server.findings[1].because;
    assert!(block_io.contains("Largest component of the request time: block I/O, 1.740 of 3.443 s"), "{block_io}");
    assert!(server.findings.iter().all(|finding| !finding.because.contains("too high")));
    // Below the published limit, the utilization is not a symptom.
    let after = first(AFTER).before.servers.remove(0);
    assert!(after.findings.iter().all(|finding| !finding.because.contains("busy")));
}

#[test]
fn compare_case_study_reports_every_component() {
    let found = compared(TWO_PARTS, AFTER, &["paging"], None).expect("comparable");
    let [comparison] = &found.comparisons[..] else { panic!("{:?}", found.comparisons) };
    assert_eq!(comparison.server, "RWSERV1");
    let change = |name: &str| comparison.changes.iter().find(|change| change.name == name).expect("there");
    let Change { before, after, .. } = change("other");
    assert_eq!((*before, *after), (1.559, 0.103));
    let all = comparison.verdict.join(" ");
    for part in [
        "from 3.443 to 0.158 s (−95 %)",
        "“Server paging”",
        "page-read time per request",
        "fell",
        "from 48.15 to 4.369 ms (−91 %)",
    ] {
        assert!(all.contains(part), "{part:?} is not in {all}");
    }
}

#[test]
fn compare_advises_to_undo_a_useless_change() {
    let all = compared(AFTER, TWO_PARTS, &["paging"], None).expect("comparable").comparisons[0].verdict.join(" ");
    assert!(all.contains("did not fall") && all.contains("Undo the change"), "{all}");
}

#[test]
fn compare_culprit_rule_uses_growth() {
    let said = |responses| {
        let found = compared(AFTER, TWO_PARTS, &[], Some(responses)).expect("comparable");
        found.comparisons[0].verdict.last().expect("a sentence").clone()
    };
    assert!(said([1.0, 3.0]).contains("SFS is the likely culprit"));
    assert!(said([1.0, 60.0]).contains("SFS is not the likely culprit"));
    assert!(said([3.0, 1.0]).contains("users notice no slowdown"));
    let fell = compared(TWO_PARTS, AFTER, &[], Some([38.0, 0.6])).expect("comparable");
    assert!(fell.comparisons[0].verdict.last().expect("a sentence").contains("applies only if the request time grew"));
}

#[test]
fn compare_counters_of_two_runs() {
    let faster = EXAMPLE.replace("13136      118", "13077       59").replace("23904      109", "23849       54");
    let found = compared(EXAMPLE, &faster, &["buffers"], None).expect("comparable");
    let all = found.comparisons[0].verdict.join(" ");
    assert!(all.contains("from 118.0 to 59.00 ms (−50 %)") && all.contains("BIO time, fell"), "{all}");
}

#[test]
fn compare_rejects_different_measurements_with_a_fix() {
    let refused = |before: &str, after: &str, changed: &[&str]| compared(before, after, changed, None).expect_err("no");
    assert!(refused(TWO_PARTS, AFTER, &["paging", "agents"]).contains("change one thing and measure again"));
    assert!(refused(TWO_PARTS, AFTER, &["nonsense"]).contains("choose one of remote, buffers"));
    assert!(refused(EXAMPLE, AFTER, &[]).contains("measurements of the same kind"));
    assert!(refused(TWO_PARTS, &AFTER.replace("RWSERV1", "OTHER"), &[]).contains("no server is in both"));
    assert!(refused(&format!("{AFTER}\n{AFTER}"), AFTER, &[]).contains("several intervals"));
    assert!(refused(TWO_PARTS, "hello\n12", &[]).starts_with("second measurement: line 2"));
    let wrong = DiagnosisEnquiry { before: EXAMPLE.to_owned(), elapsed_s: Some(-1.0), ..DiagnosisEnquiry::default() };
    assert!(ask(&wrong).expect_err("no").to_string().contains("elapsed time must be"));
}

proptest! {
    /// A row rounded as in reports is consistent, whatever was measured.
    #[test]
    fn server_rounded_row_passes_all_checks(
        parts in prop::array::uniform4(0.0f64..3.0), busy in prop::array::uniform3(0.0f64..30.0), rate in 0.5f64..80.0,
    ) {
        let total: f64 = parts.iter().sum();
        let cpu = busy[0] / rate / 100.0;
        let rest = [cpu, parts[1], parts[2], parts[3]];
        let all = total - parts[0] + cpu;
        let [lock, block_io, other] = [rest[1], rest[2], rest[3]];
        let text = format!(
            "10:00 10:30 SERVER {:.0} {rate:.3} {all:.3} {cpu:.3} {lock:.3} {block_io:.3} 0 {other:.3} \
             {:.2} {:.2} {:.2} {:.2} 0.00 {:.1} 20.0 0",
            1800.0 * rate, busy.iter().sum::<f64>(), busy[0], busy[1], busy[2], rate * all
        );
        let found = first(&text);
        let server = &found.before.servers[0];
        prop_assert_eq!(server.checks.len(), 5, "{}", text);
        let shares: f64 = server.times.iter().map(|part| part.share).sum();
        prop_assert!((shares - 1.0).abs() < 1e-9 || server.times.is_empty());
        prop_assert!(server.times.is_sorted_by(|a, b| a.value >= b.value));
    }
}
