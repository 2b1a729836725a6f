//! Runs the command as users do: arguments, files, and standard input in; output and an exit status out.

mod advise;
mod bad_labs;
mod calibrate;
mod check;
mod check_course;
mod check_encrypted;
mod declared;
mod declared_network;
mod declared_trace;
mod diagnose;
mod directory;
mod directory_listings;
mod disk_goals;
#[cfg(unix)]
mod examples;
mod explain;
mod file_pool_goals;
mod formats;
mod goals;
mod headlines;
mod independent_cells;
mod installed;
mod interface;
mod pack;
mod pack_damage;
mod pack_files;
#[cfg(unix)]
mod pack_signals;
mod page_tables;
mod plan;
mod plan_forecasts;
mod queue;
mod quoted_fits;
mod rerun;
mod run;
mod schema;
mod shared_directory;
#[cfg(unix)]
mod shell;
mod sweep;
mod tape_goals;
mod vary;
