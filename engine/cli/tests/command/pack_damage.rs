//! Damaged compressed files.

use crate::run::run;
use pathlength_codecs::CODECS;
use std::fs;

/// Returns a generator of pseudorandom numbers below a limit, the same in every run.
pub(crate) fn draws(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % below
    }
}

/// Each codec gets 90 damaged files: 60 with a flipped bit and 30 truncated ones.
#[test]
fn damaged_file_never_succeeds_with_other_bytes() {
    let text: Vec<u8> = (0..120_000_u32).map(|n| ((n % 251) ^ (n >> 9) ^ (n.wrapping_mul(n) >> 13)) as u8).collect();
    let mut draw = draws(1);
    for codec in CODECS {
        let folder = tempfile::tempdir().unwrap();
        let [file, packed] = ["a".to_owned(), format!("a.{}", codec.extension)].map(|name| folder.path().join(name));
        let [file_name, packed_name] = [&file, &packed].map(|path| path.to_str().unwrap());
        fs::write(&file, &text).unwrap();
        run(&["compress", "--codec", codec.name, "--rm", file_name]).fine();
        let whole = fs::read(&packed).unwrap();
        let mut refused = 0;
        for n in 0..90 {
            let mut damaged = whole.clone();
            let at = draw(whole.len());
            if n < 60 {
                damaged[at] ^= 1 << draw(8);
            } else {
                damaged.truncate(at);
            }
            fs::write(&packed, &damaged).unwrap();
            let run = run(&["decompress", packed_name]);
            if run.code == 0 {
                // The flipped bit has no effect, such as one in the operating-system field of a gzip header.
                assert!(n < 60 && fs::read(&file).unwrap() == text, "{codec:?}, byte {at}");
                fs::remove_file(&file).unwrap();
            } else {
                run.refused(&[packed_name, "copy the file again"]);
                refused += 1;
            }
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{codec:?}, byte {at}");
        }
        assert!(refused >= 88, "{codec:?}: {refused} of 90");
    }
}
