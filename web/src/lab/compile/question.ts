// A question, what is right, and what is said to each answer.
import type { Answer, Block, Draw, Feedback, FeedbackTo } from '../types.ts';
import { readParts, type Parts } from './answer-parts.ts';
import type { BlockReader } from './blocks.ts';
import type { Attribute, Content, Directive } from './directive.ts';
import type { BlockContext } from './lesson.ts';
import { number } from './settings.ts';
import { hint } from './suggest.ts';

type Kind = 'number' | 'choice' | 'choices';

/** Numbers that differ from reader to reader: `n = 2000, 5000 names; m = 1, 2`. */
function readDraws(directive: Directive, attribute: Attribute | undefined): Draw[] {
  const draws: Draw[] = [];
  for (const part of attribute?.text.split(';') ?? []) {
    const wrong = (message: string): undefined => directive.error(message, attribute?.place);
    const [, name = '', list = ''] = /^\s*([A-Za-z]\w*)\s*=(.*)$/s.exec(part) ?? [];
    if (name === '') {
      wrong('draws are written as name = value, value unit; with a semicolon between two of them');
      continue;
    }
    const [, numbers = '', unit = ''] = /^\s*([-+\d.eE,\s]*\d)\s*(.*?)\s*$/s.exec(list) ?? [];
    const values = numbers.split(',').map((text) => number(text.trim()) ?? NaN);
    if (values.length < 2 || values.some(Number.isNaN)) wrong(`${name} is drawn from at least two numbers`);
    else if (new Set(values).size < values.length) wrong(`${name} has the same number twice`);
    else if (draws.some((draw) => draw.name === name)) wrong(`${name} is drawn twice`);
    else draws.push({ name, values, unit });
  }
  return draws;
}

function readAnswer(directive: Directive, kind: Kind, { choices }: Parts, draws: readonly Draw[]): Answer {
  if (kind !== 'number') {
    const right = choices.filter((choice) => choice.right).length;
    if (choices.length > 0 && right === 0) directive.error('no choice is right');
    if (kind === 'choice' && right > 1) directive.error('several choices are right: write kind=choices');
    return { kind: 'choice', choices, many: kind === 'choices' };
  }
  const unit = directive.needed('unit', '"operations/s"')?.text ?? '';
  const value = directive.expression(directive.needed('answer', 'an-expression'), {
    wanted: { kind: 'quantity', unit },
    draws,
  });
  const tolerance = directive.expression(directive.needed('tolerance', '"5 %"'), {
    wanted: { kind: 'quantity', unit, orShare: true },
    draws,
  });
  return { kind: 'number', value, unit, tolerance };
}

/** To which answer a feedback speaks; undefined if it does not say, which is reported. */
function readTo(
  directive: Directive,
  kind: Kind,
  { choices }: Parts,
  unit: string,
  draws: readonly Draw[],
): FeedbackTo | undefined {
  const [right, wrong] = [directive.flag('right'), directive.flag('wrong')];
  const [when, choice] = [directive.said('when'), directive.said('choice')];
  const said = [right, wrong, when, choice].filter(Boolean).length;
  if (said !== 1) return directive.error('feedback says to which answer: {right}, {wrong}, {when="…"} or {choice=…}');
  if (right) return { kind: 'right' };
  if (wrong) return { kind: 'wrong' };
  if (when) {
    if (kind !== 'number') directive.error('when= is for numbers; choices have choice=', when.place);
    return {
      kind: 'when',
      condition: directive.expression(when, { wanted: { kind: 'condition' }, given: unit, draws }),
    };
  }
  const id = choice?.text ?? '';
  const ids = choices.map((each) => each.id);
  const chosen = choices.find((each) => each.id === id);
  if (kind === 'number') directive.error('choice= is for choices; numbers have when=', choice?.place);
  else if (!chosen) directive.error(`the question has no choice "${id}"${hint(id, ids)}`, choice?.place);
  return { kind: 'choice', id };
}

/** Reports answers to which nothing is said, and feedback that is never given. */
function checkFeedback(directive: Directive, kind: Kind, { choices }: Parts, feedback: readonly Feedback[]): void {
  const has = (wanted: FeedbackTo['kind']): boolean => feedback.some(({ to }) => to.kind === wanted);
  const answered = (id: string): boolean => feedback.some(({ to }) => to.kind === 'choice' && to.id === id);
  const rightOnes = choices.filter(({ right }) => right);
  if (!has('right') && !(kind === 'choice' && rightOnes.length > 0 && rightOnes.every(({ id }) => answered(id))))
    directive.error('the question says nothing to a right answer: add :::feedback{right}');
  const silent = choices.filter(({ id, right }) => !right && !answered(id)).map(({ id }) => id);
  if (!has('wrong') && (kind !== 'choice' || silent.length > 0))
    directive.error('the question says nothing to a wrong answer: add :::feedback{wrong}');
  else if (kind === 'choice' && silent.length > 0)
    directive.source.warning(
      directive.place,
      `nothing of its own is said to the choice ${silent.join(', ')}: add :::feedback{choice=${silent[0] ?? ''}}`,
    );
  const seen = new Set<string>();
  for (const { to } of feedback) {
    const key = JSON.stringify(to);
    if (seen.has(key)) directive.error(`a second feedback for the same answer (${to.kind}) is never given`);
    seen.add(key);
  }
}

export function readQuestion(directive: Directive, reader: BlockReader, where: BlockContext): Block | undefined {
  const id = directive.id('question');
  const kind = directive.oneOf('kind', ['number', 'choice', 'choices']);
  const points = directive.number('points') ?? 1;
  const after = directive.said('after');
  const draw = directive.said('draw');
  const draws = readDraws(directive, draw);
  const { lesson, source } = directive;
  if (!Number.isInteger(points) || points < 0 || points > 1000) directive.error('points are a whole number');
  if (after)
    lesson.references.push({
      source,
      place: after.place,
      to: after.text,
      kinds: ['chart', 'control', 'model', 'table', 'predict'],
      order: lesson.next(),
    });
  const inner: BlockContext = { ...where, room: 'question', draws };
  const parts = readParts(directive, reader, inner, {
    choices: kind !== undefined && kind !== 'number',
    feedback: true,
  });
  if (!kind) return undefined;
  const before = lesson.expressions.length;
  const answer = readAnswer(directive, kind, parts, draws);
  const unit = answer.kind === 'number' ? answer.unit : '';
  const feedback = parts.feedback.flatMap((part): Feedback[] => {
    const to = readTo(part, kind, parts, unit, draws);
    const blocks = reader.read(part.node.children as Content[], {
      ...inner,
      room: 'feedback',
      prose: false,
      hidden: true,
    });
    if (blocks.length === 0) part.error('the feedback says nothing');
    part.finish();
    return to ? [{ to, blocks }] : [];
  });
  checkFeedback(directive, kind, parts, feedback);
  const block: Block = {
    kind: 'question',
    id,
    ask: parts.ask,
    answer,
    points: Number.isInteger(points) ? Math.max(0, points) : 1,
    ...(draws.length > 0 && { draws }),
    ...(after && { after: after.text }),
    feedback,
    ...(parts.hints.length > 0 && { hints: parts.hints }),
  };
  const words =
    JSON.stringify(block.ask) +
    lesson.expressions
      .slice(before)
      .map(({ text }) => text)
      .join(' ');
  for (const { name } of draws)
    if (!new RegExp(`\\b${name}\\b`).test(words))
      directive.error(
        `"${name}" is drawn and never used: name it in the answer, or as [${name}](draw:${name})`,
        draw?.place,
      );
  return block;
}
