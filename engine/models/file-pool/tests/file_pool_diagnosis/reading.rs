//! Pasted text is read in any layout; an error names the line.

use crate::{AFTER, EXAMPLE, TWO_PARTS, first, refused};
use pathlength_file_pool::report::{Counter, Counters, Report, Server, read};
use proptest::prelude::*;

fn servers(text: &str) -> Vec<Server> {
    match read(text).expect("rows").report {
        Report::Servers(servers) => servers,
        Report::Counters(counters) => panic!("{counters:?}"),
    }
}

fn counters(text: &str) -> Counters {
    match read(text).expect("counters").report {
        Report::Counters(counters) => counters,
        Report::Servers(servers) => panic!("{servers:?}"),
    }
}

#[test]
fn report_two_parts_are_joined_by_user_id() {
    let rows = servers(TWO_PARTS);
    assert_eq!(rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["RWSERV1", "RWSERV2"]);
    let [one, two] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((one.times.rate.value, one.times.other.value, one.from.as_str()), (12.540, 1.559, "09:24"));
    assert_eq!((two.times.block_io.value, two.utilizations.expect("there").page.value), (1.986, 67.27));
}

#[test]
fn report_joined_row_equals_two_parts() {
    let joined =
        "09:24 09:54 RWSERV1 22545 12.540 3.443 0.004 0.140 1.740 0 0 1.559 75.29 5.47 60.38 9.44 0.00 43.2 152.6 0";
    let (joined, parts) = (&servers(joined)[0], &servers(TWO_PARTS)[0]);
    assert_eq!((joined.times, joined.utilizations), (parts.times, parts.utilizations));
    let narrow = joined.times;
    let short = "RWSERV1 22545 12.540 3.443 0.004 0.140 1.740 0 1.559\nRWSERV1 75.29 5.47 60.38 9.44 0.00 43.2 152.6 0";
    assert_eq!((servers(short)[0].times, servers(short)[0].utilizations), (narrow, joined.utilizations));
}

#[test]
fn counters_table_repeated_and_two_texts_are_equal() {
    let table = counters(EXAMPLE);
    assert_eq!(table.list.len(), 4);
    assert_eq!(table.elapsed_s, Some(1.3));
    let snapshot = |values: [&str; 2]| {
        format!("STATUS\n  {} Refresh Directory Requests\n {} total i/o  requests\n", values[0], values[1])
    };
    let (before, after) = (snapshot(["14", "1,726"]), snapshot(["15", "1,745"]));
    let twice = counters(&format!("{before}Elapsed time is 1300 msec\n{after}"));
    assert_eq!(twice.list.iter().map(Counter::delta).collect::<Vec<_>>(), [Some(1.0), Some(19.0)]);
    assert_eq!(twice.elapsed_s, Some(1.3));
    let two = counters(&before).joined(&counters(&after)).expect("the same counters");
    assert_eq!(two.list.iter().map(|one| one.last).collect::<Vec<_>>(), [Some(15.0), Some(1745.0)]);
}

#[test]
fn read_rejects_invalid_text_with_line_and_fix() {
    for (text, parts) in [
        ("", vec!["neither a counter nor a report row", "14 Refresh Directory Requests"]),
        ("hello\nworld", vec!["neither a counter nor a report row"]),
        ("1 A\n\n14", vec!["line 3", "14 has no name"]),
        ("-3 Deadlocks", vec!["line 1", "negative"]),
        ("1 2 3 4 Requests", vec!["line 1", "has 4 numbers"]),
        ("1 2 A\n3 4 A", vec!["line 2", "already on line 1"]),
        ("09:24 09:54 RWSERV1 22545 12.540 x 0.004", vec!["line 1", "“x” is not a number"]),
        ("09:24 09:54 RWSERV1 22545 12.540 3.443", vec!["line 1", "RWSERV1 has 3 numbers", "FPR Count to Other"]),
        ("<--Server Utilization-->\nRWSERV1 75.29 5.47 60.38 9.44 0.00 43.2 152.6 0", vec!["line 2", "no earlier row"]),
        ("14 Refresh Directory Requests", vec!["from only one moment"]),
        ("Elapsed time is 3 weeks\n1 2 A", vec!["line 1", "in seconds"]),
    ] {
        let message = refused(text);
        for part in parts {
            assert!(message.contains(part), "{text:?}: {message}");
        }
    }
    let mixed = refused(&format!("{EXAMPLE}{AFTER}"));
    assert!(mixed.contains("one kind at a time"), "{mixed}");
    assert!(refused(&" ".repeat(1_000_001)).contains("larger than 1 MB"));
}

#[test]
fn read_unused_lines_are_counted() {
    assert_eq!(first(EXAMPLE).before.notes.len(), 1);
    assert!(first(EXAMPLE).before.notes[0].starts_with("2 lines were"), "{:?}", first(EXAMPLE).before.notes);
    assert!(first(AFTER).before.notes.is_empty());
}

proptest! {
    /// All counters and their values are read, whatever the spacing, the capitalization, and the layout.
    #[test]
    fn counters_any_layout_are_read_as_printed(
        values in prop::collection::vec((0u32..1_000_000, 0u32..1_000_000), 1..40),
        space in " {1,6}", upper: bool, stacked: bool,
    ) {
        let name = |at: usize| if upper { format!("COUNTER NO {at}B") } else { format!("counter{space}no {at}B") };
        let lines = |pick: &dyn Fn(&(u32, u32)) -> String| -> String {
            let line = |(at, pair)| format!("{space}{}{space}{}", pick(pair), name(at));
            values.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
        };
        let text = if stacked {
            lines(&|(first, _)| first.to_string()) + "\n---\n" + &lines(&|(_, last)| last.to_string())
        } else {
            lines(&|(first, last)| format!("{first}{space}{last}"))
        };
        let read = counters(&text);
        prop_assert_eq!(read.list.len(), values.len());
        for (counter, (first, last)) in read.list.iter().zip(&values) {
            let counted = (last >= first).then(|| f64::from(last - first.min(last)));
            prop_assert_eq!((counter.delta(), counter.fell()), (counted, last < first));
        }
    }

    /// Commas may separate thousands, and the last decimal determines the rounding error.
    #[test]
    fn numbers_any_notation_are_read_as_printed(whole in 0u32..100_000_000, decimals in prop::collection::vec(0u8..10, 1..4)) {
        let digits = whole.to_string();
        let grouped: Vec<_> = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group)).collect();
        let fraction: String = decimals.iter().map(u8::to_string).collect();
        let text = |number: &str| format!("S {number}.{fraction} 1 1 0 0 0 0 1");
        let [plain, commas] = [digits.clone(), grouped.join(",")].map(|number| servers(&text(&number))[0].times.count);
        prop_assert_eq!(plain, commas);
        let value: f64 = format!("{digits}.{fraction}").parse().expect("a number");
        prop_assert_eq!(plain.value.to_bits(), value.to_bits());
        let step = [0.1, 0.01, 0.001][decimals.len() - 1];
        prop_assert!((plain.half - step / 2.0).abs() < 1e-12);
    }
}
