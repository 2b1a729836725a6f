// A lab as a series of screens for a projector. Each has a piece of text with its figure, or a prediction or question.
import { allBlocks } from '../lab/blocks';
import { plainText } from '../lab/plain-text';
import type { Block, Lab } from '../lab/types';
import { groupsOf, openingOf, sceneIn, type Group } from '../player/scenes';

/** One screen. */
export interface Screen {
  /** The number of the step; undefined on the first screen. */
  number?: number;
  /** The title of the step or, on the first screen, the title of the lab. */
  title: string;
  /** The id of the step; empty on the first screen. */
  step: string;
  /** The text, or the prediction or question. */
  blocks: readonly Block[];
  /** The figure next to the text, with its controls. */
  figure: readonly Block[];
  /** The prediction whose answer this screen shows. */
  after?: string;
  /** Whether this screen begins with the comparison of that prediction. */
  compares?: boolean;
  /** The prediction whose curve is drawn next to the text. */
  draws?: { id: string; title: string };
}

/** The maximum number of characters of a text next to a figure, and of a text without a figure. */
const maxChars = { beside: 480, alone: 900 };

const lengthOf = (block: Block): number => {
  const texts = allBlocks([block]).flatMap((one): number[] => {
    if (one.kind === 'paragraph' || one.kind === 'heading') return [plainText(one.text).length + 30];
    if (one.kind === 'code') return [one.code.length];
    if (one.kind === 'grid')
      return [[one.head, ...one.rows].reduce((sum, row) => sum + Math.max(60, plainText(row.flat()).length), 0)];
    return [];
  });
  return texts.reduce((sum, n) => sum + n, 0);
};

const isScene = (block: Block | undefined): boolean => block?.kind === 'paragraph' && sceneIn(block) !== undefined;

/**
 * Splits text into screens. A citation stays with the text before it; a heading and a scene's link stay with the text
 * after them.
 */
function paged(blocks: readonly Block[], max: number): Block[][] {
  const pages: Block[][] = [];
  let length = 0;
  for (const block of blocks) {
    const last = pages.at(-1);
    const more = lengthOf(block);
    const before = last?.at(-1);
    const stays = block.kind === 'cite' || before?.kind === 'heading' || isScene(before);
    if (last && (stays || length + more <= max)) {
      last.push(block);
      length += more;
    } else {
      pages.push([block]);
      length = more;
    }
  }
  return pages;
}

/** A run of a step's blocks, all of which are open or all of which follow one prediction. */
interface Run {
  after?: string;
  blocks: readonly Block[];
}

function runsOf(blocks: readonly Block[]): Run[] {
  const runs: Run[] = [];
  let open: Block[] = [];
  const close = (): void => {
    if (open.length) runs.push({ blocks: open });
    open = [];
  };
  for (const block of blocks) {
    if (block.kind !== 'reveal') open.push(block);
    else {
      close();
      runs.push({ after: block.after, blocks: block.blocks });
    }
  }
  close();
  return runs;
}

const isWide = (group: Group): boolean => {
  const [block] = group.blocks;
  return group.kind === 'part' && block?.kind !== 'predict' && block?.kind !== 'question';
};
const isAsk = (group: Group): boolean => group.kind === 'part' && !isWide(group);

/** Returns the chart that shows the curve of a prediction. */
const chartOf = (blocks: readonly Block[], id: string): Extract<Block, { kind: 'chart' }> | undefined =>
  allBlocks(blocks).find((one) => one.kind === 'chart' && one.prediction === id) as
    Extract<Block, { kind: 'chart' }> | undefined;

type Part = Pick<Screen, 'blocks' | 'figure' | 'after' | 'compares' | 'draws'>;

function* partsOf(blocks: readonly Block[], figures: ReadonlyMap<string, readonly Block[]>): Generator<Part> {
  /** The last figure of the step that the class may see. */
  let last: readonly Block[] = [];
  /** A figure that waits for the text next to it. */
  let waiting: readonly Block[] = [];
  for (const run of runsOf(blocks)) {
    const groups = groupsOf(run.blocks);
    const after = run.after === undefined ? {} : { after: run.after };
    // The comparison is shown with the first figure of the reveal.
    let compares = run.after !== undefined;
    const opening = (): Pick<Part, 'compares'> => {
      const first = compares ? { compares } : {};
      compares = false;
      return first;
    };
    for (const [g, group] of groups.entries()) {
      if (group.kind === 'scene' || group.kind === 'controls') {
        last = group.blocks;
        // The figure is next to the text that follows it, if there is any.
        if (groups[g + 1]?.kind === 'prose') waiting = last;
        else yield { blocks: [], figure: last, ...after, ...opening() };
      } else if (isAsk(group)) {
        const [block] = group.blocks;
        const curve = block?.kind === 'predict' && block.guess.kind === 'curve' ? chartOf(blocks, block.id) : undefined;
        yield {
          blocks: group.blocks,
          figure: curve ? [] : last,
          ...after,
          ...opening(),
          ...(curve && block?.kind === 'predict' && { draws: { id: block.id, title: curve.title } }),
        };
      } else if (isWide(group)) yield { blocks: [], figure: group.blocks, ...after, ...opening() };
      else {
        const next = groups.slice(g + 1).find(({ kind }) => kind === 'scene')?.blocks ?? [];
        const beside = last.length > 0 ? last : next;
        for (const page of paged(group.blocks, beside.length > 0 ? maxChars.beside : maxChars.alone)) {
          // An author's scene names its figure.
          const scene = page.map((block) => (block.kind === 'paragraph' ? sceneIn(block) : undefined)).find(Boolean);
          last = figures.get(scene?.show ?? '') ?? last;
          // If the text is about another figure, the waiting figure gets a separate screen.
          if (waiting.length > 0 && waiting[0] !== last[0])
            yield { blocks: [], figure: waiting, ...after, ...opening() };
          waiting = [];
          yield { blocks: page, figure: last.length > 0 ? last : next, ...after, ...opening() };
        }
      }
    }
    if (compares) yield { blocks: [], figure: [], ...after, ...opening() };
  }
}

/** Returns the figures of a lab by id, each with its controls. */
function figuresOf({ introduction, steps }: Lab): Map<string, readonly Block[]> {
  const lists = [introduction, ...steps.map(({ blocks }) => blocks)].flatMap((blocks) => runsOf(blocks));
  return new Map(
    lists.flatMap((run) =>
      groupsOf(run.blocks).flatMap((group) =>
        group.kind === 'scene' ? [[group.figure.id, group.blocks] as const] : [],
      ),
    ),
  );
}

/** Returns the screens of a lab. */
export function screensOf(lab: Lab): Screen[] {
  const figures = figuresOf(lab);
  const opening = openingOf(lab);
  const first: Screen = { title: lab.title, step: '', blocks: [], figure: opening };
  const introduction = [...partsOf(lab.introduction.slice(opening.length), figures)].map((part) => ({
    title: lab.title,
    step: '',
    ...part,
    figure: part.figure.length > 0 ? part.figure : opening,
  }));
  return [
    first,
    ...introduction,
    ...lab.steps.flatMap(({ id, title, blocks }, s) =>
      [...partsOf(blocks, figures)].map((part) => ({ number: s + 1, title, step: id, ...part })),
    ),
  ];
}
