//! Capacities and priorities in small networks with exponential times, compared with results of other methods.

use crate::single_class::near;
use pathlength_queueing::closed_form::{PriorityClass, mm1, preemptive_priority, priority};
use pathlength_queueing::mva;
use pathlength_queueing::network::Network;
use pathlength_queueing::solve::{Method, NetworkSolution, solve};
use proptest::prelude::*;
use serde_json::{Value, json};

fn network(value: Value) -> Network {
    serde_json::from_value(value).expect("the shape of a network")
}

fn solved(value: Value) -> NetworkSolution {
    solve(&network(value)).expect("a steady state")
}

fn exponential(mean_s: f64) -> Value {
    json!({ "exponential": { "mean_s": mean_s } })
}

/// Returns a closed class that visits these stations in a cycle.
fn class(name: &str, population: u32, priority: u32, visits: &[(&str, f64)]) -> Value {
    let visit = |at: usize| {
        let (station, mean_s) = visits[at];
        let next = visits[(at + 1) % visits.len()].0;
        json!({ "station": station, "service": exponential(mean_s), "next": [{ "station": next, "probability": 1 }] })
    };
    json!({
        "name": name, "population": population, "priority": priority, "start": visits[0].0,
        "visits": (0..visits.len()).map(visit).collect::<Vec<_>>(),
    })
}

/// Returns Poisson arrivals that visit these stations in sequence.
fn open(rate: f64, visits: &[(&str, f64)]) -> Value {
    let visit = |at: usize| {
        let (station, mean_s) = visits[at];
        let next = visits.get(at + 1).map_or("out", |next| next.0);
        json!({ "station": station, "service": exponential(mean_s), "next": [{ "station": next, "probability": 1 }] })
    };
    json!({
        "name": "work", "arrivals": exponential(1.0 / rate), "start": visits[0].0,
        "visits": (0..visits.len()).map(visit).collect::<Vec<_>>(),
    })
}

fn blocking(name: &str, capacity: u32) -> Value {
    json!({ "name": name, "kind": "queue", "capacity": capacity, "when_full": "block" })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn chain_of_two_stations_is_a_truncated_geometric_series(
        first in 0.1..3.0_f64, second in 0.1..3.0_f64, population in 1..8_u32, capacity in 1..6_u32,
    ) {
        // A blocked first server is one more request for the second station: n goes from 0 to the capacity plus one.
        let found = solved(json!({
            "stations": [{ "name": "a", "kind": "queue" }, blocking("b", capacity)],
            "classes": [class("all", population, 0, &[("a", first), ("b", second)])],
        }));
        let last = population.min(capacity + 1);
        let weight = |n: u32| (0..n).fold(1.0, |weight, _| weight * second / first);
        let all: f64 = (0..=last).map(weight).sum();
        let rate = (1.0 - 1.0 / all) / second;
        prop_assert!(found.method == Method::MarkovChain && found.exact);
        prop_assert!(near(found.classes[0].throughput, rate, 1e-10), "{} {rate}", found.classes[0].throughput);
        let in_network: f64 = found.stations.iter().map(|station| station.mean_in_system).sum();
        prop_assert!(near(in_network, f64::from(population), 1e-10));
        prop_assert!(found.stations[1].mean_in_system <= f64::from(capacity) + 1e-9);
    }

    #[test]
    fn chain_ample_room_equals_mean_value_analysis(
        think in 0.1..3.0_f64, first in 0.1..2.0_f64, second in 0.1..2.0_f64, population in 1..7_u32,
    ) {
        let found = solved(json!({
            "stations": [{ "name": "z", "kind": "delay" }, blocking("a", 8), blocking("b", 8)],
            "classes": [class("all", population, 0, &[("z", think), ("a", first), ("b", second)])],
        }));
        let right = mva::solve_exact(&[first, second], think, population).expect("a solution");
        prop_assert!(found.method == Method::MarkovChain);
        prop_assert!(near(found.classes[0].throughput, right.throughput, 1e-10));
        prop_assert!(near(found.classes[0].response_s, right.response_s, 1e-9));
    }

    #[test]
    fn chain_less_room_never_gives_more_throughput(
        think in 0.1..3.0_f64, first in 0.1..2.0_f64, second in 0.1..2.0_f64, capacity in 1..5_u32,
    ) {
        let rate = |capacity: u32| solved(json!({
            "stations": [{ "name": "z", "kind": "delay" }, { "name": "a", "kind": "queue" }, blocking("b", capacity)],
            "classes": [class("all", 6, 0, &[("z", think), ("a", first), ("b", second)])],
        })).classes[0].throughput;
        prop_assert!(rate(capacity) <= rate(capacity + 1) * (1.0 + 1e-10));
    }

    #[test]
    fn chain_highest_preemptive_class_is_alone(
        think in prop::array::uniform3(0.2..3.0_f64), service in prop::array::uniform3(0.1..1.5_f64),
    ) {
        let found = solved(json!({
            "stations": [{ "name": "z", "kind": "delay" }, { "name": "q", "kind": "queue", "discipline": "preemptive" }],
            "classes": [
                class("low", 2, 1, &[("z", think[0]), ("q", service[0])]),
                class("high", 3, 9, &[("z", think[1]), ("q", service[1])]),
                class("middle", 2, 5, &[("z", think[2]), ("q", service[2])]),
            ],
        }));
        let right = mva::solve_exact(&[service[1]], think[1], 3).expect("a solution");
        prop_assert!(near(found.classes[1].throughput, right.throughput, 1e-10));
        // Utilization law, for any order of service.
        let busy: f64 = found.classes.iter().zip(service).map(|(class, service)| class.throughput * service).sum();
        prop_assert!(busy < 1.0 && near(found.stations[1].utilization.expect("a server"), busy, 1e-10));
    }

    #[test]
    fn chain_priorities_of_equal_work_only_divide_the_waiting(
        think in 0.2..3.0_f64, service in 0.1..1.5_f64, discipline in prop_oneof![Just("priority"), Just("preemptive")],
        servers in 1..3_u32, order in Just([1_u32, 2, 3]).prop_shuffle(),
    ) {
        // Classes that differ only in priority: in total, the queue is that of one class.
        let visits = [("z", think), ("q", service)];
        let found = solved(json!({
            "stations": [
                { "name": "z", "kind": "delay" },
                { "name": "q", "kind": "queue", "discipline": discipline, "servers": servers },
            ],
            "classes": order.iter().map(|level| class(&level.to_string(), 2, *level, &visits)).collect::<Vec<_>>(),
        }));
        let queue = mva::Queue::with_servers(service, servers);
        let (right, _) = mva::solve_load_dependent(&[queue], think, 6).expect("a solution");
        let rate: f64 = found.classes.iter().map(|class| class.throughput).sum();
        prop_assert!(near(rate, right.throughput, 1e-10));
        // Permuted classes have permuted results, and the response time falls as the priority rises.
        let by_level = |level: u32| {
            let at = order.iter().position(|other| *other == level).expect("a class");
            found.classes[at].response_s
        };
        prop_assert!(by_level(3) <= by_level(2) * (1.0 + 1e-12) && by_level(2) <= by_level(1) * (1.0 + 1e-12));
    }

    #[test]
    fn priority_formulas_conserve_the_work(
        loads in prop::collection::vec(0.01..0.2_f64, 3..5), means in prop::array::uniform4(0.1..3.0_f64), scv in 0.0..4.0_f64,
    ) {
        let classes: Vec<_> = loads.iter().zip(means)
            .map(|(load, mean_s)| PriorityClass { rate: load / mean_s, mean_s, scv }).collect();
        // Kleinrock: without interruptions, the waiting times weighted by the loads do not depend on the order.
        let load: f64 = loads.iter().sum();
        let residual_s: f64 = classes.iter().map(|one| one.rate * one.mean_s * one.mean_s * (1.0 + scv) / 2.0).sum();
        let waiting: f64 = priority(&classes).expect("a steady state").iter().zip(&loads).map(|(one, load)| load * one.waiting_s).sum();
        prop_assert!(near(waiting, load * residual_s / (1.0 - load), 1e-12));
        // With interruptions, the highest class sees no other class, and each class forms a separate system with all
        // higher classes.
        let found = preemptive_priority(&classes).expect("a steady state");
        let alone = preemptive_priority(&classes[..1]).expect("a steady state");
        prop_assert!(near(found[0].response_s, alone[0].response_s, 1e-12));
        // Exponential services with the same mean: all requests together are M/M/1.
        let same: Vec<_> = loads.iter().map(|load| PriorityClass { rate: *load, mean_s: 1.0, scv: 1.0 }).collect();
        let all: f64 = preemptive_priority(&same).expect("a steady state").iter().map(|one| one.mean_in_system).sum();
        prop_assert!(near(all, mm1(load, 1.0).expect("a steady state").mean_in_system, 1e-11));
    }
}

#[test]
fn chain_open_tandem_has_the_textbook_solution() {
    // Two machines without a buffer, all rates 1: solved by hand, the weights of the five states are 2, 3, 2, 1, 1.
    let value = json!({
        "stations": [blocking("a", 1), blocking("b", 1)],
        "classes": [open(1.0, &[("a", 1.0), ("b", 1.0)])],
    });
    let found = solved(value);
    assert_eq!(found.method, Method::MarkovChain);
    assert!(near(found.classes[0].loss_probability, 5.0 / 9.0, 1e-12));
    assert!(near(found.classes[0].throughput, 4.0 / 9.0, 1e-12));
    assert!(near(found.stations[0].mean_in_system, 5.0 / 9.0, 1e-12));
    assert!(near(found.stations[1].mean_in_system, 4.0 / 9.0, 1e-12));
}

#[test]
fn blocking_impossible_networks_are_refused_with_a_fix() {
    let delay = json!({ "name": "z", "kind": "delay" });
    for (value, what) in [
        (
            json!({ "stations": [delay, blocking("a", 2), blocking("b", 2)], "classes": [{
                "name": "all", "population": 5, "start": "z", "visits": [
                    { "station": "z", "service": exponential(1.0), "next": [{ "station": "a", "probability": 1 }] },
                    { "station": "a", "service": exponential(1.0), "next": [{ "station": "b", "probability": 1 }] },
                    { "station": "b", "service": exponential(1.0), "next": [
                        { "station": "a", "probability": 0.5 }, { "station": "z", "probability": 0.5 }] },
                ] }] }),
            "in a cycle of stations that block each other and can all be full, with a total capacity of 4:",
        ),
        (
            json!({ "stations": [blocking("a", 3)], "classes": [class("all", 3, 0, &[("a", 1.0)])] }),
            "start at a station without a capacity",
        ),
        (
            json!({ "stations": [delay, { "name": "p", "kind": "queue", "discipline": "ps" }, blocking("a", 3)],
                "classes": [class("all", 9, 0, &[("z", 1.0), ("p", 1.0), ("a", 1.0)])] }),
            "use the discipline fifo or priority before a station that blocks",
        ),
        (
            json!({ "stations": [delay, { "name": "a", "kind": "queue", "when_full": "block" }],
                "classes": [class("all", 3, 0, &[("z", 1.0), ("a", 1.0)])] }),
            "a station without a capacity is never full",
        ),
    ] {
        let message = solve(&network(value)).expect_err(what).to_string();
        assert!(message.contains(what), "{message}");
    }
}
