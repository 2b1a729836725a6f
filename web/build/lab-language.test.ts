import { describe, expect, test } from 'vitest';
import { filesInMemory } from '../src/lab/compile/index.ts';
import type { Lab } from '../src/lab/types.ts';
import { differences, inLanguage, translateTexts } from './lab-language.ts';
import { compileFolder, compileTranslation } from './lab.ts';
import { at } from './run.mjs';

const english = {
  steps: [
    {
      id: 'one',
      title: 'A step',
      blocks: [
        {
          kind: 'paragraph',
          text: [
            { kind: 'text', text: 'It took ' },
            { kind: 'figure', text: '1.5 ms', origin: 'published', expression: 'published("t", 1, "a")' },
            { kind: 'link', href: '#two', text: [{ kind: 'text', text: 'later' }] },
          ],
        },
        { kind: 'question', id: 'q', answer: { kind: 'number', value: '2 * 3', unit: 'ms' } },
      ],
    },
  ],
};

const changed = (change: (lab: typeof english) => void): string[] => {
  const german = structuredClone(english);
  const [, figure] = german.steps[0]?.blocks[0]?.text ?? [];
  if (figure) figure.text = '1,5 ms';
  change(german);
  return differences(english, german, 'de');
};

describe('translation of a lab', () => {
  test('may have other words, and another order of them', () => {
    expect(
      changed(({ steps: [step] }) => {
        if (!step) return;
        step.title = 'Ein Schritt';
        step.blocks[0]?.text?.reverse();
      }),
    ).toEqual([]);
  });

  test('has the same figures and links', () => {
    expect(changed((lab) => lab.steps[0]?.blocks[0]?.text?.splice(1, 1))).toEqual([
      'lab/steps/one/blocks/paragraph/text: has the figures and links #two, not #two published 1.5 published("t", 1, "a")',
    ]);
  });

  test('has the same numbers in figures', () => {
    expect(
      changed((lab) => {
        const [, figure] = lab.steps[0]?.blocks[0]?.text ?? [];
        if (figure) figure.text = '1.500 ms';
      }),
    ).toEqual([
      'lab/steps/one/blocks/paragraph/text: has the figures and links #two published 1500 published("t", 1, "a"), not #two published 1.5 published("t", 1, "a")',
    ]);
  });

  test('has the same blocks and answers', () => {
    expect(changed((lab) => lab.steps[0]?.blocks.pop())).toEqual(['lab/steps/one/blocks: has 1 parts, not 2']);
    expect(
      changed((lab) => {
        const answer = lab.steps[0]?.blocks[1]?.answer;
        if (answer) answer.value = '2 * 4';
      }),
    ).toEqual(['lab/steps/one/blocks/q/answer/value: is "2 * 4", not "2 * 3"']);
  });

  test('reads its own text, and all other files of the lab', () => {
    const files = filesInMemory('x', { 'lab.md': 'one', 'lab.de.md': 'eins', 'parameters.toml': 'p' });
    const german = inLanguage(files, 'de');
    expect(['lab.md', 'parameters.toml', 'none'].map((path) => german.read(path))).toEqual(['eins', 'p', undefined]);
    expect(inLanguage(files, 'fr').read('lab.md')).toBe('one');
  });

  test('takes the titles of tables from its catalog, and no names', () => {
    const lab = { title: 'Names', tables: [{ id: 'Names', title: 'Names', rows: [1] }] } as unknown as Lab;
    expect(translateTexts(lab, new Map([['Names', 'Namen']]))).toEqual({
      title: 'Names',
      tables: [{ id: 'Names', title: 'Namen', rows: [1] }],
    });
  });

  test('of the first lab compiles, and has its ids, figures, and answers', async () => {
    const folder = at('labs/zfs-directories');
    const { lab } = await compileFolder(folder);
    if (!lab) throw new Error('the lab does not compile');
    const german = await compileTranslation(folder, folder, 'de', lab);
    expect(german.problems).toEqual([]);
    expect(german.lab?.title).toBe('Verzeichnisse in zFS, Seite für Seite');
    const scenes = JSON.stringify(german.lab?.steps);
    expect(scenes).toContain(
      'System: Sysplex-Client, 20.000 Namen, Fehler des Modells, markiert: Sysplex-Client: V2R1, v5, 20.000',
    );
    expect(scenes).toContain('50.000 Namen, Faktor für Code zwischen R13, v4 und V2R1, v4');
    expect(german.lab?.tables.map(({ cells }) => cells)).toEqual(lab.tables.map(({ cells }) => cells));
  });
});
