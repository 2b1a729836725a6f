// Determines which submissions are encrypted. The encryption is in `envelope.ts`, which pages fetch when they need it.
import type { Assignment } from './format';

/** An assignment whose submissions are encrypted. */
export type EncryptedAssignment = Assignment & { key: string };

/** Returns whether submissions of an assignment are encrypted. */
export const isEncrypted = (assignment: Assignment): assignment is EncryptedAssignment => assignment.key !== undefined;
