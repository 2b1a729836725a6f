let panicked: string | undefined;
// The module calls this just before a panic traps; the trap itself has no message.
Object.assign(globalThis, { reportPanic: (message: string) => (panicked = message) });

/** Returns the last panic message of a module; undefined if the module has not panicked. */
export const panic = (): string | undefined => panicked;
