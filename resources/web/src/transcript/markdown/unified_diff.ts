export interface DiffLine {
  kind: 'same' | 'add' | 'del';
  before?: number;
  after?: number;
  text: string;
  from?: number;
  to?: number;
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

const hunkHead = /^@@+ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@+(.*)$/;

const metaLine =
  /^(?:diff --git |index |new file|deleted file|similarity|rename |copy |old mode|new mode|Binary files )/;
const changeLine = /^(?:[ +\-\\]|@@+ -|$)/;

/** Whether a text is a unified diff by itself, and nothing else: its files' heads, then hunks. */
export function isUnifiedDiff(text: string): boolean {
  const lines = text.replace(/^\n+|\n+$/g, '').split('\n');
  const first = lines.findIndex((line) => !metaLine.test(line));
  if (
    first < 0 ||
    !lines[first].startsWith('--- ') ||
    !lines[first + 1]?.startsWith('+++ ') ||
    !hunkHead.test(lines[first + 2] ?? '')
  )
    return false;
  return lines.slice(first).every((line) => changeLine.test(line) || metaLine.test(line));
}

/** git writes what is not ASCII as the numbers of its bytes, in quotation marks. */
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
      .replace(/\t.*$/, '')
      .trim(),
  ).replace(/^[ab]\//, '');

/** What git's line names, if its two names tell where the second begins; a renamed file is named further on. */
function nameOfHead(line: string): string {
  const names = line.slice('diff --git '.length);
  const middle = (names.length - 1) / 2;
  const plain = (name: string): string => unquoted(name).replace(/^[a-z]\//, '');
  if (names[middle] === ' ' && plain(names.slice(0, middle)) === plain(names.slice(middle + 1)))
    return plain(names.slice(middle + 1));
  const second = names.lastIndexOf(' b/');
  return second < 0 ? '' : names.slice(second + 3);
}

/** Marks the part of a changed line that differs from its counterpart, if the two have enough in common. */
function markChanged(removed: DiffLine, added: DiffLine): void {
  const a = removed.text;
  const b = added.text;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const common = start + end - (a.match(/^\s*/)?.[0].length ?? 0);
  if (common < Math.min(a.trim().length, b.trim().length) * 0.4) return;
  if (a.length - end > start) Object.assign(removed, { from: start, to: a.length - end });
  if (b.length - end > start) Object.assign(added, { from: start, to: b.length - end });
}

function markHunk(hunk: DiffHunk): void {
  for (let i = 0; i < hunk.lines.length;) {
    const removedAt = i;
    while (hunk.lines[i]?.kind === 'del') i += 1;
    const addedAt = i;
    while (hunk.lines[i]?.kind === 'add') i += 1;
    for (let k = 0; k < Math.min(addedAt - removedAt, i - addedAt); k += 1)
      markChanged(hunk.lines[removedAt + k], hunk.lines[addedAt + k]);
    if (i === removedAt) i += 1;
  }
}

class Reader {
  readonly files: DiffFile[] = [];
  private hunk: DiffHunk | undefined;
  private before = 1;
  private after = 1;

  take(line: string, next: string | undefined): void {
    const head = hunkHead.exec(line);
    if (head) this.startHunk(line, Number(head[1]), Number(head[2]));
    else if (line.startsWith('--- ') && next?.startsWith('+++ ')) this.beginLines(fileName(line));
    else if (line.startsWith('+++ ') && this.hunk === undefined) this.nameFile(fileName(line));
    else if (line.startsWith('diff --git ')) this.startFile(nameOfHead(line));
    else if (metaLine.test(line)) this.tell(line);
    else this.content(line);
  }

  /** A file's lines, below what was said of it before. */
  private beginLines(name: string): void {
    const last = this.files[this.files.length - 1];
    if (!last || this.hunk || last.hunks.some((hunk) => hunk.lines.length > 0)) this.startFile(name);
    else if (last.name === '') this.nameFile(name);
  }

  /** What becomes of the file as a whole: there may be nothing else of it. Of its contents' names nobody reads. */
  private tell(line: string): void {
    this.hunk = undefined;
    if (line.startsWith('rename to ')) this.nameFile(fileName(line.slice('rename to '.length)));
    if (!line.startsWith('index ')) this.file().hunks.push({ title: line, lines: [] });
  }

  private file(): DiffFile {
    if (this.files.length === 0) this.startFile('');
    return this.files[this.files.length - 1];
  }

  private startFile(name: string): void {
    this.files.push({ name, added: 0, removed: 0, hunks: [] });
    this.hunk = undefined;
  }

  private nameFile(name: string): void {
    const file = this.file();
    if (name && name !== '/dev/null') file.name = name;
  }

  private startHunk(title: string, before: number, after: number): void {
    const file = this.file();
    this.hunk = { title, lines: [] };
    this.before = before;
    this.after = after;
    file.hunks.push(this.hunk);
  }

  private content(line: string): void {
    if (line.startsWith('\\')) return;
    if (!this.hunk) {
      if (!/^[-+]/.test(line) && line.trim() === '') return;
      this.startHunk('', 1, 1);
    }
    const hunk = this.hunk as unknown as DiffHunk;
    const file = this.file();
    if (line.startsWith('+')) {
      hunk.lines.push({ kind: 'add', after: this.after, text: line.slice(1) });
      this.after += 1;
      file.added += 1;
    } else if (line.startsWith('-')) {
      hunk.lines.push({ kind: 'del', before: this.before, text: line.slice(1) });
      this.before += 1;
      file.removed += 1;
    } else {
      hunk.lines.push({
        kind: 'same',
        before: this.before,
        after: this.after,
        text: line.startsWith(' ') ? line.slice(1) : line,
      });
      this.before += 1;
      this.after += 1;
    }
  }
}

/** Reads a unified diff, with or without file heads and hunk heads. */
export function parseDiff(text: string): DiffFile[] {
  const reader = new Reader();
  const lines = text.replace(/\n$/, '').split('\n');
  lines.forEach((line, index) => reader.take(line, lines[index + 1]));
  for (const file of reader.files) file.hunks.forEach(markHunk);
  return reader.files;
}
