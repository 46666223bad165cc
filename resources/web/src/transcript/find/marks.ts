import { el } from '../dom';
import { characterNamed } from '../safety/invisible';
import { isDropped, spansIn, type Span } from './pattern';

/** Text beyond this is found but not marked: a message may have a million letters. */
export const markedLength = 200_000;
/** Per row: each further match costs the page an element, and a message may be one word again and again. */
export const mostMarked = 1_000;
/** And elements of all of these: a match over many texts, such as words that are code, has one in each. */
export const mostParts = 3_000;
const blocks =
  'address, article, blockquote, button, div, dd, dt, figcaption, h1, h2, h3, h4, h5, h6, label, li, p, pre, td, th';
/** Not part of what the message says: who and when, drawings, formulas' second text, what is folded. */
const skipped = '.mh, .conttime, .capnote, svg, .katex-mathml, textarea, input, [hidden]';

interface Piece {
  node: Text;
  start: number;
}

/** A box contains the name of an invisible character: it separates words, or is as if it were not there. */
function said({ data, parentElement }: Text): string {
  if (!parentElement?.classList.contains('inv')) return data;
  const character = characterNamed(data.replace(/ ×\d+$/, ''));
  return (character && isDropped(character) ? character : '\0').repeat(data.length);
}

/** The texts of an element one after the other; line breaks separate those in different blocks. */
function collect(root: Element): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  const texts: string[] = [];
  let length = 0;
  let block: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element
      ? node.matches(skipped)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_SKIP
      : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode() && length < markedLength) {
    const node = walker.currentNode as Text;
    const own = node.parentElement?.closest(blocks) ?? null;
    if (own !== block && length) {
      texts.push('\n');
      length += 1;
    }
    block = own;
    pieces.push({ node, start: length });
    texts.push(said(node));
    length += node.data.length;
  }
  return { text: texts.join(''), pieces };
}

function wrap(node: Text, start: number, end: number, place: number): void {
  const part = start > 0 ? node.splitText(start) : node;
  if (end - start < part.data.length) part.splitText(end - start);
  const mark = el('mark', 'hit');
  mark.dataset.place = String(place);
  part.replaceWith(mark);
  mark.append(part);
}

/** As many of the first spans as may be marked. */
export function markable(spans: Span[], starts: number[], most = mostParts): Span[] {
  let piece = 0;
  let parts = 0;
  const end = spans.findIndex((span) => {
    while (starts[piece + 1] <= span.start) piece += 1;
    parts += 1;
    for (; starts[piece + 1] < span.end; piece += 1) parts += 1;
    return parts > most;
  });
  return end < 0 ? spans : spans.slice(0, end);
}

/** Marks the pattern's matches, last to first, so that earlier positions stay valid; numbered from `first`. Returns how many. */
export function mark(root: Element, pattern: RegExp, first = 0): number {
  const { text, pieces } = collect(root);
  const found = spansIn(text, pattern).slice(0, Math.max(0, mostMarked - first));
  const spans = markable(
    found,
    pieces.map((piece) => piece.start),
  );
  for (let last = pieces.length - 1, at = spans.length - 1; at >= 0; at -= 1) {
    const { start, end } = spans[at];
    while (last >= 0 && pieces[last].start >= end) last -= 1;
    for (let index = last; index >= 0; index -= 1) {
      const { node, start: begins } = pieces[index];
      if (begins + node.data.length <= start) break;
      wrap(node, Math.max(0, start - begins), Math.min(node.data.length, end - begins), first + at);
    }
  }
  return spans.length;
}

export function unmark(root: Element): void {
  const parents = new Set<ParentNode>();
  for (const hit of root.querySelectorAll('mark.hit')) {
    if (hit.parentNode) parents.add(hit.parentNode);
    hit.replaceWith(...hit.childNodes);
  }
  for (const parent of parents) parent.normalize(); // once each: it goes through all of its texts
}
