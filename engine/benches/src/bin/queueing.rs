//! Simulations built from the engine's stations, compared with hand-written loops for the same queueing models.
//!
//! `cargo run --release -p pathlength-benches --bin queueing [-- --check]`
//!
//! Each round runs every model both ways, so that noise affects both alike; the figures are medians over the rounds.
//! The bounds apply to ratios, never to times. With `--check`, the exit status is 1 if a bound is violated.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

use pathlength_bench_wasm::queueing::{Closed, Open, tight};
use rustix::time::{ClockId, clock_gettime};
use std::process::ExitCode;

const EVENTS: u32 = 2_000_000;
const ROUNDS: usize = 15;

/// Minimum speed relative to the hand-written loop. The goal is 0.7; a busy machine reduces the measured ratio.
const BOUND: f64 = 0.6;

/// Returns the CPU time of this thread, which does not include waiting.
fn thread_time_ns() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Returns nanoseconds of CPU time per event.
fn time(mut run: impl FnMut(u32)) -> f64 {
    let start = thread_time_ns();
    run(EVENTS);
    (thread_time_ns() - start) / f64::from(EVENTS)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// A model measured in both versions: its name and, for each round, the nanoseconds per event with stations and with
/// the hand-written loop.
struct MeasuredModel {
    name: &'static str,
    rounds: Vec<[f64; 2]>,
    responses_s: [f64; 2],
}

fn measure() -> [MeasuredModel; 3] {
    let (mut one, mut tight_one) = (Open::new(1, 1), tight::SingleServer::new(1));
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
        MeasuredModel { name: "M/M/1", rounds: first, responses_s: [one.response_s(), tight_one.response_s()] },
        MeasuredModel { name: "M/M/4", rounds: second, responses_s: [four.response_s(), tight_four.response_s()] },
        MeasuredModel {
            name: "closed network, 50 users",
            rounds: third,
            responses_s: [closed.response_s(), tight_closed.response_s()],
        },
    ]
}

fn main() -> ExitCode {
    println!("Median of {ROUNDS} rounds of {EVENTS} events, in millions of events per second of CPU time");
    println!("{:26}{:>10}{:>10}{:>8}   mean response, s", "", "stations", "by hand", "ratio");
    let mut broken = false;
    for MeasuredModel { name, rounds, responses_s } in measure() {
        let [stations, by_hand] = [0, 1].map(|who| 1e3 / median(rounds.iter().map(|round| round[who]).collect()));
        let ratio = median(rounds.iter().map(|round| round[1] / round[0]).collect());
        let [ours, theirs] = responses_s;
        println!("{name:26}{stations:>10.1}{by_hand:>10.1}{ratio:>7.2}x   {ours:.4} and {theirs:.4}");
        broken |= ratio < BOUND;
    }
    if broken {
        println!("A simulation runs at less than {BOUND} times the speed of the hand-written loop.");
    }
    if broken && std::env::args().any(|argument| argument == "--check") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
