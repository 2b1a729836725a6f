//! Names like those in real directories, and their number per page in both formats.

use pathlength_zfs::directory::{Aggregate, Directory, Fid, Name, ObjectKind, V5Directory};

/// A kind of name.
pub(crate) struct Kind {
    /// Title of the kind.
    pub(crate) title: &'static str,
    /// Returns the `n`-th name. All names differ.
    pub(crate) name: fn(u64) -> String,
}

/// Ten kinds of names.
pub(crate) const KINDS: [Kind; 10] = [
    Kind { title: "log files with dates", name: log_file },
    Kind { title: "data sets A.B.C", name: data_set },
    Kind { title: "mail messages", name: mail_message },
    Kind {
        title: "camera pictures",
        name: |n| format!("IMG_2015{:02}{:02}_{:06}.JPG", n / 3000 % 12 + 1, n / 100 % 28 + 1, n),
    },
    Kind { title: "package files", name: package },
    Kind { title: "manual pages", name: |n| format!("{}_{}.{}.gz", word(n), word(n / 64 + 7), n / 4096 + 1) },
    Kind { title: "source files", name: |n| format!("{}{}{}.java", title(n), title(n / 64 + 5), title(n / 4096)) },
    Kind { title: "library members", name: |n| format!("PAY{n:05}") },
    Kind { title: "hashes in hex", name: |n| format!("{:016x}{:016x}{:08x}", mix(n), mix(!n), mix(n ^ 0xabcd) >> 32) },
    Kind { title: "UUIDs", name: uuid },
];

const WORDS: [&str; 64] = [
    "account", "archive", "audit", "backup", "batch", "block", "buffer", "cache", "catalog", "channel", "check",
    "client", "clock", "cluster", "codec", "commit", "config", "copy", "core", "cursor", "daemon", "data", "device",
    "dispatch", "driver", "entry", "error", "event", "fetch", "field", "file", "filter", "format", "frame", "group",
    "handle", "hash", "header", "index", "input", "journal", "kernel", "key", "label", "ledger", "link", "list",
    "lock", "map", "memory", "message", "module", "network", "node", "object", "page", "parser", "path", "pool",
    "queue", "record", "sort", "table", "volume",
];

fn word(n: u64) -> &'static str {
    WORDS[(n % 64) as usize]
}

fn title(n: u64) -> String {
    let (first, rest) = word(n).split_at(1);
    first.to_uppercase() + rest
}

/// Returns pseudorandom bits.
fn mix(n: u64) -> u64 {
    let mixed = (n ^ (n >> 30) ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn log_file(n: u64) -> String {
    let (month, day) = (n / 2800 % 12 + 1, n / 100 % 28 + 1);
    format!(
        "com.example.payroll.settlement-worker.production.eu-central-1.2015-{month:02}-{day:02}.{n:05}.access.log.gz"
    )
}

fn data_set(n: u64) -> String {
    format!("PROD.PAYROLL.{}.REPORT.D15{:03}.G{n:04}V00", word(n).to_uppercase(), n / 100 % 365 + 1)
}

fn mail_message(n: u64) -> String {
    format!(
        "{}.M{:06}P{}.mail.example.com,S={}:2,S",
        1_439_386_801 + n * 97,
        mix(n) % 1_000_000,
        4000 + n % 999,
        900 + mix(!n) % 9000
    )
}

fn package(n: u64) -> String {
    let version = mix(n);
    format!(
        "lib{}-{}{}_{}.{}-{}_amd64.deb",
        word(n),
        word(n / 64 + 3),
        n / 4096,
        version % 9,
        version % 37,
        version % 5
    )
}

fn uuid(n: u64) -> String {
    let (high, low) = (mix(n), mix(!n));
    let (a, b, c) = (high >> 32, (high >> 16) & 0xffff, high & 0xfff);
    format!("{a:08x}-{b:04x}-4{c:03x}-{:04x}-{:012x}", (low >> 48) & 0x3fff | 0x8000, low & 0xffff_ffff_ffff)
}

/// Names per page of a directory.
pub(crate) struct PerPage {
    /// Average number of bytes in a name.
    pub(crate) name_bytes: f64,
    /// Number of names on a full v4 page: 251 pieces of 32 bytes, of which a name of L bytes takes (L + 47) / 32.
    pub(crate) v4: f64,
    /// Average number of names on a v5 page while the directory grows to twice its size: pages are between half full
    /// and full.
    pub(crate) v5: f64,
    /// Maximum number of names on a v5 page while the directory grows.
    pub(crate) v5_fullest: u32,
}

/// Adds 16,000 names and inspects the pages from 8,000 names onward.
pub(crate) fn measure(kind: &Kind) -> PerPage {
    const NAMES: u64 = 16_000;
    let mut store = Aggregate::new(10_000);
    let mut directory = V5Directory::create(&mut store, None).expect("space for a page");
    let (mut bytes, mut pieces, mut v5, mut looks, mut v5_fullest) = (0, 0, 0.0, 0, 0);
    for n in 0..NAMES {
        let text = (kind.name)(n);
        bytes += text.len();
        pieces += (text.len() + 47) / 32;
        let name = Name::new(text.as_bytes()).expect("a good name");
        directory.create(&mut store, name, Fid::default(), ObjectKind::File, &mut ()).expect("a new name");
        if n >= NAMES / 2 && n % 500 == 499 {
            let pages = directory.pages(&store).expect("a sound directory");
            let counts =
                pages[1..].iter().map(|&page| directory.page_report(&store, page).expect("a sound page").count);
            v5_fullest = counts.max().unwrap_or(0).max(v5_fullest);
            v5 += (n + 1) as f64 / (pages.len() - 1) as f64;
            looks += 1;
        }
    }
    PerPage {
        name_bytes: bytes as f64 / NAMES as f64,
        v4: 251.0 * NAMES as f64 / pieces as f64,
        v5: v5 / f64::from(looks),
        v5_fullest,
    }
}
