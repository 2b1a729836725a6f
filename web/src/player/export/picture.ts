// Draws a part of the page as a self-contained SVG: the current styles are written into it.

const svgNs = 'http://www.w3.org/2000/svg';

/** Elements of the page that a picture omits. */
const omitted = 'button, select, input, label, progress, details, .hidden, .readout, .status, .scroll-cue, .keys';

/** Style properties that charts use. */
const properties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
  'dominant-baseline',
];
const usual: Record<string, string> = {
  'fill-opacity': '1',
  'stroke-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  opacity: '1',
  'paint-order': 'normal',
  'font-style': 'normal',
  'dominant-baseline': 'auto',
  stroke: 'none',
};
const geometry = /^(d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|width|height|viewBox|points|transform)$/;

type Attributes = Record<string, string | number>;

function make(name: string, attributes: Attributes, ...children: (Node | string)[]): Element {
  const element = document.createElementNS(svgNs, name);
  for (const [key, value] of Object.entries(attributes))
    element.setAttribute(key, typeof value === 'number' ? String(Math.round(value * 100) / 100) : value);
  element.append(...children);
  return element;
}

const isSeen = ({ display, visibility }: CSSStyleDeclaration): boolean => display !== 'none' && visibility !== 'hidden';
const isPaint = (color: string): boolean => !/^(transparent|rgba\(.*, 0\))$/.test(color);

/** Copies a chart's drawing with its styles written into it. */
function copyOf(original: Element): Element | undefined {
  const style = getComputedStyle(original);
  if (!isSeen(style)) return undefined;
  const copy = document.createElementNS(svgNs, original.localName);
  for (const { name, value } of original.attributes) if (geometry.test(name)) copy.setAttribute(name, value);
  const isText = original.localName === 'text' || original.localName === 'tspan';
  for (const property of properties) {
    if (!isText && /^(font|text|dominant)/.test(property)) continue;
    const value = style.getPropertyValue(property);
    if (value !== '' && value !== usual[property]) copy.setAttribute(property, value);
  }
  for (const child of original.childNodes)
    if (child instanceof Element) copy.append(copyOf(child) ?? '');
    else if (isText) copy.append(child.textContent ?? '');
  return copy;
}

const ruler = (() => {
  let context: CanvasRenderingContext2D | null | undefined;
  /** Returns a font's ascent: the height of its letters above the baseline. */
  return ({ fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): number => {
    context ??= document.createElement('canvas').getContext('2d');
    if (!context) return parseFloat(fontSize) * 0.9;
    context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    return context.measureText('x').fontBoundingBoxAscent;
  };
})();

/** Splits text into the lines in which it is rendered. */
function linesOf(text: Text): { words: string; box: DOMRect }[] {
  const lines: { words: string; box: DOMRect }[] = [];
  const range = document.createRange();
  for (const { 0: word, index } of text.data.matchAll(/\S+\s*/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.trimEnd().length);
    const [box] = range.getClientRects();
    if (!box) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 2) {
      last.words += word;
      last.box = new DOMRect(last.box.x, last.box.y, box.right - last.box.x, box.height);
    } else lines.push({ words: word, box });
  }
  return lines;
}

class Drawing {
  readonly group = make('g', {});
  readonly #left: number;
  readonly #top: number;

  constructor({ left, top }: DOMRect) {
    this.#left = left;
    this.#top = top;
  }

  draw(node: Node): void {
    if (node instanceof Text) this.#text(node);
    if (!(node instanceof Element) || node.matches(omitted)) return;
    const style = getComputedStyle(node);
    if (!isSeen(style)) return;
    if (node.localName === 'svg') {
      this.#drawing(node);
      return;
    }
    this.#box(node.getBoundingClientRect(), style);
    for (const child of node.childNodes) this.draw(child);
  }

  #drawing(svg: Element): void {
    const { left, top, width, height } = svg.getBoundingClientRect();
    const copy = copyOf(svg);
    if (!copy || width === 0) return;
    const place = { x: left - this.#left, y: top - this.#top, width, height, overflow: 'visible' };
    for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
    this.group.append(copy);
  }

  #box({ left, top, width, height }: DOMRect, style: CSSStyleDeclaration): void {
    const [x, y] = [left - this.#left, top - this.#top];
    if (isPaint(style.backgroundColor))
      this.group.append(make('rect', { x, y, width, height, fill: style.backgroundColor }));
    const edges = [
      ['top', x, y, x + width, y],
      ['bottom', x, y + height, x + width, y + height],
      ['left', x, y, x, y + height],
      ['right', x + width, y, x + width, y + height],
    ] as const;
    for (const [edge, x1, y1, x2, y2] of edges) {
      const stroke = style.getPropertyValue(`border-${edge}-color`);
      const wide = parseFloat(style.getPropertyValue(`border-${edge}-width`));
      if (!(wide > 0) || style.getPropertyValue(`border-${edge}-style`) === 'none' || !isPaint(stroke)) continue;
      this.group.append(make('line', { x1, y1, x2, y2, stroke, 'stroke-width': wide }));
    }
  }

  #text(text: Text): void {
    const { parentElement: parent } = text;
    if (!parent || text.data.trim() === '') return;
    const style = getComputedStyle(parent);
    // Right-aligned text stays aligned in other fonts.
    const ends = /^(right|end)$/.test(style.textAlign);
    for (const { words, box } of linesOf(text)) {
      const attributes: Attributes = {
        x: (ends ? box.right : box.left) - this.#left,
        y: box.top - this.#top + ruler(style),
        fill: style.color,
        'font-family': style.fontFamily,
        'font-size': style.fontSize,
        'font-weight': style.fontWeight,
        ...(style.fontStyle !== 'normal' && { 'font-style': style.fontStyle }),
        ...(style.textDecorationLine !== 'none' && { 'text-decoration': style.textDecorationLine }),
        ...(ends && { 'text-anchor': 'end' }),
      };
      this.group.append(make('text', attributes, words.trim()));
    }
  }
}

export interface Picture {
  svg: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** Draws elements one below another. `title` and `description` are for readers who cannot see the picture. */
export function pictureOf(elements: readonly Element[], title: string, description: string, foot: string): Picture {
  const [margin, gap] = [16, 12];
  let [width, height] = [0, margin];
  const groups = elements.map((element) => {
    const scroller = element.closest('.scroll');
    const scrolled = scroller?.scrollLeft ?? 0;
    // The sticky first column of a scrolled table would overlap another column.
    if (scroller) scroller.scrollLeft = 0;
    const box = element.getBoundingClientRect();
    const drawing = new Drawing(box);
    drawing.draw(element);
    if (scroller) scroller.scrollLeft = scrolled;
    drawing.group.setAttribute('transform', `translate(${margin} ${Math.round(height)})`);
    height += box.height + gap;
    width = Math.max(width, box.width);
    return drawing.group;
  });
  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
  width = Math.ceil(width + 2 * margin);
  height = Math.ceil(height + 12 + margin);
  const note = { x: margin, y: height - margin, fill: color, 'font-family': fontFamily, 'font-size': '12px' };
  const background = isPaint(backgroundColor) ? backgroundColor : 'white';
  const svg = make(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' },
    make('title', {}, title),
    make('desc', {}, description),
    make('rect', { width, height, fill: background }),
    ...groups,
    make('text', note, foot),
  );
  return { svg: new XMLSerializer().serializeToString(svg), width, height };
}

/** The maximum side length that browsers draw, in pixels. */
const maxSidePx = 16_000;

/** Renders a picture as PNG, at two pixels per CSS pixel. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(2, maxSidePx / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('The browser cannot draw an image of this size. Save it as SVG.');
  return blob;
}
