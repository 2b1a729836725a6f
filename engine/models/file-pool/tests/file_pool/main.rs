//! A file pool server: its two engines beside each other, and as it is watched.

mod engines;
mod live;
