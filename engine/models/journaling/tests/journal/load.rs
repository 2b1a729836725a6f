//! The load reproduces the measured statistics, and a client can execute it.

use crate::parameters::{measured, parameters};
use pathlength_journaling::load::{NO_FILE, Operation, Plan, Profile, Step};
use std::collections::BTreeMap;

const PAGE: u64 = 4096;

pub(crate) fn profile() -> Profile {
    let values = parameters();
    Profile::new(&|name| values.get(name).copied()).unwrap()
}

fn plan(cycles: u32, seed: u64) -> Plan {
    Plan::new(&profile(), cycles, seed).unwrap()
}

/// The state of a file while a plan is executed.
#[derive(Clone, Default)]
struct File {
    size: u64,
    /// Position of the last write to each page.
    pages: BTreeMap<u64, usize>,
}

/// Statistics of a plan, from its execution on plain files.
#[derive(Default)]
struct PlanStatistics {
    numbers: BTreeMap<&'static str, f64>,
    sizes: Vec<u64>,
    /// Lifetimes of written pages, in operations.
    lives: Vec<usize>,
    max_reuse_distance: usize,
}

fn add(numbers: &mut BTreeMap<&'static str, f64>, name: &'static str, value: f64) {
    *numbers.entry(name).or_default() += value;
}

/// Executes a plan and collects its statistics; fails on an impossible operation.
fn measure(plan: &Plan) -> PlanStatistics {
    let mut found = PlanStatistics::default();
    let mut files: BTreeMap<u32, File> = BTreeMap::new();
    let mut used: BTreeMap<(u32, u64), usize> = BTreeMap::new();
    let mut distinct = 0_usize;
    let mut ends: BTreeMap<u32, u64> = BTreeMap::new();
    // Total size of the existing files' pages in MiB, sampled 200 times per run.
    let mut live = Vec::new();
    for (at, step) in plan.steps.iter().enumerate() {
        let name = match step.operation {
            Operation::Create | Operation::Open | Operation::MakeDirectory => "opens",
            Operation::Close => "closes",
            Operation::Read => "reads",
            Operation::Write => "writes",
            Operation::Stat => "stats",
            Operation::Fstat => "fstats",
            Operation::List => "lists",
            Operation::Query => "queries",
            Operation::Flush => "flushes",
            Operation::Unlink => "unlinks",
            Operation::Rename => "renames",
            Operation::RemoveDirectory => "rmdirs",
            Operation::DeleteTree => "deltrees",
        };
        add(&mut found.numbers, name, 1.0);
        let pages = step.offset / PAGE..(step.offset + step.bytes).div_ceil(PAGE);
        match step.operation {
            Operation::Create => assert!(files.insert(step.file, File::default()).is_none(), "created twice"),
            Operation::Rename => assert!(files.contains_key(&step.file), "a renamed file exists"),
            Operation::Unlink => {
                let file = files.remove(&step.file).expect("deleted once, and after it was made");
                found.sizes.push(file.size);
                distinct += file.pages.len();
                found.lives.extend(file.pages.values().map(|written| at - written));
            }
            Operation::Write => {
                let file = files.get_mut(&step.file).expect("written while there");
                file.size = file.size.max(step.offset + step.bytes);
                for page in pages {
                    add(&mut found.numbers, "page_writes", 1.0);
                    found.lives.extend(file.pages.insert(page, at).map(|written| at - written));
                    used.insert((step.file, page), at);
                }
                add(&mut found.numbers, "written", step.bytes as f64 / 1_048_576.0);
                match step.bytes {
                    1 => add(&mut found.numbers, "single_bytes", 1.0),
                    PAGE => add(&mut found.numbers, "single_pages", 1.0),
                    65 if ends.get(&step.file) == Some(&step.offset) => add(&mut found.numbers, "pairs", 1.0),
                    _ => {}
                }
                ends.insert(step.file, step.offset + step.bytes);
            }
            Operation::Read if step.bytes > 0 => {
                let file = files.get(&step.file).expect("read while there");
                for page in pages {
                    assert!(file.pages.contains_key(&page), "only written bytes are read");
                    let last = used.insert((step.file, page), at).expect("it was written");
                    found.max_reuse_distance = found.max_reuse_distance.max(at - last);
                }
                add(&mut found.numbers, "read", step.bytes as f64 / 1_048_576.0);
            }
            _ => {}
        }
        if at % (plan.steps.len() / 200) == 0 {
            live.push(files.values().map(|file| file.pages.len()).sum::<usize>() as f64 * PAGE as f64 / 1_048_576.0);
        }
    }
    assert!(files.is_empty(), "everything is deleted in the end");
    let numbers = &mut found.numbers;
    numbers.insert("all", plan.steps.len() as f64);
    numbers.insert("pages", distinct as f64);
    numbers.insert("files", found.sizes.len() as f64);
    numbers.insert("empty_files", found.sizes.iter().filter(|size| **size == 0).count() as f64);
    found.sizes.sort_unstable();
    let quantile = |share: f64| found.sizes[((found.sizes.len() - 1) as f64 * share) as usize] as f64;
    for (name, share) in [("size_75", 0.75), ("size_90", 0.9), ("size_95", 0.95), ("size_99", 0.99)] {
        numbers.insert(name, quantile(share));
    }
    numbers.insert("size_most", found.sizes.last().copied().unwrap_or(0) as f64);
    let full: Vec<u64> = found.sizes.iter().copied().filter(|size| *size > 0).collect();
    numbers.insert("size_mean", full.iter().sum::<u64>() as f64 / full.len() as f64 / 1000.0);
    for (name, percent) in [("survive_1", 1), ("survive_2", 2), ("survive_5", 5), ("survive_10", 10)] {
        let long = found.lives.iter().filter(|life| **life * 100 > percent * plan.steps.len()).count();
        numbers.insert(name, long as f64 * PAGE as f64 / 1e6);
    }
    // Use only the samples after the fillers are written and before they are deleted.
    let middle = &live[10..live.len() - 10];
    numbers.insert("live_least", middle.iter().copied().fold(f64::MAX, f64::min));
    numbers.insert("live_most", middle.iter().copied().fold(0.0, f64::max));
    found
}

#[test]
fn plan_reproduces_measured_statistics() {
    for seed in [1, 2, 3] {
        let found = measure(&plan(17, seed));
        let mut off = Vec::new();
        for (name, (value, tolerance)) in measured() {
            let ours = *found.numbers.get(name.as_str()).unwrap_or_else(|| panic!("{name} is not counted"));
            if (ours - value).abs() > tolerance * value {
                off.push(format!("{name}: {ours} for {value}"));
            }
        }
        assert!(off.is_empty(), "seed {seed}: {}", off.join("; "));
    }
}

#[test]
fn plan_reads_only_recently_used_pages() {
    for seed in [1, 2] {
        let plan = plan(17, seed);
        assert!(measure(&plan).max_reuse_distance * 100 <= 6 * plan.steps.len());
    }
}

#[test]
fn short_plan_scales_all_counts() {
    let whole = measure(&plan(17, 1)).numbers;
    for cycles in [1, 2, 5] {
        let part = measure(&plan(cycles, 1)).numbers;
        for name in ["all", "reads", "writes", "opens", "unlinks", "written", "read", "page_writes", "pages"] {
            let expected = whole[name] * f64::from(cycles) / 17.0;
            assert!((part[name] / expected - 1.0).abs() < 0.08, "{cycles} cycles: {name} {}, {expected}", part[name]);
        }
    }
}

#[test]
fn plan_cycles_have_equal_counts() {
    let plan = plan(17, 4);
    let count = |part: &[Step], operation| part.iter().filter(|step| step.operation == operation).count() as f64;
    for operation in [Operation::Create, Operation::Unlink, Operation::Read, Operation::Stat] {
        let expected = count(&plan.steps, operation) / 17.0;
        // Skip the first cycle, which writes the fillers, and the last one, which deletes them.
        for part in plan.steps.chunks_exact(plan.steps.len() / 17).skip(1).take(15) {
            let found = count(part, operation);
            assert!((found / expected - 1.0).abs() < 0.3, "{operation:?}: {found} of {expected}");
        }
    }
}

#[test]
fn plan_with_same_seed_is_identical() {
    assert_eq!(plan(2, 5).steps, plan(2, 5).steps);
    assert_ne!(plan(2, 5).steps, plan(2, 6).steps);
    let small = plan(1, 1);
    let about_files = |step: &&Step| !matches!(step.operation, Operation::MakeDirectory | Operation::RemoveDirectory);
    assert!(small.steps.iter().filter(about_files).all(|step| step.file == NO_FILE || step.file < small.files));
}

#[test]
fn plan_with_invalid_input_is_refused_with_reason() {
    let words = |cycles| Plan::new(&profile(), cycles, 1).unwrap_err().to_string();
    assert!(words(0).contains("1 to 17"), "{}", words(0));
    assert!(words(18).contains("1 to 17"));
    let values = parameters();
    let wrong = |name: &str, value: f64| {
        let of = |asked: &str| if asked == name { Some(value) } else { values.get(asked).copied() };
        Profile::new(&of).expect_err(name).to_string()
    };
    assert!(wrong("reads", f64::NAN).contains("reads"));
    assert!(wrong("reads", 0.5).contains("whole"));
    assert!(wrong("cycles", 0.0).contains("cycles"));
    assert!(wrong("directories", 0.0).contains("directories"));
    assert!(wrong("pairs", 9000.0).contains("pairs"));
    assert!(wrong("written_mib", 1.0).contains("raise `writes` or `written_mib`"));
    assert!(wrong("size_75", 1e6).contains("sizes"));
    assert!(wrong("empty_files", 2095.0).contains("raise `files`"));
    assert!(wrong("early_deaths", 2.0).contains("early_deaths is 2: give a share"));
    assert!(wrong("death_to", 50.0).contains("cycle"));
    assert!(wrong("early_from", 50.0).contains("early_to"));
    assert!(wrong("reads_from", 95.0).contains("reads_to"));
    assert!(wrong("reads_to", 101.0).contains("reads_to ≤ 100"));
}

/// Returns the mean position of reads in the lifetime of their file: 0 at the file's first step, 1 at its last.
fn mean_place_of_reads(reads_from: f64, reads_to: f64) -> f64 {
    let mut values = parameters();
    values.extend([("reads_from".to_owned(), reads_from), ("reads_to".to_owned(), reads_to)]);
    let profile = Profile::new(&|name| values.get(name).copied()).unwrap();
    let plan = Plan::new(&profile, 1, 1).unwrap();
    let mut lives: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (at, step) in plan.steps.iter().enumerate() {
        lives.entry(step.file).or_insert((at, at)).1 = at;
    }
    let reads = plan.steps.iter().enumerate().filter(|(_, step)| step.operation == Operation::Read && step.bytes > 0);
    let places: Vec<_> = reads
        .map(|(at, step)| {
            let (first, last) = lives[&step.file];
            (at - first) as f64 / (last - first) as f64
        })
        .collect();
    places.iter().sum::<f64>() / places.len() as f64
}

#[test]
fn reads_come_later_when_parameters_place_them_later() {
    let places = [(10.0, 20.0), (40.0, 50.0), (80.0, 90.0)].map(|(from, to)| mean_place_of_reads(from, to));
    assert!(places.is_sorted_by(|sooner, later| sooner < later), "{places:?}");
}

#[test]
fn profile_older_than_a_parameter_is_as_it_was() {
    let mut values = parameters();
    values.extend([("early_to".to_owned(), 2.0), ("early_from".to_owned(), 0.4)]);
    let now = Profile::new(&|name| values.get(name).copied()).unwrap();
    let new = ["early_from", "reads_from", "reads_to"];
    let then = Profile::new(&|name| if new.contains(&name) { None } else { values.get(name).copied() }).unwrap();
    assert_eq!(then, now);
}
