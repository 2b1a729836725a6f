//! A station with any discipline, as a run simulates it.

use super::super::network::Discipline;
use super::super::station::{
    Delay, HasPriority, Job, PreemptiveQueue, PriorityQueue, ProcessorSharing, Queue, StationStats,
};
use super::super::{Ticks, Timers};
use super::plan::StationPlan;

/// A request at a station.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Request {
    pub(super) id: u32,
    pub(super) visit: u32,
    pub(super) level: u32,
}

impl HasPriority for Request {
    fn level(&self) -> usize {
        self.level as usize
    }
}

/// A station. All delay centers share one [`Delay`].
#[derive(Debug)]
pub(super) enum Node {
    Fifo(Queue<Request>),
    Priority(Queue<Request, PriorityQueue<Job<Request>>>),
    Preemptive(PreemptiveQueue<Request>),
    ProcessorSharing(ProcessorSharing<Request>),
    Delay,
}

impl Node {
    /// Creates a station whose timer slots begin at `first`. Returns the station and the number of its slots.
    pub(super) fn new(station: &StationPlan, first: usize) -> (Self, usize) {
        if station.is_delay {
            return (Self::Delay, 0);
        }
        let StationPlan { servers, capacity, .. } = *station;
        let slots = first..first + servers;
        let node = match station.discipline {
            Discipline::Fifo => Self::Fifo(Queue::new(slots).with_capacity(capacity)),
            Discipline::Priority => Self::Priority(Queue::new(slots).with_capacity(capacity)),
            Discipline::Preemptive => Self::Preemptive(PreemptiveQueue::new(slots).with_capacity(capacity)),
            Discipline::Ps => {
                let sharing = ProcessorSharing::new(first, servers as u64).with_capacity(capacity);
                return (Self::ProcessorSharing(sharing), 1);
            }
        };
        (node, servers)
    }

    /// Returns the statistics of the station; `None` for a delay center.
    pub(super) fn stats(&self) -> Option<&StationStats> {
        match self {
            Self::Fifo(queue) => Some(queue.stats()),
            Self::Priority(queue) => Some(queue.stats()),
            Self::Preemptive(queue) => Some(queue.stats()),
            Self::ProcessorSharing(sharing) => Some(sharing.stats()),
            Self::Delay => None,
        }
    }

    /// Adds a request, whose service time `service` draws when it is needed. Returns whether the request enters the
    /// station.
    #[inline]
    pub(super) fn arrive(
        &mut self,
        delay: &mut Delay<Request>,
        request: Request,
        now: Ticks,
        timers: &mut Timers,
        service: impl FnOnce(&Request) -> Ticks,
    ) -> bool {
        match self {
            Self::Fifo(queue) => queue.arrive(request, now, timers, service),
            Self::Priority(queue) => queue.arrive(request, now, timers, service),
            Self::Preemptive(queue) => queue.arrive(request, now, timers, service),
            Self::ProcessorSharing(sharing) => sharing.arrive(request, now, timers, service(&request)),
            Self::Delay => {
                delay.arrive(request, now, timers, service(&request));
                true
            }
        }
    }

    /// Completes the service at the server with this timer slot.
    #[inline]
    pub(super) fn finish(
        &mut self,
        delay: &mut Delay<Request>,
        slot: usize,
        now: Ticks,
        timers: &mut Timers,
        service: impl FnOnce(&Request) -> Ticks,
    ) -> Request {
        match self {
            Self::Fifo(queue) => queue.finish(slot, now, timers, service),
            Self::Priority(queue) => queue.finish(slot, now, timers, service),
            Self::Preemptive(queue) => queue.finish(slot, now, timers, service),
            Self::ProcessorSharing(sharing) => sharing.finish(now, timers),
            Self::Delay => delay.finish(slot, now),
        }
    }

    /// Returns the request at the server with this timer slot; the next station can block this request.
    ///
    /// # Panics
    /// Panics for disciplines that the check of a network does not allow before a station that blocks.
    pub(super) fn customer(&self, slot: usize) -> Request {
        match self {
            Self::Fifo(queue) => queue.customer(slot),
            Self::Priority(queue) => queue.customer(slot),
            _ => unreachable!("the check of a network allows no other discipline before a station that blocks"),
        }
    }

    /// Keeps a request at its server after its service.
    pub(super) fn block(&mut self, now: Ticks) {
        match self {
            Self::Fifo(queue) => queue.block(now),
            Self::Priority(queue) => queue.block(now),
            _ => {}
        }
    }

    /// Completes a request that was blocked. A delay center has no server that a request could block.
    pub(super) fn release(
        &mut self,
        slot: usize,
        now: Ticks,
        timers: &mut Timers,
        service: impl FnOnce(&Request) -> Ticks,
    ) {
        match self {
            Self::Fifo(queue) => drop(queue.release(slot, now, timers, service)),
            Self::Priority(queue) => drop(queue.release(slot, now, timers, service)),
            _ => {}
        }
    }
}
