//! A plan for spreadsheets. The page saves the same bytes as the command prints.

use super::{Benefit, Form, Report};
use pathlength_model::csv::write_text;
use std::io::{self, Write};

impl Benefit {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Some => "some",
            Self::Considerable => "considerable",
        }
    }
}

impl Report<'_> {
    /// As CSV: the directories, or the file systems, or the operations.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn csv(&self, out: &mut impl Write) -> io::Result<()> {
        match self.form {
            Form::FileSystems => self.file_systems_csv(out),
            Form::Operations => self.operations_csv(out),
            Form::Listing | Form::Csv => self.directories_csv(out),
        }
    }

    /// The titles of the columns of seconds.
    fn seconds_titles(&self) -> String {
        self.rates.iter().fold(String::new(), |titles, rate| titles + ",seconds_" + &rate.title)
    }

    fn file_systems_csv(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "mounted_on,name,free_kilobytes,total_kilobytes,objects,at_most{}", self.seconds_titles())?;
        for row in &self.file_systems {
            write_text(out, &row.mounted_on)?;
            out.write_all(b",")?;
            write_text(out, &row.name)?;
            write!(out, ",{:.0},{:.0}", row.free_kilobytes, row.total_kilobytes)?;
            optional(out, row.objects)?;
            write!(out, ",{}", row.at_most.map_or("", Benefit::word))?;
            for at in 0..self.rates.len() {
                match row.seconds.get(at) {
                    Some(seconds) => hundredths(out, *seconds)?,
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
             lookups_before,lookups_after,lookups_extrapolated{},free_kilobytes",
            self.seconds_titles()
        )?;
        for row in self.directories.iter() {
            write_text(out, row.path)?;
            for (number, estimated) in [(row.entries, row.entries_estimated), (row.kilobytes, row.kilobytes_estimated)]
            {
                integer(out, number)?;
                out.write_all(if estimated { b",true" } else { b",false" })?;
            }
            optional(out, row.operations)?;
            match row.seconds_saved {
                Some(seconds) => write!(out, ",{seconds:.6}")?,
                None => out.write_all(b",")?,
            }
            write!(out, ",{}", row.benefit.word())?;
            integer(out, row.lookups_before.round() as u64)?;
            integer(out, row.lookups_after.round() as u64)?;
            out.write_all(if row.lookups_extrapolated { b",true" } else { b",false" })?;
            for seconds in &row.seconds {
                hundredths(out, *seconds)?;
            }
            integer(out, row.free_kilobytes)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

/// A cell with a whole number. There may be ten million, which the library writes several times faster than `write!`.
fn integer(out: &mut impl Write, value: u64) -> io::Result<()> {
    out.write_all(b",")?;
    out.write_all(itoa::Buffer::new().format(value).as_bytes())
}

/// A cell with a whole number, if it is known.
fn optional(out: &mut impl Write, value: Option<u64>) -> io::Result<()> {
    match value {
        Some(value) => integer(out, value),
        None => out.write_all(b","),
    }
}

/// A cell with a number that is not below 0, with two digits after the point.
fn hundredths(out: &mut impl Write, value: f64) -> io::Result<()> {
    let hundredths = (value * 100.0).round() as u64;
    integer(out, hundredths / 100)?;
    let digits = (hundredths % 100) as u8;
    out.write_all(&[b'.', b'0' + digits / 10, b'0' + digits % 10])
}
