// A prediction as a short code, which students give to their teacher in a lecture: pasted or scanned by a camera. The
// code does not name the student: it contains a random tag, so that a code submitted twice counts once.
import { sha256 } from '../lab/hash';
import { plainText } from '../lab/plain-text';
import type { Curve, Lab, Predict } from '../lab/types';
import type { Prediction } from '../state/state';
import { decodeBytes, encodeBytes } from '../state/base32';

/** The number of bytes that identify the prediction. */
const promptBytes = 3;
/** The number of bytes in the tag: in about one of 370 classes with 300 students, two students have the same tag. */
export const tagBytes = 3;
/** A value of a curve is one byte: a step is 1/255 of the axis, which is finer than a hand can draw. */
const steps = 255;
/** The number of significant digits in a number, which a code contains as a 32-bit float. */
const digits = 7;
/** The number of digits of a curve's value that the steps can distinguish. */
const curveDigits = 3;

/** Returns bytes that identify a prediction among those of all labs. */
const promptOf = (lab: Pick<Lab, 'id'>, predict: Pick<Predict, 'id'>): Uint8Array =>
  sha256(`pathlength-prediction/1\n${lab.id}\n${predict.id}`).slice(0, promptBytes);

/** Returns functions that convert a value to its share of the axis, and back. */
function axisOf({ range: [low, high], y_scale }: Curve): {
  share: (value: number) => number;
  value: (share: number) => number;
} {
  return y_scale === 'log'
    ? {
        share: (value) => Math.log(value / low) / Math.log(high / low),
        value: (share) => low * (high / low) ** share,
      }
    : { share: (value) => (value - low) / (high - low), value: (share) => low + share * (high - low) };
}

function payloadOf({ guess }: Predict, prediction: Prediction): Uint8Array {
  if (guess.kind === 'choice' && prediction.kind === 'choice')
    return Uint8Array.of(guess.choices.findIndex(({ id }) => id === prediction.id));
  if (guess.kind === 'number' && prediction.kind === 'number') {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, prediction.value);
    return bytes;
  }
  if (guess.kind === 'curve' && prediction.kind === 'curve') {
    const { share } = axisOf(guess);
    return Uint8Array.from(prediction.values, (value) => Math.round(steps * Math.min(1, Math.max(0, share(value)))));
  }
  throw new Error('the prediction answers another prompt');
}

/**
 * Returns the code of a prediction; `tag` consists of [`tagBytes`] random bytes.
 *
 * @throws {Error} If the prediction answers another prompt.
 */
export const predictionCode = (
  lab: Pick<Lab, 'id'>,
  predict: Predict,
  prediction: Prediction,
  tag: Uint8Array,
): string => encodeBytes(Uint8Array.of(...promptOf(lab, predict), ...tag, ...payloadOf(predict, prediction)));

/** A prediction from a code. */
export interface CodedPrediction {
  /** The random tag as text. */
  tag: string;
  /** The value in the format of submissions: an amount, amounts separated by commas, or the text of a choice. */
  text: string;
}

/** Returns the value in a payload; undefined if this prompt has no such value. */
function textOf({ guess }: Predict, payload: Uint8Array): string | undefined {
  if (guess.kind === 'choice') {
    const choice = payload.length === 1 ? guess.choices[payload[0] ?? -1] : undefined;
    return choice && (plainText(choice.text) || choice.id);
  }
  if (guess.kind === 'number') {
    if (payload.length !== 4) return undefined;
    const value = new DataView(payload.buffer, payload.byteOffset).getFloat32(0);
    return Number.isFinite(value) ? String(Number(value.toPrecision(digits))) : undefined;
  }
  if (payload.length !== guess.points.length) return undefined;
  const { value } = axisOf(guess);
  return Array.from(payload, (step) => Number(value(step / steps).toPrecision(curveDigits))).join(', ');
}

/** Reads a code: `unreadable` if it is damaged, `other` if it belongs to another prediction. */
export function readPrediction(
  lab: Pick<Lab, 'id'>,
  predict: Predict,
  code: string,
): CodedPrediction | 'unreadable' | 'other' {
  const bytes = decodeBytes(code);
  if (!bytes || bytes.length <= promptBytes + tagBytes) return 'unreadable';
  if (promptOf(lab, predict).some((byte, at) => byte !== bytes[at])) return 'other';
  const text = textOf(predict, bytes.slice(promptBytes + tagBytes));
  const tag = bytes.slice(promptBytes, promptBytes + tagBytes).join('.');
  return text === undefined ? 'unreadable' : { tag, text };
}
