//! Capacities and priorities in a small network with exponential times: the balance equations of all its states.
//!
//! A state contains the order of the requests at every station. The equations are solved by elimination without
//! subtractions (Grassmann, Taksar, and Heyman, 1985).

use super::{Method, SolverOutput, is_exponential};
use crate::network::{Class, Discipline, Kind, Network, Station, WhenFull};
use std::collections::BTreeMap;

/// Maximum number of states, for which the elimination takes a second or two.
const MAX_STATES: usize = 1_200;

/// The requests at the stations.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// The visits of the requests at each station, with those in service first.
    present: Vec<Vec<u16>>,
    /// Requests that wait for space at their next station: visit, next visit. First come, first served.
    blocked: Vec<(u16, u16)>,
}

/// The visits of all classes, with indices instead of names.
struct Chain<'a> {
    stations: &'a [Station],
    /// By visit: class, station, service rate, and destinations (`None` is outside the network).
    visits: Vec<Visit>,
    /// By class: the visit at which requests start.
    starts: Vec<u16>,
    /// By class: priority level, 0 first.
    levels: Vec<usize>,
}

struct Visit {
    class: usize,
    station: usize,
    rate: f64,
    next: Vec<(f64, Option<u16>)>,
}

/// Returns the steady state; `None` if times are not exponential or there are too many states. Also returns `None` if
/// requests are lost between stations, because visit counts then no longer follow from the routing.
pub(super) fn solve(network: &Network) -> Option<SolverOutput> {
    let chain = Chain::new(network)?;
    let first = chain.first_state(&network.classes);
    let (states, transitions) = chain.explore(first, &network.classes)?;
    let probabilities = stationary(states.len(), &transitions);
    if !probabilities.iter().all(|probability| probability.is_finite()) {
        return None;
    }
    let mut throughputs = vec![0.0; network.classes.len()];
    let mut losses = throughputs.clone();
    let mut lengths = vec![vec![0.0; network.stations.len()]; network.classes.len()];
    for (state, probability) in states.iter().zip(&probabilities) {
        let requests = state.present.iter().flatten().chain(state.blocked.iter().map(|(visit, _)| visit));
        for &visit in requests {
            let Visit { class, station, .. } = chain.visits[usize::from(visit)];
            lengths[class][station] += probability;
        }
        for (at, class) in network.classes.iter().enumerate() {
            let start = chain.starts[at];
            let rate = if class.population.is_some() {
                // Every service of the first visit ends in one departure, even if the request first waits for space.
                chain.services(state).filter(|service| service.visit == start).map(|service| service.rate).sum()
            } else if chain.has_room(state, chain.visits[usize::from(start)].station) {
                class.arrival_rate()
            } else {
                losses[at] += probability;
                0.0
            };
            throughputs[at] += probability * rate;
        }
    }
    let residences_s = lengths
        .iter()
        .zip(&throughputs)
        .map(|(lengths, rate)| lengths.iter().map(|length| if *rate > 0.0 { length / rate } else { 0.0 }).collect());
    Some(SolverOutput {
        method: Method::MarkovChain,
        method_reason: format!(
            "exponential times and few states: the balance equations of all {} states",
            states.len()
        ),
        notes: Vec::new(),
        residences_s: residences_s.collect(),
        throughputs,
        loss_probabilities: losses,
    })
}

/// From, to, rate.
type Transition = (usize, usize, f64);

/// A service in progress.
struct Service {
    station: usize,
    /// Index among the requests at the station.
    at: usize,
    visit: u16,
    rate: f64,
}

impl<'a> Chain<'a> {
    fn new(network: &'a Network) -> Option<Self> {
        let mut priorities: Vec<u32> = network.classes.iter().map(|class| class.priority).collect();
        priorities.sort_unstable_by(|one, other| other.cmp(one));
        priorities.dedup();
        let level =
            |class: &Class| priorities.iter().position(|priority| *priority == class.priority).unwrap_or_default();
        let (mut visits, mut starts) = (Vec::new(), Vec::new());
        for (at, class) in network.classes.iter().enumerate() {
            if class.arrivals.as_ref().is_some_and(|arrivals| !is_exponential(arrivals)) {
                return None;
            }
            let first = visits.len();
            starts.push((first + class.visit(&class.start)?) as u16);
            for visit in &class.visits {
                let station = network.station(&visit.station)?;
                if !is_exponential(&visit.service) {
                    return None;
                }
                let steps = visit.next.iter().filter(|step| step.probability > 0.0);
                let next = steps.map(|step| {
                    let to = class.visit(&step.station);
                    let loses = to.is_some()
                        && network.station(&step.station).is_some_and(|to| {
                            let Station { capacity, when_full, .. } = &network.stations[to];
                            capacity.is_some() && *when_full == WhenFull::Lose
                        });
                    (!loses).then_some((step.probability, to.map(|to| (first + to) as u16)))
                });
                visits.push(Visit {
                    class: at,
                    station,
                    rate: 1.0 / visit.service.mean(),
                    next: next.collect::<Option<_>>()?,
                });
            }
        }
        let levels = network.classes.iter().map(level).collect();
        Some(Self { stations: &network.stations, visits, starts, levels })
    }

    fn first_state(&self, classes: &[Class]) -> State {
        let mut state = State { present: vec![Vec::new(); self.stations.len()], blocked: Vec::new() };
        for (class, &start) in classes.iter().zip(&self.starts) {
            for _ in 0..class.population.unwrap_or_default() {
                self.enter(&mut state, start);
            }
        }
        state
    }

    /// Returns the number of requests that hold a server of the station after their service.
    fn held(&self, state: &State, station: usize) -> usize {
        state.blocked.iter().filter(|(visit, _)| self.visits[usize::from(*visit)].station == station).count()
    }

    /// Returns the number of requests in service.
    fn serving(&self, state: &State, station: usize) -> usize {
        let present = state.present[station].len();
        match self.stations[station] {
            Station { kind: Kind::Delay, .. } | Station { discipline: Discipline::Ps, .. } => present,
            Station { servers, .. } => present.min((servers as usize).saturating_sub(self.held(state, station))),
        }
    }

    fn has_room(&self, state: &State, station: usize) -> bool {
        let present = state.present[station].len() + self.held(state, station);
        self.stations[station].capacity.is_none_or(|capacity| present < capacity as usize)
    }

    fn level(&self, visit: u16) -> usize {
        self.levels[self.visits[usize::from(visit)].class]
    }

    fn enter(&self, state: &mut State, visit: u16) {
        let station = self.visits[usize::from(visit)].station;
        let first = match self.stations[station].discipline {
            Discipline::Priority => self.serving(state, station),
            Discipline::Preemptive => 0,
            Discipline::Fifo | Discipline::Ps => state.present[station].len(),
        };
        let waiting = &state.present[station][first..];
        let before = waiting.iter().take_while(|other| self.level(**other) <= self.level(visit)).count();
        state.present[station].insert(first + before, visit);
    }

    /// Puts items whose order does not matter into a canonical order: requests in service, and requests that wait for
    /// capacity at different stations.
    fn normalize(&self, state: &mut State) {
        for station in 0..self.stations.len() {
            let serving = self.serving(state, station);
            if self.stations[station].discipline != Discipline::Preemptive {
                state.present[station][..serving].sort_unstable();
            }
        }
        state.blocked.sort_by_key(|(_, next)| self.visits[usize::from(*next)].station);
    }

    fn services(&self, state: &State) -> impl Iterator<Item = Service> {
        (0..self.stations.len()).flat_map(move |station| {
            let serving = self.serving(state, station);
            let Station { kind, discipline, servers, .. } = self.stations[station];
            let is_shared = kind == Kind::Queue && discipline == Discipline::Ps;
            let share = if is_shared { (f64::from(servers) / serving.max(1) as f64).min(1.0) } else { 1.0 };
            let services = state.present[station][..serving].iter().enumerate();
            let of = |(at, &visit): (usize, &u16)| Service {
                station,
                at,
                visit,
                rate: share * self.visits[usize::from(visit)].rate,
            };
            services.map(of).collect::<Vec<_>>()
        })
    }

    /// Returns the state after a service whose request moves to `next`.
    fn after(&self, state: &State, service: &Service, next: Option<u16>) -> State {
        let mut state = state.clone();
        state.present[service.station].remove(service.at);
        if let Some(next) = next {
            let to = self.visits[usize::from(next)].station;
            // A departing request frees space only at its own station.
            if to != service.station && !self.has_room(&state, to) {
                state.blocked.push((service.visit, next));
                self.normalize(&mut state);
                return state;
            }
            self.enter(&mut state, next);
        }
        // The freed space goes to the first request waiting for it, whose departure in turn frees space.
        let mut station = service.station;
        let waits = |state: &State, station: usize| {
            state.blocked.iter().position(|(_, next)| self.visits[usize::from(*next)].station == station)
        };
        while let Some(at) = waits(&state, station).filter(|_| self.has_room(&state, station)) {
            let (visit, next) = state.blocked.remove(at);
            self.enter(&mut state, next);
            station = self.visits[usize::from(visit)].station;
        }
        self.normalize(&mut state);
        state
    }

    /// Returns all states reachable from the first one, and the transitions; `None` if there are too many states.
    fn explore(&self, first: State, classes: &[Class]) -> Option<(Vec<State>, Vec<Transition>)> {
        let mut first = first;
        self.normalize(&mut first);
        let mut known = BTreeMap::from([(first.clone(), 0)]);
        let mut states = vec![first];
        let mut transitions = Vec::new();
        let mut from = 0;
        while from < states.len() {
            let state = states[from].clone();
            let mut targets = Vec::new();
            for service in self.services(&state) {
                for &(probability, next) in &self.visits[usize::from(service.visit)].next {
                    targets.push((self.after(&state, &service, next), service.rate * probability));
                }
            }
            for (class, &start) in classes.iter().zip(&self.starts) {
                if class.population.is_none() && self.has_room(&state, self.visits[usize::from(start)].station) {
                    let mut state = state.clone();
                    self.enter(&mut state, start);
                    self.normalize(&mut state);
                    targets.push((state, class.arrival_rate()));
                }
            }
            for (target, rate) in targets {
                let to = *known.entry(target).or_insert_with_key(|target| {
                    states.push(target.clone());
                    states.len() - 1
                });
                if states.len() > MAX_STATES {
                    return None;
                }
                transitions.push((from, to, rate));
            }
            from += 1;
        }
        Some((states, transitions))
    }
}

/// Returns the steady state of a chain in which state 0 is reachable from every state; in other chains, some values are
/// not finite.
fn stationary(count: usize, transitions: &[Transition]) -> Vec<f64> {
    let mut rates = vec![vec![0.0; count]; count];
    for &(from, to, rate) in transitions {
        if from != to {
            rates[from][to] += rate;
        }
    }
    for eliminated in (1..count).rev() {
        let (above, below) = rates.split_at_mut(eliminated);
        let row = &below[0][..eliminated];
        let leaving: f64 = row.iter().sum();
        for from in above {
            let share = from[eliminated] / leaving;
            from[eliminated] = share;
            if share > 0.0 {
                for (rate, other) in from[..eliminated].iter_mut().zip(row) {
                    *rate += share * other;
                }
            }
        }
    }
    let mut probabilities = vec![1.0; count];
    for at in 1..count {
        probabilities[at] = (0..at).map(|from| probabilities[from] * rates[from][at]).sum();
    }
    let sum: f64 = probabilities.iter().sum();
    for probability in &mut probabilities {
        *probability /= sum;
    }
    probabilities
}
