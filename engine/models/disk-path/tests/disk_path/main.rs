//! The I/O paths to a disk: their outputs, and the advice on them.

mod advice;
mod outputs;
