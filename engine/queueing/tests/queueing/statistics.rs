//! Statistics compared with direct computation.

use pathlength_queueing::{Estimate, Mean, Random, TimeAverage, batch_means, of_runs, seconds, ticks};
use proptest::prelude::*;

proptest! {
    #[test]
    fn mean_and_variance_equal_those_of_two_passes(values in prop::collection::vec(-1e6..1e6_f64, 0..200)) {
        let statistics: Mean = values.iter().copied().collect();
        prop_assert_eq!(statistics.count(), values.len() as u64);
        let count = values.len() as f64;
        let mean = if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / count };
        prop_assert!((statistics.mean() - mean).abs() < 1e-6);
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let variance = if values.len() < 2 { 0.0 } else { squares / (count - 1.0) };
        prop_assert!((statistics.variance() - variance).abs() <= 1e-9 * variance + 1e-6);
    }

    #[test]
    fn time_average_equals_the_area_under_the_level(
        start in 0..u64::MAX / 4,
        steps in prop::collection::vec((0..1_000_000_000_000_u64, 0..1000_u64, any::<bool>()), 1..60),
        reset_at in 0..60_usize,
    ) {
        let (mut now, mut begin, mut area) = (start, start, 0_u128);
        let mut level = TimeAverage::new(3, now);
        for (at, (wait, next, by_one)) in steps.into_iter().enumerate() {
            area += u128::from(level.level()) * u128::from(wait);
            now += wait;
            match (by_one, level.level() > 0 && next % 2 == 0) {
                (true, true) => level.decrement(now),
                (true, false) => level.increment(now),
                (false, _) => level.set(next, now),
            }
            if at == reset_at {
                level.reset(now);
                (begin, area) = (now, 0);
            }
        }
        prop_assert!((level.area_s(now) - area as f64 / 1e9).abs() <= 1e-12 * area as f64);
        let mean = if now == begin { level.level() as f64 } else { area as f64 / (now - begin) as f64 };
        prop_assert!((level.mean(now) - mean).abs() <= 1e-12 * mean);
    }
}

/// Returns the probability that a variate of Student's distribution is within `t`, by Simpson's rule over its density.
fn within(t: f64, freedom: f64) -> f64 {
    let half = f64::midpoint(freedom, 1.0);
    let log_scale = libm::lgamma(half) - libm::lgamma(freedom / 2.0) - 0.5 * libm::log(freedom * std::f64::consts::PI);
    let density = |x: f64| libm::exp(log_scale - half * libm::log1p(x * x / freedom));
    let steps = 20_000;
    let width = t / f64::from(steps);
    let sum: f64 = (0..=steps)
        .map(|n| density(f64::from(n) * width) * if n == 0 || n == steps { 1.0 } else { f64::from(2 + n % 2 * 2) })
        .sum();
    2.0 * sum * width / 3.0
}

#[test]
fn interval_covers_95_percent_of_students_distribution() {
    for runs in (2..=40).chain([64, 200, 5000]) {
        // Values whose mean has a standard error of 1.
        let values: Vec<f64> = (0..runs).map(|n| if n % 2 == 0 { 1.0 } else { -1.0 }).collect();
        let statistics: Mean = values.iter().copied().collect();
        let standard_error = (statistics.variance() / f64::from(runs)).sqrt();
        let Estimate { mean, half_width } = of_runs(&values);
        assert!((mean - values.iter().sum::<f64>() / f64::from(runs)).abs() < 1e-12);
        let probability = within(half_width / standard_error, f64::from(runs - 1));
        assert!((probability - 0.95).abs() < 1e-6, "{runs} runs: {probability}");
    }
}

#[test]
fn estimate_too_few_values_has_infinite_half_width() {
    assert_eq!(of_runs(&[]), Estimate { mean: 0.0, half_width: f64::INFINITY });
    assert_eq!(of_runs(&[7.0]), Estimate { mean: 7.0, half_width: f64::INFINITY });
    let few = batch_means(&[1.0; 39]);
    assert_eq!(few, Estimate { mean: 1.0, half_width: f64::INFINITY });
    assert!(batch_means(&[1.0; 40]).half_width < 1e-12);
}

/// An autoregressive sequence with a correlation of 0.9: a standard error computed as for independent values would be
/// less than a quarter of the true one.
#[test]
fn batch_means_correlated_values_have_valid_intervals() {
    let mut covered = [0; 2];
    for seed in 0..300 {
        let mut random = Random::new(seed, 0);
        let mut level = 0.0;
        let mut next = || {
            level = 0.9 * level + random.exponential() - 1.0;
            level + 5.0
        };
        let values: Vec<f64> = (0..6000).map(|_| next()).collect();
        let estimates = [batch_means(&values), of_runs(&values)];
        covered.iter_mut().zip(estimates).for_each(|(count, estimate)| *count += u32::from(estimate.covers(5.0)));
    }
    assert!((275..=297).contains(&covered[0]), "batches cover the mean in {} of 300", covered[0]);
    assert!(covered[1] < 150, "intervals of values taken as independent cover it in {}", covered[1]);
}

#[test]
fn ticks_round_trip_and_clamp() {
    assert_eq!(ticks(1.5), 1_500_000_000);
    assert_eq!(ticks(0.000_000_000_6), 1);
    assert_eq!([ticks(-1.0), ticks(f64::NAN), ticks(0.0)], [0; 3]);
    assert_eq!(ticks(f64::INFINITY), i64::MAX as u64);
    assert!((seconds(ticks(1234.567)) - 1234.567).abs() < 1e-9);
}
