//! The minidisk cache: compared with a simple model, under `IOzone`, and interactive.

mod iozone;
mod live;
mod plain;
