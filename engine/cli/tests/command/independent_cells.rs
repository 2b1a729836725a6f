//! The cells of each lab that test its model or determine its parameters, counted from the sources.

use crate::run::run;
use serde_json::Value;

/// Returns the numbers of independent and held-out cells in a lab's tables.
fn counts(lab: &str, tables: &[&str]) -> Vec<(u64, u64)> {
    let report: Value = serde_json::from_str(&run(&["reproduce", lab, "--format", "json"]).fine()).expect("JSON");
    let count = |id: &&str| {
        let mut known = report["tables"].as_array().expect("a list").iter();
        let summary = &known.find(|table| table["id"] == **id).expect("the table")["summary"];
        let number = |name: &str| summary[name].as_u64().expect("a count");
        (number("independent_cells"), number("held_out_cells"))
    };
    tables.iter().map(count).collect()
}

/// Returns the roles of the cells in one table.
fn roles(lab: &str, table: &str) -> Vec<String> {
    let report = run(&["reproduce", lab, "--table", table, "--format", "json"]).fine();
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let cells = report["tables"][0]["cells"].as_array().expect("a list");
    cells.iter().map(|cell| cell["role"].as_str().expect("a role").to_owned()).collect()
}

#[test]
fn monoplex_pairs_of_equal_throughputs_count_once() {
    // A z9 slide has 36 cells: external and internal throughput (E and I) for 3 sizes, 3 systems, and 2 environments.
    // Of these, ptestDL2 leaves 2 empty, and ptestDL leaves 1 empty. When a monoplex only searches and lists, I equals
    // E: 9 pairs, of which ptestDL2 prints 7. A z196 slide has 24 cells, with 6 such pairs in ptestDL, and a third of
    // its rows is held out. The slide printed twice has no independent cells.
    let tables = ["v2r1-ptestdl2", "v2r1-ptestdl", "v2r1-ptestdu", "v2r2-ptestdl2", "v2r2-ptestdl", "v2r2-ptestdu"];
    let expected = [(36 - 2 - 7, 0), (36 - 1 - 9, 0), (36, 0), (0, 0), (24 - 6, 8 - 2), (24, 8)];
    assert_eq!(counts("zfs-directories", &tables), expected);
}

#[test]
fn three_of_four_disk_columns_are_independent() {
    // There are 12 configurations besides the baseline; total CPU time follows from the other two columns and from CP's
    // share of the baseline. The table of totals follows from the phases, and the proportions of the baseline were
    // derived from it.
    let tables = ["initial-write", "rewrite", "initial-read", "reread", "eded", "overall"];
    let expected = [(36, 0), (36, 0), (36, 0), (36, 0), (4, 0), (0, 0)];
    assert_eq!(counts("disk-paths", &tables), expected);
}

#[test]
fn four_figures_of_a_server_are_independent() {
    // The independent figures are the rate, lock time, block I/O time, and other time. The total time is a sum, active
    // agents are rate times time, and the rest are model inputs or the rate times an input. RWSERV2 and one lock time
    // are held out.
    let tables = ["prf083", "prf083-simulated", "prf006", "prf008", "application", "recovery"];
    assert_eq!(counts("sfs-file-pool", &tables), [(12, 5), (12, 5), (0, 0), (0, 0), (0, 0), (0, 0)]);
}

#[test]
fn one_figure_of_the_migration_is_independent() {
    // The limits are built in, the two rates are parameters, and the lookups come from another lab.
    let tables = ["directory-sizes", "lookups", "conversion-rates", "limits"];
    assert_eq!(counts("zfs-migration", &tables), [(1, 1), (0, 0), (0, 0), (0, 0)]);
    assert!(roles("zfs-migration", "lookups").iter().all(|role| role == "inherited"));
    // The sizes on 59 volumes are published but not modeled.
    let limit = ["built_in", "built_in", "measured"];
    assert_eq!(roles("zfs-migration", "limits"), [limit, limit].concat());
}

#[test]
fn sentences_about_file_systems_are_claims() {
    // The source does not print the number of pieces, only statements about it.
    assert!(roles("journaling", "claims-pieces").iter().all(|role| role == "claim"));
    assert_eq!(roles("journaling", "claims-pieces").len(), 15);
}

#[test]
fn slide_printed_twice_is_shown_without_errors() {
    let report = run(&["reproduce", "zfs-directories", "--table", "v2r2-ptestdl2", "--format", "json"]).fine();
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let cells = report["tables"][0]["cells"].as_array().expect("a list");
    assert_eq!(cells.len(), 24);
    for cell in cells {
        assert_eq!((cell["role"].as_str(), cell["error"].is_null()), (Some("damaged"), true), "{cell}");
        assert!(cell["published"].is_f64() && cell["model"].is_f64(), "{cell}");
    }
    // The first row of the slide.
    let printed: Vec<_> = cells[..8].iter().filter_map(|cell| cell["published"].as_f64()).collect();
    assert_eq!(printed, [309_442.0, 328_321.0, 1.54, 1.45, 219_434.0, 35_731.0, 1.35, 1.2]);

    let csv = run(&["reproduce", "zfs-directories", "--table", "v2r2-ptestdl2", "--format", "csv"]).fine();
    assert!(csv.contains(",309442.0,") || csv.contains(",309442,"), "{csv}");
}
