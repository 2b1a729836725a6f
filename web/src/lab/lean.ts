import { allBlocks } from './blocks.ts';
import type { Block, Lab, Parameter } from './types';

/** A part of the page that answers: its block, and the place in the page that it takes. */
export type Part = Extract<Block, { id: string } | { kind: 'reveal' }>;

const kinds = ['predict', 'reveal', 'question', 'chart', 'control', 'table', 'model'] as const;
export type PartKind = (typeof kinds)[number];

export const isPart = (block: Block): block is Part => (kinds as readonly string[]).includes(block.kind);

/** The name of a part's place in the page. Ids have no colons, so the page's own places cannot be mistaken for them. */
export const placeOf = (part: Part): string => (part.kind === 'reveal' ? `reveal:${part.after}` : part.id);

/** What a part needs to answer; what is asked, and what is revealed, stands in the page already. */
function bare(part: Part): Part {
  switch (part.kind) {
    case 'predict':
    case 'question':
      return { ...part, ask: [] };
    case 'reveal':
      return { ...part, blocks: [] };
    default:
      return part;
  }
}

const parts = (blocks: readonly Block[]): Block[] => allBlocks(blocks).filter(isPart).map(bare);

/** The lab as a drawn page needs it: its prose and what it says of its parameters stand in the page already. */
export function lean(lab: Lab): Lab {
  const unsaid = ([name, { start: _, ...parameter }]: [string, Parameter]): [string, Parameter] => [
    name,
    { ...parameter, title: '', source: '' },
  ];
  return {
    ...lab,
    summary: '',
    sources: {},
    parameters: Object.fromEntries(Object.entries(lab.parameters).map(unsaid)),
    introduction: parts(lab.introduction),
    steps: lab.steps.map((step) => ({ ...step, blocks: parts(step.blocks) })),
  };
}
