import { afterEach, describe, expect, test } from 'vitest';
import { exampleLab } from '../src/lab/examples';
import type { Part } from '../src/site/part-picture';
import { coverOf, pngOf } from './pictures';
import { labPreview, oembedOf, partPage, partPreview, previewTags, siteAddress } from './preview';

const lab = exampleLab({ id: 'one', title: 'A “lab” of <two> & "three"', summary: 'S' });
const site = 'https://example.org/p/';
const chart: Part = {
  kind: 'chart',
  id: 'cost',
  title: 'Cost & benefit',
  words: 'Published at 2: 18 s.',
  table: { columns: ['x', 'y'], rows: [['2', '18']] },
  picture: { svg: '<svg/>', width: 968, height: 600 },
};
const table: Part = { ...chart, kind: 'table', id: 'all', title: 'All', words: '1 row' };
const model: Part = { ...chart, kind: 'model', id: 'model-race', title: 'A race', tableTitle: 'Chart: cost' };

/** The fields that https://oembed.com requires or allows for type rich, with their types. */
const fields = {
  version: '1.0',
  type: 'rich',
  title: expect.any(String),
  provider_name: expect.any(String),
  provider_url: expect.any(String),
  html: expect.any(String),
  width: expect.any(Number),
  height: expect.any(Number),
  thumbnail_url: expect.any(String),
  thumbnail_width: expect.any(Number),
  thumbnail_height: expect.any(Number),
};

describe('preview of a lab', () => {
  test('has absolute addresses and escapes the lab’s text', () => {
    const tags = previewTags(labPreview(lab), site);
    expect(tags).toContain('<meta property="og:image" content="https://example.org/p/labs/one/picture.png">');
    expect(tags).toContain('href="https://example.org/p/labs/one/oembed.json"');
    expect(tags).toContain('content="A “lab” of &lt;two&gt; &amp; &quot;three&quot;"');
  });

  test('has every field that oEmbed requires of type rich, and no other', () => {
    const oembed = JSON.parse(oembedOf(labPreview(lab), site)) as Record<string, unknown>;
    expect(oembed).toEqual(fields);
    expect(oembed['html']).toMatch(
      /^<iframe src="https:\/\/example\.org\/p\/embed\/one\.html\?view=lab" title="[^"]*" /,
    );
  });

  test('has a cover of the declared size with a mark for each pair of values', async () => {
    const cover = coverOf(lab.title, [
      [10, 11],
      [1000, 900],
    ]);
    expect(cover.match(/<circle /g)).toHaveLength(2);
    expect(cover).toContain('&lt;two&gt; &amp; &quot;three&quot;');
    const png = await pngOf(cover);
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });
});

describe('preview of a part', () => {
  test('has its own frame, picture, and height at the permanent address', () => {
    const oembed = JSON.parse(oembedOf(partPreview(lab, chart), `${site}v/1.0.0/`)) as Record<string, unknown>;
    expect(oembed).toEqual(fields);
    expect(oembed).toMatchObject({
      title: 'Cost & benefit',
      thumbnail_url: 'https://example.org/p/v/1.0.0/embed/one/chart-cost.png',
      thumbnail_width: 1200,
      thumbnail_height: 744,
    });
    expect(oembed['html']).toContain('src="https://example.org/p/v/1.0.0/embed/one/chart-cost.html"');
    expect(oembed['html']).toContain(`height="${String(oembed['height'])}"`);
    expect(oembed['height']).toBeGreaterThan(600);
  });

  test('is taller with more rows', () => {
    const short = partPreview(lab, table);
    const rows = [...table.table.rows, ['3', '20']];
    expect(partPreview(lab, { ...table, table: { ...table.table, rows } }).height).toBeGreaterThan(short.height);
  });

  test('is a page with its picture and numbers, and a link to its oEmbed', () => {
    const page = partPage(lab, chart, previewTags(partPreview(lab, chart), site));
    expect(page).toContain('<pathlength-lab lab="one" view="chart" chart="cost" loading="eager">');
    expect(page).toContain('<img src="chart-cost.svg" alt="Published at 2: 18 s." width="968" height="600">');
    expect(page).toContain('<tr><th>2</th><td>18</td></tr>');
    expect(page).toContain('type="application/json+oembed" href="https://example.org/p/embed/one/chart-cost.json"');
  });
});

describe('preview of an interactive model', () => {
  test('has one name for its id and view, and the picture’s numbers', () => {
    expect(partPreview(lab, model)).toMatchObject({
      frame: 'embed/one/model-race.html',
      picture: { path: 'embed/one/model-race.png' },
    });
    expect(partPreview(lab, { ...model, id: 'race' }).frame).toBe('embed/one/model-race.html');
    const page = partPage(lab, model, '');
    expect(page).toContain('<pathlength-lab lab="one" view="model" model="model-race" loading="eager">');
    expect(page).toContain('<img src="model-race.svg"');
    expect(page).toContain('<caption>Chart: cost (');
  });
});

describe('site address', () => {
  afterEach(() => {
    delete process.env['PATHLENGTH_URL'];
  });
  test('ends with a slash and must be valid', () => {
    expect(siteAddress()).toBeUndefined();
    process.env['PATHLENGTH_URL'] = 'https://example.org/p';
    expect(siteAddress()).toBe(site);
    process.env['PATHLENGTH_URL'] = 'example.org';
    expect(siteAddress).toThrow('write an address such as');
  });
});
