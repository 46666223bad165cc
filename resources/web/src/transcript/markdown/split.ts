import { lineCap, partLines, partSize } from '../safety/caps';

export interface TextPiece { kind: 'markdown' | 'plain'; text: string }

const fenceMark = /^ {0,3}(`{3,}|~{3,})/;

/** Follows open code fences line by line. */
export class FenceState {
  private mark = '';

  get isOpen(): boolean {
    return this.mark !== '';
  }

  take(line: string): void {
    const match = fenceMark.exec(line);
    if (!match) return;
    if (!this.mark) {
      if (match[1][0] !== '`' || !line.slice(match[0].length).includes('`')) this.mark = match[1];
    } else if (match[1][0] === this.mark[0] && match[1].length >= this.mark.length && line.slice(match[0].length).trim() === '') this.mark = '';
  }
}

function pushLongLine(pieces: TextPiece[], line: string): void {
  for (let at = 0; at < line.length; at += lineCap) pieces.push({ kind: 'plain', text: line.slice(at, at + lineCap) });
}

/**
 * Cuts a long text at empty lines outside code fences into pieces that are quick to set one by one. A line that is itself too
 * long becomes plain text. A short text stays whole.
 */
export function splitMarkdown(text: string): TextPiece[] {
  const all = text.split('\n');
  if (text.length <= partSize && all.length <= 2 * partLines) return [{ kind: 'markdown', text }];
  const pieces: TextPiece[] = [];
  const fence = new FenceState();
  let lines: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (lines.length) pieces.push({ kind: 'markdown', text: lines.join('\n') });
    lines = [];
    size = 0;
  };
  for (const line of all) {
    fence.take(line);
    if (line.length > lineCap && !fence.isOpen) {
      flush();
      pushLongLine(pieces, line);
      continue;
    }
    lines.push(line);
    size += line.length + 1;
    const isFull = size >= partSize || lines.length >= partLines;
    const isTooMuch = size >= 4 * partSize || lines.length >= 2 * partLines;
    if (isFull && !fence.isOpen && (line.trim() === '' || isTooMuch)) flush();
  }
  flush();
  return pieces;
}
