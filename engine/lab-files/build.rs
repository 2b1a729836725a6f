//! Rebuilds the crate when a lab has changed, and finds the labs.

use std::fs;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(packed_labs)");
    // `labs` is a link to the folder at the top of the checkout, or a file where git creates no links. In a source
    // package, `labs` contains the files themselves, because cargo follows the link.
    if fs::symlink_metadata("labs").is_ok_and(|labs| labs.is_dir()) {
        println!("cargo:rustc-cfg=packed_labs");
    } else {
        // The labs are inside the program, and cargo does not notice new files in them.
        println!("cargo:rerun-if-changed=../../labs");
    }
}
