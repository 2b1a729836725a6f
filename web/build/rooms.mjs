// The rooms (layers) of web/src, from the lowest to the highest, and the rooms that each may import. ESLint enforces
// these rules.

const below = ['language', 'design', 'engine', 'charts', 'state', 'lab', 'session', 'components', 'views', 'player'];

/**
 * For each room, the rooms that its files may import in addition to their own.
 * @type {Record<string, readonly string[]>}
 */
export const rooms = {
  language: [],
  design: [],
  engine: [],
  charts: ['language'],
  state: ['engine'],
  lab: ['language', 'engine', 'charts', 'state'],
  session: ['language', 'engine', 'lab', 'state'],
  components: ['language', 'lab', 'session'],
  views: ['language', 'design', 'engine', 'charts', 'lab', 'session', 'components'],
  player: below.slice(0, -1),
  classroom: below,
  site: below,
  author: [...below, 'classroom', 'site'],
  teach: [...below, 'classroom', 'author'],
  desk: [...below, 'author', 'linked'],
  course: [...below, 'classroom'],
  materials: [...below, 'classroom', 'site', 'author', 'teach', 'linked'],
  network: [...below, 'author'],
  linked: [...below, 'classroom', 'site', 'author'],
  embed: below,
  file: [...below, 'classroom'],
  offline: [],
};

/**
 * Returns a pattern for imports of rooms, from any depth.
 * @param {readonly string[]} names
 */
const leadsTo = (names) => `^(\\.\\./)+(${names.join('|')})(/|$)`;

/**
 * Returns the rules for the files of a room. Type imports and dynamic imports count like all others.
 * @param {string} room
 * @param {readonly string[]} allowed
 */
function rulesOf(room, allowed) {
  const others = Object.keys(rooms).filter((name) => name !== room && !allowed.includes(name));
  const forbidden = [
    {
      regex: leadsTo(others),
      message: `web/src/${room} imports only ${allowed.join(', ') || 'its own files'}: move shared code to a lower room (web/build/rooms.mjs).`,
    },
    ...(room === 'engine'
      ? [{ regex: '^svelte', message: 'web/src/engine must not import Svelte.' }]
      : [
          {
            regex: 'engine/pkg/',
            message: 'Only web/src/engine imports WebAssembly: take types from web/src/engine/types.ts.',
          },
        ]),
  ];
  return {
    'no-restricted-imports': ['error', { patterns: forbidden.map((one) => ({ ...one, caseSensitive: true })) }],
    'no-restricted-syntax': [
      'error',
      ...forbidden.flatMap(({ regex, message }) => {
        const source = `[value=/${regex.replaceAll('/', '\\u002f')}/]`;
        return ['ImportExpression > Literal', 'TSImportType Literal'].map((node) => ({
          selector: node + source,
          message,
        }));
      }),
    ],
  };
}

/** Parts of ESLint's configuration, one for each room. */
export const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `rooms/${room}`,
  files: [`web/src/${room}/**`],
  rules: rulesOf(room, allowed),
}));
