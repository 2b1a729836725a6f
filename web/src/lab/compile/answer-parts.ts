// The common parts of predictions and questions: prompt, choices, hints, and feedback.
import type { ContainerDirective } from 'mdast-util-directive';
import type { Block, Choice } from '../types.ts';
import type { BlockReader } from './blocks.ts';
import { isDirective, type Content, type Directive } from './directive.ts';
import type { BlockContext } from './lesson.ts';

/** The parts of a prediction or a question, by name. */
export interface Parts {
  readonly ask: Block[];
  readonly choices: Choice[];
  readonly hints: Block[][];
  readonly feedback: readonly Directive[];
}

function readChoice(directive: Directive, reader: BlockReader, where: BlockContext, others: readonly Choice[]): Choice {
  const attribute = directive.needed('id', 'a-word');
  const id = attribute?.text ?? '';
  const right = directive.flag('right');
  const when = directive.said('when');
  if (when) {
    const { lesson, source } = directive;
    const { draws = [] } = where;
    const condition = directive.expression(when, { wanted: { kind: 'condition' }, draws });
    lesson.choices.push({ source, place: when.place, condition, right, draws });
  }
  if (attribute && !/^[A-Za-z0-9-]+$/.test(id))
    directive.error(`an id must contain only letters, digits, and hyphens, not "${id}"`);
  if (attribute && others.some((other) => other.id === id))
    directive.error(`a choice "${id}" already exists: choose another id`);
  const blocks = reader.read(directive.node.children as Content[], where);
  const [first] = blocks;
  if (blocks.length !== 1 || first?.kind !== 'paragraph') directive.error('a choice must be one paragraph of text');
  directive.finish();
  return { id, text: first?.kind === 'paragraph' ? first.text : [], right };
}

/** Reads the content of a prediction or a question; `may` lists the allowed parts. */
export function readParts(
  directive: Directive,
  reader: BlockReader,
  where: BlockContext,
  may: { choices: boolean; feedback: boolean },
): Parts {
  const ask: Content[] = [];
  const choices: Choice[] = [];
  const hints: Block[][] = [];
  const feedback: Directive[] = [];
  for (const node of directive.node.children as Content[]) {
    const name = isDirective(node) ? node.name : '';
    if (name === 'choice' || name === 'hint' || (name === 'feedback' && may.feedback)) {
      const part = reader.open(node as ContainerDirective, { container: true });
      if (name === 'choice' && !may.choices) part.error('only a prediction or question of kind=choice has choices');
      if (name === 'choice')
        choices.push(readChoice(part, reader, { ...where, room: 'hint', prose: false, hidden: true }, choices));
      if (name === 'feedback') feedback.push(part);
      if (name === 'hint') {
        hints.push(
          reader.read(part.node.children as Content[], { ...where, room: 'hint', prose: false, hidden: true }),
        );
        if (hints.at(-1)?.length === 0) part.error('the hint is empty: write its text or remove it');
        part.finish();
      }
    } else ask.push(node);
  }
  const read = reader.read(ask, { ...where, prose: false });
  if (read.length === 0) directive.error(`the ${directive.name} has no text`);
  if (may.choices && choices.length < 2) directive.error(`a ${directive.name} of this kind needs at least two choices`);
  return { ask: read, choices, hints, feedback };
}
