import { changedWords, WordRoom, type Span } from './changed_words';

/** `changed`: what of a line differs from the one that it came for, or that came for it. */
export interface DiffLine {
  kind: 'same' | 'add' | 'del';
  before?: number;
  after?: number;
  text: string;
  changed?: Span[];
}
export interface DiffHunk {
  title: string;
  lines: DiffLine[];
}
export interface DiffFile {
  name: string;
  added: number;
  removed: number;
  hunks: DiffHunk[];
}

const hunkHead = /^@@+ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@+(.*)$/;
const contentNames = /^index [0-9a-f]+\.\.[0-9a-f]+(?: \d{6})?$/; // of a file's contents: nobody reads them
const noNewline = '\\ No newline at end of file';

const metaLine =
  /^(?:diff --git |index |new file|deleted file|similarity|rename |copy |old mode|new mode|Binary files )/;
const changeLine = /^(?:[ +\-\\]|@@+ -|$)/;

/** Whether a text is a unified diff and nothing else: file heads, then hunks. */
export function isUnifiedDiff(text: string): boolean {
  const lines = text.replace(/^\n+|\n+$/g, '').split('\n');
  const first = lines.findIndex((line) => !metaLine.test(line));
  if (first < 0 || !isFileHead(lines, first)) return false;
  return lines.slice(first).every((line) => changeLine.test(line) || metaLine.test(line));
}

/** git writes non-ASCII characters as byte numbers, in quotation marks. */
function unquoted(name: string): string {
  if (name.length < 2 || !name.startsWith('"') || !name.endsWith('"')) return name;
  const bytes = name
    .slice(1, -1)
    .replace(/(?:\\[0-7]{3})+/g, (codes) =>
      new TextDecoder().decode(Uint8Array.from(codes.slice(1).split('\\'), (code) => parseInt(code, 8))),
    );
  return bytes.replace(/\\(["\\])/g, '$1');
}

const fileName = (text: string): string =>
  unquoted(
    text
      .replace(/^(?:---|\+\+\+)\s+/, '')
      .replace(/\t(?:\d{4}-\d\d-\d\d [\d:. +-]*)?$/, '') // when it was written; anything else there is to be seen
      .trim(),
  ).replace(/^[ab]\//, '');

/** The name in git's line, if its two names tell where the second begins; a renamed file is named further on. */
function nameOfHead(line: string): string {
  const names = line.slice('diff --git '.length);
  const middle = (names.length - 1) / 2;
  const plain = (name: string): string => unquoted(name).replace(/^[a-z]\//, '');
  if (names[middle] === ' ' && plain(names.slice(0, middle)) === plain(names.slice(middle + 1)))
    return plain(names.slice(middle + 1));
  const second = names.lastIndexOf(' b/');
  return second < 0 ? '' : names.slice(second + 3);
}

/** Two names and a hunk: without it they may be a removed and an added line. */
const isFileHead = (lines: string[], at: number): boolean =>
  lines[at].startsWith('--- ') && !!lines[at + 1]?.startsWith('+++ ') && hunkHead.test(lines[at + 2] ?? '');

function markChanged(removed: DiffLine, added: DiffLine, room: WordRoom): void {
  const changed = changedWords(removed.text, added.text, room);
  if (changed?.removed.length) removed.changed = changed.removed;
  if (changed?.added.length) added.changed = changed.added;
}

function markHunk(hunk: DiffHunk, room: WordRoom): void {
  for (let i = 0; i < hunk.lines.length;) {
    const removedAt = i;
    while (hunk.lines[i]?.kind === 'del') i += 1;
    const addedAt = i;
    while (hunk.lines[i]?.kind === 'add') i += 1;
    for (let k = 0; k < Math.min(addedAt - removedAt, i - addedAt); k += 1)
      markChanged(hunk.lines[removedAt + k], hunk.lines[addedAt + k], room);
    if (i === removedAt) i += 1;
  }
}

/** Within a hunk every line is content, whatever it looks like: only the counts in its head tell. */
class Reader {
  readonly files: DiffFile[] = [];
  private hunk: DiffHunk | undefined;
  private before = 1;
  private after = 1;
  private beforeLeft = 0; // lines that the hunk's head promises yet
  private afterLeft = 0;

  /** Takes the line at `at`; returns where the next one is. */
  take(lines: string[], at: number): number {
    const line = lines[at];
    const head = hunkHead.exec(line); // no content begins so: counts that were too large end here
    if (head) this.startHunk(line, head.slice(1, 5));
    else if (line === noNewline) return at + 1;
    else if (this.beforeLeft > 0 || this.afterLeft > 0) this.content(line);
    else if (isFileHead(lines, at)) {
      this.beginLines(fileName(line));
      this.nameFile(fileName(lines[at + 1]));
      return at + 2;
    } else if (line.startsWith('diff --git ')) this.startFile(nameOfHead(line), line);
    else if (metaLine.test(line)) this.tell(line);
    else this.content(line);
    return at + 1;
  }

  /** A file's lines, below the remarks about it. */
  private beginLines(name: string): void {
    const last = this.files[this.files.length - 1];
    if (!last || this.hunk || last.hunks.some((hunk) => hunk.lines.length > 0)) this.startFile(name);
    else if (last.name === '') this.nameFile(name);
  }

  /** What happens to the file as a whole: there may be nothing else about it. */
  private tell(line: string): void {
    this.hunk = undefined;
    if (line.startsWith('rename to ')) this.nameFile(fileName(line.slice('rename to '.length)));
    if (!contentNames.test(line)) this.file().hunks.push({ title: line, lines: [] });
  }

  private file(): DiffFile {
    if (this.files.length === 0) this.startFile('');
    return this.files[this.files.length - 1];
  }

  /** `head`: shown if it does not give the name. */
  private startFile(name: string, head = ''): void {
    this.files.push({ name, added: 0, removed: 0, hunks: name === '' && head ? [{ title: head, lines: [] }] : [] });
    this.hunk = undefined;
  }

  private nameFile(name: string): void {
    const file = this.file();
    if (name && name !== '/dev/null') file.name = name;
  }

  /** `places`: the first line and how many there are, before and after. */
  private startHunk(title: string, places: (string | undefined)[]): void {
    const file = this.file();
    this.hunk = { title, lines: [] };
    [this.before, this.beforeLeft, this.after, this.afterLeft] = places.map((place) => Number(place ?? 1));
    file.hunks.push(this.hunk);
  }

  private content(line: string): void {
    if (!this.hunk) {
      if (!/^[-+]/.test(line) && line.trim() === '') return;
      this.startHunk('', ['1', '0', '1', '0']);
    }
    const hunk = this.hunk as unknown as DiffHunk;
    const file = this.file();
    if (line.startsWith('+')) {
      hunk.lines.push({ kind: 'add', after: this.after, text: line.slice(1) });
      file.added += 1;
    } else if (line.startsWith('-')) {
      hunk.lines.push({ kind: 'del', before: this.before, text: line.slice(1) });
      file.removed += 1;
    } else {
      const text = line.startsWith(' ') ? line.slice(1) : line;
      hunk.lines.push({ kind: 'same', before: this.before, after: this.after, text });
    }
    this.count(line);
  }

  /** A line beginning with a backslash is a remark on the line above it, in any language. */
  private count(line: string): void {
    const before = /^[+\\]/.test(line) ? 0 : 1;
    const after = /^[-\\]/.test(line) ? 0 : 1;
    this.before += before;
    this.beforeLeft -= before;
    this.after += after;
    this.afterLeft -= after;
  }
}

/** Reads a unified diff, with or without file heads and hunk heads. */
export function parseDiff(text: string): DiffFile[] {
  const reader = new Reader();
  const lines = text.replace(/\n$/, '').split('\n');
  for (let at = 0; at < lines.length;) at = reader.take(lines, at);
  const room = new WordRoom();
  for (const file of reader.files) for (const hunk of file.hunks) markHunk(hunk, room);
  return reader.files;
}
