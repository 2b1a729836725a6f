// The parts of a lab's text as groups: what is read together, and what stands on the bench together.
import { isPart } from '../lab/lean';
import { commandOf, type SceneLook } from '../lab/commands';
import { isForm } from '../lab/view-names';
import type { Block, Inline, Lab } from '../lab/types';

/** A figure of a scene: a chart, a live picture, or where the time of a cell goes. */
export type Figure = Extract<Block, { kind: 'chart' | 'model' | 'breakdown' }>;

/** Whether a control sets what is on a figure's x axis, where it has a handle: the bench needs no second one. */
export const isOnAxis = (block: Block, figure: Figure | undefined): boolean =>
  block.kind === 'control' && figure?.kind === 'chart' && figure.mark !== 'bars' && block.setting === figure.x;

/** Text goes together to a measure that can be read; a scene is a figure with its controls; what else answers is alone. */
export type Group =
  { kind: 'prose' | 'controls' | 'part'; blocks: Block[] } | { kind: 'scene'; blocks: Block[]; figure: Figure };

/** A scene by hand: the figure that it shows, with these settings, and what the text says of it. */
export interface SceneLink {
  show: string;
  settings: string;
  look: SceneLook;
  text: readonly Inline[];
}

/** The scene that begins with a paragraph; undefined for a paragraph of text. */
export function sceneIn({ text }: Extract<Block, { kind: 'paragraph' }>): SceneLink | undefined {
  const [link] = text;
  const command = link?.kind === 'link' ? commandOf(link.href) : undefined;
  return link?.kind === 'link' && command?.kind === 'scene' ? { ...command, text: link.text } : undefined;
}

const isFigure = (block: Block | undefined): block is Figure =>
  block?.kind === 'chart' || block?.kind === 'breakdown' || (block?.kind === 'model' && !isForm(block.view));

/** Whether a lab begins with a figure, which stands beside its title; its page has a bench. */
export const hasOpening = ({ introduction }: Pick<Lab, 'introduction'>): boolean => isFigure(introduction[0]);

/**
 * Puts controls with the figure that follows them or, behind the last figure, with that one. Controls without a figure
 * beside them are a bar of their own.
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
