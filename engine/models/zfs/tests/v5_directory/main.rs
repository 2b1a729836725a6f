//! The v5 directory: behavior, listings, page density, size, and damaged pages.

mod damage;
mod listing;
mod merging;
mod model;
mod names;
mod names_per_page;
mod size;
