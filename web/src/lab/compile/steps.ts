// lab.md as a whole: an introduction, then steps.
import type { ContainerDirective } from 'mdast-util-directive';
import type { Root } from 'mdast';
import type { Block, Step } from '../types.ts';
import { BlockReader, directiveNames } from './blocks.ts';
import { isDirective, type Content } from './directive.ts';
import type { SourceFile } from './files.ts';
import type { Lesson } from './lesson.ts';
import { placeOf } from './markdown.ts';
import { hint } from './suggest.ts';

const isStep = (node: Content): node is ContainerDirective => isDirective(node) && node.name === 'step';

function readStep(node: ContainerDirective, reader: BlockReader): Step {
  const directive = reader.open(node, { container: true });
  const id = directive.id('step');
  const title = directive.needed('title', '"what this step shows"')?.text ?? '';
  const blocks = reader.read(node.children as Content[], { room: 'step', prose: true, step: id });
  if (blocks.length === 0) directive.error('the step is empty: write its text or remove it');
  directive.finish();
  return { id, title, blocks };
}

/** Reads the text of lab.md. */
export function readSteps(lesson: Lesson, source: SourceFile, root: Root): { introduction: Block[]; steps: Step[] } {
  const reader = new BlockReader(lesson, source, root);
  const first = root.children.findIndex(isStep);
  const before = first < 0 ? root.children : root.children.slice(0, first);
  const introduction = reader.read(before, { room: 'introduction', prose: first >= 0 });
  const steps: Step[] = [];
  for (const node of first < 0 ? [] : root.children.slice(first))
    if (isStep(node)) steps.push(readStep(node, reader));
    else if (isDirective(node) && !directiveNames.includes(node.name))
      source.error(placeOf(node), `there is no directive "${node.name}"${hint(node.name, directiveNames)}`);
    else if (node.type !== 'definition')
      source.error(placeOf(node), 'this is between or after steps: move it into a step or before the first step');
  return { introduction, steps };
}
