// The styles of pages that readers of a lab do not fetch: for authors, teachers, and scientists, and for labs on other
// sites.
import postcss, { type ChildNode, type Container } from 'postcss';
import type { Plugin } from 'vite';

/** The rooms that contain these pages; the script of each page has the name of its room. */
export const toolRooms: readonly string[] = ['author', 'course', 'desk', 'linked', 'materials', 'network', 'teach'];

/** The source file under which the built style sheet is listed. */
export const toolSheet = 'src/tools.css';

const room = new RegExp(`/src/(${toolRooms.join('|')})/`);
/** The class that scopes a tool's styles, in a selector or in the name of an animation. */
const toolScope = /(^|\.)tool-[\da-z]{4}\b/;
/** The element of a tool that has one style sheet for all of its parts. */
const toolElement = /^#(desk|network)\b/;

/** Returns the class of a component's scoped styles; the class of a tool has its own prefix. */
export const scopeOf = (filename: string, hash: string): string =>
  `${room.test(filename) ? 'tool-' : 's'}${hash.slice(0, 4)}`;

const isKeyframes = (node: ChildNode): boolean => node.type === 'atrule' && node.name.endsWith('keyframes');

/** Returns whether only tools need a rule. A minifier may have merged the rule with one for another page. */
function isOfTools(node: ChildNode): boolean {
  if (node.type === 'rule') return node.selectors.every((one) => toolScope.test(one) || toolElement.test(one));
  return isKeyframes(node) && node.type === 'atrule' && toolScope.test(node.params);
}

/** Moves the rules of tools out of a container into a copy of it. */
function extract<T extends Container>(container: T): T {
  const moved = container.clone({ nodes: [] }) as T;
  for (const node of [...(container.nodes ?? [])]) {
    if (isOfTools(node)) moved.append(node);
    else if (node.type === 'atrule' && node.nodes && !isKeyframes(node)) {
      const inner = extract(node);
      if (inner.nodes?.length) moved.append(inner);
      if (node.nodes.length === 0) node.remove();
    }
  }
  return moved;
}

/** Splits a style sheet into one for all pages and one for the tools. */
export function splitStyles(css: string): { all: string; tools: string } {
  const all = postcss.parse(css);
  const tools = extract(all);
  return { all: all.toString(), tools: tools.toString() };
}

/** Writes the styles of the tools to a separate style sheet. */
export function toolStyles(): Plugin {
  let root = '';
  return {
    name: 'pathlength:tool-styles',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const sheet = Object.values(bundle).find(({ fileName }) => /^assets\/style-[^/]*\.css$/.test(fileName));
        if (sheet?.type !== 'asset')
          throw new Error('the built site has no style sheet: update web/build/tool-styles.ts');
        const { all, tools } = splitStyles(sheet.source.toString());
        sheet.source = all;
        this.emitFile({ type: 'asset', name: 'tools.css', originalFileName: `${root}/${toolSheet}`, source: tools });
      },
    },
  };
}
