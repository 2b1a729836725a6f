//! Advice on I/O paths follows from the request, and always includes all paths.

use pathlength_disk_path::advice::{Advice, Basis, Enquiry, Errors, Limit, Published, PublishedCell, advise, prepare};
use pathlength_disk_path::{Costs, Model};
use pathlength_model::{Setting, Settings};
use proptest::prelude::*;

const CODES: [&str; 13] =
    ["EDED", "EMD0", "EMD1", "D210", "D211", "D220", "D221", "D240", "D241", "FDED", "FMD0", "FMD1", "LNS0"];
const CACHED: [(&str, &str); 5] =
    [("EMD1", "EMD0"), ("D211", "D210"), ("D221", "D220"), ("D241", "D240"), ("FMD1", "FMD0")];

/// Returns a model with round numbers of about the same size as the lab's.
fn model() -> Model {
    let value = |name: &str| {
        Some(match name {
            "eckd_read_rate" => 40_000.0,
            "request_kb" => 128.0,
            "fba_request_kb" => 48.0,
            "fcp_write_request_kb" => 512.0,
            "fba_fill_kb" => 32.0,
            "channel_mb_s" => 170.0,
            "file_mb" => 100.0,
            "record_read" => 50.0,
            "record_write" => 85.0,
            "fill_records" | "small_block_copy" | "write_overlap" => 2.0,
            "scsi_command" => 500.0,
            "fcp_payload" => 9.0,
            "back_end" => 27.0,
            "dedicated_write" => 1.1,
            "first_write_stall" => 3000.0,
            "guest_write" => 5.0,
            "guest_rewrite" => 3.0,
            "guest_read" => 2.2,
            "guest_request" => 35.0,
            "guest_hit" => 1.5,
            "cp_eckd" => 0.5,
            "cp_diagnose_block" => 1.2,
            "cp_diagnose" => 0.1,
            "cp_fba" => 4.0,
            "cp_fcp" => 0.3,
            "cache_copy" => 0.6,
            "background" => 0.004,
            _ => return None,
        })
    };
    Model::new(Costs::new(&value).expect("costs"))
}

fn work(numbers: &[(&str, f64)]) -> Settings {
    let mut work = Settings::default();
    for (name, value) in numbers {
        work.set(name, Setting::Number(*value));
    }
    work
}

fn enquiry(work: Settings, throughput: f64, cpu: f64) -> Enquiry {
    Enquiry { work, throughput, cpu, limits: Vec::new(), errors: None }
}

fn asked(enquiry: &Enquiry) -> Vec<Advice> {
    advise(&mut model(), &Published::default(), enquiry).expect("advice")
}

fn of<'a>(advice: &'a [Advice], way: &str) -> &'a Advice {
    advice.iter().find(|advice| advice.way == way).expect("every path")
}

prop_compose! {
    fn enquiries()(
        reads in 0..=100_u32, rereads in 0..=100_u32, initial in 0..=100_u32,
        block in prop::sample::select(vec![512.0, 1024.0, 2048.0, 4096.0]),
        cache in prop::option::of(0..200_u32), guests in 1..4_u32,
        sharing in prop::sample::select(vec!["own", "shared", "scan"]),
        weights in (0..9_u32, 1..9_u32),
        limits in prop::sample::subsequence(vec![Limit::Minidisk, Limit::NoFcp, Limit::NoEckd, Limit::NoDiagnose], 0..=4),
        errors in prop::option::of((0.0..0.1, 0.0..0.1)),
    ) -> Enquiry {
        let numbers = [("read_share", reads), ("reread_share", rereads), ("initial_share", initial), ("guests", guests)];
        let mut work = work(&numbers.map(|(name, value)| (name, f64::from(value))));
        work.set("file_mb", Setting::Number(30.0));
        work.set("block_bytes", Setting::Number(block));
        work.set("sharing", Setting::Word(sharing.to_owned()));
        if let Some(cache) = cache {
            work.set("cache_mb", Setting::Number(f64::from(cache)));
        }
        let errors = errors.map(|(throughput, cpu)| Errors { throughput, cpu });
        Enquiry { work, throughput: f64::from(weights.0), cpu: f64::from(weights.1), limits, errors }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_path_is_assessed_once_with_its_reason(enquiry in enquiries()) {
        let advice = asked(&enquiry);
        let mut codes: Vec<_> = advice.iter().map(|advice| advice.way).collect();
        codes.sort_unstable();
        let mut all = CODES;
        all.sort_unstable();
        prop_assert_eq!(codes, all);
        let mut reasons: Vec<_> = advice.iter().map(|advice| &advice.reason).collect();
        reasons.sort_unstable();
        reasons.dedup();
        prop_assert_eq!(reasons.len(), 13);
        for Advice { reason, .. } in &advice {
            prop_assert!(reason.ends_with('.') && reason.starts_with(char::is_uppercase), "{}", reason);
            prop_assert!(!reason.contains("NaN") && !reason.contains("inf"), "{}", reason);
        }
    }

    #[test]
    fn excluded_paths_come_last_without_a_rank(enquiry in enquiries()) {
        let advice = asked(&enquiry);
        let first = advice.iter().position(|advice| !advice.set_aside.is_empty()).unwrap_or(13);
        prop_assert!(advice[first..].iter().all(|advice| !advice.set_aside.is_empty() && advice.place == 0));
        for part in [&advice[..first], &advice[first..]] {
            prop_assert!(part.is_sorted_by(|a, b| a.score >= b.score));
        }
    }

    #[test]
    fn rank_counts_the_clearly_better_paths(enquiry in enquiries()) {
        let advice = asked(&enquiry);
        let Errors { throughput, cpu } = enquiry.errors.unwrap_or(Errors { throughput: 0.0, cpu: 0.0 });
        let all = enquiry.throughput + enquiry.cpu;
        // A median error is 0.6745 standard deviations; the difference between two paths has twice the variance of one
        // path.
        let [fast, slim] = [(throughput, enquiry.throughput), (cpu, enquiry.cpu)].map(|(error, weight)| libm::log1p(error) / 0.6745 * weight / all);
        let blur = libm::exp((2.447 * libm::sqrt(2.0) * libm::hypot(fast, slim)).max(1e-9));
        for (at, advice_at) in advice.iter().enumerate().filter(|(_, advice)| advice.place > 0) {
            let leader = &advice[advice_at.place as usize - 1];
            prop_assert!(leader.place == advice_at.place && leader.score / advice_at.score <= blur * (1.0 + 1e-9));
            let next = advice.get(at + 1).filter(|next| next.place > advice_at.place);
            prop_assert!(next.is_none_or(|next| next.place as usize == at + 2 && leader.score / next.score >= blur / (1.0 + 1e-9)));
            let ratio = advice[0].score / advice_at.score;
            match advice_at.behind {
                Some([low, high]) => {
                    prop_assert!(at > 0 && enquiry.errors.is_some());
                    prop_assert!((low * high / (ratio * ratio) - 1.0).abs() < 1e-9 && low <= ratio && ratio <= high);
                    prop_assert!(advice_at.place > 1 || low <= 1.0 + 1e-9, "a tie with the best includes 1");
                }
                None => prop_assert!(at == 0 || blur < 1.0 + 2e-9),
            }
        }
    }

    #[test]
    fn score_is_the_weighted_mean_of_both_ratios(enquiry in enquiries()) {
        for Advice { score, throughput, cpu, way, .. } in asked(&enquiry) {
            // Computed in another order: the power before the root.
            let power = libm::pow(throughput, enquiry.throughput) / libm::pow(cpu, enquiry.cpu);
            let mean = libm::pow(power, 1.0 / (enquiry.throughput + enquiry.cpu));
            prop_assert!((score / mean - 1.0).abs() < 1e-9, "{way}: {score} {mean}");
        }
    }

    #[test]
    fn more_rereads_favor_the_cached_path(reads in 1..=100_u32, less in 0..100_u32, more in 1..=50_u32) {
        let advice = |rereads: u32| {
            let work = work(&[("read_share", f64::from(reads)), ("reread_share", f64::from(rereads))]);
            asked(&enquiry(work, 1.0, 0.0))
        };
        let (few, many) = (advice(less), advice((less + more).min(100)));
        for (cached, plain) in CACHED {
            let ratio = |advice: &[Advice]| of(advice, cached).throughput / of(advice, plain).throughput;
            prop_assert!(ratio(&many) >= ratio(&few), "{cached}: {} {}", ratio(&few), ratio(&many));
        }
    }

    #[test]
    fn zero_weight_ranks_by_the_other_quantity(reads in 0..=100_u32, rereads in 0..=100_u32) {
        let work = work(&[("read_share", f64::from(reads)), ("reread_share", f64::from(rereads))]);
        let fast = asked(&enquiry(work.clone(), 3.0, 0.0));
        prop_assert!(fast.is_sorted_by(|a, b| a.throughput >= b.throughput));
        let slim = asked(&enquiry(work, 0.0, 0.5));
        prop_assert!(slim.is_sorted_by(|a, b| a.cpu <= b.cpu));
    }
}

#[test]
fn baseline_stays_1_when_paths_are_excluded() {
    let mut asked_for = enquiry(work(&[]), 1.0, 2.0);
    asked_for.limits = vec![Limit::Minidisk];
    let advice = asked(&asked_for);
    let Advice { score, throughput, cpu, place, .. } = *of(&advice, "EDED");
    assert_eq!((score, throughput, cpu, place), (1.0, 1.0, 1.0, 0));
}

#[test]
fn each_constraint_excludes_its_paths() {
    let aside = |limit| {
        let mut enquiry = enquiry(work(&[]), 1.0, 1.0);
        enquiry.limits = vec![limit];
        let mut codes: Vec<_> =
            asked(&enquiry).iter().filter(|advice| !advice.set_aside.is_empty()).map(|advice| advice.way).collect();
        codes.sort_unstable();
        codes.join(" ")
    };
    assert_eq!(aside(Limit::Minidisk), "EDED FDED LNS0");
    assert_eq!(aside(Limit::NoFcp), "FDED FMD0 FMD1 LNS0");
    assert_eq!(aside(Limit::NoEckd), "D210 D211 D220 D221 D240 D241 EDED EMD0 EMD1");
    assert_eq!(aside(Limit::NoDiagnose), "D210 D211 D220 D221 D240 D241");
}

#[test]
fn paths_with_larger_blocks_than_the_file_system_are_excluded() {
    let aside = |block: f64| {
        let advice = asked(&enquiry(work(&[("block_bytes", block)]), 1.0, 1.0));
        advice.iter().filter(|advice| !advice.set_aside.is_empty()).count()
    };
    assert_eq!([4096.0, 2048.0, 1024.0, 512.0].map(aside), [0, 5, 7, 9]);
}

#[test]
fn guests_that_share_need_a_minidisk() {
    let mut work = work(&[("guests", 4.0)]);
    work.set("sharing", Setting::Word("shared".to_owned()));
    let advice = asked(&enquiry(work, 1.0, 1.0));
    let aside: Vec<_> = advice.iter().filter(|advice| !advice.set_aside.is_empty()).map(|advice| advice.way).collect();
    assert_eq!(aside.len(), 3);
    assert!(["EDED", "FDED", "LNS0"].iter().all(|way| aside.contains(way)));
}

#[test]
fn small_cache_gives_its_hit_ratio_as_the_reason() {
    let hit = |cache: f64| {
        let work = work(&[("read_share", 100.0), ("reread_share", 50.0), ("file_mb", 50.0), ("cache_mb", cache)]);
        (100.0 * of(&asked(&enquiry(work, 1.0, 1.0)), "EMD1").hit_ratio).round() as u32
    };
    assert_eq!(hit(200.0), 50);
    assert_eq!(hit(10.0), 0);
}

#[test]
fn paths_of_equal_cost_share_a_rank() {
    let advice = asked(&enquiry(work(&[("read_share", 0.0)]), 1.0, 1.0));
    assert_eq!(of(&advice, "EMD1").place, of(&advice, "EMD0").place);
    assert_eq!(of(&advice, "FMD0").place, of(&advice, "FDED").place);
    assert!(of(&advice, "EMD1").reason.contains("nothing is read"));
    // Both effects that the source does not explain are included.
    assert!(of(&advice, "EMD0").throughput > 1.0 && of(&advice, "EMD0").reason.contains("nlike on a dedicated device"));
    assert!(of(&advice, "D240").throughput < 1.0 && of(&advice, "D240").reason.contains("Initial writes stall"));
}

/// Returns cells in which a path has the given ratios of speed and of CPU time in each phase.
fn cells(way: &str, fast: [f64; 4], slim: [f64; 4]) -> Vec<PublishedCell> {
    let cell = |row: &str, base: &str, phase: &str, output: &str, value| PublishedCell {
        row: row.to_owned(),
        relative_to: base.to_owned(),
        phase: phase.to_owned(),
        output: output.to_owned(),
        value,
    };
    let mut cells = Vec::new();
    for (at, phase) in ["write", "rewrite", "read", "reread"].into_iter().enumerate() {
        cells.push(cell(way, "EDED", phase, "kb_per_s", fast[at]));
        cells.push(cell(way, "EDED", phase, "total_cpu_per_kb", slim[at]));
    }
    // A write on the baseline takes twice the time of a read, and four times the CPU time.
    for (phase, elapsed, cpu) in [("write", 2.0, 4.0), ("rewrite", 2.0, 4.0), ("read", 1.0, 1.0)] {
        cells.push(cell(phase, "read", phase, "elapsed_per_kb", elapsed));
        cells.push(cell(phase, "read", phase, "total_cpu_per_kb", cpu));
    }
    cells
}

#[test]
fn mix_at_printed_conditions_is_computed_from_the_cells() {
    let published = Published::new(&cells("EMD1", [0.5, 1.0, 2.0, 4.0], [1.0, 2.0, 3.0, 0.5]));
    let ask = |numbers: &[(&str, f64)]| {
        let work = work(&[&[("read_share", 50.0), ("reread_share", 50.0)], numbers].concat());
        advise(&mut model(), &published, &enquiry(work, 1.0, 1.0)).expect("advice")
    };
    let advice = ask(&[("initial_share", 50.0)]);
    let Advice { throughput, cpu, basis, .. } = *of(&advice, "EMD1");
    // Each phase moves a quarter of the KB: the baseline takes 2 + 2 + 1 + 1, and the path takes 4 + 2 + 1/2 + 1/4.
    assert!((throughput - 6.0 / 6.75).abs() < 1e-12 && basis == Basis::Published, "{throughput}");
    // The CPU time of the baseline is 4 + 4 + 1 + 1, and that of the path 4 + 8 + 3 + 1/2.
    assert!((cpu - 1.55).abs() < 1e-12, "{cpu}");
    // The other paths have no cells, so the model evaluates them.
    assert_eq!(of(&advice, "EMD0").basis, Basis::Model);
    assert_eq!(of(&ask(&[("file_mb", 10.0)]), "EMD1").basis, Basis::Published);
    // Without reads, the cache does not matter.
    assert_eq!(of(&ask(&[("cache_mb", 10.0), ("read_share", 0.0)]), "EMD1").basis, Basis::Published);
}

/// Returns cells of a cached path, of the same path without the cache, and of all paths that repeat a read. The reread
/// of the last path differs from its read by a factor of `change`; the other reads and rereads take the same time.
fn lab(change: f64) -> Published {
    let mut all = cells("EMD1", [1.0, 1.0, 0.5, 10.0], [1.0, 1.0, 2.0, 0.5]);
    all.extend(cells("EDED", [1.0; 4], [1.0; 4]));
    for way in ["EMD0", "D210", "D220", "D240", "FDED", "FMD0"] {
        all.extend(cells(way, [0.8; 4], [1.25; 4]));
    }
    all.extend(cells("LNS0", [2.0, 2.0, 2.0, 2.0 * change], [1.0; 4]));
    Published::new(&all)
}

#[test]
fn cache_of_some_size_divides_printed_cells_by_its_hits() {
    let ask = |cache: f64| {
        let numbers = [("read_share", 100.0), ("reread_share", 100.0), ("file_mb", 50.0), ("cache_mb", cache)];
        advise(&mut model(), &lab(1.0), &enquiry(work(&numbers), 1.0, 0.0)).expect("advice")
    };
    let [large, none] = [200.0, 10.0].map(ask);
    let of_large = of(&large, "EMD1");
    assert_eq!((of_large.basis, of_large.hit_ratio), (Basis::Between, 1.0));
    assert!((of_large.throughput - 10.0).abs() < 1e-12, "every KB takes the time of the printed reread");
    let of_none = of(&none, "EMD1");
    assert_eq!((of_none.basis, of_none.hit_ratio), (Basis::Between, 0.0));
    assert!((of_none.throughput - 0.5).abs() < 1e-12, "every KB takes the time of the printed initial read");
    assert_eq!(of(&none, "EMD0").basis, Basis::Published);
    // Several guests read one minidisk: units that one guest loads are hits for the others.
    let shared = |guests: f64| {
        let mut work = work(&[
            ("read_share", 100.0),
            ("reread_share", 0.0),
            ("file_mb", 50.0),
            ("cache_mb", 200.0),
            ("guests", guests),
        ]);
        work.set("sharing", Setting::Word("shared".to_owned()));
        of(&advise(&mut model(), &lab(1.0), &enquiry(work, 1.0, 0.0)).expect("advice"), "EMD1").clone()
    };
    let four = shared(4.0);
    // A KB takes 2 units of time if it fills the cache, and 0.1 if it comes from the cache.
    let mean = four.hit_ratio * 0.1 + (1.0 - four.hit_ratio) * 2.0;
    assert!((four.throughput * mean - 1.0).abs() < 1e-9 && four.hit_ratio > 0.7, "{four:?}");
}

#[test]
fn margins_widen_with_the_scatter_between_runs() {
    let margin = |change: f64| {
        let all = advise(&mut model(), &lab(change), &enquiry(work(&[("read_share", 0.0)]), 1.0, 0.0)).expect("advice");
        assert_eq!((all[0].way, all[0].behind), ("LNS0", None));
        let [low, high] = of(&all, "EDED").behind.expect("an interval");
        assert!((low * high / 4.0 - 1.0).abs() < 1e-9, "twice as fast is the middle: {low} {high}");
        libm::log(high / low)
    };
    // Of seven changes, six are zero and one is 4 %: a variance of 0.04² / 7, half of it from one run. Initial writes
    // and rewrites are separate runs, on each of two paths.
    let expected = 2.0 * 2.447 * libm::sqrt(2.0 * 0.5 * libm::pow(libm::log(1.04), 2.0) / 7.0 / 2.0);
    let [rounded, scattered] = [margin(1.0), margin(1.04)];
    assert!(scattered > expected && scattered < 1.05 * expected, "{scattered} {expected}");
    assert!(rounded > 0.0 && rounded < scattered / 2.0, "only rounding is left: {rounded}");
    // Scatter larger than the difference causes a tie.
    let tie = advise(&mut model(), &lab(9.0), &enquiry(work(&[("read_share", 0.0)]), 1.0, 0.0)).expect("advice");
    assert_eq!(of(&tie, "EDED").place, 1);
}

#[test]
fn invalid_requests_are_refused_with_a_fix() {
    let refusal = |enquiry: &Enquiry| {
        let error = advise(&mut model(), &Published::default(), enquiry).expect_err("a refusal").to_string();
        assert_eq!(prepare(&mut model(), enquiry).map_err(|error| error.to_string()), Err(error.clone()));
        error
    };
    let of = |name: &str, value: f64| refusal(&enquiry(work(&[(name, value)]), 1.0, 1.0));
    assert_eq!(of("block_bytes", 3000.0), "setting block_bytes must be one of 512, 1024, 2048, 4096 (bytes)");
    assert_eq!(of("read_share", -1.0), "setting read_share must be from 0 to 100 (%)");
    assert_eq!(of("read_share", f64::NAN), "setting read_share must be from 0 to 100 (%)");
    assert!(of("fba_cost", 100.0).starts_with("the model has no setting \"fba_cost\": use one of read_share,"));
    for (throughput, cpu) in [(0.0, 0.0), (-1.0, 2.0), (f64::NAN, 1.0), (f64::INFINITY, 1.0)] {
        let error = refusal(&enquiry(work(&[]), throughput, cpu));
        assert_eq!(
            error,
            "the weights of throughput and processor time are out of range: give 0 or more, and at least one above 0"
        );
    }
}
