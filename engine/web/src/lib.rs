//! The engine in a browser: its bindings to JavaScript.
//!
//! Bindings are thin: they parse the input, call the engine, and return columns of numbers or plain data. The caller
//! divides long work into slices: a call of `prepare`, `advance`, `step`, or `search` takes a few milliseconds, so that
//! a worker can handle messages in between.
//!
//! Cargo features select the content of a module. A lab's page fetches two modules: the first contains its model
//! ([`OpenLab`]), and the second contains the parts that readers need later ([`Lesson`], interactive models, advice).
//! Some labs have one module with everything. The page for teachers fetches [`Grading`], the model desk fetches
//! [`Desk`], and the network page fetches [`explain_report`].

mod boundary;
#[cfg(any(feature = "first", feature = "rest"))]
mod read;

#[cfg(feature = "tape-rest")]
pub use read::Words;
#[cfg(any(feature = "first", feature = "rest"))]
pub use read::{Numbers, Scenario};

/// Declares the parts of modules, each with the feature that includes it.
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
    "report": report;
}

/// Declares the interactive models and the advisors of a family, each with the feature that includes it.
macro_rules! family {
    ($family:ident: $($feature:literal: $part:ident;)*) => {
        mod $family {
            $(#[cfg(feature = $feature)] mod $part; #[cfg(feature = $feature)] pub use $part::*;)*
        }
        #[allow(unused_imports, unreachable_pub, reason = "a module need not contain a part of each family")]
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

family! { network:
    "network": queues;
}
