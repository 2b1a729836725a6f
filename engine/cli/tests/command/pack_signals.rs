//! Signals during `compress` and `decompress`, at various moments that are the same in every run.

use crate::pack_damage::draws;
use crate::run::run;
use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

const SIGNALS: [(&str, i32); 3] = [("HUP", 1), ("INT", 2), ("TERM", 15)];

/// Starts the command with one signal ignored, or with default signal handling, which `nohup` and background jobs
/// change for their children.
fn start(arguments: &[&str], ignored: Option<&str>) -> Child {
    let program = env!("CARGO_BIN_EXE_pathlength");
    let mut command = Command::new("env");
    command.arg("--default-signal=HUP,INT,TERM");
    command.args(ignored.map(|signal| format!("--ignore-signal={signal}")));
    command.arg(program).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("env is there")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Writes `input` to the command, waits for its first file and for `pause`, and sends a signal; returns the exit
/// status.
fn interrupt(arguments: &[&str], folder: &Path, input: &[u8], pause: Duration, signal: &str) -> ExitStatus {
    let mut child = start(arguments, None);
    // `wait` would close the command's input, and the command would end by itself.
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(input).expect("the command reads");
    // The file exists once the command has started.
    while files(folder).is_empty() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(pause);
    send(signal, &child);
    child.wait().expect("the command ends")
}

#[test]
fn signal_at_any_moment_leaves_nothing_behind() {
    let text: Vec<u8> = (0..3_000_000_u32).map(|n| ((n % 251) ^ (n >> 9)) as u8).collect();
    let source = tempfile::tempdir().unwrap();
    let file = source.path().join("a").display().to_string();
    fs::write(&file, &text).unwrap();
    run(&["compress", "--codec", "aldc", &file]).fine();
    let packed = fs::read(format!("{file}.aldc")).unwrap();
    let mut draw = draws(2);
    for n in 0..24 {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out").display().to_string();
        let (signal, number) = SIGNALS[n % 3];
        let (direction, input) = if n % 2 == 0 { ("compress", &text) } else { ("decompress", &packed) };
        let input = &input[..=draw(input.len() - 1)];
        let pause = Duration::from_micros(draw(20_000) as u64);
        let arguments = [direction, "--codec", "aldc", "-", "-o", &output];
        let ended = interrupt(&arguments, folder.path(), input, pause, signal);
        assert_eq!((ended.code(), ended.signal()), (Some(128 + number), None), "{direction}, {signal}, run {n}");
        assert_eq!(files(folder.path()), [""; 0], "{direction}, {signal}, run {n}");
    }
}

#[test]
fn signal_before_the_file_exists_leaves_nothing_behind() {
    let mut draw = draws(3);
    for n in 0..12 {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out").display().to_string();
        let (signal, number) = SIGNALS[n % 3];
        let mut child = start(&["compress", "--codec", "lz4", "-", "-o", &output], None);
        let _pipe = child.stdin.take();
        std::thread::sleep(Duration::from_micros(draw(4_000) as u64));
        send(signal, &child);
        let ended = child.wait().expect("the command ends");
        assert!(ended.code() == Some(128 + number) || ended.signal() == Some(number), "{ended:?}");
        assert_eq!(files(folder.path()), [""; 0], "{signal}, run {n}");
    }
}

#[test]
fn signal_that_is_ignored_at_the_start_does_not_end_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out").display().to_string();
    let mut child = start(&["compress", "--codec", "lz4", "-", "-o", &output], Some("HUP"));
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"to be or not to be").expect("the command reads");
    while files(folder.path()).is_empty() {
        std::thread::sleep(Duration::from_millis(1));
    }
    send("HUP", &child);
    drop(input);
    assert!(child.wait().expect("the command ends").success());
    assert_eq!(files(folder.path()), ["out"]);
}
