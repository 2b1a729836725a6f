//! The users, and the queues in which they wait.

use pathlength_queueing::Ticks;

/// Marks the absence of a user, a volume, or an index.
pub(super) const NONE: u32 = u32::MAX;

/// The state of a user's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestState {
    /// The user thinks.
    Thinking,
    /// Held because a checkpoint is due or in progress (quiesce).
    Held,
    /// Waits for an agent.
    AgentQueue,
    /// Waits for a lock.
    LockQueue,
    /// Waits for the server.
    ServerQueue,
    /// At the server.
    Server,
    /// Performs an I/O, or waits for a volume.
    Disk,
}

/// A user and the user's request.
#[derive(Clone, Copy, Debug)]
pub struct User {
    /// State of the request.
    pub state: RequestState,
    /// Time at which the state began.
    pub since: Ticks,
    /// Remaining block I/Os.
    pub ios: u32,
    /// Whether the request has been dispatched.
    pub was_served: bool,
    /// Volume of the current I/O, or `NONE`.
    pub(super) volume: u32,
    /// Index among the admitted requests, or `NONE`.
    pub(super) admitted_index: u32,
    /// Next user in the same queue: a user is in at most one queue.
    pub(super) next: u32,
    /// Users who wait for this user's lock.
    pub(super) waiters: UserQueue,
    /// Time that the request has spent so far, by response-time component.
    pub(super) spent: [Ticks; 9],
}

/// An FCFS queue of users, linked through [`User`].
#[derive(Clone, Copy, Debug)]
pub(super) struct UserQueue {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) length: u32,
}

impl UserQueue {
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
