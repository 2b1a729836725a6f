// A state from a link is untrusted: it is checked against the lab, and entries that do not fit are changed or omitted.
import { blocksOf } from '../../lab/blocks';
import type { Block, Control, Lab, Predict, Question, Scenario, Setting } from '../../lab/types';
import { initialState } from '../../state/state';
import type { Attempt, CurveDraft, Draft, SubmittedAnswer, Prediction, State } from '../../state/state';

type Json = unknown;
type Fields = Record<string, Json>;

const maxTextChars = 200;
const maxEntries = 100;
const maxLooks = 200;

const fields = (value: Json): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
const list = (value: Json): Json[] => (Array.isArray(value) ? value.slice(0, maxEntries) : []);
const isText = (value: Json): value is string => typeof value === 'string' && value.length <= maxTextChars;
const isNumber = (value: Json): value is number => typeof value === 'number' && Number.isFinite(value);
const isSetting = (value: Json): value is Setting => typeof value === 'boolean' || isNumber(value) || isText(value);

/** Clamps a value to the range of its setting's controls; `undefined` if the controls do not allow it. */
function clamp(controls: readonly Control[], value: Json): Setting | undefined {
  const inputs = controls.map(({ input }) => input);
  const ranges = inputs.flatMap((input) => (input.kind === 'number' ? input : []));
  if (ranges.length > 0 && isNumber(value)) {
    const min = Math.min(...ranges.map(({ least }) => least));
    const max = Math.max(...ranges.map(({ greatest }) => greatest));
    const clamped = Math.min(max, Math.max(min, value));
    return ranges.every(({ whole }) => whole) ? Math.round(clamped) : clamped;
  }
  if (isNumber(value)) return inputs.some((i) => i.kind === 'one_of' && i.values.includes(value)) ? value : undefined;
  if (typeof value === 'boolean') return inputs.some(({ kind }) => kind === 'switch') ? value : undefined;
  return inputs.some((input) => input.kind === 'word' && input.options.some(({ word }) => word === value))
    ? (value as string)
    : undefined;
}

class Checker {
  /** Names of the changed or omitted entries, for a notice. */
  readonly adjusted: string[] = [];
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
      const got = clamp(controls, wanted);
      if (got !== undefined) scenario[name] = got;
      if (got !== wanted) this.adjusted.push(`${what}${controls[0]?.title ?? (isText(name) ? name : 'a setting')}`);
    }
    return scenario;
  }

  /** Returns the current id of a chart with this id or alias; undefined if no chart has it. */
  chart(id: Json): string | undefined {
    const now = isText(id) ? (this.#lab.aliases?.[id] ?? id) : undefined;
    return this.#blocks.find((block) => block.kind === 'chart' && block.id === now) && now;
  }

  /** Returns the valid entries of blocks, by each block's current id; names the other entries. */
  entries<K extends 'predict' | 'question', T>(
    kind: readonly K[],
    value: Json,
    read: (block: Extract<Block, { kind: K }>, value: Json) => T | undefined,
  ): Record<string, T> {
    const all: Record<string, T> = {};
    for (const [old, entry] of Object.entries(fields(value))) {
      const id = this.#lab.aliases?.[old] ?? old;
      const block = this.#blocks.find((b) => (kind as readonly string[]).includes(b.kind) && 'id' in b && b.id === id);
      const got = block && read(block as Extract<Block, { kind: K }>, entry);
      if (got === undefined) this.adjusted.push(isText(old) ? old : 'an answer');
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

function given(choices: readonly { id: string }[] | undefined, value: Json): SubmittedAnswer | undefined {
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

/** Returns the parts of a state that differ from the initial state, for a link. */
export function stateChanges(lab: Lab, state: State): Partial<Record<keyof State, Json>> {
  const changed = (scenario: Scenario): Scenario =>
    Object.fromEntries(Object.entries(scenario).filter(([name, value]) => lab.start[name] !== value));
  const { settings, other, compared, ...records } = state;
  const all: [string, object][] = [['settings', changed(settings)], ...Object.entries(records)];
  return {
    ...Object.fromEntries(all.filter(([, record]) => Object.keys(record).length > 0)),
    // A comparison with the lab's initial settings has no changed settings, but it is still a comparison.
    ...(other && { other: changed(other), ...(compared !== undefined && { compared }) }),
  };
}

/** Builds a state of this lab from the content of a link and names the changed or omitted entries. */
export function checkState(lab: Lab, value: Json): { state: State; adjusted: string[] } {
  const check = new Checker(lab);
  const read = fields(value);
  const both = ['predict', 'question'] as const;
  const state: State = {
    ...initialState(lab.start),
    settings: check.scenario(read['settings'], ''),
    mine: Object.fromEntries(
      Object.entries(fields(read['mine'])).filter(
        (entry): entry is [string, string] =>
          entry[0] in lab.start && (entry[1] === '' || lab.steps.some(({ id }) => id === entry[1])),
      ),
    ),
    other: read['other'] === undefined ? undefined : check.scenario(read['other'], 'B: '),
    compared: check.chart(read['other'] === undefined ? undefined : read['compared']),
    predictions: check.entries(['predict'], read['predictions'], prediction),
    opened: check.entries(both, read['opened'], ({ kind }, how) =>
      how === 'skipped' || (how === 'committed' && kind === 'predict') ? how : undefined,
    ),
    answers: check.entries(['question'], read['answers'], attempts),
    drafts: check.entries(both, read['drafts'], draft),
    hints: check.entries(both, read['hints'], ({ hints = [] }, n) =>
      Number.isInteger(n) && (n as number) >= 0 ? Math.min(n as number, hints.length) : undefined,
    ),
    looks: Object.fromEntries(
      Object.entries(fields(read['looks']))
        .filter((look): look is [string, Setting] => isText(look[0]) && isSetting(look[1]))
        .slice(0, maxLooks),
    ),
  };
  return { state, adjusted: [...new Set(check.adjusted)] };
}
