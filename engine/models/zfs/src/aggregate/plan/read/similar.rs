//! Output of similar commands, and the command whose output to paste instead.

use super::listing::is_mode;

/// Returns whether a line is a caption or a message around a table of `zfsadm query -knpfs`.
pub(super) fn is_caption(line: &str) -> bool {
    let lower = line.trim_start().to_ascii_lowercase();
    lower.starts_with("pfs calls") || (lower.starts_with("ioez") && lower.contains("query"))
}

/// Returns which command's output to paste instead, if the line is that of a known command.
pub(super) fn suggest_command(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().take(3).collect();
    let is_number = |at: usize| words.get(at).is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let mode = |at: usize| words.get(at).is_some_and(|word| is_mode(word));
    let what = if lower.contains("free out of total") || lower.trim_start().starts_with("file system name:") {
        "zfsadm aggrinfo and fsinfo do not print the number of files: paste the output of df -t"
    } else if lower.trim_start().starts_with("zfs_") {
        "a table of zfsadm query -knpfs begins with the line of its titles: paste all of it, from the line that begins \
         with Operation"
    } else if lower.trim_start().starts_with("ioez") {
        "this is a message of zFS: paste only the table of zfsadm query -knpfs that follows, from the line that begins \
         with Operation, or the output of df -t"
    } else if lower.contains("mounted on") || lower.trim_start().starts_with("filesystem") {
        "this is df of another system, or df -P: paste the output of df -t on z/OS, whose first line begins with Mounted on"
    } else if lower.starts_with('/') && lower.contains(" (") && lower.contains(") ") && !lower.ends_with(':') {
        "this resembles df, without its first line: paste all output of df -t"
    } else if mode(0) && is_number(1) {
        "the size in KB is missing before the mode: paste the output of ls -slk"
    } else if is_number(0) && is_number(1) && mode(2) {
        "this resembles find -ls: paste the output of ls -slkR"
    } else if is_number(0) && words.get(1).is_some_and(|word| word.starts_with(['/', '.'])) {
        "this resembles du, which does not print the number of names: paste the output of ls -slkR"
    } else {
        return None;
    };
    Some(what.to_owned())
}
