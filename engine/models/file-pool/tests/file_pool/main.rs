//! Tests of the file pool model: the comparison of its two engines, and the interactive server.

mod engines;
mod live;
