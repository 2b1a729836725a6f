//! Functions of stations and classes, for use in expressions.

use super::{Solution, StationKind};
use crate::check::{Name, Parsed};
use crate::solutions::{ModelSolution, Outcome};
use pathlength_expression::{Answer, Call, ExpressionError, Item, Operands, Unit};
use pathlength_queueing::Estimate;
use pathlength_queueing::bounds::Bounds;

/// The functions, with their notation.
const FUNCTIONS: [(&str, &str); 21] = [
    ("demand", "demand(class, station)"),
    ("max_balanced_response", "max_balanced_response(class)"),
    ("max_balanced_throughput", "max_balanced_throughput(class)"),
    ("max_response", "max_response(class)"),
    ("max_throughput", "max_throughput(class)"),
    ("min_balanced_response", "min_balanced_response(class)"),
    ("min_balanced_throughput", "min_balanced_throughput(class)"),
    ("min_response", "min_response(class)"),
    ("min_throughput", "min_throughput(class)"),
    ("number_in_system", "number_in_system(class)"),
    ("queue_length", "queue_length(station) or queue_length(class, station)"),
    ("queue_length_half_width", "queue_length_half_width(station) or queue_length_half_width(class, station)"),
    ("residence", "residence(class, station)"),
    ("response", "response(class) or response(station)"),
    ("response_half_width", "response_half_width(class) or response_half_width(station)"),
    ("saturation", "saturation(class)"),
    ("throughput", "throughput(class), throughput(station), or throughput(class, station)"),
    ("throughput_half_width", "throughput_half_width(class) or throughput_half_width(station)"),
    ("utilization", "utilization(station) or utilization(class, station)"),
    ("utilization_half_width", "utilization_half_width(station)"),
    ("visits", "visits(class, station)"),
];

/// Returns the names of the functions.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|(name, _)| *name)
}

/// The subject of a function: a class, a station, or both.
#[derive(Clone, Copy)]
enum Subject {
    Class(usize),
    Station(usize),
    Both(usize, usize),
}

/// Returns the value of a network function; `None` for an unknown name. Without a solution, only the unit is known.
pub(crate) fn call(
    call: &Call,
    operands: &Operands<'_>,
    offset: usize,
    parsed: &Parsed,
    solution: Option<&Outcome>,
) -> Option<Answer> {
    let (name, written) = FUNCTIONS.iter().find(|(name, _)| *name == call.function())?;
    let fail = |message: String| ExpressionError::new(offset, message);
    let answer = || {
        let wrong = || fail(format!("{name} has the wrong arguments: write {written}"));
        if call.has_settings() {
            return Err(fail(format!("{name} takes no settings: give only names")));
        }
        let subject = subject(call, operands, parsed)?;
        let (power, read) = measure(name, subject).ok_or_else(wrong)?;
        let is_of_queue = name.starts_with("utilization");
        if let Subject::Station(at) | Subject::Both(_, at) = subject
            && is_of_queue
            && parsed.declaration.stations[at].kind == StationKind::Delay
        {
            let delay = &parsed.declaration.stations[at].name;
            return Err(fail(format!("{delay} is a delay center and has no utilization: name a queue")));
        }
        let unit = match power {
            1 => Unit::parse("s"),
            -1 => Unit::parse("1/s"),
            _ => Ok(Unit::default()),
        };
        let unit = unit.unwrap_or_default();
        let value = match solution {
            Some(Ok(ModelSolution::Network(solution))) => {
                Some(read(solution).map_err(|message| fail(message.to_owned()))?)
            }
            Some(Err(message)) => return Err(fail(message.clone())),
            Some(Ok(ModelSolution::Trace(_))) | None => None,
        };
        match value {
            Some(value) if !value.is_finite() => {
                Err(fail(format!("{name} is infinite in this scenario: use another function")))
            }
            value => Ok(Item::Amount(value, unit)),
        }
    };
    Some(answer())
}

/// Returns the classes and stations that the arguments of a function name.
fn subject(call: &Call, operands: &Operands<'_>, parsed: &Parsed) -> Result<Subject, ExpressionError> {
    let named = |at: usize| {
        let found = operands.word(at).and_then(|word| parsed.names.get(word));
        found.copied().filter(|name| matches!(name, Name::Class(_) | Name::Station(_))).ok_or_else(|| {
            let stations = parsed.declaration.stations.iter().map(|station| station.name.as_str());
            let classes = parsed.declaration.classes.iter().map(|class| class.name.as_str());
            let known = classes.chain(stations).collect::<Vec<_>>().join(", ");
            ExpressionError::new(operands.offset(at), format!("expected a class or a station: one of {known}"))
        })
    };
    let subjects = call.arguments().iter().map(|at| named(*at)).collect::<Result<Vec<_>, _>>()?;
    match subjects[..] {
        [Name::Class(class)] => Ok(Subject::Class(class)),
        [Name::Station(station)] => Ok(Subject::Station(station)),
        [Name::Class(class), Name::Station(station)] => {
            let (of_class, of_station) =
                (&parsed.declaration.classes[class].name, &parsed.declaration.stations[station].name);
            let is_it = |demand: &&super::DeclaredDemand| demand.class == *of_class && demand.station == *of_station;
            match parsed.declaration.demands.iter().find(is_it) {
                Some(_) => Ok(Subject::Both(class, station)),
                None => Err(ExpressionError::new(
                    operands.offset(call.arguments()[1]),
                    format!("{of_class} has no demand at {of_station}: add [[demands]]"),
                )),
            }
        }
        _ => Err(ExpressionError::new(
            call.arguments().first().map_or(0, |at| operands.offset(*at)),
            format!("give {} a class, a station, or a class and a station", call.function()),
        )),
    }
}

type Read = Box<dyn Fn(&Solution) -> Result<f64, &'static str>>;

/// Returns the power of seconds in the unit of a measure, and a function that reads the measure from a solution; `None`
/// for an unknown name.
fn measure(name: &str, subject: Subject) -> Option<(i8, Read)> {
    let (name, is_half_width) = match name.strip_suffix("_half_width") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let of = move |estimate: Estimate| if is_half_width { estimate.half_width } else { estimate.mean };
    Some(match (name, subject) {
        ("throughput", Subject::Class(c)) => (-1, Box::new(move |all| Ok(of(all.classes[c].throughput)))),
        ("throughput", Subject::Station(k)) => (-1, Box::new(move |all| Ok(of(all.stations[k].throughput)))),
        ("throughput", Subject::Both(c, k)) if !is_half_width => {
            (-1, Box::new(move |all| Ok(of(all.classes[c].stations[k].throughput))))
        }
        ("response", Subject::Class(c)) => (1, Box::new(move |all| Ok(of(all.classes[c].response_s)))),
        ("response", Subject::Station(k)) => (1, Box::new(move |all| Ok(of(all.stations[k].response_s)))),
        ("queue_length", Subject::Station(k)) => (0, Box::new(move |all| Ok(of(all.stations[k].queue_length)))),
        ("queue_length", Subject::Both(c, k)) => {
            (0, Box::new(move |all| Ok(of(all.classes[c].stations[k].queue_length))))
        }
        ("utilization", Subject::Station(k)) => (0, Box::new(move |all| Ok(of(all.stations[k].utilization)))),
        ("utilization", Subject::Both(c, k)) if !is_half_width => {
            (0, Box::new(move |all| Ok(all.classes[c].stations[k].utilization)))
        }
        ("residence", Subject::Both(c, k)) => (1, Box::new(move |all| Ok(all.classes[c].stations[k].residence_s))),
        ("demand", Subject::Both(c, k)) => (1, Box::new(move |all| Ok(all.classes[c].stations[k].demand_s))),
        ("visits", Subject::Both(c, k)) => (0, Box::new(move |all| Ok(all.classes[c].stations[k].visits))),
        ("number_in_system", Subject::Class(c)) => {
            (0, Box::new(move |all| Ok(all.classes[c].throughput.mean * all.classes[c].response_s.mean)))
        }
        ("saturation", Subject::Class(c)) => (0, Box::new(move |all| Ok(bounds(all, c)?.1))),
        ("max_throughput", Subject::Class(c)) => (-1, Box::new(move |all| Ok(bounds(all, c)?.0.throughput.max))),
        ("min_throughput", Subject::Class(c)) => (-1, Box::new(move |all| Ok(bounds(all, c)?.0.throughput.min))),
        ("max_response", Subject::Class(c)) => (1, Box::new(move |all| Ok(bounds(all, c)?.0.response_s.max))),
        ("min_response", Subject::Class(c)) => (1, Box::new(move |all| Ok(bounds(all, c)?.0.response_s.min))),
        ("max_balanced_throughput", Subject::Class(c)) => {
            (-1, Box::new(move |all| Ok(balanced_bounds(all, c)?.throughput.max)))
        }
        ("min_balanced_throughput", Subject::Class(c)) => {
            (-1, Box::new(move |all| Ok(balanced_bounds(all, c)?.throughput.min)))
        }
        ("max_balanced_response", Subject::Class(c)) => {
            (1, Box::new(move |all| Ok(balanced_bounds(all, c)?.response_s.max)))
        }
        ("min_balanced_response", Subject::Class(c)) => {
            (1, Box::new(move |all| Ok(balanced_bounds(all, c)?.response_s.min)))
        }
        _ => return None,
    })
}

fn balanced_bounds(solution: &Solution, class: usize) -> Result<Bounds, &'static str> {
    solution.classes[class].balanced.ok_or(
        "balanced job bounds exist only for a single closed class at single-server queues with ps, or with fifo and \
         exponential service times: use other functions",
    )
}

fn bounds(solution: &Solution, class: usize) -> Result<(Bounds, f64), &'static str> {
    solution.classes[class].bounds.ok_or("asymptotic bounds exist only if all classes are closed: use other functions")
}
