//! Whether a network can be what it says.

use super::{Class, Discipline, Distribution, Kind, Network, OUT, Station, Visit};
use crate::Error;

/// How far from 1 the sum of probabilities may be that were written down in decimals.
const SUM_TOLERANCE: f64 = 1e-9;

type Checked = Result<(), Error>;

fn require(fine: bool, problem: impl FnOnce() -> String) -> Checked {
    if fine { Ok(()) } else { Err(Error::new(problem())) }
}

pub(super) fn network(network: &Network) -> Checked {
    let (stations, classes) = (&network.stations, &network.classes);
    require(!stations.is_empty(), || "the network has no station; give at least one".to_owned())?;
    require(!classes.is_empty(), || "the network has no class; give at least one".to_owned())?;
    let most = Network::MOST_STATIONS;
    require(stations.len() <= most, || format!("there are {} stations; give at most {most}", stations.len()))?;
    let most = Network::MOST_CLASSES;
    require(classes.len() <= most, || format!("there are {} classes; give at most {most}", classes.len()))?;
    names("station", stations.iter().map(|station| station.name.as_str()))?;
    names("class", classes.iter().map(|class| class.name.as_str()))?;
    for one in stations {
        station(one).map_err(|error| within(&format!("station {}", one.name), &error))?;
    }
    for one in classes {
        class(one, network).map_err(|error| within(&format!("class {}", one.name), &error))?;
    }
    for station in stations {
        let visited = classes.iter().any(|class| class.visit(&station.name).is_some());
        require(visited, || format!("station {}: no class visits it; leave it out", station.name))?;
    }
    Ok(())
}

fn within(place: &str, error: &Error) -> Error {
    Error::new(format!("{place}: {error}"))
}

fn names<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Checked {
    let mut known: Vec<&str> = Vec::new();
    for name in names {
        require(!name.is_empty(), || format!("a {what} has an empty name; give it one"))?;
        require(name != OUT, || {
            format!("a {what} is called \"{OUT}\", which means the outside; give it another name")
        })?;
        require(!known.contains(&name), || format!("two of kind {what} are called {name}; give each its own name"))?;
        known.push(name);
    }
    Ok(())
}

fn station(station: &Station) -> Checked {
    if station.kind == Kind::Delay {
        let plain = station.servers == 1 && station.discipline == Discipline::Fifo && station.capacity.is_none();
        return require(plain, || {
            "nobody waits at a delay; leave out servers, discipline and capacity, or make it a queue".to_owned()
        });
    }
    let most = Network::MOST_SERVERS;
    require((1..=most).contains(&station.servers), || {
        format!("servers is {}; give a number from 1 to {most}", station.servers)
    })?;
    let room = station.capacity.unwrap_or(Network::MOST_CAPACITY);
    let most = Network::MOST_CAPACITY;
    require(room <= most, || format!("capacity is {room}; give at most {most}, or leave it out: as many as come"))?;
    require(room >= station.servers, || {
        format!("capacity is {room}, which is less than the {} servers; requests in service count", station.servers)
    })
}

fn time(what: &str, time: &Distribution) -> Checked {
    time.check().map_err(|error| Error::new(format!("{what}: {error}")))?;
    require(time.mean() <= Network::LONGEST_S, || format!("{what}: the mean is {} s; give at most 10^9 s", time.mean()))
}

fn class(class: &Class, network: &Network) -> Checked {
    match (class.population, &class.arrivals) {
        (Some(population), None) => {
            let most = Network::MOST_REQUESTS;
            require((1..=most).contains(&population), || {
                format!("population is {population}; give a number from 1 to {most}, or leave the class out")
            })?;
        }
        (None, Some(arrivals)) => {
            time("arrivals", arrivals)?;
            require(arrivals.mean() > 0.0, || "arrivals: the mean is 0 s; give more".to_owned())?;
        }
        _ => {
            return require(false, || {
                "give either a population, if it is closed, or arrivals, if it is open".to_owned()
            });
        }
    }
    for (at, one) in class.visits.iter().enumerate() {
        require(class.visit(&one.station) == Some(at), || {
            format!("it visits station {} twice in its list; give each station one visit", one.station)
        })?;
        visit(one, class, network).map_err(|error| within(&format!("visit to {}", one.station), &error))?;
    }
    require(class.visit(&class.start).is_some(), || {
        format!("start is {}, which is not among its visits; add a visit or start elsewhere", class.start)
    })?;
    reachable(class)?;
    require(class.visits.iter().any(|visit| visit.service.mean() > 0.0), || {
        "no service takes any time; give one a mean of more than 0 s".to_owned()
    })
}

fn visit(visit: &Visit, class: &Class, network: &Network) -> Checked {
    let Some(at) = network.station(&visit.station) else {
        let known: Vec<_> = network.stations.iter().map(|station| station.name.as_str()).collect();
        return require(false, || format!("there is no such station; the stations are {}", known.join(", ")));
    };
    let bounded = network.stations[at].capacity.is_some();
    require(!bounded || class.population.is_none(), || {
        "a closed class would lose its requests at a station with a capacity; leave the capacity out".to_owned()
    })?;
    time("service", &visit.service)?;
    let mut sum = 0.0;
    for (at, step) in visit.next.iter().enumerate() {
        let name = &step.station;
        require((0.0..=1.0).contains(&step.probability), || {
            format!("the probability of {name} is {}; give a number from 0 to 1", step.probability)
        })?;
        require(visit.next[..at].iter().all(|other| other.station != *name), || {
            format!("{name} is twice in next; give each station one probability")
        })?;
        require(name != OUT || class.population.is_none(), || {
            format!("a closed class cannot go {OUT}; send it to a station, or give it arrivals instead of a population")
        })?;
        require(name == OUT || class.visit(name).is_some(), || {
            format!("next is {name}, which the class does not visit; add a visit or go elsewhere")
        })?;
        sum += step.probability;
    }
    require((sum - 1.0).abs() <= SUM_TOLERANCE, || format!("the probabilities in next add up to {sum}; make it 1"))
}

/// Every visit can be reached from the start, and from every visit the start of a closed class or the outside.
fn reachable(class: &Class) -> Checked {
    let ways = |visit: &Visit| -> Vec<usize> {
        let taken = visit.next.iter().filter(|step| step.probability > 0.0);
        taken.map(|step| class.visit(&step.station).unwrap_or(class.visits.len())).collect()
    };
    let next: Vec<Vec<usize>> = class.visits.iter().map(ways).chain([Vec::new()]).collect();
    let start = class.visit(&class.start).unwrap_or_default();
    let mut reached = vec![false; next.len()];
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut reached[at], true) {
            open.extend(&next[at]);
        }
    }
    for (visit, reached) in class.visits.iter().zip(&reached) {
        require(*reached, || format!("visit to {}: no request ever comes here; leave the visit out", visit.station))?;
    }
    let end = if class.population.is_some() { start } else { class.visits.len() };
    let mut ends = vec![false; next.len()];
    ends[end] = true;
    // Each round finds the visits that are one step further from the end.
    while let Some(at) = (0..next.len()).find(|&at| !ends[at] && next[at].iter().any(|&to| ends[to])) {
        ends[at] = true;
    }
    for (visit, ends) in class.visits.iter().zip(&ends) {
        require(*ends, || {
            let end = if class.population.is_some() { &class.start } else { OUT };
            format!("visit to {}: no way leads from here to {end}; give one a probability", visit.station)
        })?;
    }
    Ok(())
}
