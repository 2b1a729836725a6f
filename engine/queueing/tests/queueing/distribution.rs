//! Distributions: samples have the stated mean and variation.

use pathlength_queueing::{Branch, Distribution, Mean, Random};
use proptest::prelude::*;

fn distribution() -> impl Strategy<Value = Distribution> {
    let time = 0.01..100.0_f64;
    let branches = prop::collection::vec((0.05..1.0_f64, time.clone()), 1..5).prop_map(|parts| {
        let sum: f64 = parts.iter().map(|(weight, _)| weight).sum();
        let branch = |(weight, mean_s)| Branch { probability: weight / sum, mean_s };
        Distribution::Hyperexponential { branches: parts.into_iter().map(branch).collect() }
    });
    let values = prop::collection::vec((time.clone(), 0.0..3.0_f64), 1..8).prop_map(|parts| {
        let (values_s, mut weights): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        weights[0] += 0.1;
        Distribution::Empirical { values_s, weights }
    });
    let equally_frequent = prop::collection::vec(time.clone(), 1..8);
    prop_oneof![
        time.clone().prop_map(|mean_s| Distribution::Exponential { mean_s }),
        time.clone().prop_map(|value_s| Distribution::Deterministic { value_s }),
        (time, 1..20_u32).prop_map(|(mean_s, phases)| Distribution::Erlang { mean_s, phases }),
        branches,
        values,
        equally_frequent.prop_map(|values_s| Distribution::Empirical { values_s, weights: Vec::new() }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn distribution_samples_have_its_mean_and_variation(times in distribution(), seed: u64) {
        prop_assert_eq!(times.check(), Ok(()));
        let mut random = Random::new(seed, 0);
        let count = 100_000;
        let samples: Mean = (0..count).map(|_| times.sample(&mut random)).collect();
        let (mean, deviation) = (times.mean(), times.mean() * times.scv().max(0.0).sqrt());
        prop_assert!((samples.mean() - mean).abs() <= 5.5 * deviation / f64::from(count).sqrt() + 1e-9 * mean);
        let scv = samples.variance() / (mean * mean);
        prop_assert!((scv - times.scv()).abs() <= 0.4 * times.scv() + 1e-9, "{} and {}", scv, times.scv());
    }

    #[test]
    fn distribution_json_round_trip_is_identity(times in distribution()) {
        let text = serde_json::to_string(&times).unwrap();
        prop_assert_eq!(serde_json::from_str::<Distribution>(&text).unwrap(), times);
    }
}

#[test]
fn distribution_json_has_the_documented_form() {
    let read = |text: &str| serde_json::from_str::<Distribution>(text);
    assert_eq!(read(r#"{"exponential":{"mean_s":5}}"#).unwrap(), Distribution::Exponential { mean_s: 5.0 });
    let values = Distribution::Empirical { values_s: vec![1.0, 2.0], weights: vec![] };
    assert_eq!(read(r#"{"empirical":{"values_s":[1,2]}}"#).unwrap(), values);
    assert!(read(r#"{"exponential":{"mean_s":5,"mean_ms":5}}"#).is_err());
}

#[test]
fn distribution_check_rejects_invalid_parameters_with_a_fix() {
    use Distribution::{Deterministic, Empirical, Erlang, Exponential, Hyperexponential};
    let branch = |probability, mean_s| Branch { probability, mean_s };
    let cases = [
        (Exponential { mean_s: -1.0 }, "mean"),
        (Exponential { mean_s: f64::NAN }, "mean"),
        (Exponential { mean_s: f64::INFINITY }, "mean"),
        (Deterministic { value_s: -0.1 }, "value"),
        (Erlang { mean_s: 1.0, phases: 0 }, "phases"),
        (Erlang { mean_s: 1.0, phases: 2_000_000_000 }, "phases"),
        (Hyperexponential { branches: vec![] }, "branch"),
        (Hyperexponential { branches: vec![branch(0.5, 1.0)] }, "add up to 0.5, not 1"),
        (Hyperexponential { branches: vec![branch(1.5, 1.0), branch(-0.5, 1.0)] }, "negative probability"),
        (Empirical { values_s: vec![], weights: vec![] }, "no values"),
        (Empirical { values_s: vec![1.0], weights: vec![1.0, 2.0] }, "one weight per value"),
        (Empirical { values_s: vec![1.0], weights: vec![0.0] }, "above 0"),
        (Empirical { values_s: vec![1.0, 2.0], weights: vec![f64::MAX, f64::MAX] }, "weight"),
    ];
    for (times, word) in cases {
        let problem = times.check().expect_err("invalid parameters").to_string();
        assert!(problem.contains(word), "{problem}");
    }
}

#[test]
fn empirical_values_without_weight_are_never_drawn() {
    let times = Distribution::Empirical { values_s: vec![1.0, 2.0, 3.0, 4.0], weights: vec![0.0, 1.0, 2.0, 0.0] };
    let mut random = Random::new(3, 3);
    assert!((0..10_000).map(|_| times.sample(&mut random)).all(|value| (1.5..3.5).contains(&value)));
}
