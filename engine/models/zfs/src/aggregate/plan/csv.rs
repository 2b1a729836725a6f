//! A plan as CSV for spreadsheets. The page and the command write the same bytes.

use super::{Benefit, InputFormat, Report};
use pathlength_model::csv::write_text;
use std::io::{self, Write};

impl Benefit {
    /// Returns the benefit's name in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Some => "some",
            Self::Considerable => "considerable",
        }
    }
}

impl Report<'_> {
    /// Writes the directories, the file systems, or the operations as CSV.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn csv(&self, out: &mut impl Write) -> io::Result<()> {
        match self.form {
            InputFormat::FileSystems => self.file_systems_csv(out),
            InputFormat::Operations => self.operations_csv(out),
            InputFormat::Listing | InputFormat::Csv => self.directories_csv(out),
        }
    }

    /// Returns the headers of the columns with seconds.
    fn seconds_headers(&self) -> String {
        self.rates.iter().fold(String::new(), |titles, rate| titles + ",seconds_" + &rate.title)
    }

    fn file_systems_csv(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "mounted_on,name,free_kilobytes,total_kilobytes,objects,at_most{}", self.seconds_headers())?;
        for row in &self.file_systems {
            write_text(out, &row.mounted_on)?;
            out.write_all(b",")?;
            write_text(out, &row.name)?;
            write!(out, ",{:.0},{:.0}", row.free_kilobytes, row.total_kilobytes)?;
            write_optional(out, row.objects)?;
            write!(out, ",{}", row.at_most.map_or("", Benefit::word))?;
            for at in 0..self.rates.len() {
                match row.seconds.get(at) {
                    Some(seconds) => write_hundredths(out, *seconds)?,
                    None => out.write_all(b",")?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn operations_csv(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "operation,count,share,on_names")?;
        for row in &self.operations {
            write_text(out, &row.operation)?;
            writeln!(out, ",{},{:.6},{}", row.count, row.share, row.on_names)?;
        }
        Ok(())
    }

    fn directories_csv(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "path,entries,entries_estimated,kilobytes,kilobytes_estimated,operations,seconds_saved,benefit,\
             lookups_before,lookups_after,lookups_extrapolated{},free_kilobytes,seconds_saved_low,seconds_saved_high,\
             lookups_before_low,lookups_before_high,lookups_after_low,lookups_after_high,forecast",
            self.seconds_headers()
        )?;
        for row in self.directories.iter() {
            write_text(out, row.path)?;
            for (number, estimated) in [(row.entries, row.entries_estimated), (row.kilobytes, row.kilobytes_estimated)]
            {
                write_integer(out, number)?;
                out.write_all(if estimated { b",true" } else { b",false" })?;
            }
            write_optional(out, row.operations)?;
            write_seconds(out, row.seconds_saved)?;
            write!(out, ",{}", row.benefit.word())?;
            write_optional(out, row.lookups_before.map(whole))?;
            write_optional(out, row.lookups_after.map(whole))?;
            out.write_all(if row.lookups_extrapolated { b",true" } else { b",false" })?;
            for seconds in &row.seconds {
                write_hundredths(out, *seconds)?;
            }
            write_integer(out, row.free_kilobytes)?;
            for at in 0..2 {
                write_seconds(out, row.seconds_saved_range.map(|range| range[at]))?;
            }
            for range in [row.lookups_before_range, row.lookups_after_range] {
                for at in 0..2 {
                    write_optional(out, range.map(|range| whole(range[at])))?;
                }
            }
            out.write_all(b",")?;
            write_text(out, &row.lookups_text)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

fn whole(value: f64) -> u64 {
    value.round() as u64
}

/// Writes a cell with seconds, or an empty cell if they are not known.
fn write_seconds(out: &mut impl Write, seconds: Option<f64>) -> io::Result<()> {
    match seconds {
        Some(seconds) => write!(out, ",{seconds:.6}"),
        None => out.write_all(b","),
    }
}

/// Writes a cell with a whole number. There may be ten million cells with numbers; `itoa` is several times as fast as
/// `write!`.
fn write_integer(out: &mut impl Write, value: u64) -> io::Result<()> {
    out.write_all(b",")?;
    out.write_all(itoa::Buffer::new().format(value).as_bytes())
}

/// Writes a cell with a whole number, or an empty cell if the number is not known.
fn write_optional(out: &mut impl Write, value: Option<u64>) -> io::Result<()> {
    match value {
        Some(value) => write_integer(out, value),
        None => out.write_all(b","),
    }
}

/// Writes a cell with a number of at least 0, with two decimal places.
fn write_hundredths(out: &mut impl Write, value: f64) -> io::Result<()> {
    let hundredths = (value * 100.0).round() as u64;
    write_integer(out, hundredths / 100)?;
    let digits = (hundredths % 100) as u8;
    out.write_all(&[b'.', b'0' + digits / 10, b'0' + digits % 10])
}
