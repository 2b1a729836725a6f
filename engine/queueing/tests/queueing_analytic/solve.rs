//! Whole networks: the method that is chosen, what it is called, and what comes out.

use crate::every_state::{Place, sums, throughput};
use crate::network::example;
use crate::single::near;
use pathlength_queueing::closed_form;
use pathlength_queueing::laws;
use pathlength_queueing::mva;
use pathlength_queueing::network::Network;
use pathlength_queueing::solve::{Answer, Method, solve};
use proptest::prelude::*;
use serde_json::{Value, json};

fn network(value: Value) -> Network {
    serde_json::from_value(value).expect("the shape of a network")
}

fn solved(value: Value) -> Answer {
    solve(&network(value)).expect("a long run")
}

fn refused(value: Value, what: &str) {
    let message = solve(&network(value)).expect_err(what).to_string();
    assert!(message.contains(what), "{message}");
}

fn exponential(mean_s: f64) -> Value {
    json!({ "exponential": { "mean_s": mean_s } })
}

/// Arrivals so many times a second at one queue, and out.
fn alone(rate: f64, service: &Value, station: &Value) -> Value {
    json!({ "stations": [station], "classes": [
        { "name": "work", "arrivals": exponential(1.0 / rate), "start": "q", "visits": [
            { "station": "q", "service": service, "next": [{ "station": "out", "probability": 1 }] }] }
    ] })
}

fn queue() -> Value {
    json!({ "name": "q", "kind": "queue" })
}

/// One class that goes round.
fn ring(population: u32, think_s: f64, queues: &[(f64, u32)]) -> Value {
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
    fn how_often_what_is_visited_is_in_balance(
        weights in prop::collection::vec(prop::collection::vec(0.001..1.0_f64, 6), 5), open in any::<bool>(),
    ) {
        // All visits lead to all others, and if the class is open, out.
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
        let often = laws::visits(&class);
        for to in 0..5 {
            let coming: f64 = weights.iter().zip(&often).map(|(row, often)| often * share(row, to)).sum();
            let from_outside = if open && to == 2 { 1.0 } else { 0.0 };
            prop_assert!(near(coming + from_outside, often[to], 1e-12));
        }
        prop_assert!(open || often[2].to_bits() == 1.0_f64.to_bits());
    }

    #[test]
    fn open_classes_beside_closed_ones_are_as_the_sum_over_all_states(
        rate in 0.05..0.9_f64, own in 0.05..1.0_f64, other in 0.05..1.0_f64, think in 0.1..5.0_f64, population in 1..5_u32,
    ) {
        // Closed users at q1, q2 and thinking; an open class at q1 with the same service. What it adds to the weight of
        // `here` closed requests at q1: the sum over all numbers `more` of its own, in any order among them.
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
                let rest = [Place::queue(&[other]), Place::delay(&[think])];
                sum += weight * of(here) * sums(&rest, &[population - here]).constant;
                weight *= own;
            }
            sum
        };
        let all = |here| series(here, &|_| 1.0);
        let whole = weigh(population, &all);
        let mut value = ring(population, think, &[(own, 1), (other, 1)]);
        value["classes"].as_array_mut().expect("classes").push(json!({
            "name": "batch", "arrivals": exponential(1.0 / rate), "start": "q1", "visits": [
                { "station": "q1", "service": exponential(own), "next": [{ "station": "out", "probability": 1 }] }] }));
        let found = solved(value);
        prop_assert!(found.exact && found.method == Method::MeanValueAnalysis);
        prop_assert!(near(found.classes[0].throughput, weigh(population - 1, &all) / whole, 1e-9));
        let number = weigh(population, &|here| series(here, &|more| more)) / whole;
        prop_assert!(near(found.classes[1].number, number, 1e-9), "{} {number}", found.classes[1].number);
    }
}

#[test]
fn one_closed_class_is_solved_exactly() {
    let found = solved(ring(50, 5.0, &[(0.05, 1), (0.08, 1), (0.1, 1)]));
    assert_eq!((found.method, found.exact, found.notes.len()), (Method::MeanValueAnalysis, true, 0));
    let right = mva::exact(&[0.05, 0.08, 0.1], 5.0, 50).expect("a solution");
    assert!(near(found.classes[0].throughput, right.throughput, 1e-13));
    assert!(near(found.classes[0].response_s, right.response_s, 1e-12));
    assert_eq!(found.bottleneck.as_deref(), Some("q3"));
    let bounds = found.classes[0].bounds.expect("bounds");
    let balanced = bounds.balanced.expect("a product form");
    for range in [bounds.asymptotic, balanced] {
        assert!(range.throughput.least < right.throughput && right.throughput < range.throughput.most);
        assert!(range.response_s.least < right.response_s && right.response_s < range.response_s.most);
    }
    let think = &found.stations[0];
    assert!(think.utilization.is_none() && near(think.number, 5.0 * right.throughput, 1e-12));
    let number: f64 = found.stations.iter().map(|station| station.number).sum();
    assert!(near(number, 50.0, 1e-12));
}

#[test]
fn several_servers_are_solved_by_convolution_and_several_classes_by_their_own_recursion() {
    let found = solved(ring(6, 1.0, &[(0.5, 2), (0.3, 1)]));
    assert_eq!((found.method, found.exact), (Method::Convolution, true));
    let places = [Place { demands_s: vec![0.5], speeds: vec![1.0, 2.0] }, Place::queue(&[0.3]), Place::delay(&[1.0])];
    assert!(near(found.classes[0].throughput, throughput(&places, &[6], 0), 1e-12));

    let mut two = ring(6, 1.0, &[(0.5, 1), (0.3, 1)]);
    let mut other = two["classes"][0].clone();
    other["name"] = json!("others");
    other["population"] = json!(3);
    two["classes"].as_array_mut().expect("classes").push(other);
    let found = solved(two.clone());
    assert_eq!((found.method, found.exact), (Method::MulticlassMeanValueAnalysis, true));
    let together = solved(ring(9, 1.0, &[(0.5, 1), (0.3, 1)])).classes[0].throughput;
    assert!(near(found.classes[0].throughput, together * 6.0 / 9.0, 1e-12));
    assert!(found.classes.iter().all(|class| class.bounds.is_none()));

    // Far too many to go through: approximate, and it says so.
    two["classes"][0]["population"] = json!(200_000);
    two["classes"][1]["population"] = json!(100_000);
    let found = solved(two);
    assert_eq!((found.method, found.exact), (Method::Linearizer, false));
    assert!(found.notes[0].contains("Linearizer"), "{:?}", found.notes);
    assert!(near(found.classes[0].throughput + found.classes[1].throughput, 2.0, 1e-4));
}

#[test]
fn visits_make_demands() {
    // Five times to the CPU and four times to the disk, each round.
    let mut value = example();
    value["classes"].as_array_mut().expect("classes").pop();
    let found = solved(value);
    assert_eq!(found.method, Method::Convolution);
    let queues = [mva::Queue::servers(0.1, 1), mva::Queue::servers(0.12, 2)];
    let (right, _) = mva::load_dependent(&queues, 5.0, 50).expect("a solution");
    assert!(near(found.classes[0].throughput, right.throughput, 1e-12));
    let cpu = &found.stations[1];
    assert!(near(cpu.classes[0].visits, 5.0, 1e-12) && near(cpu.throughput, 5.0 * right.throughput, 1e-12));
    assert!(near(cpu.response_s, right.stations[0].residence_s / 5.0, 1e-12));
    // With open work at one of its queues it is still solved.
    let found = solved(example());
    assert!(found.exact && found.method == Method::Convolution, "{:?}", found.notes);
}

#[test]
fn one_station_alone_has_its_formula() {
    let fixed = json!({ "deterministic": { "value_s": 1 } });
    let found = solved(alone(0.9, &fixed, &queue()));
    assert!(
        found.exact && near(found.classes[0].response_s, closed_form::md1(0.9, 1.0).expect("a run").response_s, 1e-12)
    );
    let found = solved(alone(2.4, &exponential(1.0), &json!({ "name": "q", "kind": "queue", "servers": 3 })));
    let right = closed_form::mmc(2.4, 1.0, 3).expect("a run");
    assert!(found.exact && near(found.classes[0].response_s, right.response_s, 1e-12));
    // Sharing a server evenly hides what is served.
    let shared = json!({ "name": "q", "kind": "queue", "discipline": "ps" });
    let found = solved(alone(0.9, &fixed, &shared));
    assert!(found.exact && near(found.classes[0].response_s, 10.0, 1e-12));

    let bounded = json!({ "name": "q", "kind": "queue", "servers": 2, "capacity": 5 });
    let found = solved(alone(4.0, &exponential(1.0), &bounded));
    let right = closed_form::mmck(4.0, 1.0, 2, 5);
    assert_eq!(found.method, Method::ClosedForm);
    assert!(near(found.classes[0].lost, right.lost, 1e-12) && near(found.stations[0].number, right.number, 1e-12));
    assert!(near(found.stations[0].utilization.expect("servers"), right.utilization, 1e-12));

    let mut two = alone(0.4, &exponential(1.0), &json!({ "name": "q", "kind": "queue", "discipline": "priority" }));
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
fn what_is_simplified_is_said() {
    let steady = json!({ "erlang": { "mean_s": 0.1, "phases": 4 } });
    let mut value = ring(10, 1.0, &[(0.1, 1)]);
    value["classes"][0]["visits"][1]["service"] = steady.clone();
    let found = solved(value.clone());
    assert!(!found.exact && found.notes[0].starts_with("station q1: it serves first come, first served"));
    assert!(found.classes[0].bounds.expect("bounds").balanced.is_none(), "no product form, no balanced job bounds");
    value["stations"][1]["discipline"] = json!("ps");
    assert!(solved(value).exact);

    let mut value = alone(1.0, &exponential(0.5), &queue());
    value["classes"][0]["arrivals"] = json!({ "deterministic": { "value_s": 1 } });
    let found = solved(value);
    assert!(!found.exact && found.notes[0].starts_with("class work: its arrivals are not exponential"));

    // A request that comes back makes arrivals that know of each other.
    let mut value = alone(1.0, &steady, &queue());
    value["classes"][0]["visits"][0]["next"] =
        json!([{ "station": "q", "probability": 0.5 }, { "station": "out", "probability": 0.5 }]);
    assert!(!solved(value).exact);
}

#[test]
fn what_cannot_be_solved_is_told_with_what_to_do() {
    refused(alone(2.0, &exponential(0.6), &queue()), "station q: 1.200 times what it can do comes in");
    refused(ring(0, 1.0, &[(0.1, 1)]), "class users: population is 0");
    let mut value = ring(5, 1.0, &[(0.1, 1), (0.2, 1)]);
    value["stations"][1]["discipline"] = json!("priority");
    refused(value, "station q1: no formula is known for its capacity or its priorities in a network; simulate");
    let fixed = json!({ "deterministic": { "value_s": 1 } });
    let bounded = json!({ "name": "q", "kind": "queue", "capacity": 5 });
    refused(alone(0.5, &fixed, &bounded), "simulate this network instead");
}
