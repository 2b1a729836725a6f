//! The number of names per page in the two directory formats, for ten kinds of names.
//!
//! `cargo run --release -p pathlength-benches --bin names_per_page`

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

#[path = "../../../models/zfs/tests/v5_directory/names.rs"]
mod names;

use names::{KINDS, measure};

fn main() {
    println!(
        "{:22}{:>11}{:>10}{:>10}{:>8}{:>12}{:>8}",
        "names per page", "name bytes", "v4", "v5", "", "v5 fullest", ""
    );
    for kind in &KINDS {
        let found = measure(kind);
        let fullest = f64::from(found.v5_fullest);
        println!(
            "{:22}{:>11.1}{:>10.1}{:>10.1}{:>7.2}x{:>12}{:>7.2}x",
            kind.title,
            found.name_bytes,
            found.v4,
            found.v5,
            found.v5 / found.v4,
            found.v5_fullest,
            fullest / found.v4,
        );
    }
}
