import { highlightCap, lineCap, partLines, partSize } from '../safety/caps';
import { wholeUntil } from '../safety/whole_signs';
import { FenceState, type FenceLine } from './fence_state';
import { TableState } from './table_state';

/**
 * `code` is never read as Markdown: a fence's content that is too long for a piece with other text. `goesOn`: it begins
 * with rows of the table that the previous piece ended with, below an empty head; that many cells the table has had.
 */
export type TextPiece =
  | { kind: 'markdown'; text: string; goesOn?: number }
  | { kind: 'plain'; text: string }
  | { kind: 'code'; info: string; text: string };

function chunksOf(text: string, most: number): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = wholeUntil(text, at + most);
    chunks.push(text.slice(at, end));
    at = end;
  }
  return chunks;
}

/** A long fence, line by line. */
class CodePieces {
  private lines: string[] = [];
  private size = 0;

  constructor(
    private readonly info: string,
    private readonly pieces: TextPiece[],
  ) {}

  take(line: string): void {
    for (const chunk of line.length > highlightCap ? chunksOf(line, highlightCap) : [line]) {
      if (this.size + chunk.length > highlightCap) this.finish();
      this.lines.push(chunk);
      this.size += chunk.length + 1;
    }
  }

  finish(): void {
    if (this.lines.length) this.pieces.push({ kind: 'code', info: this.info, text: this.lines.join('\n') });
    this.lines = [];
    this.size = 0;
  }
}

/** A line that continues nothing: after an empty line a list item, and indented text, may belong to an earlier list. */
const beginsAnew = /^(?!\s|[-*+]\s|\d{1,9}[.)]\s)/;

class Splitter {
  readonly pieces: TextPiece[] = [];
  private readonly fence = new FenceState();
  private readonly table = new TableState();
  private lines: string[] = [];
  private size = 0;
  private fenceAt = 0; // where the open fence begins among the lines
  private code: CodePieces | undefined;
  private isAfterBlank = false;
  private goesOn: number | undefined;

  take(line: string): void {
    const role = this.fence.take(line);
    if (this.code && role === 'within') {
      this.code.take(this.fence.codeOf(line));
      return;
    }
    const wasCode = this.code !== undefined;
    this.code?.finish();
    this.code = undefined;
    if (wasCode && role === 'closes') return;
    if (line.length > lineCap) this.takeLongLine(line, role === 'within');
    else this.takeLine(line, role);
  }

  flush(): void {
    this.code?.finish();
    if (this.lines.length)
      this.pieces.push({
        kind: 'markdown',
        text: this.lines.join('\n'),
        ...(this.goesOn === undefined ? {} : { goesOn: this.goesOn }),
      });
    this.lines = [];
    this.size = 0;
    this.goesOn = undefined;
  }

  private takeLine(line: string, role: FenceLine): void {
    const isFull = this.size >= partSize || this.lines.length >= partLines;
    if (isFull && role !== 'within' && role !== 'closes' && this.isAfterBlank && beginsAnew.test(line)) this.flush();
    if (role === 'opens') this.fenceAt = this.lines.length;
    const before = this.table.continuation;
    this.table.take(line, role === 'text');
    if (this.lines.length === 0 && before && this.table.continuation) this.goOn(before);
    this.lines.push(line);
    this.size += line.length + 1;
    this.isAfterBlank = line.trim() === '';
    const isTooMuch = this.size >= 2 * partSize || this.lines.length >= 2 * partLines;
    if (isTooMuch && this.fence.isOpen) this.beginCode();
    else if (isTooMuch) this.flush();
  }

  private goOn({ lines, cells }: { lines: [string, string]; cells: number }): void {
    this.goesOn = cells;
    this.lines.push(...lines);
    this.size += lines[0].length + lines[1].length + 2;
  }

  private takeLongLine(line: string, isCode: boolean): void {
    this.table.end();
    if (isCode) {
      this.beginCode();
      this.code?.take(this.fence.codeOf(line));
      return;
    }
    this.flush();
    for (const chunk of chunksOf(line, lineCap)) this.pieces.push({ kind: 'plain', text: chunk });
  }

  /** What precedes the fence is a piece by itself; the fence continues as code, whatever is in it. */
  private beginCode(): void {
    const code = this.lines.slice(this.fenceAt + 1);
    this.lines = this.lines.slice(0, this.fenceAt);
    this.flush();
    this.code = new CodePieces(this.fence.info, this.pieces);
    for (const line of code) this.code.take(this.fence.codeOf(line));
  }
}

/**
 * Cuts a long text into pieces that are quick to set one by one, where a block begins outside code fences and lists. A
 * line that is too long by itself becomes plain text. A short text stays whole. A fence does not let a piece grow:
 * where it ends is up to the parser.
 */
export function splitMarkdown(text: string): TextPiece[] {
  const all = text.split('\n');
  if (text.length <= partSize && all.length <= 2 * partLines) return [{ kind: 'markdown', text }];
  const splitter = new Splitter();
  for (const line of all) splitter.take(line);
  splitter.flush();
  return splitter.pieces;
}
