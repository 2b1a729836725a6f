//! A file pool server: its two engines compared, and the interactive server.

mod engines;
mod live;
