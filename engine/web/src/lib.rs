//! The engine in a browser: the only crate that knows JavaScript.
//!
//! Bindings are thin: they read what comes, call the engine, and hand columns of numbers or plain data back. Long work is
//! cut into slices by the caller: what is called `prepare`, `advance`, `step` or `search` does a few milliseconds' worth,
//! so that a worker can look at its messages in between.
//!
//! A feature is a module. A lab's page fetches two: the first one has its model ([`OpenLab`]), and the other what a
//! reader comes to later ([`Lesson`], live pictures, advice); or one that has all. The page for teachers fetches [`Grading`], and the
//! model desk fetches [`Desk`].

mod boundary;
#[cfg(any(feature = "first", feature = "rest"))]
mod read;

#[cfg(feature = "tape-rest")]
pub use read::Words;
#[cfg(any(feature = "first", feature = "rest"))]
pub use read::{Numbers, Scenario};

/// Names the parts of modules, and the features that have them.
macro_rules! parts {
    ($($feature:literal: $part:ident;)*) => {
        $(#[cfg(feature = $feature)] mod $part; #[cfg(feature = $feature)] pub use $part::*;)*
    };
}

parts! {
    "first": lab;
    "rest": lesson;
    "grade": grade;
    "fit": fit;
}

/// Names the live pictures and the advisors of a family, and the features that have them.
macro_rules! family {
    ($family:ident: $($feature:literal: $part:ident;)*) => {
        mod $family {
            $(#[cfg(feature = $feature)] mod $part; #[cfg(feature = $feature)] pub use $part::*;)*
        }
        #[allow(unused_imports, unreachable_pub, reason = "a module can be without any part of a family")]
        pub use $family::*;
    };
}

family! { zfs:
    "zfs-directories-rest": directory;
    "zfs-directories-rest": shared;
    "zfs-migration": aggregate;
    "zfs-migration": console;
    "zfs-migration": planner;
}

family! { disk_path:
    "disk-path-rest": cache;
    "disk-path-rest": advice;
    "disk-path-rest": iozone_output;
}

family! { file_pool:
    "file-pool-rest": server;
    "file-pool-rest": advice;
}

family! { journaling:
    "journaling": fragmentation;
    "journaling": load;
    "journaling": recovery;
    "journaling": crash;
    "journaling": advice;
}

family! { tape:
    "tape": codecs;
    "tape-rest": advice;
}
