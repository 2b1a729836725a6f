//! Single stations compared with sums over their states, and with each other.

use crate::single_class::near;
use pathlength_queueing::closed_form::{PriorityClass, erlang_b, erlang_c, md1, mg1, mm1, mmc, mmck, priority};
use proptest::prelude::*;

/// Returns the probabilities of 0, 1, … requests in M/M/c/K.
fn states(load: f64, servers: u32, capacity: u32) -> Vec<f64> {
    let mut weights = vec![1.0];
    for present in 1..=capacity {
        weights.push(weights[present as usize - 1] * load / f64::from(present.min(servers)));
    }
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

fn mean(states: &[f64], of: impl Fn(u32) -> f64) -> f64 {
    states.iter().zip(0..).map(|(share, present)| share * of(present)).sum()
}

proptest! {
    #[test]
    fn mmck_equals_sum_over_states(
        rate in 0.01..5.0_f64, mean_s in 0.01..3.0_f64, servers in 1..8_u32, more in 0..20_u32,
    ) {
        let capacity = servers + more;
        let states = states(rate * mean_s, servers, capacity);
        let found = mmck(rate, mean_s, servers, capacity);
        let loss_probability = states[capacity as usize];
        prop_assert!(near(found.loss_probability, loss_probability, 1e-12));
        prop_assert!(near(found.mean_in_system, mean(&states, f64::from), 1e-12));
        let busy = mean(&states, |present| f64::from(present.min(servers)) / f64::from(servers));
        prop_assert!(near(found.utilization, busy, 1e-12));
        prop_assert!(near(found.response_s * rate * (1.0 - loss_probability), found.mean_in_system, 1e-9));
        prop_assert!((found.response_s - found.waiting_s - mean_s).abs() < 1e-12);
        if more == 0 {
            prop_assert!(near(erlang_b(rate * mean_s, servers), loss_probability, 1e-12));
        }
    }

    #[test]
    fn mmc_equals_sum_over_2000_states(load in 0.05..0.9_f64, servers in 1..8_u32, mean_s in 0.1..3.0_f64) {
        let rate = load * f64::from(servers) / mean_s;
        let states = states(rate * mean_s, servers, 2_000);
        let found = mmc(rate, mean_s, servers).expect("a steady state");
        prop_assert!(near(found.mean_in_system, mean(&states, f64::from), 1e-10));
        prop_assert!(near(found.utilization, load, 1e-12));
        let wait = mean(&states, |present| f64::from(u8::from(present >= servers)));
        prop_assert!(near(erlang_c(rate * mean_s, servers), wait, 1e-10));
        let waiting = mean(&states, |present| f64::from(present.saturating_sub(servers)));
        prop_assert!((found.waiting_s * rate - waiting).abs() < 1e-9);
    }

    #[test]
    fn priorities_obey_the_conservation_law(
        classes in prop::collection::vec((0.01..1.0_f64, 0.01..1.0_f64, 0.0..4.0_f64), 1..5), load in 0.1..0.95_f64,
    ) {
        let whole: f64 = classes.iter().map(|(rate, mean_s, _)| rate * mean_s).sum();
        let classes: Vec<_> =
            classes.iter().map(|&(rate, mean_s, scv)| PriorityClass { rate: rate / whole * load, mean_s, scv }).collect();
        let found = priority(&classes).expect("a steady state");
        prop_assert!(found.windows(2).all(|pair| pair[0].waiting_s < pair[1].waiting_s));
        // Kleinrock's conservation law: the load-weighted sum of waiting times is that of FCFS.
        let rate: f64 = classes.iter().map(|class| class.rate).sum();
        let mean = |of: &dyn Fn(&PriorityClass) -> f64| classes.iter().map(|one| one.rate / rate * of(one)).sum::<f64>();
        let mean_s = mean(&|one| one.mean_s);
        let square = mean(&|one| one.mean_s * one.mean_s * (1.0 + one.scv));
        let fcfs = mg1(rate, mean_s, square / mean_s / mean_s - 1.0).expect("a steady state");
        let weighted: f64 =
            classes.iter().zip(&found).map(|(class, queue)| class.rate * class.mean_s * queue.waiting_s).sum();
        prop_assert!(near(weighted, load * fcfs.waiting_s, 1e-9));
    }
}

#[test]
fn closed_forms_reproduce_textbook_values() {
    // M/M/1: R = s / (1 - U). Requests in M/D/1 wait half as long. M/M/2: R = s / (1 - U^2).
    let one = mm1(0.9, 1.0).expect("a steady state");
    assert!(near(one.response_s, 10.0, 1e-12) && near(one.mean_in_system, 9.0, 1e-12));
    assert!(near(mg1(0.9, 1.0, 1.0).expect("a steady state").response_s, 10.0, 1e-12));
    assert!(near(md1(0.9, 1.0).expect("a steady state").waiting_s, 4.5, 1e-12));
    assert!(near(mmc(1.2, 1.0, 2).expect("a steady state").response_s, 1.0 / (1.0 - 0.36), 1e-12));
    // Erlang's tables: 10 erlangs have a blocking probability of 21.46 % on 10 lines and 0.187 % on 20 lines.
    assert!((erlang_b(10.0, 10) - 0.2146).abs() < 5e-5 && (erlang_b(10.0, 20) - 0.001_87).abs() < 5e-6);
}

#[test]
fn saturated_station_has_no_steady_state() {
    assert_eq!(mm1(1.0, 1.0), None);
    assert_eq!(mmc(5.0, 1.0, 4), None);
    assert_eq!(mg1(2.0, 0.6, 0.0), None);
    let class = PriorityClass { rate: 0.6, mean_s: 1.0, scv: 1.0 };
    assert_eq!(priority(&[class, class]), None);
}

#[test]
fn mmck_large_load_and_capacity_keep_precision() {
    let full = mmck(1e6, 1.0, 3, 1_000_000);
    assert!(
        near(full.utilization, 1.0, 1e-12)
            && near(full.loss_probability, 1.0 - 3e-6, 1e-12)
            && near(full.mean_in_system, 1e6, 1e-5)
    );
    let empty = mmck(1e-6, 1.0, 3, 1_000_000);
    assert!(near(empty.response_s, 1.0, 1e-12) && empty.loss_probability >= 0.0);
    let many = mmc(9_990.0, 1.0, 10_000).expect("a steady state");
    assert!(many.waiting_s > 0.0 && many.response_s < 1.2);
}
