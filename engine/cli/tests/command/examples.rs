//! The examples of `docs/command.md`.

use crate::run::{repository, run};
use std::fs;
use std::process::Command;

/// A fenced code block: the words of its info string, and its lines.
type Block = (Vec<String>, Vec<String>);

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(words)) => open = Some((words.split(' ').map(str::to_owned).collect(), Vec::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, lines)), None) => lines.push(line.to_owned()),
            (None, None) => {}
        }
    }
    blocks
}

/// Returns whether `lines` match `expected`, in which a trailing … matches the rest of the line, and a lone … matches
/// any number of lines.
fn matches(lines: &[&str], expected: &[String]) -> bool {
    match expected {
        [] => lines.is_empty(),
        [first, rest @ ..] if first == "…" => (0..=lines.len()).any(|skipped| matches(&lines[skipped..], rest)),
        [first, rest @ ..] => {
            let is_equal = |line: &&str| match first.strip_suffix('…') {
                Some(beginning) => line.starts_with(beginning),
                None => *line == first || line.starts_with(&format!("{first} ")),
            };
            lines.first().is_some_and(is_equal) && matches(&lines[1..], rest)
        }
    }
}

#[test]
fn examples_of_the_page_run_and_print_their_output() {
    let page = fs::read_to_string(repository().join("docs/command.md")).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let samples = repository().join("labs/sfs-file-pool/samples/before.txt");
    fs::copy(samples, folder.path().join("before.txt")).expect("a copy");
    for name in ["fio-depths.json", "iostat-intervals.json", "devices.csv"] {
        let sample = repository().join("engine/measurements/tests/samples").join(name);
        fs::copy(sample, folder.path().join(name)).expect("a copy");
    }
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_pathlength"));
    let path =
        format!("{}:{}", program.parent().expect("its folder").display(), std::env::var("PATH").expect("a path"));
    let mut examples = 0;
    for (words, lines) in blocks(&page) {
        if let [_, file] = words.as_slice() {
            fs::write(folder.path().join(file), lines.join("\n") + "\n").expect("a file");
        }
        if words[0] != "console" {
            continue;
        }
        let mut rest = lines.as_slice();
        while let Some((command, after)) = rest.split_first() {
            let command = command.strip_prefix("$ ").unwrap_or_else(|| panic!("{command} does not begin with $"));
            let end = after.iter().position(|line| line.starts_with("$ ")).unwrap_or(after.len());
            let mut shell = Command::new("bash");
            let output = shell.args(["-o", "pipefail", "-c", command]).current_dir(folder.path()).env("PATH", &path);
            let output = output.output().expect("bash is there");
            let printed = String::from_utf8(output.stdout).expect("text");
            assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
            let shown: Vec<&str> = printed.lines().collect();
            assert!(matches(&shown, &after[..end]), "{command} prints\n{printed}");
            rest = &after[end..];
            examples += 1;
        }
    }
    assert!(examples > 30, "{examples} examples");
}

#[test]
fn page_has_every_command() {
    let page = fs::read_to_string(repository().join("docs/command.md")).expect("the page");
    for command in [&[][..], &["queue"], &["directory"]] {
        let help = run(&[command, &["--help"]].concat()).fine();
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let names: Vec<_> = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
        assert!(names.len() > 3, "{help}");
        for name in names.into_iter().filter(|name| !matches!(*name, "" | "help" | "queue" | "directory")) {
            let example = [&["pathlength"], command, &[name]].concat().join(" ");
            assert!(page.contains(&example), "docs/command.md has no example of {example}");
        }
    }
}
