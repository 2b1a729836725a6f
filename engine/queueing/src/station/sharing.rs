//! Servers that serve everyone at once.

use super::super::{Ticks, Timers};
use super::Tally;
use super::queue::Job;

/// Processor sharing: the servers' work is shared out evenly among all requests, none of which gets more than one server.
///
/// The station has one timer slot: when the next request leaves, if nobody comes before. It keeps a clock that runs as
/// each request is served, slower the more there are; a request leaves when that clock has gone on by its service time.
#[derive(Clone, Debug)]
pub struct Sharing<C> {
    slot: usize,
    servers: u64,
    capacity: u64,
    /// The clock of service when it was read, what it was past that whole nanosecond, and when that was.
    served: Ticks,
    part: f64,
    read: Ticks,
    /// By the clock of service, when each request leaves.
    ends: Timers,
    jobs: Vec<Job<C>>,
    free: Vec<usize>,
    tally: Tally,
}

impl<C: Copy + Default> Sharing<C> {
    /// With so many servers and one timer slot.
    pub fn new(slot: usize, servers: u64) -> Self {
        Self {
            slot,
            servers,
            capacity: u64::MAX,
            served: 0,
            part: 0.0,
            read: 0,
            ends: Timers::new(0),
            jobs: Vec::new(),
            free: Vec::new(),
            tally: Tally::new(),
        }
    }

    /// The same with room for `most` requests: one that comes to a full station is lost.
    #[must_use]
    pub fn with_capacity(mut self, most: u64) -> Self {
        self.capacity = most;
        self
    }

    /// A request comes that would take `time` on a server of its own. `false` if the station is full and it is lost.
    pub fn arrive(&mut self, customer: C, now: Ticks, timers: &mut Timers, time: Ticks) -> bool {
        if self.tally.present() >= self.capacity {
            self.tally.lose();
            return false;
        }
        self.read_clock(now);
        let job = Job { customer, since: now };
        let place = if let Some(place) = self.free.pop() {
            self.jobs[place] = job;
            place
        } else {
            self.jobs.push(job);
            self.jobs.len() - 1
        };
        self.tally.arrive(now);
        if self.tally.present() <= self.servers {
            self.tally.begin(now);
        }
        self.ends.set(place, self.served + time);
        self.set_timer(now, timers);
        true
    }

    /// The first of the requests is served. Gives it.
    ///
    /// # Panics
    /// If nobody is here: the station's timer slot is then not set.
    pub fn finish(&mut self, now: Ticks, timers: &mut Timers) -> C {
        let (_, place) = self.ends.next().expect("someone is being served");
        self.read_clock(now);
        let Job { customer, since } = self.jobs[place];
        self.free.push(place);
        if self.tally.present() <= self.servers {
            self.tally.end(now);
        }
        self.tally.depart(since, now);
        self.set_timer(now, timers);
        customer
    }

    /// What came of the station so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Forgets what came of the station before `now`, but not who is there.
    pub fn reset(&mut self, now: Ticks) {
        self.tally.reset(now);
    }

    /// How many requests share a server: 1 or more.
    fn sharers(&self) -> f64 {
        (self.tally.present() as f64 / self.servers as f64).max(1.0)
    }

    fn read_clock(&mut self, now: Ticks) {
        let gone = (now - self.read) as f64 / self.sharers() + self.part;
        let whole = gone as Ticks;
        self.served += whole;
        (self.part, self.read) = (gone - whole as f64, now);
    }

    fn set_timer(&mut self, now: Ticks, timers: &mut Timers) {
        if let Some(end) = self.ends.next_at() {
            let left = end.saturating_sub(self.served) as f64 - self.part;
            timers.set(self.slot, now + (left * self.sharers() + 0.5) as Ticks);
        }
    }
}
