//! Output of similar commands, and the command whose output to paste instead.

/// Returns whether a line is a caption or a message next to a table in `zfsadm` output.
pub(super) fn is_caption(line: &str) -> bool {
    let lower = line.trim_start().to_ascii_lowercase();
    lower.starts_with("pfs calls") || lower.starts_with("ioez")
}

/// Returns a message that says which output to paste instead, if the line is from a similar command.
pub(super) fn suggest_command(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    let what = if lower.trim_start().starts_with("file system name:") {
        "the output of zfsadm fsinfo is not supported: paste that of df -t, which contains the number of files"
    } else if lower.trim_start().starts_with("zfs_") {
        "a table of zfsadm query -knpfs begins with its heading line: paste the whole table, from the line that begins \
         with Operation"
    } else if lower.contains("mounted on") || lower.trim_start().starts_with("filesystem") {
        "this is the output of df without exact sizes: paste the output of df -t on z/OS, or of df -k, or of \
         df --output=source,size,avail,iused,target"
    } else if lower.starts_with('/') && lower.contains(" (") && lower.contains(") ") && !lower.ends_with(':') {
        "this resembles the output of df without its first line: paste the entire output of df -t"
    } else {
        return None;
    };
    Some(what.to_owned())
}
