// Writes style rules as attributes of a picture's elements, because a picture on another site has no style sheet.
import { DOMParser, XMLSerializer, type Element as XmlElement } from '@xmldom/xmldom';
import { readFileSync } from 'node:fs';
import { parse, type Container } from 'postcss';

/** The style properties of pictures that are also SVG attributes, with the default values that may be omitted. */
const attributes: Record<string, string> = {
  fill: '',
  'fill-opacity': '1',
  'font-family': '',
  'font-size': '',
  'font-style': '',
  'font-weight': '',
  opacity: '1',
  'paint-order': 'normal',
  stroke: '',
  'stroke-dasharray': 'none',
  'stroke-linecap': '',
  'stroke-linejoin': '',
  'stroke-opacity': '1',
  'stroke-width': '',
};
/** Returns whether elements inherit a property from the enclosing element. */
const isInherited = (name: string): boolean => /^(--|fill|font|stroke)/.test(name);

interface Rule {
  tag: string | undefined;
  classes: string[];
  declarations: [name: string, value: string][];
}

/** Returns the rules whose selectors use only an element's name and classes. */
function rulesOf(root: Container): Rule[] {
  return (root.nodes ?? []).flatMap((node) => {
    if (node.type !== 'rule') return [];
    const declarations = node.nodes.flatMap((one): [string, string][] =>
      one.type === 'decl' ? [[one.prop, one.value]] : [],
    );
    return node.selectors.flatMap((selector) => {
      const [, tag, classes] = /^(?:svg )?([a-z]+)?((?:\.[\w-]+)*)$/.exec(selector) ?? [];
      if (tag === undefined && !classes) return [];
      return { tag, classes: (classes ?? '').split('.').filter(Boolean), declarations };
    });
  });
}

/** Splits the shorthand of a font and converts its size to pixels. */
function fontOf(value: string): [string, string][] {
  const [, style, weight, size = '', unit, family = ''] =
    /^(?:(italic) )?(?:(\d+) )?([\d.]+)(rem|px)(?: *\/ *[\d.]+)? (.+)$/.exec(value) ?? [];
  return [
    ['font-style', style ?? 'normal'],
    ['font-weight', weight ?? '400'],
    ['font-size', `${Number(size) * (unit === 'rem' ? 16 : 1)}px`],
    ['font-family', family],
  ];
}

/** The look of pictures: rules in cascade order, and the colors of both themes. */
export interface PictureStyle {
  rules: Rule[];
  light: ReadonlyMap<string, string>;
  dark: ReadonlyMap<string, string>;
}

/** Reads the style sheets of charts and the styles in the components that draw pictures. */
export function readPictureStyle(source: string): PictureStyle {
  const read = (path: string): string => readFileSync(`${source}/${path}`, 'utf8');
  const inside = (path: string): string => /<style>([^]*?)<\/style>/.exec(read(path))?.[1] ?? '';
  const components = ['player/AxesPanel', 'player/BarsPanel', 'player/TablePicture', 'site/PartPicture'];
  const sheets = [read('design/figures.css'), ...components.map((name) => inside(`${name}.svelte`))];
  const light = new Map<string, string>();
  const dark = new Map<string, string>();
  parse(read('design/tokens.css')).walkRules(':root', ({ nodes, parent }) => {
    const query = parent?.type === 'atrule' && 'params' in parent ? parent.params : '';
    if (query !== '' && query !== '(prefers-color-scheme: dark)') return;
    for (const node of nodes)
      if (node.type === 'decl' && node.prop.startsWith('--')) {
        dark.set(node.prop, node.value);
        if (query === '') light.set(node.prop, node.value);
      }
  });
  return { rules: sheets.flatMap((sheet) => rulesOf(parse(sheet))), light, dark };
}

/** Returns an SVG with the rules as attributes of its elements, in the colors of a theme. */
export function styled(svg: string, { rules, ...themes }: PictureStyle, theme: 'light' | 'dark'): string {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const root = document.documentElement;
  if (!root) throw new Error('a picture has no element');
  const around = new Map([...themes[theme], ['font-family', 'var(--sans)'], ['font-size', '13px']]);
  write(root, around, new Map());

  /** Writes an element and its descendants; `written` contains the attributes of the enclosing elements. */
  function write(element: XmlElement, outer: ReadonlyMap<string, string>, written: ReadonlyMap<string, string>): void {
    const own = new Map([...outer].filter(([name]) => isInherited(name)));
    const classes = (element.getAttribute('class') ?? '').split(/\s+/);
    const set = (name: string, value: string): void => {
      for (const [one, text] of name === 'font' ? fontOf(resolved(value, own)) : [[name, value] as const])
        own.set(one, text);
    };
    for (const name of Object.keys(attributes)) {
      const given = element.getAttribute(name);
      if (given) set(name, given);
    }
    for (const rule of rules)
      if (
        (rule.tag === undefined || rule.tag === element.tagName) &&
        rule.classes.every((name) => classes.includes(name))
      )
        for (const [name, value] of rule.declarations) set(name, value);
    for (const name of ['class', 'data-testid']) element.removeAttribute(name);
    const now = new Map(written);
    const isText = /^(text|tspan|svg)$/.test(element.tagName);
    for (const [name, usual] of Object.entries(attributes)) {
      const value = own.has(name) && (isText || !name.startsWith('font')) ? resolved(own.get(name) ?? '', own) : '';
      element.removeAttribute(name);
      if (value === '' || value === (isInherited(name) ? (now.get(name) ?? usual) : usual)) continue;
      element.setAttribute(name, value);
      if (isInherited(name)) now.set(name, value);
    }
    for (const child of element.childNodes)
      if (child.nodeType === child.ELEMENT_NODE) write(child as XmlElement, own, now);
  }
  return new XMLSerializer().serializeToString(root);
}

/** Replaces variables with their values. */
function resolved(value: string, known: ReadonlyMap<string, string>): string {
  const next = value.replace(
    /var\((--[\w-]+)(?:, *([\w#-]+))?\)/g,
    (_, name: string, fallback?: string) => known.get(name) ?? fallback ?? '',
  );
  if (next !== value) return resolved(next, known);
  return value === 'currentcolor' ? (known.get('--ink') ?? value) : value.replaceAll("'", '');
}
