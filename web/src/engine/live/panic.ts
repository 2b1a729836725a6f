let panicked: string | undefined;
// Called by the module just before a panic traps: the trap itself says nothing.
Object.assign(globalThis, { reportPanic: (message: string) => (panicked = message) });

/** What the engine said last before a trap. */
export const panic = (): string | undefined => panicked;
