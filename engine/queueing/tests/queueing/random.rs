//! Random numbers: the published generator, and the moments of the distributions.

use pathlength_queueing::{Poisson, Random};

/// Advances xoshiro256++ 1.0, as Blackman and Vigna publish it in C.
fn xoshiro256(state: &mut [u64; 4]) -> u64 {
    let result = state[0].wrapping_add(state[3]).rotate_left(23).wrapping_add(state[0]);
    let shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = state[3].rotate_left(45);
    result
}

/// Advances `SplitMix64`, as Vigna publishes it in C.
fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The numbers that the authors' programs print, for the state 1, 2, 3, 4 and for the seed 1477776061723855037.
#[test]
fn reference_generators_reproduce_the_published_numbers() {
    let mut state = [1, 2, 3, 4];
    let numbers = [
        41_943_041,
        58_720_359,
        3_588_806_011_781_223,
        3_591_011_842_654_386,
        9_228_616_714_210_784_205,
        9_973_669_472_204_895_162,
        14_011_001_112_246_962_877,
        12_406_186_145_184_390_807,
        15_849_039_046_786_891_736,
        10_450_023_813_501_588_000,
    ];
    assert_eq!(numbers.map(|_| xoshiro256(&mut state)), numbers);
    let mut state = 1_477_776_061_723_855_037;
    let numbers = [1_985_237_415_132_408_290, 2_979_275_885_539_914_483, 13_511_426_838_097_143_398];
    assert_eq!(numbers.map(|_| splitmix64(&mut state)), numbers);
}

#[test]
fn stream_any_seed_is_the_published_generator() {
    for (seed, stream) in [(0, 0), (1, 0), (0, 1), (u64::MAX, 7), (42, u64::MAX)] {
        // The start of a stream is the result of two rounds of SplitMix64's mixing.
        let mix = |number: u64| splitmix64(&mut number.wrapping_sub(0x9e37_79b9_7f4a_7c15));
        let mut start = mix(mix(seed).wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(stream)));
        let mut state = [0; 4].map(|_: u64| splitmix64(&mut start));
        let mut random = Random::new(seed, stream);
        for _ in 0..1000 {
            assert_eq!(random.bits(), xoshiro256(&mut state));
        }
    }
}

#[test]
fn streams_of_one_seed_are_uncorrelated() {
    let mut firsts: Vec<u64> = (0..10_000).map(|stream| Random::new(1, stream).bits()).collect();
    firsts.extend((2..10_000).map(|seed| Random::new(seed, 0).bits()));
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 19_998);
    // Neighboring streams are uncorrelated: the mean product of centered uniform numbers is 0, with a standard
    // deviation of 1/12/sqrt(n).
    let (mut one, mut next) = (Random::new(5, 0), Random::new(5, 1));
    let product: f64 = (0..100_000).map(|_| (one.uniform() - 0.5) * (next.uniform() - 0.5)).sum::<f64>() / 1e5;
    assert!(product.abs() < 4.0 / 12.0 / 1e5_f64.sqrt(), "{product}");
}

/// Returns the first four moments about 0 of `count` numbers.
fn moments(count: u32, mut next: impl FnMut() -> f64) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for _ in 0..count {
        let value = next();
        let mut power = 1.0;
        for sum in &mut sums {
            power *= value;
            *sum += power / f64::from(count);
        }
    }
    sums
}

#[test]
fn uniform_and_exponential_variates_have_their_moments() {
    let mut random = Random::new(11, 0);
    for (at, moment) in moments(1_000_000, || random.uniform()).into_iter().enumerate() {
        assert!((moment * (at + 2) as f64 - 1.0).abs() < 0.005, "uniform, moment {}: {moment}", at + 1);
    }
    let factorials = [1.0, 2.0, 6.0, 24.0];
    for (at, moment) in moments(4_000_000, || random.exponential()).into_iter().enumerate() {
        let right = factorials[at];
        assert!((moment / right - 1.0).abs() < [0.002, 0.004, 0.01, 0.03][at], "exponential: {moment}, not {right}");
    }
}

/// Bins of equal probability have equal counts: in the body, across the layers, and in the tail.
#[test]
fn exponential_variates_pass_chi_square_in_body_and_tail() {
    let mut random = Random::new(12, 3);
    let mut bins = [0_u32; 1000];
    let mut beyond = 0;
    for _ in 0..1_000_000 {
        let x = random.exponential();
        bins[((1.0 - libm::exp(-x)) * 1000.0) as usize] += 1;
        beyond += u32::from(x > 7.7);
    }
    let chi_square: f64 =
        bins.iter().map(|count| (f64::from(*count) - 1000.0) * (f64::from(*count) - 1000.0) / 1000.0).sum();
    // 999 degrees of freedom: mean 999, standard deviation 45.
    assert!((chi_square - 999.0).abs() < 4.0 * 45.0, "{chi_square}");
    let tail = 1e6 * libm::exp(-7.7);
    assert!((f64::from(beyond) - tail).abs() < 4.0 * tail.sqrt(), "{beyond} beyond, not {tail}");
}

#[test]
fn uniform_below_draws_all_numbers_equally_often() {
    let mut random = Random::new(13, 0);
    for n in [1_u64, 2, 3, 10, 97] {
        let mut counts = vec![0_u32; n as usize];
        (0..20_000 * n).for_each(|_| counts[random.uniform_below(n) as usize] += 1);
        assert!(counts.iter().all(|count| count.abs_diff(20_000) < 700), "{n}: {counts:?}");
    }
    // If the bound is not far below 2^64, a product without rejection would favor a third of the numbers.
    let n = 3 << 62;
    let low = (0..100_000).filter(|_| random.uniform_below(n) < n / 2).count();
    assert!(low.abs_diff(50_000) < 700, "{low}");
}

#[test]
fn poisson_variates_have_mean_and_variance() {
    let mut random = Random::new(14, 0);
    for mean in [1e-3, 0.87, 4.0, 9.99, 10.01, 35.0, 1e3, 1e6] {
        let [first, second, ..] = moments(200_000, || Poisson::new(mean).sample(&mut random) as f64 - mean);
        let off = (mean / 2e5).sqrt();
        assert!(first.abs() < 4.0 * off, "mean {mean}: off by {first}");
        // The fourth central moment is mean + 3 mean^2.
        let spread = ((mean + 2.0 * mean * mean) / 2e5).sqrt();
        assert!((second - mean).abs() < 4.0 * spread, "mean {mean}: variance {second}");
    }
}

#[test]
fn poisson_small_counts_have_their_probabilities() {
    let mut random = Random::new(15, 0);
    for mean in [0.5_f64, 3.0, 12.0] {
        let mut counts = [0_u32; 40];
        (0..400_000).for_each(|_| counts[Poisson::new(mean).sample(&mut random) as usize] += 1);
        let mut probability = libm::exp(-mean);
        for (k, count) in counts.iter().enumerate() {
            let expected = 400_000.0 * probability;
            assert!((f64::from(*count) - expected).abs() < 4.5 * expected.sqrt() + 1.0, "P({k}) of mean {mean}");
            probability *= mean / (k + 1) as f64;
        }
    }
}

#[test]
fn poisson_accepts_any_mean() {
    let mut random = Random::new(16, 0);
    for mean in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(Poisson::new(mean).sample(&mut random), 0);
    }
    for mean in [1e15, f64::MAX, f64::INFINITY] {
        let number = Poisson::new(mean).sample(&mut random) as f64;
        assert!((number / 1e15 - 1.0).abs() < 1e-6, "{number}");
    }
}
