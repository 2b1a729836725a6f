import { errorText } from '../engine/error-text';
import type { Problem } from '../lab/compile';
import { compiler, type Result } from './compiler';
import { bare, nameFrom, paths, withFile, withoutFile, type Folder } from './folder';
import type { NamedFile } from '../components/dropped-files';
import { readFiles } from './import';
import { saveDraft, savedDraft } from './draft';
import { LatestTask } from './latest-task';
import { saveAll, saveFile } from './save';

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const isError = ({ severity }: Problem): boolean => severity === 'error';

/** A lab under construction, and the compiler's results. */
export class Writing {
  folder = $state.raw<Folder>();
  /** The draft of the last visit. */
  draft = $state.raw(savedDraft());
  /** The path of the file in the editor. */
  path = $state('lab.md');
  result = $state.raw<Result>();
  failure = $state('');
  /** Notices for the author, one sentence each. */
  notes = $state.raw<readonly string[]>([]);
  /** The files as the author has saved them outside this page. */
  #saved = $state.raw<Folder['files']>({});

  readonly names = $derived.by(() => (this.folder ? paths(this.folder) : []));
  /** The problems, with errors before warnings. */
  readonly problems = $derived.by(() => {
    const all = this.result?.problems ?? [];
    return [...all.filter(isError), ...all.filter((problem) => !isError(problem))];
  });
  readonly errors = $derived.by(() => this.problems.filter(isError).length);
  readonly unsaved = $derived.by(() => {
    const files = this.folder?.files ?? {};
    return this.names.some((path) => files[path] !== this.#saved[path]);
  });
  readonly summary = $derived.by(() => {
    if (this.failure) return this.failure;
    if (!this.result) return 'Checking …';
    const advice = this.problems.length - this.errors;
    const found = [
      this.errors && counted(this.errors, 'error', 'errors'),
      advice && counted(advice, 'suggestion', 'suggestions'),
    ];
    return `${found.filter(Boolean).join(', ') || 'No problems'}.`;
  });

  /** The folder that the result belongs to. */
  #compiled: Folder | undefined;

  readonly #compilation: LatestTask<Folder, { folder: Folder; result: Result }>;

  /** `show` is called with each lab that compiles. */
  constructor(show: (lab: NonNullable<Result['lab']>, folder: Folder) => Promise<void>) {
    this.#compilation = new LatestTask(
      async (folder, signal) => ({ folder, result: await this.compile(folder, { signal }) }),
      {
        rest: 250,
        patience: 5000,
        done: ({ folder, result }) => {
          this.failure = '';
          this.result = result;
          this.#compiled = folder;
          if (result.lab)
            show(result.lab, folder).catch((error: unknown) => {
              this.failure = `The page could not be drawn: ${errorText(error)}.`;
            });
        },
        fail: (error) => {
          this.failure = `The lab could not be checked: ${errorText(error)}.`;
        },
      },
    );
  }

  /** Compiles a folder, unless the result already belongs to the folder. */
  async compile(folder: Folder, options?: { signal: AbortSignal }): Promise<Result> {
    if (this.result && this.#compiled === folder) return this.result;
    return compiler.ask('compile', [bare(folder)], options);
  }

  change(folder: Folder): void {
    this.folder = folder;
    this.#compilation.give(folder);
    if (!saveDraft(folder)) this.notes = ['This browser cannot store the draft: save the lab before you leave.'];
  }

  /** Starts with a folder whose files the author also has outside this page. */
  begin(folder: Folder): void {
    this.#saved = folder.files;
    this.result = undefined;
    this.draft = undefined;
    this.notes = [];
    this.path = this.#first(folder);
    this.change(folder);
  }

  resume(): void {
    if (!this.draft) return;
    this.begin(this.draft);
    this.#saved = {};
  }

  /** Starts with pasted text. */
  paste(text: string): void {
    this.begin({ id: 'my-lab', files: { 'lab.md': text } });
    this.#saved = {};
  }

  /** Returns to the choice of starting points, where the draft can be resumed. */
  leave(): void {
    this.draft = this.folder;
    this.folder = undefined;
  }

  /** Adds files to the folder, or starts a new folder with them. */
  async open(opened: readonly NamedFile[]): Promise<void> {
    const { id, files, refused } = await readFiles(opened, (bytes, path) => compiler.ask('unzip', [bytes, path]));
    const [first] = Object.keys(files);
    if (first !== undefined && this.folder) {
      this.#saved = { ...this.#saved, ...files };
      this.path = first;
      this.change({ ...this.folder, files: { ...this.folder.files, ...files } });
    } else if (first !== undefined) this.begin({ id: nameFrom(id ?? 'my-lab'), files });
    if (refused.length > 0) this.notes = refused.slice(0, 5);
  }

  rename(text: string): void {
    if (this.folder) this.change({ ...this.folder, id: nameFrom(text) });
  }

  write(path: string, text: string): void {
    if (this.folder) this.change(withFile(this.folder, path, text));
  }

  /** Opens a file in the editor; creates it if it is missing. */
  edit(path: string): void {
    if (this.folder && !Object.hasOwn(this.folder.files, path)) this.write(path, '');
    this.path = path;
  }

  remove(): void {
    if (!this.folder) return;
    const folder = withoutFile(this.folder, this.path);
    this.path = this.#first(folder);
    this.change(folder);
  }

  save(): void {
    if (!this.folder) return;
    saveFile(this.folder, this.path);
    this.#saved = { ...this.#saved, [this.path]: this.folder.files[this.path] ?? '' };
  }

  async saveAll(): Promise<void> {
    if (!this.folder) return;
    const { files } = this.folder;
    await saveAll(this.folder);
    this.#saved = files;
  }

  #first(folder: Folder): string {
    return paths(folder)[0] ?? 'lab.md';
  }
}
