//! The paths to a disk: their outputs, and the advice that is given on them.

mod advice;
mod outputs;
