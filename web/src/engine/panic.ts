let panicked: string | undefined;
// The module calls this just before a panic traps; the trap itself has no message.
Object.assign(globalThis, { reportPanic: (message: string) => (panicked = message) });

/** Returns the last message of a module before a trap. */
export const panic = (): string | undefined => panicked;
