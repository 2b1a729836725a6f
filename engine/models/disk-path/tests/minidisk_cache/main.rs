//! The minidisk cache: beside a plain one, under `IOzone`, and as it is watched.

mod iozone;
mod live;
mod plain;
