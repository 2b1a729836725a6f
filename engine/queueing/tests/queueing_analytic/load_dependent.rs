//! Multiserver and load-dependent stations, small and large.

use crate::all_states::{Center, sums, throughput};
use crate::single_class::near;
use pathlength_queueing::mva::{MAX_WORK, Queue, solve_exact, solve_load_dependent, work};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn load_dependent_small_network_equals_sum_over_all_states(
        queues in prop::collection::vec(
            (prop_oneof![1 => Just(0.0), 5 => 0.01..3.0_f64], prop::collection::vec(0.2..5.0_f64, 1..6)), 1..4),
        delay in prop_oneof![Just(0.0), 0.01..10.0_f64],
        population in 1..9_u32,
    ) {
        prop_assume!(delay > 0.0 || queues.iter().any(|(demand, _)| *demand > 0.0));
        let mut centers: Vec<_> =
            queues.iter().map(|(demand, speeds)| Center { demands_s: vec![*demand], speeds: speeds.clone() }).collect();
        centers.push(Center::delay(&[delay]));
        let queues: Vec<_> = queues.into_iter().map(|(demand_s, speeds)| Queue { demand_s, speeds }).collect();
        let (found, throughputs) = solve_load_dependent(&queues, delay, population).expect("a solution");
        for (&found, population) in throughputs.iter().zip(1..) {
            let right = throughput(&centers, &[population], 0);
            prop_assert!(near(found, right, 1e-12), "{population}: {found} {right}");
        }
        prop_assert_eq!(found.throughput.to_bits(), throughputs[population as usize - 1].to_bits());
        for (station, expected) in found.stations.iter().zip(sums(&centers, &[population]).queue_lengths) {
            prop_assert!((station.queue_length - expected[0]).abs() < 1e-11, "{} {}", station.queue_length, expected[0]);
        }
    }

    #[test]
    fn convolution_single_servers_equals_mean_value_analysis(
        demands in prop::collection::vec(0.001..1.0_f64, 1..8),
        delay in 0.0..20.0_f64,
        population in 1..2_000_u32,
    ) {
        let queues: Vec<_> = demands.iter().map(|demand| Queue::with_servers(*demand, 1)).collect();
        let (found, _) = solve_load_dependent(&queues, delay, population).expect("a solution");
        let right = solve_exact(&demands, delay, population).expect("a solution");
        prop_assert!(near(found.throughput, right.throughput, 1e-11));
        prop_assert!(near(found.response_s, right.response_s, 1e-11));
        for (found, right) in found.stations.iter().zip(&right.stations) {
            prop_assert!(near(found.queue_length, right.queue_length, 1e-11) && near(found.residence_s, right.residence_s, 1e-11));
        }
    }
}

#[test]
fn convolution_hundreds_of_servers_keep_precision() {
    let population = 10_000;
    let cases = [
        (vec![Queue::with_servers(3.0, 300)], 5.0),
        (vec![Queue::with_servers(3.0, 300), Queue::with_servers(0.0099, 1)], 50.0),
        (vec![Queue::with_servers(3.0, 300), Queue::with_servers(2.99, 300), Queue::with_servers(0.02, 2)], 80.0),
        (vec![Queue::with_servers(1e-6, 300), Queue::with_servers(1e3, 300)], 0.0),
    ];
    for (queues, delay) in cases {
        let (found, throughputs) = solve_load_dependent(&queues, delay, population).expect("a solution");
        let limit = queues.iter().map(|queue| queue.speeds.len() as f64 / queue.demand_s).fold(f64::INFINITY, f64::min);
        let mut before = 0.0;
        for rate in throughputs {
            assert!(rate > before * (1.0 - 1e-13) && rate <= limit * (1.0 + 1e-10), "{rate} after {before} of {limit}");
            before = rate;
        }
        let queued: f64 = found.stations.iter().map(|station| station.queue_length).sum();
        assert!(near(queued + found.throughput * delay, f64::from(population), 1e-9), "{queues:?}");
        for (station, queue) in found.stations.iter().zip(&queues) {
            assert!(station.residence_s >= queue.demand_s * (1.0 - 1e-9) && station.utilization <= 1.0 + 1e-10);
        }
    }
}

#[test]
fn multiserver_with_a_server_per_request_is_a_delay() {
    let (found, _) = solve_load_dependent(&[Queue::with_servers(2.0, 500), Queue::with_servers(0.01, 1)], 0.0, 500)
        .expect("a solution");
    let right = solve_exact(&[0.01], 2.0, 500).expect("a solution");
    assert!(near(found.throughput, right.throughput, 1e-11));
    assert!(near(found.stations[0].residence_s, 2.0, 1e-11));
}

#[test]
fn multiserver_single_station_is_never_idle() {
    // All requests are at the only queue, so all its servers are busy from a population of 4 onward.
    let (found, throughputs) = solve_load_dependent(&[Queue::with_servers(0.5, 4)], 0.0, 100).expect("a solution");
    for (&rate, population) in throughputs.iter().zip(1_u32..) {
        assert!(near(rate, f64::from(population.min(4)) / 0.5, 1e-13), "{population}: {rate}");
    }
    assert!(near(found.stations[0].queue_length, 100.0, 1e-12));
}

#[test]
fn load_dependent_rejects_invalid_input_with_a_fix() {
    let refused = |queues: &[Queue], delay, population, what: &str| {
        let message = solve_load_dependent(queues, delay, population).expect_err(what).to_string();
        assert!(message.contains(what), "{message}");
    };
    let with = |speeds: &[f64]| [Queue { demand_s: 1.0, speeds: speeds.to_vec() }];
    refused(&with(&[]), 1.0, 1, "a speed of queue 1 is missing or out of range: give one or more");
    refused(&with(&[1.0, 0.0]), 1.0, 1, "a speed of queue 1");
    refused(&with(&[f64::NAN]), 1.0, 1, "a speed of queue 1");
    refused(&with(&[1.0]), -1.0, 1, "delay is -1 s");
    refused(&with(&[1.0]), 1.0, 0, "population is 0");
    let many = vec![Queue::with_servers(1.0, 10_000); 20];
    assert!(work(&many, 1_000_000) > MAX_WORK);
    refused(&many, 1.0, 1_000_000, "reduce the population or the number of servers");
}
