// Finding one's way through a lab's text.
import type { Block, Lab } from './types';

/** The blocks inside a block. */
const inside = (block: Block): Block[] => {
  switch (block.kind) {
    case 'list':
      return block.items.flat();
    case 'quote':
    case 'note':
    case 'reveal':
      return block.blocks;
    case 'predict':
    case 'question':
      return block.ask;
    default:
      return [];
  }
};

/** Every block, in the order of reading, those inside others too. */
export const allBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...allBlocks(inside(block))]);

/** All of a lab's blocks. */
export const blocksOf = ({ introduction, steps }: Pick<Lab, 'introduction' | 'steps'>): Block[] =>
  allBlocks([...introduction, ...steps.flatMap(({ blocks }) => blocks)]);
