//! The work that workload operations do in directories of a given size.

use pathlength_zfs::directory::Format;
use pathlength_zfs::directory::ptest::{Measurement, MeasurementSetup, OperationCounts};

const SETUP: MeasurementSetup =
    MeasurementSetup { name_bytes: 20, objects: 500, search_vnodes: 300, update_vnodes: 600 };

fn fill(measurement: &mut Measurement, names: u64) {
    while !measurement.fill(names).expect("space for all") {}
    assert_eq!(measurement.filled(), names);
}

fn filled(format: Format, names: u64) -> Measurement {
    let mut measurement = Measurement::new(format, SETUP).expect("space for a page");
    fill(&mut measurement, names);
    measurement
}

fn searched(format: Format, names: u64) -> OperationCounts {
    filled(format, names).measure(false).expect("a sound directory")
}

fn updated(format: Format, names: u64) -> OperationCounts {
    filled(format, names).measure(true).expect("a sound directory")
}

#[test]
fn v4_lookup_probes_half_the_pages_and_all_pages_of_objects() {
    // The objects are in the last pages, and pages are probed starting at the first. As the directory grows, the number
    // of probed pages grows by the pages before the objects.
    let sizes = [2000, 4000, 8000, 16_000].map(|names| searched(Format::V4, names));
    for pair in sizes.windows(2) {
        let probed = pair[1].lookup.pages - pair[0].lookup.pages;
        let pages = f64::from(pair[1].pages - pair[0].pages);
        assert!((probed / pages - 1.0).abs() < 0.02, "{probed} more pages probed for {pages} more pages");
        assert!(pair[1].lookup.pages <= f64::from(pair[1].pages));
    }
}

#[test]
fn v4_page_holds_125_names_of_20_bytes() {
    for names in [1000_u32, 5000, 20_000] {
        // The first page contains two more names: `.` and `..`.
        assert_eq!(searched(Format::V4, names.into()).pages, (names + 2).div_ceil(125), "{names}");
    }
}

#[test]
fn v5_search_of_any_size_probes_one_page() {
    for names in [1, 100, 1000, 20_000] {
        for search in [searched(Format::V5, names).lookup, updated(Format::V5, names).lookup] {
            assert!((search.pages - 1.0).abs() < f64::EPSILON, "{names} names: {search:?}");
        }
    }
}

#[test]
fn searches_list_all_names_and_updates_omit_objects() {
    for format in [Format::V4, Format::V5] {
        for names in [700, 2500] {
            assert_eq!(searched(format, names).listed, names);
            // The update workload lists the directory after it has removed its objects.
            assert_eq!(updated(format, names).listed, names - 500);
        }
    }
}

#[test]
fn growing_to_a_size_equals_building_it_at_once() {
    for format in [Format::V4, Format::V5] {
        let mut growing = Measurement::new(format, SETUP).expect("space for a page");
        for names in [600, 601, 3000, 25_000, 30_000, 50_000] {
            fill(&mut growing, names);
            assert_eq!(growing.measure(true).expect("sound"), updated(format, names), "{format:?} of {names}");
            assert_eq!(growing.measure(false).expect("sound"), searched(format, names), "{format:?} of {names}");
        }
    }
}

#[test]
fn measurement_does_not_depend_on_earlier_ones() {
    // A v4 directory remembers where its last search ended, if the name is short. Here, both the last and the first
    // search are for the only name without a vnode.
    let setup = MeasurementSetup { name_bytes: 13, ..SETUP };
    for format in [Format::V4, Format::V5] {
        let mut measurement = Measurement::new(format, setup).expect("space for a page");
        fill(&mut measurement, 301);
        let [searched, updated] = [false, true].map(|updated| measurement.measure(updated).expect("sound"));
        assert_eq!(measurement.measure(false), Ok(searched), "{format:?}");
        assert_eq!(measurement.measure(false), Ok(searched), "{format:?}");
        assert_eq!(measurement.measure(true), Ok(updated), "{format:?}");
    }
}

#[test]
fn directory_smaller_than_the_workload_is_all_objects() {
    for format in [Format::V4, Format::V5] {
        for names in [1, 2, 499] {
            let updated = updated(format, names);
            assert_eq!((searched(format, names).listed, updated.listed), (names, 0));
            assert_eq!(updated.without_vnode.0.to_bits(), 0.0_f64.to_bits());
        }
    }
}

#[test]
fn names_without_a_vnode_are_those_beyond_the_share() {
    let (searched, updated) = (searched(Format::V4, 2500), updated(Format::V4, 2500));
    assert_eq!((searched.without_vnode.0 as u64, updated.without_vnode.0 as u64), (2500 - 300, 2500 - 500 - 600));
    // Names without a vnode were created first, so they are in earlier pages than the objects.
    assert!(searched.without_vnode.1.pages < searched.lookup.pages / 1.5);
}
