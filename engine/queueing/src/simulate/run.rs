//! One run: every request from station to station.

use super::super::network::Discipline;
use super::super::station::{Delay, Job, Levels, Queue, Ranked, Sharing, Tally};
use super::super::{Random, Ticks, TimeAverage, Timers, seconds, ticks};
use super::INTERVALS;
use super::plan::{MOST_REQUESTS, Plan};
use crate::Error;

/// A request at a station.
#[derive(Clone, Copy, Debug, Default)]
struct Token {
    request: u32,
    visit: u32,
    rank: u32,
}

impl Ranked for Token {
    fn rank(&self) -> usize {
        self.rank as usize
    }
}

/// A station that has timer slots of its own; the delays share one.
#[derive(Debug)]
enum Node {
    Fifo(Queue<Token>),
    Priority(Queue<Token, Levels<Job<Token>>>),
    Sharing(Sharing<Token>),
    Delay,
}

/// Whose event a timer slot is.
#[derive(Clone, Copy, Debug)]
enum Owner {
    Arrival(usize),
    Station(usize),
}

/// What came of a class.
#[derive(Debug)]
struct ClassTally {
    done: u64,
    response_s: f64,
    lost: u64,
    /// Requests on their way, without those whose users think.
    number: TimeAverage,
}

/// What came of a class's visits to a station.
#[derive(Debug)]
struct VisitTally {
    done: u64,
    number: TimeAverage,
}

/// Numbers that a class has in a row, and a visit; a station has one.
pub(super) const OF_CLASS: usize = 4;
pub(super) const OF_VISIT: usize = 2;

/// One run.
#[derive(Debug)]
pub(super) struct Run {
    random: Random,
    timers: Timers,
    owners: Vec<Owner>,
    nodes: Vec<Node>,
    delay: Delay<Token>,
    /// When each request began its round.
    began: Vec<Ticks>,
    unused: Vec<u32>,
    classes: Vec<ClassTally>,
    visits: Vec<VisitTally>,
    start: Ticks,
    time: Ticks,
    now: Ticks,
    /// What was counted and measured up to the end of each interval, and before the first.
    rows: Vec<Vec<f64>>,
}

impl Run {
    /// A run that measures for `time` from `start` on.
    pub(super) fn new(plan: &Plan, seed: u64, number: u64, start: Ticks, time: Ticks) -> Self {
        let mut owners = Vec::new();
        let mut nodes = Vec::new();
        for (at, class) in plan.classes.iter().enumerate() {
            owners.extend(class.arrivals.as_ref().map(|_| Owner::Arrival(at)));
        }
        for (at, station) in plan.stations.iter().enumerate() {
            let first = owners.len();
            let slots = if station.delay { 0 } else { station.servers };
            let node = match station.discipline {
                _ if station.delay => Node::Delay,
                Discipline::Fifo => Node::Fifo(Queue::new(first..first + slots).with_capacity(station.capacity)),
                Discipline::Priority => {
                    Node::Priority(Queue::new(first..first + slots).with_capacity(station.capacity))
                }
                Discipline::Ps => {
                    Node::Sharing(Sharing::new(first, station.servers as u64).with_capacity(station.capacity))
                }
            };
            let slots = if matches!(node, Node::Sharing(_)) { 1 } else { slots };
            owners.extend(vec![Owner::Station(at); slots]);
            nodes.push(node);
        }
        let none = TimeAverage::new(0, 0);
        let class = |_| ClassTally { done: 0, response_s: 0.0, lost: 0, number: none };
        let mut run = Self {
            random: Random::new(seed, number),
            timers: Timers::new(owners.len()),
            delay: Delay::new(owners.len()),
            owners,
            nodes,
            began: Vec::new(),
            unused: Vec::new(),
            classes: plan.classes.iter().map(class).collect(),
            visits: plan.visits.iter().map(|_| VisitTally { done: 0, number: none }).collect(),
            start,
            time,
            now: 0,
            rows: Vec::with_capacity(INTERVALS + 1),
        };
        run.fill(plan);
        run
    }

    /// The first arrivals, and the requests of closed classes at their starts.
    fn fill(&mut self, plan: &Plan) {
        let mut slot = 0;
        for (at, class) in plan.classes.iter().enumerate() {
            if let Some(arrivals) = &class.arrivals {
                self.timers.set(slot, ticks(arrivals.sample(&mut self.random)));
                slot += 1;
            }
            let population = class.population.unwrap_or_default();
            if !class.thinks {
                self.classes[at].number.set(u64::from(population), 0);
            }
            for _ in 0..population {
                let request = self.began.len() as u32;
                self.began.push(0);
                self.enter(plan, request, class.start);
            }
        }
    }

    /// Goes on for so many events, or until the time is over: how many it did.
    pub(super) fn step(&mut self, plan: &Plan, events: u32) -> Result<u32, Error> {
        for done in 0..events {
            let Some((now, slot)) = self.timers.next() else { break };
            while now >= self.next_row() {
                self.add_row(plan);
                if self.is_over() {
                    return Ok(done + 1);
                }
            }
            self.now = now;
            match self.owners.get(slot) {
                Some(Owner::Arrival(class)) => self.arrive(plan, slot, *class)?,
                Some(Owner::Station(station)) => {
                    let token = self.finish(plan, *station, slot);
                    self.leave(plan, token);
                }
                None => {
                    let token = self.delay.finish(slot, now);
                    self.leave(plan, token);
                }
            }
        }
        Ok(events)
    }

    pub(super) fn is_over(&self) -> bool {
        self.rows.len() > INTERVALS
    }

    pub(super) fn progress(&self) -> f64 {
        (self.now as f64 / (self.start + self.time) as f64).min(1.0)
    }

    /// What was counted and measured up to the end of each interval, and before the first.
    pub(super) fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }

    fn next_row(&self) -> Ticks {
        // Division first: a long time in nanoseconds, times the intervals, would not fit.
        let part = self.rows.len() as Ticks;
        let intervals = INTERVALS as Ticks;
        self.start + self.time / intervals * part + self.time % intervals * part / intervals
    }

    fn add_row(&mut self, plan: &Plan) {
        let now = self.next_row();
        let mut row =
            Vec::with_capacity(OF_CLASS * self.classes.len() + OF_VISIT * self.visits.len() + plan.stations.len());
        for class in &self.classes {
            row.extend([class.done as f64, class.response_s, class.lost as f64, class.number.area_s(now)]);
        }
        for visit in &self.visits {
            row.extend([visit.done as f64, visit.number.area_s(now)]);
        }
        row.extend(self.nodes.iter().map(|node| node.tally().map_or(0.0, |tally| tally.mean_busy(now) * seconds(now))));
        self.rows.push(row);
    }

    /// A request of an open class comes from outside.
    fn arrive(&mut self, plan: &Plan, slot: usize, class: usize) -> Result<(), Error> {
        if let Some(arrivals) = &plan.classes[class].arrivals {
            self.timers.set(slot, self.now + ticks(arrivals.sample(&mut self.random)));
        }
        let request = if let Some(request) = self.unused.pop() {
            self.began[request as usize] = self.now;
            request
        } else if self.began.len() < MOST_REQUESTS {
            self.began.push(self.now);
            self.began.len() as u32 - 1
        } else {
            return Err(Error::new(format!(
                "there are more than {MOST_REQUESTS} requests in the network: they come faster than they are served; give it more servers, shorter services or fewer arrivals"
            )));
        };
        self.classes[class].number.raise(self.now);
        self.enter(plan, request, plan.classes[class].start);
        Ok(())
    }

    /// A request comes to a station.
    #[inline]
    fn enter(&mut self, plan: &Plan, request: u32, visit: usize) {
        let Self { random, timers, now, .. } = self;
        let at = &plan.visits[visit];
        let token = Token { request, visit: visit as u32, rank: plan.classes[at.class].rank };
        let service = |token: &Token| ticks(plan.visits[token.visit as usize].service.sample(random));
        let entered = match &mut self.nodes[at.station] {
            Node::Fifo(queue) => queue.arrive(token, *now, timers, service),
            Node::Priority(queue) => queue.arrive(token, *now, timers, service),
            Node::Sharing(sharing) => sharing.arrive(token, *now, timers, ticks(at.service.sample(random))),
            Node::Delay => {
                self.delay.arrive(token, *now, timers, ticks(at.service.sample(random)));
                true
            }
        };
        if entered {
            self.visits[visit].number.raise(*now);
        } else {
            let class = &mut self.classes[at.class];
            class.lost += 1;
            class.number.lower(*now);
            self.unused.push(request);
        }
    }

    /// A service ends.
    #[inline]
    fn finish(&mut self, plan: &Plan, station: usize, slot: usize) -> Token {
        let Self { random, timers, now, .. } = self;
        let service = |token: &Token| ticks(plan.visits[token.visit as usize].service.sample(random));
        match &mut self.nodes[station] {
            Node::Fifo(queue) => queue.finish(slot, *now, timers, service),
            Node::Priority(queue) => queue.finish(slot, *now, timers, service),
            Node::Sharing(sharing) => sharing.finish(*now, timers),
            Node::Delay => self.delay.finish(slot, *now),
        }
    }

    /// A request leaves a station, and goes where chance sends it.
    #[inline]
    fn leave(&mut self, plan: &Plan, token: Token) {
        let Token { request, visit, .. } = token;
        let (now, visit) = (self.now, visit as usize);
        self.visits[visit].done += 1;
        self.visits[visit].number.lower(now);
        let class_plan = &plan.classes[plan.visits[visit].class];
        let class = &mut self.classes[plan.visits[visit].class];
        let began = &mut self.began[request as usize];
        if class_plan.thinks && visit == class_plan.start {
            *began = now;
            class.number.raise(now);
        }
        let next = plan.visits[visit].next(|| self.random.uniform());
        let round = next.is_none() || class_plan.population.is_some() && next == Some(class_plan.start);
        if round {
            class.done += 1;
            class.response_s += seconds(now - *began);
            *began = now;
            if class_plan.thinks || next.is_none() {
                class.number.lower(now);
            }
        }
        match next {
            Some(next) => self.enter(plan, request, next),
            None => self.unused.push(request),
        }
    }
}

impl Node {
    fn tally(&self) -> Option<&Tally> {
        match self {
            Self::Fifo(queue) => Some(queue.tally()),
            Self::Priority(queue) => Some(queue.tally()),
            Self::Sharing(sharing) => Some(sharing.tally()),
            Self::Delay => None,
        }
    }
}
