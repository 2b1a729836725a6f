//! Stations: the building blocks of simulations.
//!
//! A station holds its requests and its statistics; it does not know where requests come from or go to. The caller owns
//! the event list ([`Timers`](super::Timers)), takes the next event from it, calls the station that owns the event's
//! slot, and routes the request:
//!
//! ```
//! use pathlength_queueing::{Random, Timers, ticks};
//! use pathlength_queueing::station::Queue;
//!
//! // M/M/1 with a utilization of 0.9. Slot 0 is the next arrival, slot 1 the server.
//! let (mut timers, mut random) = (Timers::new(2), Random::new(1, 0));
//! let mut server: Queue<()> = Queue::new(1..2);
//! let mut now = 0;
//! timers.set(0, ticks(random.exponential() / 0.9));
//! while server.stats().completions() < 1000 {
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
//! assert!(server.stats().response_s(now) > 1.0);
//! ```
//!
//! The request and the scheduling discipline are type parameters, so the compiler can inline everything into one loop.

mod delay;
mod preemptive;
mod processor_sharing;
mod queue;
mod shared_lock;
mod stats;
mod wait_queue;

pub use delay::Delay;
pub use preemptive::PreemptiveQueue;
pub use processor_sharing::ProcessorSharing;
pub use queue::{Job, Queue};
pub use shared_lock::{Access, SharedLock};
pub use stats::{StationStats, TimeHistogram};
pub use wait_queue::{Fifo, HasPriority, PriorityQueue, WaitQueue};
