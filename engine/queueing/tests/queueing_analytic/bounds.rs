//! The exact solution is within the bounds.

use pathlength_queueing::bounds::{Bounds, Range, asymptotic, asymptotic_multiclass, balanced, saturation};
use pathlength_queueing::mva::{Class, Queue, solve_exact, solve_load_dependent, solve_multiclass_servers};
use proptest::prelude::*;

fn within(range: Range, value: f64, slack: f64) -> bool {
    range.min <= value + slack && value <= range.max + slack
}

/// Returns whether a solution is within its bounds. A response time is the difference between cycle time and delay, so
/// its rounding error is proportional to these times.
fn holds(bounds: &Bounds, throughput: f64, response_s: f64, delay_s: f64) -> bool {
    within(bounds.throughput, throughput, 1e-12 * throughput)
        && within(bounds.response_s, response_s, 1e-12 * (response_s + delay_s))
}

proptest! {
    #[test]
    fn bounds_single_servers_contain_the_exact_solution(
        demands in prop::collection::vec(prop_oneof![1 => Just(0.0), 6 => 0.001..2.0_f64], 1..8),
        delay in prop_oneof![Just(0.0), 0.001..50.0_f64],
        population in 1..500_u32,
    ) {
        prop_assume!(demands.iter().any(|demand| *demand > 0.0));
        let found = solve_exact(&demands, delay, population).expect("a solution");
        let queues: Vec<_> = demands.iter().map(|demand| (*demand, 1)).collect();
        let (wide, close) = (asymptotic(&queues, delay, population), balanced(&demands, delay, population));
        for bounds in [wide, close] {
            prop_assert!(holds(&bounds, found.throughput, found.response_s, delay), "{bounds:?} {found:?}");
        }
        let inside = |value: f64| within(wide.throughput, value, 1e-12 * value);
        prop_assert!(inside(close.throughput.min) && inside(close.throughput.max), "{close:?} {wide:?}");
    }

    #[test]
    fn asymptotic_bounds_multiservers_contain_the_solution(
        queues in prop::collection::vec((0.001..2.0_f64, 1..6_u32), 1..5),
        delay in 0.0..20.0_f64,
        population in 1..60_u32,
    ) {
        let multiserver: Vec<_> = queues.iter().map(|(demand, servers)| Queue::with_servers(*demand, *servers)).collect();
        let (found, _) = solve_load_dependent(&multiserver, delay, population).expect("a solution");
        let bounds = asymptotic(&queues, delay, population);
        prop_assert!(holds(&bounds, found.throughput, found.response_s, delay), "{bounds:?} {found:?}");
    }

    #[test]
    fn asymptotic_bounds_multiclass_contain_the_exact_solution(
        classes in prop::collection::vec(
            (1..5_u32, prop_oneof![Just(0.0), 0.001..20.0_f64], prop::collection::vec(0.001..2.0_f64, 3)), 1..4),
        servers in prop::collection::vec(1..5_u32, 3),
    ) {
        let all: Vec<_> = classes.into_iter()
            .map(|(population, delay_s, demands_s)| Class { population, delay_s, demands_s })
            .collect();
        let found = solve_multiclass_servers(&all, &servers).expect("a solution");
        for (at, (class, bounds)) in all.iter().zip(asymptotic_multiclass(&all, &servers)).enumerate() {
            let (rate, response_s) = (found.throughputs[at], found.residences_s[at].iter().sum());
            prop_assert!(holds(&bounds, rate, response_s, class.delay_s), "{bounds:?} {rate} {response_s}");
        }
    }
}

#[test]
fn asymptotic_bounds_multiclass_are_reached() {
    let class = |population, delay_s, demand_s| Class { population, delay_s, demands_s: vec![demand_s] };
    let reached = |all: &[Class], end: fn(&Range) -> f64| {
        let found = solve_multiclass_servers(all, &[1]).expect("a solution");
        for (rate, bounds) in found.throughputs.iter().zip(asymptotic_multiclass(all, &[1])) {
            assert!((rate / end(&bounds.throughput) - 1.0).abs() < 1e-12, "{rate} {bounds:?}");
        }
    };
    // At one queue without think times, every request waits for all others.
    reached(&[class(3, 0.0, 0.2), class(2, 0.0, 1.5)], |range| range.min);
    // A single request of a single class never waits.
    reached(&[class(1, 7.0, 0.2)], |range| range.max);
}

#[test]
fn saturation_is_where_the_asymptotes_cross() {
    let queues = [(0.05, 1), (0.08, 1), (0.1, 1)];
    // (D + Z) / Dmax = (0.23 + 5) / 0.1.
    assert!((saturation(&queues, 5.0) - 52.3).abs() < 1e-9);
    let at = |population| asymptotic(&queues, 5.0, population).throughput.max;
    assert!((at(52) - 52.0 / 5.23).abs() < 1e-12 && (at(53) - 10.0).abs() < 1e-12);
    assert!((saturation(&[(0.3, 3), (0.08, 1)], 0.0) - 3.8).abs() < 1e-12, "three servers are three times as fast");
}
