//! The users, and the lines in which they wait.

use pathlength_queueing::Ticks;

/// Nobody.
pub(super) const NONE: u32 = u32::MAX;

/// Where a user's request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// There is none: its user thinks.
    Thinking,
    /// Before a checkpoint.
    Held,
    /// In line for an agent.
    AgentLine,
    /// In line for a lock.
    LockLine,
    /// In line for the server.
    ServerLine,
    /// At the server.
    Server,
    /// On a disk, in the logs, or in line for a volume.
    Disk,
}

/// One user and the request that it has.
#[derive(Clone, Copy, Debug)]
pub struct User {
    /// Where its request is.
    pub place: Place,
    /// Since when.
    pub since: Ticks,
    /// Block I/Os still to come.
    pub ios: u32,
    /// Whether it has been at the server.
    pub was_served: bool,
    /// Its volume, if it has one.
    pub(super) volume: u32,
    /// Its place among the requests inside.
    pub(super) inside: u32,
    /// Who comes after it in the line that it is in: a user is in one line at most.
    pub(super) next: u32,
    /// Those who wait for its lock.
    pub(super) waiters: Line,
    /// Time so far, by part.
    pub(super) spent: [Ticks; 9],
}

/// A line of users, first come, first served.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) length: u32,
}

impl Line {
    pub(super) const EMPTY: Self = Self { first: NONE, last: NONE, length: 0 };

    pub(super) fn push(&mut self, users: &mut [User], user: u32) {
        users[user as usize].next = NONE;
        match self.last {
            NONE => self.first = user,
            last => users[last as usize].next = user,
        }
        self.last = user;
        self.length += 1;
    }

    pub(super) fn pop(&mut self, users: &[User]) -> Option<u32> {
        let first = self.first;
        if first == NONE {
            return None;
        }
        self.first = users[first as usize].next;
        if self.first == NONE {
            self.last = NONE;
        }
        self.length -= 1;
        Some(first)
    }
}
