//! One simulation run.

use super::super::station::{Delay, StationStats};
use super::super::{Random, Ticks, TimeAverage, Timers, seconds, ticks};
use super::WARM_UP_PART;
use super::node::{Node, Request};
use super::plan::{Plan, StationPlan};
use crate::Error;
use std::collections::VecDeque;

/// The owner of a timer slot.
#[derive(Clone, Copy, Debug)]
enum TimerOwner {
    Arrival(usize),
    Station(usize),
}

/// A request that has been served and waits for space at its next station.
#[derive(Clone, Copy, Debug)]
struct Blocked {
    request: Request,
    station: usize,
    /// Timer slot of the server blocked by the request; a delay center has none.
    slot: usize,
    next: usize,
}

/// Cumulative statistics of a class.
#[derive(Debug)]
struct ClassStats {
    completions: u64,
    /// Sum of the response times.
    response_s: f64,
    losses: u64,
    /// Requests in the system, without thinking users.
    in_system: TimeAverage,
}

/// Cumulative statistics of a class at a station.
#[derive(Debug)]
struct VisitStats {
    completions: u64,
    in_system: TimeAverage,
}

/// Number of columns for a class and for a visit in a row of [`Run::rows`]; a station has one column.
pub(super) const CLASS_COLUMNS: usize = 4;
pub(super) const VISIT_COLUMNS: usize = 2;

/// The length of a run, and its maximum number of requests.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunSize {
    /// End of the warm-up before the intervals. `None`: the warm-up is the first tenth of the intervals.
    pub(super) warm_up_end: Option<Ticks>,
    /// Total length of the intervals.
    pub(super) time: Ticks,
    /// Number of intervals; an extended run has up to twice as many.
    pub(super) intervals: usize,
    /// Maximum number of requests at any one time.
    pub(super) max_requests: usize,
}

/// One run.
#[derive(Debug)]
pub(super) struct Run {
    random: Random,
    timers: Timers,
    owners: Vec<TimerOwner>,
    nodes: Vec<Node>,
    delay: Delay<Request>,
    /// By station: the requests that wait for space there, first come, first served.
    blocked: Vec<VecDeque<Blocked>>,
    /// Start of the current cycle of each request, by its id.
    cycle_starts: Vec<Ticks>,
    /// Ids of requests that have left the network.
    free_ids: Vec<u32>,
    classes: Vec<ClassStats>,
    visits: Vec<VisitStats>,
    size: RunSize,
    /// End of the warm-up before the intervals, if there is one.
    warm_up_end: Option<Ticks>,
    /// Length of an interval.
    interval: Ticks,
    /// Number of intervals after which the run is over.
    intervals: usize,
    now: Ticks,
    /// The first event after the end of the run.
    next_event: Option<(Ticks, usize)>,
    /// Cumulative counts and areas at the start of the measured time and at the end of each interval.
    rows: Vec<Vec<f64>>,
}

impl Run {
    pub(super) fn new(plan: &Plan, random: Random, size: RunSize) -> Self {
        let mut owners = Vec::new();
        let mut nodes = Vec::new();
        for (at, class) in plan.classes.iter().enumerate() {
            owners.extend(class.arrivals.as_ref().map(|_| TimerOwner::Arrival(at)));
        }
        for (at, station) in plan.stations.iter().enumerate() {
            let (node, slots) = Node::new(station, owners.len());
            owners.extend(vec![TimerOwner::Station(at); slots]);
            nodes.push(node);
        }
        let zero = TimeAverage::new(0, 0);
        let class = |_| ClassStats { completions: 0, response_s: 0.0, losses: 0, in_system: zero };
        let mut run = Self {
            random,
            timers: Timers::new(owners.len()),
            delay: Delay::new(owners.len()),
            owners,
            blocked: nodes.iter().map(|_| VecDeque::new()).collect(),
            nodes,
            cycle_starts: Vec::new(),
            free_ids: Vec::new(),
            classes: plan.classes.iter().map(class).collect(),
            visits: plan.visits.iter().map(|_| VisitStats { completions: 0, in_system: zero }).collect(),
            size,
            warm_up_end: size.warm_up_end,
            interval: (size.time / size.intervals as Ticks).max(1),
            intervals: size.intervals,
            now: 0,
            next_event: None,
            rows: Vec::with_capacity(size.intervals + 1),
        };
        run.start_requests(plan);
        run
    }

    /// Schedules the first arrivals and puts the requests of closed classes at their start.
    fn start_requests(&mut self, plan: &Plan) {
        let mut slot = 0;
        for (at, class) in plan.classes.iter().enumerate() {
            if let Some(arrivals) = &class.arrivals {
                self.timers.set(slot, ticks(arrivals.sample(&mut self.random)));
                slot += 1;
            }
            let population = class.population.unwrap_or_default();
            if !class.has_think_time {
                self.classes[at].in_system.set(u64::from(population), 0);
            }
            for _ in 0..population {
                let id = self.cycle_starts.len() as u32;
                self.cycle_starts.push(0);
                self.enter(plan, id, class.start);
            }
        }
    }

    /// Simulates at most `events` events, up to the end of the run. Returns the number of simulated events.
    ///
    /// # Errors
    /// Returns [`Error`] if there are too many requests in the network.
    pub(super) fn step(&mut self, plan: &Plan, events: u32) -> Result<u32, Error> {
        for done in 0..events {
            let Some((now, slot)) = self.next_event.take().or_else(|| self.timers.next()) else { break };
            while now >= self.next_row_time() {
                self.add_row(plan);
                if self.is_over() {
                    // This event is handled only if the run is extended.
                    self.next_event = Some((now, slot));
                    return Ok(done);
                }
            }
            self.handle(plan, now, slot)?;
        }
        Ok(events)
    }

    /// Simulates until the time `until`, but at most `events` events, without recording intervals. Returns `true` once
    /// `until` is reached.
    ///
    /// # Errors
    /// Returns [`Error`] if there are too many requests in the network.
    pub(super) fn advance(&mut self, plan: &Plan, until: Ticks, events: u32) -> Result<bool, Error> {
        for _ in 0..events {
            match self.next_event.take().or_else(|| self.timers.next()) {
                Some((at, slot)) if at <= until => self.handle(plan, at, slot)?,
                later => {
                    self.next_event = later;
                    self.now = self.now.max(until);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Handles the event of a timer slot at time `now`.
    #[inline]
    fn handle(&mut self, plan: &Plan, now: Ticks, slot: usize) -> Result<(), Error> {
        self.now = now;
        match self.owners.get(slot) {
            Some(TimerOwner::Arrival(class)) => self.arrive(plan, slot, *class)?,
            Some(TimerOwner::Station(station)) => self.complete(plan, *station, slot),
            None => {
                let request = self.delay.finish(slot, now);
                let next = self.next(plan, request);
                let station = plan.visits[request.visit as usize].station;
                if !self.is_blocked(plan, Blocked { request, station, slot, next: next.unwrap_or_default() }, next) {
                    self.leave(plan, request, next);
                }
            }
        }
        Ok(())
    }

    pub(super) fn now(&self) -> Ticks {
        self.now
    }

    /// Returns the number of requests in a visit, waiting and in service.
    pub(super) fn in_visit(&self, visit: usize) -> &TimeAverage {
        &self.visits[visit].in_system
    }

    /// Returns the statistics of a station; `None` for a delay center.
    pub(super) fn station_stats(&self, station: usize) -> Option<&StationStats> {
        self.nodes[station].stats()
    }

    /// Returns the number of completed requests of a class, and the sum of their response times in seconds.
    pub(super) fn responses(&self, class: usize) -> (u64, f64) {
        (self.classes[class].completions, self.classes[class].response_s)
    }

    pub(super) fn is_over(&self) -> bool {
        self.rows.len() > self.intervals
    }

    /// Extends the run: multiplies its measured time by `factor`, at least 1.
    pub(super) fn extend(&mut self, factor: f64) {
        self.intervals = (self.intervals as f64 * factor).ceil() as usize;
        // Keeping the row of every other interval is enough.
        while self.intervals > 2 * self.size.intervals {
            let mut at = 0;
            self.rows.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.interval *= 2;
            self.intervals = self.intervals.div_ceil(2);
        }
    }

    /// Starts the measured time again at the end of the current measured time, with `factor` times its length. The
    /// current measured time becomes part of the warm-up.
    pub(super) fn restart_measurement(&mut self, factor: f64) {
        let measured = self.interval * (self.intervals - self.warm_up_intervals()) as Ticks;
        self.warm_up_end = Some(self.end());
        self.intervals = self.size.intervals;
        self.interval = ((measured as f64 * factor) as Ticks / self.intervals as Ticks).max(1);
        self.rows.clear();
    }

    /// Returns the number of intervals that belong to the warm-up.
    pub(super) fn warm_up_intervals(&self) -> usize {
        if self.warm_up_end.is_some() { 0 } else { self.intervals / WARM_UP_PART }
    }

    /// Returns the time before the first interval, in seconds.
    pub(super) fn intervals_start_s(&self) -> f64 {
        seconds(self.intervals_start())
    }

    fn intervals_start(&self) -> Ticks {
        self.warm_up_end.unwrap_or(0)
    }

    /// Returns the length of an interval, in seconds.
    pub(super) fn interval_s(&self) -> f64 {
        seconds(self.interval)
    }

    fn end(&self) -> Ticks {
        self.intervals_start() + self.interval * self.intervals as Ticks
    }

    /// Returns the end of the last interval, in seconds.
    pub(super) fn end_s(&self) -> f64 {
        seconds(self.end())
    }

    pub(super) fn progress(&self) -> f64 {
        (self.now as f64 / self.end() as f64).min(1.0)
    }

    /// Returns cumulative counts and areas at the start of the measured time and at the end of each interval.
    pub(super) fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }

    fn next_row_time(&self) -> Ticks {
        self.intervals_start() + self.interval * self.rows.len() as Ticks
    }

    fn add_row(&mut self, plan: &Plan) {
        let now = self.next_row_time();
        let mut row = Vec::with_capacity(
            CLASS_COLUMNS * self.classes.len() + VISIT_COLUMNS * self.visits.len() + plan.stations.len(),
        );
        for class in &self.classes {
            row.extend([class.completions as f64, class.response_s, class.losses as f64, class.in_system.area_s(now)]);
        }
        for visit in &self.visits {
            row.extend([visit.completions as f64, visit.in_system.area_s(now)]);
        }
        row.extend(self.nodes.iter().map(|node| node.stats().map_or(0.0, |stats| stats.mean_busy(now) * seconds(now))));
        self.rows.push(row);
    }

    /// Handles an external arrival and schedules the next one.
    fn arrive(&mut self, plan: &Plan, slot: usize, class: usize) -> Result<(), Error> {
        if let Some(arrivals) = &plan.classes[class].arrivals {
            self.timers.set(slot, self.now + ticks(arrivals.sample(&mut self.random)));
        }
        let id = if let Some(id) = self.free_ids.pop() {
            self.cycle_starts[id as usize] = self.now;
            id
        } else if self.cycle_starts.len() < self.size.max_requests {
            self.cycle_starts.push(self.now);
            self.cycle_starts.len() as u32 - 1
        } else {
            return Err(Error::new(format!(
                "more than {} requests are in the network at the same time: add servers, shorten service times, lower the arrival rate, or simulate a fixed time or fewer runs",
                self.size.max_requests
            )));
        };
        self.classes[class].in_system.increment(self.now);
        self.enter(plan, id, plan.classes[class].start);
        Ok(())
    }

    /// Moves a request to the station of a visit.
    #[inline]
    fn enter(&mut self, plan: &Plan, id: u32, visit: usize) {
        let Self { random, timers, now, delay, .. } = self;
        let at = &plan.visits[visit];
        let request = Request { id, visit: visit as u32, level: plan.classes[at.class].level };
        let service = |request: &Request| ticks(plan.visits[request.visit as usize].service.sample(random));
        let entered = self.nodes[at.station].arrive(delay, request, *now, timers, service);
        if entered {
            self.visits[visit].in_system.increment(*now);
        } else {
            let class = &mut self.classes[at.class];
            class.losses += 1;
            class.in_system.decrement(*now);
            self.free_ids.push(id);
        }
    }

    /// Completes the service at the server with this timer slot.
    #[inline]
    fn finish(&mut self, plan: &Plan, station: usize, slot: usize) -> Request {
        let Self { random, timers, now, delay, .. } = self;
        let service = |request: &Request| ticks(plan.visits[request.visit as usize].service.sample(random));
        self.nodes[station].finish(delay, slot, *now, timers, service)
    }

    /// Ends a service: the request leaves for its next station, or blocks its server if there is no space.
    #[inline]
    fn complete(&mut self, plan: &Plan, station: usize, slot: usize) {
        if plan.stations[station].may_be_blocked {
            let request = self.nodes[station].customer(slot);
            let next = self.next(plan, request);
            if self.is_blocked(plan, Blocked { request, station, slot, next: next.unwrap_or_default() }, next) {
                self.nodes[station].block(self.now);
                return;
            }
            self.finish(plan, station, slot);
            self.leave(plan, request, next);
        } else {
            let request = self.finish(plan, station, slot);
            let next = self.next(plan, request);
            self.leave(plan, request, next);
        }
        self.admit_blocked(plan, station);
    }

    /// Draws the next visit of a request; `None` if the request leaves the network.
    #[inline]
    fn next(&mut self, plan: &Plan, request: Request) -> Option<usize> {
        plan.visits[request.visit as usize].next(|| self.random.uniform())
    }

    /// Makes a request wait if its next station blocks and is full. Returns whether the request waits.
    #[inline]
    fn is_blocked(&mut self, plan: &Plan, blocked: Blocked, next: Option<usize>) -> bool {
        let Some(station) = next.map(|next| plan.visits[next].station) else { return false };
        let StationPlan { blocks, capacity, .. } = plan.stations[station];
        let is_full = blocks && self.nodes[station].stats().is_some_and(|stats| stats.in_system() >= capacity);
        if is_full {
            self.blocked[station].push_back(blocked);
        }
        is_full
    }

    /// Assigns the space that a departure has left at `station` to the first request waiting for it, whose departure
    /// leaves space in turn.
    fn admit_blocked(&mut self, plan: &Plan, mut station: usize) {
        while let Some(Blocked { request, station: from, slot, next }) = self.blocked[station].pop_front() {
            let Self { random, timers, now, .. } = self;
            let service = |request: &Request| ticks(plan.visits[request.visit as usize].service.sample(random));
            self.nodes[from].release(slot, *now, timers, service);
            self.leave(plan, request, Some(next));
            station = from;
        }
    }

    /// Ends a request's visit, and starts the next one if there is one.
    #[inline]
    fn leave(&mut self, plan: &Plan, request: Request, next: Option<usize>) {
        let Request { id, visit, .. } = request;
        let (now, visit) = (self.now, visit as usize);
        self.visits[visit].completions += 1;
        self.visits[visit].in_system.decrement(now);
        let class_plan = &plan.classes[plan.visits[visit].class];
        let class = &mut self.classes[plan.visits[visit].class];
        let cycle_start = &mut self.cycle_starts[id as usize];
        if class_plan.has_think_time && visit == class_plan.start {
            *cycle_start = now;
            class.in_system.increment(now);
        }
        let ends_cycle = next.is_none() || class_plan.population.is_some() && next == Some(class_plan.start);
        if ends_cycle {
            class.completions += 1;
            class.response_s += seconds(now - *cycle_start);
            *cycle_start = now;
            if class_plan.has_think_time || next.is_none() {
                class.in_system.decrement(now);
            }
        }
        match next {
            Some(next) => self.enter(plan, id, next),
            None => self.free_ids.push(id),
        }
    }
}
