/** The phase in which the error occurred: fetching the lab, selecting its content, or running the model. */
export type Phase = 'load' | 'show' | 'engine';

/** The reason why a widget cannot show the requested content: a sentence for readers and a code for scripts. */
export class WidgetError extends Error {
  readonly code: string;
  readonly phase: Phase;

  constructor(code: string, message: string, phase: Phase = 'show') {
    super(message);
    this.code = code;
    this.phase = phase;
  }
}
