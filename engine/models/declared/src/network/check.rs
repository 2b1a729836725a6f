//! Checks the stations, classes, and demands of a declaration.

use super::{MAX_CLASSES, MAX_DEMANDS, MAX_STATIONS, Method, StationKind};
use crate::check::{Name, Parsed};
use crate::limits::{CheckResult, FieldPosition, short};
use crate::{Declaration, List, SettingKind};
use pathlength_model::{Word, WordEnum};

/// Checks that a network is complete and not too large.
pub(crate) fn network_sizes(declaration: &Declaration) -> CheckResult {
    let lists = [
        (List::Stations, declaration.stations.len(), MAX_STATIONS),
        (List::Classes, declaration.classes.len(), MAX_CLASSES),
        (List::Demands, declaration.demands.len(), MAX_DEMANDS),
    ];
    for (list, length, max) in lists {
        let place = FieldPosition(list, max.min(length), "name");
        if length > max {
            return Err(place.error(format!("there are more than {max} {}: remove some", list.word())));
        }
        if length == 0 && declaration.has_network() {
            let name = list.word();
            return Err(place.error(format!("the network has no {name}: add [[{name}]]")));
        }
    }
    Ok(())
}

/// Checks the fields of each entry, and the names in them.
pub(crate) fn check_network(parsed: &Parsed) -> CheckResult {
    // Names are checked first, because a misspelled name also leaves a station without demands.
    check_demands(parsed)?;
    check_stations(parsed)?;
    check_classes(parsed)?;
    check_solution(parsed)
}

fn check_stations(parsed: &Parsed) -> CheckResult {
    for (at, station) in parsed.declaration.stations.iter().enumerate() {
        let place = |field| FieldPosition(List::Stations, at, field);
        if station.kind == StationKind::Delay {
            let is_fifo = station.discipline == super::ServiceOrder::Fifo;
            if !station.servers.is_empty() || !is_fifo {
                let field = if is_fifo { "servers" } else { "discipline" };
                return Err(place(field).error(format!(
                    "no request waits at a delay center: remove `{field}`, or make the station a queue"
                )));
            }
        }
        if !parsed.declaration.demands.iter().any(|demand| demand.station == station.name) {
            return Err(
                place("name").error(format!("no class visits {}: add [[demands]] or remove the station", station.name))
            );
        }
    }
    Ok(())
}

fn check_classes(parsed: &Parsed) -> CheckResult {
    for (at, class) in parsed.declaration.classes.iter().enumerate() {
        let place = |field| FieldPosition(List::Classes, at, field);
        if class.population.is_empty() == class.rate.is_empty() {
            return Err(place("name").error(format!(
                "{} must be either closed or open: give `population` or `rate`, but not both",
                class.name
            )));
        }
        if !class.think_time.is_empty() && class.population.is_empty() {
            return Err(place("think_time").error("requests of an open class do not return: remove `think_time`"));
        }
        if !parsed.declaration.demands.iter().any(|demand| demand.class == class.name) {
            return Err(
                place("name").error(format!("{} visits no station: add [[demands]] or remove the class", class.name))
            );
        }
    }
    Ok(())
}

fn check_demands(parsed: &Parsed) -> CheckResult {
    let demands = &parsed.declaration.demands;
    for (at, demand) in demands.iter().enumerate() {
        let place = |field| FieldPosition(List::Demands, at, field);
        let names = |is_it: fn(&Name) -> bool| {
            let known = parsed.names.iter().filter(move |(_, name)| is_it(name)).map(|(name, _)| name.as_str());
            known.collect::<Vec<_>>().join(", ")
        };
        if !matches!(parsed.names.get(&demand.class), Some(Name::Class(_))) {
            let known = names(|name| matches!(name, Name::Class(_)));
            return Err(
                place("class").error(format!("there is no class \"{}\": use one of {known}", short(&demand.class)))
            );
        }
        if !matches!(parsed.names.get(&demand.station), Some(Name::Station(_))) {
            let known = names(|name| matches!(name, Name::Station(_)));
            let message = format!("there is no station \"{}\": use one of {known}", short(&demand.station));
            return Err(place("station").error(message));
        }
        let is_same = |other: &super::DeclaredDemand| other.class == demand.class && other.station == demand.station;
        if demands[..at].iter().any(is_same) {
            return Err(place("station").error(format!(
                "{} has two demands at {}: combine them into one, and give the number of visits as `visits`",
                demand.class, demand.station
            )));
        }
    }
    Ok(())
}

fn check_solution(parsed: &Parsed) -> CheckResult {
    let Some(solution) = &parsed.declaration.solution else { return Ok(()) };
    let place = |field| FieldPosition(List::Solution, 0, field);
    let mut has_simulation = false;
    if !solution.method.is_empty() {
        let setting = match parsed.names.get(&solution.method) {
            Some(Name::Setting(at)) => Some(&parsed.declaration.settings[*at]),
            _ => None,
        };
        let Some(setting) = setting.filter(|setting| setting.kind == SettingKind::Choice) else {
            let name = short(&solution.method);
            let message = format!("\"{name}\" is not a choice setting: give the name of a choice setting");
            return Err(place("method").error(message));
        };
        if let Some(word) = setting.words.iter().find(|word| Method::from_word(word).is_none()) {
            let known = Method::WORDS.join(", ");
            return Err(place("method").error(format!("\"{word}\" is not a method: use one or more of {known}")));
        }
        has_simulation = setting.words.iter().any(|word| Method::from_word(word) == Some(Method::Simulation));
    }
    let of_simulation = [("seed", &solution.seed), ("runs", &solution.runs), ("precision", &solution.precision)];
    match of_simulation.into_iter().find(|(_, text)| !text.is_empty()) {
        Some((field, _)) if !has_simulation => Err(place(field).error(format!(
            "`{field}` belongs to a simulation: remove it, or set `method` to a setting with the word simulation"
        ))),
        _ => Ok(()),
    }
}
