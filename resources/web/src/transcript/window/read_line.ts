import type { TextPlace } from './anchor';
import { characterAt, partOf, textEnd, type TextEnd } from './text_place';

/**
 * A position in a row's text, to be found again when the row is redrawn, even if it says the same with other characters
 * (as it was written) or with other words beside it (another language).
 */
export interface ReadLine extends TextEnd {
  words: string; // letters and digits from there on
  before: number; // letters and digits of its part before it
  share: number; // of all
}

const wordsKept = 48;
/** Fewer letters match in more places; of these the nearest is taken. */
const lengths = [wordsKept, 12, 5];
const noLetters = /[^\p{L}\p{N}]+/gu;

export const lettersOf = (text: string): string => text.replace(noLetters, '');

/** The beginning of the match nearest to a position in a text, or -1. */
export function nearest(text: string, sought: string, place: number): number {
  const behind = text.indexOf(sought, place);
  const before = text.lastIndexOf(sought, place);
  if (behind < 0 || before < 0) return Math.max(behind, before);
  return behind - place < place - before ? behind : before;
}

/** Where the words are or, if all of the text is there, the first of them. */
export function wordsIn(text: string, words: string, place: number, isAll = true): number {
  for (const length of isAll ? lengths : [wordsKept]) {
    const sought = words.slice(0, length);
    const at = sought.length < Math.min(length, words.length) || sought === '' ? -1 : nearest(text, sought, place);
    if (at >= 0) return at;
  }
  return -1;
}

/** The letters and digits of an element's texts, one after the other. */
class Letters {
  readonly all: string;
  private readonly pieces: { node: Text; start: number }[] = [];

  constructor(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    let length = 0;
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const letters = lettersOf(node.data);
      if (letters === '') continue;
      this.pieces.push({ node, start: length });
      texts.push(letters);
      length += letters.length;
    }
    this.all = texts.join('');
  }

  placeAt(letter: number): TextPlace | undefined {
    const piece = this.pieces.filter(({ start }) => start <= letter).pop();
    if (!piece) return undefined;
    let left = letter - piece.start;
    for (const { 0: sign, index } of piece.node.data.matchAll(/[\p{L}\p{N}]/gu)) {
      if (left <= 0) return { node: piece.node, offset: index };
      left -= sign.length;
    }
    return undefined;
  }
}

/** How many letters precede a position in an element. */
function lettersBefore(root: Node, { node, offset }: TextPlace): number {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let count = lettersOf(node.data.slice(0, offset)).length;
  while (walker.nextNode() && walker.currentNode !== node) count += lettersOf((walker.currentNode as Text).data).length;
  return count;
}

export function readLine(row: Element, place: TextPlace): ReadLine {
  const end = textEnd(row, place.node, place.offset);
  const part = partOf(row, end);
  const before = lettersBefore(part, place);
  const { all } = new Letters(part);
  const share = all.length > 0 ? before / all.length : 0;
  return { ...end, before, share, words: all.slice(before, before + wordsKept) };
}

/** At the same character, if the text there is the same. */
export function sameLine(row: Element, line: ReadLine): TextPlace | undefined {
  const place = characterAt(row, line);
  if (!place) return undefined;
  const part = partOf(row, line);
  const before = lettersBefore(part, place);
  return new Letters(part).all.startsWith(line.words, before) ? place : undefined;
}

/** There, or where the same words are. `isAll`: no more text follows in it. */
export function findLine(row: Element, line: ReadLine, isAll: boolean): TextPlace | undefined {
  const same = sameLine(row, line);
  if (same) return same;
  const letters = new Letters(partOf(row, line));
  const wanted = isAll ? Math.round(line.share * letters.all.length) : line.before;
  const at = wordsIn(letters.all, line.words, wanted, isAll);
  return at < 0 ? undefined : letters.placeAt(at);
}
