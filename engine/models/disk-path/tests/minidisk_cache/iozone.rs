//! The `IOzone` benchmark's phases against the minidisk cache: properties of the data sources for all sizes.

#![allow(clippy::float_cmp, reason = "sums of half kilobytes are exact")]

use pathlength_disk_path::iozone::{Demand, Medium, Run, Sharing, Traffic};
use proptest::prelude::*;

fn run(demand: Demand) -> [Traffic; 4] {
    let mut run = Run::new(demand).expect("a demand within the limits");
    while !run.step() {}
    run.phases()
}

/// One guest, and a cache that can hold the guest's file.
const ALONE: Demand = Demand {
    medium: Medium::Eckd { block_bytes: 4096 },
    file_kb: 48 * 100,
    cache_kb: 48 * 100,
    guests: 1,
    sharing: Sharing::Own,
    fair_share: true,
    request_kb: 128,
};
const FILE_KB: f64 = 4800.0;

fn medium() -> impl Strategy<Value = Medium> {
    let block = prop::sample::select(vec![512, 1024, 2048, 4096]);
    prop_oneof![4 => block.prop_map(|block_bytes| Medium::Eckd { block_bytes }), 1 => Just(Medium::Fba)]
}

fn sharing() -> impl Strategy<Value = Sharing> {
    prop_oneof![Just(Sharing::Own), Just(Sharing::Shared), (1..5_u32).prop_map(|rate| Sharing::Scan { rate })]
}

prop_compose! {
    fn demand()(
        medium in medium(),
        file_kb in 1..6000_u64,
        cache_kb in 0..12_000_u64,
        guests in 1..6_u32,
        sharing in sharing(),
        fair_share: bool,
        request_kb in prop::sample::select(vec![1, 4, 48, 64, 128, 1024]),
    ) -> Demand {
        Demand { medium, file_kb, cache_kb, guests, sharing, fair_share, request_kb }
    }
}

/// Returns the size of the file as it is read, rounded up to whole units.
fn rounded_kb(demand: &Demand) -> f64 {
    (demand.file_kb as f64 / demand.medium.unit_kb()).ceil() * demand.medium.unit_kb()
}

/// Returns the number of whole units in `kb` KB.
fn units(demand: &Demand, kb: u64) -> u64 {
    (kb as f64 / demand.medium.unit_kb()).floor() as u64
}

proptest! {
    #[test]
    fn kilobytes_by_source_add_up(demand in demand()) {
        let phases = run(demand);
        let (readers, writers) = match demand.sharing {
            Sharing::Own => (demand.guests, demand.guests),
            Sharing::Shared => (demand.guests, 1),
            Sharing::Scan { .. } => (1, 1),
        };
        let file_kb = rounded_kb(&demand);
        for traffic in &phases[..2] {
            let written_kb = f64::from(writers) * file_kb;
            prop_assert_eq!(*traffic, Traffic { written_kb, ..Traffic::default() });
        }
        for traffic in &phases[2..] {
            let Traffic { delivered_kb, from_cache_kb, filled_kb, bypassed_kb, written_kb } = *traffic;
            prop_assert_eq!((delivered_kb, written_kb), (f64::from(readers) * file_kb, 0.0));
            prop_assert!(from_cache_kb <= delivered_kb);
            // The disk reads exceed the requests only if a unit was evicted before all of it was read.
            prop_assert!(from_cache_kb + filled_kb + bypassed_kb >= delivered_kb);
            if demand.guests == 1 {
                prop_assert_eq!(from_cache_kb + filled_kb + bypassed_kb, delivered_kb);
            }
        }
        prop_assert_eq!(run(demand), phases, "a second run gives the same result");
    }

    #[test]
    fn one_guest_rereads_all_or_nothing_from_the_cache(medium in medium(), cache_kb in 0..9000_u64, file_kb in 1..6000_u64) {
        let demand = Demand { medium, cache_kb, file_kb, ..ALONE };
        let [_, _, read, reread] = run(demand);
        prop_assert_eq!(read.from_cache_kb, 0.0);
        let file_kb = rounded_kb(&demand);
        if units(&demand, cache_kb) == 0 {
            prop_assert_eq!((read.bypassed_kb, reread.bypassed_kb), (file_kb, file_kb));
        } else if cache_kb as f64 >= file_kb {
            prop_assert_eq!((read.filled_kb, reread.from_cache_kb), (file_kb, file_kb));
        } else {
            // Least-recently-used replacement and a sequential scan: each unit is evicted just before it is needed.
            prop_assert_eq!((read.filled_kb, reread.filled_kb, reread.from_cache_kb), (file_kb, file_kb, 0.0));
        }
    }

    #[test]
    fn guests_with_separate_files_each_need_a_share(guests in 1..9_u32, share in 90..110_u64) {
        let cache_kb = u64::from(guests) * share * 48;
        let [_, _, read, reread] = run(Demand { guests, cache_kb, ..ALONE });
        let all_kb = f64::from(guests) * FILE_KB;
        prop_assert_eq!(read.filled_kb, all_kb);
        prop_assert_eq!(reread.from_cache_kb, if share >= 100 { all_kb } else { 0.0 });
    }

    #[test]
    fn shared_minidisk_is_read_from_disk_once(guests in 2..17_u32, fair_share: bool, request_kb in prop::sample::select(vec![4, 48, 128])) {
        let cache_kb = 48 * (100 + u64::from(guests));
        let demand = Demand { guests, fair_share, request_kb, sharing: Sharing::Shared, cache_kb, ..ALONE };
        let [_, _, read, _] = run(demand);
        prop_assert_eq!(read.filled_kb, FILE_KB);
        prop_assert_eq!(read.from_cache_kb, FILE_KB * f64::from(guests - 1));
    }
}

#[test]
fn rereads_of_a_shared_minidisk_that_fits_need_no_disk() {
    for fair_share in [true, false] {
        let demand = Demand { guests: 4, sharing: Sharing::Shared, cache_kb: 2 * 4800, fair_share, ..ALONE };
        let [_, _, _, reread] = run(demand);
        assert_eq!((reread.from_cache_kb, reread.filled_kb), (4.0 * FILE_KB, 0.0), "fair share: {fair_share}");
    }
}

#[test]
fn fair_share_keeps_a_file_in_the_cache_while_others_scan() {
    // The file is a quarter of the cache, and there are four guests: the file just fits in the fair share.
    let demand = Demand { guests: 4, sharing: Sharing::Scan { rate: 4 }, cache_kb: 4 * 4800, ..ALONE };
    let [_, _, read, reread] = run(demand);
    assert_eq!((read.from_cache_kb, read.filled_kb), (0.0, FILE_KB));
    assert_eq!((reread.from_cache_kb, reread.filled_kb), (FILE_KB, 0.0));
    // Without the limit, thirteen times the file size passes through the cache before a unit is reread.
    let [_, _, _, reread] = run(Demand { fair_share: false, ..demand });
    assert_eq!((reread.from_cache_kb, reread.filled_kb), (0.0, FILE_KB));
    // In a cache large enough for everything, the limit would affect no guest.
    let large = Demand { fair_share: false, cache_kb: 14 * 4800, ..demand };
    assert_eq!(run(large)[3].from_cache_kb, FILE_KB);
}

#[test]
fn file_larger_than_the_share_is_evicted_before_the_reread() {
    let demand = Demand { guests: 2, sharing: Sharing::Scan { rate: 1 }, cache_kb: 2 * 48 * 110, ..ALONE };
    assert_eq!(run(demand)[3].from_cache_kb, FILE_KB);
    assert_eq!(run(Demand { file_kb: 48 * 110, ..demand })[3].from_cache_kb, 48.0 * 110.0);
    // The file would fit in the whole cache, but not in the fair share.
    assert_eq!(run(Demand { file_kb: 48 * 111, ..demand })[3].from_cache_kb, 0.0);
}

#[test]
fn sizes_out_of_range_are_refused_with_the_range() {
    let refused = |demand: Demand| Run::new(demand).expect_err("out of range").to_string();
    assert_eq!(refused(Demand { guests: 0, ..ALONE }), "guests is 0: give a number from 1 to 16");
    assert_eq!(refused(Demand { guests: 17, ..ALONE }), "guests is 17: give a number from 1 to 16");
    assert_eq!(refused(Demand { file_kb: 0, ..ALONE }), "file_kb is 0: give a number from 1 to 4194304");
    assert!(refused(Demand { file_kb: 4_194_305, ..ALONE }).contains("file_kb"));
    assert!(refused(Demand { cache_kb: 8_388_609, ..ALONE }).contains("0 to 8388608"));
    assert!(refused(Demand { request_kb: 0, ..ALONE }).contains("request_kb"));
    assert!(refused(Demand { request_kb: 65_537, ..ALONE }).contains("request_kb"));
    assert!(refused(Demand { sharing: Sharing::Scan { rate: 0 }, ..ALONE }).contains("scan_rate"));
    let odd = Medium::Eckd { block_bytes: 3000 };
    assert!(refused(Demand { medium: odd, ..ALONE }).contains("512, 1024, 2048, or 4096"));
}

#[test]
fn run_proceeds_in_slices() {
    let mut run = Run::new(Demand { file_kb: 4096 * 1024, ..ALONE }).expect("within the limits");
    assert!(!run.step());
    let begun = run.phases()[0].written_kb;
    assert!(begun > 0.0 && begun < 4096.0 * 1024.0);
    assert_eq!(run.phases()[2], Traffic::default());
    while !run.step() {}
    assert!(run.step(), "a finished run stays finished");
}
