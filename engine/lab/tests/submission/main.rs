//! Submissions: sealed, damaged, replayed, and compared.
#![cfg(feature = "submission")]

mod class;
mod course;
mod example;
mod format;
mod replayed;
mod rules;
mod sealed;
