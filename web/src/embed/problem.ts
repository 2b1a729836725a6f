/** When something went wrong: while the lab was fetched, what was asked for was looked up, or the model ran. */
export type Phase = 'load' | 'show' | 'engine';

/** Why a widget cannot show what it was asked for, in a sentence for readers and a word for programs. */
export class WidgetError extends Error {
  readonly code: string;
  readonly phase: Phase;

  constructor(code: string, message: string, phase: Phase = 'show') {
    super(message);
    this.code = code;
    this.phase = phase;
  }
}
