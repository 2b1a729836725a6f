//! Tests of reports, diagnosis, and planning for a file pool server.

mod diagnosis;
mod hostile;
mod planning;
mod reading;

use pathlength_file_pool::diagnosis::{Diagnosis, DiagnosisEnquiry, MeasurementError, Symptom, diagnose};
use pathlength_file_pool::planning::Rules;

/// Returns rules with invented numbers.
pub(crate) fn rules() -> Rules {
    let values = [
        ("users_per_active", 300.0),
        ("restore_rate", 20.0),
        ("restore_objects", 50_000.0),
        ("redo_rate", 5.0),
        ("idle_requests", 0.2),
        ("longest_io_ms", 1_000.0),
    ];
    let value = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    Rules::new(&|name| value(name).or((name == "harmless_utilization").then_some(50.0))).expect("sound rules")
}

/// Returns a small table of symptoms.
pub(crate) fn symptoms() -> Vec<Symptom> {
    let row = |id: &str, component: &str, cause: &str, aims_at: &str| Symptom {
        id: id.to_owned(),
        component: component.to_owned(),
        symptom: format!("High {component} time"),
        cause: cause.to_owned(),
        aims_at: aims_at.to_owned(),
        ..Symptom::default()
    };
    vec![
        row("remote", "cpu", "Remote users", "cpu"),
        row("buffers", "block_io", "Few buffers", "block_io"),
        row("luw", "lock", "Long units of work", "lock"),
        row("agents", "other", "Few agents", "other"),
        row("paging", "other", "Server paging", "page"),
        row("busy", "other", "Busy server", "utilization"),
        row("elsewhere", "paging", "Something else", "paging"),
    ]
}

pub(crate) fn ask(enquiry: &DiagnosisEnquiry) -> Result<Diagnosis, MeasurementError> {
    diagnose(enquiry, &symptoms(), &rules(), None)
}

pub(crate) fn first(before: &str) -> Diagnosis {
    ask(&DiagnosisEnquiry { before: before.to_owned(), ..DiagnosisEnquiry::default() }).expect("a diagnosis")
}

pub(crate) fn refused(before: &str) -> String {
    ask(&DiagnosisEnquiry { before: before.to_owned(), ..DiagnosisEnquiry::default() })
        .expect_err("no diagnosis")
        .to_string()
}

/// Returns the error for a text that contains an impossible number.
#[track_caller]
pub(crate) fn impossible(before: &str) -> String {
    match ask(&DiagnosisEnquiry { before: before.to_owned(), ..DiagnosisEnquiry::default() }) {
        Err(MeasurementError::Impossible(what)) => what,
        other => panic!("{before}: {other:?}"),
    }
}

/// The source's example of counters from an application's run.
pub(crate) const EXAMPLE: &str = "
Elapsed time is 1.3 seconds
Q FILEPOOL STATUS (selected values)
Initial      Final      Delta      Counter Name
-----
      14         15          1 Refresh Directory Requests
    13018    13136      118 File Pool Request Time (msec)
    23795    23904      109 Total BIO Request Time (msec)
      1726      1745        19 Total I/O Requests
";

/// The report of the case study as printed in the source, in two parts for two servers.
pub(crate) const TWO_PARTS: &str = "
SFS Activity by time
<---Time Per File Pool Request--->
From\tTo\tUserid\tFPR\tFPR\tTotal\tCPU\tLock\tBlock\tI/O\tESM\tOther
Time\tTime\t\tCount\tRate\t\t\t\t\t\t\t
09:24\t09:54\tRWSERV1\t22545\t12.540\t3.443\t0.004\t0.140\t1.740\t0\t0\t1.559
09:24\t09:54\tRWSERV2\t21470\t11.942\t4.205\t0.004\t0.190\t1.986\t0\t0\t2.027

<----Server Utilization----->\t\t\t\t\t\t<----Agents----->
\tTotal\tCPU\tPage\tCheck\tQSAM\tActive\tHeld\tDeadlocks
\t\t\tRead\tpoint\t\t\t\tw/ RB
RWSERV1\t75.29\t5.47\t60.38\t9.44\t0.00\t43.2\t152.6\t0
RWSERV2\t82.95\t5.29\t67.27\t10.40\t0.00\t50.2\t146.7\t0
";

pub(crate) const AFTER: &str =
    "09:52 10:22 RWSERV1 63617 35.343 0.158 0.003 0.002 0.051 0 0.103 39.51 11.64 15.44 12.43 0.00 5.6 9.5 0";
