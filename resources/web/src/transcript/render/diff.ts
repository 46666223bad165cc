import { el } from '../dom';
import { parseDiff, type DiffFile, type DiffLine } from '../markdown/unified_diff';
import { diffLineCap } from '../safety/caps';
import { showHidden } from '../safety/visible_text';
import { say } from '../words';
import { card, copyButton } from './code';
import type { Context } from './context';

function lineText(line: DiffLine): HTMLElement {
  if (line.from === undefined || line.to === undefined) return el('span', '', line.text);
  return el('span', '', line.text.slice(0, line.from), el('u', '', line.text.slice(line.from, line.to)), line.text.slice(line.to));
}

function diffLine(line: DiffLine): HTMLElement {
  const sign = line.kind === 'add' ? '+' : line.kind === 'del' ? '−' : ' ';
  return el('div', line.kind, el('span', 'l', String(line.before ?? '')), el('span', 'l', String(line.after ?? '')), el('span', 'g', sign), lineText(line));
}

function diffBody(file: DiffFile): HTMLElement {
  const body = el('div', 'diff');
  body.tabIndex = 0;
  let left = diffLineCap;
  for (const hunk of file.hunks) {
    if (hunk.title) body.append(el('div', 'hunk', hunk.title));
    for (const line of hunk.lines.slice(0, left)) body.append(diffLine(line));
    left -= hunk.lines.length;
    if (left <= 0) break;
  }
  if (left < 0) body.append(el('div', 'hunk', say('items', diffLineCap)));
  showHidden(body);
  return body;
}

/** One card per file of a unified diff. */
export function diffCards(text: string, context: Context): HTMLElement[] {
  return parseDiff(text).map((file) => {
    const title = [el('span', 'mono title', file.name || 'diff'), el('span', 'plus num', `+${file.added}`), el('span', 'minus num', `−${file.removed}`)];
    return card(title, diffBody(file), 'file-code', copyButton(() => text, context));
  });
}
