//! The model compared with the publication: ratios, errors, and their summary.

use super::{field, model, parameters, rule, scenario, table, value};
use pathlength_lab::{Cell, Key, Role, reproduce, summarize};
use proptest::prelude::*;

#[test]
fn ratio_divides_the_columns_output_by_its_base() {
    let mut model = model(&parameters());
    let mut table = table();
    // A column that precedes its base column.
    table.fields.insert(0, field("v2r2", Some("r13"), "V2R2"));
    table.cells.iter_mut().for_each(|row| row.insert(0, None));
    let done = reproduce(&table, 3, &mut model).expect("a good table");
    let mut output = |release: &str, names: f64| {
        model
            .evaluate(&scenario(release, "v4", names))
            .expect("an answer")
            .output("external_throughput")
            .expect("an output")
    };
    let mut expected = Vec::new();
    for names in [1000.0, 3000.0] {
        let base = output("R13", names);
        expected.extend([output("V2R2", names) / base, base, output("V2R1", names) / base]);
    }
    assert_eq!(done.cells.iter().map(|cell| cell.model).collect::<Vec<_>>(), expected);
    assert_eq!((done.id.as_str(), done.title.as_str(), done.source.as_str()), ("lookups", "Lookups", "A slide"));
    assert_eq!(done.summary.fitted_parameters, 3);
}

#[test]
fn errors_are_relative_to_the_publication() {
    let mut model = model(&parameters());
    let mut table = table();
    let exact = reproduce(&table, 0, &mut model).expect("a good table");
    // As if every published value were a quarter too high.
    for (cell, at) in exact.cells.iter().zip([(0, 0), (0, 1), (1, 0), (1, 1)]) {
        table.cells[at.0][at.1] = Some(value(cell.model * 1.25));
    }
    let done = reproduce(&table, 0, &mut model).expect("a good table");
    for cell in done.cells {
        assert!((cell.error.expect("an error") + 0.2).abs() < 1e-12, "{cell:?}");
    }
}

#[test]
fn predicted_cell_with_published_value_has_no_error() {
    let mut table = table();
    table.roles = vec![rule(&[1000.0], &[], Role::Predicted)];
    let done = reproduce(&table, 0, &mut model(&parameters())).expect("a good table");
    let compared: Vec<_> = done.cells.iter().map(|cell| (cell.published, cell.error.is_some())).collect();
    assert_eq!(compared, [(None, false), (None, false), (Some(50_000.0), true), (None, false)]);
    assert_eq!((done.summary.cells, done.summary.held_out_median_error), (1, None));
}

#[test]
fn cell_without_output_is_published_only_and_not_evaluated() {
    let mut table = table();
    table.fields[1].output = None;
    table.fields[1].relative_to = None;
    table.fields[1].scenario.set("release", super::word("no such release"));
    table.roles = vec![rule(&[3000.0], &["r13"], Role::Measured)];
    let done = reproduce(&table, 0, &mut model(&parameters())).expect("a good table");
    let [modelled, others @ ..] = done.cells.as_slice() else { panic!("no cells") };
    assert!(modelled.model > 0.0 && modelled.error.is_some());
    for cell in others {
        assert!(cell.model.is_nan() && cell.error.is_none() && cell.metric.is_empty(), "{cell:?}");
    }
    assert_eq!(others.iter().map(|cell| cell.published).collect::<Vec<_>>(), [Some(1.25), Some(50_000.0), None]);
    assert_eq!((done.summary.cells, done.summary.median_error), (1, modelled.error.map(f64::abs)));
}

#[test]
fn damaged_value_is_shown_without_an_error() {
    let mut table = table();
    table.roles = vec![rule(&[1000.0], &["r13"], Role::Damaged)];
    let done = reproduce(&table, 0, &mut model(&parameters())).expect("a good table");
    let damaged = &done.cells[0];
    assert_eq!((damaged.role, damaged.published, damaged.error), (Role::Damaged, Some(100_000.0), None));
    assert!(damaged.model > 0.0);
    assert_eq!(done.summary.cells, 2);
}

#[test]
fn summary_counts_only_independent_cells() {
    let cells = [
        cell(Some(0.1), Role::Fit),
        cell(Some(-0.3), Role::HeldOut),
        cell(Some(0.5), Role::HeldOut),
        cell(Some(0.0), Role::Identity),
        cell(Some(0.0), Role::Input),
        cell(Some(0.0), Role::BuiltIn),
        cell(Some(9.0), Role::Inherited),
        cell(None, Role::Damaged),
    ];
    let summary = summarize(&cells.iter().collect::<Vec<_>>(), 2);
    assert_eq!((summary.cells, summary.independent_cells, summary.held_out_cells), (7, 3, 2));
    assert_eq!((summary.median_error, summary.max_error), (Some(0.3), Some(0.5)));
    assert_eq!((summary.held_out_median_error, summary.held_out_max_error), (Some(0.4), Some(0.5)));
}

#[test]
fn unknown_output_is_refused_with_the_known_ones() {
    let mut table = table();
    table.fields[0].output = Some("speed".to_owned());
    let error = reproduce(&table, 0, &mut model(&parameters())).expect_err("a mistake").to_string();
    assert!(error.starts_with("the model has no output \"speed\": use one of external_throughput, "), "{error}");
}

fn cell(error: Option<f64>, role: Role) -> Cell {
    let text = String::new;
    Cell {
        row: Key::Number(1.0),
        column: text(),
        metric: text(),
        unit: text(),
        bound: None,
        met: None,
        margin: None,
        claim: None,
        published: None,
        model: 1.0,
        half_width: None,
        interval: None,
        error,
        rounding: None,
        baseline: None,
        chosen_in_view: false,
        role,
        because: None,
        from: None,
    }
}

/// Returns the median as defined in textbooks.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let above = values.len().checked_sub(1)? - values.len() / 2;
    Some(f64::midpoint(values[above], values[values.len() / 2]))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn summary_equals_the_textbook_formula(
        cells in prop::collection::vec((prop::option::of(-2.0..2.0_f64), any::<bool>()), 0..40)
    ) {
        let cells: Vec<_> =
            cells.into_iter().map(|(error, held)| cell(error, if held { Role::HeldOut } else { Role::Fit })).collect();
        let errors = |held_out: bool| -> Vec<f64> {
            let chosen = cells.iter().filter(|cell| !held_out || cell.role == Role::HeldOut);
            chosen.filter_map(|cell| cell.error).map(f64::abs).collect()
        };
        let summary = summarize(&cells.iter().collect::<Vec<_>>(), 4);
        prop_assert_eq!(summary.cells, errors(false).len());
        prop_assert_eq!(summary.fitted_parameters, 4);
        prop_assert_eq!(summary.median_error, median(errors(false)));
        prop_assert_eq!(summary.held_out_median_error, median(errors(true)));
        prop_assert_eq!(summary.max_error, errors(false).into_iter().reduce(f64::max));
    }
}
