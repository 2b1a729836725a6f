//! A text of names produces the same directory for any chunking.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_zfs::directory::live::{LiveDirectory, Trace};
use pathlength_zfs::directory::{Cookie, Format};

fuzz_target!(|chunks: Vec<&[u8]>| {
    for format in [Format::V4, Format::V5] {
        let [mut whole, mut cut] = [0; 2].map(|_| LiveDirectory::new(format).expect("space for a page"));
        for chunk in &chunks {
            cut.load(chunk, false);
        }
        let loaded = cut.load(&[], true);
        assert_eq!(loaded, whole.load(&chunks.concat(), true));
        assert_eq!(loaded.lines, loaded.entered + loaded.empty + loaded.rejected);
        assert_eq!(loaded.rejections.len(), loaded.rejected.min(20) as usize);
        assert_eq!(whole.stat().names, u64::from(loaded.entered));
        let [whole, cut] = [whole, cut].map(|mut directory| {
            let listed = directory.list(Cookie::START, u32::MAX, &mut Trace::default()).expect("a sound directory");
            assert!(directory.salvage().is_empty());
            listed
        });
        assert_eq!(whole, cut);
    }
});
