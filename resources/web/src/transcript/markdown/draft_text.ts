import { FenceState } from './fence_state';

export interface DraftParts {
  done: string[]; // blocks that will not change any more
  open: { kind: 'text'; text: string } | { kind: 'code'; info: string; text: string };
}

const longestUnsure = 200; // characters that are held back
const fenceOpener = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const isTableLine = (line: string): boolean => line.trimStart().startsWith('|');

const bars = (line: string): number => line.split('|').length;

/** The line of dashes under a table's head, with all its columns. */
function isUnderline(line: string, head: string): boolean {
  const text = line.trimEnd();
  return text.endsWith('|') && /^[\s|:-]*$/.test(text) && text.lastIndexOf('-') > 0 && bars(line) >= bars(head);
}

/**
 * It may become the line under a heading or a table's head, a rule, or the mark of a list item: until one more letter
 * is written, what is before it would be a heading.
 */
const isUnsureLine = (line: string): boolean => line.length <= longestUnsure && /^ {0,3}[-=:][-=|: ]*$/.test(line);

const breakBegun = /<(?:b(?:r {0,3}\/?)?)?$/i; // of <br>

/** The end of a growing text is held back if it would look different a moment later. */
function withoutUnsure(lines: string[]): string[] {
  const kept = [...lines];
  // The beginning of a fence, before its line is complete.
  if (
    kept.length &&
    /^ {0,3}(?:`{1,}|~{1,})[^`\n]*$/.test(kept[kept.length - 1]) &&
    /^ {0,3}(?:``|~~|`$)/.test(kept[kept.length - 1])
  )
    kept.pop();
  if (kept.length && isUnsureLine(kept[kept.length - 1])) kept.pop();
  // A table's head, before the line under it says that it is one.
  let start = kept.length;
  while (start > 0 && isTableLine(kept[start - 1])) start -= 1;
  const tableLines = kept.length - start;
  if (tableLines === 1 || (tableLines === 2 && !isUnderline(kept[start + 1], kept[start]))) kept.length = start;
  if (kept.length) kept[kept.length - 1] = kept[kept.length - 1].replace(breakBegun, '');
  return kept;
}

const listItem = /^\s*(?:[-*+]|\d+[.)])\s/;

/** After an empty line only a list can continue; whether it does is known once the next line is complete. */
function mayGoOn(block: string[], all: string[], next: number): boolean {
  const first = block.find((line) => line.trim() !== '');
  if (first === undefined || !listItem.test(first)) return false;
  const isKnown = next < all.length - 1;
  return !isKnown || all[next].trim() === '' || /^\s/.test(all[next]) || listItem.test(all[next]);
}

/** `ends`: where each finished block ends in the text, and the next one begins. */
export interface DraftCut extends DraftParts {
  ends: number[];
}

/** A code block's content, without its fences. */
export function fencedCode(block: string): { info: string; text: string } | undefined {
  const [first, ...rest] = block.split('\n');
  const opener = fenceOpener.exec(first);
  return opener ? { info: opener[2].trim(), text: rest.slice(0, -1).join('\n') } : undefined;
}

/** Cuts a growing text into finished blocks and the one that still grows. */
export function draftParts(text: string): DraftParts {
  const { done, open } = cutDraft(text);
  return { done, open };
}

/** The same; what follows one of the ends may be cut on its own when the text has grown. */
export function cutDraft(text: string): DraftCut {
  const done: string[] = [];
  const ends: number[] = [];
  const fence = new FenceState(true);
  let lines: string[] = [];
  let at = 0;
  const finish = (): void => {
    if (lines.some((line) => line.trim() !== '')) {
      done.push(lines.join('\n'));
      ends.push(at);
    }
    lines = [];
  };
  const all = text.split('\n');
  all.forEach((line, index) => {
    const wasOpen = fence.isOpen;
    const isComplete = index < all.length - 1;
    if (isComplete || wasOpen) fence.take(line);
    if (!wasOpen && fence.isOpen) finish();
    lines.push(line);
    at += line.length + 1;
    if (wasOpen && !fence.isOpen) finish();
    else if (!fence.isOpen && isComplete && line.trim() === '' && !mayGoOn(lines, all, index + 1)) finish();
  });
  if (fence.isOpen) {
    const info = fenceOpener.exec(lines[0])?.[2].trim() ?? '';
    const body = lines.slice(1);
    // A line of fence marks that may become the closing fence is not shown as code.
    if (body.length && /^ {0,3}(?:`+|~+)\s*$/.test(body[body.length - 1])) body.pop();
    return { done, ends, open: { kind: 'code', info, text: body.join('\n') } };
  }
  return { done, ends, open: { kind: 'text', text: withoutUnsure(lines).join('\n') } };
}
