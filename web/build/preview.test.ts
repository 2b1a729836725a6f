import { inflateSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { exampleLab } from '../src/lab/examples';
import { oembedOf, pictureOf, previewTags, siteAddress } from './preview';

const lab = exampleLab({ id: 'one', title: 'A “lab” of <two> & "three"', summary: 'S' });
const site = 'https://example.org/p/';

describe('preview of a lab', () => {
  test('has absolute addresses and escapes the lab’s text', () => {
    const tags = previewTags(lab, site);
    expect(tags).toContain('<meta property="og:image" content="https://example.org/p/labs/one/picture.png">');
    expect(tags).toContain('href="https://example.org/p/labs/one/oembed.json"');
    expect(tags).toContain('content="A “lab” of &lt;two> &amp; &quot;three&quot;"');
  });

  test('has every field that oEmbed requires of type rich', () => {
    const oembed = JSON.parse(oembedOf(lab, site)) as Record<string, unknown>;
    expect(oembed).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: expect.any(Number),
      height: expect.any(Number),
    });
    expect(oembed['html']).toMatch(
      /^<iframe src="https:\/\/example\.org\/p\/embed\/one\.html\?view=lab" title="[^"]*" /,
    );
  });

  test('has a picture of the declared size with marks on it', () => {
    const png = pictureOf([
      [10, 11],
      [1000, 900],
    ]);
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const pixels = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8));
    expect(pixels).toHaveLength((1200 * 3 + 1) * 630);
    expect(new Set(pixels).size).toBeGreaterThan(20);
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
