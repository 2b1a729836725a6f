//! The codecs.

use crate::task::{Task, long, short, wrong};
use pathlength_codecs::{CODECS, CodecInfo, Decoder, Encoder, Error, KnobKind, Options, find_codec_by_any_name};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

/// Number of input bytes between two checks of the progress; shorter inputs do not need a thread.
const PIECE: usize = 1 << 20;

/// The facts about a codec for the package: name, title, file name extension, and the values of the options level and
/// history, if it has them.
type CodecFacts = (&'static str, &'static str, &'static str, Option<&'static str>, Option<&'static str>);

/// Returns the codecs.
#[pyfunction]
pub(crate) fn codecs() -> Vec<CodecFacts> {
    let knob = |codec: &CodecInfo, kind| codec.knob(kind).map(|knob| knob.values_text);
    let facts = |codec: &CodecInfo| {
        let (level, history) = (knob(codec, KnobKind::Level), knob(codec, KnobKind::History));
        (codec.name, codec.title, codec.extension, level, history)
    };
    CODECS.into_iter().map(facts).collect()
}

/// Does work that takes the input in pieces: on this thread if there is one piece and no `progress`, otherwise on
/// another thread.
fn work(
    py: Python<'_>,
    size: usize,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Task) -> Result<Vec<u8>, Error> + Send + 'static,
) -> PyResult<Py<PyBytes>> {
    let output = if size <= PIECE && progress.is_none() {
        short(py, || work(&Task::default()))
    } else {
        long(py, progress, work)
    };
    Ok(PyBytes::new(py, &output?).unbind())
}

fn stopped(task: &Task) -> Result<(), Error> {
    if task.is_stopped() { Err(Error::new("the work was stopped: start it again")) } else { Ok(()) }
}

/// Compresses data into the codec's container.
#[pyfunction]
#[pyo3(signature = (data, codec, level, history, unit, raw, progress))]
#[expect(clippy::too_many_arguments, reason = "the package passes the arguments by name")]
pub(crate) fn compress(
    py: Python<'_>,
    data: PyBackedBytes,
    codec: &str,
    level: Option<i32>,
    history: Option<usize>,
    unit: usize,
    raw: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyBytes>> {
    let codec = find_codec_by_any_name(codec).map_err(wrong)?;
    let options = Options { unit, raw, ..codec.options(level, history).map_err(wrong)? };
    work(py, data.len(), progress, move |task| {
        let mut encoder = Encoder::new(codec, &options)?;
        let (mut out, mut done) = (Vec::new(), 0);
        for piece in data.chunks(PIECE) {
            stopped(task)?;
            encoder.push(piece, &mut out);
            done += piece.len() as u64;
            task.set_progress(done, data.len() as u64);
        }
        encoder.finish(&mut out);
        Ok(out)
    })
}

/// Decompresses the codec's container; more than `limit` bytes of output are an error.
#[pyfunction]
#[pyo3(signature = (data, codec, history, raw, limit, progress))]
pub(crate) fn decompress(
    py: Python<'_>,
    data: PyBackedBytes,
    codec: &str,
    history: Option<usize>,
    raw: bool,
    limit: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyBytes>> {
    let codec = find_codec_by_any_name(codec).map_err(wrong)?;
    if history.is_some() && !raw {
        return Err(wrong(
            "history applies only to a bare ALDC stream: add raw=True, or omit history for an .aldc file",
        ));
    }
    let options = Options { raw, ..codec.options(None, history).map_err(wrong)? };
    work(py, data.len(), progress, move |task| {
        let mut decoder = Decoder::new(codec, &options)?;
        let (mut rest, mut out) = (&data[..], Vec::new());
        while !rest.is_empty() {
            stopped(task)?;
            let taken = decoder.push(&rest[..rest.len().min(PIECE)], &mut out)?;
            rest = &rest[taken..];
            task.set_progress((data.len() - rest.len()) as u64, data.len() as u64);
            if let Some(limit) = limit.filter(|limit| out.len() > *limit) {
                return Err(Error::new(format!(
                    "the output is larger than {limit} bytes: raise max_bytes if you expect this size"
                )));
            }
        }
        decoder.finish()?;
        Ok(out)
    })
}
