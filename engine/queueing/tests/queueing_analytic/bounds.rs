//! The exact solution is within the bounds.

use pathlength_queueing::bounds::{Bounds, Range, asymptotic, balanced, saturation};
use pathlength_queueing::mva::{Queue, solve_exact, solve_load_dependent};
use proptest::prelude::*;

fn within(range: Range, value: f64, slack: f64) -> bool {
    range.min <= value + slack && value <= range.max + slack
}

/// A response time is the difference of cycle time and delay, so its rounding error is relative to those.
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
