//! Several classes: exact and approximate solutions.

use crate::all_states::{Center, sums, throughput};
use crate::single_class::near;
use pathlength_queueing::Error;
use pathlength_queueing::mva::{
    Class, MulticlassSolution, approximate_multiclass, approximate_multiclass_schweitzer, solve_exact,
    solve_multiclass, steps,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Returns one to three classes at one to three queues, with up to `max_population` requests each.
fn networks(max_population: u32) -> impl Strategy<Value = Vec<Class>> {
    (1..4_usize, 1..4_usize).prop_flat_map(move |(count, queues)| {
        let demand = prop_oneof![1 => Just(0.0), 6 => 0.01..2.0_f64];
        let class = (1..=max_population, 0.01..8.0_f64, prop::collection::vec(demand, queues));
        let class = class.prop_map(|(population, delay_s, demands_s)| Class { population, delay_s, demands_s });
        prop::collection::vec(class, count)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn multiclass_small_network_equals_sum_over_all_states(all in networks(3)) {
        let by_class = |of: &dyn Fn(&Class) -> f64| all.iter().map(of).collect::<Vec<_>>();
        let queues = all[0].demands_s.len();
        let mut centers: Vec<_> = (0..queues).map(|at| Center::queue(&by_class(&|class| class.demands_s[at]))).collect();
        centers.push(Center::delay(&by_class(&|class| class.delay_s)));
        let populations: Vec<_> = all.iter().map(|class| class.population).collect();
        let found = solve_multiclass(&all).expect("a solution");
        let queue_lengths = sums(&centers, &populations).queue_lengths;
        for (class, (&found, residences)) in found.throughputs.iter().zip(&found.residences_s).enumerate() {
            let right = throughput(&centers, &populations, class);
            prop_assert!(near(found, right, 1e-11), "{found} {right}");
            for (residence, queue_lengths) in residences.iter().zip(&queue_lengths) {
                prop_assert!((found * residence - queue_lengths[class]).abs() < 1e-11);
            }
        }
    }

    #[test]
    fn linearizer_any_network_stays_within_the_largest_known_errors(all in networks(MAX_POPULATION)) {
        let (error, max) = (linearizer_error(&all), max_linearizer_error(&all));
        prop_assert!(error <= max, "{error} > {max}");
    }
}

/// The largest population for which the Linearizer's documentation states its accuracy.
const MAX_POPULATION: u32 = 25;

/// Returns the largest relative error of the Linearizer for a class's throughput.
fn linearizer_error(all: &[Class]) -> f64 {
    error(all, approximate_multiclass)
}

/// Returns the largest relative error of an approximation for a class's throughput.
fn error(all: &[Class], approximate: fn(&[Class]) -> Result<MulticlassSolution, Error>) -> f64 {
    let (approximate, exact) = (approximate(all).expect("a solution"), solve_multiclass(all).expect("a solution"));
    let pairs = approximate.throughputs.iter().zip(&exact.throughputs);
    pairs.map(|(approximate, exact)| ((approximate - exact) / exact).abs()).fold(0.0, f64::max)
}

/// Returns the error that hill climbing could not exceed, as stated in the Linearizer's documentation. These bounds are
/// not proved; the errors of random networks are far smaller.
fn max_linearizer_error(all: &[Class]) -> f64 {
    match all.iter().map(|class| class.population).min() {
        _ if all.len() == 1 => 0.0085,
        Some(1) => 0.105,
        _ => 0.055,
    }
}

fn class(population: u32, delay_s: f64, demands_s: &[f64]) -> Class {
    Class { population, delay_s, demands_s: demands_s.to_vec() }
}

#[test]
fn linearizer_random_networks_have_documented_error_quantiles() {
    // The networks are the same each time, because the documented quantiles are those of this sample.
    let mut runner = TestRunner::deterministic();
    let strategy = networks(MAX_POPULATION);
    let mut errors: Vec<f64> =
        (0..5000).map(|_| linearizer_error(&strategy.new_tree(&mut runner).expect("a network").current())).collect();
    errors.sort_by(f64::total_cmp);
    for (quantile, max) in [(0.5, 0.000_6), (0.95, 0.006), (0.99, 0.01), (0.998, 0.02)] {
        let error = errors[(quantile * errors.len() as f64) as usize];
        assert!(error <= max, "{quantile}: {error}");
    }
}

#[test]
fn schweitzer_random_networks_have_documented_error_quantiles() {
    let mut runner = TestRunner::deterministic();
    let strategy = networks(MAX_POPULATION);
    let networks: Vec<_> = (0..5000).map(|_| strategy.new_tree(&mut runner).expect("a network").current()).collect();
    let mut errors: Vec<f64> = networks.iter().map(|all| error(all, approximate_multiclass_schweitzer)).collect();
    errors.sort_by(f64::total_cmp);
    for (quantile, max) in [(0.5, 0.014), (0.95, 0.07), (0.99, 0.12), (0.9999, 0.27)] {
        let error = errors[(quantile * errors.len() as f64) as usize];
        assert!(error <= max, "{quantile}: {error}");
    }
    // The Linearizer's error is never larger, except for networks that both solve exactly.
    for all in &networks {
        assert!(linearizer_error(all) <= error(all, approximate_multiclass_schweitzer) + 1e-9);
    }
}

#[test]
fn schweitzer_one_request_is_exact() {
    let all = [class(1, 0.5, &[0.2, 0.3])];
    assert!(error(&all, approximate_multiclass_schweitzer) < 1e-9);
}

#[test]
fn linearizer_small_class_with_large_ones_is_off_by_2_percent() {
    // Networks found by random draws and by a search, with bounds on their errors.
    for (all, min, max) in [
        (
            vec![
                class(1, 0.01, &[0.0, 0.0, 0.0]),
                class(1, 0.01, &[0.0, 0.01, 0.0]),
                class(7, 1.296_446_401_779_396_4, &[1.454_935_629_100_601_3, 1.310_127_149_237_717, 0.0]),
            ],
            0.020,
            0.021,
        ),
        (
            vec![
                class(1, 2.411_506_520_343_683_4, &[0.0, 1.326_610_695_142_722, 1.760_347_118_179_717_5]),
                class(
                    20,
                    7.479_585_283_170_608,
                    &[1.065_068_813_999_870_5, 0.173_908_662_671_267, 0.983_439_903_010_210],
                ),
            ],
            0.050,
            0.051,
        ),
        (vec![class(1, 0.1, &[2.0, 0.0]), class(25, 8.0, &[0.25, 0.26]), class(25, 8.0, &[0.27, 0.28])], 0.09, 0.105),
    ] {
        let error = linearizer_error(&all);
        assert!((min..max).contains(&error), "{error}");
    }
}

#[test]
fn multiclass_identical_classes_share_the_throughput() {
    let single_class = solve_exact(&[0.2, 0.3], 4.0, 30).expect("a solution");
    let class = |population| Class { population, delay_s: 4.0, demands_s: vec![0.2, 0.3] };
    let one = solve_multiclass(&[class(30)]).expect("a solution");
    assert!(near(one.throughputs[0], single_class.throughput, 1e-13));
    let three = solve_multiclass(&[class(5), class(15), class(10)]).expect("a solution");
    for (found, share) in three.throughputs.iter().zip([5.0, 15.0, 10.0]) {
        assert!(near(*found, single_class.throughput * share / 30.0, 1e-12));
    }
}

#[test]
fn linearizer_large_network_satisfies_the_laws() {
    let class = |scale: f64| Class { population: 3_000, delay_s: 10.0 * scale, demands_s: vec![0.003 * scale, 0.002] };
    let all: Vec<_> = (1..=6).map(|scale| class(f64::from(scale))).collect();
    assert!(solve_multiclass(&all).expect_err("too large").to_string().contains("reduce populations or approximate"));
    assert!(steps(&all) > 1 << 40);
    let found = approximate_multiclass(&all).expect("a solution");
    for queue in 0..2 {
        let busy: f64 = all.iter().zip(&found.throughputs).map(|(class, rate)| rate * class.demands_s[queue]).sum();
        assert!(busy <= 1.0 + 1e-6, "{busy}");
    }
    for ((class, rate), residences) in all.iter().zip(&found.throughputs).zip(&found.residences_s) {
        let cycle_s = class.delay_s + residences.iter().sum::<f64>();
        assert!(near(rate * cycle_s, 3_000.0, 1e-6));
    }
}

#[test]
fn multiclass_rejects_invalid_input_with_a_fix() {
    let class = |population, demands_s: &[f64]| Class { population, delay_s: 1.0, demands_s: demands_s.to_vec() };
    for (all, what) in [
        (vec![], "there are no classes: give at least one"),
        (
            vec![class(1, &[1.0]), class(1, &[1.0, 2.0])],
            "the classes differ in their number of demands: give each class one demand per queue",
        ),
        (vec![class(1, &[1.0]), class(0, &[1.0])], "class 2: population is 0: give 1 to"),
        (vec![class(1, &[f64::NAN])], "class 1: demand 1 is NaN s"),
    ] {
        for message in
            [solve_multiclass(&all), approximate_multiclass(&all)].map(|result| result.expect_err(what).to_string())
        {
            assert!(message.contains(what), "{message}");
        }
    }
}
