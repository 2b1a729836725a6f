//! Whole networks: choice of the method, its name, and the solution.

use crate::all_states::{Center, sums, throughput};
use crate::network::example;
use crate::single_class::near;
use pathlength_queueing::closed_form;
use pathlength_queueing::laws;
use pathlength_queueing::mva;
use pathlength_queueing::network::Network;
use pathlength_queueing::solve::{Approximation, Method, NetworkSolution, solve, solve_approximately};
use proptest::prelude::*;
use serde_json::{Value, json};

fn network(value: Value) -> Network {
    serde_json::from_value(value).expect("the shape of a network")
}

fn solved(value: Value) -> NetworkSolution {
    solve(&network(value)).expect("a steady state")
}

fn refused(value: Value, what: &str) {
    let message = solve(&network(value)).expect_err(what).to_string();
    assert!(message.contains(what), "{message}");
}

fn exponential(mean_s: f64) -> Value {
    json!({ "exponential": { "mean_s": mean_s } })
}

/// Returns Poisson arrivals at a single queue.
fn single_queue(rate: f64, service: &Value, station: &Value) -> Value {
    json!({ "stations": [station], "classes": [
        { "name": "work", "arrivals": exponential(1.0 / rate), "start": "q", "visits": [
            { "station": "q", "service": service, "next": [{ "station": "out", "probability": 1 }] }] }
    ] })
}

fn queue() -> Value {
    json!({ "name": "q", "kind": "queue" })
}

/// Returns one closed class that visits all queues in a cycle.
fn cycle(population: u32, think_s: f64, queues: &[(f64, u32)]) -> Value {
    let name = |at: usize| if at == queues.len() + 1 { "z".to_owned() } else { format!("q{at}") };
    let mut stations = vec![json!({ "name": "z", "kind": "delay" })];
    let to = |at: usize| json!([{ "station": name(at), "probability": 1 }]);
    let mut visits = vec![json!({ "station": "z", "service": exponential(think_s), "next": to(1) })];
    for (&(mean_s, servers), at) in queues.iter().zip(1..) {
        stations.push(json!({ "name": name(at), "kind": "queue", "servers": servers }));
        visits.push(json!({ "station": name(at), "service": exponential(mean_s), "next": to(at + 1) }));
    }
    json!({ "stations": stations, "classes": [
        { "name": "users", "population": population, "start": "z", "visits": visits }] })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn visit_counts_satisfy_the_traffic_equations(
        weights in prop::collection::vec(prop::collection::vec(0.001..1.0_f64, 6), 5), open in any::<bool>(),
    ) {
        // Every visit has a path to all others and, in an open class, to the outside.
        let names = ["a", "b", "c", "d", "e", "out"];
        let ends = if open { 6 } else { 5 };
        let share = |row: &[f64], to: usize| row[to] / row[..ends].iter().sum::<f64>();
        let visits: Vec<_> = weights.iter().zip(names).map(|(row, name)| {
            let next: Vec<_> = (0..ends).map(|to| json!({ "station": names[to], "probability": share(row, to) })).collect();
            json!({ "station": name, "service": exponential(1.0), "next": next })
        }).collect();
        let mut class = json!({ "name": "users", "start": "c", "visits": visits });
        if open { class["arrivals"] = exponential(1e6) } else { class["population"] = json!(1) }
        let class = serde_json::from_value(class).expect("a class");
        let counts = laws::visits(&class);
        for to in 0..5 {
            let arrivals: f64 = weights.iter().zip(&counts).map(|(row, count)| count * share(row, to)).sum();
            let from_outside = if open && to == 2 { 1.0 } else { 0.0 };
            prop_assert!(near(arrivals + from_outside, counts[to], 1e-12));
        }
        prop_assert!(open || counts[2].to_bits() == 1.0_f64.to_bits());
    }

    #[test]
    fn mixed_network_equals_sum_over_all_states(
        rate in 0.05..0.9_f64, own in 0.05..1.0_f64, other in 0.05..1.0_f64, think in 0.1..5.0_f64, population in 1..5_u32,
    ) {
        // Closed users at q1, q2, and a delay center; an open class at q1 with the same service. The open class
        // multiplies the weight of `here` closed requests at q1 by the sum over all numbers `more` of open requests, in
        // any order.
        let load = rate * own;
        prop_assume!(load < 0.9);
        let series = |here: u32, of: &dyn Fn(f64) -> f64| {
            let (mut term, mut sum, mut more) = (1.0, 0.0, 0.0);
            while more < 2_000.0 {
                sum += term * of(more);
                more += 1.0;
                term *= (f64::from(here) + more) / more * load;
            }
            sum
        };
        let weigh = |population: u32, of: &dyn Fn(u32) -> f64| -> f64 {
            let mut sum = 0.0;
            let mut weight = 1.0;
            for here in 0..=population {
                let rest = [Center::queue(&[other]), Center::delay(&[think])];
                sum += weight * of(here) * sums(&rest, &[population - here]).constant;
                weight *= own;
            }
            sum
        };
        let all = |here| series(here, &|_| 1.0);
        let whole = weigh(population, &all);
        let mut value = cycle(population, think, &[(own, 1), (other, 1)]);
        value["classes"].as_array_mut().expect("classes").push(json!({
            "name": "batch", "arrivals": exponential(1.0 / rate), "start": "q1", "visits": [
                { "station": "q1", "service": exponential(own), "next": [{ "station": "out", "probability": 1 }] }] }));
        let found = solved(value);
        prop_assert!(found.exact && found.method == Method::MeanValueAnalysis);
        prop_assert!(near(found.classes[0].throughput, weigh(population - 1, &all) / whole, 1e-9));
        let mean_in_system = weigh(population, &|here| series(here, &|more| more)) / whole;
        prop_assert!(near(found.classes[1].mean_in_system, mean_in_system, 1e-9), "{} {mean_in_system}", found.classes[1].mean_in_system);
    }
}

#[test]
fn solve_one_closed_class_is_exact() {
    let found = solved(cycle(50, 5.0, &[(0.05, 1), (0.08, 1), (0.1, 1)]));
    assert_eq!((found.method, found.exact, found.notes.len()), (Method::MeanValueAnalysis, true, 0));
    let right = mva::solve_exact(&[0.05, 0.08, 0.1], 5.0, 50).expect("a solution");
    assert!(near(found.classes[0].throughput, right.throughput, 1e-13));
    assert!(near(found.classes[0].response_s, right.response_s, 1e-12));
    assert_eq!(found.bottleneck.as_deref(), Some("q3"));
    let bounds = found.classes[0].bounds.expect("bounds");
    let balanced = bounds.balanced.expect("a product form");
    for range in [bounds.asymptotic, balanced] {
        assert!(range.throughput.min < right.throughput && right.throughput < range.throughput.max);
        assert!(range.response_s.min < right.response_s && right.response_s < range.response_s.max);
    }
    let think = &found.stations[0];
    assert!(think.utilization.is_none() && near(think.mean_in_system, 5.0 * right.throughput, 1e-12));
    let in_network: f64 = found.stations.iter().map(|station| station.mean_in_system).sum();
    assert!(near(in_network, 50.0, 1e-12));
}

#[test]
fn solve_chooses_the_method_by_servers_and_classes() {
    let found = solved(cycle(6, 1.0, &[(0.5, 2), (0.3, 1)]));
    assert_eq!((found.method, found.exact), (Method::Convolution, true));
    let centers =
        [Center { demands_s: vec![0.5], speeds: vec![1.0, 2.0] }, Center::queue(&[0.3]), Center::delay(&[1.0])];
    assert!(near(found.classes[0].throughput, throughput(&centers, &[6], 0), 1e-12));

    let mut two = cycle(6, 1.0, &[(0.5, 1), (0.3, 1)]);
    let mut other = two["classes"][0].clone();
    other["name"] = json!("others");
    other["population"] = json!(3);
    two["classes"].as_array_mut().expect("classes").push(other);
    let found = solved(two.clone());
    assert_eq!((found.method, found.exact), (Method::MulticlassMeanValueAnalysis, true));
    let together = solved(cycle(9, 1.0, &[(0.5, 1), (0.3, 1)])).classes[0].throughput;
    assert!(near(found.classes[0].throughput, together * 6.0 / 9.0, 1e-12));
    for class in &found.classes {
        let bounds = class.bounds.expect("bounds");
        let range = bounds.asymptotic.throughput;
        assert!(range.min <= class.throughput && class.throughput <= range.max, "{class:?}");
        assert!(bounds.balanced.is_none(), "balanced job bounds are for one class");
    }

    two["stations"][1]["servers"] = json!(2);
    let found = solved(two.clone());
    assert_eq!((found.method, found.exact), (Method::MulticlassConvolution, true));
    let together = solved(cycle(9, 1.0, &[(0.5, 2), (0.3, 1)])).classes[0].throughput;
    assert!(near(found.classes[0].throughput, together * 6.0 / 9.0, 1e-11));
    two["stations"][1]["servers"] = json!(1);

    // With too many population vectors, the solution is approximate and has a note.
    two["classes"][0]["population"] = json!(200_000);
    two["classes"][1]["population"] = json!(100_000);
    let found = solved(two);
    assert_eq!((found.method, found.exact), (Method::Linearizer, false));
    assert!(found.notes[0].contains("Linearizer"), "{:?}", found.notes);
    assert!(found.classes.iter().all(|class| class.bounds.is_none()), "the solution is not exact");
    assert!(near(found.classes[0].throughput + found.classes[1].throughput, 2.0, 1e-4));
}

#[test]
fn approximation_requested_is_close_to_exact_solution() {
    let mut value = cycle(20, 2.0, &[(0.1, 1), (0.08, 1)]);
    let mut other = value["classes"][0].clone();
    other["name"] = json!("others");
    other["population"] = json!(10);
    other["visits"][1]["service"] = exponential(0.02);
    value["stations"][1]["discipline"] = json!("ps");
    value["classes"].as_array_mut().expect("classes").push(other);
    let exact = solved(value.clone());
    assert!(exact.exact);
    let mut errors = Vec::new();
    for (approximation, method) in
        [(Approximation::Linearizer, Method::Linearizer), (Approximation::Schweitzer, Method::Schweitzer)]
    {
        let found = solve_approximately(&network(value.clone()), approximation).expect("a solution");
        assert_eq!((found.method, found.exact), (method, false));
        let pairs = found.classes.iter().zip(&exact.classes);
        errors.push(pairs.map(|(one, other)| (one.throughput / other.throughput - 1.0).abs()).fold(0.0, f64::max));
    }
    assert!(errors[0] < errors[1] && errors[1] < 0.05, "{errors:?}");
    let open = single_queue(0.5, &exponential(1.0), &queue());
    let message = solve_approximately(&network(open), Approximation::Schweitzer).expect_err("open").to_string();
    assert!(message.contains("approximations apply only to closed classes"), "{message}");
}

#[test]
fn solve_visits_and_service_times_give_the_demands() {
    // Visit counts: 5 at the CPU, 4 at the disk.
    let mut value = example();
    value["classes"].as_array_mut().expect("classes").pop();
    let found = solved(value);
    assert_eq!(found.method, Method::Convolution);
    let queues = [mva::Queue::with_servers(0.1, 1), mva::Queue::with_servers(0.12, 2)];
    let (right, _) = mva::solve_load_dependent(&queues, 5.0, 50).expect("a solution");
    assert!(near(found.classes[0].throughput, right.throughput, 1e-12));
    let cpu = &found.stations[1];
    assert!(near(cpu.classes[0].visits, 5.0, 1e-12) && near(cpu.throughput, 5.0 * right.throughput, 1e-12));
    assert!(near(cpu.response_s, right.stations[0].residence_s / 5.0, 1e-12));
    // With an open class at one of the queues, the solution is still exact.
    let found = solved(example());
    assert!(found.exact && found.method == Method::Convolution, "{:?}", found.notes);
}

#[test]
fn solve_single_station_uses_its_closed_form() {
    let fixed = json!({ "deterministic": { "value_s": 1 } });
    let found = solved(single_queue(0.9, &fixed, &queue()));
    assert!(
        found.exact
            && near(found.classes[0].response_s, closed_form::md1(0.9, 1.0).expect("a steady state").response_s, 1e-12)
    );
    let found = solved(single_queue(2.4, &exponential(1.0), &json!({ "name": "q", "kind": "queue", "servers": 3 })));
    let right = closed_form::mmc(2.4, 1.0, 3).expect("a steady state");
    assert!(found.exact && near(found.classes[0].response_s, right.response_s, 1e-12));
    // Processor sharing is insensitive to the distribution of the service time.
    let shared = json!({ "name": "q", "kind": "queue", "discipline": "ps" });
    let found = solved(single_queue(0.9, &fixed, &shared));
    assert!(found.exact && near(found.classes[0].response_s, 10.0, 1e-12));

    let bounded = json!({ "name": "q", "kind": "queue", "servers": 2, "capacity": 5 });
    let found = solved(single_queue(4.0, &exponential(1.0), &bounded));
    let right = closed_form::mmck(4.0, 1.0, 2, 5);
    assert_eq!(found.method, Method::ClosedForm);
    assert!(
        near(found.classes[0].loss_probability, right.loss_probability, 1e-12)
            && near(found.stations[0].mean_in_system, right.mean_in_system, 1e-12)
    );
    assert!(near(found.stations[0].utilization.expect("servers"), right.utilization, 1e-12));

    let mut two =
        single_queue(0.4, &exponential(1.0), &json!({ "name": "q", "kind": "queue", "discipline": "priority" }));
    let mut urgent = two["classes"][0].clone();
    urgent["name"] = json!("urgent");
    urgent["priority"] = json!(7);
    two["classes"].as_array_mut().expect("classes").push(urgent);
    let found = solved(two);
    // W = U s / ((1 - U_1) (1 - U)): 0.8 / 0.6 and 0.8 / (0.6 * 0.2).
    assert!(near(found.classes[1].response_s, 1.0 + 0.8 / 0.6, 1e-12), "{}", found.classes[1].response_s);
    assert!(near(found.classes[0].response_s, 1.0 + 0.8 / 0.12, 1e-12), "{}", found.classes[0].response_s);
}

#[test]
fn solve_approximations_are_noted() {
    let steady = json!({ "erlang": { "mean_s": 0.1, "phases": 4 } });
    let mut value = cycle(10, 1.0, &[(0.1, 1)]);
    value["classes"][0]["visits"][1]["service"] = steady.clone();
    let found = solved(value.clone());
    assert!(!found.exact && found.notes[0].starts_with("station q1 serves first come, first served"));
    assert!(found.classes[0].bounds.expect("bounds").balanced.is_none(), "no product form, no balanced job bounds");
    value["stations"][1]["discipline"] = json!("ps");
    assert!(solved(value).exact);

    let mut value = single_queue(1.0, &exponential(0.5), &queue());
    value["classes"][0]["arrivals"] = json!({ "deterministic": { "value_s": 1 } });
    let found = solved(value);
    assert!(!found.exact && found.notes[0].starts_with("the interarrival times of class work are not exponential"));

    // With feedback, the arrivals at the station are not a Poisson process.
    let mut value = single_queue(1.0, &steady, &queue());
    value["classes"][0]["visits"][0]["next"] =
        json!([{ "station": "q", "probability": 0.5 }, { "station": "out", "probability": 0.5 }]);
    assert!(!solved(value).exact);
}

#[test]
fn solve_rejects_unsolvable_networks_with_a_fix() {
    refused(
        single_queue(2.0, &exponential(0.6), &queue()),
        "station \"q\" is saturated (utilization 1.200): add servers",
    );
    refused(cycle(0, 1.0, &[(0.1, 1)]), "class \"users\": population is 0");
    let mut value = cycle(5, 1.0, &[(0.1, 1), (0.2, 1)]);
    value["stations"][1]["discipline"] = json!("priority");
    value["classes"][0]["visits"][1]["service"] = json!({ "erlang": { "mean_s": 0.1, "phases": 4 } });
    refused(value, "station \"q1\" has priorities, for which no formula is known in a network: simulate");
    let fixed = json!({ "deterministic": { "value_s": 1 } });
    let bounded = json!({ "name": "q", "kind": "queue", "capacity": 5 });
    refused(
        single_queue(0.5, &fixed, &bounded),
        "has a capacity, for which no formula is known unless all service times are exponential with the same mean: simulate",
    );
}
