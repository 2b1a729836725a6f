//! The `pathlength` command.

fn main() {}
