import { el } from '../dom';
import { parseDiff, type DiffFile, type DiffLine } from '../markdown/unified_diff';
import { diffFileCap, diffLineCap } from '../safety/caps';
import { showHidden, shownText } from '../safety/visible_text';
import { say } from '../words';
import { card, copyButton, titleEnd } from './code';
import type { Context } from './context';
import { fileName } from './file_name';
import { scrollBox } from './scroll_box';

const longestName = 200;

function lineText({ text, changed = [] }: DiffLine): HTMLElement {
  const line = el('span');
  let from = 0;
  for (const [start, end] of changed) {
    line.append(text.slice(from, start), el('u', '', text.slice(start, end)));
    from = end;
  }
  line.append(text.slice(from));
  return line;
}

function diffLine(line: DiffLine): HTMLElement {
  const sign = line.kind === 'add' ? '+' : line.kind === 'del' ? '−' : ' ';
  return el(
    'div',
    line.kind,
    el('span', 'l', String(line.before ?? '')),
    el('span', 'l', String(line.after ?? '')),
    el('span', 'g', sign),
    lineText(line),
  );
}

/** How many lines of a diff may still be drawn, and how many are not: over all its files. */
class LineRoom {
  leftOut = 0;
  private left = diffLineCap;

  /** For one more; a file and a hunk head cost as much as a line. */
  take(): boolean {
    this.left -= 1;
    if (this.left < 0) this.leftOut += 1;
    return this.left >= 0;
  }
}

function diffBody(file: DiffFile, room: LineRoom): HTMLElement {
  const name = file.name ? say('differenceNamed', shownText(file.name.slice(0, longestName))) : say('difference');
  const body = scrollBox(el('div', 'diff'), name);
  for (const hunk of file.hunks) {
    if (hunk.title && room.take()) body.append(el('div', 'hunk', hunk.title));
    for (const line of hunk.lines) if (room.take()) body.append(diffLine(line));
  }
  showHidden(body);
  return body;
}

/** One card per file of a unified diff; a note says how many of its lines are missing. */
export function diffCards(text: string, context: Context): HTMLElement[] {
  const room = new LineRoom();
  const cards: HTMLElement[] = [];
  for (const file of parseDiff(text)) {
    const hasRoom = cards.length < diffFileCap && room.take();
    const body = diffBody(file, room);
    const title = [
      fileName(file.name || 'diff', 'mono title', titleEnd),
      el('span', 'plus num', `+${file.added}`),
      el('span', 'minus num', `−${file.removed}`),
    ];
    if (hasRoom)
      cards.push(
        card(
          title,
          body,
          'file-code',
          copyButton(() => text, context),
        ),
      );
  }
  if (room.leftOut > 0) cards[cards.length - 1].append(el('div', 'capnote', say('diffCut', room.leftOut)));
  return cards;
}
