//! Thin JavaScript bindings: parse, call the core, hand columns back.
