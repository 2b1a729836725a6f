let panicked: string | undefined;
// Called by a module just before a panic traps: the trap itself says nothing.
Object.assign(globalThis, { reportPanic: (message: string) => (panicked = message) });

/** Returns what a module said last before a trap. */
export const panic = (): string | undefined => panicked;
