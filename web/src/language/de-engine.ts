// The words of models and of the engine in German: names of terms and settings, and messages.
import { unitWords } from './de-units.ts';

/** The parts from which models form the names of terms, and the systems that use the CPU time. */
export const termWords: Readonly<Record<string, string>> = {
  client: 'Client',
  'create and remove': 'Anlegen und Entfernen',
  'directory fetched again': 'Verzeichnis erneut geholt',
  'directory read': 'Auflisten',
  'entry and exit': 'Ein- und Austritt',
  log: 'Log',
  lookup: 'Lookup',
  monoplex: 'Monoplex',
  'names fetched': 'Namen geholt',
  'names in memory': 'Namen im Speicher',
  'names returned': 'Namen zurückgegeben',
  'names, sysplex overhead': 'Namen, Aufwand des Sysplex',
  owner: 'Owner',
  "pages not in the processor's cache": 'Seiten nicht im Prozessor-Cache',
  'pages probed': 'geprüfte Seiten',
  'request and log': 'Anforderung und Log',
  'search for each name returned': 'Suche je aufgelistetem Namen',
  'sysplex overhead': 'Aufwand des Sysplex',
  update: 'Ändern',
  'vnodes built': 'Vnodes angelegt',
};

/** The titles of settings that have no control, and thus no title in a lab. */
const settings: Readonly<Record<string, string>> = { Machine: 'Maschine' };

/** Returns a word of a model, such as the name of a term, in German. */
export const modelWords = (text: string): string =>
  settings[text] ??
  text
    .split(': ')
    .map((part) => termWords[part] ?? part)
    .join(': ');

/** Messages of the engine about an invalid answer, an invalid name, or a damaged page of a directory. */
const messages: readonly [message: RegExp, text: string][] = [
  [/^"(.*)" is not a number: .*$/, '„$1“ ist keine Zahl: Schreiben Sie zum Beispiel 1200 oder 1,2'],
  [
    /^"(.*)" can be read in two ways: .*$/,
    '„$1“ lässt sich auf zwei Arten lesen: Schreiben Sie 1200 oder 1.200, und 1,2 mit Komma',
  ],
  [
    /^this text is too long for a number: .*$/,
    'Dieser Text ist zu lang für eine Zahl: Schreiben Sie Ziffern und eine Einheit',
  ],
  [/^write at least (\d+) significant figures$/, 'Geben Sie mindestens $1 signifikante Stellen an'],
  [/^this number is too large: .*$/, 'Diese Zahl ist zu groß: Schreiben Sie eine kleinere'],
  [
    /^the question has no unit: write the number without (.*)$/,
    'Die Frage hat keine Einheit: Schreiben Sie die Zahl ohne $1',
  ],
  [/^the name is empty: .*$/, 'der Name ist leer: Geben Sie mindestens ein Byte an'],
  [/^the name has (\d+) bytes: give at most (\d+)$/, 'der Name hat $1 Byte: Geben Sie höchstens $2 an'],
  [/^the name has a NUL byte at byte (\d+): .*$/, 'der Name hat bei Byte $1 ein NUL-Byte: Entfernen Sie es'],
  [
    /^the name has a slash at byte (\d+): .*$/,
    'der Name hat bei Byte $1 einen Schrägstrich: Geben Sie nur einen Teil des Pfads an',
  ],
  [/^`\.` and `\.\.` belong to .*$/, '. und .. gehören zum Verzeichnis selbst: Geben Sie einen anderen Namen an'],
  [/^no such name in the directory: .*$/, 'das Verzeichnis enthält ihn nicht: Prüfen Sie die Schreibweise'],
  [/^the name is already in the directory: .*$/, 'das Verzeichnis enthält ihn schon: Geben Sie einen anderen Namen an'],
  [
    /^the page for this name is full and cannot be split: .*$/,
    'die Seite für diesen Namen ist voll und lässt sich nicht teilen: Geben Sie einen anderen Namen an',
  ],
  [
    /^cookie (\d+) does not point into the directory: .*$/,
    'Cookie $1 zeigt nicht in das Verzeichnis: Beginnen Sie bei Cookie 0',
  ],
  [
    /^all (\d+) blocks of the aggregate are in use: .*$/,
    'alle $1 Blöcke des Aggregats sind belegt: Entfernen Sie Namen, oder nehmen Sie ein größeres Aggregat',
  ],
];

/** The kinds of damage in a page. */
export const damage: Record<string, string> = {
  'a chain leads into the header': 'eine Kette führt in den Kopf',
  'a chain leads to an entry twice, or into the middle of one':
    'eine Kette führt zweimal zu einem Eintrag oder in die Mitte eines Eintrags',
  'a free run is not in the free list': 'ein freier Bereich fehlt in der Liste der freien Bereiche',
  'an entry is in no chain': 'ein Eintrag ist in keiner Kette',
  'an unused byte of the header is not zero': 'ein unbenutztes Byte des Kopfs ist nicht null',
  'neither an entry nor a free run begins here': 'hier beginnt weder ein Eintrag noch ein freier Bereich',
  'the bytes after the name are not zero': 'die Bytes nach dem Namen sind nicht null',
  'the chain does not lead to its entry': 'die Kette führt nicht zu ihrem Eintrag',
  'the chain is circular': 'die Kette führt im Kreis',
  'the count of names is wrong': 'die Anzahl der Namen ist falsch',
  'the entry is in the chain of another bucket': 'der Eintrag ist in der Kette eines anderen Hashwerts',
  'the entry is not marked as in use': 'der Eintrag ist nicht als belegt markiert',
  'the entry is outside the heap': 'der Eintrag liegt außerhalb des Bereichs für Einträge',
  'the entry overlaps a free run': 'der Eintrag überlappt einen freien Bereich',
  "the entry's length does not match its name": 'die Länge des Eintrags passt nicht zu seinem Namen',
  "the entry's length is impossible": 'die Länge des Eintrags ist unmöglich',
  "the entry's magic number is wrong": 'die magische Zahl des Eintrags ist falsch',
  'the free list is not in address order': 'die Liste der freien Bereiche ist nicht nach Adressen geordnet',
  'the free list leads into an entry or another run':
    'die Liste der freien Bereiche führt in einen Eintrag oder in einen anderen Bereich',
  'the free list leads into the header': 'die Liste der freien Bereiche führt in den Kopf',
  "the free run's length is impossible": 'die Länge des freien Bereichs ist unmöglich',
  "the free run's magic number is wrong": 'die magische Zahl des freien Bereichs ist falsch',
  'the local depth does not agree with the index': 'die lokale Tiefe stimmt nicht mit dem Index überein',
  'the local depth exceeds that of the index': 'die lokale Tiefe ist größer als die des Index',
  'the name is empty, is too long, or contains a slash': 'der Name ist leer, zu lang oder enthält einen Schrägstrich',
  'the name is in the directory twice': 'der Name steht zweimal im Verzeichnis',
  'the name is not terminated by a NUL': 'der Name endet nicht mit einem NUL',
  "the name is shorter than the page's prefix and suffix": 'der Name ist kürzer als Präfix und Suffix der Seite',
  "the page's count of names is wrong": 'die Anzahl der Namen in der Seite ist falsch',
  "the page's count of used bytes is wrong": 'die Anzahl der belegten Bytes in der Seite ist falsch',
  "the page's magic number is wrong": 'die magische Zahl der Seite ist falsch',
  'the name is in the page twice': 'der Name steht zweimal in der Seite',
  "the slot's hash does not match its name": 'der Hashwert des Slots passt nicht zu seinem Namen',
  "the slots are not in the order of the names' hashes": 'die Slots sind nicht nach den Hashwerten der Namen geordnet',
  'two free runs touch and were not merged': 'zwei benachbarte freie Bereiche sind nicht vereinigt',
};

/** Returns a message of the engine in German, or unchanged if it has no translation. */
export function engineWords(text: string): string {
  const [, block = '', offset = '', what = ''] = /^block (\d+) is damaged at byte (\d+): (.*)$/.exec(text) ?? [];
  if (what !== '') return `Block ${block} ist bei Byte ${offset} beschädigt: ${damage[what] ?? what}`;
  const [, from = '', to = ''] = /^(.*) cannot be converted to (.*): .*$/.exec(text) ?? [];
  if (to !== '')
    return `${from} lässt sich nicht in ${unitWords(to)} umrechnen: Schreiben Sie nur eine Zahl, in ${unitWords(to)}`;
  const known = messages.find(([message]) => message.test(text));
  return known ? text.replace(...known) : text;
}
