// Groups the parts of a lab's text that are read together or appear on the bench together.
import { isPart } from '../lab/lean';
import { commandOf, type SceneLook } from '../lab/commands';
import { isForm } from '../lab/view-names';
import type { Block, Inline, Lab } from '../lab/types';

/** A figure of a scene: a chart, an interactive model, or a breakdown of a cell's time. */
export type Figure = Extract<Block, { kind: 'chart' | 'model' | 'breakdown' }>;

/** Returns whether a control sets a figure's x axis: the axis has a handle, so the bench needs no second control. */
export const isOnAxis = (block: Block, figure: Figure | undefined): boolean =>
  block.kind === 'control' && figure?.kind === 'chart' && figure.mark !== 'bars' && block.setting === figure.x;

/**
 * A group of blocks: text in a column of readable width, controls, a scene (a figure with its controls), or another
 * interactive block.
 */
export type Group =
  { kind: 'prose' | 'controls' | 'part'; blocks: Block[] } | { kind: 'scene'; blocks: Block[]; figure: Figure };

/** A scene defined by the author: its figure, its settings, and the text of its link. */
export interface SceneLink {
  show: string;
  settings: string;
  look: SceneLook;
  text: readonly Inline[];
}

/** Returns the scene that a paragraph starts; undefined for an ordinary paragraph. */
export function sceneIn({ text }: Extract<Block, { kind: 'paragraph' }>): SceneLink | undefined {
  const [link] = text;
  const command = link?.kind === 'link' ? commandOf(link.href) : undefined;
  return link?.kind === 'link' && command?.kind === 'scene' ? { ...command, text: link.text } : undefined;
}

const isFigure = (block: Block | undefined): block is Figure =>
  block?.kind === 'chart' || block?.kind === 'breakdown' || (block?.kind === 'model' && !isForm(block.view));

/**
 * Returns the figure with which a lab begins, and the controls after it. They are placed next to the lab's title, and
 * the page then has a bench. Empty if the lab does not begin with a figure.
 */
export function openingOf({ introduction }: Pick<Lab, 'introduction'>): Block[] {
  if (!isFigure(introduction[0])) return [];
  const end = introduction.findIndex((block, at) => at > 0 && block.kind !== 'control');
  return end < 0 ? introduction : introduction.slice(0, end);
}

/**
 * Groups controls with the next figure or, if no figure follows, with the last one. Controls without an adjacent figure
 * form a separate bar.
 */
export function groupsOf(blocks: readonly Block[]): Group[] {
  const groups: Group[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (isFigure(block)) {
      const controls = last?.kind === 'controls' ? (groups.pop()?.blocks ?? []) : [];
      groups.push({ kind: 'scene', blocks: [...controls, block], figure: block });
    } else if (block.kind === 'control') {
      if (last?.kind === 'controls') last.blocks.push(block);
      else groups.push({ kind: 'controls', blocks: [block] });
    } else if (isPart(block) || block.kind === 'image') groups.push({ kind: 'part', blocks: [block] });
    else if (last?.kind === 'prose') last.blocks.push(block);
    else groups.push({ kind: 'prose', blocks: [block] });
  }
  return groups.flatMap((group, at) => {
    const before = groups[at - 1];
    if (group.kind === 'controls' && before?.kind === 'scene') return [];
    const after = groups[at + 1];
    if (group.kind === 'scene' && after?.kind === 'controls')
      return { ...group, blocks: [...group.blocks, ...after.blocks] };
    return group;
  });
}
