//! Solves and simulates the network of a JSON file: `cargo run --release --example compare -- FILE`.

use pathlength_queueing::network::Network;
use pathlength_queueing::simulate::{Options, simulate};
use pathlength_queueing::solve::solve;
use std::error::Error;
use std::io::{Write, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("no file: write `compare -- FILE`")?;
    let network: Network = serde_json::from_slice(&std::fs::read(path)?)?;
    let solution = solve(&network)?;
    let report = simulate(&network, Options::default())?;
    let mut out = stdout();
    writeln!(out, "{}", solution.method_reason)?;
    for note in &solution.notes {
        writeln!(out, "  {note}")?;
    }
    writeln!(out, "{:12} {:>12} {:>12} {:>20}", "class", "requests/s", "response s", "simulated")?;
    for (solved, simulated) in solution.classes.iter().zip(&report.classes) {
        let response = simulated.response_s;
        writeln!(
            out,
            "{:12} {:12.4} {:12.4} {:12.4} ± {:.4}",
            solved.name, solved.throughput, solved.response_s, response.mean, response.half_width
        )?;
    }
    Ok(())
}
