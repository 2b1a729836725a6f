//! Simulations made of stations beside the same models written by hand.
//!
//! `cargo run --release -p pathlength-benches --bin queueing [-- --check]`
//!
//! Each round runs every model both ways, so that both meet the same noise; the figures are medians over the rounds.
//! The bounds are ratios, never times: `--check` ends with exit code 1 if one is broken.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use pathlength_bench_wasm::queueing::{Closed, Open, tight};
use rustix::time::{ClockId, clock_gettime};
use std::process::ExitCode;

const EVENTS: u32 = 2_000_000;
const ROUNDS: usize = 15;

/// Of the speed of the loop written by hand, at least: 0.7 is what we want, less is what a busy machine makes of it.
const BOUND: f64 = 0.6;

/// Time that this thread has had of a processor: waiting for others does not count.
fn thread_time_ns() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Nanoseconds of processor time an event.
fn time(mut run: impl FnMut(u32)) -> f64 {
    let start = thread_time_ns();
    run(EVENTS);
    (thread_time_ns() - start) / f64::from(EVENTS)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// A model both ways: its name, and nanoseconds an event of the stations and of the loop by hand, a round each.
struct Measured {
    name: &'static str,
    rounds: Vec<[f64; 2]>,
    responses_s: [f64; 2],
}

fn measure() -> [Measured; 3] {
    let (mut one, mut tight_one) = (Open::new(1, 1), tight::One::new(1));
    let (mut four, mut tight_four) = (Open::new(4, 1), tight::Four::new(1));
    let (mut closed, mut tight_closed) = (Closed::new(1), tight::Closed::new(1));
    let mut rounds = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        rounds[0].push([time(|events| one.run(events)), time(|events| tight_one.run(events))]);
        rounds[1].push([time(|events| four.run(events)), time(|events| tight_four.run(events))]);
        rounds[2].push([time(|events| closed.run(events)), time(|events| tight_closed.run(events))]);
    }
    let [first, second, third] = rounds;
    [
        Measured { name: "M/M/1", rounds: first, responses_s: [one.response_s(), tight_one.response_s()] },
        Measured { name: "M/M/4", rounds: second, responses_s: [four.response_s(), tight_four.response_s()] },
        Measured {
            name: "closed network, 50 users",
            rounds: third,
            responses_s: [closed.response_s(), tight_closed.response_s()],
        },
    ]
}

fn main() -> ExitCode {
    println!("Median of {ROUNDS} rounds of {EVENTS} events, in millions of events a second of processor time");
    println!("{:26}{:>10}{:>10}{:>8}   mean response, s", "", "stations", "by hand", "ratio");
    let mut broken = false;
    for Measured { name, rounds, responses_s } in measure() {
        let [stations, by_hand] = [0, 1].map(|who| 1e3 / median(rounds.iter().map(|round| round[who]).collect()));
        let ratio = median(rounds.iter().map(|round| round[1] / round[0]).collect());
        let [ours, theirs] = responses_s;
        println!("{name:26}{stations:>10.1}{by_hand:>10.1}{ratio:>7.2}x   {ours:.4} and {theirs:.4}");
        broken |= ratio < BOUND;
    }
    if broken {
        println!("Slower beside the loop by hand than the bound of {BOUND}x.");
    }
    if broken && std::env::args().any(|argument| argument == "--check") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
