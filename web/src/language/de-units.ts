// Units in German.

/** The words in units of labs: the form for any number, and the form for the number 1 if it differs. */
const words: Record<string, [many: string, one?: string]> = {
  bits: ['Bit'],
  bytes: ['Byte'],
  clients: ['Clients', 'Client'],
  directories: ['Verzeichnisse', 'Verzeichnis'],
  entries: ['Einträge', 'Eintrag'],
  files: ['Dateien', 'Datei'],
  hours: ['Stunden', 'Stunde'],
  levels: ['Ebenen', 'Ebene'],
  messages: ['Nachrichten', 'Nachricht'],
  minutes: ['Minuten', 'Minute'],
  names: ['Namen', 'Name'],
  objects: ['Objekte', 'Objekt'],
  operation: ['Operation'],
  operations: ['Operationen', 'Operation'],
  pages: ['Seiten', 'Seite'],
  processor: ['Prozessor'],
  processors: ['Prozessoren', 'Prozessor'],
  probes: ['Zugriffe', 'Zugriff'],
  ratio: ['Verhältnis'],
  searches: ['Suchen', 'Suche'],
  seconds: ['Sekunden', 'Sekunde'],
  tasks: ['Tasks', 'Task'],
  times: ['×'],
  users: ['Benutzer'],
  vnodes: ['Vnodes', 'Vnode'],
};
const singulars = new Map(Object.values(words).map(([many, one = many]) => [many, one]));

/** Returns the German words for a unit as labs write it. */
export const unitWords = (unit: string): string =>
  unit.replace(/\bper\b/, 'pro').replaceAll(/\p{L}+/gu, (word) => words[word]?.[0] ?? word);

/** Returns the form of a unit for the number 1, given its form for other numbers. */
export const singular = (unit: string): string => unit.replace(/\p{L}+$/u, (word) => singulars.get(word) ?? word);
