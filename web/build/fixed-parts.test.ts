import { describe, expect, test } from 'vitest';
import { fixedParts, partChanges } from './fixed-parts.ts';

const lab = `---
lab: 1
title: Two servers
start: { users: 64 }
outputs: { rate: Rate of 2 }
---

RWSERV1 serves [12.5](<published:prf083/a/rate>) a second, 1,300 of [them](#all "all").

::::question{#q-rate kind=number answer='rate(a=1) + 1 s' draw="n = 3, 4 users"}
What is the rate, over two minutes?
::::

::control{setting=codec options="aldc: FICON (ALDC), lz4: LZ4" title="Codec of 3"}
`;

describe('fixedParts', () => {
  test('lab.md returns settings, directives, addresses, and numbers', () => {
    expect(fixedParts('lab.md', lab)).toEqual([
      'lab = 1',
      'number 2',
      'start.users = 64',
      'number 2',
      'number RWSERV1',
      'link published:prf083/a/rate ""',
      'number 12.5',
      'number 1300',
      'link #all "all"',
      'question#q-rate',
      `question#q-rate kind="number"`,
      `question#q-rate answer="rate(a=1) + 1 s"`,
      `question#q-rate draw="n = 3, 4 users"`,
      'number 2',
      'control',
      'control setting="codec"',
      'control option "aldc"',
      'control option "lz4"',
      'number 3',
    ]);
  });

  test('TOML returns values with their paths and only the numbers of text', () => {
    const text = `[drawer]\ntitle = "What 1 drawer moves"\nvalue = 1270.0\n[[row.values]]\nis = "a"\nsource = "Seen"\n`;
    expect(fixedParts('parameters.toml', text)).toEqual(['number 1', 'drawer.value = 1270', 'row.values[0].is = "a"']);
  });

  test('JSON returns the same as TOML', () => {
    const text = `{"tables": [{"title": "Rates of 3", "cells": 12}]}`;
    expect(fixedParts('summary.json', text)).toEqual(['number 3', 'tables[0].cells = 12']);
  });

  test('other files return their lines', () => {
    expect(fixedParts('data/a.csv', 'a,b\n1,2')).toEqual(['a,b', '1,2']);
  });
});

describe('partChanges', () => {
  test('rewritten sentences change nothing', () => {
    const edited = lab
      .replace('RWSERV1 serves [12.5]', 'Per second, [12.5]')
      .replace('a second, 1,300 of', 'requests pass RWSERV1, and 1300 are')
      .replace('What is the rate, over two minutes?', 'Two minutes give which rate?')
      .replace('FICON (ALDC)', 'FICON')
      .replace('Two servers', 'The two servers');
    expect(edited).not.toBe(lab);
    expect(partChanges('lab.md', lab, edited)).toEqual([]);
  });

  test('line breaks inside titles of links and inline code change nothing', () => {
    const text = '[5 %](documented:deck "two words") `ls -l`';
    expect(partChanges('lab.md', text, text.replace('two ', 'two\n').replace('ls ', 'ls\n'))).toEqual([]);
  });

  test('changed numbers, expressions, addresses, and ids are printed', () => {
    const edited = lab
      .replace('[12.5]', '[12.6]')
      .replace('rate(a=1)', 'rate(a=2)')
      .replace('prf083/a/rate', 'prf083/b/rate')
      .replace('#all', '#most')
      .replace('over two minutes', 'over twelve, 12 or 12.0 minutes');
    expect(partChanges('lab.md', lab, edited)).toEqual([
      '- number 2',
      '- link published:prf083/a/rate ""',
      '- number 12.5',
      '- link #all "all"',
      `- question#q-rate answer="rate(a=1) + 1 s"`,
      '+ link published:prf083/b/rate ""',
      '+ number 12.6',
      '+ link #most "all"',
      `+ question#q-rate answer="rate(a=2) + 1 s"`,
      '+ number 12 (2 times)',
      '+ number 12.0',
    ]);
  });

  test('new files are all new', () => {
    expect(partChanges('data/a.csv', '', '1,2')).toEqual(['+ 1,2']);
  });
});
