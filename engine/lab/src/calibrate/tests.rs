//! Fits and intervals compared with textbook formulas, for a model that is linear in the logarithms.

use super::bootstrap::bootstrap_model;
use super::{Bootstrap, Calibration, Draws, FitStart, Undetermined, calibrate_model};
use crate::uncertainty::student_95;
use crate::{Field, Key, Lab, PublishedCell, Role, RowKey, Table, prediction_interval};
use pathlength_model::{Evaluation, Model, ModelError, Parameter, ParameterValues, Provenance, Settings, SlicedModel};
use pathlength_queueing::Random;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A model: `level` multiplied by `slope` to the power of x; nothing depends on `idle`. Refuses a level above
/// `MAX_LEVEL`.
struct Line([f64; 2]);

const MAX_LEVEL: f64 = 20.0;

fn read(values: ParameterValues<'_>) -> Result<[f64; 2], ModelError> {
    let [level, slope] = ["level", "slope"].map(|name| values(name).expect("a value"));
    if level > MAX_LEVEL {
        return Err(ModelError::new("level is out of range"));
    }
    Ok([level, slope])
}

fn open(values: ParameterValues<'_>) -> Result<Box<dyn Model>, ModelError> {
    Ok(Box::new(Line(read(values)?)))
}

impl Model for Line {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        self.0 = read(values)?;
        Ok(())
    }

    fn prepare(&mut self, _: &Settings) -> Result<bool, ModelError> {
        Ok(true)
    }

    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        // The slope is the base of a power, so that the logarithm of the output is linear in the logarithms of both
        // parameters.
        let y = self.0[0] * self.0[1].powf(scenario.number("x")?);
        Ok(Evaluation { outputs: vec![("y", y), ("twice", 2.0 * y)], terms: Vec::new() })
    }
}

fn parameter(start: f64) -> Parameter {
    Parameter {
        title: String::new(),
        value: start,
        unit: "1".to_owned(),
        provenance: Provenance::Fitted,
        source: String::new(),
        start: Some(start),
        step: None,
        inherited_from: None,
        interval: None,
        determined: None,
        fitted_on: vec!["table".to_owned()],
        chosen_with: Vec::new(),
        neutral: None,
        mechanism: None,
    }
}

fn field(output: &str) -> Field {
    Field {
        name: output.to_owned(),
        title: String::new(),
        group: String::new(),
        unit: "1".to_owned(),
        output: Some(output.to_owned()),
        relative_to: None,
        relative_to_row: None,
        scatter: None,
        scenario: Settings::default(),
    }
}

/// Returns a table with the given x and, in each row, values of `outputs`.
fn lab(x: &[f64], outputs: &[&str], cells: Vec<Vec<f64>>) -> Lab {
    let cells = cells.into_iter().map(|row| row.into_iter().map(|value| Some(PublishedCell::Value(value))).collect());
    let key = RowKey {
        name: "x".to_owned(),
        key: Some("x".to_owned()),
        title: String::new(),
        unit: String::new(),
        values: Vec::new(),
    };
    let table = Table {
        id: "table".to_owned(),
        title: String::new(),
        source: String::new(),
        csv: None,
        note: None,
        role: Role::Fit,
        because: None,
        from: None,
        scenario: Settings::default(),
        row: key,
        fields: outputs.iter().map(|output| field(output)).collect(),
        roles: Vec::new(),
        rows: x.iter().copied().map(Key::Number).collect(),
        cells: cells.collect(),
        printed: Vec::new(),
        half_digits: Vec::new(),
        recorded: None,
        baseline: None,
        chosen_in_view: None,
    };
    let parameters = BTreeMap::from([("level".to_owned(), parameter(2.0)), ("slope".to_owned(), parameter(1.2))]);
    Lab { tables: vec![table], parameters, ..Lab::default() }
}

/// Returns a standard normal variate, from twelve uniform ones.
fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| random.uniform()).sum::<f64>() - 6.0
}

const LEVEL: f64 = 3.0;
const SLOPE: f64 = 1.5;
const NOISE: f64 = 0.1;

/// Returns values of a line with normal errors in their logarithms.
fn noisy(x: &[f64], seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed, 0);
    x.iter().map(|x| LEVEL * SLOPE.powf(*x) * (NOISE * normal(&mut random)).exp()).collect()
}

fn spread(count: usize) -> Vec<f64> {
    (0..count).map(|at| 4.0 * at as f64 / (count - 1) as f64).collect()
}

fn fit(lab: &Lab) -> Calibration {
    calibrate_model(lab, FitStart::Start, &open).expect("a fit")
}

fn draw(calibration: &Calibration, draws: usize, threads: usize) -> Bootstrap {
    bootstrap_model(&open, calibration, Draws { draws, seed: 7, threads }, &|_| Ok(())).expect("draws")
}

/// Least squares of a straight line: intercept, slope, and standard errors by textbook formulas.
struct Reference {
    values: [f64; 2],
    errors: [f64; 2],
    scatter: f64,
}

impl Reference {
    fn of(x: &[f64], y: &[f64]) -> Self {
        let count = x.len() as f64;
        let (mean_x, mean_y) = (x.iter().sum::<f64>() / count, y.iter().map(|y| y.ln()).sum::<f64>() / count);
        let sxx: f64 = x.iter().map(|x| (x - mean_x).powi(2)).sum();
        let slope = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y.ln() - mean_y)).sum::<f64>() / sxx;
        let level = mean_y - slope * mean_x;
        let squares: f64 = x.iter().zip(y).map(|(x, y)| (y.ln() - level - slope * x).powi(2)).sum();
        let scatter = (squares / (count - 2.0)).sqrt();
        let errors = [scatter * (1.0 / count + mean_x * mean_x / sxx).sqrt(), scatter / sxx.sqrt()];
        Self { values: [level, slope], errors, scatter }
    }
}

#[test]
fn straight_line_fit_equals_least_squares() {
    let x = spread(12);
    for seed in 0..5 {
        let y = noisy(&x, seed);
        let reference = Reference::of(&x, &y);
        let calibration = fit(&lab(&x, &["y"], y.iter().map(|y| vec![*y]).collect()));
        for (at, parameter) in calibration.parameters().enumerate() {
            assert!((parameter.value.ln() - reference.values[at]).abs() < 1e-6, "{parameter:?}");
            let error = parameter.relative_error.expect("an error");
            assert!((error / reference.errors[at] - 1.0).abs() < 1e-4, "{error}, not {}", reference.errors[at]);
        }
        let scatter = calibration.groups[0].scatter.expect("a scatter");
        assert!((scatter / reference.scatter - 1.0).abs() < 1e-6, "{scatter}, not {}", reference.scatter);
    }
}

#[test]
fn student_factors_are_those_of_tables() {
    for (freedom, factor) in [(5, 2.571), (10, 2.228), (20, 2.086), (60, 2.000), (usize::MAX, 1.960)] {
        assert!((student_95(freedom) - factor).abs() < 0.004, "{freedom}: {}", student_95(freedom));
    }
}

#[test]
fn bootstrap_interval_has_the_width_of_the_textbook() {
    // The width for one data set is random; the mean over many data sets hardly is. Student's t with 28 degrees of
    // freedom is 2.048.
    let x = spread(30);
    let (mut drawn, mut expected) = ([0.0; 2], [0.0; 2]);
    for seed in 0..40 {
        let y = noisy(&x, 100 + seed);
        let reference = Reference::of(&x, &y);
        let calibration = fit(&lab(&x, &["y"], y.iter().map(|y| vec![*y]).collect()));
        let bootstrap = draw(&calibration, 200, 1);
        for (at, name) in ["level", "slope"].into_iter().enumerate() {
            let [low, high] = bootstrap.interval(name).expect("an interval");
            drawn[at] += (high / low).ln();
            expected[at] += 2.0 * 2.048 * reference.errors[at];
        }
    }
    for (drawn, expected) in drawn.into_iter().zip(expected) {
        assert!((drawn / expected - 1.0).abs() < 0.06, "{drawn}, not {expected}");
    }
}

#[test]
fn bootstrap_interval_of_a_parameter_covers_it_as_promised() {
    let x = spread(20);
    let mut inside = 0;
    for seed in 0..200 {
        let y = noisy(&x, 1000 + seed);
        let calibration = fit(&lab(&x, &["y"], y.iter().map(|y| vec![*y]).collect()));
        let [low, high] = draw(&calibration, 100, 1).interval("slope").expect("an interval");
        inside += usize::from((low..=high).contains(&SLOPE));
    }
    // Of 200 95 % intervals, 190 are expected to contain the value; the margin on each side is three standard
    // deviations of 3.1.
    assert!((181..=199).contains(&inside), "{inside} of 200");
}

#[test]
fn prediction_interval_covers_new_values_as_promised() {
    let x = spread(20);
    let mut inside = 0;
    for seed in 0..200 {
        let y = noisy(&x, 5000 + seed);
        let calibration = fit(&lab(&x, &["y"], y.iter().map(|y| vec![*y]).collect()));
        let draws = draw(&calibration, 50, 1);
        // The prediction is outside the data, where the uncertainty of the parameters matters.
        let at = |values: &[f64]| values[0].ln() + 6.0 * values[1].ln();
        let fitted: Vec<f64> = calibration.parameters().map(|parameter| parameter.value).collect();
        let scatter = calibration.groups[0].scatter.expect("a scatter");
        let [low, high] = prediction_interval(at(&fitted), draws.draws.iter().map(|draw| at(draw)), scatter, 18);
        let new = LEVEL * SLOPE.powi(6) * (NOISE * normal(&mut Random::new(9, seed))).exp();
        inside += usize::from((low..=high).contains(&new));
    }
    assert!((181..=199).contains(&inside), "{inside} of 200");
}

#[test]
fn cells_of_one_run_count_as_one() {
    // The second column repeats the first: it adds cells, but no information.
    let x = spread(30);
    let y = noisy(&x, 3);
    let single = draw(&fit(&lab(&x, &["y"], y.iter().map(|y| vec![*y]).collect())), 400, 1);
    let double = draw(&fit(&lab(&x, &["y", "twice"], y.iter().map(|y| vec![*y, 2.0 * y]).collect())), 400, 1);
    for name in ["level", "slope"] {
        let width = |draws: &Bootstrap| draws.interval(name).map(|[low, high]| (high / low).ln()).expect("an interval");
        let ratio = width(&double) / width(&single);
        // Independent copies would make the interval narrower by a factor of √2.
        assert!((0.93..1.07).contains(&ratio), "{name}: {ratio}");
    }
}

#[test]
fn bootstrap_is_the_same_on_any_number_of_threads() {
    let x = spread(10);
    let calibration = fit(&lab(&x, &["y"], noisy(&x, 4).iter().map(|y| vec![*y]).collect()));
    let one = draw(&calibration, 30, 1);
    assert_eq!(one.draws, draw(&calibration, 30, 3).draws);
    assert_eq!(one.draws.len(), 30);
}

#[test]
fn fit_with_as_many_parameters_as_cells_is_saturated() {
    let calibration = fit(&lab(&[1.0, 2.0], &["y"], vec![vec![4.5], vec![6.5]]));
    assert!(calibration.groups[0].is_saturated());
    assert_eq!(calibration.groups[0].scatter, None);
    assert!(calibration.parameters().all(|parameter| parameter.relative_error.is_none()));
    assert!(draw(&calibration, 10, 1).names.is_empty());
}

#[test]
fn parameter_without_cells_or_at_its_bound_is_undetermined() {
    let x = spread(6);
    let mut idle = lab(&x, &["y"], noisy(&x, 5).iter().map(|y| vec![*y]).collect());
    idle.parameters.insert("idle".to_owned(), parameter(5.0));
    let calibration = fit(&idle);
    let found: BTreeMap<_, _> =
        calibration.parameters().map(|known| (known.name.as_str(), (known.value, known.undetermined))).collect();
    assert_eq!(found["idle"], (5.0, Some(Undetermined::NoCell)));
    assert_eq!(found["slope"].1, None);
    // These values require a level of a millionth of its start.
    let tiny = fit(&lab(&x, &["y"], x.iter().map(|x| vec![1e-6 * SLOPE.powf(*x)]).collect()));
    let level = tiny.parameters().next().expect("the level");
    assert_eq!(level.undetermined, Some(Undetermined::Bound));
    assert!(level.value > 0.0019 && level.value < 0.0025, "{}", level.value);
}

#[test]
fn parameter_known_within_a_factor_of_ten_is_determined() {
    // The level is the value at 0: the farther away the cells, the less they determine it.
    let determined = |distance: f64| {
        let x: Vec<f64> = spread(8).iter().map(|x| distance + x).collect();
        let draws = draw(&fit(&lab(&x, &["y"], noisy(&x, 8).iter().map(|y| vec![*y]).collect())), 200, 1);
        ["level", "slope"].map(|name| (draws.is_determined(name), draws.interval(name).is_some()))
    };
    assert_eq!(determined(0.0), [(Some(true), true); 2]);
    assert_eq!(determined(20.0), [(Some(false), false), (Some(true), true)]);
}

#[test]
fn refused_parameters_are_a_bad_step() {
    // The best level, 100, is refused; the fit ends at the best one that the model accepts.
    let x = spread(6);
    let calibration = fit(&lab(&x, &["y"], x.iter().map(|x| vec![100.0 * SLOPE.powf(*x)]).collect()));
    let level = calibration.parameters().next().expect("the level").value;
    assert!(level > 2.0 && level <= MAX_LEVEL, "{level}");
}

#[test]
fn start_that_the_model_refuses_is_an_error() {
    let x = spread(6);
    let mut lab = lab(&x, &["y"], noisy(&x, 6).iter().map(|y| vec![*y]).collect());
    lab.parameters.get_mut("level").expect("the level").start = Some(2.0 * MAX_LEVEL);
    let error = calibrate_model(&lab, FitStart::Start, &open).expect_err("a refusal").to_string();
    assert!(error.contains("level is out of range"), "{error}");
}

#[test]
fn fit_stopped_at_any_slice_ends_with_the_error() {
    let x = spread(6);
    let lab = lab(&x, &["y"], noisy(&x, 6).iter().map(|y| vec![*y]).collect());
    let fit_until = |limit: usize| {
        let (slices, evaluations) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let open = |values: ParameterValues<'_>| -> Result<Box<dyn Model + '_>, ModelError> {
            let line = Line(read(values)?);
            Ok(Box::new(SlicedModel::new(line, |_| {
                let go_on = slices.fetch_add(1, Ordering::Relaxed) < limit;
                evaluations.fetch_add(usize::from(go_on), Ordering::Relaxed);
                if go_on { Ok(()) } else { Err(ModelError::new("the work was stopped")) }
            })))
        };
        let fit = calibrate_model(&lab, FitStart::Start, &open).map(|_| ());
        (fit, evaluations.into_inner())
    };
    let (fit, all) = fit_until(usize::MAX);
    fit.expect("a fit");
    for limit in 0..all {
        let (fit, evaluations) = fit_until(limit);
        assert!(fit.expect_err("a stopped fit").to_string().contains("the work was stopped"), "after {limit} of {all}");
        assert_eq!(evaluations, limit);
    }
}
