//! Asymptotic bounds and balanced job bounds of declared networks.

use super::network::{DEMANDS, close, closed, people, two_classes};
use super::{evaluate, opened, output};
use pathlength_declared::Model;
use serde_json::{Value, json};

#[test]
fn bounds_are_those_of_hand_arithmetic() {
    let mut model = people();
    // D = 12 + 15 + 4 ms, Z = 300 ms, the largest demand 15 ms.
    for (users, throughput, response) in
        [(1.0, 1.0 / 0.331, 31.0), (10.0, 10.0 / 0.331, 31.0), (60.0, 1.0 / 0.015, 600.0)]
    {
        let settings = json!({ "users": users, "method": "bounds" });
        close(output(&mut model, "flow", &settings), throughput);
        close(output(&mut model, "time", &settings), response);
        close(output(&mut model, "most", &settings), throughput);
        close(output(&mut model, "least", &settings), response);
        // The response time in excess of the demands is spent at the bottleneck.
        close(output(&mut model, "at_disk", &settings), response - 16.0);
        close(output(&mut model, "at_cpu", &settings), 12.0);
        close(output(&mut model, "knee", &settings), 0.331 / 0.015);
    }
}

#[test]
fn bounds_hold_in_any_network() {
    let mut model = people();
    for users in [1, 2, 3, 5, 8, 13, 21, 22, 23, 34, 55, 89, 144, 200] {
        for cpus in [1, 2, 8] {
            let of = |model: &mut Model, name: &str| output(model, name, &json!({ "users": users, "cpus": cpus }));
            let (flow, time) = (of(&mut model, "flow"), of(&mut model, "time"));
            let slack = 1.0 + 1e-12;
            assert!(
                of(&mut model, "fewest") <= flow * slack && flow <= of(&mut model, "most") * slack,
                "{users} {cpus}"
            );
            assert!(
                of(&mut model, "least") <= time * slack && time <= of(&mut model, "longest") * slack,
                "{users} {cpus}"
            );
        }
    }
}

/// Opens a declaration with the balanced job bounds of the class `people` as outputs.
fn with_balanced_bounds(mut declaration: Value) -> Model {
    for (name, unit, is) in [
        ("balanced_most", "1/s", "max_balanced_throughput(people)"),
        ("balanced_fewest", "1/s", "min_balanced_throughput(people)"),
        ("balanced_least", "ms", "min_balanced_response(people)"),
        ("balanced_longest", "ms", "max_balanced_response(people)"),
    ] {
        let bound = json!({ "name": name, "title": "Bound", "unit": unit, "is": is });
        declaration["outputs"].as_array_mut().expect("outputs").push(bound);
    }
    opened(&declaration, &DEMANDS).expect("a model")
}

#[test]
fn balanced_bounds_are_those_of_hand_arithmetic() {
    let mut model = with_balanced_bounds(closed("fifo"));
    // D = 12 + 15 ms at two queues, Z = 300 + 4 ms, the largest demand 15 ms; 10 users. Lazowska et al., chapter 5.
    let (demand, delay, users) = (0.027_f64, 0.304, 10.0);
    let slowest = users / (demand + delay + (users - 1.0) * 0.015 / (1.0 + delay / (users * demand)));
    let fastest = users / (demand + delay + (users - 1.0) * 0.0135 / (1.0 + delay / demand));
    for method in ["exact", "bounds"] {
        let settings = json!({ "users": users, "method": method });
        close(output(&mut model, "balanced_fewest", &settings), slowest);
        close(output(&mut model, "balanced_most", &settings), fastest);
        close(output(&mut model, "balanced_longest", &settings), 1000.0 * (users / slowest - 0.3));
        close(output(&mut model, "balanced_least", &settings), 1000.0 * (users / fastest - 0.3));
    }
}

#[test]
fn balanced_bounds_hold_and_are_tighter() {
    let mut model = with_balanced_bounds(closed("ps"));
    let slack = 1.0 + 1e-12;
    for users in [1, 2, 3, 5, 8, 13, 21, 22, 23, 34, 55, 89, 144, 200] {
        let mut of = |name: &str| output(&mut model, name, &json!({ "users": users }));
        let throughputs = [of("fewest"), of("balanced_fewest"), of("flow"), of("balanced_most"), of("most")];
        let responses = [of("least"), of("balanced_least"), of("time"), of("balanced_longest"), of("longest")];
        for measures in [throughputs, responses] {
            assert!(measures.windows(2).all(|two| two[0] <= two[1] * slack), "{users}: {measures:?}");
        }
    }
}

#[test]
fn balanced_bounds_without_product_form_are_refused() {
    let mut constant = closed("fifo");
    constant["demands"][1]["variation"] = json!("0");
    for (declaration, settings) in [
        (two_classes(), json!({ "users": 4, "jobs": 2 })),
        (closed("fifo"), json!({ "users": 4, "cpus": 2 })),
        (constant, json!({ "users": 4, "method": "bounds" })),
    ] {
        let refusal = evaluate(&mut with_balanced_bounds(declaration), &settings);
        let refusal = refusal.expect_err("no balanced bounds").to_string();
        assert!(refusal.contains("balanced job bounds exist only for a single closed class"), "{refusal}");
    }
}
