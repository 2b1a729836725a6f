// A state from a link is somebody else's text: it is held against the lab, and what does not fit is left out and told.
import { blocksOf } from '../../lab/blocks';
import type { Block, Control, Lab, Predict, Question, Scenario, Setting } from '../../lab/types';
import {
  initialState,
  type Attempt,
  type CurveDraft,
  type Draft,
  type Given,
  type Prediction,
  type State,
} from '../../state/state';

type Json = unknown;
type Fields = Record<string, Json>;

const most = { text: 200, attempts: 100, looks: 200 };

const fields = (value: Json): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
const list = (value: Json): Json[] => (Array.isArray(value) ? value.slice(0, most.attempts) : []);
const isText = (value: Json): value is string => typeof value === 'string' && value.length <= most.text;
const isNumber = (value: Json): value is number => typeof value === 'number' && Number.isFinite(value);
const isSetting = (value: Json): value is Setting => typeof value === 'boolean' || isNumber(value) || isText(value);

/** A value as the controls of its setting allow it; `undefined` if they cannot. */
function allowed(controls: readonly Control[], value: Json): Setting | undefined {
  const inputs = controls.map(({ input }) => input);
  const ranges = inputs.flatMap((input) => (input.kind === 'number' ? input : []));
  if (ranges.length > 0 && isNumber(value)) {
    const least = Math.min(...ranges.map((range) => range.least));
    const greatest = Math.max(...ranges.map((range) => range.greatest));
    const clamped = Math.min(greatest, Math.max(least, value));
    return ranges.every(({ whole }) => whole) ? Math.round(clamped) : clamped;
  }
  if (isNumber(value)) return inputs.some((i) => i.kind === 'one_of' && i.values.includes(value)) ? value : undefined;
  if (typeof value === 'boolean') return inputs.some(({ kind }) => kind === 'switch') ? value : undefined;
  return inputs.some((input) => input.kind === 'word' && input.options.some(({ word }) => word === value))
    ? (value as string)
    : undefined;
}

class Checker {
  /** What was changed or left out, as words for a notice. */
  readonly odd: string[] = [];
  readonly #lab: Lab;
  readonly #blocks: Block[];

  constructor(lab: Lab) {
    this.#lab = lab;
    this.#blocks = blocksOf(lab);
  }

  scenario(value: Json, what: string): Scenario {
    const scenario = { ...this.#lab.start };
    for (const [name, wanted] of Object.entries(fields(value))) {
      const controls = this.#blocks.flatMap((b) => (b.kind === 'control' && b.setting === name ? b : []));
      const got = allowed(controls, wanted);
      if (got !== undefined) scenario[name] = got;
      if (got !== wanted) this.odd.push(`${what}${controls[0]?.title ?? (isText(name) ? name : 'a setting')}`);
    }
    return scenario;
  }

  /** Entries by block, under the block's newest name. */
  of<K extends 'predict' | 'question', T>(
    kind: readonly K[],
    value: Json,
    read: (block: Extract<Block, { kind: K }>, value: Json) => T | undefined,
  ): Record<string, T> {
    const all: Record<string, T> = {};
    for (const [old, entry] of Object.entries(fields(value))) {
      const id = this.#lab.aliases?.[old] ?? old;
      const block = this.#blocks.find((b) => (kind as readonly string[]).includes(b.kind) && 'id' in b && b.id === id);
      const got = block && read(block as Extract<Block, { kind: K }>, entry);
      if (got === undefined) this.odd.push(isText(old) ? old : 'an answer');
      else all[id] = got;
    }
    return all;
  }
}

function prediction({ guess }: Predict, value: Json): Prediction | undefined {
  const { kind, id, text, value: number, values } = fields(value);
  if (kind !== guess.kind) return undefined;
  if (guess.kind === 'choice')
    return guess.choices.some((c) => c.id === id) ? { kind: 'choice', id: id as string } : undefined;
  if (guess.kind === 'number')
    return isNumber(number) && isText(text) ? { kind: 'number', value: number, text } : undefined;
  const drawn = curve(guess.points.length, values)?.values;
  return drawn?.every((value) => value !== null) ? { kind: 'curve', values: drawn } : undefined;
}

function curve(points: number, values: Json): { kind: 'curve'; values: CurveDraft } | undefined {
  const read = list(values);
  const known = (value: Json): value is number | null => value === null || isNumber(value);
  return read.length === points && read.every(known) ? { kind: 'curve', values: read } : undefined;
}

function given(choices: readonly { id: string }[] | undefined, value: Json): Given | undefined {
  const { kind, text, ids } = fields(value);
  if (!choices) return kind === 'number' && isText(text) ? { kind, text } : undefined;
  const chosen = list(ids);
  return kind === 'choice' && chosen.every((id) => choices.some((c) => c.id === id))
    ? { kind, ids: chosen as string[] }
    : undefined;
}

const choicesOf = (block: Predict | Question): readonly { id: string }[] | undefined => {
  const how = 'guess' in block ? block.guess : block.answer;
  return how.kind === 'choice' ? how.choices : undefined;
};

function attempts(block: Question, value: Json): Attempt[] | undefined {
  const read = list(value).flatMap((entry): Attempt[] => {
    const { given: answer, right, feedback, value: number } = fields(entry);
    const known = given(choicesOf(block), answer);
    if (!known || typeof right !== 'boolean') return [];
    return [
      {
        given: known,
        right,
        ...(Number.isInteger(feedback) && block.feedback[feedback as number] && { feedback: feedback as number }),
        ...(isNumber(number) && { value: number }),
      },
    ];
  });
  return read.length > 0 ? read : undefined;
}

const draft = (block: Predict | Question, value: Json): Draft | undefined =>
  'guess' in block && block.guess.kind === 'curve'
    ? curve(block.guess.points.length, fields(value)['values'])
    : given(choicesOf(block), value);

/** What a link needs to say: only what is not as at the beginning. */
export function differing(lab: Lab, state: State): Partial<Record<keyof State, Json>> {
  const changed = (scenario: Scenario): Scenario =>
    Object.fromEntries(Object.entries(scenario).filter(([name, value]) => lab.start[name] !== value));
  const { settings, other, ...records } = state;
  const all: [string, object][] = [['settings', changed(settings)], ...Object.entries(records)];
  return {
    ...Object.fromEntries(all.filter(([, record]) => Object.keys(record).length > 0)),
    // A comparison with the start is a comparison too.
    ...(other && { other: changed(other) }),
  };
}

/** A state of this lab out of what a link says, and what had to be changed or left out. */
export function checked(lab: Lab, value: Json): { state: State; odd: string[] } {
  const check = new Checker(lab);
  const said = fields(value);
  const both = ['predict', 'question'] as const;
  const state: State = {
    ...initialState(lab.start),
    settings: check.scenario(said['settings'], ''),
    other: said['other'] === undefined ? undefined : check.scenario(said['other'], 'B: '),
    predictions: check.of(['predict'], said['predictions'], prediction),
    opened: check.of(['predict'], said['opened'], (_, how) =>
      how === 'committed' || how === 'skipped' ? how : undefined,
    ),
    answers: check.of(['question'], said['answers'], attempts),
    drafts: check.of(both, said['drafts'], draft),
    hints: check.of(both, said['hints'], ({ hints = [] }, n) =>
      Number.isInteger(n) && (n as number) >= 0 ? Math.min(n as number, hints.length) : undefined,
    ),
    looks: Object.fromEntries(
      Object.entries(fields(said['looks']))
        .filter((look): look is [string, Setting] => isText(look[0]) && isSetting(look[1]))
        .slice(0, most.looks),
    ),
  };
  return { state, odd: [...new Set(check.odd)] };
}
