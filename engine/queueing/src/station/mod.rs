//! Stations: the parts that simulations are put together from.
//!
//! A station knows who is there and what came of it; it does not know where requests come from or go to. Whoever uses it
//! owns the [`Timers`](super::Timers), takes the next event out, calls the station whose slot that is, and sends the request on:
//!
//! ```
//! use pathlength_queueing::{Random, Timers, ticks};
//! use pathlength_queueing::station::Queue;
//!
//! // One server, nine arrivals for ten that it could serve. Slot 0 is the next arrival, slot 1 the server.
//! let (mut timers, mut random) = (Timers::new(2), Random::new(1, 0));
//! let mut server: Queue<()> = Queue::new(1..2);
//! let mut now = 0;
//! timers.set(0, ticks(random.exponential() / 0.9));
//! while server.tally().done() < 1000 {
//!     let (at, slot) = timers.next().expect("an arrival is always pending");
//!     now = at;
//!     let service = |(): &()| ticks(random.exponential());
//!     if slot == 0 {
//!         server.arrive((), now, &mut timers, service);
//!         timers.set(0, now + ticks(random.exponential() / 0.9));
//!     } else {
//!         server.finish(slot, now, &mut timers, service);
//!     }
//! }
//! assert!(server.tally().response_s(now) > 1.0);
//! ```
//!
//! What a request is, and how it waits, are types: the compiler makes one loop of all of it.

mod delay;
mod line;
mod lock;
mod queue;
mod sharing;
mod tally;

pub use delay::Delay;
pub use line::{Fifo, Levels, Line, Ranked};
pub use lock::Lock;
pub use queue::{Job, Queue};
pub use sharing::Sharing;
pub use tally::{Spread, Tally};
