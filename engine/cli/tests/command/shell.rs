//! Completion scripts and man pages.

use crate::run::run;
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs a bash script and returns its output.
fn bash(script: &str) -> String {
    let mut child = Command::new("bash")
        .args(["--noprofile", "--norc"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bash is there");
    child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("bash reads");
    let output = child.wait_with_output().expect("bash ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn bash_completes_commands_options_and_values() {
    let script = run(&["completions", "bash"]).fine();
    let complete = |words: &str, cursor: &str| -> Vec<String> {
        let ask = format!(
            "COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _pathlength pathlength '{cursor}' ''\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
        );
        bash(&(script.clone() + "\n" + &ask)).lines().map(str::to_owned).collect()
    };
    assert_eq!(complete("pathlength comp", "comp"), ["compress", "completions"]);
    assert_eq!(complete("pathlength compress --fo", "--fo"), ["--force"]);
    assert_eq!(complete("pathlength queue so", "so"), ["solve"]);
}

#[test]
fn other_shells_have_scripts_with_every_command() {
    let help = run(&["--help"]).fine();
    let commands = subcommands(&help);
    assert!(commands.len() > 15, "{help}");
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]).fine();
        assert!(commands.iter().all(|command| script.contains(command.as_str())), "{shell}");
    }
    assert_eq!(run(&["completions", "csh"]).code, 2);
}

/// Returns the subcommands that a help text lists.
fn subcommands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Returns the long options that a help text lists.
fn options(help: &str) -> BTreeSet<String> {
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let words = lines.flat_map(|line| line.split_whitespace().take(2));
    words.filter(|word| word.starts_with("--")).map(|word| word.trim_end_matches(',').to_owned()).collect()
}

#[test]
fn man_pages_name_every_option_of_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    run(&["man", "--output", pages.to_str().expect("a path")]).fine();
    let mut paths = vec![Vec::new()];
    let mut seen = 0;
    while let Some(path) = paths.pop() {
        let help = run(&[path.as_slice(), &["--help"]].concat()).fine();
        let name = [&["pathlength"], path.as_slice()].concat().join("-");
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).expect("a page");
        // In a man page, the hyphen of an option is written as \-.
        let page = page.replace("\\-", "-");
        let options = options(&help);
        assert!(options.contains("--help"), "{help}");
        for option in options {
            assert!(page.contains(&option), "{name}.1 does not have {option}");
        }
        seen += 1;
        for command in subcommands(&help) {
            paths.push([path.as_slice(), &[&*command.leak()]].concat());
        }
    }
    assert!(seen > 20, "{seen} pages");
    assert_eq!(std::fs::read_dir(&pages).expect("pages").filter(|page| is_of_help(page) == Some(false)).count(), seen);
}

/// Returns whether a man page documents a subcommand `help`.
fn is_of_help(page: &std::io::Result<std::fs::DirEntry>) -> Option<bool> {
    Some(page.as_ref().ok()?.file_name().to_str()?.split(['-', '.']).any(|part| part == "help"))
}
