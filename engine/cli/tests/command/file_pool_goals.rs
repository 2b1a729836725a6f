//! The project's accuracy goals for the file pool server model.

use crate::run::{feed, run};
use serde_json::Value;
use std::sync::LazyLock;

/// The lab's report, computed once.
static REPORT: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(&run(&["reproduce", "sfs-file-pool", "--format", "json"]).fine()).expect("JSON")
});

fn cells(table: &str) -> Vec<&'static Value> {
    let tables = REPORT["tables"].as_array().expect("a list").iter();
    let known = tables.filter(move |known| known["id"] == table).filter_map(|table| table["cells"].as_array());
    known.flatten().collect()
}

fn number(cell: &Value, name: &str) -> f64 {
    cell[name].as_f64().unwrap_or_else(|| panic!("{cell} has no {name}"))
}

fn is(cell: &Value, row: &str, column: &str) -> bool {
    cell["row"] == row && cell["column"] == column
}

/// Returns whether the published value has only one digit, to which the model's value must round.
fn is_coarse(cell: &Value) -> bool {
    cell["column"] == "cpu_s"
}

/// Returns whether this is the only cell that no engine reproduces; it is shown as a miss.
fn is_missed(cell: &Value) -> bool {
    is(cell, "rwserv1-after", "lock_s")
}

#[test]
fn first_server_is_reproduced_before_and_after() {
    for (table, bound) in [("prf083", 0.005), ("prf083-simulated", 0.03)] {
        let first =
            cells(table).into_iter().filter(|cell| cell["row"].as_str().is_some_and(|row| row.starts_with("rwserv1")));
        let mut met = 0;
        for cell in first.filter(|cell| !is_missed(cell)) {
            if is_coarse(cell) {
                let printed = (number(cell, "model") * 1000.0).round() / 1000.0;
                assert!((printed - number(cell, "published")).abs() < 1e-9, "{cell}");
            } else {
                assert!(number(cell, "error").abs() <= bound, "{table}: {cell}");
            }
            met += 1;
        }
        assert_eq!(met, 23, "{table}");
    }
}

#[test]
fn lock_time_after_the_change_misses_and_was_not_fitted() {
    for table in ["prf083", "prf083-simulated"] {
        let cell = *cells(table).iter().find(|cell| is_missed(cell)).expect("a cell");
        assert_eq!(cell["role"], "held_out");
        assert!(number(cell, "error") < -0.2, "{cell}");
    }
}

#[test]
fn second_server_is_predicted() {
    for table in ["prf083", "prf083-simulated"] {
        let second: Vec<_> = cells(table).into_iter().filter(|cell| cell["row"] == "rwserv2-before").collect();
        assert_eq!(second.len(), 12);
        for cell in second {
            let held_out = ["rate", "lock_s", "block_io_s", "other_s"];
            assert_eq!(cell["role"] == "held_out", held_out.iter().any(|column| cell["column"] == *column), "{cell}");
            if is_coarse(cell) {
                continue;
            }
            let published = number(cell, "published");
            let scatter = cell["half_width"].as_f64().unwrap_or(0.0);
            let off = (number(cell, "model") - published).abs() - scatter;
            assert!(off / published <= 0.1, "{table}: {cell}");
        }
    }
}

/// Every simulated value has an interval, and no analytic value does.
#[test]
fn intervals_are_said() {
    assert!(cells("prf083-simulated").iter().all(|cell| number(cell, "half_width") > 0.0));
    assert!(cells("prf083").iter().all(|cell| cell["half_width"].as_f64().is_none_or(|width| width == 0.0)));
}

#[test]
fn tables_that_are_only_measured_have_no_model() {
    for table in ["prf006", "prf008", "application", "recovery"] {
        let cells = cells(table);
        assert!(!cells.is_empty(), "{table}");
        for cell in cells {
            assert_eq!((cell["role"].as_str(), cell["model"].is_null()), (Some("measured"), true), "{cell}");
        }
    }
}

/// The service demand in each row is the row's utilization divided by its rate, to the printed digits.
#[test]
fn request_times_equal_those_of_the_report() {
    let table =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../labs/sfs-file-pool/data/prf083.toml"));
    let table: toml::Table = table.expect("a table").parse().expect("TOML");
    let cells = cells("prf083");
    for row in table["row"]["values"].as_array().expect("rows") {
        let published = |column: &str| {
            let row = row["is"].as_str().expect("a key");
            number(cells.iter().find(|cell| is(cell, row, column)).expect("a cell"), "published")
        };
        let given = |name: &str| row["scenario"][name].as_float().expect("a number");
        for (name, column) in [
            ("cpu_ms", "utilization_cpu"),
            ("page_stall_ms", "utilization_page"),
            ("checkpoint_ms", "utilization_checkpoint"),
        ] {
            let derived = 10.0 * published(column) / published("rate");
            assert!((given(name) - derived).abs() < 6e-5, "{row}: {name} is {derived}");
        }
        let idle = (published("held") - published("active")) / published("rate");
        assert!((given("held_idle_s") - idle).abs() < 6e-5, "{row}: held_idle_s is {idle}");
    }
}

/// Evaluates one scenario with the command and returns the outputs by name.
fn answer(settings: &str) -> Value {
    let scenario = format!("{{\"cpu_ms\": 4.362, \"page_stall_ms\": 48.1499, \"checkpoint_ms\": 7.5279, {settings}}}");
    let told = feed(&["run", "sfs-file-pool", "-"], scenario.as_bytes()).fine();
    serde_json::from_str::<Value>(&told).expect("JSON")["outputs"].clone()
}

/// The counters alone cannot explain the measurement.
#[test]
fn counted_demands_alone_promise_too_much() {
    for engine in ["analytic", "simulation"] {
        let told = answer(&format!("\"engine\": \"{engine}\", \"stretch\": 1"));
        assert!((number(&told, "rate") - 16.7).abs() <= 0.1, "{told}");
        assert!((number(&told, "response_s") - 2.18).abs() <= 0.02, "{told}");
        assert!(number(&told, "utilization") > 99.5, "{told}");
    }
}

/// Before the change, the server is saturated: any think time fits the measurement with a suitable number of users.
#[test]
fn think_time_is_not_determined_by_the_first_row_alone() {
    let base = answer("\"engine\": \"analytic\"");
    for think_s in [0.5_f64, 1.0, 3.0, 6.0, 15.0] {
        let users = (43.2 + 12.54 * think_s).round();
        let told = answer(&format!("\"engine\": \"analytic\", \"think_s\": {think_s}, \"users\": {users}"));
        for name in ["rate", "response_s", "utilization"] {
            let (one, other) = (number(&told, name), number(&base, name));
            assert!((one / other - 1.0).abs() < 0.02, "{think_s} s: {name} {one}, {other}");
        }
    }
}

#[test]
#[ignore = "nightly: fits four parameters by simulation"]
fn both_fits_end_where_the_lab_says() {
    let report = run(&["calibrate", "sfs-file-pool", "--check"]).fine();
    for name in ["think_s", "stretch", "stretch_simulated", "checkpoint_requests_simulated"] {
        assert!(report.lines().any(|line| line.starts_with(name)), "{report}");
    }
}

/// Returns a file of the repository.
fn document(name: &str) -> String {
    let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the outputs for the bad half hour with this number of reserved pages, from an engine with the parameter
/// values of the analytic engine.
fn outputs(engine: &str, pages: u32) -> Value {
    let scenario = format!(
        r#"{{"engine": "{engine}", "users": 64, "think_s": 1.653, "reserved_pages": {pages}, "stretch": 1.408,
             "held_idle_s": 8.7241, "ios": 1.26, "io_ms": 37.1, "checkpoint_requests": 279, "runs": 4, "seed": 1}}"#
    );
    let answer = feed(&["run", "sfs-file-pool", "-"], scenario.as_bytes()).fine();
    serde_json::from_str::<Value>(&answer).expect("JSON")["outputs"].clone()
}

/// Only the engine differs between the two series, so a gap between their bars comes from the engines.
#[test]
fn same_values_series_differ_in_the_engine_alone() {
    let lab = document("labs/sfs-file-pool/lab.md");
    let series = lab.split("  same-values:\n").nth(1).expect("a series `same-values`");
    let engines: Vec<_> = series.lines().take(2).map(|line| line.split("stretch:").nth(1).expect("values")).collect();
    assert_eq!(engines[0], engines[1]);
    assert!(series.lines().take(2).zip(["analytic", "simulation"]).all(|(line, engine)| line.contains(engine)));
    assert!(lab.contains("series=same-values"), "no chart shows them");
}

/// Rate and response time are determined by the single thread; the breakdown of the response time depends on the
/// engine.
#[test]
fn same_values_engines_agree_on_the_rate_and_not_on_block_io() {
    for (pages, gap) in [(1142, -0.05), (1220, 0.4)] {
        let [analytic, simulation] = ["analytic", "simulation"].map(|engine| outputs(engine, pages));
        let ratio = |name: &str| number(&simulation, name) / number(&analytic, name) - 1.0;
        assert!(ratio("rate").abs() < 0.02 && ratio("response_s").abs() < 0.03, "{pages}: {}", ratio("response_s"));
        assert!(if gap < 0.0 { ratio("block_io_s") < gap } else { ratio("block_io_s") > gap }, "{pages}");
    }
}

/// By Little's law, with the time for which agents are held idle, RWSERV1 has as many users as held agents. Their
/// number exceeds the model's 64.
#[test]
fn held_agents_refute_the_users_of_the_model() {
    let first = |column: &str| {
        let cell = *cells("prf083").iter().find(|cell| is(cell, "rwserv1-before", column)).expect("a cell");
        number(cell, "published")
    };
    let idle_s = (first("held") - first("active")) / first("rate");
    let users = first("rate") * (first("response_s") + idle_s);
    assert!((users / first("held") - 1.0).abs() < 0.001 && users > 64.0, "{users}");
    let cured = number(&outputs("analytic", 1300), "held");
    assert!(cured > 300.0, "the lab shows 314 as a miss against 9.5, and the model has {cured}");
    let lab = document("labs/sfs-file-pool/lab.md");
    assert!(lab.contains("::::question{#q-heads ") && lab.contains("[314](<model:held(reserved_pages=1300)>)"));
}

fn held_out_errors(table: &str) -> Vec<(String, f64)> {
    let second = cells(table).into_iter().filter(|cell| cell["row"] == "rwserv2-before" && cell["role"] == "held_out");
    second.map(|cell| (cell["column"].as_str().expect("a column").to_owned(), number(cell, "error"))).collect()
}

/// The second server is held out of both fits. The storm reading has no parameter for the uncounted time; the stretch
/// reading has one. Storms predict the rate better; judged by all four figures, neither reading is much more likely.
#[test]
fn storms_and_stretch_are_not_separated_by_the_second_server() {
    let [stretch, storms] = ["prf083", "prf083-storms"].map(held_out_errors);
    let squares = |errors: &[(String, f64)]| errors.iter().map(|(_, error)| error * error).sum::<f64>();
    assert_eq!((stretch.len(), storms.len()), (4, 4));
    // If all n errors have the same unknown variance, the likelihood ratio of the readings is the ratio of their sums
    // of squares to the power of n/2.
    let quotient = squares(&storms) / squares(&stretch);
    let ratio = quotient * quotient;
    assert!((0.125..8.0).contains(&ratio), "{ratio}: {storms:?} {stretch:?}");
    let rate = |errors: &[(String, f64)]| errors.iter().find(|(column, _)| column == "rate").expect("a rate").1.abs();
    assert!(rate(&storms) < rate(&stretch));
}

/// Even with as many requests per transaction as the good half hour permits, the model explains less than a third of
/// the bad half hour's transaction time.
#[test]
fn server_explains_at_most_a_third_of_a_transaction() {
    let cells = cells("prf006-server");
    let modeled: Vec<_> = cells.iter().filter(|cell| !cell["model"].is_null()).collect();
    assert_eq!(modeled.len(), 2);
    for cell in modeled {
        match cell["row"].as_str() {
            Some("before") => assert!(number(cell, "model") < number(cell, "published") / 3.0, "{cell}"),
            _ => assert!(number(cell, "error").abs() < 0.005 && cell["role"] == "input", "{cell}"),
        }
    }
}

/// Two engines that were fitted separately to the same rows do not check each other.
#[test]
fn documents_do_not_present_the_engines_as_independent_checks() {
    for name in ["README.md", "labs/sfs-file-pool/lab.md", "labs/sfs-file-pool/notes.teacher.md"] {
        let text = document(name).split_whitespace().collect::<Vec<_>>().join(" ");
        for claim in ["share no formula", "neither has slipped", "exact mean value analysis"] {
            assert!(!text.contains(claim), "{name}: {claim}");
        }
    }
}

#[test]
fn totals_count_each_published_figure_once() {
    // In the table of the analytic engine, two rows are fitted and one is held out; the table of the simulation repeats
    // the same published figures.
    let text = run(&["reproduce", "sfs-file-pool"]).fine();
    assert!(text.contains("\n  fitted, rate (requests/s): 2 cells, "), "{text}");
    assert!(text.contains("\n  held out, rate (requests/s): 1 cell, "), "{text}");
}
