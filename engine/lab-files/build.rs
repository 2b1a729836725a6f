//! Builds the crate again when a lab has changed.

fn main() {
    // The labs are inside the program, and cargo does not notice their new files.
    println!("cargo:rerun-if-changed=../../labs");
    println!("cargo:rerun-if-changed=build.rs");
}
