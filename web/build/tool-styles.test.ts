import { describe, expect, test } from 'vitest';
import { scopeOf, splitStyles } from './tool-styles.ts';

describe('scope', () => {
  test('names tools when the component is in the room of a tool', () => {
    expect(scopeOf('/web/src/teach/Results.svelte', 'abcdef')).toBe('tool-abcd');
    expect(scopeOf('/web/src/player/teach/Results.svelte', 'abcdef')).toBe('sabcd');
  });
});

describe('split style sheet', () => {
  test('keeps rules of pages and moves those of tools', () => {
    expect(splitStyles('a{b:c}.row.sabcd{d:e}.row.tool-abcd{f:g}.tool{h:i}')).toEqual({
      all: 'a{b:c}.row.sabcd{d:e}.tool{h:i}',
      tools: '.row.tool-abcd{f:g}',
    });
  });

  test('moves rules below the element of a tool', () => {
    expect(splitStyles('#desk .a{b:c}#network p{d:e}#networks{f:g}')).toEqual({
      all: '#networks{f:g}',
      tools: '#desk .a{b:c}#network p{d:e}',
    });
  });

  test('keeps a rule when only some of its selectors are of tools', () => {
    const merged = '.a.sabcd,.b.tool-abcd{c:d}';
    expect(splitStyles(merged)).toEqual({ all: merged, tools: '' });
  });

  test('divides the rules of a condition and drops an empty one', () => {
    expect(splitStyles('@media print{.a.sabcd{b:c}.d.tool-abcd{e:f}}@layer x{.g.tool-abcd{h:i}}')).toEqual({
      all: '@media print{.a.sabcd{b:c}}',
      tools: '@media print{.d.tool-abcd{e:f}}@layer x{.g.tool-abcd{h:i}}',
    });
  });

  test('moves animations of tools whole', () => {
    const [kept, moved] = ['@keyframes sabcd-spin{to{a:b}}', '@keyframes tool-abcd-spin{to{c:d}}'];
    expect(splitStyles(kept + moved)).toEqual({ all: kept, tools: moved });
  });
});
