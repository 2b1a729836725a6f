//! The check of a network: names, ranges, probabilities, and reachability.

use super::{Class, Discipline, Distribution, Kind, Network, OUT, Station, Visit, WhenFull};
use crate::Error;

/// Tolerance for the sum of probabilities, which are rounded when they are written as decimals.
const SUM_TOLERANCE: f64 = 1e-9;

type CheckResult = Result<(), Error>;

fn require(valid: bool, problem: impl FnOnce() -> String) -> CheckResult {
    if valid { Ok(()) } else { Err(Error::new(problem())) }
}

pub(super) fn network(network: &Network) -> CheckResult {
    let (stations, classes) = (&network.stations, &network.classes);
    require(!stations.is_empty(), || "the network has no stations: give at least one".to_owned())?;
    require(!classes.is_empty(), || "the network has no classes: give at least one".to_owned())?;
    let max = Network::MAX_STATIONS;
    require(stations.len() <= max, || format!("the network has {} stations: give at most {max}", stations.len()))?;
    let max = Network::MAX_CLASSES;
    require(classes.len() <= max, || format!("the network has {} classes: give at most {max}", classes.len()))?;
    names("station", stations.iter().map(|station| station.name.as_str()))?;
    names("class", classes.iter().map(|class| class.name.as_str()))?;
    for one in stations {
        station(one).map_err(|error| with_context(&format!("station \"{}\"", one.name), &error))?;
    }
    for one in classes {
        class(one, network).map_err(|error| with_context(&format!("class \"{}\"", one.name), &error))?;
    }
    for station in stations {
        let visited = classes.iter().any(|class| class.visit(&station.name).is_some());
        require(visited, || {
            format!("no class visits station \"{}\": remove the station or add a visit", station.name)
        })?;
    }
    deadlock(network)
}

/// Checks that stations that block each other cannot all be full at once: every cycle of them must have more capacity
/// than there are requests.
fn deadlock(network: &Network) -> CheckResult {
    let blocking: Vec<&Station> = network.stations.iter().filter(|one| one.when_full == WhenFull::Block).collect();
    let at = |name: &str| blocking.iter().position(|station| station.name == name);
    // By pair of blocking stations: the minimum capacity on a path from one to the other, the last station excluded.
    let mut room = vec![vec![u64::MAX; blocking.len()]; blocking.len()];
    let mut population = 0;
    for class in &network.classes {
        // An open class can fill any capacity.
        let is_blocked = class.visits.iter().any(|visit| at(&visit.station).is_some());
        population += class.population.map_or(if is_blocked { u64::from(u32::MAX) } else { 0 }, u64::from);
        for visit in &class.visits {
            let Some(from) = at(&visit.station) else { continue };
            for step in visit.next.iter().filter(|step| step.probability > 0.0) {
                if let Some(to) = at(&step.station) {
                    room[from][to] = u64::from(blocking[from].capacity.unwrap_or_default());
                }
            }
        }
    }
    for via in 0..blocking.len() {
        for from in 0..blocking.len() {
            for to in 0..blocking.len() {
                room[from][to] = room[from][to].min(room[from][via].saturating_add(room[via][to]));
            }
        }
    }
    let stuck = (0..blocking.len()).find(|&at| room[at][at] <= population);
    require(stuck.is_none(), || {
        format!(
            "station \"{}\" is in a cycle of stations that block each other and can all be full, with a total \
             capacity of {}: raise a capacity until the total exceeds the population, or remove a capacity",
            blocking[stuck.unwrap_or_default()].name,
            room[stuck.unwrap_or_default()][stuck.unwrap_or_default()]
        )
    })
}

fn with_context(context: &str, error: &Error) -> Error {
    Error::new(format!("{context}: {error}"))
}

fn names<'a>(kind: &str, names: impl Iterator<Item = &'a str>) -> CheckResult {
    let mut earlier: Vec<&str> = Vec::new();
    for name in names {
        require(!name.is_empty(), || format!("a {kind} has an empty name: give it a name"))?;
        require(name != OUT, || {
            format!("a {kind} has the reserved name \"{OUT}\", which means leaving the network: give it another name")
        })?;
        require(!earlier.contains(&name), || {
            format!("the {kind} name \"{name}\" is not unique: rename one of the two")
        })?;
        earlier.push(name);
    }
    Ok(())
}

fn station(station: &Station) -> CheckResult {
    if station.kind == Kind::Delay {
        let is_plain = station.servers == 1
            && station.discipline == Discipline::Fifo
            && station.capacity.is_none()
            && station.when_full == WhenFull::Lose;
        return require(is_plain, || {
            "a delay center has no queue: remove servers, discipline, and capacity, or set kind to queue".to_owned()
        });
    }
    let max = Network::MAX_SERVERS;
    require((1..=max).contains(&station.servers), || format!("servers is {}: give 1 to {max}", station.servers))?;
    require(station.when_full == WhenFull::Lose || station.capacity.is_some(), || {
        "a station without a capacity is never full: give a capacity, or remove when_full".to_owned()
    })?;
    let capacity = station.capacity.unwrap_or(Network::MAX_CAPACITY);
    let max = Network::MAX_CAPACITY;
    require(capacity <= max, || format!("capacity is {capacity}: give at most {max}, or omit it for no limit"))?;
    require(capacity >= station.servers, || {
        format!(
            "capacity {capacity} is less than the {} servers: it includes requests in service, so raise it",
            station.servers
        )
    })
}

fn time(name: &str, time: &Distribution) -> CheckResult {
    time.check().map_err(|error| with_context(name, &error))?;
    require(time.mean() <= Network::MAX_TIME_S, || {
        format!("{name}: the mean is {} s: give at most 10^9 s", time.mean())
    })
}

fn class(class: &Class, network: &Network) -> CheckResult {
    match (class.population, &class.arrivals) {
        (Some(population), None) => {
            let max = Network::MAX_POPULATION;
            require((1..=max).contains(&population), || {
                format!("population is {population}: give 1 to {max}, or remove the class")
            })?;
        }
        (None, Some(arrivals)) => {
            time("arrivals", arrivals)?;
            require(arrivals.mean() > 0.0, || {
                "the mean time between arrivals is 0 s: give a time above 0 s".to_owned()
            })?;
        }
        _ => {
            return require(false, || {
                "the class needs either a population or arrivals, not both: give one of them".to_owned()
            });
        }
    }
    for (at, one) in class.visits.iter().enumerate() {
        require(class.visit(&one.station) == Some(at), || {
            format!("station \"{}\" has two visits: give each station one visit", one.station)
        })?;
        visit(one, class, network).map_err(|error| with_context(&format!("visit to \"{}\"", one.station), &error))?;
    }
    require(class.visit(&class.start).is_some(), || {
        format!("start \"{}\" is not among the visits: add a visit or start elsewhere", class.start)
    })?;
    reachability(class)?;
    require(class.visits.iter().any(|visit| visit.service.mean() > 0.0), || {
        "all service times are 0: give at least one a mean above 0 s".to_owned()
    })
}

fn visit(visit: &Visit, class: &Class, network: &Network) -> CheckResult {
    let Some(at) = network.station(&visit.station) else {
        let known: Vec<_> = network.stations.iter().map(|station| station.name.as_str()).collect();
        return require(false, || format!("unknown station: choose one of {}", known.join(", ")));
    };
    let station = &network.stations[at];
    let loses = station.capacity.is_some() && station.when_full == WhenFull::Lose;
    require(!loses || class.population.is_none(), || {
        "a closed class would lose requests at a station with a capacity: remove the capacity, or set when_full to block"
            .to_owned()
    })?;
    let starts_full = station.capacity.is_some() && class.population.is_some() && class.start == visit.station;
    require(!starts_full, || {
        "all requests of a closed class begin here: start at a station without a capacity".to_owned()
    })?;
    let may_block = visit.next.iter().any(|step| step.probability > 0.0 && network.blocks(&step.station));
    let keeps_requests = matches!(station.discipline, Discipline::Fifo | Discipline::Priority);
    require(!may_block || keeps_requests, || {
        "a blocked request cannot keep a server here: use the discipline fifo or priority before a station that blocks"
            .to_owned()
    })?;
    time("service", &visit.service)?;
    let mut sum = 0.0;
    for (at, step) in visit.next.iter().enumerate() {
        let name = &step.station;
        require((0.0..=1.0).contains(&step.probability), || {
            format!("the probability of \"{name}\" is {}: give 0 to 1", step.probability)
        })?;
        require(visit.next[..at].iter().all(|other| other.station != *name), || {
            format!("\"{name}\" occurs twice in next: give each station one probability")
        })?;
        require(name != OUT || class.population.is_none(), || {
            format!(
                "a closed class cannot leave the network (\"{OUT}\"): give a station, or arrivals instead of a \
                 population"
            )
        })?;
        require(name == OUT || class.visit(name).is_some(), || {
            format!("\"{name}\" in next is not visited by the class: add a visit or give another station")
        })?;
        sum += step.probability;
    }
    require((sum - 1.0).abs() <= SUM_TOLERANCE, || {
        format!("the probabilities in next sum to {sum}, not 1: change them")
    })
}

/// Checks that every visit is reachable from the start, and that the start of a closed class, or the outside, is
/// reachable from every visit.
fn reachability(class: &Class) -> CheckResult {
    let successors = |visit: &Visit| -> Vec<usize> {
        let steps = visit.next.iter().filter(|step| step.probability > 0.0);
        steps.map(|step| class.visit(&step.station).unwrap_or(class.visits.len())).collect()
    };
    let next: Vec<Vec<usize>> = class.visits.iter().map(successors).chain([Vec::new()]).collect();
    let start = class.visit(&class.start).unwrap_or_default();
    let mut reached = vec![false; next.len()];
    let mut pending = vec![start];
    while let Some(at) = pending.pop() {
        if !std::mem::replace(&mut reached[at], true) {
            pending.extend(&next[at]);
        }
    }
    for (visit, reached) in class.visits.iter().zip(&reached) {
        require(*reached, || {
            format!(
                "visit to \"{}\" is unreachable from the start: remove it or give a route to it a probability above 0",
                visit.station
            )
        })?;
    }
    let end = if class.population.is_some() { start } else { class.visits.len() };
    let mut reaches_end = vec![false; next.len()];
    reaches_end[end] = true;
    // Backward search: each pass finds a visit with a successor that reaches the end.
    while let Some(at) = (0..next.len()).find(|&at| !reaches_end[at] && next[at].iter().any(|&to| reaches_end[to])) {
        reaches_end[at] = true;
    }
    for (visit, reaches_end) in class.visits.iter().zip(&reaches_end) {
        require(*reaches_end, || {
            let end = if class.population.is_some() { &class.start } else { OUT };
            format!("visit to \"{}\" has no path to \"{end}\": give a path a probability above 0", visit.station)
        })?;
    }
    Ok(())
}
