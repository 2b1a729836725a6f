//! Several classes at multiserver stations. Solutions are compared with the sum over all states and with a Markov chain
//! that does not use product forms. They are also checked with laws that every solution satisfies.

use crate::all_states::{Center, sums, throughput};
use crate::single_class::near;
use pathlength_queueing::mva::{
    Class, MulticlassSolution, Queue, solve_load_dependent, solve_multiclass, solve_multiclass_servers,
};
use proptest::prelude::*;

/// Returns one to three classes at one to three queues with one to four servers.
fn networks() -> impl Strategy<Value = (Vec<Class>, Vec<u32>)> {
    (1..4_usize, 1..4_usize).prop_flat_map(|(count, queues)| {
        let demand = prop_oneof![1 => Just(0.0), 6 => 0.01..2.0_f64];
        let class = (1..=3_u32, 0.01..8.0_f64, prop::collection::vec(demand, queues));
        let class = class.prop_map(|(population, delay_s, demands_s)| Class { population, delay_s, demands_s });
        (prop::collection::vec(class, count), prop::collection::vec(1..5_u32, queues))
    })
}

fn solved(all: &[Class], servers: &[u32]) -> MulticlassSolution {
    solve_multiclass_servers(all, servers).expect("a solution")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn servers_small_network_equals_sum_over_all_states((all, servers) in networks()) {
        let by_class = |of: &dyn Fn(&Class) -> f64| all.iter().map(of).collect::<Vec<_>>();
        let center = |(at, servers): (usize, &u32)| Center {
            demands_s: by_class(&|class| class.demands_s[at]),
            speeds: (1..=*servers).map(f64::from).collect(),
        };
        let mut centers: Vec<_> = servers.iter().enumerate().map(center).collect();
        centers.push(Center::delay(&by_class(&|class| class.delay_s)));
        let populations: Vec<_> = all.iter().map(|class| class.population).collect();
        let found = solved(&all, &servers);
        let queue_lengths = sums(&centers, &populations).queue_lengths;
        for (class, (&found, residences)) in found.throughputs.iter().zip(&found.residences_s).enumerate() {
            let right = throughput(&centers, &populations, class);
            prop_assert!(near(found, right, 1e-11), "{found} {right}");
            for (residence, queue_lengths) in residences.iter().zip(&queue_lengths) {
                prop_assert!(near(found * residence, queue_lengths[class], 1e-10));
            }
        }
    }

    #[test]
    fn servers_any_network_satisfies_the_laws((all, servers) in networks()) {
        let found = solved(&all, &servers);
        for (class, (rate, residences)) in all.iter().zip(found.throughputs.iter().zip(&found.residences_s)) {
            // Little's law for the whole cycle, and no residence time below the service demand.
            let cycle_s = class.delay_s + residences.iter().sum::<f64>();
            prop_assert!(near(rate * cycle_s, f64::from(class.population), 1e-10));
            for (residence, demand) in residences.iter().zip(&class.demands_s) {
                prop_assert!(*residence >= demand * (1.0 - 1e-12));
            }
        }
        for (at, servers) in servers.iter().enumerate() {
            let busy: f64 = all.iter().zip(&found.throughputs).map(|(class, rate)| rate * class.demands_s[at]).sum();
            prop_assert!(busy < f64::from(*servers));
        }
    }

    #[test]
    fn servers_permuted_classes_permute_the_results((all, servers) in networks()) {
        let found = solved(&all, &servers);
        let reversed: Vec<_> = all.iter().rev().cloned().collect();
        let again = solved(&reversed, &servers);
        for (one, other) in found.throughputs.iter().zip(again.throughputs.iter().rev()) {
            prop_assert!(near(*one, *other, 1e-12));
        }
        for (one, other) in found.residences_s.iter().zip(again.residences_s.iter().rev()) {
            for (one, other) in one.iter().zip(other) {
                prop_assert!(near(*one, *other, 1e-12));
            }
        }
    }

    #[test]
    fn servers_one_each_equal_mean_value_analysis((all, _) in networks()) {
        let found = solved(&all, &vec![1; all[0].demands_s.len()]);
        let right = solve_multiclass(&all).expect("a solution");
        for (one, other) in found.throughputs.iter().zip(&right.throughputs) {
            prop_assert!(near(*one, *other, 1e-11));
        }
    }

    #[test]
    fn servers_more_never_slow_a_single_class((all, servers) in networks()) {
        let one = std::slice::from_ref(&all[0]);
        let more: Vec<_> = servers.iter().map(|servers| servers + 1).collect();
        prop_assert!(solved(one, &more).throughputs[0] >= solved(one, &servers).throughputs[0] * (1.0 - 1e-12));
    }

    #[test]
    fn servers_product_form_solves_the_balance_equations(
        first in 0.1..2.0_f64, second in 0.1..2.0_f64, think in prop::array::uniform2(0.1..3.0_f64),
        populations in prop::array::uniform2(1..4_u32), servers in 1..4_u32,
    ) {
        // Two classes at a delay center and a processor-sharing queue. A state is the number of requests of each class
        // at the queue. The steady state is found by many small steps of the chain, without any product form.
        let demands = [first, second];
        let size = [populations[0] as usize + 1, populations[1] as usize + 1];
        let speed = |total: usize| (total as f64).min(f64::from(servers)) / total.max(1) as f64;
        let mut probabilities = vec![vec![1.0 / (size[0] * size[1]) as f64; size[1]]; size[0]];
        let rates = |a: usize, b: usize| {
            let leave = |count: usize, class: usize| count as f64 * speed(a + b) / demands[class];
            let enter = |count: usize, class: usize| (f64::from(populations[class]) - count as f64) / think[class];
            [enter(a, 0), enter(b, 1), leave(a, 0), leave(b, 1)]
        };
        let fastest = (0..size[0]).flat_map(|a| (0..size[1]).map(move |b| (a, b)))
            .map(|(a, b)| rates(a, b).iter().sum::<f64>()).fold(0.0, f64::max);
        for _ in 0..200_000 {
            let mut next = probabilities.clone();
            let mut change: f64 = 0.0;
            for a in 0..size[0] {
                for b in 0..size[1] {
                    let [enter_a, enter_b, leave_a, leave_b] = rates(a, b).map(|rate| rate / (1.01 * fastest) * probabilities[a][b]);
                    for (flow, to) in [
                        (enter_a, (a + 1, b)), (enter_b, (a, b + 1)),
                        (leave_a, (a.wrapping_sub(1), b)), (leave_b, (a, b.wrapping_sub(1))),
                    ] {
                        if flow > 0.0 {
                            next[a][b] -= flow;
                            next[to.0][to.1] += flow;
                        }
                    }
                }
            }
            for (old, new) in probabilities.iter().flatten().zip(next.iter().flatten()) {
                change = change.max((old - new).abs());
            }
            probabilities = next;
            if change < 1e-15 {
                break;
            }
        }
        let mut queue_lengths = [0.0; 2];
        for (a, row) in probabilities.iter().enumerate() {
            for (b, probability) in row.iter().enumerate() {
                queue_lengths[0] += a as f64 * probability;
                queue_lengths[1] += b as f64 * probability;
            }
        }
        let class = |at: usize| Class { population: populations[at], delay_s: think[at], demands_s: vec![demands[at]] };
        let found = solved(&[class(0), class(1)], &[servers]);
        for at in 0..2 {
            let rate = (f64::from(populations[at]) - queue_lengths[at]) / think[at];
            prop_assert!(near(found.throughputs[at], rate, 1e-8), "{} {rate}", found.throughputs[at]);
            prop_assert!(near(found.throughputs[at] * found.residences_s[at][0], queue_lengths[at], 1e-8));
        }
    }
}

#[test]
fn servers_identical_classes_share_a_large_single_class() {
    let class = |population| Class { population, delay_s: 4.0, demands_s: vec![0.9, 0.3, 2.0] };
    let servers = [7, 1, 40];
    let queues: Vec<_> =
        [0.9, 0.3, 2.0].iter().zip(servers).map(|(demand, servers)| Queue::with_servers(*demand, servers)).collect();
    let (right, _) = solve_load_dependent(&queues, 4.0, 60).expect("a solution");
    let found = solved(&[class(10), class(20), class(30)], &servers);
    for (at, share) in [10.0, 20.0, 30.0].into_iter().enumerate() {
        assert!(near(found.throughputs[at], right.throughput * share / 60.0, 1e-11));
        for (residence, station) in found.residences_s[at].iter().zip(&right.stations) {
            assert!(near(*residence, station.residence_s, 1e-10));
        }
    }
}

#[test]
fn servers_rejects_invalid_input_with_a_fix() {
    let class = |population| Class { population, delay_s: 1.0, demands_s: vec![1.0] };
    for (all, servers, what) in [
        (vec![class(1)], vec![], "servers and demands differ in number: give one of each per queue"),
        (vec![class(1)], vec![0], "queue 1 has 0 servers: give 1 to 10000"),
        (vec![class(2000), class(2000)], vec![2], "exact solution is too large: reduce populations or approximate"),
        (vec![], vec![], "there are no classes: give at least one"),
    ] {
        let message = solve_multiclass_servers(&all, &servers).expect_err(what).to_string();
        assert!(message.contains(what), "{message}");
    }
}
