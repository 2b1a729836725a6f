//! Outputs of `IOzone`, in the formats of its source code, checked against outputs of versions 3.308 and 3.471.

use pathlength_disk_path::iozone_output::{IozonePhase, IozoneReading};
use std::fmt::Write;

/// The results of one combination of file and record size, by phase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Result {
    pub(crate) file_kb: u32,
    pub(crate) record_kb: u32,
    pub(crate) values: [u32; 4],
}

/// A run of some phases: pairs of writes, of reads, or both.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) phases: Vec<IozonePhase>,
    pub(crate) results: Vec<Result>,
}

impl Run {
    pub(crate) fn first(&self) -> Self {
        Self { results: self.results[..1].to_vec(), ..self.clone() }
    }

    /// Returns the options that request the run's tests.
    pub(crate) fn tests(&self) -> String {
        let mut tests: Vec<_> = self.phases.iter().map(|phase| format!("-i {}", *phase as usize / 2)).collect();
        tests.dedup();
        tests.join(" ")
    }

    /// Returns the readings that are expected.
    pub(crate) fn expected(&self, processes: u32) -> Vec<IozoneReading> {
        let reading = |result: &Result, phase: IozonePhase| IozoneReading {
            phase,
            file_kb: Some(f64::from(result.file_kb)),
            record_kb: Some(f64::from(result.record_kb)),
            kb_per_s: f64::from(result.values[phase as usize]),
            processes: Some(f64::from(processes)),
        };
        self.results.iter().flat_map(|result| self.phases.iter().map(|phase| reading(result, *phase))).collect()
    }
}

pub(crate) const DONE: &str = "\niozone test complete.\n";

pub(crate) fn banner(run: &Run, options: &str, mode: &str) -> String {
    let tests = run.tests();
    format!(
        "\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.471 $\n\t\tCompiled for 64 bit mode.\n\
         \t\tBuild: linux-AMD64 \n\n\tRun began: Sun Nov 22 00:41:03 2026\n\n\tExcel chart generation enabled\n\
         \tAuto Mode\n\tCommand line used: ./iozone -Ra {options} {tests} -f /mnt/iozone/ballast\n\t{mode}\n\
         \tTime Resolution = 0.000001 seconds.\n\tProcessor cache size set to 1024 kBytes.\n\
         \tProcessor cache line size set to 32 bytes.\n\tFile stride size set to 17 * record size.\n"
    )
}

pub(crate) const KB_PER_S: &str = "Output is in kBytes/sec";

const NEW_HEADING: &str = "                                                              random    random     bkwd    record    stride                                    \n              kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      read   fwrite frewrite    fread  freread\n";
const OLD_HEADING: &str = "                                                            random  random    bkwd   record   stride                                   \n              KB  reclen   write rewrite    read    reread    read   write    read  rewrite     read   fwrite frewrite   fread  freread\n";

/// Returns the table of a new or an old version, with blanks for tests that were not run.
pub(crate) fn table(run: &Run, is_old: bool) -> String {
    let widths = if is_old { [16, 8, 8, 8, 9, 9] } else { [16, 8, 9, 9, 9, 9] };
    let mut text = (if is_old { OLD_HEADING } else { NEW_HEADING }).to_owned();
    for result in &run.results {
        let mut cells = vec![result.file_kb.to_string(), result.record_kb.to_string()];
        for phase in IozonePhase::ALL {
            let value = result.values[phase as usize].to_string();
            cells.push(if run.phases.contains(&phase) { value } else { String::new() });
        }
        for (cell, width) in cells.iter().zip(widths) {
            write!(text, "{cell:>width$}").unwrap();
        }
        writeln!(text, "{}", " ".repeat(82)).unwrap();
    }
    text
}

/// Returns the reports of -R, with 0 for unmeasured values.
pub(crate) fn reports(run: &Run) -> String {
    let (files, records) = sizes(run);
    let mut text = "Excel output is below:\n".to_owned();
    for phase in &run.phases {
        let title = ["Writer", "Re-writer", "Reader", "Re-Reader"][*phase as usize];
        write!(text, "\n\"{title} report\"\n      ").unwrap();
        for record in &records {
            write!(text, "  \"{record}\"").unwrap();
        }
        for file in &files {
            write!(text, "\n\"{file}\"  ").unwrap();
            for record in &records {
                write!(text, " {} ", value(run, *phase, *file, *record)).unwrap();
            }
        }
        text.push('\n');
    }
    text
}

/// Returns the reports of -Rb, as a spreadsheet saves them.
pub(crate) fn saved_reports(run: &Run, separator: &str) -> String {
    let (files, records) = sizes(run);
    let mut text = "The top row is records sizes, the left column is file sizes\n".to_owned();
    for phase in &run.phases {
        let title = ["Writer", "Re-writer", "Reader", "Re-Reader"][*phase as usize];
        let numbers: Vec<_> = records.iter().map(u32::to_string).collect();
        writeln!(text, "{title} Report\n{separator}{}", numbers.join(separator)).unwrap();
        for file in &files {
            let values: Vec<_> = records.iter().map(|record| value(run, *phase, *file, *record).to_string()).collect();
            writeln!(text, "{file}{separator}{}", values.join(separator)).unwrap();
        }
    }
    text
}

fn sizes(run: &Run) -> (Vec<u32>, Vec<u32>) {
    let mut files: Vec<_> = run.results.iter().map(|result| result.file_kb).collect();
    let mut records: Vec<_> = run.results.iter().map(|result| result.record_kb).collect();
    for sizes in [&mut files, &mut records] {
        sizes.sort_unstable();
        sizes.dedup();
    }
    (files, records)
}

fn value(run: &Run, phase: IozonePhase, file_kb: u32, record_kb: u32) -> u32 {
    let result = run.results.iter().find(|result| (result.file_kb, result.record_kb) == (file_kb, record_kb));
    result.map_or(0, |result| result.values[phase as usize])
}

/// Returns the lines of throughput mode.
pub(crate) fn throughput(run: &Run, processes: u32, unit: &str) -> String {
    let result = run.results[0];
    let mut text = format!(
        "\tThroughput test with {processes} process\n\tEach process writes a {} kByte file in {} kByte records\n",
        result.file_kb, result.record_kb
    );
    for phase in &run.phases {
        let value = format!("{:>10}", format!("{}.00", result.values[*phase as usize]));
        let name = ["initial writers", "rewriters", "readers", "re-readers"][*phase as usize];
        let width = if *phase == IozonePhase::Reread { 0 } else { 2 };
        let number = format!("{processes:>width$}");
        let gap = if *phase == IozonePhase::Read { "\t\t" } else { "\t" };
        write!(
            text,
            "\n\tChildren see throughput for {number} {name} {gap}= {value} {unit}/sec\n\
             \tParent sees throughput for {number} {name} {gap}=    1234.50 {unit}/sec\n\
             \tMin throughput per process \t\t\t= {value} {unit}/sec \n\
             \tMax throughput per process \t\t\t= {value} {unit}/sec\n\
             \tAvg throughput per process \t\t\t= {value} {unit}/sec\n\
             \tMin xfer \t\t\t\t\t=    1024.00 {unit}\n"
        )
        .unwrap();
    }
    text
}

/// Returns the report that -R adds to throughput mode.
pub(crate) fn summary(run: &Run) -> String {
    let result = run.results[0];
    let mut text = format!(
        "\n\"Throughput report Y-axis is type of test X-axis is number of processes\"\n\
         \"Record size = {} kBytes \"\n\"Output is in kBytes/sec\"\n\n",
        result.record_kb
    );
    for phase in &run.phases {
        let label = ["  Initial write ", "        Rewrite ", "           Read ", "        Re-read "][*phase as usize];
        let value = format!("{}.00", result.values[*phase as usize]);
        write!(text, "\"{label}\"  {value:>10} \n\n").unwrap();
    }
    text
}
