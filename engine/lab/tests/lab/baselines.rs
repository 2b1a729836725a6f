//! Baselines, cells that were known when a choice was made, rounded values, and saturated fits in a lab's tables.

use super::{model, parameters, rule, table, value};
use pathlength_lab::{
    Baseline, BaselineKind, Key, Lab, Reproduction, Role, Table, add_context, reproduce, summarize_lab,
};
use pathlength_model::{Parameter, Provenance};
use std::collections::BTreeMap;

fn lab(tables: &[Table]) -> Lab {
    Lab { tables: tables.to_vec(), ..Lab::default() }
}

fn done(table: &Table, lab: &Lab) -> Reproduction {
    let mut done = reproduce(table, 0, &mut model(&parameters())).expect("a good table");
    add_context(&mut done, table, lab);
    done
}

#[track_caller]
fn assert_values(done: &Reproduction, expected: &[Option<f64>]) {
    let found: Vec<_> = done.cells.iter().map(|cell| cell.baseline).collect();
    let close = |(found, expected): (&Option<f64>, &Option<f64>)| match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() < 1e-9 * expected,
        (found, expected) => found == expected,
    };
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(close), "{found:?}");
}

/// Returns three rows, the middle one held out: 100, 80, and 50 operations/s, and ratios of 2, 1.5, and 4 to them.
fn three_rows() -> Table {
    let mut table = table();
    table.rows = [1000.0, 2000.0, 3000.0].map(Key::Number).to_vec();
    table.cells = [(100.0, 2.0), (80.0, 1.5), (50.0, 4.0)]
        .map(|(rate, ratio)| vec![Some(value(rate)), Some(value(ratio))])
        .to_vec();
    table.roles = vec![rule(&[2000.0], &[], Role::HeldOut)];
    table.baseline = Some(Baseline::Line { rows: [Key::Number(1000.0), Key::Number(3000.0)] });
    table
}

/// Computed by hand: the operations take 10 and 20 ms, on average 15 ms, which is 66.7 per second. The operations
/// behind the ratios take 5 ms in both rows: 200 per second, 3 times 66.7. The published values are 80 and 1.5: errors
/// of 16.7 and 100 %.
#[test]
fn line_is_straight_in_time_and_a_ratio_divides_two_lines() {
    let table = three_rows();
    let done = done(&table, &lab(std::slice::from_ref(&table)));
    assert_values(&done, &[None, None, Some(200.0 / 3.0), Some(3.0), None, None]);
    let summary = done.summary.baseline.expect("a baseline");
    assert_eq!((summary.kind, summary.cells, summary.held_out_cells), (BaselineKind::Line, 2, 2));
    let (median, max) = (summary.median_error.expect("one"), summary.max_error.expect("one"));
    assert!((median - f64::midpoint(1.0 / 6.0, 1.0)).abs() < 1e-12 && (max - 1.0).abs() < 1e-12, "{median} {max}");
    let model: Vec<_> = done.cells[2..4].iter().filter_map(|cell| cell.error.map(f64::abs)).collect();
    assert_eq!(summary.model_max_error, model.into_iter().reduce(f64::max));
}

/// Computed by hand for the values 1 and 4 in one table and 4 and 64 in the other. The row means are 2 and 16, the
/// table means 2 and 16, and the mean of all is the fourth root of 1,024.
#[test]
fn row_mean_times_table_mean_is_geometric() {
    let tables = ["one", "other"];
    let with = |id: &str, values: [f64; 2]| {
        let mut table = table();
        table.id = id.to_owned();
        table.fields.truncate(1);
        table.cells = values.map(|rate| vec![Some(value(rate))]).to_vec();
        table.baseline = Some(Baseline::RowColumn { tables: tables.map(str::to_owned).to_vec() });
        table
    };
    let [one, mut other] = [with("one", [1.0, 4.0]), with("other", [4.0, 64.0])];
    let all = 1024.0_f64.sqrt().sqrt();
    let lab = lab(&[one.clone(), other.clone()]);
    assert_values(&done(&one, &lab), &[Some(4.0 / all), Some(32.0 / all)]);
    assert_values(&done(&other, &lab), &[Some(32.0 / all), Some(256.0 / all)]);
    // A held-out cell is predicted from the others: its row has 4, its table 4, and the mean of the three is 16^(1/3).
    other.roles = vec![rule(&[3000.0], &[], Role::HeldOut)];
    let lab = Lab { tables: vec![one, other.clone()], ..Lab::default() };
    assert_values(&done(&other, &lab), &[Some(2.0 * 4.0 / 16.0_f64.cbrt()), Some(4.0 * 4.0 / 16.0_f64.cbrt())]);
}

#[test]
fn copy_takes_the_cells_of_another_row_column_or_table() {
    let copy = |rows: &[(&str, &str)], fields: &[(&str, &str)], other: Option<&str>| {
        let pairs = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
            pairs.iter().map(|(of, is)| ((*of).to_owned(), (*is).to_owned())).collect()
        };
        let mut table = three_rows();
        table.baseline =
            Some(Baseline::Copy { rows: pairs(rows), fields: pairs(fields), table: other.map(str::to_owned) });
        let mut twin = table.clone();
        twin.id = "twin".to_owned();
        twin.cells[0][0] = Some(value(7.0));
        twin.roles.push(rule(&[2000.0], &["r13"], Role::Damaged));
        let lab = lab(&[table.clone(), twin]);
        table.baseline.as_ref().expect("one").check(&table, &lab).expect("good names");
        done(&table, &lab)
    };
    let none = [None; 6];
    assert_values(&copy(&[("3000", "1000")], &[], None), &[&none[..4], &[Some(100.0), Some(2.0)]].concat());
    let column = [None, Some(100.0), None, Some(80.0), None, Some(50.0)];
    assert_values(&copy(&[], &[("v2r1", "r13")], None), &column);
    // A damaged value is not a measurement of its cell.
    let twin = [Some(7.0), Some(2.0), None, Some(1.5), Some(50.0), Some(4.0)];
    assert_values(&copy(&[], &[], Some("twin")), &twin);
}

#[test]
fn baseline_that_names_nothing_known_is_refused() {
    let names = |pairs: [(&str, &str); 1]| pairs.map(|(of, is)| (of.to_owned(), is.to_owned())).into();
    let none = BTreeMap::new;
    for (baseline, part) in [
        (Baseline::Line { rows: [1000.0, 4000.0].map(Key::Number) }, "row 4000, which is not in the table"),
        (Baseline::Line { rows: [1000.0, 1000.0].map(Key::Number) }, "two different rows"),
        (Baseline::RowColumn { tables: vec!["lookups".to_owned(), "nowhere".to_owned()] }, "no table \"nowhere\""),
        (Baseline::RowColumn { tables: vec!["short".to_owned()] }, "add \"lookups\""),
        (
            Baseline::RowColumn { tables: vec!["lookups".to_owned(), "short".to_owned()] },
            "short, which has different rows",
        ),
        (Baseline::Copy { rows: names([("3000", "10")]), fields: none(), table: None }, "row 10, which is not"),
        (Baseline::Copy { rows: none(), fields: names([("v2r1", "x")]), table: None }, "\"x\", which is not a column"),
        (Baseline::Copy { rows: none(), fields: none(), table: Some("no".to_owned()) }, "no table \"no\""),
        (Baseline::Copy { rows: none(), fields: none(), table: None }, "copies nothing"),
    ] {
        let table = three_rows();
        let mut short = super::table();
        short.id = "short".to_owned();
        let error = baseline.check(&table, &lab(&[table.clone(), short])).expect_err("a mistake").to_string();
        assert!(error.contains(part), "{error}");
    }
}

fn parameter(provenance: Provenance) -> Parameter {
    let text = String::new;
    Parameter {
        title: text(),
        value: 1.0,
        unit: text(),
        provenance,
        source: text(),
        start: None,
        step: None,
        inherited_from: None,
        fitted_on: Vec::new(),
        chosen_with: Vec::new(),
        neutral: None,
        mechanism: None,
        interval: None,
        determined: None,
    }
}

#[test]
fn cells_in_view_of_a_choice_are_marked_and_counted() {
    let mut table = three_rows();
    table.roles.push(rule(&[2000.0], &["v2r1"], Role::Identity));
    let mut lab = lab(std::slice::from_ref(&table));
    let chosen_with = vec!["lookups:2000".to_owned(), "elsewhere".to_owned()];
    lab.parameters.insert("tasks".to_owned(), Parameter { chosen_with, ..parameter(Provenance::Assumed) });
    lab.parameters.insert("other".to_owned(), parameter(Provenance::Assumed));
    let marks = |done: &Reproduction| done.cells.iter().map(|cell| cell.chosen_in_view).collect::<Vec<_>>();
    let once = done(&table, &lab);
    assert_eq!(marks(&once), [false, false, true, true, false, false]);
    // The cell of role `identity` is marked and does not count.
    assert_eq!((once.summary.chosen_in_view_cells, once.summary.chosen_parameters), (1, 2));
    table.chosen_in_view = Some("The patterns.".to_owned());
    let all = done(&table, &lab);
    assert!(marks(&all).iter().all(|mark| *mark));
    assert_eq!(summarize_lab(&lab, &[all]).chosen_in_view_cells, 5);

    assert!(lab.check_chosen_with("lookups:2000").is_ok() && lab.check_chosen_with("lookups").is_ok());
    for entry in ["lookups:20", "elsewhere", "elsewhere:2000", ""] {
        assert!(lab.check_chosen_with(entry).is_err(), "{entry}");
    }
}

/// Two parameters and a table with three cells of role `fit` in three scenarios; without one row, two cells in two
/// scenarios.
#[test]
fn fit_without_cells_to_spare_is_saturated() {
    let mut table = three_rows();
    table.roles = vec![rule(&[], &["v2r1"], Role::HeldOut)];
    let mut lab = lab(std::slice::from_ref(&table));
    for name in ["a", "b"] {
        let fitted_on = vec!["lookups".to_owned()];
        lab.parameters.insert(name.to_owned(), Parameter { fitted_on, ..parameter(Provenance::Fitted) });
    }
    assert!(!lab.is_saturated("lookups"));
    lab.tables[0].roles.push(rule(&[2000.0], &[], Role::HeldOut));
    assert!(lab.is_saturated("lookups") && !lab.is_saturated("elsewhere"));
    // Inherited parameters were fitted in another lab.
    lab.parameters.values_mut().for_each(|parameter| parameter.provenance = Provenance::Inherited);
    assert!(!lab.is_saturated("lookups"));
}

#[test]
fn value_with_one_digit_has_no_error_within_rounding() {
    let mut table = table();
    let exact = done(&table, &lab(&[])).cells[0].model;
    // The value is 10 % too high; half a unit of its last digit covers this error only in the first case.
    for (half, expected) in [(0.2, 0.0), (0.05, 1.0 / 1.1 - 1.0), (0.0, 1.0 / 1.1 - 1.0)] {
        table.cells[0][0] = Some(value(exact * 1.1));
        table.half_digits = vec![exact * half];
        let done = done(&table, &lab(&[]));
        let error = done.cells[0].error.expect("an error");
        assert!((error - expected).abs() < 1e-12, "{half}: {error}");
        assert_eq!(done.cells[0].rounding.is_some(), half > 0.0);
        assert!(done.cells[1..].iter().all(|cell| cell.rounding.is_none()));
    }
}

#[test]
fn reasons_of_roles_are_those_of_the_last_rule() {
    let mut table = three_rows();
    table.because = Some("of the table".to_owned());
    table.roles.push(rule(&[3000.0], &["r13"], Role::Damaged));
    table.cells[0][1] = None;
    let found = done(&table, &lab(&[]));
    let reasons: Vec<_> = found.cells.iter().map(|cell| cell.because.as_deref()).collect();
    // The empty cell is missing, so the table gives no reason for it.
    let (whole, damaged) = (Some("of the table"), Some("Two slides show the same numbers."));
    assert_eq!(reasons, [whole, None, None, None, damaged, whole]);
}
