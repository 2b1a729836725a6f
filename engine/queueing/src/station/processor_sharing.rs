//! A processor-sharing station.

use super::super::{Ticks, Timers};
use super::StationStats;
use super::queue::Job;

/// Processor sharing (PS): all requests get an equal share of the servers, but at most one server each.
///
/// The station has one timer slot, for the next departure unless a request arrives earlier. The virtual time is the
/// service that each present request has received. The more requests there are, the slower virtual time runs. A request
/// departs when virtual time has advanced by the request's service time since its arrival.
#[derive(Clone, Debug)]
pub struct ProcessorSharing<C> {
    slot: usize,
    servers: u64,
    capacity: u64,
    /// Virtual time at `updated`, in whole nanoseconds.
    virtual_time: Ticks,
    /// Fraction of a nanosecond in the virtual time at `updated`.
    virtual_fraction: f64,
    /// Time of the last update of the virtual time.
    updated: Ticks,
    /// Virtual departure time of each request.
    departures: Timers,
    jobs: Vec<Job<C>>,
    free_indices: Vec<usize>,
    stats: StationStats,
}

impl<C: Copy + Default> ProcessorSharing<C> {
    /// Creates a station with the given number of servers and one timer slot.
    pub fn new(slot: usize, servers: u64) -> Self {
        Self {
            slot,
            servers,
            capacity: u64::MAX,
            virtual_time: 0,
            virtual_fraction: 0.0,
            updated: 0,
            departures: Timers::new(0),
            jobs: Vec::new(),
            free_indices: Vec::new(),
            stats: StationStats::new(),
        }
    }

    /// Limits the number in system to `capacity`: further arrivals are lost.
    #[must_use]
    pub fn with_capacity(mut self, capacity: u64) -> Self {
        self.capacity = capacity;
        self
    }

    /// Handles an arriving request whose service time on a dedicated server is `service`. Returns `false` if the
    /// station is full and the request is lost.
    pub fn arrive(&mut self, customer: C, now: Ticks, timers: &mut Timers, service: Ticks) -> bool {
        if self.stats.in_system() >= self.capacity {
            self.stats.lose();
            return false;
        }
        self.update_virtual_time(now);
        let job = Job { customer, arrival: now };
        let index = if let Some(index) = self.free_indices.pop() {
            self.jobs[index] = job;
            index
        } else {
            self.jobs.push(job);
            self.jobs.len() - 1
        };
        self.stats.arrive(now);
        if self.stats.in_system() <= self.servers {
            self.stats.begin_busy(now);
        }
        self.departures.set(index, self.virtual_time + service);
        self.set_timer(now, timers);
        true
    }

    /// Completes the request with the earliest departure and returns it.
    ///
    /// # Panics
    /// Panics if the station is empty; its timer slot is then not set.
    pub fn finish(&mut self, now: Ticks, timers: &mut Timers) -> C {
        let (_, index) = self.departures.next().expect("a request is in service");
        self.update_virtual_time(now);
        let Job { customer, arrival } = self.jobs[index];
        self.free_indices.push(index);
        if self.stats.in_system() <= self.servers {
            self.stats.end_busy(now);
        }
        self.stats.depart(arrival, now);
        self.set_timer(now, timers);
        customer
    }

    /// Returns the statistics of the station.
    pub fn stats(&self) -> &StationStats {
        &self.stats
    }

    /// Restarts the statistics at time `now`; the requests stay.
    pub fn reset(&mut self, now: Ticks) {
        self.stats.reset(now);
    }

    /// Returns the number of requests per server, at least 1: the slowdown of each.
    fn slowdown(&self) -> f64 {
        (self.stats.in_system() as f64 / self.servers as f64).max(1.0)
    }

    fn update_virtual_time(&mut self, now: Ticks) {
        let elapsed = (now - self.updated) as f64 / self.slowdown() + self.virtual_fraction;
        let whole = elapsed as Ticks;
        self.virtual_time += whole;
        (self.virtual_fraction, self.updated) = (elapsed - whole as f64, now);
    }

    fn set_timer(&mut self, now: Ticks, timers: &mut Timers) {
        if let Some(departure) = self.departures.next_at() {
            let remaining = departure.saturating_sub(self.virtual_time) as f64 - self.virtual_fraction;
            timers.set(self.slot, now + (remaining * self.slowdown() + 0.5) as Ticks);
        }
    }
}
