// The fields of the front matter that lists of labs use.
import type { LabCard } from '../card.ts';
import type { Inline } from '../types.ts';
import { SourceFile } from './files.ts';
import type { Head } from './head.ts';
import { InlineReader } from './inlines.ts';
import type { Lesson } from './lesson.ts';
import { readMarkdown } from './markdown.ts';

/** Reads the finding as running text, whose figures are checked like those of the introduction. */
function readFinding(lesson: Lesson, main: SourceFile, { finding }: Head): Inline[] | undefined {
  if (!finding) return undefined;
  // The text is on the line of its key, so that problems are reported there.
  const source = new SourceFile(main.name, '\n'.repeat(finding.place.line - 1) + finding.name, main.problems);
  const root = readMarkdown(source);
  const [paragraph, ...rest] = root?.children ?? [];
  if (!root || paragraph?.type !== 'paragraph' || rest.length > 0)
    return main.error(finding.place, '`finding` must be one paragraph of text');
  return new InlineReader(lesson, source, root).read(paragraph.children, { room: 'introduction', prose: true });
}

/** Reads a lab's card for lists of labs. The thumbnail is checked with the other references, and by `checkCard`. */
export function readCard(lesson: Lesson, main: SourceFile, head: Head): LabCard {
  const { order, thumbnail } = head;
  if (thumbnail) lesson.references.push({ source: main, place: thumbnail.place, to: thumbnail.name, kinds: ['chart'] });
  const finding = readFinding(lesson, main, head);
  const [document] = Object.values(head.sources);
  return {
    ...(order !== undefined && { order }),
    ...(thumbnail && { thumbnail: thumbnail.name }),
    ...(finding && { finding }),
    ...(document && { document }),
  };
}

/** Reports a thumbnail that readers of the lab see only after a prediction. */
export function checkCard(lesson: Lesson, main: SourceFile, { thumbnail }: Head): void {
  const chart = lesson.shown.find(({ content }) => content.kind === 'chart' && content.chart.id === thumbnail?.name);
  if (thumbnail && chart?.reveal !== undefined)
    main.error(
      thumbnail.place,
      `chart "${thumbnail.name}" is shown after the prediction "${chart.reveal}": name a chart outside of reveals`,
    );
}
