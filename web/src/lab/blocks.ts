// Traversal of a lab's blocks.
import type { Block, Lab } from './types';

/** Returns the direct child blocks of a block. */
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

/** Returns every block in reading order, including nested ones. */
export const allBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...allBlocks(inside(block))]);

/** Returns all blocks of a lab. */
export const blocksOf = ({ introduction, steps }: Pick<Lab, 'introduction' | 'steps'>): Block[] =>
  allBlocks([...introduction, ...steps.flatMap(({ blocks }) => blocks)]);
