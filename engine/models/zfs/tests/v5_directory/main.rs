//! What a v5 directory promises: it is a map, it lists every name that stays, it packs names, and no damage surprises it.

mod damage;
mod listing;
mod model;
mod names;
mod names_per_page;
mod size;
