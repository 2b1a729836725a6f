//! Exact mean value analysis of one class.

use crate::all_states::{Center, sums, throughput};
use pathlength_queueing::mva::{Solution, solve_exact, throughput_and_response, throughput_curve};
use proptest::prelude::*;

pub(crate) fn near(found: f64, right: f64, tolerance: f64) -> bool {
    (found - right).abs() <= tolerance * right.abs().max(1e-12)
}

fn solved(demands_s: &[f64], delay_s: f64, population: u32) -> Solution {
    solve_exact(demands_s, delay_s, population).expect("a network that can be solved")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn single_class_small_network_equals_sum_over_all_states(
        demands in prop::collection::vec(prop_oneof![1 => Just(0.0), 6 => 0.001..2.0_f64], 1..5),
        delay in prop_oneof![Just(0.0), 0.001..10.0_f64],
        population in 1..9_u32,
    ) {
        prop_assume!(delay > 0.0 || demands.iter().any(|demand| *demand > 0.0));
        let mut centers: Vec<_> = demands.iter().map(|demand| Center::queue(&[*demand])).collect();
        centers.push(Center::delay(&[delay]));
        let found = solved(&demands, delay, population);
        let right = throughput(&centers, &[population], 0);
        prop_assert!(near(found.throughput, right, 1e-12), "{} {right}", found.throughput);
        let queue_lengths = sums(&centers, &[population]).queue_lengths;
        for (station, expected) in found.stations.iter().zip(&queue_lengths) {
            prop_assert!(near(station.queue_length, expected[0], 1e-11), "{} {}", station.queue_length, expected[0]);
        }
        let in_network = found.throughput * found.response_s + queue_lengths[demands.len()][0];
        prop_assert!(near(in_network, f64::from(population), 1e-11), "{in_network}");
    }

    #[test]
    fn single_class_large_population_satisfies_the_laws(
        demands in prop::collection::vec(1e-4..1.0_f64, 1..14),
        delay in 0.0..100.0_f64,
        population in 1..3_000_u32,
    ) {
        let found = solved(&demands, delay, population);
        let queues: f64 = found.stations.iter().map(|station| station.queue_length).sum();
        prop_assert!(near(queues + found.throughput * delay, f64::from(population), 1e-11));
        let residences: f64 = found.stations.iter().map(|station| station.residence_s).sum();
        prop_assert!(near(residences, found.response_s, 1e-11));
        for (station, demand) in found.stations.iter().zip(&demands) {
            prop_assert!(station.utilization <= 1.0 + 1e-12);
            prop_assert!(station.residence_s >= demand * MIN_RESIDENCE, "{} {demand}", station.residence_s);
        }
    }
}

/// A residence time is the demand plus a non-negative wait, computed as a quotient of sums of products. Without a wait,
/// five roundings, each by at most half of `f64::EPSILON`, may leave the residence time below the demand.
const MIN_RESIDENCE: f64 = 1.0 - 3.0 * f64::EPSILON;

#[test]
fn residence_single_request_is_the_demand_up_to_rounding() {
    let found = solved(&[0.0001], 0.0, 1).stations[0].residence_s;
    assert!((0.0001 * MIN_RESIDENCE..0.0001).contains(&found), "{found}");
}

#[test]
fn single_class_balanced_network_has_its_closed_form() {
    // Without a delay, N requests at K stations with the same demand d: X = N / (d (N + K - 1)).
    for (stations, population) in [(1, 1), (3, 7), (10, 10_000), (100, 1_000_000)] {
        let found = solved(&vec![0.25; stations], 0.0, population).throughput;
        let right = f64::from(population) / (0.25 * (f64::from(population) + stations as f64 - 1.0));
        assert!(near(found, right, 1e-12), "{stations} {population}: {found} {right}");
    }
}

#[test]
fn single_class_textbook_network_has_its_throughput() {
    // Lazowska, Zahorjan, Graham, and Sevcik, Quantitative System Performance (1984), section 6.4.1: demands 0.605 s
    // (CPU), 2.1 s and 1.35 s (disks), think time 15 s, 3 users.
    let found = solved(&[0.605, 2.1, 1.35], 15.0, 3);
    assert!((found.throughput - 0.152).abs() < 0.001, "{}", found.throughput);
    assert!((found.response_s - 4.76).abs() < 0.05, "{}", found.response_s);
}

#[test]
fn throughput_curve_equals_a_solution_per_population() {
    let demands = [0.05, 0.08, 0.1, 0.02, 0.01];
    let points = throughput_curve(&demands, 5.0, 400).expect("a curve");
    assert_eq!(points.len(), 400);
    for point in &points {
        let solution = solved(&demands, 5.0, point.population);
        assert_eq!((solution.throughput, solution.response_s), (point.throughput, point.response_s));
    }
    assert!(points.windows(2).all(|pair| pair[0].throughput < pair[1].throughput * (1.0 + 1e-15)));
    let unchecked = throughput_and_response(demands, 5.0, 400);
    assert_eq!(unchecked, (points[399].throughput, points[399].response_s));
}

#[test]
fn single_class_short_response_with_long_delay_keeps_digits() {
    let found = solved(&[1e-6], 1e6, 1);
    assert!(near(found.response_s, 1e-6, 1e-15), "{}", found.response_s);
}

#[test]
fn single_class_rejects_invalid_input_with_a_fix() {
    let refused = |demands: &[f64], delay, population, what: &str| {
        let message = solve_exact(demands, delay, population).expect_err(what).to_string();
        assert!(message.contains(what), "{message}");
        assert_eq!(throughput_curve(demands, delay, population).expect_err(what).to_string(), message);
    };
    refused(&[1.0], 0.0, 0, "population is 0: give 1 to 1000000");
    refused(&[1.0], 0.0, 1_000_000_000, "give 1 to 1000000");
    refused(&[1.0, -2.0], 0.0, 1, "demand 2 is -2 s: give 0, or 10^-30");
    refused(&[f64::NAN], 0.0, 1, "demand 1 is NaN s");
    refused(&[f64::INFINITY], 0.0, 1, "demand 1 is inf s");
    refused(&[1e-40], 0.0, 1, "give 0, or 10^-30");
    refused(&[1.0], -1.0, 1, "delay is -1 s: give 0 to 10^9 s");
    refused(&[1.0], f64::NAN, 1, "delay is NaN s");
    refused(&[0.0, 0.0], 0.0, 5, "a value above 0 s");
    refused(&[], 0.0, 5, "a value above 0 s");
}
