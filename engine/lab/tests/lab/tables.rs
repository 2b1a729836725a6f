//! The metadata of a table's cells, and invalid tables.

use super::{field, rule, scenario, settings, table, value, word};
use pathlength_lab::{Key, PublishedCell, Role, RowValue, Table};
use pathlength_model::Setting;

fn roles(table: &Table) -> [[Role; 2]; 2] {
    [0, 1].map(|row| [0, 1].map(|field| table.role(row, field)))
}

#[test]
fn cell_has_the_role_of_the_table_unless_missing() {
    assert_eq!(roles(&table()), [[Role::Fit, Role::Fit], [Role::Fit, Role::Missing]]);
}

#[test]
fn later_role_rule_wins() {
    let mut table = table();
    table.roles = vec![rule(&[1000.0], &[], Role::HeldOut), rule(&[], &["r13"], Role::Baseline)];
    assert_eq!(roles(&table), [[Role::Baseline, Role::HeldOut], [Role::Baseline, Role::Missing]]);
    table.roles.reverse();
    assert_eq!(roles(&table), [[Role::HeldOut, Role::HeldOut], [Role::Baseline, Role::Missing]]);
}

#[test]
fn role_rule_needs_row_and_column() {
    let mut table = table();
    table.roles = vec![rule(&[3000.0], &["r13"], Role::Damaged)];
    assert_eq!(roles(&table), [[Role::Fit, Role::Fit], [Role::Damaged, Role::Missing]]);
    table.roles = vec![rule(&[], &[], Role::Predicted)];
    assert_eq!(roles(&table), [[Role::Predicted; 2]; 2]);
}

#[test]
fn missing_cell_is_never_fitted_or_held_out() {
    for role in [Role::Fit, Role::HeldOut] {
        let mut table = table();
        table.roles = vec![rule(&[3000.0], &["v2r1"], role)];
        assert_eq!(table.role(1, 1), Role::Missing);
    }
}

#[test]
fn column_without_output_is_measured_in_any_table() {
    let mut table = table();
    (table.fields[1].output, table.fields[1].relative_to) = (None, None);
    // The model is not compared with this value, so the value may be 0.
    table.cells[0][1] = Some(value(0.0));
    assert_eq!(table.check(), Ok(()));
    for role in [Role::Fit, Role::HeldOut, Role::Predicted, Role::Baseline, Role::Measured] {
        table.role = role;
        assert_eq!(roles(&table).map(|row| row[1]), [Role::Measured, Role::Missing]);
        assert_eq!([0, 1].map(|row| table.output(row, 1)), [None, None]);
    }
    table.roles = vec![rule(&[1000.0], &[], Role::Damaged)];
    assert_eq!(table.role(0, 1), Role::Damaged);
}

#[test]
fn measured_cell_is_not_modeled() {
    let mut table = table();
    table.roles = vec![rule(&[3000.0], &[], Role::Measured)];
    assert_eq!(roles(&table), [[Role::Fit, Role::Fit], [Role::Measured, Role::Missing]]);
    assert_eq!([0, 1].map(|field| table.output(0, field)), [Some("external_throughput"); 2]);
    assert_eq!([0, 1].map(|field| table.output(1, field)), [None, None]);
}

#[test]
fn scenario_row_wins_over_column_and_column_over_table() {
    let mut table = table();
    table.scenario.set("names", Setting::Number(7.0));
    table.scenario.set("release", Setting::Word("V2R2".to_owned()));
    assert_eq!(table.scenario(1, 0), scenario("R13", "v4", 3000.0));
    assert_eq!(table.scenario(0, 1), scenario("V2R1", "v4", 1000.0));
}

/// Returns the table with two words as its row keys.
fn words() -> Table {
    let mut table = table();
    let value = |word: &str, names: f64| RowValue {
        is: Key::Word(word.to_owned()),
        title: None,
        claim: None,
        scenario: settings(&[("names", Setting::Number(names)), ("machine", super::word("z196"))]),
    };
    table.row.key = None;
    table.row.values = vec![value("small", 1000.0), value("large", 3000.0)];
    table.rows = table.row.values.iter().map(|value| value.is.clone()).collect();
    table
}

#[test]
fn row_word_brings_its_settings() {
    let table = words();
    assert_eq!(table.check(), Ok(()));
    let mut expected = scenario("R13", "v4", 3000.0);
    expected.set("machine", word("z196"));
    assert_eq!(table.scenario(1, 0), expected);
}

#[test]
fn row_word_can_be_a_setting() {
    let mut table = table();
    table.row.key = Some("machine".to_owned());
    table.rows = vec![Key::Word("z9".to_owned()), Key::Word("z196".to_owned())];
    table.scenario.set("names", Setting::Number(1000.0));
    let mut expected = scenario("V2R1", "v4", 1000.0);
    assert_eq!(table.scenario(0, 1), expected);
    expected.set("machine", word("z196"));
    assert_eq!(table.scenario(1, 1), expected);
}

#[test]
fn role_rule_names_a_row_by_its_word() {
    let mut table = words();
    table.roles = vec![rule(&[], &["r13"], Role::Damaged)];
    table.roles[0].rows = vec![Key::Word("large".to_owned())];
    assert_eq!(roles(&table), [[Role::Fit, Role::Fit], [Role::Damaged, Role::Missing]]);
}

#[test]
fn table_of_one_row_has_single_values() {
    let mut table = table();
    table.row.key = None;
    table.rows = vec![Key::Word("measured".to_owned())];
    table.cells.truncate(1);
    table.scenario.set("names", Setting::Number(1000.0));
    table.fields[0].scenario = settings(&[]);
    table.scenario.set("release", word("R13"));
    assert_eq!(table.check(), Ok(()));
    assert_eq!(table.scenario(0, 0), scenario("R13", "v4", 1000.0));
}

/// Checks that a table changed by `change` is rejected with this message.
#[track_caller]
fn refused(message: &str, change: impl FnOnce(&mut Table)) {
    let mut table = table();
    assert_eq!(table.check(), Ok(()));
    change(&mut table);
    assert_eq!(table.check().expect_err("a mistake").to_string(), message);
}

#[test]
fn inconsistent_table_is_refused() {
    refused("table lookups: v2r1 is relative to \"r12\", which is not a column: name another column", |table| {
        table.fields[1].relative_to = Some("r12".to_owned());
    });
    refused("table lookups: more is relative to \"v2r1\", which is itself a ratio: name another column", |table| {
        table.fields.push(field("more", Some("v2r1"), "V2R2"));
    });
    refused("table lookups: r13 is relative to \"r13\", which is itself a ratio: name another column", |table| {
        table.fields[0].relative_to = Some("r13".to_owned());
    });
    refused("table lookups: a role names \"r12\", which is not a column: name a column of the table", |table| {
        table.roles.push(rule(&[], &["r13", "r12"], Role::Damaged));
    });
    refused(
        "table lookups: a role or a row value names row 2000, which is not in the table: name a row of the CSV file",
        |table| {
            table.roles.push(rule(&[1000.0, 2000.0], &[], Role::Damaged));
        },
    );
    refused(
        "table lookups: a role or a row value names row tiny, which is not in the table: name a row of the CSV file",
        |table| {
            let is = Key::Word("tiny".to_owned());
            table.row.values.push(RowValue { is, title: None, claim: None, scenario: settings(&[]) });
        },
    );
    refused("table lookups: the number of rows with values is 2, but that of row keys is 3", |table| {
        table.rows.push(Key::Number(9000.0));
    });
    refused("table lookups: row 2 needs one value per column (2), but has 1", |table| table.cells[1].truncate(1));
    for value in [0.0, -0.0] {
        refused(
            "table lookups: row 2 has the value 0, so its relative error is undefined: leave the cell empty",
            |table| {
                table.cells[1][1] = Some(PublishedCell::Value(value));
            },
        );
    }
    for value in [f64::NAN, f64::INFINITY] {
        refused("table lookups: row 2 has a value that is not a finite number: leave the cell empty", |table| {
            table.cells[1][1] = Some(PublishedCell::Value(value));
        });
    }
    refused("table lookups: v2r1 is relative to \"r13\", which shows no output: give that column an output", |table| {
        table.fields[0].output = None;
    });
    refused("table lookups: there are no columns: add [[fields]]", |table| {
        table.fields.clear();
        table.cells = vec![Vec::new(); 2];
    });
}

#[test]
fn role_without_an_independent_value_needs_a_reason() {
    for role in [Role::Identity, Role::Input, Role::BuiltIn, Role::Damaged] {
        let mut table = table();
        table.roles = vec![rule(&[], &["r13"], role)];
        table.roles[0].because = Some(" ".to_owned());
        let error = table.check().expect_err("a role without a reason").to_string();
        assert!(error.ends_with("has no reason: add because = \"…\" with one sentence"), "{error}");
        table.roles[0].because = Some("In a monoplex, all work is local.".to_owned());
        assert_eq!(table.check(), Ok(()));
        (table.role, table.roles) = (role, Vec::new());
        assert!(table.check().is_err(), "{role:?} of the whole table");
        table.because = Some("All work is local.".to_owned());
        assert_eq!(table.check(), Ok(()));
    }
}

#[test]
fn inherited_cells_name_their_table_and_no_others_do() {
    let mut table = table();
    table.roles = vec![rule(&[], &["r13"], Role::Inherited)];
    table.roles[0].because = Some("The same slide.".to_owned());
    for (from, is_good) in [(None, false), (Some("zfs-directories"), false), (Some("zfs-directories/lookups"), true)] {
        table.roles[0].from = from.map(str::to_owned);
        assert_eq!(table.check().is_ok(), is_good, "{from:?}");
    }
    table.roles[0].role = Role::Identity;
    assert!(table.check().is_err());
}

#[test]
fn missing_value_has_no_other_role() {
    for role in [Role::Identity, Role::Input, Role::BuiltIn, Role::Inherited, Role::Claim] {
        let mut table = table();
        table.role = role;
        assert_eq!(table.role(1, 1), Role::Missing);
        assert_eq!(table.role(0, 1), role);
    }
}
