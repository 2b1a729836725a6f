//! Queueing networks as users and programs use them.

use crate::run::{feed, run};
use serde_json::{Value, json};

/// Returns a network of users who think for 5 s, then go through three queues.
fn users(population: u64) -> Value {
    let visit = |station: &str, mean_s: f64, next: &str| {
        json!({ "station": station, "service": { "exponential": { "mean_s": mean_s } },
                "next": [{ "station": next, "probability": 1 }] })
    };
    json!({
        "stations": [
            { "name": "terminals", "kind": "delay" },
            { "name": "cpu", "kind": "queue" },
            { "name": "disk", "kind": "queue" },
            { "name": "tape", "kind": "queue" }
        ],
        "classes": [{ "name": "users", "population": population, "start": "terminals", "visits": [
            visit("terminals", 5.0, "cpu"),
            visit("cpu", 0.05, "disk"),
            visit("disk", 0.08, "tape"),
            visit("tape", 0.1, "terminals")
        ] }]
    })
}

fn bytes(network: &Value) -> Vec<u8> {
    serde_json::to_vec_pretty(network).expect("JSON")
}

#[test]
fn solution_json_has_method_and_bounds() {
    let text = feed(&["queue", "solve", "-"], &bytes(&users(50))).fine();
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&answer["method"], &answer["exact"]), (&"mean_value_analysis".into(), &true.into()));
    assert_eq!((&answer["bottleneck"], &answer["notes"]), (&"tape".into(), &json!([])));
    let class = &answer["classes"][0];
    // By the interactive response time law, the response time is 50 users / 8.5858 requests/s - 5 s = 0.8236 s.
    let (rate, response) =
        (class["throughput"].as_f64().expect("a rate"), class["response_s"].as_f64().expect("a time"));
    assert!((response - 0.8236).abs() < 5e-5 && (rate * (response + 5.0) - 50.0).abs() < 1e-9, "{class}");
    for kind in ["asymptotic", "balanced"] {
        let range = &class["bounds"][kind]["throughput"];
        assert!(range["min"].as_f64() < Some(rate) && Some(rate) < range["max"].as_f64(), "{range}");
    }
    let utilization = answer["stations"][3]["utilization"].as_f64().expect("a share");
    assert!((utilization - rate * 0.1).abs() < 1e-9);
    assert!(answer["stations"][0]["utilization"].is_null());
}

#[test]
fn network_json_has_the_textbook_names_of_quantities() {
    let answer = |arguments: &[&str]| -> Value {
        serde_json::from_str(&feed(&[&["queue"], arguments].concat(), &bytes(&users(50))).fine()).expect("JSON")
    };
    let solved = answer(&["solve", "-"]);
    assert!(solved["method_reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{solved}");
    let class = &solved["classes"][0];
    assert_eq!(class["loss_probability"], 0.0);
    // Little's law: of the 50 users, 8.5858 requests/s × 5 s are thinking.
    assert!((class["mean_in_system"].as_f64().expect("a number") - (50.0 - 42.929)).abs() < 5e-4, "{class}");
    assert!((solved["stations"][0]["mean_in_system"].as_f64().expect("a number") - 42.929).abs() < 5e-4, "{solved}");

    let simulated = answer(&["simulate", "-", "--runs", "2", "--time", "100"]);
    assert_eq!([&simulated["warm_up_s"], &simulated["measured_s"]], [10.0, 90.0]);
    assert!(simulated["classes"][0]["loss_probability"]["mean"].is_f64(), "{simulated}");
    for text in [&solved, &simulated].map(Value::to_string) {
        for name in ["number", "why", "left_out_s", "discarded_s", "lost", "least", "most"] {
            assert!(!text.contains(&format!("\"{name}\":")), "{name}");
        }
    }
}

#[test]
fn solution_text_has_the_numbers_of_the_json() {
    let text = feed(&["queue", "solve", "-", "--format", "text"], &bytes(&users(50))).fine();
    for part in ["(exact)", "bottleneck: tape", "0.8236", "balanced job bounds", "52.30 requests"] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn invalid_network_is_refused_with_location() {
    let ask = |network: &Value| feed(&["queue", "solve", "-"], &bytes(network));
    ask(&users(0)).refused(&["-: class \"users\": population is 0: give 1 to"]);
    ask(&users(1_000_000_000)).refused(&["population is 1000000000: give 1 to 1000000"]);
    let mut network = users(5);
    network["classes"][0]["visits"][0]["service"]["exponential"]["mean_s"] = json!(-5);
    ask(&network).refused(&[
        "class \"users\": visit to \"terminals\": service: the mean is -5 s: give a finite number of 0 s or more",
    ]);
    network["classes"][0]["visits"][0]["services"] = json!(1);
    ask(&network).refused(&["unknown field `services`"]);
    feed(&["queue", "solve", "-"], b"{\n\"stations\": [\n").refused(&["-:3: EOF"]);
    feed(&["queue", "solve", "-"], b"").refused(&["-:1: EOF"]);
    run(&["queue", "solve", "no-such-file"]).refused(&["cannot read no-such-file"]);
    let csv = feed(&["queue", "solve", "-", "--format", "csv"], &bytes(&users(5)));
    assert!(csv.code == 2 && csv.err.contains("[possible values: text, json]"), "{}", csv.err);
}

#[test]
fn solve_marks_approximations_and_refuses_without_formula() {
    let mut network = users(5);
    network["classes"][0]["visits"][1]["service"] = json!({ "deterministic": { "value_s": 0.05 } });
    let answer: Value = serde_json::from_str(&feed(&["queue", "solve", "-"], &bytes(&network)).fine()).expect("JSON");
    assert_eq!(answer["exact"], false);
    assert!(answer["notes"][0].as_str().expect("a note").starts_with("station cpu serves first come, first served"));
    network["stations"][1]["discipline"] = json!("priority");
    feed(&["queue", "solve", "-"], &bytes(&network)).refused(&["station \"cpu\"", "no formula", "simulate"]);
}

#[test]
fn help_example_is_a_valid_network() {
    let help = run(&["queue", "solve", "--help"]).fine();
    let (start, end) = (help.find("{ \"stations\"").expect("an example"), help.find("\n\nStations:").expect("its end"));
    let text = feed(&["queue", "solve", "-"], &help.as_bytes()[start..end]).fine();
    assert!(text.contains("\"convolution\""), "{text}");
}

/// Returns the two numbers of an estimate.
fn estimate(value: &Value) -> (f64, f64) {
    (value["mean"].as_f64().expect("a mean"), value["half_width"].as_f64().expect("a half-width"))
}

#[test]
fn simulation_agrees_with_solution_and_repeats() {
    let ask = |seed: &str| {
        let arguments = ["queue", "simulate", "-", "--seed", seed, "--runs", "8", "--time", "2000"];
        feed(&arguments, &bytes(&users(50))).fine()
    };
    let answer: Value = serde_json::from_str(&ask("7")).expect("JSON");
    assert_eq!(answer["runs"], 8);
    for (found, right) in [
        (&answer["classes"][0]["throughput"], 8.5858),
        (&answer["classes"][0]["response_s"], 0.8236),
        (&answer["stations"][3]["utilization"], 0.858_58),
        (&answer["stations"][0]["mean_in_system"], 42.929),
    ] {
        let (mean, half_width) = estimate(found);
        // The tolerance is twice the half-width of the 95 % interval: about one seed in ten thousand would be outside.
        assert!((mean - right).abs() < 2.0 * half_width && half_width < 0.05 * right, "{found} {right}");
    }
    assert_eq!(ask("7"), ask("7"));
    assert_ne!(ask("7"), ask("8"));
}

#[test]
fn simulation_without_time_reaches_its_precision() {
    for percent in ["5", "1"] {
        let ask = ["queue", "simulate", "-", "--precision", percent];
        let report: Value = serde_json::from_str(&feed(&ask, &bytes(&users(40))).fine()).expect("JSON");
        let class = &report["classes"][0];
        for quantity in [&class["response_s"], &class["mean_in_system"]] {
            let (mean, half_width) = estimate(quantity);
            assert!(
                half_width <= percent.parse::<f64>().expect("a number") / 100.0 * mean,
                "{quantity} at {percent} %"
            );
        }
        assert_eq!(report["warnings"], Value::Array(Vec::new()));
    }
}

#[test]
fn simulation_text_names_runs_units_and_warnings() {
    let ask = ["queue", "simulate", "-", "--runs", "2", "--time", "100", "--format", "text"];
    let text = feed(&ask, &bytes(&users(5))).fine();
    for part in
        ["2 runs of 90.00 s after a 10.00 s warm-up, ", "± ", "at most ", " % for each class's ", "terminals", "tape"]
    {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
    let ask = ["queue", "simulate", "-", "--precision", "0.1", "--max-events", "500000", "--format", "text"];
    let text = feed(&ask, &bytes(&users(40))).fine();
    assert!(text.contains("\nwarning: the precision of ±0.1 % was not reached within "), "{text}");
}

#[test]
fn coverage_of_known_networks_is_a_table() {
    let ask = ["queue", "coverage", "--only", "M/M/1 FCFS, U = 0.50", "--seeds", "20"];
    let text = feed(&ask, b"").fine();
    assert!(text.contains("| M/M/1 FCFS, U = 0.50 | 20 | "), "{text}");
    // Seeds 1 to 20 are the seeds of both halves together.
    let half = |first: &str| {
        let ask = [&ask[..4], &["--seeds", "10", "--first-seed", first, "--format", "json"]].concat();
        let table: Value = serde_json::from_str(&feed(&ask, b"").fine()).expect("JSON");
        table[0]["response_s"]["relative_bias"].as_f64().expect("a number")
    };
    let whole: Value =
        serde_json::from_str(&feed(&[&ask[..], &["--format", "json"]].concat(), b"").fine()).expect("JSON");
    let whole = whole[0]["response_s"]["relative_bias"].as_f64().expect("a number");
    assert!((f64::midpoint(half("1"), half("11")) - whole).abs() < 1e-12 && (half("1") - half("11")).abs() > 1e-6);
    feed(&["queue", "coverage", "--only", "M/X/1"], b"").refused(&["no network has \"M/X/1\" in its name"]);
    let csv = feed(&["queue", "coverage", "--format", "csv"], b"");
    assert!(csv.code == 2 && csv.err.contains("[possible values: text, json]"), "{}", csv.err);
    feed(&["queue", "coverage", "--only", "closed, 8", "--precision", "0"], b"")
        .refused(&["the precision is ±0 %: give"]);
}

/// The full study, with more networks and seeds, is in `docs/decisions/run-length.md`.
#[test]
#[ignore = "nightly: a thousand simulations"]
fn coverage_of_default_intervals_is_95_percent() {
    for network in
        ["M/M/1 FCFS, U = 0.90", "M/D/1 FCFS, U = 0.90", "M/H2/1 FCFS, U = 0.80", "M/H2/1 PS, U = 0.80", "closed, 20"]
    {
        let ask = ["queue", "coverage", "--only", network, "--seeds", "200", "--format", "json"];
        let table: Value = serde_json::from_str(&feed(&ask, b"").fine()).expect("JSON");
        assert_eq!(table.as_array().map(Vec::len), Some(1), "{table}");
        for quantity in ["response_s", "mean_in_system"] {
            let of = |name: &str| table[0][quantity][name].as_f64().expect("a number");
            // The standard error of the coverage is 1.5 % with 200 seeds, and that of the bias is below 0.2 %.
            assert!((0.91..=0.985).contains(&of("covered")), "{table}");
            assert!(of("relative_bias").abs() < 0.006, "{table}");
            // With highly variable service times, about twice as many intervals are below the true value as above it,
            // but some are above.
            assert!(of("covered") + of("below") < 1.0, "{table}");
        }
    }
}

#[test]
fn invalid_simulation_is_refused() {
    let ask = |more: &[&str]| feed(&[&["queue", "simulate", "-"], more].concat(), &bytes(&users(5)));
    ask(&["--runs", "0"]).refused(&["runs is 0: give 1 to"]);
    ask(&["--time=-1"]).refused(&["time is -1 s: give"]);
    ask(&["--time", "NaN"]).refused(&["time is NaN s: give"]);
    ask(&["--time", "10", "--warm-up", "inf"]).refused(&["warm-up is inf s: give"]);
    ask(&["--precision", "0"]).refused(&["the precision is ±0 %: give"]);
    ask(&["--max-events", "999"]).refused(&["the maximum number of events is 999: give at least 1000"]);
    for (options, conflict) in [
        (vec!["--time", "10", "--precision", "2"], "'--time <S>' cannot be used with '--precision <PERCENT>'"),
        (vec!["--warm-up", "10"], "--time <S>"),
    ] {
        let refusal = ask(&options);
        assert!(refusal.code == 2 && refusal.err.contains(conflict), "{refusal:?}");
    }
    feed(&["queue", "simulate", "-"], &bytes(&users(0))).refused(&["class \"users\": population is 0"]);
}
